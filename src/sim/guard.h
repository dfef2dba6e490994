// Checks of a running simulation: finite energies, small overlaps, bodies inside the allowed region, a small residual
// of the energy ledger.
//
// The guard checks a simulation at intervals. Each diagnostic states when and where the problem occurred, what it is,
// its likely cause, and what to change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scree::sim {

/// A problem of the physics of a run: a limit that was exceeded, or a state that is not valid.
struct Diagnostic {
  /// "not-finite", "overlap", "leaving", "geometry", "solver", "unsolved", "cell", "residual", "speed", "passage",
  /// "stream" or "outputs"
  std::string kind;
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<std::int64_t> bodies{};     ///< ids
  std::string what{}, cause{}, remedy{};  ///< sentences without a full stop
  std::string time_unit{};                ///< as written in messages: "s"

  std::string when() const;      ///< "step 1289 (t = 0.01289 s)"
  std::string describe() const;  ///< the whole message: when and what, likely cause, what to change
};

class Guard {
 public:
  explicit Guard(const Scene& scene) : scene_(scene) {}

  /// Checks the present state. Checks that the scene sets to "ignore" are skipped. Each kind of warning is reported
  /// once in the life of the guard.
  struct Findings {
    std::optional<Diagnostic> stop;
    std::vector<Diagnostic> warnings;
  };
  Findings look(const Simulation& simulation);

  /// Diagnostics of the three exceptions that end a step. `body` is the first body without a valid position, or
  /// k_no_body if only the energies are not finite.
  static Diagnostic blown_up(const Simulation& simulation, state::Id body, const Vec3d& position,
                             const Vec3d& velocity);
  static Diagnostic unsolved(const Simulation& simulation, const step::Unsolved& step);
  static Diagnostic bad_cell(const Simulation& simulation, const step::BadCell& cell);
  /// For a run that has ended: one diagnostic for each stream that inserted fewer bodies than stream.count. `rule` is
  /// the rule of [stop] that ended the run; empty if it reached time.end.
  static std::vector<Diagnostic> short_streams(const Simulation& simulation, const std::string& rule);

 private:
  /// Adds a diagnostic to the findings as `alarm` requires: as the reason to stop, as a warning, or not at all.
  void add(Findings& findings, Alarm alarm, const Diagnostic& diagnostic);
  std::optional<Diagnostic> find_leaving(const Simulation& simulation) const;
  std::optional<Diagnostic> find_overlap(const Simulation& simulation) const;
  std::optional<Diagnostic> find_passage(const Simulation& simulation) const;
  std::optional<Diagnostic> find_residual(const Simulation& simulation) const;
  std::optional<Diagnostic> find_unreached(const Simulation& simulation) const;  ///< solver tolerance not reached
  std::optional<Diagnostic> find_leap(const Simulation& simulation) const;  ///< too fast for the step, at the start

  Scene scene_;
  std::vector<std::string> warned_;  ///< kinds of the warnings already reported
};

}  // namespace scree::sim
