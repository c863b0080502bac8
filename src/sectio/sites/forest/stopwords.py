"""Words that say nothing about a page: articles, pronouns, prepositions, conjunctions, auxiliaries.

Our own short lists, written by hand from the closed word classes of each language; about fifty words catch
most of the running function words. Words that two languages share stand once per language, so a list can be
read on its own. Scripts without spaces are cut into pairs of characters: there a pair is idle when it contains a
character that is mostly grammar (Chinese), or nothing but hiragana (Japanese).
"""

from typing import Final

_LISTS: Final[dict[str, str]] = {
    "en": """a about above after again all also am an and any are as at be because been before being
        below between both but by can could did do does doing down during each few for from further
        had has have having he her here hers him his how i if in into is it it's its just may me
        might more most must my no nor not now of off on once only or other our ours out over own
        same shall she should so some such than that the their theirs them then there these they
        this those through to too under until up upon us very was we were what when where which
        while who whom why will with would you your yours don't doesn't didn't can't isn't i'm
        you're one two new get""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei
        beim bin bis bist da damit dann das dass dein dem den denn der des dich die dies diese
        diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es
        euch für gegen hab habe haben hat hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihren
        ihrer im in ist ja jede jeden jeder jetzt kann kein keine können man mehr mein meine mich
        mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen
        seiner selbst sich sie sind so soll über um und uns unser unter viel vom von vor war waren
        was weil wenn werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen""",
    "fr": """à ai ainsi après au aucun aussi autre aux avait avant avec avoir c'est car ce cela ces
        cet cette chez comme d'un d'une dans de depuis des deux donc dont du elle elles en encore
        entre est et été être eux fait il ils j'ai je jusqu la là le les leur leurs lors lui ma mais
        me même mes moi moins mon n'est ne ni non nos notre nous on ont ou où par pas peu peut plus
        pour qu'il quand que quel quelle qui quoi s'est sa sans se ses si son sont sous sur ta te
        tes toi ton tous tout toute toutes très tu un une vers vos votre vous y""",
    "es": """a al algo ante antes así aunque cada como con cual cuando de del desde donde dos
        durante e el él ella ellas ellos en entre era eran es esa ese eso esta está están este esto
        estos estas fue fueron ha han hasta hay la las le les lo los más me mi mis mucho muy nada ni
        no nos nosotros nuestro o os otra otro para pero poco por porque que qué quien se según ser
        si sí sido sin sobre son su sus también tan te tiene todo todos tu tus un una uno unos y ya
        yo""",
    "pt": """a à ao aos as às até cada com como da das de dela dele deles depois do dos e é ela elas
        ele eles em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe
        mais mas me mesmo meu minha muito na nas não nem no nos nós nossa nosso num numa o os ou
        para pela pelas pelo pelos por qual quando que quem se sem ser seu seus são só sobre sua
        suas também te tem têm teu toda todo todos tu um uma você vocês""",
    "it": """a ad ai al alla alle allo anche ancora c'è che chi ci come con cui da dal dalla dalle
        degli dei del della delle dello di dopo dove e è ed era erano essere fra gli ha hanno ho i
        il in io la le lei li lo loro lui ma mi mia mio molto ne negli nei nel nella nelle noi non
        nostro o ogni per perché più poi può quale quando quella quello questa questi questo se sei
        senza si sia sono su sua sue sugli sul sulla suo tra tutti tutto tu un una uno vi voi""",
    "nl": """aan al alle als bij dan dat de deze die dit doen door dus een en er ge geen had hebben
        heb heeft hem het hier hij hoe hun ik in is ja je kan kunnen maar me meer men met mij mijn
        moet na naar niet niets nog nu of om omdat onder ons onze ook op over te tegen toch toen tot
        u uit uw van veel voor want waren was wat we wel werd wie wij wil worden wordt zal ze zelf
        zich zij zijn zo zonder zou""",
    "sv": """alla att av blev bli blir de dem den denna deras det detta dig din du där efter ej ett
        eller en era från för ha hade han hans har hon honom hur här i icke in inte jag ju kan kunde
        man med mellan men mig min mot mycket ni nu när någon något några och om oss på sedan sig
        sin sitt själv ska skulle som så till under upp ut utan var vara vad vem vi vid vilken är
        över""",
    "da": """af alle at blev blive bliver da de dem den denne der deres det dette dig din du efter
        eller en er et for fra få ham han hans har havde hende her hos hun hvad hvis hvor i ikke ind
        jeg jo kan kunne man med meget men mig min mod mange ned noget nogle nu når og også om op os
        over på selv sig sin skal skulle som så til ud under var ved vi vil ville være været""",
    "no": """alle at av ble bli blir da de dem den denne der deres det dette deg din du eller en enn
        er et etter for fra få ha hadde han hans har henne her hun hva hvem hvis hvor i ikke inn jeg
        kan kunne man med meg men min mot mye nå når noe noen og også om opp oss over på seg selv
        sin skal skulle som så til under ut var ved vi vil være vært""",
    "fi": """ei eivät ja jo jos joka jotka että en eri hän he ihan itse ja jossa kaikki kanssa kuin
        kun koska kyllä me minä minun mitä mikä mukaan mutta myös ne niin nyt näin oli olen olla
        olisi on ovat se sekä sen siitä sinä sitten sitä tai te tämä tämän tätä vain vaan voi vuoden""",
    "pl": """a aby ale ani bardzo bez bo być był była było były będzie co czy dla do gdy gdzie go i
        ich ile im inne innych ja jak jako je jego jej jest jeszcze jeśli już kiedy kto która które
        którego której który których lub ma mają może mnie mu my na nad nie niż o od oraz po pod
        przed przez przy się są tak także tam te tego tej ten to tu ty tych tylko tym u w we więc
        wszystko z za że żeby""",
    "cs": """a aby ale ani až bez by byl byla bylo být co další do i jak jako je jeho její jejich
        jen ještě ji jsem jsme jsou k kde kdy když která které který mezi může na nad ne nebo není o
        od po pod podle pro protože před při s se si své tak také tato ten tento to tu u už v ve
        však za ze že""",
    "tr": """acaba ama ancak bana bazı ben bir biri biz bu bunu buna da daha de değil diye en gibi
        her hem hiç için ile ise kadar ki kim mi mı mu mü ne neden o olan olarak oldu olduğu on ona
        onlar onu sen siz şey şu tüm var ve veya ya yok çok çünkü""",
    "id": """ada adalah agar akan anda atau bagi bahwa banyak bisa dalam dan dapat dari dengan di
        dia hanya harus hingga ini itu jika juga kami karena ke kepada kita lain lebih maka mereka
        namun oleh pada para saat saja saya sebagai sebuah secara sehingga seperti serta setelah
        sudah telah tentang terhadap tersebut tidak untuk yang""",
    "vi": """anh bị các cái cho chỉ chúng có còn của cùng cũng đã đang để đến đó được hay hơn khi
        không là lại làm lên mà mình một này nên nếu người nhiều như những nó ở phải ra rất rằng sau
        sẽ sự tại theo thì thêm trên trong từ tôi và vào vẫn về vì với""",
    "ru": """а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да
        даже для до его ее ей ему если есть еще ещё же за здесь и из или им их к как ко когда кто ли
        либо мне может можно мой мы на над нам нас не него нее нет ни них но ну о об он она они оно
        от очень по под после потому при с со так также такой там те тем то того тоже той только том
        ты у уже хотя чего чей чем что чтобы это этого этой этом этот эта эти я""",
    "uk": """а але без би був була були було бути в вам вас ви від він вона вони все вже для до є ж
        за з і й із їх її його як який яка які коли ми може на нас не ні ну о об по при про та так
        також там те ти тим то того тільки у це цей ця ці цього чи чому що щоб я""",
    "el": """αλλά αν από αυτά αυτή αυτό για δε δεν είναι είχε ένα έναν ένας έχει έχουν η ή θα και
        κατά με μας μια μία μην μου να ο οι όπως όταν ότι που πως σας σε στα στη στην στις στο στον
        στους τα την της τι τις το τον του τους των ως""",
    "ar": """أو أن أنه أي إذا إلا إلى ألا ان او الذي الذين التي الى اللذان به بها بين بعد بعض ثم حتى
        حيث خلال ذلك سوف على عليه عليها عن عند عندما غير في فيه فيها قبل قد كان كانت كل كما كيف لا
        لقد لكن لم لن له لها لو ليس ما مع من منذ منه منها نحو هذا هذه هل هم هنا هناك هو هي و وفي وقد
        وكان ولا ولم وما ومن وهو وهي يا يكون يمكن تكون""",
    "fa": """آن آنها از است اما اگر او این با باید بر برای بود بودن به بی تا چه خود در را شد شده شود
        که کرد کرده کند ما من می نیز نیست ها های هر هم همه و وی پس پیش یا یک""",
    "he": """את אבל או אולי אחר אחרי אין איך אם אני אנחנו אתה גם הוא היא הם היה היתה היו זה זאת זו
        יש כדי כי כך כל כמו לא לו לה להם לפני מה מי מן מאוד עד על עם רק של שלא שלו שלה""",
    "hi": """अपने अब आप इस इसके उस उसके एक ऐसे और कर करते करना का काम कि किया की कुछ के को कोई गया
        जब जा जो तक तब तो था थी थे दिया द्वारा न नहीं ने पर पहले बहुत भी में यह यहाँ या ये वह वे
        सकते सभी साथ से हम ही हुआ हुई हुए है हैं हो होता होती होने""",
    "ko": """습니 니다 합니 입니 하는 하고 으로 에서 있는 있습 없는 것이 것은 하여 해서 되는 됩니 에는
        까지 부터 이다 한다 했다""",
}  # fmt: skip
# Characters that are mostly grammar: a pair that holds one says little.
_GRAMMAR: Final = frozenset(
    "的了是在和与及或也就都而着吗呢吧把被让这那它他她你我们个之其很不为以于对从到要會会可能有没沒們這個與對為於"
)
_HIRAGANA: Final = ("\u3041", "\u309f")


STOP_WORDS: Final = frozenset(word for words in _LISTS.values() for word in words.split())


def is_stop_word(term: str) -> bool:
    """Tell whether a term says nothing about a page."""
    return term in STOP_WORDS or (not term.isascii() and _is_grammar(term))


def _is_grammar(term: str) -> bool:
    low, high = _HIRAGANA
    return not _GRAMMAR.isdisjoint(term) or all(low <= char <= high for char in term)
