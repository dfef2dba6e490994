#include "step/explicit.h"

#include "sim/build_fields.h"
#include "sim/steppers/explicit.h"
#include "step/engine.h"

namespace scree::sim::steppers {
namespace {

std::unique_ptr<step::Engine> make(const EngineInput& input, step::Scheme scheme) {
  return smooth_engine(input, std::make_unique<step::Explicit>(scheme, input.step, build_fields(input.scene)));
}

}  // namespace

std::unique_ptr<step::Engine> make_velocity_verlet(const EngineInput& input) {
  return make(input, step::Scheme::velocity_verlet);
}
std::unique_ptr<step::Engine> make_velocity_verlet_lammps(const EngineInput& input) {
  return make(input, step::Scheme::velocity_verlet_lammps);
}
std::unique_ptr<step::Engine> make_symplectic_euler(const EngineInput& input) {
  return make(input, step::Scheme::symplectic_euler);
}

}  // namespace scree::sim::steppers
