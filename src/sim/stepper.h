// The properties of a stepper, as data.
//
// A stepper consists of its code in step/, its descriptor and the function that creates its engine in sim/steppers/,
// and an entry in the list of sim/steppers.h. Reader, checks, guard, outputs and analysis read properties of the
// descriptor and never compare names of steppers (tests/stepper_names.py checks this).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace scree::contact {
struct Kernels;
}
namespace scree::state {
struct World;
}
namespace scree::step {
class Engine;
}

namespace scree::sim {

struct Scene;

/// Features of a scene that a stepper may not support.
enum class Feature {
  joints,
  motors,
  brakes,
  cylinders,
  carried_planes,
  planes,
  ellipsoids,
  boxes,
  box_pairs,
  unfree_bodies,
  streams,
  sinks,
  gravity,
  forces,
  no_cell,
  open_axes,
  skin,
  impact_speed,
};
struct FeatureName {
  Feature feature;
  std::string_view name;  ///< as in the manual
};
inline constexpr std::array k_features = {
    FeatureName{Feature::joints, "joints"},
    FeatureName{Feature::motors, "motors"},
    FeatureName{Feature::brakes, "brakes"},
    FeatureName{Feature::cylinders, "cylinders"},
    FeatureName{Feature::carried_planes, "planes on a body"},
    FeatureName{Feature::planes, "planes and containers"},
    FeatureName{Feature::ellipsoids, "ellipsoids"},
    FeatureName{Feature::boxes, "boxes"},
    FeatureName{Feature::box_pairs, "two boxes that can touch"},
    FeatureName{Feature::unfree_bodies, "bodies that are held, driven or locked, or have a force"},
    FeatureName{Feature::streams, "streams"},
    FeatureName{Feature::sinks, "sinks"},
    FeatureName{Feature::gravity, "gravity"},
    FeatureName{Feature::forces, "forces beyond contact"},
    FeatureName{Feature::no_cell, "a scene without a periodic cell"},
    FeatureName{Feature::open_axes, "a cell with an open axis"},
    FeatureName{Feature::skin, "`skin`"},
    FeatureName{Feature::impact_speed, "`time.impact_speed`"},
};
static_assert([] {
  for (std::size_t i = 0; i < k_features.size(); ++i)
    if (static_cast<std::size_t>(k_features[i].feature) != i) return false;
  return k_features.back().feature == Feature::impact_speed;
}());

/// A feature that a stepper does not support, and the message. The message has {stepper} for the name of the stepper,
/// {takers} for the steppers that support the feature, and {what} for the part of the scene that uses it.
struct FeatureRefusal {
  Feature feature;
  std::string_view why;
};
template <std::size_t n, std::size_t m>
constexpr std::array<FeatureRefusal, n + m> joined(const std::array<FeatureRefusal, n>& a,
                                                   const std::array<FeatureRefusal, m>& b) {
  std::array<FeatureRefusal, n + m> all{};
  for (std::size_t i = 0; i < n; ++i) all[i] = a[i];
  for (std::size_t i = 0; i < m; ++i) all[n + i] = b[i];
  return all;
}

enum class ContactForm {
  springs,  ///< smooth: stiffness and damping, small steps
  rigid,    ///< nonsmooth: impulses from a cone problem with a solver report; limits and restitution, no stiffness
};
/// What strains the periodic cell.
enum class CellMotion { none, given_rates, target_pressure };
/// How a step is distributed over threads: by blocks of contacts, or body by body.
enum class Sharing { blocks, bodies };

struct EngineInput {
  const Scene& scene;
  const state::World& world;
  double step;  ///< [s]
  const contact::Kernels& kernels;
};

struct StepperDescriptor {
  std::string_view word{};         ///< name in a scene; the table of its settings has the same name
  std::string_view description{};  ///< one sentence
  std::string_view source{};       ///< of its equations
  ContactForm contacts = ContactForm::springs;
  CellMotion cell = CellMotion::none;
  Sharing sharing = Sharing::blocks;
  /// Contacts are evaluated with velocities at the time of the positions; otherwise with those of half a step before.
  bool is_synchronised = false;
  /// Steps are solved by sweeps over the bodies; a step whose sweeps do not converge is halved.
  bool is_implicit = false;
  /// g/2 of critical_packing.h: the weight of dashpots in the critical step.
  double damping_factor = 1.0;
  bool needs_table = false;       ///< a scene must have the table of its name
  std::string_view needs_step{};  ///< why time.step must be given; empty: it is chosen from the critical steps
  std::string_view example{};     ///< lines of a scene in SI units that the stepper needs, besides time.step
  int (*ledger_order)(const Scene&) = nullptr;  ///< order in the step of the residual of the ledger (docs/ledger.md)
  std::span<const FeatureRefusal> refuses{};    ///< unsupported features; all others are supported
  std::unique_ptr<step::Engine> (*make)(const EngineInput&) = nullptr;  ///< throws BuildError

  constexpr bool is_rigid() const { return contacts == ContactForm::rigid; }
  constexpr bool moves_cell() const { return cell != CellMotion::none; }
  /// The message about an unsupported feature; empty if it is supported.
  constexpr std::string_view why_not(Feature feature) const {
    for (const FeatureRefusal& r : refuses)
      if (r.feature == feature) return r.why;
    return {};
  }
  constexpr bool takes(Feature feature) const { return why_not(feature).empty(); }
};

}  // namespace scree::sim
