// One scene, two steppers: springs with small steps against rigid contacts with large ones. The texts differ only in
// the stepper and its step, so both read the same coefficients; docs/nonsmooth.md lists these numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "analysis/cone.h"
#include "support/rigid_scene.h"

namespace scree {
namespace {

constexpr double k_g = 9.8;
struct Stepping {
  const char* stepper;
  double step;  // [s]
};

/// A sphere of R = 0.1 m and 1 kg on the plane z = 0; overlap m g / k = 0.1 mm, critical damping, so that it does not
/// bounce.
std::string sphere_scene(const Stepping& stepping, const Vec3d& gravity, double mu, double rho,
                         const std::string& sphere) {
  return fmt::format("stepper = \"{}\"\ngravity = {}\n[time]\nend = \"100 s\"\nstep = \"{} s\"\n", stepping.stepper,
                     test::vector_text(gravity, "m/s^2"), stepping.step) +
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
constexpr Stepping k_springs{"velocity-verlet", 2e-5};

TEST(SmoothAgainstNonsmooth, a_sphere_on_an_incline_holds_rolls_and_slides_alike) {
  const double mu = 0.3, rho = 0.002, radius = 0.1;
  for (const double tangent : {0.015, 0.3, 1.5}) {  // holds (rho / R = 0.02), rolls, rolls and slides
    const Vec3d g = test::tilted_gravity(tangent);
    const double press = -g.z;
    double a = std::max(0.0, 5.0 / 7.0 * (g.x - rho / radius * press));
    if (a > 0.0 && g.x - a > mu * press) a = g.x - mu * press;
    for (const Stepping& stepping : {k_springs, Stepping{"nonsmooth", 5e-3}, Stepping{"nonsmooth", 1e-3}}) {
      sim::Simulation run =
          test::started(sphere_scene(stepping, g, mu, rho, test::ball_text({.position = {0, 0, radius}})));
      const bool rigid = std::string_view(stepping.stepper) == "nonsmooth";
      run.advance(std::llround(0.5 / stepping.step));
      const double before = test::only_body(run).velocity.x;
      run.advance(std::llround(0.5 / stepping.step));
      const sim::BodyView b = test::only_body(run);
      // Springs settle within milliseconds and then follow the limits as well; the step is short against that.
      // Rigid: the tolerance below, 1e-3 g h = 5e-5 m/s, over 0.5 s.
      EXPECT_NEAR((b.velocity.x - before) / 0.5, a, rigid ? 1e-4 : 1e-3)
          << tangent << " " << stepping.stepper << " " << stepping.step;
      // Springs: pressed in by N / k. Rigid: open by h (mu |slip| + rho |w|), the price of a convex problem.
      RecordProperty(
          fmt::format("{} {:g} tan {}", stepping.stepper, stepping.step, tangent),
          fmt::format("acceleration {:.6f}, gap {:.5g} m", (b.velocity.x - before) / 0.5, b.position.z - radius));
      // the tolerance that steps are solved to if none is given [m/s]
      const double solved = 1e-3 * k_g * stepping.step;
      const double slip = std::abs(b.velocity.x - radius * b.spin.y),
                   opening = stepping.step * (mu * slip + rho * std::abs(b.spin.y));
      EXPECT_NEAR(b.position.z - radius, rigid ? opening : -press / 98e3,
                  rigid ? stepping.step * solved : 1e-6)  // 1 % of the overlap of 0.1 mm
          << tangent << " " << stepping.stepper << " " << stepping.step;
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
  for (const Stepping& stepping :
       {Stepping{"velocity-verlet", 1e-4}, Stepping{"nonsmooth", 0.01}, Stepping{"nonsmooth", 0.001}}) {
    sim::Simulation run = test::started(sphere_scene(stepping, {0, 0, -k_g}, 0.9, rho, disk));
    double stops = 0.0;
    while (run.time() < 8.0) {
      run.advance(std::max<std::int64_t>(1, std::llround(0.001 / stepping.step)));
      if (stops == 0.0 && test::only_body(run).velocity.x < 1e-6) stops = run.time();
    }
    const bool rigid = std::string_view(stepping.stepper) == "nonsmooth";
    RecordProperty(fmt::format("{} {:g}", stepping.stepper, stepping.step),
                   fmt::format("stops at {:.3f} s, {:.5f} m", stops, test::only_body(run).position.x));
    EXPECT_NEAR(stops, 1.0 / slowing, 0.011) << stepping.stepper << " " << stepping.step;
    // Rigid: a step of h loses v0 h / 2. Springs: the disk sinks in by 1 mm at its start, which presses more while it
    // does.
    EXPECT_NEAR(test::only_body(run).position.x, 0.5 / slowing - (rigid ? 0.5 * stepping.step : 0.0),
                rigid ? 1e-4 : 0.01)  // the tolerance is 1e-4 m/s, in random directions; 10 x 1 mm
        << stepping.stepper << " " << stepping.step;
  }
}

/// Stones of TasoraAnitescu2013, 6.3, poured from half the height. Dashpots are a little over critical: nothing
/// bounces.
analysis::ConeAngles heap(const Stepping& stepping, double rho, int seed) {
  sim::Simulation run = test::started(
      fmt::format("stepper = \"{}\"\ngravity = [0, 0, \"-9.81 m/s^2\"]\n[time]\nend = \"100 s\"\nstep = \"{} s\"\n",
                  stepping.stepper, stepping.step) +
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
  run.advance(std::llround(3.2 / stepping.step));  // filled after 2.15 s
  return analysis::measure_cone(run.bodies(), {});
}

// Six seeds give 24.7 +- 1.0 degrees by springs and 25.2 +- 1.6 rigid (docs/nonsmooth.md): one heap of springs and the
// mean of two rigid ones differ by less than 0.5 + 3 sqrt(1.0 + 2.6 / 2) = 5 degrees.
TEST(SmoothAgainstNonsmooth, a_small_heap_stands_as_steep) {
  const Stepping springs{"velocity-verlet", 5e-5}, rigid{"nonsmooth", 5e-3};
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
