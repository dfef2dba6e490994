// A law that is not in law/all.h: added at run time, chosen by name in a scene, run by the kernels of every instruction
// set, saved, restored, and refused where it is not known.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/laws/laws_text.h"
#include "io/checkpoint/checkpoint.h"
#include "io/scene/scene_reader.h"
#include "io/scene/scene_writer.h"
#include "law/outside_law.h"
#include "law/descriptor.h"
#include "scree/version.h"
#include "sim/simulation.h"
#include "support/temporary_folder.h"

namespace scree {
namespace test {

struct IsaKernel {
  std::string isa;
  contact::StageKernel kernel;
};
std::vector<IsaKernel>& bristle_kernels() {
  static std::vector<IsaKernel> all;
  return all;
}
void keep_bristle_kernel(const char* isa, contact::StageKernel kernel) { bristle_kernels().push_back({isa, kernel}); }

/// The index of the law, which is added when it is asked for first.
int bristle() {
  static const int index = [] {
    const int added = law::add_law<Bristle, law::Stage::slide>();
    for (const IsaKernel& k : bristle_kernels()) contact::add_kernel(law::Stage::slide, added, k.isa, k.kernel);
    return added;
  }();
  return index;
}

}  // namespace test

namespace {

constexpr double k_mass = 2.0, k_stiffness = 800.0, k_press = 10.0, k_mu = 0.5;  // slips at 5 N
constexpr double k_step = 1e-4;
// [m]: 5000 drifts of a position of 2.5 mm and a velocity of 50 mm/s, each rounded by 1e-18 m at most, all one way:
// 5e-15
constexpr double k_round = 1e-12;

/// A sphere that cannot turn, pressed on a plane by 10 N and pulled along it from rest.
std::string scene_text(double pull) {
  return R"(
[time]
end = "1 s"
step = "1e-4 s"
[[material]]
name = "a"
[[contact]]
between = ["a", "a"]
normal = { law = "prescribed", force = "10 N" }
slide = { law = "bristle", stiffness = "800 N/m", coefficient = 0.5 }
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "a"
[[sphere]]
position = [0, 0, "0.099 m"]
radius = "0.1 m"
mass = "2 kg"
inertia = "1 kg m^2"
lock = ["rx", "ry", "rz"]
force = [")" +
         std::to_string(pull) + R"( N", 0, "-10 N"]
material = "a"
)";
}
sim::Scene scene_of(double pull) {
  io::ReadResult read = io::read_scene_text(scene_text(pull), "bristle.toml", ".");
  EXPECT_TRUE(read.scene.has_value()) << read.problems.text();
  return std::move(*read.scene);
}
double x_of(const sim::Simulation& run) { return run.bodies()[0].position.x; }

TEST(OutsideLaw, is_not_known_before_it_is_added) {
  const io::ReadResult read = io::read_scene_text(scene_text(3.0), "bristle.toml", ".");
  ASSERT_EQ(read.problems.size(), 1U);
  EXPECT_NE(read.problems[0].sentence.find("contact.slide.law = \"bristle\" is not a valid choice"), std::string::npos)
      << read.problems.text();
}

TEST(OutsideLaw, is_chosen_by_its_name_and_listed) {
  test::bristle();
  const sim::Scene scene = scene_of(3.0);
  const law::Descriptor* chosen = law::law_of(scene.contacts[0].model.slide);
  ASSERT_NE(chosen, nullptr);
  EXPECT_EQ(chosen->name, "bristle");
  EXPECT_EQ(law::law_index(scene.contacts[0].model.slide), test::bristle());
  EXPECT_EQ(chosen->field("stiffness")->number(law::params_of(scene.contacts[0].model.slide)), k_stiffness);
  EXPECT_NE(app::laws_text().find("F = -stiffness s,  |F| <= coefficient N"), std::string::npos);
}

TEST(OutsideLaw, is_written_into_a_scene_that_reads_back) {
  test::bristle();
  const std::string written = io::write_scene(scene_of(3.0)).text;
  io::ReadResult read = io::read_scene_text(written, "written.toml", ".");
  ASSERT_TRUE(read.scene.has_value()) << read.problems.text() << written;
  const auto& slide = read.scene->contacts[0].model.slide;
  ASSERT_EQ(law::law_index(slide), test::bristle());
  EXPECT_EQ(law::law_of(slide)->field("stiffness")->number(law::params_of(slide)), k_stiffness);
  EXPECT_EQ(law::law_of(slide)->field("coefficient")->number(law::params_of(slide)), k_mu);
}

TEST(OutsideLaw, has_a_name_of_its_own) {
  EXPECT_THROW((test::bristle(), law::add_law<test::Bristle, law::Stage::slide>()), std::logic_error);
}

TEST(OutsideLaw, has_kernels_for_every_instruction_set_of_this_machine) {
  test::bristle();
  for (const contact::Kernels* kernels : contact::available_kernels())
    EXPECT_NE(kernels->slide[test::bristle()], nullptr) << kernels->name;
}

TEST(OutsideLaw, in_stick_swings_about_pull_over_stiffness) {
  test::bristle();
  const double pull = 2.0, w = std::sqrt(k_stiffness / k_mass);
  for (const contact::Kernels* kernels : contact::available_kernels()) {
    sim::Simulation run(scene_of(pull), {.threads = 1, .isa = std::string(kernels->name)});
    for (int k = 0; k < 10; ++k) {
      run.advance(500);
      const double due = pull / k_stiffness * (1.0 - std::cos(w * run.time()));
      // Velocity Verlet swings faster by (w dt)^2/24 of w.
      const double late = pull / k_stiffness * w * run.time() * (w * k_step) * (w * k_step) / 24.0;
      EXPECT_NEAR(x_of(run), due, 1.1 * late + k_round) << kernels->name;
      // The law declares which part of its history outputs show; the spring is stretched by mean velocities, so by the
      // displacement.
      EXPECT_NEAR(run.frame().contacts.at(0).stretch.x, x_of(run), k_round) << kernels->name;
    }
  }
}

TEST(OutsideLaw, in_slip_takes_the_limit_from_the_pull) {
  test::bristle();
  const double pull = 8.0;
  sim::Simulation run(scene_of(pull));
  run.advance(1000);
  const double v = run.bodies()[0].velocity.x;
  run.advance(1000);
  // 1000 kicks of a velocity of about 0.3 m/s, each rounded by 6e-17, at worst all one way: 6e-14
  EXPECT_NEAR(run.bodies()[0].velocity.x - v, (pull - k_mu * k_press) / k_mass * 1000 * k_step, 1e-11);
  EXPECT_EQ(run.frame().contacts.at(0).slide, sim::Mode::slip);
}

TEST(OutsideLaw, goes_on_with_the_same_bits_from_a_checkpoint_and_for_every_instruction_set) {
  test::bristle();
  const sim::Scene scene = scene_of(4.9);
  sim::Simulation whole(scene, {.threads = 1, .isa = "scalar"});
  whole.advance(700);
  const Archive saved = whole.save();
  whole.advance(700);
  for (const contact::Kernels* kernels : contact::available_kernels()) {
    sim::Simulation rest(scene, saved, {.threads = 1, .isa = std::string(kernels->name)});
    rest.advance(700);
    EXPECT_EQ(rest.state_hash(), whole.state_hash()) << kernels->name;
  }
}

TEST(OutsideLaw, without_a_kernel_for_the_instruction_set_is_refused) {
  test::bristle();
  contact::add_kernel(law::Stage::slide, test::bristle(), "scalar", nullptr);
  std::string said;
  try {
    sim::Simulation run(scene_of(3.0), {.threads = 1, .isa = "scalar"});
  } catch (const sim::BuildError& error) {
    said = error.what;
  }
  for (const test::IsaKernel& k : test::bristle_kernels())
    contact::add_kernel(law::Stage::slide, test::bristle(), k.isa, k.kernel);
  EXPECT_EQ(said,
            "the slide law \"bristle\" has no kernel for the instruction set \"scalar\"; choose another instruction "
            "set with --isa");
}

TEST(OutsideLaw, of_a_checkpoint_is_refused_by_name_where_it_was_not_added) {
  test::bristle();
  sim::Simulation run(scene_of(3.0));
  run.advance(100);
  const support::TemporaryFolder folder;
  io::write_checkpoint(
      folder.path(),
      {{{"scene.toml", scene_text(3.0)}}, std::string(version()), run.steps_done(), run.time(), run.save()});
  const std::string output = (folder.path() / "said").string();
  const int status = std::system(("timeout 60 " + std::string(SCREE_PROGRAM) + " run --quiet --resume " +
                                  folder.path().string() + " > " + output + " 2>&1")
                                     .c_str());
  std::ifstream file(output);
  const std::string said{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 0) << status << ": " << said;
  EXPECT_NE(said.find("contact.slide.law = \"bristle\" is not a valid choice; it takes \"coulomb-spring\""),
            std::string::npos)
      << said;
}

}  // namespace
}  // namespace scree
