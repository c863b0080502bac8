"""Lines inside a text that come from the site around it, known by what they say: where an advertisement is, how to share, follow or
subscribe, who may read on, what needs consent, what the page is.

A line is judged as a whole, so that a sentence that only mentions a newsletter stays. What is beside it in a small part of the page
of its own, with nothing long, goes with it. Where many lines of a page are like that, it is what the page is about.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from re import Pattern
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import tags
from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask, Page
from sectio.model import strays
from sectio.model.spans import Words, spans
from sectio.patterns import pattern

# What goes with a notice has so many words at most, and none of its lines more than so many.
PART_WORDS: Final = 80
LINE_WORDS: Final = 20
# All notices of a page have no more than this share of the chosen words, and are no more than this.
NOTICE_SHARE: Final = 0.35
MOST_NOTICES: Final = 8

_NETWORK: Final = (
    r"(?:x|twitter|facebook|instagram|linkedin|youtube|tiktok|telegram|whatsapp|threads|bluesky|mastodon|pinterest|google news|apple news|"
    r"flipboard|reddit|snapchat|tumblr|discord|spotify|line|vk|viber|weibo|e-?mail)"
)
# What may be before the sentence that counts: a short one.
_LEAD: Final = r"(?:.{0,60}[.!?:…] ?)?"


# What goes with a notice: nothing, the part of the page that it is in, that part if it is the last of the text, the links behind it.
Takes: TypeAlias = Literal["nothing", "part", "last part", "links"]


@dataclass(frozen=True)
class Notice:
    """A kind of line: letters of which each such line has some, and what it says as a whole, both in small letters."""

    letters: tuple[str, ...]
    says: Pattern[str]
    takes: "Takes"


def _notices(*lines: tuple[str, str], takes: Takes = "nothing") -> Iterator[Notice]:
    for letters, says in lines:
        yield Notice(tuple(letters.split("|")), pattern(rf"\W*(?:{says})\W*"), takes)


NOTICES: Final = (
    # Where an advertisement interrupts the text.
    *_notices(
        ("ontinues b|ontinues a|ontinue b|ontinue a|ontinues with", r"(?:.{0,40}\b)?continues? .{0,25}(?:ads?|adverts?|advertisements?|commercial)"),
        ("advertisement", r"advertisements?\W+(?:scroll|continue|story|article|keep|skip)\b.{0,40}"),
        ("anzeige|werbung", r"(?:weiter|(?:der )?(?:artikel|text|beitrag)|es geht|lesen sie weiter).{0,30}(?:anzeige|werbung)"),
        ("publicit|publicid|anuncio|pubblicit", r"(?:la suite|suite|.{0,40}contin[uú]a).{0,40}(?:publicité|publicida[d]e?|anuncio|pubblicità)"),
        ("advertentie", r"(?:lees|(?:het )?artikel|tekst).{0,30}advertentie"),
        ("annons|reklam|d wideo|em wideo", r"arti\w+ forts\w+ .{0,10}(?:annons\w*|reklam\w*)|.{0,40}\b(?:pod|po) (?:reklam\w+|wideo|materiałem wideo)|.{0,40}reklamdan sonra"),
        ("реклам", r".{0,40}(?:после|под) реклам\w+"),
        ("広告の|광고|スポンサー", r"スポンサー(?:ド)?リンク|.{0,12}広告の.{0,20}|.{0,12}광고.{0,12}"),
    ),
    # What the site earns.
    *_notices(
        ("affiliate link", r"(?:.{0,120}\W)?contains? (?:\w+ )?affiliate links?\b.{0,200}"),
        ("amazon associate", r"(?:.{0,120}\W)?as an amazon associate\b.{0,200}"),
        ("commission", r"(?:.{0,120}\W)?(?:earn|receive|get|make) (?:us )?(?:an? )?(?:small |affiliate )?commissions?\b.{0,200}"),
        ("affiliate-link", r".{0,120}enthält (?:\w+ )?affiliate.{0,160}"),
    ),
    # Ways to share, to print and to keep.
    *_notices(
        (
            "share|tweet|pin |save this|save article|save for|bookmark|print",
            rf"(?:share|tweet|pin|print|save|bookmark)(?: (?:this|it|the|via|on|to|with))?(?: (?:post|article|story|page|entry|recipe|news|video|"
            rf"{_NETWORK}))?(?: (?:on|via|with|to))?(?: {_NETWORK})?",
        ),
        ("share this", r"share this:? .{0,60}"),
        ("spread the|email this", r"spread the (?:word|love)|email this (?:page|article|post)"),
        ("teilen", r"(?:(?:diesen |den )?(?:artikel|beitrag|seite) )?teilen(?: (?:auf|via|mit|per) .{0,30})?"),
        ("partage", r"partage[rz]?(?: (?:cet article|la page|sur .{0,30}))?"),
        ("compart", rf"{_LEAD}[¡ ]*compart(?:ir|e|ilhar|ilhe)(?: (?:en|esta|este|no|na|o|a) .{{0,30}})?"),
        ("condivid", r"condividi(?: (?:su|questo|l['’]articolo).{0,30})?"),
        ("оделит", r"поделиться(?: .{0,30})?"),
        ("udostępnij|paylaş|deel dit|dela ", r"udostępnij(?: .{0,20})?|paylaş|deel dit (?:artikel|bericht).{0,20}|dela (?:artikeln|sidan)"),
        ("シェア|分享|공유", r"(?:この記事を)?シェア(?:する)?|分享(?:到|至).{0,20}|(?:기사 ?)?공유(?:하기)?"),
    ),
    # Whom to follow and to write to.
    *_notices(
        (
            "follow |join us|join me|join our|join the|connect with|like us|find us|find me",
            rf"{_LEAD}(?:please )?(?:you can )?(?:also )?(?:follow|like|join|connect with|find)\b (?:us|me|him|her|them|our|the|@|\w+ \w+).{{0,60}}"
            rf"\bon {_NETWORK}\b.{{0,80}}",
        ),
        (
            "contact |mail |reach |write to|tweet |message |get in touch|follow ",
            rf"{_LEAD}(?:please )?(?:you can )?(?:also )?(?:contact|e-?mail|reach|write to|tweet|message|get in touch with|follow)\b "
            r"(?:us|me|him|her|them|the (?:author|reporter|writer|editor)s?|our|@|\w+ \w+).{0,40}@\w.{0,80}",
        ),
        ("a tip?|story?|tips?|a story to|news tip", r"(?:do you )?(?:have|got) (?:a |any )?(?:news )?(?:tips?|stor(?:y|ies))\b.{0,20}\?.{0,140}"),
        ("join our|join the", r"(?:.{0,40}\W)?join (?:our|the) (?:\w+ )?(?:channel|group|community|newsletter|telegram|whatsapp|discord)\b.{0,80}"),
        ("folge|folgt|abonnier", rf"{_LEAD}(?:folgen sie|folge|folgt|abonnieren sie|abonniere|abonniert) (?:uns|mir|unser\w*)\b.{{0,100}}"),
        ("suivez|retrouvez|rejoignez|abonnez", rf"{_LEAD}(?:suivez|retrouvez|rejoignez|abonnez)[- ](?:nous|vous|moi|notre|nos)\b.{{0,120}}"),
        ("guenos|suscr|nete a|sigue toda|sigue nuestr", rf"{_LEAD}¿?¡?(?:síguenos|suscríbe(?:te|se)|únete|sigue (?:toda|todas|nuestr\w+)) ?.{{0,100}}"),
        (
            "siga|assine|subscreva|inscreva|participe|receba|entre no|entre em|entre para",
            rf"{_LEAD}(?:siga|siga-nos|assine|subscreva|inscreva-se|participe|receba|entre)\b.{{0,6}}\b(?:o |a |no |na |em |do |da )?"
            r"(?:noss[oa]s?|canal|newsletter|grupo)\b.{0,100}",
        ),
        ("seguici|iscriviti|unisciti", rf"{_LEAD}(?:seguici|iscriviti|unisciti)\b.{{0,120}}"),
        ("volg ons|abonneer|schrijf je|meld je", rf"{_LEAD}(?:volg ons|abonneer je|schrijf je in|meld je aan)\b.{{0,100}}"),
        ("одпис|ледите", rf"{_LEAD}(?:подписывайтесь|подпишитесь|подписаться|следите за)\b.{{0,140}}"),
        ("obserwuj|subskrybuj|polub", rf"{_LEAD}(?:obserwuj|subskrybuj|polub) (?:nas|nasz\w*)\b.{{0,100}}"),
        ("lj oss|lg oss|prenumerera", rf"{_LEAD}(?:(?:följ|følg) oss\b.{{0,80}}|prenumerera på .{{0,80}})"),
        ("takip", r".{0,40}bizi .{0,40}takip ed.{0,40}"),
        ("フォロー|チャンネル登録", r".{0,60}(?:フォロー|チャンネル登録)(?:してください|する|お願いします|はこちら|して).{0,30}"),
        ("구독|关注", r"구독(?:하기|신청).{0,20}|(?:欢迎)?(?:扫码|长按)?关注(?:我们|微信|公众号).{0,60}"),
    ),
    # How to subscribe.
    *_notices(
        (
            "subscri|sign up|sign-up|signup",
            rf"{_LEAD}(?:please |don['’]t forget to |to get .{{0,50}}, |click here to )?(?:sign[- ]?up|subscribe)\b.{{0,80}}"
            r"\b(?:newsletters?|mailing list|inbox|e-?mails?|updates?|alerts|channel|podcast|feed|here|now|today|free|briefing|subscriber|digest|bulletin|letter|list)\b.{0,120}",
        ),
        (
            "readers|subscribers|developers|people who",
            r"join (?:over |more than |the )?\d[\d,.]*\+?k? (?:other |happy )?(?:readers|subscribers|people|members|developers)\b.{0,120}",
        ),
        ("never miss|t miss", rf"{_LEAD}(?:never|don['’]t) miss (?:a|an|another|out on)\b.{{0,60}}"),
        ("your inbox|your email|your e-mail", r"(?:get|receive|have) .{0,80}\b(?:in|to|into) your (?:inbox|e-?mail)\b.{0,80}"),
        ("subscri", r"(?:enjoy(?:ed|ing)?|liked?|loved?) (?:this|what)\b.{0,40}\?.{0,40}subscri.{0,80}|thanks for reading\b.{0,60}subscri.{0,120}"),
        ("subscribe", r"subscribe(?: now| today| here| for free)?"),
        ("ihlaste se|jte se k", rf"{_LEAD}(?:přihlaste|přihlašte|registrujte) se\b.{{0,100}}"),
        ("newsletter", rf"{_LEAD}(?:melden sie sich|abonnieren sie|jetzt|hier|bestellen sie|zum)\b.{{0,60}}newsletter\b.{{0,80}}"),
        (
            "newsletter|lettre|bolet|correo",
            rf"{_LEAD}(?:recevez|inscrivez-vous|recibe|apúntate|ricevi|receba)\b.{{0,80}}(?:newsletter|lettre|boletín|correo)\b.{{0,80}}",
        ),
        takes="part",
    ),
    # Who pays for it.
    *_notices(
        (
            "ecome a|mitglied werden|werden sie mitglied|werde mitglied",
            rf"{_LEAD}(?:please )?(?:consider )?becom(?:e|ing) (?:a |an )?(?:\w+ )?(?:member|supporter|patron|subscriber)s?\b.{{0,120}}|"
            rf"{_LEAD}(?:jetzt mitglied werden|werden sie mitglied|werde mitglied)\b.{{0,80}}",
        ),
        (
            "support us|support our|support my|upporting|donate|your support",
            rf"{_LEAD}(?:please )?(?:consider )?(?:support(?:ing)? (?:us|our \w+|my \w+)|donate|make a donation)\b.{{0,120}}",
        ),
        takes="part",
    ),
    # Who may read on.
    *_notices(
        (
            "subscribers|for members|to members|paying members|patrons",
            r"(?:this|the rest of this|the full) (?:article|post|story|content|episode|issue)\b.{0,30} (?:for|to|by) .{0,30}"
            r"\b(?:subscribers|members|patrons)\b.{0,60}",
        ),
        ("lready a|lready sub|lready reg|lready have", r"already (?:an? )?(?:\w+ )?(?:subscriber|member|subscribed|registered|have an account)\b.{0,60}"),
        ("e reading|p reading", r"(?:to )?(?:continue|keep) reading\b.{0,60}(?:subscribe|sign|log in|account|trial|members?)\b.{0,60}"),
        (
            "log in|log-in|logged in|sign in|signed in|sign-in",
            r"(?:(?:please|you (?:must|need to|have to)) )?(?:be )?(?:log(?:ged)?|sign(?:ed)?)[- ]in\b.{0,30} (?:to|for) .{0,60}",
        ),
        ("nlock ", r"unlock (?:this|every|all|full|unlimited)\b.{0,60}"),
        ("abonné|de cet article", r"(?:cet |l['’])?article .{0,20}réservé.{0,60}|(?:vous êtes )?déjà abonné.{0,60}|il vous reste .{0,30}à lire.{0,60}"),
        ("nur für|haben bereits|haben schon|sind bereits|sind schon|weiterlesen", r".{0,60}\bnur für (?:abonnent|mitglied).{0,60}|sie (?:sind|haben) (?:bereits|schon) .{0,20}(?:abonnent|abo|kund).{0,60}|weiterlesen mit .{0,60}"),
        ("suscriptor|assinante|socios", r".{0,40}(?:exclusivo para|s[oó]lo para) (?:suscriptores|assinantes|socios).{0,60}|¿?ya (?:eres|soy) suscriptor.{0,40}|já é assinante.{0,40}"),
        ("abbonat|abonnee", r".{0,40}(?:riservato agli|solo per gli) abbonati.{0,60}|sei già abbonato.{0,40}|.{0,30}alleen voor abonnees.{0,60}|al abonnee.{0,40}"),
        ("会員|残り", r".{0,40}(?:有料会員|会員限定|会員登録).{0,40}|残り\W*\d+文字.{0,30}"),
        takes="part",
    ),
    # What is shown with consent alone.
    *_notices(
        ("your consent|your permission", r"(?:we need|this .{0,40}(?:needs|requires?)|with) your (?:consent|permission)\b.{0,200}"),
        (
            "consent|cookies|javascript",
            r"(?:to|please) (?:view|see|watch|display|load|show|accept|allow|enable)\b.{0,80}(?:consent|cookies|javascript)\b.{0,120}",
        ),
        ("blocked|consent|cookies|third-p|third p", r"this (?:content|video|embed|post|tweet|map)\b.{0,60}(?:blocked|consent|cookies|third[- ]part)\b.{0,120}"),
        ("consent|cookies|third-p|third p", r"by (?:clicking|loading|viewing|activating)\b.{0,80}(?:consent|cookies|third[- ]part)\w*.{0,160}"),
        (
            "inhalt",
            r"(?:empfohlener|externer) (?:redaktioneller |externer )?inhalt|externe inhalte? (?:anzeigen|laden|immer anzeigen)|"
            r"an dieser stelle (?:finde\w+|befindet|ist|steht|wird)\b.{0,80}(?:extern|inhalt).{0,240}",
        ),
        ("einverstanden", r"ich bin (?:damit )?einverstanden,.{0,40}(?:inhalt|daten).{0,200}"),
        (
            "zustimmung|zuzustimmen|zugestimmt|einwilligung",
            r".{0,80}\b(?:inhalt|video|karte)\w*\b.{0,80}\b(?:zustimmung|zuzustimmen|zugestimmt|einwilligung)\b.{0,160}",
        ),
        ("contenu|contenido", r"(?:ce|pour (?:voir|afficher) ce) contenu\b.{0,80}(?:cookies|bloqué|consentement).{0,120}|contenu externe|contenido externo"),
        takes="part",
    ),
    # What it is a part of, before a list of the others.
    *_notices(
        ("the series|a series|our series|this series", r"this (?:post|article|story|chapter) is .{0,30}\bseries\b.{0,100}"),
        takes="part",
    ),
    # What the site sells, in a box below the text.
    *_notices(
        (
            "a demo|e demo|r demo|e trial|y trial|a quote|e quote|get started|for free|ct sales|consultation|a call",
            r"(?:book|request|schedule|get|watch|see|start|try|claim)(?: (?:a|an|your|my|our|the|it|us))?(?: (?:free|live|personal|personalized))?"
            r"(?: \d+[- ]day)?(?: free)? (?:demo|trial|quote|consultation|call)|get started(?: now| today| for free)?|try \w+(?: \w+)? for free|contact sales",
        ),
        takes="last part",
    ),
    # What the page says of itself.
    *_notices(
        ("page |seite |gina |pagina ", r"(?:page|seite|página|pagina) \d+ (?:of|von|de|di|van|sur) \d+"),
        ("copied|copy|loading|back to top|cook mode", r"copied|copy(?: (?:code|link|text|to clipboard))?|loading|back to top|cook mode\b.{0,60}"),
        ("s read|n read|e read|reading time", r"\d+ min(?:ute)?s?[- ]read|(?:estimated )?reading time\W{0,3}\d.{0,20}"),
        ("lesezeit|leestijd|de lect|di lett|de leit", r"(?:lesezeit|leestijd|(?:temps|tiempo|tempo) d[ei] (?:lectur[ea]|leitura|lettura))\W.{0,25}"),
        ("a mistake|an error|a typo|омментари", r"(?:found|spotted|see|noticed) (?:a|an) (?:mistake|error|typo|issue|bug)\b.{0,100}|комментари(?:и|ев)\W{0,3}\d*|\d+ комментари\w+"),
        ("ctrl|ошибк", r"(?:(?:если вы )?(?:нашли|заметили|увидели)|сообщить об) ошибк.{0,120}"),
        ("listen to", r"listen to (?:this|the) (?:article|story)\b.{0,30}"),
        ("ast updated|ast modified|ast reviewed", r"last (?:updated|modified|reviewed)\b.{0,20}\d.{0,40}"),
        ("originally p", r"(?:this (?:post|article|story) (?:was )?)?originally (?:published|posted|appeared) (?:at|on|in|by) .{0,100}"),
        (
            "helpful|useful|hilfreich|été utile|sido útil|rate th|rate it",
            r"(?:was|is|did you find) this (?:page |article |information |answer |post |content )?(?:helpful|useful)\b.{0,40}|"
            r"how (?:helpful|useful) was .{0,60}|rate this (?:page|article|post|recipe)\b.{0,40}|click on a star to rate it.{0,20}|"
            r"war (?:diese[rs]?|die) \w+ hilfreich\b.{0,30}|.{0,40}vous a-t-(?:il|elle) été utile.{0,20}|.{0,40}ha sido útil.{0,40}",
        ),
        (
            "comment|komment|discussion|conversation|coment",
            r"(?:\d+ comments?|comments? ?\(?\d*\)?|(?:leave|add|post|write) a (?:comment|reply)|(?:view|show|read|see) (?:all )?(?:\d+ )?comments?(?: \(\d+\))?|"
            r"join the (?:conversation|discussion)|no comments yet.{0,40}|comments (?:are|have been) (?:closed|disabled).{0,40}|\d+ kommentare?|"
            r"kommentare? ?\(\d+\)|kommentar (?:schreiben|hinterlassen|verfassen)|(?:laisser|ajouter) un commentaire|(?:deja|dejar|añadir) un comentario|"
            r"\d+ (?:commentaires?|comentarios?)|\d+ comentarios?)",
        ),
        (
            "edit this|suggest|report a|improve this|view source|print th|drucken|imprimir|imprimer|download ",
            r"(?:edit|improve|print|download) this (?:page|article|post)(?: (?:on|as|in) .{0,20})?|suggest (?:an )?edits?(?: .{0,20})?|view source|"
            r"report (?:a|an) (?:problem|error|typo|issue|bug|mistake)\b.{0,40}|(?:seite|artikel) drucken|imprim(?:ir|er)(?: .{0,20})?|download (?:as )?pdf",
        ),
        (
            "next|previous|older|newer|ächste seite|suivant|siguiente|weiterlesen|la suite",
            r"(?:next|previous|older|newer) (?:page|posts?|entries|articles?|story|stories)|(?:\d{1,3} ){2,}.{0,20}next.{0,10}|nächste seite|"
            r"(?:page|article) (?:suivante?|précédente?)|página siguiente|weiterlesen|lire la suite",
        ),
        (
            "javascript|browser does not",
            r"(?:please )?enable javascript\b.{0,100}|javascript (?:is|must be) (?:disabled|required|not enabled|enabled)\b.{0,100}|"
            r"(?:sorry, )?your browser does ?n[o']t support\b.{0,80}",
        ),
        ("cookies", r"(?:we|this (?:web)?site) uses? cookies\b.{0,200}|(?:wir verwenden|diese (?:web)?seite (?:verwendet|nutzt)) cookies\b.{0,200}"),
    ),
    # What other pages there are, below.
    *_notices(
        (
            "more stories|more articles|more posts|trending|other stories|other articles|similar |s picks|s’ picks|s choice|p next|keep reading|partners|the web|ost viewed|ead also|tch also|lso read|ou may|ou might|related|recommended|more on|more from|read more|read next|ost popular|ost read|t miss",
            r"(?:read|watch) (?:also|more|next)|see more|also read|related(?: posts?| stor(?:y|ies)| articles?| content| reading| news| topics)?|"
            r"recommended(?: for you| reading| stories| articles)?|you (?:may|might)(?: also)? (?:like|enjoy|be interested in)|"
            r"more (?:on|from|about) (?:this|our|the)\b.{0,30}|more (?:stories|articles|posts|news)|don['’]t miss|most (?:popular|read|viewed)|"
            r"trending(?: now| stories)?|(?:other|similar) (?:stories|articles|posts)|editor(?:['’]?s['’]?) (?:picks?|choice)|up next|"
            r"what to read next|keep reading|from our partners|from (?:around )?the web",
        ),
        (
            "sie auch|ies auch|ich auch|nen auch|auch inter|mehr zum|weitere |lire|sujet|articles li|articles sim|articles con|articles rec",
            r"lesen sie auch|lies auch|mehr zum thema|auch interessant|(?:das )?könnte (?:sie|dich|ihnen) auch .{0,30}|weitere (?:themen|artikel)|"
            r"(?:à )?lire aussi|à lire|voir aussi|sur le même sujet|articles (?:liés|similaires|connexes|recommandés)",
        ),
        (
            "tambi|puede inter|relacionad|correlat|leggi anche|be interessar|leia mais|leia tamb|veja tamb|lees ook|meer over|meer lezen",
            r"lee? también|te puede interesar|(?:noticias|artículos|notícias|artigos|temas) relacionad[ao]s|leia (?:também|mais)|veja também|"
            r"leggi anche|potrebbe interessarti.{0,20}|articoli correlati|lees ook|meer (?:over|lezen)\b.{0,30}",
        ),
        (
            "czytaj|zobacz|też|läs |les også|læs|zajímat|čtěte|souvisej|haberler|ilgili",
            r"(?:czytaj|zobacz) (?:też|także|również|więcej)|läs (?:också|även|mer)|les også|læs også|"
            r"(?:mohlo by vás (?:také )?zajímat|čtěte (?:také|také)|související.{0,20})|ilgili (?:haberler|haber|konular)",
        ),
        (
            "также|по теме|関連|あわせて|相关|相關|관련|추천|인기|推荐阅读|延伸|اقرأ|ذات صلة",
            r"читайте также|смотрите также|(?:материалы|новости|статьи|ещё|еще) по теме|по теме|関連(?:記事|リンク|ニュース)|あわせて読みたい|"
            r"(?:相关|相關)(?:新闻|阅读|文章|推荐|文章|新聞)|推荐阅读|延伸閱讀|(?:관련|추천|인기) ?(?:기사|뉴스|글)|اقرأ (?:أيضا|أيضًا|المزيد)|(?:مواضيع|مقالات|أخبار) ذات صلة",
        ),
        takes="links",
    ),
    # Who may copy it, and who wrote it.
    *_notices(
        ("ⓒ|무단", r"(?:저작권자\W*)?ⓒ.{0,80}|.{0,60}무단 ?(?:전재|복제|배포).{0,60}"),
        ("기자|특파원", r"\S{2,4} ?(?:기자|특파원)\W*\S+@\S+.{0,30}"),
        ("転載|复制|转载", r".{0,40}無断(?:転載|複製).{0,30}|.{0,30}未经.{0,12}(?:授权|许可).{0,12}转载.{0,30}"),
    ),
)  # fmt: skip
_FORM: Final = tags.CODE["form"]
_LETTERS: Final = tuple(dict.fromkeys(letters for notice in NOTICES for letters in notice.letters))
_TOGETHER: Final = "\0".join(_LETTERS).encode()
_OF_LETTERS: Final = tuple(tuple(notice for notice in NOTICES if letters in notice.letters) for letters in _LETTERS)


def drop(page: Page, blocks: Blocks, chosen: Mask, words: Words, flags: strays.Flags) -> None:
    """Leave out the notices among the chosen lines, and what goes with them; `flags` are what `strays.flagged` says."""
    near = chosen.copy()  # a notice that is not chosen may have others beside it that are
    near[1:] |= chosen[:-1]
    near[:-1] |= chosen[1:]
    said = _said(page, blocks, (flags * near & strays.LINE).nonzero()[0])
    forms = _forms(page, blocks, chosen)
    if not said and not forms:
        return
    left_out = np.zeros(len(chosen), bool)
    if len(said) <= MOST_NOTICES:
        for block, notice in said.items():
            if notice.takes == "links":
                _leave_out_links(page, blocks, chosen, flags, left_out, block)
            elif notice.takes != "last part":
                left_out[block] = True
        for block, notice in said.items():
            if notice.takes in ("part", "last part"):
                first, last = _part(page, blocks, chosen & ~left_out, words, block)
                if notice.takes == "part" or (last > first + 1 and not chosen[last:].any()):
                    left_out[first:last] = True
    for form, block in forms[:MOST_NOTICES]:
        left_out[_announcing(page, blocks, chosen, words, form, block) : block] = True
    if (words * (chosen & left_out)).sum() <= NOTICE_SHARE * (words * chosen).sum():
        chosen &= ~left_out


def leads(line: str) -> bool:
    """Whether a line is a label of links to other pages."""
    text = line.casefold()
    return any(notice.takes == "links" and notice.says.fullmatch(text) for notice in NOTICES)


def _said(page: Page, blocks: Blocks, lines: NDArray[np.intp]) -> dict[int, Notice]:
    """Which of these blocks are notices."""
    said: dict[int, Notice] = {}
    read, text = -1, ""
    for place, letters in _held(page, blocks, lines):
        block = int(lines[place])
        if block in said:
            continue
        if block != read:  # a line may have letters of several
            read, text = block, blocks.text(block).casefold()
        for notice in _OF_LETTERS[letters]:
            if notice.says.fullmatch(text):
                said[block] = notice
                break
    return said


def _leave_out_links(page: Page, blocks: Blocks, chosen: Mask, flags: strays.Flags, left_out: Mask, block: int) -> None:
    """Leave out a label and the lines of links behind it; it stays where text or a list follows."""
    after = block + 1
    while after < len(chosen) and chosen[after] and flags[after] & strays.LINE and _is_linked(page, blocks, after):
        left_out[after] = True
        after += 1
    left_out[block] = after > block + 1 or after == len(chosen) or not chosen[after]


def _is_linked(page: Page, blocks: Blocks, block: int) -> bool:
    return bool(page.in_link[page.text_rows[blocks.first[block] : blocks.last[block]]].all())


def _forms(page: Page, blocks: Blocks, chosen: Mask) -> list[tuple[int, int]]:
    """The forms right behind a chosen block, and the block behind that."""
    if not page.has("form"):
        return []
    forms = (page.tag == _FORM).nonzero()[0].tolist()
    found = zip(forms, blocks.node.searchsorted(forms).tolist(), strict=True)
    return [(form, block) for form, block in found if block > 1 and chosen[block - 1]]


def _announcing(page: Page, blocks: Blocks, chosen: Mask, words: Words, form: int, block: int) -> int:
    """Where the heading and the line begin that are right before a form for an address, in one element with it: they say what it is for."""
    above = int(page.parent[form])
    for start in (block - 1, block - 2):
        if start < 1 or not chosen[start] or words[start] > LINE_WORDS or blocks.node[start] < above:
            break
        if page.heading[page.parent[blocks.node[start]]] > 1:
            return start if _asks_address(page, form) else block
    return block


def _asks_address(page: Page, form: int) -> bool:
    """Whether a form has a field for an electronic address."""
    fields = page.is_tag("input")[form : page.end[form]].nonzero()[0][:MOST_NOTICES] + form
    return any(page.source.attributes(row).get("type", "").lower() == "email" for row in fields.tolist())


def _held(page: Page, blocks: Blocks, short: NDArray[np.intp]) -> list[tuple[int, int]]:
    """The places among these blocks, and the letters of notices that are in them: most have none, and need not be read."""
    written = page.source.written()
    if written is None:
        values = [text.encode() for text in blocks.some(short)]
        ends = np.cumsum([len(value) for value in values], dtype=np.int32)
        source, starts = b"".join(values), np.append(np.int32(0), ends)[:-1]
    else:
        source, starts, ends = written
        starts, ends = starts[blocks.first[short]], ends[blocks.last[short] - 1]
    if compiled.core:
        numbers = np.frombuffer(compiled.core.held_needles(source, starts, ends, _TOGETHER), np.int32).tolist()
        return [*zip(numbers[::2], numbers[1::2], strict=True)]
    said = [source[start:end].lower() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    letters = [one.encode() for one in _LETTERS]
    return [(place, i) for place, value in enumerate(said) for i, one in enumerate(letters) if one in value]


def _part(page: Page, blocks: Blocks, rest: Mask, words: Words, block: int) -> tuple[int, int]:
    """The blocks of the largest element around a notice that is short and has nothing long beside it."""
    row, found = int(page.parent[blocks.node[block]]), (block, block + 1)
    while row and page.words[row : page.end[row]].sum() <= PART_WORDS:
        first, last = (int(edge[0]) for edge in spans(blocks, page, np.array([row], np.int32)))
        if (words[first:last] * rest[first:last]).max(initial=0) > LINE_WORDS:
            break
        row, found = int(page.parent[row]), (first, last)
    return found
