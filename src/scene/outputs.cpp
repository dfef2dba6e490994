// Tables of outputs, checkpoints, measurements, rules that end a run, and limits of the guard.
#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::CheckpointSpec, sim::GuardSpec, sim::OutputSpec, sim::PackingMeasure, sim::ReposeMeasure, sim::Scene,
    sim::StopSpec;

constexpr std::int64_t k_max_bins = 100000;  // of g(r)

constexpr Key k_stop_keys[] = {
    number<&StopSpec::kinetic_energy>(
        "kinetic_energy", "J", Range::positive,
        "end the run if the mean kinetic energy of the free bodies, of translation and rotation, is below this value",
        {.hint = "mean of the free bodies"}),
    number<&StopSpec::backbone_kinetic_energy>("backbone_kinetic_energy", "J", Range::positive,
                                               "the same for the free bodies that are not rattlers, since rattlers "
                                               "keep moving for a long time",
                                               {.hint = "mean of the free bodies that are not rattlers"}),
    number<&StopSpec::unbalanced_force>(
        "unbalanced_force", "1", Range::positive,
        "end the run if the mean over the backbone of abs(contact forces + weight + applied forces), over the mean "
        "normal force of its contacts, is below this value; applied forces are `force` and those [beyond "
        "contact](#forces-beyond-contact)",
        {.hint = "over the mean force of a contact"}),
    number<&StopSpec::every>("every", "s", Range::positive, "time between two checks, rounded to whole steps",
                             {.without = "1000 steps"}),
    number<&StopSpec::after>("after", "s", Range::not_negative, "no check before this time"),
    number<&StopSpec::pressure_tolerance>(
        "pressure_tolerance", "1", Range::positive,
        "with `\"nph\"` only: no rule is met while the deviation of a component of the pressure from its target, over "
        "the largest target, exceeds this value; below 1, which a cell without any pressure would satisfy",
        {.hint = "over the largest target", .is_own = true}),
};

constexpr Key k_output_keys[] = {
    number<&OutputSpec::series_every>(
        "every", "s", Range::positive,
        "time between rows of `series.csv`, rounded to whole steps; not longer than the run",
        {.without = "1/200 of the run"}),
    flag<&OutputSpec::picture>("picture", "draw `final.png` (never for more than 300 000 bodies)"),
    number<&OutputSpec::frames_every>("frames_every", "s", Range::positive,
                                      "time between frames of the whole state; not longer than the run",
                                      {.without = "no frames"}),
    [] {
      Key k = key(
          "frames", Kind::choices,
          "formats of the frames: `\"vtp\"` (ParaView), `\"dump\"` (OVITO, LAMMPS), `\"csv\"`; needs `frames_every`");
      k.choices = k_frame_choices;
      k.get = [](const void* p) {
        const auto& o = *static_cast<const OutputSpec*>(p);
        return unsigned{o.vtp} | unsigned{o.dump} << 1U | unsigned{o.csv} << 2U;
      };
      k.set = [](void* p, unsigned bits) {
        auto& o = *static_cast<OutputSpec*>(p);
        o.vtp = (bits & 1U) != 0, o.dump = (bits & 2U) != 0, o.csv = (bits & 4U) != 0;
      };
      return k;
    }(),
};

constexpr Key k_checkpoint_keys[] = {
    number<&CheckpointSpec::every_seconds>(
        "every", "s", Range::positive,
        "wall-clock time between checkpoints; has a unit also in a scene in reduced units",
        {.hint = "of wall-clock time", .without = "`\"10 min\"`", .is_wall_time = true}),
};

constexpr Key k_guard_keys[] = {
    number<&GuardSpec::overlap_limit>("overlap_limit", "1", Range::positive,
                                      "largest overlap of two bodies, over the smaller radius",
                                      {.hint = "overlap over the smaller radius"}),
    number<&GuardSpec::residual_limit>("residual_limit", "1", Range::positive,
                                       "largest residual of the energy ledger, over the turnover",
                                       {.hint = "residual over the turnover"}),
    word<&GuardSpec::overlap>("overlap", sim::k_alarm_choices, "when `overlap_limit` is exceeded at the end of a step"),
    word<&GuardSpec::speed>("speed", sim::k_alarm_choices,
                            "when two bodies are so fast that they overlap by more than `overlap_limit` between two "
                            "steps, so that their contact is missed (smooth steppers; rigid contacts are found along "
                            "the whole step); `\"ignore\"` also suppresses the warning at the start"),
    word<&GuardSpec::leaving>("leaving", sim::k_alarm_choices,
                              "when a body leaves the region, or is behind a plane by more than its radius"),
    word<&GuardSpec::residual>("residual", sim::k_alarm_choices, "when `residual_limit` is exceeded"),
};
constexpr Key k_region_keys[] = {
    vector<&GuardSpec::region, &sim::Box::low>(
        "low", "m", "lower corner of the region in which bodies may be; not used along periodic axes", k_required),
    vector<&GuardSpec::region, &sim::Box::high>("high", "m", "upper corner", k_required),
};

constexpr Key k_repose_keys[] = {
    vector<&ReposeMeasure::centre>("centre", "m", "foot of the vertical axis of the heap, on the ground", k_required),
    number<&ReposeMeasure::radius>("radius", "m", Range::positive, "of the measured region", k_required),
};

constexpr Key k_packing_keys[] = {
    flag<&PackingMeasure::series>("series", "`true`: part of the measures also in every row of `series.csv`"),
    number<&PackingMeasure::mode_threshold>("mode_threshold", "1", Range::not_negative,
                                            "smallest friction coefficient that counts as a constraint, for rattlers",
                                            {.hint = "a friction coefficient"}),
    number<&PackingMeasure::radial_range>("radial_range", "m", Range::positive,
                                          "range of g(r), at most half the cell; only allowed if the cell is periodic "
                                          "along all axes, since g(r) is not computed otherwise",
                                          {.without = "five mean diameters"}),
    count<&PackingMeasure::radial_bins>("radial_bins", 1, k_max_bins, "number of bins of g(r); likewise"),
};

}  // namespace

const Table k_stop{
    .path = "stop", .keys = k_stop_keys, .items = detail::items<&Scene::stop>, .defaults = detail::defaults<StopSpec>};
const Table k_output{.path = "output",
                     .keys = k_output_keys,
                     .items = detail::items<&Scene::output>,
                     .defaults = detail::defaults<OutputSpec>};
const Table k_checkpoint{.path = "checkpoint",
                         .keys = k_checkpoint_keys,
                         .items = detail::items<&Scene::checkpoint>,
                         .defaults = detail::defaults<CheckpointSpec>};
const Table k_guard{.path = "guard",
                    .keys = k_guard_keys,
                    .items = detail::items<&Scene::guard>,
                    .defaults = detail::defaults<GuardSpec>};
const Table k_guard_region{
    .path = "guard.region",
    .keys = k_region_keys,
    .items = [](Scene& s) { return s.guard.has_region ? std::vector<void*>{&s.guard} : std::vector<void*>{}; },
    .defaults = detail::defaults<GuardSpec>,
    .is_wish = true};
const Table k_repose{
    .path = "measure.repose",
    .keys = k_repose_keys,
    .items = [](Scene& s) { return s.repose.wanted ? std::vector<void*>{&s.repose} : std::vector<void*>{}; },
    .defaults = detail::defaults<ReposeMeasure>,
    .is_wish = true};
const Table k_packing{
    .path = "measure.packing",
    .keys = k_packing_keys,
    .items = [](Scene& s) { return s.packing.wanted ? std::vector<void*>{&s.packing} : std::vector<void*>{}; },
    .defaults = detail::defaults<PackingMeasure>,
    .is_wish = true};

}  // namespace scree::scene
