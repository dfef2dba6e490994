// One step of the nonsmooth engine: the pairs that can touch, the problem, its solution, and repeated solutions if more
// pairs come into contact. nonsmooth_apply.cpp applies the solution; nonsmooth_book.cpp has the energies.
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

constexpr int k_sort_every = 64;  // steps between two sorts of the bodies along the space-filling curve
// solutions of one step, each with the pairs added that came into contact in the last one [docs/specs/tasora.md, 1.6]
constexpr int k_max_passes = 20;
// An overlap of a pair outside the problem is ignored below this fraction of the envelope.
constexpr double k_ignored_overlap = 1e-3;
// Passes are repeated until rebound speeds agree to this fraction, or to the solver's tolerance.
constexpr double k_rebound_tolerance = 1e-6;

double smallest(const Vec3d& v) { return std::min({v.x, v.y, v.z}); }

/// A_r, the velocity at which the convex problem opens a contact; in steady motion the contact has the gap h A_r.
double opening_rate(const solve::Contact& c, const std::vector<Twist>& v) {
  const Twist u = relative(c, v);
  return c.cone.slide * norm(across(u.linear, c.normal)) + c.cone.roll * norm(across(u.angular, c.normal)) +
         c.cone.spin * std::abs(dot(u.angular, c.normal));
}

/// Velocities and spins of all bodies of the problem at the beginning of the step.
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
  law::ContactGeometry<double> geometry{};
  geometry.radius = near.radius, geometry.smaller_radius = near.smaller_radius;
  const bool two = settings_.two_coefficients;
  contact.cone = {two && c.slides ? rule.slide.moving : rule.slide.at_rest,
                  (two && c.rolls ? rule.roll.moving : rule.roll.at_rest).at(geometry),
                  (two && c.spins ? rule.spin.moving : rule.spin.at_rest).at(geometry)};
  const double stiffness = rule.stiffness_at(near.radius), h = settings_.step;
  contact.compliance = std::isinf(stiffness) ? 0.0 : 1.0 / (h * h * stiffness);
  contact.bias = near.point.gap / h;
  return contact;
}

/// Newton's restitution, dPhi/dt+ = -e dPhi/dt-. It applies to a contact that would be pressed in this step and closes
/// faster than gravity accelerates a body in one step; slower contacts are resting contacts. The row of the problem
/// gives dPhi/dt+ = A_r - bias, so the bias contains A_r of the motion after the impact. That motion is estimated by
/// `expected`; each pass of the step supplies a better estimate. An impact is rigid: its compliance is zero.
void Nonsmooth::set_restitution(const state::World& world, Candidate& c, const std::vector<Twist>& before,
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
    if (const Contact* old = previous_contact(c.near.key))
      c.impulse = old->impulse, c.slides = old->slides, c.rolls = old->rolls, c.spins = old->spins;
    if (!settings_.warm_start) c.impulse = {};
    all[i].in_problem = problem_contact(world, c);
    set_restitution(world, all[i], before, before);
  }
  return all;
}

void Nonsmooth::index_contacts() {
  contact_index_.resize(contacts_.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    contact_index_[i] = {contacts_[i].near.key, static_cast<std::uint32_t>(i)};
  std::sort(contact_index_.begin(), contact_index_.end());
}

const Nonsmooth::Contact* Nonsmooth::previous_contact(const contact::NearKey& key) const {
  const auto at = std::lower_bound(contact_index_.begin(), contact_index_.end(), key,
                                   [](const auto& entry, const contact::NearKey& k) { return entry.first < k; });
  return at != contact_index_.end() && at->first == key ? &contacts_[at->second] : nullptr;
}

/// Largest ratio over all rules of A_r to the spin of a body of this radius: how far its rotation can open a contact
/// [m].
double Nonsmooth::max_opening(double radius) const {
  law::ContactGeometry<double> geometry{};
  geometry.radius = geometry.smaller_radius = radius;
  double largest = 0.0;
  for (const law::RigidRule& rule : rules_.rules)
    largest = std::max(largest,
                       rule.slide.at_rest * radius + rule.roll.at_rest.at(geometry) + rule.spin.at_rest.at(geometry));
  return largest;
}

/// Replaces the candidates by those of a search with a larger reach; candidates found before keep their state.
void Nonsmooth::merge_wider_search(std::vector<Candidate>& all, std::vector<Candidate> wider) {
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
    const Contact* old = settings_.warm_start ? previous_contact(c.contact.near.key) : nullptr;
    guess.contacts.push_back(old ? old->impulse : Twist{});
  }
  return guess;
}

void Nonsmooth::make_step(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  contact::wrap(world);
  if (steps_ % k_sort_every == 0) contact::rearrange(bodies, contact::new_order(world, {}, true));
  index_contacts();

  solve::Problem problem;
  if (fields_.any()) fields_.evaluate(world, Fields::Velocities::of_lines);
  problem.bodies = rigid_bodies(world, h);
  const std::vector<Twist> before = motions(problem, world);
  std::vector<RowOwner> owners;
  if (!world.joints.empty() || !world.drives.empty())
    add_rows(world, state::SlotOfId(world.bodies), static_cast<std::uint32_t>(problem.bodies.size() - 1), h, world.time,
             problem.rows, owners);

  // Reach of each body: half the envelope plus the distance that its surface moves in this step, first for the motion
  // without contacts, later for the velocities of the solution.
  const auto half_envelope = [&](std::size_t i) {
    return 0.5 * settings_.envelope *
           (bodies.shapes.empty() ? bodies.lines[i].radius : smallest(bodies.shapes[i].half));
  };
  // Largest coefficient of sliding friction mu. The gap h mu |v_T| of a sliding contact exceeds its displacement if mu
  // > 1.
  double max_slide = 0.0;
  for (const law::RigidRule& rule : rules_.rules) max_slide = std::max(max_slide, rule.slide.at_rest);
  const auto distance = [&](std::size_t i, const Twist& v) {
    const double spin = norm(v.angular), radius = bodies.lines[i].radius;
    const double turning = bodies.shape_of_slot(i) == BodyShape::sphere ? 0.0 : spin * radius;
    return h * (std::max(1.0, max_slide) * norm(v.linear) + turning + spin * max_opening(radius));
  };
  contact::Reach reach{.ways = std::vector<double>(bodies.size()), .step = h};
  for (std::size_t i = 0; i < bodies.size(); ++i)
    reach.ways[i] = half_envelope(i) + distance(i, problem.bodies[i].free);
  // A plane on a body moves by spin x distance at points far from that body, so the search needs the spins.
  const auto set_reach_spins = [&](const std::vector<Twist>& motion) {
    if (world.carried.empty()) return;
    reach.spins.clear();
    for (std::size_t i = 0; i < bodies.size(); ++i) reach.spins.push_back(motion[i].angular);
  };
  std::vector<Twist> free_motion;
  free_motion.reserve(problem.bodies.size());
  for (const solve::Body& b : problem.bodies) free_motion.push_back(b.free);
  set_reach_spins(free_motion);

  const contact::NearSearch search(joined_pairs(world));
  std::vector<Candidate> all = candidates(world, search, reach, before);
  const auto gap_after = [&](const Candidate& c, const std::vector<Twist>& v, bool opening_counts) {
    const double rate = dot(relative(c.in_problem, v).linear, c.in_problem.normal);
    return c.contact.near.point.gap + h * (opening_counts ? rate : std::min(rate, 0.0));
  };
  // The problem contains the pairs whose gap would be within the envelope. A contact that slid, rolled or spun has a
  // gap of h A_r in addition, which may exceed the envelope.
  for (Candidate& c : all) {
    const bool was_moving = c.contact.slides || c.contact.rolls || c.contact.spins;
    c.listed = gap_after(c, free_motion, false) < settings_.envelope * c.contact.near.smaller_radius +
                                                      (was_moving ? h * opening_rate(c.in_problem, free_motion) : 0.0);
  }
  solve::Impulses impulses;
  impulses.rows = warm_rows(problem.rows.size());
  solve::Outcome outcome;
  std::vector<Contact> solved;  // contacts of the last pass
  report_.iterations = report_.passes = 0;
  for (bool repeat = true; repeat && report_.passes < k_max_passes; ++report_.passes) {
    problem.contacts.clear(), impulses.contacts.clear();
    // growth by doubling would touch three times as many memory pages
    problem.contacts.reserve(all.size()), impulses.contacts.reserve(all.size()), solved.reserve(all.size());
    for (const Candidate& c : all)
      if (c.listed) problem.contacts.push_back(c.in_problem), impulses.contacts.push_back(c.contact.impulse);
    // Recorded are the problem of the last pass, whose solution is applied, and the guess that a first pass would use.
    if (steps_ + 1 == problem_step_) kept_ = KeptProblem{problem, warm_guess(all, problem.rows.size()), world.time};
    outcome = solve::solve(problem, impulses, settings_.solver);
    report_.iterations += outcome.iterations;
    solved.clear();
    for (Candidate& c : all)
      if ((c.solved = c.listed)) c.contact.impulse = impulses.contacts[solved.size()], solved.push_back(c.contact);

    // If pairs outside the problem came into contact, add them and solve again.
    repeat = false;
    bool search_again = !world.carried.empty();
    set_reach_spins(outcome.velocities);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (const double needed = distance(i, outcome.velocities[i]); needed > reach.ways[i])
        search_again = true, reach.ways[i] = half_envelope(i) + needed;
    if (search_again) merge_wider_search(all, candidates(world, search, reach, before));
    for (Candidate& c : all)
      if (!c.listed && gap_after(c, outcome.velocities, true) <
                           -k_ignored_overlap * settings_.envelope * c.contact.near.smaller_radius)
        c.listed = repeat = true;
    // Repeat also while the bias of a rebound changes with the velocities of the solution.
    for (Candidate& c : all)
      if (c.rebound > 0.0 && c.listed) {
        const double previous = c.in_problem.bias;
        set_restitution(world, c, before, outcome.velocities);
        if (std::abs(c.in_problem.bias - previous) >
            std::max(settings_.solver.tolerance, k_rebound_tolerance * c.rebound))
          repeat = true;
      }
  }
  unconverged_ += search.unconverged();
  book(world, problem, impulses, before, outcome.velocities);
  contacts_ = std::move(solved);
  rows_ = impulses.rows;
  apply(world, problem, impulses, outcome);
  append_missed(all, outcome.velocities);
  keep_loads(world, owners, problem.rows, impulses.rows, h);
  fields_.prepare(world);  // energies() computes the potential from the list
  ++steps_;
}

/// Appends the pairs that overlap after the last pass but were not in its problem: they have no impulse, but their
/// depth is reported.
void Nonsmooth::append_missed(const std::vector<Candidate>& all, const std::vector<Twist>& velocities) {
  const double h = settings_.step;
  report_.missed = 0;
  for (const Candidate& c : all) {
    if (c.solved) continue;
    Contact missed = c.contact;
    missed.impulse = {}, missed.slip = relative(c.in_problem, velocities);
    const double fraction = -missed.gap(h) / missed.near.smaller_radius;
    if (!(fraction > k_ignored_overlap * settings_.envelope)) continue;
    ++report_.missed;
    contacts_.push_back(missed);
  }
}

std::int64_t Nonsmooth::advance(state::World& world, std::int64_t steps) {
  alarm_.reset();
  for (std::int64_t i = 0; i < steps; ++i) {
    make_step(world);
    if (const contact::Deepest d = deepest(world); d.fraction > overlap_alarm_) {
      const auto id = [&](state::Slot slot) { return world.bodies.lines[slot].id; };
      alarm_ = {.a = id(d.a),
                .b = d.plane ? state::k_no_body : id(d.b),
                .wall = d.plane ? static_cast<int>(d.b) : -1,
                .overlap = d.overlap,
                .fraction = d.fraction};
      return i + 1;
    }
  }
  return steps;
}

}  // namespace scree::step
