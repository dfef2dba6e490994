// A run whose streams did not insert all of their bodies reports that when it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/frame/tables.h"
#include "sim/run.h"
#include "support/scenes.h"

namespace scree {
namespace {

using ::testing::HasSubstr;

constexpr double k_dt = 5e-5;

/// Bodies of 2 mm that nothing moves, in a cube.
sim::Scene inlet(double edge, std::int64_t batch, std::int64_t count, double interval) {
  sim::Scene scene = test::scene_with(test::frictionless(1e3, 0.5), k_dt);
  sim::Stream stream;
  stream.region = {{0, 0, 0}, {edge, edge, edge}};
  stream.interval = interval, stream.batch = batch, stream.count = count, stream.radii = {0.002, 0.002};
  scene.streams.push_back(stream);
  scene.time.end = 0.01;
  return scene;
}

struct Ended {
  sim::RunOutcome outcome;
  nlohmann::json summary;
};
Ended run_of(const sim::Scene& scene, const sim::Observers& observers = {}) {
  sim::Simulation simulation(scene);
  const sim::RunOutcome outcome = sim::run(simulation, sim::plan_run(scene, simulation.step()), observers);
  return {outcome, io::summary_json(scene, simulation, outcome, 1)};
}

TEST(RunWithStreams, a_clogged_stream_is_reported_with_its_waiting_bodies) {
  std::vector<sim::Diagnostic> heard;
  sim::Observers observers;
  observers.warning = [&](const sim::Diagnostic& t) { heard.push_back(t); };
  const Ended ended = run_of(inlet(0.01, 50, 50, 0.005), observers);
  ASSERT_EQ(ended.outcome.end, sim::End::finished);
  ASSERT_EQ(ended.outcome.warnings.size(), 1u);
  ASSERT_EQ(heard.size(), 1u);
  const auto& stream = ended.summary.at("streams").at(0);
  EXPECT_EQ(stream.at("asked"), 50);
  EXPECT_EQ(stream.at("delivered"), ended.summary.at("bodies"));
  EXPECT_EQ(stream.at("waiting"), 50 - stream.at("delivered").get<int>());
  const sim::Diagnostic& warning = heard[0];
  EXPECT_EQ(warning.kind, "stream");
  EXPECT_THAT(warning.what, HasSubstr("stream 1 has inserted " + stream.at("delivered").dump() + " of its 50 bodies"));
  EXPECT_THAT(warning.cause, HasSubstr(stream.at("waiting").dump() + " bodies were due, but found no free position"));
  EXPECT_THAT(warning.remedy, HasSubstr("a larger box"));
  EXPECT_THAT(warning.describe(), HasSubstr("step 200 (t = 0.01 s): "));
}

TEST(RunWithStreams, a_stream_cut_off_by_the_end_is_reported_with_the_time_that_it_needs) {
  const Ended ended = run_of(inlet(0.1, 20, 90, 0.2));
  EXPECT_EQ(ended.summary.at("streams").at(0), (nlohmann::json{{"asked", 90}, {"delivered", 20}, {"waiting", 0}}));
  ASSERT_EQ(ended.outcome.warnings.size(), 1u);
  EXPECT_EQ(ended.outcome.warnings[0].cause,
            "the run ended too early (time.end): 70 bodies were not due yet, the last of them at 0.8 s");
  EXPECT_THAT(ended.outcome.warnings[0].remedy, HasSubstr("set time.end to 0.8 s or later"));
}

TEST(RunWithStreams, a_stream_cut_off_by_a_stop_rule_is_reported_with_the_rule) {
  sim::Scene scene = inlet(0.1, 20, 90, 0.2);
  scene.stop.kinetic_energy = 1.0, scene.stop.every = 10 * k_dt;
  sim::Observers observers;
  observers.at_rest = [](const sim::Simulation&) { return std::string("kinetic_energy 0 < 1"); };
  const Ended ended = run_of(scene, observers);
  ASSERT_EQ(ended.outcome.warnings.size(), 1u);
  EXPECT_THAT(ended.outcome.warnings[0].cause,
              HasSubstr("the rule kinetic_energy 0 < 1 of [stop] ended the run: 70 bodies were not due yet"));
  EXPECT_THAT(ended.outcome.warnings[0].remedy, HasSubstr("set stop.after to 0.8 s"));
}

TEST(RunWithStreams, a_completed_stream_is_not_reported) {
  const Ended ended = run_of(inlet(0.1, 20, 40, 0.001));
  EXPECT_TRUE(ended.outcome.warnings.empty());
  EXPECT_EQ(ended.summary.at("streams").at(0), (nlohmann::json{{"asked", 40}, {"delivered", 40}, {"waiting", 0}}));
}

TEST(RunWithStreams, an_interrupted_stream_is_not_reported_yet) {
  sim::Observers observers;
  observers.stop = [] { return true; };
  const Ended ended = run_of(inlet(0.1, 20, 90, 0.2), observers);
  EXPECT_EQ(ended.outcome.end, sim::End::stopped);
  EXPECT_TRUE(ended.outcome.warnings.empty());
}

TEST(EndedBy, is_reported_for_finished_runs_only) {
  EXPECT_EQ(run_of(inlet(0.1, 20, 20, 0.2)).summary.at("ended_by"), "time");
  sim::Observers observers;
  observers.stop = [] { return true; };
  const Ended stopped = run_of(inlet(0.1, 20, 20, 0.2), observers);
  EXPECT_FALSE(stopped.summary.at("finished"));
  EXPECT_TRUE(stopped.summary.at("ended_by").is_null());
  sim::Scene scene = inlet(0.1, 20, 20, 0.2);
  // in each other: the guard stops at once
  scene.spheres = {test::sphere({1, 0, 0}, 0.002), test::sphere({1.001, 0, 0}, 0.002)};
  const Ended diagnostic = run_of(scene);
  EXPECT_EQ(diagnostic.outcome.end, sim::End::diagnostic);
  EXPECT_TRUE(diagnostic.summary.at("ended_by").is_null());
}

}  // namespace
}  // namespace scree
