"""Every code that a result, a learned site or an error can have, with what it means; a test keeps the lists complete.

`doc.warnings` and `site.warnings` contain warnings, `SectioError.code`, `doc.error.code`, rows of batch runs and answers of the
server errors. Codes are part of the public API: new ones come, old ones keep their meaning.
"""

from collections.abc import Mapping
from types import MappingProxyType

WARNINGS: Mapping[str, str] = MappingProxyType(
    {
        # about the input
        "empty": "the page has no text",
        "plain_text": "the input is plain text, JSON or Markdown, and `text` is all of it",
        "feed": "the input is an RSS or Atom feed, and `text` is its items",
        "mhtml": "the input is an MHTML archive, of which the HTML part was read, with its style sheets",
        "deep_nesting": "the page is nested deeper than 512 levels; deeper nodes became siblings there",
        "truncated": "the archive has the page cut off, or a sample page is nested deeper than is read",
        # about what was found
        "no_content": "nothing on the page was taken as content",
        "no_match": "`only` selects nothing on the page",
        "no_words": "the texts of the page have no words",
        "all_hidden": "all text is hidden by markup",
        "short": "fewer than twenty words were found",
        "description_only": "a script fills the page in; the text is its JSON-LD article or its description",
        "other_language": "the page is in another language than `target_language`",
        "no_template_match": "the page fits no template of the site, and was extracted page by page",
        # of single methods
        "no_punctuation": "`econ`: the page has no periods and commas",
        "non_spaced_script": "`boilerpipe`: the script has no spaces, and the thresholds were learned with spaces",
        "no_region": "`sd`: no region has enough text",
        "approximate_layout": "`vwrapper`: boxes were estimated; pass `layout` for measured ones",
        "single_page_training": "`vwrapper`: the wrapper was trained on one page",
        # of methods that learn a site
        "insufficient_samples": "`template`: fewer than two pages were learned from, so everything is important",
        "identical_samples": "`template`: all sample pages are equal, so everything is noise",
        "poor_match": "`template`: the page fits the template poorly",
        "tf_only": "`forest`: one page, or all alike, so keywords were chosen by their number",
        "feed_miss": "`forest-feed`, `description`: the page is not in the feed; `feed_miss:N` of a site: N pages are not",
        "density_only": "`forest`: every term is a keyword, so only density counts",
        "no_candidates": "`forest`: no element contains a keyword",
        "no_pattern": "`forest`: no pattern of the site is on the page",
        "no_variation": "`rtdm`: the sample pages are all the same, so nothing can be extracted",
        "single_pages": "`rtdm`: no two sample pages are alike",
        "page_does_not_fit": "`rtdm`: the page fits no pattern of the site",
        "approximate": "`rtdm`: the page is so large that its match was estimated",
        "short_body": "`rtdm`: the body that was found is short",
        "title_from_head": "`rtdm`: no headline was found, so the title is that of the head",
    }
)

ERRORS: Mapping[str, str] = MappingProxyType(
    {
        # pages and arguments
        "input": "the page or an argument cannot be used",
        "not_html": "the bytes are a picture, an archive or other binary data",
        "decode": "the bytes are packed in a way that cannot be undone",
        "page_too_large": "the page is larger than `max_bytes`",
        "too_many_nodes": "the page has more nodes than `max_nodes`",
        "timeout": "the page took longer than `timeout`, or a request did",
        "option": "an option or a parameter has a wrong name or value",
        "method": "there is no such method, or it cannot use what it was given",
        "template": "a site model is damaged, foreign, or does not fit the method",
        "model": "a model file is damaged, foreign or of another version",
        "format": "there is no such output format",
        "extra": "an optional dependency is not installed; the message names the extra",
        "browser": "the browser is missing, or died twice on the page",
        "output": "the output cannot be written to disk",
        # fetching
        "url": "the address is malformed",
        "scheme": "the address is not http or https",
        "port": "the port is not among those allowed",
        "address": "the host is at an address that is not public",
        "dns": "the name has no address",
        "connect": "nobody answers at the address",
        "tls": "the certificate is wrong",
        "protocol": "the answer is not HTTP, or its body cannot be decoded",
        "redirects": "there are too many redirects",
        "too_large": "the body is larger than `max_bytes`",
        "ratio": "the body is compressed further than any page would be",
        "robots": "the site asks programs not to fetch the page",
        "status_NNN": "the server answered with this status, such as `status_404`",
        # worker processes and archives
        "crash": "the worker process died on the page, or workers die as soon as they are started",
        "memory": "the page took more memory than a worker may have",
        "bad_record": "a record of the archive is damaged",
        "truncated_input": "the archive ends in the middle of a record",
        "internal": "an error of Sectio itself; please report it",
        "error": "an error without a code of its own",
    }
)
