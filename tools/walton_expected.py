#!/usr/bin/env python3
"""Expected loop energies of the experiment walton-paths: what stands as derived("key", ...) in experiments/walton.

Written from docs/specs/walton.md, chapter 4, alone: the force of one contact along prescribed paths of slide s and
normal force N, and the work that is put into it, by the trapezoid rule, in units of (K_1 - K_2) A^2/2.

usage: walton_expected.py [experiments/walton docs/specs]: prints the values; compares the sources with them.
"""
import math

import expectations

MODULUS, RADIUS, SHEAR, FRICTION = 1.0, 0.5, 0.3, 0.4  # effective ones, in reduced units
HIGH, LOW, CYCLES = 0.02, 0.005, 5


def stiffness(normal):
    return 8 * SHEAR * (0.75 * normal * RADIUS / MODULUS) ** (1 / 3)


AMPLITUDE = 0.3 * FRICTION * LOW / stiffness(HIGH)


def loop(first, second):
    """Load under one normal force, go to the other, unload there, come back: (increment of s, N) of each step."""
    yield from [(AMPLITUDE / 50, first)] * 50
    yield from ((0.0, first + (second - first) * i / 75) for i in range(1, 76))
    yield from [(-AMPLITUDE / 50, second)] * 50
    yield from ((0.0, second + (first - second) * i / 75) for i in range(1, 76))


def swing(sign, steps=200):
    """s = A sin, N = N_0 + sign dN sin 2, five cycles."""
    mean, half, at = 0.5 * (HIGH + LOW), 0.5 * (HIGH - LOW), 0.0
    for i in range(1, CYCLES * steps + 1):
        phase = 2 * math.pi * i / steps
        yield AMPLITUDE * math.sin(phase) - at, mean + sign * half * math.sin(2 * phase)
        at = AMPLITUDE * math.sin(phase)


def work(start, path, law):
    force = work = slide = 0.0
    normal = start
    for increment, now in path:
        before = force
        if law == "displacement":
            slide += increment
            force = stiffness(now) * slide
        else:
            if law == "walton" and now < normal:
                force *= stiffness(now) / stiffness(normal)
            force += stiffness(now) * increment
        if abs(force) > FRICTION * now:
            raise ArithmeticError("these paths do not slip")
        work += 0.5 * (before + force) * increment
        normal = now
    return work / (0.5 * (stiffness(HIGH) - stiffness(LOW)) * AMPLITUDE**2)


def book():
    made = expectations.Book("walton.md")
    mean = 0.5 * (HIGH + LOW)
    for name, start, path in (("p4", HIGH, list(loop(HIGH, LOW))), ("p5", LOW, list(loop(LOW, HIGH))),
                              ("p6", mean, list(swing(1))), ("p7", mean, list(swing(-1)))):
        for law in ("walton", "unscaled", "displacement"):
            made.derive(f"{name}.{law}", work(start, path, law), "4", name.upper())
        # The normal does not turn, so that nothing is rescaled.
        made.derive(f"{name}.kept", work(start, path, "walton"), "4", "W2", name.upper())
    return made


if __name__ == "__main__":
    expectations.main(book())
