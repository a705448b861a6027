"""The words that name a part of a reference: headers of tables, names of fields, "Title:".

The words are in fifteen languages, as people write them in documents. Each stands in one list only.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from mdlint_doi.text.pattern import pattern

_MOST: Final = 40  # code points of the longest label
_AROUND: Final = " \t\r\n*_:：#.\u00a0"
_BEGINS: Final = pattern(r"\s*+([^\W\d_](?:[^:：\n]{0,38}[^\s:：])?)\s*[:：]\s*")
"""The text before a value on its own line: "Title: ", "标题："."""
_COMBINED: Final = pattern(r"(.{2,20}?)\s*(?:[(,/&+]|\band\b|\bund\b|\bet\b|\by\b)\s*(.{2,20}?)\)?")
"""Two labels: "Authors (year)"."""


class Label(Enum):
    """The part of a reference that a label names."""

    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    VENUE = "venue"
    VOLUME = "volume"
    ISSUE = "issue"
    PAGES = "pages"
    DOI = "DOI"  # or an address


_WORDS: Final = {
    Label.TITLE: (
        "title|paper title|article title|title of the paper|full title"
        "|titel|titre|título|titulo|titolo|tytuł|tittel|otsikko|název|cím|başlık"
        "|название|заглавие|заголовок|назва|标题|標題|题名|論文題名|題名|题目|論文名|タイトル|표제|제목"
    ),
    Label.AUTHORS: (
        "author|authors|author(s)|written by|autor|autoren|autor:innen|autor*innen|autor/in"
        "|autorinnen und autoren|verfasser|auteur|auteurs|auteur(s)|auteur-rice-s|autores"
        "|autor(es)|autores/as|autora|autore|autori|autore/i|autorzy|autor(zy)|författare"
        "|forfatter|forfattere|tekijät|autoři|szerzők|yazar|yazarlar"
        "|автор|авторы|автор(ы)|автори|作者|著者|筆者|저자"
    ),
    Label.YEAR: (
        "year|date|publication year|year of publication|publication date|published|pub. year"
        "|jahr|erscheinungsjahr|veröffentlicht|datum|année|date de publication|año|ano|fecha"
        "|año de publicación|data|anno|jaar|rok|år|vuosi|év|yıl|год|год издания|дата|рік"
        "|年|年份|年度|出版年|出版年份|发表年份|發表年份|発行年|発表年|出版日期|연도|발행연도|출판연도"
    ),
    Label.VENUE: (
        "journal|venue|published in|conference|journal/conference|journal / conference"
        "|conference/journal|journal or conference|zeitschrift|fachzeitschrift|revue|revista"
        "|rivista|tijdschrift|czasopismo|tidskrift|tidsskrift|lehti|časopis|folyóirat|dergi"
        "|журнал|издание|期刊|刊物|杂志|期刊名称|雑誌|掲載誌|ジャーナル|저널|학술지"
    ),
    Label.VOLUME: "volume|vol|vol.|band|jahrgang|tome|volumen|tom|jaargang|том|卷|巻|권",
    Label.ISSUE: "issue|number|heft|ausgabe|numéro|número|numero|nummer|zeszyt|номер|期|号|호",
    Label.PAGES: (
        "pages|page|pp|pp.|seiten|seite|páginas|pagine|pagina's|pagina’s|strony|sidor|sider"
        "|страницы|стр.|页码|頁|页|頁碼|ページ|쪽|페이지"
    ),
    Label.DOI: (
        "doi|doi link|doi-link|doi url|doi/url|doi / url|url/doi|doi or url|doi/link|link/doi"
        "|link|url|address|web address|paper doi|article doi|paper link|link to paper"
        "|digital object identifier"
        "|lien|lien doi|enlace|ссылка|链接|連結|doi链接|リンク|링크"
    ),
}
_LABELS: Final = {word: label for label, words in _WORDS.items() for word in words.split("|")}


def label_of(text: str) -> Label | None:
    """Return the part of a reference that a header, or the name of a field, names; None if none."""
    if len(text) > _MOST + 20:
        return None
    bare = " ".join(text.split()).strip(_AROUND).casefold()
    label = _LABELS.get(bare)
    if label is None and (both := _COMBINED.fullmatch(bare)):
        first, second = (_LABELS.get(part.strip(_AROUND)) for part in both.groups())
        label = first if first is Label.AUTHORS and second is Label.YEAR else None
    return label


def split_label(text: str) -> tuple[Label, str] | None:
    """Return the label with which a text begins, and the rest; None if it begins with none."""
    begins = _BEGINS.match(text)
    label = label_of(begins[1]) if begins else None
    return (label, text[begins.end() :]) if begins and label is not None else None
