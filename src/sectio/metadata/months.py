"""Month names of some forty languages, with their usual cases and abbreviations."""

from typing import Final

# One line per month and family of languages; a word that means two months in two languages is in `_ELSEWHERE`.
_NAMES: Final = """
1 january jan januar jänner jän janvier janv enero ene xaneiro gennaio gen gener janeiro januari jaanuar
  stycznia styczeń sty leden ledna január januára ianuarie ian ocak oca tammikuu tammikuuta janúar sausio saus
  janvāris janvāra janv siječanj siječnja sij urtarrila urtarrilak
  января январь янв январе січня січень януари јануар јануара јануари студзеня ιανουαρίου ιανουάριος ιαν
  يناير جانفي ژانویه ינואר जनवरी জানুয়ারি ஜனவரி มกราคม ม.ค.
2 february feb febr februar feber février fevrier févr febrero febbraio febrer fevereiro fev februari veebruar veebr
  lutego luty lut únor února úno február februára februarie şubat şub helmikuu helmikuuta febrúar vasario vas
  februāris februāra veljača veljače velj otsaila
  февраля февраль фев февр лютого лютий февруари фебруар фебруара лютага φεβρουαρίου φεβρουάριος φεβ
  فبراير فيفري فوریه פברואר फरवरी फ़रवरी ফেব্রুয়ারি பிப்ரவரி กุมภาพันธ์ ก.พ. pebruari
3 march mar märz maerz mär mars marzo març março marco maart mrt märts mär marca marzec března březen bře marec
  martie mart maaliskuu maaliskuuta marts március márc ožujak ožujka ožu kovo kov martxoaren maret mac
  марта март мар березня березень марти сакавіка μαρτίου μάρτιος μαρ
  مارس מרץ मार्च মার্চ மார்ச் มีนาคม มี.ค.
4 april apr avril avr abril abr aprile aprill kwietnia kwiecień kwi duben dubna dub apríl apríla aprilie nisan nis
  huhtikuu huhtikuuta apríl aprīlis aprīļa április ápr travanj travnja tra balandžio bal apirilaren
  апреля апрель апр квітня квітень април априла красавіка απριλίου απρίλιος απρ
  أبريل ابريل إبريل أفريل آوریل אפריל अप्रैल এপ্রিল ஏப்ரல் เมษายน เม.ย.
5 may mai mayo maggio mag maig maio mei maja maj květen května kvě máj mája toukokuu toukokuuta maí maijs maija
  május svibanj svibnja svi gegužės geg maiatzaren mayıs
  мая май травня травень мај маја мае мая травеня μαΐου μάιος μαϊ
  مايو ماي مه מאי मई মে மே พฤษภาคม พ.ค.
6 june jun juni juin junio xuño giugno giu juny junho juuni czerwca czerwiec cze červen června čvn jún júna iunie
  iun haziran haz kesäkuu kesäkuuta júní jūnijs jūnija június jún lipanj lipnja birželio birž ekainaren
  июня июнь июн червня червень юни јун јуна јуни чэрвеня ιουνίου ιούνιος ιουν
  يونيو جوان ژوئن יוני जून জুন ஜூன் มิถุนายน มิ.ย.
7 july jul juli juillet juil julio xullo luglio lug juliol julho juuli lipca lipiec července červenec čvc júl júla
  iulie iul temmuz tem heinäkuu heinäkuuta júlí jūlijs jūlija július srpanj srpnja liepos uztailaren
  июля июль июл липня липень юли јул јула јули ліпеня ιουλίου ιούλιος ιουλ
  يوليو جويلية ژوئیه ژوئيه יולי जुलाई জুলাই ஜூலை กรกฎาคม ก.ค.
8 august aug août aout agosto ago agost augustus augusti elokuu elokuuta sierpnia sierpień sie srpen srpna srp
  augusta ağustos ağu ágúst augusts augusztus aug kolovoz kolovoza kol rugpjūčio rugp abuztuaren agustus ogos
  августа август авг серпня серпень августа аугуст август жніўня αυγούστου αύγουστος αυγ
  أغسطس اغسطس أوت اوت اوت آگوست אוגוסט अगस्त আগস্ট ஆகஸ்ட் สิงหาคม ส.ค.
9 september sept sep septembre septiembre setiembre setembro settembre set setembre września wrzesień wrz září
  zář septembra septembrie eylül eyl syyskuu syyskuuta septembris septembrī szeptember szept rujan rujna
  rugsėjo rugs irailaren
  сентября сентябрь сен сент вересня вересень септември септембар септембра септември верасня
  σεπτεμβρίου σεπτέμβριος σεπ
  سبتمبر سپتامبر ספטמבר सितंबर सितम्बर সেপ্টেম্বর செப்டம்பர் กันยายน ก.ย.
10 october oct oktober okt octobre octubre outubro out ottobre ott oktoober października październik paź říjen října
  říj október októbra octombrie ekim eki lokakuu lokakuuta oktobris oktobra spalio spal urriaren
  октября октябрь окт жовтня жовтень октомври октобар октобра кастрычніка οκτωβρίου οκτώβριος οκτ
  أكتوبر اكتوبر اکتبر אוקטובר अक्टूबर अक्तूबर অক্টোবর அக்டோபர் ตุลาคม ต.ค.
11 november nov novembre noviembre novembro listopada listopad lis noiembrie noi kasım kas novembra marraskuu
  marraskuuta nóvember novembris studeni studenoga stu lapkričio lapkr azaroaren
  ноября ноябрь ноя нояб листопада листопад ноември новембар новембра лістапада νοεμβρίου νοέμβριος νοε
  نوفمبر نوامبر נובמבר नवंबर नवम्बर নভেম্বর நவம்பர் พฤศจิกายน พ.ย.
12 december dec dezember dez décembre decembre déc diciembre dic decembro dicembre desembre dezembro detsember
  grudnia grudzień gru prosinec prosince pro decembra decembrie aralık ara joulukuu joulukuuta desember des
  decembris decembrī prosinac prosinca gruodžio gruod abenduaren desember disember
  декабря декабрь дек грудня грудень декември децембар децембра снежня δεκεμβρίου δεκέμβριος δεκ
  ديسمبر دجنبر دسامبر דצמבר दिसंबर दिसम्बर ডিসেম্বর டிசம்பர் ธันวาคม ธ.ค.
"""
# Names of two words, as Syria, Iraq and Lebanon use them; and the single ones.
_LEVANT: Final = (
    "كانون الثاني", "شباط", "آذار", "نيسان", "أيار", "حزيران", "تموز", "آب", "أيلول", "تشرين الأول", "تشرين الثاني",
    "كانون الأول",
)  # fmt: skip
# The Persian calendar, whose year begins in March.
PERSIAN: Final = {
    name: number
    for number, name in enumerate(
        "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split(), start=1
    )
}  # fmt: skip
# Croatian has the Slavic names a month later than Polish, Czech and Ukrainian.
_ELSEWHERE: Final = {"hr": {"listopad": 10, "listopada": 10, "lis": 10}, "bs": {"listopad": 10, "listopada": 10}}


def _table() -> dict[str, int]:
    months: dict[str, int] = {name: number for number, name in enumerate(_LEVANT, start=1)}
    number = 0
    for word in _NAMES.split():
        if word.isdigit():
            number = int(word)
        else:
            months.setdefault(word.rstrip("."), number)
    return months


MONTHS: Final = _table()


def month(name: str, language: str = "") -> int:
    """The number of the month that a word names, 0 for other words."""
    name = name.lower().rstrip(".")
    return _ELSEWHERE.get(language[:2].lower(), {}).get(name) or MONTHS.get(name, 0)
