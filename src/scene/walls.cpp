// Tables of walls, sinks, joints, motors and brakes.
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
    vector<&Plane::velocity>("velocity", "m/s", "constant velocity of the plane; also enters friction"),
    key("on", Kind::body,
        "name of a body to which the plane is attached, instead of `velocity`; "
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

// A container is stored as planes, and written as planes.
constexpr Key k_container_keys[] = {
    key("material", Kind::material, "name of a material", k_required),
    vector("low", "m", "a corner of the box", k_required),
    vector("high", "m", "the other corner", k_required),
    [] {
      Key k =
          key("open", Kind::choices,
              "faces without a plane: `\"x-low\"`, `\"x-high\"`, `\"y-low\"`, `\"y-high\"`, `\"z-low\"`, `\"z-high\"`",
              {.without = "`[]`"});
      k.choices = k_face_choices;
      return k;
    }(),
};

constexpr Key k_cylinder_keys[] = {
    vector<&Cylinder::point>("point", "m", "a point of the axis", k_required),
    direction<&Cylinder::axis>("axis",
                               "direction of the axis, along which the cylinder is infinite; any length but zero",
                               {.need = Need::required, .hint = "the cylinder is infinite along its axis"}),
    number<&Cylinder::radius>("radius", "m", Range::positive, "of the wall", k_required),
    key<&Cylinder::material>("material", Kind::material, "name of a material", k_required),
    key<&Cylinder::name>("name", Kind::text, "used in messages and outputs", {.without = "`cylinder-1`, ..."}),
    number<&Cylinder::spin>("spin", "rad/s", Range::any,
                            "constant angular velocity of the wall about the axis, by the right-hand rule"),
    number<&Cylinder::velocity>("velocity", "m/s", Range::any, "constant velocity of the wall along the axis"),
};

constexpr Key k_sink_keys[] = {
    vector<&Sink::point>("point", "m", "a point of a plane; bodies behind the plane are removed", k_required),
    direction<&Sink::normal>("normal", "of that plane, towards the bodies that stay; any length but zero", k_normal),
    key<&Sink::name>("name", Kind::text, "used in messages", {.without = "`sink-1`, ..."}),
};

template <auto first, auto second>
constexpr Key two_bodies(std::string_view description) {
  Key k = key<first>("between", Kind::bodies, description, {.need = Need::required, .is_own = true});
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
    word<&Joint::kind>("kind", state::k_joint_choices,
                       "`\"fixed\"`, `\"revolute\"`, `\"prismatic\"`, `\"spherical\"` or `\"distance\"`",
                       {.need = Need::required, .is_own = true}),
    key<&Joint::name>("name", Kind::text, "used in messages and outputs", {.without = "`joint-1`, ..."}),
    two_bodies<&Joint::a, &Joint::b>("two bodies, or one body that is connected to the world"),
    vector<&Joint::point>("point", "m", "initial position of the joint in the world",
                          {.need = Need::one_of, .without = k_by_kind, .when = has_point, .is_own = true}),
    vector<&Joint::to>("to", "m", "initial position of the point on the second body",
                       {.need = Need::one_of, .without = k_by_kind, .when = has_to, .is_own = true}),
    direction<&Joint::axis>("axis", "initial direction in the world; any length but zero",
                            {.need = Need::one_of,
                             .hint = "a revolute joint rotates about its axis, a prismatic joint slides along it",
                             .without = k_by_kind,
                             .when = has_axis,
                             .is_own = true}),
};

bool is_translation(const void* p) { return static_cast<const Drive*>(p)->way == Way::along; }
bool is_rotation(const void* p) { return static_cast<const Drive*>(p)->way == Way::about; }
bool acts_at_point(const void* p) { return is_translation(p) && static_cast<const Drive*>(p)->has_point; }
constexpr Key timed(std::string_view name, std::string_view unit, std::string_view description, const More& more) {
  Key k = key<&Drive::wanted>(name, Kind::timed, description, more);
  k.unit = unit;
  return k;
}
constexpr Key force(std::string_view description, Need need) {
  Key k = number<&Drive::limit>("limit", k_drive_unit, Range::positive, description, {.need = need, .is_own = true});
  if (need == Need::optional) k.without = "none";
  return k;
}
constexpr Key along_key(std::string_view description) {
  return direction<&Drive::axis>("along", description,
                                 {.need = Need::one_of,
                                  .hint = "it is the direction of the motion",
                                  .without = "one is required",
                                  .when = is_translation,
                                  .is_own = true});
}
constexpr Key about_key(std::string_view description) {
  return direction<&Drive::axis>("about", description,
                                 {.need = Need::one_of,
                                  .hint = "it is the axis of the rotation",
                                  .without = "-",
                                  .when = is_rotation,
                                  .is_own = true});
}
constexpr Key point_key(std::string_view description) {
  return vector<&Drive::point>("point", "m", description,
                               {.without = "centre of the first body", .when = acts_at_point, .is_own = true});
}
constexpr Key k_motor_keys[] = {
    key<&Drive::name>("name", Kind::text, "used in messages and outputs", {.without = "`motor-1`, ..."}),
    two_bodies<&Drive::a, &Drive::b>("the driven body, and the body or world relative to which it is driven"),
    along_key("direction of the motion, or"),
    about_key("axis of the rotation; either of any length but zero"),
    point_key("where the force acts, with `along` only"),
    force(
        "largest force, or with `about` torque [N m], in both directions; under a larger load the motor is slower than "
        "its target or is driven back",
        Need::optional),
    timed("velocity", "m/s", "of the first body relative to the second",
          {.need = Need::one_of, .without = "required with `along`", .when = is_translation, .is_own = true}),
    timed("spin", "rad/s", "of the first body relative to the second, by the right-hand rule",
          {.need = Need::one_of, .without = "required with `about`", .when = is_rotation, .is_own = true}),
};
constexpr Key k_brake_keys[] = {
    key<&Drive::name>("name", Kind::text, "used in messages and outputs", {.without = "`brake-1`, ..."}),
    two_bodies<&Drive::a, &Drive::b>("the braked body, and the body or world relative to which it is braked"),
    along_key("direction of the resisted motion, or"),
    about_key("axis of the resisted rotation"),
    point_key("where the force acts, with `along` only"),
    force("largest force, or with `about` torque [N m], in both directions", Need::required),
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
                    .defaults = detail::defaults<Plane>};
const Table k_carried_plane{.path = "plane",
                            .is_list = true,
                            .keys = k_carried_keys,
                            .items = detail::items<&Scene::carried>,
                            .defaults = detail::defaults<CarriedPlane>};
const Table k_container{.path = "container",
                        .keys = k_container_keys,
                        .items = [](Scene&) { return std::vector<void*>{}; },
                        .defaults = nullptr};
const Table k_cylinder{.path = "cylinder",
                       .is_list = true,
                       .keys = k_cylinder_keys,
                       .items = detail::items<&Scene::cylinders>,
                       .defaults = detail::defaults<Cylinder>};
const Table k_sink{.path = "sink",
                   .is_list = true,
                   .keys = k_sink_keys,
                   .items = detail::items<&Scene::sinks>,
                   .defaults = detail::defaults<Sink>};
const Table k_joint{.path = "joint",
                    .is_list = true,
                    .keys = k_joint_keys,
                    .items = detail::items<&Scene::joints>,
                    .defaults = detail::defaults<Joint>};
const Table k_motor{.path = "motor",
                    .is_list = true,
                    .keys = k_motor_keys,
                    .items = drives<false>,
                    .defaults = detail::defaults<Drive>};
const Table k_brake{
    .path = "brake", .is_list = true, .keys = k_brake_keys, .items = drives<true>, .defaults = detail::defaults<Drive>};

}  // namespace scree::scene
