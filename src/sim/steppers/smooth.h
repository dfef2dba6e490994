// What steppers with springs have in common: the engine, and what they refuse.
#pragma once

#include "sim/stepper.h"

namespace scree::step {
class Stepper;
}

namespace scree::sim::steppers {

/// Several points of two boxes come and go as they slide. A spring at each of them would create energy
/// (docs/decisions/shapes.md).
inline constexpr std::array k_smooth_refuses = {
    FeatureRefusal{Feature::joints, "joints need stepper = {takers}; the smooth steppers cannot do this"},
    FeatureRefusal{Feature::motors, "motors need stepper = {takers}; the smooth steppers cannot do this"},
    FeatureRefusal{Feature::brakes, "brakes need stepper = {takers}; the smooth steppers cannot do this"},
    FeatureRefusal{Feature::cylinders, "cylinders need stepper = {takers}; the smooth steppers cannot do this"},
    FeatureRefusal{Feature::carried_planes,
                   "planes on a body need stepper = {takers}; the smooth steppers cannot do this"},
    FeatureRefusal{Feature::box_pairs,
                   "two boxes do not meet each other under this stepper, and one of them would pass through the other; "
                   "boxes meet planes, spheres and ellipsoids. Hold or drive all boxes but the only one, or use "
                   "ellipsoids, which meet everything"},
};

/// Contacts with the laws of the scene, and a stepper that follows them. Throws BuildError.
std::unique_ptr<step::Engine> smooth_engine(const EngineInput& input, std::unique_ptr<step::Stepper> stepper);

}  // namespace scree::sim::steppers
