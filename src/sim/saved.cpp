// Saves a simulation to an archive and restores it bit by bit.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/archive_checks.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/impl.h"
#include "sim/place.h"
#include "sim/saved_bodies.h"
#include "sim/saved_columns.h"
#include "sim/saved_joints.h"

namespace scree::sim {
namespace {

using state::BodyLine;

void save_walls(const std::vector<state::Wall>& walls, Archive& archive) {
  const std::size_t n = walls.size();
  archive.put("planes/point",
              gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return walls[i].point.*k_axes[k]; }), 3);
  archive.put("planes/listed_point",
              gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return walls[i].listed_point.*k_axes[k]; }),
              3);
  archive.put("planes/load",
              gathered<double>(n, 6, [&](std::size_t i, std::size_t k) { return walls[i].load.*k_load_parts[k]; }), 6);
}

void restore_walls(const Archive& archive, std::vector<state::Wall>& walls) {
  const std::size_t n = walls.size();
  const auto& point = archive.get_rows<double>("planes/point", n, 3);
  const auto& listed = archive.get_rows<double>("planes/listed_point", n, 3);
  const auto& load = archive.get_rows<double>("planes/load", n, 6);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      walls[i].point.*k_axes[k] = point[3 * i + k], walls[i].listed_point.*k_axes[k] = listed[3 * i + k];
    for (std::size_t k = 0; k < 6; ++k) walls[i].load.*k_load_parts[k] = load[6 * i + k];
  }
}

/// Number of bodies of the scene at the start; nullopt if the scene has data files, which may no longer exist.
std::optional<std::size_t> bodies_at_start(const Scene& scene) {
  if (!scene.files.empty()) return {};
  std::size_t count = scene.spheres.size() + scene.solids.size();
  for (const LatticeFill& fill : scene.lattices) count += place_lattice(fill, {}).size();
  for (const RandomFill& fill : scene.randoms) count += static_cast<std::size_t>(fill.count);
  return count;
}

/// Tables indexed by id have the length next_id, so that it must not exceed the number of bodies created so far.
void check_ids(const Scene& scene, const state::World& world, const std::vector<StreamState>& streams) {
  std::vector<state::Id> ids;
  for (const BodyLine& line : world.bodies.lines) ids.push_back(line.id);
  std::sort(ids.begin(), ids.end());
  if (const auto twice = std::adjacent_find(ids.begin(), ids.end()); twice != ids.end())
    throw ArchiveError{fmt::format("bodies/id contains {} twice", *twice)};
  if (!ids.empty() && (ids.front() == state::k_no_body || ids.back() >= world.next_id))
    throw ArchiveError{fmt::format("bodies/id contains {}; ids go from 1 to bodies/next_id - 1 = {}",
                                   ids.front() == state::k_no_body ? ids.front() : ids.back(),
                                   number(world.next_id) - 1)};
  std::size_t given = world.bodies.size();  // without a sink all of them are still there
  if (!scene.sinks.empty()) {
    const auto first = bodies_at_start(scene);
    if (!first) return;
    given = *first;
    for (const StreamState& stream : streams) given += static_cast<std::size_t>(stream.placed);
  }
  if (number(world.next_id) != given + 1)
    throw ArchiveError{fmt::format("bodies/next_id is {}; {} bodies have been created, so that it must be {}",
                                   world.next_id, given, given + 1)};
}

/// The cell must be that of the scene. If the stepper strains it or a data file gave it, its shape must allow counting
/// of periodic images.
void check_cell(const Scene& scene, const state::Cell& built, const state::Cell& cell) {
  for (std::size_t k = 0; k < 3; ++k)
    if (const double length = cell.length.*k_axes[k]; !has_inverse(length))
      refuse_element("cell/low_and_length", 3 + k, 3, length, k_positive);
  const bool from_file =
      std::any_of(scene.files.begin(), scene.files.end(), [](const DataFile& file) { return file.cell_from_file; });
  if (!stepper_of(scene).moves_cell() && !from_file) {
    if (!(built.tilt == cell.tilt && norm2(built.low - cell.low) == 0.0 && norm2(built.length - cell.length) == 0.0))
      throw ArchiveError{"cell/low_and_length and cell/tilt differ from the cell of the scene, which does not change"};
    return;
  }
  constexpr double k_max_slant = 1e4;  // of a length; io/frame/frame_faults.cpp has the same limit
  const double smallest = std::min({cell.length.x, cell.length.y, cell.length.z});
  const double tilts[3] = {cell.tilt.xy, cell.tilt.xz, cell.tilt.yz};
  for (std::size_t k = 0; k < 3; ++k)
    if (std::abs(tilts[k]) > k_max_slant * smallest)
      refuse_element("cell/tilt", k, 1, tilts[k], "the cell is too oblique to count periodic images");
}

/// Number of steps, time and time step must be consistent with each other and with the scene.
void check_clock(const Scene& scene, std::int64_t steps, double time, double step) {
  if (is_set(scene.time.step) && step != scene.time.step)
    refuse_element("clock/time_and_step", 1, 1, step, fmt::format("the scene has time.step = {}", scene.time.step));
  if (scene.time.end / step > static_cast<double>(k_max_steps))
    refuse_element("clock/time_and_step", 1, 1, step,
                   fmt::format("the run would have more than {} steps", k_max_steps));
  if (steps < 0 || steps > k_max_steps)
    refuse_element("clock/steps", 0, 1, steps, fmt::format("a run has 0 to {} steps", k_max_steps));
  // The time is a sum of steps with a rounding error of at most half an ulp each. A step that failed may have advanced
  // the time by a part of it.
  const double expected = static_cast<double>(steps) * step,
               slack = step + expected * static_cast<double>(steps + 1) * std::numeric_limits<double>::epsilon();
  if (!(std::abs(time - expected) <= slack))
    refuse_element("clock/time_and_step", 0, 1, time, fmt::format("{} steps of {} take {}", steps, step, expected));
}

}  // namespace

void Simulation::Impl::save(Archive& archive) const {
  archive.put("clock/steps", std::vector{steps});
  archive.put("clock/time_and_step", std::vector{world.time, engine->step()});
  archive.put("cell/low_and_length",
              std::vector{world.cell.low.x, world.cell.low.y, world.cell.low.z, world.cell.length.x,
                          world.cell.length.y, world.cell.length.z},
              3);
  archive.put("cell/tilt", std::vector{world.cell.tilt.xy, world.cell.tilt.xz, world.cell.tilt.yz});
  save_bodies(world.bodies, archive);
  archive.put("bodies/next_id", std::vector{number(world.next_id)});
  save_walls(world.walls, archive);
  save_joints(world, archive);
  engine->save(archive);
  archive.put("ledger/initial_inserted_turnover", std::vector{initial, inserted, turnover});
  archive.put("streams/placed_and_attempts",
              gathered<std::int64_t>(
                  streams.size(), 2,
                  [&](std::size_t i, std::size_t k) { return k == 0 ? streams[i].placed : streams[i].attempts; }),
              2);
}

void Simulation::Impl::restore(const Archive& archive) {
  check_finite(archive);
  steps = archive.get_rows<std::int64_t>("clock/steps", 1)[0];
  world.time = archive.get_rows<double>("clock/time_and_step", 2)[0];
  check_clock(scene, steps, world.time, engine->step());
  const auto& cell = archive.get_rows<double>("cell/low_and_length", 2, 3);
  if (!archive.find("cell/tilt"))
    throw ArchiveError{
        "it was written by an older version of Scree, which stored periodic images differently; only that version can "
        "continue it"};
  const auto& tilt = archive.get_rows<double>("cell/tilt", 3);
  const state::Cell built = world.cell;
  world.cell.tilt = {tilt[0], tilt[1], tilt[2]};
  world.cell.low = {cell[0], cell[1], cell[2]}, world.cell.length = {cell[3], cell[4], cell[5]};
  check_cell(scene, built, world.cell);
  restore_bodies(archive, scene, world.cell, world.bodies);
  const auto& stream = archive.get_rows<std::int64_t>("streams/placed_and_attempts", streams.size(), 2);
  check_counts("streams/placed_and_attempts", stream, 2);
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (stream[2 * s] > due(s))
      refuse_element("streams/placed_and_attempts", 2 * s, 2, stream[2 * s],
                     fmt::format("stream {} has {} bodies due by now", s + 1, due(s)));
    streams[s] = {stream[2 * s], stream[2 * s + 1]};
  }
  world.next_id = state::Id{archive.get_rows<std::uint32_t>("bodies/next_id", 1)[0]};
  check_ids(scene, world, streams);
  restore_walls(archive, world.walls);
  restore_joints(archive, world);
  const ThreadCount in_use = team();
  engine->restore(world, archive);
  const auto& sums = archive.get_rows<double>("ledger/initial_inserted_turnover", 3);
  initial = sums[0], inserted = sums[1], turnover = sums[2];
}

Archive Simulation::save() const {
  const ThreadCount in_use = impl_->team();
  Archive archive;
  impl_->save(archive);
  return archive;
}

Simulation::Simulation(const Scene& scene, const Archive& archive, const Options& options) {
  const auto& clock = archive.get_rows<double>("clock/time_and_step", 2);
  if (!has_inverse(clock[1])) refuse_element("clock/time_and_step", 1, 1, clock[1], k_positive);
  impl_ = std::make_unique<Impl>(scene, options, clock[1]);
  impl_->restore(archive);
}

}  // namespace scree::sim
