"""Every method keeps one contract, on every awkward page and with everything that may be given to it."""

import inspect
from functools import cache
from typing import Any

import numpy as np
import pytest

import sectio
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.method import Context, Method
from sectio.methods import _Run, function_of
from sectio.options import Options
from sectio.results import Selection
from sectio.site import Site
from tests.methods.hostile import ODD
from tests.test_api import PAGE

METHODS = sectio.methods()
SINGLE = [name for name, method in METHODS.items() if not method.needs_site]
# As hostile as the originals, and small enough for every method.
PAGES = {**ODD, "one line": ODD["one line"][:20_000], "wide": ODD["wide"][:40_000], "article": PAGE}
SAMPLE = [PAGE.replace("Sunday", f"day {i}").replace("Sea ice", f"Sea ice {i}") for i in range(4)]
FEED = [{"title": f"Sea ice {i} returns", "description": f"The ferry stayed on day {i}"} for i in range(4)]


@cache
def page_of(kind: str) -> Page:
    return parse(PAGES[kind])


@cache
def site_of(name: str) -> Site:
    """A site learned by a method."""
    pages = [parse(source) for source in SAMPLE]
    return Site.learn(pages, method=name, feed=FEED if "feed" in name or name == "description" else None)


def context_of(method: Method, **given: Any) -> Context:
    """What the method needs, and what is given besides."""
    if method.needs_site:
        given.setdefault("site", site_of(method.name).model)
    return Context(**given)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("kind", PAGES)
def test_a_selection_is_a_mask_of_texts_and_the_same_twice(name: str, kind: str) -> None:
    """One bool per row, true for texts only; whatever is said can be written."""
    page, method = page_of(kind), METHODS[name]
    first, again = (method.select(page, context_of(method)) for _ in range(2))
    assert isinstance(first, Selection)
    assert first.mask.dtype == bool
    assert first.mask.shape == (len(page),)
    assert not first.mask[~page.is_text].any()
    assert np.array_equal(first.mask, again.mask)
    assert (first.text, first.title, first.warnings) == (again.text, again.title, again.warnings)
    for said in (first.text, first.title, *first.warnings):
        if said is not None:
            said.encode()
    if first.chance is not None:
        assert first.chance.shape == (len(page),)
        assert np.isfinite(first.chance).all()


@pytest.mark.parametrize("name", SINGLE)
def test_declared_parameters_are_those_of_the_function(name: str) -> None:
    """The same names with the same defaults, the layout aside; so a wrong name is told and a right one taken."""
    run = METHODS[name].run
    if isinstance(run, _Run):
        signature = inspect.signature(function_of(run.module, run.function))
        taken = {
            parameter.name: parameter.default
            for parameter in signature.parameters.values()
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.name != "layout"
        }
        assert dict(METHODS[name].parameters) == taken
        assert run.with_layout == ("layout" in signature.parameters)
    else:
        assert dict(METHODS[name].parameters) == {"model": None}


@pytest.mark.parametrize("name", METHODS)
def test_what_a_method_does_not_honour_is_an_error(name: str) -> None:
    """Nothing is dropped silently: an unknown parameter, favor, a site, or that there is none."""
    method, page = METHODS[name], page_of("article")
    with pytest.raises(InputError, match=f"method {name} has no parameter 'magic'; it has: "):
        method.select(page, context_of(method), {"magic": 1})
    if "favor" not in method.uses:
        with pytest.raises(InputError, match=f"method {name} .* takes no favor; leave it out"):
            method.select(page, context_of(method, favor=0.5))
    if method.needs_site:
        with pytest.raises(InputError, match=f"method {name} needs a site; learn one with `sectio learn"):
            method.select(page, Context())
    elif "site" not in method.uses:
        with pytest.raises(InputError, match=f"method {name} .* cannot use a template; leave it out"):
            method.select(page, Context(site=site_of("template").model))


def test_only_the_default_takes_favor_and_only_it_may_do_without_a_site() -> None:
    """What is used is declared; the contract names it."""
    assert [name for name, method in METHODS.items() if "favor" in method.uses] == ["sectio"]
    assert [name for name, method in METHODS.items() if "site" in method.uses] == ["sectio"]
    assert {name for name, method in METHODS.items() if method.needs_site} == {
        "template", "forest", "forest-feed", "forest-cov", "abselems", "abspaths", "description", "rtdm",
    }  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_a_method_shows_what_it_is(name: str) -> None:
    """Not the address of its function in memory, which differs from run to run."""
    shown = repr(METHODS[name])
    assert name in shown
    assert " at 0x" not in shown


def test_a_method_has_the_usual_time() -> None:
    assert Context().deadline.limit == Options().timeout


def test_parameters_that_are_named_are_told() -> None:
    """The error lists what there is, or that there is nothing."""
    with pytest.raises(InputError, match="it has: ahead, radius"):
        sectio.extract(PAGE, method="cetr", options={"luck": 1})
    with pytest.raises(InputError, match="it has: none"):
        sectio.extract(PAGE, method="body", options={"luck": 1})


@pytest.mark.parametrize("name", SINGLE)
def test_a_template_favor_and_options_of_the_wrong_kind_are_told_early(name: str) -> None:
    """Before any work, whatever the method, with the remedy."""
    broken: Any = object()  # no page at all: the mistakes below are found first
    with pytest.raises(InputError, match=r"not str; load the file with `sectio\.load`"):
        sectio.extract(broken, method=name, template="site.json")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"template is a site from `sectio\.learn`, not dict$"):
        sectio.extract(broken, method=name, template={})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="number from 0 to 1, not 7"):
        sectio.extract(broken, method=name, favor=7)
    with pytest.raises(InputError, match="options are a mapping"):
        sectio.sections(broken, method=name, options=[1])  # type: ignore[arg-type]
