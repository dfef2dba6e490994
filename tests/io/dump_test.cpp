// LAMMPS dumps: exact round trips, any frame of many, what a killed run leaves, and dumps of LAMMPS itself.
#include "io/frame/dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::random_frame, support::TemporaryFolder, support::text_of;

sim::Frame good(const std::filesystem::path& path, std::optional<std::int64_t> step = {}) {
  auto read = read_dump(path, step);
  if (const auto* problem = std::get_if<InputError>(&read)) {
    ADD_FAILURE() << describe(*problem);
    return {};
  }
  return std::get<DumpFrame>(read).frame;
}
void expect_problem(const std::filesystem::path& path, int line, std::string_view part,
                    std::optional<std::int64_t> step = {}) {
  const auto read = read_dump(path, step);
  const auto* problem = std::get_if<InputError>(&read);
  ASSERT_NE(problem, nullptr) << "taken as good; expected: " << part;
  EXPECT_EQ(problem->line, line) << problem->sentence;
  EXPECT_NE(problem->sentence.find(part), std::string::npos) << problem->sentence;
}
sim::Frame frame_at(std::int64_t step) {
  sim::Frame frame = random_frame(5, 0, static_cast<unsigned>(step));
  frame.step = step;
  return frame;
}

const std::string k_lammps =
    "ITEM: TIMESTEP\n"  // 1
    "300\n"
    "ITEM: NUMBER OF ATOMS\n"
    "2\n"  // 4
    "ITEM: BOX BOUNDS pp pp ff\n"
    "0.0000000000000000e+00 2.0000000000000000e+00\n"
    "-1 1\n"
    "0 8\n"
    "ITEM: ATOMS id type diameter mass x y z ix iy iz \n"  // 9
    "7 2 1 0.5 0.25 0.5 1 0 -1 0 \n"
    "3 1 2 0.5 0.75 0.5 1 1 0 0 \n";

TEST(Dump, a_frame_comes_back_with_every_bit) {
  const TemporaryFolder folder;
  unsigned seed = 10;
  for (const std::size_t bodies : {0, 1, 2, 3000}) {
    ++seed;
    const sim::Frame frame =
        random_frame(bodies, 2, seed, seed % 2 == 0 ? support::Bodies::of_all_forms : support::Bodies::spheres);
    put_text(folder / "frames.dump", dump_text(frame));
    const sim::Frame got = good(folder / "frames.dump");
    support::expect_same_bodies(frame, got);
    EXPECT_EQ(got.step, frame.step);
    EXPECT_EQ(got.time, frame.time);
    EXPECT_EQ(got.units, frame.units);
    EXPECT_EQ(got.cell.periodic, frame.cell.periodic);
    EXPECT_EQ(got.cell.bounds.low.x, frame.cell.bounds.low.x);  // periodic; bounds of open axes follow the bodies
    EXPECT_EQ(got.cell.bounds.high.x, frame.cell.bounds.high.x);
  }
}

TEST(Dump, spheres_have_the_columns_they_always_had) {
  const std::string text = dump_text(random_frame(3, 0, 1));
  EXPECT_NE(text.find("ITEM: ATOMS id type radius mass inertia xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy "
                      "tqz quatw quati quatj quatk locks "
                      "coordination\n"),
            std::string::npos)
      << text;
}

/// OVITO and LAMMPS take shapex, shapey, shapez for whole lengths.
TEST(Dump, an_ellipsoid_has_the_lengths_of_its_axes_behind_all_other_columns) {
  sim::Frame frame = random_frame(2, 0, 1);
  frame.bodies[1].shape = shape::BodyShape::box, frame.bodies[1].half_axes = {0.25, 0.5, 1.5},
  frame.bodies[0].half_axes = {2, 2, 2};
  const std::string text = dump_text(frame);
  EXPECT_NE(text.find(" locks coordination shapex shapey shapez form\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" 4 4 4 0\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" 0.5 1 3 2\n")) << text;
}

TEST(Dump, shapes_of_lammps_are_ellipsoids_unless_they_are_round) {
  const TemporaryFolder folder;
  std::string text = k_lammps;
  text.replace(text.find("iz \n"), 4, "iz shapex shapey shapez\n");
  text.replace(text.find("-1 0 \n"), 6, "-1 0 1 1 1\n");
  text.replace(text.find("1 0 0 \n"), 7, "1 0 0 2 4 4\n");
  put_text(folder / "a.dump", text);
  const sim::Frame frame = good(folder / "a.dump");
  ASSERT_EQ(frame.bodies.size(), 2U);
  EXPECT_EQ(frame.bodies[0].shape, shape::BodyShape::ellipsoid);
  EXPECT_EQ(frame.bodies[0].half_axes.x, 1.0);
  EXPECT_EQ(frame.bodies[0].half_axes.z, 2.0);
  EXPECT_EQ(frame.bodies[1].shape, shape::BodyShape::sphere);
  EXPECT_EQ(frame.bodies[1].half_axes.y, 0.5);
  put_text(folder / "a.dump", k_lammps);
  EXPECT_EQ(good(folder / "a.dump").bodies[0].half_axes.y, 1.0) << "of a sphere its radius";
}

TEST(Dump, any_frame_can_be_taken_and_the_last_is_the_default) {
  const TemporaryFolder folder;
  for (const std::int64_t step : {0, 100, 200}) append_dump(folder / "frames.dump", frame_at(step));
  EXPECT_EQ(good(folder / "frames.dump").step, 200);
  for (const std::int64_t step : {0, 100, 200})
    support::expect_same_bodies(frame_at(step), good(folder / "frames.dump", step));
  expect_problem(folder / "frames.dump", 1, "there is no frame of step 150; there are 3, from step 0 to step 200", 150);
}

TEST(Dump, a_dump_is_cut_after_a_step_and_where_a_killed_run_left_half_a_frame) {
  const TemporaryFolder folder;
  const auto path = folder / "frames.dump";
  cut_dump(path, 100);  // no file, nothing to do
  for (const std::int64_t step : {0, 100, 200}) append_dump(path, frame_at(step));
  const std::string whole = text_of(path), two = dump_text(frame_at(0)) + dump_text(frame_at(100));
  for (std::size_t size = two.size() + 1; size < whole.size(); size += 31) {
    put_text(path, whole.substr(0, size));
    expect_problem(path, static_cast<int>(std::count(whole.begin(), whole.begin() + static_cast<long>(size), '\n')) + 1,
                   "cut short");
    EXPECT_EQ(good(path, 100).step, 100);
    cut_dump(path, 1000);
    EXPECT_EQ(text_of(path), two) << size;
  }
  put_text(path, whole);
  cut_dump(path, 200);
  EXPECT_EQ(text_of(path), whole);
  cut_dump(path, 199);
  EXPECT_EQ(text_of(path), two);
  cut_dump(path, -1);
  EXPECT_EQ(text_of(path), "");
  put_text(path, "my diary\n");
  EXPECT_THROW(cut_dump(path, 0), std::runtime_error);
  EXPECT_EQ(text_of(path), "my diary\n");
}

TEST(Dump, dumps_of_lammps_are_read_sorted_and_unwrapped) {
  const TemporaryFolder folder;
  put_text(folder / "a.dump", k_lammps);
  const auto read = read_dump(folder / "a.dump");
  ASSERT_TRUE(std::holds_alternative<DumpFrame>(read));
  const auto& [frame, absent] = std::get<DumpFrame>(read);
  ASSERT_EQ(frame.bodies.size(), 2U);
  EXPECT_EQ(frame.bodies[0].id, 3);
  EXPECT_EQ(frame.bodies[0].radius, 1.0);
  EXPECT_EQ(frame.bodies[0].position.x, 2.75);
  EXPECT_EQ(frame.bodies[0].inertia, 0.4 * 0.5);
  EXPECT_EQ(frame.bodies[1].position.y, -1.5);
  EXPECT_EQ(frame.bodies[1].material, 1);
  EXPECT_EQ(frame.materials, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(frame.cell.periodic, (std::array{true, true, false}));
  EXPECT_NE(std::find(absent.begin(), absent.end(), "omegax"), absent.end());
  EXPECT_EQ(std::find(absent.begin(), absent.end(), "radius"), absent.end());
}

TEST(Dump, faults_are_found_at_their_line) {
  const TemporaryFolder folder;
  const auto path = folder / "a.dump";
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = k_lammps;
    put_text(path, text.replace(text.find(from), from.size(), to));
  };
  expect_problem(path, 1, "cannot be opened");
  expect_problem(folder.path(), 1, "cannot be opened");
  put_text(path, "");
  expect_problem(path, 1, "there is no frame");
  put_text(path, "solid cube\n");
  expect_problem(path, 1, "is this a LAMMPS text dump");
  with("300", "3.5"), expect_problem(path, 2, "`3.5` is not a number");
  with("\n2\n", "\n-2\n"), expect_problem(path, 4, "negative");
  with("\n2\n", "\n9000000000000000000\n"), expect_problem(path, 12, "cut short");
  with("pp pp ff", "xy xz yz pp pp ff"), expect_problem(path, 6, "a number is missing");
  with("diameter mass", "diameter moss"), expect_problem(path, 9, "`id type radius mass`");
  with("x y z ix", "xs ys zs ix"), expect_problem(path, 9, "`xu yu zu`");
  with("7 2 1", "7 0 1"), expect_problem(path, 10, "`type` = 0 is out of range");
  with("7 2 1", "7 2 one"), expect_problem(path, 10, "`one` is not a number");
  with(" 1 0 0 \n", "\n"), expect_problem(path, 11, "a number is missing");
  with("ITEM: NUMBER OF ATOMS\n2\n", ""), expect_problem(path, 7, "NUMBER OF ATOMS");
  with("iz \n", "iz shapex\n"), expect_problem(path, 9, "`shapex shapey shapez`");
  with("iz \n", "iz form\n"), expect_problem(path, 9, "`shapex shapey shapez`");
  with("iz \n7 2 1 0.5 0.25 0.5 1 0 -1 0 \n", "iz shapex shapey shapez form\n7 2 1 0.5 0.25 0.5 1 0 -1 0 1 1 1 3\n");
  expect_problem(path, 10, "`form` = 3 is out of range");
  with("ITEM: TIMESTEP", "ITEM: UNITS\nmetal\nITEM: TIMESTEP"), expect_problem(path, 2, "neither `si` nor `lj`");
}

/// The sample of LAMMPS with one piece replaced, read: its problem as `line: sentence`, empty if there is none.
std::string said_of(std::string_view from, std::string_view to) {
  const TemporaryFolder folder;
  std::string text = k_lammps;
  put_text(folder / "a.dump", text.replace(text.find(from), from.size(), to));
  const auto read = read_dump(folder / "a.dump");
  const auto* problem = std::get_if<InputError>(&read);
  return problem ? std::to_string(problem->line) + ": " + problem->sentence : "";
}

TEST(Dump, a_body_that_cannot_be_is_refused_at_its_line) {
  using testing::StartsWith;
  EXPECT_THAT(said_of("0.25 0.5", "nan 0.5"), StartsWith("10: the position of body 7 is not finite; "));
  EXPECT_THAT(said_of("0.75 0.5", "0.75 -inf"), StartsWith("11: the position of body 3 is not finite; "));
  EXPECT_THAT(said_of("7 2 1 0.5", "7 2 1 nan"), StartsWith("10: the mass of body 7 is not finite; "));
  EXPECT_THAT(said_of("7 2 1 0.5", "7 2 inf 0.5"), StartsWith("10: the radius of body 7 is not finite; "));
  EXPECT_THAT(said_of("7 2 1 0.5", "7 2 0 0.5"), StartsWith("10: the radius of body 7 is 0; "));
  EXPECT_THAT(said_of("3 1 2 0.5", "3 1 -2 0.5"), StartsWith("11: the radius of body 3 is -1; "));
  EXPECT_THAT(said_of("iz \n7 2 1 0.5 0.25 0.5 1 0 -1 0 \n", "vx\n7 2 1 0.5 0.25 0.5 1 0 -1 nan\n"),
              StartsWith("10: the velocity of body 7 is not finite; "));
  const std::string shapes = "iz shapex shapey shapez\n7 2 1 0.5 0.25 0.5 1 0 -1 0 ";
  EXPECT_THAT(said_of("iz \n7 2 1 0.5 0.25 0.5 1 0 -1 0 ", shapes + "2 0 2"),
              StartsWith("10: body 7 is not a sphere and has the half axes (1, 0, 1); "));
  EXPECT_THAT(said_of("iz \n7 2 1 0.5 0.25 0.5 1 0 -1 0 ", shapes + "2 nan 2"),
              StartsWith("10: the half_axes of body 7 is not finite; "));
  EXPECT_THAT(said_of("3 1 2 0.5", "7 1 2 0.5"), StartsWith("11: body 7 is already there at line 10; "));
}

TEST(Dump, a_periodic_edge_without_length_is_refused_and_an_open_one_is_not) {
  using testing::StartsWith;
  EXPECT_THAT(said_of("-1 1\n", "1 1\n"), StartsWith("7: the cell goes from 1 to 1 along y, which is periodic; "));
  EXPECT_THAT(said_of("-1 1\n", "1 -1\n"), StartsWith("7: the cell goes from 1 to -1 along y, which is periodic; "));
  EXPECT_THAT(said_of("-1 1\n", "-1e308 1e308\n"),
              StartsWith("7: the cell goes from -1e+308 to 1e+308 along y, which is periodic; "));
  EXPECT_THAT(said_of("-1 1\n", "nan 1\n"), StartsWith("7: the bounds of the cell along y are not finite; "));
  EXPECT_THAT(said_of("0 8\n", "0 inf\n"), StartsWith("8: the bounds of the cell along z are not finite; "));
  EXPECT_EQ(said_of("0 8\n", "8 8\n"), "");
}

TEST(Dump, bodies_more_than_a_million_periodic_edges_outside_are_refused) {
  using testing::StartsWith;
  EXPECT_THAT(
      said_of("0.25 0.5", "1e30 0.5"),
      StartsWith("10: body 7 is at (1e+30, -1.5, 1), more than a million edges outside of the periodic cell; "));
  EXPECT_THAT(said_of("0.25 0.5", "-2.1e6 0.5"), StartsWith("10: body 7 is at (-2.1e+06, "));
  EXPECT_THAT(said_of("-1 0 \n", "-1000001 0 \n"), StartsWith("10: body 7 is at ("));
  EXPECT_EQ(said_of("0.25 0.5", "-1.9e6 0.5"), "");
  EXPECT_EQ(said_of("0.25 0.5 1", "0.25 0.5 1e300"), "") << "z is open";
}

TEST(Dump, tilts_of_more_than_a_million_edges_are_refused_at_their_line) {
  using testing::StartsWith;
  const std::string box = "pp pp ff\n0.0000000000000000e+00 2.0000000000000000e+00\n-1 1\n0 8\n";
  const auto tilted = [&](std::string edges, std::string x, std::string y, std::string z) {
    return said_of(box, "xy xz yz " + edges + "\n" + x + "\n" + y + "\n" + z + "\n");
  };
  EXPECT_THAT(tilted("pp pp ff", "0 1e30 1e30", "-1 1 0", "0 8 0"), StartsWith("6: the cell goes from 0 to 0 along x"))
      << "the bounds around it have swallowed the edge";
  EXPECT_THAT(tilted("pp pp ff", "0 2.1e6 2.1e6", "-1 1 0", "0 8 0"),
              StartsWith("6: the cell goes from 0 to 0 along x"));
  EXPECT_THAT(tilted("pp pp ff", "0 2100002 2.1e6", "-1 1 0", "0 8 0"),
              StartsWith("6: the tilt xy of the cell leans by more than a million edges along x; "));
  EXPECT_THAT(tilted("pp pp pp", "0 2 0", "-1 2100001 0", "0 8 2.1e6"),
              StartsWith("8: the tilt yz of the cell leans by more than a million edges along y; "));
  EXPECT_THAT(tilted("pp pp ff", "0 2 nan", "-1 1 0", "0 8 0"),
              StartsWith("6: the tilt xy of the cell is not finite; "));
  EXPECT_EQ(tilted("pp pp ff", "0 1900002 1.9e6", "-1 1 0", "0 8 0"), "");
}

TEST(Dump, an_earlier_frame_is_there_though_the_last_one_has_blown_up) {
  const TemporaryFolder folder;
  sim::Frame last = frame_at(200);
  last.bodies[1].position.y = std::nan("");
  append_dump(folder / "frames.dump", frame_at(100)), append_dump(folder / "frames.dump", last);
  support::expect_same_bodies(frame_at(100), good(folder / "frames.dump", 100));
  const auto read = read_dump(folder / "frames.dump");
  ASSERT_TRUE(std::holds_alternative<InputError>(read));
  EXPECT_THAT(std::get<InputError>(read).sentence, testing::HasSubstr("take an earlier frame"));
}

}  // namespace
}  // namespace scree::io
