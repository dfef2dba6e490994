#!/usr/bin/env python3
"""Typed expectations of one paper's experiments follow from their equations; and it is noticed if one does not.

usage: expectations_test.py TOOLS SCRIPT EXPERIMENTS/PAPER DOCS/SPECS     SCRIPT: of TOOLS, without its ending
       expectations_test.py TOOLS                                         what counts as a typed expectation
"""
import importlib
import pathlib
import re
import sys

sys.path.insert(0, sys.argv[1])
import expectations  # noqa: E402


def whole_mark(key=None):
    return r'\b(?:%s)\("%s", ([-+\d.e]+)\)' % ("|".join(expectations.KINDS), re.escape(key) if key else '[^"]+')


def other_last_digit(number):
    """The last digit of the mantissa, one further."""
    mantissa, *exponent = re.split(r"(?=e)", number)
    return mantissa[:-1] + str((int(mantissa[-1]) + 1) % 10) + "".join(exponent)


def check_paper(script, folder, specs):
    book, sources = importlib.import_module(script).book(), expectations.read(folder)
    faults = lambda texts: list(book.faults(texts, specs))
    assert faults(sources) == [], "\n" + "\n".join(faults(sources))

    # Every typed number with another last digit, all at once: each place is named.
    marks = lambda text: expectations.marks(expectations.without_comments(text))
    places = {(name, line, key) for name, text in sources.items() for line, _, key, _ in marks(text)}
    assert {key for *_, key in places} == set(book.entries)
    changed = {}
    for name, text in sources.items():
        for key in {k for n, _, k in places if n == name}:
            text = re.sub(whole_mark(key), lambda m: m[0].replace(f", {m[1]})", f", {other_last_digit(m[1])})"), text)
        changed[name] = text
    said = faults(changed)
    for name, line, key in places:
        start = f"{name}:{line}: {key} = "
        assert any(s.startswith(start) for s in said), f"{start}: another last digit is not noticed"

    # Every mark taken away: a bare number in a check is typed, and no key is used any more.
    said = faults({name: re.sub(whole_mark(), r"\1", text) for name, text in sources.items()})
    for key in book.entries:
        start = f"{key} is derived, and no source has it"
        assert any(s.startswith(start) for s in said), f"{key} without its mark is not noticed"

    # One more, by each way in which an expectation can be typed.
    name = next(n for n in sources if n.endswith(".cpp"))
    check = 'result.add(within("more", {{}}, {}, run.more, "s", 1e-3));'
    for more in (check.format("1.5"), check.format('derived("more", 1.5)'), "result.checks.back().expected = 1.5;",
                 "struct More { double typed; };\n" + check.format("more.typed"),
                 "constexpr double more_table[] = {1.5, 2.5};\n" + check.format("more_table[i]")):
        said = faults(sources | {name: sources[name] + more})
        assert said and all(s.startswith(name) for s in said), f"not noticed: {more}"
    print(f"{len(book.entries)} typed expectations of {folder.name} are what {script}.py has")


def check_reader():
    """What is a formula, and what is typed."""
    def typed(expectation, before=""):
        text = f'{before}\nresult.add(within("a, b", {{}}, {expectation}, run.x, "m", 1e-3));'
        (place, found), = expectations.expectations(text)
        return list(expectations.Reader(text, place, []).faults(found))

    for formula in ("0", "0.0", "k_unset", "k_mu * k_g", "k_seal", "-k_seal", "0.5 * k_mass * std::sqrt(2.0 * k_g)",
                    'derived("key", 1.2345)', 'derived("a", 6.1175) / derived("b", 2.6088)', "exact.angle(c.end)",
                    "x_stop - 0.5 * k_speed * r.h", "static_cast<double>(all)", "full ? k_a : k_b"):
        assert typed(formula) == [], (formula, typed(formula))
    for number in ("1", "0.0062", "-0.487", "1e4", "1.9272 - k_mu * k_g", "6.1175 / 2.6088", "r.stops",
                   "cases[i].stops", "expected", "table[i]"):
        assert typed(number), number
    assert typed("stops", "const double spin_up = 2.0 * k_radius, stops = 0.5 / spin_up;") == []
    assert typed("stops", "constexpr double stops = 0.25;")
    assert typed("stops", "constexpr double best = 1.2345, stops = best * k_mass;")
    assert typed("stops[b][k]", "constexpr double stops[2][2] = {{1.5, 2.5}, {3.5, 4.5}};")
    assert typed("stops[b][k]", 'constexpr Expected stops[1][1] = {{derived("stops", 1.5)}};') == []
    assert typed("c.stops", "struct Case { double eta; Expected stops, reverse; };") == []
    assert typed("c.stops", "struct Case { double eta, stops; };")
    assert typed("curvatures[i]", "const std::array curvatures = {1 / radius, 0.5 * (1 / s + s / l)};") == []
    assert typed("stops", "const auto& [eta, stops] = cases[i];")
    for value, digits, same in ((0.97785, "0.9779", True), (0.9778, "0.9779", False), (2.0249, "2.02", True),
                                (2.0249, "2.03", False), (9021, "9021", True), (9021, "9022", False),
                                (10000, "1e4", True), (-0.4872529, "-0.487253", True)):
        assert expectations.rounds_to(value, digits) == same, (value, digits)
    first = "## 3.2 Title\ntext 14.70\n### 3.2.1 Part\nmore"
    spec = first + "\n## 3.20 Other\n| C1 | row |\n* **P5 item** 7\n| P4 load | 2 |\n"
    for label, found in (("3.2", first), ("3", None), ("C1", "| C1 | row |"), ("C", None), ("C10", None),
                         ("P5", "* **P5 item** 7"), ("P4", "| P4 load | 2 |"), ("P1", None)):
        assert expectations.part(spec, label) == found, label
    print("typed expectations are recognised, and formulas pass")


if len(sys.argv) == 2:
    check_reader()
else:
    check_paper(sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4]))
