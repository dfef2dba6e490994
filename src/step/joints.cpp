#include "step/joints.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "state/pose.h"

namespace scree::step {
namespace {

using state::Pose;

constexpr Vec3d k_unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// The two bodies of a joint in the problem and in space.
struct Ends {
  std::uint32_t a, b;
  Pose pose_a, pose_b;
};

std::optional<Ends> ends_of(const state::World& world, const state::SlotOfId& slot_of_id, std::uint32_t world_body,
                            state::Id id_a, state::Id id_b) {
  Ends ends{world_body, world_body, {}, {}};
  const auto find = [&](state::Id id, std::uint32_t& index, Pose& pose) {
    if (id == state::k_no_body) return true;
    index = slot_of_id[id];
    if (index == state::k_no_slot) return false;
    pose = state::pose_of(world, index);
    return true;
  };
  if (!find(id_a, ends.a, ends.pose_a) || !find(id_b, ends.b, ends.pose_b)) return {};
  return ends;
}

/// Velocity along `direction` of the point of a at `arm_a` (from its centre) relative to that of b at `arm_b`.
solve::Row linear_row(const Ends& ends, const Vec3d& direction, const Vec3d& arm_a, const Vec3d& arm_b, double bias) {
  return {.a = ends.a,
          .b = ends.b,
          .linear = direction,
          .angular_a = cross(arm_a, direction),
          .angular_b = -cross(arm_b, direction),
          .bias = bias};
}
/// Spin of a relative to b about `direction`.
solve::Row angular_row(const Ends& ends, const Vec3d& direction, double bias) {
  return {.a = ends.a, .b = ends.b, .linear = {}, .angular_a = direction, .angular_b = -direction, .bias = bias};
}

void add_joint(const state::Joint& joint, const Ends& ends, double step, std::vector<solve::Row>& rows) {
  using Kind = state::JointKind;
  const double rate = 1.0 / step;
  const Vec3d arm_a = ends.pose_a.direction_in_world(joint.point_a),
              arm_b = ends.pose_b.direction_in_world(joint.point_b);
  const Vec3d separation = (ends.pose_a.position + arm_a) - (ends.pose_b.position + arm_b);  // of the two points
  const state::TurnD frame_a = product(ends.pose_a.turn, state::turn_of(joint.frame_a)),
                     frame_b = product(ends.pose_b.turn, state::turn_of(joint.frame_b));

  if (joint.kind == Kind::distance) {
    const double length = norm(separation);
    // The points coincide only if the drift is as large as the distance itself; then any direction separates them.
    const Vec3d direction = length > 0.0 ? (1.0 / length) * separation : k_unit[2];
    rows.push_back(linear_row(ends, direction, arm_a, arm_b, rate * (length - joint.length)));
    return;
  }
  // Psi = u . separation with u fixed in b. Its derivative is the velocity of a's point relative to the point of b that
  // coincides with it. The impulses on both bodies therefore act at one point, and the joint exerts no net torque on
  // the pair, with or without drift.
  const Vec3d arm_common = arm_b + separation;
  for (int k = 0; k < (joint.kind == Kind::prismatic ? 2 : 3); ++k) {
    const Vec3d u = rotated(frame_b, k_unit[k]);
    rows.push_back(linear_row(ends, u, arm_a, arm_common, rate * dot(u, separation)));
  }
  if (joint.kind == Kind::revolute) {
    // Psi = n_a . u_b: the axis in a stays perpendicular to two directions in b. Its derivative is
    // (w_a - w_b) . (n_a x u_b).
    const Vec3d n = rotated(frame_a, k_unit[2]);
    for (const int k : {0, 1}) {
      const Vec3d u = rotated(frame_b, k_unit[k]);
      rows.push_back(angular_row(ends, cross(n, u), rate * dot(n, u)));
    }
  }
  if (joint.kind == Kind::fixed || joint.kind == Kind::prismatic) {
    // frame_a = exp(e) frame_b, Psi = e. A spin of -e/h removes the rotation e in one step: exactly if b is at rest, to
    // first order if b rotates.
    const Vec3d e = state::rotation_vector(product(frame_a, state::inverse(frame_b)));
    for (const Vec3d& k : k_unit) rows.push_back(angular_row(ends, k, rate * dot(e, k)));
  }
}

solve::Row row_of(const state::Drive& drive, const Ends& ends, double step, double time) {
  const double bias = -state::mean_value(drive.wanted, time, time + step);
  const Vec3d axis = ends.pose_b.direction_in_world(drive.axis_b);
  const Vec3d arm_a = ends.pose_a.direction_in_world(drive.point_a);
  // Relative to the point of b that coincides with a's point: a common rotation of both is no motion along the axis.
  const Vec3d arm_b = ends.pose_a.position + arm_a - ends.pose_b.position;
  solve::Row row =
      drive.way == state::Way::along ? linear_row(ends, axis, arm_a, arm_b, bias) : angular_row(ends, axis, bias);
  row.low = -step * drive.limit, row.high = step * drive.limit;
  return row;
}

}  // namespace

void add_rows(const state::World& world, const state::SlotOfId& slot_of_id, std::uint32_t world_body, double step,
              double time, std::vector<solve::Row>& rows, std::vector<RowOwner>& owners) {
  const std::size_t others = rows.size() - owners.size();  // rows that existed before this call have no owner
  for (std::uint32_t i = 0; i < world.joints.size(); ++i) {
    const state::Joint& joint = world.joints[i];
    if (const auto ends = ends_of(world, slot_of_id, world_body, joint.a, joint.b)) add_joint(joint, *ends, step, rows);
    owners.resize(rows.size() - others, {RowOwner::Kind::joint, i});
  }
  for (std::uint32_t i = 0; i < world.drives.size(); ++i) {
    const state::Drive& drive = world.drives[i];
    if (const auto ends = ends_of(world, slot_of_id, world_body, drive.a, drive.b))
      rows.push_back(row_of(drive, *ends, step, time));
    owners.resize(rows.size() - others, {RowOwner::Kind::drive, i});
  }
}

void keep_loads(state::World& world, std::span<const RowOwner> owners, std::span<const solve::Row> rows,
                std::span<const double> impulses, double step) {
  for (state::Joint& joint : world.joints) joint.force = joint.torque = {};
  for (state::Drive& drive : world.drives) drive.load = 0.0;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const double force = impulses[i] / step;
    if (owners[i].kind == RowOwner::Kind::drive) {
      world.drives[owners[i].index].load += force;
    } else {
      state::Joint& joint = world.joints[owners[i].index];
      joint.force += force * rows[i].linear, joint.torque += force * rows[i].angular_a;
    }
  }
}

std::vector<std::pair<state::Id, state::Id>> joined_pairs(const state::World& world) {
  std::vector<std::pair<state::Id, state::Id>> pairs;
  for (const state::Joint& joint : world.joints)
    if (joint.a != state::k_no_body && joint.b != state::k_no_body) pairs.push_back(std::minmax(joint.a, joint.b));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace scree::step
