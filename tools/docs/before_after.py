"""The pictures of docs/outputs.md, taken by Chromium: a page as browsers show it, and what Sectio makes of it (`make pictures`)."""

import subprocess
import tempfile
from html import escape
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

import sectio
from sectio.layout.chromium import find

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
STYLE = """body { margin: 0; font: 15px/1.45 "DejaVu Sans", sans-serif; color: #222; background: #fff; display: flex }
section { width: 50%; padding: 6px 22px; box-sizing: border-box } section + section { border-left: 1px solid #ccc; background: #fafafa }
h6 { margin: 8px 0; font-size: 13px; color: #888 } table { border-collapse: collapse } td, th { border: 1px solid #bbb; padding: 3px 10px; text-align: left }
pre { background: #f0f0f0; padding: 8px 12px; white-space: pre-wrap; font: 12.5px/1.45 "DejaVu Sans Mono", monospace } img { max-width: 100% }
section + section pre { background: none; padding: 0 } figure { margin: 10px 0 } figcaption { color: #777; font-size: 13px }"""


def shoot(html: Path, picture: Path, width: int, height: int) -> None:
    """Write what a browser shows."""
    command = [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [f"--screenshot={picture}", f"--window-size={width},{height}", html.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    Image.open(picture).convert("RGB").quantize(64).save(picture, optimize=True)


def result(doc: sectio.Extraction) -> str:
    """The HTML and the Markdown of a result, side by side."""
    comments = [
        f"{comment.author}, {comment.date}, parent {comment.parent}: {comment.text}" for comment in doc.comments
    ]
    markdown = doc.render("markdown", front_matter=True)
    drawn = doc.render("html", title=True).replace("https://news.example/quay.jpg", "quay.svg")
    shown = "".join(f"<p>{escape(comment)}</p>" for comment in comments)
    return (
        f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><section><h6>doc.html</h6>{drawn}<h6>doc.comments</h6>{shown}"
        f'</section><section><h6>doc.render("markdown", front_matter=True)</h6><pre>{escape(markdown)}</pre></section>'
    )


def main() -> None:
    """Write both pictures."""
    page = PICTURES / "page.html"
    shoot(page, PICTURES / "before.png", 920, 1320)
    with tempfile.TemporaryDirectory() as folder:
        after = Path(folder) / "after.html"
        after.write_text(result(sectio.extract(page.read_bytes())), encoding="utf-8")
        drawing = page.read_text(encoding="utf-8").split("data:image/svg+xml,")[1].split('"')[0]
        (Path(folder) / "quay.svg").write_text(unquote(drawing), encoding="utf-8")
        shoot(after, PICTURES / "after.png", 920, 1025)


if __name__ == "__main__":
    main()
