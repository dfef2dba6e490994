// The periodic cell: axes, bounds, and how far its edges lean.
#include <fmt/format.h>

#include "io/scene_draft.h"
#include "io/section.h"

namespace scree::io {

namespace {

constexpr std::array<std::string_view, 3> k_axis_words = {"x", "y", "z"};

/// Only an edge along a periodic axis can lean: that of an open one says nothing. [LAMMPS manual, read_data: xy xz yz]
void check_tilt(Section& section, const sim::CellSpec& cell) {
  const struct {
    std::string_view name;
    double tilt;
    std::size_t axis;
  } tilts[] = {{"xy", cell.tilt.xy, 1}, {"xz", cell.tilt.xz, 2}, {"yz", cell.tilt.yz, 2}};
  for (const auto& t : tilts)
    if (t.tilt != 0.0 && !cell.periodic[t.axis])
      section.problem(section.place(section.has("tilt") ? "tilt" : "periodic"),
                      fmt::format("the tilt {0} of the cell leans its edge along {1}, but {1} is not periodic; name it in cell.periodic or make {0} zero", t.name, k_axis_words[t.axis]));
}

}  // namespace

Vec3d edge_along(const sim::CellSpec& cell, std::size_t axis) {
  state::Boxes one{};
  one[axis] = 1;
  const Vec3d edge = sim::cell_of(cell).edges(one);
  return (1.0 / norm(edge)) * edge;
}

void read_cell(Section& root, Draft& draft) {
  auto section = root.section("cell");
  if (!section) return;
  section->require({"periodic"});
  const auto axes = section->word_set("periodic", k_axis_words);
  const auto low = section->vector("low", "m"), high = section->vector("high", "m"), tilt = section->vector("tilt", "m");
  sim::CellSpec& cell = draft.scene.cell;
  const sim::DataFile* from_file = nullptr;
  for (const sim::DataFile& file : draft.scene.files)
    if (file.cell_from_file) from_file = &file;
  if (from_file != nullptr && axes && *axes == 0)
    section->problem(section->place("periodic"),
                     "cell.periodic is empty, so the cell that data_file.cell = true takes from its file changes nothing");
  if (from_file != nullptr) {
    for (const std::string_view name : {"low", "high", "tilt"})
      if (section->has(name))
        section->problem(
            section->key_place(name),
            fmt::format("cell.{} is given, but a data_file has cell = true, which takes the cell from there; drop one",
                        name));
  } else if (axes.value_or(0) != 0) {
    section->require({"low", "high"});
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    cell.periodic[axis] = (axes.value_or(0) >> axis & 1U) != 0;
    if (!cell.periodic[axis] || !low || !high || (*low).*k_axes[axis] < (*high).*k_axes[axis]) continue;
    section->problem(section->place("high"),
                     fmt::format("cell.high is not above cell.low along {}, which is periodic; the cell would be empty",
                                 k_axis_words[axis]));
  }
  if (from_file == nullptr && low && high) cell.bounds = {*low, *high};
  if (from_file == nullptr && tilt) cell.tilt = {tilt->x, tilt->y, tilt->z};
  check_tilt(*section, cell);
  section->finish();
}

}  // namespace scree::io
