#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "io/lammps_data.h"
#include "io/tables.h"

namespace scree::io {

void write_lammps_data(const std::filesystem::path& path, std::span<const sim::BodyView> bodies, const sim::Box& box, int materials) {
  const auto fixed = [](const sim::BodyView& b) { return b.locks == sim::k_lock_all; };
  const bool any_fixed = std::any_of(bodies.begin(), bodies.end(), fixed);
  TextFile file(path);
  file.line("LAMMPS data file written by Scree\n");
  file.line(fmt::format("{} atoms\n{} atom types\n", bodies.size(), any_fixed ? 2 * materials : materials));
  file.line(fmt::format("{:.17g} {:.17g} xlo xhi\n{:.17g} {:.17g} ylo yhi\n{:.17g} {:.17g} zlo zhi\n", box.low.x, box.high.x, box.low.y,
                        box.high.y, box.low.z, box.high.z));
  file.line("Atoms # sphere\n");
  for (const auto& b : bodies)
    file.line(fmt::format("{} {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", b.id, b.material + 1 + (fixed(b) ? materials : 0), 2.0 * b.radius,
                          b.mass / (4.0 * std::numbers::pi / 3.0 * b.radius * b.radius * b.radius), b.position.x, b.position.y, b.position.z));
  file.line("\nVelocities\n");
  for (const auto& b : bodies)
    file.line(fmt::format("{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", b.id, b.velocity.x, b.velocity.y, b.velocity.z, b.spin.x,
                          b.spin.y, b.spin.z));
  file.close();
}

}  // namespace scree::io
