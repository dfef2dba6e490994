#include "step/nonsmooth.h"

#include "sim/between_materials.h"
#include "sim/build.h"
#include "sim/build_fields.h"
#include "sim/rigid_rule.h"
#include "sim/steppers/nonsmooth.h"

namespace scree::sim {

double nonsmooth_tolerance(const Scene& scene, double step) {
  // Default: a thousandth of the velocity that gravity adds in a step.
  constexpr double k_fraction = 1e-3, k_without_gravity = 1e-6;  // [m/s]
  if (is_set(scene.nonsmooth.tolerance)) return scene.nonsmooth.tolerance;
  const double weight = norm(scene.gravity) * step;
  return weight > 0.0 ? k_fraction * weight : k_without_gravity;
}

namespace {

/// The solver of the scene. Its name in a scene file is also its name on the command line.
solve::Method method_of(const NonsmoothSpec& spec) {
  using solve::Method, solve::k_method_choices;
  static_assert(k_solver_choices == k_method_choices);
  static_assert(k_method_choices[static_cast<std::size_t>(Method::apgd)] == "apgd" &&
                k_method_choices[static_cast<std::size_t>(Method::gauss_seidel)] == "gauss-seidel" &&
                k_method_choices[static_cast<std::size_t>(Method::barzilai_borwein)] == "barzilai-borwein" &&
                k_method_choices[static_cast<std::size_t>(Method::newton)] == "newton");
  return static_cast<Method>(spec.solver);
}

}  // namespace

std::unique_ptr<step::Engine> steppers::make_nonsmooth(const EngineInput& input) {
  const NonsmoothSpec& spec = input.scene.nonsmooth;
  const step::NonsmoothSettings settings{.step = input.step,
                                         .solver = {.method = method_of(spec),
                                                    .tolerance = nonsmooth_tolerance(input.scene, input.step),
                                                    .max_iterations = spec.max_iterations},
                                         .warm_start = spec.warm_start,
                                         .two_coefficients = spec.two_coefficients,
                                         .envelope = spec.envelope};
  step::RuleTable table;
  fill_between(input.scene, table, [&](const law::Model& model) { table.rules.push_back(rigid_rule(model)); });
  return std::make_unique<step::Nonsmooth>(settings, std::move(table), input.kernels, build_fields(input.scene));
}

}  // namespace scree::sim
