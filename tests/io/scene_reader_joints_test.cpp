// Joints, motors, brakes, cylinders and planes on a body: every word arrives in SI, and every mistake is told in one
// sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "io/scene/scene_reader.h"

namespace scree::io {
namespace {

using sim::BodyRef;
using state::JointKind;
using state::Way;

void expect_vector(const Vec3d& v, double x, double y, double z) {
  EXPECT_DOUBLE_EQ(v.x, x);
  EXPECT_DOUBLE_EQ(v.y, y);
  EXPECT_DOUBLE_EQ(v.z, z);
}
const BodyRef k_carriage{BodyRef::Of::spheres, 0}, k_rail{BodyRef::Of::spheres, 1}, k_crank{BodyRef::Of::solids, 0},
    k_world{};

class AllWordsOfJoints : public testing::Test {
 protected:
  void SetUp() override {
    ReadResult result = read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words_joints.toml");
    ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
    scene = std::move(*result.scene);
  }
  sim::Scene scene;
};

TEST_F(AllWordsOfJoints, joints_hold_named_bodies_or_the_world) {
  ASSERT_EQ(scene.joints.size(), 5U);
  const auto& guide = scene.joints[0];
  EXPECT_EQ(guide.name, "guide");
  EXPECT_EQ(guide.kind, JointKind::prismatic);
  EXPECT_EQ(guide.a, k_carriage);
  EXPECT_EQ(guide.b, k_rail);
  expect_vector(guide.axis, 1, 0, 0);
  const auto& pin = scene.joints[1];
  EXPECT_EQ(pin.kind, JointKind::revolute);
  EXPECT_EQ(pin.a, k_crank);
  EXPECT_EQ(pin.b, k_world);
  expect_vector(pin.point, 0.05, 0, 0.02);
  expect_vector(pin.axis, 0, 0.6, 0.8);
  const auto& rod = scene.joints[2];
  EXPECT_EQ(rod.name, "joint-3");
  EXPECT_EQ(rod.kind, JointKind::distance);
  expect_vector(rod.point, 0.05, 0, 0);
  expect_vector(rod.to, 0, 0, 0.11);
  EXPECT_EQ(scene.joints[3].kind, JointKind::spherical);
  EXPECT_EQ(scene.joints[4].kind, JointKind::fixed);
}

TEST_F(AllWordsOfJoints, motors_have_a_velocity_or_a_table_and_brakes_a_limit) {
  ASSERT_EQ(scene.drives.size(), 4U);
  const auto& feed = scene.drives[0];
  EXPECT_EQ(feed.name, "feed");
  EXPECT_EQ(feed.way, Way::along);
  EXPECT_FALSE(feed.is_brake);
  EXPECT_EQ(feed.a, k_carriage);
  EXPECT_EQ(feed.b, k_rail);
  expect_vector(feed.axis, 0, 0, 1);
  ASSERT_TRUE(feed.has_point);
  expect_vector(feed.point, 0, 0, 0.12);
  ASSERT_EQ(feed.wanted.size(), 2U);
  EXPECT_EQ(feed.wanted[1].time, 0.5);
  EXPECT_EQ(feed.wanted[1].value, 0.01);
  EXPECT_EQ(feed.limit, 3000.0);
  const auto& turning = scene.drives[1];
  EXPECT_EQ(turning.name, "motor-2");
  EXPECT_EQ(turning.way, Way::about);
  EXPECT_EQ(turning.b, k_world);
  expect_vector(turning.axis, 0, -1, 0);
  EXPECT_FALSE(turning.has_point);
  ASSERT_EQ(turning.wanted.size(), 1U);
  EXPECT_NEAR(turning.wanted[0].value, std::acos(0.5), 1e-14);  // UDUNITS stores a degree with 15 digits
  EXPECT_EQ(turning.limit, 0.002);
  const auto& seal = scene.drives[2];
  EXPECT_EQ(seal.name, "seal");
  EXPECT_TRUE(seal.is_brake);
  ASSERT_EQ(seal.wanted.size(), 1U);
  EXPECT_EQ(seal.wanted[0].value, 0.0);
  EXPECT_EQ(seal.limit, 5.3);
  EXPECT_EQ(scene.drives[3].way, Way::about);
  EXPECT_EQ(scene.drives[3].limit, 1.0);
}

TEST_F(AllWordsOfJoints, a_plane_on_a_body_does_not_belong_to_the_world) {
  EXPECT_TRUE(scene.planes.empty());
  ASSERT_EQ(scene.carried.size(), 1U);
  EXPECT_EQ(scene.carried[0].plane.name, "raceway");
  EXPECT_EQ(scene.carried[0].on, k_carriage);
  expect_vector(scene.carried[0].plane.point, 0, 0, 0.09);
  expect_vector(scene.carried[0].plane.normal, 0, 0.6, -0.8);
}

TEST_F(AllWordsOfJoints, a_cylinder_rotates_and_moves) {
  ASSERT_EQ(scene.cylinders.size(), 1U);
  const auto& drum = scene.cylinders[0];
  EXPECT_EQ(drum.name, "drum");
  expect_vector(drum.point, 0, 0, 1);
  expect_vector(drum.axis, 0, 0, -1);
  EXPECT_EQ(drum.radius, 0.2);
  EXPECT_EQ(drum.spin, 2.0);
  EXPECT_EQ(drum.velocity, -0.003);
  EXPECT_EQ(drum.material, 0);
}

/// A ball "a" at the origin, a ball "b" at x = 1 m, and a held ball "c" at x = 2 m, with further lines.
ReadResult read(const std::string& lines, const std::string& head = "stepper = \"nonsmooth\"\n") {
  std::string text =
      head + "time = { end = \"1 s\", step = \"1 ms\" }\n[[material]]\nname = \"m\"\ndensity = \"1 kg/m^3\"\n";
  text +=
      "[[contact]]\nbetween = [\"m\", \"m\"]\nnormal = { law = \"hooke\", stiffness = \"1 N/m\", restitution = 1 }\n";
  for (const std::string name : {"a", "b", "c"})
    text += "[[sphere]]\nname = \"" + name + "\"\nposition = [\"" + std::to_string(name[0] - 'a') +
            " m\", 0, 0]\nradius = \"1 cm\"\nmaterial = \"m\"\nheld = " + (name == "c" ? "true\n" : "false\n");
  return read_scene_text(text + lines, "test.toml", SCREE_TEST_DATA);
}
void expect_only(const ReadResult& result, std::string_view part) {
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text() << "expected: " << part;
  EXPECT_NE(result.problems[0].sentence.find(part), std::string::npos)
      << result.problems.text() << "expected: " << part;
}
void refused(const std::string& lines, std::string_view part) { expect_only(read(lines), part); }

TEST(JointsOfAScene, are_accepted_without_errors) {
  const ReadResult result = read("[[joint]]\nkind = \"fixed\"\nbetween = [\"a\", \"c\"]\n");
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  EXPECT_EQ(result.scene->joints[0].b, (BodyRef{BodyRef::Of::spheres, 2}));
}

TEST(JointsOfAScene, need_the_nonsmooth_stepper) {
  const std::string joint = "[[joint]]\nkind = \"fixed\"\nbetween = [\"a\"]\n";
  expect_only(read(joint, ""), "joints need stepper = \"nonsmooth\"");
  // once is enough
  expect_only(read(joint + joint, "stepper = \"symplectic-euler\"\n"), "joints need stepper = \"nonsmooth\"");
  expect_only(read("[[motor]]\nbetween = [\"a\"]\nalong = [1, 0, 0]\nvelocity = 0\n", ""),
              "motors need stepper = \"nonsmooth\"");
  expect_only(read("[[brake]]\nbetween = [\"a\"]\nalong = [1, 0, 0]\nlimit = \"1 N\"\n", ""),
              "brakes need stepper = \"nonsmooth\"");
  expect_only(read("[[cylinder]]\npoint = [0, 0, 0]\naxis = [1, 0, 0]\nradius = \"1 m\"\nmaterial = \"m\"\n", ""),
              "cylinders need stepper = \"nonsmooth\"");
  expect_only(read("[[plane]]\non = \"a\"\npoint = [0, 0, \"-1 m\"]\nnormal = [0, 0, 1]\nmaterial = \"m\"\n", ""),
              "planes on a body need stepper = \"nonsmooth\"");
  expect_only(read(joint, "stepper = \"nonsmoth\"\n"), "Did you mean \"nonsmooth\"?");  // one mistake, one message
}

TEST(JointsOfAScene, name_bodies_that_there_are) {
  refused("[[joint]]\nkind = \"fixed\"\nbetween = [\"a\", \"d\"]\n",
          "joint names the body \"d\", which no [[sphere]], [[ellipsoid]] or [[box]] has for a name; there is \"a\", "
          "\"b\" and \"c\"");
  refused("[[joint]]\nkind = \"fixed\"\nbetween = []\n",
          "joint.between names 0 bodies; give two, or one for a body and the world");
  refused("[[joint]]\nkind = \"fixed\"\nbetween = [\"a\", \"b\", \"c\"]\n", "joint.between names 3 bodies");
  refused("[[joint]]\nkind = \"fixed\"\nbetween = [\"a\", \"a\"]\n",
          "joint.between names \"a\" twice; a body cannot move against itself");
  refused("[[joint]]\nkind = \"fixed\"\nbetween = [\"c\"]\n",
          "names a body with all degrees of freedom locked, and the world; neither can move");
  refused(
      "[[sphere]]\nname = \"d\"\nposition = [\"5 m\", 0, 0]\nradius = \"1 cm\"\nmaterial = \"m\"\nheld = "
      "true\n[[brake]]\nbetween = [\"c\", \"d\"]\nalong = [1, 0, 0]\nlimit = \"1 N\"\n",
      "brake.between names two bodies with all degrees of freedom locked");
  refused(
      "[[ellipsoid]]\nname = \"a\"\nposition = [\"5 m\", 0, 0]\naxes = [\"1 cm\", \"1 cm\", \"2 cm\"]\nmaterial = "
      "\"m\"\n[[joint]]\nkind = \"fixed\"\nbetween = [\"a\"]\n",
      "joint names \"a\", which is the name of 2 bodies");
  refused("[[joint]]\nkind = \"fixed\"\n", "joint has no `between`, which it needs");
  refused(
      "[[joint]]\nkind = \"fixed\"\nbetween = [\"a\"]\nname = \"j\"\n[[joint]]\nkind = \"fixed\"\nbetween = "
      "[\"b\"]\nname = \"j\"\n",
      "the joint name \"j\" is already taken");
}

TEST(JointsOfAScene, of_a_body_that_is_wrong_are_not_a_second_mistake) {
  refused(
      "[[sphere]]\nname = \"d\"\nposition = [0, 0, \"5 m\"]\nradius = \"-1 cm\"\nmaterial = \"m\"\n[[joint]]\nkind = "
      "\"fixed\"\nbetween = [\"d\"]\n",
      "is negative");
  refused(
      "[[sphere]]\nname = \"a\"\nposition = [0, 0, \"5 m\"]\nradius = \"1 cm\"\nmaterial = \"m\"\n[[joint]]\nkind = "
      "\"fixed\"\nbetween = [\"a\"]\n",
      "the sphere name \"a\" is already taken");
}

TEST(JointsOfAScene, have_the_keys_of_their_kind_and_no_others) {
  const std::string between = "between = [\"a\", \"b\"]\n", point = "point = [0, 0, 0]\n", axis = "axis = [1, 0, 0]\n",
                    to = "to = [0, 0, \"1 m\"]\n";
  const auto joint = [&](const std::string& kind, const std::string& keys) {
    return "[[joint]]\nkind = \"" + kind + "\"\n" + between + keys;
  };
  const struct {
    const char* kind;
    bool point, axis, to;
  } kinds[] = {{"fixed", false, false, false},
               {"revolute", true, true, false},
               {"prismatic", false, true, false},
               {"spherical", true, false, false},
               {"distance", true, false, true}};
  for (const auto& k : kinds) {
    const auto keys = [&](bool p, bool a, bool t) {
      return joint(k.kind, (p ? point : "") + (a ? axis : "") + (t ? to : ""));
    };
    EXPECT_TRUE(read(keys(k.point, k.axis, k.to)).scene.has_value())
        << k.kind << read(keys(k.point, k.axis, k.to)).problems.text();
    const std::string description = " has no effect here: a " + std::string(k.kind) + " joint";
    if (k.point)
      refused(keys(false, k.axis, k.to), "joint has no `point`, which it needs");
    else
      refused(keys(true, k.axis, k.to), "joint.point" + description);
    if (k.axis)
      refused(keys(k.point, false, k.to), "joint has no `axis`, which it needs");
    else
      refused(keys(k.point, true, k.to), "joint.axis" + description);
    if (k.to)
      refused(keys(k.point, k.axis, false), "joint has no `to`, which it needs");
    else
      refused(keys(k.point, k.axis, true), "joint.to" + description);
  }
  refused(joint("hinge", ""), "is not a valid choice");
  refused("[[joint]]\n" + between, "joint has no `kind`, which it needs");
  refused(joint("prismatic", "axis = [0, 0, 0]\n"), "joint.axis is zero and so has no direction");
  refused(joint("distance", point + "to = [0, 0, 0]\n"), "joint.to is the same place as joint.point");
  refused(joint("fixed", "angle = 1\n"), "joint.angle is unknown");
}

TEST(MotorsOfAScene, have_an_axis_a_kind_and_a_velocity) {
  const std::string motor = "[[motor]]\nbetween = [\"a\"]\n";
  refused(motor + "velocity = \"1 m/s\"\n", "motor has no `along`, which it needs");
  refused(motor + "along = [1, 0, 0]\n", "motor has no `velocity`, which it needs");
  refused(motor + "about = [1, 0, 0]\n", "motor has no `spin`, which it needs");
  refused(motor + "along = [1, 0, 0]\nabout = [1, 0, 0]\nvelocity = \"1 m/s\"\n",
          "motor.along and motor.about are two motions");
  refused(motor + "along = [0, 0, 0]\nvelocity = \"1 m/s\"\n", "motor.along is zero and so has no direction");
  refused(motor + "about = [0, 0, 0]\nspin = \"1 rad/s\"\n", "motor.about is zero and so has no direction");
  refused(motor + "along = [1, 0, 0]\nvelocity = \"1 rad/s\"\n", "a velocity [m/s] is expected");
  refused(motor + "along = [1, 0, 0]\nvelocity = 0\nspin = 0\n",
          "motor.spin does not fit: with motor.along a motor has a velocity");
  refused(motor + "about = [1, 0, 0]\nvelocity = 0\nspin = 0\n",
          "motor.velocity does not fit: with motor.about a motor has a spin");
  refused(motor + "about = [1, 0, 0]\nspin = 0\npoint = [0, 0, 0]\n", "motor.point has no effect beside motor.about");
  refused(motor + "about = [1, 0, 0]\nspin = 0\nlimit = \"1 N\"\n", "is a force, but");
  refused(motor + "along = [1, 0, 0]\nvelocity = 0\nlimit = 0\n",
          "is zero; it must be > 0 (largest force, in either direction)");
  refused("[[motor]]\nalong = [1, 0, 0]\nvelocity = 0\n", "motor has no `between`, which it needs");
}

TEST(MotorsOfAScene, may_follow_a_table_of_growing_times) {
  const std::string motor = "[[motor]]\nbetween = [\"a\"]\nalong = [1, 0, 0]\nvelocity = ";
  refused(motor + "[]\n", "motor.velocity is an empty table");
  refused(motor + "[[0, 0], [0, \"1 m/s\"]]\n",
          "motor.velocity[1] is not later than the row before it; times must grow");
  refused(motor + "[[0, 0], [\"1 s\", \"1 m/s\", 0]]\n", "motor.velocity[1] is no row of a table");
  refused(motor + "[[0, 0], [\"1 m\", 0]]\n", "a time [s] is expected");
  refused(motor + "[[0, \"1 m\"]]\n", "a velocity [m/s] is expected");
}

TEST(BrakesOfAScene, have_a_limit_and_no_velocity) {
  const std::string brake = "[[brake]]\nbetween = [\"a\"]\n";
  refused(brake + "along = [1, 0, 0]\n", "brake has no `limit`, which it needs");
  refused(brake + "about = [1, 0, 0]\nlimit = \"1 N\"\n", "is a force, but");
  refused(brake + "along = [1, 0, 0]\nlimit = \"-1 N\"\n", "Did you mean");
  refused(brake + "along = [1, 0, 0]\nlimit = \"1 N\"\nvelocity = 0\n", "brake.velocity is unknown");
  EXPECT_TRUE(read(brake + "along = [1, 0, 0]\nlimit = \"1 N\"\n").scene.has_value());
}

TEST(CylindersOfAScene, have_an_axis_a_radius_and_bodies_inside) {
  const auto cylinder = [](const std::string& axis, const std::string& radius) {
    return "[[cylinder]]\npoint = [0, 0, 0]\naxis = " + axis + "\nradius = " + radius + "\nmaterial = \"m\"\n";
  };
  EXPECT_TRUE(read(cylinder("[1, 0, 0]", "\"1 m\"")).scene.has_value());
  refused(cylinder("[0, 0, 0]", "\"1 m\""), "cylinder.axis is zero and so has no direction");
  refused(cylinder("[1, 0, 0]", "\"0 m\""), "is zero; it must be > 0");
  refused(cylinder("[0, 0, 1]", "\"0.5 m\""), "sphere \"b\" at line");
  // c is too, but it is held there
  refused(cylinder("[0, 0, 1]", "\"0.5 m\""), "is outside of cylinder \"cylinder-1\"");
  refused(
      cylinder("[0, 0, 1]", "\"9 m\"") + "[cell]\nperiodic = [\"x\"]\nlow = [\"-9 m\", 0, 0]\nhigh = [\"9 m\", 0, 0]\n",
      "cylinder closes the axis x, which is periodic");
  EXPECT_TRUE(read(cylinder("[-1, 0, 0]", "\"9 m\"") +
                   "[cell]\nperiodic = [\"x\"]\nlow = [\"-9 m\", 0, 0]\nhigh = [\"9 m\", 0, 0]\n")
                  .scene.has_value());
  refused("[[cylinder]]\npoint = [0, 0, 0]\naxis = [1, 0, 0]\nradius = \"1 m\"\nmaterial = \"n\"\n",
          "cylinder names the material \"n\"");
  refused("[[material]]\nname = \"n\"\n" +
              std::string("[[cylinder]]\npoint = [0, 0, 0]\naxis = [1, 0, 0]\nradius = \"1 m\"\nmaterial = \"n\"\n"),
          "there is no [[contact]] between \"m\" and \"n\"");
}

TEST(PlanesOnABody, move_with_it_and_meet_no_other_plane) {
  const std::string plane = "[[plane]]\npoint = [0, 0, \"-1 m\"]\nnormal = [0, 0, 1]\nmaterial = \"m\"\n";
  refused(plane + "on = \"d\"\n", "plane names the body \"d\"");
  refused(plane + "on = \"a\"\nvelocity = [0, 0, 0]\n", "plane.velocity and plane.on both say how the plane moves");
  // The plane of n meets bodies of m; that of o meets them too; the two planes do not meet, although one of them moves.
  const std::string two =
      "[[material]]\nname = \"n\"\n[[plane]]\nname = \"p\"\npoint = [0, 0, \"-1 m\"]\nnormal = [0, 0, 1]\nmaterial = "
      "\"n\"\non = \"a\"\n"
      "[[plane]]\npoint = [0, 0, \"-1 m\"]\nnormal = [0, 0, 1]\nmaterial = \"n\"\n"
      "[[contact]]\nbetween = [\"m\", \"n\"]\nnormal = { law = \"hooke\", stiffness = \"1 N/m\", restitution = 1 }\n";
  const ReadResult result = read(two);
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  EXPECT_EQ(result.scene->planes.size(), 1U);
  EXPECT_EQ(result.scene->carried.size(), 1U);
}

}  // namespace
}  // namespace scree::io
