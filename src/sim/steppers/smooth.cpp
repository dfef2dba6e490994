#include "sim/steppers/smooth.h"

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/simulation.h"
#include "step/smooth.h"

namespace scree::sim::steppers {
namespace {

/// A pair is stored with a shift of at most state::k_max_shift cell edges (state::Image).
void throw_if_too_narrow(const Scene& scene, const state::Cell& cell, double reach) {
  for (std::size_t k = 0; k < 3; ++k)
    if (const double height = cell.heights().*k_axes[k]; cell.periodic[k] && reach > state::k_max_shift * height)
      throw BuildError{
          fmt::format("the faces of the cell across {0} are {1:.6g} {3} apart, which is less than half of the largest "
                      "diameter plus the skin ({2:.6g} {3}); use a wider cell, a smaller skin, or other edges of the "
                      "same lattice",
                      "xyz"[k], height, reach, unit_of(scene, "m")),
          scene.places.cell};
}

/// A law that was added at run time may lack kernels for some instruction sets.
void throw_if_without_kernel(const contact::ModelTable& table, const contact::Kernels& kernels) {
  const auto check = [&](const contact::PreparedStage& stage, const contact::StageKernel* kernel_of) {
    if (stage.law >= 0 && !kernel_of[stage.law])
      throw BuildError{
          fmt::format("the {} law \"{}\" has no kernel for the instruction set \"{}\"; choose another instruction set "
                      "with --isa",
                      stage.descriptor->stage, stage.descriptor->name, kernels.name)};
  };
  for (const contact::PreparedModel& model : table.models) {
    check(model.normal, kernels.normal), check(model.slide, kernels.slide);
    check(model.roll, kernels.roll), check(model.spin, kernels.spin);
  }
}

}  // namespace

std::unique_ptr<step::Engine> smooth_engine(const EngineInput& input, std::unique_ptr<step::Stepper> stepper) {
  const double skin = chosen_skin(input.scene, input.world);
  throw_if_too_narrow(input.scene, input.world.cell, 2.0 * largest_radius(input.scene) + skin);
  contact::ModelTable models = build_models(input.scene, input.world);
  throw_if_without_kernel(models, input.kernels);
  return std::make_unique<step::Smooth>(std::move(stepper), std::move(models), input.kernels, skin);
}

}  // namespace scree::sim::steppers
