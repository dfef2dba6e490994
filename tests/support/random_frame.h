// Frames full of awkward numbers, and a comparison that wants every bit back.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "io/frame/frame_columns.h"
#include "sim/views.h"

namespace scree::support {

/// Ordinary numbers, and now and then one at an edge of what a double can be.
class AwkwardNumbers {
 public:
  explicit AwkwardNumbers(unsigned seed) : generator_(seed) {}
  double ordinary() { return std::uniform_real_distribution(-10.0, 10.0)(generator_); }
  double positive() { return std::uniform_real_distribution(0.1, 10.0)(generator_); }
  double any() {
    using Limits = std::numeric_limits<double>;
    constexpr double edges[] = {0.0,
                                -0.0,
                                1.0 / 3.0,
                                Limits::max(),
                                Limits::lowest(),
                                Limits::min(),
                                Limits::denorm_min(),
                                -Limits::denorm_min(),
                                1e22,
                                5e-324};
    return below(4) == 0 ? edges[below(std::size(edges))] : ordinary();
  }
  /// As any(), but not far away.
  double near() {
    const double x = any();
    return std::abs(x) < 100.0 ? x : ordinary();
  }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(generator_); }
  Vec3d vector() { return {any(), any(), any()}; }

 private:
  std::mt19937 generator_;
};

enum class Bodies { spheres, of_all_forms };

inline sim::Frame random_frame(std::size_t bodies, std::size_t contacts, unsigned seed,
                               Bodies which = Bodies::spheres) {
  AwkwardNumbers n(seed);
  sim::Frame frame;
  frame.step = static_cast<std::int64_t>(n.below(1'000'000));
  frame.time = n.positive() / 3.0;
  frame.units = seed % 2 == 0 ? sim::Units::si : sim::Units::reduced;
  frame.cell.periodic = {true, false, seed % 3 == 0};
  frame.cell.bounds = {{-1.0 / 3.0, -20.0, -20.0}, {20.0 / 3.0, 20.0, 20.0}};
  frame.materials = {"glass", "steel, \"old\" <&>"};
  if (seed % 2 == 0) frame.planes = {"floor", "container.x-low"};
  for (std::size_t i = 0; i < bodies; ++i) {
    sim::BodyView b;
    b.id = static_cast<std::int64_t>(3 * i + 1), b.material = static_cast<int>(n.below(2)),
    b.locks = static_cast<sim::Locks>(n.below(64));
    b.radius = n.positive(), b.mass = n.positive(), b.inertia = n.positive();
    b.position = n.vector();
    for (std::size_t k = 0; k < 3; ++k)  // a place that cannot be counted back into the cell is refused
      if (frame.cell.periodic[k]) b.position.*k_axes[k] = n.near();
    b.velocity = n.vector(), b.spin = n.vector(), b.force = n.vector(), b.torque = n.vector();
    b.orientation = {n.any(), n.any(), n.any(), n.any()};
    b.coordination = static_cast<int>(n.below(13));
    b.half_axes = {b.radius, b.radius, b.radius};
    if (which == Bodies::of_all_forms && i % 3 != 0)
      b.shape = static_cast<shape::BodyShape>(i % 3), b.half_axes = {n.positive(), n.positive(), n.positive()};
    frame.bodies.push_back(b);
  }
  for (std::size_t i = 0; i < contacts; ++i) {
    sim::ContactView c;
    c.a = static_cast<std::int64_t>(i + 1), c.b = static_cast<std::int64_t>(n.below(2) * (i + 2)),
    c.plane = c.b == 0 ? 0 : -1;
    c.from = n.vector(), c.branch = n.vector(), c.normal = n.vector(), c.friction = n.vector(),
    c.roll_torque = n.vector();
    c.overlap = n.any(), c.normal_force = n.any(), c.spin_torque = n.any();
    c.stretch = n.vector(), c.roll_stretch = n.vector(), c.spin_angle = n.any();
    c.slide = static_cast<sim::Mode>(n.below(3)), c.roll = static_cast<sim::Mode>(n.below(3)),
    c.spin = static_cast<sim::Mode>(n.below(3));
    frame.contacts.push_back(c);
  }
  return frame;
}

/// Laws that report their limits, one that reports none, and a rule without friction.
inline sim::Surroundings random_surroundings(unsigned seed) {
  AwkwardNumbers n(seed);
  const auto length = [&] { return law::LimitLength{n.any(), n.any(), n.any()}; };
  sim::Surroundings around{.gravity = n.vector()};
  around.friction = {{.slides = true,
                      .rolls = true,
                      .spins = true,
                      .slide = law::SlideLimit{n.any(), n.any()},
                      .roll = law::TorqueLimit{length(), length()},
                      .spin = law::TorqueLimit{length(), length()}},
                     {.slides = true, .spins = true, .slide = law::SlideLimit{0.0, 0.0}},
                     {}};
  around.planes = {{n.vector(), n.vector()}, {n.vector(), n.vector()}};
  return around;
}

template <class T>
bool same_bits(const T& p, const T& q) {
  return std::memcmp(&p, &q, sizeof p) == 0;
}

inline void expect_same_bodies(const sim::Frame& due, const sim::Frame& got) {
  ASSERT_EQ(got.bodies.size(), due.bodies.size());
  for (std::size_t i = 0; i < due.bodies.size(); ++i) {
    EXPECT_TRUE(same_bits(got.bodies[i].position, due.bodies[i].position)) << "position of body " << i;
    std::vector<std::string> bytes;
    const auto each_column = [](const sim::BodyView& b, auto&& column) {
      io::each_body_column(b, column), io::each_shape_column(b, column);
    };
    each_column(due.bodies[i], [&](const char*, const char*, const auto& v) {
      bytes.emplace_back(reinterpret_cast<const char*>(&v), sizeof v);
    });
    auto at = bytes.begin();
    each_column(got.bodies[i], [&](const char* name, const char*, const auto& v) {
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(&v), sizeof v), *at++) << name << " of body " << i;
    });
  }
}

}  // namespace scree::support
