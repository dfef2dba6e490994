// Settings of single steppers: the tables [nph], [deform], [trapezoid] and [nonsmooth] of a scene.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/field.h"
#include "base/vec3.h"
#include "state/cell.h"

namespace scree::sim {

/// The barostat of the stepper `nph` [Shinoda2004; santos.md, 5.4].
struct NphSpec {
  Vec3d pressure;            ///< target along x, y, z [Pa]
  state::Tilt shear;         ///< target of the other components: xy, xz, yz [Pa]
  double damping = k_unset;  ///< response time of the cell [s]
  double temperature = 1.0;  ///< T0 of the inertia of the cell (N + 1) T0 damping^2, as an energy [J]
  double drag = 0.0;         ///< damping rate of the motion of the cell [1/s]
  double drag_after = 0.0;   ///< the drag acts from this time on [s]
};
/// Rates of strain of the stepper `deform`, upper triangular.
struct DeformSpec {
  Vec3d rate;              ///< xx, yy, zz [1/s]
  state::Tilt shear_rate;  ///< xy, xz, yz [1/s]
};

/// How the stepper `trapezoid` solves its steps. [Campello2015, section 4]
struct TrapezoidSpec {
  double phi = 0.5;                ///< weight of the end of a step: 0 explicit, 1/2 trapezoid, 1 backward Euler
  double tolerance = 1e-4;         ///< of the error measures (48), (49)
  std::int64_t max_sweeps = 200;   ///< per step; a step that needs more is halved
  std::int64_t max_halvings = 10;  ///< of one step
  bool accept = false;             ///< a step that is still not solved uses the last sweep; otherwise the run stops
};
inline constexpr std::array<std::string_view, 2> k_unsolved_choices = {"stop", "accept"};

/// How the stepper `nonsmooth` solves its steps.
struct NonsmoothSpec {
  int solver = 0;                      ///< index into k_solver_choices
  double tolerance = k_unset;          ///< rms residual [m/s]; unset: 1e-3 |gravity| step, without gravity 1e-6 m/s
  std::int64_t max_iterations = 1000;  ///< per step
  bool warm_start = true;              ///< begin with the impulses of the previous step
  /// Contacts that slipped in the previous step use the kinetic coefficients; otherwise each law has one coefficient.
  bool two_coefficients = false;
  double envelope = 0.05;  ///< pairs with a gap below this fraction of the smaller radius are always in the problem
};
inline constexpr std::array<std::string_view, 4> k_solver_choices = {"apgd", "gauss-seidel", "barzilai-borwein",
                                                                     "newton"};
inline constexpr std::array<std::string_view, 2> k_friction_choices = {"one", "static-kinetic"};

}  // namespace scree::sim
