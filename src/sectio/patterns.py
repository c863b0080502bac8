"""Regular expressions that are compiled when they are first used.

There are some two hundred of them. To compile them all takes as long as to extract a dozen pages, and a page needs few.
"""

import re
from typing import Any, AnyStr, cast


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like `re.compile`, later."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


class _Pattern:
    def __init__(self, text: str | bytes, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        """A method or attribute of the compiled pattern; from then on it is one of this object, and as quick."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "_compiled":
            found: Any = re.compile(self.pattern, self._flags)
        else:
            found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found
