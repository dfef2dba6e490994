// The one measure by which every solver is judged: the natural map with the exact projection, per contact, in m/s.
//
//   r_i = | gamma_i - P(gamma_i - B_i u_i) | / B_n,
//       B = diag(1/N_nn, 1/N_tt, 1/N_rr, 1/N_ss) of the contact's own block of N,
//
// in the metric whose weights are B_n / B (law/cone.h): the cone is scaled so that all its parts count as velocities of
// the normal row [docs/specs/tasora.md, 1.5 and 8]. Zero if and only if the problem is solved. Rows count alike, with
// the interval for a cone.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"

namespace scree::solve {

/// The diagonal of a contact's own block of N = D^T M^-1 D + C, the two sliding and rolling rows averaged. All
/// positive: a part on which no impulse has any effect gets what the normal row has at the contact's own arms, so that
/// it is still measured as a velocity.
struct Diagonal {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
};
/// `normal` is 0 if no impulse along the normal has any effect; such a contact is not part of the problem.
Diagonal diagonal(const Problem& problem, const Contact& contact);
double diagonal(const Problem& problem, const Row& row);

struct Residual {
  double rms = 0.0, max = 0.0;  ///< over contacts and rows [m/s]
  std::int64_t worst = -1;      ///< contact of the largest, or contacts + row; -1: there are none
  double cone_violation = 0.0;  ///< largest |part| - coefficient x normal impulse, over the largest normal impulse
};

/// Velocities that the impulses bring about.
std::vector<Twist> velocities(const Problem& problem, const Impulses& impulses);
/// Velocity of a row, or of a contact's rows in the world's axes (linear: relative velocity of the points; angular: of
/// the bodies), with bias and compliance.
double row_velocity(const Problem& problem, const Row& row, const std::vector<Twist>& velocities, double impulse);
Twist contact_velocity(const Problem& problem, const Contact& contact, const std::vector<Twist>& velocities,
                       const Twist& impulse);

/// Of each contact, then of each row [m/s].
std::vector<double> residuals(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& velocities);
/// Sums of these, without the cone violation.
Residual residual_of(const std::vector<double>& residuals);
Residual residual(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& velocities);
/// Largest |part| - coefficient x normal impulse, torques over the arm, over the largest normal impulse.
double cone_violation(const Problem& problem, const Impulses& impulses);

}  // namespace scree::solve
