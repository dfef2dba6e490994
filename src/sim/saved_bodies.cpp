#include "sim/saved_bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/archive_checks.h"
#include "shape/inertia.h"
#include "sim/build_checks.h"
#include "sim/saved_columns.h"

namespace scree::sim {
namespace {

using state::Bodies;
using state::BodyLine;

// The vectors of a body line, in one list for saving and restoring.
struct LineColumn {
  const char* name;
  double BodyLine::*part[3];
};
constexpr LineColumn k_line_columns[] = {{"bodies/position", {&BodyLine::x, &BodyLine::y, &BodyLine::z}},
                                         {"bodies/velocity", {&BodyLine::vx, &BodyLine::vy, &BodyLine::vz}},
                                         {"bodies/spin", {&BodyLine::wx, &BodyLine::wy, &BodyLine::wz}},
                                         {"bodies/listed_position", {&BodyLine::x0, &BodyLine::y0, &BodyLine::z0}}};
struct ShapeColumn {
  const char* name;
  Vec3d state::Shape::*vector;
};
constexpr ShapeColumn k_shape_columns[] = {{"bodies/half_axes", &state::Shape::half},
                                           {"bodies/moments", &state::Shape::moments},
                                           {"bodies/last_turn", &state::Shape::turn}};

void restore_shapes(const Archive& archive, const std::vector<std::uint32_t>& id, Bodies& bodies) {
  const std::size_t n = id.size();
  const auto& kind = archive.get_rows<std::uint8_t>("bodies/form", n);
  bodies.shapes.resize(n);
  for (const ShapeColumn& c : k_shape_columns) {
    const auto& values = archive.get_rows<double>(c.name, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.shapes[i].*c.vector.*k_axes[k] = values[3 * i + k];
  }
  check_elements(
      "bodies/form", kind, 1, [](std::uint8_t k) { return k <= static_cast<std::uint8_t>(shape::BodyShape::box); },
      "this version has no such shape");
  for (const char* name : {"bodies/half_axes", "bodies/moments"})
    check_elements(name, archive.get_rows<double>(name, n, 3), 3, has_inverse, k_positive);
  for (std::size_t i = 0; i < n; ++i) {
    bodies.shapes[i].kind = static_cast<shape::BodyShape>(kind[i]);
    // The contact search uses the radius of the bounding sphere.
    const Vec3d& half = bodies.shapes[i].half;
    const double around = bodies.shapes[i].kind == shape::BodyShape::box ? shape::solid_box(half).bounding_radius
                                                                         : std::max({half.x, half.y, half.z});
    if (const double radius = bodies.lines[i].radius; !(std::abs(around - radius) <= 1e-9 * radius))
      refuse_element("bodies/radius", i, 1, radius,
                     fmt::format("the bounding sphere of body {} has the radius {}", id[i], around));
  }
}

constexpr double k_max_image_flag = 1 << 30;  // stored in 32 bits; leaves room for the rest of the run

}  // namespace

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
              gathered<std::int64_t>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.image_flags[i][k]; }), 3);
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
  if (!bodies.kept.shapes) return;
  archive.put("bodies/form", gathered<std::uint8_t>(n, 1, [&](std::size_t i, std::size_t) {
                return static_cast<std::uint8_t>(bodies.shapes[i].kind);
              }));
  for (const ShapeColumn& c : k_shape_columns)
    archive.put(
        c.name,
        gathered<double>(n, 3, [&](std::size_t i, std::size_t k) { return bodies.shapes[i].*c.vector.*k_axes[k]; }), 3);
}

void restore_bodies(const Archive& archive, const Scene& scene, const state::Cell& cell, Bodies& bodies) {
  const auto& id = archive.get<std::uint32_t>("bodies/id");
  const std::size_t n = id.size();
  if (n > (std::size_t{1} << 31)) throw ArchiveError{"bodies/id has more than 2^31 bodies, the maximum of Scree"};
  const auto& radius = archive.get_rows<double>("bodies/radius", n);
  const auto& material = archive.get_rows<std::uint32_t>("bodies/material", n);
  const auto& locks = archive.get_rows<std::uint8_t>("bodies/locks", n);
  const auto& image_flags = archive.get_rows<std::int64_t>("bodies/turns", n, 3);
  const auto& load = archive.get_rows<double>("bodies/load", n, 6);
  bodies.mass = archive.get_rows<double>("bodies/mass", n),
  bodies.inertia = archive.get_rows<double>("bodies/inertia", n);
  check_elements("bodies/radius", radius, 1, has_inverse, k_positive);
  const auto is_in_range = [](double x) { return x >= k_min_mass && x <= k_max_mass; };
  const std::string range = fmt::format("it must lie between {:g} and {:g}, as in a scene", k_min_mass, k_max_mass);
  check_elements("bodies/mass", bodies.mass, 1, is_in_range, range);
  check_elements("bodies/inertia", bodies.inertia, 1, is_in_range, range);
  check_elements(
      "bodies/material", material, 1, [&](std::uint32_t m) { return m < scene.materials.size(); },
      fmt::format("the scene has {} materials", scene.materials.size()));
  check_elements(
      "bodies/locks", locks, 1, [](std::uint8_t l) { return l <= state::k_all_locked; },
      "a body has six degrees of freedom");
  for (std::size_t i = 0; i < image_flags.size(); ++i)
    if (std::abs(static_cast<double>(image_flags[i])) > (cell.periodic[i % 3] ? k_max_image_flag : 0.0))
      refuse_element("bodies/turns", i, 3, image_flags[i],
                     cell.periodic[i % 3] ? "a body cannot have crossed the cell so many times"
                                          : "the cell is open along this axis");
  bodies.lines.resize(n), bodies.loads.resize(n), bodies.image_flags.resize(n);
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
    for (std::size_t k = 0; k < 3; ++k) bodies.image_flags[i][k] = static_cast<std::int32_t>(image_flags[3 * i + k]);
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
                         fmt::format("bodies/rotation gives {}", bodies.orientations[i][k]));
    }
  }
  if (bodies.kept.field_forces) bodies.field_forces = vectors("bodies/field_force");
  if (bodies.kept.forces) bodies.forces = vectors("bodies/force");
  if (bodies.kept.shapes) restore_shapes(archive, id, bodies);
}

}  // namespace scree::sim
