// Converts a contact model into the rule of a rigid contact: restitution, compliance and three friction limits in place
// of springs and histories.
//
// The same scene runs under every stepper: a smooth law defines its friction limit (law/rigid.h), and its stiffness,
// damping and history are not used. The `restitution` of a smooth normal law is used as Newton's coefficient of
// restitution; with laws whose rebound follows from other dashpot parameters the contact is inelastic. The kinematics
// stage is not used: rigid contacts depend on velocities and have no history.
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

/// Throws BuildError for a model in which refusals() finds an unsupported law. Scenes read from a file have been
/// checked before.
RigidRule rigid_rule(const law::Model& model);

/// Limits of the friction stages of any model, rigid or smooth. A stage may have a law without a limit of this kind.
struct FrictionLimits {
  bool slides = false, rolls = false, spins = false;  ///< is there a law?
  std::optional<law::SlideLimit> slide{};
  std::optional<law::TorqueLimit> roll{}, spin{};
};
FrictionLimits friction_limits(const law::Model& model);

/// A stage whose law the stepper does not support.
struct Refusal {
  std::string_view stage, law;
  std::string why;  ///< and what to do, as the end of a sentence that begins with stage and law
};
/// The unsupported laws of a model. Under smooth steppers: laws without stiffness. With rigid contacts: laws without a
/// limit of the required kind and, if each stage has one coefficient, laws with two different ones.
std::vector<Refusal> refusals(const law::Model& model, StepperKind kind, bool two_coefficients);

}  // namespace scree::sim
