#include "step/fields.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "kernel/contact_kernels.h"
#include "search/grid.h"

namespace scree::step {
namespace {

using state::Slot;

// of the largest cutoff; 0.05 to 0.2 cost the same, docs/decisions/near-field-list.md
constexpr double k_skin = 0.1;
constexpr std::size_t k_bodies_per_piece = 256;  // unit of work of the search, distributed among threads
constexpr std::size_t k_min_bodies_for_threads = 256;

}  // namespace

Fields::Fields(FieldSettings settings) : settings_(std::move(settings)) {}

const NearField* Fields::near_field(int a, int b) const {
  const std::int32_t index =
      settings_.between[static_cast<std::size_t>(a) * static_cast<std::size_t>(settings_.materials) +
                        static_cast<std::size_t>(b)];
  return index < 0 ? nullptr : &settings_.near_fields[static_cast<std::size_t>(index)];
}

double Fields::largest_cutoff(int material) const {
  double farthest = 0.0;
  for (int other = 0; other < settings_.materials; ++other)
    if (const NearField* field = near_field(material, other)) farthest = std::max(farthest, field->cutoff());
  return farthest;
}

bool Fields::is_stale(const state::World& world) const {
  const state::Bodies& bodies = world.bodies;
  if (listed_.size() != bodies.size()) return true;
  contact::Moved moved;
  bool ids_differ = false;
#pragma omp parallel if (bodies.size() > k_min_bodies_for_threads)
  {
    contact::Moved mine;
    bool my_ids_differ = false;
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Listed& then = listed_[i];
      my_ids_differ = my_ids_differ || bodies.lines[i].id != then.id;
      const auto& image_flags = bodies.image_flags[i];
      mine.add(bodies.lines[i].position() - then.position +
               world.cell.edges({image_flags[0] - then.image_flags[0], image_flags[1] - then.image_flags[1],
                                 image_flags[2] - then.image_flags[2]}));
    }
#pragma omp critical(scree_fields_moved)
    moved.add(mine), ids_differ = ids_differ || my_ids_differ;  // minima and maxima: independent of the order
  }
  return ids_differ || !(moved.bound() <= skin_);
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
    reach.push_back(largest_cutoff(m)), cutoff = std::max(cutoff, reach.back());
  // In a periodic cell the list must not reach beyond the nearest image of a body.
  skin_ = k_skin * cutoff;
  for (std::size_t k = 0; k < 3; ++k)
    if (world.cell.periodic[k]) skin_ = std::max(0.0, std::min(skin_, world.cell.heights().*k_axes[k] - cutoff));

  // The grid finds overlapping spheres: enter each body with a near field as a sphere of half its cutoff, wrapped into
  // the cell.
  listed_.resize(n);
  state::Column<state::BodyLine> members;
  std::vector<Slot> slots;
  std::vector<state::ImageFlags> image_flags;
  for (Slot i = 0; i < n; ++i) {
    state::BodyLine line = bodies.lines[i];
    listed_[i] = {line.position(), bodies.image_flags[i], line.id};
    if (!(reach[line.material] > 0.0)) continue;
    const auto t = world.cell.image_flags(line.position());
    const Vec3d shift = world.cell.edges(t);
    line.x -= shift.x, line.y -= shift.y, line.z -= shift.z;
    line.radius = 0.5 * reach[line.material];
    members.push_back(line), slots.push_back(i);
    image_flags.push_back(
        {bodies.image_flags[i][0] + t[0], bodies.image_flags[i][1] + t[1], bodies.image_flags[i][2] + t[2]});
  }
  struct Pair {
    Slot a, b;
    state::ImageFlags image;  // edges to add to x_a - x_b
  };
  const search::Grid grid(members, world.cell, skin_, contact::available_kernels().front()->scan);
  std::vector<std::vector<Pair>> found((members.size() + k_bodies_per_piece - 1) / k_bodies_per_piece);
#pragma omp parallel for schedule(dynamic) if (found.size() > 4)
  for (std::size_t piece = 0; piece < found.size(); ++piece)
    for (std::size_t p = piece * k_bodies_per_piece; p < std::min(members.size(), (piece + 1) * k_bodies_per_piece);
         ++p)
      grid.near(static_cast<Slot>(p), [&](Slot q, state::Image image) {
        if (!near_field(members[p].material, members[q].material)) return;
        const auto s = state::image_shift(image);
        found[piece].push_back(
            {slots[p],
             slots[q],
             {s[0] - image_flags[p][0] + image_flags[q][0], s[1] - image_flags[p][1] + image_flags[q][1],
              s[2] - image_flags[p][2] + image_flags[q][2]}});
      });

  first_.assign(n + 1, 0);
  for (const auto& piece : found)
    for (const Pair& pair : piece) ++first_[pair.a + 1], ++first_[pair.b + 1];
  for (std::size_t i = 0; i < n; ++i) first_[i + 1] += first_[i];
  neighbours_.resize(first_[n]);
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const auto& piece : found)
    for (const Pair& pair : piece) {
      neighbours_[next[pair.a]++] = {pair.b, pair.image};
      neighbours_[next[pair.b]++] = {pair.a, {-pair.image[0], -pair.image[1], -pair.image[2]}};
    }
#pragma omp parallel for schedule(static) if (n > k_min_bodies_for_threads)
  for (std::size_t i = 0; i < n; ++i)
    std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(first_[i]),
              neighbours_.begin() + static_cast<std::ptrdiff_t>(first_[i + 1]),
              [&](const Neighbour& p, const Neighbour& q) {
                return std::tie(bodies.lines[p.slot].id, p.image) < std::tie(bodies.lines[q.slot].id, q.image);
              });
}

Vec3d Fields::separation(const state::World& world, Slot i, const Neighbour& other) const {
  const state::Bodies& bodies = world.bodies;
  const auto &t = bodies.image_flags[i], &u = bodies.image_flags[other.slot];
  return bodies.lines[i].position() - bodies.lines[other.slot].position() +
         world.cell.edges({other.image[0] + t[0] - u[0], other.image[1] + t[1] - u[1], other.image[2] + t[2] - u[2]});
}

Vec3d Fields::force_on(const state::World& world, Slot i, const Vec3d& velocity, const Vec3d& spin) const {
  Vec3d force;
  if (settings_.drag != 0.0) force += drag_force(velocity);
  if (settings_.magnus != 0.0) force += settings_.magnus * cross(spin, velocity);
  if (first_.empty()) return force;
  const auto& lines = world.bodies.lines;
  for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) {
    const NearField& field = *near_field(lines[i].material, lines[neighbours_[k].slot].material);
    const Vec3d d = separation(world, i, neighbours_[k]);
    const double r2 = norm2(d);
    if (r2 >= field.cutoff() * field.cutoff() || r2 == 0.0) continue;  // coincident centres: no direction
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
  const bool predictions = velocities == Velocities::with_predictions;
  const auto velocity = [&](std::size_t i) {
    const Vec3d v = bodies.lines[i].velocity();
    return predictions ? v + Vec3d{bodies.predictions[i].vx, bodies.predictions[i].vy, bodies.predictions[i].vz} : v;
  };
#pragma omp parallel for schedule(static) if (bodies.size() > k_min_bodies_for_threads)
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3d w = bodies.lines[i].spin();
    const Vec3d spin =
        predictions ? w + Vec3d{bodies.predictions[i].wx, bodies.predictions[i].wy, bodies.predictions[i].wz} : w;
    bodies.field_forces[i] = force_on(world, static_cast<Slot>(i), velocity(i), spin);
  }
  double power = 0.0;
  if (settings_.drag != 0.0)
    for (std::size_t i = 0; i < bodies.size(); ++i) power += drag_power(velocity(i));
  return power;
}

double Fields::potential(const state::World& world) const {
  double twice = 0.0;  // every pair is in the lists of both bodies
  const auto& lines = world.bodies.lines;
  for (Slot i = 0; i + 1 < first_.size(); ++i)
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k)
      if (const double r = norm(separation(world, i, neighbours_[k])); r > 0.0)
        twice += near_field(lines[i].material, lines[neighbours_[k].slot].material)->potential(r);
  return 0.5 * twice;
}

std::size_t Fields::bytes() const {
  return state::bytes_of(first_) + state::bytes_of(neighbours_) + state::bytes_of(listed_);
}

}  // namespace scree::step
