// Walls, sinks, joints, motors and brakes.
#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::CarriedPlane, sim::Cylinder, sim::Drive, sim::Joint, sim::Plane, sim::Scene, sim::Sink;
using state::JointKind, state::Way;

constexpr More k_normal{.need = Need::required, .hint = "it points to the side where the bodies are"};

constexpr Key k_plane_keys[] = {
    vector<&Plane::point>("point", "m", "any point of the plane", k_required),
    direction<&Plane::normal>("normal", "points to the side where the bodies are; any length but zero", k_normal),
    key<&Plane::material>("material", Kind::material, "name of a material", k_required),
    key<&Plane::name>("name", Kind::text, "used in messages and outputs", {.without = "`plane-1`, ..."}),
    vector<&Plane::velocity>("velocity", "m/s", "constant; the plane moves with it, and friction feels it"),
    key("on", Kind::body,
        "name of a body that carries the plane, instead of `velocity`; "
        "[nonsmooth](#nonsmooth-contacts-without-springs) only"),
};
constexpr Key k_carried_keys[] = {
    vector<&CarriedPlane::plane, &Plane::point>("point", "m", "", k_required),
    direction<&CarriedPlane::plane, &Plane::normal>("normal", "", k_normal),
    key<&CarriedPlane::plane, &Plane::material>("material", Kind::material, "", k_required),
    key<&CarriedPlane::plane, &Plane::name>("name", Kind::text, ""),
    vector<&CarriedPlane::plane, &Plane::velocity>("velocity", "m/s", ""),
    key<&CarriedPlane::on>("on", Kind::body, "", k_required),
};

// A container is kept as its planes, and written as these.
constexpr Key k_container_keys[] = {
    key("material", Kind::material, "name of a material", k_required),
    vector("low", "m", "a corner of the box", k_required),
    vector("high", "m", "the other corner", k_required),
    [] {
      Key k = key(
          "open", Kind::words,
          "faces that are left out: `\"x-low\"`, `\"x-high\"`, `\"y-low\"`, `\"y-high\"`, `\"z-low\"`, `\"z-high\"`",
          {.without = "`[]`"});
      k.words = k_face_words;
      return k;
    }(),
};

constexpr Key k_cylinder_keys[] = {
    vector<&Cylinder::point>("point", "m", "a point of the middle", k_required),
    direction<&Cylinder::axis>("axis", "the direction along which it goes on without end; any length but zero",
                               {.need = Need::required, .hint = "the cylinder goes on along it without end"}),
    number<&Cylinder::radius>("radius", "m", Range::positive, "of the wall", k_required),
    key<&Cylinder::material>("material", Kind::material, "name of a material", k_required),
    key<&Cylinder::name>("name", Kind::text, "used in messages and outputs", {.without = "`cylinder-1`, ..."}),
    number<&Cylinder::spin>("spin", "rad/s", Range::any, "of the wall, about the axis by the right hand, constant"),
    number<&Cylinder::velocity>("velocity", "m/s", Range::any, "of the wall, along the axis, constant"),
};

constexpr Key k_sink_keys[] = {
    vector<&Sink::point>("point", "m", "a point of a plane; what gets behind it is taken out", k_required),
    direction<&Sink::normal>("normal", "of that plane, to the side that stays; any length but zero", k_normal),
    key<&Sink::name>("name", Kind::text, "used in messages", {.without = "`sink-1`, ..."}),
};

template <auto first, auto second>
constexpr Key two_bodies(std::string_view says) {
  Key k = key<first>("between", Kind::bodies, says, {.need = Need::required, .is_own = true});
  k.second = &detail::Access<second>::at;
  return k;
}

bool has_point(const void* p) {
  const JointKind kind = static_cast<const Joint*>(p)->kind;
  return kind == JointKind::revolute || kind == JointKind::spherical || kind == JointKind::distance;
}
bool has_axis(const void* p) {
  const JointKind kind = static_cast<const Joint*>(p)->kind;
  return kind == JointKind::revolute || kind == JointKind::prismatic;
}
bool has_to(const void* p) { return static_cast<const Joint*>(p)->kind == JointKind::distance; }
constexpr std::string_view k_by_kind = "see above";
constexpr Key k_joint_keys[] = {
    word<&Joint::kind>("kind", state::k_joint_words,
                       "`\"fixed\"`, `\"revolute\"`, `\"prismatic\"`, `\"spherical\"` or `\"distance\"`",
                       {.need = Need::required, .is_own = true}),
    key<&Joint::name>("name", Kind::text, "used in messages and outputs", {.without = "`joint-1`, ..."}),
    two_bodies<&Joint::a, &Joint::b>("two bodies, or one: that and the world"),
    vector<&Joint::point>("point", "m", "in the world, where it is at the start",
                          {.need = Need::one_of, .without = k_by_kind, .when = has_point, .is_own = true}),
    vector<&Joint::to>("to", "m", "the point of the second body",
                       {.need = Need::one_of, .without = k_by_kind, .when = has_to, .is_own = true}),
    direction<&Joint::axis>("axis", "in the world, at the start; any length but zero",
                            {.need = Need::one_of,
                             .hint = "a revolute joint turns about its axis, a prismatic one slides along it",
                             .without = k_by_kind,
                             .when = has_axis,
                             .is_own = true}),
};

bool goes_along(const void* p) { return static_cast<const Drive*>(p)->way == Way::along; }
bool turns_about(const void* p) { return static_cast<const Drive*>(p)->way == Way::about; }
bool pulls_at_point(const void* p) { return goes_along(p) && static_cast<const Drive*>(p)->has_point; }
constexpr Key timed(std::string_view name, std::string_view unit, std::string_view says, const More& more) {
  Key k = key<&Drive::wanted>(name, Kind::timed, says, more);
  k.unit = unit;
  return k;
}
constexpr Key force(std::string_view says, Need need) {
  Key k = number<&Drive::limit>("limit", k_drive_unit, Range::positive, says, {.need = need, .is_own = true});
  if (need == Need::optional) k.without = "none";
  return k;
}
constexpr Key along_key(std::string_view says) {
  return direction<&Drive::axis>("along", says,
                                 {.need = Need::one_of,
                                  .hint = "it is the direction of the motion",
                                  .without = "one is required",
                                  .when = goes_along,
                                  .is_own = true});
}
constexpr Key about_key(std::string_view says) {
  return direction<&Drive::axis>("about", says,
                                 {.need = Need::one_of,
                                  .hint = "it is the axis of the rotation",
                                  .without = "-",
                                  .when = turns_about,
                                  .is_own = true});
}
constexpr Key point_key(std::string_view says) {
  return vector<&Drive::point>("point", "m", says,
                               {.without = "centre of the first body", .when = pulls_at_point, .is_own = true});
}
constexpr Key k_motor_keys[] = {
    key<&Drive::name>("name", Kind::text, "used in messages and outputs", {.without = "`motor-1`, ..."}),
    two_bodies<&Drive::a, &Drive::b>("what moves, and against what"),
    along_key("direction of the motion, or"),
    about_key("axis of the rotation; either of any length but zero"),
    point_key("where it pulls, with `along` only"),
    force("largest force, or with `about` torque [N m], either way; a motor that meets more falls behind or is driven "
          "back",
          Need::optional),
    timed("velocity", "m/s", "of the first body against the second",
          {.need = Need::one_of, .without = "required with `along`", .when = goes_along, .is_own = true}),
    timed("spin", "rad/s", "by the right hand",
          {.need = Need::one_of, .without = "required with `about`", .when = turns_about, .is_own = true}),
};
constexpr Key k_brake_keys[] = {
    key<&Drive::name>("name", Kind::text, "used in messages and outputs", {.without = "`brake-1`, ..."}),
    two_bodies<&Drive::a, &Drive::b>("what moves, and against what"),
    along_key("the motion that it resists, or"),
    about_key("the rotation that it resists"),
    point_key("where it acts, with `along` only"),
    force("its force, or with `about` torque [N m], either way", Need::required),
};

template <bool brakes>
std::vector<void*> drives(Scene& scene) {
  std::vector<void*> all;
  for (Drive& drive : scene.drives)
    if (drive.is_brake == brakes) all.push_back(&drive);
  return all;
}

}  // namespace

const Table k_plane{.path = "plane",
                    .is_list = true,
                    .keys = k_plane_keys,
                    .items = detail::items<&Scene::planes>,
                    .preset = detail::preset<Plane>};
const Table k_carried_plane{.path = "plane",
                            .is_list = true,
                            .keys = k_carried_keys,
                            .items = detail::items<&Scene::carried>,
                            .preset = detail::preset<CarriedPlane>};
const Table k_container{.path = "container",
                        .keys = k_container_keys,
                        .items = [](Scene&) { return std::vector<void*>{}; },
                        .preset = nullptr};
const Table k_cylinder{.path = "cylinder",
                       .is_list = true,
                       .keys = k_cylinder_keys,
                       .items = detail::items<&Scene::cylinders>,
                       .preset = detail::preset<Cylinder>};
const Table k_sink{.path = "sink",
                   .is_list = true,
                   .keys = k_sink_keys,
                   .items = detail::items<&Scene::sinks>,
                   .preset = detail::preset<Sink>};
const Table k_joint{.path = "joint",
                    .is_list = true,
                    .keys = k_joint_keys,
                    .items = detail::items<&Scene::joints>,
                    .preset = detail::preset<Joint>};
const Table k_motor{
    .path = "motor", .is_list = true, .keys = k_motor_keys, .items = drives<false>, .preset = detail::preset<Drive>};
const Table k_brake{
    .path = "brake", .is_list = true, .keys = k_brake_keys, .items = drives<true>, .preset = detail::preset<Drive>};

}  // namespace scree::scene
