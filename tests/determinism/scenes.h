// Scenes that meet many branches at once.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "support/fang_negrut.h"

namespace scree::test {

/// A scene and how long it runs; every stepper runs it.
struct Case {
  const char* name;
  sim::Scene (*make)();
  int steps;
};
using CaseOfStepper = std::tuple<Case, sim::StepperKind>;

/// The scene under its stepper. Some of these laws jump, so steps of `trapezoid` may have no solution (docs/scene.md);
/// a round of sweeps is enough for bits.
inline sim::Scene under(sim::StepperKind stepper, sim::Scene scene) {
  scene.stepper = stepper;
  scene.trapezoid.max_sweeps = 12, scene.trapezoid.max_halvings = 1, scene.trapezoid.accept = true;
  return scene;
}
inline sim::Scene scene_of(const CaseOfStepper& c) { return under(std::get<1>(c), std::get<0>(c).make()); }

/// collapse_velocity_verlet
inline std::string name_of(const ::testing::TestParamInfo<CaseOfStepper>& of) {
  std::string stepper(sim::k_stepper_choices[static_cast<std::size_t>(std::get<1>(of.param))]);
  std::replace(stepper.begin(), stepper.end(), '-', '_');
  return std::get<0>(of.param).name + ("_" + stepper);
}

/// Three contact models for two materials: springs everywhere; Hertz with Marshall's patch; Hertz with a constant
/// torque.
inline void add_two_materials(sim::Scene& scene) {
  law::Model soft = all_stages({.stiffness = 5e3, .radius = 0.005});
  law::Model hard;
  hard.normal = law::normal::Hertz::Params{.stiffness = 2e6, .restitution = 0.5};
  hard.slide = law::slide::CoulombSpring::Params{.stiffness = 3e3, .coefficient = 0.4, .damping = 0.05};
  hard.spin = law::spin::Marshall::Params{.stiffness = 3e3, .coefficient = 0.4, .damping_of_normal = 0.3};
  law::Model mixed;
  mixed.normal = law::normal::Hertz::Params{.effective_modulus = 1e6, .viscoelastic = 1e5};
  mixed.slide = law::slide::CoulombSpring::Params{.stiffness = 2e3, .coefficient = 0.3, .damping_by_mass = 50};
  mixed.roll = law::roll::ConstantTorque::Params{.coefficient = 0.05, .arm = law::smaller_radius};
  scene.materials = {{"soft", 1000}, {"hard", 2500}};
  scene.contacts = {{0, 0, soft}, {1, 1, hard}, {0, 1, mixed}};
}

/// A collapse of sizes 1:5 in a box, both materials, with wild velocities.
inline sim::Scene collapse() {
  sim::Scene scene;
  scene.time.step = 1e-5;
  add_two_materials(scene);
  scene.gravity = {0, 0, -9.81};
  const sim::Box box{{0, 0, 0}, {0.06, 0.06, 0.08}};
  add_container(scene, box, 1);
  sim::BodyTraits soft, hard;
  hard.material = 1;
  soft.velocity = {1, 0.5, -2}, hard.velocity = {-1, -0.7, -2}, hard.spin = {50, 20, 10};
  scene.randoms.push_back({box, 15, {0.006, 0.0075}, 1, hard});
  scene.randoms.push_back({box, 300, {0.0015, 0.004}, 2, soft});
  return scene;
}

/// Flow down an incline, periodic along x and y.
inline sim::Scene incline() {
  sim::Scene scene;
  scene.time.step = 1e-5;
  add_two_materials(scene);
  scene.gravity = {5, 0, -8.5};
  scene.cell.periodic = {true, true, false};
  scene.cell.bounds = {{0, 0, 0}, {0.05, 0.04, 1}};
  scene.planes.push_back(floor_plane());
  sim::BodyTraits soft, hard;
  hard.material = 1;
  soft.velocity = {1.5, 0.8, -3}, hard.velocity = {1.5, -0.8, -2};
  const sim::Box box{{0, 0, 0}, {0.05, 0.04, 0.08}};
  scene.randoms.push_back({box, 150, {0.003, 0.004}, 1, hard});
  scene.randoms.push_back({box, 150, {0.002, 0.004}, 2, soft});
  return scene;
}

/// Bodies come in at the top, roll over pegs and leave through a sink.
inline sim::Scene shower() {
  sim::Scene scene;
  scene.time.step = 1e-5;
  add_two_materials(scene);
  scene.gravity = {1, 0, -9.81};
  sim::Stream stream;
  stream.region = {{-0.03, -0.03, 0.045}, {0.03, 0.03, 0.075}};
  stream.interval = 17e-5, stream.batch = 11, stream.count = 600, stream.radii = {0.001, 0.005};
  stream.traits.velocity = {0, 0, -12};
  scene.streams.push_back(stream);
  scene.sinks.push_back({"below", {0, 0, 0.015}, {0, 0, 1}});
  for (int i = 0; i < 9; ++i) {
    auto peg = sphere({0.02 * (i % 3 - 1), 0.02 * (i / 3 - 1), 0.03}, 0.006);
    peg.traits.locks = sim::k_lock_all, peg.traits.material = 1;
    scene.spheres.push_back(peg);
  }
  return scene;
}

/// A dense crystal of thousands, pressed and jittered: many blocks, and runs of several chunks.
inline sim::Scene crystal_of(double layers) {
  sim::Scene scene;
  scene.time.step = 1e-5;
  scene.skin = 1e-4;  // 40 steps move the bodies by 4.6e-4 m: several rebuilds
  add_two_materials(scene);
  scene.cell.periodic = {true, true, false};
  const double r = 0.004, spacing = 1.99 * r, edge = spacing * 1.4142135623730951;
  scene.cell.bounds = {{0, 0, 0}, {12 * edge, 12 * edge, 1}};
  scene.planes.push_back(floor_plane(-0.99 * r));
  sim::LatticeFill fill;
  fill.kind = sim::LatticeKind::face_centred, fill.spacing = spacing, fill.jitter = 0.02 * r, fill.radius = r;
  fill.region = {{0, 0, 0}, {11.6 * edge, 11.6 * edge, (layers - 0.4) * edge}};
  fill.traits.spin = {30, -20, 10}, fill.traits.velocity = {0.3, 0.5, -1};
  scene.lattices.push_back(fill);
  return scene;
}

inline sim::Scene crystal() { return crystal_of(10); }
/// So large that shares of three threads do not stay in their caches: blocks are passed whole then
/// (contact/evaluate.cpp).
inline sim::Scene large_crystal() { return crystal_of(36); }

/// The collapse with contact points followed on both bodies.
inline sim::Scene tracked_collapse() {
  sim::Scene scene = collapse();
  for (sim::ContactRule& rule : scene.contacts) rule.model = fang_negrut({.stiffness = 5e3});
  scene.contacts[1].model.spin = law::spin::FangNegrut::Params{
      .effective_modulus = 1e6, .slide_stiffness = 5e3, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  return scene;
}

/// The collapse with the slip of finite steps, and friction on Hertz's patch.
inline sim::Scene patched_collapse() {
  sim::Scene scene = collapse();
  for (sim::ContactRule& rule : scene.contacts) {
    rule.model.kinematics = law::kinematics::Increment::Params{};
    rule.model.normal =
        law::normal::Hertz::Params{.effective_modulus = 1e6, .damping_ratio = 0.2, .tension = law::tension_clipped};
    rule.model.slide =
        law::slide::Campello::Params{.effective_shear = 4e5, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  }
  scene.contacts[1].model.slide = law::slide::Walton::Params{.effective_shear = 4e5, .coefficient = 0.4};
  return scene;
}

/// Ellipsoids, spheres and walls; one material on each kind of kinematics.
inline sim::Scene tumble() {
  sim::Scene scene;
  scene.time.step = 1e-5;
  add_two_materials(scene);
  scene.contacts[0].model = scene.contacts[2].model = fang_negrut({.stiffness = 5e3});
  scene.gravity = {0, 0, -9.81};
  scene.cell.periodic = {true, false, false};
  scene.cell.bounds = {{0, 0, 0}, {0.06, 1, 1}};
  const sim::Box box{{0, 0, 0}, {0.06, 0.06, 0.08}};
  scene.planes.push_back(floor_plane());
  sim::Plane side;
  side.point = {0, 0.06, 0}, side.normal = {0, -1, 0}, side.material = 1;
  scene.planes.push_back(side);
  side.point = {0, 0, 0}, side.normal = {0, 1, 0};
  scene.planes.push_back(side);
  sim::BodyTraits soft, hard;
  hard.material = 1, soft.velocity = {2, 1, -6}, hard.velocity = {-2, 0.5, -6}, soft.spin = {50, 20, 10};
  scene.randoms.push_back({box, 60, {0.006, 0.006}, 1, soft, {0.006, 0.004, 0.002}});
  scene.randoms.push_back({box, 40, {0.005, 0.005}, 2, hard, {0.003, 0.005, 0.003}});
  scene.randoms.push_back({box, 60, {0.002, 0.004}, 3, soft});
  return scene;
}

/// The tumble around a box that is thrown into it: spheres, ellipsoids and walls on its faces, edges and corners,
/// through a periodic face too.
inline sim::Scene boulder() {
  sim::Scene scene = tumble();
  sim::OneSolid box;
  box.kind = shape::BodyShape::box, box.position = {0.055, 0.03, 0.03}, box.half = {0.014, 0.01, 0.012};
  box.orientation = {0.8, 0.36, 0.48, 0};
  box.traits.velocity = {1, 1, -2}, box.traits.spin = {20, -60, 30};
  scene.solids.push_back(box);
  return scene;
}

}  // namespace scree::test
