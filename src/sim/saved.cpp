// A simulation into an archive and back, without losing a bit.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/archive_checks.h"
#include "shape/inertia.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/inside.h"
#include "sim/place.h"
#include "sim/saved_joints.h"

namespace scree::sim {
namespace {

using state::Bodies;
using state::BodyLine;

/// One column for each body, `width` numbers each, by a function that fills or reads them.
template <class T, class F>
std::vector<T> gathered(std::size_t rows, std::size_t width, F number) {
  std::vector<T> values(rows * width);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < width; ++k) values[i * width + k] = number(i, k);
  return values;
}

// The vectors of a body line, told once for both directions.
struct LineColumn {
  const char* name;
  double BodyLine::*part[3];
};
constexpr LineColumn k_line_columns[] = {{"bodies/position", {&BodyLine::x, &BodyLine::y, &BodyLine::z}},
                                         {"bodies/velocity", {&BodyLine::vx, &BodyLine::vy, &BodyLine::vz}},
                                         {"bodies/spin", {&BodyLine::wx, &BodyLine::wy, &BodyLine::wz}},
                                         {"bodies/listed_position", {&BodyLine::x0, &BodyLine::y0, &BodyLine::z0}}};
using state::LoadLine;
constexpr double LoadLine::*k_load_parts[6] = {&LoadLine::fx, &LoadLine::fy, &LoadLine::fz,
                                               &LoadLine::tx, &LoadLine::ty, &LoadLine::tz};

struct FormColumn {
  const char* name;
  Vec3d state::Form::*vector;
};
constexpr FormColumn k_form_columns[] = {{"bodies/half_axes", &state::Form::half},
                                         {"bodies/moments", &state::Form::moments},
                                         {"bodies/last_turn", &state::Form::turn}};

void save_bodies(const Bodies& bodies, Archive& archive) {
  const std::size_t n = bodies.size();
  const auto& lines = bodies.lines;
  archive.put("bodies/id",
              gathered<std::uint32_t>(n, 1, [&](std::size_t i, std::size_t) { return number(lines[i].id); }));
  for (const LineColumn& c : k_line_columns)
    archive.put(c.name, gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return lines[i].*c.part[k]; }), 3);
  archive.put("bodies/radius", gathered<double>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].radius; }));
  archive.put("bodies/mass", bodies.mass), archive.put("bodies/inertia", bodies.inertia);
  archive.put("bodies/material",
              gathered<std::uint32_t>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].material; }));
  archive.put("bodies/locks", gathered<std::uint8_t>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].locks; }));
  archive.put("bodies/turns",
              gathered<std::int64_t>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.turns[i][k]; }), 3);
  archive.put("bodies/load",
              gathered<double>(n, 6, [&](std::size_t i, std::size_t k) { return bodies.loads[i].*k_load_parts[k]; }),
              6);
  if (bodies.kept.orientations)
    archive.put("bodies/orientation",
                gathered<double>(n, 4, [&](std::size_t i, std::size_t k) { return bodies.orientations[i][k]; }), 4);
  if (bodies.kept.rotations)
    archive.put("bodies/rotation",
                gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.rotations[i].*k_axes[k]; }),
                3);
  if (bodies.kept.field_forces)
    archive.put("bodies/field_force",
                gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.field_forces[i].*k_axes[k]; }),
                3);
  if (bodies.kept.forces)
    archive.put("bodies/force",
                gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.forces[i].*k_axes[k]; }), 3);
  if (!bodies.kept.forms) return;
  archive.put("bodies/form", gathered<std::uint8_t>(n, 1, [&](std::size_t i, std::size_t) {
                return static_cast<std::uint8_t>(bodies.forms[i].kind);
              }));
  for (const FormColumn& c : k_form_columns)
    archive.put(
        c.name,
        gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.forms[i].*c.vector.*k_axes[k]; }), 3);
}

/// Of masses, lengths and the like, by which is divided.
bool has_inverse(double x) { return x > 0.0 && std::isfinite(x) && std::isfinite(1.0 / x); }
constexpr std::string_view k_positive = "it must be above 0, with a finite inverse";

void restore_forms(const Archive& archive, const std::vector<std::uint32_t>& id, Bodies& bodies) {
  const std::size_t n = id.size();
  const auto& kind = archive.get_rows<std::uint8_t>("bodies/form", n);
  bodies.forms.resize(n);
  for (const FormColumn& c : k_form_columns) {
    const auto& values = archive.get_rows<double>(c.name, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.forms[i].*c.vector.*k_axes[k] = values[3 * i + k];
  }
  check_elements(
      "bodies/form", kind, 1, [](std::uint8_t k) { return k <= static_cast<std::uint8_t>(shape::BodyShape::box); },
      "this program does not know such a form");
  for (const char* name : {"bodies/half_axes", "bodies/moments"})
    check_elements(name, archive.get_rows<double>(name, n, 3), 3, has_inverse, k_positive);
  for (std::size_t i = 0; i < n; ++i) {
    bodies.forms[i].kind = static_cast<shape::BodyShape>(kind[i]);
    // The search goes by the radius of the ball around a body.
    const Vec3d& half = bodies.forms[i].half;
    const double around = bodies.forms[i].kind == shape::BodyShape::box ? shape::solid_box(half).bounding_radius
                                                                        : std::max({half.x, half.y, half.z});
    if (const double radius = bodies.lines[i].radius; !(std::abs(around - radius) <= 1e-9 * radius))
      refuse_element("bodies/radius", i, 1, radius, fmt::format("the form of body {} has {}", id[i], around));
  }
}

constexpr double k_most_turns = 1 << 30;  // of 32 bits; the state counts on from it

void restore_bodies(const Archive& archive, const Scene& scene, const state::Cell& cell, Bodies& bodies) {
  const auto& id = archive.get<std::uint32_t>("bodies/id");
  const std::size_t n = id.size();
  if (n > (std::size_t{1} << 31)) throw ArchiveError{"more bodies than this program can hold"};
  const auto& radius = archive.get_rows<double>("bodies/radius", n);
  const auto& material = archive.get_rows<std::uint32_t>("bodies/material", n);
  const auto& locks = archive.get_rows<std::uint8_t>("bodies/locks", n);
  const auto& turns = archive.get_rows<std::int64_t>("bodies/turns", n, 3);
  const auto& load = archive.get_rows<double>("bodies/load", n, 6);
  bodies.mass = archive.get_rows<double>("bodies/mass", n),
  bodies.inertia = archive.get_rows<double>("bodies/inertia", n);
  check_elements("bodies/radius", radius, 1, has_inverse, k_positive);
  check_elements("bodies/mass", bodies.mass, 1, has_inverse, k_positive),
      check_elements("bodies/inertia", bodies.inertia, 1, has_inverse, k_positive);
  check_elements(
      "bodies/material", material, 1, [&](std::uint32_t m) { return m < scene.materials.size(); },
      fmt::format("the scene has {} materials", scene.materials.size()));
  check_elements(
      "bodies/locks", locks, 1, [](std::uint8_t l) { return l <= state::k_all_locked; },
      "a body has six degrees of freedom");
  for (std::size_t i = 0; i < turns.size(); ++i)
    if (std::abs(static_cast<double>(turns[i])) > (cell.periodic[i % 3] ? k_most_turns : 0.0))
      refuse_element(
          "bodies/turns", i, 3, turns[i],
          cell.periodic[i % 3] ? "no body can have gone round the cell so often" : "the cell is open along this axis");
  bodies.lines.resize(n), bodies.loads.resize(n), bodies.turns.resize(n);
  for (const LineColumn& c : k_line_columns) {
    const auto& values = archive.get_rows<double>(c.name, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.lines[i].*c.part[k] = values[3 * i + k];
  }
  for (std::size_t i = 0; i < n; ++i) {
    BodyLine& line = bodies.lines[i];
    line.id = state::Id{id[i]}, line.radius = radius[i], line.material = static_cast<std::uint16_t>(material[i]),
    line.locks = locks[i];
    line.inverse_mass = line.is_fixed() ? 0.0 : 1.0 / bodies.mass[i];
    line.inverse_inertia = line.is_fixed() ? 0.0 : 1.0 / bodies.inertia[i];
    for (std::size_t k = 0; k < 3; ++k) bodies.turns[i][k] = static_cast<std::int32_t>(turns[3 * i + k]);
    for (std::size_t k = 0; k < 6; ++k) bodies.loads[i].*k_load_parts[k] = load[6 * i + k];
  }
  if (bodies.kept.orientations) {
    const auto& orientation = archive.get_rows<double>("bodies/orientation", n, 4);
    check_unit_rows("bodies/orientation", orientation, 4);
    bodies.orientations.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 4; ++k) bodies.orientations[i][k] = orientation[4 * i + k];
  }
  const auto vectors = [&](const char* name) {
    const auto& values = archive.get_rows<double>(name, n, 3);
    std::vector<Vec3d> column(n);
    for (std::size_t i = 0; i < n; ++i) column[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    return column;
  };
  if (bodies.kept.rotations) {
    bodies.rotations = vectors("bodies/rotation");
    for (std::size_t i = 0; i < n; ++i) {
      const state::Orientation saved = bodies.orientations[i];
      bodies.set_rotation(i, Vec3d(bodies.rotations[i]));
      for (std::size_t k = 0; k < 4; ++k)
        if (!(std::abs(bodies.orientations[i][k] - saved[k]) <= 1e-9))
          refuse_element("bodies/orientation", 4 * i + k, 4, saved[k],
                         fmt::format("by bodies/rotation it is {}", bodies.orientations[i][k]));
    }
  }
  if (bodies.kept.field_forces) bodies.field_forces = vectors("bodies/field_force");
  if (bodies.kept.forces) bodies.forces = vectors("bodies/force");
  if (bodies.kept.forms) restore_forms(archive, id, bodies);
}

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

/// How many bodies the scene has at the start; none if data files bring some, which need not be there any more.
std::optional<std::size_t> bodies_at_start(const Scene& scene) {
  if (!scene.files.empty()) return {};
  std::size_t count = scene.spheres.size() + scene.solids.size();
  for (const LatticeFill& fill : scene.lattices) count += place_lattice(fill, {}).size();
  for (const RandomFill& fill : scene.randoms) count += static_cast<std::size_t>(fill.count);
  return count;
}

/// Tables by id are as long as next_id, so that it must be no more than the bodies that there have been.
void check_ids(const Scene& scene, const state::World& world, const std::vector<StreamState>& streams) {
  std::vector<state::Id> ids;
  for (const BodyLine& line : world.bodies.lines) ids.push_back(line.id);
  std::sort(ids.begin(), ids.end());
  if (const auto twice = std::adjacent_find(ids.begin(), ids.end()); twice != ids.end())
    throw ArchiveError{fmt::format("bodies/id has {} twice", *twice)};
  if (!ids.empty() && (ids.front() == state::k_no_body || ids.back() >= world.next_id))
    throw ArchiveError{fmt::format("bodies/id has {}; ids go from 1 to bodies/next_id - 1 = {}",
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
    throw ArchiveError{fmt::format("bodies/next_id is {}; {} bodies have had an id, so that it must be {}",
                                   world.next_id, given, given + 1)};
}

/// Is it the cell of the scene; or, where the run strains it or a file gave it, one that images can be counted in?
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
  constexpr double k_most_slant = 1e4;  // of a length; io/frame/frame_faults.cpp has the same limit
  const double least = std::min({cell.length.x, cell.length.y, cell.length.z});
  const double tilts[3] = {cell.tilt.xy, cell.tilt.xz, cell.tilt.yz};
  for (std::size_t k = 0; k < 3; ++k)
    if (std::abs(tilts[k]) > k_most_slant * least)
      refuse_element("cell/tilt", k, 1, tilts[k], "images of so slanted a cell cannot be counted");
}

/// Step, time and their number belong together.
void check_clock(const Scene& scene, std::int64_t steps, double time, double step) {
  if (is_set(scene.time.step) && step != scene.time.step)
    refuse_element("clock/time_and_step", 1, 1, step, fmt::format("the scene has time.step = {}", scene.time.step));
  if (scene.time.end / step > static_cast<double>(k_most_steps))
    refuse_element("clock/time_and_step", 1, 1, step, "no run can have so many steps");
  if (steps < 0 || steps > k_most_steps)
    refuse_element("clock/steps", 0, 1, steps, fmt::format("a run has 0 to {} steps", k_most_steps));
  // The time is a sum of steps, each of which rounds it by half an ulp at most; a step that failed may have left a part
  // of itself.
  const double expected = static_cast<double>(steps) * step,
               slack = step + expected * static_cast<double>(steps + 1) * std::numeric_limits<double>::epsilon();
  if (!(std::abs(time - expected) <= slack))
    refuse_element("clock/time_and_step", 0, 1, time, fmt::format("{} steps of {} take {}", steps, step, expected));
}

}  // namespace

void Simulation::Inside::save(Archive& archive) const {
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

void Simulation::Inside::restore(const Archive& archive) {
  check_finite(archive);
  steps = archive.get_rows<std::int64_t>("clock/steps", 1)[0];
  world.time = archive.get_rows<double>("clock/time_and_step", 2)[0];
  check_clock(scene, steps, world.time, engine->step());
  const auto& cell = archive.get_rows<double>("cell/low_and_length", 2, 3);
  if (!archive.find("cell/tilt"))
    throw ArchiveError{
        "it is of a former version, which told periodic images in another way; only that version can go on with it"};
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
  const ThreadCount in_use = inside_->team();
  Archive archive;
  inside_->save(archive);
  return archive;
}

Simulation::Simulation(const Scene& scene, const Archive& archive, const Options& options) {
  const auto& clock = archive.get_rows<double>("clock/time_and_step", 2);
  if (!has_inverse(clock[1])) refuse_element("clock/time_and_step", 1, 1, clock[1], k_positive);
  inside_ = std::make_unique<Inside>(scene, options, clock[1]);
  inside_->restore(archive);
}

}  // namespace scree::sim
