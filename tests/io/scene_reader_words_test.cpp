// Every table and every key of a scene, from tests/data/all_words.toml: each value must arrive where it belongs, in SI.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <numbers>

#include "io/scene/scene_reader.h"

namespace scree::io {
namespace {

void expect_vector(const Vec3d& v, double x, double y, double z) {
  EXPECT_EQ(v.x, x);
  EXPECT_EQ(v.y, y);
  EXPECT_EQ(v.z, z);
}

class AllWords : public testing::Test {
 protected:
  void SetUp() override {
    ReadResult result = read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words.toml");
    ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
    scene = std::move(*result.scene);
  }
  sim::Scene scene;
};

TEST_F(AllWords, the_frame_of_the_scene_is_read) {
  EXPECT_EQ(scene.title, "all words");
  EXPECT_EQ(scene.units, sim::Units::si);
  EXPECT_EQ(scene.stepper, sim::StepperKind::velocity_verlet_lammps);
  expect_vector(scene.gravity, 0.0, 0.0, -9.81);
  EXPECT_EQ(scene.skin, 1e-4);
  EXPECT_EQ(scene.time.end, 2.0);
  EXPECT_FALSE(is_set(scene.time.step));
  EXPECT_EQ(scene.time.safety, 0.2);
  EXPECT_EQ(scene.cell.periodic, (std::array{false, true, false}));
  expect_vector(scene.cell.bounds.high, -1.0, 1.0, 0.0);
  EXPECT_EQ(scene.output.series_every, 1e-3);
  EXPECT_FALSE(scene.output.picture);
  EXPECT_EQ(scene.output.frames_every, 1e-2);
  EXPECT_FALSE(scene.output.vtp);
  EXPECT_TRUE(scene.output.dump);
  EXPECT_TRUE(scene.output.csv);
  EXPECT_TRUE(scene.repose.wanted);
  expect_vector(scene.repose.centre, 0.5, 0.5, 0.0);
  EXPECT_EQ(scene.repose.radius, 0.5);
  EXPECT_TRUE(scene.packing.wanted);
  EXPECT_EQ(scene.packing.mode_threshold, 0.02);
  EXPECT_TRUE(scene.packing.series);
}

TEST_F(AllWords, checkpoints_and_guards_are_read) {
  EXPECT_EQ(scene.checkpoint.every_seconds, 120.0);
  EXPECT_EQ(scene.guard.overlap_limit, 0.1);
  EXPECT_EQ(scene.guard.overlap, sim::Alarm::warn);
  EXPECT_EQ(scene.guard.leaving, sim::Alarm::stop);
  EXPECT_EQ(scene.guard.residual, sim::Alarm::stop);
  EXPECT_EQ(scene.guard.residual_limit, 0.01);
  ASSERT_TRUE(scene.guard.has_region);
  expect_vector(scene.guard.region.low, -1.0, -1.0, -1.0);
  expect_vector(scene.guard.region.high, 2.0, 2.0, 3.0);
}

TEST_F(AllWords, materials_keep_their_order_and_may_lack_a_density) {
  ASSERT_EQ(scene.materials.size(), 2U);
  EXPECT_EQ(scene.materials[0].name, "glass");
  EXPECT_EQ(scene.materials[0].density, 2500.0);
  EXPECT_FALSE(is_set(scene.materials[1].density));
}

TEST_F(AllWords, contacts_have_the_parameters_of_the_chosen_laws) {
  ASSERT_EQ(scene.contacts.size(), 3U);
  EXPECT_EQ(scene.contacts[0].material_a, 0);
  EXPECT_EQ(scene.contacts[0].material_b, 1);
  const law::Model& first = scene.contacts[0].model;
  EXPECT_EQ(std::get<law::kinematics::Rate::Params>(first.kinematics).slip_arm, law::kinematics::contact);
  const auto& hertz = std::get<law::normal::Hertz::Params>(first.normal);
  EXPECT_EQ(hertz.effective_modulus, 2e9);
  EXPECT_EQ(hertz.restitution, 0.5);
  EXPECT_FALSE(is_set(hertz.stiffness));
  EXPECT_EQ(law::law_index(first.slide), -1);
  EXPECT_EQ(law::law_index(first.roll), -1);
  EXPECT_EQ(law::law_index(first.spin), -1);

  const law::Model& second = scene.contacts[2].model;
  EXPECT_EQ(std::get<law::kinematics::Rate::Params>(second.kinematics).slip_arm, law::kinematics::radius);
  EXPECT_EQ(std::get<law::normal::Hooke::Params>(second.normal).damping, 0.002);
  const auto& slide = std::get<law::slide::CoulombSpring::Params>(second.slide);
  EXPECT_EQ(slide.stiffness, 5e4);
  EXPECT_EQ(slide.coefficient, 0.3);
  EXPECT_EQ(slide.damping_of_normal, 0.5);
  EXPECT_FALSE(is_set(slide.damping));
  const auto& roll = std::get<law::roll::Spring::Params>(second.roll);
  EXPECT_EQ(roll.damping, 0.0);
  EXPECT_EQ(roll.coefficient, 0.1);
  EXPECT_EQ(roll.arm, law::effective_diameter);
  EXPECT_FALSE(is_set(roll.length));
  const auto& spin = std::get<law::spin::Spring::Params>(second.spin);
  EXPECT_EQ(spin.stiffness, 1.0);
  EXPECT_EQ(spin.damping, 1e-3);
  EXPECT_EQ(spin.length, 2e-4);
  EXPECT_EQ(spin.arm, -1);
}

TEST_F(AllWords, a_tracked_contact_has_the_parameters_of_fang_and_negrut) {
  ASSERT_EQ(scene.contacts.size(), 3U);
  const law::Model& model = scene.contacts[1].model;
  const auto& kinematics = std::get<law::kinematics::Tracked::Params>(model.kinematics);
  EXPECT_EQ(kinematics.pair_mass, law::kinematics::effective);
  EXPECT_EQ(kinematics.path_turn, law::kinematics::half);
  EXPECT_EQ(std::get<law::normal::Prescribed::Params>(model.normal).force, 5.0);
  const auto& slide = std::get<law::slide::FangNegrut::Params>(model.slide);
  EXPECT_EQ(slide.stiffness, 1e5);
  EXPECT_EQ(slide.static_coefficient, 0.25);
  EXPECT_EQ(slide.kinetic_coefficient, 0.2);
  EXPECT_EQ(slide.damping_ratio, 0.5);
  EXPECT_FALSE(is_set(slide.damping));
  EXPECT_EQ(slide.start, law::start_slip);
  const auto& roll = std::get<law::roll::FangNegrut::Params>(model.roll);
  EXPECT_EQ(roll.eta, 0.3);
  EXPECT_EQ(roll.slide_stiffness, 1e5);
  EXPECT_FALSE(is_set(roll.stiffness));
  EXPECT_FALSE(is_set(roll.damping_ratio));
  EXPECT_EQ(roll.start, law::start_stick);
  const auto& spin = std::get<law::spin::FangNegrut::Params>(model.spin);
  EXPECT_EQ(spin.effective_modulus, 2e9);
  EXPECT_FALSE(is_set(spin.curvature));
  EXPECT_FALSE(is_set(spin.eta));
  EXPECT_DOUBLE_EQ(spin.damping, 2e-3);
}

TEST_F(AllWords, spheres_are_free_held_or_driven) {
  ASSERT_EQ(scene.spheres.size(), 3U);
  EXPECT_EQ(scene.spheres[0].name, "top");
  expect_vector(scene.spheres[0].position, 0.5, 0.5, 0.045);
  EXPECT_EQ(scene.spheres[0].radius, 0.009);
  EXPECT_DOUBLE_EQ(scene.spheres[0].traits.velocity.y, 1.0 / 3.6);
  EXPECT_EQ(scene.spheres[0].traits.locks, 0);
  EXPECT_FALSE(is_set(scene.spheres[0].traits.mass));
  expect_vector(scene.spheres[0].traits.force, 0.0, 2e-3, -100.0);
  expect_vector(scene.spheres[1].traits.force, 0.0, 0.0, 0.0);
  EXPECT_EQ(scene.spheres[1].traits.locks, sim::k_lock_all);
  EXPECT_EQ(scene.spheres[1].traits.material, 1);
  EXPECT_EQ(scene.spheres[1].traits.mass, 0.003);
  EXPECT_EQ(scene.spheres[2].traits.locks, sim::k_lock_all);
  EXPECT_NEAR(scene.spheres[2].traits.spin.z, std::numbers::pi / 6.0, 1e-14);  // UDUNITS stores a degree with 15 digits
}

TEST_F(AllWords, fills_are_read) {
  ASSERT_EQ(scene.lattices.size(), 1U);
  const sim::LatticeFill& lattice = scene.lattices[0];
  EXPECT_EQ(lattice.kind, sim::LatticeKind::face_centred);
  expect_vector(lattice.region.high, 1.0, 1.0, 0.0);
  EXPECT_EQ(lattice.spacing, 0.02);
  EXPECT_EQ(lattice.jitter, 1e-4);
  EXPECT_EQ(lattice.disc, 0.4);
  EXPECT_EQ(lattice.count, 50);
  EXPECT_EQ(lattice.radius, 0.01);
  EXPECT_EQ(lattice.seed, 0U);
  ASSERT_EQ(scene.randoms.size(), 2U);
  expect_vector(scene.randoms[0].semi_axes, 0.0, 0.0, 0.0);
  expect_vector(scene.randoms[1].semi_axes, 0.002, 0.004, 0.003);
  EXPECT_EQ(scene.randoms[1].radii.low, 0.004);  // the largest semi-axis: room for any orientation
  EXPECT_EQ(scene.randoms[1].radii.high, 0.004);
  EXPECT_EQ(scene.randoms[1].count, 4);
  EXPECT_EQ(scene.randoms[0].count, 10);
  EXPECT_EQ(scene.randoms[0].radii.low, 0.005);
  EXPECT_EQ(scene.randoms[0].radii.high, 0.005);
  EXPECT_EQ(scene.randoms[0].seed, 3U);
}

TEST_F(AllWords, a_stream_has_an_interval_of_batch_over_rate) {
  ASSERT_EQ(scene.streams.size(), 1U);
  const sim::Stream& stream = scene.streams[0];
  EXPECT_EQ(stream.start, 0.1);
  EXPECT_EQ(stream.interval, 4.0 / 800.0);
  EXPECT_EQ(stream.batch, 4);
  EXPECT_EQ(stream.count, 100);
  EXPECT_EQ(stream.radii.low, 0.004);
  EXPECT_EQ(stream.radii.high, 0.005);
  EXPECT_EQ(stream.traits.locks, 0b101010);
  EXPECT_EQ(stream.traits.mass, 1e-3);
  EXPECT_EQ(stream.traits.inertia, 1e-8);
  EXPECT_NEAR(stream.traits.spin.x, 2.0 * std::numbers::pi, 1e-13);  // likewise, of 360 degrees
  EXPECT_EQ(stream.traits.spin.z, 2.0);
}

TEST_F(AllWords, a_container_is_planes_with_inward_normals) {
  ASSERT_EQ(scene.planes.size(), 4U);
  EXPECT_EQ(scene.planes[0].name, "lid");
  expect_vector(scene.planes[0].velocity, 0.0, 0.0, -0.001);
  EXPECT_DOUBLE_EQ(scene.planes[0].normal.x, 0.6);
  EXPECT_DOUBLE_EQ(scene.planes[0].normal.z, -0.8);
  EXPECT_EQ(scene.planes[1].name, "container.x-low");
  expect_vector(scene.planes[1].normal, 1.0, 0.0, 0.0);
  expect_vector(scene.planes[1].point, 0.0, 0.0, 0.0);
  EXPECT_EQ(scene.planes[2].name, "container.x-high");
  expect_vector(scene.planes[2].normal, -1.0, 0.0, 0.0);
  expect_vector(scene.planes[2].point, 1.0, 1.0, 1.0);
  EXPECT_EQ(scene.planes[3].name, "container.z-low");
  expect_vector(scene.planes[3].normal, 0.0, 0.0, 1.0);
  EXPECT_EQ(scene.planes[3].material, 1);
  ASSERT_EQ(scene.sinks.size(), 2U);
  EXPECT_EQ(scene.sinks[0].name, "drain");
  EXPECT_EQ(scene.sinks[1].name, "gutter");
  expect_vector(scene.sinks[0].normal, 0.0, 0.0, 1.0);
}

}  // namespace
}  // namespace scree::io
