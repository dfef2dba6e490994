#include "sim/saved_joints.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/archive_checks.h"

namespace scree::sim {
namespace {

// One function visits the members for saving and restoring: `Out` appends numbers to the arrays, `In` reads them in the
// same order.
struct Out {
  std::vector<double> numbers{};
  std::vector<std::uint32_t> ids{};
  void operator()(const double& x) { numbers.push_back(x); }
  void operator()(const state::Id& id) { ids.push_back(number(id)); }
};
struct In {
  const std::vector<double>& numbers;
  const std::vector<std::uint32_t>& ids;
  state::Id next_id;
  std::size_t number = 0, id = 0;
  std::string name{};  ///< of the two arrays
  std::size_t width = 1, ids_width = 1;
  void operator()(double& x) {
    x = numbers[number];
    if (!std::isfinite(x)) refuse_element(name + "/numbers", number, width, x, "it must be finite");
    ++number;
  }
  void operator()(state::Id& value) {
    value = state::Id{ids[id]};
    if (value >= next_id) refuse_element(name + "/bodies", id, ids_width, ids[id], "a body with this id never existed");
    ++id;
  }
};

template <class Io, class V>
void each(Io& io, V& v) requires requires {
  v.x;
}
{ io(v.x), io(v.y), io(v.z); }
template <class Io, class Q>
void each(Io& io, Q& q) requires requires {
  q[3];
}
{ io(q[0]), io(q[1]), io(q[2]), io(q[3]); }
template <class Io, class L>
void each(Io& io, L& l) requires requires {
  l.fx;
}
{ io(l.fx), io(l.fy), io(l.fz), io(l.tx), io(l.ty), io(l.tz); }

template <class Io, class Joint>
void visit_joint(Io& io, Joint& j) {
  io(j.a), io(j.b);
  each(io, j.point_a), each(io, j.point_b), each(io, j.frame_a), each(io, j.frame_b), io(j.length), each(io, j.force),
      each(io, j.torque);
}
template <class Io, class Drive>
void visit_drive(Io& io, Drive& d) {
  io(d.a), io(d.b);
  each(io, d.point_a), each(io, d.axis_b), io(d.load);
}
template <class Io, class Plane>
void visit_carried(Io& io, Plane& p) {
  io(p.body);
  each(io, p.point), each(io, p.normal), each(io, p.load);
}
template <class Io, class Cylinder>
void visit_cylinder(Io& io, Cylinder& c) {
  each(io, c.point), each(io, c.load);
}  // the other members are constant

/// Saves all items of one kind under one name, each as a row of numbers and a row of ids.
template <class List, class F>
void save(const List& list, std::string name, Archive& archive, F visit) {
  if (list.empty()) return;
  Out out;
  for (const auto& item : list) visit(out, item);
  archive.put(name + "/numbers", out.numbers, out.numbers.size() / list.size());
  if (!out.ids.empty()) archive.put(name + "/bodies", out.ids, out.ids.size() / list.size());
}

template <class List, class F>
void restore(List& list, std::string name, const Archive& archive, state::Id next_id, F visit) {
  if (list.empty()) {
    if (archive.find(name + "/numbers") != nullptr)
      throw ArchiveError{"the saved state has " + name + ", but the scene has none"};
    return;
  }
  Out sizes;
  visit(sizes, list[0]);
  static const std::vector<std::uint32_t> none;
  const auto& numbers = archive.get_rows<double>(name + "/numbers", list.size(), sizes.numbers.size());
  const auto& ids =
      sizes.ids.empty() ? none : archive.get_rows<std::uint32_t>(name + "/bodies", list.size(), sizes.ids.size());
  In in{.numbers = numbers,
        .ids = ids,
        .next_id = next_id,
        .name = name,
        .width = sizes.numbers.size(),
        .ids_width = std::max<std::size_t>(1, sizes.ids.size())};
  for (auto& item : list) visit(in, item);
}

bool is_unit(double square) { return std::abs(square - 1.0) <= 1e-9; }  // up to rounding
bool is_unit(const Vec3d& v) { return is_unit(norm2(v)); }
bool is_unit(const state::Orientation& q) { return is_unit(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }

void require(bool holds, const char* name, std::size_t row, const char* why) {
  if (!holds) throw ArchiveError{std::string(name) + ", row " + std::to_string(row) + ": " + why};
}

/// Checks that involve several numbers.
void check_joints(const state::World& world) {
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    const state::Joint& j = world.joints[i];
    require(j.a != j.b, "joints/bodies", i, "a joint connects two different bodies, or a body and the world");
    require(is_unit(j.frame_a) && is_unit(j.frame_b), "joints/numbers", i,
            "the frames of a joint must be quaternions of length 1");
    require(j.kind == state::JointKind::distance ? j.length > 0.0 : j.length >= 0.0, "joints/numbers", i,
            "the distance must be above 0");
  }
  for (std::size_t i = 0; i < world.drives.size(); ++i) {
    require(world.drives[i].a != world.drives[i].b, "drives/bodies", i,
            "a motor drives one body against another, or against the world");
    require(is_unit(world.drives[i].axis_b), "drives/numbers", i, "the axis of a motor must have the length 1");
  }
  for (std::size_t i = 0; i < world.carried.size(); ++i) {
    require(world.carried[i].body != state::k_no_body, "carried_planes/bodies", i,
            "the plane must be attached to a body");
    require(is_unit(world.carried[i].normal), "carried_planes/numbers", i,
            "the normal of a plane must have the length 1");
  }
}

// Function objects for save() and restore().
constexpr auto k_joint = [](auto& io, auto& j) { visit_joint(io, j); };
constexpr auto k_drive = [](auto& io, auto& d) { visit_drive(io, d); };
constexpr auto k_carried = [](auto& io, auto& p) { visit_carried(io, p); };
constexpr auto k_cylinder = [](auto& io, auto& c) { visit_cylinder(io, c); };

}  // namespace

void save_joints(const state::World& world, Archive& archive) {
  save(world.joints, "joints", archive, k_joint), save(world.drives, "drives", archive, k_drive);
  save(world.carried, "carried_planes", archive, k_carried), save(world.cylinders, "cylinders", archive, k_cylinder);
}

void restore_joints(const Archive& archive, state::World& world) {
  restore(world.joints, "joints", archive, world.next_id, k_joint),
      restore(world.drives, "drives", archive, world.next_id, k_drive);
  restore(world.carried, "carried_planes", archive, world.next_id, k_carried);
  restore(world.cylinders, "cylinders", archive, world.next_id, k_cylinder);
  check_joints(world);
}

}  // namespace scree::sim
