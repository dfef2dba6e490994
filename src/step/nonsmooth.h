// The nonsmooth engine: rigid contacts, and the impulses of one large step from a cone complementarity problem.
// [TasoraAnitescu2013, sect. 3-5; docs/specs/tasora.md, 1.3]
//
//   v_free = v + h M^-1 (f - gyroscopic term), where drag, Magnus's and near-field forces are those at the beginning of
//       the step;  gaps and normals of all that can touch;  gamma = solution of the problem;
//   v+ = v_free + M^-1 D gamma;  x+ = x + h v+;  orientation by the exponential map of h w+.
//
// Gap stabilisation: the normal row asks for Phi/h + dPhi/dt >= A_r, with A_r = mu |v_T| + rho |w_T| + sigma |w_n| >=
// 0, so a contact that slides, rolls or spins stays open by h A_r: the price of a convex problem (docs/nonsmooth.md
// shows where it matters).
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

/// Which rule holds between two materials.
struct RuleTable {
  std::vector<law::RigidRule> rules;
  std::vector<std::uint16_t> between;  ///< materials x materials, index into rules
  int materials = 0;
  std::uint16_t of(int a, int b) const {
    return between[static_cast<std::size_t>(a) * static_cast<std::size_t>(materials) + static_cast<std::size_t>(b)];
  }
};

struct NonsmoothSettings {
  double step = 0.0;       ///< h [s]
  solve::Settings solver;  ///< its `isa` is not used: the kernels say it
  bool warm_start = true;
  bool two_coefficients = false;  ///< a part that moved at the end of the last step has its kinetic limit in this one
  double envelope = 0.0;          ///< of the smaller radius: nearer pairs are always in the problem
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
  /// Nothing presses yet, but overlaps of the start are known, so that a guard can tell of them.
  void set_up(state::World& world) override;
  std::int64_t advance(state::World& world, std::int64_t steps) override;
  void bodies_came(state::World& world) override {
    world.bodies.loads.resize(world.bodies.size()), fields_.prepare(world);
  }
  double take_out(state::World& world, const std::vector<char>& removed) override;
  void set_overlap_alarm(double fraction, double) override { overlap_alarm_ = fraction, alarm_.reset(); }
  std::optional<contact::OverlapAlarm> alarm() const override { return alarm_; }
  Ledger energies(const state::World& world) const override;
  void tell(const state::World& world, StepReport& report) const override;
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

  void want_problem(std::int64_t step) override { wanted_ = step; }
  const KeptProblem* kept_problem() const override { return kept_ ? &*kept_ : nullptr; }

 private:
  /// What is remembered of a contact when a step has been made.
  struct Contact {
    contact::Near near;  ///< as it stood at the beginning of the step
    std::uint16_t rule = 0;
    solve::Twist impulse;   ///< on a [N s], [N m s]
    solve::Twist slip;      ///< at the end: velocity of a's point against b's, and of the spins
    double residual = 0.0;  ///< [m/s]
    double opening = 0.0;   ///< h A_r while pressed [m]
    bool slides = false, rolls = false, spins = false;
    double pressing() const { return dot(impulse.linear, near.point.normal); }
    bool is_active() const { return pressing() > 0.0; }
    double gap(double step) const { return near.point.gap + step * dot(slip.linear, near.point.normal); }
  };

  /// Something that can touch in this step; in the problem if it is listed.
  struct Candidate {
    Contact contact;
    solve::Contact in_problem;
    bool listed = false;   ///< in the problem of the coming pass
    bool solved = false;   ///< in that of the last one
    double rebound = 0.0;  ///< dPhi/dt that restitution wants after the step; 0: none [m/s]
  };

  void make_step(state::World& world);
  std::vector<Candidate> candidates(const state::World& world, const contact::NearSearch& search,
                                    const contact::Reach& reach, const std::vector<solve::Twist>& before);
  static void look_farther(std::vector<Candidate>& all, std::vector<Candidate> wider);
  double most_opening(double radius) const;
  void memorise();
  const Contact* remembered(const contact::NearKey& key) const;
  std::vector<double> warm_rows(std::size_t count) const;
  solve::Impulses warm_guess(const std::vector<Candidate>& all, std::size_t rows) const;  ///< of those that are listed
  void check(const state::World& world, const Contact& contact) const;                    ///< throws ArchiveError
  solve::Contact problem_contact(const state::World& world, const Contact& contact) const;
  void rebound(const state::World& world, Candidate& candidate, const std::vector<solve::Twist>& before,
               const std::vector<solve::Twist>& expected) const;
  void remember_missed(const std::vector<Candidate>& all, const std::vector<solve::Twist>& velocities);
  void apply(state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
             const solve::Outcome& outcome);
  void book(const state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
            const std::vector<solve::Twist>& before, const std::vector<solve::Twist>& after);

  NonsmoothSettings settings_;
  RuleTable rules_;
  const contact::Kernels& kernels_;
  Fields fields_;
  std::vector<Contact> contacts_;                                   ///< of the last step
  std::vector<std::pair<contact::NearKey, std::uint32_t>> memory_;  ///< their places by key
  std::vector<double> rows_;                                        ///< impulses of the rows of the last step
  Accounts accounts_;
  SolverReport told_;
  std::int64_t steps_ = 0, searches_ = 0, unconverged_ = 0;
  double overlap_alarm_ = std::numeric_limits<double>::infinity();
  std::optional<contact::OverlapAlarm> alarm_;
  std::int64_t wanted_ = -1;
  std::optional<KeptProblem> kept_;
};

}  // namespace scree::step
