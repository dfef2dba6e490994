// A state is restored only if a simulation can have written it. A state that is accepted continues, or stops with a
// diagnostic; no state crashes, runs without end or contains a NaN later.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/checkpoint/checkpoint_frame.h"
#include "support/small_scenes.h"
#include "support/spoilt_archive.h"

namespace scree {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN(), k_infinite = std::numeric_limits<double>::infinity();

/// The same archive with one number changed.
template <class T>
Archive with(const Archive& good, const std::string& name, std::size_t place, T value) {
  Archive archive;
  for (Array array : good.arrays()) {
    if (array.name == name) std::get<std::vector<T>>(array.values).at(place) = value;
    archive.add(std::move(array));
  }
  return archive;
}

/// What is said of it; empty if it is taken.
std::string complaint(const sim::Scene& scene, const Archive& archive) {
  try {
    const sim::Simulation simulation(scene, archive);
    return {};
  } catch (const ArchiveError& error) {
    return error.what;
  }
}

/// Is every array of the one in the other, with the same numbers? Files of former versions lack some.
bool holds_all_of(const Archive& saved, const Archive& taken) {
  for (const Array& array : taken.arrays()) {
    const Array* other = saved.find(array.name);
    if (!other || other->width != array.width || other->values != array.values) return false;
  }
  return true;
}

class RestoredState : public ::testing::TestWithParam<test::SmallScene> {
 protected:
  const sim::Scene scene_ = test::scene_of(GetParam());
  const Archive good_ = [this] {
    sim::Simulation run(scene_);
    run.advance(GetParam().steps);
    EXPECT_GT(run.contact_count(), 0);
    return run.save();
  }();
};

TEST_P(RestoredState, is_restored_as_it_was_saved) {
  EXPECT_TRUE(holds_all_of(sim::Simulation(scene_, good_).save(), good_));
}

TEST_P(RestoredState, is_refused_if_any_number_is_not_finite_with_its_array_row_and_value) {
  int numbers = 0;
  for (const Array& array : good_.arrays()) {
    if (!std::holds_alternative<std::vector<double>>(array.values) || array.size() == 0) continue;
    for (const std::size_t place : {std::size_t{0}, array.size() / 2, array.size() - 1})
      for (const double value : {k_nan, k_infinite, -k_infinite}) {
        const std::string what = complaint(scene_, with(good_, array.name, place, value));
        EXPECT_NE(what.find(array.name + ", row " + std::to_string(place / array.width)), what.npos)
            << array.name << "[" << place << "] = " << value << ": " << what;
        EXPECT_NE(what.find(std::isnan(value) ? "nan" : "inf"), what.npos) << what;
        ++numbers;
      }
  }
  EXPECT_GT(numbers, 100);
}

/// By 300 changes: a number made large, or the largest, or the least, or lost; an array lost.
TEST_P(RestoredState, with_any_change_is_refused_or_continues) {
  int taken = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Archive bad = test::spoilt(good_, seed, 5);
    try {
      sim::Simulation again(scene_, bad);
      EXPECT_TRUE(holds_all_of(again.save(), bad)) << "it is not what was in the archive, seed " << seed;
      ++taken;
      again.advance(5);
      if (!std::isfinite(again.report().ledger.present())) continue;  // the guard ends such a run
      for (const sim::BodyView& body : again.bodies())
        for (const double x : body.orientation) ASSERT_TRUE(std::isfinite(x)) << seed;
    } catch (const ArchiveError& error) {
      EXPECT_FALSE(error.what.empty());
      ++refused;
    } catch (const sim::LostBody&) {  // these three end a run with a sentence
    } catch (const sim::Unsolved&) {
    } catch (const step::BadCell&) {}
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 5);
}
INSTANTIATE_TEST_SUITE_P(Of, RestoredState, ::testing::ValuesIn(test::k_small_scenes),
                         [](const auto& of) { return std::string(of.param.name); });

class OneNumber : public ::testing::Test {
 protected:
  /// Of a state of the scene with this name, with one number changed.
  template <class T>
  std::string refused(std::string_view name, const std::string& array, std::size_t place, T value) {
    const auto at = std::find_if(test::k_small_scenes.begin(), test::k_small_scenes.end(),
                                 [&](const test::SmallScene& s) { return s.name == name; });
    const sim::Scene scene = test::scene_of(*at);
    sim::Simulation run(scene);
    run.advance(at->steps);
    return complaint(scene, with(run.save(), array, place, value));
  }
};

TEST_F(OneNumber, that_no_state_can_have_is_refused_with_its_place_and_value) {
  const std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(refused("stream", "contacts/skin", 0, k_nan), "contacts/skin, row 0, is nan; it must be finite");
  EXPECT_EQ(refused("stream", "contacts/skin", 0, -0.5),
            "contacts/usual_skin, row 0, is -0.5; it must be finite and >= 0");
  EXPECT_EQ(refused("stream", "clock/steps", 0, smallest),
            "clock/steps, row 0, is -9223372036854775808; a run has 0 to 1000000000000000 steps");
  EXPECT_EQ(refused("forces", "clock/steps", 0, std::int64_t{41}), "");  // within the step that a failed one may leave
  EXPECT_NE(refused("forces", "clock/steps", 0, std::int64_t{42}).find("clock/time_and_step, row 0, is "),
            std::string::npos);
  EXPECT_EQ(refused("stream", "clock/time_and_step", 0, k_nan),
            "clock/time_and_step, row 0, is nan; it must be finite");
  EXPECT_EQ(refused("stream", "clock/time_and_step", 1, 1e-300),
            "clock/time_and_step, row 1, is 1e-300; the scene has time.step = 4e-06");
  EXPECT_EQ(refused("stream", "bodies/orientation", 9, k_nan),
            "bodies/orientation, row 2, column 1, is nan; it must be finite");
  EXPECT_NE(refused("stream", "bodies/orientation", 9, 0.5).find("bodies/orientation, row 2, has the length "),
            std::string::npos);
  EXPECT_EQ(refused("stream", "bodies/mass", 3, 0.0),
            "bodies/mass, row 3, is 0; it must lie between 1e-140 and 1e+140, as in a scene");
  // A mass whose inverse is finite, but whose products with other masses are not (build_checks.h).
  EXPECT_NE(refused("stream", "bodies/mass", 3, 1e-300).find("it must lie between"), std::string::npos);
  EXPECT_NE(refused("stream", "bodies/inertia", 3, 1e-300).find("it must lie between"), std::string::npos);
  EXPECT_EQ(refused("stream", "bodies/inertia", 3, -1.0),
            "bodies/inertia, row 3, is -1; it must lie between 1e-140 and 1e+140, as in a scene");
  EXPECT_EQ(refused("stream", "bodies/radius", 3, 1e-310).substr(0, 22), "bodies/radius, row 3, ");
  EXPECT_EQ(refused("stream", "bodies/material", 2, std::uint32_t{1}),
            "bodies/material, row 2, is 1; the scene has 1 materials");
  EXPECT_EQ(refused("stream", "bodies/locks", 2, std::uint8_t{64}),
            "bodies/locks, row 2, is 64; a body has six degrees of freedom");
  EXPECT_EQ(refused("stream", "bodies/turns", 4, std::int64_t{1}),
            "bodies/turns, row 1, column 1, is 1; the cell is open along this axis");
  EXPECT_EQ(refused("shapes", "bodies/turns", 3, std::int64_t{1} << 40),
            "bodies/turns, row 1, column 0, is 1099511627776; a body cannot have crossed the cell so many times");
  EXPECT_EQ(refused("shapes", "bodies/form", 0, std::uint8_t{3}),
            "bodies/form, row 0, is 3; this version has no such shape");
  EXPECT_NE(refused("shapes", "bodies/half_axes", 1, 1e9).find("bodies/radius, row 0, is "), std::string::npos);
  EXPECT_NE(refused("stream", "bodies/next_id", 0, std::uint32_t{4000000000}).find("bodies/next_id is 4000000000; "),
            std::string::npos);
  EXPECT_NE(refused("stream", "streams/placed_and_attempts", 0, std::int64_t{60})
                .find("streams/placed_and_attempts, row 0, column 0, is 60; "),
            std::string::npos);
  EXPECT_NE(refused("stream", "contacts/rebuilds", 0, smallest).find("contacts/rebuilds, row 0, is "),
            std::string::npos);
  EXPECT_NE(refused("pressed", "cell/low_and_length", 4, 0.0).find("cell/low_and_length, row 1, column 1, is 0; "),
            std::string::npos);
  EXPECT_NE(refused("pressed", "cell/tilt", 0, 1e6).find("cell/tilt, row 0, is 1000000; "), std::string::npos);
  EXPECT_NE(refused("pressed", "cell/centre", 0, 2.0).find("cell/centre, row 0, is 2; "), std::string::npos);
  EXPECT_NE(refused("pressed", "contacts/listed_cell", 3, -1.0).find("contacts/listed_cell, row 3, is -1; "),
            std::string::npos);
  EXPECT_NE(refused("pressed", "contacts/pair_shift", 0, std::uint8_t{200})
                .find("contacts/pair_a, pair_b and pair_shift, row 0, are "),
            std::string::npos);
  EXPECT_NE(refused("stream", "cell/low_and_length", 3, 2.0).find("differ from the cell of the scene"),
            std::string::npos);
  EXPECT_NE(refused("implicit", "sweeps/counts", 1, std::int64_t{-1}).find("sweeps/counts, row 1, is -1; "),
            std::string::npos);
  EXPECT_NE(refused("implicit", "bodies/orientation", 0, 0.99).find("bodies/orientation"), std::string::npos);
  EXPECT_NE(refused("machine", "solver/counts", 0, std::int64_t{-1}).find("solver/counts, row 0, is -1; "),
            std::string::npos);
  EXPECT_NE(refused("machine", "joints/bodies", 0, std::uint32_t{99}).find("joints/bodies, row 0, column 0, is 99; "),
            std::string::npos);
  EXPECT_NE(refused("machine", "joints/bodies", 0, std::uint32_t{0}).find("joints/bodies, row 0: "), std::string::npos);
  EXPECT_NE(refused("machine", "joints/numbers", 6, 3.0).find("joints/numbers, row 0: the frames"), std::string::npos);
  EXPECT_NE(refused("machine", "drives/numbers", 3, 3.0).find("drives/numbers, row 0: the axis"), std::string::npos);
  EXPECT_NE(refused("machine", "carried_planes/numbers", 3, 3.0).find("carried_planes/numbers, row 0: the normal"),
            std::string::npos);
}

TEST(Checkpoint, of_another_step_than_its_state_or_beyond_the_end_of_its_run_is_refused) {
  const test::SmallScene& small = test::k_small_scenes[5];
  const auto said = [&](int steps, std::int64_t step, const std::string& end) {
    std::string text = test::text_of(small);
    text.replace(text.find("end = \"1 s\""), 11, "end = \"" + end + "\"");
    sim::Simulation run(test::scene_of(small));
    run.advance(steps);
    try {
      io::simulation_of({{{"scene.toml", text}}, "test", step, run.time(), run.save()}, {});
      return std::string();
    } catch (const io::CheckpointError& error) {
      return error.what;
    }
  };
  EXPECT_EQ(said(20, 20, "1 s"), "");
  EXPECT_NE(said(20, 19, "1 s").find("the header of the file gives step 19 "), std::string::npos);
  EXPECT_EQ(said(20, 20, "2e-4 s"), "");
  EXPECT_NE(said(21, 21, "2e-4 s").find("clock/steps, row 0, is 21, but the run of its scene ends with step 20"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
