"""Schemathesis against the server: `make test-server-fuzz`. Requests made from its own description, valid and not; no answer may be a 5xx.

python -m tests.apps.server.fuzz PATH_OF_SCHEMATHESIS [--max-examples N]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.apps.server.running import running


def main(program: str, *more: str) -> int:
    """Run it; returns its exit code."""
    with (
        tempfile.TemporaryDirectory() as sites,
        running("--sites", sites, "--allow-write", "--max-bytes", "200K") as server,
    ):
        command = [program, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--checks", "not_a_server_error"]
        settings = [
            "--phases",
            "coverage,fuzzing",
            "--request-timeout",
            "60",
            "--no-color",
            *(more or ("--max-examples", "50")),
        ]
        hooks = {"SCHEMATHESIS_HOOKS": "fuzz_hooks", "PYTHONPATH": str(Path(__file__).parent)}
        ended = subprocess.run([*command, *settings], env={**os.environ, **hooks}, check=False).returncode
        assert server.client.get("/ready").status_code == 200
        return ended


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
