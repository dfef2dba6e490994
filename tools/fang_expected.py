#!/usr/bin/env python3
"""Expected values of the experiments on FangNegrut2020: what stands as derived("key", ...) in experiments/fang.

Written from docs/specs/fang-negrut.md alone, with the standard library, and without anything of the engine: scalar
(4.1, 4.4, 4.5.2) and planar (4.2, 4.3, 4.5.1; 4.6 in fang_stack.py) integrations of the same equations, v1 = v0 + dt
a0, x1 = x0 + dt v1.

usage: fang_expected.py [experiments/fang docs/specs]: prints the values; compares the sources with them.
"""
import math

import expectations
import fang_stack
import fang_sweep

DT, G, MU_S, MU_K = 1e-4, 9.8, 0.25, 0.2
STEP = ("1.2", "1.3")  # chapters that every integration follows


def advance(h, mode, dh, cap_s, cap_k):
    """Chapter 1.2: one spring, its mode and its two caps. Signed numbers, since everything here moves along one line.

    Mode "new" starts in slip: the first increment winds the spring to its kinetic cap [A13].
    """
    h += dh
    if mode == "new":
        return (math.copysign(cap_k, dh), "slip") if dh else (h, mode)
    if mode == "stick":
        return (math.copysign(cap_s, h), "slip") if abs(h) > cap_s else (h, mode)
    return (math.copysign(cap_k, h), "slip") if abs(h) > cap_k else (h, "stick")


def first(items, condition):
    return next((t for t, *state in items if condition(*state)), None)


def changes(modes, old, new):
    """Times at which the mode changes from one to the other, of (time, mode)."""
    return [t for (_, a), (t, b) in zip(modes, modes[1:]) if a == old and b == new]


def section_4_1(book):
    mass, k_e = 1.0, 1e5
    critical = 2 * math.sqrt(mass * k_e)
    for name, alpha, k_d in (("undamped", 0.18, 0.0), ("damped", 0.18, critical),
                             ("angle_mu_k", math.atan(MU_K), critical), ("angle_0.25", 0.25, critical)):
        normal, pull = mass * G * math.cos(alpha), mass * G * math.sin(alpha)
        v = s = friction = 0.0
        modes = [(0.0, "stick")]
        for i in range(1, 2001):
            v += DT * (pull - friction) / mass
            s, mode = advance(s, modes[-1][1], v * DT, MU_S * normal / k_e, MU_K * normal / k_e)
            friction = k_e * s + (k_d * v if mode == "stick" else 0.0)
            modes.append((i * DT, mode))
        slips = changes(modes, "stick", "slip")
        book.derive(f"brick.{name}.slips", len(slips), *STEP)
        if slips:
            book.derive(f"brick.{name}.slips_at", slips[0], *STEP)


def ride(mass, inertia, radius, v, pull, normal, k_e, torque_of, end, start="stick", damping=1.0):
    """A round body on a plane along x (chapters 1.3, 1.4).

    Yields time, velocity, spin, mode of sliding, state of rolling. torque_of(w) returns the resistance against rolling
    after a step with the spin w, and its state: a mode or a torque.
    """
    cap_s, cap_k, k_d = MU_S * normal / k_e, MU_K * normal / k_e, damping * 2 * math.sqrt(mass * k_e)
    w = s = friction = torque = 0.0
    mode = start
    for i in range(1, round(end / DT) + 1):
        v, w = v + DT * (friction + pull) / mass, w - DT * (radius * friction + torque) / inertia
        slip = radius * w - v
        s, mode = advance(s, mode, slip * DT, cap_s, cap_k)
        friction = k_e * s + (k_d * slip if mode == "stick" else 0.0)
        torque, state = torque_of(w)
        yield i * DT, v, w, mode, state


def roll_spring(inertia, radius, normal, k_e, k_r, start="stick"):
    """Step 7 of chapter 1.3 at a plane, with critical damping; its state is its mode."""
    cap_s, cap_k = MU_S * normal / k_e / (2 * radius), MU_K * normal / k_e / (2 * radius)
    d_r = 2 * math.sqrt(inertia * k_r)
    theta, mode = 0.0, start

    def torque_of(w):
        nonlocal theta, mode
        theta, mode = advance(theta, mode, w * DT, cap_s, cap_k)
        return k_r * theta + (d_r * w if mode == "stick" else 0.0), mode

    return torque_of


def section_4_2(book):
    mass, radius, inertia, k_e, eta = 5.0, 0.2, 0.1, 1e5, 0.4
    normal = mass * G
    by_hand, by_2b = 1600.0, 4 * eta * k_e * radius**2
    for name, speed, k_r, start, end, cites in (("slip_start", 0.5, by_hand, "new", 5.0, ("A11", "A12", "A13")),
                                                ("stick_start", 0.5, by_hand, "stick", 0.2, ("A11", "A12", "A13")),
                                                ("as_printed", 5.0, by_hand, "stick", 1.5, ("A11", "A12")),
                                                ("equation_2b", 0.5, by_2b, "stick", 0.3, ("A11", "A12"))):
        torque_of = roll_spring(inertia, radius, normal, k_e, k_r, start)
        run = list(ride(mass, inertia, radius, speed, 0.0, normal, k_e, torque_of, end, start))
        if name == "slip_start":
            book.derive("disk.slip_start.overshoot", max(-v for _, v, *_ in run), *STEP, *cites)
        else:  # a start in stick has its first slip in the first steps
            slides = [(t, mode) for t, _, _, mode, _ in run]
            book.derive(f"disk.{name}.sticks", changes(slides, "slip", "stick")[0], *STEP, *cites)

    # Appendix A.2: mu_r R N against the spin, whatever it is.
    def legacy(w):
        torque = math.copysign(0.1 * radius * normal, w) if w else 0.0
        return torque, torque

    torques = [torque for *_, torque in ride(mass, inertia, radius, 0.5, 0.0, normal, k_e, legacy, 3.0, "new")][-10001:]
    book.derive("disk.legacy.flips", sum(a * b < 0 for a, b in zip(torques, torques[1:])), *STEP, "3")


def section_4_3(book):
    mass, radius, k_e, eta, alpha = 5.0, 0.2, 1e5, 0.3, math.radians(35)
    inertia, normal = 0.4 * mass * radius**2, mass * G * math.cos(alpha)
    torque_of = roll_spring(inertia, radius, normal, k_e, 4 * eta * k_e * radius**2)
    run = list(ride(mass, inertia, radius, 0.5, -mass * G * math.sin(alpha), normal, k_e, torque_of, 0.35))
    slides, rolls = [(t, mode) for t, _, _, mode, _ in run], [(t, mode) for t, *_, mode in run]
    turns = first(run, lambda v, *_: v < 0)
    slip_ends = changes(slides, "slip", "stick")[0]
    cites = (*STEP, "A14", "A15", "A16")
    book.derive("incline.slip_ends", slip_ends, *cites)
    book.derive("incline.turns", turns, *cites)
    book.derive("incline.roll_saturates", next(t for t in changes(rolls, "stick", "slip") if t > turns), *cites)
    book.derive("incline.slip_begins", next(t for t in changes(slides, "stick", "slip") if t > slip_ends), *cites)
    at = {round(t / DT): (v, w) for t, v, w, *_ in run}
    book.derive("incline.velocity_at_0.2", at[2000][0], *cites, "A17")
    book.derive("incline.velocity_at_0.3", at[3000][0], *cites, "A17")
    book.derive("incline.spin_at_0.3", at[3000][1], *cites, "A17")


def spin_down(inertia, k_psi, cap_s, cap_k, end):
    """A body that spins on the spot at 1 rad/s (chapter 1.3, step 8).

    When its spin is first zero, and how fast it then turns back.
    """
    d_psi = 2 * math.sqrt(inertia * k_psi)
    w, psi, mode, torque, stops, reverse = 1.0, 0.0, "stick", 0.0, None, 0.0
    for i in range(1, round(end / DT) + 1):
        w += DT * torque / inertia  # none in the first step: a new contact has no increment
        psi, mode = advance(psi, mode, w * DT, cap_s, cap_k)
        torque = -(k_psi * psi + (d_psi * w if mode == "stick" else 0.0))
        if stops is None and w <= 0:
            stops = i * DT
        reverse = max(reverse, -w)
    return stops, reverse


def section_4_4_empirical(book):
    mass, radius, k_e, kc = 5.0, 0.2, 1e5, 5.0
    for eta in ("0.012", "0.010", "0.008", "0.006"):
        caps = [kc * mu * mass * G / k_e for mu in (MU_S, MU_K)]
        stops, reverse = spin_down(0.4 * mass * radius**2, float(eta) * k_e / kc**2, *caps, 8.0)
        book.derive(f"spin.{eta}.stops", stops, *STEP, "A19", "A20")
        book.derive(f"spin.{eta}.reverse", reverse, *STEP, "A19", "A20")


def by_patch(mass, inertia, k_e, e_eff, curvature, end):
    """Spin resistance of a Hertz patch: eta_psi = 0.5, Kc = 1/a."""
    a = (3 * mass * G / curvature / (4 * e_eff)) ** (1 / 3)
    return spin_down(inertia, 0.5 * k_e * a**2, *[mu * mass * G / k_e / a for mu in (MU_S, MU_K)], end)


def section_4_4_hertz(book):
    for name, radius, density, modulus, poisson, end in (("steel_20mm", 0.02, 8e3, 2e11, 0.3, 4.0),
                                                         ("steel_40mm", 0.04, 8e3, 2e11, 0.3, 6.0),
                                                         ("glass_20mm", 0.02, 2.5e3, 5e10, 0.2, 4.0)):
        mass = density * 4 / 3 * math.pi * radius**3
        for k_e in ("5e5", "1e6", "5e6", "1e7"):
            stops, _ = by_patch(mass, 0.4 * mass * radius**2, float(k_e), modulus / (1 - poisson**2), 1 / radius, end)
            book.derive(f"spin_hertz.{name}.{k_e}.stops", stops, *STEP, "A23")


def section_4_5_2(book):
    s, l, density, k_e, e_eff = 0.02, 0.05, 8e3, 5e6, 2e11 / (1 - 0.3**2)
    mass = density * 4 / 3 * math.pi * s * s * l
    papers = 0.4 * density * 4 / 3 * math.pi * s**5  # of a steel sphere of 20 mm, for both [A26]
    flat, upright = 0.5 * (1 / s + s / l**2), l / s**2  # mean curvatures
    for name, inertia, curvature in (("flat", mass * (s * s + l * l) / 5, flat),
                                     ("upright", mass * 2 * s * s / 5, upright),
                                     ("flat_paper", papers, flat), ("upright_paper", papers, upright)):
        stops, _ = by_patch(mass, inertia, k_e, e_eff, curvature, 7.0)
        book.derive(f"ellipsoid_spin.{name}.stops", stops, *STEP, "1.4", "A23", "A26")


def section_4_5_1(book):
    """An upright ellipsoid is pushed along y and falls over, in the y-z plane; theta: tilt towards +y, w: its rate.

    Plane z = 0, n = (0, 1) in (y, z). Chapter 1.4 in two dimensions: the long axis e = (sin theta, cos theta), the
    short one f = (cos theta, -sin theta), h^2 = c^2 (e.n)^2 + a^2 (f.n)^2, C_i = x - (c^2 (e.n) e + a^2 (f.n) f) / h,
    curvature h^3 / (a c)^2.
    """
    mass, a, c, k_n, k_e, eta = 5.0, 0.2, 0.5, 1e7, 1e5, 0.2
    inertia = mass * (a * a + c * c) / 5
    y, z, theta, v, vz, w = 0.0, c - mass * G / k_n, 0.0, 0.3, 0.0, 0.0
    slide, slide_mode, roll, roll_mode, last_arm = 0.0, "stick", 0.0, "stick", None
    fy, fz, torque = 0.0, 0.0, 0.0
    seen, turned_back, fastest = {}, None, 0.0
    for i in range(0, round(1.2 / DT) + 1):
        if i > 0:
            v, vz, w = v + DT * fy / mass, vz + DT * (fz / mass - G), w + DT * torque / inertia
            y, z, theta = y + DT * v, z + DT * vz, theta + DT * w
        sine, cosine = math.sin(theta), math.cos(theta)
        h = math.sqrt((c * cosine) ** 2 + (a * sine) ** 2)
        arm = (-(c * c - a * a) * sine * cosine / h, -h)  # C_i - x
        overlap = h - z
        fy = fz = torque = 0.0
        if overlap <= 0:
            slide, slide_mode, roll, roll_mode, last_arm = 0.0, "stick", 0.0, "stick", None
        else:
            normal = k_n * overlap
            kappa = h**3 / (a * c) ** 2
            cap_s, cap_k = MU_S * normal / k_e, MU_K * normal / k_e
            k_r = 4 * eta * k_e / kappa**2
            if last_arm is not None:
                # Path on the body: the old point is carried by the turn of the step (from z to y), then chord.
                angle = w * DT
                carried = (last_arm[0] * math.cos(angle) + last_arm[1] * math.sin(angle),
                           last_arm[1] * math.cos(angle) - last_arm[0] * math.sin(angle))
                step = (arm[0] - carried[0], arm[1] - carried[1])
                path_i = math.copysign(math.hypot(*step), step[0])
                path_j = v * DT + arm[0] - last_arm[0]
                dh = path_i - path_j
                slide, slide_mode = advance(slide, slide_mode, dh, cap_s, cap_k)
                friction = k_e * slide + (2 * math.sqrt(mass * k_e) * dh / DT if slide_mode == "stick" else 0.0)
                rolled = kappa * path_i
                roll, roll_mode = advance(roll, roll_mode, rolled, kappa / 2 * cap_s, kappa / 2 * cap_k)
                t = k_r * roll + (2 * math.sqrt(inertia * k_r) * rolled / DT if roll_mode == "stick" else 0.0)
                fy = friction
                # -n x T in the sense of theta: rolling towards +y carries the point towards +y over the body.
                torque -= t
            fz = normal
            # Torque about +theta (turning z towards y): arm_z F_y - arm_y F_z.
            torque += arm[1] * fy - arm[0] * fz
            last_arm = arm
        seen[i] = (math.degrees(theta), v)
        fastest = max(fastest, w)
        if turned_back is None and fastest > 0.1 and w < 0:
            turned_back = i * DT
    cites = (*STEP, "1.4", "A27")
    for time in (0.1, 0.5, 0.9):
        book.derive(f"ellipsoid_fall.tilt_at_{time}", seen[round(time / DT)][0], *cites)
    book.derive("ellipsoid_fall.velocity_at_0.5", seen[round(0.5 / DT)][1], *cites)
    book.derive("ellipsoid_fall.turns", turned_back, *cites)
    book.of_paper("ellipsoid_fall.flat", 90.0, "4")  # "flat"


def book():
    made = expectations.Book("fang-negrut.md")
    for section in (section_4_1, section_4_2, section_4_3, fang_sweep.section_4_3, section_4_4_empirical,
                    section_4_4_hertz, section_4_5_1, section_4_5_2, fang_stack.section_4_6):
        section(made)
    return made


if __name__ == "__main__":
    expectations.main(book())
