"""The language a text is written in, by the trigram profiles that come with the parser."""

import re

from turbohtml.detect import detect_language as _detect_language

# ISO 639-3 to 639-1, for the languages the detector knows and that have a two-letter code.
_TWO_LETTERS = dict(
    re.findall(
        r"(\w+):(\w+)",
        """afr:af aka:ak amh:am arb:ar ara:ar aze:az azj:az bel:be ben:bn bul:bg cat:ca ces:cs cmn:zh
        zho:zh cym:cy dan:da deu:de ell:el eng:en epo:eo est:et eus:eu fas:fa pes:fa fin:fi fra:fr
        gle:ga glg:gl guj:gu heb:he hin:hi hrv:hr hun:hu hye:hy ind:id isl:is ita:it jav:jv jpn:ja
        kan:kn kat:ka kaz:kk khm:km kor:ko lat:la lav:lv lit:lt mal:ml mar:mr mkd:mk mon:mn mya:my
        nep:ne nld:nl nob:no nor:no nno:no ori:or pan:pa pol:pl por:pt ron:ro rus:ru sin:si slk:sk
        slv:sl sna:sn som:so spa:es sqi:sq srp:sr swa:sw swe:sv tam:ta tel:te tgl:tl tha:th tuk:tk
        tur:tr ukr:uk urd:ur uzb:uz vie:vi yid:yi zul:zu""",
    )
)


def detect_language(text: str) -> str | None:
    """The language a text is written in, as a two-letter code; None if the text gives no clue."""
    return _TWO_LETTERS.get(_detect_language(text).language or "")
