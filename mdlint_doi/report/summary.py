"""The summary of a run in a few sentences: counts, fixes, and the parts that were not checked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import safe
from mdlint_doi.report.model import (
    LookupCounts,
    NoteKind,
    PathNote,
    Report,
    SearchCounts,
    WorkCounts,
)
from mdlint_doi.report.safe import Style, paint
from mdlint_doi.text.numbers import counted

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Fix
    from mdlint_doi.text.source import Source

MANY: Final = 200  # a report with more findings is too long to read whole
_ALIKE: Final = 3  # the most files with the same message that are named; the others are counted
_QUOTED: Final = 100  # the most code points of a text that a fix inserts or removes
_EDITS: Final = 3  # the most edits of one fix that are described
_AGENCIES: Final = 10  # the most agencies that are named; there are about a dozen
FILES: Final = 20  # the most files that are listed if not every fix is


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the summary, at least one; they may have colours."""
    yield _found(report) if report.searches is None else _searched(report, report.searches)
    if report.fixed:
        yield from fixes(report)
    yield from _about_findings(report)
    yield from left_out(report)
    yield from not_looked_up(report)
    if report.lookups is not None:
        yield from _lookups(report.lookups, report)
    if report.works is not None:
        yield from _works(report.works, report)
    if report.searches is not None:
        yield from _not_searched(report.searches)
    if report.skipped:
        yield f"Skipped {counted(len(report.skipped), 'file')}."
    yield from troubles(report)
    if report.interrupted:
        search = report.searches is not None
        effect = "the search is incomplete" if search else "not everything was checked"
        yield f"The run was interrupted, so {effect}."


def troubles(report: Report) -> Iterator[str]:
    """Yield sentences on the files, and the parts of files, that could not be read or written."""
    if report.unprocessed:
        text = f"{counted(report.unprocessed, 'file')} could not be processed: {_where(report)}."
        style = Style.ERROR if report.is_broken else Style.WARNING
        yield paint(text, style, color=report.color)
    if report.parts:
        verb = "was" if report.parts == 1 else "were"
        places = _where(report, is_part=True)
        text = f"{counted(report.parts, 'file')} {verb} not read completely: {places}."
        yield paint(text, Style.WARNING, color=report.color)
    if any(
        problem.kind not in {NoteKind.MISSING, NoteKind.UNWRITTEN} for problem in report.problems
    ):
        yield "If a file is broken on purpose, list it in the setting 'exclude'."


def _where(report: Report, *, is_part: bool = False) -> str:
    """Return the first places of files, or of parts of files, that could not be processed."""
    places = [_place(problem) for problem in report.problems if problem.is_part == is_part]
    more = f" and {len(places) - _ALIKE} more" if len(places) > _ALIKE else ""
    return f"{', '.join(places[:_ALIKE])}{more}"


def not_looked_up(report: Report) -> Iterator[str]:
    """Yield a sentence if the run was offline, because it then proves less than it seems to."""
    if report.offline and report.lookups is None and report.files:
        yield "DOIs were not looked up."


def messages(report: Report) -> Iterator[str]:
    """Yield the lines for standard error in every format: notices, skipped files, errors."""
    yield from map(safe.line, report.details)
    if report.warning:
        yield f"warning: {safe.line(report.warning)}"
    if not report.quiet:
        for notice in report.notices:
            yield f"note: {safe.line(notice)}"
        for note in report.notes:
            yield f"note: {_place(note)}: {safe.line(note.message)}"
        yield from _alike(report.skipped, "note: skipped")
    yield from _alike((problem for problem in report.problems if not problem.fails), "warning:")
    yield from _alike((problem for problem in report.problems if problem.fails), "error:")


def _alike(notes: Iterable[PathNote], kind: str) -> Iterator[str]:
    """Yield a line for each note of a kind; many files with the same message share one line."""
    by_message: dict[str, list[PathNote]] = {}
    for note in notes:
        by_message.setdefault(note.message, []).append(note)
    for message, alike in by_message.items():
        for some in [alike] if len(alike) > _ALIKE else [[note] for note in alike]:
            more = f" and {len(some) - _ALIKE} more" if len(some) > _ALIKE else ""
            number = f"{len(some)} files: " if more else ""
            places = ", ".join(map(_place, some[:_ALIKE]))
            yield f"{kind} {number}{places}{more}: {safe.line(message)}"


def _place(note: PathNote) -> str:
    place = "" if note.line is None else f":{note.line}"
    place += "" if note.column is None else f":{note.column}"
    return f"{safe.visible(note.path) or repr('')}{place}"


def _found(report: Report) -> str:
    """Return the first sentence of a check; it claims no more than could be checked."""
    if not report.files:
        if report.since is not None and report.since.files:
            return "Nothing was checked, because nothing was changed."
        return paint("Nothing was checked.", Style.ERROR, color=report.color)
    files = counted(len(report.files), "file")
    time = "" if report.elapsed is None else f" in {report.elapsed:.1f} s"
    undecided = report.lookups.undecided if report.lookups else 0
    is_whole = not (report.problems or undecided)
    new = "new " if report.hidden else ""  # the baseline contains older ones
    limit = " in the DOIs that could be checked" if undecided else ""
    nothing = f"No {new}problems found{limit}"
    if report.problems:
        nothing = f"Found no {new}problems in the parts that could be read"
    if not report.findings:
        is_painted = report.color and is_whole
        return paint(f"{nothing}: {files} checked{time}.", Style.GOOD, color=is_painted)
    counts = {severity: report.count(severity) for severity in Severity}
    hints = counts.pop(Severity.HINT)
    problems = sum(counts.values())
    if not problems and not report.failing():
        return f"{nothing}, {counted(hints, 'hint')}: {files} checked{time}."
    kinds = ", ".join(counted(count, severity.value) for severity, count in counts.items() if count)
    found = [f"{counted(problems, 'problem')} ({kinds})"] if problems else []
    found += [counted(hints, "hint")] if hints else []
    touched = {finding.source.name for finding in report.findings}
    checked = touched.intersection(report.files)
    where = [f"{len(checked)} of {files}"] if checked else []
    where += sorted(map(safe.visible, touched - checked))  # settings files
    rest = "" if checked else f"; {files} checked"
    return f"Found {' and '.join(found)} in {' and '.join(where)}{rest}{time}."


def _about_findings(report: Report) -> Iterator[str]:
    """Yield how many findings fail the run, which rule has most, and how many have a fix."""
    total = len(report.findings)
    if not total:
        return
    if report.fail_on is not Severity.WARNING:
        number = report.failing()
        verb = "count as failures" if number > 1 else "counts as a failure"
        yield (
            f"{number or 'None'} of {counted(total, 'finding')} {verb}"
            f" (fail-on: {report.fail_on.value})."
        )
    if total > MANY:
        counts = Counter((finding.code, finding.name) for finding in report.findings)
        ((code, name), number) = counts.most_common(1)[0]
        how = f'doi_ignore = ["{name}"]' if report.in_build else f"--ignore {name}"
        yield f"{number} of {total} findings are {code} {name}; {how} turns this rule off."
    if not report.in_build:
        yield from _fixable(report)


def _fixable(report: Report) -> Iterator[str]:
    from mdlint_doi.lint.model import Safety

    easy, hard = report.fixable(Safety.SAFE), report.fixable(Safety.UNSAFE)
    if easy and hard and not report.unsafe_fixes:
        yield f"{easy} can be fixed with --fix, {hard} more with --unsafe-fixes."
    elif hard and not report.unsafe_fixes:
        yield f"{hard} can be fixed with --fix --unsafe-fixes."
    elif easy or hard:
        yield f"{easy + hard} can be fixed with --fix."
    if report.fixed and (number := len(report.findings) - easy - hard):
        yield f"{number} {'has' if number == 1 else 'have'} no automatic fix."


def left_out(report: Report) -> Iterator[str]:
    """Yield sentences on findings that were suppressed, hidden, or not checked with `--since`."""
    if report.suppressed:
        verb = "would suppress" if report.dry else "suppress"
        yield f"Comments {verb} {counted(report.suppressed, 'finding')}."
    if report.hidden:
        yield f"The baseline hides {counted(report.hidden, 'finding')}."
    if since := report.since:
        point = f" since {safe.visible(since.reference)}"
        findings = f"{counted(since.findings, 'finding')} on lines that have not changed{point}"
        files = f"{counted(since.files, 'file')} without changes{'' if since.findings else point}"
        counts = ((since.findings, findings), (since.files, files))
        hidden = [text for count, text in counts if count]
        if hidden:
            yield f"Not shown: {', and '.join(hidden)}."
        if report.lookups:
            yield "DOIs on unchanged lines were not looked up."


def _lookups(counts: LookupCounts, report: Report) -> Iterator[str]:
    sent = "" if counts.requests is None else f" with {counted(counts.requests, 'request')}"
    yield (
        f"Looked up {counted(counts.asked, 'DOI')}{sent}: {counts.found} registered, "
        f"{counts.missing} not registered, {counts.undecided} could not be checked."
    )
    if counts.unknown and counts.lock_file:
        names = f"{counted(counts.undecided, 'DOI')} {'is' if counts.undecided == 1 else 'are'}"
        yield f"{names} not in {safe.visible(counts.lock_file)} (run mdlint-doi record)."
    elif counts.unknown:
        causes = ", ".join(f"{cause.value} ({number})" for cause, number in counts.unknown)
        yield f"Reasons: {causes}."
    if counts.records_read < counts.found:
        yield (
            f"{counts.records_read} of {counts.found} registered DOIs were checked for aliases and "
            f"deletions; {_with_depth('records', report)} checks all of them."
        )


def _works(counts: WorkCounts, report: Report) -> Iterator[str]:
    """Yield the counts of works; with `shows_fixes`, also a line for each reference not judged."""
    if counts.asked:
        unknown = f", {counts.unknown} could not be read" if counts.unknown else ""
        yield (
            f"Looked up the works of {counted(counts.asked, 'DOI')}: {counts.known} found{unknown}."
        )
        yield from _compared(counts)
        for note in counts.unjudged if report.shows_fixes else ():
            yield f"  {_place(note)}: not judged: {safe.line(note.message)}"
    if counts.left_out:
        saved = counts.seconds > counts.seconds_with_contact
        faster = f"{counts.seconds_with_contact:.0f} s if you set contact to your e-mail address"
        contact = f", or {faster}" if saved else ""
        yield (
            f"Skipped the works of {counted(counts.left_out, 'DOI')}, because no text describes"
            f" them: {_with_depth('all', report)} looks them up in about {counts.seconds:.0f} s"
            f"{contact}."
        )


def _with_depth(step: str, report: Report) -> str:
    """Return the option or the Sphinx setting that looks up more, for a value of `--depth`."""
    return f'doi_depth = "{step}"' if report.in_build else f"--depth {step}"


def _compared(counts: WorkCounts) -> Iterator[str]:
    """Yield the results of comparing references with their works, and which were not compared."""
    if counts.compared:
        found = []
        if number := counts.other_works:
            hints = counts.other_hints
            softer = f" ({counted(hints, 'hint')})" if hints else ""
            verb = "disagrees" if number == 1 else "disagree"
            found += [f"{number} {verb} with the registered work{softer}"]
        if number := counts.details:
            found += [f"{number} {'differs' if number == 1 else 'differ'} in details"]
        nothing = "no differences"
        if counts.differing:
            verb = "differs" if counts.differing == 1 else "differ"
            nothing = f"{counts.differing} {verb}, but this is not reported"
            nothing += " (suppressed, in the baseline or the exceptions, or not selected)"
        differences = ", ".join(found) or nothing
        more = f"; {counts.not_judged} more could not be judged" if counts.not_judged else ""
        yield f"Compared {counted(counts.compared, 'reference')}: {differences}{more}."
    elif counts.not_judged:
        yield f"No references were compared: {counts.not_judged} could not be judged."
    elif counts.known:
        yield "No references were compared: the documents do not describe these works."
    if counts.not_read:
        (first, number), *others = counts.not_read[:_AGENCIES]
        named = [f"{counted(number, 'DOI')} registered with {safe.line(first)}"]
        named += [f"{number} with {safe.line(agency)}" for agency, number in others]
        rest = sum(number for _, number in counts.not_read[_AGENCIES:])
        named += [f"{rest} with other agencies"] if rest else []
        yield f"Not compared, because the records are not read: {', '.join(named)}."


def _searched(report: Report, counts: SearchCounts) -> str:
    """Return the first sentence of a search: its counts, or why nothing was searched."""
    time = "" if report.elapsed is None else f" in {report.elapsed:.1f} s"
    if not counts.searched:
        is_painted = report.color and bool(counts.unknown or not report.files)
        text = f"Nothing was searched{time}{_why_not(report, counts)}."
        return paint(text, Style.ERROR, color=is_painted)
    comma = "," if time else ""
    known = f", {counts.cached} answered from the cache{comma}" if counts.cached else ""
    states = [f"a DOI was found for {counts.proposed}"]
    if counts.differing:
        states.append(f"a similar work was found for {counts.differing}")
    if counts.not_found:
        states.append(f"no work was found for {counts.not_found}")
    return (
        f"Searched for {counted(counts.searched, 'reference')} without a DOI in"
        f" {counted(len(report.files), 'file')} with {counted(counts.requests, 'request')}{known}"
        f"{time}: {', '.join(states)}."
    )


def _why_not(report: Report, counts: SearchCounts) -> str:
    """Return why nothing was searched; empty if Ctrl-C came before that was known."""
    if counts.unknown:
        return f": the search failed for {counted(counts.unknown, 'reference')}"
    if report.interrupted:
        return ""
    if report.files:
        return f": there are no references to search for in {counted(len(report.files), 'file')}"
    return ": no file could be read" if report.problems else ": there is no file to search"


def _not_searched(counts: SearchCounts) -> Iterator[str]:
    """Yield sentences on the references that a search left out or could not decide."""
    lost = counts.unknown - counts.unchecked
    if counts.searched and lost:
        yield f"The search failed for {counted(lost, 'reference')}."
    if counts.unchecked:
        found = "1 DOI was" if counts.unchecked == 1 else f"{counts.unchecked} DOIs were"
        yield f"{found} found but not proposed, because the look-up failed."
    if counts.left:
        left = "1 reference is" if counts.left == 1 else f"{counts.left} references are"
        yield f"{left} left for the next run, because --max-searches limits the searches."
    for reason, number in counts.unjudged:
        yield f"No DOI was found for {counted(number, 'reference')} {reason}."
    for reason, number in counts.left_out:
        yield f"Skipped {counted(number, 'reference')} {reason}."


def fixes(report: Report) -> Iterator[str]:
    """Yield the number of fixed findings, then a line for each fix or each file."""
    hints = sum(finding.severity is Severity.HINT for finding in report.fixed)
    counts = {"problem": len(report.fixed) - hints, "hint": hints}
    kinds = [counted(number, kind) for kind, number in counts.items() if number]
    files = counted(len({finding.path for finding in report.fixed}), "file")
    verb = "Would fix" if report.dry else "Fixed"
    yield f"{verb} {' and '.join(kinds)} in {files} (remaining findings: {len(report.findings)}):"
    yield from all_fixes(report) if report.shows_fixes else _by_file(report)


def all_fixes(report: Report) -> Iterator[str]:
    """Yield a line for each fix."""
    for finding in report.fixed:
        place = f"{safe.path(finding.path)}:{finding.line}:{finding.column}"
        edits = f" {fix_in_words(finding.source, finding.fix)}" if finding.fix else ""
        word = report.word(finding).rstrip()
        mark = f" {word}" if word else ""
        yield f"  {place}: {finding.code} [{finding.name}]{mark}{edits}"


def _by_file(report: Report) -> Iterator[str]:
    """Yield a line for each of the first files, with the number of fixes by rule."""
    files: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for finding in report.fixed:
        files[finding.path][finding.code, finding.name] += 1
    for path, rules in islice(files.items(), FILES):
        listed = ", ".join(f"{count} × {code} {name}" for (code, name), count in rules.items())
        yield f"  {safe.visible(path)}: {listed}"
    if len(files) > FILES:
        yield f"  and {counted(len(files) - FILES, 'more file')} (-v lists each fix)"


def fix_in_words(source: Source, fix: Fix) -> str:
    """Return what a fix does, in visible words."""
    text = source.text
    edits = [_edit_in_words(edit.span.cut(text), edit.replacement) for edit in fix.edits[:_EDITS]]
    if len(fix.edits) > _EDITS:
        edits.append(f"and {counted(len(fix.edits) - _EDITS, 'more place')}")
    return "; ".join(edits)


@lru_cache(maxsize=64)
def _edit_in_words(cut: str, replacement: str) -> str:
    """Return what an edit does; cached, because documents repeat the same mistake."""
    old, new = safe.line(cut, _QUOTED), safe.line(replacement, _QUOTED)
    if new and old:
        return f"replace '{old}' with '{new}'"
    return f"insert '{new}'" if new else f"remove '{old}'"
