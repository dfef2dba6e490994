// Joints, motors and brakes. They refer to bodies by name, so all bodies have been read before.
#include <fmt/format.h>

#include <array>

#include "io/scene/keys.h"
#include "io/text/nearest.h"

namespace scree::io {

namespace {

using sim::BodyRef;
using state::JointKind;
using state::Way;

/// Two bodies, or one and the world.
struct Ends {
  BodyRef a, b;
};

/// The key `between`, with one name or two.
std::optional<Ends> read_ends(Section& section, Draft& draft) {
  section.require({"between"});
  const auto names = section.texts("between");
  if (!names) return {};
  if (names->empty() || names->size() > 2) {
    section.problem(section.place("between"),
                    fmt::format("{} names {} bodies; give two, or one for a body and the world",
                                section.path_of("between"), names->size()));
    return {};
  }
  const NamedBody* a = draft.named_body(section, (*names)[0].text, (*names)[0].place);
  const NamedBody* b = names->size() == 2 ? draft.named_body(section, (*names)[1].text, (*names)[1].place) : nullptr;
  if (a == nullptr || (names->size() == 2 && b == nullptr)) return {};
  if (a == b) {
    section.problem((*names)[1].place, fmt::format("{} names \"{}\" twice; a body cannot move against itself",
                                                   section.path_of("between"), shortened((*names)[1].text)));
    return {};
  }
  if (a->is_good && a->is_locked && (b == nullptr || (b->is_good && b->is_locked))) {
    section.problem(
        section.place("between"),
        b == nullptr
            ? fmt::format("{} names a body with all degrees of freedom locked, and the world; neither can move",
                          section.path_of("between"))
            : fmt::format("{} names two bodies with all degrees of freedom locked; neither can move",
                          section.path_of("between")));
    return {};
  }
  return Ends{a->body, b != nullptr ? b->body : BodyRef{}};
}

/// Requires a key that this kind needs, and refuses one that would have no effect.
void check_key(Section& section, std::string_view key, bool is_needed, std::string_view why_not) {
  if (is_needed)
    section.require({key});
  else if (section.has(key))
    section.problem(section.key_place(key),
                    fmt::format("{} has no effect here: {}; drop it", section.path_of(key), why_not));
}

void read_joint_list(Section& root, Draft& draft) {
  NameList names("joint");
  int count = 0;
  for (Section& section : root.sections("joint")) {
    refuse_once(section, draft, sim::Feature::joints);
    sim::Joint joint;
    Keys keys(section, scene::k_joint, draft);
    const bool kind = keys.read("kind", &joint);
    keys.read(&joint);
    ++count;
    if (!keys.is_good("name")) joint.name = fmt::format("joint-{}", count);
    names.add(draft.source, joint.name, section.place("name"));
    const auto ends = read_ends(section, draft);
    const auto point = keys.vector("point"), to = keys.vector("to"), axis = keys.vector("axis");
    if (kind) {  // the valid keys depend on the kind
      const bool is_distance = joint.kind == JointKind::distance,
                 has_axis = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
      const bool has_point = is_distance || joint.kind == JointKind::revolute || joint.kind == JointKind::spherical;
      const std::string a_joint =
          fmt::format("a {} joint", state::k_joint_choices[static_cast<std::size_t>(joint.kind)]);
      check_key(section, "point", has_point, a_joint + " acts on all points alike");
      check_key(section, "axis", has_axis, a_joint + " has no axis");
      check_key(section, "to", is_distance, a_joint + " has one point");
      if (is_distance && point && to && norm2(*point - *to) == 0.0)
        section.problem(
            section.place("to"),
            "joint.to is the same place as joint.point; a distance of zero has no direction. Take a spherical joint");
      else if (ends && (point || !has_point) && (axis || !has_axis) && (to || !is_distance)) {
        joint.a = ends->a, joint.b = ends->b;
        joint.point = point.value_or(Vec3d{}), joint.axis = axis.value_or(joint.axis), joint.to = to.value_or(Vec3d{});
        draft.scene.joints.push_back(std::move(joint));
      }
    }
    section.finish();
  }
}

/// A quantity, or a table [[time, value], ...] with growing times.
std::optional<std::vector<state::TimedValue>> read_timed(Section& section, std::string_view name,
                                                         std::string_view unit) {
  const toml::node* node = section.find(name);
  if (node == nullptr) return {};
  const toml::array* rows = node->as_array();
  if (rows == nullptr) {
    const auto value = section.quantity(name, {.unit = unit});
    return value ? std::optional(std::vector<state::TimedValue>{{0.0, *value}}) : std::nullopt;
  }
  std::vector<state::TimedValue> values;
  bool good = !rows->empty();
  if (!good)
    section.problem(place_of(*node), fmt::format("{} is an empty table; give one value, or rows of [time, value]",
                                                 section.path_of(name)));
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const toml::array* row = (*rows)[i].as_array();
    if (row == nullptr || row->size() != 2) {
      section.problem(place_of((*rows)[i]),
                      fmt::format("{}[{}] is no row of a table; write [[time, value], [time, value], ...]",
                                  section.path_of(name), i));
      good = false;
      continue;
    }
    const auto time = section.quantity_at((*row)[0], fmt::format("{}[{}][0]", name, i), {.unit = "s"});
    const auto value = section.quantity_at((*row)[1], fmt::format("{}[{}][1]", name, i), {.unit = unit});
    good = good && time && value;
    if (!good) continue;
    if (!values.empty() && !(*time > values.back().time)) {
      section.problem(place_of((*row)[0]), fmt::format("{}[{}] is not later than the row before it; times must grow",
                                                       section.path_of(name), i));
      good = false;
    }
    values.push_back({*time, *value});
  }
  return good ? std::optional(std::move(values)) : std::nullopt;
}

/// Reads along = [...] or about = [...], exactly one of them.
struct Direction {
  Way way = Way::along;
  std::optional<Vec3d> axis;
};
std::optional<Direction> read_way(Keys& keys) {
  Section& section = keys.section();
  const auto along = keys.vector("along"), about = keys.vector("about");
  if (section.has("along") && section.has("about")) {
    section.problem(
        section.key_place("about"),
        fmt::format("{0}.along and {0}.about are two motions; give one of them, or write two tables", section.path()));
    return {};
  }
  if (section.has("about")) return Direction{Way::about, about};
  if (!section.has("along")) section.require({"along"});
  return Direction{Way::along, along};
}

enum class DriveKind { motor, brake };
void read_drives(Section& root, Draft& draft, std::string_view table, DriveKind kind) {
  NameList names(table);
  int count = 0;
  for (Section& section : root.sections(table)) {
    refuse_once(section, draft, kind == DriveKind::brake ? sim::Feature::brakes : sim::Feature::motors);
    sim::Drive drive;
    drive.is_brake = kind == DriveKind::brake;
    Keys keys(section, kind == DriveKind::brake ? scene::k_brake : scene::k_motor, draft);
    keys.read(&drive);
    ++count;
    if (!keys.is_good("name")) drive.name = fmt::format("{}-{}", table, count);
    names.add(draft.source, drive.name, section.place("name"));
    const auto ends = read_ends(section, draft);
    const auto way = read_way(keys);
    const bool is_rotation = section.has("about") && !section.has("along");
    const auto point = keys.vector("point");
    if (is_rotation && section.has("point"))
      section.problem(
          section.key_place("point"),
          fmt::format("{0}.point has no effect beside {0}.about: a torque has no point; drop it", section.path()));
    const auto limit =
        keys.number("limit", is_rotation ? "N m" : "N",
                    is_rotation ? "largest torque, in either direction" : "largest force, in either direction");
    bool good = ends && way && way->axis && (limit || !section.has("limit")) && (point || !section.has("point"));
    if (kind == DriveKind::brake) {
      good = good && limit;
    } else {
      const std::string_view key = is_rotation ? "spin" : "velocity", other = is_rotation ? "velocity" : "spin";
      section.require({key});
      const auto timed = read_timed(section, key, keys.key(key).unit);
      if (section.has(other))
        section.problem(section.key_place(other), fmt::format("motor.{} does not fit: with motor.{} a motor has a {}",
                                                              other, is_rotation ? "about" : "along", key));
      good = good && timed;
      if (timed) drive.wanted = *timed;
    }
    if (good) {
      drive.a = ends->a, drive.b = ends->b, drive.way = way->way, drive.axis = *way->axis;
      drive.has_point = point.has_value(), drive.point = point.value_or(Vec3d{});
      if (limit) drive.limit = *limit;
      draft.scene.drives.push_back(std::move(drive));
    }
    section.finish();
  }
}

}  // namespace

void refuse_once(Section& section, Draft& draft, sim::Feature feature) {
  if (draft.refused_features.insert(feature).second) draft.refuse(feature, section.place());
}

void Draft::name_body(const std::string& name, BodyRef body, bool is_good, bool is_locked) {
  if (name.empty()) return;
  NamedBody& named = named_bodies[name];
  if (named.count > 0 && named.body.of == body.of) return;  // a repeated name in one list has been reported already
  if (named.count++ == 0) named.body = body, named.is_good = is_good, named.is_locked = is_locked;
}

const NamedBody* Draft::named_body(Section& section, std::string_view name, Place place) {
  if (const auto at = named_bodies.find(name); at != named_bodies.end()) {
    const NamedBody& named = at->second;
    if (named.count > 1)
      section.problem(place, fmt::format("{} names \"{}\", which is the name of {} bodies; give them different names",
                                         section.path(), shortened(name), named.count));
    return named.count > 1 ? nullptr : &named;
  }
  std::vector<std::string_view> names;
  if (!source.problems.is_full())
    for (const auto& [known, body] : named_bodies) names.push_back(known);
  section.problem(
      place,
      fmt::format("{} names the body \"{}\", which no [[sphere]], [[ellipsoid]] or [[box]] has for a name; {}{}",
                  section.path(), shortened(name),
                  names.empty() ? "no body has one" : "there is " + listed(names, "and"), did_you_mean(name, names)));
  return nullptr;
}

void read_joints(Section& root, Draft& draft) {
  read_joint_list(root, draft);
  read_drives(root, draft, "motor", DriveKind::motor);
  read_drives(root, draft, "brake", DriveKind::brake);
}

}  // namespace scree::io
