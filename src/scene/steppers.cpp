// The tables of single steppers.
#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::DeformSpec, sim::NonsmoothSpec, sim::NphSpec, sim::Scene, sim::TrapezoidSpec;

constexpr std::int64_t k_most_iterations = 1'000'000'000;
constexpr std::int64_t k_most_halvings = 40;  // a step shorter than this is no step

constexpr Key k_nonsmooth_keys[] = {
    word<&NonsmoothSpec::solver>("solver", sim::k_solver_words,
                                 "`\"apgd\"`, `\"gauss-seidel\"`, `\"barzilai-borwein\"` or `\"newton\"`"),
    number<&NonsmoothSpec::tolerance>(
        "tolerance", "m/s", Range::positive, "rms residual at which a step is solved",
        {.hint = "rms residual of a step", .without = "1e-3 x gravity x step; 1e-6 m/s without gravity"}),
    count<&NonsmoothSpec::most_iterations>("iterations", 1, k_most_iterations, "most iterations of a step"),
    flag<&NonsmoothSpec::warm_start>("warm_start", "begin with the impulses of the last step"),
    word<&NonsmoothSpec::two_coefficients>(
        "friction", sim::k_friction_words,
        "`\"one\"`: one coefficient for each stage, and laws with two that differ are refused; `\"static-kinetic\"`: "
        "the kinetic "
        "one once a contact has slipped, until its surfaces are at rest on each other or it ends"),
    number<&NonsmoothSpec::envelope>(
        "envelope", "1", Range::not_negative,
        "of the smaller radius: pairs nearer than this are always in the problem. It changes results: the angle psi_s "
        "of a heap "
        "of 500 stones is 32.3 +- 0.4 degrees at 0.05, 33.3 +- 0.4 at 0.1 and 29.6 +- 0.5 at 0.2 "
        "([nonsmooth.md](nonsmooth.md#how-to-choose))",
        {.hint = "reach over the smaller radius"}),
};

constexpr Key k_trapezoid_keys[] = {
    number<&TrapezoidSpec::phi>("phi", "1", Range::share,
                                "weight of the end of a step: 0 explicit, 0.5 trapezoid, 1 backward Euler",
                                {.hint = "weight of the end of a step: 0 explicit, 0.5 trapezoid, 1 backward Euler"}),
    number<&TrapezoidSpec::tolerance>(
        "tolerance", "1", Range::positive,
        "of the error measures: change in the last sweep over change in the step, for positions, "
        "velocities, spins and turns (Campello2015, eq. 48, 49)",
        {.hint = "of the error measures of a sweep"}),
    count<&TrapezoidSpec::most_sweeps>("sweeps", 1, k_most_iterations,
                                       "most of a step; then it is undone and made as two halves"),
    count<&TrapezoidSpec::most_halvings>("halvings", 0, k_most_halvings,
                                         "how often a step may be halved: 10 leads down to 1/1024 of it"),
    word<&TrapezoidSpec::accept>(
        "unsolved", sim::k_unsolved_words,
        "what then: `\"stop\"` the run and say what did not come to rest, or `\"accept\"` the last "
        "sweep and count it"),
};

constexpr Key k_nph_keys[] = {
    number<&NphSpec::damping>("damping", "s", Range::positive, "time in which the cell answers",
                              {.need = Need::required, .hint = "time in which the cell answers"}),
    number("pressure", "Pa", Range::positive, "target along x, y and z alike; positive presses the cell together",
           {.need = Need::one_of,
            .hint = "target along all axes; grains do not pull",
            .without = "one of the two is required"}),
    vector<&NphSpec::pressure>("pressures", "Pa",
                               "targets along x, y and z, each by itself; all positive, since grains do not pull",
                               {.need = Need::one_of, .without = "-", .is_own = true}),
    tilt<&NphSpec::shear>("shear", "Pa",
                          "targets of the components xy, xz, yz; zero lets the cell lean until no shear is left"),
    number<&NphSpec::temperature>(
        "temperature", "J", Range::positive,
        "T0, the energy that sets the inertia W of the cell; no temperature of the bodies is meant",
        {.hint = "reference of the inertia of the cell"}),
    number<&NphSpec::drag>(
        "drag", "1/s", Range::not_negative,
        "rate at which the motion of the cell dies away by itself. Contacts do not see the strain and do not "
        "damp it, so a cell around a soft packing rings for very long without",
        {.hint = "rate at which the motion of the cell dies away"}),
    number<&NphSpec::drag_after>("drag_after", "s", Range::not_negative,
                                 "no drag before this time: the collapse of a gas is left to inertia"),
};

constexpr Key k_deform_keys[] = {
    vector<&DeformSpec::rate>(
        "rate", "1/s",
        "xx, yy, zz: growth of the edges along the axes over their length; negative presses together. "
        "Constant, so that an edge goes like exp(rate x time)"),
    tilt<&DeformSpec::shear_rate>("shear_rate", "1/s",
                                  "xy, xz, yz: growth of the tilts over the edge that they lean with, ly, lz, lz"),
};

}  // namespace

const Table k_nonsmooth{.path = "nonsmooth",
                        .keys = k_nonsmooth_keys,
                        .items = detail::items<&Scene::nonsmooth>,
                        .preset = detail::preset<NonsmoothSpec>};
const Table k_trapezoid{.path = "trapezoid",
                        .keys = k_trapezoid_keys,
                        .items = detail::items<&Scene::trapezoid>,
                        .preset = detail::preset<TrapezoidSpec>};
const Table k_nph{
    .path = "nph", .keys = k_nph_keys, .items = detail::items<&Scene::nph>, .preset = detail::preset<NphSpec>};
const Table k_deform{.path = "deform",
                     .keys = k_deform_keys,
                     .items = detail::items<&Scene::deform>,
                     .preset = detail::preset<DeformSpec>};

}  // namespace scree::scene
