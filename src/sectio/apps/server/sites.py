"""Learned sites by name: files in a folder, replaced whole, with a tag that changes when they do."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from sectio.apps.server.problems import Problem
from sectio.errors import OutputError, TemplateError
from sectio.files import write_whole
from sectio.site import Site

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Sites:
    """The sites of a server; without a folder there are none."""

    folder: Path | None
    is_writable: bool = False

    def read(self, name: str) -> bytes:
        """A site as JSON."""
        path = self._path(name)
        try:
            return path.read_bytes()
        except OSError:
            raise Problem(404, "template", f"there is no site named {name}") from None

    def text(self, name: str | None) -> str | None:
        """The site that a request names, if it names one."""
        return self.read(name).decode("utf-8") if name else None

    def names(self) -> list[str]:
        """The names of all sites, in order."""
        found = self.folder.glob("*.json") if self.folder is not None else ()
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))

    def write(self, name: str, data: bytes, if_match: str | None = None) -> str:
        """Keep a site, checked before anything is replaced; returns its tag."""
        self._check_writable()
        try:
            Site.from_json(data.decode("utf-8"))
        except (TemplateError, UnicodeDecodeError) as error:
            raise Problem(422, "template", f"this is not a site file ({error})") from error
        path = self._path(name)
        if if_match is not None and (not path.exists() or if_match != tag(path.read_bytes())):
            raise Problem(412, "template", f"the site {name} is not the one you have; read it again")
        try:
            write_whole(path, data)
        except OutputError as error:
            raise Problem(500, error.code, "the server cannot write into its folder of sites") from error
        return tag(data)

    def delete(self, name: str) -> None:
        """Remove a site."""
        self._check_writable()
        self.read(name)
        self._path(name).unlink(missing_ok=True)

    def _check_writable(self) -> None:
        if not self.is_writable or self.folder is None:
            raise Problem(
                403, "write", "sites cannot be changed; the server was started without --sites and --allow-write"
            )

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name) or ".." in name:
            raise Problem(404, "template", "a site's name has up to 64 of a-z 0-9 . _ -")
        if self.folder is None:
            raise Problem(404, "template", "the server has no folder of sites")
        return self.folder / f"{name}.json"


def tag(data: bytes) -> str:
    """A tag that is the same for the same bytes."""
    return f'"{blake2b(data, digest_size=12).hexdigest()}"'
