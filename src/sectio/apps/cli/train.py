"""`sectio train`: train the default model, or V-Wrapper, on your own pages."""

import json
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sectio.apps.cli.shared import talk, write
from sectio.apps.cli.targets import OUTPUT
from sectio.files import write_whole
from sectio.lab.training import boost, fit, vwrapper
from sectio.lab.training.corpus import train_in_a_process
from sectio.lab.training.figures import table
from sectio.lab.training.train import SECOND, Plan
from sectio.lab.training.vwrapper import SOURCES
from sectio.model import store

_DEFAULT_ONLY = ("report", "folds", "networks", "trees", "second_trees", "epochs", "seed", "agreement", "keep")
_VWRAPPER_ONLY = ("sources", "stored", "labels", "generated")
_FLAGS = {"sources": "layout", "stored": "layouts", "labels": "label"}


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--output", "-o", type=OUTPUT, required=True, help="The model file to write.")
@click.option("--method", "-m", type=click.Choice(["sectio", "vwrapper"]), default="sectio", show_default=True)
@click.option("--report", type=OUTPUT, help="Write every left-out page's result here, as JSON.")
@click.option(
    "--folds",
    type=click.IntRange(0, 20),
    default=5,
    show_default=True,
    help="Folds of the cross-validation; 0 for none.",
)
@click.option("--networks", type=click.IntRange(1, 9), default=1, show_default=True, help="Networks to average.")
@click.option(
    "--trees",
    type=click.IntRange(0, 1000),
    default=boost.Recipe.trees,
    show_default=True,
    help="Trees of the forest that is averaged with the networks; 0 for none.",
)
@click.option(
    "--second-trees",
    type=click.IntRange(0, 1000),
    default=SECOND.trees,
    show_default=True,
    help="Trees of the second pass, which needs folds; 0 for none.",
)
@click.option("--epochs", type=click.IntRange(1, 100), default=fit.Recipe.epochs, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that read and train."
)
@click.option(
    "--agreement/--no-agreement", default=True, help="On snippet pages, learn where two peers agree (extra eval)."
)
@click.option(
    "--layout",
    "sources",
    type=click.Choice(SOURCES),
    multiple=True,
    help="vwrapper: layout to learn from; both by default.",
)
@click.option(
    "--layouts",
    "stored",
    type=click.Path(file_okay=False, path_type=Path),
    help="vwrapper: folder in which layouts are cached.",
)
@click.option(
    "--label", "labels", multiple=True, metavar="FIELD", help="vwrapper: a field of the gold to use as another label."
)
@click.option("--generated", type=click.IntRange(min=0), default=0, help="vwrapper: generated sites with CSS to add.")
@click.option(
    "--keep", type=click.Path(exists=True, dir_okay=False), help="Train only types and confidence of this model."
)
@click.option("--spare-untouched", is_flag=True, help="Leave out the pages that are kept for the final test.")
def train(data: Path, output: str, method: str, workers: int, **how: Any) -> None:
    """Train a model on DATA. For the default method, also report how it does on left-out pages.

    DATA is a folder as for `sectio evaluate`; the simplest is NAME.html next to NAME.txt with the main text. The same data,
    version and seed give the same file, bit for bit, on one machine.

    \b
    sectio train my-pages/ -o my-model.npz
    sectio extract page.html --model my-model.npz
    sectio train my-pages/ --method vwrapper --label author -o looks.json
    sectio extract page.html --method vwrapper --option wrapper=looks.json
    """
    _refuse_options_of_others(method)
    if method == "vwrapper":
        _train_vwrapper(data, output, workers, how)
    else:
        _train_default(data, output, workers, how)


def _refuse_options_of_others(method: str) -> None:
    """An option that the method would ignore is an error."""
    context = click.get_current_context()
    for name in _DEFAULT_ONLY if method == "vwrapper" else _VWRAPPER_ONLY:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{_FLAGS.get(name, name).replace('_', '-')} has no effect with --method {method}")


def _train_vwrapper(data: Path, output: str, workers: int, how: dict[str, Any]) -> None:
    names = ("labels", "generated", "spare_untouched", "stored")
    plan = vwrapper.Plan(how["sources"] or SOURCES, workers=workers, **{name: how[name] for name in names})
    done = vwrapper.train_on(data, plan, tell=talk)
    for line in done.failures:
        talk(line)
    write_whole(output, done.model.to_json().encode())
    learned = "\n".join(f"{source}: {count} pages learned" for source, count in done.pages.items())
    write(f"{learned}\n{len(done.failures)} left out\nmodel {output}\n", None)


def _train_default(data: Path, output: str, workers: int, how: dict[str, Any]) -> None:
    report = how["report"]
    started = time.monotonic()
    recipes = (
        fit.Recipe(epochs=how["epochs"]),
        boost.Recipe(trees=how["trees"]),
        replace(SECOND, trees=how["second_trees"]),
    )
    plan = Plan(how["folds"], how["networks"], how["seed"], *recipes)
    done = train_in_a_process(
        data,
        plan,
        agreement=how["agreement"],
        spare_untouched=how["spare_untouched"],
        workers=workers,
        keep=store.load(how["keep"]) if how["keep"] else None,
        tell=_tell,
    )
    store.save(done.model, output)
    figures = done.model.about["metrics"]
    digest = store.load(output).about["digest"]
    if report:
        record = {"model": output, "digest": digest, "metrics": figures, "pages": [asdict(o) for o in done.outcomes]}
        write_whole(report, json.dumps(record).encode())
    talk(f"trained in {time.monotonic() - started:.0f} s")
    write(f"{table(figures)}\n\nmodel {output}\ndigest {digest}\n", None)


def _tell(line: str) -> None:
    talk(line)
