"""What docs/deploy.md says to type makes Secrets with which engine and caller meet."""

import os
import re
import subprocess
from base64 import b64decode
from pathlib import Path

import yaml

from pisyedili.client import Client, tls
from tests.deploy.manifests import SECRETS
from tests.deploy.tools import PATIENCE, ROOT, tool
from tests.service.identities import Secret, tls_flags
from tests.service.process import running

MADE_HERE = """
set -euo pipefail
kubectl() { "$KUBECTL" "$@" --dry-run=client --output=yaml; echo ---; } >> secrets.yaml
"""
"""Each Secret as it would be sent to a cluster."""


def typed(folder: Path) -> dict[str, dict[str, bytes]]:
    """Type what the page says, and return the files of each Secret."""
    page = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    (lines,) = (
        block for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if "openssl" in block
    )
    subprocess.run(  # noqa: S603 - our own page
        ("/bin/bash", "-c", MADE_HERE + lines),
        check=True,
        cwd=folder,
        env=os.environ | {"KUBECTL": tool("kubectl")},
        timeout=PATIENCE,
    )
    made = filter(None, yaml.safe_load_all((folder / "secrets.yaml").read_text("utf-8")))
    return {
        secret["metadata"]["name"]: {
            name: b64decode(content) for name, content in secret["data"].items()
        }
        for secret in made
    }


def test_what_the_page_says_to_type_secures_the_engine(tmp_path: Path) -> None:
    tool("openssl")
    made = typed(tmp_path)
    assert set(made) == set(SECRETS)
    assert set(made["pisyedili-envoy-tls"]) == set(made["pisyedili-tls"])
    engine = Secret(tmp_path / "mounted-tls", made["pisyedili-tls"])
    tokens = Secret(tmp_path / "mounted-tokens", made["pisyedili-tokens"])
    pairs = [tmp_path / "backend", Secret(tmp_path / "envoy", made["pisyedili-envoy-tls"]).folder]
    with running(*tls_flags(engine), f"--tokens={tokens / 'tokens'}") as server:
        for pair in pairs:
            with Client(
                server.address,
                credentials=tls(tmp_path / "ca.crt", pair / "tls.crt", pair / "tls.key"),
                token=(tmp_path / "tokens").read_text("utf-8"),
                options=[("grpc.ssl_target_name_override", "pisyedili-headless")],
            ) as client:
                assert client.presets()
