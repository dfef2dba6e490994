// What the smooth steppers, those with springs, have in common: the engine and the unsupported features.
#pragma once

#include "sim/stepper.h"

namespace scree::step {
class Stepper;
}

namespace scree::sim::steppers {

/// Contacts of two boxes are not supported: the contact points of two sliding boxes appear and disappear, and a spring
/// at each of them would create energy (docs/decisions/box-pairs.md).
inline constexpr std::array k_smooth_refuses = {
    FeatureRefusal{Feature::joints, "joints need stepper = {takers}; the smooth steppers do not support them"},
    FeatureRefusal{Feature::motors, "motors need stepper = {takers}; the smooth steppers do not support them"},
    FeatureRefusal{Feature::brakes, "brakes need stepper = {takers}; the smooth steppers do not support them"},
    FeatureRefusal{Feature::cylinders, "cylinders need stepper = {takers}; the smooth steppers do not support them"},
    FeatureRefusal{Feature::carried_planes,
                   "planes on a body need stepper = {takers}; the smooth steppers do not support them"},
    FeatureRefusal{Feature::box_pairs,
                   "this stepper has no contacts between two boxes, and one of them would pass through the other; "
                   "boxes have contacts with planes, spheres and ellipsoids. Hold or drive all boxes but one, use "
                   "ellipsoids, or set stepper = {takers}"},
};

/// An engine with the contact laws of the scene and this stepper. Throws BuildError.
std::unique_ptr<step::Engine> smooth_engine(const EngineInput& input, std::unique_ptr<step::Stepper> stepper);

}  // namespace scree::sim::steppers
