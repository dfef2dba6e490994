#include "io/frame/lammps_frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include "io/frame/frame_box.h"
#include "io/frame/lammps_data.h"

namespace scree::io {
namespace {

double ball_volume(double radius) { return 4.0 * std::numbers::pi / 3.0 * radius * radius * radius; }
bool is_finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace

std::variant<sim::Frame, InputError> read_data_frame(const std::filesystem::path& path, std::uint64_t unpacked_limit) {
  auto read = read_lammps_data(path, unpacked_limit);
  if (const auto* problems = std::get_if<InputErrors>(&read)) return (*problems)[0];
  const auto& data = std::get<LammpsData>(read);
  sim::Frame frame;
  frame.cell.bounds = data.box, frame.cell.tilt = data.tilt;
  for (int type = 1; type <= data.types; ++type) frame.materials.push_back(fmt::format("{}", type));
  for (const LammpsAtom& atom : data.atoms) {
    sim::BodyView b;
    b.id = atom.id, b.material = atom.type - 1;
    b.radius = 0.5 * atom.diameter;
    b.half_axes = {b.radius, b.radius, b.radius};
    b.mass = ball_volume(b.radius) * atom.density;
    b.inertia = 0.4 * b.mass * b.radius * b.radius;
    b.position = unwrapped(frame.cell, atom.image, atom.position);
    b.velocity = atom.velocity, b.spin = atom.spin;
    frame.bodies.push_back(b);
  }
  return frame;
}

std::string why_not_data(const sim::Frame& frame) {
  if (frame.bodies.empty()) return "there is no body, and a data file needs at least one";
  for (const auto& b : frame.bodies) {
    if (b.shape != shape::BodyShape::sphere)
      return fmt::format(
          "body {} is {}, and a data file of atom_style sphere can only contain spheres; .dump and .vtp keep its shape",
          b.id, b.shape == shape::BodyShape::box ? "a box" : "an ellipsoid");
    const double density = b.mass / ball_volume(b.radius);
    if (!(b.radius > 0.0 && density > 0.0 && std::isfinite(2.0 * b.radius) && std::isfinite(density)))
      return fmt::format(
          "body {} has radius {} and mass {}; a data file needs a finite diameter and density above zero", b.id,
          b.radius, b.mass);
    if (!is_finite(b.position) || !is_finite(b.velocity) || !is_finite(b.spin))
      return fmt::format("the state of body {} is not finite", b.id);
  }
  return {};
}

void write_data_frame(const std::filesystem::path& path, const sim::Frame& frame) {
  if (const std::string why = why_not_data(frame); !why.empty())
    throw std::runtime_error(fmt::format("{}: cannot write: {}", path.string(), why));
  write_lammps_data(path, frame.bodies, box_around(frame), frame.cell.tilt, static_cast<int>(frame.materials.size()));
}

}  // namespace scree::io
