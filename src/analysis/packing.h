// All measures of a packing at one time: volume fraction, stress, rattlers, contact network, forces, rest, g(r).
//
// The volume fraction counts overlaps twice, as papers on packings do. The definitions are in the headers of the parts:
// region.h, stress.h, rattlers.h (with constraints.h), network.h, rest.h, radial.h.
#pragma once

#include <optional>

#include "analysis/network.h"
#include "analysis/radial.h"
#include "analysis/rest.h"
#include "analysis/stress.h"

namespace scree::analysis {

/// g(r) takes longer to compute than all other parts.
enum class Parts { all, without_radial };

struct PackingQuestion {
  std::optional<Modes> modes{};  ///< active modes, in place of those of the frame
  sim::PackingMeasure settings{};
  Parts parts = Parts::all;
};

/// Source of the contacts: the engine, or a search by distance.
enum class ContactsFrom { engine, distances };

struct Packing {
  Region region{};
  double volume = 0.0, volume_fraction = 0.0;  ///< [m^3], [1]; for disks the area [m^2] and the area fraction
  ContactsFrom contacts_from = ContactsFrom::engine;
  Modes modes{};             ///< active in at least one contact rule
  bool modes_known = false;  ///< if false, rattlers are counted as for frictionless bodies
  Backbone backbone{};
  Network all{}, carrying{};                  ///< of all contacts, and of those without rattlers
  std::optional<Stress> stress{};             ///< unset if loads are not known
  std::optional<ForceDistribution> forces{};  ///< of carrying contacts; unset if loads are not known
  std::optional<Rest> rest{};                 ///< unset if the surroundings are not known
  Radial radial{};

  Dimension dimension() const { return region.dimension(); }
  double pressure() const { return stress ? analysis::pressure(stress->sum(), dimension()) : k_unset; }
};

/// Walls, active modes, limits and gravity are taken from the surroundings of the frame. In a frame with contacts but
/// without surroundings, the stages that have a law are the active modes, and limits and force balance are not known.
/// Contacts that a frame does not contain are found by distance if all bodies are spheres.
Packing measure_packing(const sim::Frame& frame, const PackingQuestion& question);

}  // namespace scree::analysis
