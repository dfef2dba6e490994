// Descriptors of the explicit steppers. The steps themselves are in step/explicit.h.
#pragma once

#include "sim/steppers/smooth.h"

namespace scree::sim::steppers {

std::unique_ptr<step::Engine> make_velocity_verlet(const EngineInput& input);
std::unique_ptr<step::Engine> make_velocity_verlet_lammps(const EngineInput& input);
std::unique_ptr<step::Engine> make_symplectic_euler(const EngineInput& input);

inline constexpr StepperDescriptor k_velocity_verlet{
    .word = "velocity-verlet",
    .description =
        "explicit, of second order also for dashpots: contacts are evaluated with velocities predicted for the time "
        "of the positions",
    .source = "src/step/explicit.h",
    .is_synchronised = true,
    .damping_factor = 2.0,
    .ledger_order = [](const Scene&) { return 2; },
    .refuses = k_smooth_refuses,
    .make = make_velocity_verlet,
};
inline constexpr StepperDescriptor k_velocity_verlet_lammps{
    .word = "velocity-verlet-lammps",
    .description =
        "explicit, with the order of updates of LAMMPS: contacts are evaluated with velocities of half a step before",
    .source = "LAMMPS 29Sep2021, fix nve/sphere",
    .ledger_order = [](const Scene&) { return 1; },
    .refuses = k_smooth_refuses,
    .make = make_velocity_verlet_lammps,
};
inline constexpr StepperDescriptor k_symplectic_euler{
    .word = "symplectic-euler",
    .description =
        "explicit, of first order: the loads at the present positions change the velocities, then the new velocities "
        "change the positions",
    .source = "src/step/explicit.h",
    .ledger_order = [](const Scene&) { return 1; },
    .refuses = k_smooth_refuses,
    .make = make_symplectic_euler,
};

}  // namespace scree::sim::steppers
