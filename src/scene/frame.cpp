// Tables: root, time, cell, materials, contacts and non-contact forces.
#include <fmt/format.h>

#include "scene/tables.h"
#include "sim/critical.h"

namespace scree::scene {
namespace {

using sim::CellSpec, sim::ContactRule, sim::ForcesSpec, sim::Material, sim::NearFieldSpec, sim::Scene, sim::Timing;

constexpr Key k_root_keys[] = {
    key("include", Kind::texts, "further files of the scene, see [Several files](#several-files)", {.without = "`[]`"}),
    word<&Scene::units>("units", k_unit_choices, "`\"SI\"` or `\"reduced\"`", {.is_own = true}),
    key<&Scene::title>("title", Kind::text, "appears in pictures and in the summary"),
    word<&Scene::stepper>("stepper", sim::k_stepper_choices, "see [Steppers](#steppers)", {.is_own = true}),
    word<&Scene::rotation>(
        "rotation", sim::k_rotation_choices,
        "representation of total rotations, see [Rotations](#rotations): `\"quaternion\"` or `\"rodrigues\"`"),
    vector<&Scene::gravity>("gravity", "m/s^2", "acceleration of all free bodies"),
    number<&Scene::skin>(
        "skin", "m", Range::positive,
        "extra reach of the pair list; affects the speed, not the physics; not allowed with `\"nonsmooth\"`",
        {.without = "0.2 of the mean radius"}),
};

constexpr Key k_time_keys[] = {
    number<&Timing::step>(
        "step", "s", Range::positive,
        "time step, or `\"auto\"`: `safety` x the smallest critical step of a pair, at most 0.8 of the critical step "
        "of "
        "a [packing](#the-time-step-and-scree-check), and at most the length of the run; required with `\"nonsmooth\"`",
        {.without = "`\"auto\"`", .is_own = true}),
    number<&Timing::safety>("safety", "1", Range::fraction,
                            "automatic step as a fraction of the critical step of a pair; > 0 and <= 1; not allowed "
                            "with a fixed `step`. It determines how finely a collision is resolved; a value that would "
                            "make a packing unstable is reduced to the limit of a packing, which `scree check` reports",
                            {.hint = "fraction of the critical step"}),
    number<&Timing::impact_speed>("impact_speed", "m/s", Range::positive,
                                  "in place of `safety`: the automatic step is a twentieth of the duration of the "
                                  "shortest Hertz collision at this relative speed, 2.87 "
                                  "(m_eff^2 / (R_eff E_eff^2 speed))^(1/5) / 20 [Campello2015, eq. 50]; needs a "
                                  "contact with the normal law `hertz`",
                                  {.hint = "relative speed of a typical collision"}),
    number<&Timing::end>("end", "s", Range::positive,
                         "end of the run; the last step may exceed it by less than one step",
                         {.need = Need::one_of, .without = "required, unless `steps`"}),
    count("steps", 1, sim::k_max_steps, "number of steps instead of `end`; needs a fixed `step`", {.without = "-"}),
};

/// The writer omits bounds that come from a data file.
bool has_bounds(const void* p) {
  const auto& cell = *static_cast<const CellSpec*>(p);
  return cell.periodic[0] || cell.periodic[1] || cell.periodic[2];
}
constexpr More k_bounds{.need = Need::one_of, .without = "required if an axis is periodic", .when = has_bounds};
constexpr Key k_cell_keys[] = {
    word_set<&CellSpec::periodic>("periodic", k_axis_choices, "list of axes, such as `[\"x\", \"y\"]`", k_required),
    vector<&CellSpec::bounds, &sim::Box::low>(
        "low", "m", "lower bounds; only the components along periodic axes are used; not allowed without periodic axes",
        k_bounds),
    vector<&CellSpec::bounds, &sim::Box::high>("high", "m", "upper bounds; likewise", k_bounds),
    tilt<&CellSpec::tilt>("tilt", "m",
                          "tilt of the edges: `[xy, xz, yz]`, as in LAMMPS. The edges are (lx, 0, 0), (xy, ly, 0) and "
                          "(xz, yz, lz) with the lengths high - low; `xy` needs a periodic y, the others a periodic z"),
};

constexpr Key k_material_keys[] = {
    key<&Material::name>("name", Kind::text, "name by which other tables refer to the material", k_required),
    number<&Material::density>("density", "kg/m^3", Range::positive,
                               "required unless the `mass` of every body of this material is given; not needed for "
                               "planes"),
};

template <auto first, auto second>
constexpr Key two(std::string_view name, Kind kind, std::string_view description, const More& more) {
  Key k = key<first>(name, kind, description, more);
  k.second = &detail::Access<second>::at;
  return k;
}
constexpr Key k_contact_keys[] = {
    two<&ContactRule::material_a, &ContactRule::material_b>(
        "between", Kind::pair, "two material names, such as `[\"glass\", \"steel\"]`", k_required),
    key<&ContactRule::model, &law::Model::kinematics>("kinematics", Kind::law,
                                                      "definition of the relative motion of the surfaces",
                                                      {.without = "`{ law = \"rate\" }`"}),
    key<&ContactRule::model, &law::Model::normal>("normal", Kind::law, "normal force", k_required),
    key<&ContactRule::model, &law::Model::slide>("slide", Kind::law, "friction force against sliding"),
    key<&ContactRule::model, &law::Model::roll>("roll", Kind::law, "torque against rolling"),
    key<&ContactRule::model, &law::Model::spin>("spin", Kind::law, "torque against spinning about the normal"),
};

constexpr Key k_forces_keys[] = {
    number<&ForcesSpec::drag>("drag", "N s/m", Range::not_negative,
                              "c in the force -c (v - fluid_velocity); the same for all bodies",
                              {.hint = "force over velocity"}),
    vector<&ForcesSpec::fluid_velocity>("fluid_velocity", "m/s", "velocity of the fluid, uniform; only with `drag`"),
    number<&ForcesSpec::magnus>("magnus", "kg", Range::any, "S in the force S spin x velocity; either sign",
                                {.hint = "S in S spin x velocity"}),
};

template <double NearFieldSpec::*strength, double NearFieldSpec::*power>
bool has_part(const void* p) {
  const auto& spec = *static_cast<const NearFieldSpec*>(p);
  return spec.*strength != 0.0 || (spec.*power != 0.0 && spec.*power != 1.0);
}
constexpr More attracts(std::string_view hint) {
  return {.need = Need::one_of,
          .hint = hint,
          .without = "none",
          .when = has_part<&NearFieldSpec::attraction, &NearFieldSpec::attraction_power>,
          .is_own = true};
}
constexpr More repels(std::string_view hint) {
  return {.need = Need::one_of,
          .hint = hint,
          .without = "none",
          .when = has_part<&NearFieldSpec::repulsion, &NearFieldSpec::repulsion_power>,
          .is_own = true};
}
constexpr std::string_view k_strength = "strength x distance^-power is a force";
constexpr std::string_view k_power = "the force is proportional to distance^-power";
constexpr Key k_near_field_keys[] = {
    two<&NearFieldSpec::material_a, &NearFieldSpec::material_b>(
        "between", Kind::pair, "two materials; a table without this key applies to all pairs without a table",
        {.without = "all materials", .is_own = true}),
    number<&NearFieldSpec::attraction>("attraction", k_strength_unit, Range::not_negative,
                                       "attractive force attraction x distance^-`attraction_power`",
                                       attracts(k_strength)),
    number<&NearFieldSpec::attraction_power>("attraction_power", "1", Range::positive, "of the attraction; at most 100",
                                             attracts(k_power)),
    number<&NearFieldSpec::repulsion>(
        "repulsion", k_strength_unit, Range::not_negative,
        "repulsive force repulsion x distance^-`repulsion_power`; at least one of the two is required",
        repels(k_strength)),
    number<&NearFieldSpec::repulsion_power>("repulsion_power", "1", Range::positive, "of the repulsion; at most 100",
                                            repels(k_power)),
    number<&NearFieldSpec::cutoff>(
        "cutoff", "m", Range::positive,
        "no force beyond this distance of centres; longer than the distance at which the largest bodies touch, and no "
        "longer than the width of a periodic cell",
        {.need = Need::required, .hint = "there is no force beyond this distance of centres"}),
    number<&NearFieldSpec::fade_from>("fade_from", "m", Range::positive,
                                      "beyond this distance the force decreases smoothly to zero at `cutoff`",
                                      {.need = Need::one_of,  // its default follows from another key
                                       .hint = "the force decreases to zero between this distance and the cutoff",
                                       .without = "0.9 of `cutoff`"}),
};

}  // namespace

const Table k_root{.path = "",
                   .keys = k_root_keys,
                   .items = [](Scene& s) { return std::vector<void*>{&s}; },
                   .defaults = detail::defaults<Scene>};
const Table k_time{.path = "time",
                   .keys = k_time_keys,
                   .items = detail::items<&Scene::time>,
                   .defaults = detail::defaults<Timing>,
                   .is_wish = true};
const Table k_cell{
    .path = "cell",
    .keys = k_cell_keys,
    .items = [](Scene& s) { return has_bounds(&s.cell) ? std::vector<void*>{&s.cell} : std::vector<void*>{}; },
    .defaults = detail::defaults<CellSpec>};
const Table k_material{.path = "material",
                       .is_list = true,
                       .keys = k_material_keys,
                       .items = detail::items<&Scene::materials>,
                       .defaults = detail::defaults<Material>};
const Table k_contact{.path = "contact",
                      .is_list = true,
                      .keys = k_contact_keys,
                      .items = detail::items<&Scene::contacts>,
                      .defaults = detail::defaults<ContactRule>};
const Table k_forces{.path = "forces",
                     .keys = k_forces_keys,
                     .items = detail::items<&Scene::forces>,
                     .defaults = detail::defaults<ForcesSpec>};
const Table k_near_field{.path = "forces.near_field",
                         .is_list = true,
                         .keys = k_near_field_keys,
                         .items = detail::items<&Scene::forces, &ForcesSpec::near_fields>,
                         .defaults = detail::defaults<NearFieldSpec>};

std::span<const Table* const> tables() {
  static constexpr const Table* k_all[] = {
      &k_root,       &k_nonsmooth, &k_trapezoid,    &k_nph,        &k_deform, &k_time,          &k_cell,
      &k_material,   &k_contact,   &k_forces,       &k_near_field, &k_sphere, &k_data_file,     &k_ellipsoid,
      &k_box,        &k_lattice,   &k_random,       &k_stream,     &k_plane,  &k_carried_plane, &k_container,
      &k_cylinder,   &k_sink,      &k_joint,        &k_motor,      &k_brake,  &k_stop,          &k_output,
      &k_checkpoint, &k_guard,     &k_guard_region, &k_repose,     &k_packing};
  return k_all;
}

std::string unit_of(const Key& key, const void* item) {
  if (key.unit == k_drive_unit) return static_cast<const sim::Drive*>(item)->way == state::Way::along ? "N" : "N m";
  if (key.unit != k_strength_unit) return std::string(key.unit);
  const auto& spec = *static_cast<const NearFieldSpec*>(item);
  return fmt::format("N m^{:g}", key.name == "attraction" ? spec.attraction_power : spec.repulsion_power);
}

}  // namespace scree::scene
