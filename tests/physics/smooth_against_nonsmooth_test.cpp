// One scene, two steppers: springs in small steps against rigid contacts in large ones. The text differs in its stepper
// and its step alone, so both read the same coefficients; docs/nonsmooth.md tells these numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "analysis/cone.h"
#include "support/rigid_scene.h"

namespace scree {
namespace {

constexpr double k_g = 9.8;
struct Way {
  const char* stepper;
  double step;  // [s]
};

/// A sphere of R = 0.1 m and 1 kg on the plane z = 0; overlap m g / k = 0.1 mm, critical damping, so that it does not
/// bounce.
std::string sphere_scene(const Way& way, const Vec3d& gravity, double mu, double rho, const std::string& sphere) {
  return fmt::format("stepper = \"{}\"\ngravity = {}\n[time]\nend = \"100 s\"\nstep = \"{} s\"\n", way.stepper,
                     test::vector_text(gravity, "m/s^2"), way.step) +
         fmt::format(R"(
[[material]]
name = "stone"
density = "1000 kg/m^3"
[[contact]]
between = ["stone", "stone"]
kinematics = {{ law = "rate", slip_arm = "contact" }}
normal = {{ law = "hooke", stiffness = "98 kN/m", damping = "600 kg/s" }}
slide = {{ law = "coulomb-spring", stiffness = "30 kN/m", coefficient = {}, damping = "200 kg/s" }}
roll = {{ law = "spring", stiffness = "30 kN/m", damping = "200 kg/s", length = "{} m" }}
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "stone"
)",
                     mu, rho) +
         sphere;
}
constexpr Way k_springs{"velocity-verlet", 2e-5};

Vec3d tilted(double tangent) {
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  return {k_g * tangent * cosine, 0, -k_g * cosine};
}

TEST(SmoothAgainstNonsmooth, a_sphere_on_an_incline_holds_rolls_and_slides_alike) {
  const double mu = 0.3, rho = 0.002, radius = 0.1;
  for (const double tangent : {0.015, 0.3, 1.5}) {  // holds (rho / R = 0.02), rolls, rolls and slides
    const Vec3d g = tilted(tangent);
    const double press = -g.z;
    double a = std::max(0.0, 5.0 / 7.0 * (g.x - rho / radius * press));
    if (a > 0.0 && g.x - a > mu * press) a = g.x - mu * press;
    for (const Way& way : {k_springs, Way{"nonsmooth", 5e-3}, Way{"nonsmooth", 1e-3}}) {
      sim::Simulation run = test::started(sphere_scene(way, g, mu, rho, test::ball_text({.position = {0, 0, radius}})));
      const bool rigid = std::string_view(way.stepper) == "nonsmooth";
      run.advance(std::llround(0.5 / way.step));
      const double before = test::only_body(run).velocity.x;
      run.advance(std::llround(0.5 / way.step));
      const sim::BodyView b = test::only_body(run);
      // Springs settle within milliseconds and then follow the limits as well; the step is short against that.
      EXPECT_NEAR((b.velocity.x - before) / 0.5, a, rigid ? 1e-4 : 1e-3)
          << tangent << " " << way.stepper << " " << way.step;
      // Springs: pressed in by N / k. Rigid: open by h (mu |slip| + rho |w|), the price of a convex problem.
      RecordProperty(
          fmt::format("{} {:g} tan {}", way.stepper, way.step, tangent),
          fmt::format("acceleration {:.6f}, gap {:.5g} m", (b.velocity.x - before) / 0.5, b.position.z - radius));
      const double solved = 1e-3 * k_g * way.step;  // the tolerance that steps are solved to if none is given [m/s]
      const double slip = std::abs(b.velocity.x - radius * b.spin.y),
                   opening = way.step * (mu * slip + rho * std::abs(b.spin.y));
      EXPECT_NEAR(b.position.z - radius, rigid ? opening : -press / 98e3, rigid ? way.step * solved : 1e-6)
          << tangent << " " << way.stepper << " " << way.step;
    }
  }
}

TEST(SmoothAgainstNonsmooth, a_disk_rolls_to_rest_at_the_same_place) {
  const double rho = 0.02, inertia = 4.0, mass = 10.0, slowing = rho * mass * k_g / (inertia + mass);
  const std::string disk = test::ball_text({.position = {0, 0, 1.0},
                                            .velocity = {1, 0, 0},
                                            .spin = {0, 1, 0},
                                            .radius = 1.0,
                                            .mass = mass,
                                            .inertia = inertia,
                                            .more = "lock = [\"y\", \"rx\", \"rz\"]"});
  for (const Way& way : {Way{"velocity-verlet", 1e-4}, Way{"nonsmooth", 0.01}, Way{"nonsmooth", 0.001}}) {
    sim::Simulation run = test::started(sphere_scene(way, {0, 0, -k_g}, 0.9, rho, disk));
    double stops = 0.0;
    while (run.time() < 8.0) {
      run.advance(std::max<std::int64_t>(1, std::llround(0.001 / way.step)));
      if (stops == 0.0 && test::only_body(run).velocity.x < 1e-6) stops = run.time();
    }
    const bool rigid = std::string_view(way.stepper) == "nonsmooth";
    RecordProperty(fmt::format("{} {:g}", way.stepper, way.step),
                   fmt::format("stops at {:.3f} s, {:.5f} m", stops, test::only_body(run).position.x));
    EXPECT_NEAR(stops, 1.0 / slowing, 0.011) << way.stepper << " " << way.step;
    // Rigid: a step of h loses v0 h / 2. Springs: the disk sinks in by 1 mm at its start, which presses more while it
    // does.
    EXPECT_NEAR(test::only_body(run).position.x, 0.5 / slowing - (rigid ? 0.5 * way.step : 0.0), rigid ? 1e-4 : 0.01)
        << way.stepper << " " << way.step;
  }
}

/// Stones of TasoraAnitescu2013, 6.3, poured from half the height. Dashpots are a little over critical: nothing
/// bounces.
analysis::ConeAngles heap(const Way& way, double rho, int seed) {
  sim::Simulation run = test::started(
      fmt::format("stepper = \"{}\"\ngravity = [0, 0, \"-9.81 m/s^2\"]\n[time]\nend = \"100 s\"\nstep = \"{} s\"\n",
                  way.stepper, way.step) +
      fmt::format(R"(
[[material]]
name = "stone"
density = "2028 kg/m^3"
[[contact]]
between = ["stone", "stone"]
normal = {{ law = "hooke", stiffness = "50 kN/m", damping = "120 kg/s" }}
slide = {{ law = "coulomb-spring", stiffness = "15 kN/m", coefficient = 0.6, damping = "60 kg/s" }}
roll = {{ law = "spring", stiffness = "15 kN/m", damping = "60 kg/s", length = "{0} m" }}
spin = {{ law = "spring", stiffness = "8 N m", damping = "0.004 kg m^2/s", length = "{0} m" }}
[container]
low = ["-0.6 m", "-0.6 m", 0]
high = ["0.6 m", "0.6 m", "2 m"]
open = ["z-high"]
material = "stone"
[[stream]]
low = ["-0.1 m", "-0.1 m", "0.5 m"]
high = ["0.1 m", "0.1 m", "0.6 m"]
count = 300
batch = 7
interval = "50 ms"
radius = "22.5 mm"
velocity = [0, 0, "-1 m/s"]
material = "stone"
seed = {1}
)",
                  rho, seed));
  run.advance(std::llround(3.2 / way.step));  // filled after 2.15 s
  return analysis::measure_cone(run.bodies(), {});
}

// Six seeds give 24.7 +- 1.0 degrees by springs and 25.2 +- 1.6 rigid (docs/nonsmooth.md): one heap of springs and the
// mean of two rigid ones differ by less than 0.5 + 3 sqrt(1.0 + 2.6 / 2) = 5 degrees.
TEST(SmoothAgainstNonsmooth, a_small_heap_stands_as_steep) {
  const Way springs{"velocity-verlet", 5e-5}, rigid{"nonsmooth", 5e-3};
  const double by_springs = heap(springs, 0.005, 1).by_means,
               by_rigid = 0.5 * (heap(rigid, 0.005, 1).by_means + heap(rigid, 0.005, 2).by_means);
  const double flat = heap(rigid, 0.0, 1).by_means;
  RecordProperty("degrees", fmt::format("springs {:.2f}, rigid {:.2f}, rigid without rolling friction {:.2f}",
                                        by_springs, by_rigid, flat));
  EXPECT_NEAR(by_springs, by_rigid, 5.0);
  EXPECT_LT(flat, 3.0);
  EXPECT_GT(std::min(by_springs, by_rigid), flat + 15.0);
}

}  // namespace
}  // namespace scree
