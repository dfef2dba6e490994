// Writes LAMMPS text dumps.
#include "io/frame/dump.h"

#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>

#include "io/frame/dump_columns.h"
#include "io/frame/frame_box.h"
#include "io/frame/frame_columns.h"
#include "io/text/whole_file.h"

namespace scree::io {

std::string dump_text(const sim::Frame& frame) {
  std::string text;
  const auto put = std::back_inserter(text);
  // The order in which LAMMPS writes these items, and the only one its reader accepts. [LAMMPS manual, dump_modify
  // time, units]
  fmt::format_to(put, "ITEM: UNITS\n{}\nITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n",
                 frame.units == sim::Units::si ? "si" : "lj", frame.time, frame.step, frame.bodies.size());
  const auto edge = [&](std::size_t k) { return frame.cell.periodic[k] ? "pp" : "ff"; };
  const sim::Box box = box_around(frame);
  if (const state::Tilt& t = frame.cell.tilt; t.any()) {
    const TiltedBounds out = bounds_around(t);
    fmt::format_to(put, "ITEM: BOX BOUNDS xy xz yz {} {} {}\n{} {} {}\n{} {} {}\n{} {} {}\n", edge(0), edge(1), edge(2),
                   box.low.x + out.low.x, box.high.x + out.high.x, t.xy, box.low.y + out.low.y, box.high.y + out.high.y,
                   t.xz, box.low.z, box.high.z, t.yz);
  } else {
    fmt::format_to(put, "ITEM: BOX BOUNDS {} {} {}\n{} {}\n{} {}\n{} {}\n", edge(0), edge(1), edge(2), box.low.x,
                   box.high.x, box.low.y, box.high.y, box.low.z, box.high.z);
  }
  text += "ITEM: ATOMS id type";
  for (const DumpColumn& column : k_dump_columns) fmt::format_to(put, " {}", column.name);
  text += " locks coordination";
  const bool spheres = all_spheres(frame);
  if (!spheres) {
    for (const DumpColumn& column : k_dump_shape_columns) fmt::format_to(put, " {}", column.name);
    text += " form";
  }
  text += '\n';
  for (sim::BodyView body : frame.bodies) {
    fmt::format_to(put, "{} {}", body.id, body.material + 1);
    for (const DumpColumn& column : k_dump_columns) fmt::format_to(put, " {}", column.in(body));
    fmt::format_to(put, " {} {}", body.locks, body.coordination);
    if (!spheres) {
      for (const DumpColumn& column : k_dump_shape_columns) fmt::format_to(put, " {}", 2.0 * column.in(body));
      fmt::format_to(put, " {}", static_cast<int>(body.shape));
    }
    text += '\n';
  }
  return text;
}

void append_dump(const std::filesystem::path& path, const sim::Frame& frame) {
  const std::string text = dump_text(frame);
  const int handle = open_for_writing(path, O_WRONLY | O_APPEND);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(handle, "ab"), &std::fclose);
  if (!file) throw WriteError(path, "open for writing", errno);
  std::error_code ignored;
  const std::uintmax_t before = std::filesystem::file_size(path, ignored);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (std::fclose(file.release()) != 0 || !written) {
    const int cause = errno;
    std::filesystem::resize_file(path, before, ignored);
    throw WriteError(path, "write", cause);
  }
}

}  // namespace scree::io
