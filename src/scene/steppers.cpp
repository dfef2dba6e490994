// Tables of settings of single steppers.
#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::DeformSpec, sim::NonsmoothSpec, sim::NphSpec, sim::Scene, sim::TrapezoidSpec;

constexpr std::int64_t k_max_iterations = 1'000'000'000;
constexpr std::int64_t k_max_halvings = 40;  // 2^-40 of a step is close to rounding errors

constexpr Key k_nonsmooth_keys[] = {
    word<&NonsmoothSpec::solver>("solver", sim::k_solver_choices,
                                 "`\"apgd\"`, `\"gauss-seidel\"`, `\"barzilai-borwein\"` or `\"newton\"`"),
    number<&NonsmoothSpec::tolerance>(
        "tolerance", "m/s", Range::positive, "rms residual at which a step is solved",
        {.hint = "rms residual of a step", .without = "1e-3 x gravity x step; 1e-6 m/s without gravity"}),
    count<&NonsmoothSpec::max_iterations>("iterations", 1, k_max_iterations, "maximum number of iterations per step"),
    flag<&NonsmoothSpec::warm_start>("warm_start", "start the solver with the impulses of the previous step"),
    word<&NonsmoothSpec::two_coefficients>(
        "friction", sim::k_friction_choices,
        "`\"one\"`: one coefficient for each stage; laws with two different coefficients are not allowed. "
        "`\"static-kinetic\"`: the kinetic coefficient applies from the first slip of a contact until its surfaces are "
        "at relative rest or the contact ends"),
    number<&NonsmoothSpec::envelope>(
        "envelope", "1", Range::not_negative,
        "pairs with a gap below this fraction of the smaller radius are always in the problem. It affects results: the "
        "angle psi_s of a heap of 500 stones is 32.3 +- 0.4 degrees at 0.05, 33.3 +- 0.4 at 0.1 and 29.6 +- 0.5 at 0.2 "
        "([nonsmooth.md](nonsmooth.md#how-to-choose))",
        {.hint = "reach over the smaller radius"}),
};

constexpr Key k_trapezoid_keys[] = {
    number<&TrapezoidSpec::phi>("phi", "1", Range::zero_to_one,
                                "weight of the end of a step: 0 explicit, 0.5 trapezoid, 1 backward Euler",
                                {.hint = "weight of the end of a step: 0 explicit, 0.5 trapezoid, 1 backward Euler"}),
    number<&TrapezoidSpec::tolerance>(
        "tolerance", "1", Range::positive,
        "tolerance of the error measures: change in the last sweep over change in the step, for positions, velocities, "
        "spins and rotations (Campello2015, eq. 48, 49)",
        {.hint = "tolerance of the error measures of a sweep"}),
    count<&TrapezoidSpec::max_sweeps>("sweeps", 1, k_max_iterations,
                                      "maximum number of sweeps per step; a step that needs more is repeated as two "
                                      "half steps"),
    count<&TrapezoidSpec::max_halvings>("halvings", 0, k_max_halvings,
                                        "how often a step may be halved: 10 allows steps down to 1/1024"),
    word<&TrapezoidSpec::accept>(
        "unsolved", sim::k_unsolved_choices,
        "if a step is still not solved: `\"stop\"` the run with a report of what did not converge, or `\"accept\"` the "
        "last sweep and count such steps"),
};

constexpr Key k_nph_keys[] = {
    number<&NphSpec::damping>("damping", "s", Range::positive, "response time of the cell",
                              {.need = Need::required, .hint = "response time of the cell"}),
    number("pressure", "Pa", Range::positive, "the same target along x, y and z; positive is compression",
           {.need = Need::one_of,
            .hint = "target along all axes; grains do not bear tension",
            .without = "one of the two is required"}),
    vector<&NphSpec::pressure>("pressures", "Pa",
                               "separate targets along x, y and z; all positive, since grains do not bear tension",
                               {.need = Need::one_of, .without = "-", .is_own = true}),
    tilt<&NphSpec::shear>("shear", "Pa",
                          "targets of the components xy, xz, yz; with zero the cell tilts until the shear stress "
                          "vanishes"),
    number<&NphSpec::temperature>(
        "temperature", "J", Range::positive,
        "T0, the energy that sets the inertia W of the cell; it is not a temperature of the bodies",
        {.hint = "reference of the inertia of the cell"}),
    number<&NphSpec::drag>("drag", "1/s", Range::not_negative,
                           "damping rate of the motion of the cell. The contact dashpots do not act on the strain rate "
                           "and do not damp it, "
                           "so that without drag a cell with a soft packing oscillates for a very long time",
                           {.hint = "damping rate of the motion of the cell"}),
    number<&NphSpec::drag_after>("drag_after", "s", Range::not_negative,
                                 "no drag before this time, so that only inertia limits the collapse of a gas"),
};

constexpr Key k_deform_keys[] = {
    vector<&DeformSpec::rate>("rate", "1/s",
                              "xx, yy, zz: growth rate of the edges along the axes, relative to their present length; "
                              "negative is compression. "
                              "Constant, so that an edge grows as exp(rate x time)"),
    tilt<&DeformSpec::shear_rate>("shear_rate", "1/s",
                                  "xy, xz, yz: growth rate of the tilts, relative to the edges ly, lz, lz"),
};

}  // namespace

const Table k_nonsmooth{.path = "nonsmooth",
                        .keys = k_nonsmooth_keys,
                        .items = detail::items<&Scene::nonsmooth>,
                        .defaults = detail::defaults<NonsmoothSpec>};
const Table k_trapezoid{.path = "trapezoid",
                        .keys = k_trapezoid_keys,
                        .items = detail::items<&Scene::trapezoid>,
                        .defaults = detail::defaults<TrapezoidSpec>};
const Table k_nph{
    .path = "nph", .keys = k_nph_keys, .items = detail::items<&Scene::nph>, .defaults = detail::defaults<NphSpec>};
const Table k_deform{.path = "deform",
                     .keys = k_deform_keys,
                     .items = detail::items<&Scene::deform>,
                     .defaults = detail::defaults<DeformSpec>};

}  // namespace scree::scene
