// Scenes of valid values that cannot be computed are refused with the numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sim/build_checks.h"
#include "sim/critical.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

using test::scene_with, test::sphere;

Scene ball(double density = 2500.0, const Vec3d& position = {0, 0, 0.01}, double radius = 1e-3) {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1e5, .restitution = 0.5};
  Scene scene = scene_with(model, 1e-6, density);
  scene.spheres.push_back(sphere(position, radius));
  return scene;
}

template <class F>
std::string refused(F f) {
  try {
    f();
    return {};
  } catch (const BuildError& error) {
    return error.what;
  }
}
std::string refused(const Scene& scene) {
  return refused([&] { Simulation{scene}; });
}

TEST(Masses, that_have_no_inverse_are_refused_with_the_density_that_they_follow_from) {
  EXPECT_EQ(refused(ball()), "");
  Scene light = ball(1e-308);
  const double mass = 4.0 * std::numbers::pi / 3.0 * 1e-9 * 1e-308;
  EXPECT_NE(refused(light).find(fmt::format("a body of radius 0.001 m would have the mass {:.6g} kg", mass)),
            std::string::npos)
      << refused(light);
  EXPECT_NE(refused(light).find("the density of \"grain\" is 1e-308 kg/m^3"), std::string::npos) << refused(light);
  light.time.step = k_unset;  // the automatic step needs the masses before anything is built
  EXPECT_NE(refused([&] { chosen_step(light); }).find("the density of"), std::string::npos);
  Scene heavy = ball();
  heavy.spheres[0].traits.mass = 1e200;
  EXPECT_NE(refused(heavy).find("the given mass is 1e+200 kg"), std::string::npos) << refused(heavy);
}

TEST(AutomaticStep, that_is_not_positive_is_refused) {
  Scene scene = ball(1e-121);  // 4e-130 kg, so that stiffness over mass is beyond double precision
  scene.time.step = k_unset;
  std::get<law::normal::Hooke::Params>(scene.contacts[0].model.normal).stiffness = 1e300;
  EXPECT_NE(refused([&] { chosen_step(scene); }).find("the automatic step would be "), std::string::npos)
      << refused([&] { chosen_step(scene); });
}

/// Positions must be spaced by at most 1e-6 of a radius; from 2^k on they are 2^(k-52) apart.
TEST(Places, where_a_body_cannot_be_resolved_are_refused) {
  const double radius = 1e-3;
  const int k = static_cast<int>(std::floor(std::log2(k_finest_fraction * radius))) +
                52;  // up to 2^(k+1) the spacing is 2^(k-52) <= 1e-6 R
  const double last = std::nextafter(std::ldexp(1.0, k + 1), 0.0), first = std::ldexp(1.0, k + 1);
  EXPECT_EQ(refused(ball(2500, {last, 0, 0})), "");
  EXPECT_NE(refused(ball(2500, {0, -first, 0}))
                .find(fmt::format("where numbers of double precision are {:.2g} m apart", std::ldexp(1.0, k - 51))),
            std::string::npos);
  EXPECT_NE(refused(ball(2500, {0, 0, 1e12}))
                .find("where numbers of double precision are 0.00012 m apart, 0.12 of its radius of 0.001 m"),
            std::string::npos);
  EXPECT_EQ(refused(ball(2500, {0, 0, 1e12}, 1e3)), "");  // a large body can be followed there
  Scene periodic = ball(2500, {1e6, 0, 0});               // it is put back into the cell, which is near
  periodic.cell.periodic = {true, false, false}, periodic.cell.bounds = {{0, 0, 0}, {7.3, 1, 1}};
  EXPECT_EQ(refused(periodic), "");
  Scene stream = ball();
  stream.streams.push_back({});
  stream.streams[0].region = {{1e12, 0, 0}, {2e12, 1, 1}}, stream.streams[0].radii = {radius, radius},
  stream.streams[0].interval = 1.0, stream.streams[0].count = 1, stream.streams[0].start = 0.5;
  EXPECT_NE(refused(stream).find("a body of stream 1 in a corner of its box is at (1e+12, 0, 0) m"), std::string::npos)
      << refused(stream);
}

TEST(Sinks, that_face_outwards_are_refused) {
  Scene scene = ball();
  scene.spheres.push_back(sphere({0.1, 0, 0.02}, 1e-3));
  scene.sinks.push_back({"drain", {0, 0, 0}, {0, 0, 1}});
  EXPECT_EQ(refused(scene), "");
  scene.sinks[0].normal = {0, 0, -1};
  EXPECT_NE(refused(scene).find("sink \"drain\" would remove all 2 initial bodies at once"), std::string::npos)
      << refused(scene);
  scene.spheres.push_back(sphere({0.1, 0.1, -0.02}, 1e-3));  // one stays
  EXPECT_EQ(refused(scene), "");
  Scene stream = ball();
  stream.streams.push_back({});
  stream.streams[0].region = {{0, 0, 0.1}, {1, 1, 0.2}}, stream.streams[0].radii = {1e-3, 1e-3},
  stream.streams[0].interval = 1.0, stream.streams[0].count = 1, stream.streams[0].start = 0.5;
  stream.sinks.push_back({"drain", {0, 0, 0.05}, {0, 0, -1}});
  EXPECT_NE(refused(stream).find("sink \"drain\" would remove every body of stream 1 at once"), std::string::npos)
      << refused(stream);
}

}  // namespace
}  // namespace scree::sim
