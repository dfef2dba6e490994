// Limits that a sound run keeps: finite energies, small overlaps, bodies where they may be, an energy ledger that
// closes.
//
// A guard looks at a simulation now and then. What it finds is told as a person would want to hear it: when, who, what,
// why, and what to change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scree::sim {

/// Something went wrong with the physics.
struct Trouble {
  /// "not-finite", "overlap", "leaving", "geometry", "solver", "unsolved", "cell", "residual", "speed", "passage",
  /// "stream" or "outputs"
  std::string kind;
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<std::int64_t> bodies{};  ///< ids
  std::string what{}, cause{}, remedy{};
  std::string time_unit{};  ///< as a message writes it: "s"

  std::string when() const;  ///< "step 1289 (t = 0.01289 s)"
  std::string in_words() const;
};

class Guard {
 public:
  explicit Guard(const Scene& scene) : scene_(scene) {}

  /// All that is wrong now, gravest first. What the scene wants ignored is not looked for; a warning is given once.
  struct Findings {
    std::optional<Trouble> stop;
    std::vector<Trouble> warnings;
  };
  Findings look(const Simulation& simulation);

  static Trouble blown_up(const Simulation& simulation, state::Id body, const Vec3d& position, const Vec3d& velocity);
  static Trouble unsolved(const Simulation& simulation, const step::Unsolved& step);
  static Trouble bad_cell(const Simulation& simulation, const step::BadCell& cell);
  /// Of a run that has ended: streams that brought fewer bodies than they were asked for. `rule` of [stop] ended it;
  /// empty: its time did.
  static std::vector<Trouble> short_streams(const Simulation& simulation, const std::string& rule);

 private:
  void file(Findings& findings, Alarm alarm, const Trouble& trouble);
  std::optional<Trouble> find_leaving(const Simulation& simulation) const;
  std::optional<Trouble> find_overlap(const Simulation& simulation) const;
  std::optional<Trouble> find_passage(const Simulation& simulation) const;
  std::optional<Trouble> find_residual(const Simulation& simulation) const;
  std::optional<Trouble> find_unreached(const Simulation& simulation) const;
  std::optional<Trouble> find_leap(const Simulation& simulation) const;

  Scene scene_;
  std::vector<std::string> warned_;  ///< kinds
};

}  // namespace scree::sim
