// What the nonsmooth engine tells of its state, and how the state is saved.
#include <algorithm>
#include <cmath>

#include "step/joints.h"
#include "step/nonsmooth.h"

namespace scree::step {
namespace {

Vec3d across(const Vec3d& v, const Vec3d& n) { return sub_scaled(v, dot(v, n), n); }

contact::Mode mode(double limit, bool moves) { return limit == 0.0 ? contact::Mode::none : moves ? contact::Mode::slip : contact::Mode::stick; }

// Numbers of a saved contact, in this order.
constexpr std::size_t k_numbers = 26, k_names = 9;
template <class C, class F>
void each_number(C& c, F f) {
  for (auto* v : {&c.near.point.normal, &c.near.point.arm_a, &c.near.point.arm_b, &c.impulse.linear, &c.impulse.angular, &c.slip.linear, &c.slip.angular})
    f(v->x), f(v->y), f(v->z);
  f(c.near.point.gap), f(c.near.radius), f(c.near.smaller_radius), f(c.residual), f(c.opening);
}

}  // namespace

Ledger Nonsmooth::energies(const state::World& world) const {
  Ledger ledger = motion_energies(world);
  ledger.lost = accounts_.lost;
  ledger.walls = accounts_.walls, ledger.drives = accounts_.drives;
  return ledger;
}

void Nonsmooth::tell(const state::World& world, StepReport& report) const {
  report.contacts = contact_count();
  report.pairs = pair_count();
  report.rebuilds = searches_;
  report.largest_overlap = deepest(world).share;
  report.unconverged = unconverged_;
  report.solver = told_;
}

std::int64_t Nonsmooth::contact_count() const {
  return std::count_if(contacts_.begin(), contacts_.end(), [](const Contact& c) { return c.is_active(); });
}

std::vector<int> Nonsmooth::coordination(std::size_t bodies) const {
  std::vector<int> count(bodies, 0);
  for (const Contact& c : contacts_)
    if (c.is_active()) {
      ++count[c.near.a];
      if (c.near.wall == contact::k_no_wall) ++count[c.near.b];
    }
  return count;
}

contact::Deepest Nonsmooth::deepest(const state::World&) const {
  contact::Deepest deepest;
  for (const Contact& c : contacts_) {
    const double overlap = -c.gap(settings_.step), share = overlap / c.near.smaller_radius;
    if (share > deepest.share) {
      const bool wall = c.near.wall != contact::k_no_wall;
      deepest = {c.near.a, wall ? c.near.wall : c.near.b, wall, overlap, share};
    }
  }
  return deepest;
}

void Nonsmooth::observe(const state::World& world, const See& see) const {
  const double h = settings_.step;
  for (const Contact& c : contacts_) {
    if (!c.is_active()) continue;
    const contact::Near& near = c.near;
    const Vec3d& n = near.point.normal;
    const law::RigidRule& rule = rules_.rules[c.rule];
    const bool wall = near.wall != contact::k_no_wall;
    contact::Observed o;
    o.a = near.a, o.b = wall ? near.wall : near.b, o.plane = wall, o.model = c.rule;
    const double gap = c.gap(h);
    // To the foot of a's centre on the wall, or to the centre of b, as they stand at the end of the step.
    o.branch = wall ? (gap - dot(near.point.arm_a, n)) * n
                    : world.cell.shortest(world.bodies.lines[near.a].position() - world.bodies.lines[near.b].position());
    o.normal = n, o.overlap = -gap, o.smaller_radius = near.smaller_radius;
    o.normal_force = c.pressing() / h;
    o.friction = (1.0 / h) * across(c.impulse.linear, n);
    o.roll_torque = (1.0 / h) * across(c.impulse.angular, n), o.spin_torque = dot(c.impulse.angular, n) / h;
    law::Touch<double> touch{};
    touch.radius = near.radius, touch.smaller_radius = near.smaller_radius;
    o.slide = mode(rule.slide.at_rest, c.slides), o.roll = mode(rule.roll.at_rest.at(touch), c.rolls), o.spin = mode(rule.spin.at_rest.at(touch), c.spins);
    o.residual = c.residual, o.opening = c.opening;
    see(o);
  }
}

std::size_t Nonsmooth::bytes() const { return state::bytes_of(contacts_) + state::bytes_of(rows_); }

void Nonsmooth::save(Archive& archive) const {
  std::vector<double> numbers;
  std::vector<std::uint32_t> names;
  for (const Contact& c : contacts_) {
    each_number(c, [&](double x) { numbers.push_back(x); });
    const contact::Near& n = c.near;
    const auto modes = static_cast<std::uint32_t>(c.slides | c.rolls << 1 | c.spins << 2);
    names.insert(names.end(), {n.key.a, n.key.b, n.key.which, n.a, n.b, n.wall, static_cast<std::uint32_t>(n.material_a << 16 | n.material_b), c.rule, modes});
  }
  archive.put("rigid_contacts/numbers", std::move(numbers), k_numbers);
  archive.put("rigid_contacts/names", std::move(names), k_names);
  archive.put("rigid_contacts/row_impulses", rows_);
  archive.put("rigid_contacts/counts", std::vector{steps_, searches_, unconverged_, told_.iterations, told_.worst_a, told_.worst_b, told_.passes,
                                                   static_cast<std::int64_t>(told_.reached), told_.steps, told_.unreached, told_.all_iterations});
  archive.put("rigid_contacts/solver", std::vector{told_.residual, told_.largest_residual, told_.cone_violation, told_.opening});
  archive.put("ledger/accounts", numbers_of(accounts_));
}

void Nonsmooth::restore(state::World& world, const Archive& archive) {
  const auto& numbers = archive.get<double>("rigid_contacts/numbers", k_numbers);
  const std::size_t count = numbers.size() / k_numbers;
  const auto& names = archive.get_rows<std::uint32_t>("rigid_contacts/names", count, k_names);
  contacts_.assign(count, {});
  for (std::size_t i = 0; i < count; ++i) {
    Contact& c = contacts_[i];
    const double* x = &numbers[i * k_numbers];
    each_number(c, [&](double& y) { y = *x++; });
    const std::uint32_t* name = &names[i * k_names];
    c.near.key = {name[0], name[1], name[2]};
    c.near.a = name[3], c.near.b = name[4], c.near.wall = name[5];
    c.near.material_a = static_cast<std::uint16_t>(name[6] >> 16), c.near.material_b = static_cast<std::uint16_t>(name[6]);
    c.rule = static_cast<std::uint16_t>(name[7]);
    c.slides = name[8] & 1, c.rolls = name[8] >> 1 & 1, c.spins = name[8] >> 2 & 1;
    const std::size_t walls = world.walls.size() + world.carried.size() + world.cylinders.size();
    if (c.near.a >= world.bodies.size() || c.near.b >= world.bodies.size() || c.rule >= rules_.rules.size() || (c.near.wall != contact::k_no_wall && c.near.wall >= walls))
      throw ArchiveError{"a contact names a body, a wall or a rule that is not there"};
  }
  rows_ = archive.get<double>("rigid_contacts/row_impulses");
  const auto& counts = archive.get_rows<std::int64_t>("rigid_contacts/counts", 11);
  steps_ = counts[0], searches_ = counts[1], unconverged_ = counts[2];
  const auto& solver = archive.get_rows<double>("rigid_contacts/solver", 4);
  told_ = {.iterations = counts[3], .residual = solver[0], .largest_residual = solver[1], .worst_a = counts[4], .worst_b = counts[5], .cone_violation = solver[2],
           .opening = solver[3], .passes = counts[6], .reached = counts[7] != 0, .steps = counts[8], .unreached = counts[9], .all_iterations = counts[10]};
  accounts_ = accounts_of(archive.get_rows<double>("ledger/accounts", k_account_numbers));
}

void Nonsmooth::fold(const Fold& f) const {
  for (const Contact& c : contacts_) each_number(c, f);
}

}  // namespace scree::step
