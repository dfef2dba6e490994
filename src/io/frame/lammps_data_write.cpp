#include <algorithm>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "io/frame/lammps_data.h"
#include "io/text/whole_file.h"

namespace scree::io {

void write_lammps_data(const std::filesystem::path& path, std::span<const sim::BodyView> bodies, const sim::Box& box,
                       const state::Tilt& tilt, int materials) {
  const auto fixed = [](const sim::BodyView& b) { return b.locks == sim::k_lock_all; };
  for (const auto& b : bodies)
    if (b.shape != shape::BodyShape::sphere)
      throw std::invalid_argument(
          fmt::format("body {} is not a sphere, and write_lammps_data can write spheres only", b.id));
  const bool any_fixed = std::any_of(bodies.begin(), bodies.end(), fixed);
  std::string text = "LAMMPS data file written by Scree\n\n";
  const auto put = std::back_inserter(text);
  fmt::format_to(put, "{} atoms\n{} atom types\n\n", bodies.size(), any_fixed ? 2 * materials : materials);
  fmt::format_to(put, "{:.17g} {:.17g} xlo xhi\n{:.17g} {:.17g} ylo yhi\n{:.17g} {:.17g} zlo zhi\n", box.low.x,
                 box.high.x, box.low.y, box.high.y, box.low.z, box.high.z);
  if (tilt.any()) fmt::format_to(put, "{:.17g} {:.17g} {:.17g} xy xz yz\n", tilt.xy, tilt.xz, tilt.yz);
  text += "\nAtoms # sphere\n\n";
  for (const auto& b : bodies)
    fmt::format_to(put, "{} {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", b.id,
                   b.material + 1 + (fixed(b) ? materials : 0), 2.0 * b.radius,
                   b.mass / (4.0 * std::numbers::pi / 3.0 * b.radius * b.radius * b.radius), b.position.x, b.position.y,
                   b.position.z);
  text += "\nVelocities\n\n";
  for (const auto& b : bodies)
    fmt::format_to(put, "{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", b.id, b.velocity.x, b.velocity.y,
                   b.velocity.z, b.spin.x, b.spin.y, b.spin.z);
  write_whole_file(path, {text}, Survives::the_process);
}

}  // namespace scree::io
