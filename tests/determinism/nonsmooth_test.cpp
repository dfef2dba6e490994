// The nonsmooth engine has the same bits for any number of threads, any instruction set, and after any stop; and trusts
// no archive.
#include <gtest/gtest.h>

#include <cstring>

#include "base/random.h"
#include "kernel/contact_kernels.h"
#include "support/rigid_scenes.h"
#include "support/spoilt_archive.h"

namespace scree {
namespace {

struct Case {
  const char* name;
  sim::Scene (*make)();
  int steps;
};
const Case k_cases[] = {
    {"pour", test::rigid_pour, 150}, {"tumble", test::rigid_tumble, 100}, {"machine", test::rigid_machine, 130}};

class Nonsmooth : public ::testing::TestWithParam<Case> {
 protected:
  std::uint64_t hash_after(const sim::Options& options) const {
    sim::Simulation run(GetParam().make(), options);
    run.advance(GetParam().steps);
    return run.state_hash();
  }
};

TEST_P(Nonsmooth, has_the_same_bits_for_any_number_of_threads_and_any_instruction_set) {
  const std::uint64_t expected = hash_after({.threads = 1, .isa = "scalar"});
  RecordProperty("state_hash", std::to_string(expected));  // tools/state_hashes.py compares builds
  for (const int threads : {2, 3})
    EXPECT_EQ(hash_after({.threads = threads, .isa = {}}), expected) << threads << " threads";
  for (const contact::Kernels* kernels : contact::available_kernels())
    EXPECT_EQ(hash_after({.threads = 1, .isa = std::string(kernels->name)}), expected) << kernels->name;
}

TEST_P(Nonsmooth, goes_on_from_a_saved_state_with_the_same_bits_whoever_looks) {
  const Case& c = GetParam();
  const sim::Scene scene = c.make();
  sim::Simulation whole(scene, {.threads = 2, .isa = {}});
  whole.advance(c.steps);
  EXPECT_GT(whole.contact_count(), 50);
  for (const int first : {c.steps / 2, c.steps - 63}) {  // bodies are sorted every 64 steps
    sim::Simulation before(scene);
    for (int k = 0; k < first; ++k) {
      before.advance(1);
      // looking changes nothing
      if (k % 10 == 0) before.frame(), before.report(), before.bodies(), before.save(), before.worst_overlap();
    }
    sim::Simulation after(scene, before.save(), {.threads = 2, .isa = {}});
    ASSERT_EQ(after.state_hash(), before.state_hash());
    const sim::Frame p = before.frame(), q = after.frame();
    ASSERT_EQ(p.contacts.size(), q.contacts.size());
    after.advance(c.steps - first);
    EXPECT_EQ(after.state_hash(), whole.state_hash()) << "saved after step " << first;
    const step::StepReport &r = after.report(), &s = whole.report();
    EXPECT_EQ(std::memcmp(&r.ledger, &s.ledger, sizeof r.ledger), 0);
    EXPECT_EQ(r.rebuilds, s.rebuilds);
    EXPECT_EQ(r.solver->all_iterations, s.solver->all_iterations);
    EXPECT_EQ(r.solver->unreached, s.solver->unreached);
    EXPECT_EQ(r.solver->first_unreached, s.solver->first_unreached);
    EXPECT_EQ(r.solver->unreached_residual, s.solver->unreached_residual);
    const auto& a = after.world();
    const auto& b = whole.world();
    for (std::size_t i = 0; i < a.cylinders.size(); ++i)
      EXPECT_EQ(norm(a.cylinders[i].point - b.cylinders[i].point), 0.0);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, Nonsmooth, ::testing::ValuesIn(k_cases),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(NonsmoothPour, loses_bodies_while_others_come_and_says_so_of_the_right_ones) {
  sim::Simulation run(test::rigid_pour());
  const auto count = run.body_count();
  run.advance(192);  // sinks are looked at every 64 steps: bodies have just been taken out
  EXPECT_GT(run.bodies().back().id, count + 40);
  EXPECT_LT(run.body_count(), run.bodies().back().id);
  const sim::Frame frame = run.frame();
  ASSERT_GT(frame.contacts.size(), 50u);
  std::vector<int> contacts(1000, 0);
  for (const sim::ContactView& c : frame.contacts) {
    ++contacts[static_cast<std::size_t>(c.a)];
    if (c.b > 0) ++contacts[static_cast<std::size_t>(c.b)];
    const auto find = [&](std::int64_t id) {
      const auto body =
          std::find_if(frame.bodies.begin(), frame.bodies.end(), [&](const sim::BodyView& b) { return b.id == id; });
      EXPECT_NE(body, frame.bodies.end());
      return body == frame.bodies.end() ? 0.0 : body->radius;
    };
    // The distance of centres is the sum of radii less the overlap, to second order in the displacement of a step.
    const double apart = norm(c.branch), due = find(c.a) + (c.b > 0 ? find(c.b) : 0.0) - c.overlap;
    EXPECT_NEAR(apart, due, 2e-3) << c.a << " " << c.b;
  }
  for (const sim::BodyView& b : frame.bodies)
    EXPECT_EQ(b.coordination, contacts[static_cast<std::size_t>(b.id)]) << b.id;
}

TEST(NonsmoothHash, knows_how_spheres_with_joints_are_turned) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), 1e-3);
  scene.spheres = {test::sphere({0, 0, 0}, 0.1)};
  scene.joints = {{"pin", state::JointKind::revolute, {sim::BodyRef::Of::spheres, 0}, {}, {0, 0, 0}, {0, 0, 1}, {}}};
  sim::Simulation run(scene);
  const Archive saved = run.save();
  Archive turned;
  for (Array array : saved.arrays()) {
    if (array.name == "bodies/orientation") std::get<std::vector<double>>(array.values) = {0.6, 0, 0, 0.8};
    turned.add(std::move(array));
  }
  EXPECT_NE(sim::Simulation(scene, turned).state_hash(), run.state_hash());
}

/// Whatever stands in an archive, a simulation is made of it that can go on, or ArchiveError is thrown; nothing is read
/// out of bounds.
TEST(NonsmoothArchive, with_any_number_changed_is_taken_or_refused_but_never_crashes) {
  const sim::Scene scene = test::rigid_machine();
  sim::Simulation run(scene);
  run.advance(100);
  const Archive good = run.save();
  int taken = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Archive bad = test::spoilt(good, seed, 5);
    try {
      sim::Simulation again(scene, bad);
      again.frame(), again.report();
      ++taken;
    } catch (const ArchiveError& e) {
      EXPECT_FALSE(e.what.empty());
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
  EXPECT_GT(taken, 20);
}

TEST(NonsmoothArchive, of_contacts_that_cannot_be_is_refused) {
  const sim::Scene scene = test::rigid_machine();
  sim::Simulation run(scene);
  run.advance(60);
  const Archive good = run.save();
  const auto with = [&](std::string_view name, auto change) {
    Archive bad;
    for (Array array : good.arrays()) {
      if (array.name == name) change(array.values);
      bad.add(std::move(array));
    }
    return bad;
  };
  const auto number = [](double x) { return [x](auto& values) { std::get<std::vector<double>>(values)[0] = x; }; };
  const auto name = [](std::size_t place) {
    return [place](auto& values) { std::get<std::vector<std::uint32_t>>(values)[place] ^= 1u; };
  };
  const auto expect_refused = [&](const Archive& archive) {
    EXPECT_THROW(sim::Simulation(scene, archive), ArchiveError);
  };
  EXPECT_NO_THROW(sim::Simulation(scene, good));
  expect_refused(with("rigid_contacts/impulse", number(std::nan(""))));
  expect_refused(with("rigid_contacts/normal", number(2.0)));
  expect_refused(with("rigid_contacts/radius", number(-1.0)));
  expect_refused(with("rigid_contacts/row_impulses", number(INFINITY)));
  // id of a, its slot, the rule
  for (const std::size_t place : {0u, 3u, 7u}) expect_refused(with("rigid_contacts/names", name(place)));
  expect_refused(with("solver/counts", [](auto& values) { std::get<std::vector<std::int64_t>>(values)[0] = -1; }));
  expect_refused(
      with("bodies/id", [](auto& values) { std::get<std::vector<std::uint32_t>>(values)[0] = 4000000000u; }));
  expect_refused(with("bodies/id", [](auto& values) {
    auto& ids = std::get<std::vector<std::uint32_t>>(values);
    ids[0] = ids[1];
  }));
}

}  // namespace
}  // namespace scree
