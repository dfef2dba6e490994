#include "step/moving_cell.h"

#include "sim/simulation.h"
#include "sim/steppers/moving_cell.h"

namespace scree::sim::steppers {

std::unique_ptr<step::Engine> make_nph(const EngineInput& input) {
  const auto& [p, shear, damping, temperature, drag, drag_after] = input.scene.nph;
  if (!(damping > 0.0 && temperature > 0.0)) throw BuildError{"nph.damping and nph.temperature must be positive"};
  const step::Barostat barostat{{p.x, p.y, p.z, shear.yz, shear.xz, shear.xy}, damping, temperature, drag, drag_after};
  return smooth_engine(input, std::make_unique<step::MovingCell>(barostat, input.step));
}

std::unique_ptr<step::Engine> make_deform(const EngineInput& input) {
  const auto& [rate, shear] = input.scene.deform;
  const step::StrainRate given{rate.x, rate.y, rate.z, shear.yz, shear.xz, shear.xy};
  return smooth_engine(input, std::make_unique<step::MovingCell>(given, input.step));
}

}  // namespace scree::sim::steppers
