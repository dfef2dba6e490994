// Scenes of rigid contacts that meet many branches of the nonsmooth engine at once.
#pragma once

#include "support/scenes.h"

namespace scree::test {

/// Coulomb's cones: mu, and rho, sigma [m].
inline law::Model rigid(double mu, double rho, double sigma, double restitution = 0.0, double kinetic_fraction = 1.0) {
  law::Model model;
  model.normal = law::normal::Rigid::Params{.restitution = restitution};
  if (mu > 0.0) model.slide = law::slide::Coulomb::Params{.coefficient = mu, .kinetic_fraction = kinetic_fraction};
  if (rho > 0.0) model.roll = law::roll::Coulomb::Params{.length = rho, .kinetic_fraction = kinetic_fraction};
  if (sigma > 0.0) model.spin = law::spin::Coulomb::Params{.length = sigma, .kinetic_fraction = kinetic_fraction};
  return model;
}

inline sim::Scene rigid_scene(const law::Model& model, double step) {
  sim::Scene scene = scene_with(model, step);
  scene.stepper = sim::StepperKind::nonsmooth;
  return scene;
}

/// Two kinds of spheres pour on a floor between two walls, through a periodic face along x, and some fall out at a
/// side.
inline sim::Scene rigid_pour() {
  sim::Scene scene = rigid_scene(rigid(0.6, 0.002, 0.002, 0.0, 0.8), 2e-3);
  scene.materials.push_back({"hard", 2500});
  scene.contacts.push_back({0, 1, rigid(0.3, 0.001, 0.0, 0.0, 0.8)});
  scene.contacts.push_back({1, 1, rigid(0.2, 0.0, 0.001, 0.5, 0.8)});
  scene.nonsmooth.two_coefficients = true;
  scene.nonsmooth.tolerance = 1e-4, scene.nonsmooth.max_iterations = 60;  // some steps do not reach it
  scene.gravity = {0.5, 0, -9.81};
  scene.cell.periodic = {true, false, false};
  scene.cell.bounds = {{0, 0, 0}, {0.3, 1, 1}};
  scene.planes.push_back(floor_plane());
  sim::Plane side;
  side.point = {0, 0, 0}, side.normal = {0, 1, 0}, side.material = 1;
  scene.planes.push_back(side);
  scene.sinks.push_back({"edge", {0, 0.3, 0}, {0, -1, 0}});
  sim::BodyTraits soft, hard;
  hard.material = 1, soft.velocity = {0.5, 0.4, -1}, hard.velocity = {-0.5, 0.8, -1}, hard.spin = {20, 0, 10};
  const sim::Box box{{0, 0.02, 0}, {0.3, 0.26, 0.25}};
  scene.randoms.push_back({box, 100, {0.014, 0.018}, 1, soft});
  scene.randoms.push_back({box, 60, {0.010, 0.012}, 2, hard});
  sim::Stream stream;
  stream.region = {{0.05, 0.05, 0.3}, {0.25, 0.2, 0.36}};
  stream.interval = 0.01, stream.batch = 4, stream.count = 60, stream.radii = {0.012, 0.015},
  stream.traits.velocity = {0, 0, -1};
  scene.streams.push_back(stream);
  return scene;
}

/// Ellipsoids, spheres and boxes, boxes on boxes, in a container of which one wall comes in.
inline sim::Scene rigid_tumble() {
  sim::Scene scene = rigid_scene(rigid(0.5, 0.001, 0.001), 2e-3);
  scene.gravity = {0, 0, -9.81};
  scene.nonsmooth.tolerance = 1e-4, scene.nonsmooth.max_iterations = 100;
  const sim::Box box{{0, 0, 0}, {0.24, 0.24, 0.5}};
  add_container(scene, box);
  scene.planes[0].velocity = {0.3, 0, 0};
  for (int i = 0; i < 12; ++i) {
    sim::OneSolid brick;
    brick.kind = shape::BodyShape::box, brick.half = {0.03, 0.02, 0.015};
    brick.position = {0.07 + 0.1 * (i % 2), 0.06 + 0.11 * (i / 2 % 2), 0.05 + 0.06 * (i / 4)};
    const double angle = 0.3 * i;
    brick.orientation = {std::cos(0.5 * angle), 0.6 * std::sin(0.5 * angle), 0, 0.8 * std::sin(0.5 * angle)};
    brick.traits.velocity = {0, 0, -0.5}, brick.traits.spin = {1.0 * (i % 3), 2, -1};
    scene.solids.push_back(brick);
  }
  const sim::Box above{{0.01, 0.01, 0.25}, {0.23, 0.23, 0.48}};
  sim::BodyTraits traits;
  traits.velocity = {0, 0, -2};
  scene.randoms.push_back({above, 30, {0.022, 0.022}, 3, traits, {0.022, 0.014, 0.010}});
  scene.randoms.push_back({above, 40, {0.010, 0.014}, 4, traits});
  return scene;
}

/// Spheres in a drum that turns and moves along its axis, with a paddle on a motor, a braked pendulum and a plane that
/// swings on a body.
inline sim::Scene rigid_machine() {
  using state::JointKind;
  sim::Scene scene = rigid_scene(rigid(0.5, 0.001, 0.001), 2e-3);
  scene.gravity = {0, 0, -9.81};
  scene.nonsmooth.tolerance = 1e-4, scene.nonsmooth.max_iterations = 200;
  sim::Cylinder drum;
  drum.name = "drum", drum.axis = {0, 1, 0}, drum.radius = 0.2, drum.spin = 3.0, drum.velocity = 0.037;
  scene.cylinders.push_back(drum);
  sim::Plane end;
  end.point = {0, -0.1, 0}, end.normal = {0, 1, 0};
  scene.planes.push_back(end);
  end.point = {0, 0.1, 0}, end.normal = {0, -1, 0};
  scene.planes.push_back(end);
  const auto ref = [](std::size_t i) { return sim::BodyRef{sim::BodyRef::Of::spheres, i}; };
  scene.spheres = {sphere({0.05, 0, 0.02}, 0.02), sphere({-0.08, 0.05, 0.05}, 0.02), sphere({0, -0.05, 0.12}, 0.02),
                   sphere({0, -0.02, 0.06}, 0.015)};
  scene.joints = {{"crank", JointKind::revolute, ref(0), {}, {0, 0, 0.02}, {0, 1, 0}, {}},
                  {"pendulum", JointKind::revolute, ref(1), {}, {-0.05, 0.05, 0.05}, {0, 1, 0}, {}},
                  {"hinge", JointKind::revolute, ref(2), {}, {0, -0.05, 0.12}, {0, 1, 0}, {}},
                  {"link", JointKind::distance, ref(2), ref(3), {0, -0.04, 0.11}, {0, 0, 1}, {0, -0.02, 0.07}}};
  sim::Drive motor;
  motor.name = "motor", motor.a = ref(0), motor.way = state::Way::about, motor.axis = {0, 1, 0},
  motor.wanted = {{0.0, 0.0}, {0.2, 6.0}};
  sim::Drive brake;
  brake.name = "brake", brake.a = ref(1), brake.way = state::Way::about, brake.axis = {0, 1, 0}, brake.limit = 2e-3,
  brake.is_brake = true;
  scene.drives = {motor, brake};
  sim::CarriedPlane flap;
  flap.on = ref(2), flap.plane.point = {0, -0.05, 0.15}, flap.plane.normal = {0.6, 0, -0.8};
  scene.carried.push_back(flap);
  sim::BodyTraits traits;
  scene.randoms.push_back({{{-0.12, -0.1, -0.12}, {0.12, 0.1, -0.02}}, 120, {0.011, 0.014}, 5, traits});
  return scene;
}

}  // namespace scree::test
