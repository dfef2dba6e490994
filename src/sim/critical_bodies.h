// The bodies of a scene that determine the critical steps: for each material the lightest and the heaviest free body,
// and one held body.
#pragma once

#include <vector>

#include "sim/scene.h"

namespace scree::sim::critical {

/// The properties of one body on which the critical step of a contact depends.
struct Body {
  double mass = 0.0;        ///< [kg]
  double inertia = 0.0;     ///< smallest principal moment [kg m^2]
  double patch = 0.0;       ///< largest radius of curvature [m]
  double smallest = 0.0;    ///< smallest half axis [m]
  double slip = 0.0;        ///< largest arm^2 / inertia of a tangential force [1/kg]
  double off_centre = 0.0;  ///< the same for a normal force, which need not act through the centre [1/kg]
  int corners = 1;          ///< contacts with one plane
  bool is_flat = false;     ///< a box: other bodies lie on its faces as on a plane
  bool is_held = false;     ///< acts as infinite mass on bodies in contact with it
  double over(double fraction) const { return is_held ? 0.0 : fraction; }  ///< contribution to an inverse mass
};
/// The lightest body of a material has the highest frequency; in contact with the heaviest body, dashpots that are
/// proportional to the average mass are strongest; the flattest held body has the stiffest contacts.
struct Extremes {
  Body lightest, heaviest, held;
  bool present = false, any_held = false;
  void include(const Body& body) {
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
