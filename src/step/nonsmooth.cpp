#include "step/nonsmooth.h"

#include <algorithm>
#include <cmath>

#include "contact/arrange.h"
#include "step/joints.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using solve::Twist;
using state::BodyLine;

constexpr int k_sort_every = 64;  // steps between two sortings of the bodies along the curve
// solutions of one step, with pairs added that met unexpectedly [docs/specs/tasora.md, 1.6]
constexpr int k_most_passes = 20;
// An overlap that appears in one step at a pair that was not in the problem is let go below this share of the envelope.
constexpr double k_unseen = 1e-3;
// A rebound is right to this share of its speed, or to the solver's tolerance.
constexpr double k_rebound = 1e-6;
// A part of a contact moves if its velocity is above this multiple of the solver's tolerance: what a solution leaves is
// not motion.
constexpr double k_motion = 10.0;

double least(const Vec3d& v) { return std::min({v.x, v.y, v.z}); }

/// A_r: how fast the convex problem opens the contact, h A_r being its gap in steady motion.
double opening_rate(const solve::Contact& c, const std::vector<Twist>& v) {
  const Twist u = relative(c, v);
  return c.cone.slide * norm(across(u.linear, c.normal)) + c.cone.roll * norm(across(u.angular, c.normal)) +
         c.cone.spin * std::abs(dot(u.angular, c.normal));
}

std::vector<Twist> motions(const solve::Problem& problem, const state::World& world) {
  std::vector<Twist> now;
  now.reserve(problem.bodies.size());
  for (const BodyLine& p : world.bodies.lines) now.push_back({p.velocity(), p.spin()});
  for (std::size_t i = now.size(); i < problem.bodies.size(); ++i) now.push_back(problem.bodies[i].free);
  return now;
}

}  // namespace

solve::Contact Nonsmooth::problem_contact(const state::World& world, const Contact& c) const {
  const law::RigidRule& rule = rules_.rules[c.rule];
  const contact::Near& near = c.near;
  solve::Contact contact;
  contact.a = near.a;
  contact.b = near.wall == contact::k_no_wall || is_carried(world, near.wall)
                  ? near.b
                  : static_cast<std::uint32_t>(world.bodies.size() + near.wall);
  contact.normal = near.point.normal, contact.arm_a = near.point.arm_a, contact.arm_b = near.point.arm_b;
  law::Touch<double> touch{};
  touch.radius = near.radius, touch.smaller_radius = near.smaller_radius;
  const bool two = settings_.two_coefficients;
  contact.cone = {two && c.slides ? rule.slide.moving : rule.slide.at_rest,
                  (two && c.rolls ? rule.roll.moving : rule.roll.at_rest).at(touch),
                  (two && c.spins ? rule.spin.moving : rule.spin.at_rest).at(touch)};
  const double stiffness = rule.stiffness_at(near.radius), h = settings_.step;
  contact.compliance = std::isinf(stiffness) ? 0.0 : 1.0 / (h * h * stiffness);
  contact.bias = near.point.gap / h;
  return contact;
}

/// Newton's restitution: dPhi/dt+ = -e dPhi/dt-, for a contact that would press in this step and closes faster than the
/// weight of one step would make it (slower ones are at rest on each other). The row of the problem gives dPhi/dt+ =
/// A_r - bias, so A_r of the motion after the impact goes into the bias: that of `expected`, which passes of the step
/// bring to what they find. An impact is rigid: it has no compliance.
void Nonsmooth::rebound(const state::World& world, Candidate& c, const std::vector<Twist>& before,
                        const std::vector<Twist>& expected) const {
  const double e = rules_.rules[c.contact.rule].restitution, h = settings_.step, gap = c.contact.near.point.gap;
  if (!(e > 0.0)) return;
  const double closing = dot(relative(c.in_problem, before).linear, c.in_problem.normal),
               weight = norm(world.gravity) * h;
  if (!(closing < -weight)) return;
  if (c.rebound == 0.0 && !(gap / h + closing - weight < opening_rate(c.in_problem, before))) return;
  c.rebound = -e * closing;
  const double bias = opening_rate(c.in_problem, expected) - c.rebound;
  c.in_problem.bias = gap < 0.0 ? std::min(gap / h, bias) : bias;
  c.in_problem.compliance = 0.0;
}

std::vector<Nonsmooth::Candidate> Nonsmooth::candidates(const state::World& world, const contact::NearSearch& search,
                                                        const contact::Reach& reach, const std::vector<Twist>& before) {
  const std::vector<contact::Near> near = search.find(world, reach);
  ++searches_;
  std::vector<Candidate> all(near.size());
#pragma omp parallel for schedule(static) if (near.size() > 1000)
  for (std::size_t i = 0; i < near.size(); ++i) {
    Contact& c = all[i].contact;
    c.near = near[i];
    c.rule = rules_.of(c.near.material_a, c.near.material_b);
    if (const Contact* old = remembered(c.near.key))
      c.impulse = old->impulse, c.slides = old->slides, c.rolls = old->rolls, c.spins = old->spins;
    if (!settings_.warm_start) c.impulse = {};
    all[i].in_problem = problem_contact(world, c);
    rebound(world, all[i], before, before);
  }
  return all;
}

void Nonsmooth::memorise() {
  memory_.resize(contacts_.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    memory_[i] = {contacts_[i].near.key, static_cast<std::uint32_t>(i)};
  std::sort(memory_.begin(), memory_.end());
}

const Nonsmooth::Contact* Nonsmooth::remembered(const contact::NearKey& key) const {
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), key,
                                   [](const auto& entry, const contact::NearKey& k) { return entry.first < k; });
  return at != memory_.end() && at->first == key ? &contacts_[at->second] : nullptr;
}

/// Over the spin of a body of this radius: the rate A_r at which its turning may open a contact, the most of all rules
/// [m].
double Nonsmooth::most_opening(double radius) const {
  law::Touch<double> touch{};
  touch.radius = touch.smaller_radius = radius;
  double most = 0.0;
  for (const law::RigidRule& rule : rules_.rules)
    most = std::max(most, rule.slide.at_rest * radius + rule.roll.at_rest.at(touch) + rule.spin.at_rest.at(touch));
  return most;
}

/// A wider search: what was found before stays as it is.
void Nonsmooth::look_farther(std::vector<Candidate>& all, std::vector<Candidate> wider) {
  std::vector<std::pair<contact::NearKey, std::size_t>> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace_back(all[i].contact.near.key, i);
  std::sort(places.begin(), places.end());
  for (Candidate& c : wider) {
    const auto at = std::lower_bound(places.begin(), places.end(), std::pair{c.contact.near.key, std::size_t{0}});
    if (at != places.end() && at->first == c.contact.near.key) c = all[at->second];
  }
  all = std::move(wider);
}

std::vector<double> Nonsmooth::warm_rows(std::size_t count) const {
  return settings_.warm_start && rows_.size() == count ? rows_ : std::vector<double>(count, 0.0);
}

solve::Impulses Nonsmooth::warm_guess(const std::vector<Candidate>& all, std::size_t rows) const {
  solve::Impulses guess{{}, warm_rows(rows)};
  for (const Candidate& c : all) {
    if (!c.listed) continue;
    const Contact* old = settings_.warm_start ? remembered(c.contact.near.key) : nullptr;
    guess.contacts.push_back(old ? old->impulse : Twist{});
  }
  return guess;
}

void Nonsmooth::make_step(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  contact::wrap(world);
  if (steps_ % k_sort_every == 0) contact::rearrange(bodies, contact::new_order(world, {}, true));
  memorise();

  solve::Problem problem;
  if (fields_.any()) fields_.evaluate(world, Fields::Velocities::of_lines);
  problem.bodies = rigid_bodies(world, h);
  const std::vector<Twist> before = motions(problem, world);
  std::vector<RowOwner> owners;
  if (!world.joints.empty() || !world.drives.empty())
    add_rows(world, state::SlotOfId(world.bodies), static_cast<std::uint32_t>(problem.bodies.size() - 1), h, world.time,
             problem.rows, owners);

  // How far each body may come: half the envelope, and the way of its surface in this step, first without contacts,
  // then as the solver finds.
  const auto half_envelope = [&](std::size_t i) {
    return 0.5 * settings_.envelope * (bodies.forms.empty() ? bodies.lines[i].radius : least(bodies.forms[i].half));
  };
  double grip = 0.0;  // largest coefficient of sliding: above 1 a sliding contact rides higher than its way in the step
  for (const law::RigidRule& rule : rules_.rules) grip = std::max(grip, rule.slide.at_rest);
  const auto way = [&](std::size_t i, const Twist& v) {
    const double spin = norm(v.angular), radius = bodies.lines[i].radius;
    const double turning = bodies.form_kind(i) == BodyShape::sphere ? 0.0 : spin * radius;
    return h * (std::max(1.0, grip) * norm(v.linear) + turning + spin * most_opening(radius));
  };
  contact::Reach reach{.ways = std::vector<double>(bodies.size()), .step = h};
  for (std::size_t i = 0; i < bodies.size(); ++i) reach.ways[i] = half_envelope(i) + way(i, problem.bodies[i].free);
  // a plane on a body goes far where it is far from that body
  const auto take_spins = [&](const std::vector<Twist>& motion) {
    if (world.carried.empty()) return;
    reach.spins.clear();
    for (std::size_t i = 0; i < bodies.size(); ++i) reach.spins.push_back(motion[i].angular);
  };
  std::vector<Twist> free;
  free.reserve(problem.bodies.size());
  for (const solve::Body& b : problem.bodies) free.push_back(b.free);
  take_spins(free);

  const contact::NearSearch search(joined_pairs(world));
  std::vector<Candidate> all = candidates(world, search, reach, before);
  const auto gap_after = [&](const Candidate& c, const std::vector<Twist>& v, bool opening_counts) {
    const double rate = dot(relative(c.in_problem, v).linear, c.in_problem.normal);
    return c.contact.near.point.gap + h * (opening_counts ? rate : std::min(rate, 0.0));
  };
  // What slid, rolled or spun goes on at its gap of h A_r, which may be wider than the envelope.
  for (Candidate& c : all) {
    const bool rides = c.contact.slides || c.contact.rolls || c.contact.spins;
    c.listed = gap_after(c, free, false) < settings_.envelope * c.contact.near.smaller_radius +
                                               (rides ? h * opening_rate(c.in_problem, free) : 0.0);
  }
  solve::Impulses impulses;
  impulses.rows = warm_rows(problem.rows.size());
  solve::Outcome outcome;
  std::vector<Contact> made;  // contacts of the last pass
  told_.iterations = told_.passes = 0;
  for (bool again = true; again && told_.passes < k_most_passes; ++told_.passes) {
    problem.contacts.clear(), impulses.contacts.clear();
    // to grow by doubling is to touch three times the pages
    problem.contacts.reserve(all.size()), impulses.contacts.reserve(all.size()), made.reserve(all.size());
    for (const Candidate& c : all)
      if (c.listed) problem.contacts.push_back(c.in_problem), impulses.contacts.push_back(c.contact.impulse);
    // The problem of the last pass is the one that makes the step; its guess is the one that a first pass would have.
    if (steps_ + 1 == wanted_) kept_ = KeptProblem{problem, warm_guess(all, problem.rows.size()), world.time};
    outcome = solve::solve(problem, impulses, settings_.solver);
    told_.iterations += outcome.iterations;
    made.clear();
    for (Candidate& c : all)
      if ((c.solved = c.listed)) c.contact.impulse = impulses.contacts[made.size()], made.push_back(c.contact);

    // Did anything meet that was not in the problem? Then once more, with it.
    again = false;
    bool farther = !world.carried.empty();
    take_spins(outcome.velocities);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (const double needed = way(i, outcome.velocities[i]); needed > reach.ways[i])
        farther = true, reach.ways[i] = half_envelope(i) + needed;
    if (farther) look_farther(all, candidates(world, search, reach, before));
    for (Candidate& c : all)
      if (!c.listed &&
          gap_after(c, outcome.velocities, true) < -k_unseen * settings_.envelope * c.contact.near.smaller_radius)
        c.listed = again = true;
    for (Candidate& c : all)  // does it rebound as it should?
      if (c.rebound > 0.0 && c.listed) {
        const double was = c.in_problem.bias;
        rebound(world, c, before, outcome.velocities);
        if (std::abs(c.in_problem.bias - was) > std::max(settings_.solver.tolerance, k_rebound * c.rebound))
          again = true;
      }
  }
  unconverged_ += search.unconverged();
  book(world, problem, impulses, before, outcome.velocities);
  contacts_ = std::move(made);
  rows_ = impulses.rows;
  apply(world, problem, impulses, outcome);
  remember_missed(all, outcome.velocities);
  keep_loads(world, owners, problem.rows, impulses.rows, h);
  fields_.prepare(world);  // for whoever asks for the potential
  ++steps_;
}

/// Pairs that still meet after the last pass bear nothing, but their depth is to be seen.
void Nonsmooth::remember_missed(const std::vector<Candidate>& all, const std::vector<Twist>& velocities) {
  const double h = settings_.step;
  told_.missed = 0;
  for (const Candidate& c : all) {
    if (c.solved) continue;
    Contact missed = c.contact;
    missed.impulse = {}, missed.slip = relative(c.in_problem, velocities);
    const double share = -missed.gap(h) / missed.near.smaller_radius;
    if (!(share > k_unseen * settings_.envelope)) continue;
    ++told_.missed;
    contacts_.push_back(missed);
  }
}

void Nonsmooth::apply(state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
                      const solve::Outcome& outcome) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  // Loads of contacts on bodies and walls.
  std::vector<Twist> loads(problem.bodies.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const Twist& g = impulses.contacts[i];
    loads[c.a].linear += g.linear, loads[c.a].angular += cross(c.arm_a, g.linear) + g.angular;
    loads[c.b].linear -= g.linear, loads[c.b].angular -= cross(c.arm_b, g.linear) + g.angular;
  }
  const auto line = [&](const Twist& t) {
    return state::LoadLine{t.linear.x / h,  t.linear.y / h,  t.linear.z / h,  0,
                           t.angular.x / h, t.angular.y / h, t.angular.z / h, 0};
  };
  bodies.loads.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyLine& p = bodies.lines[i];
    bodies.loads[i] = line(loads[i]);
    // What holds locked degrees of freedom at their velocity bears this.
    accounts_.drives -=
        work_on_held(p, {loads[i].linear + h * bodies.applied_force(i, world.gravity), loads[i].angular});
    const Twist& v = outcome.velocities[i];
    p.vx = v.linear.x, p.vy = v.linear.y, p.vz = v.linear.z;
    p.wx = v.angular.x, p.wy = v.angular.y, p.wz = v.angular.z;
    p.x += h * p.vx, p.y += h * p.vy, p.z += h * p.vz;
    if (!bodies.orientations.empty()) bodies.turn(i, h * p.spin());
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

  told_.residual = outcome.residual.rms, told_.largest_residual = outcome.residual.max,
  told_.cone_violation = outcome.residual.cone_violation;
  told_.reached = outcome.reached, told_.worst_a = told_.worst_b = 0, told_.opening = 0.0;
  ++told_.steps, told_.all_iterations += told_.iterations;
  if (!outcome.reached) {
    if (told_.unreached++ == 0) told_.first_unreached = steps_ + 1;
    told_.unreached_residual = std::max(told_.unreached_residual, outcome.residual.rms);
  }
  const double still = k_motion * settings_.solver.tolerance;
#pragma omp parallel for schedule(static) if (contacts_.size() > 1000)
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& c = contacts_[i];
    const solve::Contact& in_problem = problem.contacts[i];
    c.impulse = impulses.contacts[i];
    c.slip = relative(in_problem, outcome.velocities);
    c.residual = outcome.residuals.empty() ? 0.0 : outcome.residuals[i];
    const Vec3d& n = c.near.point.normal;
    const double radius = c.near.radius;
    const bool pressed = c.is_active();
    const double slide = norm(across(c.slip.linear, n)), roll = norm(across(c.slip.angular, n)),
                 spin = std::abs(dot(c.slip.angular, n));
    // A part that moved and still does stays in motion though nothing presses it in this step: the kinetic limit has
    // the smaller gap h A_r, to which the body has to fall first. Were it static again until then, the two would take
    // turns, and all impulses would come at the static limit.
    const auto moves = [&](bool before, double speed) { return speed > still && (pressed || before); };
    c.slides = moves(c.slides, slide), c.rolls = moves(c.rolls, radius * roll), c.spins = moves(c.spins, radius * spin);
    c.opening =
        pressed ? h * (in_problem.cone.slide * slide + in_problem.cone.roll * roll + in_problem.cone.spin * spin) : 0.0;
  }
  for (const Contact& c : contacts_) told_.opening = std::max(told_.opening, c.opening);
  if (outcome.residual.worst >= 0 && static_cast<std::size_t>(outcome.residual.worst) < contacts_.size()) {
    const contact::NearKey& key = contacts_[static_cast<std::size_t>(outcome.residual.worst)].near.key;
    told_.worst_a = number(key.a), told_.worst_b = number(key.b);
  }
}

std::int64_t Nonsmooth::advance(state::World& world, std::int64_t steps) {
  alarm_.reset();
  for (std::int64_t i = 0; i < steps; ++i) {
    make_step(world);
    if (const contact::Deepest d = deepest(world); d.share > overlap_alarm_) {
      const auto id = [&](state::Slot slot) { return world.bodies.lines[slot].id; };
      alarm_ = {.a = id(d.a),
                .b = d.plane ? state::k_no_body : id(d.b),
                .wall = d.plane ? static_cast<int>(d.b) : -1,
                .overlap = d.overlap,
                .fraction = d.share};
      return i + 1;
    }
  }
  return steps;
}

}  // namespace scree::step
