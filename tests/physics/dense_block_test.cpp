// A dense block that a near field pulls together, with strong dashpots: where a step that is stable for a pair is
// not stable for the block. The energy that an unstable step creates and the dashpots take shows as a residual of
// the ledger.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/critical.h"
#include "support/fang_negrut.h"

namespace scree {
namespace {

constexpr double k_radius = 0.003, k_density = 2500.0;

struct Friction {
  const char* name;
  law::Model model;
};

law::Model springs(double restitution, double slide_damping, bool rolls) {
  law::Model model = test::frictionless(3e3, restitution);
  model.slide =
      law::slide::CoulombSpring::Params{.stiffness = 1e3, .coefficient = 0.5, .damping_of_normal = slide_damping};
  if (!rolls) return model;
  const int arm = law::effective_radius;
  model.roll = law::roll::Spring::Params{.stiffness = 1e3, .damping = 0.3, .coefficient = 0.4, .arm = arm};
  model.spin = law::spin::Spring::Params{.stiffness = 3e-3, .damping = 6e-7, .coefficient = 0.2, .arm = arm};
  return model;
}
/// The models of scenes/heap_roll.toml and heap_fang_100k.toml, and one with dashpots a little below critical.
std::vector<Friction> models() {
  law::Model fang = test::frictionless(3e3, 0.3);
  fang.kinematics = law::kinematics::Tracked::Params{.pair_mass = law::kinematics::PairMass::effective};
  fang.slide = law::slide::FangNegrut::Params{.stiffness = 1e3, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  fang.roll = law::roll::FangNegrut::Params{
      .eta = 0.4, .slide_stiffness = 1e3, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  fang.spin = law::spin::FangNegrut::Params{
      .curvature = 333, .eta = 0.2, .slide_stiffness = 1e3, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  return {{"heap_roll", springs(0.3, 0.25, true)}, {"damped", springs(0.05, 1.0, false)}, {"heap_fang", fang}};
}

/// 172 spheres of a face-centred crystal, a little apart and out of place.
sim::Scene block(const law::Model& model, double safety) {
  sim::Scene scene = test::scene_with(model, k_unset, k_density);
  scene.time.safety = safety, scene.time.end = 0.01;
  scene.forces.near_fields.push_back({.attraction = 2e-6, .attraction_power = 2, .cutoff = 0.014, .fade_from = 0.0126});
  sim::LatticeFill fill;
  fill.kind = sim::LatticeKind::face_centred, fill.radius = k_radius;
  fill.spacing = 2.003 * k_radius, fill.jitter = 0.015 * k_radius;
  fill.region = {{0, 0, 0}, {0.026, 0.026, 0.026}};
  scene.lattices.push_back(fill);
  return scene;
}

TEST(DenseBlock, is_stable_at_the_automatic_step_whatever_the_safety) {
  for (const Friction& friction : models())
    for (const double safety : {0.1, 0.2}) {
      sim::Simulation run(block(friction.model, safety));
      test::run_to(run, 0.01);
      const auto l = run.report().ledger;
      EXPECT_GT(l.dissipated.normal, 0.0) << friction.name << ": they did not meet";
      EXPECT_LT(std::abs(l.residual()), 0.05 * l.turnover) << friction.name << ", safety " << safety;
    }
}
// The test above is not vacuous: without the limit of a packing a fifth of the critical step of a pair, as
// scenes had it, is too long here.
TEST(DenseBlock, is_unstable_at_twice_the_critical_step_of_a_packing) {
  for (const Friction& friction : models()) {
    sim::Scene scene = block(friction.model, 1.0);
    const auto worst = sim::critical_steps(scene).front();
    EXPECT_EQ(worst.stage, sim::k_packing_stage);
    scene.time.step = 2.0 * worst.step;
    sim::Simulation run(scene);
    test::run_to(run, 0.01);
    const auto report = run.report();
    EXPECT_GT(std::abs(report.ledger.residual()), 0.3 * report.ledger.turnover) << friction.name;
  }
}

}  // namespace
}  // namespace scree
