#include "solve/scaled.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "solve/residual.h"

namespace scree::solve {
namespace {

/// L with L L^T = M^-1. Columns of locked degrees of freedom are zero.
SixBySix root_of_inverse_mass(const Body& body) {
  SixBySix root = SixBySix::Zero();
  for (int k = 0; k < 3; ++k) root(k, k) = std::sqrt(body.inverse_mass.*k_axes[k]);
  const Symmetric& m = body.inverse_inertia;
  Eigen::Matrix3d matrix;
  matrix << m[0], m[3], m[4], m[3], m[1], m[5], m[4], m[5], m[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(matrix);
  constexpr double k_negligible = 1e-14;  // of the largest; rounding error of a rotated matrix with zero eigenvalues
  for (int k = 0; k < 3; ++k) {
    const double value = axes.eigenvalues()[k];
    if (value > k_negligible * axes.eigenvalues()[2])
      root.block<3, 1>(3, 3 + k) = std::sqrt(value) * axes.eigenvectors().col(k);
  }
  return root;
}

Eigen::Matrix3d frame_of(const Vec3d& normal) {
  Eigen::Matrix3d frame;
  frame.col(0) = eigen(normal);
  const Eigen::Vector3d other = std::abs(normal.x) < 0.6 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
  frame.col(1) = (other - other.dot(frame.col(0)) * frame.col(0)).normalized();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return frame;
}

/// Rows of D^T for one body: velocity of its contact point and its spin, in the frame of the contact.
SixBySix rows_at(const Eigen::Matrix3d& frame, const Vec3d& arm) {
  Eigen::Matrix3d across;  // spin -> spin x arm
  across << 0, arm.z, -arm.y, -arm.z, 0, arm.x, arm.y, -arm.x, 0;
  SixBySix rows = SixBySix::Zero();
  rows.topLeftCorner<3, 3>() = frame.transpose();
  rows.topRightCorner<3, 3>() = frame.transpose() * across;
  rows.bottomRightCorner<3, 3>() = frame.transpose();
  return rows;
}

Six in_frame(const Eigen::Matrix3d& frame, const Twist& t) {
  Six six;
  six << frame.transpose() * eigen(t.linear), frame.transpose() * eigen(t.angular);
  return six;
}

}  // namespace

Nearest nearest(const ScaledContact& c, const Six& x, const Six& weight) {
  Nearest result;
  for (int i = 0; i < 3; ++i)
    result.length[i] = k_parts[i][1] < 0
                           ? std::abs(x[k_parts[i][0]])
                           : std::sqrt(x[k_parts[i][0]] * x[k_parts[i][0]] + x[k_parts[i][1]] * x[k_parts[i][1]]);
  const auto p = law::onto_cone<double>({c.cone[0], c.cone[1], c.cone[2]},
                                        {weight[1] / weight[0], weight[4] / weight[0], weight[3] / weight[0]}, x[0],
                                        {result.length[0], result.length[1], result.length[2]});
  result.polar = !(p.normal > 0.0);
  result.point << p.normal, p.factor.slide * x[1], p.factor.slide * x[2], p.factor.spin * x[3], p.factor.roll * x[4],
      p.factor.roll * x[5];
  for (int i = 0; i < 3; ++i) result.cut[i] = c.cone[i] == 0.0 || result.length[i] > c.cone[i] * p.normal;
  return result;
}

Scaled::Scaled(const Problem& problem)
    : number_(problem.bodies.size(), k_fixed), counted_(problem.contacts.size() + problem.rows.size()) {
  std::vector<SixBySix> root;
  std::vector<Twist> free;
  for (std::size_t k = 0; k < problem.bodies.size(); ++k) {
    free.push_back(problem.bodies[k].free);
    if (problem.bodies[k].is_fixed()) continue;
    number_[k] = bodies++;
    root.push_back(root_of_inverse_mass(problem.bodies[k]));
  }
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    const Diagonal n = diagonal(problem, c);
    if (!(n.normal > 0.0)) continue;
    ScaledContact s;
    s.index = i, s.a = number_[c.a], s.b = number_[c.b], s.frame = frame_of(c.normal);
    s.scale << 1 / std::sqrt(n.normal), 1 / std::sqrt(n.slide), 1 / std::sqrt(n.slide), 1 / std::sqrt(n.spin),
        1 / std::sqrt(n.roll), 1 / std::sqrt(n.roll);
    const auto jacobian = [&](int body, const Vec3d& arm, double sign) -> SixBySix {
      if (body == k_fixed) return SixBySix::Zero();
      return (sign * s.scale).asDiagonal() * (rows_at(s.frame, arm) * root[static_cast<std::size_t>(body)]);
    };
    s.at_a = jacobian(s.a, c.arm_a, 1.0), s.at_b = jacobian(s.b, c.arm_b, -1.0);
    s.free = s.scale.cwiseProduct(in_frame(s.frame, contact_velocity(problem, c, free, {})));
    s.soft << c.compliance, c.slide_compliance, c.slide_compliance, 0, 0, 0;
    s.soft = s.soft.cwiseProduct(s.scale.cwiseAbs2());
    s.cone[0] = c.cone.slide * s.scale[0] / s.scale[1], s.cone[1] = c.cone.roll * s.scale[0] / s.scale[4],
    s.cone[2] = c.cone.spin * s.scale[0] / s.scale[3];
    contacts.push_back(s);
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const Row& r = problem.rows[i];
    const double n = diagonal(problem, r);
    if (!(n > 0.0)) continue;
    ScaledRow s;
    s.index = i, s.a = number_[r.a], s.b = number_[r.b], s.scale = 1 / std::sqrt(n);
    const auto jacobian = [&](int body, const Vec3d& linear, const Vec3d& angular) -> Six {
      if (body == k_fixed) return Six::Zero();
      Six d;
      d << eigen(linear), eigen(angular);
      return s.scale * (root[static_cast<std::size_t>(body)].transpose() * d);
    };
    s.at_a = jacobian(s.a, r.linear, r.angular_a), s.at_b = jacobian(s.b, -r.linear, r.angular_b);
    s.free = s.scale * row_velocity(problem, r, free, 0.0), s.soft = r.compliance * s.scale * s.scale;
    s.low = r.low / s.scale, s.high = r.high / s.scale;
    rows.push_back(s);
  }
}

ScaledImpulses Scaled::scaled(const Impulses& impulses) const {
  ScaledImpulses result;
  for (const ScaledContact& c : contacts)
    result.contacts.push_back(in_frame(c.frame, impulses.contacts[c.index]).cwiseQuotient(c.scale));
  for (const ScaledRow& r : rows) result.rows.push_back(impulses.rows[r.index] / r.scale);
  return result;
}

Impulses Scaled::plain(const ScaledImpulses& impulses, const Problem& problem) const {
  Impulses result{std::vector<Twist>(problem.contacts.size()), std::vector<double>(problem.rows.size())};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Six g = contacts[i].scale.cwiseProduct(impulses.contacts[i]);
    result.contacts[contacts[i].index] = {plain_vector(contacts[i].frame * g.head<3>()),
                                          plain_vector(contacts[i].frame * g.tail<3>())};
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i)
    result.rows[i] = std::clamp(0.0, problem.rows[i].low, problem.rows[i].high);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& r = problem.rows[rows[i].index];
    // Scaling may have rounded a limit.
    result.rows[rows[i].index] = std::clamp(rows[i].scale * impulses.rows[i], r.low, r.high);
  }
  return result;
}

ScaledMotion Scaled::motion(const ScaledImpulses& impulses) const {
  ScaledMotion z(static_cast<std::size_t>(bodies), Six::Zero());
  for (std::size_t i = 0; i < contacts.size(); ++i) add_impulse(contacts[i], impulses.contacts[i], z);
  for (std::size_t i = 0; i < rows.size(); ++i) add_impulse(rows[i], impulses.rows[i], z);
  return z;
}

Six Scaled::velocity(const ScaledContact& c, const ScaledMotion& z) const {
  Six u = c.free;
  if (c.a != k_fixed) u.noalias() += c.at_a * z[static_cast<std::size_t>(c.a)];
  if (c.b != k_fixed) u.noalias() += c.at_b * z[static_cast<std::size_t>(c.b)];
  return u;
}

double Scaled::velocity(const ScaledRow& r, const ScaledMotion& z) const {
  double u = r.free;
  if (r.a != k_fixed) u += r.at_a.dot(z[static_cast<std::size_t>(r.a)]);
  if (r.b != k_fixed) u += r.at_b.dot(z[static_cast<std::size_t>(r.b)]);
  return u;
}

double Scaled::residual(const ScaledImpulses& impulses, const ScaledMotion& z) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Six& g = impulses.contacts[i];
    const Six u = velocity(contacts[i], z) + contacts[i].soft.cwiseProduct(g);
    sum += (g - nearest(contacts[i], g - u, Six::Ones()).point).squaredNorm() /
           (contacts[i].scale[0] * contacts[i].scale[0]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double g = impulses.rows[i], u = velocity(rows[i], z) + rows[i].soft * g;
    const double change = (g - std::clamp(g - u, rows[i].low, rows[i].high)) / rows[i].scale;
    sum += change * change;
  }
  return counted_ > 0 ? std::sqrt(sum / static_cast<double>(counted_)) : 0.0;
}

namespace {

template <class F>
void for_pairs(const Scaled& scaled, F f) {
  for (const ScaledContact& c : scaled.contacts) f(c.a, c.b);
  for (const ScaledRow& r : scaled.rows) f(r.a, r.b);
}
std::vector<BlockCholesky::Pair> moving_pairs(const Scaled& scaled) {
  std::vector<BlockCholesky::Pair> pairs;
  for_pairs(scaled, [&](int a, int b) {
    if (a != k_fixed && b != k_fixed) pairs.emplace_back(a, b);
  });
  return pairs;
}

}  // namespace

ReducedMatrix::ReducedMatrix(const Scaled& scaled, const Kernels& kernels)
    : scaled_(scaled), matrix_(scaled.bodies, moving_pairs(scaled), kernels) {
  std::size_t next = 0;
  for_pairs(scaled, [&](int a, int b) { pair_.push_back(a != k_fixed && b != k_fixed ? next++ : next); });
}

void ReducedMatrix::add_contact(std::size_t i, const SixBySix& k) {
  const ScaledContact& c = scaled_.contacts[i];
  if (c.a != k_fixed) {
    const SixBySix left = c.at_a.transpose() * k;
    matrix_.add_diagonal(c.a, left * c.at_a);
    if (c.b != k_fixed) matrix_.add_pair(pair_[i], left * c.at_b);
  }
  if (c.b != k_fixed) matrix_.add_diagonal(c.b, c.at_b.transpose() * k * c.at_b);
}

void ReducedMatrix::add_row(std::size_t i, double k) {
  const ScaledRow& r = scaled_.rows[i];
  if (r.a != k_fixed) matrix_.add_diagonal(r.a, k * r.at_a * r.at_a.transpose());
  if (r.b != k_fixed) matrix_.add_diagonal(r.b, k * r.at_b * r.at_b.transpose());
  if (r.a != k_fixed && r.b != k_fixed)
    matrix_.add_pair(pair_[scaled_.contacts.size() + i], k * r.at_a * r.at_b.transpose());
}

}  // namespace scree::solve
