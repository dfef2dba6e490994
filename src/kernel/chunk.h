// A chunk: up to 64 touching contacts of one model, in columns that fit into the first-level cache.
//
// The stages of a contact run one after the other over a chunk. A stage reads columns that earlier stages wrote and
// calls no other stage. Therefore N + S + R + P compiled kernels serve all N x S x R x P models.
#pragma once

#include <cstdint>

#include "shape/contact_kind.h"
#include "state/body.h"

namespace scree::contact {

inline constexpr int k_line_numbers = 8;  // doubles per cache line
// contacts; the columns in use fill 15 to 28 of 48 KiB, so that bodies and histories also fit
inline constexpr int k_chunk = 64;
// contacts; prefetch distance. At 256,000 bodies, one chunk and four chunks were slower (docs/decisions/prefetch.md)
inline constexpr int k_ahead = 2 * k_chunk;

/// Sums over the contacts of one pass.
struct Tally {
  double stored[4]{}, slip_loss[4]{}, viscous_loss[4]{};  ///< normal, slide, roll, spin [J]
  double arm_mismatch = 0.0;                              ///< [J]

  void add(const Tally& other) {
    for (int i = 0; i < 4; ++i)
      stored[i] += other.stored[i], slip_loss[i] += other.slip_loss[i], viscous_loss[i] += other.viscous_loss[i];
    arm_mismatch += other.arm_mismatch;
  }
};
enum Stage { normal_stage, slide_stage, roll_stage, spin_stage };

/// The same during the summation, one sum for each SIMD lane.
struct alignas(64) TallyLanes {
  using Lanes = double[8];
  Lanes stored[4]{}, slip_loss[4]{}, viscous_loss[4]{}, arm_mismatch{};

  Tally sum() const {
    const auto all = [](const Lanes& l) { return ((l[0] + l[4]) + (l[1] + l[5])) + ((l[2] + l[6]) + (l[3] + l[7])); };
    Tally t;
    for (int i = 0; i < 4; ++i)
      t.stored[i] = all(stored[i]), t.slip_loss[i] = all(slip_loss[i]), t.viscous_loss[i] = all(viscous_loss[i]);
    t.arm_mismatch = all(arm_mismatch);
    return t;
  }
};

using ChunkColumn = double[k_chunk];
struct alignas(64) Chunk {
  // geometry
  ChunkColumn nx, ny, nz, overlap, radius, smaller_radius, mass;
  ChunkColumn distance;      ///< of the centres, for the virial; spheres only [m]
  ChunkColumn arm_a, arm_b;  ///< of the torque of friction [m]
  // motion at the time of the positions, and its mean over the step (see `means`)
  ChunkColumn separation, slide[3], roll[3], spin;
  ChunkColumn mean_separation, mean_slide[3], mean_roll[3], mean_spin;
  /// (arms of the slip velocity - arms of the force) x spins: (arm_mismatch x n) is the slip velocity in excess of that
  /// at the point where the force acts
  ChunkColumn arm_mismatch[3];
  // with tracked kinematics
  ChunkColumn path_a[3], path_b[3];                   ///< path of the contact point over each surface, in a's frame [m]
  ChunkColumn curvature_a, curvature_b;               ///< [1/m]
  ChunkColumn pair_mass, roll_inertia, spin_inertia;  ///< [kg], [kg m^2]
  ChunkColumn turn[4], lean[3];                    ///< rotation of the springs with the bodies (law::kinematics::Carry)
  ChunkColumn roll_excess_a[3], roll_excess_b[3];  ///< curvature x path rate - rotation rate of the body [rad/s]
  // non-spherical bodies: from the centres to the contact points [m]
  ChunkColumn contact_arm_a[3], contact_arm_b[3];
  // results of the normal stage
  ChunkColumn force, magnitude, damping, elastic;
  // loads on a; `counter` is minus the torque on b, for laws whose torques on the two bodies are not opposite
  ChunkColumn friction[3], torque[3], counter[3];
  // if loads are recorded: the rolling torques, the spin torque, and 1 where a stage slips (by Stage)
  ChunkColumn roll_torque[3], roll_counter[3], spin_torque, slips[4];
  // pairs and targets
  const std::uint32_t *a = nullptr, *b = nullptr;                ///< slots (b: wall index at a plane)
  const std::uint32_t *target_a = nullptr, *target_b = nullptr;  ///< targets of the loads (LoadTargets)
  const std::uint8_t* image = nullptr;

  int count = 0;
  shape::Kind kind{};
  bool synchronised = false;   ///< velocities are predicted for the time of the positions
  bool tracked = false;        ///< the kinematics is `tracked`
  bool means = false;          ///< the mean columns are filled, and springs advance by them; otherwise by rate x step
  bool each = false;           ///< `counter` is valid
  bool stored = true;          ///< sum the energies stored in springs
  bool recorded = false;       ///< keep what outputs report of each contact in the chunk
  double overlap_alarm = 0.0;  ///< limit of overlap / smaller radius
  bool alarmed = false;        ///< some contact exceeds it
  int unconverged = 0;         ///< number of contacts whose geometry did not converge to the tolerance
  double step = 0.0;           ///< [s]; 0 in a set-up evaluation
};

}  // namespace scree::contact
