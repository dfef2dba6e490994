#include "app/analyse/packing_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "draw/chart.h"
#include "io/frame/tables.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

using analysis::Tensor;
using nlohmann::json;

json json_of(const Vec3d& v) { return {v.x, v.y, v.z}; }
json json_of(const Tensor& t) { return {json_of(t[0]), json_of(t[1]), json_of(t[2])}; }
json json_of(const analysis::Network& n, std::optional<std::size_t> flat_axis) {
  return {{"contacts", n.contacts},
          {"fabric", json_of(n.fabric)},
          {"fabric_anisotropy", analysis::anisotropy(n.fabric, flat_axis)},
          {"mobilised_slide", n.slide.fraction()},
          {"mobilised_roll", n.roll.fraction()},
          {"mobilised_spin", n.spin.fraction()},
          {"load_slide", n.slide.mean_load()},
          {"load_roll", n.roll.mean_load()},
          {"load_spin", n.spin.mean_load()}};
}

std::vector<std::string_view> words_of(const analysis::Modes& modes) {
  std::vector<std::string_view> words;
  if (modes.slide) words.push_back("slide");
  if (modes.roll) words.push_back("roll");
  if (modes.spin) words.push_back("spin");
  return words;
}

std::string fraction_text(double fraction) { return is_set(fraction) ? fmt::format("{:.4f}", fraction) : "-"; }

std::string row_of(const Tensor& t, std::size_t i) {
  return fmt::format("{:12.5g} {:12.5g} {:12.5g}", t[i].x, t[i].y, t[i].z);
}

std::string csv_of(std::string_view header, double bin, const std::vector<double>& values) {
  std::string text = fmt::format("{}\n", header);
  for (std::size_t k = 0; k < values.size(); ++k)
    fmt::format_to(std::back_inserter(text), "{:.9g},{:.9g},{:.9g}\n", static_cast<double>(k) * bin,
                   static_cast<double>(k + 1) * bin, values[k]);
  return text;
}

draw::Series middles(std::string label, double bin, const std::vector<double>& values) {
  draw::Series series{.label = std::move(label)};
  for (std::size_t k = 0; k < values.size(); ++k)
    series.x.push_back((static_cast<double>(k) + 0.5) * bin), series.y.push_back(values[k]);
  return series;
}

bool has_forces(const analysis::Packing& p) { return p.forces && p.forces->contacts > 0; }
bool has_radial(const analysis::Packing& p) { return !p.radial.g.empty(); }

}  // namespace

json packing_json(const analysis::Packing& p) {
  json region = {
      {"low", json_of(p.region.cell.low)}, {"length", json_of(p.region.cell.length)}, {"bounds", json::array()}};
  for (const analysis::Bounds b : p.region.bounds)
    region["bounds"].push_back(analysis::k_bounds_choices[static_cast<std::size_t>(b)]);
  json result = {{"dimension", static_cast<int>(p.dimension())},
                 {"region", region},
                 {"volume", p.volume},
                 {"volume_fraction", p.volume_fraction},
                 {"bodies", p.backbone.free_bodies},
                 {"rattlers", p.backbone.rattlers},
                 {"rattler_share", p.backbone.rattler_fraction()},
                 {"coordination", p.backbone.coordination},
                 {"coordination_with_rattlers", p.backbone.coordination_with_rattlers},
                 {"modes", nullptr},
                 {"isostatic_coordination", analysis::isostatic_coordination(p.modes, p.dimension())},
                 {"contacts_by", p.contacts_from == analysis::ContactsFrom::engine ? "engine" : "distances"},
                 {"all", json_of(p.all, p.region.flat_axis)},
                 {"carrying", json_of(p.carrying, p.region.flat_axis)},
                 {"pressure", p.pressure()},
                 {"stress", nullptr},
                 {"forces", nullptr},
                 {"rest", nullptr}};
  if (p.modes_known) result["modes"] = words_of(p.modes);
  if (p.stress)
    result["stress"] = {{"contact", json_of(p.stress->contact)},
                        {"kinetic", json_of(p.stress->kinetic)},
                        {"sum", json_of(p.stress->sum())},
                        {"anisotropy", analysis::anisotropy(p.stress->sum(), p.region.flat_axis)}};
  if (p.forces)
    result["forces"] = {{"contacts", p.forces->contacts}, {"mean", p.forces->mean},
                        {"moment_2", p.forces->square},   {"moment_3", p.forces->cube},
                        {"moment_4", p.forces->fourth},   {"largest", p.forces->largest}};
  if (p.rest)
    result["rest"] = {{"kinetic_energy_per_body", p.rest->kinetic},
                      {"kinetic_energy_per_carrying_body", p.rest->kinetic_of_backbone},
                      {"unbalanced_force", p.rest->unbalanced}};
  if (!p.radial.why.empty()) result["radial_why_not"] = p.radial.why;
  return result;
}

std::string pressure_unit(const analysis::Packing& p, sim::Units units) {
  if (units != sim::Units::si) return {};
  return p.dimension() == analysis::Dimension::two ? " N/m" : " Pa";
}

std::string packing_text(const analysis::Packing& p, sim::Units units) {
  const bool flat = p.dimension() == analysis::Dimension::two, si = units == sim::Units::si;
  const auto unit = [&](const char* of_spheres, const char* of_disks) {
    return si ? fmt::format(" {}", flat ? of_disks : of_spheres) : std::string();
  };
  std::vector<std::string_view> bounds;
  for (const analysis::Bounds b : p.region.bounds)
    bounds.push_back(analysis::k_bounds_choices[static_cast<std::size_t>(b)]);
  const auto modes = words_of(p.modes);
  std::string text;
  const auto line = [&](std::string_view what, const std::string& value) {
    text += fmt::format("{:30} {}\n", what, value);
  };
  line(flat ? "area fraction" : "volume fraction",
       fmt::format("{:.6f}  (in {:.6g}{}, bounded by {})", p.volume_fraction, p.volume, unit("m^3", "m^2"),
                   fmt::join(bounds, ", ")));
  line("modes that hold", !p.modes_known  ? "unknown; counted as frictionless"
                          : modes.empty() ? "none"
                                          : fmt::format("{}", fmt::join(modes, ", ")));
  line("free bodies, rattlers",
       fmt::format("{}, {} ({:.4f})", p.backbone.free_bodies, p.backbone.rattlers, p.backbone.rattler_fraction()));
  line("coordination",
       fmt::format("{:.4f} without rattlers, {:.4f} with them; isostatic {:.4f}", p.backbone.coordination,
                   p.backbone.coordination_with_rattlers, analysis::isostatic_coordination(p.modes, p.dimension())));
  line("contacts, carrying",
       fmt::format("{}, {}{}", p.all.contacts, p.carrying.contacts,
                   p.contacts_from == analysis::ContactsFrom::distances ? "  (by distance)" : ""));
  if (p.stress) {
    line("pressure", fmt::format("{:.6g}{}", p.pressure(), pressure_unit(p, units)));
    for (std::size_t i = 0; i < 3; ++i)
      line(i == 0 ? "stress, compression positive" : "",
           fmt::format("{}   of motion {}", row_of(p.stress->sum(), i), row_of(p.stress->kinetic, i)));
    const auto friction = [&](const char* what, const analysis::Mobilised& carrying, const analysis::Mobilised& all) {
      line(what, carrying.contacts == 0 ? std::string("-")
                                        : fmt::format("{} of carrying contacts, {} of all; mean load over limit {}",
                                                      fraction_text(carrying.fraction()), fraction_text(all.fraction()),
                                                      fraction_text(carrying.mean_load())));
    };
    friction("at their limit: slide", p.carrying.slide, p.all.slide);
    friction("                roll", p.carrying.roll, p.all.roll);
    friction("                spin", p.carrying.spin, p.all.spin);
  }
  for (std::size_t i = 0; i < 3; ++i) line(i == 0 ? "fabric of carrying contacts" : "", row_of(p.carrying.fabric, i));
  line("anisotropy", fmt::format("of the fabric {:.4g}{}", analysis::anisotropy(p.carrying.fabric, p.region.flat_axis),
                                 p.stress ? fmt::format(", of the stress {:.4g}",
                                                        analysis::anisotropy(p.stress->sum(), p.region.flat_axis))
                                          : ""));
  if (has_forces(p))
    line("normal forces",
         fmt::format("mean {:.5g}{}; over it: <f2> {:.4f}, <f3> {:.4f}, <f4> {:.4f}, largest {:.3f}", p.forces->mean,
                     unit("N", "N"), p.forces->square, p.forces->cube, p.forces->fourth, p.forces->largest));
  if (p.rest)
    line("at rest?", fmt::format("unbalanced force {:.3g} of the mean contact force; kinetic energy a body {:.3g}{}, "
                                 "of carrying ones {:.3g}",
                                 p.rest->unbalanced, p.rest->kinetic, unit("J", "J"), p.rest->kinetic_of_backbone));
  if (!p.radial.why.empty()) line("g(r)", p.radial.why);
  return text;
}

void write_packing_files(const std::filesystem::path& folder, const analysis::Packing& p, sim::Units units) {
  const auto write = [&](const char* name, const std::string& text) {
    io::write_whole_file(folder / name, {text}, io::Survives::the_process);
  };
  write(k_packing_files[0], packing_json(p).dump(2));
  std::vector<draw::Chart> charts;
  if (has_forces(p)) {
    write(k_packing_files[1],
          csv_of("force from [mean],force to [mean],probability density", p.forces->bin, p.forces->density));
    charts.push_back({.title = "Normal forces of carrying contacts",
                      .x_label = "force f [mean]",
                      .y_label = "probability density P(f)",
                      .series = {middles("", p.forces->bin, p.forces->density)},
                      .y_scale = draw::Scale::logarithmic});
    charts.back().series[0].mark = draw::Mark::line_and_dots;
  }
  if (has_radial(p)) {
    const char* length = units == sim::Units::si ? "[m]" : "[1]";
    write(k_packing_files[2],
          csv_of(fmt::format("distance from {0},distance to {0},g", length), p.radial.bin, p.radial.g));
    charts.push_back({.title = "Radial distribution",
                      .x_label = fmt::format("distance r {}", length),
                      .y_label = "g(r)",
                      .series = {middles("", p.radial.bin, p.radial.g)}});
  }
  if (!charts.empty()) draw::write_charts(folder / k_packing_files[3], charts, 2);
}

std::string missing_packing_files(const analysis::Packing& p) {
  std::string text;
  if (!has_forces(p))
    text += fmt::format("no {}: {}\n", k_packing_files[1],
                        p.forces ? "no contact carries a force" : "forces are not known");
  if (!has_radial(p)) text += fmt::format("no {}: {}\n", k_packing_files[2], p.radial.why);
  if (!has_forces(p) && !has_radial(p)) text += fmt::format("no {}: there are no data to draw\n", k_packing_files[3]);
  return text;
}

}  // namespace scree::app
