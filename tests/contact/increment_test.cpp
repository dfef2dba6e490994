// Kinematics `increment` through the kernels, against `rate` with the same arms: in steps so small that nothing turns
// both must agree.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "kernel/contact_kernels.h"
#include "shape/random_shapes.h"
#include "state/shape.h"

namespace scree::contact {
namespace {

using law::kinematics::Increment;
using law::kinematics::Rate;
using shape::Kind;
constexpr int k_rate = 0, k_increment = 2;

/// Two bodies that move and turn, slot 1 a box or a sphere, and a plane below both.
struct Pair {
  state::BodyLine bodies[2]{};
  state::VelocityPrediction predictions[2]{};
  WallLine wall{};
  state::Shape shapes[2];
  state::Orientation orientations[2] = {{1, 0, 0, 0}, {1, 0, 0, 0}};
  alignas(64) double shifts[state::k_images][4] = {};

  Pair(Random& random, Kind kind) {
    const double ra = 0.5, rb = 0.8;
    const auto put = [&](state::BodyLine& b, state::VelocityPrediction& prediction, const Vec3d& x, double radius) {
      const Vec3d v = test::random_direction(random), w = test::random_direction(random),
                  dv = 0.1 * test::random_direction(random);
      b.x = x.x, b.y = x.y, b.z = x.z, b.radius = radius, b.inverse_mass = b.inverse_inertia = 1;
      b.vx = v.x, b.vy = v.y, b.vz = v.z, b.wx = w.x, b.wy = w.y, b.wz = w.z;
      prediction.vx = dv.x, prediction.vy = dv.y, prediction.vz = dv.z, prediction.wx = dv.y, prediction.wy = dv.z,
      prediction.wz = dv.x;
    };
    const bool box = kind == Kind::sphere_box;
    put(bodies[1], predictions[1], {}, box ? 2.0 : rb);
    put(bodies[0], predictions[0],
        box ? Vec3d{0.1, 0.2, 1 + ra - 1e-2} : (ra + rb - 1e-2) * test::random_direction(random), ra);
    shapes[0] = {shape::BodyShape::sphere, {ra, ra, ra}, {1, 1, 1}, {}};
    shapes[1] = {box ? shape::BodyShape::box : shape::BodyShape::sphere, {1, 1, 1}, {1, 1, 1}, {}};
    const double height = bodies[0].z - ra + 1e-2;  // of a plane that slot 0 touches
    wall.pz = height, wall.nz = 1, wall.vx = 0.3, wall.vy = -0.2, wall.vz = 0.1;
  }
  void evaluate(Kind kind, int law, const void* constants, bool synchronised, double step, Chunk& c) {
    static constexpr std::uint32_t a = 0, b = 1, plane = 0;
    static constexpr std::uint8_t image = state::k_no_image;
    c.kind = kind, c.a = &a, c.b = shape::is_at_wall(kind) ? &plane : &b, c.image = &image, c.count = 1, c.step = step,
    c.overlap_alarm = 1e9;
    c.synchronised = synchronised;
    shapes[1].turn = step * bodies[1].spin();
    double history[8 * 3] = {};
    std::uint32_t ended[k_chunk + 8];
    const KernelInputs inputs{bodies, predictions, &wall, shifts, shapes, orientations};
    ASSERT_EQ(
        kernels_named("scalar")->kinematics[shape::kernel_kind(kind)][law](constants, inputs, c, history, 8, ended), 0u)
        << "they do not touch";
  }
};
Vec3d first(const ChunkColumn (&v)[3]) { return {v[0][0], v[1][0], v[2][0]}; }

// Both kinematics evaluate the same expressions on lengths and velocities of up to about 5, some twenty operations.
constexpr double k_round = 1e-14;
constexpr double k_arm = 1e-15;  // radius - overlap / 2: two operations on lengths below 2
class IncrementOf : public ::testing::TestWithParam<Kind> {};

TEST_P(IncrementOf, slides_as_rate_does_in_the_limit_of_small_steps_and_by_the_same_arms) {
  using law::kinematics::contact;
  using law::kinematics::radius;
  for (std::uint64_t i = 0; i < 100; ++i)
    for (const int arm : {radius, contact})
      for (const bool synchronised : {false, true}) {
        Random random(1, i);
        Pair pair(random, GetParam());
        const auto rate = Rate::prepare({.slip_arm = arm});
        const auto increment = Increment::prepare({.force_arm = arm});
        auto p = std::make_unique<Chunk>(), q = std::make_unique<Chunk>();
        const double step = 1e-9;
        pair.evaluate(GetParam(), k_rate, &rate, synchronised, step, *p);
        pair.evaluate(GetParam(), k_increment, &increment, synchronised, step, *q);
        ASSERT_TRUE(q->means);
        ASSERT_EQ(p->means, synchronised);
        const Vec3d expected = synchronised ? first(p->mean_slide) : first(p->slide);
        // turns of 1e-9, over the step: rounding of 1e-16/1e-9, and the turn itself
        ASSERT_LT(norm(first(q->mean_slide) - expected), 1e-6);
        ASSERT_LT(norm(first(q->slide) - first(p->slide)), k_round);
        ASSERT_LT(norm(first(q->roll) - first(p->roll)), k_round);
        ASSERT_NEAR(q->separation[0], p->separation[0], k_round);
        ASSERT_NEAR(q->spin[0], p->spin[0], k_round);
        ASSERT_EQ(norm(first(q->arm_mismatch)), 0.0);
        if (!shape::is_shaped(GetParam())) {
          const double shorter = arm == contact && GetParam() == Kind::sphere_sphere ? 0.5 * q->overlap[0] : 0.0;
          ASSERT_NEAR(q->arm_a[0], pair.bodies[0].radius - shorter, k_arm);
        }
      }
}

// The arms of the current step, swept by the rotations, less the displacement of the centres.
TEST_P(IncrementOf, slides_by_the_rotation_of_both_bodies_in_long_steps) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(2, i);
    Pair pair(random, GetParam());
    const auto increment = Increment::prepare({});
    auto q = std::make_unique<Chunk>();
    const double step = 0.02;
    pair.evaluate(GetParam(), k_increment, &increment, false, step, *q);
    const Vec3d n{q->nx[0], q->ny[0], q->nz[0]};
    const bool plane = shape::is_at_wall(GetParam()), shaped = shape::is_shaped(GetParam());
    const Vec3d arm_a = shaped ? first(q->contact_arm_a) : -pair.bodies[0].radius * n;
    const Vec3d arm_b = shaped ? first(q->contact_arm_b) : pair.bodies[1].radius * n;
    const auto swept = [&](const state::BodyLine& b, const Vec3d& arm) {
      return rotated(turn_by(step * b.spin()), arm) - arm;
    };
    Vec3d moved = step * (pair.bodies[0].velocity() - (plane ? Vec3d{0.3, -0.2, 0.1} : pair.bodies[1].velocity())) +
                  swept(pair.bodies[0], arm_a);
    if (!plane) moved -= swept(pair.bodies[1], arm_b);
    const Vec3d expected = moved - dot(moved, n) * n;
    // Spheres turn by 2 atan(w step/2), which is short of w step by (w step)^3/12 = 7e-7.
    ASSERT_LT(norm(step * first(q->mean_slide) - expected), 2e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, IncrementOf,
                         ::testing::Values(Kind::sphere_sphere, Kind::sphere_plane, Kind::sphere_box),
                         [](const auto& of) {
                           return of.param == Kind::sphere_sphere  ? "spheres"
                                  : of.param == Kind::sphere_plane ? "plane"
                                                                   : "box";
                         });

}  // namespace
}  // namespace scree::contact
