// All that is measured of a packing at one moment: how much space it fills, what it carries, who carries it.
//
// The volume fraction counts overlaps twice, as papers on packings do. Every part has its own file and says there what
// it means: region.h, stress.h, rattlers.h (by constraints.h), network.h, rest.h, radial.h.
#pragma once

#include <optional>

#include "analysis/network.h"
#include "analysis/radial.h"
#include "analysis/rest.h"
#include "analysis/stress.h"

namespace scree::analysis {

/// g(r) takes longer than all the rest.
enum class Parts { all, without_radial };

struct PackingQuestion {
  std::optional<Modes> modes{};  ///< instead of those that the frame tells
  sim::PackingMeasure settings{};
  Parts parts = Parts::all;
};

/// Where the contacts of a frame came from.
enum class ContactsFrom { engine, distances };

struct Packing {
  Region region{};
  double volume = 0.0, volume_fraction = 0.0;  ///< [m^3]; of disks area [m^2] and share of it
  ContactsFrom contacts_from = ContactsFrom::engine;
  Modes modes{};             ///< active at some contact rule
  bool modes_known = false;  ///< otherwise the count is that of frictionless bodies
  Backbone backbone{};
  Network all{}, carrying{};                  ///< of all contacts, and of those between bodies that are no rattlers
  std::optional<Stress> stress{};             ///< unset if loads are not known
  std::optional<ForceDistribution> forces{};  ///< of carrying contacts; unset likewise
  std::optional<Rest> rest{};                 ///< unset if surroundings are not known
  Radial radial{};

  Dimension dimension() const { return region.dimension(); }
  double pressure() const { return stress ? analysis::pressure(stress->sum(), dimension()) : k_unset; }
};

/// Walls, active modes, limits and weight are those of the frame's surroundings. A frame with contacts that knows no
/// surroundings tells who has a law: these modes are active, limits are unknown, and so is whether forces balance.
/// Contacts that a frame lacks are found by distance if all bodies are spheres.
Packing measure_packing(const sim::Frame& frame, const PackingQuestion& question);

}  // namespace scree::analysis
