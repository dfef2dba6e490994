#include "analysis/packing.h"

#include <algorithm>

#include "analysis/near_pairs.h"
#include "analysis/repose.h"

namespace scree::analysis {
namespace {

Modes joined(const Modes& p, const Modes& q) { return {p.slide || q.slide, p.roll || q.roll, p.spin || q.spin}; }

Modes modes_with_law(const sim::ContactView& c) {
  return {c.slide != sim::Mode::none, c.roll != sim::Mode::none, c.spin != sim::Mode::none};
}

}  // namespace

Packing measure_packing(const sim::Frame& frame, const PackingQuestion& question) {
  Packing packing;
  packing.region = region_of(frame);
  packing.volume = volume(packing.region);
  for (const sim::BodyView& b : frame.bodies)
    packing.volume_fraction += volume_of(b, packing.region.flat_axis) / packing.volume;

  // A frame of the engine contains all contacts, even if there are none; files of bodies do not contain contacts.
  std::vector<sim::ContactView> found;
  const bool lacking = !frame.surroundings && frame.contacts.empty();
  if (lacking) {
    packing.contacts_from = ContactsFrom::distances;
    if (std::all_of(frame.bodies.begin(), frame.bodies.end(),
                    [](const sim::BodyView& b) { return b.shape == shape::BodyShape::sphere; }))
      found = touching_spheres(frame, packing.region);
  }
  const std::vector<sim::ContactView>& contacts = lacking ? found : frame.contacts;
  const std::vector<Ends> ends = ends_of(frame, contacts);
  std::vector<FrictionRule> rules;
  if (frame.surroundings)
    rules = friction_rules(frame.surroundings->friction, mean_free_diameter(frame.bodies),
                           question.settings.mode_threshold);
  const auto modes_of = [&](const sim::ContactView& c) {
    if (question.modes) return *question.modes;
    return static_cast<std::size_t>(c.model) < rules.size() ? rules[static_cast<std::size_t>(c.model)].active
                                                            : modes_with_law(c);
  };
  packing.modes_known = question.modes || !lacking;
  packing.modes = question.modes.value_or(Modes{});
  if (!question.modes) {
    for (const FrictionRule& rule : rules) packing.modes = joined(packing.modes, rule.active);
    if (!frame.surroundings)
      for (const sim::ContactView& c : contacts) packing.modes = joined(packing.modes, modes_of(c));
  }
  packing.backbone = find_backbone(frame, contacts, ends, packing.dimension(), modes_of);
  packing.all = describe_network(frame, contacts, ends, {}, rules);
  packing.carrying = describe_network(frame, contacts, ends, packing.backbone.carries, rules);
  if (!lacking) {
    packing.stress = mean_stress(frame, contacts, packing.region);
    packing.forces = distribute_forces(contacts, packing.backbone.carries);
  }
  if (frame.surroundings)
    packing.rest = measure_rest(frame, packing.backbone, packing.forces->mean, frame.surroundings->gravity);
  if (question.parts == Parts::all)
    packing.radial =
        measure_radial(frame, packing.region, question.settings.radial_range, question.settings.radial_bins);
  return packing;
}

}  // namespace scree::analysis
