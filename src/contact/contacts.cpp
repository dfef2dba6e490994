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
  std::size_t n = bytes_of(blocks_) + bytes_of(boundary_loads_) + bytes_of(slot_target_) + bytes_of(boundary_uses_);
  for (const Block& block : blocks_) {
    n += bytes_of(block.runs) + bytes_of(block.wall_loads) + bytes_of(block.far_outgoing) + bytes_of(block.incoming) +
         bytes_of(block.feeds_blocks);
    for (const Run& run : block.runs)
      n += bytes_of(run.a) + bytes_of(run.b) + bytes_of(run.load_target) + bytes_of(run.image) +
           bytes_of(run.touching) + bytes_of(run.ended) + bytes_of(run.near_pairs) + bytes_of(run.near_a) +
           bytes_of(run.near_b) + bytes_of(run.near_image) + bytes_of(run.contact_a) + bytes_of(run.contact_b) +
           bytes_of(run.target_a) + bytes_of(run.target_b) + bytes_of(run.contact_image) + bytes_of(run.history) +
           run.applied.bytes();
  }
  for (const Pool& pool : pools_)
    for (const auto& buffer : pool.buffers) n += bytes_of(*buffer);
  return n;
}

InputTables::InputTables(const state::World& world) {
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
  constexpr int k_max = state::k_max_shift;
  double(*row)[4] = shifts;  // in the order of image codes; built every step, so no code is decoded
  for (int z = -k_max; z <= k_max; ++z)
    for (int y = -k_max; y <= k_max; ++y)
      for (int x = -k_max; x <= k_max; ++x, ++row) {
        const Vec3d s = world.cell.edges({x, y, z});
        (*row)[0] = s.x, (*row)[1] = s.y, (*row)[2] = s.z, (*row)[3] = 0.0;
      }
}
KernelInputs InputTables::of(const state::World& world, bool synchronised) const {
  const state::Bodies& b = world.bodies;
  return {b.lines.data(), synchronised ? b.predictions.data() : nullptr, walls.data(),
          shifts,         b.shapes.empty() ? nullptr : b.shapes.data(),  b.orientations.data(),
          nullptr};
}

KernelInputs Contacts::inputs_of(const state::World& world, const InputTables& tables, bool synchronised) const {
  KernelInputs inputs = tables.of(world, synchronised);
  if (felt_strain_) inputs.strain_rate = &*felt_strain_;
  return inputs;
}

Deepest Contacts::deepest(const state::World& world) const {
  std::vector<Deepest> of_block(blocks_.size());
  const InputTables tables(world);
  const KernelInputs inputs = tables.of(world, false);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const Run& run : blocks_[b].runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
        const std::uint32_t p = run.touching[i];
        const auto geometry = geometry_of_contact(inputs, run, i).geometry;
        const double fraction = geometry.overlap / geometry.smaller_radius;
        if (fraction > of_block[b].fraction)
          of_block[b] = {run.a[p], run.b[p], run.at_wall(), geometry.overlap, fraction};
      }
  Deepest worst;
  for (const Deepest& d : of_block)
    if (d.fraction > worst.fraction) worst = d;
  return worst;
}

double Contacts::take_forgotten() { return std::exchange(forgotten_, 0.0); }

}  // namespace scree::contact
