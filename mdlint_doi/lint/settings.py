"""What a user can choose: one frozen value for both front doors.

The words are those of `[tool.mdlint-doi]` in `pyproject.toml`; the command line and `conf.py`
use the same ones. Reading files is the business of `mdlint_doi.config.load`.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Literal, TypeAlias

from mdlint_doi.text.value import Value, defaults_of, put

if TYPE_CHECKING:
    from datetime import date

DEFAULT_SERVER = "https://doi.org"
CROSSREF_SERVER = "https://api.crossref.org"
DATACITE_SERVER = "https://api.datacite.org"
FORMAT_NAMES = (
    *("markdown", "rst", "txt", "python", "bibtex", "notebook"),
    *("cff", "codemeta", "zenodo", "csl", "csl-yaml", "ris", "html", "rd", "latex"),
)
"""The words for `formats`: the names of the table of formats, which stands on a higher floor."""

Lookup: TypeAlias = "Literal['auto', 'handles', 'which-ra']"
Works: TypeAlias = "Literal['auto', 'off', 'all']"


class SettingsError(ValueError):
    """A setting that cannot be used: where it stands, which one, what is wrong, what is valid.

    Attributes:
        where: the file, or the part of the command line.
        key: the setting, in the words of that place; empty where no single one is at fault.
        problem: what is wrong and what would be valid.

    """

    def __init__(self, where: str, key: str, problem: str) -> None:
        """Keep the parts; the message is all of them in one line."""
        super().__init__(": ".join(part for part in (where, key, problem) if part))
        self.where = where
        self.key = key
        self.problem = problem

    def __reduce__(self) -> tuple[type[SettingsError], tuple[str, str, str]]:
        """Pickle with all parts, for work in several processes."""
        return SettingsError, (self.where, self.key, self.problem)


class DoiException(Value):
    """A name that is known not to resolve, or to be odd, and why that is fine.

    Attributes:
        name: the bare DOI name.
        reason: why; shown in reports.
        until: after this day the exception no longer holds; None: for good.

    """

    name: str
    reason: str
    until: date | None = None


class PerFileIgnore(Value):
    """Rules that do not apply to files that match a pattern."""

    pattern: str
    selectors: tuple[str, ...]


class Settings(Value):
    """Every setting of a run, validated; lists are kept as tuples.

    Raises:
        SettingsError: naming the setting, and what would be valid.

    Attributes:
        select: codes, names, families (`DOI2`), `default` or `all`.
        extend_select: added to `select`.
        ignore: taken away again.
        per_file_ignores: taken away for files that match.
        exclude: gitignore patterns of files not to check.
        formats: names of formats whose files are looked for in folders beside the default ones.
        exceptions: names that are not reported by the rules on outcomes.
        check_code: look into code spans and code blocks, too.
        offline: never open a connection.
        strict: "could not tell" fails a run.
        server: the base of `/api/handles/` and `/doiRA/`.
        lookup: the strategy of look-ups.
        works: whether to ask what the names are registered as: `auto`, of those about which a
            document says something and of few others; `all`; or `off`.
        contact: the user's e-mail address, which Crossref and DataCite are told; empty: none.
        crossref_server: the base of Crossref's `/works`.
        datacite_server: the base of DataCite's `/dois`.
        concurrency: requests in flight, 1 to 64.
        records: path of a records file that answers look-ups, or `mdlint_doi.arrow.Verdicts`;
            None: none.
        cache_dir: folder of the cache; None: the user's.
        use_cache: whether to read and write the cache.
        max_age: days for which a positive answer is believed; None: the default.
        baseline: path of a file of findings that are not reported; None: none.

    """

    select: tuple[str, ...] = ("default",)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    exclude: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    exceptions: tuple[DoiException, ...] = ()
    check_code: bool = False
    offline: bool = False
    strict: bool = False
    server: str = DEFAULT_SERVER
    lookup: Lookup = "auto"
    works: Works = "auto"
    contact: str = ""
    crossref_server: str = CROSSREF_SERVER
    datacite_server: str = DATACITE_SERVER
    concurrency: int = 10
    records: str | PathLike[str] | None = None
    cache_dir: str | None = None
    use_cache: bool = True
    max_age: float | None = None
    baseline: str | None = None

    def __post_init__(self) -> None:
        """Check what is no default: those need neither the checks nor the rules loaded."""
        for field, default in defaults_of(Settings).items():
            value = getattr(self, field)
            if value is not default:
                from mdlint_doi.lint.setting_values import checked

                put(self, field, checked(field, value))

    @property
    def servers(self) -> tuple[str, ...]:
        """The hosts, beside the known ones, that count as resolvers in documents; lower case."""
        if self.server == DEFAULT_SERVER:
            return ()
        return (self.server.partition("://")[2].partition("/")[0].lower(),)

    @property
    def looks_up(self) -> bool:
        """Whether names are looked up, be it in a records file."""
        return not self.offline or self.records is not None

    @property
    def asks_works(self) -> bool:
        """Whether a run asks what names are registered as.

        Not by itself where the names are looked up at a server of one's own: the public services
        need not hear of these.
        """
        if self.works != "auto":
            return self.works == "all"
        public = (self.crossref_server, self.datacite_server)
        is_own = self.server != DEFAULT_SERVER
        return not (is_own and public == (CROSSREF_SERVER, DATACITE_SERVER))

    @property
    def lock_file(self) -> str | None:
        """The records file's name, where it alone answers: what it lacks has to be told."""
        if self.records is None or not self.offline:
            return None
        return fspath(self.records).replace("\\", "/").rpartition("/")[2]

    @property
    def selects_default(self) -> bool:
        """Whether no rule is selected beside the default ones; known without loading them."""
        return all(word.strip() == "default" for word in (*self.select, *self.extend_select))
