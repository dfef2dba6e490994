// The implementation of the classes of include/scree/. Internal to api/.
#pragma once

#include <filesystem>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/scene/scene_text.h"
#include "scree/scene.h"
#include "scree/simulation.h"
#include "sim/simulation.h"

namespace scree {

struct Scene::Impl {
  sim::Scene scene;
  std::vector<io::SceneText> texts;               ///< the main one first
  std::optional<std::filesystem::path> folder{};  ///< of files named in the texts; unset: no file may be opened
};

struct Simulation::Impl {
  Scene scene;
  sim::Simulation simulation;
};

struct SceneAccess {
  static Scene make(Scene::Impl impl) { return Scene(std::make_shared<const Scene::Impl>(std::move(impl))); }
  static const Scene::Impl& of(const Scene& scene) { return *scene.impl_; }
};
struct SimulationAccess {
  static sim::Simulation& of(Simulation& simulation) { return simulation.impl_->simulation; }
};

namespace api {

/// Throws the exception that is being handled as an Error. Call it in a catch block.
[[noreturn]] void throw_as_error();

/// Returns f(), with exceptions of the engine converted to Error.
template <class F>
std::invoke_result_t<F> guarded(F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (...) {
    throw_as_error();
  }
}

}  // namespace api
}  // namespace scree
