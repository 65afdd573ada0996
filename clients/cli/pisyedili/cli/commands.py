"""The commands that games are piped through: a game as JSON in, a game or what it shows out."""

import sys

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pisyedili.cli import options as opt
from pisyedili.cli.calls import connect
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.games import Wish, open_game, split_names
from pisyedili.cli.notation import NotAMove, move_text, parse_move
from pisyedili.cli.rules import check_file, fault_lines, in_language
from pisyedili.cli.scoreboard import scoreboard
from pisyedili.cli.screen import coloured
from pisyedili.cli.streams import (
    message_json,
    read_game,
    state_json,
    value_json,
)
from pisyedili.cli.table import whole_picture
from pisyedili.cli.tell import Teller, seat_names, why_not
from pisyedili.cli.terminal import Form, Terminal
from pisyedili.cli.texts import Texts
from pisyedili.client import Client, Event, IllegalMove, Preset, StaleGame
from pisyedili.client.moves import Move
from pisyedili.v1.state_pb2 import GameState


def presets(
    server: opt.Server = opt.SERVER, lang: opt.Lang = None, output: opt.Output = Form.AUTO
) -> None:
    """List the rule sets that the service knows by name."""
    terminal = Terminal(lang, output)
    with connect(server, terminal.texts) as client:
        found = client.presets()
    terminal.show(lambda: value_json(found), lambda: _preset_table(found, terminal.texts))


def check(
    file: opt.RuleFile,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Tell every fault of a rule file; exit code 1 if there is one."""
    terminal = Terminal(lang, output)
    with connect(server, terminal.texts) as client:
        checked = check_file(client, file, terminal.texts)
    if checked.rules is None:
        raise Stop(ExitCode.REFUSED, *fault_lines(str(file), checked.faults, terminal.texts))
    rules, good = checked.rules, terminal.texts("rules.good", file=file)
    terminal.show(lambda: message_json(rules), lambda: Text(good, "good"))


def new(
    table: opt.Table,
    seats: opt.Seats = None,
    seed: opt.Seed = None,
    names: opt.Names = None,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Deal a new game and write it."""
    terminal = Terminal(lang, output)
    with connect(server, terminal.texts) as client:
        wish = Wish(table, seats, seed, split_names(names))
        write_game(terminal, client, open_game(client, wish, terminal.texts).state)


def next_round(
    quiet: opt.Quiet = False,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Deal the next round of a game."""
    terminal = Terminal(lang, output)
    game = read_game(sys.stdin, terminal.texts)
    with connect(server, terminal.texts) as client:
        answer = client.start_round(game)
        _narrate(terminal, answer.game, answer.events, quiet=quiet)
        write_game(terminal, client, answer.game)


def moves(
    server: opt.Server = opt.SERVER, lang: opt.Lang = None, output: opt.Output = Form.AUTO
) -> None:
    """List what the seat on turn may do, in the notation that ``apply`` takes."""
    terminal = Terminal(lang, output)
    game = read_game(sys.stdin, terminal.texts)
    with connect(server, terminal.texts) as client:
        legal = client.list_moves(game)
    value = {
        "seat": legal.seat,
        "ply": legal.ply,
        "moves": value_json(legal.moves),
        "default": value_json(legal.default_move),
    }
    terminal.show(
        lambda: value,
        lambda: _move_list(game, legal.moves, legal.default_move, terminal.texts),
    )


def apply(
    move: opt.Words,
    seat: opt.Mover = None,
    quiet: opt.Quiet = False,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Make a move and write the game after it; exit code 1 and the reason if it is refused."""
    terminal = Terminal(lang, output)
    wanted = _move(" ".join(move), terminal.texts)
    game = read_game(sys.stdin, terminal.texts)
    mover = GameState.FromString(game).seat if seat is None else seat
    with connect(server, terminal.texts) as client:
        try:
            answer = client.apply_move(game, mover, wanted)
        except (IllegalMove, StaleGame) as error:
            raise _refused(client, game, mover, wanted, terminal.texts) or error from None
        _narrate(terminal, answer.game, answer.events, quiet=quiet)
        write_game(terminal, client, answer.game)


def score(
    server: opt.Server = opt.SERVER, lang: opt.Lang = None, output: opt.Output = Form.AUTO
) -> None:
    """Tell what the hands cost, and how the match stands."""
    terminal = Terminal(lang, output)
    game = read_game(sys.stdin, terminal.texts)
    with connect(server, terminal.texts) as client:
        scores = client.score_game(game)
    over, state = bool(scores.round_winners), GameState.FromString(game)
    title = terminal.texts("score.round", round=state.round + 1)
    title = title if over else f"{title} – {terminal.texts('score.now')}"
    names = _names(game, terminal.texts)
    terminal.show(
        lambda: value_json(scores),
        lambda: scoreboard(scores, names, terminal.texts, title, over=over),
    )


def view(
    seat: opt.Viewer = None,
    spectator: opt.Spectator = False,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Show a game as a seat, or a spectator, may see it."""
    terminal = Terminal(lang, output)
    if (seat is None) != spectator:
        raise Stop(ExitCode.USAGE, terminal.texts("error.viewer"))
    game = read_game(sys.stdin, terminal.texts)
    _need_seat(game, seat, terminal.texts)
    with connect(server, terminal.texts) as client:
        seen = client.view_game(game, seat)
    terminal.show(lambda: value_json(seen), lambda: whole_picture(seen, terminal.texts))


def write_game(terminal: Terminal, client: Client, game: bytes) -> None:
    """Write a game: as JSON, or as the seat on turn sees it."""
    seat = GameState.FromString(game).seat

    def picture() -> RenderableType:
        return whole_picture(client.view_game(game, seat), terminal.texts)

    terminal.show(lambda: state_json(game), picture)


def _narrate(terminal: Terminal, game: bytes, events: tuple[Event, ...], *, quiet: bool) -> None:
    """Tell on standard error what happened."""
    if not quiet:
        teller = Teller(terminal.texts, _names(game, terminal.texts))
        terminal.complain(teller.sentences(events))


def _names(game: bytes, texts: Texts) -> tuple[str, ...]:
    state = GameState.FromString(game)
    return seat_names(state.names, len(state.hands), texts)


def _move(text: str, texts: Texts) -> Move:
    try:
        return parse_move(text)
    except NotAMove as error:
        raise Stop(ExitCode.USAGE, texts("error.not_a_move", word=error.words)) from None


def _refused(client: Client, game: bytes, seat: int, move: Move, texts: Texts) -> Stop | None:
    """Return why a move was refused, in the command's language."""
    _need_seat(game, seat, texts)
    refusal = client.check_move(game, seat, move)
    if refusal is None:
        return None
    seen = client.view_game(game, seat)
    return Stop(ExitCode.REFUSED, why_not(refusal, move, seen, texts))


def _need_seat(game: bytes, seat: int | None, texts: Texts) -> None:
    last = len(GameState.FromString(game).hands) - 1
    if seat is not None and not 0 <= seat <= last:
        raise Stop(ExitCode.USAGE, texts("error.no_seat", seat=seat, last=last))


def _preset_table(found: tuple[Preset, ...], texts: Texts) -> Table:
    table = Table(header_style="quiet", box=None, pad_edge=False)
    for key in ("id", "seats", "about"):
        table.add_column(texts(f"rules.{key}"), no_wrap=key != "about")
    for preset in found:
        about = Text(f"{in_language(preset.name, texts)}\n", "head")
        about.append(in_language(preset.line, texts), "not bold")
        table.add_row(preset.id, _seats(preset), about)
    return table


def _seats(preset: Preset) -> str:
    least, most = preset.rules.table.seats_min, preset.rules.table.seats_max
    return str(least) if least == most else f"{least}–{most}"


def _move_list(
    game: bytes, listed: tuple[Move, ...], default: Move | None, texts: Texts
) -> RenderableType:
    state = GameState.FromString(game)
    if default is None:
        return Text(texts("moves.match_over" if state.HasField("match_over") else "moves.over"))
    lines = [Text(texts("moves.turn", who=_names(game, texts)[state.seat]), "head")]
    for move in listed:
        line = coloured(f"  {move_text(move, texts)}")
        if move == default:
            line.append(f"  ({texts('moves.default')})", "quiet")
        lines.append(line)
    return Group(*lines)
