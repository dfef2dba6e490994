"""Typed expectations of experiments: finds them in the sources and compares them with what a script derives.

A check of an experiment has its expectation as third argument: number(what, paper, EXPECTED, measured, ...),
within(...) and reported(...). An expectation is a formula of the experiment's own parameters, zero, or a typed number. A
typed number has a mark that says where it comes from (experiments/expected.h); `key` names it in
tools/<paper>_expected.py:

    derived("key", 0.0851)        the script computes it; the typed digits are the computed value, rounded
    of_paper("key", 90.0)         the paper's own; it stands in the part of docs/specs that the script cites
    of_reference("key", 14.70)    of the reference implementation behind docs/specs, where nothing here can compute it
                                  in seconds; it stands in the part that the script cites
    of_engine("key", 31.2)        measured with this engine; the script says how, and has the same number

Faults: a typed number without a mark, a key that the script does not have under that kind, a key that no source uses,
digits that differ, a citation of a part that docs/specs does not have.
"""
import decimal
import pathlib
import re
import sys

KINDS = ("derived", "of_paper", "of_reference", "of_engine")
LITERAL = r"(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])"
MARK = re.compile(r"\b(%s)\(" % "|".join(KINDS))
CHECK = re.compile(r"(?<![\w:.])(?:number|within|reported)\(")
CHAIN = r"(?<![\w.>])[A-Za-z_]\w*(?:::\w+|\s*\[[^\]]*\]|(?:\.|->)\*?\w+)*(?!\w*\s*[(\w])"  # a.b[i].c, and no call
MOST_DIGITS = 2  # of a literal in a formula: 0.5, 2.5, 0.25; a number of more digits is a typed expectation


def part(text, label):
    """The part of a specification that a label names, or None.

    A chapter by its number or its title, or the row or item of a table or list.
    """
    lines = text.splitlines()
    for i, line in enumerate(lines):
        heading = re.match(r"(#+) (.*)", line)
        if heading and (re.match(re.escape(label) + r"(?![\w.]*\d)", heading[2]) or heading[2].startswith(label + ":")):
            ends = [j for j in range(i + 1, len(lines)) if re.match(r"#{1,%d} " % len(heading[1]), lines[j])]
            return "\n".join(lines[i:(ends or [len(lines)])[0]])
        if re.match(r"(?:\| |\* \*\*|\*\*)%s\b" % re.escape(label), line):
            return line
    return None


class Book:
    """What a script derives or knows not to be derivable, with the parts of docs/specs that it follows from."""

    def __init__(self, spec):
        self.spec = spec
        self.entries = {}  # key: (kind, value, cited labels, how it was measured)
        self.inputs = set()  # (file, expression): expectations that are inputs of the scene or other measurements

    def derive(self, key, value, *cites):
        self._add(key, "derived", value, cites)

    def of_paper(self, key, value, *cites):
        self._add(key, "of_paper", value, cites)

    def of_reference(self, key, value, *cites):
        self._add(key, "of_reference", value, cites)

    def of_engine(self, key, value, how):
        self._add(key, "of_engine", value, (), how)

    def _add(self, key, kind, value, cites, how=""):
        if key in self.entries:
            raise KeyError(f"{key} is derived twice")
        if not cites and not how:
            raise ValueError(f"{key} needs a citation of docs/specs/{self.spec}, or how it was measured")
        self.entries[key] = (kind, value, cites, how)

    def faults(self, sources, specs):
        """Sentences on what is wrong. `sources`: text by file name; `specs`: the folder docs/specs."""
        spec = (specs / self.spec).read_text(encoding="utf-8")
        for key, (kind, value, cites, _) in self.entries.items():
            for label in cites:
                if part(spec, label) is None:
                    yield f"{key} cites {self.spec}, {label}, which does not exist; cite what exists, or add it there"
            there = [decimal.Decimal(n) for label in cites for n in re.findall(LITERAL, part(spec, label) or "")]
            if kind in ("of_paper", "of_reference") and abs(exact(value)) not in there:
                yield f"{key} = {value} does not stand in {self.spec}, {', '.join(cites)}"
        used = set()
        texts = {name: without_comments(text) for name, text in sources.items()}
        for name, text in texts.items():
            for line, kind, key, digits in marks(text):
                place = f"{name}:{line}"
                if digits is None:
                    yield f"{place}: {kind}(...) needs a key in quotes and the typed number"
                    continue
                used.add(key)
                yield from self._compare(place, kind, key, digits)
            for m in re.finditer(r"\.expected\s*=(?!=)", text):
                yield f"{name}:{line_of(text, m.start())}: give the expectation to number(), within() or reported()"
            headers = [t for n, t in texts.items() if n.endswith(".h") and n != name]
            for place, expression in expectations(text):
                if (name, expression) in self.inputs:
                    continue
                for fault in Reader(text, place, headers).faults(expression):
                    yield f"{name}:{line_of(text, place)}: the expectation `{expression}`: {fault}"
        for key in self.entries:
            if key not in used:
                yield f"{key} is derived, and no source has it: remove it, or mark the number in the source"

    def _compare(self, place, kind, key, digits):
        if key not in self.entries:
            yield f"{place}: no script derives {kind}(\"{key}\", {digits}); derive it in tools/, or enter its kind"
            return
        entered, value, *_ = self.entries[key]
        if kind != entered:
            yield f"{place}: {key} is marked {kind} here and entered as {entered} in the script"
        elif not (rounds_to(value, digits) if kind == "derived" else decimal.Decimal(digits) == exact(value)):
            yield f"{place}: {key} = {digits} is typed, {value!r} is what the script has"


def exact(value):
    return decimal.Decimal(repr(value))


def rounds_to(value, digits):
    """A typed number is the computed one, rounded to its digits; a count is the count."""
    typed = decimal.Decimal(digits)
    if isinstance(value, int):
        return typed == value
    half = decimal.Decimal(5).scaleb(typed.as_tuple().exponent - 1)
    return abs(typed - decimal.Decimal(value)) <= half * decimal.Decimal("1.000001")


def without_comments(text):
    """Comments become blanks, so that places stay."""
    blank = lambda m: m[0] if m[0][0] in "\"'R" else re.sub(r"[^\n]", " ", m[0])
    return re.sub(r'R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'|//[^\n]*|/\*(?:.|\n)*?\*/', blank, text)


def without_strings(text):
    masked = lambda m: '"' + re.sub(r"[^\n]", "_", m[0][1:-1]) + '"'
    return re.sub(r'R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"', masked, text)


def arguments(text, start):
    """Of a call or list whose bracket was opened just before `start`: its parts, split at commas, and where it ends."""
    depth, parts, begin, i = 0, [], start, start
    while i < len(text):
        c = text[i]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
        elif c == ";" and depth == 0:
            break
        i += 1
    return [p.strip() for p in parts + [text[begin:i]]], i


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def marks(text):
    for m in MARK.finditer(text):
        whole = re.match(r'\s*"([^"]+)"\s*,\s*([-+]?%s)\s*\)' % LITERAL, text[m.end():])
        yield (line_of(text, m.start()), m[1], *(whole.groups() if whole else (None, None)))


def expectations(text):
    """Third arguments of checks, as written, with their places."""
    masked = without_strings(text)
    for m in CHECK.finditer(masked):
        parts, _ = arguments(masked, m.end())
        if len(parts) > 4:
            yield m.start(), parts[2]


class Reader:
    """Whether the expression at a place of a source is a formula, or has typed numbers without a mark in it."""

    def __init__(self, text, place, headers):
        self.before, self.all = without_strings(text[:place]), [without_strings(t) for t in [text, *headers]]

    def faults(self, expression, alone=True, seen=()):
        """`alone`: the expression is the whole expectation, and not a part of a formula."""
        rest = re.sub(MARK.pattern + r"[^()]*\)", " marked ", expression).strip()
        if rest.startswith("{"):
            for element in arguments(rest, 1)[0]:
                yield from self.faults(element, alone, seen)
            return
        bare = re.fullmatch(r"[-+]?\s*(%s)" % LITERAL, rest)
        for literal in re.findall(LITERAL, rest):
            digits = decimal.Decimal(literal).normalize().as_tuple().digits
            if len(digits) > MOST_DIGITS or bare and alone and any(digits):
                yield f"{literal} is typed; mark it (experiments/expected.h)"
        for chain in re.findall(CHAIN, rest):
            name = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^\]]*\]", "", chain))[-1]
            if "::" not in chain and name not in ("marked", "k_unset", "true", "false", *seen):
                yield from self._named(chain, name, alone and chain == rest, (*seen, name))

    def _named(self, chain, name, alone, seen):
        """A name is followed to where it is set. What is called is computed; k_... alone are inputs of the scene."""
        if any(re.search(r"\bExpected\b[^;(){}=]*\b%s\b" % name, t) for t in self.all):
            return  # the compiler lets only marked numbers become one
        if name.startswith("k_") and (chain == name or not alone):
            return
        is_set = r"(?<![\w.])%s\s*(?:\[[^\]]*\]\s*)*=(?!=)\s*" % name
        member = "." in chain or "->" in chain
        found = [] if member else [m.end() for m in re.finditer(is_set, self.before)]
        if found:
            yield from self.faults(arguments(self.before, found[-1])[0][0], alone, seen)
        elif alone:
            yield f"`{name}` is not computed in this file; give it the type Expected and mark its numbers"


def read(folder):
    files = [p for p in sorted(pathlib.Path(folder).iterdir()) if p.suffix in (".h", ".cpp")]
    return {p.name: p.read_text(encoding="utf-8") for p in files}


def main(book):
    """Prints what a script has; with the folders of sources and of docs/specs compares, and exits with 1 at faults."""
    for key, (kind, value, cites, how) in book.entries.items():
        print(f"{key:45} {kind:13} {value!r:22} {how or book.spec + ', ' + ', '.join(cites)}")
    wrong = list(book.faults(read(sys.argv[1]), pathlib.Path(sys.argv[2]))) if len(sys.argv) > 2 else []
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
