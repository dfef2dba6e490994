// What `scree bench --nonsmooth` tells besides times: contacts, residuals and overlaps of its heaps.
#include "app/bench/bench_heap.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/solver.h"
#include "support/contact_problems.h"

namespace scree::app {
namespace {

/// A sphere of 1 kg and radius 0.1 m on the floor, moving as told: N_nn = 1, N_tt = 1 + R^2/I, N_rr = N_ss = 1/I.
solve::Problem one_sphere(const solve::Twist& motion, const law::Cone<double>& cone) {
  const test::Ball ball{.mass = 1.0,
                        .radius = 0.1,
                        .moment = 0.004,
                        .position = {0, 0, 0.1},
                        .velocity = motion.linear,
                        .spin = motion.angular};
  return test::step_problem({ball}, {{}}, {.step = 0.01, .gravity = {}, .cone = cone, .envelope = 1e-3});
}
double peer_residual(const solve::Problem& problem, const solve::Twist& impulse) {
  const solve::Impulses impulses{{impulse}, {}};
  return peer_residuals(problem, impulses, solve::velocities(problem, impulses)).at(0);
}

TEST(PeerResidual, without_impulse_is_the_closing_velocity_if_there_is_no_friction) {
  EXPECT_NEAR(peer_residual(one_sphere({{0, 0, -0.3}, {}}, {0, 0, 0}), {}), 0.3, 1e-12);
  EXPECT_EQ(peer_residual(one_sphere({{0, 0, 0.3}, {}}, {0, 0, 0}), {}), 0.0);
}

TEST(PeerResidual, counts_slip_in_full_and_spins_times_the_radius) {
  // An impulse far inside the cone: the projection changes nothing, and the residual is |(u_n, u_t, R w_r, R w_s)|. The
  // sphere comes with -1 m/s along the normal, which the impulse takes away.
  const solve::Twist push{{0, 0, 1.0}, {}};
  const law::Cone<double> wide{2.0, 1.0, 1.0};
  EXPECT_NEAR(peer_residual(one_sphere({{0.01, 0, -1}, {}}, wide), push), 0.01, 1e-12);
  EXPECT_NEAR(peer_residual(one_sphere({{0, 0, -1}, {0, 0, 0.2}}, wide), push), 0.1 * 0.2, 1e-12);
  // About x: the point slips by R w as well.
  EXPECT_NEAR(peer_residual(one_sphere({{0, 0, -1}, {0.2, 0, 0}}, wide), push), std::sqrt(2.0) * 0.1 * 0.2, 1e-12);
}

TEST(PeerResidual, vanishes_with_ours_at_the_solution) {
  const solve::Problem problem = test::random_pile(3, 5, {0.6, 0.005, 0.005});
  solve::Impulses impulses;
  const solve::Outcome outcome = solve::solve(problem, impulses, {.method = solve::Method::newton, .tolerance = 1e-9});
  ASSERT_TRUE(outcome.reached);
  // The two measures differ by the ratios of N's diagonal, which are below 10 for spheres.
  EXPECT_LT(solve::residual_of(peer_residuals(problem, impulses, outcome.velocities)).rms, 1e-8);
}

TEST(BenchHeap, has_the_bodies_and_the_contacts_on_which_the_peers_were_measured) {
  sim::Scene scene = settled_heap(settled_heap_text());
  EXPECT_EQ(scene.spheres.size(), 2000U);
  EXPECT_FALSE(scene.nonsmooth.warm_start);
  scene.nonsmooth.tolerance = 1.0;  // only the problem is wanted
  // 5,961 gaps are below 4 mm, and some pairs will be within the step; the peers had about 5,970.
  EXPECT_NEAR(static_cast<double>(first_problem(scene, "").contacts.size()), 5970.0, 10.0);
}

TEST(BenchHeap, starts_its_cone_without_overlaps_and_with_all_its_spheres) {
  const sim::Scene scene = loose_cone(1000);
  const sim::Simulation simulation(scene);
  EXPECT_EQ(simulation.body_count(), 1000);
  EXPECT_EQ(deepest_overlap(simulation.bodies(), scene.planes), 0.0);
}

TEST(BenchHeap, finds_the_deepest_overlap_of_spheres_and_planes) {
  std::vector<sim::BodyView> bodies(3);
  for (sim::BodyView& body : bodies) body.radius = 0.1;
  bodies[0].position = {0, 0, 0.1}, bodies[1].position = {5, 0, 0.095}, bodies[2].position = {0.12, 0.15, 0.1};
  const std::vector<sim::Plane> planes(1);  // the floor
  EXPECT_NEAR(deepest_overlap(bodies, planes), 0.2 - std::hypot(0.12, 0.15), 1e-12);
  bodies[2].position.y = 1.0;
  EXPECT_NEAR(deepest_overlap(bodies, planes), 0.005, 1e-12);
}

}  // namespace
}  // namespace scree::app
