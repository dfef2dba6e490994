// Friction that follows Hertz's patch along prescribed paths of normal force, normal and slip: `walton` in its three
// forms and `campello`, which remembers a displacement, against an independent calculation
// (tests/data/walton_paths.csv) and the loop energies of walton.md.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "law/all.h"
#include "support/scenes.h"

namespace scree::law::slide {
namespace {

constexpr double k_modulus = 1.0, k_radius = 0.5, k_shear = 0.3, k_mu = 0.4;  // E*, R*, G*, mu of the file
double patch(double n) { return std::cbrt(0.75 * n * k_radius / k_modulus); }
double slope(double n) { return 8 * k_shear * patch(n); }  // K(N)

// tests/data/walton_paths.csv has K and forces with 17 digits. K is below 1: a cube root and three products, some ulps.
constexpr double k_slope_tolerance = 1e-15;
// of mu N: each of the few hundred steps of a path rounds the force by some ulps, in random directions
constexpr double k_force_tolerance = 1e-13;
// of the largest work so far: the file has it with ten digits, so that it is rounded by 5e-10 of itself at most
constexpr double k_work_tolerance = 1e-9;
// of the largest work so far: stored + dissipated = work by the trapezoid holds step by step, so that only hundreds of
// roundings of half an ulp add up
constexpr double k_balance_tolerance = 1e-12;

/// One contact under one law, driven step by step; T is minus the force on a. [walton.md, W3]
template <class L>
struct Driven {
  typename L::Constants constants;
  typename L::template History<double> history{};
  Vec3d T{};
  double work = 0.0, slip_loss = 0.0, stored = 0.0;  ///< work by the trapezoid

  explicit Driven(const typename L::Params& params) : constants(L::prepare(params)) {}
  void step(double n, const Vec3d& ds, const Vec3d& normal = {0, 0, 1}) {
    const double a = patch(n);
    const ContactGeometry<double> geometry{normal, a * a / k_radius, k_radius, 2 * k_radius, 1.0};
    Motion<double> motion{};
    motion.slide_step = ds, motion.step = 1.0;
    const auto slid = L::respond(constants, geometry, motion, {n, n, 0, 0, 0, n}, history);
    work += 0.5 * dot(T - slid.force, ds);
    T = -slid.force, slip_loss += slid.slip_loss, stored = slid.stored;
  }
};
Walton::Params recipe(int magnitude, int unloading) {
  return {.effective_shear = k_shear, .coefficient = k_mu, .magnitude = magnitude, .unloading = unloading};
}
Campello::Params displacement() {
  return {.effective_shear = k_shear,
          .static_coefficient = k_mu,
          .kinetic_coefficient = k_mu,
          .first_step = first_step_counted};
}

// ---- the recorded paths ----

using Row = std::map<std::string, double>;
struct Path {
  std::string name;
  std::vector<Row> rows;
};
std::vector<Path> recorded() {
  std::ifstream in(std::string(SCREE_TEST_DATA) + "/walton_paths.csv");
  std::vector<std::string> heads;
  std::vector<Path> paths;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::vector<std::string> cells;
    std::istringstream words(line);
    for (std::string cell; std::getline(words, cell, ',');) cells.push_back(cell);
    if (heads.empty()) {
      heads = cells;
      continue;
    }
    if (paths.empty() || paths.back().name != cells[0]) paths.push_back({cells[0], {}});
    Row row;
    for (std::size_t i = 1; i < cells.size(); ++i) row[heads[i]] = std::stod(cells[i]);
    paths.back().rows.push_back(row);
  }
  return paths;
}
Vec3d vector(const Row& row, const std::string& of) { return {row.at(of + "x"), row.at(of + "y"), row.at(of + "z")}; }

/// The forces of column `law` (A, B, C, D), its work, and the energy balance of the law.
template <class L>
void expect_recorded(const typename L::Params& params, const std::string& law) {
  const auto paths = recorded();
  ASSERT_EQ(paths.size(), 4u);
  for (const Path& path : paths) {
    Driven<L> contact(params);
    double scale = 0.0;
    for (const Row& row : path.rows) {
      const double n = row.at("Nnew");
      ASSERT_NEAR(slope(n), row.at("Knew"), k_slope_tolerance);
      contact.step(n, vector(row, "ds"), vector(row, "n"));
      const Vec3d expected = vector(row, "T" + law);
      ASSERT_LE(norm(contact.T - expected), k_force_tolerance * k_mu * n)
          << path.name << ", step " << row.at("step") << ", law " << law;
      scale = std::max(scale, std::abs(row.at("W" + law)));
      ASSERT_NEAR(contact.work, row.at("W" + law), k_work_tolerance * scale)
          << path.name << ", step " << row.at("step") << ", law " << law;
      ASSERT_NEAR(contact.stored + contact.slip_loss, contact.work, k_balance_tolerance * scale)
          << path.name << ", step " << row.at("step") << ", law " << law;
    }
  }
}
TEST(RecordedPaths, are_followed_by_waltons_recipe) {
  expect_recorded<Walton>(recipe(magnitude_projected, unloading_scaled), "A");
}
TEST(RecordedPaths, are_followed_by_waltons_recipe_with_its_magnitude_kept) {
  expect_recorded<Walton>(recipe(magnitude_kept, unloading_scaled), "B");
}
TEST(RecordedPaths, are_followed_by_walton_without_scaling) {
  expect_recorded<Walton>(recipe(magnitude_projected, unloading_unscaled), "C");
}
TEST(RecordedPaths, are_followed_by_campello_as_a_history_of_displacement) {
  expect_recorded<Campello>(displacement(), "D");
}

// ---- loops ----

constexpr double k_high = 0.02, k_low = 0.005, k_A = 1e-4;  // N1, N2, amplitude; far from slip
constexpr int k_parts = 50;
/// Work of a closed loop in units of (K1 - K2) A^2/2: slide by A under the force `first`, go to `second`, slide home,
/// go back.
template <class L>
double loop(const typename L::Params& params, double first, double second) {
  Driven<L> contact(params);
  const auto slide = [&](double n, double distance) {
    for (int i = 0; i < k_parts; ++i) contact.step(n, {distance / k_parts, 0, 0});
  };
  const auto press = [&](double from, double to) {
    for (int i = 1; i <= k_parts; ++i) contact.step(from + (to - from) * i / k_parts, {});
  };
  contact.step(first, {});
  slide(first, k_A), press(first, second), slide(second, -k_A), press(second, first);
  return contact.work / (0.5 * (slope(k_high) - slope(k_low)) * k_A * k_A);
}
constexpr double k_loop = 1e-12;  // two hundred steps, each exact to rounding of terms of some units of e0

TEST(LoopEnergy, is_one_unit_for_walton_in_both_directions_of_the_loop) {  // P4 and P5 of walton.md
  for (const int magnitude : {magnitude_projected, magnitude_kept}) {
    EXPECT_NEAR(loop<Walton>(recipe(magnitude, unloading_scaled), k_high, k_low), 1.0, k_loop);
    EXPECT_NEAR(loop<Walton>(recipe(magnitude, unloading_scaled), k_low, k_high), 1.0, k_loop);
  }
}
TEST(LoopEnergy, is_created_without_scaling_where_a_contact_is_loaded_hard_and_unloaded_softly) {
  EXPECT_NEAR(loop<Walton>(recipe(magnitude_kept, unloading_unscaled), k_high, k_low), -1.0, k_loop);
  EXPECT_NEAR(loop<Walton>(recipe(magnitude_kept, unloading_unscaled), k_low, k_high), 1.0, k_loop);
}
TEST(LoopEnergy, is_created_by_a_history_of_displacement_where_a_contact_is_loaded_softly_and_unloaded_hard) {
  EXPECT_NEAR(loop<Campello>(displacement(), k_high, k_low), 1.0, k_loop);
  EXPECT_NEAR(loop<Campello>(displacement(), k_low, k_high), -1.0, k_loop);
  const Tsuji::Params tsuji{.effective_shear = k_shear, .coefficient = k_mu};  // the normal dashpot is zero here
  EXPECT_NEAR(loop<Tsuji>(tsuji, k_high, k_low), 1.0, k_loop);
  EXPECT_NEAR(loop<Tsuji>(tsuji, k_low, k_high), -1.0, k_loop);
}
TEST(LoopEnergy, without_scaling_leaves_a_force_behind_that_grows_to_the_limit) {
  Driven<Walton> contact(recipe(magnitude_projected, unloading_unscaled));
  double smallest = 1e300, largest = 0.0;
  for (int cycle = 0; cycle < 200; ++cycle) {
    contact.step(k_high, {k_A, 0, 0}), contact.step(k_low, {-k_A, 0, 0});
    if (cycle == 0) {
      // 1.7e-5 after two steps of forces of 5e-5, which round by 3e-21 each: 1e-15 leaves ample room
      EXPECT_NEAR(contact.T.x, (slope(k_high) - slope(k_low)) * k_A, 1e-15);
    }
    smallest = std::min(smallest, contact.T.x), largest = std::max(largest, contact.T.x);
  }
  EXPECT_GT(smallest, 0.0);
  EXPECT_NEAR(largest, k_mu * k_low, slope(k_low) * k_A);
}

// s = A sin t, N such that K = K0 (1 +- h sin 2t) with a small h [P6, P7]. To first order in h the loss of walton is
// the integral of s^2/2 |dK| = 2 units a cycle, with the unit K0 h A^2; that of a history of displacement the integral
// of K s ds = +- pi/2; without scaling the opposite of it.
template <class L>
double cycle_energy(const typename L::Params& params, double h) {
  constexpr int k_steps = 4000;
  Driven<L> contact(params);
  const double n0 = 0.02;
  double before = 0.0;
  contact.step(n0, {});
  for (int i = 1; i <= k_steps; ++i) {
    const double t = 2 * std::numbers::pi * i / k_steps, s = k_A * std::sin(t);
    contact.step(n0 * std::pow(1 + h * std::sin(2 * t), 3), {s - before, 0, 0});  // K goes with the cube root of N
    before = s;
  }
  return contact.work / (slope(n0) * std::abs(h) * k_A * k_A);
}
TEST(LoopEnergy, of_a_modulated_contact_is_two_units_a_cycle_for_walton_and_half_pi_for_the_others_with_either_sign) {
  const double h = 1e-3, half_pi = std::numbers::pi / 2, tolerance = 5 * h;  // the next order in h; steps add 1e-6
  for (const double sign : {1.0, -1.0}) {
    EXPECT_NEAR(cycle_energy<Walton>(recipe(magnitude_projected, unloading_scaled), sign * h), 2.0, tolerance);
    EXPECT_NEAR(cycle_energy<Walton>(recipe(magnitude_projected, unloading_unscaled), sign * h), -sign * half_pi,
                tolerance);
    EXPECT_NEAR(cycle_energy<Campello>(displacement(), sign * h), sign * half_pi, tolerance);
  }
}

/// Work on a random smooth path in (s, N) that closes, from rest and ended by letting the spring go, in units of its
/// largest stored energy: three waves each.
template <class L>
double random_cycle(const typename L::Params& params, std::uint64_t seed) {
  Random random(3, seed);
  double fraction[3][3], phase[3][3];
  for (int k = 0; k < 3; ++k)
    for (int wave = 0; wave < 3; ++wave)
      fraction[k][wave] = random.uniform(-1, 1), phase[k][wave] = random.uniform(0, 6.3);
  const auto at = [&](int k, double t) {
    double sum = 0.0;
    for (int wave = 0; wave < 3; ++wave)
      sum += fraction[k][wave] * (std::sin((wave + 1) * t + phase[k][wave]) - std::sin(phase[k][wave]));
    return sum;
  };
  const double reach = test::log_uniform(random, 0.1, 3) * 0.02 * k_mu / slope(0.02);  // some slip, some do not
  Driven<L> contact(params);
  double largest = 0.0;
  constexpr int k_steps = 2000;
  Vec3d before;
  for (int i = 0; i <= k_steps; ++i) {
    const double t = 2 * std::numbers::pi * i / k_steps;
    const Vec3d s{reach * at(0, t), reach * at(1, t), 0};
    contact.step(0.02 * std::exp(0.5 * at(2, t)), s - before);
    before = s, largest = std::max(largest, contact.stored);
  }
  return contact.work / largest;
}
TEST(LoopEnergy, of_walton_is_never_created_on_random_cycles_and_that_of_the_others_is_on_some) {
  int created_unscaled = 0, created_by_displacement = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    // A step in which T turns round may create energy of second order in the step (walton.h): 2000 steps of 1/2000 of a
    // wave, and few of them turn T round.
    EXPECT_GT(random_cycle<Walton>(recipe(magnitude_projected, unloading_scaled), i), -1e-6) << i;
    created_unscaled += random_cycle<Walton>(recipe(magnitude_projected, unloading_unscaled), i) < -0.01;
    created_by_displacement += random_cycle<Campello>(displacement(), i) < -0.01;
  }
  EXPECT_GT(created_unscaled, 2);
  EXPECT_GT(created_by_displacement, 2);
}

// ---- single states ----

TEST(Walton, scales_its_force_with_the_contact_radius_on_unloading_only) {
  Driven<Walton> contact(recipe(magnitude_projected, unloading_scaled));
  contact.step(0.02, {1e-3, 0, 0});
  const double T = slope(0.02) * 1e-3;  // 4.7e-4, with an ulp of 5e-20: three steps round by some ulps
  constexpr double k_round = 1e-18;
  EXPECT_NEAR(contact.T.x, T, k_round);
  contact.step(0.04, {});
  EXPECT_NEAR(contact.T.x, T, k_round);
  contact.step(0.005, {});
  EXPECT_NEAR(contact.T.x, T * std::cbrt(0.005 / 0.04), k_round);
}

// T^2 / (2 K) with K = 8 G_eff a and T = K s: K s^2 / 2.
TEST(Walton, stores_the_energy_of_a_spring_with_the_slope_of_now) {
  const auto params = recipe(magnitude_projected, unloading_scaled);
  const auto constants = Walton::prepare(params);
  const ContactGeometry<double> geometry{{0, 0, 1}, 0.01, k_radius, 1.0, 1.0};
  Motion<double> motion{};
  motion.slide_step = {1e-6, 0, 0}, motion.step = 1e-3;
  Walton::History<double> history{};
  const auto slid = Walton::respond(constants, geometry, motion, {1e9, 1e9, 0, 0, 0, 1e9}, history);
  const double k = 8.0 * params.effective_shear * std::sqrt(k_radius * 0.01);
  constexpr double k_round = 1e-14;  // relative: some thirty operations of half an ulp
  EXPECT_NEAR(slid.stored, 0.5 * k * 1e-12, k_round * k * 1e-12);
  EXPECT_NEAR(Walton::stored(constants, geometry, history), slid.stored, k_round * slid.stored);
}

TEST(Walton, keeps_its_history_in_a_set_up) {
  const auto constants = Walton::prepare(recipe(magnitude_kept, unloading_scaled));
  Walton::History<double> history{{0.003, 0, 0.001}, 0.3};
  const ContactGeometry<double> geometry{{0, 0, 1}, 0.01, k_radius, 1.0, 1.0};
  const auto slid = Walton::respond(constants, geometry, Motion<double>{}, {1, 1, 0, 0, 0, 1}, history);
  EXPECT_EQ(history.force.x, 0.003);
  EXPECT_EQ(history.force.z, 0.001);
  EXPECT_EQ(history.contact_radius, 0.3);
  // 7e-4 with an ulp of 1e-19
  EXPECT_NEAR(slid.force.x, -std::hypot(0.003, 0.001) * std::sqrt(0.5 * 0.01) / 0.3, 1e-17);
  EXPECT_EQ(slid.slip_loss, 0.0);
}

TEST(Walton, loses_all_it_stored_when_the_overlap_is_gone) {
  for (const int unloading : {unloading_scaled, unloading_unscaled}) {
    const auto constants = Walton::prepare(recipe(magnitude_projected, unloading));
    Walton::History<double> history{{0.003, 0, 0}, 0.1};
    const double stored = Walton::stored(constants, ContactGeometry<double>{}, history);
    Motion<double> motion{};
    motion.step = 1.0;
    const auto slid =
        Walton::respond(constants, ContactGeometry<double>{{0, 0, 1}, 0.0, k_radius, 1.0, 1.0}, motion, {}, history);
    EXPECT_EQ(norm(slid.force), 0.0);
    EXPECT_EQ(slid.stored, 0.0);
    EXPECT_NEAR(slid.slip_loss, stored, 1e-15 * stored);  // the same formula twice: 4 ulps
  }
}

}  // namespace
}  // namespace scree::law::slide
