// Frames report the loads that the last evaluation applied: those of the contacts of a body add up to its own, to
// rounding, under every stepper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernel/contact_kernels.h"
#include "determinism/scenes.h"
#include "sim/steppers.h"
#include "support/near_fields.h"
#include "support/rigid_scenes.h"

namespace scree {
namespace {

using sim::StepperKind;

/// A dense crystal in a cell with three periodic axes, for the steppers that strain it.
sim::Scene strained() {
  sim::Scene scene = test::crystal_of(4);
  scene.planes.clear();
  scene.cell.periodic = {true, true, true};
  scene.cell.bounds.high.z = 4 * 1.99 * 0.004 * 1.4142135623730951;
  scene.nph = {.pressure = {3e3, 3e3, 2e3}, .shear = {}, .damping = 1e-2, .temperature = 1e-2};
  scene.deform = {.rate = {-2, 1, 0.5}, .shear_rate = {3, -1, 0.5}};
  return scene;
}
/// Forces beyond contact, which are no loads of contacts, and bodies that are held.
sim::Scene windy() {
  sim::Scene scene = test::collapse();
  scene.forces.drag = 1e-4, scene.forces.fluid_velocity = {0.2, 0, 0}, scene.forces.magnus = 1e-6;
  scene.forces.near_fields = {test::lennard_jones(0.004, 1e-7, 0.008)};
  for (int i = 0; i < 4; ++i) {
    auto peg = test::sphere({0.015 * (i + 0.5), 0.03, 0.002}, 0.005);
    peg.traits.locks = i % 2 ? sim::k_lock_all : sim::Locks{0b000110};
    scene.spheres.push_back(peg);
  }
  return scene;
}

struct Case {
  const char* name;
  std::function<sim::Scene()> make;
  int steps;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{"collapse", test::collapse, 330},
                                        {"tracked", test::tracked_collapse, 310},
                                        {"patched", test::patched_collapse, 310},
                                        {"incline", test::incline, 400},
                                        {"tumble", test::tumble, 610},
                                        {"boulder", test::boulder, 610},
                                        {"crystal", test::crystal, 30},
                                        {"shower", test::shower, 501},
                                        {"windy", windy, 330},
                                        {"strained", strained, 40},
                                        {"rigid_pour", test::rigid_pour, 150},
                                        {"rigid_tumble", test::rigid_tumble, 100},
                                        {"rigid_machine", test::rigid_machine, 130}};
  return all;
}
struct Run {
  Case of;
  StepperKind stepper;
  sim::Scene scene() const { return test::under(stepper, of.make()); }
};
std::vector<Run> runs() {
  std::vector<Run> all;
  for (const Case& c : cases())
    for (const auto& stepper : sim::k_steppers) {
      const sim::Scene own = c.make();
      sim::Scene scene = own;
      scene.stepper = stepper.kind;
      if (sim::descriptor_of(own.stepper).is_rigid() != stepper.descriptor.is_rigid()) continue;
      if (!sim::refused_by_stepper(scene).empty()) continue;
      Case of = c;
      if (stepper.descriptor.is_implicit) of.steps = c.steps < 100 ? 7 : c.steps / 2;
      all.push_back({of, stepper.kind});
    }
  return all;
}

/// A sum of vectors, and of their sizes, which rounding is in proportion to.
struct Sum {
  Vec3d all;
  double size = 0.0;
  int terms = 0;
  void add(const Vec3d& v, double of) { all += v, size += of, ++terms; }
};

/// A term has a few roundings of its own, and each sum rounds once a term, in the engine and here. A normal is found
/// from a place again, which may have gone through a periodic face meanwhile: its rounding is that of the place over
/// the length of the branch.
void expect_that_loads_add_up(const sim::Frame& frame, const sim::Scene& scene) {
  std::map<std::int64_t, Sum> force, torque;
  double places = 0.0;
  for (const sim::BodyView& b : frame.bodies) places = std::max(places, norm(b.position));
  std::map<std::int64_t, double> reach;
  for (const sim::BodyView& b : frame.bodies) reach[b.id] = b.radius;
  for (const sim::ContactView& c : frame.contacts) {
    const Vec3d f = c.normal_force * c.normal + c.friction;
    const double turned = places / std::max(norm(c.branch), 1e-3 * reach[c.a]);
    const double size = std::abs(c.normal_force) * (1.0 + turned) + norm(c.friction);
    const auto put = [&](std::int64_t body, double sign, const Vec3d& arm, const Vec3d& own) {
      force[body].add(sign * f, size);
      const double turning = norm(arm) * size * (1.0 + turned) + norm(own) + std::abs(c.spin_torque) * (1.0 + turned);
      torque[body].add(cross(sign * arm, f) + own, turning);
    };
    put(c.a, 1.0, c.arm_a, c.roll_torque + c.spin_torque * c.normal);
    // The load of a plane on a body acts on the body.
    const auto carried = static_cast<std::size_t>(c.plane) - scene.planes.size();
    const bool on_body = c.plane >= 0 && carried < scene.carried.size();
    const std::int64_t b = on_body ? static_cast<std::int64_t>(scene.carried[carried].on.index) + 1 : c.b;
    if (c.plane < 0 || on_body) put(b, -1.0, c.arm_b, c.roll_torque_b - c.spin_torque * c.normal);
  }
  for (const sim::BodyView& b : frame.bodies) {
    const Sum &f = force[b.id], &t = torque[b.id];
    const auto bound = [&](const Sum& s) { return (2.0 * s.terms + 16.0) * test::k_eps * s.size; };
    ASSERT_LE(norm(b.force - f.all), bound(f)) << "body " << b.id << ", contacts: " << f.terms;
    ASSERT_LE(norm(b.torque - t.all), bound(t)) << "body " << b.id << ", contacts: " << t.terms;
  }
}

/// All numbers of the contacts and of the loads on bodies, bit by bit.
std::string bits_of(const sim::Frame& frame) {
  std::string bits;
  const auto put = [&](const auto& x) { bits.append(reinterpret_cast<const char*>(&x), sizeof x); };
  for (const sim::BodyView& b : frame.bodies) put(b.id), put(b.force), put(b.torque), put(b.coordination);
  for (const sim::ContactView& c : frame.contacts) {
    put(c.a), put(c.b), put(c.plane), put(c.branch), put(c.normal), put(c.overlap), put(c.arm_a), put(c.arm_b);
    put(c.normal_force), put(c.friction), put(c.roll_torque), put(c.roll_torque_b), put(c.spin_torque);
    put(c.stretch), put(c.roll_stretch), put(c.spin_angle), put(c.slide), put(c.roll), put(c.spin);
  }
  return bits;
}

class AppliedLoads : public ::testing::TestWithParam<Run> {};

TEST_P(AppliedLoads, add_up_to_those_of_bodies_with_the_same_bits_for_all_threads_and_instruction_sets) {
  const sim::Scene scene = GetParam().scene();
  std::string expected;
  const auto check = [&](const sim::Options& options) {
    SCOPED_TRACE(options.isa + ", " + std::to_string(options.threads) + " threads");
    sim::Simulation run(scene, options);
    run.advance(GetParam().of.steps);
    const sim::Frame frame = run.frame();
    EXPECT_GT(frame.contacts.size(), 25u);
    expect_that_loads_add_up(frame, scene);
    if (expected.empty()) expected = bits_of(frame);
    EXPECT_TRUE(bits_of(frame) == expected) << "other bits";
  };
  check({.threads = 2, .isa = {}});
  for (const contact::Kernels* kernels : contact::available_kernels())
    check({.threads = 1, .isa = std::string(kernels->name)});
}

/// To look changes nothing, whether a run keeps loads or not; and a restored state shows what the saved one showed.
TEST_P(AppliedLoads, are_kept_in_saved_states_and_change_no_step) {
  const sim::Scene scene = GetParam().scene();
  const int steps = std::min(GetParam().of.steps, 150);
  sim::Simulation seen(scene, {.threads = 2, .isa = {}});
  sim::Simulation unseen(scene, {.threads = 2, .isa = {}, .record_loads = false});
  expect_that_loads_add_up(seen.frame(), scene);  // at the start
  for (int i = 0; i < steps; ++i) {
    seen.advance(1);
    if (i % 8 == 0) {
      if ((i + 1) % 64 != 0) expect_that_loads_add_up(seen.frame(), scene);
      const sim::Simulation again(scene, seen.save());
      ASSERT_TRUE(bits_of(again.frame()) == bits_of(seen.frame())) << "restored after step " << i + 1;
    }
  }
  unseen.advance(steps);
  EXPECT_EQ(seen.state_hash(), unseen.state_hash());
}

INSTANTIATE_TEST_SUITE_P(Of, AppliedLoads, ::testing::ValuesIn(runs()), [](const auto& of) {
  std::string word(sim::descriptor_of(of.param.stepper).word);
  std::replace(word.begin(), word.end(), '-', '_');
  return std::string(of.param.of.name) + "_" + word;
});

/// A run that an overlap ends early, which no evaluation knows beforehand, is looked at too.
TEST(OverlapAlarm, leaves_the_loads_of_the_last_step) {
  for (const auto& stepper : sim::k_steppers) {
    sim::Scene scene = test::under(stepper.kind, strained());
    if (stepper.descriptor.is_rigid() || !sim::refused_by_stepper(scene).empty()) continue;
    SCOPED_TRACE(stepper.descriptor.word);
    sim::Simulation run(scene);
    run.set_overlap_alarm(0.5 * run.worst_overlap().fraction, 1.0);  // the first step finds it
    run.advance(300);
    ASSERT_TRUE(run.overlap_alarm().has_value());
    EXPECT_LT(run.steps_done(), 300);
    expect_that_loads_add_up(run.frame(), scene);
    const step::Ledger& ledger = run.report().ledger;
    EXPECT_GT(ledger.stored.sum(), 0.0);
  }
}

/// A file of a former version has no loads of contacts. It goes on with the same bits; its frames show those of a
/// set-up evaluation until the next step.
TEST(SavedLoads, that_a_former_version_did_not_save_are_those_of_a_set_up_evaluation) {
  const sim::Scene scene = test::collapse();
  sim::Simulation run(scene);
  run.advance(250);
  const Archive saved = run.save();
  Archive former;
  for (const Array& array : saved.arrays())
    if (array.name != "contacts/loads" && array.name != "contacts/slips") former.add(array);
  sim::Simulation again(scene, former);
  ASSERT_EQ(again.state_hash(), run.state_hash());
  const sim::Frame frame = run.frame(), shown = again.frame();
  ASSERT_EQ(shown.contacts.size(), frame.contacts.size());
  double largest = 0.0, off = 0.0;
  for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
    largest = std::max(largest, frame.contacts[i].normal_force);
    off = std::max(off, std::abs(frame.contacts[i].normal_force - shown.contacts[i].normal_force));
  }
  EXPECT_GT(off, 0.0);
  EXPECT_LT(off, 0.1 * largest);
  run.advance(7), again.advance(7);
  EXPECT_TRUE(bits_of(again.frame()) == bits_of(run.frame()));
}

/// A body that is inserted or removed between two steps does not change the loads of all other contacts.
TEST(SavedLoads, stay_with_their_contacts_while_bodies_come_and_go) {
  const sim::Scene scene = test::shower();
  sim::Simulation run(scene, {.threads = 2, .isa = {}});
  std::int64_t came = 0;
  for (int i = 0; i < 400; ++i) {
    const std::int64_t bodies = run.body_count(), rebuilds = run.rebuilds();
    run.advance(1);
    if (run.body_count() <= bodies || run.rebuilds() == rebuilds || run.steps_done() % 64 == 0) continue;
    ++came;
    expect_that_loads_add_up(run.frame(), scene);
  }
  EXPECT_GT(came, 10);
}

}  // namespace
}  // namespace scree
