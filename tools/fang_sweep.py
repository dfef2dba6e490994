"""States of the sphere of section 4.3 of FangNegrut2020 over angle and rolling resistance, for fang_expected.py."""
import math

DT, G, MU_S, MU_K = 1e-4, 9.8, 0.25, 0.2


def fate(angle, eta):
    """State after 1 s with half of the critical dampings, as in table 4: chapters 1.2 and 1.3, written out for speed.

    A run ends early where its loads stay as they are: at rest in stick, rolling downhill in slip with a slide spring
    that has settled, or slipping in both with slip and spin that grow.
    """
    mass, radius, k_e = 5.0, 0.2, 1e5
    slope, inertia = math.radians(angle), 0.4 * mass * radius**2
    normal, pull = mass * G * math.cos(slope), mass * G * math.sin(slope)
    cap_s, cap_k = MU_S * normal / k_e, MU_K * normal / k_e
    turn_s, turn_k = cap_s / (2 * radius), cap_k / (2 * radius)
    k_r = 4 * eta * k_e * radius**2
    k_d, d_r = math.sqrt(mass * k_e), math.sqrt(inertia * k_r)
    v, w, s, theta, friction, torque, slides, rolls = -0.5, 0.0, 0.0, 0.0, 0.0, 0.0, False, False
    for i in range(1, 10001):
        dv, dw = DT * (friction + pull) / mass, DT * (-radius * friction - torque) / inertia
        v += dv
        w += dw
        slip = radius * w - v
        s += slip * DT
        cap = cap_k if slides else cap_s
        slides = True
        if s > cap:
            s = cap
        elif s < -cap:
            s = -cap
        else:
            slides = False
        friction = k_e * s if slides else k_e * s + k_d * slip
        theta += w * DT
        cap = turn_k if rolls else turn_s
        rolls = True
        if theta > cap:
            theta = cap
        elif theta < -cap:
            theta = -cap
        else:
            rolls = False
        torque = k_r * theta if rolls else k_r * theta + d_r * w
        if i % 20 == 0:
            if not slides and not rolls and abs(v) + abs(w) < 1e-6 and abs(dv) + abs(dw) < 1e-7:
                return "S"
            if rolls and not slides and w > 0.05 and dw > 0 and abs(slip) < 1e-6 and abs(radius * dw - dv) < 1e-8:
                return "PR"
            if rolls and slides and w > 0.05 and dw > 0 and slip < -0.01 and radius * dw < dv:
                return "RwS"
    still = 1e-4
    if abs(v) < still and abs(radius * w) < still:
        return "S"
    return "PR" if abs(slip) < still else "PS" if abs(radius * w) < still else "RwS"


def border_fate(angle, eta, static_mu):
    """Appendix D; static_mu is mu_s as printed, mu_k as Fig. 10 draws it [A18]."""
    slope = math.tan(math.radians(angle))
    if slope <= 2 * eta * static_mu:
        return "S"
    if slope <= 3.5 * MU_S - 5 * eta * MU_K:
        return "PR"
    return "PS" if eta >= 0.5 - 1e-9 else "RwS"


def section_4_3(book):
    for prefix, angles, etas, angle_step, eta_step in (("sweep.", 291, 31, 0.1, 0.01),
                                                       ("sweep.quick.", 59, 7, 0.5, 0.05)):
        grid = [(1.0 + angle_step * i, 0.2 + eta_step * k) for k in range(etas) for i in range(angles)]
        runs = [(fate(*p), border_fate(*p, MU_S), border_fate(*p, MU_K)) for p in grid]
        counts = {"runs": len(runs), "printed": sum(f == p for f, p, _ in runs),
                  "drawn": sum(f == d for f, _, d in runs),
                  "from_static": sum(f != p and p == "S" for f, p, _ in runs),
                  "tie": sum(p == "PS" and f == "RwS" for f, p, _ in runs)}
        counts |= {name: sum(f == name for f, *_ in runs) for name in ("S", "PR", "PS", "RwS")}
        for name, count in counts.items():
            book.derive(prefix + name, count, "1.2", "1.3", "A15", "A18", "A33")
