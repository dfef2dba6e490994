#include "solve/gauss_seidel.h"

#include <algorithm>
#include <cmath>

#include <omp.h>

#include "solve/colours.h"
#include "solve/first_order.h"
#include "solve/scaled.h"

namespace scree::solve {
namespace {

// must be below 2; 1.0 takes the fewest sweeps to 5e-4 m/s on a heap of 2,000 spheres (2280; 1.8 takes 3170)
constexpr double k_omega = 1.0;
constexpr int k_measure_every = 10;  // sweeps between two evaluations of the residual, which cost as much as one sweep

/// omega eta of each contact of the sorted problem; zero for contacts that have no effect.
state::Column<double> step_sizes(const Problem& sorted) {
  state::Column<double> sizes(sorted.contacts.size());
  for (const ScaledContact& c : Scaled(sorted).contacts) {
    SixBySix own = c.at_a * c.at_a.transpose() + c.at_b * c.at_b.transpose();
    own.diagonal() += c.soft;
    sizes[c.index] = k_omega / own.cwiseAbs().rowwise().sum().maxCoeff();
  }
  return sizes;
}

class Sweeps {
 public:
  Sweeps(const Problem& sorted, const Colours& colours, const Groups& groups, const Kernels& kernels,
         PackedImpulses& impulses, state::Column<Line>& motion)
      : colours_(colours),
        groups_(groups),
        kernels_(kernels),
        impulses_(impulses),
        motion_(motion),
        step_sizes_(step_sizes(sorted)),
        moves_(groups.free.size(), 0) {
    for (std::size_t i = 0; i < sorted.bodies.size(); ++i) moves_[i] = !sorted.bodies[i].is_fixed();
  }

  /// To be called by all threads of a team. Barrier.
  void sweep() {
    const SweepPass pass{
        groups_.groups.data(), groups_.inverse.data(), groups_.matrix.empty() ? nullptr : groups_.matrix.data(),
        moves_.data(),         step_sizes_.data(),     impulses_.contacts.data(),
        motion_.data()};
    const auto threads = static_cast<std::size_t>(omp_get_num_threads()),
               me = static_cast<std::size_t>(omp_get_thread_num());
    for (std::size_t c = 0; c + 1 < colours_.first_group.size(); ++c) {
      const std::size_t first = colours_.first_group[c], count = colours_.first_group[c + 1] - first;
      kernels_.sweep(pass, first + count * me / threads, first + count * (me + 1) / threads);
#pragma omp barrier
    }
#pragma omp master
    for (std::size_t i = 0; i < groups_.rows.size(); ++i) update_row(i);
#pragma omp barrier
  }

 private:
  void update_row(std::size_t i) {
    const auto& [r, stiff, step] = groups_.rows[i];
    double& g = impulses_.rows[i];
    const double *a = motion_[r.a].number, *b = motion_[r.b].number;
    const Vec3d va{a[0], a[1], a[2]}, wa{a[4], a[5], a[6]}, vb{b[0], b[1], b[2]}, wb{b[4], b[5], b[6]};
    const double u = dot(r.linear, va - vb) + dot(r.angular_a, wa) + dot(r.angular_b, wb) + r.bias + r.compliance * g;
    const double next = std::clamp(g - step * u, r.low, r.high),
                 change = next - g;  // the exact minimum for one unknown
    g = next;
    apply_impulse(r.a, change * r.linear, change * r.angular_a),
        apply_impulse(r.b, -change * r.linear, change * r.angular_b);
  }
  void apply_impulse(std::uint32_t body, const Vec3d& force, const Vec3d& torque) {
    if (!moves_[body]) return;
    double* v = motion_[body].number;
    const double* inverse = groups_.inverse[body].number;
    const Vec3d turn = groups_.matrix.empty()
                           ? Vec3d{inverse[4] * torque.x, inverse[5] * torque.y, inverse[6] * torque.z}
                           : groups_.matrix[body] * torque;
    for (int k = 0; k < 3; ++k) v[k] += inverse[k] * force.*k_axes[k], v[4 + k] += turn.*k_axes[k];
  }

  const Colours& colours_;
  const Groups& groups_;
  const Kernels& kernels_;
  PackedImpulses& impulses_;
  state::Column<Line>& motion_;
  state::Column<double> step_sizes_;
  std::vector<std::uint8_t> moves_;
};

}  // namespace

Outcome solve_gauss_seidel(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Colours colours(problem);
  const Problem sorted = colours.sorted(problem);
  const Groups groups(sorted);
  const Kernels& kernels = kernels_named(settings.isa);
  Passes passes(groups, kernels);
  PackedImpulses packed;
  groups.pack(colours.sorted(impulses), packed.contacts, packed.rows);
  Impulses unpacked;
  groups.unpack(packed.contacts, packed.rows, unpacked);
  state::Column<Line> motion = groups.free;
  const std::vector<Twist> start = velocities(sorted, unpacked);
  for (std::size_t i = 0; i < start.size(); ++i) {
    const auto& [v, w] = start[i];
    motion[i] = {{v.x, v.y, v.z, 0.0, w.x, w.y, w.z, 0.0}};
  }
  Sweeps sweeps(sorted, colours, groups, kernels, packed, motion);
  const std::size_t count = problem.contacts.size() + problem.rows.size();
  // The mean of measure() counts padding contacts, whose residual is zero.
  const double fraction = count > 0 ? std::sqrt(static_cast<double>(passes.count()) / static_cast<double>(count)) : 0.0;
  Outcome outcome;
#pragma omp parallel num_threads(groups.team())
  {
    std::int64_t done = 0;
    while (passes.measure(motion, packed) * fraction > settings.tolerance && done < settings.max_iterations)
      for (int k = 0; k < k_measure_every && done < settings.max_iterations; ++k, ++done) sweeps.sweep();
#pragma omp master
    outcome.iterations = done;
  }
  groups.unpack(packed.contacts, packed.rows, unpacked);
  impulses = colours.back(unpacked, problem.contacts.size());
  outcome.velocities = velocities(problem, impulses);
  outcome.residual = residual(problem, impulses, outcome.velocities);
  outcome.reached = outcome.residual.rms <= settings.tolerance;
  return outcome;
}

}  // namespace scree::solve
