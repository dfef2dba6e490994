// A contact model as a stepper with rigid contacts sees it: restitution, compliance and three limits, in place of
// springs and histories.
//
// "The same scene runs under every stepper": a smooth law tells its limit (law/rigid.h), and its stiffness, damping and
// history are not used. Of a smooth normal law the `restitution` is taken as Newton's; a rebound that only follows from
// other dashpots is not, and the contact is inelastic. Kinematics is not used either: a rigid contact has velocities,
// and no history to carry.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "law/model.h"
#include "law/rigid.h"
#include "sim/scene.h"

namespace scree::sim {

using law::RigidRule;

/// Throws BuildError for a model that refusals() refuses, which a scene that was read from a file does not have.
RigidRule rigid_rule(const law::Model& model);

/// Limits of the friction stages of any model, rigid or smooth. A law may be there and tell no limit of that form.
struct FrictionLimits {
  bool slides = false, rolls = false, spins = false;  ///< is there a law?
  std::optional<law::SlideLimit> slide{};
  std::optional<law::TorqueLimit> roll{}, spin{};
};
FrictionLimits friction_limits(const law::Model& model);

/// A stage whose law cannot run under a stepper.
struct Refusal {
  std::string_view stage, law;
  std::string why;  ///< and what to do, as the end of a sentence that begins with stage and law
};
/// Under smooth steppers: laws without stiffness. With rigid contacts: laws without a limit of the right form, and,
/// with one coefficient for each stage, laws that have two.
std::vector<Refusal> refusals(const law::Model& model, StepperKind kind, bool two_coefficients);

}  // namespace scree::sim
