// Arguments and scenes of `scree contact` converted into laws and bodies.
#include "app/contact/contact_setting.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "io/text/units.h"
#include "workbench/workbench.h"

namespace scree::app {
namespace {

using sim::MaterialBody;

constexpr double k_scene_overlap = 1e-3;  // of the smallest radius; default for a scene

std::string stage_of_path(const std::string& path) {
  if (path == "press") return "normal";
  if (path == "roll" || path == "spin") return path;
  return "slide";
}

double smallest_radius(const Setting& setting) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const BodiesCase& c : setting.cases) smallest = std::min({smallest, c.pair.radius_a, c.pair.radius_b});
  return smallest;
}
/// One of the two bodies; for a plane, radius and density are not used.
struct Body {
  MaterialBody::Shape shape = MaterialBody::Shape::sphere;
  double radius = 0.0, density = 0.0;
};
BodiesCase with_bodies(LawCase law, const Body& a, const Body& b) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  const auto mass = [](const Body& body) {
    return 4.0 / 3.0 * std::numbers::pi * body.density * body.radius * body.radius * body.radius;
  };
  const auto words = [](const Body& body) {
    return fmt::format("of radius {:g} m, {:g} kg/m^3", body.radius, body.density);
  };
  if (b.shape == MaterialBody::Shape::plane)
    return {std::move(law), {a.radius, endless, mass(a), endless}, fmt::format("sphere {} on a plane", words(a))};
  return {std::move(law),
          {a.radius, b.radius, mass(a), mass(b)},
          words(a) == words(b) ? fmt::format("spheres {}", words(a))
                               : fmt::format("sphere {} and sphere {}", words(a), words(b))};
}

/// The bodies of the materials of a scene, completed by options of the command line.
class SceneBodies {
 public:
  SceneBodies(const sim::Scene& scene, const ContactArguments& a) : scene_(scene), arguments_(a) {}

  BodiesCase of_rule(const std::string& between) {
    LawCase law = accepted(scene_case(scene_, between));
    const std::size_t comma = between.find(',');
    constexpr auto plane = MaterialBody::Shape::plane;
    Body a = of_material(between.substr(0, comma)),
         b = arguments_.plane && a.shape != plane ? Body{.shape = plane} : of_material(between.substr(comma + 1));
    if (a.shape == plane) std::swap(a, b);
    if (a.shape == plane)
      refuse_contact(fmt::format("the materials of {} occur only on walls, which do not touch each other", between));
    return with_bodies(std::move(law), a, b);
  }
  void check_that_all_was_needed() const {
    if (!arguments_.density.empty() && !density_was_needed_)
      refuse_contact(fmt::format("--density {}: the scene defines the density of these bodies", arguments_.density));
  }

 private:
  Body of_material(const std::string& name) {
    const auto at = std::find_if(scene_.materials.begin(), scene_.materials.end(),
                                 [&](const sim::Material& m) { return m.name == name; });
    const MaterialBody found = sim::body_of_material(scene_, static_cast<int>(at - scene_.materials.begin()));
    if (found.shape == MaterialBody::Shape::plane) return {.shape = found.shape};
    Body body{.radius = quantity_option(arguments_.radius, "--radius", "m", found.radius), .density = found.density};
    if (!is_set(body.radius))
      refuse_contact(fmt::format("the scene has no sphere of \"{}\" that defines the radius; give --radius", name));
    if (!(body.radius > 0.0)) refuse_contact(fmt::format("--radius {} must be > 0", arguments_.radius));
    if (is_set(body.density)) return body;
    if (arguments_.density.empty())
      refuse_contact(fmt::format("the scene does not define the density of \"{}\"; give --density", name));
    body.density = positive_option(arguments_.density, "--density", "kg/m^3", k_unset);
    density_was_needed_ = true;
    return body;
  }

  const sim::Scene& scene_;
  const ContactArguments& arguments_;
  bool density_was_needed_ = false;
};

}  // namespace

void refuse_contact(const std::string& sentence, int code) {
  fmt::print(stderr, "scree: {}\n", sentence);
  throw ContactRefusal{code};
}

double quantity_option(const std::string& text, std::string_view option, std::string_view unit, double otherwise) {
  if (text.empty()) return otherwise;
  const auto value = io::quantity_in(text, unit);
  if (const auto* fault = std::get_if<io::UnitFault>(&value))
    refuse_contact(fmt::format("{} {} {}; its unit is {}", option, text, fault->why, unit));
  return std::get<double>(value);
}
double positive_option(const std::string& text, std::string_view option, std::string_view unit, double otherwise) {
  const double value = quantity_option(text, option, unit, otherwise);
  if (!(value > 0.0)) refuse_contact(fmt::format("{} {} must be > 0", option, text));
  return value;
}

void check_overlap(double overlap, const Setting& setting) {
  const double radius = smallest_radius(setting);
  if (overlap > radius)
    refuse_contact(fmt::format("an overlap of {:g} m is more than the radius of {:g} m", overlap, radius));
}

std::string bodies_text(const Setting& setting) {
  const std::string& first = setting.cases.front().bodies;
  if (std::all_of(setting.cases.begin(), setting.cases.end(), [&](const BodiesCase& c) { return c.bodies == first; }))
    return "; " + first;
  std::string text;
  for (const BodiesCase& c : setting.cases) text += fmt::format("; {}: {}", c.law.label, c.bodies);
  return text;
}

Setting preset_setting(const ContactArguments& a) {
  contact::Grain grain;
  const double glass = grain.radius;
  grain.radius = positive_option(a.radius, "--radius", "m", grain.radius);
  grain.overlap = positive_option(a.overlap, "--overlap", "m", grain.overlap * grain.radius / glass);
  const std::string stage = a.stage.empty() ? stage_of_path(a.path) : a.stage;
  std::vector<LawCase> laws;
  for (const std::string& words : a.laws) laws.push_back(accepted(law_case(words, stage, grain)));
  if (a.laws.empty()) laws = all_cases(stage, grain);
  const Body sphere{.radius = grain.radius, .density = grain.density},
      other{.shape = a.plane ? MaterialBody::Shape::plane : MaterialBody::Shape::sphere,
            .radius = grain.radius,
            .density = grain.density};
  Setting setting{.overlap = grain.overlap};
  for (LawCase& law : laws) setting.cases.push_back(with_bodies(std::move(law), sphere, other));
  return setting;
}

Setting scene_setting(const ContactArguments& a) {
  if (!a.laws.empty())
    refuse_contact(
        "--laws uses presets and cannot be combined with a scene; use --between to select contact rules of the scene");
  const auto loaded = read_or_complain(a.scene, a.reading);
  if (!loaded) throw ContactRefusal{k_bad_scene};
  const sim::Scene& scene = loaded->scene;
  const auto on_walls = [&](int material) {
    return sim::body_of_material(scene, material).shape == MaterialBody::Shape::plane;
  };
  const auto name = [&](int material) { return scene.materials[static_cast<std::size_t>(material)].name; };
  std::vector<std::string> between = a.between;
  if (between.empty())
    for (const sim::ContactRule& rule : scene.contacts)
      if (!on_walls(rule.material_a) || !on_walls(rule.material_b))
        between.push_back(fmt::format("{},{}", name(rule.material_a), name(rule.material_b)));
  if (between.empty()) refuse_contact("the scene has no [[contact]] of bodies that can touch", k_bad_scene);
  Setting setting;
  SceneBodies bodies(scene, a);
  for (const std::string& words : between) setting.cases.push_back(bodies.of_rule(words));
  bodies.check_that_all_was_needed();
  setting.overlap = positive_option(a.overlap, "--overlap", "m", k_scene_overlap * smallest_radius(setting));
  return setting;
}

}  // namespace scree::app
