// The table [forces]: drag, Magnus force and near fields; and the requirements of these and of time.impact_speed on the
// rest of the scene.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/scene/keys.h"
#include "io/text/units.h"
#include "sim/critical.h"

namespace scree::io {

namespace {

constexpr double k_fade_from = 0.9;    // fraction of the cutoff; default
constexpr double k_max_power = 100.0;  // a higher power acts like a wall, and its values leave the range of a double

/// A strength in N m^power. UDUNITS supports whole powers only; with any other power the unit must be written exactly
/// as required.
std::optional<double> read_strength(Keys& keys, std::string_view name, const std::string& unit, double power) {
  Section& section = keys.section();
  const bool whole = power == std::floor(power);
  if (whole || section.source().units == sim::Units::reduced)
    return keys.number(name, whole ? std::string_view(unit) : "1");
  const toml::node* node = section.find(name);
  if (node == nullptr) return {};
  const auto text = node->value<std::string_view>();
  const Split split = text ? split_number(*text) : Split{};
  std::string given(split.rest);
  std::replace(given.begin(), given.end(), '*', ' ');
  if (split.size > 0 && std::isfinite(split.number) && split.number >= 0.0 && given == unit) return split.number;
  section.problem(place_of(*node),
                  fmt::format("{} = {} is not a quantity in {}; {}_power is not whole, so no unit can be converted "
                              "into that one: write it out, as in {} = \"1 {}\", with a number >= 0",
                              section.path_of(name), section.written(name), unit, name, name, unit));
  return {};
}

/// Reads the attraction or the repulsion; false if it is wrong.
bool read_part(Keys& keys, std::string_view name, sim::NearFieldSpec& spec) {
  Section& section = keys.section();
  const std::string power_name = fmt::format("{}_power", name);
  const auto exponent = keys.number(power_name);
  if (!section.has(name) && !section.has(power_name)) return true;
  section.require({name, power_name});
  if (!section.has(name) || !exponent) return false;
  if (*exponent > k_max_power) {
    section.problem(
        section.place(power_name),
        fmt::format("{} = {} is too large; a force that decays so fast acts like a contact. It must be <= {:g}",
                    section.path_of(power_name), section.written(power_name), k_max_power));
    return false;
  }
  const bool attracts = name == "attraction";
  (attracts ? spec.attraction_power : spec.repulsion_power) = *exponent;
  const auto number = read_strength(keys, name, scene::unit_of(keys.key(name), &spec), *exponent);
  if (number) (attracts ? spec.attraction : spec.repulsion) = *number;
  return number.has_value();
}

std::optional<sim::NearFieldSpec> read_near_field(Section& section, Draft& draft) {
  sim::NearFieldSpec spec{.attraction_power = 1.0, .repulsion_power = 1.0};
  Keys keys(section, scene::k_near_field, draft);
  keys.read(&spec);
  bool good = read_part(keys, "attraction", spec);
  good = read_part(keys, "repulsion", spec) && good;
  if (good && spec.attraction == 0.0 && spec.repulsion == 0.0) {
    section.problem(
        section.place(),
        fmt::format("{} has neither an attraction nor a repulsion, so it is no force; give one of them with its power",
                    section.path()));
    good = false;
  }
  const bool cutoff = keys.is_good("cutoff"), fade = keys.is_good("fade_from");
  if (section.has("fade_from") && !fade) good = false;
  if (!fade) spec.fade_from = k_fade_from * spec.cutoff;
  if (cutoff && fade && !(spec.fade_from < spec.cutoff)) {
    section.problem(
        section.place("fade_from"),
        fmt::format(
            "{} = {} is not below cutoff = {}; the force fades out between the two, so that it ends without a jump",
            section.path_of("fade_from"), section.written("fade_from"), section.written("cutoff")));
    good = false;
  }
  return good && cutoff ? std::optional(spec) : std::nullopt;
}

struct Between {
  bool is_all = false;
  int a = -1, b = -1;
};
std::optional<Between> read_between(Section& section, Draft& draft) {
  if (!section.has("between")) return Between{.is_all = true};
  const auto names = section.texts("between");
  if (!names) return {};
  if (names->size() != 2) {
    section.problem(section.place("between"),
                    fmt::format("{} has {} names; a near field is between two materials, such as [\"glass\", "
                                "\"glass\"], or without `between` among all",
                                section.path_of("between"), names->size()));
    return {};
  }
  const Between between{.a = draft.material(section, (*names)[0].text, (*names)[0].place),
                        .b = draft.material(section, (*names)[1].text, (*names)[1].place)};
  return between.a >= 0 && between.b >= 0 ? std::optional(between) : std::nullopt;
}

/// Every pair of materials has the field of its own table, else that of the table without `between`, else none.
void read_near_fields(Section& forces, Draft& draft) {
  std::map<std::pair<int, int>, Place> seen;
  using GivenField = std::pair<sim::NearFieldSpec, CutoffPlace>;
  std::map<std::pair<int, int>, GivenField> of_pair;
  std::optional<GivenField> of_all;
  std::optional<Place> all_at;
  for (Section& section : forces.sections("near_field")) {
    const auto between = read_between(section, draft);
    std::optional<GivenField> given;
    if (const auto spec = read_near_field(section, draft))
      given = GivenField{*spec, {section.place("cutoff"), section.path_of("cutoff"), section.written("cutoff")}};
    section.finish();
    if (!between) continue;
    if (between->is_all) {
      if (all_at)
        section.problem(section.place(),
                        fmt::format("{} has no `between`, so it is the near field of all pairs of "
                                    "materials, and that is already given at {}; name two materials in `between`",
                                    section.path(), draft.source.line_of(*all_at, section.place())));
      else
        all_at = section.place(), of_all = given;
    } else {
      const auto pair = std::minmax(between->a, between->b);
      const auto [at, is_new] = seen.emplace(pair, section.place());
      if (!is_new)
        section.problem(section.place("between"),
                        fmt::format("the near field between \"{}\" and \"{}\" is already given at {}",
                                    shortened(draft.scene.materials[static_cast<std::size_t>(between->a)].name),
                                    shortened(draft.scene.materials[static_cast<std::size_t>(between->b)].name),
                                    draft.source.line_of(at->second, section.place())));
      else if (given)
        of_pair.emplace(pair, *given);
    }
  }
  const int materials = static_cast<int>(draft.scene.materials.size());
  for (int a = 0; a < materials; ++a)
    for (int b = a; b < materials; ++b) {
      const auto own = of_pair.find({a, b});
      if (own == of_pair.end() && (seen.contains({a, b}) || !of_all)) continue;
      auto [spec, cutoff] = own != of_pair.end() ? own->second : *of_all;
      spec.material_a = a, spec.material_b = b;
      draft.scene.forces.near_fields.push_back(spec), draft.cutoffs.push_back(std::move(cutoff));
    }
}

/// The largest body of each material: the radius of a sphere, the smallest half axis of a non-spherical body. Bodies of
/// data files are not known here.
std::vector<double> largest_radii(const sim::Scene& scene) {
  std::vector<double> radii(scene.materials.size(), 0.0);
  const auto include = [&](const sim::BodyTraits& traits, double radius) {
    radii[static_cast<std::size_t>(traits.material)] =
        std::max(radii[static_cast<std::size_t>(traits.material)], radius);
  };
  for (const auto& s : scene.spheres) include(s.traits, s.radius);
  for (const auto& s : scene.solids) include(s.traits, std::min({s.half.x, s.half.y, s.half.z}));
  for (const auto& s : scene.lattices) include(s.traits, s.radius);
  for (const auto& s : scene.randoms)
    include(s.traits, s.semi_axes.x > 0.0 ? std::min({s.semi_axes.x, s.semi_axes.y, s.semi_axes.z}) : s.radii.high);
  for (const auto& s : scene.streams) include(s.traits, s.radii.high);
  return radii;
}

}  // namespace

void check_forces(Draft& draft) {
  const sim::Scene& scene = draft.scene;
  const std::vector<double> radii = largest_radii(scene);
  const Vec3d box = sim::cell_of(scene.cell).heights();
  std::set<std::pair<int, int>> reported;  // a table for all pairs is reported once
  for (std::size_t i = 0; i < scene.forces.near_fields.size(); ++i) {
    const sim::NearFieldSpec& spec = scene.forces.near_fields[i];
    const CutoffPlace& cutoff = draft.cutoffs[i];
    const auto refuse = [&](const std::string& why) {
      if (reported.emplace(cutoff.place.line, cutoff.place.column).second)
        draft.source.problem(cutoff.place, fmt::format("{} = {} {}", cutoff.path, cutoff.written, why));
    };
    const double ra = radii[static_cast<std::size_t>(spec.material_a)],
                 rb = radii[static_cast<std::size_t>(spec.material_b)];
    if (ra > 0.0 && rb > 0.0 && spec.cutoff <= ra + rb)
      refuse(fmt::format(
          "is not beyond {:.6g} m, the distance of centres at which the largest bodies of \"{}\" and \"{}\" touch; "
          "their near field would act inside of contacts alone. It counts from centre to centre",
          ra + rb, shortened(scene.materials[static_cast<std::size_t>(spec.material_a)].name),
          shortened(scene.materials[static_cast<std::size_t>(spec.material_b)].name)));
    for (std::size_t k = 0; k < 3; ++k)
      if (const double length = box.*k_axes[k]; scene.cell.periodic[k] && length > 0.0 && spec.cutoff > length)
        refuse(
            fmt::format("is longer than the periodic cell in {} ({:.6g} m); a body would interact with several "
                        "images of another one along one axis",
                        "xyz"[k], length));
  }
}

void read_forces(Section& root, Draft& draft) {
  auto section = root.section("forces");
  if (!section) return;
  Keys(*section, scene::k_forces, draft).read(&draft.scene.forces);
  const bool any = section->has("drag") || section->has("magnus") || section->has("near_field");
  const bool misspelt = !section->unknown_keys().empty();  // it is reported, and may be the missing key
  if (section->has("fluid_velocity") && !section->has("drag") && !misspelt)
    section->problem(section->key_place("fluid_velocity"),
                     "forces.fluid_velocity is given without `drag`, the only force of the fluid on bodies; "
                     "Magnus's force depends on their own velocity");
  else if (!any && !misspelt)
    section->problem(
        section->place(),
        "[forces] gives no force; it takes `drag` (with `fluid_velocity`), `magnus` and tables [[forces.near_field]]");
  read_near_fields(*section, draft);
  section->finish();
}

void check_impact_speed(Draft& draft) {
  if (!is_set(draft.scene.time.impact_speed) || !draft.rules_complete) return;
  const auto& contacts = draft.scene.contacts;
  if (std::any_of(contacts.begin(), contacts.end(), [](const sim::ContactRule& rule) {
        const law::Descriptor* law = law::law_of(rule.model.normal);
        return law && law->collision_modulus;
      }))
    return;
  draft.source.problem(
      draft.impact_speed_place,
      fmt::format("time.impact_speed chooses the step by the duration of Hertz's collisions, but no [[contact]] here "
                  "has the normal law {}; drop it, and the step follows from the critical steps",
                  sim::laws_with_collision_time()));
}

}  // namespace scree::io
