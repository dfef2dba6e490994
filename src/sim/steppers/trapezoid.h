// Descriptor of the implicit stepper. The steps themselves are in step/trapezoid.h.
#pragma once

#include "sim/steppers/smooth.h"

namespace scree::sim::steppers {

int ledger_order_of_trapezoid(const Scene& scene);
std::unique_ptr<step::Engine> make_trapezoid(const EngineInput& input);

inline constexpr StepperDescriptor k_trapezoid{
    .word = "trapezoid",
    .description = "implicit, the generalised trapezoidal rule, solved by sweeps over the bodies",
    .source = "[Campello2015, section 4]",
    .sharing = Sharing::bodies,
    .is_synchronised = true,
    .is_implicit = true,
    .ledger_order = ledger_order_of_trapezoid,
    .refuses = k_smooth_refuses,
    .make = make_trapezoid,
};

}  // namespace scree::sim::steppers
