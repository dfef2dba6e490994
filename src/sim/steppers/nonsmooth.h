// Descriptor of the stepper with rigid contacts. The steps themselves are in step/nonsmooth.h.
#pragma once

#include "sim/stepper.h"

namespace scree::sim::steppers {

std::unique_ptr<step::Engine> make_nonsmooth(const EngineInput& input);

inline constexpr std::array k_nonsmooth_refuses = {
    FeatureRefusal{Feature::skin,
                   "skin is the reach of the pair list of smooth steppers; the stepper \"{stepper}\" searches pairs "
                   "within the distance that bodies move in a step, and at least nonsmooth.envelope. Remove skin"},
    FeatureRefusal{Feature::impact_speed,
                   "time.impact_speed derives the step from the collision time of contact springs, and the stepper "
                   "\"{stepper}\" has no springs; give time.step"},
};

inline constexpr StepperDescriptor k_nonsmooth{
    .word = "nonsmooth",
    .description = "rigid contacts in long steps: the impulses of a step solve a cone complementarity problem",
    .source = "[TasoraAnitescu2013, sections 3 to 5]",
    .contacts = ContactForm::rigid,
    .sharing = Sharing::bodies,
    .needs_step =
        "the automatic step follows from contact stiffnesses, which the stepper \"{stepper}\" does not have; give "
        "a step",
    .ledger_order = [](const Scene&) { return 1; },
    .refuses = k_nonsmooth_refuses,
    .make = make_nonsmooth,
};

}  // namespace scree::sim::steppers
