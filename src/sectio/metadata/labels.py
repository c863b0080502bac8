"""Words that announce a date: published, posted, updated, in many languages."""

import re
from typing import Final

_PUBLISHED: Final = """
published posted created released issued veröffentlicht erstellt publiziert erschienen eingestellt publié publiée
créé paru publicado publicada creado publicação pubblicato pubblicata gepubliceerd geplaatst publicerad publicerat
publisert udgivet offentliggjort julkaistu opublikowano utworzono dodano publikováno vydáno vytvořeno zverejnené
pridané megjelent publicat publikuar objavljeno опубликовано опубліковано добавлено размещено публикувано
δημοσιεύθηκε δημοσίευση yayınlanma yayımlanma yayınlandı diterbitkan dipublikasikan đăng paskelbta publicēts
avaldatud नेशर प्रकाशित نشر نُشر تاریخ انتشار פורסם เผยแพร่ 发布 發布 发表 發表 公開日 掲載日 投稿日 作成日 등록 입력 게시
"""
_UPDATED: Final = """
updated modified revised edited aktualisiert geändert bearbeitet überarbeitet stand modifié modifiée actualisé
actualizado modificado atualizado aggiornato aggiornata modificato bijgewerkt gewijzigd uppdaterad uppdaterat
ändrad oppdatert opdateret päivitetty muokattu zaktualizowano aktualizacja aktualizováno upraveno upravené frissítve
módosítva actualizat ažurirano обновлено изменено оновлено актуализирано ενημερώθηκε güncelleme güncellendi
diperbarui cập_nhật atnaujinta atjaunināts uuendatud अपडेट تحديث آخر_تحديث به_روزرسانی עודכן อัปเดต 更新 更新日 最終更新日
修改 수정
"""


# What is said of people, and of no page.
_JOINED: Final = """
registered joined join_date member_since registriert mitglied_seit beigetreten inscrit membre_depuis registrado miembro_desde
iscritto membro_da cadastrado geregistreerd lid_sinds zarejestrowany dołączył зарегистрирован регистрация 注册 註冊 登録日
"""

Pattern = re.Pattern[str]


def _pattern(names: str) -> Pattern:
    words = sorted((re.escape(word).replace("_", r"\s") for word in names.split()), key=len, reverse=True)
    return re.compile("|".join(words))


PUBLISHED: Final = _pattern(_PUBLISHED)
UPDATED: Final = _pattern(_UPDATED)
JOINED: Final = _pattern(_JOINED)


def announces(label: Pattern, text: str) -> bool:
    """Whether a text holds one of these words, at the beginning of a word."""
    lowered = text.lower()
    return any(not lowered[match.start() - 1 : match.start()].isalpha() for match in label.finditer(lowered))


def position(label: Pattern, text: str) -> int:
    """Where the first of these words is that begins a word, or -1."""
    lowered = text.lower()
    found = (match.start() for match in label.finditer(lowered))
    return next((start for start in found if not lowered[start - 1 : start].isalpha()), -1)
