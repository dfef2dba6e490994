// The stepper `trapezoid`: its order, its sweeps, its halvings, and that it is the same physics as the explicit ones.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/probe.h"
#include "sim/build.h"
#include "sim/guard.h"
#include "sim/run.h"
#include "step/sweep.h"
#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_tight = 1e-13;

sim::Scene with_trapezoid(sim::Scene scene, double phi, double tolerance = k_tight) {
  scene.stepper = sim::StepperKind::trapezoid;
  scene.trapezoid.phi = phi, scene.trapezoid.tolerance = tolerance;
  return scene;
}

/// A ball on a plane that bounces on its contact without leaving it and sticks to it while it rolls back and forth:
/// smooth in time.
sim::Scene swinging_ball(double step) {
  law::Model model = test::frictionless(1e4, 0.8);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 4e3, .coefficient = 5.0, .damping = 0.5};
  sim::Scene scene = test::scene_with(model, step);
  scene.gravity = {0, 0, -9.81};
  scene.planes.push_back(test::floor_plane());
  const double rest = test::ball_mass(0.05) * 9.81 / 1e4;
  scene.spheres.push_back(test::sphere({0, 0, 0.05 - rest}, 0.05, {0.004, 0.002, 0.02}, {0, 0.1, 0}));
  return scene;
}

std::vector<double> end_of(const sim::Scene& scene, double time) {
  sim::Simulation run(scene);
  test::run_to(run, time);
  const auto body = run.bodies().front();
  return {body.position.x, body.position.y,    body.position.z,   body.velocity.x,
          body.velocity.z, 0.05 * body.spin.x, 0.05 * body.spin.y};
}

struct OrderCase {
  const char* name;
  double phi, order;
};
class Order : public ::testing::TestWithParam<OrderCase> {};
TEST_P(Order, of_a_smooth_motion_is_two_for_the_trapezoid_and_one_otherwise) {
  const auto [name, phi, order] = GetParam();
  constexpr double k_time = 0.02, k_step = 2e-5;
  std::vector<std::vector<double>> ends;
  for (const double share : {1.0, 0.5, 0.25})
    ends.push_back(end_of(with_trapezoid(swinging_ball(share * k_step), phi), k_time));
  // Successive differences fall by 2^order.
  for (std::size_t k = 0; k < ends[0].size(); ++k) {
    const double measured = std::log2(std::abs(ends[0][k] - ends[1][k]) / std::abs(ends[1][k] - ends[2][k]));
    EXPECT_NEAR(measured, order, 0.05) << "quantity " << k;
  }
}
INSTANTIATE_TEST_SUITE_P(Phi, Order,
                         ::testing::Values(OrderCase{"explicit", 0.0, 1.0}, OrderCase{"trapezoid", 0.5, 2.0},
                                           OrderCase{"backward", 1.0, 1.0}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(Trapezoid, and_verlet_come_to_the_same_motion) {
  const auto implicit = end_of(with_trapezoid(swinging_ball(2e-6), 0.5), 0.02),
             explicit_one = end_of(swinging_ball(2e-6), 0.02);
  for (std::size_t k = 0; k < implicit.size(); ++k) EXPECT_NEAR(implicit[k], explicit_one[k], 1e-7);
}

/// Balls that fall together into a box, with all stages but spinning, whose law jumps with the sign of the spin.
sim::Scene pile(double step = 1e-5) {
  law::Model model = test::all_stages({});
  model.spin = {};
  sim::Scene scene = test::scene_with(model, step);
  scene.gravity = {0, 0, -9.81};
  test::add_container(scene, {{-0.05, -0.05, 0}, {0.05, 0.05, 0.4}});
  for (int i = 0; i < 48; ++i) {
    Random random(5, static_cast<std::uint64_t>(i));
    scene.spheres.push_back(
        test::sphere(0.0215 * Vec3d{i % 4 - 1.5, i / 4 % 4 - 1.5, i / 16 + 0.7} + test::vector(random, 5e-4), 0.01,
                     test::vector(random, 0.5), test::vector(random, 20)));
  }
  return scene;
}

TEST(Trapezoid, keeps_the_ledger_of_a_pile_closed) {
  sim::Simulation run(with_trapezoid(pile(2e-5), 0.5, 1e-10));
  run.advance(4000);
  const step::Ledger& ledger = run.report().ledger;
  EXPECT_GT(run.contact_count(), 20);
  EXPECT_LT(std::abs(ledger.residual()), 2e-3 * ledger.turnover);
  EXPECT_GT(ledger.lost.sum(), 0.2 * ledger.turnover);
}

TEST(Trapezoid, keeps_momentum_to_the_tolerance_of_its_sweeps) {
  // A pair is pushed by loads of two different sweeps, so what one body gets and the other gives differ by what is left
  // of the error.
  const auto drift = [](double tolerance) {
    sim::Scene scene = with_trapezoid(pile(), 0.5, tolerance);
    scene.gravity = {}, scene.planes.clear();
    for (auto& s : scene.spheres) s.traits.velocity = -10.0 * (s.position - Vec3d{0, 0, 0.04});
    sim::Simulation run(scene);
    const auto momentum = [&] {
      Vec3d sum;
      for (const auto& body : run.bodies()) sum += body.mass * body.velocity;
      return sum;
    };
    const Vec3d before = momentum();
    std::int64_t most = 0;
    for (int i = 0; i < 20; ++i) run.advance(50), most = std::max(most, run.contact_count());
    EXPECT_GT(most, 20);
    double scale = 0.0;
    for (const auto& body : run.bodies()) scale += body.mass * norm(body.velocity);
    return norm(momentum() - before) / scale;
  };
  EXPECT_LT(drift(1e-12), 1e-12);
  EXPECT_LT(drift(1e-4), 1e-4);
}

TEST(Trapezoid, turns_a_free_body_of_any_shape_with_its_angular_momentum_kept) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-3), 0.5);
  sim::OneSolid stone;
  stone.half = {0.03, 0.02, 0.01}, stone.traits.spin = {3, 40, 2};
  scene.solids.push_back(stone);
  for (const auto rotation : {sim::RotationKind::quaternion, sim::RotationKind::rodrigues}) {
    scene.rotation = rotation;
    sim::Simulation run(scene);
    const auto momentum = [&] {
      const auto& bodies = run.world().bodies;
      return state::times_inertia(bodies.forms[0], state::axes_of(bodies.orientations[0]), bodies.lines[0].spin());
    };
    const Vec3d before = momentum();
    const double energy = run.report().ledger.kinetic_rotation;
    run.advance(1000);
    EXPECT_LT(norm(momentum() - before), 1e-10 * norm(before));
    EXPECT_NEAR(run.report().ledger.kinetic_rotation, energy, 1e-3 * energy);  // about 6 turns, 150 steps each
  }
}

// The rotation of a step is that of Rodrigues's vector h w: 2 atan(h w / 2).
TEST(Trapezoid, turns_a_spinning_body_by_rodrigues_vector) {
  const double step = 1e-3, w = 20.0;
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), step), 0.5);
  sim::OneSolid ball;
  ball.half = {0.02, 0.02, 0.02}, ball.traits.spin = {0, 0, w};
  scene.solids.push_back(ball);
  sim::Simulation run(scene);
  run.advance(100);
  const auto& q = run.world().bodies.orientations[0];
  EXPECT_NEAR(2.0 * std::atan2(q[3], q[0]), 100 * 2.0 * std::atan(0.5 * step * w), 1e-12);
}

// A ball hits an ellipsoid off its centre: what the ball loses of angular momentum the ellipsoid gains.
TEST(Trapezoid, turns_a_body_of_any_shape_by_the_torque_on_it) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-5), 0.5, 1e-10);
  sim::OneSolid stone;
  stone.half = {0.03, 0.02, 0.01};
  scene.solids.push_back(stone);
  scene.spheres.push_back(test::sphere({0.015, 0, 0.0192}, 0.01, {0, 0, -1}));
  sim::Simulation run(scene);
  const auto parts = [&] {
    const auto& bodies = run.world().bodies;
    Vec3d orbit, spin;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      orbit += cross(bodies.lines[i].position(), bodies.mass[i] * bodies.lines[i].velocity());
      spin += state::times_inertia(bodies.forms[i], state::axes_of(bodies.orientations[i]), bodies.lines[i].spin());
    }
    return std::pair{orbit, spin};
  };
  const Vec3d before = parts().first;
  run.advance(600);
  const auto [orbit, spin] = parts();
  ASSERT_GT(norm(spin), 0.2 * norm(before)) << "it missed";
  EXPECT_LT(norm(orbit + spin - before), 1e-3 * norm(spin));  // of second order in the step
}

TEST(Trapezoid, makes_a_step_that_does_not_come_to_rest_as_halves) {
  sim::Scene scene = with_trapezoid(pile(), 0.5, 1e-8);
  const double critical = 2.0 * std::sqrt(0.5 * test::ball_mass(0.01) / 1e4);
  scene.time.step = 1.5 * critical;  // sweeps diverge in a contact
  scene.time.end = 1.0, scene.trapezoid.most_sweeps = 40;
  sim::Simulation run(scene);
  run.advance(100);
  EXPECT_GT(run.report().sweeps->halvings, 10);
  EXPECT_EQ(run.report().sweeps->steps, 100);
  EXPECT_NEAR(run.time(), 100 * run.step(), 1e-12);
  EXPECT_LT(run.report().largest_overlap, 0.2);
}

TEST(Trapezoid, stops_with_a_sentence_when_halving_does_not_help_and_leaves_the_state_before) {
  sim::Scene scene = with_trapezoid(pile(), 0.5, 1e-8);
  scene.time.step = 3.0 * std::sqrt(0.5 * test::ball_mass(0.01) / 1e4), scene.time.end = 1.0;
  scene.trapezoid.most_halvings = 0, scene.trapezoid.most_sweeps = 20;
  sim::Simulation run(scene);
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  ASSERT_EQ(outcome.end, sim::End::trouble);
  EXPECT_EQ(outcome.trouble->kind, "unsolved");
  EXPECT_NE(outcome.trouble->in_words().find("after 0 halvings"), std::string::npos) << outcome.trouble->in_words();
  EXPECT_NE(outcome.trouble->in_words().find("20 sweeps"), std::string::npos) << outcome.trouble->in_words();
  for (const auto& body : run.bodies()) EXPECT_TRUE(std::isfinite(norm(body.position) + norm(body.velocity)));
  // It fails again, at the same step, from the state that it left.
  const std::uint64_t hash = run.state_hash();
  EXPECT_THROW(run.advance(1), sim::Unsolved);
  EXPECT_EQ(run.state_hash(), hash);
}

/// Spin `spring` slips by the sign of the spin: where that changes there is no solution.
TEST(Trapezoid, accepts_the_last_sweep_of_a_law_that_jumps_if_it_is_told_to) {
  sim::Scene scene = with_trapezoid(pile(), 0.5, 1e-8);
  scene.contacts[0].model = test::all_stages({});
  scene.trapezoid.most_sweeps = 30, scene.trapezoid.most_halvings = 0;
  sim::Simulation stops(scene);
  EXPECT_THROW(stops.advance(2000), sim::Unsolved);
  scene.trapezoid.accept = true;
  sim::Simulation goes_on(scene);
  goes_on.advance(2000);
  EXPECT_GT(goes_on.report().sweeps->accepted, 0);
  EXPECT_LT(goes_on.report().sweeps->accepted, 200);
  EXPECT_EQ(goes_on.report().sweeps->halvings, 0);
  EXPECT_LT(std::abs(goes_on.report().ledger.residual()), 0.01 * goes_on.report().ledger.turnover);
}

TEST(Trapezoid, books_the_same_losses_in_halves_as_in_steps_of_half_the_length) {
  // One sweep is never enough, so the first run is made of the steps of the second.
  const auto ledger = [](double step, std::int64_t halvings) {
    law::Model model = test::frictionless(1e4, 0.5);
    sim::Scene scene = with_trapezoid(test::scene_with(model, step), 0.5, 1e-3);
    scene.forces.drag = 0.02;
    scene.planes.push_back(test::floor_plane());
    scene.spheres.push_back(test::sphere({0, 0, 0.0101}, 0.01, {0, 0, -0.5}));
    scene.trapezoid.most_sweeps = 1, scene.trapezoid.most_halvings = halvings, scene.trapezoid.accept = true;
    sim::Simulation run(scene);
    test::run_to(run, 4e-3);
    return run.report();
  };
  const auto halved = ledger(2e-5, 1), plain = ledger(1e-5, 0);
  EXPECT_EQ(halved.sweeps->halvings, halved.sweeps->steps);
  EXPECT_NEAR(halved.ledger.lost.normal, plain.ledger.lost.normal, 1e-12 * plain.ledger.turnover);
  EXPECT_NEAR(halved.ledger.drag, plain.ledger.drag, 1e-12 * plain.ledger.turnover);
  EXPECT_GT(plain.ledger.lost.normal, 0.1 * plain.ledger.turnover);
  EXPECT_GT(plain.ledger.drag, 1e-3 * plain.ledger.turnover);
}

TEST(Trapezoid, turns_a_driven_body_by_its_spin) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-3), 0.5);
  sim::OneSolid drum;
  drum.half = {0.03, 0.02, 0.01}, drum.traits.spin = {0, 0, 100}, drum.traits.locks = sim::k_lock_all;
  scene.solids.push_back(drum);
  sim::Simulation run(scene);
  run.advance(1000);
  const auto q = run.bodies()[0].orientation;
  EXPECT_NEAR(std::remainder(2.0 * std::atan2(q[3], q[0]) - 100.0, 2.0 * 3.14159265358979), 0.0, 1e-9);
}

TEST(Trapezoid, lets_fast_bodies_fly_without_halving) {
  sim::Scene scene = with_trapezoid(pile(1e-4), 0.5, 1e-6);
  scene.spheres.resize(1);
  scene.spheres.push_back(test::sphere({0, 0, 0.05}, 0.01, {0, 0, 100}));
  scene.planes.clear();
  sim::Simulation run(scene);
  run.advance(100);
  EXPECT_EQ(run.report().sweeps->halvings, 0);
}

TEST(Trapezoid, follows_bodies_that_leave_the_reach_of_the_list_in_one_step) {
  // 3 m/s in steps of 10 ms: 30 mm, six times the skin.
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e3), 1e-2), 0.5, 1e-8);
  scene.spheres = {test::sphere({0, 0, 0}, 0.01), test::sphere({-0.2, 0, 0}, 0.01, {3, 0, 0})};
  sim::Simulation run(scene);
  run.advance(20);
  const double hit = run.bodies()[0].velocity.x, hitting = run.bodies()[1].velocity.x;
  EXPECT_GT(hit, 2.5);  // a collision of half a step is not resolved well, but neither missed
  EXPECT_NEAR(hit + hitting, 3.0, 1e-6);
}

TEST(SweepError, is_the_papers_measure_with_its_fallback) {
  using step::Change, step::error_of;
  // Two bodies: moved 1 + 2 of 10 + 20 since the begin.
  const auto changed = [](double moved, double since, double size) {
    return Change{{moved, 0, 0, 0}, {since, 0, 0, 0}, {size, 0, 0, 0}};
  };
  EXPECT_DOUBLE_EQ(error_of({changed(1, 10, 100), changed(2, 20, 100)}).value, 0.1);
  EXPECT_EQ(error_of({changed(1, 10, 100)}).of, "positions");
  // (49) where the step changes next to nothing.
  EXPECT_DOUBLE_EQ(error_of({changed(1e-12, 1e-11, 2.0)}).value, 5e-13);
  EXPECT_EQ(error_of({changed(0, 0, 0)}).value, 0.0);
  EXPECT_EQ(error_of({changed(0.3, 0, 0)}).value, 1.0);  // back to zero
  Change spins;
  spins.moved[2] = 3.0, spins.since[2] = 4.0, spins.size[2] = 5.0;
  EXPECT_DOUBLE_EQ(error_of({changed(1, 10, 100), spins}).value, 0.75);
  EXPECT_EQ(error_of({changed(1, 10, 100), spins}).of, "spins");
  EXPECT_FALSE(error_of({changed(std::nan(""), 1, 1)}).value <= 1.0);
}

/// Contacts of a pile, a moment after it has fallen together.
struct Settled {
  sim::Scene scene = pile();
  state::World world;
  contact::Contacts contacts;
  Settled()
      : world(sim::build_world(scene)),
        contacts(sim::build_models(scene, world), *contact::kernels_named(""), 0.002, true) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      world.bodies.lines[i].x *= 0.9, world.bodies.lines[i].y *= 0.9, world.bodies.lines[i].z *= 0.9;
    world.bodies.leads.assign(world.bodies.size(), {});
    world.bodies.loads.resize(world.bodies.size());
    contacts.rebuild(world);
  }
};

TEST(Probe, finds_on_every_body_the_load_that_a_pass_finds) {
  Settled s;
  contact::Probe probe;
  constexpr double k_step = 1e-5;
  probe.follow(s.contacts, s.world.bodies.size());
  for (int step = 0; step < 3; ++step) {  // the first finds new contacts, the others have histories
    probe.see_contacts(s.contacts);
    const contact::SceneryTables tables(s.world);
    std::vector<state::LoadLine> alone;
    for (state::Slot i = 0; i < s.world.bodies.size(); ++i)
      alone.push_back(probe.load_on(s.contacts, tables.of(s.world, true), i, k_step));
    s.contacts.evaluate(s.world, k_step, [&](std::size_t b, const state::LoadLine* loads) {
      const auto& block = s.contacts.blocks()[b];
      std::copy(loads, loads + (block.last - block.first), s.world.bodies.loads.begin() + block.first);
    });
    int loaded = 0;
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const state::LoadLine &p = alone[i], &q = s.world.bodies.loads[i];
      const double scale = 1e-13 * (std::abs(q.fx) + std::abs(q.fy) + std::abs(q.fz) + 1.0);
      EXPECT_LT(norm(Vec3d{p.fx - q.fx, p.fy - q.fy, p.fz - q.fz}), scale);
      EXPECT_LT(norm(Vec3d{p.tx - q.tx, p.ty - q.ty, p.tz - q.tz}), scale);
      loaded += q.fx != 0.0;
    }
    EXPECT_GT(loaded, 30);
    for (auto& line : s.world.bodies.lines)
      line.x += k_step * line.vx, line.y += k_step * line.vy, line.z += k_step * line.vz;
  }
}

TEST(SweepOrder, has_every_free_body_once_and_no_neighbours_of_one_colour) {
  Settled s;
  s.world.bodies.lines[3].locks = state::k_all_locked;
  contact::Probe probe;
  probe.follow(s.contacts, s.world.bodies.size());
  const step::SweepOrder order(s.world.bodies, probe);
  EXPECT_EQ(order.bodies.size(), s.world.bodies.size() - 1);
  std::vector<int> colour(s.world.bodies.size(), -1);
  for (std::size_t c = 0; c + 1 < order.first_of_colour.size(); ++c)
    for (std::size_t k = order.first_of_colour[c]; k < order.first_of_colour[c + 1]; ++k) {
      EXPECT_EQ(colour[order.bodies[k]], -1);
      colour[order.bodies[k]] = static_cast<int>(c);
    }
  int pairs = 0;
  for (const state::Slot i : order.bodies)
    probe.each_neighbour(i, [&](state::Slot other) {
      EXPECT_NE(colour[i], colour[other]);
      ++pairs;
    });
  EXPECT_GT(pairs, 100);
}

}  // namespace
}  // namespace scree
