"""What pages show of the client runs as it stands, one block after another."""

import re
from pathlib import Path

import pytest

from tests.clients.server_process import ServerProcess

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python-client.md"])
def test_the_examples_of_a_page_run(server: ServerProcess, page: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block.replace("localhost:50051", server.target), names)  # noqa: S102 - our own page
    assert blocks
