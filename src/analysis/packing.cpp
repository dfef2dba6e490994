#include "analysis/packing.h"

#include <algorithm>

#include "analysis/near_pairs.h"
#include "analysis/repose.h"

namespace scree::analysis {
namespace {

Modes joined(const Modes& p, const Modes& q) { return {p.slide || q.slide, p.roll || q.roll, p.spin || q.spin}; }

}  // namespace

Packing measure_packing(const sim::Frame& frame, const PackingQuestion& question) {
  Packing packing;
  packing.region = region_of(frame, question.scene);
  packing.volume = volume(packing.region);
  for (const sim::BodyView& b : frame.bodies) packing.volume_fraction += volume_of(b, packing.dimension()) / packing.volume;

  std::vector<FrictionRule> rules;
  if (question.scene) rules = friction_rules(*question.scene, mean_free_diameter(frame.bodies), question.settings.mode_threshold);
  packing.modes_known = question.scene || question.modes;
  if (question.modes)
    packing.modes = *question.modes;
  else
    for (const FrictionRule& rule : rules) packing.modes = joined(packing.modes, rule.active);

  // A frame of the engine has its contacts and says who touches how many; files of bodies have no contacts.
  std::vector<sim::ContactView> found;
  const bool lacking = !question.scene && frame.contacts.empty();
  if (lacking) {
    packing.contacts_from = ContactsFrom::distances;
    if (std::all_of(frame.bodies.begin(), frame.bodies.end(), [](const sim::BodyView& b) { return b.form == state::FormKind::sphere; }))
      found = touching_spheres(frame, packing.region);
  }
  const std::vector<sim::ContactView>& contacts = lacking ? found : frame.contacts;
  const std::vector<Ends> ends = ends_of(frame, contacts);
  packing.backbone = find_backbone(frame, contacts, ends, packing.dimension(), [&](const sim::ContactView& c) {
    return question.modes || static_cast<std::size_t>(c.model) >= rules.size() ? packing.modes : rules[static_cast<std::size_t>(c.model)].active;
  });
  packing.all = describe_network(frame, contacts, ends, {}, rules);
  packing.carrying = describe_network(frame, contacts, ends, packing.backbone.carries, rules);
  if (!lacking) {
    packing.stress = mean_stress(frame, contacts, packing.region);
    packing.forces = distribute_forces(contacts, packing.backbone.carries);
    packing.rest = measure_rest(frame, packing.backbone, packing.forces->mean, question.scene ? question.scene->gravity : Vec3d{});
  }
  packing.radial = measure_radial(frame, packing.region, question.settings.radial_range, question.settings.radial_bins);
  return packing;
}

}  // namespace scree::analysis
