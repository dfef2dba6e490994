// The residual by which all solvers are measured: the natural map with the exact projection, for each contact, in m/s.
//
//   r_i = | gamma_i - P(gamma_i - B_i u_i) | / B_n,
//       B = diag(1/N_nn, 1/N_tt, 1/N_rr, 1/N_ss) of the contact's own block of N,
//
// in the metric with the weights B_n / B (law/cone.h). The cone is scaled so that all its components count as
// velocities of the normal row [docs/specs/tasora.md, 1.5 and 8]. The residual is zero if and only if the problem is
// solved. Rows have the same measure, with their interval of impulses instead of the cone.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"

namespace scree::solve {

/// The diagonal of a contact's own block of N = D^T M^-1 D + C; the two sliding rows are averaged, and so are the two
/// rolling rows. All entries are positive: a component on which no impulse has an effect has the entry of the normal
/// row, converted by the contact's arms, so that it is still measured as a velocity.
struct Diagonal {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
};
/// `normal` is 0 if no impulse along the normal has any effect; such a contact is ignored.
Diagonal diagonal(const Problem& problem, const Contact& contact);
double diagonal(const Problem& problem, const Row& row);

struct Residual {
  double rms = 0.0, max = 0.0;  ///< over contacts and rows [m/s]
  std::int64_t worst = -1;      ///< index of the largest: of the contact, or contacts + row; -1: the problem is empty
  double cone_violation = 0.0;  ///< largest |component| - coefficient x normal impulse, over the largest normal impulse
};

/// Velocities of the bodies that result from the impulses.
std::vector<Twist> velocities(const Problem& problem, const Impulses& impulses);
/// Velocity of a row, or of the rows of a contact in world axes (linear: relative velocity of the contact points;
/// angular: relative spin of the bodies), with bias and compliance.
double row_velocity(const Problem& problem, const Row& row, const std::vector<Twist>& velocities, double impulse);
Twist contact_velocity(const Problem& problem, const Contact& contact, const std::vector<Twist>& velocities,
                       const Twist& impulse);

/// Residuals of each contact, then of each row [m/s].
std::vector<double> residuals(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& velocities);
/// Rms and maximum of these, without the cone violation.
Residual residual_of(const std::vector<double>& residuals);
Residual residual(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& velocities);
/// Largest |component| - coefficient x normal impulse (torques divided by the arm), over the largest normal impulse.
double cone_violation(const Problem& problem, const Impulses& impulses);

}  // namespace scree::solve
