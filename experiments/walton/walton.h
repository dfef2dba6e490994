// The experiment on Walton2010: closed paths of one contact, and the energy that each law creates on them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "experiments/expected.h"
#include "experiments/registry.h"
#include "workbench/workbench.h"

namespace scree::experiments::walton {

Result paths(const Settings& settings);

/// The prescribed paths of the specification (walton.md, chapter 4): E_eff = 1, R_eff = 0.5, G_eff = 0.3, mu = 0.4. The
/// paper does not define any paths.
enum class Path { p1, p4, p5, p6, p7, p8 };
inline constexpr std::array<std::string_view, 6> k_path_choices = {"P1", "P4", "P5", "P6", "P7", "P8"};
/// Waypoints; the first one only applies the normal load. `steps`: steps per cycle of P6 and P7.
std::vector<sim::Waypoint> waypoints(Path path, int steps = 200);

/// Two spheres of this effective radius, and their elastic Hertz force at an overlap.
sim::DrivenPair pair();
double force_at(double overlap);

enum class Law { walton, walton_kept, unscaled, displacement };
inline constexpr std::array<std::string_view, 4> k_law_choices = {"walton, projected", "walton, kept",
                                                                  "walton, unscaled", "displacement (campello)"};
law::Model model(Law law);

/// The unit of loop energies: (K_1 - K_2) A^2/2.
double unit_energy();

}  // namespace scree::experiments::walton
