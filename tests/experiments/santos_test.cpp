// The rows that the experiment on two held spheres has from LAMMPS are those of the recorded series.
#include "experiments/santos/santos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace scree::experiments::santos {
namespace {

/// step -> spin and torque about y of the first sphere
std::map<std::int64_t, std::pair<double, double>> series(const std::string& name) {
  std::map<std::int64_t, std::pair<double, double>> rows;
  std::ifstream in(std::string(SCREE_TEST_DATA) + "/santos/" + name);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    double v[17];
    for (double& x : v) fields >> x;
    if (v[1] == 1.0) rows[static_cast<std::int64_t>(v[0])] = {v[9], v[15]};
  }
  return rows;
}

void expect_rows(std::span<const Recorded> recorded, const std::string& name) {
  const auto rows = series(name);
  for (const Recorded& r : recorded) {
    ASSERT_TRUE(rows.contains(r.step)) << name << " " << r.step;
    EXPECT_EQ(r.spin, rows.at(r.step).first) << name << " " << r.step;
    EXPECT_EQ(r.torque, rows.at(r.step).second) << name << " " << r.step;
  }
}

TEST(RecordedRowsOfTheExperiment, are_those_of_the_series) {
  expect_rows(recorded_stick(), "santos_A1_roll_stick.csv");
  expect_rows(recorded_slip(), "santos_A2_roll_slip.csv");
}

}  // namespace
}  // namespace scree::experiments::santos
