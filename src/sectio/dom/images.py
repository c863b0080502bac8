"""Where an image comes from: images that load late keep their address in other attributes than `src`."""

from typing import Final

# The address that is shown in the end first: `src` is a blank picture where one of the others is there.
SOURCES: Final = ("data-src", "data-lazy-src", "data-original", "src")
SOURCE_SETS: Final = ("data-srcset", "srcset")
