// Settings that no other part of `scree check` describes: one row each, generated from the declaration of keys
// (scene/tables.h).
#include <algorithm>
#include <string>
#include <string_view>

#include "app/check/check_text.h"
#include "io/scene/scene_writer.h"

namespace scree::app {
namespace {

/// Keys that the other report_* functions describe. A key that is not in this list is printed as a separate row.
struct DescribedKeys {
  std::string_view table, keys;
};
constexpr DescribedKeys k_described[] = {
    {"", " units title stepper rotation gravity skin "},
    {"time", " step safety impact_speed end "},
    {"cell", " periodic low high tilt "},
    {"nonsmooth", " solver tolerance iterations warm_start friction envelope "},
    {"trapezoid", " phi tolerance sweeps halvings unsolved "},
    {"nph", " damping pressures shear temperature drag drag_after "},
    {"deform", " rate shear_rate "},
    {"forces", " drag fluid_velocity magnus "},
    {"stop", " kinetic_energy backbone_kinetic_energy unbalanced_force every after pressure_tolerance "},
    {"output", " every picture frames_every frames "},
    {"checkpoint", " every "},
    {"guard", " overlap_limit residual_limit overlap speed leaving residual "},
    {"guard.region", " low high "},
    {"measure.repose", " centre radius "},
    {"measure.packing", " series mode_threshold radial_range radial_bins "},
};

bool is_described(const io::WrittenScene::Line& line) {
  const std::string word = " " + std::string(line.key) + " ";
  return line.key.empty() ||
         std::any_of(std::begin(k_described), std::end(k_described), [&](const DescribedKeys& described) {
           return described.table == line.table && described.keys.find(word) != described.keys.npos;
         });
}

}  // namespace

void report_other_keys(Page& page, const sim::Scene& scene) {
  const io::WrittenScene written = io::write_scene(scene, io::Lists::left_out);
  std::size_t begin = 0;
  for (const io::WrittenScene::Line& line : written.lines) {
    const std::size_t end = written.text.find('\n', begin);
    if (!is_described(line)) page.row(line.table, std::string_view(written.text).substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace scree::app
