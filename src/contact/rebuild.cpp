// Making the Verlet list anew: wrap, sort along the curve, search, and carry the histories of touching pairs over by one
// linear merge keyed by body a. No map, no tree; the old runs are read in place and thrown away afterwards.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "contact/arrange.h"
#include "contact/contacts.h"
#include "search/grid.h"
#include "shape/box.h"
#include "state/deformation.h"

namespace scree::contact {
namespace {

using state::Slot;
constexpr Slot k_gone = ~Slot{0};
constexpr int k_sort_every = 20;  // rebuilds; a body moves by half a skin between two of them

/// Bodies of one block; a function of their number alone, so that the sums do not depend on threads. Large blocks send each other fewer
/// letters; small ones stay in a core's nearest cache, and are more to share. Hundreds of bodies are enough for two.
std::size_t block_size(std::size_t bodies) {
  constexpr std::size_t k_one_block = 128, k_usual = 512;
  return bodies <= k_one_block ? k_one_block : std::clamp<std::size_t>(bodies / 32, std::min(k_usual, (bodies + 1) / 2), 2 * k_usual);
}

/// A touching pair before the rebuild, named as it will be after it.
struct OldContact {
  Slot a, b;
  std::uint32_t block, index;
  std::uint16_t run;
  state::Image image;
  shape::Kind kind;
};

/// The image of a pair after its bodies were put back into the cell, which may have other edges now. A pair that went so far apart in the meantime
/// that no code tells it has ended; it keeps the nearest that there is until it is seen off.
state::Image turned(state::Image image, const Wrapped& wrapped, Slot a, Slot b) {
  state::Boxes s = state::image_shift(image);
  if (wrapped.rebase.any()) s = wrapped.rebase(s);
  for (std::size_t k = 0; k < 3; ++k)
    s[k] = std::clamp(s[k] + wrapped.moved[a][k] - wrapped.moved[b][k], -state::k_most_shift, state::k_most_shift);
  return state::image_code(s[0], s[1], s[2]);
}

/// None for two boxes, which smooth contacts do not know (docs/decisions/shapes.md); the scene reader lets no two meet.
std::optional<shape::Kind> kind_of(state::FormKind p, state::FormKind q) {
  using state::FormKind;
  const bool spheres = p == FormKind::sphere && q == FormKind::sphere;
  if (p != FormKind::box && q != FormKind::box) return spheres ? shape::Kind::sphere_sphere : shape::Kind::ellipsoids;
  const FormKind other = p == FormKind::box ? q : p;
  if (other == FormKind::box) return {};
  return other == FormKind::sphere ? shape::Kind::sphere_box : shape::Kind::ellipsoid_box;
}

}  // namespace

Moved Contacts::look(const state::World& world) const {
  const state::Deformation f(listed_cell_, world.cell);
  const Vec3d to = f({});
  const Triangular taken{{f.xx, f.yy, f.zz, 0}, {f.xy, 0, 0, 0}, {f.xz, f.yz, 0, 0}, {to.x, to.y, to.z, 0}};
  std::vector<Moved> parts(blocks_.size());
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    kernels_.look(taken, &world.bodies.lines[blocks_[b].first], blocks_[b].last - blocks_[b].first, parts[b]);
  Moved all;
  for (const Moved& part : parts) all.add(part);
  return all;
}

bool Contacts::list_is_stale(const state::World& world, VelocityBox velocities, double time) {
  for (const state::Wall& wall : world.walls) velocities.add(dot(wall.velocity, wall.normal) * wall.normal);  // along itself it brings nothing nearer
  // Displacements are strained with the cell, and ways of a step by half of its strain; what is over covers the rounding of these sums (not that of places far
  // from the origin, which is below any skin).
  constexpr double k_rounding = 1.0 + 1e-12;
  const double strain = state::Deformation(last_cell_, world.cell).strain(), grow = k_rounding * (1.0 + strain);
  const double across = grow * time * velocities.across();
  may_have_moved_ = {grow * may_have_moved_.across + across, grow * (may_have_moved_.farthest + time * velocities.largest())};
  crept_ += across + longest_ * strain;
  last_cell_ = world.cell;
  by_velocities_ = true;
  if (may_have_moved_.most() + longest_ * state::Deformation(listed_cell_, world.cell).strain() <= skin_) return false;
  have_moved(world, look(world));
  return !(moved_ <= skin_);
}

bool Contacts::list_is_stale(const state::World& world, const Moved& bodies) {
  have_moved(world, bodies);
  by_velocities_ = false, crept_ = moved_ + chosen_at_;
  return !(moved_ <= skin_);
}

void Contacts::have_moved(const state::World& world, Moved bodies) {
  for (const state::Wall& wall : world.walls) bodies.add(dot(wall.point - wall.listed_point, wall.normal) * wall.normal);
  may_have_moved_ = {bodies.across(), std::sqrt(bodies.farthest2)};
  moved_ = bodies.most() + longest_ * state::Deformation(listed_cell_, world.cell).strain();
}

void Contacts::rebuild_reaching(state::World& world, double reach) {
  skin_ = std::max(usual_skin_, reach);
  rebuild(world);
}

void Contacts::rebuild(state::World& world, const std::vector<char>& removed) {
  state::Bodies& bodies = world.bodies;
  const std::size_t before = bodies.size();
  if (!removed.empty()) forgotten_ += energy_of_removed(world, removed);
  bodies.loads.resize(before);  // bodies that have just come bear none
  const Wrapped wrapped = wrap(world);
  const bool sort = rebuilds_ % k_sort_every == 0;
  const std::vector<Slot> order = new_order(world, removed, sort);
  std::vector<Slot> place(before, k_gone);
  for (Slot i = 0; i < order.size(); ++i) place[order[i]] = i;
  if (sort || order.size() != before) rearrange(bodies, order);
  ++rebuilds_;
  moved_ = 0.0, may_have_moved_ = {0.0, 0.0}, sort_pairs_ = true, last_cell_ = world.cell;

  // Old contacts but for those that have ended, sorted by their body a (counting sort).
  std::vector<OldContact> old;
  std::vector<std::uint32_t> first(bodies.size() + 1, 0);
  const auto each_old = [&](auto f) {
    for (std::uint32_t block = 0; block < blocks_.size(); ++block)
      for (std::uint16_t r = 0; r < blocks_[block].runs.size(); ++r) {
        const Run& run = blocks_[block].runs[r];
        const bool plane = run.at_plane();
        run.each_contact([&](std::uint32_t i) {
          const std::uint32_t p = run.touching[i];
          const Slot a = run.a[p], b = run.b[p];
          f(OldContact{place[a], plane ? b : place[b], block, i, r, plane ? run.image[p] : turned(run.image[p], wrapped, a, b), run.kind});
        });
      }
  };
  each_old([&](const OldContact& c) {
    if (c.a != k_gone && c.b != k_gone) ++first[c.a + 1];
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  old.resize(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  each_old([&](const OldContact& c) {
    if (c.a != k_gone && c.b != k_gone) old[next[c.a]++] = c;
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
      run.stride = static_cast<std::uint32_t>((kept.size() + k_pad - 1) / k_pad * k_pad);
      run.history.assign(static_cast<std::size_t>(run.stride) * columns, 0.0);
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const Run& from = former[kept[i]->block].runs[kept[i]->run];
        for (int k = 0; k < columns; ++k)
          run.history[static_cast<std::size_t>(k) * run.stride + i] =
              from.history[static_cast<std::size_t>(k) * from.stride + kept[i]->index];
      }
    }
  }
  // A pair that went so far apart in one step that the search does not find it: its contact has ended, but is yet to be seen
  // off by the next evaluation.
  for (std::size_t k = 0; k < old.size(); ++k)
    if (!found[k]) {
      const OldContact& c = old[k];
      const Run& from = former[c.block].runs[c.run];
      const Slot owner = shape::is_at_plane(c.kind) ? c.a : std::min(c.a, c.b);
      blocks_[owner / block_size(bodies.size())].run_of(c.kind, from.model).append_contact(c.a, c.b, c.image, from, c.index);
    }
  post_letters(world);
}

template <class Wanted, class F>
void Contacts::each_spring(const state::World& world, Wanted wanted, F f) const {
  const SceneryTables tables(world);
  const Scenery scenery = tables.of(world, false);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
        const std::uint32_t p = run.touching[i];
        if (!wanted(run.a[p]) && (run.at_plane() || !wanted(run.b[p]))) continue;
        const PreparedModel& model = table_.models[run.model];
        law::Touch<double> touch = meeting_of(scenery, run, i).meeting.touch;
        touch.overlap = std::max(touch.overlap, 0.0);  // it may have just ended
        double numbers[k_most_history];
        for (int k = 0; k < model.history_size; ++k) numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + i];
        f(model, touch, numbers);
      }
}

double Contacts::energy_of_removed(const state::World& world, const std::vector<char>& removed) const {
  double energy = 0.0;
  each_spring(world, [&](Slot i) { return removed[i] != 0; }, [&](const PreparedModel& model, const law::Touch<double>& touch, const double* history) {
    const SpringEnergy springs = spring_energy(model, touch, history);
    energy += springs.slide + springs.roll + springs.spin;
    if (touch.overlap > 0.0) energy += pressed_energy(model, touch);
  });
  return energy;
}

std::array<double, 4> Contacts::stored(const state::World& world) const {
  std::array<double, 4> sums{};
  if (sum_stored_) {
    std::copy_n(tally_.stored, 4, sums.begin());
    return sums;
  }
  each_spring(world, [](Slot) { return true; }, [&](const PreparedModel& model, const law::Touch<double>& touch, const double* history) {
    const SpringEnergy springs = spring_energy(model, touch, history);
    sums[slide_stage] += springs.slide, sums[roll_stage] += springs.roll, sums[spin_stage] += springs.spin;
    if (touch.overlap > 0.0) sums[normal_stage] += pressed_energy(model, touch);
  });
  return sums;
}

void Contacts::sum_stored(const state::World& world) {
  const std::array<double, 4> sums = stored(world);
  std::copy_n(sums.begin(), 4, tally_.stored);
  sum_stored_ = true;
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
  if (n == 0) return;
  const search::Grid grid(bodies.lines, world.cell, skin_);
  struct Found {
    Slot i, j;
    state::Image image;
  };
  struct FoundFor {
    std::size_t block;
    std::vector<Found> pairs;
  };
  std::vector<std::vector<FoundFor>> foreign(blocks_.size());  // pairs found from a block that does not own them, by the one that does

  const auto add = [&](Block& block, const Found& f) {
    const auto &p = bodies.lines[f.i], &q = bodies.lines[f.j];
    if (p.is_fixed() && q.is_fixed()) return;
    const std::optional<shape::Kind> kind = kind_of(bodies.form_kind(f.i), bodies.form_kind(f.j));
    if (!kind) return;
    Run& run = block.run_of(*kind, table_.of(p.material, q.material));
    const bool first = shape::is_on_box(*kind) ? bodies.form_kind(f.j) == state::FormKind::box : p.id < q.id;  // under a round body a box is b, as a wall is
    if (first)
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
      for (Slot i = block.first; i < block.last; ++i) {
        const auto& body = bodies.lines[i];
        if (body.is_fixed() || dot(body.position() - wall.point, wall.normal) >= body.radius + skin_) continue;
        const auto model = table_.of(body.material, wall.material);
        switch (bodies.form_kind(i)) {
          case state::FormKind::sphere: block.run_of(shape::Kind::sphere_plane, model).add_pair(i, w, state::k_no_image); break;
          case state::FormKind::ellipsoid: block.run_of(shape::Kind::ellipsoid_plane, model).add_pair(i, w, state::k_no_image); break;
          case state::FormKind::box:  // every corner is a contact of its own
            for (std::uint8_t corner = 0; corner < shape::k_corners; ++corner) block.run_of(shape::Kind::corner_plane, model).add_pair(i, w, corner);
        }
      }
    }
    block.runs.shrink_to_fit();
    for (Run& run : block.runs) run.pad();
  }
}

/// Give every pair that reaches into another block a letter: a line for the load on that body. Pairs of one block that reach
/// the same body share a letter; letters lie in the order of addressees, then of blocks.
void Contacts::post_letters(state::World& world) {
  const std::size_t n = world.bodies.size(), size = block_size(n), count = blocks_.size();
  waits_ = std::vector<std::atomic<std::uint32_t>>(count);
  taken_ = std::vector<std::atomic<bool>>(count), completed_ = std::vector<std::atomic<bool>>(count);
  struct Letter {
    Slot to;
    std::uint32_t number;
  };
  std::vector<std::vector<Letter>> letters(count);  // of each block, in the order of its pairs
  const auto each_pair = [](Block& block, auto f) {
    for (Run& run : block.runs) {
      if (run.at_plane()) continue;
      for (std::uint32_t p = 0; p < run.pairs; ++p) f(run, p, std::max(run.a[p], run.b[p]));
    }
  };
#pragma omp parallel
  {
    std::vector<std::uint32_t> writer(n, k_gone);  // the block that has last written to a body
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < count; ++b)
      each_pair(blocks_[b], [&](Run&, std::uint32_t, Slot other) {
        if (other < blocks_[b].last || writer[other] == b) return;
        writer[other] = static_cast<std::uint32_t>(b), letters[b].push_back({other, 0});
      });
  }
  std::vector<std::uint32_t> first(n + 1, 0);
  for (const auto& list : letters)
    for (const Letter& letter : list) ++first[letter.to + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  addressee_.resize(first.back());
  addressee_.shrink_to_fit();
  for (Block& block : blocks_) block.first_letter = first[block.first], block.last_letter = first[block.last];
  for (std::size_t b = 0; b < count; ++b)
    for (Letter& letter : letters[b]) {
      letter.number = first[letter.to]++;
      addressee_[letter.number] = letter.to;
      const auto to = static_cast<std::uint32_t>(letter.to / size);
      auto& list = blocks_[b].writes_to;
      if (std::find(list.begin(), list.end(), to) == list.end()) list.push_back(to), ++blocks_[to].writers;
    }
  letters_in_use_.assign(addressee_.size(), 0);
#pragma omp parallel
  {
    std::vector<std::uint32_t> number(n);  // of the letter of this block to a body
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < count; ++b) {
      Block& block = blocks_[b];
      for (const Letter& letter : letters[b]) number[letter.to] = letter.number;
      for (Run& run : block.runs) run.mail.assign(run.at_plane() ? 0 : run.pairs, 0);
      each_pair(block, [&](Run& run, std::uint32_t p, Slot other) { run.mail[p] = other < block.last ? other - block.first : k_letter | number[other]; });
      for (Run& run : block.runs) {
        run.name_contacts();
        if (run.at_plane()) continue;
        for (const std::uint32_t p : run.touching)
          if (run.mail[p] & k_letter) ++letters_in_use_[run.mail[p] & ~k_letter];  // nobody else writes this one
      }
    }
  }
  letters_.reserve(addressee_.size());
  letters_.assign(addressee_.size(), {});
}

}  // namespace scree::contact
