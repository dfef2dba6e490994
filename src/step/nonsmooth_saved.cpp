// Saves and restores the state of the nonsmooth engine, and checks a restored state.
#include <cmath>
#include <string>

#include "base/archive_checks.h"
#include "step/joints.h"
#include "step/nonsmooth.h"

namespace scree::step {
namespace {

/// Calls f(name, member) for every vector and every number of a contact, in a fixed order. `C` is Contact, const or
/// not.
template <class C, class F>
void each_vector(C&& c, F f) {
  f("normal", c.near.point.normal), f("arm_a", c.near.point.arm_a), f("arm_b", c.near.point.arm_b);
  f("impulse", c.impulse.linear), f("torque_impulse", c.impulse.angular), f("slip", c.slip.linear),
      f("spin_slip", c.slip.angular);
}
template <class C, class F>
void each_number(C&& c, F f) {
  f("gap", c.near.point.gap), f("radius", c.near.radius), f("smaller_radius", c.near.smaller_radius),
      f("residual", c.residual), f("opening", c.opening);
}

constexpr std::size_t k_columns = 12, k_names = 9, k_counts = 12, k_solver_numbers = 5;
std::string path_of(const char* name) { return std::string("rigid_contacts/") + name; }

bool is_finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace

void Nonsmooth::save(Archive& archive) const {
  std::vector<std::vector<double>> columns(k_columns);
  for (const Contact& c : contacts_) {
    auto column = columns.begin();
    each_vector(c, [&](const char*, const Vec3d& v) { column->insert(column->end(), {v.x, v.y, v.z}), ++column; });
    each_number(c, [&](const char*, double x) { (column++)->push_back(x); });
  }
  auto column = columns.begin();
  each_vector(Contact{}, [&](const char* name, const Vec3d&) { archive.put(path_of(name), std::move(*column++), 3); });
  each_number(Contact{}, [&](const char* name, double) { archive.put(path_of(name), std::move(*column++)); });
  std::vector<std::uint32_t> names;
  for (const Contact& c : contacts_) {
    const contact::Near& n = c.near;
    const auto modes = static_cast<std::uint32_t>(c.slides | c.rolls << 1 | c.spins << 2);
    names.insert(names.end(), {number(n.key.a), number(n.key.b), n.key.which, n.a, n.b, n.wall,
                               static_cast<std::uint32_t>(n.material_a << 16 | n.material_b), c.rule, modes});
  }
  archive.put("rigid_contacts/names", std::move(names), k_names);
  archive.put("rigid_contacts/row_impulses", rows_);
  archive.put("solver/counts",
              std::vector{steps_, searches_, unconverged_, report_.iterations, report_.worst_a, report_.worst_b,
                          report_.passes, static_cast<std::int64_t>(report_.reached), report_.steps, report_.unreached,
                          report_.all_iterations, report_.first_unreached});
  archive.put("solver/residuals", std::vector{report_.residual, report_.largest_residual, report_.cone_violation,
                                              report_.opening, report_.unreached_residual});
  save_accounts(accounts_, fields_, archive);
}

void Nonsmooth::restore(state::World& world, const Archive& archive) {
  const auto& names = archive.get<std::uint32_t>("rigid_contacts/names", k_names);
  const std::size_t count = names.size() / k_names;
  contacts_.assign(count, {});
  std::vector<const double*> columns;
  each_vector(Contact{}, [&](const char* name, const Vec3d&) {
    columns.push_back(archive.get_rows<double>(path_of(name), count, 3).data());
  });
  each_number(Contact{}, [&](const char* name, double) {
    columns.push_back(archive.get_rows<double>(path_of(name), count).data());
  });
  for (std::size_t i = 0; i < count; ++i) {
    Contact& c = contacts_[i];
    auto column = columns.begin();
    each_vector(c, [&](const char*, Vec3d& v) {
      const double* x = *column++ + 3 * i;
      v = {x[0], x[1], x[2]};
    });
    each_number(c, [&](const char*, double& x) { x = (*column++)[i]; });
    contact::Near& near = c.near;
    const std::uint32_t* name = &names[i * k_names];
    if (name[7] > UINT16_MAX)
      refuse_element("rigid_contacts/names", i * k_names + 7, k_names, name[7], "the scene has no such rule");
    if (name[8] > 7)
      refuse_element("rigid_contacts/names", i * k_names + 8, k_names, name[8],
                     "it must be three bits: slides, rolls, spins");
    near.key = {state::Id{name[0]}, state::Id{name[1]}, name[2]};
    near.a = name[3], near.b = name[4], near.wall = name[5];
    near.material_a = static_cast<std::uint16_t>(name[6] >> 16), near.material_b = static_cast<std::uint16_t>(name[6]);
    c.rule = static_cast<std::uint16_t>(name[7]);
    c.slides = name[8] & 1, c.rolls = name[8] >> 1 & 1, c.spins = name[8] >> 2 & 1;
    check(world, c);
  }
  rows_ = archive.get<double>("rigid_contacts/row_impulses");
  check_elements(
      "rigid_contacts/row_impulses", rows_, 1, [](double x) { return std::isfinite(x); }, "it must be finite");
  const auto& counts = archive.get_rows<std::int64_t>("solver/counts", k_counts);
  check_counts("solver/counts", counts);
  if (counts[7] > 1) refuse_element("solver/counts", 7, 1, counts[7], "the tolerance was reached (1) or not (0)");
  steps_ = counts[0], searches_ = counts[1], unconverged_ = counts[2];
  const auto& solver = archive.get_rows<double>("solver/residuals", k_solver_numbers);
  report_ = {.iterations = counts[3],
             .residual = solver[0],
             .largest_residual = solver[1],
             .worst_a = counts[4],
             .worst_b = counts[5],
             .cone_violation = solver[2],
             .opening = solver[3],
             .passes = counts[6],
             .reached = counts[7] != 0,
             .steps = counts[8],
             .unreached = counts[9],
             .all_iterations = counts[10],
             .first_unreached = counts[11],
             .unreached_residual = solver[4]};
  accounts_ = restored_accounts(fields_, archive);
  fields_.prepare(world);
}

/// Checks that a restored contact refers to existing bodies, walls and rules, and has valid numbers.
void Nonsmooth::check(const state::World& world, const Contact& c) const {
  const contact::Near& near = c.near;
  const auto& lines = world.bodies.lines;
  const std::size_t walls = world.walls.size() + world.carried.size() + world.cylinders.size();
  const bool wall = near.wall != contact::k_no_wall;
  if (near.a >= lines.size() || near.b >= lines.size() || (wall && near.wall >= walls))
    throw ArchiveError{"a contact refers to a body or a wall that does not exist"};
  if (lines[near.a].id != near.key.a || (wall ? state::k_no_body : lines[near.b].id) != near.key.b)
    throw ArchiveError{"the contact of bodies " + std::to_string(number(near.key.a)) + " and " +
                       std::to_string(number(near.key.b)) + " is stored with the slots of other bodies"};
  if (near.material_a >= rules_.materials || near.material_b >= rules_.materials ||
      c.rule != rules_.of(near.material_a, near.material_b))
    throw ArchiveError{"a contact has materials or a rule that do not agree with the scene"};
  bool finite = true;
  each_vector(c, [&](const char*, const Vec3d& v) { finite = finite && is_finite(v); });
  each_number(c, [&](const char*, double x) { finite = finite && std::isfinite(x); });
  constexpr double k_unit_slack = 1e-9;  // rounding only
  if (!finite || std::abs(norm2(near.point.normal) - 1.0) > k_unit_slack || !(near.radius > 0.0) ||
      !(near.smaller_radius > 0.0))
    throw ArchiveError{"the contact of bodies " + std::to_string(number(near.key.a)) + " and " +
                       std::to_string(number(near.key.b)) +
                       " has invalid numbers: it needs finite values, a unit normal and positive radii"};
}

void Nonsmooth::fold(const Fold& f) const {
  for (const Contact& c : contacts_) {
    each_vector(c, [&](const char*, const Vec3d& v) { f(v.x), f(v.y), f(v.z); });
    each_number(c, [&](const char*, double x) { f(x); });
    f(static_cast<double>(c.slides + 2 * c.rolls + 4 * c.spins));
  }
  for (const double impulse : rows_) f(impulse);
}

}  // namespace scree::step
