// The sweeps of the stepper `trapezoid`: halving of steps, the measure of error, the loads on single bodies, the order
// of the sweep.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/probe.h"
#include "sim/build.h"
#include "sim/guard.h"
#include "sim/run.h"
#include "step/sweep.h"
#include "support/trapezoid_scenes.h"

namespace scree {
namespace {

using test::falling_pile;
using test::with_trapezoid;

TEST(Trapezoid, halves_a_step_whose_sweeps_do_not_converge) {
  sim::Scene scene = with_trapezoid(falling_pile(), 0.5, 1e-8);
  const double critical = 2.0 * std::sqrt(0.5 * test::ball_mass(0.01) / 1e4);
  scene.time.step = 1.5 * critical;  // sweeps diverge in a contact
  scene.time.end = 1.0, scene.trapezoid.max_sweeps = 40;
  sim::Simulation run(scene);
  run.advance(100);
  EXPECT_GT(run.report().sweeps->halvings, 10);
  EXPECT_EQ(run.report().sweeps->steps, 100);
  // 0.14 s is the sum of at most 100 x 2^10 halves, each rounded by eps/2 of it: 5e-15 s for roundings of random sign.
  constexpr double k_summed_time = 1e-12;  // [s]
  EXPECT_NEAR(run.time(), 100 * run.step(), k_summed_time);
  EXPECT_LT(run.report().largest_overlap, 0.2);
}

TEST(Trapezoid, stops_with_a_message_if_halving_does_not_help_and_keeps_the_state_before_the_step) {
  sim::Scene scene = with_trapezoid(falling_pile(), 0.5, 1e-8);
  scene.time.step = 3.0 * std::sqrt(0.5 * test::ball_mass(0.01) / 1e4), scene.time.end = 1.0;
  scene.trapezoid.max_halvings = 0, scene.trapezoid.max_sweeps = 20;
  sim::Simulation run(scene);
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  ASSERT_EQ(outcome.end, sim::End::diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, "unsolved");
  EXPECT_NE(outcome.diagnostic->describe().find("after 0 halvings"), std::string::npos)
      << outcome.diagnostic->describe();
  EXPECT_NE(outcome.diagnostic->describe().find("20 sweeps"), std::string::npos) << outcome.diagnostic->describe();
  for (const auto& body : run.bodies()) EXPECT_TRUE(std::isfinite(norm(body.position) + norm(body.velocity)));
  // Repeating the step from the kept state fails in the same manner and changes nothing.
  const std::uint64_t hash = run.state_hash();
  EXPECT_THROW(run.advance(1), sim::Unsolved);
  EXPECT_EQ(run.state_hash(), hash);
}

// The spin law `spring` slips with the sign of the spin; where that changes the implicit equations have no solution.
TEST(Trapezoid, accepts_the_last_sweep_of_a_discontinuous_law_if_the_scene_allows_it) {
  sim::Scene scene = with_trapezoid(falling_pile(), 0.5, 1e-8);
  scene.contacts[0].model = test::all_stages({});
  scene.trapezoid.max_sweeps = 30, scene.trapezoid.max_halvings = 0;
  sim::Simulation stops(scene);
  EXPECT_THROW(stops.advance(2000), sim::Unsolved);
  scene.trapezoid.accept = true;
  sim::Simulation accepting(scene);
  accepting.advance(2000);
  EXPECT_GT(accepting.report().sweeps->accepted, 0);
  EXPECT_LT(accepting.report().sweeps->accepted, 200);
  EXPECT_EQ(accepting.report().sweeps->halvings, 0);
  // Up to a tenth of the steps end with an error above the tolerance: the ledger closes to a percent only.
  EXPECT_LT(std::abs(accepting.report().ledger.residual()), 0.01 * accepting.report().ledger.turnover);
}

TEST(Trapezoid, dissipates_the_same_energy_in_halves_as_in_steps_of_half_the_length) {
  // One sweep is never enough, so the first run consists of the steps of the second.
  const auto ledger = [](double step, std::int64_t halvings) {
    law::Model model = test::frictionless(1e4, 0.5);
    sim::Scene scene = with_trapezoid(test::scene_with(model, step), 0.5, 1e-3);
    scene.forces.drag = 0.02;
    scene.planes.push_back(test::floor_plane());
    scene.spheres.push_back(test::sphere({0, 0, 0.0101}, 0.01, {0, 0, -0.5}));
    scene.trapezoid.max_sweeps = 1, scene.trapezoid.max_halvings = halvings, scene.trapezoid.accept = true;
    sim::Simulation run(scene);
    test::run_to(run, 4e-3);
    return run.report();
  };
  const auto halved = ledger(2e-5, 1), plain = ledger(1e-5, 0);
  EXPECT_EQ(halved.sweeps->halvings, halved.sweeps->steps);
  // The same 400 terms, summed in another grouping: 400 eps = 9e-14.
  const double rounding = 1e-12 * plain.ledger.turnover;  // [J]
  EXPECT_NEAR(halved.ledger.dissipated.normal, plain.ledger.dissipated.normal, rounding);
  EXPECT_NEAR(halved.ledger.drag, plain.ledger.drag, rounding);
  EXPECT_GT(plain.ledger.dissipated.normal, 0.1 * plain.ledger.turnover);
  EXPECT_GT(plain.ledger.drag, 1e-3 * plain.ledger.turnover);  // not negligible: the comparison above means something
}

TEST(Trapezoid, needs_no_halving_for_bodies_in_free_flight) {
  sim::Scene scene = with_trapezoid(falling_pile(1e-4), 0.5, 1e-6);
  scene.spheres.resize(1);
  scene.spheres.push_back(test::sphere({0, 0, 0.05}, 0.01, {0, 0, 100}));
  scene.planes.clear();
  sim::Simulation run(scene);
  run.advance(100);
  EXPECT_EQ(run.report().sweeps->halvings, 0);
}

TEST(Trapezoid, resolves_a_collision_of_bodies_that_cross_the_skin_in_one_step) {
  // 3 m/s in steps of 10 ms: 30 mm, six times the skin.
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e3), 1e-2), 0.5, 1e-8);
  scene.spheres = {test::sphere({0, 0, 0}, 0.01), test::sphere({-0.2, 0, 0}, 0.01, {3, 0, 0})};
  sim::Simulation run(scene);
  run.advance(20);
  const double hit = run.bodies()[0].velocity.x, hitting = run.bodies()[1].velocity.x;
  EXPECT_GT(hit, 2.5);  // a collision of half a step is detected, though its impulse is inaccurate
  // 20 steps to the tolerance of the sweeps: 20 x 1e-8 x 3 m/s = 6e-7 m/s.
  EXPECT_NEAR(hit + hitting, 3.0, 1e-6);
}

TEST(SweepError, is_the_measure_of_the_paper_with_its_fallback) {
  using step::Change, step::error_of;
  // Two bodies: the last sweep changed 1 + 2 of a change of 10 + 20 since the begin of the step.
  const auto changed = [](double moved, double since, double size) {
    return Change{{moved, 0, 0, 0}, {since, 0, 0, 0}, {size, 0, 0, 0}};
  };
  EXPECT_DOUBLE_EQ(error_of({changed(1, 10, 100), changed(2, 20, 100)}).value, 0.1);
  EXPECT_EQ(error_of({changed(1, 10, 100)}).of, "positions");
  // Equation (49), where the step changes almost nothing.
  EXPECT_DOUBLE_EQ(error_of({changed(1e-12, 1e-11, 2.0)}).value, 5e-13);
  EXPECT_EQ(error_of({changed(0, 0, 0)}).value, 0.0);
  EXPECT_EQ(error_of({changed(0.3, 0, 0)}).value, 1.0);  // back to zero
  Change spins;
  spins.moved[2] = 3.0, spins.since[2] = 4.0, spins.size[2] = 5.0;
  EXPECT_DOUBLE_EQ(error_of({changed(1, 10, 100), spins}).value, 0.75);
  EXPECT_EQ(error_of({changed(1, 10, 100), spins}).of, "spins");
  EXPECT_FALSE(error_of({changed(std::nan(""), 1, 1)}).value <= 1.0);
}

/// The pile compressed to 0.9 of its size, so that neighbours are in contact.
struct CompressedPile {
  sim::Scene scene = falling_pile();
  state::World world;
  contact::Contacts contacts;
  CompressedPile()
      : world(sim::build_world(scene)),
        contacts(sim::build_models(scene, world), *contact::kernels_named(""), 0.002, true) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      world.bodies.lines[i].x *= 0.9, world.bodies.lines[i].y *= 0.9, world.bodies.lines[i].z *= 0.9;
    world.bodies.predictions.assign(world.bodies.size(), {});
    world.bodies.loads.resize(world.bodies.size());
    contacts.rebuild(world);
  }
};

TEST(Probe, computes_on_every_body_the_load_of_a_full_evaluation) {
  CompressedPile s;
  contact::Probe probe;
  constexpr double k_step = 1e-5;
  probe.follow(s.contacts, s.world.bodies.size());
  for (int step = 0; step < 3; ++step) {  // contacts are new in the first and have histories in the others
    probe.see_contacts(s.contacts);
    const contact::InputTables tables(s.world);
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
      // At most twelve contacts summed in another order, each load after some thirty operations: 12 x 30 x eps = 8e-14
      // of the load, or of 1 N where contacts balance.
      const double rounding = 1e-13 * (std::abs(q.fx) + std::abs(q.fy) + std::abs(q.fz) + 1.0);  // [N]
      EXPECT_LT(norm(Vec3d{p.fx - q.fx, p.fy - q.fy, p.fz - q.fz}), rounding);
      EXPECT_LT(norm(Vec3d{p.tx - q.tx, p.ty - q.ty, p.tz - q.tz}), rounding);  // arms are below 1 m
      loaded += q.fx != 0.0;
    }
    EXPECT_GT(loaded, 30);
    for (auto& line : s.world.bodies.lines)
      line.x += k_step * line.vx, line.y += k_step * line.vy, line.z += k_step * line.vz;
  }
}

TEST(SweepOrder, contains_every_free_body_once_and_no_two_neighbours_of_one_colour) {
  CompressedPile s;
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
