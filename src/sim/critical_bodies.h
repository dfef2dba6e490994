// The bodies of a scene on which critical steps depend: of each material the lightest, the heaviest and one held.
#pragma once

#include <vector>

#include "sim/scene.h"

namespace scree::sim::critical {

/// What the critical step of a contact depends on, of one body.
struct Body {
  double mass = 0.0;        ///< [kg]
  double inertia = 0.0;     ///< smallest principal moment [kg m^2]
  double patch = 0.0;       ///< largest radius of curvature [m]
  double least = 0.0;       ///< smallest half axis [m]
  double slip = 0.0;        ///< largest (arm^2 / inertia) of a force along the surface [1/kg]
  double off_centre = 0.0;  ///< the same of a force along the normal, which need not go through the centre [1/kg]
  int corners = 1;          ///< contacts with one plane
  bool is_flat = false;     ///< a box, on which others lie as on a plane
  bool is_held = false;     ///< of infinite mass to whatever touches it
  double over(double share) const { return is_held ? 0.0 : share; }  ///< a share of an inverse mass
};
/// The lightest body of a material shakes fastest; beside the heaviest one the dashpots by average mass are strongest;
/// the flattest of those that are held has the stiffest patches.
struct Extremes {
  Body lightest, heaviest, held;
  bool present = false, any_held = false;
  void see(const Body& body) {
    if (body.is_held) {
      const bool flatter = body.is_flat == held.is_flat ? body.patch > held.patch : body.is_flat;
      if (!any_held || flatter) held = body;
      any_held = true;
      return;
    }
    if (!present || body.mass < lightest.mass) lightest = body;
    if (!present || body.mass > heaviest.mass) heaviest = body;
    present = true;
  }
};

/// One for each material.
std::vector<Extremes> extreme_bodies(const Scene& scene);

}  // namespace scree::sim::critical
