// Scenes of the tests of the stepper `trapezoid`.
#pragma once

#include <cstdint>

#include "support/scenes.h"

namespace scree::test {

/// Tolerance of the sweeps in tests of the scheme itself: far below its error of discretisation and still above
/// rounding (2e-16), so that the sweeps can reach it.
inline constexpr double k_tight_sweeps = 1e-13;

inline sim::Scene with_trapezoid(sim::Scene scene, double phi, double tolerance = k_tight_sweeps) {
  scene.stepper = sim::StepperKind::trapezoid;
  scene.trapezoid.phi = phi, scene.trapezoid.tolerance = tolerance;
  return scene;
}

/// Balls that fall together into a box, with all stages but spin, whose law is discontinuous where the spin changes its
/// sign.
inline sim::Scene falling_pile(double step = 1e-5) {
  law::Model model = all_stages({});
  model.spin = {};
  sim::Scene scene = scene_with(model, step);
  scene.gravity = {0, 0, -9.81};
  add_container(scene, {{-0.05, -0.05, 0}, {0.05, 0.05, 0.4}});
  for (int i = 0; i < 48; ++i) {
    Random random(5, static_cast<std::uint64_t>(i));
    scene.spheres.push_back(sphere(0.0215 * Vec3d{i % 4 - 1.5, i / 4 % 4 - 1.5, i / 16 + 0.7} + vector(random, 5e-4),
                                   0.01, vector(random, 0.5), vector(random, 20)));
  }
  return scene;
}

}  // namespace scree::test
