// What holds for every friction law, over random parameters and states: a law that is added to the lists is tested here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random_contact.h"

namespace scree::law {
namespace {

using test::State;
constexpr std::uint64_t k_states = 2000;
constexpr double k_round = 64 * test::k_eps;  // some thirty operations on numbers of the scale of the result

/// f<L>() for every friction law.
template <class F>
void every_friction(F f) {
  const auto one = [&]<class L>(int) { f.template operator()<L>(); };
  for_each(Slides{}, one), for_each(Rolls{}, one), for_each(Spins{}, one);
}
/// The load on a as a vector, whatever the stage calls it.
Vec3d load_of(const Slid<double>& s, const Vec3d&) { return s.force; }
Vec3d load_of(const Rolled<double>& s, const Vec3d&) { return s.torque; }
Vec3d load_of(const Spun<double>& s, const Vec3d& n) { return s.torque * n; }

/// The cap that the parameters promise for |load|, by the definitions in the parameters' own sentences.
template <class L>
double cap_of(const typename L::Params& p, const State& s) {
  if constexpr (requires { p.arm; }) {
    const double arms[] = {s.touch.radius, 2 * s.touch.radius, s.touch.smaller_radius};
    return s.pressed.magnitude * (is_set(p.length) ? p.length : p.coefficient * arms[p.arm]);
  } else if constexpr (std::is_same_v<L, spin::Marshall>) {
    return 2.0 / 3.0 * std::sqrt(s.touch.radius * s.touch.overlap) * p.coefficient * s.pressed.magnitude;
  } else {
    return p.coefficient * s.pressed.magnitude;
  }
}
/// Displacement and rate that the law's history consumes, and what turns a spring on them into one on the load.
template <class L>
struct Driven {
  static constexpr bool slides = SlideLaw<L>, rolls = RollLaw<L>;
  static Vec3d rate(const State& s) { return slides ? s.motion.slide_rate : rolls ? s.motion.roll_rate : Vec3d{s.motion.spin_rate, 0, 0}; }
  static Vec3d step(const State& s) { return slides ? s.motion.slide_step : rolls ? s.motion.roll_step : Vec3d{s.motion.spin_step, 0, 0}; }
  /// Spring and dashpot on that displacement; `linear` gives torsion for rolling.
  static Linear spring(const typename L::Constants& c, const State& s) {
    const Linear l = L::linear(c, s.touch, s.pressed);
    const double r2 = rolls ? s.touch.radius * s.touch.radius : 1.0;
    return {l.stiffness / r2, l.damping / r2};
  }
};
template <class H>
Vec3d numbers_of(const H& history) {
  if constexpr (requires { history.stretch; }) return history.stretch;
  else if constexpr (requires { history.angle; }) return {history.angle, 0, 0};
  else return {};
}

TEST(EveryFriction, stays_below_its_limit) {
  every_friction([]<class L>() {
    std::uint64_t at_limit = 0;
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(1, i);
      const auto params = test::random_params<L>(random);
      const State s = test::random_state(random);
      auto history = test::history_of<L>(s);
      const double load = norm(load_of(L::respond(L::prepare(params), s.touch, s.motion, s.pressed, history), s.touch.normal));
      const double cap = cap_of<L>(params, s);
      ASSERT_LE(load, cap * (1 + k_round)) << L::name << ", state " << i;
      at_limit += load > 0.999 * cap;
    }
    EXPECT_GT(at_limit, k_states / 10) << L::name << ": the states do not reach the limit, so the test says nothing";
  });
}

TEST(EveryFriction, flips_its_load_when_the_bodies_change_roles) {
  every_friction([]<class L>() {
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(2, i);
      const auto constants = L::prepare(test::random_params<L>(random));
      const State s = test::random_state(random);
      // n, v_a - v_b and (R_a w_a + R_b w_b) x n change sign; R_eff (w_a - w_b) x n and (w_a - w_b).n do not.
      State swapped = s;
      swapped.touch.normal = -s.touch.normal;
      swapped.motion.slide_rate = -s.motion.slide_rate, swapped.motion.slide_step = -s.motion.slide_step;
      auto history = test::history_of<L>(s), mirrored = history;
      mirrored.swap_roles();
      const Vec3d on_a = load_of(L::respond(constants, s.touch, s.motion, s.pressed, history), s.touch.normal);
      const Vec3d on_b = load_of(L::respond(constants, swapped.touch, swapped.motion, swapped.pressed, mirrored), swapped.touch.normal);
      // Only signs change, so all bits agree.
      EXPECT_EQ(on_a.x, -on_b.x) << L::name;
      EXPECT_EQ(on_a.y, -on_b.y) << L::name;
      EXPECT_EQ(on_a.z, -on_b.z) << L::name;
      mirrored.swap_roles();
      ASSERT_EQ(norm(numbers_of(history) - numbers_of(mirrored)), 0.0) << L::name << ", state " << i;
    }
  });
}

using Matrix = std::array<Vec3d, 3>;
Vec3d turned(const Matrix& m, const Vec3d& v) { return {dot(m[0], v), dot(m[1], v), dot(m[2], v)}; }
Matrix random_rotation(Random& random) {
  const Vec3d x = test::direction(random);
  Vec3d y = test::direction(random);
  y = y - dot(x, y) * x, y = (1.0 / norm(y)) * y;
  return {x, y, cross(x, y)};
}

TEST(EveryFriction, turns_its_load_with_the_whole_contact) {
  every_friction([]<class L>() {
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(3, i);
      const auto constants = L::prepare(test::random_params<L>(random));
      const State s = test::random_state(random);
      const Matrix m = random_rotation(random);
      State t = s;
      for (Vec3d* v : {&t.touch.normal, &t.motion.slide_rate, &t.motion.slide_step, &t.motion.roll_rate, &t.motion.roll_step, &t.stretch})
        *v = turned(m, *v);
      auto history = test::history_of<L>(s), history_t = test::history_of<L>(t);
      const auto plain = L::respond(constants, s.touch, s.motion, s.pressed, history);
      const auto rotated = L::respond(constants, t.touch, t.motion, t.pressed, history_t);
      const Vec3d expected = turned(m, load_of(plain, s.touch.normal));
      // Numbers are of order 1 and stiffnesses up to 10.
      ASSERT_LT(norm(load_of(rotated, t.touch.normal) - expected), 10 * k_round * (1 + norm(expected))) << L::name << ", state " << i;
      ASSERT_NEAR(rotated.stored, plain.stored, 10 * k_round * (1 + plain.stored)) << L::name;
      ASSERT_NEAR(rotated.lost + rotated.dragged, plain.lost + plain.dragged, 10 * k_round * (1 + abs(plain.lost) + plain.dragged + plain.stored)) << L::name;
    }
  });
}

TEST(EveryFriction, stores_no_negative_energy_and_says_the_same_of_its_history) {
  every_friction([]<class L>() {
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(4, i);
      const auto constants = L::prepare(test::random_params<L>(random));
      const State s = test::random_state(random);
      auto history = test::history_of<L>(s);
      const auto result = L::respond(constants, s.touch, s.motion, s.pressed, history);
      ASSERT_GE(result.stored, 0.0) << L::name;
      ASSERT_NEAR(result.stored, L::stored(constants, s.touch, history), k_round * result.stored) << L::name;
    }
  });
}

// capped_spring.h: by the trapezoid, work on the contact = k/2 (s_old + s).(displacement) + c v.v dt = change of stored + lost + dragged.
// For a stiffness that follows the patch, the old energy is that of the old overlap. Without history the work is that of the load.
TEST(EveryFriction, loses_what_was_done_on_it_and_is_not_stored) {
  every_friction([]<class L>() {
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(5, i);
      const auto constants = L::prepare(test::random_params<L>(random));
      const State s = test::random_state(random);
      auto history = test::history_of<L>(s);
      Touch<double> touch_before = s.touch;
      touch_before.overlap += s.motion.separation * s.motion.step;
      const double stored_before = L::stored(constants, touch_before, history);
      Vec3d before = numbers_of(history);
      if constexpr (requires { history.stretch; }) {  // turned into the plane, its length kept
        const Vec3d flat = before - dot(before, s.touch.normal) * s.touch.normal;
        before = (norm(before) / norm(flat)) * flat;
      }
      const auto result = L::respond(constants, s.touch, s.motion, s.pressed, history);
      const Linear spring = Driven<L>::spring(constants, s);
      double work = 0.5 * spring.stiffness * dot(before + numbers_of(history), Driven<L>::step(s)) +
                    spring.damping * norm2(Driven<L>::rate(s)) * s.motion.step;
      if constexpr (std::is_same_v<L, spin::Marshall>) {  // its stiffness changes during the step
        const double before_k = L::linear(constants, touch_before, s.pressed).stiffness;
        work = 0.5 * (before_k * s.angle + spring.stiffness * history.angle) * s.motion.spin_step +
               spring.damping * s.motion.spin_rate * s.motion.spin_rate * s.motion.step;
      }
      if constexpr (L::template History<double>::size == 0)
        work = -dot(load_of(result, s.touch.normal), cross(s.touch.normal, s.motion.roll_rate)) / s.touch.radius * s.motion.step;
      const double scale = 1 + abs(work) + stored_before + result.stored;  // of the terms: what is stored and what is lost may cancel
      ASSERT_NEAR(result.stored - stored_before + result.lost + result.dragged, work, 10 * k_round * scale)
          << L::name << ", state " << i;
    }
  });
}

// Under a constant normal force a spring that starts slack can be driven along any path and gives back at most what it got:
// all work done on it ends as stored or lost energy, and that is never negative.
TEST(EveryFriction, creates_no_energy_on_a_closed_path) {
  every_friction([]<class L>() {
    for (std::uint64_t path = 0; path < 500; ++path) {
      Random random(6, path);
      const auto constants = L::prepare(test::random_params<L>(random));
      State s = test::random_state(random);
      s.motion.separation = 0.0, s.motion.separation_step = 0.0;
      s.stretch = {}, s.angle = 0.0;
      auto history = test::history_of<L>(s);
      const double size = test::log_uniform(random, 1e-3, 1.0);
      constexpr int k_turns = 40;
      Vec3d back;
      double twist_back = 0.0, lost = 0.0, stored = 0.0, most = 0.0;
      for (int i = 0; i <= k_turns; ++i) {
        const Vec3d v = test::vector(random, size);
        Vec3d u = v - dot(v, s.touch.normal) * s.touch.normal;
        double twist = random.uniform(-size, size);
        if (i == k_turns) u = back, twist = twist_back;  // home again
        back -= u, twist_back -= twist;
        const double rate = 1.0 / s.motion.step;
        s.motion.slide_step = s.motion.roll_step = u, s.motion.slide_rate = s.motion.roll_rate = rate * u;
        s.motion.spin_step = twist, s.motion.spin_rate = rate * twist;
        const auto result = L::respond(constants, s.touch, s.motion, s.pressed, history);
        lost += result.lost + result.dragged, stored = result.stored;
        most = max(most, abs(lost) + stored);
      }
      ASSERT_GE(lost + stored, -k_turns * k_round * most) << L::name << ", path " << path;
    }
  });
}

// Normal laws: the stored energy is the work of the elastic force, and the dashpot loses c v^2 dt.
TEST(EveryNormal, stores_the_work_of_its_elastic_force_and_loses_that_of_its_dashpot) {
  for_each(Normals{}, []<class L>(int) {
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(7, i);
      const auto constants = L::prepare(test::random_params<L>(random));
      State s = test::random_state(random);
      const auto pressed = L::respond(constants, s.touch, s.motion);
      ASSERT_EQ(pressed.magnitude, abs(pressed.force));
      ASSERT_GE(pressed.stored, 0.0);
      ASSERT_GE(pressed.damping, 0.0);
      ASSERT_NEAR(pressed.dragged, pressed.damping * s.motion.separation * s.motion.separation * s.motion.step, k_round * pressed.dragged);
      s.motion.separation = 0.0, s.motion.separation_step = 0.0;
      const double h = 1e-4 * s.touch.overlap;  // central difference: h^2/6 of the third derivative, below 1e-8 of the force
      const double force = L::respond(constants, s.touch, s.motion).force;
      const auto stored_at = [&](double overlap) {
        Touch<double> touch = s.touch;
        touch.overlap = overlap;
        return L::respond(constants, touch, s.motion).stored;
      };
      ASSERT_NEAR((stored_at(s.touch.overlap + h) - stored_at(s.touch.overlap - h)) / (2 * h), force, 1e-7 * force) << L::name;
    }
  });
}

}  // namespace
}  // namespace scree::law
