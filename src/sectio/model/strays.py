"""Lines inside a text that are not part of it, by what they say or what they are made of.

Labels over advertisements, lines that lead to another story ("Read also: …"), lines of links to subjects and to social networks, a last part
about the author, and sentences of the text repeated beside it. Items of lists and cells of tables stay.
"""

import re
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask, Page, covered
from sectio.model.placement import hinted, quoted_rows
from sectio.model.spans import Words
from sectio.patterns import pattern

# A line that leads to another story, a label and a last part about the author are not longer than this many words.
LINE_WORDS: Final = 30
LABEL_WORDS: Final = 3
AUTHOR_WORDS: Final = 120
# A notice is not longer than this many words (`model/notices.py`).
NOTICE_WORDS: Final = 45
# A sentence that is repeated has at least this many words, and so many are looked for on a page.
QUOTED_WORDS: Final = 5
MAX_QUOTED: Final = 50
# So many lines at the end of the text, and so long, may be about the page.
CLOSING_LINES: Final = 4
CLOSING_WORDS: Final = 40
_QUOTATION: Final = " \"“”„«»‹›「」'‘’.…"

# What labels over advertisements say, those that are ASCII apart.
_PLAIN_ADS: Final = frozenset(
    """
    advertisement advertisements sponsored anzeige werbung publicidad publicidade advertentie reklama annons annonse mainos reklam
    iklan ad ads promoted
""".split()
    + "sponsored content;paid content;sponsored post;paid post;promoted content;ad feedback;paid partnership;sponsored links;partner content".split(
        ";"
    )
)
_AD = pattern(
    rf"[\W_]*(?:{'|'.join(sorted(_PLAIN_ADS))}|publicité|pubblicità|реклама|реклама на сайте|広告|广告|廣告|광고|إعلان|quảng cáo)[\W_]*",
    re.IGNORECASE,
)
_NOT_LETTERS: Final = "".join(letter for letter in map(chr, range(128)) if not letter.isalnum())
# What a label that leads to another story ends with.
_LABEL_ENDS: Final = tuple(":：>»›→|–—-")
_ALSO = pattern(
    r"[\W_]*(?:(?:read|see|watch) (?:also|more|next)|related(?: reading| stor(?:y|ies)| articles?)?|recommended(?: reading)?|"
    r"(?:next|previous|prev)(?: (?:post|article|story|page))?|up next|article (?:suivant|précédent)|(?:nächster|vorheriger) (?:artikel|beitrag)|"
    r"(?:artículo|entrada) (?:siguiente|anterior)|(?:próximo|anterior) artigo|articolo (?:successivo|precedente)|следующая статья|次の記事|前の記事|"
    r"also read|don['’]t miss|you may also like|more on this(?: story| topic)?|"
    r"lesen sie auch|lies auch|mehr zum thema|auch interessant|lesetipp|(?:à )?lire aussi|voir aussi|à lire|"
    r"lee? tambi[ée]n|te puede interesar|leggi anche|potrebbe interessarti|leia (?:também|mais)|veja também|lees ook|"
    r"zobacz (?:też|także)|czytaj (?:też|także|również)|läs också|läs även|les også|læs også|lue myös|čtěte také|"
    r"citește și|olvasd el ezt is|"
    r"читайте также|смотрите также|читайте ещё|читайте також|ayrıca okuyun|bunu da oku|ilgili haber|関連記事|あわせて読みたい|"
    r"推荐阅读|相关阅读|延伸閱讀|相關文章|관련 기사|اقرأ أيضا|اقرأ أيضًا|إقرأ أيضاً?|اقرأ المزيد|baca juga|xem thêm)"
    rf"\s*[{''.join(_LABEL_ENDS)}]+\s*",
    re.IGNORECASE,
)
_AUTHOR = pattern(
    r"[\W_]*(?:(?:more )?about (?:the|our) (?:authors?|writers?)|(?:zum|über den|zur|über die) (?:autor|autorin|autoren)|"
    r"(?:à propos de|sur) l['’]auteure?|sobre (?:el|la|o|a) autora?|(?:l['’]autore|sull['’]autore|chi è l['’]autore)|"
    r"over de auteur|o autorze|om författaren|об авторе|yazar hakkında|著者について|作者简介|关于作者|عن الكاتب)[\W_]*",
    re.IGNORECASE,
)
# What the last lines of a page say about the page: who owns it, when it was changed, who was responsible for it.
_CLOSING = pattern(
    r"\W*(?:(?:©|\(c\)|copyright\b).{0,150}(?:\b(?:19|20)\d\d\b|reserved|vorbehalten|réservés|reservados|riservati|voorbehouden|"
    r"zastrzeżone|защищены|所有|転載).{0,150}|"
    r"(?:this (?:page|article|post|entry|document) (?:was|has been) )?last (?:updated|modified|edited|changed|reviewed)\b.{0,80}|"
    r"(?:zuletzt|letzte) (?:aktualisier|(?:ge)?änder|bearbeit).{0,80}|dernière (?:mise à jour|modification).{0,80}|"
    r"última (?:actualización|atualização|modificación|modificação).{0,80}|ultim[oa] (?:aggiornamento|modifica).{0,80}|"
    r"laatst (?:bijgewerkt|gewijzigd).{0,80}|ostatnia aktualizacja.{0,80}|последнее обновление.{0,80}|最終更新.{0,40}|最后更新.{0,40}|"
    r"(?:责任编辑|責任編輯|责编|責編|版权声明|版權聲明)\s*[：:].{0,80}|(?:扫一扫|扫码|掃碼).{0,30})",
    re.IGNORECASE | re.DOTALL,
)
_NETWORKS: Final = frozenset(
    """
    facebook twitter x instagram telegram youtube linkedin pinterest whatsapp tiktok threads mastodon bluesky reddit snapchat
    vk viber wechat weibo flipboard rss discord tumblr xing line email print pocket messenger more bookmark はてなブックマーク
""".split()
    + "apple podcasts;google podcasts;pocket casts;amazon music;youtube music;google news;apple news;rss feed;spotify;overcast;deezer;copy link;copy;hacker news;e-mail".split(
        ";"
    )
)
# What a line of links to pages about the same thing begins with, and one of ways to share.
_SUBJECTS: Final = frozenset(
    """
    share;share this;share this article;share this post;share on;share via;teilen;artikel teilen;diesen artikel teilen;
    diesen artikel weiterempfehlen;weiterempfehlen;partager;partager sur;compartir;compartir en;compartilhar;condividi;condividi su;
    поделиться;udostępnij;sdílet;dela;del;deel;paylaş;シェア;分享;공유;
    tags;tag;tagged;tagged as;tagged with;tagged in;filed under;filed in;posted in;categories;category;topics;topic;labels;keywords;
    more about;more on;related topics;in this story;schlagwörter;schlagworte;stichwörter;themen;thema;kategorien;kategorie;mots-clés;
    mots clés;étiquettes;catégories;catégorie;thèmes;etiquetas;categorías;categoría;temas;palabras clave;etichette;argomenti;categorie;
    categorias;assuntos;palavras-chave;trefwoorden;onderwerpen;tagi;etykiety;kategorie;taggar;ämnen;kategorier;emner;теги;метки;
    рубрики;рубрика;темы;ключевые слова;štítky;témata;címkék;etiketler;タグ;カテゴリー;カテゴリ;关键词;标签;分类;標籤;태그;الوسوم;كلمات دلالية
""".replace("\n", "")
    .replace("    ", "")
    .split(";")
)
_AROUND_SUBJECTS: Final = " \t\r\n\xa0:：#•|·-–—"


# What a block may be, as bits.
LABEL: Final = 1
LEADS: Final = 2
HEADED: Final = 4
QUOTED: Final = 8
LINE: Final = 16
_MEMBERS: Final = ("li", "td", "th")
Flags: TypeAlias = NDArray[np.uint8]


def drop(page: Page, blocks: Blocks, chosen: Mask, words: Words, flags: Flags) -> None:
    """Leave out the lines of the chosen blocks that are not part of the text; `flags` are what `flagged` says."""
    kept = (flags & ~np.uint8(LINE)) * chosen
    places = kept.nonzero()[0]
    headed, quoted = list[int](), list[int]()
    for i, flag in zip(places.tolist(), kept.take(places).tolist(), strict=True):
        if _leads_elsewhere(page, blocks, i) if flag & LEADS else flag & LABEL and _is_ad(blocks, i):
            chosen[i] = False
        if flag & HEADED:
            headed.append(i)
        if flag & QUOTED:
            quoted.append(i)
    _drop_author(blocks, chosen, words, headed)
    _drop_repeated(blocks, chosen, quoted)
    _drop_closing(blocks, chosen, words)


def flagged(page: Page, blocks: Blocks, words: Words) -> Flags:
    """What each block may be by its place and length: a label without a link, a line that leads elsewhere, a heading about the
    author, a quotation, a line of any kind. Compiled code finds the same.
    """
    members = covered(page, page.is_tag(*_MEMBERS)).take(blocks.node)
    linked = page.in_link[page.text_rows]
    links = blocks.sum(linked)
    may_lead = (links > 1) | (~linked[blocks.first] & linked[blocks.last - 1])
    marked = page.is_tag("aside")
    marked[quoted_rows(hinted(page))] = True
    flags = LABEL * (~members & (links == 0) & (words <= LABEL_WORDS))
    flags |= LEADS * (~members & may_lead & (words <= LINE_WORDS))
    flags |= HEADED * ((page.heading.take(page.parent.take(blocks.node)) > 0) & (words <= LINE_WORDS))
    flags |= LINE * (~members & (words <= NOTICE_WORDS))
    flags |= QUOTED * (covered(page, marked).take(blocks.node) & ~members & (words >= QUOTED_WORDS))
    return np.asarray(flags, np.uint8)


def _is_ad(blocks: Blocks, block: int) -> bool:
    """Whether a line is a label over an advertisement."""
    first, last = int(blocks.first[block]), int(blocks.last[block])
    text = blocks.page.texts[first] if last - first == 1 else blocks.text(block)
    if text.isascii():  # nearly all of them: a pattern takes longer
        return text.strip(_NOT_LETTERS).lower() in _PLAIN_ADS
    return _AD.fullmatch(blocks.text(block)) is not None


def _leads_elsewhere(page: Page, blocks: Blocks, block: int) -> bool:
    """Whether a line is a label and one link, and the label says so; names subjects, or networks, all linked."""
    first, last = int(blocks.first[block]), int(blocks.last[block])
    linked: list[bool] = page.in_link[page.text_rows[first:last]].tolist()
    links = [text for text, is_linked in zip(page.texts[first:last], linked, strict=True) if is_linked]
    are_networks = len(links) > 1 and all(text.strip().lower() in _NETWORKS for text in links)
    opening = page.texts[first]
    if not linked[0] and opening.strip(_AROUND_SUBJECTS).casefold() in _SUBJECTS:
        others = [
            text for text, is_linked in zip(page.texts[first + 1 : last], linked[1:], strict=True) if not is_linked
        ]
        return len(links) > 0 and not any(sign.isalnum() for text in others for sign in text)
    if linked[0] or not linked[-1] or not (are_networks or opening.rstrip().endswith(_LABEL_ENDS)):
        return are_networks
    text = blocks.text(block)
    label = _ALSO.match(text)
    return "".join(opening.split()) == "".join(text[: label.end()].split()) if label else are_networks


def _drop_author(blocks: Blocks, chosen: Mask, words: Words, headed: list[int]) -> None:
    """Leave out a heading about the author and what is below it, if that is short and the end of the text."""
    if not headed:
        return
    rest = (chosen * words)[::-1].cumsum()[::-1]
    for i in headed:
        if chosen[i] and rest[i] <= AUTHOR_WORDS and np.count_nonzero(chosen[:i]) and _AUTHOR.fullmatch(blocks.text(i)):
            chosen[i:] = False
            return


def _drop_repeated(blocks: Blocks, chosen: Mask, quoted: list[int]) -> None:
    """Leave out quotations that only repeat a sentence of the chosen text."""
    quoted = [i for i in quoted if chosen[i]]
    candidates = quoted[:MAX_QUOTED]
    if not candidates:
        return
    inside = np.zeros(len(chosen), bool)
    inside[quoted] = True
    rest = " ".join(blocks.some((chosen & ~inside).nonzero()[0])).casefold()
    for i in candidates:
        if blocks.text(i).strip(_QUOTATION).casefold() in rest:
            chosen[i] = False


def _drop_closing(blocks: Blocks, chosen: Mask, words: Words) -> None:
    """Leave out the last lines of the text that are about the page; hardly anything comes after them."""
    last = chosen.nonzero()[0][1:][-CLOSING_LINES:]
    after = 0.0
    for i, count in zip(last[::-1].tolist(), words.take(last)[::-1].tolist(), strict=True):
        if count > CLOSING_WORDS or after > CLOSING_WORDS:
            return
        if _CLOSING.fullmatch(blocks.text(i)):
            chosen[i] = False
        after += count
