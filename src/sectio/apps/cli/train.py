"""`sectio train`: train the default model on your own pages."""

import json
import time
from dataclasses import asdict
from pathlib import Path

import click

from sectio.apps.cli.shared import talk, write
from sectio.lab.training import boost, fit
from sectio.lab.training.corpus import train_in_a_process
from sectio.lab.training.figures import table
from sectio.lab.training.train import Plan
from sectio.model import store


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--output", "-o", type=click.Path(dir_okay=False), required=True, help="The model file to write.")
@click.option("--report", type=click.Path(dir_okay=False), help="Write every left-out page's result here, as JSON.")
@click.option(
    "--folds", type=click.IntRange(0, 20), default=5, show_default=True, help="Of the cross-validation; 0 for none."
)
@click.option("--networks", type=click.IntRange(1, 9), default=2, show_default=True, help="Networks to average.")
@click.option(
    "--trees",
    type=click.IntRange(0, 1000),
    default=boost.Recipe.trees,
    show_default=True,
    help="Of the forest that is averaged with the networks; 0 for no forest.",
)
@click.option("--epochs", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that read pages.")
@click.option(
    "--agreement/--no-agreement", default=True, help="On snippet pages, learn where two peers agree (extra eval)."
)
def train(data: Path, output: str, report: str | None, agreement: bool, workers: int, **how: int) -> None:
    """Train the default model on DATA and say how it does on pages left out.

    DATA is a folder as for `sectio evaluate`; the simplest is NAME.html next to NAME.txt with the main text. The same data,
    version and seed give the same file, bit for bit, on one machine.

    \b
    sectio train my-pages/ -o my-model.npz
    sectio extract page.html --model my-model.npz
    """
    started = time.monotonic()
    recipes = fit.Recipe(epochs=how["epochs"]), boost.Recipe(trees=how["trees"])
    plan = Plan(how["folds"], how["networks"], how["seed"], *recipes)
    done = train_in_a_process(data, plan, agreement=agreement, workers=workers, tell=_tell)
    store.save(done.model, output)
    figures = done.model.about["metrics"]
    digest = store.load(output).about["digest"]
    if report:
        record = {"model": output, "digest": digest, "metrics": figures, "pages": [asdict(o) for o in done.outcomes]}
        Path(report).write_text(json.dumps(record), encoding="utf-8")
    talk(f"trained in {time.monotonic() - started:.0f} s")
    write(f"{table(figures)}\n\nmodel {output}\ndigest {digest}\n", None)


def _tell(line: str) -> None:
    talk(line)
