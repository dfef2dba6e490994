#!/usr/bin/env python3
"""Expected values of experiments fang-4.4-spin, fang-4.4-spin-hertz, fang-4.5-ellipsoid-spin and fang-4.5-ellipsoid-fall.

Written from docs/specs/fang-negrut.md alone, with the standard library, and without anything of the engine: scalar (4.4, 4.5.2) and
planar (4.5.1) integrations of the same equations, v1 = v0 + dt a0, x1 = x0 + dt v1. Prints what stands as expected in
experiments/fang/{spin,spin_hertz,ellipsoid_spin,ellipsoid_fall}.cpp; with that folder as an argument, looks whether it stands there.
"""
import math
import pathlib
import re
import sys

DT, G, MU_S, MU_K = 1e-4, 9.8, 0.25, 0.2


found = {}  # by file: (number, by how much it may differ from the one that stands there)


def tell(file, number, digits, off=0.0):
    """A number as it is written there. Rounding may move a time by a step, so that a last digit may differ."""
    text = f"{number:{digits}}"
    found.setdefault(file, []).append((float(text), off))
    return text


def missing(folder):
    """Numbers that do not stand in their file."""
    for file, numbers in found.items():
        there = [float(t) for t in re.findall(r"\d+\.\d+(?:e-?\d+)?", (folder / file).read_text())]
        for number, off in numbers:
            if not any(abs(number - t) <= off + 1e-12 for t in there):
                yield f"{file}: {number} is expected, and does not stand there"


def advance(h, mode, dh, cap_s, cap_k):
    """Section 1.2: one spring, its mode and its two caps. Signed numbers, since everything here moves along one line."""
    h += dh
    if mode == "stick":
        if abs(h) > cap_s:
            h, mode = math.copysign(cap_s, h), "slip"
    elif abs(h) > cap_k:
        h = math.copysign(cap_k, h)
    else:
        mode = "stick"
    return h, mode


def spin_down(inertia, k_psi, cap_s, cap_k, end):
    """A body that spins on the spot at 1 rad/s: when its spin is first zero, and how fast it then turns back (section 1.3, step 8)."""
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


def section_4_4_empirical():
    mass, radius, k_e, kc = 5.0, 0.2, 1e5, 5.0
    print("fang-4.4-spin: eta_psi, spin is zero at [s], spin the other way [rad/s]")
    for eta in (0.012, 0.010, 0.008, 0.006):
        caps = [kc * mu * mass * G / k_e for mu in (MU_S, MU_K)]
        stops, reverse = spin_down(0.4 * mass * radius**2, eta * k_e / kc**2, *caps, 8.0)
        print(f"  {eta:.3f}", tell("spin.cpp", stops, ".4f", DT), tell("spin.cpp", reverse, ".4e"))


def by_patch(mass, inertia, k_e, e_eff, curvature, end):
    """Spin resistance of a Hertz patch: eta_psi = 0.5, Kc = 1/a."""
    a = (3 * mass * G / curvature / (4 * e_eff)) ** (1 / 3)
    return spin_down(inertia, 0.5 * k_e * a**2, *[mu * mass * G / k_e / a for mu in (MU_S, MU_K)], end)


def section_4_4_hertz():
    print("fang-4.4-spin-hertz: spin is zero at [s], K_E = 5e5, 1e6, 5e6, 1e7 N/m")
    for name, radius, density, modulus, poisson, end in (("steel 20 mm", 0.02, 8e3, 2e11, 0.3, 4.0), ("steel 40 mm", 0.04, 8e3, 2e11, 0.3, 6.0),
                                                         ("glass 20 mm", 0.02, 2.5e3, 5e10, 0.2, 4.0)):
        mass = density * 4 / 3 * math.pi * radius**3
        stops = [by_patch(mass, 0.4 * mass * radius**2, k_e, modulus / (1 - poisson**2), 1 / radius, end)[0] for k_e in (5e5, 1e6, 5e6, 1e7)]
        print(f"  {name}  " + "  ".join(tell("spin_hertz.cpp", t, ".4f", DT) for t in stops))


def section_4_5_2():
    s, l, density, k_e, e_eff = 0.02, 0.05, 8e3, 5e6, 2e11 / (1 - 0.3**2)
    mass = density * 4 / 3 * math.pi * s * s * l
    papers = 0.4 * density * 4 / 3 * math.pi * s**5  # of a steel sphere of 20 mm, for both [A26]
    flat, upright = 0.5 * (1 / s + s / l**2), l / s**2  # mean curvatures
    print("fang-4.5-ellipsoid-spin: spin is zero at [s]")
    for name, inertia, curvature in (("flat", mass * (s * s + l * l) / 5, flat), ("upright", mass * 2 * s * s / 5, upright),
                                     ("flat, paper's inertia", papers, flat), ("upright, paper's inertia", papers, upright)):
        print(f"  {name}:", tell("ellipsoid_spin.cpp", by_patch(mass, inertia, k_e, e_eff, curvature, 7.0)[0], ".4f", DT))


def section_4_5_1():
    """An upright ellipsoid is pushed along y and falls over, in the y-z plane; theta is its tilt towards +y, w = d theta / dt.

    Plane z = 0, n = (0, 1) in (y, z). Section 1.4 in two dimensions: the long axis e = (sin theta, cos theta), the short one
    f = (cos theta, -sin theta), h^2 = c^2 (e.n)^2 + a^2 (f.n)^2, C_i = x - (c^2 (e.n) e + a^2 (f.n) f) / h, curvature h^3 / (a c)^2.
    """
    mass, a, c, k_n, k_e, eta = 5.0, 0.2, 0.5, 1e7, 1e5, 0.2
    inertia = mass * (a * a + c * c) / 5
    y, z, theta, v, vz, w = 0.0, c - mass * G / k_n, 0.0, 0.3, 0.0, 0.0
    slide, slide_mode, roll, roll_mode, last_arm = 0.0, "stick", 0.0, "stick", None
    fy, fz, torque = 0.0, 0.0, 0.0
    told, turned_back, fastest = {}, None, 0.0
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
                # Path on the body: the old point is carried by the turn of the step (towards +y: a point above goes to +y), then chord.
                angle = w * DT
                carried = (last_arm[0] * math.cos(angle) + last_arm[1] * math.sin(angle), last_arm[1] * math.cos(angle) - last_arm[0] * math.sin(angle))
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
                # -n x T in the sense of theta: rolling towards +y carries the point towards +y over the body, and is resisted.
                torque -= t
            fz = normal
            # Torque about +theta (turning z towards y): arm_z F_y - arm_y F_z.
            torque += arm[1] * fy - arm[0] * fz
            last_arm = arm
        if i in (round(0.1 / DT), round(0.5 / DT), round(0.9 / DT)):
            told[i] = (math.degrees(theta), v)
        fastest = max(fastest, w)
        if turned_back is None and fastest > 0.1 and w < 0:
            turned_back = i * DT
    (early, _), (middle, speed), (late, _) = told.values()
    file = "ellipsoid_fall.cpp"  # four digits only of what comes after the first bounce
    print("fang-4.5-ellipsoid-fall: tilt at 0.1, 0.5 and 0.9 s [deg]", tell(file, early, ".4f"), tell(file, middle, ".3f"), tell(file, late, ".2f"))
    print("  velocity at 0.5 s [m/s]", tell(file, speed, ".5f"), " rolling first turns back at [s]", tell(file, turned_back, ".3f"))


if __name__ == "__main__":
    section_4_4_empirical()
    section_4_4_hertz()
    section_4_5_2()
    section_4_5_1()
    wrong = list(missing(pathlib.Path(sys.argv[1]))) if len(sys.argv) > 1 else []
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
