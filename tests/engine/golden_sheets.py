"""The sheets of the presets as files, to be read by people when words change.

``python -m tests.engine.golden_sheets`` writes them anew; the difference is what is to be read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pisyedili.engine.preset import LANGUAGES, load_presets
from pisyedili.engine.sheet import rule_sheet

FOLDER: Final = Path(__file__).parents[1] / "data" / "sheets"
COMMAND: Final = "python -m tests.engine.golden_sheets"


def sheets() -> Iterator[tuple[Path, str]]:
    """Yield the file of each preset and language, and the sheet that it should hold."""
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
