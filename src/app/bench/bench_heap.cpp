#include "app/bench/bench_heap.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "io/text/unzip.h"
#include "sim/build.h"

namespace scree::app {
namespace {

constexpr double k_radius = 0.0225;   // [m]
constexpr double k_half_width = 1.0;  // of the square between the walls [m]
constexpr double k_envelope = 4e-3;   // largest gap of a contact: twice the 2 mm that Chrono's bodies had each [m]

/// Material, law, step and floor.
sim::Scene empty_heap(const std::string& title) {
  law::Model model;
  model.normal = law::normal::Rigid::Params{};
  model.slide = law::slide::Coulomb::Params{.coefficient = 0.6};
  model.roll = law::roll::Coulomb::Params{.length = 0.01};
  model.spin = law::spin::Coulomb::Params{.length = 0.01};
  sim::Scene scene;
  scene.title = title;
  scene.stepper = sim::StepperKind::nonsmooth;
  scene.time.step = 5e-3;
  scene.gravity = {0, 0, -9.81};
  scene.materials = {{"gravel", 2028.0}};
  scene.contacts = {{0, 0, model}};
  scene.planes = {{.name = "floor", .point = {}, .normal = {0, 0, 1}, .velocity = {}}};
  return scene;
}

Vec3d across(const Vec3d& v, const Vec3d& normal) { return sub_scaled(v, dot(v, normal), normal); }
double square(double x) { return x * x; }

}  // namespace

std::string settled_heap_text() {
  const std::string path = fmt::format("{}/bench/data/heap2000.txt.gz", SCREE_PROJECT_FOLDER);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  constexpr std::uint64_t k_limit = 10'000'000;  // bytes; there are 360,000
  const auto text = io::unzipped(bytes, k_limit);
  if (std::holds_alternative<io::Refused>(text))
    throw std::runtime_error(path + " is not there or damaged; `scree bench` needs the bench folder of the sources");
  return std::get<std::string>(text);
}

sim::Scene settled_heap(const std::string& text) {
  sim::Scene scene = empty_heap("settled heap of 2,000 spheres");
  for (const double side : {-1.0, 1.0}) {
    scene.planes.push_back({.name = side < 0 ? "x-low" : "x-high",
                            .point = {side * k_half_width, 0, 0},
                            .normal = {-side, 0, 0},
                            .velocity = {}});
    scene.planes.push_back({.name = side < 0 ? "y-low" : "y-high",
                            .point = {0, side * k_half_width, 0},
                            .normal = {0, -side, 0},
                            .velocity = {}});
  }
  std::istringstream numbers(text);
  for (Vec3d x, v, w; numbers >> x.x >> x.y >> x.z >> v.x >> v.y >> v.z >> w.x >> w.y >> w.z;) {
    sim::OneSphere s;
    s.position = x, s.radius = k_radius;
    s.traits.velocity = v, s.traits.spin = w;
    scene.spheres.push_back(s);
  }
  scene.nonsmooth.warm_start = false;
  scene.nonsmooth.envelope = k_envelope / k_radius;
  return scene;
}

sim::Scene later(const sim::Scene& scene, std::int64_t steps, const sim::Options& options) {
  sim::Scene settling = scene;
  settling.nonsmooth.warm_start = true, settling.nonsmooth.tolerance = 1e-4;
  sim::Simulation simulation(settling, options);
  simulation.advance(steps);
  sim::Scene result = scene;
  for (const sim::BodyView& body : simulation.bodies()) {
    sim::OneSphere& s = result.spheres[static_cast<std::size_t>(body.id - 1)];
    s.position = body.position, s.traits.velocity = body.velocity, s.traits.spin = body.spin;
  }
  return result;
}

sim::Scene loose_cone(std::int64_t count) {
  sim::Scene scene = empty_heap(fmt::format("loose cone of {} spheres", count));
  constexpr double k_fraction = 0.59;  // volume fraction of the spheres on this lattice: 0.68 / 1.05^3
  constexpr double k_slope = 0.45;     // [rad], 26 degrees: about the slope of the heaps in the paper
  sim::LatticeFill fill;
  fill.kind = sim::LatticeKind::body_centred;
  fill.radius = k_radius, fill.spacing = 2.1 * k_radius;
  fill.jitter = 0.02 * k_radius, fill.slope = k_slope;  // small enough to avoid overlaps
  const double volume =
      static_cast<double>(count) * 4.0 / 3.0 * std::numbers::pi * k_radius * k_radius * k_radius / k_fraction;
  // 5 % larger, because the edge is rough; the tip is cut off
  fill.disc = 1.05 * std::cbrt(3.0 * volume / (std::numbers::pi * std::tan(k_slope)));
  fill.region = {{-fill.disc, -fill.disc, 1.05 * k_radius}, {fill.disc, fill.disc, fill.disc}};
  fill.count = count;
  scene.lattices = {fill};
  return scene;
}

solve::Problem first_problem(const sim::Scene& scene, const std::string& isa) {
  state::World world = sim::build_world(scene);
  const auto engine = sim::build_engine(scene, world, scene.time.step, isa);
  engine->set_up(world);
  engine->want_problem(1);
  engine->advance(world, 1);
  return engine->kept_problem()->problem;
}

std::vector<double> peer_residuals(const solve::Problem& problem, const solve::Impulses& impulses,
                                   const std::vector<solve::Twist>& velocities) {
  std::vector<double> all;
  all.reserve(problem.contacts.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const solve::Twist& g = impulses.contacts[i];
    const solve::Twist u = solve::contact_velocity(problem, c, velocities, g);
    const double step = 1.0 / solve::diagonal(problem, c).normal;  // [kg]
    const double arm2 = std::max(norm2(c.arm_a), norm2(c.arm_b));  // R^2 [m^2]
    const double g_n = dot(g.linear, c.normal), t_n = dot(g.angular, c.normal);
    const Vec3d g_t = across(g.linear, c.normal), t_r = across(g.angular, c.normal);
    // In the variables torque t/R and spin R w, a step changes t by R^2 w.
    const double x_n = g_n - step * dot(u.linear, c.normal), x_s = t_n - step * arm2 * dot(u.angular, c.normal);
    const Vec3d x_t = g_t - step * across(u.linear, c.normal), x_r = t_r - step * arm2 * across(u.angular, c.normal);
    const law::ByPart<double> weight{1.0, 1.0 / arm2, 1.0 / arm2};
    const auto p = law::onto_cone<double>(c.cone, weight, x_n, {norm(x_t), norm(x_r), std::abs(x_s)});
    const double change = square(g_n - p.normal) + norm2(g_t - p.factor.slide * x_t) +
                          weight.roll * norm2(t_r - p.factor.roll * x_r) +
                          weight.spin * square(t_n - p.factor.spin * x_s);
    all.push_back(std::sqrt(change) / step);
  }
  return all;
}

double deepest_overlap(const std::vector<sim::BodyView>& bodies, const std::vector<sim::Plane>& planes) {
  std::vector<sim::BodyView> sorted = bodies;  // along x, so that only neighbours are compared
  std::sort(sorted.begin(), sorted.end(),
            [](const sim::BodyView& p, const sim::BodyView& q) { return p.position.x < q.position.x; });
  double largest_radius = 0.0, deepest = 0.0;
  for (const sim::BodyView& body : sorted) largest_radius = std::max(largest_radius, body.radius);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const sim::BodyView& a = sorted[i];
    for (const sim::Plane& plane : planes)
      deepest = std::max(deepest, a.radius - dot(a.position - plane.point, plane.normal));
    for (std::size_t j = i + 1; j < sorted.size() && sorted[j].position.x - a.position.x < a.radius + largest_radius;
         ++j)
      deepest = std::max(deepest, a.radius + sorted[j].radius - norm(sorted[j].position - a.position));
  }
  return deepest;
}

}  // namespace scree::app
