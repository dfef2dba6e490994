#include "step/moving_cell.h"

#include <algorithm>
#include <cmath>

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

double sum(const std::vector<double>& parts) {
  double all = 0.0;
  for (const double part : parts) all += part;
  return all;
}

double contraction(const double (&w)[3][3], const StrainRate& e) {  // e_ij of a branch's component j, along the force's component i
  return w[0][0] * e.xx + w[1][1] * e.yy + w[2][2] * e.zz + w[1][0] * e.xy + w[2][0] * e.xz + w[2][1] * e.yz;
}

}  // namespace

Pressure motion_tensor(const state::Bodies& bodies) {
  std::vector<Pressure> parts(pieces_of(bodies.size()));
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    Pressure& k = parts[piece];
    for (std::size_t i = first; i < last; ++i) {
      const BodyLine& b = bodies.lines[i];
      const double m = bodies.mass[i], j = bodies.inertia[i];
      k.xx += m * b.vx * b.vx + j * b.wx * b.wx, k.yy += m * b.vy * b.vy + j * b.wy * b.wy, k.zz += m * b.vz * b.vz + j * b.wz * b.wz;
      k.yz += m * b.vy * b.vz + j * b.wy * b.wz, k.xz += m * b.vx * b.vz + j * b.wx * b.wz, k.xy += m * b.vx * b.vy + j * b.wx * b.wy;
    }
  });
  Pressure all;
  for (const Pressure& p : parts) all.xx += p.xx, all.yy += p.yy, all.zz += p.zz, all.yz += p.yz, all.xz += p.xz, all.xy += p.xy;
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
  const Pressure k = motion_tensor(world.bodies);
  const Pressure& target = barostat->target;
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

/// Press, kick, and go: half of the strain, the whole way, the other half.
contact::Moved MovingCell::begin(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const double c = std::holds_alternative<Barostat>(drive_) ? rate_.trace() / (3.0 * static_cast<double>(bodies.size())) : 0.0;
  const Press press(rate_, c, step_);
  const state::Cell before = world.cell, middle = strained(before, rate_, centre_, 0.5 * step_), after = strained(middle, rate_, centre_, 0.5 * step_);
  std::vector<double> gains(pieces_of(bodies.size()));
  std::vector<contact::Moved> moved(gains.size());
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      BodyLine& b = bodies.lines[i];
      gains[piece] += 0.5 * bodies.mass[i] * press(b);
      kick(b, bodies.loads[i], 0.5 * step_);
      const Vec3d x = carried(middle, after, carried(before, middle, b.position()) + step_ * b.velocity());
      const Vec3d listed = carried(before, after, {b.x0, b.y0, b.z0});  // goes with the cell, so that strain alone moves nothing against it
      b.x = x.x, b.y = x.y, b.z = x.z, b.x0 = listed.x, b.y0 = listed.y, b.z0 = listed.z;
      moved[piece].add(x - listed);
      if (!bodies.orientations.empty()) bodies.turn(i, step_ * b.spin());
    }
  });
  accounts_.box += sum(gains);
  world.cell = after;
  contact::Moved all;
  for (const contact::Moved& m : moved) all.add(m);
  return all;
}

void MovingCell::press_all(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const double c = std::holds_alternative<Barostat>(drive_) ? rate_.trace() / (3.0 * static_cast<double>(bodies.size())) : 0.0;
  const Press press(rate_, c, step_);
  std::vector<double> gains(pieces_of(bodies.size()));
  each_piece(bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) gains[piece] += 0.5 * bodies.mass[i] * press(bodies.lines[i]);
  });
  accounts_.box += sum(gains);
}

std::int64_t MovingCell::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (!begun_) centre_ = world.cell.low + 0.5 * world.cell.length, begun_ = true;
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
    press_all(world);
    pull(world, contacts.virial());
    world.time += step_;
    if (contacts.alarmed()) return i + 1;
  }
  return steps;
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
