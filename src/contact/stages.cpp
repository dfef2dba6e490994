#include "contact/stages.h"

#include <cstring>

namespace scree::contact {
namespace {

/// Prepare the last evaluation of a contact whose surfaces are apart: no overlap and no rates. Every law then gives no
/// load and has the cap zero, so that the slip that empties its springs books their energy as dissipated. This includes
/// the trapezoid of the last step: the mean motion of `rate` is kept; with `tracked` the springs keep their last
/// elongation.
void zero_motion(Chunk& c, std::uint32_t i) {
  for (auto* column : {&c.overlap, &c.separation, &c.spin}) (*column)[i] = 0.0;
  for (auto* vector : {&c.slide, &c.roll, &c.arm_mismatch})
    for (auto& column : *vector) column[i] = 0.0;
}

}  // namespace

void run_friction(const Kernels& kernels, const PreparedModel& model, double* history, std::size_t stride, Chunk& c,
                  TallyLanes& tally) {
  const auto columns = [&](const PreparedStage& stage) {
    return history + static_cast<std::size_t>(stage.history_first) * stride;
  };
  if (model.slide.law >= 0)
    kernels.slide[model.slide.law](model.slide.constants.data(), c, columns(model.slide), stride, tally);
  else
    std::memset(c.friction, 0, sizeof c.friction);
  c.each = false;
  if (model.roll.law >= 0)
    kernels.roll[model.roll.law](model.roll.constants.data(), c, columns(model.roll), stride, tally);
  else
    std::memset(c.torque, 0, sizeof c.torque);
  if (c.recorded) {
    std::memcpy(c.roll_torque, c.torque, sizeof c.torque);
    if (c.each) std::memcpy(c.roll_counter, c.counter, sizeof c.counter);
  }
  if (model.spin.law >= 0)
    kernels.spin[model.spin.law](model.spin.constants.data(), c, columns(model.spin), stride, tally);
}

std::uint32_t run_stages(const Kernels& kernels, const ChunkWork& work, const KernelInputs& inputs, Chunk& c,
                         TallyLanes& tally, std::uint32_t* ended) {
  const PreparedModel& model = work.model;
  c.kind = work.kind;
  const auto kinematics = kernels.kinematics[shape::kernel_kind(work.kind)][model.kinematics.law];
  double* columns = work.history + static_cast<std::size_t>(model.kinematics.history_first) * work.stride;
  const std::uint32_t gone = kinematics(model.kinematics.constants.data(), inputs, c, columns, work.stride, ended);
  for (std::uint32_t e = 0; e < gone; ++e) zero_motion(c, ended[e]);
  kernels.normal[model.normal.law](model.normal.constants.data(), c, nullptr, 0, tally);
  // for normal laws that do not depend on the overlap
  for (std::uint32_t e = 0; e < gone; ++e) c.force[ended[e]] = c.magnitude[ended[e]] = c.elastic[ended[e]] = 0.0;
  run_friction(kernels, model, work.history, work.stride, c, tally);
  (shape::is_shaped(work.kind) ? kernels.scatter_shaped : kernels.scatter)(c, work.to_a, work.to_b, tally);
  for (std::uint32_t e = 0; e < gone; ++e)  // also for laws without a cap, whose springs are not emptied by slip
    for (int k = 0; k < model.history_size; ++k)
      work.history[static_cast<std::size_t>(k) * work.stride + ended[e]] = 0.0;
  return gone;
}

}  // namespace scree::contact
