// A chunk: some touching contacts of one model, laid out in columns small enough for the first-level cache.
//
// The stages of a contact run one after the other over a chunk. That is why N + S + R + P compiled kernels serve all
// N x S x R x P models: a stage reads columns that earlier stages wrote, and never calls another.
#pragma once

#include <cstdint>

#include "shape/contact_kind.h"
#include "state/body.h"

namespace scree::contact {

inline constexpr int k_line_numbers = 8;  // doubles of a cache line
// contacts; the columns in use fill 15 to 28 of 48 KiB, so that bodies and histories stay there too
inline constexpr int k_chunk = 64;
// contacts; how far ahead of a chunk its columns are asked for. 256,000 bodies: one chunk and four were slower
inline constexpr int k_ahead = 2 * k_chunk;

/// What is summed over contacts in one pass.
struct Tally {
  double stored[4]{}, lost[4]{}, dragged[4]{};  ///< normal, slide, roll, spin [J]
  double lever = 0.0;                           ///< [J]

  void add(const Tally& other) {
    for (int i = 0; i < 4; ++i) stored[i] += other.stored[i], lost[i] += other.lost[i], dragged[i] += other.dragged[i];
    lever += other.lever;
  }
};
enum Stage { normal_stage, slide_stage, roll_stage, spin_stage };

/// The same while it is summed, each lane by itself.
struct alignas(64) TallyLanes {
  using Lanes = double[8];
  Lanes stored[4]{}, lost[4]{}, dragged[4]{}, lever{};

  Tally sum() const {
    const auto all = [](const Lanes& l) { return ((l[0] + l[4]) + (l[1] + l[5])) + ((l[2] + l[6]) + (l[3] + l[7])); };
    Tally t;
    for (int i = 0; i < 4; ++i) t.stored[i] = all(stored[i]), t.lost[i] = all(lost[i]), t.dragged[i] = all(dragged[i]);
    t.lever = all(lever);
    return t;
  }
};

using ChunkColumn = double[k_chunk];
struct alignas(64) Chunk {
  // touch
  ChunkColumn nx, ny, nz, overlap, radius, smaller_radius, mass;
  ChunkColumn distance;      ///< of the centres, for the virial; spheres only
  ChunkColumn arm_a, arm_b;  ///< of friction's torque
  // motion at the time of the positions, and its mean over the step (see `means`)
  ChunkColumn separation, slide[3], roll[3], spin;
  ChunkColumn mean_separation, mean_slide[3], mean_roll[3], mean_spin;
  /// excess arms x spins: (lever x n) is what the slip velocity has too much for the arm of the force
  ChunkColumn lever[3];
  // with tracked kinematics
  ChunkColumn path_a[3], path_b[3];                   ///< of the contact point over each surface, in a's frame [m]
  ChunkColumn curvature_a, curvature_b;               ///< [1/m]
  ChunkColumn pair_mass, roll_inertia, spin_inertia;  ///< [kg], [kg m^2]
  ChunkColumn turn[4], lean[3];                       ///< how springs are carried (law::kinematics::Carry)
  ChunkColumn roll_excess_a[3], roll_excess_b[3];     ///< curvature x path, less the body's own turning [rad/s]
  // of bodies that are no spheres: from the centres to the contact points [m]
  ChunkColumn contact_arm_a[3], contact_arm_b[3];
  // pressed
  ChunkColumn force, magnitude, damping, elastic;
  // loads on a; `counter` is minus the torque on b, for laws whose torques on the two bodies are not opposite
  ChunkColumn friction[3], torque[3], counter[3];
  // if they are recorded: the torques before spin is added to them, spin's own, and 1 where a stage slips (by Stage)
  ChunkColumn roll_torque[3], roll_counter[3], spin_torque, slips[4];
  // who
  const std::uint32_t *a = nullptr, *b = nullptr;                ///< slots (b: wall index at a plane)
  const std::uint32_t *target_a = nullptr, *target_b = nullptr;  ///< where the loads go (LoadTargets)
  const std::uint8_t* image = nullptr;

  int count = 0;
  shape::Kind kind{};
  bool synchronised = false;
  bool tracked = false;        ///< the kinematics that filled it
  bool means = false;          ///< it filled the mean columns, by which springs advance; else steps are rates x step
  bool each = false;           ///< `counter` holds
  bool stored = true;          ///< energies in springs are summed
  bool recorded = false;       ///< what outputs show of each contact is left in the chunk
  double overlap_alarm = 0.0;  ///< over the smaller radius
  bool alarmed = false;        ///< some contact has more than that
  int unconverged = 0;         ///< contacts whose geometry was not found to the tolerance
  double step = 0.0;           ///< [s]; 0 in a set-up evaluation
};

}  // namespace scree::contact
