"""The settings of a run: one immutable value for the command and for Sphinx.

The names are the same in `[tool.mdlint-doi]` in `pyproject.toml`, on the command line and in
`conf.py`. `mdlint_doi.config.load` reads the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import Literal, TypeAlias

from mdlint_doi.file_formats import ReadAs, Wanted
from mdlint_doi.lint.setting_types import Depth, DoiException, PerFileIgnore
from mdlint_doi.names.spelling import IDENTIFIERS, Notations
from mdlint_doi.services import CROSSREF, DATACITE, HANDLES, Service, agencies, servers
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.value import Value, defaults_of, put

DEFAULT_SERVER = HANDLES.address

FailOn: TypeAlias = "Literal['hint', 'warning', 'error']"


class SettingsError(ValueError):
    """A setting that cannot be used; the message names the place, the setting and the valid values.

    Attributes:
        where: the file, or the part of the command line.
        key: the setting, as it is named in that place; empty if no single setting is invalid.
        problem: the problem, and the valid values.
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


class Settings(Value, texts={service.field: service.address for service in servers().values()}):
    """All settings of a run, validated; lists are stored as tuples.

    Raises:
        SettingsError: for an invalid value; the message names the setting and the valid values.

    Attributes:
        select: the rules to use: codes, names, families (`DOI2`), `default` or `all`.
        extend_select: further rules to use, in the same form.
        ignore: rules that are not used, in the same form.
        per_file_ignores: rules that are not used for files that match a pattern.
        exclude: gitignore patterns of files that are not checked.
        formats: names of further formats whose files in folders are checked; a format whose name
            follows `no-` is left out.
        read_as: suffixes or names of further files, each with the format that reads them; these
            files are found in folders, and are never changed.
        exceptions: DOIs that are correct although a rule reports them.
        identifiers: the identifiers that are checked as DOIs: `arxiv`, `zenodo`, or both.
        check_code: whether code spans and code blocks are also read.
        offline: whether the run opens no network connection.
        strict: whether DOIs that could not be checked make a run fail.
        fail_on: the lowest severity of findings that makes a run fail.
        server: the base address of `/api/handles/` and `/doiRA/`, without a final slash.
        depth: how thoroughly a run checks DOIs; each value includes the previous ones:
            `registration`: whether DOIs are registered; `works`: the registered works of DOIs that
            have a reference, and of a few others; `records`: the handle record of every DOI,
            which shows aliases and deleted DOIs; `all`: the registered work of every DOI.
        contact: the user's e-mail address, which is sent to the services of the registration
            agencies; empty: none.
        crossref_server: the base address of Crossref's `/works`.
        datacite_server: the base address of DataCite's `/dois`.
        concurrency: the maximum number of simultaneous requests, 1 to 64.
        records: the path of a records file that answers look-ups; None: there is none. In Python,
            `mdlint_doi.arrow.Verdicts` is also accepted.
        cache_dir: the folder of the cache; None: the user's cache folder.
        use_cache: whether to read and write the cache.
        max_age: the number of days for which a positive answer is reused; None: 30.
        baseline: the path of a file with findings that are not reported; None: there is none.

    Each further service in the table has a field like `crossref_server`.
    """

    select: tuple[str, ...] = ("default",)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    exclude: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    read_as: tuple[ReadAs, ...] = ()
    exceptions: tuple[DoiException, ...] = ()
    identifiers: tuple[str, ...] = IDENTIFIERS
    check_code: bool = False
    offline: bool = False
    strict: bool = False
    fail_on: FailOn = "warning"
    server: str = DEFAULT_SERVER
    depth: Depth = Depth.WORKS
    contact: str = ""
    crossref_server: str = CROSSREF.address
    datacite_server: str = DATACITE.address
    concurrency: int = 10
    records: str | PathLike[str] | None = None
    cache_dir: str | None = None
    use_cache: bool = True
    max_age: float | None = None
    baseline: str | None = None

    def __post_init__(self) -> None:
        """Check values that are not the default; so default settings do not load the rules."""
        for field, default in defaults_of(Settings).items():
            value = getattr(self, field)
            if value is not default:
                reader = _readers(trusted=True)[field.replace("_", "-")]
                put(self, field, _read(reader, value, "Settings", field))

    @property
    def notations(self) -> Notations:
        """The notations that count as DOIs, including publishers' addresses.

        `selection.notations_of` leaves these out if no rule needs them.
        """
        host = self.server.partition("://")[2].partition("/")[0].lower()
        servers = () if self.server == DEFAULT_SERVER else (host,)
        return Notations(servers, publishers=True, identifiers=self.identifiers)

    @property
    def wanted(self) -> Wanted:
        """The formats whose files in folders are checked."""
        return Wanted(self.formats, self.read_as)

    @property
    def looks_up(self) -> bool:
        """Whether DOIs are looked up, even if only in a records file."""
        return not self.offline or self.records is not None

    @property
    def looks_up_works(self) -> bool:
        """Whether a run looks up registered works.

        If DOIs are looked up at a private server, works are looked up only if `depth` is `all`, so
        that the public services do not receive these DOIs.
        """
        if self.looks_up_all_works:
            return True
        if not self.depth.reaches(Depth.WORKS):
            return False
        is_own = self.server != DEFAULT_SERVER
        return not (
            is_own and all(self.server_of(agency) == agency.address for agency in agencies())
        )

    @property
    def looks_up_all_works(self) -> bool:
        """Whether a run looks up the works of all DOIs, including those that no text describes."""
        return self.depth is Depth.ALL

    @property
    def reads_records(self) -> bool:
        """Whether a run reads the handle record of every DOI."""
        return self.depth.reaches(Depth.RECORDS)

    def server_of(self, service: Service) -> str:
        """Return the address for requests to a service."""
        return str(getattr(self, service.field))

    @property
    def lock_file(self) -> str | None:
        """The name of the records file, if it is the only source: missing entries are reported."""
        if self.records is None or not self.offline:
            return None
        return fspath(self.records).replace("\\", "/").rpartition("/")[2]

    @property
    def selects_default(self) -> bool:
        """Whether only the default rules are selected; this loads no rules."""
        return all(word.strip() == "default" for word in (*self.select, *self.extend_select))


def settings_from(
    table: Mapping[str, object],
    where: str,
    *,
    base: Settings | None = None,
    trusted: bool = False,
    prefix: str = "",
) -> Settings:
    """Return `base` with the settings in `table` applied.

    Args:
        table: keys in kebab-case (`extend-select`), and values as in TOML.
        where: the file or other place, for messages.
        base: the settings that apply if the table does not set them.
        trusted: whether the table is from the user, not from a repository: `server` may then use
            plain http on the loopback address.
        prefix: the prefix of keys in that place (`doi_` in `conf.py`), for messages.

    Raises:
        SettingsError: for an unknown key or an invalid value.
    """
    readers = _readers(trusted=trusted)
    values: dict[str, object] = {}
    for key, value in table.items():
        shown = f"{prefix}{key.replace('-', '_')}" if prefix else str(key)
        if key not in readers:
            raise SettingsError(where, shown, _unknown(str(key), sorted(readers)))
        values[key.replace("-", "_")] = _read(readers[key], value, where, shown)
    return (base or Settings()).replace(**values)


def _readers(*, trusted: bool) -> Mapping[str, Callable[[object], object]]:
    """Return the functions that read and check the value of each setting."""
    from mdlint_doi.lint.setting_values import READERS, TRUSTED

    return TRUSTED if trusted else READERS


def _read(reader: Callable[[object], object], value: object, where: str, key: str) -> object:
    try:
        return reader(value)
    except ValueError as error:
        raise SettingsError(where, key, str(error)) from error


def _unknown(key: str, known: Sequence[str]) -> str:
    near = closest(key.replace("_", "-"), known)
    hint = f"; did you mean '{near}'?" if near else ""
    return f"unknown setting{hint} (valid: {', '.join(known)})"
