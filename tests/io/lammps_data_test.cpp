// LAMMPS data files of spheres: what is in them, and what is refused at which line.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/frame/lammps_data.h"
#include "io/frame/load_data.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

const std::string k_header =
    "LAMMPS data file, units = si\n"  // 1
    "\n"
    "3 atoms\n"  // 3
    "2 atom types\n"
    "-1 4.5 xlo xhi\n"
    "0.0 4e0 ylo yhi\n"
    "0 8 zlo zhi # height\n"  // 7
    "\n";
const std::string k_atoms =
    "Atoms # sphere\n"  // 9
    "\n"
    "7 1 0.5 2500 1 1 1 0 -1 2\n"  // 11
    "2 2 1.0 2600 2 1 1\n"
    "3 1 1.5 2700 3.5 -1e-3 +1\n";  // 13
const std::string k_velocities =
    "\n"
    "Velocities\n"  // 15
    "\n"
    "2 1 2 3 4 5 6\n"  // 17
    "7 0 0 -1 0 0 0\n"
    "3 0 0 0 0 0 0.5\n";  // 19

LammpsData good(const std::string& text) {
  auto result = read_lammps_data_text(text, "pack.data");
  if (const auto* problems = std::get_if<InputErrors>(&result)) {
    ADD_FAILURE() << problems->text();
    return {};
  }
  return std::get<LammpsData>(result);
}

void expect_problem(const std::string& text, int line, std::string_view part) {
  const auto result = read_lammps_data_text(text, "pack.data");
  const auto* problems = std::get_if<InputErrors>(&result);
  ASSERT_NE(problems, nullptr) << "taken as good; expected: " << part;
  EXPECT_EQ(problems->size(), 1U) << "one mistake drags others behind it:\n" << problems->text();
  const InputError* problem = &(*problems)[0];
  EXPECT_EQ(problem->file, "pack.data");
  EXPECT_EQ(problem->line, line) << problem->sentence;
  EXPECT_NE(problem->sentence.find(part), std::string::npos) << problem->sentence;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(LammpsData, atoms_come_sorted_by_id_with_box_types_and_images) {
  const LammpsData data = good(k_header + k_atoms);
  EXPECT_EQ(data.types, 2);
  EXPECT_EQ(data.box.low.x, -1.0);
  EXPECT_EQ(data.box.high.x, 4.5);
  EXPECT_EQ(data.box.high.y, 4.0);
  EXPECT_EQ(data.box.high.z, 8.0);
  ASSERT_EQ(data.atoms.size(), 3U);
  EXPECT_EQ(data.atoms[0].id, 2);
  EXPECT_EQ(data.atoms[1].id, 3);
  EXPECT_EQ(data.atoms[2].id, 7);
  EXPECT_EQ(data.atoms[0].type, 2);
  EXPECT_EQ(data.atoms[1].diameter, 1.5);
  EXPECT_EQ(data.atoms[1].density, 2700.0);
  EXPECT_EQ(data.atoms[1].position.x, 3.5);
  EXPECT_EQ(data.atoms[1].position.y, -1e-3);
  EXPECT_EQ(data.atoms[1].position.z, 1.0);
  EXPECT_EQ(data.atoms[2].image, (std::array<int, 3>{0, -1, 2}));
  EXPECT_EQ(data.atoms[0].velocity.x, 0.0);
}

TEST(LammpsData, velocities_find_their_atoms_in_any_order) {
  const LammpsData data = good(k_header + k_atoms + k_velocities);
  EXPECT_EQ(data.atoms[0].velocity.y, 2.0);
  EXPECT_EQ(data.atoms[0].spin.z, 6.0);
  EXPECT_EQ(data.atoms[1].spin.z, 0.5);
  EXPECT_EQ(data.atoms[2].velocity.z, -1.0);
}

TEST(LammpsData, style_comment_line_ends_and_empty_topology_make_no_difference) {
  EXPECT_EQ(good(k_header + replaced(k_atoms, " # sphere", "")).atoms.size(), 3U);
  EXPECT_EQ(
      good(replaced(k_header, "2 atom types\n", "2 atom types\n0 bonds\n0 bond types\n0 0 0 xy xz yz\n") + k_atoms)
          .atoms.size(),
      3U);
  std::string windows;
  for (const char c : k_header + k_atoms) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(good(windows).atoms.size(), 3U);
  std::string no_newline = k_header + k_atoms;
  no_newline.pop_back();
  EXPECT_EQ(good(no_newline).atoms.size(), 3U);
}

TEST(LammpsData, a_tilted_box_has_its_three_tilts) {
  const LammpsData data =
      good(replaced(k_header, "0 8 zlo zhi # height\n", "0 8 zlo zhi # height\n-0.5 +0.25 1e-3 xy xz yz\n") + k_atoms);
  EXPECT_EQ(data.tilt, (state::Tilt{-0.5, 0.25, 1e-3}));
  EXPECT_EQ(data.box.low.x, -1.0) << "bounds are those of the cell without its tilt";
  EXPECT_EQ(data.box.high.x, 4.5);
  EXPECT_FALSE(good(k_header + k_atoms).tilt.any());
}

TEST(LammpsData, faults_of_the_header_are_found_at_their_line) {
  expect_problem(replaced(k_header, "3 atoms", "3.5 atoms") + k_atoms, 3, "atoms = 3.5 is not an integer");
  expect_problem(replaced(k_header, "3 atoms", "0 atoms") + k_atoms, 3, "atoms = 0 is out of range");
  expect_problem(replaced(k_header, "3 atoms", "3 atms") + k_atoms, 3, "`atms` is not known in the header");
  expect_problem(replaced(k_header, "3 atoms", "5 bonds") + k_atoms, 3, "`bonds` is not known");
  expect_problem(replaced(k_header, "-1 4.5 xlo", "5 4.5 xlo") + k_atoms, 5, "a box needs low < high");
  expect_problem(replaced(k_header, "-1 4.5 xlo", "4.5 xlo") + k_atoms, 5,
                 "`xlo xhi` takes 2 numbers before it, not 1");
  expect_problem(replaced(k_header, "0 8 zlo zhi # height", "1 0 xy xz yz") + k_atoms, 7, "takes 3 numbers");
  expect_problem(replaced(k_header, "3 atoms", "") + k_atoms, 9, "before the line `N atoms`");
  expect_problem(replaced(k_header, "2 atom types", "") + k_atoms, 9, "`M atom types`");
  expect_problem(replaced(k_header, "0 8 zlo zhi", "") + k_atoms, 9, "all bounds");
}

TEST(LammpsData, faults_of_atoms_are_found_at_their_line) {
  expect_problem(k_header + replaced(k_atoms, "sphere", "atomic"), 9, "style `atomic`");
  expect_problem(k_header + replaced(k_atoms, "7 1 0.5 2500", "7 3 0.5 2500"), 11,
                 "type = 3 is out of range; it must lie between 1 and 2");
  expect_problem(k_header + replaced(k_atoms, "7 1 0.5 2500", "7 1 0 2500"), 11, "diameter = 0 is not positive");
  expect_problem(k_header + replaced(k_atoms, "7 1 0.5 2500", "7 1 0.5 -1"), 11, "density = -1 is not positive");
  expect_problem(k_header + replaced(k_atoms, "2600 2 1 1", "2600 2 nan 1"), 12,
                 "position = nan is not a finite number");
  expect_problem(k_header + replaced(k_atoms, "2600 2 1 1", "2600 2 1"), 12, "here are 6");
  expect_problem(k_header + replaced(k_atoms, "3 1 1.5", "7 1 1.5"), 13, "the atom 7 is already there at line 11");
  expect_problem(k_header + replaced(k_atoms, "3 1 1.5 2700 3.5 -1e-3 +1\n", ""), 12, "2 of 3 lines are there");
  expect_problem(k_header + k_atoms + "8 1 1.5 2700 3.5 0 1\n", 14, "`Atoms` has 4 lines, but the header says 3 atoms");
  expect_problem(k_header + k_atoms + "\nBonds\n", 15, "the section `Bonds` is not known");
  expect_problem(k_header, 8, "without a section `Atoms`");
  expect_problem("", 1, "without a section `Atoms`");
}

TEST(LammpsData, faults_of_velocities_are_found_at_their_line) {
  expect_problem(k_header + k_velocities, 10, "must come after `Atoms`");
  expect_problem(k_header + k_atoms + replaced(k_velocities, "2 1 2", "4 1 2"), 17, "atom 4, which does not exist");
  expect_problem(k_header + k_atoms + replaced(k_velocities, "7 0 0", "2 0 0"), 18,
                 "the velocity of atom 2 is given twice");
  expect_problem(k_header + k_atoms + replaced(k_velocities, "7 0 0 -1", "7 0 -1"), 18, "here are 6");
  expect_problem(k_header + k_atoms + replaced(k_velocities, "3 0 0 0 0 0 0.5\n", ""), 18, "2 of 3 lines");
  expect_problem(k_header + k_atoms + k_velocities + k_velocities, 21, "a second section `Velocities`");
}

std::vector<int> lines_of_problems(const std::string& text) {
  const auto result = read_lammps_data_text(text, "pack.data");
  std::vector<int> lines;
  if (const auto* problems = std::get_if<InputErrors>(&result))
    for (const InputError& problem : *problems) lines.push_back(problem.line);
  return lines;
}

TEST(LammpsData, all_faults_of_a_header_and_of_the_rows_are_reported_together) {
  EXPECT_EQ(lines_of_problems(replaced(replaced(k_header, "3 atoms", "3 atms"), "-1 4.5 xlo", "5 4.5 xlo") + k_atoms),
            (std::vector{3, 5}));
  const std::string atoms = replaced(replaced(k_atoms, "7 1 0.5 2500", "7 1 0 2500"), "2600 2 1 1", "2600 2 nan 1");
  EXPECT_EQ(lines_of_problems(k_header + atoms), (std::vector{11, 12}));
  EXPECT_EQ(lines_of_problems(k_header + atoms + replaced(k_velocities, "3 0 0 0 0 0 0.5", "3 0 0 0 0 0")),
            (std::vector{11, 12, 19}))
      << "velocities of atoms with a fault are not at fault";
  EXPECT_EQ(lines_of_problems(k_header + k_atoms + "8 1 1.5 2700 3.5 0 1\n9 1 1 1 1 1 1\n" +
                              replaced(k_velocities, "3 0 0 0 0 0 0.5", "3 0 0 0 0 0")),
            (std::vector{14, 21}));
}

TEST(LammpsData, of_very_many_faults_the_first_twenty_are_reported) {
  std::string text = replaced(k_header, "3 atoms", "100 atoms") + "Atoms\n\n";
  for (int i = 0; i < 100; ++i) text += "no number at all\n";
  EXPECT_LE(lines_of_problems(text).size(), 21U);
  text = replaced(k_header, "3 atoms", "100 atoms") + "Atoms\n\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i + 1) + " 1 1 nan 0 0 0\n";
  EXPECT_EQ(lines_of_problems(text).size(), 21U) << "the last one says that there may be more";
}

TEST(LammpsData, a_file_that_is_not_there_is_a_problem) {
  const auto result = read_lammps_data("no/such/file.data");
  ASSERT_TRUE(std::holds_alternative<InputErrors>(result));
  const auto there = read_lammps_data(std::filesystem::path(SCREE_TEST_DATA) / "broken" / "two_types.data");
  ASSERT_TRUE(std::holds_alternative<LammpsData>(there));
  EXPECT_EQ(std::get<LammpsData>(there).atoms.size(), 3U);
}

TEST(LammpsData, atoms_more_than_a_million_periodic_edges_outside_of_the_scenes_cell_are_refused_by_their_id) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "far.data").string();
  support::put_text(path, k_header + replaced(k_atoms, "2 1 1\n", "1e30 1 1\n"));
  for (const bool periodic : {true, false}) {
    sim::Scene scene;
    scene.cell.periodic[0] = periodic;
    sim::DataFile file;
    file.path = path, file.material_of_type = {0, 0}, file.cell_from_file = true;
    scene.files.push_back(file);
    const InputErrors problems = load_data_files(scene);
    EXPECT_EQ(problems.size(), periodic ? 1U : 0U) << problems.text();
    EXPECT_EQ(problems.text().find("far.data:1:1: atom 2 is at (1e+30, 1, 1), more than a million edges outside") !=
                  std::string::npos,
              periodic)
        << problems.text();
  }
}

}  // namespace
}  // namespace scree::io
