#include "step/nonsmooth.h"

#include <algorithm>
#include <cmath>

#include "contact/arrange.h"
#include "step/joints.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using solve::Twist;
using state::BodyLine;
using state::FormKind;

constexpr int k_sort_every = 64;   // steps between two sortings of the bodies along the curve
constexpr int k_most_passes = 4;   // solutions of one step, with pairs added that met unexpectedly [docs/specs/tasora.md, 1.6]
// A part of a contact moves if its velocity is above this multiple of the solver's tolerance: what a solution leaves is not motion.
constexpr double k_motion = 10.0;

Vec3d across(const Vec3d& v, const Vec3d& n) { return sub_scaled(v, dot(v, n), n); }

bool is_carried(const state::World& world, std::uint32_t wall) { return wall >= world.walls.size() && wall < world.walls.size() + world.carried.size(); }

std::vector<Twist> motions(const solve::Problem& problem, const state::World& world) {
  std::vector<Twist> now;
  now.reserve(problem.bodies.size());
  for (const BodyLine& p : world.bodies.lines) now.push_back({p.velocity(), p.spin()});
  for (std::size_t i = now.size(); i < problem.bodies.size(); ++i) now.push_back(problem.bodies[i].free);
  return now;
}

}  // namespace

solve::Contact Nonsmooth::problem_contact(const state::World& world, const Contact& c, const std::vector<Twist>& before) const {
  const law::RigidRule& rule = rules_.rules[c.rule];
  const contact::Near& near = c.near;
  solve::Contact contact;
  contact.a = near.a;
  contact.b = near.wall == contact::k_no_wall || is_carried(world, near.wall) ? near.b : static_cast<std::uint32_t>(world.bodies.size() + near.wall);
  contact.normal = near.point.normal, contact.arm_a = near.point.arm_a, contact.arm_b = near.point.arm_b;
  law::Touch<double> touch{};
  touch.radius = near.radius, touch.smaller_radius = near.smaller_radius;
  const bool two = settings_.two_coefficients;
  contact.cone = {two && c.slides ? rule.slide.moving : rule.slide.at_rest, (two && c.rolls ? rule.roll.moving : rule.roll.at_rest).at(touch),
                  (two && c.spins ? rule.spin.moving : rule.spin.at_rest).at(touch)};
  const double stiffness = rule.stiffness_at(near.radius), h = settings_.step;
  contact.compliance = std::isinf(stiffness) ? 0.0 : 1.0 / (h * h * stiffness);
  contact.bias = near.point.gap / h;
  if (rule.restitution > 0.0) {
    // Newton's: dPhi/dt+ >= -e dPhi/dt-, for a contact that closes in this step, faster than the weight of one step would make it: slower
    // ones are at rest on each other.
    const double closing = dot(relative(contact, before).linear, contact.normal);
    if (closing < -norm(world.gravity) * h && near.point.gap + h * closing <= 0.0) contact.bias = std::min(contact.bias, rule.restitution * closing);
  }
  return contact;
}

/// Impulses and modes of the last step for contacts that go on. Both lists are sorted by key.
void Nonsmooth::remember(std::vector<Contact>& contacts) const {
  auto old = contacts_.begin();
  for (Contact& c : contacts) {
    while (old != contacts_.end() && old->near.key < c.near.key) ++old;
    if (old == contacts_.end()) return;
    if (old->near.key != c.near.key) continue;
    c.impulse = old->impulse, c.slides = old->slides, c.rolls = old->rolls, c.spins = old->spins;
  }
}

void Nonsmooth::make_step(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  contact::wrap(world);
  if (steps_ % k_sort_every == 0) contact::rearrange(bodies, contact::new_order(world, {}, true));

  solve::Problem problem;
  problem.bodies = rigid_bodies(world, h);
  const auto world_body = static_cast<std::uint32_t>(problem.bodies.size() - 1);
  const std::vector<Twist> before = motions(problem, world);
  std::vector<RowOwner> owners;
  if (!world.joints.empty() || !world.drives.empty())
    add_rows(world, slots_by_id(world), world_body, h, world.time, problem.rows, owners);

  const contact::NearSearch search(joined_pairs(world));
  const auto half_envelope = [&](std::size_t i) {
    const double r = bodies.forms.empty() ? bodies.lines[i].radius : std::min({bodies.forms[i].half.x, bodies.forms[i].half.y, bodies.forms[i].half.z});
    return 0.5 * settings_.envelope * r;
  };
  // How far a body may come towards another: with the speed of its surface now, or with that which the last pass found.
  std::vector<double> reach(bodies.size());
  const auto way = [&](std::size_t i, const Twist& v) {
    const double turning = bodies.form_kind(i) == FormKind::sphere ? 0.0 : norm(v.angular) * bodies.lines[i].radius;
    return h * (norm(v.linear) + turning);
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) reach[i] = half_envelope(i) + way(i, problem.bodies[i].free);

  solve::Impulses impulses;
  solve::Outcome outcome;
  std::vector<Contact> contacts;
  std::int64_t iterations = 0, passes = 0;
  std::vector<Twist> expected;  // motion by which contacts are chosen: at first that without contacts, then that of the last pass
  for (const solve::Body& b : problem.bodies) expected.push_back(b.free);
  std::vector<contact::NearKey> listed;
  for (bool again = true; again && passes < k_most_passes; ++passes) {
    std::vector<contact::Near> near = search.find(world, reach);
    ++searches_;
    std::sort(near.begin(), near.end(), [](const contact::Near& p, const contact::Near& q) { return p.key < q.key; });
    std::vector<Contact> chosen;
    problem.contacts.clear();
    for (const contact::Near& n : near) {
      Contact c{.near = n};
      c.rule = rules_.of(c.near.material_a, c.near.material_b);
      const solve::Contact in_problem = problem_contact(world, c, before);
      const double closing = dot(relative(in_problem, expected).linear, in_problem.normal);
      const bool was_listed = std::binary_search(listed.begin(), listed.end(), c.near.key);
      if (!was_listed && c.near.point.gap + h * std::min(closing, 0.0) >= settings_.envelope * c.near.smaller_radius) continue;
      chosen.push_back(c);
    }
    remember(chosen);
    for (const Contact& c : chosen) problem.contacts.push_back(problem_contact(world, c, before));
    if (passes == 0) {
      impulses.contacts.clear();
      for (const Contact& c : chosen) impulses.contacts.push_back(settings_.warm_start ? c.impulse : Twist{});
      impulses.rows = settings_.warm_start && rows_.size() == problem.rows.size() ? rows_ : std::vector<double>(problem.rows.size(), 0.0);
      if (steps_ + 1 == wanted_) kept_ = KeptProblem{problem, impulses};
    } else {  // what the last pass found, and nothing for those that are new
      std::vector<Twist> guess;
      auto old = contacts.begin();
      for (const Contact& c : chosen) {
        while (old != contacts.end() && old->near.key < c.near.key) ++old;
        guess.push_back(old != contacts.end() && old->near.key == c.near.key ? impulses.contacts[static_cast<std::size_t>(old - contacts.begin())] : Twist{});
      }
      impulses.contacts = std::move(guess);
    }
    contacts = std::move(chosen);
    outcome = solve::solve(problem, impulses, settings_.solver);
    iterations += outcome.iterations;

    // Did anything meet that was not in the problem? Look at all pairs again with the motion that was found.
    expected = outcome.velocities;
    listed.clear();
    for (const Contact& c : contacts) listed.push_back(c.near.key);
    again = false;
    bool farther = false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double needed = way(i, expected[i]);
      if (needed > reach[i]) farther = true, reach[i] = half_envelope(i) + needed;
    }
    if (farther) {
      near = search.find(world, reach);
      ++searches_;
    }
    for (const contact::Near& n : near) {
      Contact c{.near = n};
      c.rule = rules_.of(n.material_a, n.material_b);
      const solve::Contact in_problem = problem_contact(world, c, before);
      const double gap = n.point.gap + h * dot(relative(in_problem, expected).linear, in_problem.normal);
      if (gap < -1e-3 * settings_.envelope * n.smaller_radius && !std::binary_search(listed.begin(), listed.end(), n.key)) again = true;
    }
  }
  unconverged_ += search.unconverged();
  contacts_ = std::move(contacts);
  rows_ = impulses.rows;
  told_.iterations = iterations, told_.passes = passes;
  book(problem, impulses, before, outcome.velocities);
  apply(world, problem, impulses, outcome);
  keep_loads(world, owners, problem.rows, impulses.rows, h);
  ++steps_;
}

void Nonsmooth::book(const solve::Problem& problem, const solve::Impulses& impulses, const std::vector<Twist>& before, const std::vector<Twist>& after) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const Twist &g = impulses.contacts[i], u0 = relative(c, before), u1 = relative(c, after);
    const Vec3d slip = 0.5 * (u0.linear + u1.linear), turn = 0.5 * (u0.angular + u1.angular);
    const double g_n = dot(g.linear, c.normal), t_n = dot(g.angular, c.normal), u_n = dot(slip, c.normal), w_n = dot(turn, c.normal);
    accounts_.lost.normal -= g_n * u_n;
    accounts_.lost.slide -= dot(g.linear, slip) - g_n * u_n;
    accounts_.lost.spin -= t_n * w_n;
    accounts_.lost.roll -= dot(g.angular, turn) - t_n * w_n;
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const solve::Row& r = problem.rows[i];
    const auto velocity = [&](const std::vector<Twist>& v) {
      return dot(r.linear, v[r.a].linear - v[r.b].linear) + dot(r.angular_a, v[r.a].angular) + dot(r.angular_b, v[r.b].angular);
    };
    accounts_.drives += impulses.rows[i] * 0.5 * (velocity(before) + velocity(after));
  }
}

void Nonsmooth::apply(state::World& world, const solve::Problem& problem, const solve::Impulses& impulses, const solve::Outcome& outcome) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  // Loads of contacts on bodies and walls.
  std::vector<Twist> loads(problem.bodies.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const Twist &g = impulses.contacts[i];
    loads[c.a].linear += g.linear, loads[c.a].angular += cross(c.arm_a, g.linear) + g.angular;
    loads[c.b].linear -= g.linear, loads[c.b].angular -= cross(c.arm_b, g.linear) + g.angular;
  }
  const auto line = [&](const Twist& t) {
    return state::LoadLine{t.linear.x / h, t.linear.y / h, t.linear.z / h, 0, t.angular.x / h, t.angular.y / h, t.angular.z / h, 0};
  };
  bodies.loads.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyLine& p = bodies.lines[i];
    bodies.loads[i] = line(loads[i]);
    if (p.locks != 0) {  // work of what holds locked degrees of freedom at their velocity
      const Vec3d held = Vec3d{1, 1, 1} - free_axes(p, 0), held_turn = Vec3d{1, 1, 1} - free_axes(p, 3);
      const Vec3d push = loads[i].linear + h * bodies.constant_force(i, world.gravity);
      accounts_.drives -= dot(times(held, push), p.velocity()) + dot(times(held_turn, loads[i].angular), p.spin());
    }
    const Twist& v = outcome.velocities[i];
    p.vx = v.linear.x, p.vy = v.linear.y, p.vz = v.linear.z;
    p.wx = v.angular.x, p.wy = v.angular.y, p.wz = v.angular.z;
    p.x += h * p.vx, p.y += h * p.vy, p.z += h * p.vz;
    if (!bodies.orientations.empty()) bodies.orientations[i] = state::turned(bodies.orientations[i], h * p.spin());
    if (!bodies.forms.empty()) bodies.forms[i].turn = h * p.spin();
  }
  std::size_t wall = bodies.size();
  for (state::Wall& w : world.walls) {
    const Twist& g = loads[wall++];
    accounts_.walls -= dot(g.linear, w.velocity);
    w.load = line(g), w.point += h * w.velocity;
  }
  wall += world.carried.size();
  for (std::size_t k = 0; k < world.carried.size(); ++k) {
    Twist g;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      if (contacts_[i].near.wall == world.walls.size() + k) {
        const Twist& on_a = impulses.contacts[i];
        g.linear -= on_a.linear, g.angular -= cross(problem.contacts[i].arm_b, on_a.linear) + on_a.angular;
      }
    world.carried[k].load = line(g);
  }
  for (state::Cylinder& c : world.cylinders) {
    const Twist& g = loads[wall++];
    accounts_.walls -= dot(g.linear, c.velocity * c.axis) + dot(g.angular, c.spin * c.axis);
    c.load = line(g), c.point += (h * c.velocity) * c.axis;
  }
  world.time += h;

  told_.residual = outcome.residual.rms, told_.largest_residual = outcome.residual.max, told_.cone_violation = outcome.residual.cone_violation;
  told_.reached = outcome.reached, told_.worst_a = told_.worst_b = 0, told_.opening = 0.0;
  ++told_.steps, told_.unreached += !outcome.reached, told_.all_iterations += told_.iterations;
  const double still = k_motion * settings_.solver.tolerance;
  double deepest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : deepest)
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& c = contacts_[i];
    const solve::Contact& in_problem = problem.contacts[i];
    c.impulse = impulses.contacts[i];
    c.slip = relative(in_problem, outcome.velocities);
    c.residual = outcome.residuals.empty() ? 0.0 : outcome.residuals[i];
    const Vec3d& n = c.near.point.normal;
    const double radius = c.near.radius;
    const bool pressed = c.is_active();
    const double slide = norm(across(c.slip.linear, n)), roll = norm(across(c.slip.angular, n)), spin = std::abs(dot(c.slip.angular, n));
    // A part that moved and still does stays in motion though nothing presses it in this step: the kinetic limit has the smaller gap h A_r, to which
    // the body has to fall first. Were it static again until then, the two would take turns, and all impulses would come at the static limit.
    const auto moves = [&](bool before, double speed) { return speed > still && (pressed || before); };
    c.slides = moves(c.slides, slide), c.rolls = moves(c.rolls, radius * roll), c.spins = moves(c.spins, radius * spin);
    c.opening = pressed ? h * (in_problem.cone.slide * slide + in_problem.cone.roll * roll + in_problem.cone.spin * spin) : 0.0;
    deepest = std::max(deepest, -c.gap(h) / c.near.smaller_radius);
  }
  for (const Contact& c : contacts_) told_.opening = std::max(told_.opening, c.opening);
  if (outcome.residual.worst >= 0 && static_cast<std::size_t>(outcome.residual.worst) < contacts_.size()) {
    const contact::NearKey& key = contacts_[static_cast<std::size_t>(outcome.residual.worst)].near.key;
    told_.worst_a = key.a, told_.worst_b = key.b;
  }
  if (deepest > overlap_alarm_) alarmed_ = true;
}

std::int64_t Nonsmooth::advance(state::World& world, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    make_step(world);
    if (alarmed_) return i + 1;
  }
  return steps;
}

double Nonsmooth::take_out(state::World& world, const std::vector<char>& removed) {
  contact::rearrange(world.bodies, contact::new_order(world, removed, false));
  const std::vector<state::Slot> slots = slots_by_id(world);
  const auto gone = [&](std::uint32_t id) { return id != 0 && (id >= slots.size() || slots[id] == k_no_slot); };
  std::erase_if(contacts_, [&](const Contact& c) { return gone(c.near.key.a) || gone(c.near.key.b); });
  return 0.0;
}

}  // namespace scree::step
