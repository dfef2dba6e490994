// Four recorded runs of LAMMPS (29Sep2021, `atom_modify sort 0 0`), every quantity of every sphere at every recorded
// step. [santos.md, reference series; Santos2020]
//
// All: reduced units, k = 1 and gamma = 0.5 in the four modes (`damping mass_velocity`, tangential fraction 1), mu =
// 0.3 in slide, roll and twist, R = 0.5, density 6/pi, dt = 0.02. Initial states are the rows of step 0. Tolerance:
// 1e-13 absolute over the first 200 steps. Values are of order 1 at most and 200 steps add 200 roundings of 1e-16,
// which is 2e-14 if they all have one sign. Later steps are held to 1e-12 (2,000 steps, and K1 breaks up into
// collisions).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scree {
namespace {

constexpr double k_early = 1e-13, k_late = 1e-12;  // absolute
constexpr std::int64_t k_early_steps = 200;
constexpr double k_overlap = 0.02;  // of the held pairs A1 and A2

struct Row {
  Vec3d position, velocity, spin, force, torque;
};
/// step -> spheres by id
using Series = std::map<std::int64_t, std::vector<Row>>;

Series read_series(const std::string& name) {
  std::ifstream in(std::string(SCREE_TEST_DATA) + "/santos/" + name);
  Series series;
  std::string line;
  std::getline(in, line);  // names of the columns
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    std::int64_t step = 0;
    std::size_t id = 0;
    Row row;
    fields >> step >> id;
    for (Vec3d* v : {&row.position, &row.velocity, &row.spin, &row.force, &row.torque}) fields >> v->x >> v->y >> v->z;
    if (!fields || id != series[step].size() + 1) {
      ADD_FAILURE() << name << ": cannot read the line \"" << line << "\"";
      return {};
    }
    series[step].push_back(row);
  }
  return series;
}

law::Model santos_model() {
  law::normal::Hooke::Params normal;
  normal.stiffness = 1.0, normal.damping_by_mass = 0.5;
  law::slide::CoulombSpring::Params slide;
  slide.stiffness = 1.0, slide.coefficient = 0.3, slide.damping_of_normal = 1.0;
  law::roll::Spring::Params roll;
  roll.stiffness = 1.0, roll.damping = 0.5, roll.coefficient = 0.3, roll.arm = law::effective_radius;
  law::spin::Spring::Params spin;
  spin.stiffness = 1.0, spin.damping = 0.5, spin.length = 0.3;
  law::Model model;
  model.normal = normal, model.slide = slide, model.roll = roll, model.spin = spin;
  return model;
}

/// In A1 and A2 the spheres stay where they are but turn freely.
enum class Spheres { free, held };
constexpr sim::Locks k_held = 0b000111;

sim::Scene scene_of(const std::vector<Row>& start, std::int64_t steps, Spheres spheres) {
  sim::Scene scene;
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::velocity_verlet_lammps;
  scene.time.step = 0.02;
  scene.time.end = 0.02 * static_cast<double>(steps);
  scene.materials.push_back({"sphere", 6.0 / std::numbers::pi});
  scene.contacts.push_back({0, 0, santos_model()});
  for (const Row& row : start) {
    sim::OneSphere sphere;
    sphere.position = row.position;
    sphere.radius = 0.5;
    sphere.traits.velocity = row.velocity;
    sphere.traits.spin = row.spin;
    sphere.traits.locks = spheres == Spheres::held ? k_held : sim::Locks{0};
    scene.spheres.push_back(sphere);
  }
  return scene;
}

double apart(const Vec3d& p, const Vec3d& q) {
  const Vec3d d = p - q;
  const double largest = std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
  return std::isnan(d.x + d.y + d.z) ? HUGE_VAL : largest;
}

void expect_series(const std::string& name, Spheres spheres) {
  const Series series = read_series(name);
  ASSERT_FALSE(series.empty()) << name << " is missing or empty";
  sim::Simulation simulation(scene_of(series.at(0), series.rbegin()->first, spheres));
  double worst_early = 0.0, worst_late = 0.0;
  for (const auto& [step, rows] : series) {
    simulation.advance(step - simulation.steps_done());
    const std::vector<sim::BodyView> bodies = simulation.bodies();
    ASSERT_EQ(bodies.size(), rows.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      // LAMMPS held the spheres by `fix setforce 0`, so its record shows no force on them. The contact still presses
      // with k x overlap; it does not slide, and nothing moves along the normal.
      const double sign = i == 0 ? -1.0 : 1.0;
      const Vec3d force = spheres == Spheres::free ? rows[i].force : Vec3d{sign * k_overlap, 0.0, 0.0};
      worst = std::max({worst, apart(bodies[i].position, rows[i].position), apart(bodies[i].velocity, rows[i].velocity),
                        apart(bodies[i].spin, rows[i].spin), apart(bodies[i].force, force),
                        apart(bodies[i].torque, rows[i].torque)});
    }
    ASSERT_LE(worst, step <= k_early_steps ? k_early : k_late) << name << ", step " << step;
    double& kept = step <= k_early_steps ? worst_early : worst_late;
    kept = std::max(kept, worst);
  }
  char text[80];
  std::snprintf(text, sizeof text, "%.1e up to step 200, %.1e up to step %lld", worst_early, worst_late,
                static_cast<long long>(series.rbegin()->first));
  testing::Test::RecordProperty("worst_difference", text);
  std::printf("             %s: worst difference %s\n", name.c_str(), text);
}

TEST(RecordedRunsOfLammps, two_held_spheres_that_roll_slowly_stick) {
  expect_series("santos_A1_roll_stick.csv", Spheres::held);
}
TEST(RecordedRunsOfLammps, two_held_spheres_that_roll_fast_slip) {
  expect_series("santos_A2_roll_slip.csv", Spheres::held);
}
TEST(RecordedRunsOfLammps, two_spheres_collide_obliquely) { expect_series("santos_B1_oblique.csv", Spheres::free); }
TEST(RecordedRunsOfLammps, eight_spheres_push_each_other_apart) {
  expect_series("santos_K1_cluster8.csv", Spheres::free);
}

}  // namespace
}  // namespace scree
