// A cell strained at given rates (deform) or by the difference of pressure (nph).
#include "step/moving_cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernel/contact_kernels.h"
#include "sim/run.h"
#include "state/deformation.h"
#include "support/scenes.h"

namespace scree {
namespace {

using step::StrainRate;

state::Cell some_cell() {
  return {.periodic = {true, true, true}, .low = {-1, 0, 2}, .length = {2, 3, 1.5}, .tilt = {0.3, -0.2, 0.4}};
}

/// d(edge)/dt = e x edge, by the series of the exponential of the matrix.
Vec3d grown(const StrainRate& e, const Vec3d& edge, double time) {
  Vec3d sum = edge, term = edge;
  for (int k = 1; k < 20; ++k) term = (time / k) * e.times(term), sum += term;
  return sum;
}
double error_against_exponential(const state::Cell& before, const state::Cell& after, const StrainRate& e,
                                 double time) {
  double worst = 0.0;
  for (const state::ImageFlags& edge :
       {state::ImageFlags{1, 0, 0}, state::ImageFlags{0, 1, 0}, state::ImageFlags{0, 0, 1}})
    worst = std::max(worst, norm(after.edges(edge) - grown(e, before.edges(edge), time)));
  return worst;
}

TEST(CellMotion, follows_the_exponential_of_the_strain_to_second_order_and_to_first_as_in_lammps) {
  const StrainRate e{0.3, -0.2, 0.1, 0.25, -0.15, 0.4};
  const auto error = [&](int steps, step::SecondHalf second) {
    state::Cell cell = some_cell();
    for (int i = 0; i < steps; ++i) cell = step::strained(cell, e, {}, 1.0 / steps, second);
    return error_against_exponential(some_cell(), cell, e, 1.0);
  };
  // Second order: edges of length 3, |e|^3 / 12 x h^2 with |e| = 0.6 and h = 1e-3 is 5e-8. The ratio of the errors of
  // two steps is 2^order up to terms of the next order, h |e| = 1e-3 relative.
  constexpr double k_error = 1e-6, k_ratio = 0.1;
  EXPECT_LT(error(1000, step::SecondHalf::of_now), k_error);
  EXPECT_NEAR(error(500, step::SecondHalf::of_now) / error(1000, step::SecondHalf::of_now), 4.0, k_ratio);
  EXPECT_NEAR(error(500, step::SecondHalf::as_lammps) / error(1000, step::SecondHalf::as_lammps), 2.0, k_ratio);
}

TEST(CellMotion, a_strain_and_its_inverse_restore_the_cell) {
  const StrainRate e{0.3, -0.2, 0.1, 0.25, -0.15, 0.4}, back{-0.3, 0.2, -0.1, -0.25, 0.15, -0.4};
  const auto now = step::SecondHalf::of_now;
  const state::Cell before = some_cell(),
                    after = step::strained(step::strained(before, e, {0, 1, 2}, 0.1, now), back, {0, 1, 2}, 0.1, now);
  // Lengths of up to 3: three sums of some ten roundings, 40 eps; an identity map costs one product: 4 eps.
  constexpr double k_tens = 1e-14, k_few = 1e-15;  // [m]
  EXPECT_LT(norm(before.length - after.length) + norm(before.low - after.low), k_tens);
  EXPECT_LT(std::abs(before.tilt.xy - after.tilt.xy) + std::abs(before.tilt.xz - after.tilt.xz) +
                std::abs(before.tilt.yz - after.tilt.yz),
            k_tens);
  const Vec3d place{0.3, 0.7, 2.2};
  EXPECT_LT(norm(state::Deformation(before, before)(place) - place), k_few);
}

/// `across` spheres along each edge of a sheared cell.
sim::Scene loose(sim::StepperKind stepper, int across = 5) {
  sim::Scene scene = test::scene_with(test::all_stages({.radius = 0.006}), 1e-5);
  scene.stepper = stepper;
  const double size = 0.2 * across;
  scene.cell = {
      {true, true, true}, {{0, 0, 0}, size * Vec3d{0.0625, 0.061, 0.0605}}, {size * 0.02, size * -0.01, size * 0.015}};
  const state::Cell box = sim::cell_of(scene.cell);
  for (int i = 0; i < across * across * across; ++i) {
    const Vec3d s = 1.0 / across * Vec3d{i % across + 0.5, i / across % across + 0.5, i / (across * across) + 0.5};
    scene.spheres.push_back(
        test::sphere(s.x * box.edges({1, 0, 0}) + s.y * box.edges({0, 1, 0}) + s.z * box.edges({0, 0, 1}), 0.005));
  }
  return scene;
}

TEST(Deform, bodies_without_contact_move_affinely_with_the_cell) {
  sim::Scene scene = loose(sim::StepperKind::deform);
  scene.deform = {.rate = {1, -0.5, 0.2}, .shear_rate = {2, -1, 0.5}};
  sim::Simulation run(scene);
  const state::Cell before = run.world().cell;
  const auto start = run.bodies();
  run.advance(1000);
  const state::Cell after = run.world().cell;
  EXPECT_NEAR(after.length.x / before.length.x, std::exp(0.01), 1e-12);  // 1000 factors, each rounded by eps: 2e-13
  // Second order: edges of 0.06, strain 0.01 x (h |e|)^2 = (1e-5 x 3)^2, is 6e-13; rounding of 1000 steps is 1e-14.
  EXPECT_LT(error_against_exponential(before, after, {1, -0.5, 0.2, 0.5, -1, 2}, 0.01), 1e-10);
  const auto end = run.bodies();
  for (std::size_t i = 0; i < end.size(); ++i)
    EXPECT_LT(norm(end[i].position - state::Deformation(before, after)(start[i].position)),
              1e-14);  // 1000 roundings of eps/2 x 0.06, of one sign: 7e-15
}

TEST(Deform, conserves_energy_and_momentum_while_it_shears_a_packing_through_a_change_of_edges) {
  sim::Scene scene = loose(sim::StepperKind::deform);
  Vec3d mean;
  for (std::size_t i = 0; i < scene.spheres.size(); ++i) {
    Random random(3, i);
    scene.spheres[i].radius = 0.0062, scene.spheres[i].traits.velocity = test::vector(random, 0.3);
    mean += 1.0 / static_cast<double>(scene.spheres.size()) * scene.spheres[i].traits.velocity;
  }
  // A momentum other than zero would change with the strained space.
  for (auto& sphere : scene.spheres) sphere.traits.velocity -= mean;
  scene.deform = {.rate = {}, .shear_rate = {30, 0, 0}};
  sim::Simulation run(scene);
  const double flip = run.world().cell.tilt.xy;
  run.advance(2000);  // by 0.6 of the edge
  EXPECT_LT(run.world().cell.tilt.xy, flip);
  const auto ledger = run.report().ledger;
  EXPECT_GT(ledger.box, 0.0);
  // Of first order in the step, as of velocity-verlet-lammps: omega h = sqrt(1e4 / 5e-4 kg) x 1e-5 = 4 %, of which
  // collisions with dashpots make less than half.
  EXPECT_LT(std::abs(ledger.residual()), 0.02 * ledger.turnover);
  Vec3d momentum;
  double scale = 0.0;
  for (const auto& body : run.bodies()) momentum += body.mass * body.velocity, scale += body.mass * norm(body.velocity);
  EXPECT_LT(norm(momentum), 1e-13 * scale);  // 125 bodies, 2000 steps: eps x sqrt(2000) x some ten roundings
}

/// A chain of two pressed spheres that do not turn, through the faces of the cell along y, sheared along x.
sim::Scene sheared_chain(double rate) {
  sim::Scene scene;
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::deform, scene.deform = {.rate = {}, .shear_rate = {rate, 0, 0}};
  scene.time.step = 0.01, scene.time.end = 1e3;
  scene.cell = {{true, true, true}, {{0, 0, 0}, {4, 1.96, 4}}, {}};
  scene.materials = {{"grain", 6.0 / std::numbers::pi}};
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .damping_by_mass = 0.5};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1.0, .coefficient = 0.3, .damping_of_normal = 0.0};
  scene.contacts = {{0, 0, model}};
  for (const double y : {0.49, 1.47}) {
    sim::OneSphere sphere;
    sphere.position = {2, y, 2}, sphere.radius = 0.5, sphere.traits.inertia = 1e9;
    scene.spheres.push_back(sphere);
  }
  return scene;
}

TEST(Deform, winds_the_springs_of_friction_until_they_slip) {
  constexpr double k_rate = 1e-3, k_branch = 0.98, k_limit = 0.3 * (1.0 - k_branch);
  sim::Simulation run(sheared_chain(k_rate));
  const auto friction = [&](double strain) {  // of the first contact
    run.advance(static_cast<std::int64_t>(std::llround(strain / (k_rate * run.step()))) - run.steps_done());
    return norm(run.frame().contacts.front().friction);
  };
  // k x strain x branch; the branch rotates by the strain and grows by half of its square, 8e-6. 1e-4 leaves a decade
  // for terms of second order in the strain.
  EXPECT_NEAR(friction(0.004), 0.004 * k_branch, 1e-4 * 0.004);
  EXPECT_EQ(run.report().ledger.dissipated.slide, 0.0);
  // It slips beyond a strain of 0.0061, and the limit decreases with the overlap, as the branch grows. The limit is at
  // most one step old, 0.3 x 0.03 x 1e-5 = 1e-7 or 2e-5 of it.
  const double later = friction(0.03), branch = k_branch * std::sqrt(1.0 + 0.03 * 0.03);
  EXPECT_NEAR(later, 0.3 * (1.0 - branch), 1e-3 * k_limit);
  const auto ledger = run.report().ledger;
  // Two contacts: slip distance x the limit, which falls by half of 0.03^2 x branch / overlap = 2 % during the slip.
  EXPECT_NEAR(ledger.dissipated.slide, 2.0 * k_limit * (0.03 * k_branch - k_limit), 0.02 * ledger.dissipated.slide);
  // First order in the step: a step strains by 1e-5, the slip of 0.024 takes 2400 steps: 4e-4.
  EXPECT_LT(std::abs(ledger.residual()), 1e-3 * ledger.turnover);
  // The arm mismatch is work of friction times the overlap over the diameter: (1 - 0.98) / 1.
  EXPECT_LT(std::abs(ledger.arm_mismatch), 0.02 * ledger.dissipated.slide);
}

TEST(Deform, closes_the_energy_balance_of_springs_whose_force_is_clipped) {
  // Where a clipped dashpot leaves no force, the spring still stores its energy, and strain changes it.
  for (const int tension : {law::tension_kept, law::tension_clipped}) {
    sim::Scene scene = loose(sim::StepperKind::deform);
    for (std::size_t i = 0; i < scene.spheres.size(); ++i) scene.spheres[i].radius = 0.0064;
    law::Model model = scene.contacts[0].model;
    model.normal = law::normal::Hooke::Params{.stiffness = 1e4, .damping_by_mass = 3e3, .tension = tension};
    scene.contacts[0].model = model;
    scene.deform = {.rate = {}, .shear_rate = {30, 0, 0}};
    sim::Simulation run(scene);
    run.advance(1000);
    const auto ledger = run.report().ledger;
    EXPECT_LT(std::abs(ledger.residual()), 0.02 * ledger.turnover) << tension;  // first order, as above
  }
}

/// Kind of the diagnostic that stops a run.
std::string diagnostic_of(const sim::Scene& scene) {
  sim::Simulation run(scene);
  const auto outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  return outcome.diagnostic ? outcome.diagnostic->kind : "none";
}

TEST(Deform, stops_with_a_diagnostic_when_the_cell_is_too_small_for_its_bodies) {
  sim::Scene scene = loose(sim::StepperKind::deform);
  scene.time.end = 1.0, scene.guard.overlap = sim::Alarm::ignore;
  for (auto& sphere : scene.spheres) sphere.radius = 1e-3;
  scene.deform = {.rate = {0, 0, -20}, .shear_rate = {}};
  EXPECT_EQ(diagnostic_of(scene), "cell") << "faces nearer than a diameter";
  for (const double rate : {-1e5, 1e5}) {
    scene.deform = {.rate = {0, 0, rate}, .shear_rate = {}};
    EXPECT_EQ(diagnostic_of(scene), "cell") << "a strain too large for one step, " << rate;
  }
}

TEST(Deform, stops_before_faces_come_so_close_that_pairs_would_be_missed) {
  // In a lattice the nearest image of a body may stay distant while two faces come closer than a radius: pairs are then
  // more than two edges apart.
  sim::Scene scene = test::scene_with(test::all_stages({.radius = 0.5}), 1e-3, 6.0 / 3.14159265358979323846);
  scene.stepper = sim::StepperKind::deform, scene.time.end = 10.0, scene.guard.overlap = sim::Alarm::ignore;
  scene.cell = {{true, true, true}, {{0, 0, 0}, {3, 3, 1.2}}, {0, 1.4, 1.4}};
  scene.spheres = {test::sphere({0, 0, 0}, 0.5), test::sphere({1.5, 0.2, 0.1}, 0.5)};
  scene.deform = {.rate = {0, 0, -0.5}, .shear_rate = {}};
  EXPECT_EQ(diagnostic_of(scene), "cell");
}

/// 125 slowly moving spheres of diameter 1, mass 1 and stiffness 1, nearly in contact, for the stepper nph.
sim::Scene gas_of_125() {
  sim::Scene scene =
      test::scene_with(test::all_stages({.stiffness = 1.0, .radius = 0.5}), 0.02, 6.0 / 3.14159265358979323846);
  scene.stepper = sim::StepperKind::nph;
  scene.cell = {{true, true, true}, {{0, 0, 0}, {5.4, 5.5, 5.6}}, {}};
  for (int i = 0; i < 125; ++i) {
    Random random(9, static_cast<std::uint64_t>(i));
    scene.spheres.push_back(
        test::sphere(1.08 * Vec3d{i % 5 + 0.5, i / 5 % 5 + 0.5, i / 25 + 0.5} + test::vector(random, 0.03), 0.5,
                     test::vector(random, 0.02)));
  }
  return scene;
}

TEST(Nph, comes_to_rest_at_the_target_pressure) {
  sim::Scene scene = gas_of_125();
  scene.nph = {.pressure = {1e-3, 1e-3, 1e-3}, .shear = {}, .damping = 2.25, .temperature = 1.0};
  sim::Simulation run(scene);
  run.advance(20000);
  double pressure[3] = {};
  for (const auto& contact : run.frame().contacts) {
    const Vec3d f = contact.normal_force * contact.normal + contact.friction;
    for (int k = 0; k < 3; ++k) pressure[k] += contact.branch.*k_axes[k] * f.*k_axes[k] / run.world().cell.volume();
  }
  // The virial of contacts alone: 2 % for the pressure of rattlers that still move and for the damped oscillation.
  for (const double p : pressure) EXPECT_NEAR(p, 1e-3, 2e-5);
  const auto ledger = run.report().ledger;
  EXPECT_LT(std::abs(ledger.residual()), 0.02 * ledger.turnover);  // first order: omega h = sqrt(2) x 0.02 = 3 %
}

TEST(Nph, reaches_targets_that_differ_and_shear) {
  sim::Scene scene = gas_of_125();
  scene.nph = {.pressure = {1e-3, 1.2e-3, 0.9e-3},
               .shear = {1e-4, -5e-5, 8e-5},
               .damping = 2.25,
               .temperature = 1.0,
               .drag = 0.05,
               .drag_after = 100.0};
  sim::Simulation run(scene);
  run.advance(40000);
  const step::Pressure p = run.report().cell->pressure;
  for (const auto& [now, target] :
       {std::pair{p.xx, 1e-3}, {p.yy, 1.2e-3}, {p.zz, 0.9e-3}, {p.xy, 1e-4}, {p.xz, -5e-5}, {p.yz, 8e-5}})
    EXPECT_NEAR(now, target, 1e-6);  // 0.1 % of the pressure: what is left of the oscillation that the drag damps
}

TEST(Nph, resumes_with_the_same_bits_and_has_them_for_any_number_of_threads) {
  sim::Scene scene = loose(sim::StepperKind::nph, 8);  // four blocks, so that threads divide the work
  for (auto& s : scene.spheres) s.radius = 0.0062;
  scene.nph = {.pressure = {10, 20, 15}, .shear = {1, 2, -1}, .damping = 1e-3, .temperature = 0.1};
  sim::Simulation straight(scene, {1, {}}), other(scene, {2, {}});
  straight.advance(300), other.advance(300);
  EXPECT_EQ(straight.state_hash(), other.state_hash());
  for (const contact::Kernels* kernels : contact::available_kernels()) {
    sim::Simulation on_other_lanes(scene, {1, std::string(kernels->name)});
    on_other_lanes.advance(300);
    EXPECT_EQ(straight.state_hash(), on_other_lanes.state_hash()) << kernels->name;
  }
  sim::Simulation restored(scene, straight.save(), {2, {}});
  straight.advance(300), restored.advance(300);
  EXPECT_EQ(straight.state_hash(), restored.state_hash());
  EXPECT_EQ(straight.world().cell.tilt, restored.world().cell.tilt);
}

}  // namespace
}  // namespace scree
