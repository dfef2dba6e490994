// `scree convert`: every way between formats, what is said when something does not fit, and exit codes.
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/frame/dump.h"
#include "io/frame/vtp.h"
#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using support::put_text, support::random_frame, support::TemporaryFolder, support::text_of;

struct Outcome {
  int code = 0;
  std::string said;
};
Outcome convert(const std::filesystem::path& in, const std::filesystem::path& out,
                std::optional<std::int64_t> frame = {}, bool contacts = false) {
  testing::internal::CaptureStderr();
  const int code = convert_command({in, out, frame, contacts});
  return {code, testing::internal::GetCapturedStderr()};
}
void expect(const Outcome& got, int code, std::string_view part) {
  EXPECT_EQ(got.code, code) << got.said;
  EXPECT_NE(got.said.find(part), std::string::npos) << got.said;
}

TEST(Convert, a_frame_goes_round_through_vtp_and_dump_unchanged) {
  const TemporaryFolder folder;
  const sim::Frame frame = random_frame(30, 0, 3);
  io::write_bodies_vtp(folder / "a.vtp", frame);
  expect(convert(folder / "a.vtp", folder / "b.dump"), k_ok, "cannot store: names of materials and planes");
  EXPECT_EQ(convert(folder / "b.dump", folder / "c.vtp").said, "");
  EXPECT_EQ(convert(folder / "c.vtp", folder / "d.lammpstrj").said, "");
  EXPECT_EQ(text_of(folder / "d.lammpstrj"), text_of(folder / "b.dump"));
  const auto read = io::read_bodies_vtp(folder / "c.vtp");
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read));
  support::expect_same_bodies(frame, std::get<sim::Frame>(read));
}

TEST(Convert, ellipsoids_and_boxes_keep_their_form_and_are_never_made_into_balls) {
  const TemporaryFolder folder;
  sim::Frame frame = random_frame(30, 0, 3, support::Bodies::of_all_forms);
  frame.materials = {"1", "2"}, frame.planes.clear();
  io::write_bodies_vtp(folder / "a.vtp", frame);
  EXPECT_EQ(convert(folder / "a.vtp", folder / "b.dump").said, "");
  EXPECT_EQ(convert(folder / "b.dump", folder / "c.vtp").said, "");
  const auto read = io::read_bodies_vtp(folder / "c.vtp");
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read));
  support::expect_same_bodies(frame, std::get<sim::Frame>(read));
  expect(convert(folder / "a.vtp", folder / "d.data"), k_bad_scene,
         "body 4 is an ellipsoid, and a data file of atom_style sphere can only contain spheres");
  EXPECT_FALSE(std::filesystem::exists(folder / "d.data"));
  EXPECT_EQ(convert(folder / "a.vtp", folder / "e.csv").code, k_ok);
  const std::string table = text_of(folder / "e.csv");
  const std::string unit = frame.units == sim::Units::si ? "m" : "reduced";
  EXPECT_NE(table.find(",coordination,form,half_axes_x [" + unit + "],half_axes_y"), std::string::npos)
      << table.substr(0, 700);
  EXPECT_NE(table.find(",ellipsoid,"), std::string::npos);
  EXPECT_NE(table.find(",box,"), std::string::npos);
}

TEST(Convert, what_a_data_file_cannot_hold_is_named) {
  const TemporaryFolder folder;
  io::write_bodies_vtp(folder / "a.vtp", random_frame(30, 0, 3));
  const Outcome got = convert(folder / "a.vtp", folder / "b.data");
  for (const char* part :
       {"step and time", "which edges are periodic", "orientations", "forces, torques and coordination",
        "locks of single directions", "inertias", "names of materials"})
    expect(got, k_ok, part);
  EXPECT_EQ(std::count(got.said.begin(), got.said.end(), '\n'), 1);
  expect(convert(folder / "b.data", folder / "c.csv"), k_ok, "read as SI");
  const std::string table = text_of(folder / "c.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 31);
  EXPECT_EQ(table.substr(0, 24), "x [m],y [m],z [m],id,mat");
  EXPECT_EQ(table.find("form"), std::string::npos) << "a table of spheres has no column for it";
}

TEST(Convert, a_frame_of_a_dump_is_chosen_by_its_step) {
  const TemporaryFolder folder;
  for (const unsigned step : {1U, 2U}) {
    sim::Frame frame = random_frame(3, 0, step);
    frame.step = step;
    io::append_dump(folder / "a.dump", frame);
  }
  EXPECT_EQ(convert(folder / "a.dump", folder / "b.vtp", 1).code, k_ok);
  const auto read = io::read_bodies_vtp(folder / "b.vtp");
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read));
  EXPECT_EQ(std::get<sim::Frame>(read).step, 1);
  expect(convert(folder / "a.dump", folder / "c.vtp", 3), k_bad_scene, "there is no frame of step 3");
  EXPECT_FALSE(std::filesystem::exists(folder / "c.vtp"));
}

TEST(Convert, mistakes_are_said_in_one_line_with_their_exit_code) {
  const TemporaryFolder folder;
  const auto data = std::filesystem::path(SCREE_TEST_DATA) / "pack.data";
  const auto vtp = folder / "a.vtp";
  expect(convert(data, folder / "a.xyz"), k_usage, "known are .vtp, .dump, .lammpstrj, .data, .csv");
  put_text(folder / "a.csv", "id,x\n");
  expect(convert(folder / "a.csv", vtp), k_usage, "cannot read a file with this extension");
  expect(convert(folder / "noending", vtp), k_usage, "there is no such file or folder");
  expect(convert(data, folder / "a.h5"), k_usage, "cannot write");
  expect(convert(data, vtp, 1), k_usage, "--frame selects a frame of a dump");
  expect(convert(data, vtp, {}, true), k_usage, "only a checkpoint");
  expect(convert(folder / "none.h5", folder / "a.dump", {}, true), k_usage, "cannot store contacts");
  for (const char* none : {"none.vtp", "none.dump"})
    expect(convert(folder / none, folder / "b.vtp"), k_bad_scene, "cannot be opened");
  for (const char* none : {"none.data", "none.data.gz"})
    expect(convert(folder / none, folder / "b.vtp"), k_bad_scene, "does not exist");
  EXPECT_EQ(convert(folder / "none.h5", folder / "b.vtp").code, k_bad_scene);
  put_text(folder / "foreign.vtp", "<VTKFile type=\"PolyData\">");
  expect(convert(folder / "foreign.vtp", folder / "b.csv"), k_bad_scene, "was not written by Scree");
  io::write_bodies_vtp(folder / "empty.vtp", random_frame(0, 0, 1));
  expect(convert(folder / "empty.vtp", folder / "b.data"), k_bad_scene, "there is no body");
  EXPECT_THROW(convert(data, folder / "no/such/folder/a.vtp"), std::runtime_error);
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace scree::app
