"""The command's shape: which commands there are, in which language they speak, how they end."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from pisyedili.cli import commands, interview, sheets
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.options import Lang
from pisyedili.cli.play import play
from pisyedili.cli.replay import replay, verify
from pisyedili.cli.screen import prepare_streams, silence
from pisyedili.cli.serve import serve
from pisyedili.cli.server import asking
from pisyedili.cli.terminal import Terminal
from pisyedili.cli.texts import Texts, asked_language, speak
from pisyedili.cli.watch import watch

COMMANDS: Final[Mapping[str, Callable[..., None]]] = {
    "presets": commands.presets,
    "new": commands.new,
    "moves": commands.moves,
    "apply": commands.apply,
    "next": commands.next_round,
    "score": commands.score,
    "view": commands.view,
    "replay": replay,
    "verify": verify,
    "play": play,
    "watch": watch,
}


class Ending(TyperGroup):
    """The command's group: whatever ends a command early ends it with its exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command to its end, its last output written."""
        terminal = Terminal(asked_language(sys.argv[1:], os.environ))
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except Stop as stop:
            raise _ended(stop, terminal) from None
        except BrokenPipeError:
            silence(sys.stdout)
            raise typer.Exit(ExitCode.PIPE_CLOSED) from None
        except KeyboardInterrupt:
            lines = ("", terminal.texts("error.interrupted"))
            raise _ended(Stop(ExitCode.INTERRUPTED, *lines), terminal) from None
        return result


def run(arguments: Sequence[str]) -> int:
    """Run the command with arguments, and return its exit code."""
    prepare_streams()
    command = build(speak(asked_language(arguments, os.environ)))
    try:
        command.main(args=list(arguments), prog_name="pisyedili")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.DONE
    return ExitCode.DONE


def build(texts: Texts) -> Any:
    """Return the command with its help in a language."""
    app = typer.Typer(cls=Ending, no_args_is_help=True, rich_markup_mode="rich")
    app.callback()(_main)
    app.command("serve", add_help_option=False, context_settings=_PASSED_ON)(_serve)
    for name, function in COMMANDS.items():
        app.command(name)(asking(function))
    rules = typer.Typer(no_args_is_help=True)
    rules.callback()(_rules)
    rules.command("show")(asking(sheets.show))
    rules.command("diff")(asking(sheets.diff))
    rules.command("check")(asking(commands.check))
    rules.command("new")(interview.new)
    app.add_typer(rules, name="rules")
    command = typer.main.get_command(app)
    for path, one in walk(command):
        _explain(one, path, texts)
    return command


def walk(command: Any, path: str = "pisyedili") -> Iterable[tuple[str, Any]]:
    """Yield a command and all below it, each with its words."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from walk(below, f"{path} {name}")


def _explain(command: Any, path: str, texts: Texts) -> None:
    """Give a command and its parameters their help."""
    name = path.removeprefix("pisyedili").strip().replace(" ", "_") or "app"
    command.help = texts(f"help.command.{name}")
    for parameter in command.params:
        own = texts.get(f"help.{name}.{parameter.name}")
        if hasattr(parameter, "help") and parameter.name != "help":
            parameter.help = own or texts(f"help.option.{parameter.name}")


_PASSED_ON: Final = {"allow_extra_args": True, "ignore_unknown_options": True}


def _serve(ctx: typer.Context) -> None:
    """Run the service in this process, its flags passed on."""
    raise typer.Exit(serve(ctx.args))


def _rules() -> None:
    """Hold the commands about rules."""


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - no other command needs it

        sys.stdout.write(f"pisyedili {version('pisyedili-engine')}\n")
        raise typer.Exit


def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True)
    ] = False,
    lang: Lang = None,
) -> None:
    """Hold the options of the command itself."""


def _ended(stop: Stop, terminal: Terminal) -> typer.Exit:
    terminal.complain(stop.lines)
    return typer.Exit(stop.code)
