// What a run leaves behind, what ends and what stops it.
#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::CheckpointSpec, sim::GuardSpec, sim::OutputSpec, sim::PackingMeasure, sim::ReposeMeasure, sim::Scene,
    sim::StopSpec;

constexpr std::int64_t k_most_bins = 100000;  // of g(r)

constexpr Key k_stop_keys[] = {
    number<&StopSpec::kinetic_energy>(
        "kinetic_energy", "J", Range::positive,
        "end if the kinetic energy of a free body, of translation and rotation, mean of all, is below this",
        {.hint = "of a body"}),
    number<&StopSpec::backbone_kinetic_energy>("backbone_kinetic_energy", "J", Range::positive,
                                               "the same, of those that are no rattlers; rattlers fly about for long",
                                               {.hint = "of a body that is no rattler"}),
    number<&StopSpec::unbalanced_force>(
        "unbalanced_force", "1", Range::positive,
        "end if the mean of abs(contact forces + weight + applied forces: its own `force` and those [beyond "
        "contact](#forces-beyond-contact)) of a body of the backbone, over the mean normal force of its contacts, is "
        "below this",
        {.hint = "over the mean force of a contact"}),
    number<&StopSpec::every>("every", "s", Range::positive, "time between two looks, rounded to whole steps",
                             {.without = "1000 steps"}),
    number<&StopSpec::after>("after", "s", Range::not_negative, "no look before this time"),
    number<&StopSpec::pressure_tolerance>(
        "pressure_tolerance", "1", Range::positive,
        "under `\"nph\"` only: no rule counts while a component of the pressure is farther than this from its target, "
        "over the "
        "largest of the targets; below 1, which a cell without any pressure would meet",
        {.hint = "over the largest target", .is_own = true}),
};

constexpr Key k_output_keys[] = {
    number<&OutputSpec::series_every>(
        "every", "s", Range::positive,
        "time between rows of `series.csv`, rounded to whole steps; not longer than the run",
        {.without = "the run in 200 parts"}),
    flag<&OutputSpec::picture>("picture", "draw `final.png` (never for more than 300 000 bodies)"),
    number<&OutputSpec::frames_every>("frames_every", "s", Range::positive,
                                      "time between frames of the whole state; not longer than the run",
                                      {.without = "no frames"}),
    [] {
      Key k = key(
          "frames", Kind::words,
          "formats of the frames: `\"vtp\"` (ParaView), `\"dump\"` (OVITO, LAMMPS), `\"csv\"`; needs `frames_every`");
      k.words = k_frame_words;
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
        "time on the wall between checkpoints; has its unit also in a scene in reduced units",
        {.hint = "of wall-clock time", .without = "`\"10 min\"`", .is_wall_time = true}),
};

constexpr Key k_guard_keys[] = {
    number<&GuardSpec::overlap_limit>("overlap_limit", "1", Range::positive,
                                      "largest overlap of two bodies, over the smaller radius",
                                      {.hint = "overlap over the smaller radius"}),
    number<&GuardSpec::residual_limit>("residual_limit", "1", Range::positive,
                                       "largest residual of the energy ledger, over the turnover",
                                       {.hint = "residual over the turnover"}),
    word<&GuardSpec::overlap>("overlap", sim::k_alarm_words, "when `overlap_limit` is exceeded at the end of a step"),
    word<&GuardSpec::speed>("speed", sim::k_alarm_words,
                            "when two bodies are so fast that they overlap by more than `overlap_limit` between two "
                            "steps, so that their contact is "
                            "missed (smooth steppers; rigid contacts are found along the whole step); `\"ignore\"` "
                            "also drops the warning at the start"),
    word<&GuardSpec::leaving>("leaving", sim::k_alarm_words,
                              "when a body leaves the region, or is behind a plane by more than its radius"),
    word<&GuardSpec::residual>("residual", sim::k_alarm_words, "when `residual_limit` is exceeded"),
};
constexpr Key k_region_keys[] = {
    vector<&GuardSpec::region, &sim::Box::low>(
        "low", "m", "bodies may be from here; along periodic axes it says nothing", k_required),
    vector<&GuardSpec::region, &sim::Box::high>("high", "m", "to here", k_required),
};

constexpr Key k_repose_keys[] = {
    vector<&ReposeMeasure::centre>("centre", "m", "foot of the heap's vertical axis, on the ground", k_required),
    number<&ReposeMeasure::radius>("radius", "m", Range::positive, "of the region looked at", k_required),
};

constexpr Key k_packing_keys[] = {
    flag<&PackingMeasure::series>("series", "`true`: some of it in every row of `series.csv`, too"),
    number<&PackingMeasure::mode_threshold>("mode_threshold", "1", Range::not_negative,
                                            "smallest friction coefficient that counts as holding, for rattlers",
                                            {.hint = "a friction coefficient"}),
    number<&PackingMeasure::radial_range>("radial_range", "m", Range::positive,
                                          "of g(r); never beyond half the cell; refused unless the cell is periodic "
                                          "along all axes, as there is no g(r) then",
                                          {.without = "five mean diameters"}),
    count<&PackingMeasure::radial_bins>("radial_bins", 1, k_most_bins, "of g(r); likewise"),
};

}  // namespace

const Table k_stop{
    .path = "stop", .keys = k_stop_keys, .items = detail::items<&Scene::stop>, .preset = detail::preset<StopSpec>};
const Table k_output{.path = "output",
                     .keys = k_output_keys,
                     .items = detail::items<&Scene::output>,
                     .preset = detail::preset<OutputSpec>};
const Table k_checkpoint{.path = "checkpoint",
                         .keys = k_checkpoint_keys,
                         .items = detail::items<&Scene::checkpoint>,
                         .preset = detail::preset<CheckpointSpec>};
const Table k_guard{
    .path = "guard", .keys = k_guard_keys, .items = detail::items<&Scene::guard>, .preset = detail::preset<GuardSpec>};
const Table k_guard_region{
    .path = "guard.region",
    .keys = k_region_keys,
    .items = [](Scene& s) { return s.guard.has_region ? std::vector<void*>{&s.guard} : std::vector<void*>{}; },
    .preset = detail::preset<GuardSpec>,
    .is_wish = true};
const Table k_repose{
    .path = "measure.repose",
    .keys = k_repose_keys,
    .items = [](Scene& s) { return s.repose.wanted ? std::vector<void*>{&s.repose} : std::vector<void*>{}; },
    .preset = detail::preset<ReposeMeasure>,
    .is_wish = true};
const Table k_packing{
    .path = "measure.packing",
    .keys = k_packing_keys,
    .items = [](Scene& s) { return s.packing.wanted ? std::vector<void*>{&s.packing} : std::vector<void*>{}; },
    .preset = detail::preset<PackingMeasure>,
    .is_wish = true};

}  // namespace scree::scene
