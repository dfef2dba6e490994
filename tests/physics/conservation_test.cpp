// A free cluster keeps its momentum and its angular momentum, to round-off.
//
// Friction acts at R - overlap/2 of each sphere and these arms add up to the distance of the centres, so the torque of
// a pair about any point is zero; rolling and spinning torques are opposite. Verlet's kicks and drifts keep both
// momenta exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scenes.h"

namespace scree {
namespace {

struct Momenta {
  Vec3d linear, angular;
  double size = 0.0, turning = 0.0;  ///< sums of magnitudes: the scale of rounding
};
Momenta momenta(const sim::Simulation& run) {
  Momenta sum;
  for (const auto& b : run.bodies()) {
    const Vec3d p = b.mass * b.velocity, l = cross(b.position, p) + b.inertia * b.spin;
    sum.linear += p, sum.angular += l;
    sum.size += norm(p), sum.turning += norm(b.position) * norm(p) + b.inertia * norm(b.spin);
  }
  return sum;
}

/// Some two hundred spheres of two sizes that fly into each other from all sides, turning.
sim::Scene implosion(sim::StepperKind stepper, int slip_arm) {
  sim::Scene scene = test::scene_with(test::all_stages({.slip_arm = slip_arm}), 2e-5);
  scene.stepper = stepper;
  for (int i = 0; i < 216; ++i) {
    Random random(11, static_cast<std::uint64_t>(i));
    const Vec3d x = 0.022 * Vec3d{i % 6 - 2.5, i / 6 % 6 - 2.5, i / 36 - 2.5} + test::vector(random, 5e-4);
    scene.spheres.push_back(
        test::sphere(x, i % 3 ? 0.01 : 0.007, -25.0 * x + test::vector(random, 1), test::vector(random, 30)));
  }
  return scene;
}

class FreeCluster : public ::testing::TestWithParam<std::tuple<sim::StepperKind, int>> {};
TEST_P(FreeCluster, keeps_linear_and_angular_momentum_to_round_off) {
  const auto [stepper, slip_arm] = GetParam();
  sim::Simulation run(implosion(stepper, slip_arm));
  const Momenta before = momenta(run);
  std::int64_t largest = 0;
  for (int i = 0; i < 20; ++i) run.advance(50), largest = std::max(largest, run.contact_count());
  EXPECT_GT(largest, 100) << "too few contacts";
  const Momenta after = momenta(run);
  // 1000 steps of 216 bodies with some 6 contacts, each rounding its part by eps/2 with a random sign:
  // sqrt(1000 x 216 x 6) ~ 1100 eps of a typical body's part, 1/216 of the sum. 100 eps of the sum is on the safe side.
  const double slack = 100 * test::k_eps;
  EXPECT_LT(norm(after.linear - before.linear), slack * before.size);
  EXPECT_LT(norm(after.angular - before.angular), slack * before.turning);
}
INSTANTIATE_TEST_SUITE_P(Steppers, FreeCluster,
                         ::testing::Combine(::testing::Values(sim::StepperKind::velocity_verlet,
                                                              sim::StepperKind::velocity_verlet_lammps,
                                                              sim::StepperKind::symplectic_euler),
                                            ::testing::Values(law::kinematics::radius, law::kinematics::contact)),
                         [](const auto& of) {
                           const std::string arm =
                               std::get<1>(of.param) == law::kinematics::radius ? "_radius" : "_contact";
                           std::string name(sim::k_stepper_choices[static_cast<std::size_t>(std::get<0>(of.param))]);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + arm;
                         });

TEST(PeriodicCluster, of_uneven_spheres_through_periodic_faces_keeps_linear_momentum) {
  sim::Scene scene = implosion(sim::StepperKind::velocity_verlet, law::kinematics::contact);
  scene.cell.periodic = {true, true, true};
  scene.cell.bounds = {{-0.066, -0.066, -0.066}, {0.066, 0.066, 0.066}};
  for (auto& s : scene.spheres) s.traits.velocity = s.traits.velocity + Vec3d{3, 2, 1};
  sim::Simulation run(scene);
  const Momenta before = momenta(run);
  run.advance(1000);
  EXPECT_LT(norm(momenta(run).linear - before.linear), 100 * test::k_eps * before.size);
  EXPECT_GT(run.bodies()[0].position.x - scene.spheres[0].position.x, 0.03);  // it has crossed faces
}

}  // namespace
}  // namespace scree
