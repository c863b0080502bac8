"""Builds the compiled twins into the package. Without a C compiler the package is complete as well, only slower."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("src/sectio/native")
LIBRARY = FOLDER / "_native.so"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles a folder of plain C; it needs no headers of Python's, so one build serves all versions."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say that the wheel is for this platform."""
        if self.target_name == "wheel" and compiled(Path(self.root)):
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["artifacts"].append(str(LIBRARY))
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"


def compiled(root: Path) -> bool:
    """Whether the library could be built."""
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")
    if compiler is None or sys.platform == "win32":
        return False
    sources = sorted(map(str, (root / FOLDER).glob("*.c")))
    command = [compiler, "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-o", str(root / LIBRARY), *sources]
    return subprocess.run(command, check=False).returncode == 0
