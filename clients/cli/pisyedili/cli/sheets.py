"""``pisyedili rules show`` and ``pisyedili rules diff``: rules in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pisyedili.cli import options as opt
from pisyedili.cli.calls import connect
from pisyedili.cli.rules import find_house
from pisyedili.cli.streams import value_json
from pisyedili.cli.terminal import Form, Terminal
from pisyedili.client import RulesDifference


def show(table: opt.Table, server: opt.Server = opt.SERVER, lang: opt.Lang = None) -> None:
    """Tell a table's rules: set for people in a terminal, as Markdown elsewhere."""
    terminal = Terminal(lang)
    texts = terminal.texts
    with connect(server, texts) as client:
        house = find_house(client, table, texts)
        sheet = client.describe_rules(rules=house.rules, language=texts.language, name=house.name)
    if terminal.for_people:
        terminal.out.print(Markdown(sheet))
    else:
        terminal.out.file.write(sheet)


def diff(
    a: opt.Table,
    b: opt.Table,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Tell in which options two tables differ, and what either says of them."""
    terminal = Terminal(lang, output)
    texts = terminal.texts
    with connect(server, texts) as client:
        one, other = (find_house(client, name, texts) for name in (a, b))
        found = client.compare_rules(one.rules, other.rules, language=texts.language)
    alike = Text(texts("rules.alike", a=a, b=b), "good")
    terminal.show(
        lambda: value_json(found),
        lambda: Group(*_differences(found, (a, b))) if found else alike,
    )


def _differences(
    found: Sequence[RulesDifference], names: tuple[str, str]
) -> Iterator[RenderableType]:
    """Yield what differs, options of which the same is said together."""
    for said, options in groupby(found, lambda one: (one.a_sentence, one.b_sentence)):
        for one in options:
            line = Text(f"{one.path}  ", "head")
            yield line.append(f"{one.a_value or '–'} → {one.b_value or '–'}", "not bold")
        sides = Table.grid(padding=(0, 2))
        for name, sentence in zip(names, said, strict=True):
            sides.add_row(Text(name, "quiet"), Text(sentence))
        yield Padding(sides, (0, 0, 1, 2))
