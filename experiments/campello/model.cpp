#include "experiments/campello/model.h"

#include <cmath>

namespace scree::experiments::campello {

std::string head(double end, double step, std::string_view gravity) {
  return fmt::format(R"(
stepper = "trapezoid"
rotation = "rodrigues"
gravity = {}
[time]
end = "{} s"
step = "{} s"
[trapezoid]
phi = 0.5
tolerance = {}
)",
                     gravity, exact(end), exact(step), k_tolerance);
}

std::string contact(std::string_view a, std::string_view b, Partner partner, double modulus, double xi, double mu) {
  const double fraction = partner == Partner::body ? 0.5 : 1.0;
  const double shear = modulus / (2.0 * (1.0 + k_nu));
  return fmt::format(R"([[contact]]
between = ["{}", "{}"]
kinematics = {{ law = "increment" }}
normal = {{ law = "hertz", effective_modulus = "{} Pa", damping_ratio = {} }}
slide = {{ law = "campello", effective_shear = "{} Pa", static_coefficient = {}, kinetic_coefficient = {} }}
)",
                     a, b, exact(fraction * modulus / (1.0 - k_nu * k_nu)), xi, exact(fraction * shear), mu, mu);
}

std::string ground(std::string_view normal) {
  return fmt::format(R"(
[[material]]
name = "ball"
[[material]]
name = "ground"
[[plane]]
name = "ground"
point = [0, 0, 0]
normal = {}
material = "ground"
)",
                     normal);
}

double resting_overlap(double weight, double radius, double modulus) {
  const double effective = modulus / (1.0 - k_nu * k_nu);
  return std::pow(weight / (4.0 / 3.0 * std::sqrt(radius) * effective), 2.0 / 3.0);  // F = 4/3 sqrt(r) E* delta^(3/2)
}

}  // namespace scree::experiments::campello
