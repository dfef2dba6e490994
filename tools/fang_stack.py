"""Critical top masses of section 4.6 of FangNegrut2020, for fang_expected.py: a sphere on two spheres, in the plane.

By symmetry one bottom sphere is followed and the top, which moves up and down only. Angles and turns are positive from
z to x; the direction from the top to the bottom sphere is n = (sin a, cos a), its tangent t = (cos a, -sin a). Every
sphere has radius R.
"""
import math

DT, G, MU_S, MU_K = 1e-4, 9.81, 0.25, 0.2
R, BOTTOM, K_E = 0.15, 1.0, 1e5
MODULUS = 2e6 / (2 * (1 - 0.3**2))  # at the ground too [A29]
BETA = math.log(0.4) / math.hypot(math.log(0.4), math.pi)
LONGEST, DROP = 40000, 0.25 * R  # steps; sunk so far, the top has collapsed
LIGHTEST, HEAVIEST, BRACKET = 0.3, 6.0, 0.002  # [kg]


def advance(h, stick, dh, cap_s, cap_k):
    """Chapter 1.2 for a signed length."""
    h += dh
    cap = cap_s if stick else cap_k
    if h > cap:
        return cap, False
    return (-cap, False) if h < -cap else (h, True)


class Contact:
    """A bottom sphere's contact with the ground or with the top.

    Mass of the pair: `average` in the dashpots of friction [A28], `reduced` in that of the normal force [A29].
    """

    def __init__(self, eta, curvature, average, reduced):
        self.curvature, self.reduced, self.radius = curvature, reduced, 1 / curvature  # of both bodies together; R_eff
        self.k_r = 4 * eta * K_E / curvature**2
        self.k_d, self.d_r = math.sqrt(average * K_E), math.sqrt(0.4 * average * R * R * self.k_r)
        self.leave()

    def leave(self):
        self.touches, self.slide, self.slide_sticks, self.roll, self.roll_sticks = False, 0.0, True, 0.0, True

    def press(self, depth, closing):
        """Hertz with the dashpot of A29, never pulling."""
        root = math.sqrt(self.radius * depth)
        damping = -2 * math.sqrt(5 / 6) * BETA * math.sqrt(2 * MODULUS * root * self.reduced)
        return max(0.0, 4 / 3 * MODULUS * root * depth + damping * closing)

    def drag(self, normal, path_i, path_j):
        """Friction along t on the bottom sphere, and its rolling torque: steps 5 to 7 of chapter 1.3.

        The first step of a contact has no increment.
        """
        if not self.touches:
            self.touches = True
            return 0.0, 0.0
        cap_s, cap_k = MU_S * normal / K_E, MU_K * normal / K_E
        step, turn, half = path_i - path_j, path_i / R, 0.5 * self.curvature
        self.slide, self.slide_sticks = advance(self.slide, self.slide_sticks, step, cap_s, cap_k)
        self.roll, self.roll_sticks = advance(self.roll, self.roll_sticks, turn, half * cap_s, half * cap_k)
        return (K_E * self.slide + (self.k_d * step / DT if self.slide_sticks else 0.0),
                self.k_r * self.roll + (self.d_r * turn / DT if self.roll_sticks else 0.0))


def follow(gap, eta, top, until=DROP):
    """Whether the top sinks by `until`, and R spin / velocity of a bottom sphere at the end."""
    inertia = 0.4 * BOTTOM * R * R
    settled = (BOTTOM * G / (4 / 3 * MODULUS * math.sqrt(R))) ** (2 / 3)  # depth under its own weight
    x, z = (1 + 0.5 * gap) * R, R - settled
    start = height = z + math.sqrt(4 * R * R - x * x)  # just touching
    vx = vz = w = vt = 0.0
    ground = Contact(eta, 1 / R, BOTTOM, BOTTOM)
    pair = Contact(eta, 2 / R, 0.5 * (BOTTOM + top), BOTTOM * top / (BOTTOM + top))
    fx = fz = torque = lift = angle = 0.0
    still = 0
    for i in range(LONGEST + 1):
        if i > 0:
            vx, vz = vx + DT * fx / BOTTOM, vz + DT * (fz / BOTTOM - G)
            w, vt = w + DT * torque / inertia, vt + DT * (lift / top - G)
            x, z, height = x + DT * vx, z + DT * vz, height + DT * vt
        fx = fz = torque = lift = 0.0
        if z < R:
            normal = ground.press(R - z, -vz)
            friction, resistance = ground.drag(normal, R * w * DT, vx * DT)
            fx, fz, torque = friction, normal, -R * friction - resistance
        else:
            ground.leave()
        apart = math.hypot(x, z - height)
        if apart < 2 * R:
            sine, cosine, last = x / apart, (z - height) / apart, angle
            angle = math.atan2(sine, cosine)
            normal = pair.press(2 * R - apart, -(vx * sine + (vz - vt) * cosine))
            friction, resistance = pair.drag(normal, R * (w * DT - (angle - last)), R * (angle - last))
            up = normal * cosine - friction * sine
            fx, fz, lift = fx + normal * sine + friction * cosine, fz + up, -2 * up
            torque -= R * friction + resistance
        else:
            pair.leave()
        if i % 10 == 0 and start - height > until:
            return True, R * abs(w) / math.hypot(vx, vz)
        if i > 0 and i % 100 == 0:
            still = still + 1 if max(math.hypot(vx, vz), abs(vt), R * abs(w)) < 1e-7 else 0
            if still == 10:  # 0.1 s of rest
                break
    return False, 0.0


def critical_mass(gap, eta):
    low, high = LIGHTEST, HEAVIEST
    while high - low > BRACKET:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if follow(gap, eta, middle)[0] else (middle, high)
    return 0.5 * (low + high)


def section_4_6(book):
    cites = ("1.2", "1.3", "1.4", "A14", "A28", "A29")
    for gap in ("0.20", "0.30"):
        for eta in ("0.16", "0.20", "0.23", "0.30", "0.35"):
            mass = critical_mass(float(gap), float(eta))
            book.derive(f"stack.gap_{gap}.eta_{eta}", mass, *cites)
            if (gap, eta) == ("0.30", "0.16"):  # the first to roll; Fig. 14b has 5 g more than the critical mass
                book.derive("stack.rolls", follow(float(gap), float(eta), mass + 0.005, 0.1 * R)[1], *cites)
