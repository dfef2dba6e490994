// The steppers that strain the periodic cell: what they need and offer. Their steps are in step/moving_cell.h.
#pragma once

#include "sim/steppers/smooth.h"

namespace scree::sim::steppers {

std::unique_ptr<step::Engine> make_nph(const EngineInput& input);
std::unique_ptr<step::Engine> make_deform(const EngineInput& input);

/// Only free spheres and the contacts between them are strained with the cell and counted in its pressure.
inline constexpr std::array k_moving_cell_refuses = joined(
    std::array{
        FeatureRefusal{Feature::no_cell,
                       "the stepper \"{stepper}\" strains the periodic cell, but there is no [cell]; give one with "
                       "periodic = [\"x\", \"y\", \"z\"], low and high"},
        FeatureRefusal{Feature::open_axes,
                       "cell.periodic must name all of \"x\", \"y\" and \"z\", since the stepper \"{stepper}\" strains "
                       "the whole cell"},
        FeatureRefusal{Feature::gravity,
                       "gravity has no bottom to pull to in the cell of the stepper \"{stepper}\", which is periodic "
                       "along all axes; drop it"},
        FeatureRefusal{Feature::forces,
                       "[forces] are forces beyond contact, which a cell that the stepper \"{stepper}\" strains does "
                       "not know; drop them, or take another stepper"},
        FeatureRefusal{Feature::sinks,
                       "the stepper \"{stepper}\" strains the cell: a sink takes bodies out while the cell is strained "
                       "with those that it has; take it out"},
        FeatureRefusal{Feature::streams,
                       "the stepper \"{stepper}\" strains the cell: a stream brings bodies in while the cell is "
                       "strained with those that it has; place all of them at the start, by [[random]] or [[lattice]]"},
        FeatureRefusal{Feature::planes,
                       "the stepper \"{stepper}\" strains the cell: a {what} would not be strained with the cell; drop "
                       "it"},
        FeatureRefusal{Feature::ellipsoids,
                       "the stepper \"{stepper}\" strains the cell: an ellipsoid is no sphere, and only free spheres "
                       "are moved with the cell"},
        FeatureRefusal{Feature::boxes,
                       "the stepper \"{stepper}\" strains the cell: a box is no sphere, and only free spheres are "
                       "moved with the cell"},
        FeatureRefusal{Feature::unfree_bodies,
                       "the stepper \"{stepper}\" strains the cell: {what} makes of a body what is no free sphere, and "
                       "only those are moved with the cell; drop it"},
    },
    k_smooth_refuses);

inline constexpr StepperDescriptor k_nph{
    .word = "nph",
    .description =
        "explicit, in a cell that a barostat strains towards a target pressure; contacts see velocities of "
        "half a step before",
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
    .description = "explicit, in a cell that is strained at given rates; contacts see velocities of half a step before",
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
