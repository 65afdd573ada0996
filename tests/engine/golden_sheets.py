"""The sheets of presets and of some odd tables as files, to be read by people when words change.

The odd tables say what no preset says. ``python -m tests.engine.golden_sheets`` writes them anew;
the difference is what is to be read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pisyedili.engine.preset import LANGUAGES, load_presets
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from pisyedili.engine.sheet import rule_sheet

FOLDER: Final = Path(__file__).parents[1] / "data" / "sheets"
COMMAND: Final = "python -m tests.engine.golden_sheets"


def odd_tables() -> dict[Path, Rules]:
    """Return the rules of the odd tables by the file that says what they change."""
    files = sorted((FOLDER / "tables").glob("*.toml"))
    return {file: merge(Rules(), parse_document(file.read_text("utf-8"))) for file in files}


def sheets() -> Iterator[tuple[Path, str]]:
    """Yield the file of each sheet, and what it should hold: of presets in each language."""
    for file, rules in odd_tables().items():
        yield file.with_suffix(".en.md"), rule_sheet(rules, "en", file.stem)
    for preset in load_presets().values():
        for language, name in zip(LANGUAGES, preset.names, strict=True):
            path = FOLDER / f"{preset.id}.{language}.md"
            yield path, rule_sheet(preset.rulebook.rules, language, name)


def main() -> None:
    """Write every file."""
    for path, text in sheets():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
