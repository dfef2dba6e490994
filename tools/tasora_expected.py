#!/usr/bin/env python3
"""Expected values of the experiments on TasoraAnitescu2013: what stands as derived("key", ...) in experiments/tasora.

Written from docs/specs/tasora.md alone: the disk of 6.1 by the law of chapter 1.2 for its one contact, step by step;
the guideway of 6.2 in closed form. The angles of heaps are means over seeds of many seconds of simulation, so they
are those of the reference (chapter 7).

usage: tasora_expected.py [experiments/tasora docs/specs]: prints the values; compares the sources with them.
"""
import math

import expectations

MASS, RADIUS, INERTIA, G, RHO, SPEED, END = 10.0, 1.0, 4.0, 9.8, 0.02, 1.0, 8.0


def step_of_disk(h, gap, rise, spin):
    """Velocities after one step of a disk that rolls along x without slip (mu = 0.9 holds it).

    Chapter 1.2 for one contact: g_n >= 0, u = gap/h + rise' - rho |w'| >= 0, g_n u = 0, and the torque of rolling
    friction is rho g_n against w', or less where w' = 0. Unknown is the normal impulse g_n; rolling ties the velocity
    to the spin, so the inertia is J + M R^2.
    """
    about_contact = INERTIA + MASS * RADIUS**2
    fall = rise - G * h
    opening = lambda g_n: gap / h + fall + g_n / MASS - RHO * max(0.0, spin - RHO * g_n / about_contact)
    if opening(0.0) >= 0.0:
        return fall, spin, True  # in flight
    # `opening` grows with g_n and has one corner, where the spin vanishes.
    corner = spin * about_contact / RHO
    if opening(corner) >= 0.0:
        g_n = -(gap / h + fall - RHO * spin) / (1 / MASS + RHO**2 / about_contact)
    else:
        g_n = -MASS * (gap / h + fall)
    return fall + g_n / MASS, max(0.0, spin - RHO * g_n / about_contact), False


def roll_out(h, gap):
    """When the first step without velocity ends, the way, the largest gap, how many steps it flies before."""
    x, rise, spin = 0.0, 0.0, SPEED / RADIUS
    stops, largest, flight = None, 0.0, 0
    for i in range(1, round(END / h) + 1):
        rise, spin, flies = step_of_disk(h, gap, rise, spin)
        gap, x = gap + h * rise, x + h * RADIUS * spin
        largest = max(largest, gap)
        if stops is None:
            flight += flies
            stops = i * h if spin < 1e-9 else None
    return stops, x, largest, flight


def section_6_1(book):
    book.of_paper("disk.mu", 0.9, "5")
    for name, h in (("10ms", 0.01), ("5ms", 0.005), ("1ms", 0.001)):
        stops, way, largest, flight = roll_out(h, 0.0)
        steady_stops, steady_way, *_ = roll_out(h, h * RHO * SPEED / RADIUS)
        if stops != steady_stops:
            raise ArithmeticError(f"{name}: starts stop at {stops}, {steady_stops} s, not in one step [tasora.md, 5]")
        for what, value in (("stops", stops), ("way_from_plane", way), ("way_from_gap", steady_way),
                            ("largest_gap", largest), ("flight", flight)):
            book.derive(f"disk.{name}.{what}", value, "1.2", "1.3", "5")
    sigma, start, time = 0.0, 3.0, 5.0
    # rho alone does not slow a spin about the normal.
    book.derive("disk.spin", start - sigma * MASS * G / INERTIA * time, "5")


def section_6_2(book):
    load, seal, slope = 490.0, 5.3, math.radians(45)

    def force(rho_over_radius, angle):
        """Each ball has two contacts that turn with w = v / (2 R_b): F v is the sum of 2 rho N w over the balls."""
        normal_sum = load / math.cos(angle)
        return 2 * rho_over_radius * normal_sum / 2 + seal

    for zeta in ("0.002", "0.005", "0.01"):
        book.derive(f"guideway.{zeta}", force(float(zeta), slope), "6")
        book.derive(f"guideway.{zeta}.turned", force(float(zeta) * math.cos(slope), slope), "6")
    book.of_reference("guideway.mu", 0.1, "6")
    book.derive("guideway.level", force(0.005, 0.0), "6")
    rail, carriage = 0.0, 1.0  # velocities of the two surfaces; without slip a ball's centre has their mean
    book.derive("guideway.ball_speed", 0.5 * (rail + carriage), "6")


def section_6_3(book):
    for rho, by_means, by_surface in (("0", 0.00, 0.01), ("0.002", 14.70, 19.49), ("0.005", 25.45, 32.02),
                                      ("0.01", 32.94, 39.74)):
        book.of_reference(f"heap.{rho}.psi_m", by_means, "7")
        book.of_reference(f"heap.{rho}.psi_s", by_surface, "7")
    how = "scree reproduce tasora-6.3-heap --scale paper at commit 252e0ad, one seed"
    for rho, by_means, by_surface in (("0", 21.0, 23.5), ("0.001", 25.3, 28.7), ("0.002", 29.8, 32.6),
                                      ("0.005", 39.4, 43.3), ("0.01", 44.6, 49.1)):
        book.of_engine(f"heap.full.{rho}.psi_m", by_means, how)
        book.of_engine(f"heap.full.{rho}.psi_s", by_surface, how)
    book.of_reference("heap.1000.0.psi_s", 24.10, "7")
    book.of_reference("heap.1000.0.005.psi_s", 43.40, "7")
    book.of_paper("heap.mu", 0.6, "7")
    book.inputs.add(("heap.cpp", "protocol.count"))  # how many spheres the feed has


def book():
    made = expectations.Book("tasora.md")
    for section in (section_6_1, section_6_2, section_6_3):
        section(made)
    return made


if __name__ == "__main__":
    expectations.main(book())
