"""Every error Sectio raises.

    SectioError
    ├── InputError (ValueError)      the page or an argument cannot be used
    │   ├── NotHTML                  the input is a picture, an archive or other binary data
    │   ├── DecodeError              the bytes are compressed in a way that cannot be undone
    │   ├── OptionError              an option or a parameter has a wrong name or value
    │   ├── MethodError              there is no such method, or it cannot use what it was given
    │   ├── PageTooLarge             the page is larger than the option max_bytes
    │   │   └── TooManyNodes         the page has more nodes than max_nodes
    │   └── TimeLimit                the page took longer than the option timeout
    ├── ModelError (ValueError)      a model file is damaged, not Sectio's, or made by another version
    ├── TemplateError (ValueError)   a site file is damaged, not Sectio's, or does not fit the method
    ├── FormatError (ValueError)     there is no such output format
    ├── FetchError                   a page could not be fetched
    ├── BrowserError                 the browser is missing, or died twice on a page
    ├── BatchError (ValueError)      a batch run cannot be started or resumed like this
    ├── OutputError                  the output cannot be written to disk
    ├── WorkersLost                  worker processes die as soon as they start
    └── MissingExtra (ImportError)   an optional dependency is not installed

A page without content is a result, not an error.
"""


class SectioError(Exception):
    """The root of all errors: catch it to catch everything that Sectio raises on purpose."""

    code = "error"


class InputError(SectioError, ValueError):
    """A page or an argument cannot be used."""

    code = "input"


class NotHTML(InputError):
    """The input is neither a web page nor text, but a PDF, a picture, an archive or the like."""

    code = "not_html"


class DecodeError(InputError):
    """The bytes of a page are compressed in a way that cannot be undone."""

    code = "decode"


class OptionError(InputError):
    """An option or a parameter of a method has a wrong name or value."""

    code = "option"


class MethodError(InputError):
    """There is no such method, or it cannot use what it was given."""

    code = "method"


class PageTooLarge(InputError):
    """The page is larger than `max_bytes`, or has more nodes than `max_nodes`."""

    code = "page_too_large"


class TooManyNodes(PageTooLarge):
    """The page has more nodes than `max_nodes`."""

    code = "too_many_nodes"


class TimeLimit(InputError):
    """The page took longer than `timeout`."""

    code = "timeout"


class ModelError(SectioError, ValueError):
    """A model file is damaged, is not one of Sectio's, or was made by another version."""

    code = "model"


class TemplateError(SectioError, ValueError):
    """A site file is damaged, is not one of Sectio's, or does not fit the method."""

    code = "template"


class FormatError(SectioError, ValueError):
    """There is no such output format."""

    code = "format"


class FetchError(SectioError):
    """A page could not be fetched. `code` says what went wrong: `dns`, `tls`, `status_404`, `robots` and so on."""

    def __init__(self, message: str, code: str = "connect") -> None:
        super().__init__(message)
        self.code = code


class BrowserError(SectioError):
    """There is no browser, or it failed on a page."""

    code = "browser"


class BatchError(SectioError, ValueError):
    """A batch run cannot be started or resumed with these settings, inputs or this folder."""

    code = "input"


class OutputError(SectioError):
    """The output cannot be written, for example because the disk is full."""

    code = "output"


class WorkersLost(SectioError):
    """Worker processes keep dying, and no page is the cause."""

    code = "crash"


class MissingExtra(SectioError, ImportError):
    """An optional dependency is not installed."""

    code = "extra"

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}; install it with: pip install 'sectio[{extra}]'")
