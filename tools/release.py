"""Whether the files agree about a release: `python tools/release.py v1.2.3` before a tag is published.

The version is written once, in `src/sectio/__init__.py`; the changelog must have a section for it, with its date.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def version() -> str:
    """The version of the source."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/sectio/__init__.py").read_text(encoding="utf-8"), re.M)
    assert found
    return found[1]


def problems(tag: str, version: str, changelog: str) -> list[str]:
    """What is wrong with a release, each in a line."""
    wrong = [] if tag == f"v{version}" else [f"the tag is {tag}, but the version is {version}"]
    first = re.search(r"^## (.+)$", changelog, re.M)
    if not first or not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", first[1]):
        wrong.append(f'the changelog must begin with "## {version} (YYYY-MM-DD)"')
    return wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("say the tag: make release-check TAG=v1.2.3")
    found = problems(sys.argv[1], version(), (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    print("\n".join(found) or f"{sys.argv[1]} can be released")
    sys.exit(bool(found))
