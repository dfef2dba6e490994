// The near-field force between two bodies along their line of centres: a generalised Mie force with a smooth cutoff.
// [Campello2015, eq. 17]
//
//   pull(r) = S(r) (attraction r^-attraction_power - repulsion r^-repulsion_power),   positive if attractive
//   S = 1 up to fade_from; 1 - u^3 (10 - 15 u + 6 u^2) from there to the cutoff, with u from 0 to 1; 0 beyond: twice
//       continuously differentiable
//   potential(r) = - integral of pull from r to the cutoff; so pull = d potential / dr, and the potential is 0 at the
//       cutoff
//
// The factor S is applied to the force, and the potential is its integral. A factor on the potential would add
// potential x dS/dr to the force, which for small powers is many times the force itself
// (docs/decisions/forces.md). The paper's force has no cutoff.
#pragma once

namespace scree::step {

struct NearFieldNumbers {
  double attraction = 0.0, attraction_power = 1.0;  ///< [N m^power], [1]
  double repulsion = 0.0, repulsion_power = 1.0;
  double fade_from = 0.0, cutoff = 0.0;  ///< distances of the centres [m]
};

class NearField {
 public:
  explicit NearField(const NearFieldNumbers& numbers);

  double cutoff() const { return n_.cutoff; }
  double pull(double r) const;       ///< [N]
  double potential(double r) const;  ///< [J]
  double stiffness(double r) const;  ///< d pull / dr [N/m]

 private:
  double unfaded(double r) const;
  double faded_work(double r) const;  ///< integral of the pull from r >= fade_from to the cutoff [J]

  NearFieldNumbers n_;
  double work_of_fading_ = 0.0;  ///< integral of the pull from fade_from to the cutoff [J]
};

}  // namespace scree::step
