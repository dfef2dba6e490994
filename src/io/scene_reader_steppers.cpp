// The stepper, its own table ([nonsmooth], [trapezoid], [nph], [deform]), and what it asks of the rest of a scene.
#include <fmt/format.h>

#include "io/scene_draft.h"
#include "sim/rigid_rule.h"

namespace scree::io {

namespace {

constexpr std::int64_t k_most_iterations = 1'000'000'000;

}  // namespace

void read_stepper(Section& root, Draft& draft) {
  const auto word = root.word("stepper", sim::k_stepper_words);
  if (word) draft.scene.stepper = sim::k_steppers[static_cast<std::size_t>(*word)].kind;
  draft.stepper_known = word || !root.has("stepper");
  if (root.has("skin")) draft.refuse(sim::Feature::skin, root.key_place("skin"));
  if (draft.stepper().needs_table) root.require({draft.stepper().word});
}

void Draft::refuse(sim::Feature feature, Place place, std::string_view what) {
  if (stepper_known && !stepper().takes(feature)) source.problem(place, sim::refusal(stepper(), feature, what));
}

namespace {

/// The table that has the name of a stepper; a problem if the scene has another one.
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
  constexpr std::int64_t k_most_halvings = 40;  // a step shorter than this is no step
  sim::TrapezoidSpec& spec = draft.scene.trapezoid;
  if (const auto phi = section->quantity("phi", {"1", Range::share, "weight of the end of a step: 0 explicit, 0.5 trapezoid, 1 backward Euler"})) spec.phi = *phi;
  if (const auto tolerance = section->quantity("tolerance", {"1", Range::positive, "of the error measures of a sweep"})) spec.tolerance = *tolerance;
  if (const auto most = section->integer("sweeps", 1, k_most_iterations)) spec.most_sweeps = *most;
  if (const auto most = section->integer("halvings", 0, k_most_halvings)) spec.most_halvings = *most;
  if (const auto word = section->word("unsolved", sim::k_unsolved_words)) spec.accept = *word == 1;
  section->finish();
}

namespace {

/// A table of which something is missing may have it under a misspelt key; that is told, and once is enough.
bool has_misspelt(const Section& section) { return !section.unknown_keys().empty(); }

void read_nph(Section& section, sim::NphSpec& spec) {
  section.require({"damping"});
  if (const auto pressure = section.quantity("pressure", {"Pa", Range::positive, "target along all axes; grains do not pull"})) spec.pressure = {*pressure, *pressure, *pressure};
  if (const auto pressures = section.vector("pressures", "Pa")) {
    spec.pressure = *pressures;
    if (!(pressures->x > 0.0 && pressures->y > 0.0 && pressures->z > 0.0)) section.problem(section.place("pressures"), "nph.pressures must all be positive: grains do not pull");
  }
  if (const auto shear = section.vector("shear", "Pa")) spec.shear = {shear->x, shear->y, shear->z};
  if (const auto damping = section.quantity("damping", {"s", Range::positive, "time in which the cell answers"})) spec.damping = *damping;
  if (const auto t = section.quantity("temperature", {"J", Range::positive, "reference of the inertia of the cell"})) spec.temperature = *t;
  if (const auto drag = section.quantity("drag", {"1/s", Range::not_negative, "rate at which the motion of the cell dies away"})) spec.drag = *drag;
  if (const auto after = section.quantity("drag_after", {"s", Range::not_negative})) spec.drag_after = *after;
  if (section.has("drag_after") && !section.has("drag") && !has_misspelt(section)) section.problem(section.key_place("drag_after"), "nph.drag_after says when a drag begins, but there is no nph.drag; give it, or drop this");
  const bool one = section.has("pressure"), three = section.has("pressures");
  if (one && three)
    section.problem(section.key_place("pressures"), "nph.pressure and nph.pressures both say the target along the axes; give one of them");
  else if (!one && !three && !has_misspelt(section))
    section.problem(section.place(), "[nph] has no target; give pressure for all axes alike, or pressures = [x, y, z]");
  section.finish();
}

void read_deform(Section& section, sim::DeformSpec& spec) {
  if (const auto rate = section.vector("rate", "1/s")) spec.rate = *rate;
  if (const auto shear = section.vector("shear_rate", "1/s")) spec.shear_rate = {shear->x, shear->y, shear->z};
  if (!section.has("rate") && !section.has("shear_rate") && !has_misspelt(section))
    section.problem(section.place(), "[deform] strains nothing; give rate = [xx, yy, zz], shear_rate = [xy, xz, yz] or both");
  section.finish();
}

}  // namespace

void read_moving_cell(Section& root, Draft& draft) {
  if (auto section = section_of_stepper(root, draft, "nph")) read_nph(*section, draft.scene.nph);
  if (auto section = section_of_stepper(root, draft, "deform")) read_deform(*section, draft.scene.deform);
}

void read_nonsmooth(Section& root, Draft& draft) {
  auto section = section_of_stepper(root, draft, "nonsmooth");
  if (!section) return;
  sim::NonsmoothSpec& spec = draft.scene.nonsmooth;
  if (const auto solver = section->word("solver", sim::k_solver_words)) spec.solver = *solver;
  if (const auto tolerance = section->quantity("tolerance", {"m/s", Range::positive, "rms residual of a step"})) spec.tolerance = *tolerance;
  if (const auto most = section->integer("iterations", 1, k_most_iterations)) spec.most_iterations = *most;
  if (const auto warm = section->flag("warm_start")) spec.warm_start = *warm;
  const auto friction = section->word("friction", sim::k_friction_words);
  if (friction) spec.two_coefficients = *friction == 1;
  // A word that is wrong may have been meant to be either; contacts with two coefficients need not be told off for it.
  if (section->has("friction") && !friction) spec.two_coefficients = true;
  if (const auto envelope = section->quantity("envelope", {"1", Range::not_negative, "reach over the smaller radius"})) spec.envelope = *envelope;
  section->finish();
}

void check_laws(Section& contact, const Draft& draft, const law::Model& model, const std::set<std::string_view>& sound) {
  if (!draft.stepper_known) return;
  for (const sim::Refusal& refusal : sim::refusals(model, draft.scene.stepper, draft.scene.nonsmooth.two_coefficients))
    if (sound.contains(refusal.stage))
      contact.problem(contact.place(refusal.stage), fmt::format("{}.{} (law \"{}\") {}", contact.path(), refusal.stage, refusal.law, refusal.why));
}

}  // namespace scree::io
