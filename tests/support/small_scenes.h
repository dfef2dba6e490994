// Scenes of few bodies that have, together, every array that a saved state can have: for tests and fuzzers of restored
// states. They run for tens of microseconds a step, and all of them have contacts after `steps`.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "io/scene/scene_reader.h"
#include "sim/simulation.h"

namespace scree::test {

struct SmallScene {
  std::string_view name, text;
  int steps;
};

inline constexpr std::string_view k_small_glass = R"(
[[material]]
name = "glass"
density = "2500 kg/m^3"
)";
inline constexpr std::string_view k_small_springs = R"(
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "3 kN/m", restitution = 0.5 }
slide = { law = "coulomb-spring", stiffness = "1 kN/m", coefficient = 0.5, damping_of_normal = 0.25 }
roll = { law = "spring", stiffness = "1 kN/m", damping = "0.3 kg/s", coefficient = 0.4, arm = "effective-radius" }
spin = { law = "spring", stiffness = "3e-3 N m", damping = "6e-7 N m s", coefficient = 0.2, arm = "effective-radius" }
)";

inline constexpr std::array<SmallScene, 6> k_small_scenes = {{
    // A stream onto a moving floor and a held sphere, into a sink, with frames, so that orientations are kept.
    {"stream", R"(
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "4e-6 s"
[output]
frames_every = "0.1 s"
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
velocity = ["0.1 m/s", 0, 0]
material = "glass"
[[sink]]
point = ["-30 mm", 0, 0]
normal = [1, 0, 0]
[[sphere]]
position = [0, 0, "2 mm"]
radius = "2 mm"
material = "glass"
held = true
[[sphere]]
position = ["-29.9 mm", 0, "2 mm"]
radius = "2 mm"
velocity = ["-2 m/s", 0, 0]
force = [0, "1e-4 N", 0]
material = "glass"
[[stream]]
low = ["-8 mm", "-8 mm", "0 mm"]
high = ["8 mm", "8 mm", "20 mm"]
velocity = ["1 m/s", 0, "-3 m/s"]
spin = [0, "50 rad/s", 0]
radius = ["1 mm", "2 mm"]
interval = "1 ms"
batch = 6
count = 60
seed = 3
material = "glass"
)",
     1100},
    // Ellipsoids, spheres and a box on a plane, periodic along x, by contact points that are followed.
    {"shapes", R"(
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "1e-5 s"
[cell]
periodic = ["x"]
low = [0, 0, 0]
high = ["12 mm", "1 m", "1 m"]
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[box]]
position = ["6 mm", 0, "2 mm"]
size = ["4 mm", "4 mm", "4.01 mm"]
velocity = ["1 m/s", 0, 0]
material = "glass"
[[ellipsoid]]
position = ["6 mm", 0, "4.99 mm"]
axes = ["2 mm", "1.5 mm", "1 mm"]
velocity = [0, 0, "-0.5 m/s"]
material = "glass"
[[ellipsoid]]
position = ["11 mm", "0.2 mm", "0.99 mm"]
axes = ["2 mm", "1.5 mm", "1 mm"]
material = "glass"
[[sphere]]
position = ["2 mm", 0, "1 mm"]
radius = "1.01 mm"
velocity = ["-1 m/s", 0, 0]
spin = [0, 0, "100 rad/s"]
material = "glass"
)",
     60},
    // Implicit steps, rotations as vectors, friction on Hertz's patch.
    {"implicit", R"(
stepper = "trapezoid"
rotation = "rodrigues"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "1e-6 s"
[trapezoid]
sweeps = 20
halvings = 2
unsolved = "accept"
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[sphere]]
position = [0, 0, "1.995 mm"]
radius = "2 mm"
velocity = ["0.1 m/s", 0, 0]
material = "glass"
[[sphere]]
position = ["3.99 mm", 0, "1.999 mm"]
radius = "2 mm"
spin = [0, "30 rad/s", "10 rad/s"]
material = "glass"
)",
     30},
    // A sheared cell under pressure.
    {"pressed", R"(
stepper = "nph"
[time]
end = "1 s"
step = "1e-5 s"
[nph]
pressure = "10 kPa"
damping = "10 ms"
temperature = "1 J"
[cell]
periodic = ["x", "y", "z"]
low = [0, 0, 0]
high = ["12 mm", "12 mm", "12 mm"]
tilt = ["3 mm", 0, 0]
[[lattice]]
kind = "cubic"
low = ["2 mm", "2 mm", "2 mm"]
high = ["10.1 mm", "10.1 mm", "10.1 mm"]
spacing = "4 mm"
radius = "2.005 mm"
jitter = "0.02 mm"
seed = 2
material = "glass"
)",
     50},
    // Rigid contacts, a joint of each kind of body, a motor, a plane on a body, a round container.
    {"machine", R"(
stepper = "nonsmooth"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "1e-3 s"
[nonsmooth]
iterations = 100
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[plane]]
on = "arm"
point = [0, 0, "30 mm"]
normal = [0, 0, -1]
material = "glass"
[[cylinder]]
point = [0, 0, 0]
axis = [0, 0, 1]
radius = "40 mm"
spin = "1 rad/s"
material = "glass"
[[box]]
name = "arm"
position = [0, 0, "20 mm"]
size = ["10 mm", "4 mm", "4 mm"]
material = "glass"
[[sphere]]
name = "bob"
position = ["12 mm", 0, "20 mm"]
radius = "2 mm"
material = "glass"
[[sphere]]
position = ["-15 mm", 0, "2 mm"]
radius = "2 mm"
material = "glass"
[[joint]]
kind = "revolute"
between = ["arm"]
point = [0, 0, "20 mm"]
axis = [0, 0, 1]
[[joint]]
kind = "distance"
between = ["bob", "arm"]
point = ["12 mm", 0, "20 mm"]
to = ["5 mm", 0, "20 mm"]
[[motor]]
between = ["arm"]
about = [0, 0, 1]
spin = "5 rad/s"
limit = "1e-3 N m"
[[random]]
low = ["-20 mm", "-20 mm", "2 mm"]
high = ["20 mm", "20 mm", "12 mm"]
count = 8
radius = "2 mm"
velocity = [0, 0, "-1 m/s"]
seed = 5
material = "glass"
)",
     15},
    // Forces beyond contact.
    {"forces", R"(
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "1e-5 s"
[forces]
drag = "1e-4 N s/m"
fluid_velocity = ["0.1 m/s", 0, 0]
magnus = "1e-7 kg"
[[forces.near_field]]
attraction = "1e-9 N m^2"
attraction_power = 2
cutoff = "8 mm"
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[sphere]]
position = [0, 0, "1.999 mm"]
radius = "2 mm"
velocity = ["0.1 m/s", 0, 0]
material = "glass"
[[sphere]]
position = ["3.999 mm", 0, "1.999 mm"]
radius = "2 mm"
material = "glass"
)",
     40},
}};

inline constexpr std::string_view k_small_tracked = R"(
[[contact]]
between = ["glass", "glass"]
kinematics = { law = "tracked" }
normal = { law = "hooke", stiffness = "3 kN/m", restitution = 0.5 }
slide = { law = "fang-negrut", stiffness = "1 kN/m", static_coefficient = 0.5, kinetic_coefficient = 0.4 }
[contact.roll]
law = "fang-negrut"
slide_stiffness = "1 kN/m"
stiffness = "1e-3 N m"
static_coefficient = 0.5
kinetic_coefficient = 0.4
[contact.spin]
law = "fang-negrut"
slide_stiffness = "1 kN/m"
effective_modulus = "1 MPa"
static_coefficient = 0.5
kinetic_coefficient = 0.4
)";
inline constexpr std::string_view k_small_patch = R"(
[[contact]]
between = ["glass", "glass"]
kinematics = { law = "increment" }
normal = { law = "hertz", effective_modulus = "1 MPa", damping_ratio = 0.2 }
slide = { law = "campello", effective_shear = "0.4 MPa", static_coefficient = 0.5, kinetic_coefficient = 0.4 }
)";

/// The whole scene, as a file has it.
inline std::string text_of(const SmallScene& scene) {
  const std::string_view contact = scene.name == "shapes"     ? k_small_tracked
                                   : scene.name == "implicit" ? k_small_patch
                                                              : k_small_springs;
  return std::string(scene.text) + std::string(k_small_glass) + std::string(contact);
}
inline sim::Scene scene_of(const SmallScene& scene) {
  const io::ReadResult read = io::read_scene_text(text_of(scene), std::string(scene.name) + ".toml", {});
  if (!read.scene) throw sim::BuildError{read.problems.text()};
  return *read.scene;
}

}  // namespace scree::test
