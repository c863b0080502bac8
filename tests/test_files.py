"""Files are written whole, and what cannot be written is one error."""

import os
from pathlib import Path

import pytest

import sectio
from sectio import demo
from sectio.bundle import Bundle
from sectio.errors import OutputError
from sectio.files import write_whole

PAGES = [source for _, source in demo.pages()]


def test_what_was_there_stays_until_the_new_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "site.json"
    path.write_bytes(b"old")

    def stopped(target: Path, data: bytes) -> int:
        with target.open("wb") as file:
            file.write(data[:2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", stopped)
        with pytest.raises(KeyboardInterrupt):
            write_whole(path, b"new and longer")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("site.json", b"old")]
    write_whole(path, b"new and longer")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("site.json", b"new and longer")]


def test_links_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"through the link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"through the link"
    write_whole("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()
    with pytest.raises(OutputError, match="No space left"):
        write_whole("/dev/full", b"too much")


@pytest.mark.parametrize("name", ["missing/site.json", "missing/folder/", "."])
def test_sites_that_cannot_be_saved_are_one_error(name: str, tmp_path: Path) -> None:
    site = sectio.learn(PAGES[:2])
    bundle = Bundle("", ())
    (tmp_path / "missing").write_bytes(b"a file, not a folder")
    for learned in (site, bundle):
        if learned is bundle and name == ".":
            continue  # a bundle may be a folder
        with pytest.raises(OutputError, match="cannot be"):
            learned.save(os.path.join(tmp_path, name))
