// LAMMPS reads our data files and dumps, and we read its dumps, without losing a bit.
#include <gtest/gtest.h>

#include "io/frame/dump.h"
#include "io/frame/lammps_frame.h"
#include "lammps.h"
#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::peers {
namespace {

using support::put_text, support::TemporaryFolder;

/// Ordinary numbers in an open box, as LAMMPS can hold them.
sim::Frame frame_at(std::int64_t step) {
  support::AwkwardNumbers n(static_cast<unsigned>(step));
  sim::Frame frame = support::random_frame(50, 0, 7);
  frame.step = step, frame.cell.periodic = {false, false, false};
  for (auto& b : frame.bodies) {
    b.locks = 0;
    for (Vec3d* v : {&b.position, &b.velocity, &b.spin}) *v = {n.ordinary(), n.ordinary(), n.ordinary()};
  }
  return frame;
}

TEST(LammpsReads, a_frame_out_of_a_dump_of_ours_and_we_read_what_it_dumps) {
  const TemporaryFolder folder;
  io::write_data_frame(folder / "a.data", frame_at(100));
  for (const std::int64_t step : {100, 200, 300}) io::append_dump(folder / "ours.dump", frame_at(step));
  put_text(folder / "in",
           "units lj\natom_style sphere\nboundary f f f\nread_data a.data\npair_style zero 1.0\npair_coeff * *\n"
           "dump before all custom 1 before.dump id type radius mass x y z vx vy vz omegax omegay omegaz\ndump_modify "
           "before format float %.17g\n"
           "run 0\nundump before\n"
           "read_dump ours.dump 200 x y z vx vy vz wrapped no box yes\n"
           "dump after all custom 1 after.dump id type radius mass xu yu zu ix iy iz vx vy vz omegax omegay omegaz\n"
           "dump_modify after format float %.17g units yes time yes\nrun 0\n");
  run_script(folder.path());

  const auto compare = [&](const char* name, const sim::Frame& due, const sim::Frame& spins) {
    const auto read = io::read_dump(folder / name);
    ASSERT_TRUE(std::holds_alternative<io::DumpFrame>(read)) << io::describe(std::get<io::InputError>(read));
    const sim::Frame& got = std::get<io::DumpFrame>(read).frame;
    ASSERT_EQ(got.bodies.size(), due.bodies.size());
    for (std::size_t i = 0; i < due.bodies.size(); ++i) {
      EXPECT_EQ(got.bodies[i].id, due.bodies[i].id);
      EXPECT_EQ(got.bodies[i].material, due.bodies[i].material);
      EXPECT_EQ(got.bodies[i].radius, due.bodies[i].radius);
      EXPECT_DOUBLE_EQ(got.bodies[i].mass, due.bodies[i].mass);
      EXPECT_TRUE(support::same_bits(got.bodies[i].position, due.bodies[i].position)) << i;
      EXPECT_TRUE(support::same_bits(got.bodies[i].velocity, due.bodies[i].velocity)) << i;
      EXPECT_TRUE(support::same_bits(got.bodies[i].spin, spins.bodies[i].spin)) << i;
    }
  };
  compare("before.dump", frame_at(100), frame_at(100));
  compare("after.dump", frame_at(200), frame_at(100));  // read_dump of LAMMPS takes no spins
}

}  // namespace
}  // namespace scree::peers
