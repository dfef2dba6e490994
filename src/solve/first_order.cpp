#include "solve/first_order.h"

#include <algorithm>
#include <cmath>

#include <omp.h>

namespace scree::solve {
namespace {

// units of work that are distributed among threads; each has a partial sum
constexpr std::size_t k_groups_per_chunk = 16, k_bodies_per_chunk = 64;

std::size_t chunks_of(std::size_t items, std::size_t size) { return (items + size - 1) / size; }

/// Sums eight columns in a fixed order.
double sum8(const double* x) { return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])); }

/// The velocity of a row without its bias.
double row_motion(const Row& r, const state::Column<Line>& motion) {
  const auto linear = [&](std::uint32_t i) {
    return Vec3d{motion[i].number[0], motion[i].number[1], motion[i].number[2]};
  };
  const auto angular = [&](std::uint32_t i) {
    return Vec3d{motion[i].number[4], motion[i].number[5], motion[i].number[6]};
  };
  return dot(r.linear, linear(r.a) - linear(r.b)) + dot(r.angular_a, angular(r.a)) + dot(r.angular_b, angular(r.b));
}

Line line_of(const Vec3d& linear, const Vec3d& angular) {
  return {{linear.x, linear.y, linear.z, 0.0, angular.x, angular.y, angular.z, 0.0}};
}

}  // namespace

Passes::Passes(const Groups& groups, const Kernels& kernels)
    : groups_(groups),
      kernels_(kernels),
      each_(groups.groups.size() * k_group + groups.rows.size()),
      lines_(groups.lines()),
      contact_sums_(chunks_of(groups.groups.size(), k_groups_per_chunk) + 1),
      body_sums_(chunks_of(groups.bodies(), k_bodies_per_chunk)) {}

Passes::Range Passes::own_range(std::size_t chunks) {
  const auto threads = static_cast<std::size_t>(omp_get_num_threads()),
             me = static_cast<std::size_t>(omp_get_thread_num());
  return {chunks * me / threads, chunks * (me + 1) / threads};
}

void Passes::project_rows(const state::Column<Line>& motion, const PackedImpulses& now, const PackedImpulses& origin,
                          double momentum, double stride, PackedImpulses* next, PackedImpulses* next_origin,
                          Projected& sums) {
  for (std::size_t i = 0; i < groups_.rows.size(); ++i) {
    const auto& [r, stiff, step] = groups_.rows[i];
    const double ahead = momentum * (now.rows[i] - origin.rows[i]), y = now.rows[i] + ahead;
    const double u = row_motion(r, motion) + r.bias + r.compliance * y;
    const double x = std::clamp(y - stride * step * u, r.low, r.high), d = x - y;
    if (!next) {
      each_[groups_.groups.size() * k_group + i] = std::abs(d) * stiff;
      continue;
    }
    next->rows[i] = x;
    if (next_origin) next_origin->rows[i] = now.rows[i] + k_origin_fraction * ahead;
    sums.change += d * d * stiff, sums.residual += d * d * stiff * stiff, sums.soft += r.compliance * d * d,
        sums.uphill += u * (x - now.rows[i]);
    lines_[groups_.line_of_row(i)] = line_of(x * r.linear, x * r.angular_a);
    lines_[groups_.line_of_row(i) + 1] = line_of(-x * r.linear, x * r.angular_b);
  }
}

Passes::Projected Passes::project(const state::Column<Line>& motion, const PackedImpulses& now,
                                  const PackedImpulses& origin, double momentum, double stride, PackedImpulses& next,
                                  PackedImpulses* next_origin) {
  const ProjectPass pass{groups_.groups.data(),
                         motion.data(),
                         now.contacts.data(),
                         origin.contacts.data(),
                         momentum,
                         stride,
                         next.contacts.data(),
                         next_origin ? next_origin->contacts.data() : nullptr,
                         lines_.data(),
                         nullptr};
  const ProjectKernel kernel = kernels_.project[groups_.soft][groups_.round];
  const std::size_t chunks = contact_sums_.size() - 1;
  const Range mine = own_range(chunks);
  for (std::size_t c = mine.first; c < mine.last; ++c) {
    ProjectSums sums;
    kernel(pass, c * k_groups_per_chunk, std::min((c + 1) * k_groups_per_chunk, groups_.groups.size()), sums);
    contact_sums_[c] = {sum8(sums.change), sum8(sums.soft), sum8(sums.uphill), sum8(sums.residual)};
  }
#pragma omp master
  {
    contact_sums_[chunks] = {};
    project_rows(motion, now, origin, momentum, stride, &next, next_origin, contact_sums_[chunks]);
  }
#pragma omp barrier
  Projected all;
  for (const Projected& p : contact_sums_)
    all.change += p.change, all.soft += p.soft, all.uphill += p.uphill, all.residual += p.residual;
  return all;
}

double Passes::gather(const state::Column<Line>& now, const state::Column<Line>& trial, double momentum,
                      state::Column<Line>& next, state::Column<Line>& next_trial, state::Column<Line>& motion) {
  const GatherPass pass{lines_.data(),
                        groups_.free.data(),
                        groups_.inverse.data(),
                        groups_.matrix.empty() ? nullptr : groups_.matrix.data(),
                        groups_.first.data(),
                        groups_.line.data(),
                        now.data(),
                        trial.data(),
                        momentum,
                        next.data(),
                        next_trial.data(),
                        motion.data()};
  const Range mine = own_range(body_sums_.size());
  for (std::size_t c = mine.first; c < mine.last; ++c) {
    Line energy;
    kernels_.gather(pass, c * k_bodies_per_chunk, std::min((c + 1) * k_bodies_per_chunk, groups_.bodies()), energy);
    body_sums_[c] = sum8(energy.number);
  }
#pragma omp barrier
  double all = 0.0;
  for (const double e : body_sums_) all += e;
  return all;
}

void Passes::respond(const state::Column<Line>& momenta, state::Column<Line>& motion) const {
  const Range mine = own_range(groups_.bodies());
  for (std::size_t i = mine.first; i < mine.last; ++i) {
    const double* p = momenta[i].number;
    Line& v = motion[i];
    for (int k = 0; k < 8; ++k) v.number[k] = groups_.free[i].number[k] + groups_.inverse[i].number[k] * p[k];
    if (groups_.matrix.empty()) continue;
    const Vec3d turned = groups_.matrix[i] * Vec3d{p[4], p[5], p[6]};
    for (int k = 0; k < 3; ++k) v.number[4 + k] = groups_.free[i].number[4 + k] + turned.*k_axes[k];
  }
#pragma omp barrier
}

double Passes::measure(const state::Column<Line>& motion, const PackedImpulses& now) {
  const ProjectPass pass{groups_.groups.data(),
                         motion.data(),
                         now.contacts.data(),
                         now.contacts.data(),
                         0.0,
                         1.0,
                         nullptr,
                         nullptr,
                         nullptr,
                         each_.data()};
  const ProjectKernel kernel = kernels_.project[groups_.soft][groups_.round];
  const std::size_t chunks = contact_sums_.size() - 1;
  const Range mine = own_range(chunks);
  for (std::size_t c = mine.first; c < mine.last; ++c) {
    ProjectSums none;
    const std::size_t first = c * k_groups_per_chunk,
                      last = std::min((c + 1) * k_groups_per_chunk, groups_.groups.size());
    kernel(pass, first, last, none);
    double sums[k_group] = {};
    for (std::size_t i = first * k_group; i < last * k_group; ++i) sums[i % k_group] += each_[i] * each_[i];
    contact_sums_[c].residual = sum8(sums);
  }
#pragma omp master
  {
    Projected unused;
    project_rows(motion, now, now, 0.0, 1.0, nullptr, nullptr, unused);
    double& sum = contact_sums_[chunks].residual = 0.0;
    for (std::size_t i = groups_.groups.size() * k_group; i < each_.size(); ++i) sum += each_[i] * each_[i];
  }
#pragma omp barrier
  double all = 0.0;
  for (const Projected& p : contact_sums_) all += p.residual;
#pragma omp barrier
  return count() == 0 ? 0.0 : std::sqrt(all / static_cast<double>(count()));
}

std::vector<double> Passes::residuals() const {
  std::vector<double> all(each_.begin(), each_.begin() + static_cast<std::ptrdiff_t>(groups_.contacts));
  all.insert(all.end(), each_.end() - static_cast<std::ptrdiff_t>(groups_.rows.size()), each_.end());
  return all;
}

std::vector<Twist> twists_of(const state::Column<Line>& motion, std::size_t bodies) {
  std::vector<Twist> twists(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    const double* x = motion[i].number;
    twists[i] = {{x[0], x[1], x[2]}, {x[4], x[5], x[6]}};
  }
  return twists;
}

}  // namespace scree::solve
