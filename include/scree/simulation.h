// A running simulation. Results have the same bits for any number of threads, any instruction set, and after a restart.
//
//   const auto scene = scree::Scene::from_file("heap.toml");
//   scree::Simulation simulation(scene, {.threads = 2});
//   while (simulation.time() < scene.end_time()) simulation.advance(1000);
//   for (const scree::Body& body : simulation.bodies()) ...
//
// Every function may throw Error (scree/error.h) and std::bad_alloc. Only one thread at a time may use a simulation.
// OpenMP settings of the host program are not changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scree/frame.h"
#include "scree/scene.h"

namespace scree {

struct Options {
  int threads = 1;
  std::string isa{};  ///< instruction set: "avx512", "avx2" or "scalar"; empty: the best one of the machine
};

class Simulation {
 public:
  explicit Simulation(const Scene& scene, const Options& options = {});
  /// Continues from a checkpoint file, or from the bytes of `save`. Both contain the scene.
  [[nodiscard]] static Simulation from_checkpoint(const std::filesystem::path& file, const Options& options = {});
  [[nodiscard]] static Simulation from_saved(std::span<const std::byte> saved, const Options& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Advances by `steps` steps. Throws Error (physics) if a step fails. The limits of [guard] are checked by `run`
  /// (scree/run.h), not here.
  void advance(std::int64_t steps);

  [[nodiscard]] double time() const;  ///< [s]
  [[nodiscard]] double step() const;  ///< time step [s]
  [[nodiscard]] std::int64_t steps_done() const;
  [[nodiscard]] std::int64_t body_count() const;
  [[nodiscard]] std::int64_t contact_count() const;
  [[nodiscard]] Energies energies() const;
  [[nodiscard]] std::vector<Body> bodies() const;  ///< sorted by id
  [[nodiscard]] Frame frame() const;               ///< bodies and contacts
  /// Hash of all bits of positions, velocities, spins and contact histories.
  [[nodiscard]] std::uint64_t state_hash() const;
  [[nodiscard]] const Scene& scene() const;

  /// The complete state: a continued run has the same bits.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// Writes the same to folder/checkpoint.h5, which `scree run --resume`, `inspect` and `analyse` read; the previous
  /// file is kept as checkpoint.previous.h5. An interrupted write leaves at least one complete file.
  void write_checkpoint(const std::filesystem::path& folder) const;

 private:
  friend struct SimulationAccess;
  struct Impl;
  explicit Simulation(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
