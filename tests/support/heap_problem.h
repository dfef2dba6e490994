// One step of a settled heap of 2000 spheres: the problem on which solvers are measured. R = 22.5 mm, 2028 kg/m^3, mu =
// 0.6, rho = sigma = 0.01 m, h = 5 ms, floor z = 0, walls at x, y = +-1 m; every pair within 2 mm is a contact.
#pragma once

#include "io/text/unzip.h"
#include "support/contact_problems.h"
#include "support/temporary_folder.h"

namespace scree::test {

inline constexpr double k_heap_step = 0.005;  // [s]

inline solve::Problem heap_problem(const std::string& path) {
  const auto text = io::unzipped(support::text_of(path), 10'000'000);
  if (std::holds_alternative<io::Refused>(text)) throw std::runtime_error(path + " is not there or damaged");
  std::istringstream numbers(std::get<std::string>(text));
  std::vector<Ball> balls;
  for (Vec3d x, v, w; numbers >> x.x >> x.y >> x.z >> v.x >> v.y >> v.z >> w.x >> w.y >> w.z;)
    balls.push_back(solid_ball(0.0225, 2028.0, x, v, w));
  const std::vector<Wall> walls{{{}, {0, 0, 1}},
                                {{-1, 0, 0}, {1, 0, 0}},
                                {{1, 0, 0}, {-1, 0, 0}},
                                {{0, -1, 0}, {0, 1, 0}},
                                {{0, 1, 0}, {0, -1, 0}}};
  return step_problem(balls, walls, {.step = k_heap_step, .cone = {0.6, 0.01, 0.01}, .envelope = 2e-3});
}

}  // namespace scree::test
