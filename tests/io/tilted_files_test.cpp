// A cell with tilts of its own on its way through scenes, data files, dumps, VTK files and checkpoints: the lattice
// that comes back is the one that went out.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "io/frame/dump.h"
#include "io/frame/lammps_frame.h"
#include "io/frame/load_data.h"
#include "io/scene_folder.h"
#include "io/scene/scene_reader.h"
#include "io/frame/vtp.h"
#include "sim/simulation.h"
#include "support/checkpoints.h"
#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;

constexpr state::Tilt k_tilts[] = {{0.3, -0.2, 0.4}, {-0.9, 0.0, 0.0}, {0.0, 2.5, -1.0 / 3.0}};

sim::Frame tilted_frame(const state::Tilt& tilt, unsigned seed) {
  sim::Frame frame = support::random_frame(40, 0, seed);
  frame.cell = {{true, true, true}, {{-1.0 / 3.0, 0.1, -7.0}, {5.0, 4.0, 2.0 / 3.0}}, tilt};
  support::AwkwardNumbers n(seed);
  for (auto& b : frame.bodies) b.position = {n.near(), n.near(), n.near()};
  return frame;
}

/// A dump contains the bounds of the box around the cell; those of the cell follow by a sum and a difference.
void expect_cell(const sim::CellSpec& got, const sim::CellSpec& due, double slack = 0.0) {
  EXPECT_EQ(got.tilt, due.tilt);
  for (const auto axis : k_axes) {
    EXPECT_NEAR(got.bounds.low.*axis, due.bounds.low.*axis, slack);
    EXPECT_NEAR(got.bounds.high.*axis, due.bounds.high.*axis, slack);
  }
}

TEST(TiltedCell, comes_through_a_dump) {
  const TemporaryFolder folder;
  unsigned seed = 1;
  for (const state::Tilt& tilt : k_tilts) {
    const sim::Frame frame = tilted_frame(tilt, ++seed);
    put_text(folder / "a.dump", dump_text(frame));
    const auto read = read_dump(folder / "a.dump");
    ASSERT_TRUE(std::holds_alternative<DumpFrame>(read)) << describe(std::get<InputError>(read));
    const sim::Frame& got = std::get<DumpFrame>(read).frame;
    support::expect_same_bodies(frame, got);
    EXPECT_EQ(got.cell.periodic, frame.cell.periodic);
    expect_cell(got.cell, frame.cell, 4e-15);  // two roundings of numbers below 8
  }
}

/// [LAMMPS manual, Howto_triclinic]: xlo_bound = xlo + min(0, xy, xz, xy + xz), ...
TEST(TiltedCell, is_written_to_a_dump_with_the_bounds_of_the_box_around_it) {
  sim::Frame frame = tilted_frame({0.5, -2.0, 0.25}, 3);
  frame.cell.bounds = {{0, 0, 0}, {4, 3, 2}};
  EXPECT_NE(dump_text(frame).find("ITEM: BOX BOUNDS xy xz yz pp pp pp\n-2 4.5 0.5\n0 3.25 -2\n0 2 0.25\n"),
            std::string::npos)
      << dump_text(frame);
}

TEST(TiltedCell, of_a_dump_gives_the_positions_of_images) {
  const TemporaryFolder folder;
  put_text(folder / "a.dump",
           "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS xy xz yz pp pp pp\n-2 4.5 0.5\n0 3.25 -2\n0 "
           "2 0.25\n"
           "ITEM: ATOMS id type radius mass x y z ix iy iz\n1 1 0.5 1 1 1 1 1 -1 2\n");
  const auto read = read_dump(folder / "a.dump");
  ASSERT_TRUE(std::holds_alternative<DumpFrame>(read));
  const Vec3d x = std::get<DumpFrame>(read).frame.bodies.at(0).position;
  EXPECT_TRUE(support::same_bits(x, Vec3d{1 + 4 - 0.5 + 2 * -2.0, 1 - 3 + 2 * 0.25, 1 + 2 * 2.0}))
      << x.x << " " << x.y << " " << x.z;
}

TEST(TiltedCell, comes_through_a_vtk_file_with_every_bit) {
  const TemporaryFolder folder;
  unsigned seed = 1;
  for (const state::Tilt& tilt : k_tilts) {
    const sim::Frame frame = tilted_frame(tilt, ++seed);
    write_bodies_vtp(folder / "a.vtp", frame);
    const auto read = read_bodies_vtp(folder / "a.vtp");
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << describe(std::get<InputError>(read));
    support::expect_same_bodies(frame, std::get<sim::Frame>(read));
    expect_cell(std::get<sim::Frame>(read).cell, frame.cell);
  }
}

TEST(TiltedCell, comes_through_a_data_file_with_every_bit) {
  const TemporaryFolder folder;
  unsigned seed = 1;
  for (const state::Tilt& tilt : k_tilts) {
    const sim::Frame frame = tilted_frame(tilt, ++seed);
    write_data_frame(folder / "a.data", frame);
    const auto read = read_data_frame(folder / "a.data");
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << describe(std::get<InputError>(read));
    expect_cell(std::get<sim::Frame>(read).cell, frame.cell);
  }
}

// A data file does not say which axes are periodic. Bodies that lie in the cell do so beyond its bounds along x where
// edges lean.
TEST(TiltedCell, of_a_data_file_keeps_its_bounds_if_all_bodies_lie_in_it) {
  const TemporaryFolder folder;
  const sim::CellSpec cell{{true, true, true}, {{0, 0, 0}, {4, 3, 2}}, {1.5, -0.5, 1.0}};
  sim::Frame frame = tilted_frame(cell.tilt, 3);
  frame.cell = cell;
  Random random(3, 1);
  for (auto& b : frame.bodies) {
    const double s[3] = {random.uniform(), random.uniform(), random.uniform()};
    b.position = Vec3d{s[0] * 4 + s[1] * 1.5 - s[2] * 0.5, s[1] * 3 + s[2], s[2] * 2};
  }
  ASSERT_TRUE(
      std::any_of(frame.bodies.begin(), frame.bodies.end(), [](const sim::BodyView& b) { return b.position.x > 4.0; }));
  write_data_frame(folder / "a.data", frame);
  for (int round = 0; round < 2; ++round) {
    const auto read = read_data_frame(folder / "a.data");
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << describe(std::get<InputError>(read));
    expect_cell(std::get<sim::Frame>(read).cell, frame.cell);
    write_data_frame(folder / "a.data", std::get<sim::Frame>(read));
  }
}

constexpr std::string_view k_materials = R"(
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "1e4 N/m", restitution = 0.5 }
slide = { law = "coulomb-spring", stiffness = "3e3 N/m", coefficient = 0.3, damping = 0 }
)";
constexpr std::string_view k_dense_scene = R"(
[cell]
periodic = ["x", "y", "z"]
low = ["-1 cm", 0, 0]
high = ["2 cm", "28 mm", "25 mm"]
tilt = ["10 mm", "-6 mm", "12 mm"]
[[random]]
low = ["-1 cm", 0, 0]
high = ["2 cm", "28 mm", "25 mm"]
count = 80
radius = "2 mm"
velocity = ["1 m/s", "0.5 m/s", "-0.7 m/s"]
material = "glass"
[[random]]
low = ["-1 cm", 0, 0]
high = ["2 cm", "28 mm", "25 mm"]
count = 80
seed = 2
radius = "2 mm"
velocity = ["-1 m/s", "0.3 m/s", "0.9 m/s"]
material = "glass"
)";

sim::Scene good(const ReadResult& result) {
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene.value_or(sim::Scene{});
}
sim::Scene dense(std::string_view head) {
  return good(
      read_scene_text(std::string(head) + std::string(k_materials) + std::string(k_dense_scene), "test.toml", {}));
}

TEST(TiltedCell, of_a_scene_becomes_that_of_the_world) {
  const sim::Simulation run(dense("time = { end = \"1 ms\", step = \"10 us\" }\n"));
  const state::Cell& cell = run.world().cell;
  EXPECT_EQ(cell.tilt, (state::Tilt{0.010, -0.006, 0.012}));
  EXPECT_DOUBLE_EQ(cell.length.x, 0.03);
  EXPECT_EQ(run.frame().cell.tilt, cell.tilt);
}

TEST(TiltedCell, of_a_data_file_becomes_that_of_the_scene) {
  const SceneFolder folder;
  sim::Simulation run(dense("time = { end = \"1 ms\", step = \"10 us\" }\n"));
  run.advance(100);
  write_data_frame(folder.inside() / "state.data", run.frame());
  sim::Scene scene = good(read_scene(folder.write(
      "scene.toml", "time = { end = \"1 ms\", step = \"10 us\" }\ncell.periodic = [\"x\", \"y\", \"z\"]\n" +
                        std::string(k_materials) +
                        "[[data_file]]\npath = \"state.data\"\nmaterials = [\"glass\"]\ncell = true\n")));
  EXPECT_EQ(scene.cell.tilt, run.world().cell.tilt);
  ASSERT_TRUE(load_data_files(scene).empty());
  const sim::Simulation again(scene);
  EXPECT_EQ(again.world().cell.tilt, run.world().cell.tilt);
  EXPECT_EQ(again.contact_count(), run.contact_count());
  EXPECT_GT(run.contact_count(), 0);
}

// A width along an open axis says nothing of the edges that lean.
TEST(TiltedCell, of_ten_thousand_edges_is_accepted_beside_an_open_axis_of_any_width) {
  for (const std::string_view open : {"0", "1e-3", "-1"}) {
    const sim::Scene scene =
        good(read_scene_text("units = \"reduced\"\ntime = { end = 1, step = 0.01 }\n[cell]\nperiodic = [\"x\", "
                             "\"y\"]\nlow = [0, 0, 0]\nhigh = [10, 10, " +
                                 std::string(open) + "]\ntilt = [1e5, 0, 0]\n" +
                                 "[[material]]\nname = \"m\"\ndensity = 1\n[[contact]]\nbetween = [\"m\", "
                                 "\"m\"]\nnormal = { law = \"hooke\", stiffness = 1, restitution = 0.5 }\n"
                                 "[[sphere]]\nposition = [1, 1, 1]\nradius = 0.5\nmaterial = "
                                 "\"m\"\n[[sphere]]\nposition = [3, 9, 1]\nradius = 0.5\nmaterial = \"m\"\n",
                             "test.toml", {}));
    EXPECT_EQ(sim::Simulation(scene).world().cell.tilt, state::Tilt{}) << "ten thousand whole edges are none";
  }
}

// Through the file, with all that a cell under strain has of its own: its rates, and the point about which it is
// scaled.
TEST(TiltedCell, is_restored_from_a_checkpoint_and_the_run_continues_with_the_same_bits) {
  for (const std::string_view head : {"",
                                      "stepper = \"nph\"\nnph = { pressure = \"1 kPa\", shear = [\"100 Pa\", 0, \"-50 "
                                      "Pa\"], damping = \"1 ms\", temperature = \"30 mJ\" }\n",
                                      "stepper = \"deform\"\ndeform = { rate = [\"-20 1/s\", 0, \"5 1/s\"], shear_rate "
                                      "= [\"60 1/s\", \"-30 1/s\", \"40 1/s\"] }\n"}) {
    const sim::Scene scene = dense(std::string(head) + "time = { end = \"10 ms\", step = \"10 us\" }\n");
    sim::Simulation whole(scene), before(scene);
    whole.advance(600), before.advance(287);
    Checkpoint saved;
    saved.state = before.save();
    const Checkpoint read = read_checkpoint_image(test::image_of(saved));
    sim::Simulation after(scene, read.state, {.threads = 2, .isa = {}});
    EXPECT_EQ(after.world().cell.tilt, before.world().cell.tilt);
    EXPECT_TRUE(support::same_bits(after.world().cell.length, before.world().cell.length));
    after.advance(600 - 287);
    EXPECT_EQ(after.state_hash(), whole.state_hash()) << head;
    EXPECT_EQ(after.world().cell.tilt, whole.world().cell.tilt);
    EXPECT_TRUE(support::same_bits(after.world().cell.low, whole.world().cell.low)) << head;
    EXPECT_TRUE(support::same_bits(after.world().cell.length, whole.world().cell.length)) << head;
    EXPECT_EQ(after.report().ledger.residual(), whole.report().ledger.residual());
    if (head.empty()) continue;
    EXPECT_NE(whole.world().cell.tilt, sim::Simulation(scene).world().cell.tilt) << "nothing was strained";
    EXPECT_GT(whole.report().ledger.dissipated.sum(), 0.0) << "nothing collided";
  }
}

}  // namespace
}  // namespace scree::io
