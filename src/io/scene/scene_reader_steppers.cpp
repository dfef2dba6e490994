// The stepper, its own table ([nonsmooth], [trapezoid], [nph], [deform]), and its requirements on the rest of a scene.
#include <fmt/format.h>

#include "io/scene/keys.h"
#include "sim/rigid_rule.h"

namespace scree::io {

void read_stepper(Section& root, Draft& draft) {
  const auto word = root.word("stepper", sim::k_stepper_choices);
  if (word) draft.scene.stepper = sim::k_steppers[static_cast<std::size_t>(*word)].kind;
  draft.stepper_known = word || !root.has("stepper");
  if (root.has("skin")) draft.refuse(sim::Feature::skin, root.key_place("skin"));
  if (draft.stepper().needs_table) root.require({draft.stepper().word});
}

void Draft::refuse(sim::Feature feature, Place place, std::string_view what) {
  if (stepper_known && !stepper().takes(feature)) source.problem(place, sim::refusal(stepper(), feature, what));
}

namespace {

/// The table named after a stepper; an error if the scene uses another stepper.
std::optional<Section> section_of_stepper(Section& root, const Draft& draft, std::string_view name) {
  auto section = root.section(name);
  if (section && draft.stepper_known && draft.stepper().word != name)
    root.problem(root.key_place(name),
                 fmt::format("[{0}] is about the stepper \"{0}\", but this scene has {1} \"{2}\"; set stepper = "
                             "\"{0}\", or drop the table",
                             name, root.has("stepper") ? "stepper =" : "the default stepper", draft.stepper().word));
  return section;
}

}  // namespace

void read_trapezoid(Section& root, Draft& draft) {
  auto section = section_of_stepper(root, draft, "trapezoid");
  if (!section) return;
  Keys(*section, scene::k_trapezoid, draft).read(&draft.scene.trapezoid);
  section->finish();
}

namespace {

/// A missing key may be present under a misspelt name, which finish() reports; then it is not reported as missing.
bool has_misspelt(const Section& section) { return !section.unknown_keys().empty(); }

void read_nph(Section& section, Draft& draft) {
  sim::NphSpec& spec = draft.scene.nph;
  Keys keys(section, scene::k_nph, draft);
  keys.read(&spec);
  if (const auto pressure = keys.number("pressure")) spec.pressure = {*pressure, *pressure, *pressure};
  if (keys.read("pressures", &spec) && !(spec.pressure.x > 0.0 && spec.pressure.y > 0.0 && spec.pressure.z > 0.0))
    section.problem(section.place("pressures"), "nph.pressures must all be positive: grains do not pull");
  if (section.has("drag_after") && !section.has("drag") && !has_misspelt(section))
    section.problem(section.key_place("drag_after"),
                    "nph.drag_after says when a drag begins, but there is no nph.drag; give it, or drop this");
  const bool one = section.has("pressure"), three = section.has("pressures");
  if (one && three)
    section.problem(section.key_place("pressures"),
                    "nph.pressure and nph.pressures both say the target along the axes; give one of them");
  else if (!one && !three && !has_misspelt(section))
    section.problem(section.place(), "[nph] has no target; give pressure for all axes alike, or pressures = [x, y, z]");
  section.finish();
}

void read_deform(Section& section, Draft& draft) {
  Keys(section, scene::k_deform, draft).read(&draft.scene.deform);
  if (!section.has("rate") && !section.has("shear_rate") && !has_misspelt(section))
    section.problem(section.place(),
                    "[deform] strains nothing; give rate = [xx, yy, zz], shear_rate = [xy, xz, yz] or both");
  section.finish();
}

}  // namespace

void read_moving_cell(Section& root, Draft& draft) {
  if (auto section = section_of_stepper(root, draft, "nph")) read_nph(*section, draft);
  if (auto section = section_of_stepper(root, draft, "deform")) read_deform(*section, draft);
}

void read_nonsmooth(Section& root, Draft& draft) {
  auto section = section_of_stepper(root, draft, "nonsmooth");
  if (!section) return;
  Keys keys(*section, scene::k_nonsmooth, draft);
  keys.read(&draft.scene.nonsmooth);
  // A wrong value of `friction` may mean either choice. Two coefficients are assumed, so that contacts with two are not
  // reported as well.
  if (section->has("friction") && !keys.is_good("friction")) draft.scene.nonsmooth.two_coefficients = true;
  section->finish();
}

void check_laws(Section& contact, const Draft& draft, const law::Model& model,
                const std::set<std::string_view>& sound) {
  if (!draft.stepper_known) return;
  for (const sim::Refusal& refusal : sim::refusals(model, draft.scene.stepper, draft.scene.nonsmooth.two_coefficients))
    if (sound.contains(refusal.stage))
      contact.problem(contact.place(refusal.stage),
                      fmt::format("{}.{} (law \"{}\") {}", contact.path(), refusal.stage, refusal.law, refusal.why));
}

}  // namespace scree::io
