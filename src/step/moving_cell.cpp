#include "step/moving_cell.h"

#include <algorithm>
#include <cmath>

#include "state/deformation.h"

namespace scree::step {
namespace {

using state::BodyLine;

constexpr std::size_t k_bodies_a_piece = 256;  // summed by one thread; pieces are added in their order

template <class F>
void each_piece(std::size_t bodies, F f) {
  const auto pieces = static_cast<std::int64_t>((bodies + k_bodies_a_piece - 1) / k_bodies_a_piece);
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < pieces; ++p) {
    const auto piece = static_cast<std::size_t>(p);
    f(piece, piece * k_bodies_a_piece, std::min(bodies, (piece + 1) * k_bodies_a_piece));
  }
}
std::size_t pieces_of(std::size_t bodies) { return (bodies + k_bodies_a_piece - 1) / k_bodies_a_piece; }

void kick(BodyLine& b, const state::LoadLine& load, double time) {
  const double t = time * b.inverse_mass, s = time * b.inverse_inertia;
  b.vx += t * load.fx, b.vy += t * load.fy, b.vz += t * load.fz;
  b.wx += s * load.tx, b.wy += s * load.ty, b.wz += s * load.tz;
}

/// -e v - c v over half a step: half of the growth, the shear, and the other half. [Shinoda2004; LAMMPS 29Sep2021, FixNH::nh_v_press]
struct Press {
  Press(const StrainRate& rate, double c, double step)
      : half(0.5 * step), shear(rate), x(std::exp(-0.25 * step * (rate.xx + c))), y(std::exp(-0.25 * step * (rate.yy + c))), z(std::exp(-0.25 * step * (rate.zz + c))) {}
  /// Returns twice what the body gains, over its mass.
  double operator()(BodyLine& b) const {
    const double before = norm2(b.velocity());
    b.vx *= x, b.vy *= y, b.vz *= z;
    b.vx -= half * (b.vy * shear.xy + b.vz * shear.xz);
    b.vy -= half * (b.vz * shear.yz);
    b.vx *= x, b.vy *= y, b.vz *= z;
    return norm2(b.velocity()) - before;
  }
  double half;
  StrainRate shear;
  double x, y, z;
};

void add(Pressure& sum, const Pressure& p) {
  sum.xx += p.xx, sum.yy += p.yy, sum.zz += p.zz, sum.yz += p.yz, sum.xz += p.xz, sum.xy += p.xy;
}
void add_motion(Pressure& k, const BodyLine& b, double mass, double inertia) {
  const double px = mass * b.vx, py = mass * b.vy, pz = mass * b.vz, jx = inertia * b.wx, jy = inertia * b.wy, jz = inertia * b.wz;
  k.xx += px * b.vx + jx * b.wx, k.yy += py * b.vy + jy * b.wy, k.zz += pz * b.vz + jz * b.wz;
  k.yz += py * b.vz + jy * b.wz, k.xz += px * b.vz + jx * b.wz, k.xy += px * b.vy + jx * b.wy;
}

double contraction(const double (&w)[3][3], const StrainRate& e) {  // e_ij of a branch's component j, along the force's component i
  return w[0][0] * e.xx + w[1][1] * e.yy + w[2][2] * e.zz + w[1][0] * e.xy + w[2][0] * e.xz + w[2][1] * e.yz;
}

}  // namespace

Pressure motion_tensor(const state::Bodies& bodies) {
  std::vector<Pressure> parts(pieces_of(bodies.size()));
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) add_motion(parts[piece], bodies.lines[i], bodies.mass[i], bodies.inertia[i]);
  });
  Pressure all;
  for (const Pressure& part : parts) add(all, part);
  return all;
}

Pressure pressure_in(const state::World& world, const contact::Virial& virial) {
  const Pressure k = motion_tensor(world.bodies);
  const auto& w = virial.all;
  const double v = world.cell.volume();
  return {(k.xx + w[0][0]) / v, (k.yy + w[1][1]) / v, (k.zz + w[2][2]) / v, (k.yz + w[1][2]) / v, (k.xz + w[0][2]) / v, (k.xy + w[0][1]) / v};
}

void MovingCell::pull(const state::World& world, const contact::Virial& virial) {
  const auto* barostat = std::get_if<Barostat>(&drive_);
  if (!barostat) return;
  const double n = static_cast<double>(world.bodies.size()), v = world.cell.volume();
  const double inertia = (n + 1.0) * barostat->temperature * barostat->damping * barostat->damping;
  const Pressure &k = motion_, &target = barostat->target;
  const auto& w = virial.all;
  const double motion = (k.xx + k.yy + k.zz) / (3.0 * n), share = 0.5 * step_ / inertia;
  rate_.xx += share * (k.xx + w[0][0] - v * target.xx + motion);
  rate_.yy += share * (k.yy + w[1][1] - v * target.yy + motion);
  rate_.zz += share * (k.zz + w[2][2] - v * target.zz + motion);
  rate_.yz += share * (k.yz + w[1][2] - v * target.yz);
  rate_.xz += share * (k.xz + w[0][2] - v * target.xz);
  rate_.xy += share * (k.xy + w[0][1] - v * target.xy);
}

void MovingCell::book_strain(const contact::Virial& virial) {
  const double all = -0.5 * step_ * contraction(virial.all, rate_);
  accounts_.box += all;
  accounts_.lever += all + 0.5 * step_ * contraction(virial.springs, rate_);
}

double MovingCell::common_growth(std::size_t bodies) const {
  return std::holds_alternative<Barostat>(drive_) ? rate_.trace() / (3.0 * static_cast<double>(bodies)) : 0.0;
}

/// Press, kick, and go: half of the strain, the whole way, the other half.
contact::Moved MovingCell::begin(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const Press press(rate_, common_growth(bodies.size()), step_);
  const state::Cell before = world.cell, middle = strained(before, rate_, centre_, 0.5 * step_), after = strained(middle, rate_, centre_, 0.5 * step_);
  const state::Deformation first_half(before, middle), second_half(middle, after), whole(before, after);
  parts_.assign(pieces_of(bodies.size()), {});
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    Part& part = parts_[piece];
    for (std::size_t i = first; i < last; ++i) {
      BodyLine& b = bodies.lines[i];
      part.gain += 0.5 * bodies.mass[i] * press(b);
      kick(b, bodies.loads[i], 0.5 * step_);
      const Vec3d x = second_half(first_half(b.position()) + step_ * b.velocity());
      const Vec3d listed = whole({b.x0, b.y0, b.z0});  // goes with the cell, so that strain alone moves nothing against it
      b.x = x.x, b.y = x.y, b.z = x.z, b.x0 = listed.x, b.y0 = listed.y, b.z0 = listed.z;
      part.moved.add(x - listed);
      if (!bodies.orientations.empty()) bodies.turn(i, step_ * b.spin());
    }
  });
  world.cell = after;
  contact::Moved all;
  for (const Part& part : parts_) accounts_.box += part.gain, all.add(part.moved);
  return all;
}

/// Press, and see what motion that leaves.
void MovingCell::end(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const Press press(rate_, common_growth(bodies.size()), step_);
  parts_.assign(pieces_of(bodies.size()), {});
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    Part& part = parts_[piece];
    for (std::size_t i = first; i < last; ++i) {
      BodyLine& b = bodies.lines[i];
      part.gain += 0.5 * bodies.mass[i] * press(b);
      add_motion(part.motion, b, bodies.mass[i], bodies.inertia[i]);
    }
  });
  motion_ = {};
  for (const Part& part : parts_) accounts_.box += part.gain, add(motion_, part.motion);
}

std::int64_t MovingCell::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (!begun_) centre_ = world.cell.low + 0.5 * world.cell.length, begun_ = true;
  motion_ = motion_tensor(world.bodies);
  for (std::int64_t i = 0; i < steps; ++i) {
    pull(world, contacts.virial());
    book_strain(contacts.virial());
    if (contacts.list_is_stale(world, begin(world))) contacts.rebuild(world);
    contacts.evaluate(world, step_, [&](std::size_t b, const state::LoadLine* loads) {
      const contact::Block& block = contacts.blocks()[b];
      for (state::Slot k = block.first; k < block.last; ++k) kick(world.bodies.lines[k], loads[k - block.first], 0.5 * step_);
      keep_loads(world, block, loads);
    });
    book(accounts_, contacts.tally(), share_to_come());
    book_strain(contacts.virial());
    end(world);
    pull(world, contacts.virial());
    world.time += step_;
    if (contacts.alarmed()) return i + 1;
  }
  return steps;
}

void MovingCell::tell(const state::World& world, const contact::Contacts& contacts, StepReport& report) const {
  report.cell = {world.cell, pressure_in(world, contacts.virial())};
}

void MovingCell::save(Archive& archive) const {
  archive.put("cell/rates", std::vector{rate_.xx, rate_.yy, rate_.zz, rate_.yz, rate_.xz, rate_.xy});
  archive.put("cell/centre", std::vector{begun_ ? 1.0 : 0.0, centre_.x, centre_.y, centre_.z});
}
void MovingCell::restore(const Archive& archive) {
  const auto& r = archive.get_rows<double>("cell/rates", 6);
  rate_ = {r[0], r[1], r[2], r[3], r[4], r[5]};
  const auto& c = archive.get_rows<double>("cell/centre", 4);
  begun_ = c[0] != 0.0, centre_ = {c[1], c[2], c[3]};
}

}  // namespace scree::step
