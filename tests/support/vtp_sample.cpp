// Writes a short run of made-up frames for io/vtp_test.py, which knows the same formulas and asks VTK what it reads.
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <numbers>

#include "io/frame/frame_writer.h"
#include "io/frame/vtp.h"

namespace {

using namespace scree;

sim::Frame made_up(std::int64_t step, int bodies) {
  sim::Frame frame;
  frame.step = step, frame.time = static_cast<double>(step) / 3.0;
  frame.units = sim::Units::reduced;
  frame.cell = {{true, false, true}, {{-1, -2, -3}, {1, 2, 3}}, {}};
  frame.materials = {"glass", "steel"};
  frame.planes = {"floor"};
  for (int i = 0; i < bodies; ++i) {
    const double t = (i + 1) / 3.0;
    frame.bodies.push_back({.id = 2 * i + 1,
                            .material = i % 2,
                            .locks = static_cast<sim::Locks>(i % 64),
                            .radius = t,
                            .mass = 2 * t,
                            .inertia = 3 * t,
                            .position = {t, -t, 10 * t},
                            .velocity = {4 * t, 5 * t, 6 * t},
                            .spin = {7 * t, 8 * t, 9 * t},
                            .force = {10 * t, 11 * t, 12 * t},
                            .torque = {13 * t, 14 * t, 15 * t},
                            .orientation = {16 * t, 17 * t, 18 * t, 19 * t},
                            .shape = static_cast<shape::BodyShape>(i % 3),
                            .half_axes = {20 * t, 21 * t, 22 * t},
                            .coordination = i % 13});
  }
  for (int i = 0; i + 1 < bodies; ++i) {
    const double t = (i + 1) / 7.0;
    frame.contacts.push_back({.a = i + 1,
                              .b = i % 5 == 0 ? 0 : i + 2,
                              .plane = i % 5 == 0 ? 0 : -1,
                              .model = i % 3,
                              .from = {t, 2 * t, 3 * t},
                              .branch = {t / 2, 0, -t},
                              .normal = {0, t, 1},
                              .overlap = 4 * t,
                              .normal_force = 5 * t,
                              .friction = {6 * t, 7 * t, 8 * t},
                              .roll_torque = {9 * t, 10 * t, 11 * t},
                              .spin_torque = 12 * t,
                              .stretch = {13 * t, 14 * t, 15 * t},
                              .roll_stretch = {16 * t, 17 * t, 18 * t},
                              .spin_angle = 19 * t,
                              .slide = static_cast<sim::Mode>(i % 3),
                              .roll = static_cast<sim::Mode>((i + 1) % 3),
                              .spin = static_cast<sim::Mode>((i + 2) % 3)});
  }
  frame.surroundings = {.friction = {{.slides = true, .rolls = true, .slide = law::SlideLimit{0.5, 0.25}},
                                     {.slides = true, .spins = true, .spin = law::TorqueLimit{{1, 2, 3}, {4, 5, 6}}}},
                        .planes = {{{1, 2, 3}, {0, 0, 1}}},
                        .gravity = {0, 1, -2}};
  return frame;
}

/// One body of each form, turned by 90 degrees about z, and a turned brick of two equal edges, which eigenvectors would
/// leave undecided.
sim::Frame turned() {
  const double half_angle = std::sqrt(0.5);
  sim::Frame frame;
  frame.materials = {"glass"};
  const auto add = [&](shape::BodyShape shape, Vec3d half, state::Orientation q) {
    sim::BodyView b;
    b.id = static_cast<std::int64_t>(frame.bodies.size()) + 1, b.radius = 4,
    b.position.x = 20.0 * static_cast<double>(frame.bodies.size());
    b.orientation = q, b.shape = shape, b.half_axes = half;
    frame.bodies.push_back(b);
  };
  for (const auto shape : {shape::BodyShape::ellipsoid, shape::BodyShape::box})
    add(shape, {1, 2, 3}, {half_angle, 0, 0, half_angle});
  add(shape::BodyShape::box, {1, 1, 3}, {std::cos(std::numbers::pi / 8), 0, 0, std::sin(std::numbers::pi / 8)});
  return frame;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  io::FrameWriter writer(argv[1], {});
  const int bodies[] = {0, 1, 20000};  // the last is more than one block of VTK's compressed arrays
  for (int i = 0; i < 3; ++i) writer.add(made_up(i, bodies[i]));
  writer.finish();
  const std::filesystem::path folder = argv[1];
  io::write_bodies_vtp(folder / "turned.vtp", turned());
  sim::Frame rigid = made_up(7, 5);
  rigid.solver = {.iterations = 41,
                  .residual = 1.0 / 3,
                  .largest_residual = 2.0 / 3,
                  .worst_a = 3,
                  .worst_b = 4,
                  .cone_violation = 1.0 / 7,
                  .opening = 0.01,
                  .passes = 2,
                  .reached = false,
                  .unreached = 6};
  for (std::size_t i = 0; i < rigid.contacts.size(); ++i)
    rigid.contacts[i].residual = static_cast<double>(i) / 3, rigid.contacts[i].opening = static_cast<double>(i) / 7;
  io::write_bodies_vtp(folder / "rigid_bodies.vtp", rigid);
  io::write_contacts_vtp(folder / "rigid_contacts.vtp", rigid);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
