// Frames through LAMMPS data files: all that the format can hold comes back.
#include "io/frame/lammps_frame.h"

#include "io/frame/lammps_data.h"

#include <gtest/gtest.h>

#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::random_frame, support::TemporaryFolder;

TEST(LammpsFrame, state_comes_back_with_every_bit_and_masses_to_a_rounding) {
  const TemporaryFolder folder;
  unsigned seed = 20;
  for (const std::size_t bodies : {1, 2, 1000}) {
    const sim::Frame frame = random_frame(bodies, 0, ++seed);
    write_data_frame(folder / "a.data", frame);
    const auto read = read_data_frame(folder / "a.data");
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << describe(std::get<InputError>(read));
    const auto& got = std::get<sim::Frame>(read).bodies;
    ASSERT_EQ(got.size(), bodies);
    for (std::size_t i = 0; i < bodies; ++i) {
      const auto& b = frame.bodies[i];
      EXPECT_EQ(got[i].id, b.id);
      EXPECT_EQ(got[i].radius, b.radius);
      EXPECT_TRUE(support::same_bits(got[i].position, b.position));
      EXPECT_TRUE(support::same_bits(got[i].velocity, b.velocity));
      EXPECT_TRUE(support::same_bits(got[i].spin, b.spin));
      EXPECT_DOUBLE_EQ(got[i].mass, b.mass);  // through the density: one division, one product
      EXPECT_EQ(got[i].material, b.material + (b.locks == sim::k_lock_all ? 2 : 0));
    }
  }
}

TEST(LammpsFrame, what_lammps_could_not_read_is_refused) {
  const TemporaryFolder folder;
  sim::Frame frame = random_frame(2, 0, 1);
  frame.bodies[1].mass = 0.0;
  EXPECT_NE(why_not_data(frame).find("body 4 has radius"), std::string::npos) << why_not_data(frame);
  EXPECT_THROW(write_data_frame(folder / "a.data", frame), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.data"));
  EXPECT_NE(why_not_data(random_frame(0, 0, 1)), "");
  frame = random_frame(1, 0, 1), frame.bodies[0].velocity.x = std::numeric_limits<double>::infinity();
  EXPECT_NE(why_not_data(frame).find("not finite"), std::string::npos);
  frame = random_frame(2, 0, 1), frame.bodies[1].shape = shape::BodyShape::box;
  EXPECT_NE(why_not_data(frame).find("body 4 is a box"), std::string::npos) << why_not_data(frame);
  frame.bodies[1].shape = shape::BodyShape::ellipsoid;
  EXPECT_NE(why_not_data(frame).find("body 4 is an ellipsoid"), std::string::npos) << why_not_data(frame);
  EXPECT_THROW(write_lammps_data(folder / "a.data", frame.bodies, frame.cell.bounds, frame.cell.tilt, 2),
               std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.data"));
}

TEST(LammpsFrame, a_compressed_file_is_read_and_a_cut_one_refused) {
  const TemporaryFolder folder;
  const auto stored = std::filesystem::path(SCREE_TEST_DATA) / "pack10k.data.gz";
  const auto read = read_data_frame(stored);
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read));
  EXPECT_EQ(std::get<sim::Frame>(read).bodies.size(), 10000U);
  const std::string bytes = support::text_of(stored);
  support::put_text(folder / "cut.data.gz", bytes.substr(0, bytes.size() / 2));
  const auto cut = read_data_frame(folder / "cut.data.gz");
  ASSERT_TRUE(std::holds_alternative<InputError>(cut));
  EXPECT_NE(std::get<InputError>(cut).sentence.find("this file is cut short"), std::string::npos);
}

}  // namespace
}  // namespace scree::io
