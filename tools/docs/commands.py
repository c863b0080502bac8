"""The command line as a page of the reference, read from the commands themselves."""

import inspect

import click

from sectio.apps.cli import cli

HEAD = """# Commands

Every command with its arguments and options, as `sectio COMMAND --help` shows them. [The command line](../cli.md) explains what they share: streams, exit codes,
several inputs.
"""


def page() -> str:
    """The page."""
    with click.Context(cli, info_name="sectio") as context:
        parts = [_described(context, name) for name in cli.list_commands(context)]
    return "\n".join([HEAD, *parts])


def _described(parent: click.Context, name: str, level: int = 2) -> str:
    """A command and, if it is a group, the commands in it."""
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None
    with click.Context(command, info_name=name, parent=parent) as context:
        parts = [f"{'#' * level} {context.command_path}", "", *_help(command), f"    {_usage(context)}", ""]
        parts += _options(context)
        if isinstance(command, click.Group):
            parts += [_described(context, inner, level + 1) for inner in command.list_commands(context)]
    return "\n".join(parts) + "\n"


def _usage(context: click.Context) -> str:
    return f"{context.command_path} {' '.join(context.command.collect_usage_pieces(context))}"


def _help(command: click.Command) -> list[str]:
    """The help in Markdown: paragraphs that click keeps as they are become code."""
    parts: list[str] = []
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = paragraph.splitlines()
        if lines[:1] == ["\b"]:
            parts += ["```text", *lines[1:], "```", ""]
        else:
            parts += [*lines, ""]
    return parts


def _options(context: click.Context) -> list[str]:
    """A table of the options: names, type, default, meaning."""
    options = [option for option in context.command.params if isinstance(option, click.Option) and not option.hidden]
    if not options:
        return []
    rows = [_row(option, context) for option in options]
    return ["| option | type | default | meaning |", "| --- | --- | --- | --- |", *rows, ""]


def _row(option: click.Option, context: click.Context) -> str:
    names = "<br>".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    kind = "switch" if option.is_flag else option.make_metavar(context).strip("[]").replace("|", ", ")
    default = option.get_default(context)
    is_shown = isinstance(default, str | int | float) and default != "" and not option.is_flag
    shown = f"`{default}`" if is_shown else ""
    extra = {"required": "**required**", "repeated": "may be repeated"}
    notes = [extra["required"]] * option.required + [extra["repeated"]] * option.multiple
    said = "; ".join(filter(None, [(option.help or "").removesuffix("."), *notes])) + "."
    return f"| {names} | {kind} | {shown} | {' '.join(said.split()).replace('|', chr(92) + '|')} |"
