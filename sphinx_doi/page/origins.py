"""Where the texts of a page were written: a row for each program that writes text into doctrees.

A node names its source, but often a program stands between: the source is then a generated file, a
name without a file, or the page that the program wrote to. Each row of `WRITERS` knows one program:
how its text is recognized in the doctree, and where this text was written. An extension can answer
for its own nodes with a handler of the event `doi-origin`.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.i18n import docname_to_domain

from mdlint_doi.text.pattern import pattern
from sphinx_doi.page.walk import around, walk

EVENT: Final = "doi-origin"
"""The event for a node that shows a DOI; a handler returns a file and a line, or None."""
HEAD: Final = "doi-head"
"""The key, in a URL scheme of MyST, of the address before the DOI (see `links`)."""
DOCSTRING_OF: Final = "docstring of "  # the start of Sphinx's name for the source of a docstring
_DOCSTRING: Final = pattern(r"(?:(?P<path>.*):)?(?P<part>docstring of (?P<object>.+))", re.DOTALL)
_SUMMARY: Final = ":<autosummary>"
_HEADERS: Final = ("GALLERY_HEADER.rst", "README.rst", "README.txt")
"""Names of the file with the header of a folder of examples, which becomes the page `index`."""
_INSERTED: Final = ("myst_substitutions", "nbsphinx_prolog", "nbsphinx_epilog")
"""The settings whose texts other extensions insert into pages."""
_CONF: Final = ("conf.py", "_config.yml")
_INLINE: Final = (nodes.Inline, nodes.Text)
_LOCATION: Final = pattern(r'<location file="([^"]*)" line="(\d+)"')


class Origin(NamedTuple):
    """The origin of a text: the parts of a source in docutils.

    Attributes:
        path: an absolute path, or a name in angle brackets without a file.
        part: `docstring of pkg.f`; empty for a whole file.
        in_file: whether the file contains the text; False for a text from a program, which is a
            separate source.
    """

    path: str
    part: str = ""
    in_file: bool = True

    @property
    def label(self) -> str:
        """The origin in messages of Sphinx."""
        return ":".join(piece for piece in (self.path, self.part) if piece)

    @property
    def name(self) -> str:
        """The origin in reports."""
        return self.label if self.part else shown_path(self.path)

    @property
    def is_configured(self) -> bool:
        """Whether it is `rst_prolog` or `rst_epilog`, which have no file."""
        return self.path.startswith("<")


BIBLIOGRAPHY: Final = Origin("", in_file=False)
"""The origin of texts from BibTeX files, which are checked in these files only."""


class NodePlace(NamedTuple):
    """The place of a node, and its paragraph, title or cell.

    Attributes:
        origin: the file or docstring where it was written.
        line: the approximate line where it begins, from 1; None if it is unknown.
        block: the number of the paragraph, title or cell.
        is_above: whether it is above the line, such as the comment of a declaration.
    """

    origin: Origin
    line: int | None
    block: int = 0
    is_above: bool = False


class Project(NamedTuple):
    """The facts about a project that the rows use.

    Attributes:
        source: the folder of the documents.
        conf: the path of `conf.py`, or of the settings of Jupyter Book, which has none.
        texts: `rst_prolog` and `rst_epilog`, by the names of their sources in docutils.
        inserted: the texts of settings that other extensions insert into pages, by setting.
        extlinks: the address of each role, with `%s` for the argument.
        schemes: the addresses before DOIs in MyST's URL schemes.
        catalogs: the absolute paths of the folders of message catalogues.
        compact: the value of Sphinx's `gettext_compact`.
        galleries: the absolute paths of the folders of Sphinx-Gallery: its output, and the
            examples.
        example_suffixes: the suffixes of the examples, which may be in any language.
        doxygen: the absolute paths of the folders with Doxygen's XML, for breathe.
        has_bibliography: whether there are BibTeX files.
        toc: the absolute path of the file of sphinx-external-toc; empty without it.
        autoapi: the absolute path of the pages of sphinx-autoapi; empty without it.
        documented: returns the objects that sphinx-autoapi found, by name.
        read_by: returns the paths of the files that the directives of a page read.
        answer: returns the answer of the handlers of `doi-origin`.
    """

    source: str = ""
    conf: str = ""
    texts: Mapping[str, str] = MappingProxyType({})
    inserted: Mapping[str, str] = MappingProxyType({})
    extlinks: Mapping[str, str] = MappingProxyType({})
    schemes: tuple[str, ...] = ()
    catalogs: tuple[str, ...] = ()
    compact: bool | str = True
    galleries: tuple[tuple[str, str], ...] = ()
    example_suffixes: tuple[str, ...] = ()
    doxygen: tuple[str, ...] = ()
    has_bibliography: bool = False
    toc: str = ""
    autoapi: str = ""
    documented: Callable[[], Mapping[str, Any]] = dict
    read_by: Callable[[str], Iterable[str]] = lambda _: ()
    answer: Callable[[nodes.Node], object] = lambda _: None

    @classmethod
    def of(cls, app: Sphinx) -> Project:
        """Return the facts about a project when its builder starts."""
        config, source = app.config, str(app.srcdir)
        setting = _Settings(config, source)
        texts = {
            f"<rst_{name}{end}>": setting.get(f"rst_{name}", "")
            for name in ("prolog", "epilog")
            for end in ("", "ue")  # older and newer versions of Sphinx
        }
        catalogs = (
            Path(source, folder, config.language, "LC_MESSAGES").resolve()
            for folder in config.locale_dirs
        )
        autoapi = setting.get("autoapi_dirs", ()) and setting.get("autoapi_root", "")
        toc = setting.get("external_toc_path", "")
        env, events = app.env, app.events
        return cls(
            source,
            _conf_file(str(app.confdir)),
            texts,
            {name: setting.text(name) for name in _INSERTED},
            {name: base for name, (base, _) in setting.get("extlinks", {}).items()},
            tuple(setting.schemes()),
            tuple(str(folder) for folder in catalogs if folder.is_dir()),
            config.gettext_compact,
            tuple(setting.galleries()),
            tuple(setting.example_suffixes()),
            tuple(setting.folders(setting.get("breathe_projects", {}).values())),
            bool(setting.get("bibtex_bibfiles", ())),
            os.path.join(source, toc) if toc else "",
            next(setting.folders([autoapi]), "") if autoapi else "",
            lambda: getattr(env, "autoapi_all_objects", {}),
            lambda page: sorted(
                os.path.normpath(os.path.join(source, path))
                for path in env.dependencies.get(env.path2doc(page) or "", ())
            ),
            # Without a handler, an event for each node would only cost time.
            lambda node: (
                events.emit_firstresult(EVENT, node) if EVENT in events.listeners else None
            ),
        )

    @property
    def addresses(self) -> Iterator[tuple[str, str]]:
        """Each address before a DOI in `conf.py`, with `%s` for the DOI, and its setting."""
        yield from ((base, "extlinks") for base in self.extlinks.values())
        yield from ((f"{head}%s", "myst_url_schemes") for head in self.schemes)

    def location_in_conf(self, text: str, setting: str) -> str:
        """Return `conf.py:line` of a text, or else of the setting with the text."""
        return f"{self.conf}:{self.line_in_conf(text, setting)}"

    def line_in_conf(self, base: str, setting: str, part: str = "") -> int:
        """Return the line in `conf.py` of a text, or else of the setting with the text.

        The first text after the beginning of the setting is used, because a comment or a different
        setting above it may contain the same text. If there is none, as in a file that builds the
        setting from values above it, the first text in the file is used. A text that stands alone
        comes before the end of a path, such as `refs.bib` in `bib/refs.bib`, and both before the
        same text in any longer one, such as `old-refs.bib`.

        Args:
            base: the text.
            setting: the name of the setting with the text.
            part: a part of the text to search for if the file contains only this.
        """
        path = Path(self.conf)
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        found = re.search(rf"^[ \t]*{re.escape(setting)}\b", text, re.MULTILINE)
        start = found.start() if found else max(text.find(setting), 0)
        base = base if base in text else part or base
        whole = rf"{re.escape(base)}(?![^\s'\"%{{=])"
        expressions = (rf"(?<![^\s'\"]){whole}", rf"(?<![^\s'\"/]){whole}")
        matches = (re.compile(expression).search(text, start) for expression in expressions)
        alone = (match.start() for match in matches if match)
        places = (*alone, text.find(base, start), text.find(base), start)
        at = next(place for place in places if place >= 0)
        return text.count("\n", 0, at) + 1

    def catalogs_of(self, path: str) -> list[str]:
        """Return the possible files with translations of a document."""
        if not (self.catalogs and path.startswith(self.source)):
            return []
        docname = Path(path).relative_to(self.source).with_suffix("").as_posix()
        domain = docname_to_domain(docname, self.compact)
        return [str(Path(folder, f"{domain}.po")) for folder in self.catalogs]


def _conf_file(folder: str) -> str:
    """Return the file with the settings of a project."""
    paths = [os.path.join(folder, name) for name in _CONF]
    return next(filter(os.path.isfile, paths), paths[0])


class _Settings:
    """Reads settings of other extensions, which may be missing or have an unexpected type."""

    def __init__(self, config: object, source: str) -> None:
        self._config = config
        self._source = source

    def get(self, name: str, default: Any) -> Any:  # noqa: ANN401
        """Return a setting; the default if it is missing or empty."""
        return getattr(self._config, name, None) or default

    def text(self, name: str) -> str:
        """Return a setting that is a text, or the values of a table of texts."""
        value = self.get(name, "")
        return "\n".join(map(str, value.values() if isinstance(value, Mapping) else [value]))

    def schemes(self) -> Iterator[str]:
        """Yield the addresses that links get before a DOI, by MyST's URL schemes."""
        schemes = self.get("myst_url_schemes", {})
        for conversion in schemes.values() if isinstance(schemes, Mapping) else ():
            if isinstance(conversion, Mapping) and HEAD in conversion:
                yield conversion[HEAD]

    def folders(self, given: Iterable[object]) -> Iterator[str]:
        """Yield absolute paths of folders, each with a separator at the end."""
        for path in given:
            yield os.path.join(os.path.abspath(os.path.join(self._source, str(path))), "")

    def galleries(self) -> Iterator[tuple[str, str]]:
        """Yield the folders of pages and of examples in the settings of Sphinx-Gallery."""
        conf = self.get("sphinx_gallery_conf", {})
        if isinstance(conf, Mapping) and conf:
            names = {"gallery_dirs": "auto_examples", "examples_dirs": "../examples"}
            both = (conf.get(name, default) for name, default in names.items())
            lists = (value if isinstance(value, list | tuple) else [value] for value in both)
            yield from zip(*map(self.folders, lists), strict=False)

    def example_suffixes(self) -> Iterator[str]:
        """Yield the suffixes of examples of Sphinx-Gallery, Python first."""
        conf = self.get("sphinx_gallery_conf", {})
        found = conf.get("example_extensions") if isinstance(conf, Mapping) else None
        others = filter(None, found) if isinstance(found, set | list | tuple) else ()
        yield from dict.fromkeys([".py", *sorted(map(str, others))])


class NodeSource(NamedTuple):
    """The source of a node according to docutils.

    Attributes:
        node: the node.
        name: its source; empty if it is unknown.
        line: its line; None if it is unknown.
        is_own: whether its paragraph has them, and not only an element around it.
    """

    node: nodes.Node
    name: str
    line: int | None
    is_own: bool = True


class Writer(NamedTuple):
    """A program that writes text into doctrees.

    Attributes:
        name: the program, or the construct.
        place: returns the origin and the line of a text of this program; None for any other text.
    """

    name: str
    place: Callable[[NodeSource, Project], NodePlace | None]


def place_of(node: nodes.Node, project: Project) -> NodePlace:
    """Return where a node was written, by the first row of `WRITERS` that knows."""
    name, inner, line, block, is_own = "", "", None, 0, False
    ancestor: nodes.Node | None = node
    while ancestor is not None and not (line and name and block):
        line = line or ancestor.line
        is_inline = isinstance(ancestor, _INLINE)
        if is_inline and isinstance(ancestor.parent, nodes.TextElement):
            # In an included file, MyST-Parser names the page for a role, the file for a paragraph.
            inner = inner or ancestor.source or ""
        else:
            name = name or ancestor.source or inner
        if not block and not is_inline:
            block, is_own = id(ancestor), bool(name or line)
        ancestor = ancestor.parent
    source = NodeSource(node, name, line, is_own)
    found = next(filter(None, (writer.place(source, project) for writer in WRITERS)))
    return found._replace(block=block)


def is_generated(path: str, project: Project) -> bool:
    """Return whether a program made the file of a page from files that are checked themselves."""
    source = NodeSource(nodes.Text(""), path, None)
    is_of_autoapi = bool(project.autoapi) and path.startswith(project.autoapi)
    return is_of_autoapi or _in_gallery(source, project) is not None


def read_origin(source: str) -> Origin:
    """Return the origin in the `source` of a node."""
    origin, name = _taken_apart(source)
    if not name:
        return origin._replace(path=_absolute(origin.path))
    # Not cached: a different project, built later in this process, may have a module of this name.
    path = _absolute(origin.path or _module_file(name))
    return origin._replace(path=_cython_file(path) or path)


@lru_cache(maxsize=512)
def _taken_apart(source: str) -> tuple[Origin, str]:
    """Return the origin with its path as it stands, and the object of a docstring, else empty."""
    match = _DOCSTRING.fullmatch(source) if DOCSTRING_OF in source else None
    if match is None:
        return Origin(source), ""
    return Origin(match["path"] or "", match["part"]), match["object"]


def _absolute(path: str) -> str:
    if not path or path.startswith("<"):
        return path
    return os.path.abspath(path)  # unlike `realpath`, it does not follow links


def _answered(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the place that a handler of `doi-origin` states, if its file exists."""
    match project.answer(source.node):
        case (str() | os.PathLike() as path, int() | None as line) if os.path.isfile(path):
            return NodePlace(Origin(_absolute(os.fspath(path))), line)
    return None


def _summarized(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the docstring whose first sentence a table of autosummary shows."""
    if not source.name.endswith(_SUMMARY):
        return None
    row = next((element for element in around(source.node) if isinstance(element, nodes.row)), None)
    link = None if row is None else row.next_node(addnodes.pending_xref)
    if link is None or not link["reftarget"]:
        return None
    name = str(link["reftarget"])
    path = _module_file(_defining_module(name)) or _module_file(name) or _stated_file(name, project)
    return NodePlace(read_origin(f"{path}:{DOCSTRING_OF}{name}"), None)


def _defining_module(name: str) -> str:
    """Return the module in which an object was defined, by its `__module__`; empty if unknown."""
    inner: list[str] = []
    while name not in sys.modules:
        name, _, last = name.rpartition(".")
        if not name:
            return ""
        inner.append(last)
    value: object = sys.modules[name]
    for attribute in reversed(inner):
        value = inspect.getattr_static(value, attribute, None)
    value = getattr(value, "fget", value)  # a property has the module of its getter
    return str(getattr(value, "__module__", None) or "")


def _module_file(name: str) -> str:
    """Return the file of the module that contains an object; empty if it is not imported.

    Sphinx before version 9 names no file for variables that are documented by a comment.
    """
    while name:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path:
            return str(path)
        name = name.rpartition(".")[0]
    return ""


def _cython_file(path: str) -> str:
    """Return the Cython file next to a compiled module, which nobody can edit; empty if none."""
    suffixes = (suffix for suffix in EXTENSION_SUFFIXES if path.endswith(suffix))
    files = (f"{path.removesuffix(suffix)}.pyx" for suffix in suffixes)
    return next(filter(os.path.isfile, files), "")


def _documented(source: NodeSource, project: Project) -> NodePlace | None:  # noqa: ARG001
    """Return the docstring that autodoc names."""
    is_docstring = DOCSTRING_OF in source.name
    return NodePlace(read_origin(source.name), source.line) if is_docstring else None


def _configured(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the place in `rst_prolog` or `rst_epilog`."""
    is_text = source.name in project.texts
    return NodePlace(Origin(source.name), source.line) if is_text else None


def _in_doxygen(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the file with the comment from which Doxygen made the text.

    The XML states the file and the line of each member, whose identifier is in the signature.
    """
    for folder in project.doxygen:
        for identifier in _identifiers(source.node):
            found = _doxygen_location(folder, identifier)
            if found is not None:
                return found
    return None


def _identifiers(node: nodes.Node) -> Iterator[str]:
    """Yield the identifiers of the descriptions around a node, the nearest first."""
    for element in around(node):
        if isinstance(element, addnodes.desc):
            for signature in element.children:
                if isinstance(signature, addnodes.desc_signature):
                    for target in walk(signature, (nodes.target,)):
                        yield from cast("nodes.target", target)["ids"]


def _doxygen_location(folder: str, identifier: str) -> NodePlace | None:
    # A member has the identifier of its compound, `_1` and more; the name of a compound may also
    # contain `_1`, because `::` is written as `_1_1`.
    compound = identifier.rpartition("_1")[0]
    paths = (Path(folder, f"{name}.xml") for name in (identifier, compound))
    path = next(filter(Path.is_file, paths), None)
    text = "" if path is None else path.read_text(encoding="utf-8", errors="replace")
    at = text.find(f'id="{identifier}"')
    places = [*_LOCATION.finditer(text, at)] if at >= 0 else []
    if path is None or not places:
        return None
    # The location of a member is its first one, that of a compound comes after its members.
    file, line = places[0 if path.stem == compound else -1].groups()
    above = (folder, *map(str, Path(folder).parents))
    written = (
        joined for joined in (os.path.join(part, file) for part in above) if os.path.isfile(joined)
    )
    found = next(written, None)
    if found is None:
        return None
    return NodePlace(Origin(_absolute(found)), int(line), is_above=True)


def _in_autoapi(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the docstring in a page of sphinx-autoapi, which knows the file of each module."""
    if not project.autoapi or not source.name.startswith(project.autoapi):
        return None
    descriptions = (
        element for element in around(source.node) if isinstance(element, addnodes.desc)
    )
    signatures = (description.next_node(addnodes.desc_signature) for description in descriptions)
    names = [
        ".".join(filter(None, (signature.get("module"), signature.get("fullname"))))
        for signature in signatures
        if signature
    ]
    page = os.path.relpath(os.path.dirname(source.name), project.autoapi)
    for name in (*names, page.replace(os.sep, ".")):
        if path := _stated_file(name, project):
            return NodePlace(Origin(_absolute(path), f"{DOCSTRING_OF}{name}"), None)
    return None


def _stated_file(name: str, project: Project) -> str:
    """Return the file that sphinx-autoapi states for the module of an object; empty if none."""
    objects = project.documented()
    while name:
        found = getattr(objects.get(name), "obj", None)
        if isinstance(found, Mapping) and found.get("file_path"):
            return str(found["file_path"])
        name = name.rpartition(".")[0]
    return ""


def _in_toc(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the file from which sphinx-external-toc makes all tables of contents."""
    is_entry = project.toc and isinstance(source.node, addnodes.toctree)
    return NodePlace(Origin(project.toc), None) if is_entry else None


def _cited(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the bibliography for a reference or a footnote without a source.

    sphinxcontrib-bibtex keeps neither file nor line, and removes TeX commands from the text. Each
    entry is checked as a whole in its file instead.
    """
    for element in around(source.node) if project.has_bibliography else ():
        if element.source:
            return None
        if isinstance(element, nodes.citation | nodes.footnote):
            return NodePlace(BIBLIOGRAPHY, None)
    return None


def _in_gallery(source: NodeSource, project: Project) -> NodePlace | None:
    """Return the example, or the header of a folder, from which Sphinx-Gallery made a page."""
    for folder, examples in project.galleries:
        if source.name.startswith(folder) and source.name.endswith(".rst"):
            stem = f"{examples}{source.name[len(folder) : -len('.rst')]}"
            above, name = os.path.split(stem)
            headers = [os.path.join(above, header) for header in _HEADERS if name == "index"]
            examples_of_page = [f"{stem}{suffix}" for suffix in project.example_suffixes]
            path = next(filter(os.path.isfile, (*examples_of_page, *headers)), None)
            return None if path is None else NodePlace(Origin(path), source.line)
    return None


def _in_file(source: NodeSource, project: Project) -> NodePlace | None:  # noqa: ARG001
    """Return the file that docutils names: the page itself, an included file, or a table."""
    if not source.name or source.name.startswith("<") or not source.is_own:
        return None
    return NodePlace(read_origin(source.name), source.line)


def _nearest(source: NodeSource, project: Project) -> NodePlace:  # noqa: ARG001
    """Return the page, and the nearest line that docutils knows, for a text without a source."""
    line, name = None, ""
    for element in around(source.node):
        own = element.source or (element.get("source") if element.parent is None else "") or ""
        name = name or ("" if own.startswith("<") else own)
        line = line or (element.line if not own.startswith("<") else None) or _line_before(element)
    return NodePlace(read_origin(name), line)


WRITERS: Final = (
    Writer("an extension that handles `doi-origin`", _answered),
    Writer("autosummary", _summarized),
    Writer("autodoc", _documented),
    Writer("`rst_prolog` and `rst_epilog`", _configured),
    Writer("breathe", _in_doxygen),
    Writer("sphinx-autoapi", _in_autoapi),
    Writer("sphinx-external-toc", _in_toc),
    Writer("Sphinx-Gallery", _in_gallery),
    Writer("sphinxcontrib-bibtex", _cited),
    Writer("a page, an included file or a table", _in_file),
    Writer("any other program", _nearest),
)
"""The programs that write text into doctrees; the first row that returns a place is used.

A row knows internals of its program where the nodes do not state the origin of their text. An
extension that handles `doi-origin` states it itself, and needs no row.

Some texts stand in a file that no node names; `reader` searches for them: translations in their
catalogue, substitutions and settings in `conf.py`, references in the BibTeX files.
"""


def _line_before(element: nodes.Element) -> int | None:
    """Return the line of the nearest element before another one in the same parent."""
    siblings = element.parent.children if element.parent is not None else []
    before = siblings[: siblings.index(element)] if element in siblings else []
    lines = (
        sibling.line for sibling in reversed(before) if not (sibling.source or "").startswith("<")
    )
    return next(filter(None, lines), None)


def shown_path(path: str) -> str:
    """Return a path for reports, relative to the current folder if it is below it."""
    if not os.path.isabs(path):
        return path
    below = f"{os.getcwd()}{os.sep}"
    return (path.removeprefix(below)).replace(os.sep, "/")
