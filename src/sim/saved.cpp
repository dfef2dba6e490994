// A simulation into an archive and back, without losing a bit.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/inside.h"
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
constexpr double LoadLine::*k_load_parts[6] = {&LoadLine::fx, &LoadLine::fy, &LoadLine::fz, &LoadLine::tx, &LoadLine::ty, &LoadLine::tz};

struct FormColumn {
  const char* name;
  Vec3d state::Form::*vector;
};
constexpr FormColumn k_form_columns[] = {{"bodies/half_axes", &state::Form::half}, {"bodies/moments", &state::Form::moments}, {"bodies/last_turn", &state::Form::turn}};

void save_bodies(const Bodies& bodies, Archive& archive) {
  const std::size_t n = bodies.size();
  const auto& lines = bodies.lines;
  archive.put("bodies/id", gathered<std::uint32_t>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].id; }));
  for (const LineColumn& c : k_line_columns)
    archive.put(c.name, gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return lines[i].*c.part[k]; }), 3);
  archive.put("bodies/radius", gathered<double>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].radius; }));
  archive.put("bodies/mass", bodies.mass), archive.put("bodies/inertia", bodies.inertia);
  archive.put("bodies/material", gathered<std::uint32_t>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].material; }));
  archive.put("bodies/locks", gathered<std::uint8_t>(n, 1, [&](std::size_t i, std::size_t) { return lines[i].locks; }));
  archive.put("bodies/turns", gathered<std::int64_t>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.turns[i][k]; }), 3);
  archive.put("bodies/load", gathered<double>(n, 6, [&](std::size_t i, std::size_t k) { return bodies.loads[i].*k_load_parts[k]; }), 6);
  if (bodies.kept.orientations)
    archive.put("bodies/orientation", gathered<double>(n, 4, [&](std::size_t i, std::size_t k) { return bodies.orientations[i][k]; }), 4);
  if (bodies.kept.rotations)
    archive.put("bodies/rotation", gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.rotations[i].*k_axes[k]; }), 3);
  if (bodies.kept.field_forces)
    archive.put("bodies/field_force", gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.field_forces[i].*k_axes[k]; }), 3);
  if (bodies.kept.forces)
    archive.put("bodies/force", gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.forces[i].*k_axes[k]; }), 3);
  if (!bodies.kept.forms) return;
  archive.put("bodies/form", gathered<std::uint8_t>(n, 1, [&](std::size_t i, std::size_t) { return static_cast<std::uint8_t>(bodies.forms[i].kind); }));
  for (const FormColumn& c : k_form_columns)
    archive.put(c.name, gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.forms[i].*c.vector.*k_axes[k]; }), 3);
}

void restore_forms(const Archive& archive, const std::vector<std::uint32_t>& id, Bodies& bodies) {
  const std::size_t n = id.size();
  const auto& kind = archive.get_rows<std::uint8_t>("bodies/form", n);
  bodies.forms.resize(n);
  for (const FormColumn& c : k_form_columns) {
    const auto& values = archive.get_rows<double>(c.name, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.forms[i].*c.vector.*k_axes[k] = values[3 * i + k];
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (kind[i] > static_cast<std::uint8_t>(state::FormKind::box)) throw ArchiveError{fmt::format("body {} has a form that this program does not know", id[i])};
    bodies.forms[i].kind = static_cast<state::FormKind>(kind[i]);
    for (const Vec3d& v : {bodies.forms[i].half, bodies.forms[i].moments})
      if (!(v.x > 0.0 && v.y > 0.0 && v.z > 0.0 && std::isfinite(v.x + v.y + v.z))) throw ArchiveError{fmt::format("body {} has half axes or moments that are not positive", id[i])};
  }
}

void restore_bodies(const Archive& archive, const Scene& scene, Bodies& bodies) {
  const auto& id = archive.get<std::uint32_t>("bodies/id");
  const std::size_t n = id.size();
  if (n > (std::size_t{1} << 31)) throw ArchiveError{"more bodies than this program can hold"};
  const auto& radius = archive.get_rows<double>("bodies/radius", n);
  const auto& material = archive.get_rows<std::uint32_t>("bodies/material", n);
  const auto& locks = archive.get_rows<std::uint8_t>("bodies/locks", n);
  const auto& turns = archive.get_rows<std::int64_t>("bodies/turns", n, 3);
  const auto& load = archive.get_rows<double>("bodies/load", n, 6);
  bodies.mass = archive.get_rows<double>("bodies/mass", n), bodies.inertia = archive.get_rows<double>("bodies/inertia", n);
  bodies.lines.resize(n), bodies.loads.resize(n), bodies.turns.resize(n);
  for (const LineColumn& c : k_line_columns) {
    const auto& values = archive.get_rows<double>(c.name, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.lines[i].*c.part[k] = values[3 * i + k];
  }
  for (std::size_t i = 0; i < n; ++i) {
    BodyLine& line = bodies.lines[i];
    if (material[i] >= scene.materials.size()) throw ArchiveError{fmt::format("body {} is of material {}, which the scene has not", id[i], material[i])};
    if (!(radius[i] > 0.0 && std::isfinite(radius[i]))) throw ArchiveError{fmt::format("body {} has the radius {}", id[i], radius[i])};
    line.id = id[i], line.radius = radius[i], line.material = static_cast<std::uint16_t>(material[i]), line.locks = locks[i];
    line.inverse_mass = line.is_fixed() ? 0.0 : 1.0 / bodies.mass[i];
    line.inverse_inertia = line.is_fixed() ? 0.0 : 1.0 / bodies.inertia[i];
    for (std::size_t k = 0; k < 3; ++k) bodies.turns[i][k] = static_cast<std::int32_t>(turns[3 * i + k]);
    for (std::size_t k = 0; k < 6; ++k) bodies.loads[i].*k_load_parts[k] = load[6 * i + k];
  }
  if (bodies.kept.orientations) {
    const auto& orientation = archive.get_rows<double>("bodies/orientation", n, 4);
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
    for (std::size_t i = 0; i < n; ++i) bodies.set_rotation(i, Vec3d(bodies.rotations[i]));
  }
  if (bodies.kept.field_forces) bodies.field_forces = vectors("bodies/field_force");
  if (bodies.kept.forces) bodies.forces = vectors("bodies/force");
  if (bodies.kept.forms) restore_forms(archive, id, bodies);
}

void save_walls(const std::vector<state::Wall>& walls, Archive& archive) {
  const std::size_t n = walls.size();
  archive.put("planes/point", gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return walls[i].point.*k_axes[k]; }), 3);
  archive.put("planes/listed_point", gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return walls[i].listed_point.*k_axes[k]; }), 3);
  archive.put("planes/load", gathered<double>(n, 6, [&](std::size_t i, std::size_t k) { return walls[i].load.*k_load_parts[k]; }), 6);
}

void restore_walls(const Archive& archive, std::vector<state::Wall>& walls) {
  const std::size_t n = walls.size();
  const auto& point = archive.get_rows<double>("planes/point", n, 3);
  const auto& listed = archive.get_rows<double>("planes/listed_point", n, 3);
  const auto& load = archive.get_rows<double>("planes/load", n, 6);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 3; ++k) walls[i].point.*k_axes[k] = point[3 * i + k], walls[i].listed_point.*k_axes[k] = listed[3 * i + k];
    for (std::size_t k = 0; k < 6; ++k) walls[i].load.*k_load_parts[k] = load[6 * i + k];
  }
}

/// Tables by id are as long as next_id.
void check_ids(const state::World& world) {
  std::vector<state::Id> ids;
  for (const BodyLine& line : world.bodies.lines) ids.push_back(line.id);
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) throw ArchiveError{"two bodies have the same id"};
  if (!ids.empty() && (ids.front() == 0 || ids.back() >= world.next_id)) throw ArchiveError{"a body has an id that was never given"};
}

}  // namespace

void Simulation::Inside::save(Archive& archive) const {
  archive.put("clock/steps", std::vector{steps});
  archive.put("clock/time_and_step", std::vector{world.time, engine->step()});
  archive.put("cell/low_and_length", std::vector{world.cell.low.x, world.cell.low.y, world.cell.low.z, world.cell.length.x, world.cell.length.y, world.cell.length.z}, 3);
  archive.put("cell/tilt", std::vector{world.cell.tilt.xy, world.cell.tilt.xz, world.cell.tilt.yz});
  save_bodies(world.bodies, archive);
  archive.put("bodies/next_id", std::vector<std::uint32_t>{world.next_id});
  save_walls(world.walls, archive);
  save_joints(world, archive);
  engine->save(archive);
  archive.put("ledger/initial_inserted_turnover", std::vector{initial, inserted, turnover});
  archive.put("streams/placed_and_attempts",
              gathered<std::int64_t>(streams.size(), 2, [&](std::size_t i, std::size_t k) { return k == 0 ? streams[i].placed : streams[i].attempts; }), 2);
}

void Simulation::Inside::restore(const Archive& archive) {
  steps = archive.get_rows<std::int64_t>("clock/steps", 1)[0];
  world.time = archive.get_rows<double>("clock/time_and_step", 2)[0];
  const auto& cell = archive.get_rows<double>("cell/low_and_length", 2, 3);
  for (std::size_t k = 0; k < 3; ++k)
    if (world.cell.periodic[k] && !(cell[3 + k] > 0.0 && std::isfinite(cell[3 + k]) && std::isfinite(cell[k]))) throw ArchiveError{"the periodic cell has no length"};
  if (!archive.find("cell/tilt")) throw ArchiveError{"it is of a former version, which told periodic images in another way; only that version can go on with it"};
  const auto& tilt = archive.get_rows<double>("cell/tilt", 3);
  if (!(std::isfinite(tilt[0]) && std::isfinite(tilt[1]) && std::isfinite(tilt[2]))) throw ArchiveError{"the periodic cell has no angles"};
  world.cell.tilt = {tilt[0], tilt[1], tilt[2]};
  world.cell.low = {cell[0], cell[1], cell[2]}, world.cell.length = {cell[3], cell[4], cell[5]};
  restore_bodies(archive, scene, world.bodies);
  world.next_id = archive.get_rows<std::uint32_t>("bodies/next_id", 1)[0];
  check_ids(world);
  restore_walls(archive, world.walls);
  restore_joints(archive, world);
  engine->restore(world, archive);
  const auto& sums = archive.get_rows<double>("ledger/initial_inserted_turnover", 3);
  initial = sums[0], inserted = sums[1], turnover = sums[2];
  const auto& stream = archive.get_rows<std::int64_t>("streams/placed_and_attempts", streams.size(), 2);
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (stream[2 * s] < 0 || stream[2 * s] > scene.streams[s].count) throw ArchiveError{"a stream has placed more bodies than it has"};
    streams[s] = {stream[2 * s], stream[2 * s + 1]};
  }
}

Archive Simulation::save() const {
  Archive archive;
  inside_->save(archive);
  return archive;
}

Simulation::Simulation(const Scene& scene, const Archive& archive, const Options& options) {
  const auto& clock = archive.get_rows<double>("clock/time_and_step", 2);
  if (!(clock[1] > 0.0 && std::isfinite(clock[1]))) throw ArchiveError{fmt::format("the time step is {}", clock[1])};
  inside_ = std::make_unique<Inside>(scene, options, clock[1]);
  inside_->restore(archive);
}

}  // namespace scree::sim
