"""Is everything the same with and without compiled code, to the last bit? On every page of the data sets.

    python bench/twins.py DATA [--every 1] [--sites 5]

Of each page: what is hidden, each block's logits, text, title, author, date, comments, posts, page type with its probabilities,
confidence, warnings, and each section's importance. Of sites every fifth page is read; untouched domains and sites are left out.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import sectio
from sectio import compiled
from sectio.lab.datasets import GoldPage, load
from sectio.lab.splits import is_untouched

READ = ("text", "title", "author", "date", "comments", "posts", "page_types", "confidence", "warnings")
PATIENT = {"timeout": 600.0}  # the plain code is slow


def said(source: bytes) -> dict[str, str]:
    """All that compiled code has a part in, as text of which every bit of a number can be told."""
    try:
        result = sectio.extract(source, options=PATIENT)
        found = {name: repr(getattr(result, name)) for name in READ}
        found["hidden"] = result.page.hidden.tobytes().hex()
        found["logits"] = result.detail.logits.tobytes().hex() if result.detail is not None else ""
        found["sections"] = repr([(section.xpath, section.importance, section.role) for section in result.sections])
        return found
    except sectio.SectioError as error:
        return {"error": str(error)}


def differences(source: bytes) -> list[str]:
    """What is not the same, by name."""
    quick, core = said(source), compiled.core
    compiled.core = None
    try:
        slow = said(source)
    finally:
        compiled.core = core
    return sorted(name for name in {*quick, *slow} if quick.get(name) != slow.get(name))


def chosen(data: Path, every: int, of_sites: int) -> Iterator[tuple[str, GoldPage]]:
    """The pages, each with its data set; every so many of them."""
    for dataset in load(data):
        kept = [page for page in dataset.pages if not is_untouched(site=page.site, host=page.site)]
        for page in kept[:: of_sites if dataset.layout == "sites" else every]:
            yield dataset.name, page


def main() -> None:
    """Print how many pages of each data set are the same, and which are not."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--sites", type=int, default=5)
    given = arguments.parse_args()
    if compiled.core is None:
        raise SystemExit("this installation has no compiled code")
    read, same = Counter[str](), Counter[str]()
    for name, page in chosen(given.data, given.every, given.sites):
        odd = differences(page.html)
        read[name] += 1
        same[name] += not odd
        if odd:
            print(f"{name} {page.id}: {', '.join(odd)}", flush=True)
    print(f"{'data set':<22}{'pages':>7}{'same':>7}")
    for name, count in read.items():
        print(f"{name:<22}{count:>7}{same[name]:>7}")
    print(f"{'all':<22}{read.total():>7}{same.total():>7}")


if __name__ == "__main__":
    main()
