// The nonsmooth engine: rigid contacts; the impulses of one large step solve a cone complementarity problem.
// [TasoraAnitescu2013, sect. 3-5; docs/specs/tasora.md, 1.3]
//
//   1. v_free = v + h M^-1 (f - gyroscopic term), with drag, Magnus and near-field forces of the beginning of the step
//   2. gaps and normals of all pairs that can touch in the step
//   3. gamma = solution of the problem
//   4. v+ = v_free + M^-1 D gamma;  x+ = x + h v+;  orientations by the exponential map of h w+
//
// Gap stabilisation: the normal row requires Phi/h + dPhi/dt >= A_r, with A_r = mu |v_T| + rho |w_T| + sigma |w_n|
// >= 0. A contact that slides, rolls or spins therefore stays open by h A_r: this is the error of the convex
// formulation (docs/nonsmooth.md shows where it matters).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/contact_kernels.h"
#include "contact/near.h"
#include "law/rigid.h"
#include "solve/solver.h"
#include "step/accounts.h"
#include "step/engine.h"
#include "step/fields.h"

namespace scree::step {

/// The rule of a rigid contact for each pair of materials.
struct RuleTable {
  std::vector<law::RigidRule> rules;
  std::vector<std::uint16_t> between;  ///< matrix materials x materials of indices into rules
  int materials = 0;
  std::uint16_t of(int a, int b) const {
    return between[static_cast<std::size_t>(a) * static_cast<std::size_t>(materials) + static_cast<std::size_t>(b)];
  }
};

struct NonsmoothSettings {
  double step = 0.0;       ///< h [s]
  solve::Settings solver;  ///< its `isa` is replaced by that of the kernels
  bool warm_start = true;
  bool two_coefficients = false;  ///< contacts that moved at the end of the last step have their kinetic limit
  double envelope = 0.0;  ///< fraction of the smaller radius: pairs with a smaller gap are always in the problem
};

class Nonsmooth final : public Engine {
 public:
  Nonsmooth(const NonsmoothSettings& settings, RuleTable rules, const contact::Kernels& kernels,
            FieldSettings fields = {})
      : settings_(settings), rules_(std::move(rules)), kernels_(kernels), fields_(std::move(fields)) {
    settings_.solver.isa = kernels.name;
  }

  double step() const override { return settings_.step; }
  std::string_view isa() const override { return kernels_.name; }
  /// Finds the overlaps of the initial state, so that a guard can report them; impulses are zero.
  void set_up(state::World& world) override;
  std::int64_t advance(state::World& world, std::int64_t steps) override;
  void bodies_came(state::World& world) override {
    world.bodies.loads.resize(world.bodies.size()), fields_.prepare(world);
  }
  double take_out(state::World& world, const std::vector<char>& removed) override;
  void set_overlap_alarm(double fraction, double) override { overlap_alarm_ = fraction, alarm_.reset(); }
  std::optional<contact::OverlapAlarm> alarm() const override { return alarm_; }
  Ledger energies(const state::World& world) const override;
  void report(const state::World& world, StepReport& report) const override;
  std::int64_t contact_count() const override;
  std::int64_t pair_count() const override { return static_cast<std::int64_t>(contacts_.size()); }
  std::int64_t rebuilds() const override { return searches_; }
  std::vector<int> coordination(std::size_t bodies) const override;
  contact::Deepest deepest(const state::World& world) const override;
  void observe(const state::World& world, const See& see) const override;
  std::size_t bytes() const override;
  void save(Archive& archive) const override;
  void restore(state::World& world, const Archive& archive) override;
  void fold(const Fold& f) const override;

  void want_problem(std::int64_t step) override { problem_step_ = step; }
  const KeptProblem* kept_problem() const override { return kept_ ? &*kept_ : nullptr; }

 private:
  /// A contact of the last step.
  struct Contact {
    contact::Near near;  ///< at the beginning of the step
    std::uint16_t rule = 0;
    solve::Twist impulse;   ///< on a [N s], [N m s]
    solve::Twist slip;      ///< at the end: velocity of a's contact point relative to b's, and relative spin
    double residual = 0.0;  ///< [m/s]
    double opening = 0.0;   ///< h A_r while pressed [m]
    bool slides = false, rolls = false, spins = false;
    double normal_impulse() const { return dot(impulse.linear, near.point.normal); }
    bool is_active() const { return normal_impulse() > 0.0; }
    double gap(double step) const { return near.point.gap + step * dot(slip.linear, near.point.normal); }
  };

  /// A pair that can touch in this step; it is in the problem if it is listed.
  struct Candidate {
    Contact contact;
    solve::Contact in_problem;
    bool listed = false;   ///< in the problem of the next pass
    bool solved = false;   ///< in the problem of the last pass
    double rebound = 0.0;  ///< dPhi/dt after the step by Newton's restitution; 0: no impact [m/s]
  };

  void make_step(state::World& world);
  std::vector<Candidate> candidates(const state::World& world, const contact::NearSearch& search,
                                    const contact::Reach& reach, const std::vector<solve::Twist>& before);
  static void merge_wider_search(std::vector<Candidate>& all, std::vector<Candidate> wider);
  double max_opening(double radius) const;
  void index_contacts();
  const Contact* previous_contact(const contact::NearKey& key) const;
  std::vector<double> warm_rows(std::size_t count) const;
  solve::Impulses warm_guess(const std::vector<Candidate>& all, std::size_t rows) const;  ///< of the listed candidates
  void check(const state::World& world, const Contact& contact) const;                    ///< throws ArchiveError
  solve::Contact problem_contact(const state::World& world, const Contact& contact) const;
  void set_restitution(const state::World& world, Candidate& candidate, const std::vector<solve::Twist>& before,
                       const std::vector<solve::Twist>& expected) const;
  void append_missed(const std::vector<Candidate>& all, const std::vector<solve::Twist>& velocities);
  void apply(state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
             const solve::Outcome& outcome);
  void book(const state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
            const std::vector<solve::Twist>& before, const std::vector<solve::Twist>& after);

  NonsmoothSettings settings_;
  RuleTable rules_;
  const contact::Kernels& kernels_;
  Fields fields_;
  std::vector<Contact> contacts_;                                          ///< of the last step
  std::vector<std::pair<contact::NearKey, std::uint32_t>> contact_index_;  ///< indices into contacts_, sorted by key
  std::vector<double> rows_;                                               ///< impulses of the rows of the last step
  Accounts accounts_;
  SolverReport report_;
  std::int64_t steps_ = 0, searches_ = 0, unconverged_ = 0;
  double overlap_alarm_ = std::numeric_limits<double>::infinity();
  std::optional<contact::OverlapAlarm> alarm_;
  std::int64_t problem_step_ = -1;  ///< the step whose problem is recorded
  std::optional<KeptProblem> kept_;
};

}  // namespace scree::step
