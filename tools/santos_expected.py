#!/usr/bin/env python3
"""Expected values of the experiments on Santos2020: what stands as derived("key", ...) in experiments/santos.

Table I by counting, the packings by the reference (docs/specs/santos.md, "Packings"): means over seeds of packings that
take minutes each.

usage: santos_expected.py [experiments/santos docs/specs]: prints the values; compares the sources with them.
"""
import math

import expectations


def count(modes, dimension):
    """Constraints of a contact: its normal, and what each mode holds; and the coordination that they make rigid.

    A body has Z N_c/2 constraints and as many equations of motion, without friction those of translation only.
    """
    of_mode = {"s": dimension - 1, "r": dimension - 1, "t": 1}
    constraints = 1 + sum(of_mode[m] for m in modes)
    equations = dimension + (dimension * (dimension - 1) // 2 if modes else 0)
    return constraints, 2 * equations / constraints


def table_1(book):
    for modes in ("", "s", "r", "t", "sr", "st", "rt", "srt"):
        for dimension in (3, 2):
            if dimension == 2 and "t" in modes:  # disks have no axis to twist about
                continue
            constraints, coordination = count(modes, dimension)
            book.derive(f"table1.{modes or 'none'}.{dimension}d.constraints", constraints, "S14")
            book.derive(f"table1.{modes or 'none'}.{dimension}d.Z", coordination, "S14")
        book.derive(f"table1.{modes or 'none'}.rattler", math.floor(count(modes, 3)[1] / 2 + 1e-9), "S14")


def packings(book):
    for state, fraction, coordination, rattlers in (("0", 0.6365, 6.11, 0.008), ("s0.3", 0.591, 4.67, 0.135),
                                                    ("all0.3", 0.560, 3.78, 0.32), ("all1", 0.507, 2.64, 0.72)):
        for name, value in (("phi", fraction), ("Z", coordination), ("rattlers", rattlers)):
            book.of_reference(f"packing.{state}.{name}", value, "Packings")


def book():
    made = expectations.Book("santos.md")
    table_1(made)
    packings(made)
    # The digits that Appendix A prints of k_t/k_n and k_r/k_n; the formulas stand beside them.
    made.inputs |= {("two_spheres.cpp", "m.twist"), ("two_spheres.cpp", "m.roll")}
    return made


if __name__ == "__main__":
    expectations.main(book())
