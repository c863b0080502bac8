"""In the reference, what is computed once (`sectio.once`) is an attribute, as a property is, and not a function to call."""

from typing import Any

import griffe

ONCE = "sectio.once.once"


class Attributes(griffe.Extension):
    """Makes attributes of the functions under `once`."""

    def on_package(self, *, pkg: griffe.Module, **given: Any) -> None:
        """Look through all of a package."""
        for found in [*_computed(pkg)]:
            made = griffe.Attribute(
                found.name,
                lineno=found.lineno,
                endlineno=found.endlineno,
                annotation=found.returns,
                docstring=found.docstring,
                parent=found.parent,
            )
            made.labels |= {"cached", "property"}
            assert found.parent is not None
            found.parent.set_member(found.name, made)


def _computed(pkg: griffe.Module) -> list[griffe.Function]:
    """The functions of all classes of a package that are computed once."""
    found: list[griffe.Function] = []
    rest: list[griffe.Object] = [pkg]
    while rest:
        members = [one for one in rest.pop().members.values() if not one.is_alias]
        rest += [one for one in members if isinstance(one, griffe.Module | griffe.Class)]
        functions = [one for one in members if isinstance(one, griffe.Function)]
        found += [one for one in functions if any(each.callable_path == ONCE for each in one.decorators)]
    return found
