"""Hooks of MkDocs: generated pages, the documents of the project's root, formulas without scripts."""

import html
import re
from pathlib import Path

import griffe
from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.docs import reference

# Values that are computed once are shown as what they are for users: attributes.
griffe.stdlib_decorators["sectio.once.once"] = {"cached", "property"}
ROOT = Path(__file__).parents[2]
# Documents that stay at the root of the project, and where they are in the docs.
OWN = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "SECURITY.md": "project/security.md",
    "ARCHITECTURE.md": "project/architecture.md",
}
_LINK = re.compile(r"(\]\()([^)\s#]+)")
_FORMULA = re.compile(r'<(span|div) class="arithmatex">(.*?)</\1>', re.S)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference and the root's documents."""
    for place, text in reference.pages().items():
        files.append(File.generated(config, place, content=text))
    for name, place in OWN.items():
        files.append(File.generated(config, place, content=_moved((ROOT / name).read_text(encoding="utf-8"))))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to the root's documents lead to their copies."""
    depth = page.file.src_uri.count("/")

    def lead(match: re.Match[str]) -> str:
        name = match[2].removeprefix("../" * (depth + 1))
        return f"{match[1]}{'../' * depth}{OWN[name]}" if match[2].startswith("../") and name in OWN else match[0]

    return _LINK.sub(lead, markdown)


def _moved(text: str) -> str:
    """A document of the root as a page one folder deep."""

    def lead(match: re.Match[str]) -> str:
        target = match[2]
        if target in OWN:
            return match[1] + OWN[target].removeprefix("project/")
        if target == "README.md":
            return match[1] + "../index.md"
        return match[1] + "../" + target.removeprefix("docs/") if target.startswith("docs/") else match[0]

    return _LINK.sub(lead, text)


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    r"""Formulas (`\(…\)`, `\[…\]`) become MathML, which browsers show without a script."""

    def formula(match: re.Match[str]) -> str:
        tex = html.unescape(match[2]).strip()
        display = "block" if tex.startswith("\\[") else "inline"
        return convert(tex[2:-2], display=display)

    return _FORMULA.sub(formula, content)
