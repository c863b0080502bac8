"""What is done to every character on the way out: composed form, what an output cannot hold."""

import re
import unicodedata

# XML 1.0, production 2: tab, line ends, and everything from the space up but surrogates and two
# non-characters.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def encodable(text: str) -> str:
    """The text with lone surrogates replaced, so that it can be written as UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def composed(text: str) -> str:
    """The text in Unicode's composed form (NFC), ready for UTF-8."""
    return text if text.isascii() else unicodedata.normalize("NFC", encodable(text))


def xml_text(text: str) -> str:
    """The text without the characters XML cannot hold."""
    return _NOT_XML.sub("", encodable(text))
