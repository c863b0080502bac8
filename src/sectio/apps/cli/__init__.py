"""The command line: `sectio COMMAND`. Each command lives in a module of its own, imported when it is called."""

import gc
import importlib
import os
import sys

import click

from sectio import __version__
from sectio.apps.cli.shared import exit_code, talk
from sectio.errors import SectioError

# name: (module, help in one line); the order is the order of the help page
COMMANDS: dict[str, tuple[str, str]] = {
    "extract": ("extract", "the main text of pages"),
    "sections": ("sections", "the page cut into sections, with importance and reasons"),
    "inspect": ("inspect", "one self-contained HTML report: the page, its sections, why"),
    "type": ("type", "the type of pages, with probabilities"),
    "learn": ("learn", "learn a site from several of its pages"),
    "match": ("match", "how well pages fit a learned site"),
    "cluster": ("cluster", "group pages by structure"),
    "records": ("records", "what pages list, as tables"),
    "batch": ("batch", "WARC, WACZ, Parquet, JSONL and folders to Parquet or JSONL"),
    "site": ("site", "learn a whole site from its address, and see whether it still fits"),
    "serve": ("serve", "the HTTP API and the inspector"),
    "mcp": ("mcp", "tools for language models, over stdio"),
    "evaluate": ("evaluate", "compare methods and other extractors on pages with known content"),
    "train": ("train", "train the default model on your own pages"),
    "methods": ("methods", "the methods and their papers"),
    "lab": ("lab", "tools for measuring: generated sites, judgements by people"),
    "demo": ("demo", "a guided first run on pages that ship with the package"),
}


# Objects made before the collector looks for cycles; Python's own setting makes it run dozens of times before a page is read.
GARBAGE = 20_000


# Before NumPy is imported: its OpenBLAS starts threads that spin for a while, and a page needs none of them (`model/blas.py`).
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")


class _LazyGroup(click.Group):
    """Imports a command's module only when the command is used, so that `sectio --help` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"sectio.apps.cli.{COMMANDS[cmd_name][0]}")
        gc.freeze()  # modules stay
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A name that is nearly one of ours is answered with it."""
        if args[0] not in COMMANDS:
            from difflib import get_close_matches  # only here, since it takes a while to import

            if meant := get_close_matches(args[0], COMMANDS, n=1):
                ctx.fail(f"No such command {args[0]!r}. Did you mean {meant[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _version(context: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        click.echo(
            f"sectio {__version__} ({'compiled' if importlib.import_module('sectio').native else 'pure Python'})"
        )
        context.exit()


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def cli() -> None:
    """Find what matters on web pages.

    \b
    sectio extract page.html                    the main text
    sectio extract page.html --format markdown  with headings, lists, tables and links
    curl -s URL | sectio extract -              from a pipe
    sectio demo                                 see it at work on pages that ship with it

    Data goes to stdout as UTF-8, messages to stderr. Exit codes: 0 fine, 1 some inputs failed, 2 usage,
    3 nothing extracted, 4 fetch failed, 5 a limit was hit or the input is not a web page.
    """


def main() -> None:
    """Run the command line; every error Sectio knows becomes one line and an exit code."""
    gc.set_threshold(GARBAGE)
    os.environ.setdefault(*ONE_THREAD)
    _fill_gaps()
    try:
        sys.exit(_run())
    finally:
        gc.freeze()  # what is left ends with the process: looking for cycles in it is useless


def _fill_gaps() -> None:
    """Give a process that was started without stdin, stdout or stderr empty ones; files that are opened would take their numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _run() -> int:
    """Run the command line; the exit code."""
    try:
        code = cli.main(prog_name="sectio", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    except SectioError as error:
        talk(f"sectio: {error}")
        return exit_code(error)
    return code if isinstance(code, int) else 0
