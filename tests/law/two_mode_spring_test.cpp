// The two-mode spring step by step, against fang-negrut.md 1.2, P1, P2, P6: which mode, which length, which part of the
// load.
#include "law/two_mode_spring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_contact.h"
#include "support/vectors.h"

namespace scree::law {
namespace {

using test::k_few_ulps;
constexpr double k_k = 1000.0, k_d = 5.0, k_dt = 1e-3;
constexpr Caps<double> k_caps{0.025, 0.020};

/// One spring on the x axis, run as a scalar and as a vector at once; both must agree.
struct Line {
  double h = 0.0, mode = k_new;
  int start = start_stick;
  Caps<double> caps = k_caps;

  TwoModeSpring<double, double> advance(double increment, double step = k_dt) {
    const double rate = step > 0.0 ? increment / step : 0.7;
    Vec3d v{h, 0, 0};
    double vector_mode = mode;
    const auto flat =
        advance_two_mode_spring(v, vector_mode, start, k_k, k_d, caps, Vec3d{rate, 0, 0}, Vec3d{increment, 0, 0}, step);
    const auto line = advance_two_mode_spring(h, mode, start, k_k, k_d, caps, rate, increment, step);
    EXPECT_EQ(v.x, h);
    EXPECT_EQ(vector_mode, mode);
    EXPECT_EQ(flat.pull.x, line.pull);
    EXPECT_EQ(flat.stored, line.stored);
    EXPECT_EQ(flat.slip_loss, line.slip_loss);
    EXPECT_EQ(flat.viscous_loss, line.viscous_loss);
    return line;
  }
  double drag_of(double increment) const { return k_d * increment / k_dt; }
};

TEST(TwoModeSpring, trips_at_the_static_cap_and_drops_to_the_kinetic_one_a_step_later) {
  for (const double sign : {1.0, -1.0}) {  // A6: the sign of a spin is kept, and both are capped
    Line line;
    auto now = line.advance(sign * 0.01);
    EXPECT_EQ(line.mode, k_stick);
    // on at once, and not capped (P1)
    EXPECT_NEAR(now.pull, sign * (k_k * 0.01 + line.drag_of(0.01)), k_few_ulps * 60);
    now = line.advance(sign * 0.014);
    EXPECT_EQ(line.mode, k_stick);
    EXPECT_NEAR(line.h, sign * 0.024, k_few_ulps);  // above the kinetic cap: nothing happens in stick
    now = line.advance(sign * 0.006);               // 0.030 > 0.025
    EXPECT_EQ(line.mode, k_slip);
    EXPECT_NEAR(line.h, sign * 0.025, k_few_ulps);
    EXPECT_NEAR(now.pull, sign * k_k * 0.025, k_few_ulps * 25);  // the dashpot is off in the very step of the trip (P2)
    EXPECT_EQ(now.viscous_loss, 0.0);
    now = line.advance(sign * 0.001);
    EXPECT_EQ(line.mode, k_slip);
    EXPECT_NEAR(line.h, sign * 0.020, k_few_ulps);
    EXPECT_NEAR(now.pull, sign * k_k * 0.020, k_few_ulps * 20);
    now = line.advance(sign * 0.002);
    EXPECT_NEAR(line.h, sign * 0.020, k_few_ulps);
  }
}

TEST(TwoModeSpring, sticks_again_with_its_stretch_untouched_and_its_dashpot_on_at_once) {
  Line line{.h = 0.020, .mode = k_slip};
  const auto now = line.advance(-0.003);
  EXPECT_EQ(line.mode, k_stick);
  EXPECT_NEAR(line.h, 0.017, k_few_ulps);
  EXPECT_NEAR(now.pull, k_k * 0.017 + line.drag_of(-0.003), k_few_ulps * 30);
  EXPECT_NEAR(now.viscous_loss, k_d * 9.0 * k_dt, k_few_ulps);
  EXPECT_EQ(now.slip_loss, 0.0);
}

TEST(TwoModeSpring, is_tripped_by_a_falling_normal_force_alone) {  // P6: the caps follow N in both modes
  Line line{.h = 0.018, .mode = k_stick};
  line.caps = {0.0125, 0.010};
  auto now = line.advance(0.0);
  EXPECT_EQ(line.mode, k_slip);
  EXPECT_NEAR(line.h, 0.0125, k_few_ulps);
  // Nothing moved, so no work was done: the loss is the energy that the spring stored.
  EXPECT_NEAR(now.slip_loss, 0.5 * k_k * (0.018 * 0.018 - 0.0125 * 0.0125), k_few_ulps);
  line.caps = {0.005, 0.004};
  line.advance(0.0);
  EXPECT_NEAR(line.h, 0.004, k_few_ulps);
}

TEST(TwoModeSpring, without_a_normal_force_is_emptied_and_its_energy_is_booked_as_dissipated) {
  for (const double mode : {k_stick, k_slip})
    for (const double increment : {0.0, 0.001, -0.05}) {
      Line line{.h = 0.018, .mode = mode};
      line.caps = {0.0, 0.0};
      const auto now = line.advance(increment);
      EXPECT_EQ(line.h, 0.0);
      EXPECT_EQ(now.pull, 0.0);
      EXPECT_EQ(now.stored, 0.0);
      // what it held, and the work
      EXPECT_NEAR(now.slip_loss, 0.5 * k_k * 0.018 * 0.018 + 0.5 * k_k * 0.018 * increment, k_few_ulps);
      EXPECT_EQ(line.mode, k_slip);
    }
  Line slack;
  slack.caps = {0.0, 0.0};
  EXPECT_EQ(slack.advance(0.0).pull, 0.0);
}

TEST(TwoModeSpring, started_in_slip_waits_for_a_motion_and_is_then_saturated_along_it) {
  Line line{.start = start_slip};
  auto now = line.advance(0.0);
  EXPECT_EQ(line.mode, k_new);
  EXPECT_EQ(now.pull, 0.0);
  now = line.advance(-1e-7);
  EXPECT_EQ(line.mode, k_slip);
  EXPECT_NEAR(line.h, -0.020, k_few_ulps);
  EXPECT_NEAR(now.pull, -k_k * 0.020, k_few_ulps * 20);  // no dashpot
  // The spring was stretched without work: its energy, less the work of this step, is a negative loss.
  EXPECT_NEAR(now.slip_loss, -0.5 * k_k * 0.020 * 0.020 + 0.5 * k_k * 0.020 * 1e-7, k_few_ulps);
  now = line.advance(1e-3);  // from here on as any other
  EXPECT_EQ(line.mode, k_stick);
  EXPECT_NEAR(line.h, -0.019, k_few_ulps);
}

TEST(TwoModeSpring, at_a_set_up_evaluation_loads_from_its_history_and_changes_nothing) {
  for (const double mode : {k_new, k_stick, k_slip})
    for (const int start : {int(start_stick), int(start_slip)}) {
      Line line{.h = 0.03, .mode = mode, .start = start};  // beyond both caps
      const auto now = line.advance(0.0, 0.0);             // at a rate of 0.7
      EXPECT_EQ(line.h, 0.03);
      EXPECT_EQ(line.mode, mode);
      const bool sticks = mode == k_stick || (mode == k_new && start == start_stick);
      EXPECT_NEAR(now.pull, k_k * 0.03 + (sticks ? k_d * 0.7 : 0.0), k_few_ulps * 40);
      EXPECT_EQ(now.slip_loss, 0.0);
      EXPECT_EQ(now.viscous_loss, 0.0);
    }
}

TEST(TwoModeSpring, keeps_the_direction_of_the_trial_when_it_is_cut) {
  Vec3d h{0.01, 0.01, 0};
  double mode = k_stick;
  const Vec3d trial{0.04, -0.03, 0};
  const auto now = advance_two_mode_spring(h, mode, start_stick, k_k, k_d, k_caps, Vec3d{30, -40, 0}, trial - h, k_dt);
  EXPECT_NEAR(h.x, 0.8 * 0.025, k_few_ulps);
  EXPECT_NEAR(h.y, -0.6 * 0.025, k_few_ulps);
  EXPECT_NEAR(now.pull.x, 0.8 * k_k * 0.025, k_few_ulps * 25);
}

// The statement of the header: away from the start by random steps and back by the same number of equal ones.
TEST(TwoModeSpring, creates_no_energy_by_steps_of_less_than_twice_the_kinetic_cap) {
  for (std::uint64_t path = 0; path < 2000; ++path) {
    Random random(31, path);
    Caps<double> caps{1.0, random.uniform(0.3, 1.0)};
    const double size = test::log_uniform(random, 0.05, 2.0) * caps.moving / std::sqrt(3.0);  // of a component
    Vec3d h, away;
    double mode = k_new, slip_loss = 0.0;
    constexpr int k_turns = 40;
    for (int i = 0; i < 2 * k_turns; ++i) {
      const Vec3d u = i < k_turns ? test::vector(random, size) : (-1.0 / k_turns) * away;
      if (i < k_turns) away += u;
      const auto now = advance_two_mode_spring(h, mode, start_stick, 1.0, 0.0, caps, Vec3d{}, u, k_dt);
      ASSERT_GE(now.slip_loss, -k_few_ulps) << "path " << path << ", step " << i;
      slip_loss += now.slip_loss;
    }
    ASSERT_GE(slip_loss, 0.0);
  }
}

}  // namespace
}  // namespace scree::law
