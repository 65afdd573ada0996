"""What pages show of the client runs as it stands, one block after another."""

import re
from pathlib import Path

import pytest

from tests.clients.server_process import ServerProcess

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/python-client.md"


@pytest.mark.parametrize("page", [ROOT / "README.md", PAGE], ids=lambda page: page.name)
def test_the_examples_of_a_page_run(server: ServerProcess, page: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block.replace("localhost:50051", server.target), names)  # noqa: S102 - our own page
    assert blocks
