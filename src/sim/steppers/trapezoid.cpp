#include "step/trapezoid.h"

#include "sim/build_fields.h"
#include "sim/scene.h"
#include "sim/steppers/trapezoid.h"
#include "step/engine.h"

namespace scree::sim::steppers {

int ledger_order_of_trapezoid(const Scene& scene) { return scene.trapezoid.phi == 0.5 ? 2 : 1; }

std::unique_ptr<step::Engine> make_trapezoid(const EngineInput& input) {
  const TrapezoidSpec& spec = input.scene.trapezoid;
  const step::TrapezoidSettings settings{input.step,      spec.phi,          spec.tolerance,
                                         spec.max_sweeps, spec.max_halvings, spec.accept};
  return smooth_engine(input, std::make_unique<step::Trapezoid>(settings, build_fields(input.scene)));
}

}  // namespace scree::sim::steppers
