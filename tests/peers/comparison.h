// One case for LAMMPS and for Scree, how their runs are compared, and the spheres that several tests throw. Why to
// which tolerance: peer_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "lammps.h"
#include "sim/simulation.h"

namespace scree::peers {

inline constexpr double k_tolerance = 1e-9;  // of each quantity's scale

// ---- a contact model as Scree wants it

/// The fraction of the dashpot is that of the law: all of it with mindlin, none with the two that store a force.
inline law::Choice<law::AllSlides> slide_for_scree(const Recipe& r) {
  using law::slide::Walton;
  Walton::Params walton{
      .effective_shear = r.k_slide / 8, .coefficient = r.mu_slide, .magnitude = law::slide::magnitude_kept};
  switch (r.slide) {
    case Slide::linear_history:
      return law::slide::CoulombSpring::Params{
          .stiffness = r.k_slide, .coefficient = r.mu_slide, .damping_of_normal = r.fraction};
    case Slide::mindlin: return law::slide::Tsuji::Params{.effective_shear = r.k_slide / 8, .coefficient = r.mu_slide};
    case Slide::mindlin_force: walton.unloading = law::slide::unloading_unscaled; return walton;
    case Slide::mindlin_rescale_force: return walton;
  }
  return {};
}

inline law::Model for_scree(const Recipe& r) {
  law::Model model;
  if (r.normal == Normal::hooke) {
    law::normal::Hooke::Params p;
    p.stiffness = r.k;
    if (r.damping == Damping::velocity) p.damping = r.gamma;
    if (r.damping == Damping::mass_velocity) p.damping_by_mass = r.gamma;
    if (r.damping == Damping::tsuji) p.restitution_tsuji = r.gamma;
    model.normal = p;
  } else {
    law::normal::Hertz::Params p;
    p.stiffness = r.k;
    if (r.damping == Damping::velocity) p.damping = r.gamma;
    if (r.damping == Damping::mass_velocity) p.damping_by_mass = r.gamma;
    if (r.damping == Damping::viscoelastic) p.viscoelastic = r.gamma;
    if (r.damping == Damping::tsuji) p.restitution_tsuji = r.gamma;
    model.normal = p;
  }
  model.slide = slide_for_scree(r);
  if (r.rolls) {
    law::roll::Spring::Params p;
    p.stiffness = r.k_roll, p.damping = r.gamma_roll, p.coefficient = r.mu_roll, p.arm = law::effective_radius;
    model.roll = p;
  }
  if (r.twist == Twist::sds) {
    law::spin::Spring::Params p;
    p.stiffness = r.k_twist, p.damping = r.gamma_twist, p.length = r.mu_twist;  // LAMMPS's coefficient is a length
    model.spin = p;
  }
  if (r.twist == Twist::marshall) {
    law::spin::Marshall::Params p;
    p.stiffness = r.k_slide, p.coefficient = r.mu_slide, p.damping_of_normal = r.fraction;
    model.spin = p;
  }
  return model;
}

// ---- one case for both codes

enum class Floor { none, z0 };

struct Case {
  LammpsRun run;  ///< `pair` and `wall` are filled from the recipe
  Recipe recipe;
  Floor floor = Floor::none;
  law::Choice<law::AllSlides> our_slide;  ///< in place of the recipe's, if there is one
  double our_skin = k_unset;              ///< of Scree's neighbour list; unset: Scree's choice
};

inline sim::Scene for_scree(const Case& c) {
  sim::Scene scene;
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::velocity_verlet_lammps;
  scene.time.step = c.run.step;
  scene.time.end = c.run.step * static_cast<double>(c.run.steps);
  scene.gravity = c.run.gravity;
  scene.skin = c.our_skin;
  scene.cell.periodic = c.run.periodic;
  scene.cell.bounds = {c.run.low, c.run.high};
  // One material for each density; the law is the same between all of them.
  std::vector<double> densities;
  for (const Ball& ball : c.run.balls) {
    auto at = std::find(densities.begin(), densities.end(), ball.density);
    if (at == densities.end()) at = densities.insert(at, ball.density);
    sim::OneSphere sphere;
    sphere.position = ball.position;
    sphere.radius = ball.radius;
    sphere.traits.material = static_cast<int>(at - densities.begin());
    sphere.traits.velocity = ball.velocity;
    sphere.traits.spin = ball.spin;
    scene.spheres.push_back(sphere);
  }
  for (std::size_t a = 0; a < densities.size(); ++a) {
    scene.materials.push_back({"density " + std::to_string(a), densities[a]});
    for (std::size_t b = a; b < densities.size(); ++b) {
      scene.contacts.push_back({static_cast<int>(a), static_cast<int>(b), for_scree(c.recipe)});
      if (c.our_slide.index() != 0) scene.contacts.back().model.slide = c.our_slide;
    }
  }
  if (c.floor == Floor::z0) scene.planes.push_back({.name = "floor", .point = {}, .normal = {0, 0, 1}, .velocity = {}});
  return scene;
}

// ---- the comparison

inline double largest(const Vec3d& v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

/// The largest difference of one quantity, and the largest value LAMMPS has of it, over all spheres and states.
struct Gap {
  double scale = 0.0, difference = 0.0;
  void see(const Vec3d& ours, const Vec3d& theirs) {
    const double d = largest(ours - theirs);
    difference = std::isnan(d) ? HUGE_VAL : std::max(difference, d);
    scale = std::max(scale, largest(theirs));
  }
  /// A quantity that vanishes in LAMMPS must vanish in Scree.
  double relative() const { return difference == 0.0 ? 0.0 : difference / scale; }
};

struct Gaps {
  Gap position, velocity, spin, force, torque;
  double worst() const {
    return std::max({position.relative(), velocity.relative(), spin.relative(), force.relative(), torque.relative()});
  }
};

struct Comparison {
  Gaps gaps;
  LammpsResult lammps;
  std::int64_t max_contacts = 0;  ///< in Scree, at the compared states
  std::int64_t last_contacts = 0;
  std::int64_t our_rebuilds = 0;
};

inline Comparison compare(Case c, const sim::Options& options = {}) {
  c.run.pair = for_lammps(c.recipe);
  if (c.floor == Floor::z0) c.run.wall = "granular " + for_lammps(c.recipe) + " zplane 0 NULL";
  Comparison out;
  out.lammps = run_lammps(c.run);
  sim::Simulation simulation(for_scree(c), options);
  for (const Frame& frame : out.lammps.frames) {
    simulation.advance(frame.step - simulation.steps_done());
    const std::vector<sim::BodyView> ours = simulation.bodies();
    if (ours.size() != frame.balls.size()) {
      ADD_FAILURE() << "Scree has " << ours.size() << " bodies, LAMMPS " << frame.balls.size();
      return out;
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const BallState& theirs = frame.balls[i];
      out.gaps.position.see(ours[i].position, theirs.position);
      out.gaps.velocity.see(ours[i].velocity, theirs.velocity);
      out.gaps.spin.see(ours[i].spin, theirs.spin);
      out.gaps.force.see(ours[i].force + ours[i].mass * c.run.gravity, theirs.force);  // LAMMPS dumps the weight too
      out.gaps.torque.see(ours[i].torque, theirs.torque);
    }
    out.last_contacts = simulation.contact_count();
    out.max_contacts = std::max(out.max_contacts, out.last_contacts);
    out.our_rebuilds = simulation.rebuilds();
  }
  return out;
}

inline void expect_agreement(const Gaps& gaps, const std::string& what) {
  EXPECT_LE(gaps.position.relative(), k_tolerance) << what;
  EXPECT_LE(gaps.velocity.relative(), k_tolerance) << what;
  EXPECT_LE(gaps.spin.relative(), k_tolerance) << what;
  EXPECT_LE(gaps.force.relative(), k_tolerance) << what;
  EXPECT_LE(gaps.torque.relative(), k_tolerance) << what;
}

/// Make the worst difference visible in the report and on the terminal.
inline void show(const char* what, double worst) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", worst);
  testing::Test::RecordProperty("worst_relative_difference", text);
  std::printf("             worst relative difference, %s: %s\n", what, text);
}
inline void show(const char* what, const Gaps& g) {
  show(what, g.worst());
  std::printf(
      "             position %.1e of %.1e, velocity %.1e of %.1e, spin %.1e of %.1e, force %.1e of %.1e, "
      "torque %.1e of %.1e\n",
      g.position.relative(), g.position.scale, g.velocity.relative(), g.velocity.scale, g.spin.relative(), g.spin.scale,
      g.force.relative(), g.force.scale, g.torque.relative(), g.torque.scale);
}

// ---- random numbers that are the same everywhere

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {  // std::uniform_real_distribution differs between libraries
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  Vec3d in_cube(double half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
  Vec3d direction() {
    for (;;) {
      const Vec3d v = in_cube(1.0);
      if (const double n = norm(v); n > 0.1 && n < 1.0) return (1.0 / n) * v;
    }
  }
  template <std::size_t N, class T>
  T one_of(const T (&list)[N]) {
    return list[engine_() % N];
  }
  Recipe recipe() {
    Recipe r;
    r.normal = one_of({Normal::hooke, Normal::hertz});
    const bool hertz = r.normal == Normal::hertz;
    r.damping = hertz ? one_of({Damping::velocity, Damping::mass_velocity, Damping::viscoelastic, Damping::tsuji})
                      : one_of({Damping::velocity, Damping::mass_velocity, Damping::tsuji});
    r.k = hertz ? between(5.0, 20.0) : between(0.5, 2.0);
    r.gamma = r.damping == Damping::tsuji ? between(0.3, 0.95) : between(0.05, 0.4);
    r.k_slide = between(0.3, 1.5), r.fraction = between(0.0, 1.0), r.mu_slide = between(0.1, 0.8);
    r.rolls = one_of({false, true});
    r.k_roll = between(0.3, 1.5), r.gamma_roll = between(0.0, 0.5), r.mu_roll = between(0.05, 0.4);
    r.twist = one_of({Twist::none, Twist::sds, Twist::marshall});
    r.k_twist = between(0.3, 1.5), r.gamma_twist = between(0.0, 0.5), r.mu_twist = between(0.02, 0.3);
    return r;
  }

 private:
  std::mt19937_64 engine_;
};

enum class Start { apart, overlapping };

/// Two random spheres that meet obliquely, spinning; `overlapping` puts dashpots and caps into the very first
/// evaluation.
inline Case random_collision(std::uint64_t seed, Start start) {
  Dice dice(seed);
  Case c;
  c.recipe = dice.recipe();
  Ball a, b;
  a.radius = dice.between(0.3, 0.7), b.radius = dice.between(0.3, 0.7);
  a.density = dice.between(0.5, 3.0), b.density = dice.between(0.5, 3.0);
  a.spin = dice.in_cube(0.5), b.spin = dice.in_cube(0.5);
  const Vec3d n = dice.direction();
  const double gap = start == Start::apart ? dice.between(0.001, 0.02) : -dice.between(0.001, 0.02);
  a.position = dice.in_cube(0.5);
  b.position = a.position + (a.radius + b.radius + gap) * n;
  const Vec3d drift = dice.in_cube(0.02);
  const double speed = dice.between(0.03, 0.1);
  a.velocity = drift;
  const Vec3d aside = dice.in_cube(0.7);
  b.velocity = drift - speed * n + speed * (aside - dot(aside, n) * n);
  c.run.balls = {a, b};
  c.run.step = 0.01;
  c.run.steps = 2000;  // 20 time units; contacts last 2 to 6
  c.run.dump_every = 20;
  return c;
}

/// One sphere above z = 0 with weight; where contact is kept, overlap at rest is m g / k.
inline Case on_floor(const Recipe& recipe, const Ball& ball) {
  Case c;
  c.recipe = recipe;
  c.floor = Floor::z0;
  c.run.balls = {ball};
  c.run.low = {-20, -20, -2}, c.run.high = {20, 20, 8};
  c.run.gravity = {0, 0, -0.02};
  c.run.step = 0.01;
  c.run.steps = 3000;
  c.run.dump_every = 20;
  return c;
}

}  // namespace scree::peers
