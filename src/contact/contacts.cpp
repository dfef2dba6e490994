#include "contact/contacts.h"

#include <algorithm>
#include <utility>

namespace scree::contact {

Contacts::Contacts(ModelTable table, const Kernels& kernels, double skin, bool synchronised)
    : table_(std::move(table)), kernels_(kernels), usual_skin_(skin), skin_(skin), synchronised_(synchronised) {}

std::int64_t Contacts::contact_count() const {
  std::int64_t n = 0;
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) n += static_cast<std::int64_t>(run.touching.size() - run.ended.size());
  return n;
}

std::vector<int> Contacts::coordination(std::size_t bodies) const {
  std::vector<int> count(bodies, 0);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) {
      run.each_contact([&](std::uint32_t i) {
        ++count[run.a[run.touching[i]]];
        if (!run.at_wall()) ++count[run.b[run.touching[i]]];
      });
    }
  return count;
}

std::int64_t Contacts::pair_count() const {
  std::int64_t n = 0;
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) n += run.pairs;
  return n;
}

std::size_t Contacts::bytes() const {
  using state::bytes_of;
  std::size_t n = bytes_of(blocks_) + bytes_of(letters_) + bytes_of(addressee_) + bytes_of(letters_in_use_);
  for (const Block& block : blocks_) {
    n += bytes_of(block.runs) + bytes_of(block.wall_loads) + bytes_of(block.far_sent) + bytes_of(block.received) +
         bytes_of(block.writes_to);
    for (const Run& run : block.runs)
      n += bytes_of(run.a) + bytes_of(run.b) + bytes_of(run.mail) + bytes_of(run.image) + bytes_of(run.touching) +
           bytes_of(run.ended) + bytes_of(run.watched) + bytes_of(run.watched_a) + bytes_of(run.watched_b) +
           bytes_of(run.watched_image) + bytes_of(run.contact_a) + bytes_of(run.contact_b) + bytes_of(run.target_a) +
           bytes_of(run.target_b) + bytes_of(run.contact_image) + bytes_of(run.history) + run.applied.bytes();
  }
  for (const Pool& pool : pools_)
    for (const auto& buffer : pool.buffers) n += bytes_of(*buffer);
  return n;
}

SceneryTables::SceneryTables(const state::World& world) {
  walls.reserve(world.walls.size());
  for (const state::Wall& w : world.walls)
    walls.push_back({w.point.x,
                     w.point.y,
                     w.point.z,
                     0,
                     w.normal.x,
                     w.normal.y,
                     w.normal.z,
                     0,
                     w.velocity.x,
                     w.velocity.y,
                     w.velocity.z,
                     0,
                     w.radius,
                     {}});
  constexpr int k_most = state::k_most_shift;
  double(*row)[4] = shifts;  // in the order of codes; made every step, so without taking codes apart
  for (int z = -k_most; z <= k_most; ++z)
    for (int y = -k_most; y <= k_most; ++y)
      for (int x = -k_most; x <= k_most; ++x, ++row) {
        const Vec3d s = world.cell.edges({x, y, z});
        (*row)[0] = s.x, (*row)[1] = s.y, (*row)[2] = s.z, (*row)[3] = 0.0;
      }
}
Scenery SceneryTables::of(const state::World& world, bool synchronised) const {
  const state::Bodies& b = world.bodies;
  return {b.lines.data(), synchronised ? b.leads.data() : nullptr,    walls.data(),
          shifts,         b.forms.empty() ? nullptr : b.forms.data(), b.orientations.data(),
          nullptr};
}

Scenery Contacts::scenery_of(const state::World& world, const SceneryTables& tables, bool synchronised) const {
  Scenery scenery = tables.of(world, synchronised);
  if (felt_strain_) scenery.strain_rate = &*felt_strain_;
  return scenery;
}

Deepest Contacts::deepest(const state::World& world) const {
  std::vector<Deepest> of_block(blocks_.size());
  const SceneryTables tables(world);
  const Scenery scenery = tables.of(world, false);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const Run& run : blocks_[b].runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
        const std::uint32_t p = run.touching[i];
        const auto touch = meeting_of(scenery, run, i).touch;
        const double share = touch.overlap / touch.smaller_radius;
        if (share > of_block[b].share) of_block[b] = {run.a[p], run.b[p], run.at_wall(), touch.overlap, share};
      }
  Deepest worst;
  for (const Deepest& d : of_block)
    if (d.share > worst.share) worst = d;
  return worst;
}

double Contacts::take_forgotten() { return std::exchange(forgotten_, 0.0); }

}  // namespace scree::contact
