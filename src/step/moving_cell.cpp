#include "step/moving_cell.h"

#include <algorithm>
#include <cmath>

#include "base/archive_checks.h"
#include "state/deformation.h"
#include "step/engine.h"

namespace scree::step {
namespace {

using contact::Motion;
using contact::Triangular;
using state::BodyLine;

/// An upper triangular matrix.
struct Upper {
  double xx, yy, zz, xy, yz, xz;

  Triangular rows(const Vec3d& to = {}) const {
    return {{xx, yy, zz, 0}, {xy, 0, 0, 0}, {xz, yz, 0, 0}, {to.x, to.y, to.z, 0}};
  }
  Upper inverse() const {
    const double x = 1.0 / xx, y = 1.0 / yy, z = 1.0 / zz;
    return {x, y, z, -xy * x * y, -yz * y * z, (xy * yz * y - xz) * x * z};
  }
};
Upper upper(const state::Deformation& f, double times = 1.0) {
  return {times * f.xx, times * f.yy, times * f.zz, times * f.xy, times * f.yz, times * f.xz};
}

/// The map of velocities by dv/dt = -e v - c v over half a step: half of the decay, the shear, the other half of the
/// decay. [Shinoda2004; LAMMPS 29Sep2021, FixNH::nh_v_press]
Upper press_over(const StrainRate& e, double c, double step) {
  const double x = std::exp(-0.25 * step * (e.xx + c)), y = std::exp(-0.25 * step * (e.yy + c)),
               z = std::exp(-0.25 * step * (e.zz + c)), half = 0.5 * step;
  return {x * x, y * y, z * z, -half * e.xy * y * x, -half * e.yz * z * y, -half * e.xz * z * x};
}

/// Twice the kinetic energy of translation after velocities with the sum K of m v v are mapped by A: trace of A K A^T.
double trace_mapped(const Upper& a, const Motion& k) {
  const auto& [xx, yy, zz, unused] = k.diagonal;
  const auto& [xy, yz, xz, unused_too] = k.others;
  const double x = a.xx * a.xx * xx + a.xy * a.xy * yy + a.xz * a.xz * zz +
                   2.0 * (a.xx * a.xy * xy + a.xx * a.xz * xz + a.xy * a.xz * yz);
  const double y = a.yy * a.yy * yy + a.yz * a.yz * zz + 2.0 * a.yy * a.yz * yz;
  return x + y + a.zz * a.zz * zz;
}
double trace(const Motion& k) { return k.diagonal[0] + k.diagonal[1] + k.diagonal[2]; }

Pressure sum_of(const Motion& k) {
  return {k.diagonal[0] + k.spin_diagonal[0], k.diagonal[1] + k.spin_diagonal[1], k.diagonal[2] + k.spin_diagonal[2],
          k.others[1] + k.spin_others[1],     k.others[2] + k.spin_others[2],     k.others[0] + k.spin_others[0]};
}

constexpr double k_max_strain = 0.2;  // of one step; with more, contacts would be found too late

/// Checks before a list is built that the list can represent every pair: the two bodies of a pair may be at most
/// k_max_shift edges apart, and no body may touch its own image while the list is in use.
void throw_if_narrow(const state::World& world, double reach) {
  const Vec3d heights = world.cell.heights();
  for (const auto axis : k_axes)
    if (const double width = state::k_max_shift * heights.*axis; !(width > reach))
      throw BadCell{.width = width, .needed = reach};
  if (const double distance = world.cell.to_own_image(); !(distance > reach))
    throw BadCell{.width = distance, .needed = reach};
}

/// Sum over i, j of e_ij w_ji, where w_ij is the sum over contacts of branch_i force_j (contact::Virial) [J/s].
double contraction(const double (&w)[3][3], const StrainRate& e) {
  return w[0][0] * e.xx + w[1][1] * e.yy + w[2][2] * e.zz + w[1][0] * e.xy + w[2][0] * e.xz + w[2][1] * e.yz;
}

/// Calls f(block, its number) for all blocks, on any thread.
template <class F>
void each_block(const contact::Contacts& contacts, F f) {
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < contacts.blocks().size(); ++b) f(contacts.blocks()[b], b);
}

}  // namespace

/// Sums by blocks and with the same kernel as the end of a step does, so that a restored run has the same bits.
Motion motion_of(const state::Bodies& bodies, const contact::Contacts& contacts) {
  std::vector<Motion> parts(contacts.blocks().size());
  const state::Column<state::LoadLine> none(bodies.size());
  contact::StrainedPush identity;
  identity.press = Upper{1, 1, 1, 0, 0, 0}.rows();
  each_block(contacts, [&](const contact::Block& block, std::size_t b) {
    state::Column<BodyLine> copy(bodies.lines.begin() + block.first, bodies.lines.begin() + block.last);
    contacts.kernels().end_strained(identity, copy.data(), none.data(), &bodies.mass[block.first],
                                    &bodies.inertia[block.first], copy.size(), parts[b]);
  });
  Motion all;
  for (const Motion& part : parts) all.add(part);
  return all;
}

Pressure pressure_in(const state::World& world, const contact::Contacts& contacts) {
  const Pressure k = sum_of(motion_of(world.bodies, contacts));
  const auto& w = contacts.virial().all;
  const double v = world.cell.volume();
  return {(k.xx + w[0][0]) / v, (k.yy + w[1][1]) / v, (k.zz + w[2][2]) / v,
          (k.yz + w[1][2]) / v, (k.xz + w[0][2]) / v, (k.xy + w[0][1]) / v};
}

void MovingCell::advance_barostat(const state::World& world, const contact::Virial& virial) {
  const auto* barostat = std::get_if<Barostat>(&drive_);
  if (!barostat) return;
  const double n = static_cast<double>(world.bodies.size()), v = world.cell.volume();
  const double inertia = (n + 1.0) * barostat->temperature * barostat->damping * barostat->damping;
  const Pressure k = sum_of(motion_), &target = barostat->target;
  const auto& w = virial.all;
  const double motion = (k.xx + k.yy + k.zz) / (3.0 * n), fraction = 0.5 * step_ / inertia;
  rate_.xx += fraction * (k.xx + w[0][0] - v * target.xx + motion);
  rate_.yy += fraction * (k.yy + w[1][1] - v * target.yy + motion);
  rate_.zz += fraction * (k.zz + w[2][2] - v * target.zz + motion);
  rate_.yz += fraction * (k.yz + w[1][2] - v * target.yz);
  rate_.xz += fraction * (k.xz + w[0][2] - v * target.xz);
  rate_.xy += fraction * (k.xy + w[0][1] - v * target.xy);
  if (barostat->drag > 0.0 && world.time >= barostat->drag_after)
    rate_ = rate_.times(std::exp(-0.5 * step_ * barostat->drag));
}

std::optional<contact::Triangular> MovingCell::felt_strain() const {
  const auto* given = std::get_if<StrainRate>(&drive_);
  if (!given) return {};
  return Upper{given->xx, given->yy, given->zz, given->xy, given->yz, given->xz}.rows();
}

void MovingCell::book_strain(const contact::Virial& virial) {
  const double all = -0.5 * step_ * contraction(virial.all, rate_);
  accounts_.box += all;
  if (felt_strain()) return;  // springs and dashpots respond to the strain, so no work is missing
  accounts_.arm_mismatch += all + 0.5 * step_ * contraction(virial.springs, rate_);
}

/// Begins a step. Velocities: response to the strain rate (`press`) over half a step, then half a kick. Positions: half
/// of the strain, the whole drift, the other half of the strain.
contact::VelocityBox MovingCell::begin(state::World& world, const contact::Contacts& contacts) {
  state::Bodies& bodies = world.bodies;
  const bool has_barostat = std::holds_alternative<Barostat>(drive_);
  const double c = has_barostat ? rate_.trace() / (3.0 * static_cast<double>(bodies.size())) : 0.0;
  const SecondHalf second = has_barostat ? SecondHalf::as_lammps : SecondHalf::of_now;
  const state::Cell before = world.cell, middle = strained(before, rate_, centre_, 0.5 * step_, second),
                    after = strained(middle, rate_, centre_, 0.5 * step_, second);
  const state::Deformation late(middle, after), whole(before, after);
  if (!(whole.strain() < k_max_strain)) throw BadCell{.strain = whole.strain()};
  const Upper press = press_over(rate_, c, step_);
  push_ = {.press = press.rows(),
           .kick = 0.5 * step_,
           .carry = upper(whole).rows(whole({})),
           .drift = upper(late, step_).rows()};
  accounts_.box += 0.5 * (trace_mapped(press, motion_) - trace(motion_));

  velocity_boxes_.assign(contacts.blocks().size(), {});
  each_block(contacts, [&](const contact::Block& block, std::size_t b) {
    contacts.kernels().begin_strained(push_, &bodies.lines[block.first], &bodies.loads[block.first],
                                      block.last - block.first, velocity_boxes_[b]);
    if (bodies.orientations.empty()) return;
    for (state::Slot i = block.first; i < block.last; ++i) bodies.turn(i, step_ * bodies.lines[i].spin());
  });
  world.cell = after;
  contact::VelocityBox all;
  for (const contact::VelocityBox& box : velocity_boxes_) all.add(box);
  return all;
}

/// Evaluates the contacts and ends the step: each block is kicked, and its velocities respond to the strain rate, while
/// the block is in the cache.
void MovingCell::evaluate_and_end(state::World& world, contact::Contacts& contacts, contact::Stored stored) {
  state::Bodies& bodies = world.bodies;
  motions_.assign(contacts.blocks().size(), {});
  contacts.evaluate(
      world, step_,
      [&](std::size_t b, const state::LoadLine* loads) {
        const contact::Block& block = contacts.blocks()[b];
        contacts.kernels().end_strained(push_, &bodies.lines[block.first], loads, &bodies.mass[block.first],
                                        &bodies.inertia[block.first], block.last - block.first, motions_[b]);
      },
      stored);
  motion_ = {};
  for (const Motion& part : motions_) motion_.add(part);
  const auto& p = push_.press;
  const Upper press{p.on[0], p.on[1], p.on[2], p.by_y[0], p.by_z[1], p.by_z[0]};
  accounts_.box += 0.5 * (trace(motion_) - trace_mapped(press.inverse(), motion_));
}

std::int64_t MovingCell::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (!begun_) centre_ = world.cell.low + 0.5 * world.cell.length, begun_ = true;
  motion_ = motion_of(world.bodies, contacts);
  contacts.forget_alarm();
  for (std::int64_t i = 0; i < steps; ++i) {
    contacts.age_alarm();
    advance_barostat(world, contacts.virial());
    book_strain(contacts.virial());
    const contact::VelocityBox velocities = begin(world, contacts);
    contacts.look_for_passages(world, velocities, step_);
    if (contacts.list_is_stale(world, velocities, step_))
      throw_if_narrow(world, contacts.reach()), contacts.rebuild(world);
    // An alarm stops the run one step later: whether loads are kept for outputs is decided before an evaluation.
    const bool last = i + 1 == steps || contacts.alarm();
    evaluate_and_end(world, contacts, last ? contact::Stored::summed : contact::Stored::not_asked);
    book(accounts_, contacts.tally(), pending_fraction());
    book_strain(contacts.virial());
    advance_barostat(world, contacts.virial());
    world.time += step_;
    if (last) return i + 1;
  }
  return steps;
}

void MovingCell::report(const state::World& world, const contact::Contacts& contacts, StepReport& report) const {
  report.cell = {world.cell, pressure_in(world, contacts)};
}

void MovingCell::save(Archive& archive) const {
  archive.put("cell/rates", std::vector{rate_.xx, rate_.yy, rate_.zz, rate_.yz, rate_.xz, rate_.xy});
  archive.put("cell/centre", std::vector{begun_ ? 1.0 : 0.0, centre_.x, centre_.y, centre_.z});
}
void MovingCell::restore(const Archive& archive) {
  const auto& r = archive.get_rows<double>("cell/rates", 6);
  rate_ = {r[0], r[1], r[2], r[3], r[4], r[5]};
  const auto& c = archive.get_rows<double>("cell/centre", 4);
  if (c[0] != 0.0 && c[0] != 1.0) refuse_element("cell/centre", 0, 1, c[0], "it must be 0 or 1");
  begun_ = c[0] != 0.0, centre_ = {c[1], c[2], c[3]};
}

}  // namespace scree::step
