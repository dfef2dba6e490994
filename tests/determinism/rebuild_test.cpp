// Histories survive rebuilds of the Verlet list, sorting along the curve and passages through periodic faces.
//
// Another list means another order of sums, so the states differ by rounding (1e-16), which collisions amplify: over a
// few hundred steps, in which a body collides with a few others at most, by less than 1e6.
#include <gtest/gtest.h>

#include <cmath>

#include "determinism/scenes.h"

namespace scree {
namespace {

constexpr double k_slack = 1e-10;  // 1e-16 x 1e6, of the largest value
/// Terms of the ledger are sums over all steps of such differences and of springs that end within a step:
/// ten times that.
constexpr double k_ledger_slack = 10 * k_slack;  // of the turnover

/// Largest differences of velocity, surface speed and load between two states, over the largest values.
double difference(const sim::Simulation& p, const sim::Simulation& q) {
  const auto a = p.bodies(), b = q.bodies();
  EXPECT_EQ(a.size(), b.size());
  double v = 0, w = 0, f = 0, t = 0, dv = 0, dw = 0, df = 0, dt = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    v = std::max(v, norm(a[i].velocity)), dv = std::max(dv, norm(a[i].velocity - b[i].velocity));
    w = std::max(w, norm(a[i].spin)), dw = std::max(dw, norm(a[i].spin - b[i].spin));
    f = std::max(f, norm(a[i].force)), df = std::max(df, norm(a[i].force - b[i].force));
    t = std::max(t, norm(a[i].torque)), dt = std::max(dt, norm(a[i].torque - b[i].torque));
  }
  return std::max({dv / v, dw / w, df / f, dt / t});
}

class Rebuilds : public ::testing::TestWithParam<sim::Scene (*)()> {};
TEST_P(Rebuilds, at_nearly_every_step_change_nothing_but_rounding) {
  sim::Scene scene = GetParam()();
  scene.skin = 2e-3;
  sim::Simulation seldom(scene);
  scene.skin = 1e-7;
  sim::Simulation often(scene);
  for (int i = 0; i < 6; ++i) {
    seldom.advance(100), often.advance(100);
    EXPECT_LT(difference(seldom, often), k_slack) << "after " << seldom.steps_done() << " steps";
  }
  EXPECT_GT(often.rebuilds(), 550);
  EXPECT_LT(seldom.rebuilds(), 60);
  EXPECT_EQ(often.contact_count(), seldom.contact_count());
  EXPECT_GT(often.contact_count(), 30);
  EXPECT_GT(seldom.pair_count(), often.pair_count());
}
// The energy of the springs of a contact that ends is dissipated, also if the pair leaves the list in the same step.
TEST_P(Rebuilds, at_nearly_every_step_keep_the_same_books) {
  sim::Scene scene = GetParam()();
  scene.skin = 2e-3;
  sim::Simulation seldom(scene);
  scene.skin = 1e-7;
  sim::Simulation often(scene);
  seldom.advance(600), often.advance(600);
  const auto p = seldom.report().ledger, q = often.report().ledger;
  EXPECT_NEAR(p.dissipated.slide, q.dissipated.slide, k_ledger_slack * p.turnover);
  EXPECT_NEAR(p.dissipated.roll, q.dissipated.roll, k_ledger_slack * p.turnover);
  EXPECT_NEAR(p.dissipated.spin, q.dissipated.spin, k_ledger_slack * p.turnover);
  EXPECT_NEAR(p.residual(), q.residual(), k_ledger_slack * p.turnover);
}
INSTANTIATE_TEST_SUITE_P(Of, Rebuilds, ::testing::Values(test::collapse, test::incline),
                         [](const auto& of) { return std::string(of.index == 0 ? "collapse" : "incline"); });

TEST(PeriodicFaces, a_scene_moved_through_them_feels_the_same_loads) {
  const double length = 0.0625;  // and all positions below are binary fractions: the shift is exact
  const auto scene_at = [&](const Vec3d& shift) {
    sim::Scene scene = test::scene_with(test::all_stages({.radius = 0.006}), 1e-5);
    scene.cell.periodic = {true, true, true};
    scene.cell.bounds = {{0, 0, 0}, {length, length, length}};
    for (int i = 0; i < 125; ++i) {
      Random random(5, static_cast<std::uint64_t>(i));
      const auto grid = [](double x) { return std::round(x * 0x1p30) * 0x1p-30; };
      Vec3d x = length / 5 * Vec3d{i % 5 + 0.5, i / 5 % 5 + 0.5, i / 25 + 0.5} + test::vector(random, 5e-4);
      x = Vec3d{grid(x.x), grid(x.y), grid(x.z)} + shift;
      x = {x.x - length * std::floor(x.x / length), x.y - length * std::floor(x.y / length),
           x.z - length * std::floor(x.z / length)};
      scene.spheres.push_back(
          test::sphere(x, 0.006, test::vector(random, 1) + Vec3d{2, 1, 0.5}, test::vector(random, 100)));
    }
    return scene;
  };
  for (const Vec3d shift : {Vec3d{length / 2, 0, 0}, Vec3d{length / 4, length / 8, -length / 2},
                            Vec3d{5 * length / 8, 3 * length / 8, length / 16}}) {
    sim::Simulation plain(scene_at({})), moved(scene_at(shift));
    // The shift is exact; loads are sums of some dozen terms in another order.
    EXPECT_LT(difference(plain, moved), 1e-13) << "before the first step";
    for (int i = 0; i < 5; ++i) {
      plain.advance(100), moved.advance(100);
      EXPECT_LT(difference(plain, moved), k_slack) << "after " << plain.steps_done() << " steps";
    }
    EXPECT_EQ(plain.contact_count(), moved.contact_count());
    EXPECT_GT(plain.contact_count(), 15);
    EXPECT_GT(plain.bodies()[0].position.x, 0.01);
  }
}

// Two soft spheres stay in contact for 14 ms and move through every face meanwhile; their springs are kept.
void fly_through_every_face(const state::Tilt& tilt) {
  const auto scene_of = [&](bool periodic) {
    sim::Scene scene = test::scene_with(test::all_stages({.stiffness = 100, .restitution = 0.9, .mu = 0.3}), 1e-5);
    scene.cell.periodic = {periodic, periodic, periodic};
    scene.cell.bounds = {{0, 0, 0}, {0.05, 0.05, 0.05}};
    if (periodic) scene.cell.tilt = tilt;
    const Vec3d drift{7, 6, -8};
    // Opposite spins about the normal and against rolling wind all three springs; the speeds towards each other press.
    scene.spheres.push_back(test::sphere({0.02, 0.02, 0.02}, 0.01, drift + Vec3d{0.2, 0.1, 0}, {5, 10, -10}));
    scene.spheres.push_back(test::sphere({0.0398, 0.02, 0.02}, 0.01, drift - Vec3d{0.2, 0.1, 0}, {-5, 10, 10}));
    return scene;
  };
  sim::Simulation open(scene_of(false)), periodic(scene_of(true));
  while (open.contact_count() == 1 && open.steps_done() < 2000) {
    ASSERT_EQ(periodic.contact_count(), 1);
    // 1000 steps round positions of 0.1 m; relative to the stretch of the springs of 1e-4 m.
    ASSERT_LT(difference(open, periodic), 1000 * test::k_eps * 0.1 / 1e-4) << "step " << open.steps_done();
    open.advance(10), periodic.advance(10);
  }
  EXPECT_GT(open.steps_done(), 1000);
  const Vec3d path = periodic.bodies()[0].position - Vec3d{0.02, 0.02, 0.02};
  EXPECT_GT(path.x, 0.05);
  EXPECT_GT(path.y, 0.05);
  EXPECT_LT(path.z, -0.05);
  EXPECT_GT(periodic.rebuilds(), 20);
}
TEST(PeriodicFaces, a_pressed_pair_keeps_its_springs_while_it_flies_through_every_face) { fly_through_every_face({}); }
TEST(PeriodicFaces, likewise_if_they_lean) { fly_through_every_face({0.024, -0.02, 0.018}); }

}  // namespace
}  // namespace scree
