// Descriptors of the steppers that strain the periodic cell. The steps themselves are in step/moving_cell.h.
#pragma once

#include "sim/steppers/smooth.h"

namespace scree::sim::steppers {

std::unique_ptr<step::Engine> make_nph(const EngineInput& input);
std::unique_ptr<step::Engine> make_deform(const EngineInput& input);

/// Only free spheres move with the strain of the cell, and only their contacts count in its pressure.
inline constexpr std::array k_moving_cell_refuses = joined(
    std::array{
        FeatureRefusal{Feature::no_cell,
                       "the stepper \"{stepper}\" strains the periodic cell, but the scene has no [cell]; add one with "
                       "periodic = [\"x\", \"y\", \"z\"], low and high"},
        FeatureRefusal{Feature::open_axes,
                       "cell.periodic must name all of \"x\", \"y\" and \"z\", since the stepper \"{stepper}\" strains "
                       "the whole cell"},
        FeatureRefusal{Feature::gravity,
                       "the stepper \"{stepper}\" does not support gravity: its cell is periodic along all axes, so "
                       "that bodies would fall for ever; remove gravity"},
        FeatureRefusal{Feature::forces,
                       "the stepper \"{stepper}\" does not support [forces]: non-contact forces are not part of the "
                       "pressure of the cell that it strains; remove the table, or use another stepper"},
        FeatureRefusal{Feature::sinks,
                       "the stepper \"{stepper}\" strains the cell and needs a constant number of bodies, but a sink "
                       "removes bodies; remove the sink"},
        FeatureRefusal{Feature::streams,
                       "the stepper \"{stepper}\" strains the cell and needs a constant number of bodies, but a stream "
                       "inserts bodies; place all bodies at the start, by [[random]] or [[lattice]]"},
        FeatureRefusal{Feature::planes,
                       "the stepper \"{stepper}\" strains the cell: a {what} would not be strained with it; remove "
                       "the {what}"},
        FeatureRefusal{Feature::ellipsoids,
                       "the stepper \"{stepper}\" strains the cell, and only free spheres move with it; replace the "
                       "ellipsoids by spheres, or use another stepper"},
        FeatureRefusal{Feature::boxes,
                       "the stepper \"{stepper}\" strains the cell, and only free spheres move with it; replace the "
                       "boxes by spheres, or use another stepper"},
        FeatureRefusal{Feature::unfree_bodies,
                       "the stepper \"{stepper}\" strains the cell, and only free spheres move with it, which bodies "
                       "with {what} are not; remove {what}"},
    },
    k_smooth_refuses);

inline constexpr StepperDescriptor k_nph{
    .word = "nph",
    .description =
        "explicit, in a cell that a barostat strains towards a target pressure; contacts are evaluated with "
        "velocities of half a step before",
    .source = "[Martyna1994; Shinoda2004; LAMMPS 29Sep2021, fix nph/sphere]",
    .cell = CellMotion::target_pressure,
    .needs_table = true,
    .example =
        "cell = { periodic = [\"x\", \"y\", \"z\"], low = [0, 0, 0], high = [\"9 m\", \"9 m\", \"9 m\"] }\n"
        "nph = { pressure = \"1 Pa\", damping = \"1 s\" }\n",
    .ledger_order = [](const Scene&) { return 1; },
    .refuses = k_moving_cell_refuses,
    .make = make_nph,
};
inline constexpr StepperDescriptor k_deform{
    .word = "deform",
    .description =
        "explicit, in a cell that is strained at given rates; contacts are evaluated with velocities of half a step "
        "before",
    .source = "src/step/moving_cell.h",
    .cell = CellMotion::given_rates,
    .needs_table = true,
    .example =
        "cell = { periodic = [\"x\", \"y\", \"z\"], low = [0, 0, 0], high = [\"9 m\", \"9 m\", \"9 m\"] }\n"
        "deform.rate = [\"1 1/s\", 0, 0]\n",
    .ledger_order = [](const Scene&) { return 1; },
    .refuses = k_moving_cell_refuses,
    .make = make_deform,
};

}  // namespace scree::sim::steppers
