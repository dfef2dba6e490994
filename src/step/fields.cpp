#include "step/fields.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "kernel/contact_kernels.h"
#include "search/grid.h"

namespace scree::step {
namespace {

using state::Slot;

// of the largest cutoff; 0.05 .. 0.2 cost the same, docs/decisions/forces.md
constexpr double k_skin = 0.1;
constexpr std::size_t k_bodies_a_piece = 256;  // of the search, shared out among threads
constexpr std::size_t k_worth_threads = 256;   // bodies

}  // namespace

Fields::Fields(FieldSettings settings) : settings_(std::move(settings)) {}

const NearField* Fields::near_field(int a, int b) const {
  const std::int32_t index =
      settings_.between[static_cast<std::size_t>(a) * static_cast<std::size_t>(settings_.materials) +
                        static_cast<std::size_t>(b)];
  return index < 0 ? nullptr : &settings_.near_fields[static_cast<std::size_t>(index)];
}

double Fields::farthest_cutoff(int material) const {
  double farthest = 0.0;
  for (int other = 0; other < settings_.materials; ++other)
    if (const NearField* field = near_field(material, other)) farthest = std::max(farthest, field->cutoff());
  return farthest;
}

bool Fields::is_stale(const state::World& world) const {
  const state::Bodies& bodies = world.bodies;
  if (listed_.size() != bodies.size()) return true;
  contact::Moved moved;
  bool others = false;
#pragma omp parallel if (bodies.size() > k_worth_threads)
  {
    contact::Moved mine;
    bool mine_others = false;
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Listed& then = listed_[i];
      mine_others = mine_others || bodies.lines[i].id != then.id;
      const auto& turns = bodies.turns[i];
      mine.add(bodies.lines[i].position() - then.position +
               world.cell.edges({turns[0] - then.turns[0], turns[1] - then.turns[1], turns[2] - then.turns[2]}));
    }
#pragma omp critical(scree_fields_moved)
    moved.add(mine), others = others || mine_others;  // smallest and largest: any order gives the same
  }
  return others || !(moved.most() <= skin_);
}

void Fields::prepare(const state::World& world) {
  if (!settings_.near_fields.empty() && is_stale(world)) rebuild(world);
}

void Fields::rebuild(const state::World& world) {
  const state::Bodies& bodies = world.bodies;
  const std::size_t n = bodies.size();
  double cutoff = 0.0;
  std::vector<double> reach;  // of each material
  for (int m = 0; m < settings_.materials; ++m)
    reach.push_back(farthest_cutoff(m)), cutoff = std::max(cutoff, reach.back());
  // In a periodic box nobody may see farther than to the next image.
  skin_ = k_skin * cutoff;
  for (std::size_t k = 0; k < 3; ++k)
    if (world.cell.periodic[k]) skin_ = std::max(0.0, std::min(skin_, world.cell.heights().*k_axes[k] - cutoff));

  // Those that have a near field, as spheres of half its reach and inside of the box.
  listed_.resize(n);
  state::Column<state::BodyLine> members;
  std::vector<Slot> slots;
  std::vector<state::Boxes> turns;
  for (Slot i = 0; i < n; ++i) {
    state::BodyLine line = bodies.lines[i];
    listed_[i] = {line.position(), bodies.turns[i], line.id};
    if (!(reach[line.material] > 0.0)) continue;
    const auto t = world.cell.turns(line.position());
    const Vec3d back = world.cell.edges(t);
    line.x -= back.x, line.y -= back.y, line.z -= back.z;
    line.radius = 0.5 * reach[line.material];
    members.push_back(line), slots.push_back(i);
    turns.push_back({bodies.turns[i][0] + t[0], bodies.turns[i][1] + t[1], bodies.turns[i][2] + t[2]});
  }
  struct Pair {
    Slot a, b;
    state::Boxes boxes;  // of a - b
  };
  const search::Grid grid(members, world.cell, skin_, contact::available_kernels().front()->scan);
  std::vector<std::vector<Pair>> found((members.size() + k_bodies_a_piece - 1) / k_bodies_a_piece);
#pragma omp parallel for schedule(dynamic) if (found.size() > 4)
  for (std::size_t piece = 0; piece < found.size(); ++piece)
    for (std::size_t p = piece * k_bodies_a_piece; p < std::min(members.size(), (piece + 1) * k_bodies_a_piece); ++p)
      grid.near(static_cast<Slot>(p), [&](Slot q, state::Image image) {
        if (!near_field(members[p].material, members[q].material)) return;
        const auto s = state::image_shift(image);
        found[piece].push_back(
            {slots[p],
             slots[q],
             {s[0] - turns[p][0] + turns[q][0], s[1] - turns[p][1] + turns[q][1], s[2] - turns[p][2] + turns[q][2]}});
      });

  first_.assign(n + 1, 0);
  for (const auto& piece : found)
    for (const Pair& pair : piece) ++first_[pair.a + 1], ++first_[pair.b + 1];
  for (std::size_t i = 0; i < n; ++i) first_[i + 1] += first_[i];
  neighbours_.resize(first_[n]);
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const auto& piece : found)
    for (const Pair& pair : piece) {
      neighbours_[next[pair.a]++] = {pair.b, pair.boxes};
      neighbours_[next[pair.b]++] = {pair.a, {-pair.boxes[0], -pair.boxes[1], -pair.boxes[2]}};
    }
#pragma omp parallel for schedule(static) if (n > k_worth_threads)
  for (std::size_t i = 0; i < n; ++i)
    std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(first_[i]),
              neighbours_.begin() + static_cast<std::ptrdiff_t>(first_[i + 1]),
              [&](const Neighbour& p, const Neighbour& q) {
                return std::tie(bodies.lines[p.slot].id, p.boxes) < std::tie(bodies.lines[q.slot].id, q.boxes);
              });
}

Vec3d Fields::apart(const state::World& world, Slot i, const Neighbour& other) const {
  const state::Bodies& bodies = world.bodies;
  const auto &t = bodies.turns[i], &u = bodies.turns[other.slot];
  return bodies.lines[i].position() - bodies.lines[other.slot].position() +
         world.cell.edges({other.boxes[0] + t[0] - u[0], other.boxes[1] + t[1] - u[1], other.boxes[2] + t[2] - u[2]});
}

Vec3d Fields::force_on(const state::World& world, Slot i, const Vec3d& velocity, const Vec3d& spin) const {
  Vec3d force;
  if (settings_.drag != 0.0) force += drag_force(velocity);
  if (settings_.magnus != 0.0) force += settings_.magnus * cross(spin, velocity);
  if (first_.empty()) return force;
  const auto& lines = world.bodies.lines;
  for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) {
    const NearField& field = *near_field(lines[i].material, lines[neighbours_[k].slot].material);
    const Vec3d d = apart(world, i, neighbours_[k]);
    const double r2 = norm2(d);
    if (r2 >= field.cutoff() * field.cutoff() || r2 == 0.0) continue;  // in one place there is no direction
    const double r = std::sqrt(r2);
    force -= (field.pull(r) / r) * d;
  }
  return force;
}

state::LoadLine Fields::load_on(const state::World& world, Slot i, const Vec3d& velocity, const Vec3d& spin) const {
  const Vec3d f = force_on(world, i, velocity, spin);
  return {f.x, f.y, f.z, 0.0, 0.0, 0.0, 0.0, 0.0};
}

double Fields::evaluate(state::World& world, Velocities velocities) {
  prepare(world);
  state::Bodies& bodies = world.bodies;
  const bool leads = velocities == Velocities::with_leads;
  const auto velocity = [&](std::size_t i) {
    const Vec3d v = bodies.lines[i].velocity();
    return leads ? v + Vec3d{bodies.leads[i].vx, bodies.leads[i].vy, bodies.leads[i].vz} : v;
  };
#pragma omp parallel for schedule(static) if (bodies.size() > k_worth_threads)
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3d w = bodies.lines[i].spin();
    const Vec3d spin = leads ? w + Vec3d{bodies.leads[i].wx, bodies.leads[i].wy, bodies.leads[i].wz} : w;
    bodies.field_forces[i] = force_on(world, static_cast<Slot>(i), velocity(i), spin);
  }
  double power = 0.0;
  if (settings_.drag != 0.0)
    for (std::size_t i = 0; i < bodies.size(); ++i) power += drag_power(velocity(i));
  return power;
}

double Fields::potential(const state::World& world) const {
  double twice = 0.0;  // every pair stands in two lists
  const auto& lines = world.bodies.lines;
  for (Slot i = 0; i + 1 < first_.size(); ++i)
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k)
      if (const double r = norm(apart(world, i, neighbours_[k])); r > 0.0)
        twice += near_field(lines[i].material, lines[neighbours_[k].slot].material)->potential(r);
  return 0.5 * twice;
}

std::size_t Fields::bytes() const {
  return state::bytes_of(first_) + state::bytes_of(neighbours_) + state::bytes_of(listed_);
}

}  // namespace scree::step
