// The friction limits that laws report to the stepper `nonsmooth`, against the loads of the same laws driven into slip.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_contact.h"

namespace scree::law {
namespace {

constexpr int k_steps_to_slip = 400;
// relative: 1200 steps of some ulps leave 1e-12; the dashpots of the laws see a velocity of 1e-15 and add as little.
// The Hertzian force and stiffness are powers of numbers that were rounded before.
constexpr double k_round = 1e-9;
constexpr std::uint64_t k_contacts = 40;

/// A contact of two spheres, or of a sphere and a plane, pressed by some force and without a dashpot along the normal.
struct Contact {
  ContactGeometry<double> geometry;
  NormalLoad<double> normal_load;
  Vec3d along;  ///< unit, in the tangent plane
};
Contact random_contact(Random& random) {
  const test::State s = test::random_state(random);
  Contact c{s.geometry, s.normal_load, {}};
  // 0: a plane
  const double ra = 1.0 / c.geometry.curvature_a, rb = random.uniform() < 0.3 ? 0.0 : test::log_uniform(random, 0.3, 3);
  c.geometry.curvature_b = rb > 0.0 ? 1.0 / rb : 0.0;
  c.geometry.radius = 1.0 / (c.geometry.curvature_a + c.geometry.curvature_b);
  c.geometry.smaller_radius = rb > 0.0 ? std::min(ra, rb) : ra;
  c.normal_load.damping = 0.0;
  const Vec3d out = test::direction(random), flat = out - dot(out, c.geometry.normal) * c.geometry.normal;
  c.along = (1.0 / norm(flat)) * flat;
  return c;
}

double size_of(const SlideLoad<double>& s) { return norm(s.force); }
double size_of(const RollLoad<double>& s) { return norm(s.torque); }
double size_of(const RollLoads<double>& s) { return norm(s.torque_a); }
double size_of(const SpinLoad<double>& s) { return std::abs(s.torque); }

/// Largest and last load over normal force while the surfaces creep against each other until the contact has slipped
/// for long.
struct Reached {
  double largest = 0.0, last = 0.0;
};
/// `advance` is the creep of one step [m] or [rad]; rolling is given both as displacement and as path, as
/// each kinematics has it.
template <class L>
Reached creep(const typename L::Params& params, const Contact& contact, double advance) {
  const auto constants = L::prepare(params);
  typename L::template History<double> history{};
  constexpr double k_slow = 1e-15;  // a direction for laws that ask for one, and next to nothing for dashpots
  Motion<double> motion{};
  motion.step = 1.0;
  motion.slide_step = advance * contact.along, motion.slide_rate = k_slow * contact.along;
  motion.roll_step = advance * contact.geometry.radius * contact.along, motion.roll_rate = k_slow * contact.along;
  motion.spin_step = advance, motion.spin_rate = k_slow;
  motion.path_a = advance / contact.geometry.curvature_a * contact.along;
  Reached reached;
  constexpr int k_steps = 3 * k_steps_to_slip;
  for (int i = 0; i < k_steps; ++i) {
    // The last step is so long that a law slips which sticks again after each slip (Campello's).
    if (i + 1 == k_steps)
      for (Vec3d* path : {&motion.slide_step, &motion.roll_step, &motion.path_a})
        *path = static_cast<double>(k_steps) * *path;
    reached.last = size_of(L::respond(constants, contact.geometry, motion, contact.normal_load, history)) /
                   contact.normal_load.magnitude;
    reached.largest = std::max(reached.largest, reached.last);
  }
  return reached;
}

template <class L>
typename L::Params sticking_params(Random& random) {
  auto params = test::random_params<L>(random);
  if constexpr (requires { params.start; }) params.start = start_stick;  // "slip" begins beyond the static limit
  return params;
}

/// At rest a load grows to the limit by steps of 1/k_steps_to_slip of it; in slip it is the limit, but for rounding and
/// the creep of dashpots.
void expect_limits(const Reached& reached, double at_rest, double moving, std::string_view law) {
  EXPECT_LE(reached.largest, at_rest * (1.0 + k_round)) << law;
  EXPECT_GE(reached.largest, at_rest * (1.0 - 1.5 / k_steps_to_slip)) << law;
  EXPECT_NEAR(reached.last, moving, k_round * moving) << law;
}
/// Creep of one step; laws without a spring are at their limit at once.
double advance_to(double limit, double stiffness) {
  return stiffness > 0.0 ? limit / stiffness / k_steps_to_slip : 1e-3;
}

TEST(RigidLimit, of_a_slide_law_is_what_the_law_gives_when_it_sticks_and_when_it_slips) {
  int laws = 0;
  for_each(Slides{}, [&]<class L>(int) {
    ++laws;
    for (std::uint64_t i = 0; i < k_contacts; ++i) {
      Random random(17, i);
      const Contact contact = random_contact(random);
      const auto params = sticking_params<L>(random);
      const SlideLimit limit = L::rigid_limit(params);
      const double stiffness = L::linear(L::prepare(params), contact.geometry, contact.normal_load).stiffness;
      expect_limits(creep<L>(params, contact, advance_to(limit.at_rest * contact.normal_load.magnitude, stiffness)),
                    limit.at_rest, limit.moving, L::name);
    }
  });
  EXPECT_EQ(laws, 7);
}

template <class Laws>
int laws_with_torque_limits(Laws all, std::uint64_t seed) {
  int laws = 0;
  for_each(all, [&]<class L>(int) {
    if constexpr (can_be_rigid<L>()) {
      int told = 0;
      for (std::uint64_t i = 0; i < k_contacts; ++i) {
        Random random(seed, i);
        const Contact contact = random_contact(random);
        const auto params = sticking_params<L>(random);
        const auto limit = L::rigid_limit(params);
        if (!limit) {
          EXPECT_FALSE(not_rigid<L>().empty()) << L::name << " has no limit and no explanation";
          continue;
        }
        ++told;
        const double at_rest = limit->at_rest.at(contact.geometry);
        const double stiffness = L::linear(L::prepare(params), contact.geometry, contact.normal_load).stiffness;
        expect_limits(creep<L>(params, contact, advance_to(at_rest * contact.normal_load.magnitude, stiffness)),
                      at_rest, limit->moving.at(contact.geometry), L::name);
      }
      EXPECT_GE(told, 5) << L::name;
      ++laws;
    } else {
      EXPECT_FALSE(not_rigid<L>().empty()) << L::name << " has no limit and no explanation";
    }
  });
  return laws;
}
TEST(RigidLimit, of_a_roll_law_is_what_the_law_gives_when_it_sticks_and_when_it_slips) {
  EXPECT_EQ(laws_with_torque_limits(Rolls{}, 18), 4);
}
TEST(RigidLimit, of_a_spin_law_is_what_the_law_gives_when_it_sticks_and_when_it_slips) {
  EXPECT_EQ(laws_with_torque_limits(Spins{}, 19), 2);
}

TEST(RigidLimit, is_refused_where_it_would_be_no_length) {
  EXPECT_FALSE(roll::FangNegrut::rigid_limit(
      {.stiffness = 1.0, .slide_stiffness = 1.0, .static_coefficient = 0.3, .kinetic_coefficient = 0.2}));
  EXPECT_FALSE(spin::FangNegrut::rigid_limit(
      {.effective_modulus = 1e9, .slide_stiffness = 1.0, .static_coefficient = 0.3, .kinetic_coefficient = 0.2}));
}

TEST(RigidLimit, of_fang_and_negrut_is_two_eta_mu_R_on_a_plane_and_half_of_it_between_equal_spheres) {
  const double R = 0.02, eta = 0.3, mu = 0.25;
  const auto limit = roll::FangNegrut::rigid_limit(
      {.eta = eta, .slide_stiffness = 1e5, .static_coefficient = mu, .kinetic_coefficient = mu});
  ASSERT_TRUE(limit);
  ContactGeometry<double> geometry{};
  geometry.radius = R;
  EXPECT_DOUBLE_EQ(limit->moving.at(geometry), 2.0 * eta * mu * R);
  geometry.radius = R / 2.0;
  EXPECT_DOUBLE_EQ(limit->moving.at(geometry), eta * mu * R);
}

TEST(RigidLaws, have_one_limit_for_rest_and_motion_unless_a_fraction_is_given) {
  const slide::Coulomb::Params one{.coefficient = 0.4}, two{.coefficient = 0.4, .kinetic_fraction = 0.75};
  EXPECT_EQ(slide::Coulomb::rigid_limit(one).moving, 0.4);
  EXPECT_EQ(slide::Coulomb::rigid_limit(two).at_rest, 0.4);
  EXPECT_DOUBLE_EQ(slide::Coulomb::rigid_limit(two).moving, 0.3);
  const auto roll =
      roll::Coulomb::rigid_limit({.coefficient = 0.1, .kinetic_fraction = 0.5, .arm = effective_diameter});
  EXPECT_EQ(roll->at_rest.per_radius, 0.2);
  EXPECT_EQ(roll->moving.per_radius, 0.1);
  const auto spin = spin::Coulomb::rigid_limit({.length = 2e-3});
  EXPECT_EQ(spin->at_rest.fixed, 2e-3);
  EXPECT_EQ(spin->moving.fixed, 2e-3);
}

// The linear guideway: balls of R = 3.2 mm on a flat, steel on steel, 38.5 N each. [TasoraAnitescu2013, sect. 6.2;
// 2.143e7 N/m by an independent calculation]
TEST(RigidLaws, have_the_tangent_stiffness_of_hertz_at_the_given_load) {
  const double E = 210e9, nu = 0.3, R = 3.2e-3, N = 38.5, E_eff = E / (2.0 * (1.0 - nu * nu));
  const RigidPress press = normal::Rigid::rigid_press({.effective_modulus = E_eff, .load = N});
  EXPECT_NEAR(press.stiffness_at(R), 2.143e7, 0.0005e7);
  // The law `hertz` at the overlap with that load has the same tangent.
  const auto hertz = normal::Hertz::prepare({.effective_modulus = E_eff, .damping = 0.0});
  ContactGeometry<double> geometry{};
  geometry.radius = R, geometry.overlap = std::cbrt(std::pow(0.75 * N / E_eff, 2) / R);
  EXPECT_NEAR(normal::Hertz::respond(hertz, geometry, Motion<double>{}).force, N, k_round * N);
  EXPECT_NEAR(press.stiffness_at(R), normal::Hertz::linear(hertz, geometry).stiffness, k_round * 2.143e7);
  EXPECT_EQ(normal::Rigid::rigid_press({.stiffness = 1e6}).stiffness_at(R), 1e6);
  EXPECT_TRUE(std::isinf(normal::Rigid::rigid_press({}).stiffness_at(R)));
}

}  // namespace
}  // namespace scree::law
