// The path of the contact point over a box that moves and turns itself: the track on its face, in its own frame.
#include <gtest/gtest.h>

#include <cmath>

#include "base/rotation.h"
#include "kernel/contact_kernels.h"
#include "shape/box_meets.h"
#include "shape/random_shapes.h"
#include "state/shape.h"

namespace scree::contact {
namespace {

using law::kinematics::Tracked;
constexpr Vec3d k_half{2, 3, 1};
constexpr double k_radius = 0.5, k_step = 1e-3;

constexpr double k_round = 1e-15;  // [m]: a difference of places of about 3 m whose path is 0.1 m or less, a few ulps
// [m]: places of up to 4 m, turned into the box's frame and back, an ulp of 4e-16 each
constexpr double k_on_face = 1e-14;
constexpr double k_arc = 1e-13;  // [m]: an arc from a cross and a dot product of normals that are differences of places
constexpr double k_slide = 1e-12;  // [m/s]: k_round over the step of 1e-3 s

/// A body (slot 0) on a box (slot 1).
struct Pair {
  state::BodyLine bodies[2]{};
  state::Shape shapes[2];
  state::Orientation orientations[2] = {{1, 0, 0, 0}, {1, 0, 0, 0}};
  alignas(64) double shifts[state::k_images][4] = {};
  double history[8 * 16] = {};
  Chunk chunk{};

  explicit Pair(shape::BodyShape moving_body) {
    shapes[0] = {moving_body,
                 moving_body == shape::BodyShape::sphere ? Vec3d{k_radius, k_radius, k_radius} : Vec3d{0.5, 0.4, 0.3},
                 {1, 1, 1},
                 {}};
    shapes[1] = {shape::BodyShape::box, k_half, {1, 2, 3}, {}};
    bodies[0].radius = k_radius,
    bodies[0].inverse_mass = bodies[1].inverse_mass = bodies[0].inverse_inertia = bodies[1].inverse_inertia = 1;
  }
  shape::Axes<double> axes() const { return state::axes_of(orientations[1]); }
  Vec3d world(const Vec3d& v) const { return v.x * axes().axis[0] + v.y * axes().axis[1] + v.z * axes().axis[2]; }
  Vec3d in_box(const Vec3d& v) const {
    return {dot(axes().axis[0], v), dot(axes().axis[1], v), dot(axes().axis[2], v)};
  }
  /// Put the centre of the body on the box at a point in the frame of the box.
  void place(const Vec3d& at) {
    const Vec3d x = bodies[1].position() + world(at);
    bodies[0].x = x.x, bodies[0].y = x.y, bodies[0].z = x.z;
  }
  void move_box(const Vec3d& by, const Vec3d& turn) {
    bodies[1].x += by.x, bodies[1].y += by.y, bodies[1].z += by.z;
    shapes[1].turn = turn, orientations[1] = state::turned(orientations[1], turn);
  }
  void turn_body(const Vec3d& turn) {
    const Vec3d spin = (1 / k_step) * turn;
    bodies[0].wx = spin.x, bodies[0].wy = spin.y, bodies[0].wz = spin.z;
    shapes[0].turn = turn, orientations[0] = state::turned(orientations[0], turn);
  }
  void evaluate() {
    static constexpr std::uint32_t a = 0, b = 1;
    static constexpr std::uint8_t image = state::k_no_image;
    chunk.a = &a, chunk.b = &b, chunk.image = &image, chunk.count = 1, chunk.step = k_step, chunk.overlap_alarm = 1e9;
    const auto constants = Tracked::prepare({});
    const auto kind = shapes[0].kind == shape::BodyShape::sphere ? shape::Kind::sphere_box : shape::Kind::ellipsoid_box;
    chunk.kind = kind;
    std::uint32_t ended[k_chunk + 8];
    const KernelInputs inputs{bodies, nullptr, nullptr, shifts, shapes, orientations};
    ASSERT_EQ(
        kernels_named("scalar")->kinematics[shape::kernel_kind(kind)][1](&constants, inputs, chunk, history, 8, ended),
        0u)
        << "they do not touch";
  }
  static Vec3d first(const ChunkColumn (&v)[3]) { return {v[0][0], v[1][0], v[2][0]}; }
};
/// Above the face with a small overlap.
Vec3d above_face(double x, double y) { return {x, y, k_half.z + k_radius - 1e-3}; }

TEST(PathOnABox, is_as_long_as_the_track_on_its_face_however_the_box_moves) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(1, i);
    Pair pair(shape::BodyShape::sphere);
    pair.move_box(test::random_direction(random), 2.0 * test::random_direction(random));
    const double x = random.uniform(-1, 1), y = random.uniform(-2, 2), to_x = x + random.uniform(-0.1, 0.1),
                 to_y = y + random.uniform(-0.1, 0.1);
    pair.place(above_face(x, y));
    pair.evaluate();
    const Vec3d normal = pair.axes().axis[2], turn = 0.05 * test::random_direction(random);
    pair.move_box(0.3 * test::random_direction(random), 0.1 * test::random_direction(random));
    pair.turn_body(turn);
    pair.place(above_face(to_x, to_y));
    pair.evaluate();
    const Vec3d path_a = Pair::first(pair.chunk.path_a), path_b = Pair::first(pair.chunk.path_b),
                n = pair.axes().axis[2];
    ASSERT_NEAR(norm(path_b), std::hypot(to_x - x, to_y - y), k_on_face);
    // On the sphere: the arc from the carried old normal to the new one.
    const Vec3d carried = rotated(turn_by(turn), normal);
    ASSERT_NEAR(norm(path_a), k_radius * std::atan2(norm(cross(carried, n)), dot(carried, n)), k_arc);
    ASSERT_LT(std::abs(dot(path_b, n)) + std::abs(dot(path_a, n)), k_on_face);
    ASSERT_EQ(pair.chunk.curvature_b[0], 0.0);
    ASSERT_NEAR(pair.chunk.curvature_a[0], 1 / k_radius, k_on_face);
  }
}
// Without any turn about the normal the directions are those of the track, too; the sphere's path is its turn against
// the box times R.
TEST(PathOnABox, of_a_sphere_that_rolls_is_that_on_the_sphere) {
  Pair pair(shape::BodyShape::sphere);
  const double roll = 0.02;
  pair.place(above_face(0.2, 0.3));
  pair.evaluate();
  pair.turn_body({0, roll, 0});  // towards +x
  pair.place(above_face(0.2 + roll * k_radius, 0.3));
  pair.evaluate();
  EXPECT_LT(norm(Pair::first(pair.chunk.path_a) - Vec3d{roll * k_radius, 0, 0}), k_round);
  EXPECT_LT(norm(Pair::first(pair.chunk.path_b) - Vec3d{roll * k_radius, 0, 0}), k_round);
  EXPECT_LT(norm(Pair::first(pair.chunk.slide)), k_slide);
}
TEST(PathOnABox, of_an_ellipsoid_is_the_path_of_its_lowest_point) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(2, i);
    Pair pair(shape::BodyShape::ellipsoid);
    pair.turn_body(2.0 * test::random_direction(random));
    const auto lowest = [&] {
      const auto& q = pair.orientations[0];
      return -shape::support_arm(shape::make_ellipsoid(q[0], q[1], q[2], q[3], pair.shapes[0].half), Vec3d{0, 0, 1});
    };
    const auto put = [&](double x, double y) { pair.place({x, y, k_half.z - lowest().z - 1e-4}); };
    put(0.1, 0.2);
    pair.evaluate();
    const Vec3d arm = lowest(), turn = 0.03 * test::random_direction(random);
    pair.turn_body(turn);
    put(0.13, 0.19);
    pair.evaluate();
    const Vec3d now = lowest(), path{0.03 + now.x - arm.x, -0.01 + now.y - arm.y, 0};
    ASSERT_NEAR(norm(Pair::first(pair.chunk.path_b)), norm(path), k_arc);
    ASSERT_NEAR(norm(Pair::first(pair.chunk.path_a)), norm(now - rotated(turn_by(turn), arm)), k_arc);
  }
}
TEST(PathOnABox, is_along_an_edge_and_zero_at_a_corner) {
  const double off = (k_radius - 1e-3) / std::sqrt(2.0);
  Pair edge(shape::BodyShape::sphere);
  edge.place({k_half.x + off, 0.5, k_half.z + off});
  edge.evaluate();
  edge.place({k_half.x + 0.9 * off, 0.6, k_half.z + 1.05 * off});  // along the edge and around it
  edge.evaluate();
  EXPECT_NEAR(norm(Pair::first(edge.chunk.path_b)), 0.1, k_round);
  const double corner = (k_radius - 1e-3) / std::sqrt(3.0);
  Pair at(shape::BodyShape::sphere);
  at.place(k_half + corner * Vec3d{1, 1, 1});
  at.evaluate();
  at.place(k_half + corner * Vec3d{0.9, 1.05, 1});
  at.evaluate();
  EXPECT_LT(norm(Pair::first(at.chunk.path_b)), k_round);
  EXPECT_GT(norm(Pair::first(at.chunk.path_a)), 0.01) << "while the sphere pivots on it";
}

}  // namespace
}  // namespace scree::contact
