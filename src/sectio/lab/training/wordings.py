"""What the noise inside articles says, in several languages; `{title}`, `{name}` and numbers are filled in.

Kinds: `ad` labels, `newsletter` boxes, `also` (links to other stories), `pages`, `share` bars, `byline` strips, `promo` boxes,
`author` boxes, and `talk` (invitations to comment).
"""

from collections.abc import Mapping
from typing import Final

Wordings = Mapping[str, tuple[str, ...]]

_ENGLISH: Wordings = {
    "ad": (
        "Advertisement", "ADVERTISEMENT", "Sponsored", "Story continues below advertisement", "Ad", "Article continues after ad",
        "Paid content", "Promoted by our partners", "Scroll to keep reading", "Advertisement – continue reading below",
    ),
    "newsletter": (
        "Sign up for our newsletter|The best stories of the week, straight to your inbox.|Subscribe",
        "Get the morning briefing|Everything you need to know, every weekday.|Your email address|Sign up",
        "Never miss a post|Join {number} readers who get our weekly letter. No spam, unsubscribe at any time.|Join",
        "Subscribe to our newsletter to get updates like this in your mailbox.",
        "Enjoying this story? Get more like it by email.|Email|Subscribe now",
    ),
    "also": ("Read also: {title}", "Related: {title}", "See also|{title}|{title}", "More on this topic|{title}|{title}|{title}",
             "READ MORE: {title}", "You may also like|{title}|{title}", "Recommended|{title}", "Don't miss: {title}",
             "Up next|{title}", "Most read|{title}|{title}|{title}"),
    "pages": ("Page {small} of {number}", "1|2|3|Next", "Previous|Next", "« Previous page|Next page »", "Continue on page {small}"),
    "share": ("Share|Tweet|Email", "Share this article|Facebook|Twitter|LinkedIn|WhatsApp", "Facebook|X|Reddit|Copy link",
              "Share on Facebook|Share on Twitter|Pin it", "Like|Share|Save|Print"),
    "byline": ("{small} min read", "By {name}|{small} min read", "{name} · {date} · {small} minute read", "Updated {date}",
               "Published {date}|Last updated {date}", "Written by {name}", "Reading time: {small} minutes", "{number} views|{small} comments"),
    "promo": ("Try it free for {number} days|No credit card required.|Start your free trial",
              "Download our app|Read offline, get alerts and save stories for later.|Download",
              "Save {number}% on a subscription today. Unlimited access on all your devices.|Subscribe",
              "Support our work|Independent journalism needs readers like you. Give from as little as one dollar.|Donate",
              "Buy the book|Signed copies are now in our shop.|Order now", "Become a member|Members read without ads.|Join today"),
    "author": ("About the author|{name} is a writer and editor. He lives with his family near the sea.",
               "{name}|{name} covers technology and business. Follow her on Twitter.|More by {name}",
               "Written by {name}|Senior correspondent. Previously a reporter for several regional papers.",
               "{name} has been with us since {year}. You can reach {name} by email."),
    "talk": ("{small} Comments", "Join the conversation", "Leave a comment", "What do you think? Tell us in the comments.",
             "Was this article helpful?|Yes|No", "Report an error", "Thanks for reading!|Let us know what you think below."),
}  # fmt: skip

LANGUAGES: Final[Mapping[str, Wordings]] = {
    "en": _ENGLISH,
    "de": {
        "ad": ("Anzeige", "Werbung", "ANZEIGE", "Nach der Anzeige geht es weiter"),
        "newsletter": ("Newsletter abonnieren|Die wichtigsten Nachrichten des Tages kostenlos in Ihr Postfach.|Jetzt anmelden",
                       "Keine Ausgabe verpassen: Melden Sie sich für unseren Newsletter an."),
        "also": ("Lesen Sie auch: {title}", "Mehr zum Thema|{title}|{title}", "Auch interessant|{title}", "Lesetipp: {title}"),
        "pages": ("Seite {small} von {number}", "Zurück|Weiter", "Weiter auf Seite {small}"),
        "share": ("Teilen|Twittern|E-Mail", "Artikel teilen|Facebook|WhatsApp", "Drucken|Merken|Teilen"),
        "byline": ("Von {name}", "{small} Min. Lesezeit", "Stand: {date}", "Von {name}|{date}|Lesedauer: {small} Minuten"),
        "promo": ("Jetzt {number} Tage kostenlos testen|Alle Artikel, jederzeit kündbar.|Angebot sichern", "Laden Sie unsere App herunter"),
        "author": ("Über den Autor|{name} schreibt seit {year} über Wirtschaft und Gesellschaft.", "Zur Autorenseite von {name}"),
        "talk": ("{small} Kommentare", "Diskutieren Sie mit", "Fehler gefunden? Jetzt melden."),
    },
    "fr": {
        "ad": ("Publicité", "PUBLICITÉ", "La suite après la publicité", "Contenu sponsorisé"),
        "newsletter": ("Inscrivez-vous à notre newsletter|Recevez chaque matin l'essentiel de l'actualité.|Je m'inscris",),
        "also": ("À lire aussi : {title}", "Lire aussi|{title}|{title}", "Sur le même sujet|{title}", "À voir également : {title}"),
        "pages": ("Page {small} sur {number}", "Précédent|Suivant"),
        "share": ("Partager|Tweeter|Envoyer", "Partager sur Facebook|Partager sur Twitter"),
        "byline": ("Par {name}", "Temps de lecture : {small} min", "Publié le {date}|Mis à jour le {date}"),
        "promo": ("Cet article est réservé aux abonnés|Profitez de notre offre dès 1 € par mois.|S'abonner", "Téléchargez notre application"),
        "author": ("À propos de l'auteur|{name} est journaliste depuis {year}.",),
        "talk": ("{small} commentaires", "Réagissez à cet article", "Signaler une erreur"),
    },
    "es": {
        "ad": ("Publicidad", "PUBLICIDAD", "Anuncio", "Contenido patrocinado"),
        "newsletter": ("Suscríbete a nuestro boletín|Recibe cada semana las mejores historias en tu correo.|Suscribirme",),
        "also": ("Lee también: {title}", "Te puede interesar|{title}|{title}", "Más información|{title}", "Lea también: {title}"),
        "pages": ("Página {small} de {number}", "Anterior|Siguiente"),
        "share": ("Compartir|Tuitear|Enviar", "Compartir en Facebook|Compartir en WhatsApp"),
        "byline": ("Por {name}", "{small} min de lectura", "Actualizado el {date}"),
        "promo": ("Hazte socio y apoya nuestro periodismo.|Hazte socio", "Descarga la aplicación|Disponible para tu móvil."),
        "author": ("Sobre el autor|{name} escribe sobre cultura y política desde {year}.",),
        "talk": ("{small} comentarios", "Deja tu comentario"),
    },
    "it": {
        "ad": ("Pubblicità", "PUBBLICITÀ"),
        "newsletter": ("Iscriviti alla newsletter|Le notizie della settimana nella tua casella di posta.|Iscriviti",),
        "also": ("Leggi anche: {title}", "Potrebbe interessarti|{title}|{title}"),
        "pages": ("Pagina {small} di {number}", "Indietro|Avanti"),
        "share": ("Condividi|Tweet|Email",), "byline": ("di {name}", "Tempo di lettura: {small} minuti", "{date}"),
        "promo": ("Scarica la nostra app",), "author": ("{name} collabora con noi dal {year}.",), "talk": ("{small} commenti",),
    },
    "pt": {
        "ad": ("Publicidade", "PUBLICIDADE", "Continua depois da publicidade"),
        "newsletter": ("Assine a nossa newsletter|As principais notícias no seu e-mail.|Assinar",),
        "also": ("Leia também: {title}", "Leia mais|{title}|{title}", "Veja também: {title}"),
        "pages": ("Página {small} de {number}", "Anterior|Próxima"),
        "share": ("Compartilhe|Facebook|WhatsApp",), "byline": ("Por {name}", "{small} min de leitura", "Atualizado em {date}"),
        "promo": ("Baixe o nosso aplicativo",), "author": ("{name} é repórter desde {year}.",), "talk": ("{small} comentários",),
    },
    "nl": {
        "ad": ("Advertentie",), "newsletter": ("Schrijf je in voor de nieuwsbrief|Elke vrijdag het beste van de week.|Aanmelden",),
        "also": ("Lees ook: {title}", "Meer over dit onderwerp|{title}|{title}"), "pages": ("Pagina {small} van {number}", "Vorige|Volgende"),
        "share": ("Delen|Tweeten|Mailen",), "byline": ("Door {name}", "Leestijd: {small} minuten"), "promo": ("Word nu lid|Eerste maand gratis.",),
        "author": ("{name} is verslaggever.",), "talk": ("{small} reacties", "Reageer op dit artikel"),
    },
    "pl": {
        "ad": ("Reklama", "REKLAMA", "Dalsza część artykułu pod reklamą"), "newsletter": ("Zapisz się na newsletter|Najważniejsze wiadomości prosto na e-mail.|Zapisz się",),
        "also": ("Czytaj też: {title}", "Zobacz także|{title}|{title}", "Przeczytaj również: {title}"), "pages": ("Strona {small} z {number}", "Poprzednia|Następna"),
        "share": ("Udostępnij|Tweetnij",), "byline": ("Autor: {name}", "{date}|{small} min czytania"), "promo": ("Pobierz naszą aplikację",),
        "author": ("{name} – dziennikarz, z nami od {year} roku.",), "talk": ("{small} komentarzy", "Dodaj komentarz"),
    },
    "ru": {
        "ad": ("Реклама", "РЕКЛАМА"), "newsletter": ("Подпишитесь на рассылку|Главные новости дня на вашу почту.|Подписаться",),
        "also": ("Читайте также: {title}", "По теме|{title}|{title}", "Читайте также|{title}"), "pages": ("Страница {small} из {number}", "Назад|Вперёд"),
        "share": ("Поделиться|ВКонтакте|Телеграм",), "byline": ("Автор: {name}", "{small} мин. чтения", "{date}"), "promo": ("Скачайте наше приложение",),
        "author": ("{name} – обозреватель.",), "talk": ("Комментарии: {small}",),
    },
    "zh": {
        "ad": ("广告", "推广内容"), "newsletter": ("订阅我们的通讯|每周精选文章直达您的邮箱。|订阅",), "also": ("延伸阅读：{title}", "相关文章|{title}|{title}", "推荐阅读|{title}"),
        "pages": ("第{small}页 共{number}页", "上一页|下一页"), "share": ("分享|微博|微信",), "byline": ("作者：{name}", "{date} 来源：本站", "阅读时间：{small}分钟"),
        "promo": ("扫码下载客户端|更多精彩内容等你来看。",), "author": ("作者简介|{name}，本站专栏作者。",), "talk": ("评论 {small}", "发表评论"),
    },
    "ja": {
        "ad": ("広告", "スポンサーリンク"), "newsletter": ("メールマガジン登録|最新記事を毎週お届けします。|登録する",), "also": ("あわせて読みたい：{title}", "関連記事|{title}|{title}"),
        "pages": ("{small}/{number}ページ", "前へ|次へ"), "share": ("シェア|ツイート|はてなブックマーク",), "byline": ("文：{name}", "{date} 更新", "この記事は約{small}分で読めます"),
        "promo": ("アプリをダウンロード",), "author": ("この記事を書いた人|{name}。編集者。",), "talk": ("コメント {small}件",),
    },
}  # fmt: skip

NAMES: Final = (
    "Maria Lopes", "J. Hartley", "Anna Kowalska", "Tom Becker", "Claire Dubois", "Kenji Mori", "Li Wei", "Sofia Rossi", "Ivan Petrov",
    "Nora Lind", "Sam Okafor", "Priya Nair", "Elif Demir", "Lucas Prado", "Dana Whitfield", "Pieter de Wit",
)  # fmt: skip
DATES: Final = (
    "March 3, 2021", "12 May 2019", "2022-11-08", "04.07.2023", "Jan 17, 2018", "3 hours ago", "9 août 2020", "15 de junio de 2017",
    "2020年6月3日", "Tuesday, 5 October 2021 10:42", "21/09/2016",
)  # fmt: skip
