// The kind of the contacts of two bodies, by their forms.
#pragma once

#include <optional>

#include "shape/touch.h"
#include "state/form.h"

namespace scree::contact {

/// None for two boxes, which smooth contacts do not know (docs/decisions/shapes.md); the scene reader lets no two meet.
inline std::optional<shape::Kind> kind_of(state::FormKind p, state::FormKind q) {
  using state::FormKind;
  const bool spheres = p == FormKind::sphere && q == FormKind::sphere;
  if (p != FormKind::box && q != FormKind::box) return spheres ? shape::Kind::sphere_sphere : shape::Kind::ellipsoids;
  const FormKind other = p == FormKind::box ? q : p;
  if (other == FormKind::box) return {};
  return other == FormKind::sphere ? shape::Kind::sphere_box : shape::Kind::ellipsoid_box;
}

}  // namespace scree::contact
