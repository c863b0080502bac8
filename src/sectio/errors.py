"""Every error Sectio raises.

    SectioError
    ├── InputError (ValueError)      the page or an argument cannot be used
    │   ├── NotHTML                  the bytes are a picture, an archive or other binary data
    │   ├── DecodeError              the bytes are packed in a way that cannot be undone
    │   ├── OptionError              an option or a parameter has a wrong name or value
    │   ├── MethodError              there is no such method, or it cannot use what it was given
    │   ├── PageTooLarge             a limit of Options was hit: max_bytes
    │   │   └── TooManyNodes         the same for max_nodes
    │   └── TimeLimit                the time limit of Options was hit
    ├── ModelError (ValueError)      a model file is damaged, foreign or of another version
    ├── TemplateError (ValueError)   a site model is damaged, foreign, or does not fit the method
    ├── FormatError (ValueError)     an output format that does not exist
    ├── FetchError                   a page could not be fetched
    ├── BrowserError                 the browser is missing, or died twice on a page
    ├── BatchError (ValueError)      a batch run cannot be planned or resumed like this
    ├── OutputError                  the output cannot be written to disk
    ├── WorkersLost                  worker processes die as soon as they are started
    └── MissingExtra (ImportError)   an optional dependency is not installed

A page without content is a result, not an error.
"""


class SectioError(Exception):
    """The root: catch this to catch everything Sectio raises on purpose."""

    code = "error"


class InputError(SectioError, ValueError):
    """A page or an argument cannot be used."""

    code = "input"


class NotHTML(InputError):
    """The bytes are not a web page, nor any text: a PDF, a picture, an archive …"""

    code = "not_html"


class DecodeError(InputError):
    """The bytes of a page are packed in a way that cannot be undone."""

    code = "decode"


class OptionError(InputError):
    """An option or a parameter of a method has a wrong name or value."""

    code = "option"


class MethodError(InputError):
    """There is no such method, or it cannot use what it was given."""

    code = "method"


class PageTooLarge(InputError):
    """The page is over `max_bytes`, or over `max_nodes`."""

    code = "page_too_large"


class TooManyNodes(PageTooLarge):
    """The page is over `max_nodes`."""

    code = "too_many_nodes"


class TimeLimit(InputError):
    """The page took longer than `timeout`."""

    code = "timeout"


class ModelError(SectioError, ValueError):
    """A model file is damaged, foreign, or of another version."""

    code = "model"


class TemplateError(SectioError, ValueError):
    """A site model is damaged, foreign, or does not fit the method."""

    code = "template"


class FormatError(SectioError, ValueError):
    """There is no such output format."""

    code = "format"


class FetchError(SectioError):
    """A page could not be fetched; `code` says at which step: `dns`, `tls`, `status_404`, `robots` and so on."""

    def __init__(self, message: str, code: str = "connect") -> None:
        super().__init__(message)
        self.code = code


class BrowserError(SectioError):
    """There is no browser, or it failed on a page."""

    code = "browser"


class BatchError(SectioError, ValueError):
    """A batch run cannot be planned or resumed like this."""

    code = "input"


class OutputError(SectioError):
    """The output cannot be written: the disk is full or failing."""

    code = "output"


class WorkersLost(SectioError):
    """Worker processes die again and again, and not because of a page."""

    code = "crash"


class MissingExtra(SectioError, ImportError):
    """An optional dependency is not installed."""

    code = "extra"

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}; install it with: pip install 'sectio[{extra}]'")
