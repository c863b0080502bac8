"""The lowest versions that pyproject.toml allows, of what the package and its extra `all` need: for `make test-lowest`.

python tools/lowest.py            turbohtml==1.15 numpy==1.26 …
python tools/lowest.py --names    turbohtml|numpy|…
"""

import re
import sys
import tomllib
from pathlib import Path

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?\s*>=\s*([\w.]+)")
_OWN = re.compile(r"sectio\[([^]]*)\]")


def lowest(project: dict[str, object]) -> dict[str, str]:
    """Name and lowest version of each requirement, extras of extras included."""
    core, extras = project["dependencies"], project["optional-dependencies"]
    assert isinstance(core, list)
    assert isinstance(extras, dict)
    named = [name for line in extras["all"] for name in (_OWN.fullmatch(line) or ["", ""])[1].split(",")]
    lines = [*core, *(line for name in named for line in extras[name])]
    return {found[1]: found[2] for line in lines if (found := _REQUIREMENT.match(line))}


if __name__ == "__main__":
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    found = lowest(tomllib.loads(text)["project"])
    print(
        "|".join(found) if "--names" in sys.argv else " ".join(f"{name}=={version}" for name, version in found.items())
    )
