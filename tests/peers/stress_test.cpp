// The stress of a shaken periodic packing with friction, against LAMMPS's `compute pressure`: contacts and motion
// apart.
//
// Without dashpots, since LAMMPS's act on half-step velocities and what we show of a contact is of now. A cell in which
// no sphere crosses a face, as in the other comparisons. Roll and twist torques do not enter either sum.
#include <gtest/gtest.h>

#include <fstream>

#include "analysis/stress.h"
#include "io/frame/lammps_frame.h"
#include "lammps.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace scree::peers {
namespace {

constexpr int k_edge = 6, k_steps = 100;
constexpr double k_spacing = 0.95, k_step = 0.01;

sim::Scene shaken_packing() {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .damping_by_mass = 0.0};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1.0, .coefficient = 0.3, .damping = 0.0};
  sim::Scene scene = test::scene_with(model, k_step, 1.0);
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::velocity_verlet_lammps;
  scene.cell = {{true, true, true}, {{}, k_edge * k_spacing * Vec3d{1, 1, 1}}, {}};
  Vec3d momentum;
  for (int i = 0; i < k_edge * k_edge * k_edge; ++i) {
    Random random(8, static_cast<std::uint64_t>(i));
    const Vec3d site{i % k_edge + 0.5, i / k_edge % k_edge + 0.5, i / k_edge / k_edge + 0.5};
    scene.spheres.push_back(test::sphere(k_spacing * site + test::vector(random, 0.05), 0.5, test::vector(random, 0.05),
                                         test::vector(random, 0.1)));
    momentum += scene.spheres.back().traits.velocity;
  }
  // LAMMPS does not subtract the mean velocity
  for (sim::OneSphere& s : scene.spheres)
    s.traits.velocity -= 1.0 / static_cast<double>(scene.spheres.size()) * momentum;
  return scene;
}

void expect_tensor(const analysis::Tensor& ours, const double* theirs, const char* what) {
  using analysis::at;
  // LAMMPS's order xx yy zz xy xz yz, with the branch first: its xy is branch_x force_y.
  const double mine[6] = {at(ours, 0, 0), at(ours, 1, 1), at(ours, 2, 2),
                          at(ours, 1, 0), at(ours, 2, 0), at(ours, 2, 1)};
  // Sums of 10^3 terms: 1e3 eps = 2e-13, and rounding of 100 steps of motion.
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(mine[k], theirs[k], 1e-12 * analysis::trace(ours)) << what << " " << k;
}

TEST(StressBesideLammps, of_contacts_and_of_motion_is_the_same) {
  const support::TemporaryFolder folder;
  sim::Simulation simulation(shaken_packing());
  io::write_data_frame(folder / "data", simulation.frame());
  support::put_text(
      folder / "in",
      "units lj\natom_style sphere\natom_modify sort 0 0\nnewton off\ncomm_modify vel yes\nboundary p p p\nread_data "
      "data\n"
      "pair_style granular\npair_coeff * * hooke 1 0 damping mass_velocity tangential linear_history 1 0 0.3\n"
      "timestep 0.01\nfix move all nve/sphere\ncompute touch all pressure NULL virial\ncompute motion all pressure "
      "thermo_temp ke\n"
      "thermo 100\nthermo_style custom step c_touch[1] c_motion[1]\nrun 100\n"
      "print \"$(c_touch[1]:%.17g) $(c_touch[2]:%.17g) $(c_touch[3]:%.17g) $(c_touch[4]:%.17g) $(c_touch[5]:%.17g) "
      "$(c_touch[6]:%.17g) "
      "$(c_motion[1]:%.17g) $(c_motion[2]:%.17g) $(c_motion[3]:%.17g) $(c_motion[4]:%.17g) $(c_motion[5]:%.17g) "
      "$(c_motion[6]:%.17g)\" file stresses\n");
  run_script(folder.path());
  double theirs[12] = {};
  std::ifstream in(folder / "stresses");
  for (double& x : theirs) in >> x;
  ASSERT_TRUE(in);

  simulation.advance(k_steps);
  const sim::Frame frame = simulation.frame();
  const analysis::Stress stress = analysis::mean_stress(frame, frame.contacts, analysis::region_of(frame));
  expect_tensor(stress.contact, theirs, "contacts");
  expect_tensor(stress.kinetic, theirs + 6, "motion");
}

}  // namespace
}  // namespace scree::peers
