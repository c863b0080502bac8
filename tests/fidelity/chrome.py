"""The words of the site around an article, in its language."""

NAMES = (
    "skip home about archive contact search popular one two three rights privacy imprint login weather"
).split()  # fmt: skip

_WORDS = {
    "en": "Skip to content|Home|About us|Archive|Contact|Search this site|Most read|Council votes on new lamps|A bakery turns ninety|Rain until Tuesday|All rights reserved.|Privacy policy|Imprint|Log in|Weather",
    "de": "Zum Inhalt springen|Startseite|Über uns|Archiv|Kontakt|Suche|Meistgelesen|Rat stimmt über Laternen ab|Bäckerei wird neunzig|Regen bis Dienstag|Alle Rechte vorbehalten.|Datenschutz|Impressum|Anmelden|Wetter",
    "fr": "Aller au contenu|Accueil|À propos|Archives|Contact|Rechercher|Les plus lus|Le conseil vote les lampes|Une boulangerie a cent ans|Pluie jusqu'à mardi|Tous droits réservés.|Confidentialité|Mentions légales|Se connecter|Météo",
    "es": "Saltar al contenido|Inicio|Quiénes somos|Archivo|Contacto|Buscar|Lo más leído|El pleno vota las farolas|Una panadería cumple cien años|Lluvia hasta el martes|Todos los derechos reservados.|Privacidad|Aviso legal|Iniciar sesión|El tiempo",
    "it": "Vai al contenuto|Home|Chi siamo|Archivio|Contatti|Cerca|I più letti|Il consiglio vota i lampioni|Un forno compie cento anni|Pioggia fino a martedì|Tutti i diritti riservati.|Privacy|Note legali|Accedi|Meteo",
    "pt": "Ir para o conteúdo|Início|Quem somos|Arquivo|Contacto|Pesquisar|Mais lidas|Câmara vota candeeiros|Padaria faz cem anos|Chuva até terça|Todos os direitos reservados.|Privacidade|Ficha técnica|Entrar|Tempo",
    "nl": "Naar de inhoud|Home|Over ons|Archief|Contact|Zoeken|Meest gelezen|Raad stemt over lantaarns|Bakkerij wordt negentig|Regen tot dinsdag|Alle rechten voorbehouden.|Privacy|Colofon|Inloggen|Weer",
    "pl": "Przejdź do treści|Strona główna|O nas|Archiwum|Kontakt|Szukaj|Najczęściej czytane|Rada głosuje nad latarniami|Piekarnia ma dziewięćdziesiąt lat|Deszcz do wtorku|Wszelkie prawa zastrzeżone.|Prywatność|Redakcja|Zaloguj się|Pogoda",
    "sv": "Hoppa till innehållet|Hem|Om oss|Arkiv|Kontakt|Sök|Mest läst|Fullmäktige röstar om lyktor|Bageri fyller nittio|Regn till tisdag|Alla rättigheter förbehållna.|Integritet|Redaktion|Logga in|Väder",
    "ru": "Перейти к содержанию|Главная|О нас|Архив|Контакты|Поиск|Самое читаемое|Совет голосует за фонари|Пекарне девяносто лет|Дождь до вторника|Все права защищены.|Конфиденциальность|Редакция|Войти|Погода",
    "tr": "İçeriğe geç|Ana sayfa|Hakkımızda|Arşiv|İletişim|Ara|En çok okunanlar|Meclis lambaları oyladı|Fırın doksan yaşında|Salıya kadar yağmur|Tüm hakları saklıdır.|Gizlilik|Künye|Giriş|Hava",
    "ja": "本文へ|ホーム|このサイトについて|アーカイブ|お問い合わせ|検索|よく読まれた記事|街灯の投票|九十年のパン屋|火曜まで雨|無断転載を禁じます。|プライバシー|運営者|ログイン|天気",
    "zh": "跳到正文|首页|关于我们|存档|联系|搜索|热门文章|议会表决路灯|面包店九十年|雨到周二|版权所有。|隐私|声明|登录|天气",
    "cs": "Přejít k obsahu|Domů|O nás|Archiv|Kontakt|Hledat|Nejčtenější|Rada hlasuje o lampách|Pekárně je devadesát|Déšť do úterý|Všechna práva vyhrazena.|Soukromí|Tiráž|Přihlásit|Počasí",
    "ko": "본문 바로가기|홈|소개|지난 기사|문의|검색|많이 본 기사|시의회 가로등 표결|아흔 살 빵집|화요일까지 비|무단 전재를 금합니다.|개인정보|편집부|로그인|날씨",
    "ar": "انتقل إلى المحتوى|الرئيسية|من نحن|الأرشيف|اتصل بنا|بحث|الأكثر قراءة|المجلس يصوت على المصابيح|مخبز عمره تسعون عامًا|مطر حتى الثلاثاء|جميع الحقوق محفوظة.|الخصوصية|هيئة التحرير|دخول|الطقس",
}  # fmt: skip


def words(language: str) -> dict[str, str]:
    """The labels of menus, side bars and footers, by name."""
    return dict(zip(NAMES, _WORDS[language].split("|"), strict=True))
