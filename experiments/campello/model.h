// Common parts of the three examples: the stepper and the contact model of the paper.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace scree::experiments::campello {

inline constexpr double k_g = 9.81, k_nu = 0.25;
inline constexpr double k_tolerance = 1e-4;  // of the sweeps of the stepper, in all examples

/// Implicit trapezoidal rule (phi = 1/2) with a fixed step.
std::string head(double end, double step, std::string_view gravity);

/// Hertz with the damping ratio xi, friction `campello` with equal coefficients, slip from finite increments. Either
/// two equal bodies of Young's modulus E, or one body on a rigid plane with E* = E/(1 - nu^2), G* = G, twice as stiff
/// as between two bodies. (C10, C13)
enum class Partner { body, rigid_plane };
std::string contact(std::string_view a, std::string_view b, Partner partner, double modulus, double xi, double mu);

/// The materials "ball" and "ground", and the plane of the latter through the origin.
std::string ground(std::string_view normal);

/// Static overlap of a sphere of weight F and radius r with the rigid plane.
double resting_overlap(double weight, double radius, double modulus);

inline std::string exact(double value) { return fmt::format("{:.17g}", value); }

}  // namespace scree::experiments::campello
