"""Every code that a result, a learned site or an error can have, and what it means; a test keeps the lists complete.

Warnings are in `doc.warnings` and `site.warnings`. Error codes are in `SectioError.code`, `doc.error.code`, the rows of batch
runs and the answers of the server. Codes are part of the public API: new ones may appear, existing ones keep their meaning.
"""

from collections.abc import Mapping
from types import MappingProxyType

WARNINGS: Mapping[str, str] = MappingProxyType(
    {
        # about the input
        "empty": "the page has no text",
        "plain_text": "the input is plain text, JSON or Markdown, and `text` is all of it",
        "feed": "the input is an RSS or Atom feed, and `text` is its items",
        "mhtml": "the input is an MHTML archive; its HTML part was read, with its style sheets",
        "deep_nesting": "the page is nested deeper than 512 levels; deeper nodes became siblings at that depth",
        "truncated": "the page is cut off in the archive, or a sample page is nested deeper than Sectio reads",
        # about what was found
        "no_content": "nothing on the page was taken for content",
        "no_match": "`only` selects nothing on the page",
        "no_words": "the texts of the page have no words",
        "all_hidden": "all text is hidden by markup",
        "short": "fewer than twenty words were found",
        "description_only": "the page is filled in by a script; the text is its JSON-LD article or its description",
        "other_language": "the page is in another language than `target_language`",
        "no_template_match": "the page fits no template of the site, and was extracted without one",
        # of single methods
        "no_punctuation": "`econ`: the page has no periods or commas",
        "non_spaced_script": "`boilerpipe`: the page is in a script without spaces, and the thresholds were learned from scripts with spaces",
        "no_region": "`sd`: no region has enough text",
        "approximate_layout": '`vwrapper`: boxes were estimated; pass `layout="chromium"` to measure them',
        "single_page_training": "`vwrapper`: the wrapper was trained on one page",
        # of methods that learn a site
        "insufficient_samples": "`template`: fewer than two pages were learned from, so everything is important",
        "identical_samples": "`template`: all sample pages are equal, so everything is noise",
        "poor_match": "`template`: the page fits the template poorly",
        "tf_only": "`forest`: there is only one page, or all are alike, so keywords were chosen by how often they occur",
        "feed_miss": "`forest-feed`, `description`: the page is not in the feed; `feed_miss:N` of a site: N sample pages are not",
        "density_only": "`forest`: every term is a keyword, so only density counts",
        "no_candidates": "`forest`: no element contains a keyword",
        "no_pattern": "`forest`: no pattern of the site is on the page",
        "no_variation": "`rtdm`: the sample pages are all the same, so nothing can be extracted",
        "single_pages": "`rtdm`: no two sample pages are alike",
        "page_does_not_fit": "`rtdm`: the page fits no pattern of the site",
        "approximate": "`rtdm`: the page is so large that its match was estimated",
        "short_body": "`rtdm`: the body that was found is short",
        "title_from_head": "`rtdm`: no headline was found, so the title is that of the `title` element",
    }
)

ERRORS: Mapping[str, str] = MappingProxyType(
    {
        # pages and arguments
        "input": "the page or an argument cannot be used",
        "not_html": "the input is a picture, an archive or other binary data, not a web page",
        "decode": "the bytes are compressed in a way that cannot be undone",
        "page_too_large": "the page is larger than `max_bytes`",
        "too_many_nodes": "the page has more nodes than `max_nodes`",
        "timeout": "the page or a request took longer than `timeout`",
        "option": "an option or a parameter has a wrong name or value",
        "method": "there is no such method, or it cannot use what it was given",
        "template": "a site file is damaged, is not one of Sectio's, or does not fit the method",
        "model": "a model file is damaged, is not one of Sectio's, or was made by another version",
        "format": "there is no such output format",
        "extra": "an optional dependency is not installed; the message names the extra",
        "browser": "the browser is missing, or died twice on the page",
        "output": "the output cannot be written to disk",
        # fetching
        "url": "the address is malformed",
        "scheme": "the address is not http or https",
        "port": "the port is not among those allowed",
        "address": "the address of the host is not public",
        "dns": "the host name has no address",
        "connect": "nothing answers at the address",
        "tls": "the certificate is not valid",
        "protocol": "the answer is not HTTP, or its body cannot be decoded",
        "redirects": "there are too many redirects",
        "too_large": "the body is larger than `max_bytes`",
        "ratio": "the body is compressed more than any real page would be",
        "robots": "the site asks programs not to fetch the page",
        "status_NNN": "the server answered with this status, such as `status_404`",
        # worker processes and archives
        "crash": "the worker process died on the page, or workers die as soon as they start",
        "memory": "the page took more memory than a worker may have",
        "bad_record": "a record of the archive is damaged",
        "truncated_input": "the archive ends in the middle of a record",
        "internal": "a bug in Sectio; please report it",
        "error": "an error without a code of its own",
    }
)
