// Rebuild of the Verlet list: wrap, sort along the curve, search, and transfer the histories of touching pairs by one
// linear merge keyed by body a, without a map or a tree. The old runs are read in place and discarded afterwards.
#include <algorithm>
#include <numeric>
#include <optional>

#include "contact/arrange.h"
#include "contact/contacts.h"
#include "shape/pair_table.h"
#include "search/grid.h"
#include "shape/box.h"

namespace scree::contact {
namespace {

using state::Slot;
constexpr Slot k_removed = ~Slot{0};
constexpr int k_sort_every = 20;  // rebuilds; between two of them a body moves by about half a skin

/// A pair that touched before the rebuild, with the slots and the image that it has afterwards.
struct OldContact {
  Slot a, b;
  std::uint32_t block, index;
  std::uint16_t run;
  state::Image image;
  shape::Kind kind;
};

/// The image of a pair after its bodies were wrapped into the cell, which may have other edges now. If the pair moved
/// so far apart that no image code represents its shift, its contact has ended; it keeps the nearest code until the
/// next evaluation removes it.
state::Image shifted_image(state::Image image, const Wrapped& wrapped, Slot a, Slot b) {
  state::ImageFlags s = state::image_shift(image);
  if (wrapped.rebase.any()) s = wrapped.rebase(s);
  for (std::size_t k = 0; k < 3; ++k)
    s[k] = std::clamp(s[k] + wrapped.moved[a][k] - wrapped.moved[b][k], -state::k_max_shift, state::k_max_shift);
  return state::image_code(s[0], s[1], s[2]);
}

}  // namespace

void Contacts::rebuild_reaching(state::World& world, double reach) {
  skin_ = std::max(usual_skin_, reach);
  rebuild(world);
}

void Contacts::rebuild(state::World& world, const std::vector<char>& removed) {
  state::Bodies& bodies = world.bodies;
  const std::size_t before = bodies.size();
  if (!removed.empty()) forgotten_ += energy_of_removed(world, removed);
  bodies.loads.resize(before);  // new bodies have zero loads
  const Wrapped wrapped = wrap(world);
  const bool sort = rebuilds_ % k_sort_every == 0;
  const std::vector<Slot> order = new_order(world, removed, sort);
  std::vector<Slot> place(before, k_removed);
  for (Slot i = 0; i < order.size(); ++i) place[order[i]] = i;
  if (sort || order.size() != before) rearrange(bodies, order);
  ++rebuilds_;
  moved_ = 0.0, may_have_moved_ = {0.0, 0.0}, sort_pairs_ = true, last_cell_ = world.cell;

  // Old contacts without those that have ended, sorted by their body a (counting sort).
  std::vector<OldContact> old;
  std::vector<std::uint32_t> first(bodies.size() + 1, 0);
  const auto each_old = [&](auto f) {
    for (std::uint32_t block = 0; block < blocks_.size(); ++block)
      for (std::uint16_t r = 0; r < blocks_[block].runs.size(); ++r) {
        const Run& run = blocks_[block].runs[r];
        const bool plane = run.at_wall();
        run.each_contact([&](std::uint32_t i) {
          const std::uint32_t p = run.touching[i];
          const Slot a = run.a[p], b = run.b[p];
          f(OldContact{place[a], plane ? b : place[b], block, i, r,
                       plane ? run.image[p] : shifted_image(run.image[p], wrapped, a, b), run.kind});
        });
      }
  };
  each_old([&](const OldContact& c) {
    if (c.a != k_removed && c.b != k_removed) ++first[c.a + 1];
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  old.resize(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  each_old([&](const OldContact& c) {
    if (c.a != k_removed && c.b != k_removed) old[next[c.a]++] = c;
  });
  std::vector<char> found(old.size(), 0);

  std::vector<Block> former;
  former.swap(blocks_);
  find_pairs(world);

  const std::int64_t count = static_cast<std::int64_t>(blocks_.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t b = 0; b < count; ++b) {
    std::vector<const OldContact*> kept;
    for (Run& run : blocks_[b].runs) {
      kept.clear();
      run.touching.clear();
      for (std::uint32_t p = 0; p < run.pairs; ++p)
        for (std::uint32_t k = first[run.a[p]]; k < first[run.a[p] + 1]; ++k)
          if (old[k].b == run.b[p] && old[k].image == run.image[p] && old[k].kind == run.kind) {
            kept.push_back(&old[k]);
            run.touching.push_back(p);
            found[k] = 1;
          }
      run.touching.shrink_to_fit();
      const int columns = table_.models[run.model].history_size;
      run.stride = static_cast<std::uint32_t>(padded(kept.size()));
      run.history.assign(static_cast<std::size_t>(run.stride) * columns, 0.0);
      if (recording_) run.applied.reserve(table_.models[run.model].loads, kept.size());
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const Run& from = former[kept[i]->block].runs[kept[i]->run];
        run.applied.append(from.applied, kept[i]->index);
        for (int k = 0; k < columns; ++k)
          run.history[static_cast<std::size_t>(k) * run.stride + i] =
              from.history[static_cast<std::size_t>(k) * from.stride + kept[i]->index];
      }
    }
  }
  // A pair that moved so far apart in one step that the search does not find it: its contact has ended, but only the
  // next evaluation removes it and books its energy.
  for (std::size_t k = 0; k < old.size(); ++k)
    if (!found[k]) {
      const OldContact& c = old[k];
      const Run& from = former[c.block].runs[c.run];
      const Slot owner = shape::is_at_wall(c.kind) ? c.a : std::min(c.a, c.b);
      blocks_[owner / block_size(bodies.size())]
          .run_of(c.kind, from.model)
          .append_contact(c.a, c.b, c.image, from, c.index);
    }
  assign_boundary_slots(world);
}

void Contacts::lay_out_blocks(const state::World& world) {
  const std::size_t n = world.bodies.size(), size = block_size(n);
  blocks_.resize((n + size - 1) / size);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    block.first = static_cast<Slot>(b * size);
    block.last = static_cast<Slot>(std::min(n, (b + 1) * size));
    block.wall_loads.assign(world.walls.size(), {});
    for (Slot i = block.first; i < block.last; ++i) block.has_special |= world.bodies.is_special(i);
  }
}

void Contacts::find_pairs(state::World& world) {
  state::Bodies& bodies = world.bodies;
  const std::size_t n = bodies.size(), size = block_size(n);
  lay_out_blocks(world);
  listed_cell_ = world.cell, longest_ = skin_;
  for (const auto& line : bodies.lines) longest_ = std::max(longest_, 2.0 * line.radius + skin_);
  smallest_radius_ = std::numeric_limits<double>::infinity();
  for (Slot i = 0; i < n; ++i) smallest_radius_ = std::min(smallest_radius_, inscribed_radius(bodies, i));
  if (n == 0) return;
  const search::Grid grid(bodies.lines, world.cell, skin_, kernels_.scan);
  struct Found {
    Slot i, j;
    state::Image image;
  };
  struct FoundFor {
    std::size_t block;
    std::vector<Found> pairs;
  };
  // pairs found by a block that does not own them, grouped by the owning block
  std::vector<std::vector<FoundFor>> foreign(blocks_.size());

  const auto add = [&](Block& block, const Found& f) {
    const auto &p = bodies.lines[f.i], &q = bodies.lines[f.j];
    if (p.is_fixed() && q.is_fixed()) return;
    const shape::BodyShape i_shape = bodies.shape_of_slot(f.i), j_shape = bodies.shape_of_slot(f.j);
    const std::optional<shape::Kind> kind = shape::pair_of(i_shape, j_shape).smooth;
    if (!kind) return;
    Run& run = block.run_of(*kind, table_.of(p.material, q.material));
    if (shape::is_first_by_shape(i_shape, j_shape).value_or(p.id < q.id))
      run.add_pair(f.i, f.j, f.image);
    else
      run.add_pair(f.j, f.i, state::opposite(f.image));
  };
  const std::int64_t count = static_cast<std::int64_t>(blocks_.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t b = 0; b < count; ++b) {
    Block& block = blocks_[b];
    for (Slot i = block.first; i < block.last; ++i) {
      grid.near(i, [&](Slot j, state::Image image) {
        if (j >= block.first) return add(block, {i, j, image});
        auto& lists = foreign[b];
        auto list = std::find_if(lists.begin(), lists.end(), [&](const FoundFor& l) { return l.block == j / size; });
        if (list == lists.end()) list = lists.insert(lists.end(), {j / size, {}});
        list->pairs.push_back({i, j, image});
      });
    }
  }

#pragma omp parallel for schedule(dynamic)
  for (std::int64_t b = 0; b < count; ++b) {
    Block& block = blocks_[b];
    for (std::int64_t finder = b + 1; finder < count; ++finder)
      for (const FoundFor& list : foreign[finder])
        if (list.block == static_cast<std::size_t>(b))
          for (const Found& f : list.pairs) add(block, f);
    for (std::uint32_t w = 0; w < world.walls.size(); ++w) {
      const state::Wall& wall = world.walls[w];
      const shape::WallShapeRow& shape = shape::row_of(wall.shape);
      for (Slot i = block.first; i < block.last; ++i) {
        const auto& body = bodies.lines[i];
        if (body.is_fixed() ||
            shape.height({body.position(), wall.point, wall.normal, wall.radius}) >= body.radius + skin_)
          continue;
        const auto model = table_.of(body.material, wall.material);
        const shape::WallPair& pair = shape::pair_of(bodies.shape_of_slot(i), wall.shape);
        Run& run = block.run_of(pair.smooth.value(), model);
        if (pair.points == 1)
          run.add_pair(i, w, state::k_no_image);
        else  // every point is a separate contact
          for (int k = 0; k < pair.points; ++k) run.add_pair(i, w, static_cast<state::Image>(k));
      }
    }
    block.runs.shrink_to_fit();
    for (Run& run : block.runs) run.put_boundary_pairs_first(block.last), run.pad();
  }
}

}  // namespace scree::contact
