"""What the page about the client shows runs as it stands, one block after another."""

import re
from pathlib import Path

from tests.clients.server_process import ServerProcess

PAGE = Path(__file__).parents[2] / "docs/python-client.md"


def test_the_examples_of_the_page_run(server: ServerProcess) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block.replace("localhost:50051", server.target), names)  # noqa: S102 - our own page
    assert len(blocks) > 5
