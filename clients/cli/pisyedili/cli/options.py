"""The options and arguments of the commands; what they are for is told by the texts' ``help``."""

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from pisyedili.cli import server as service
from pisyedili.cli.terminal import Form
from pisyedili.cli.texts import Language
from pisyedili.client import PisYediliError

Server: TypeAlias = service.Server
SERVER: Final = Server()


def preset_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the presets that begin so, for the shell to complete; none if no service answers."""
    try:
        with service.server_of(dict(ctx.params)).client(deadline=0.5) as client:
            return [preset.id for preset in client.presets() if preset.id.startswith(incomplete)]
    except (PisYediliError, OSError, ValueError):
        return []


Lang: TypeAlias = Annotated[Language | None, typer.Option("--lang", show_default=False)]
Output: TypeAlias = Annotated[Form, typer.Option("--output", "-o")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q")]

Table: TypeAlias = Annotated[
    str, typer.Argument(metavar="PRESET|FILE", autocompletion=preset_ids, show_default=False)
]
RuleFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
RecordFile: TypeAlias = Annotated[Path, typer.Argument(metavar="RECORD", show_default=False)]
WrittenFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Words: TypeAlias = Annotated[list[str], typer.Argument(metavar="MOVE", show_default=False)]

Seats: TypeAlias = Annotated[int | None, typer.Option("--seats", min=2, show_default=False)]
Seed: TypeAlias = Annotated[str | None, typer.Option("--seed", show_default=False)]
Names: TypeAlias = Annotated[
    str | None, typer.Option("--names", metavar="A,B,…", show_default=False)
]
Mover: TypeAlias = Annotated[int | None, typer.Option("--seat", min=0, show_default=False)]
Viewer: TypeAlias = Annotated[int | None, typer.Option("--seat", min=0, show_default=False)]
Spectator: TypeAlias = Annotated[bool, typer.Option("--spectator")]
Expected: TypeAlias = Annotated[
    Path | None, typer.Option("--expect", metavar="GAME", show_default=False)
]
All: TypeAlias = Annotated[bool, typer.Option("--all")]
Trace: TypeAlias = Annotated[bool, typer.Option("--trace")]
Bots: TypeAlias = Annotated[int, typer.Option("--bots", min=0)]
Speed: TypeAlias = Annotated[float, typer.Option("--speed", min=0)]
Written: TypeAlias = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", show_default=False)
]
NewFile: TypeAlias = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False)
]
