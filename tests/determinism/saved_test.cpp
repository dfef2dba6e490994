// A run that is saved and resumed has the bits of a run that was never interrupted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/random.h"
#include "determinism/scenes.h"
#include "support/spoilt_archive.h"

namespace scree {
namespace {

using test::Case;

sim::Scene belt() {  // a moving plane, a driven body, a 2D lock
  sim::Scene scene = test::incline();
  scene.planes[0].velocity = {0.4, 0, 0.05};
  auto paddle = test::sphere({0.02, 0.02, 0.02}, 0.004);
  paddle.traits.locks = sim::k_lock_all, paddle.traits.velocity = {0.5, 0, 0};
  scene.spheres.push_back(paddle);
  scene.output.frames_every = 1e-3;  // orientations too
  return scene;
}

/// The ledger too must go on as if nothing had happened.
bool same_ledger(const step::Ledger& p, const step::Ledger& q) { return std::memcmp(&p, &q, sizeof p) == 0; }

class Saved : public ::testing::TestWithParam<test::CaseOfStepper> {};

TEST_P(Saved, goes_on_with_the_same_bits) {
  const Case& c = std::get<0>(GetParam());
  const sim::Scene scene = test::scene_of(GetParam());
  sim::Simulation whole(scene, {.threads = 2, .isa = {}});
  whole.advance(c.steps);
  // Saved after a step just behind a rebuild, in the middle of a list's life, in the middle of a batch of insertions,
  // ...
  Random random(7, static_cast<std::uint64_t>(c.steps));
  for (int k = 0; k < 3; ++k) {
    const auto first = static_cast<std::int64_t>(1 + random.uniform() * (c.steps - 2));
    sim::Simulation before(scene, {.threads = 2, .isa = {}});
    before.advance(first);
    const Archive archive = before.save();
    sim::Simulation after(scene, archive, {.threads = 1 + k % 2, .isa = {}});
    ASSERT_EQ(after.state_hash(), before.state_hash());
    ASSERT_EQ(after.steps_done(), first);
    EXPECT_TRUE(same_ledger(after.report().ledger, before.report().ledger));
    after.advance(c.steps - first);
    EXPECT_EQ(after.state_hash(), whole.state_hash()) << "saved after step " << first;
    RecordProperty("state_hash", std::to_string(whole.state_hash()));  // tools/state_hashes.py compares builds
    EXPECT_EQ(after.rebuilds(), whole.rebuilds());
    EXPECT_EQ(after.body_count(), whole.body_count());
    const auto p = after.bodies(), q = whole.bodies();
    for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(p[i].orientation, q[i].orientation);
    EXPECT_TRUE(same_ledger(after.report().ledger, whole.report().ledger));
  }
}
INSTANTIATE_TEST_SUITE_P(
    Of, Saved,
    ::testing::Combine(::testing::Values(Case{"collapse", test::collapse, 300},
                                         Case{"tracked_collapse", test::tracked_collapse, 300},
                                         Case{"patched_collapse", test::patched_collapse, 300},
                                         Case{"tumble", test::tumble, 600}, Case{"boulder", test::boulder, 600},
                                         Case{"incline", test::incline, 300}, Case{"shower", test::shower, 400},
                                         Case{"belt", belt, 300}, Case{"crystal", test::crystal, 30}),
                       ::testing::Values(sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                                         sim::StepperKind::symplectic_euler)),
    test::name_of);
INSTANTIATE_TEST_SUITE_P(Implicit, Saved,
                         ::testing::Combine(::testing::Values(Case{"collapse", test::collapse, 120},
                                                              Case{"patched_collapse", test::patched_collapse, 120},
                                                              Case{"tumble", test::tumble, 150},
                                                              Case{"shower", test::shower, 200},
                                                              Case{"belt", belt, 120}),
                                            ::testing::Values(sim::StepperKind::trapezoid)),
                         test::name_of);

TEST(SavedState, is_the_same_whoever_looked_in_between) {
  sim::Simulation seen(test::shower()), unseen(test::shower());
  for (int i = 0; i < 20; ++i) {
    seen.advance(10), unseen.advance(10);
    seen.frame(), seen.save(), seen.report(), seen.bodies();
  }
  EXPECT_EQ(seen.state_hash(), unseen.state_hash());
}

TEST(SavedState, of_another_scene_is_refused) {
  sim::Simulation run(belt());
  run.advance(20);
  const Archive archive = run.save();
  EXPECT_THROW(sim::Simulation(test::collapse(), archive), ArchiveError);  // other planes
  sim::Scene one_material = belt();
  one_material.materials.resize(1), one_material.contacts.resize(1);
  EXPECT_THROW(sim::Simulation(one_material, archive), ArchiveError);
}

/// The same archive with another array of this name.
template <class T>
Archive with(const Archive& good, const std::string& name, const std::vector<T>& other) {
  Archive archive;
  for (const Array& array : good.arrays())
    if (array.name != name) archive.add(array);
  archive.put(name, other);
  return archive;
}

TEST(SavedState, with_contacts_out_of_order_is_refused) {
  const sim::Scene scene = test::large_crystal();
  sim::Simulation run(scene);
  run.advance(5);
  const Archive good = run.save();
  const auto& touching = good.get<std::uint32_t>("contacts/touching");
  // contacts of it: some have boundary contributions, others do not
  const auto first_run = good.get<std::int64_t>("contacts/runs", 6)[4];
  ASSERT_GT(first_run, 100);
  std::vector<std::uint32_t> twice = touching, boundary_last = touching;
  twice[1] = twice[0];
  std::reverse(boundary_last.begin(), boundary_last.begin() + first_run);
  EXPECT_NO_THROW(sim::Simulation(scene, with(good, "contacts/touching", touching)));
  for (const auto& bad : {twice, boundary_last}) {
    try {
      sim::Simulation again(scene, with(good, "contacts/touching", bad));
      ADD_FAILURE() << "was taken";
    } catch (const ArchiveError& e) {
      EXPECT_NE(e.what.find("out of order"), std::string::npos) << e.what;
    }
  }
}

TEST(SavedState, of_a_version_that_adds_loads_in_another_order_is_refused_by_name) {
  sim::Simulation run(test::shower());
  run.advance(20);
  const Archive good = run.save();
  // bodies of a block, and the order of sums
  const std::vector<std::int64_t> order = good.get_rows<std::int64_t>("contacts/order", 2);
  for (const std::vector<std::int64_t>& other :
       {std::vector<std::int64_t>{order[0] + 1, order[1]}, {order[0], order[1] - 1}, {}}) {
    Archive archive;
    for (const Array& array : good.arrays())
      if (array.name != "contacts/order") archive.add(array);
    if (!other.empty()) archive.put("contacts/order", other);  // former versions have none
    try {
      sim::Simulation again(test::shower(), archive);
      ADD_FAILURE() << "was taken";
    } catch (const ArchiveError& e) {
      EXPECT_NE(e.what.find("adds loads in another order"), std::string::npos) << e.what;
    }
  }
}

/// Whatever stands in an archive, a simulation is made of it or ArchiveError is thrown; nothing is read out of bounds
/// (`make sanitize` watches).
TEST(SavedState, with_any_number_changed_is_taken_or_refused_but_never_crashes) {
  sim::Simulation run(test::shower());
  run.advance(200);
  const Archive good = run.save();
  int taken = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Archive bad = test::spoilt(good, seed, 4);
    try {
      sim::Simulation again(test::shower(), bad);
      if (std::isfinite(again.report().ledger.present()) && again.contact_count() < 100000) ++taken;
    } catch (const ArchiveError& e) {
      EXPECT_FALSE(e.what.empty());
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
  EXPECT_GT(taken, 50);
}

}  // namespace
}  // namespace scree
