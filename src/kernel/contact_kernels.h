// The contact kernels of one instruction set, as a table of functions. The binary contains one table for each
// instruction set.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernel/chunk.h"
#include "kernel/virial.h"
#include "law/all.h"
#include "law/registry.h"
#include "search/scan.h"
#include "shape/sphere_contact.h"
#include "state/body.h"
#include "state/cell.h"
#include "state/shape.h"

namespace scree::contact {

/// Walls as the kernels read them: point, normal, velocity, in rows of four.
struct alignas(64) WallLine {
  double px, py, pz, unused_p;
  double nx, ny, nz, unused_n;
  double vx, vy, vz, unused_v;
  double radius;  ///< of wall shapes that have one [m]
  double unused[3];
};
inline constexpr int k_wall_stride = sizeof(WallLine) / sizeof(double);

/// The parts of a world that kernels read.
struct KernelInputs {
  const state::BodyLine* bodies = nullptr;
  const state::VelocityPrediction* predictions = nullptr;  ///< null unless velocities are synchronised
  const WallLine* walls = nullptr;
  const double (*shifts)[4] = nullptr;   ///< periodic shifts by image code; aligned as rows of a body [m]
  const state::Shape* shapes = nullptr;  ///< null in a world of spheres
  const state::Orientation* orientations = nullptr;
  /// strain rate of the cell, if contacts experience it; null otherwise [1/s]
  const Triangular* strain_rate = nullptr;
};

/// The pair list, or a part of it, in columns.
struct PairColumns {
  const std::uint32_t* a = nullptr;
  const std::uint32_t* b = nullptr;
  const std::uint8_t* image = nullptr;
  std::uint32_t count = 0;
  shape::Kind kind = shape::Kind::sphere_sphere;
};

/// Write the indices of the pairs that touch, ascending; return their number. `found` must have space for count + 8.
using NarrowKernel = std::uint32_t (*)(const KernelInputs&, const PairColumns&, std::uint32_t* found);
/// Divide pairs into those that touch, those that are closer than a margin (`near`), and the rest. Both lists are
/// ascending and need space for count + 8.
struct Sorted {
  std::uint32_t touching = 0, near = 0;  ///< lengths
};
using SortKernel = Sorted (*)(const KernelInputs&, const PairColumns&, double margin, std::uint32_t* touching,
                              std::uint32_t* near);
/// Fill geometry and motion of a chunk whose a, b and image are set. Writes the indices of its contacts that no longer
/// touch, and returns their number. `ended` must have space for k_chunk + 8. `history` is the first history column of
/// this stage for the first contact of the chunk.
using KinematicsKernel = std::uint32_t (*)(const void* constants, const KernelInputs&, Chunk&, double* history,
                                           std::size_t stride, std::uint32_t* ended);
/// One stage over a chunk.
using StageKernel = void (*)(const void* constants, Chunk&, double* history, std::size_t stride, TallyLanes&);
/// Targets of loads: lines of the block's own bodies, or boundary slots for targets with this bit.
inline constexpr std::uint32_t k_boundary = 1u << 31;
struct LoadTargets {
  state::LoadLine *own = nullptr, *boundary_slots = nullptr;
  state::LoadLine* line(std::uint32_t target) const {
    return (target & k_boundary ? boundary_slots : own) + (target & ~k_boundary);
  }
};
/// Add the loads of a chunk to the lines of a and b.
using ScatterKernel = void (*)(Chunk&, const LoadTargets& a, const LoadTargets& b, TallyLanes&);

/// Kick and drift: end the last step, begin the next one, or both in one sweep over memory.
struct KickDrift {
  Vec3d gravity;
  double end = 0.0;          ///< duration of the kick that ends a step; 0: none [s]
  double begin = 0.0;        ///< duration of the kick that begins a step [s]
  double drift = 0.0;        ///< duration of the drift after it; 0: no step begins [s]
  bool predictions = false;  ///< write the velocity predictions
};
/// Displacements of all bodies since the pair list was built: their bounding box and the largest one. The relative
/// displacement of two bodies is at most the diagonal of the box (uniform translation does not count), and at most
/// twice the largest displacement.
struct Moved {
  alignas(32) double low[4] = {0, 0, 0, 0};
  alignas(32) double high[4] = {0, 0, 0, 0};  ///< the fourth number is padding [m]
  double farthest2 = 0.0;                     ///< [m^2]
  double across() const { return norm(Vec3d{high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
  double bound() const { return std::min(across(), 2.0 * std::sqrt(farthest2)); }
  void add(const Vec3d& d) { add(Moved{{d.x, d.y, d.z, 0}, {d.x, d.y, d.z, 0}, norm2(d)}); }
  void add(const Moved& other) {
    for (int k = 0; k < 4; ++k) {
      low[k] = other.low[k] < low[k] ? other.low[k] : low[k];
      high[k] = other.high[k] > high[k] ? other.high[k] : high[k];
    }
    farthest2 = other.farthest2 > farthest2 ? other.farthest2 : farthest2;
  }
};
/// The bounding box of the velocities of all bodies and 0. It bounds displacements without reading positions.
struct VelocityBox {
  alignas(32) double low[4] = {0, 0, 0, 0};
  alignas(32) double high[4] = {0, 0, 0, 0};  ///< the fourth number is padding [m/s]
  /// upper bound of the relative velocity of two bodies
  double across() const { return norm(Vec3d{high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
  double largest() const {
    return norm(Vec3d{std::max(high[0], -low[0]), std::max(high[1], -low[1]), std::max(high[2], -low[2])});
  }
  void add(const Vec3d& v) { add(VelocityBox{{v.x, v.y, v.z, 0}, {v.x, v.y, v.z, 0}}); }
  void add(const VelocityBox& other) {
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], other.low[k]), high[k] = std::max(high[k], other.high[k]);
  }
};
/// Kick and drift of `count` bodies without locks; if they drift, `box` is extended by their velocities. Compiled with
/// the contact kernels, once for each instruction set.
using KickDriftKernel = void (*)(const KickDrift&, state::BodyLine*, const state::LoadLine*, state::VelocityPrediction*,
                                 std::size_t count, VelocityBox& box);
/// Extend `moved` by the displacements of bodies since the list was built, relative to their old positions moved with
/// the cell (`listed`).
using DisplacementBoxKernel = void (*)(const Triangular& listed, const state::BodyLine*, std::size_t count,
                                       Moved& moved);

/// Begin and end a step of `count` free spheres in a strained cell.
using BeginStrainedKernel = void (*)(const StrainedPush&, state::BodyLine*, const state::LoadLine*, std::size_t count,
                                     VelocityBox& box);
using EndStrainedKernel = void (*)(const StrainedPush&, state::BodyLine*, const state::LoadLine*, const double* mass,
                                   const double* inertia, std::size_t count, Motion& motion);
/// Add the virial of a chunk of sphere-sphere contacts, after its stages have run.
using VirialKernel = void (*)(const Chunk&, VirialLanes& lanes);

struct Kernels {
  std::string_view name;
  int lanes = 1;
  // By shape::kernel_kind.
  NarrowKernel narrow[shape::k_kernel_kinds];
  SortKernel sort_pairs[shape::k_kernel_kinds];
  KinematicsKernel kinematics[shape::k_kernel_kinds][law::Kinematics::size];
  // By the index of the law in the table of its stage; null: the law has no kernel for this instruction set.
  StageKernel normal[law::k_max_laws];
  StageKernel slide[law::k_max_laws];
  StageKernel roll[law::k_max_laws];
  StageKernel spin[law::k_max_laws];
  ScatterKernel scatter, scatter_shaped;
  KickDriftKernel kick_drift;
  DisplacementBoxKernel displacement_box;
  search::ScanKernel scan;
  BeginStrainedKernel begin_strained;
  EndStrainedKernel end_strained;
  VirialKernel add_virial;
};

/// The kernels in this binary that this machine can run, the widest first; the scalar reference is last.
std::span<const Kernels* const> available_kernels();
/// By name; "" selects the widest. Null if there is none of that name.
const Kernels* kernels_named(std::string_view name);
/// Add the kernel of a law that is registered at run time (law/registry.h), for one instruction set. Returns false if
/// this machine does not support that set. A law may lack kernels for some sets; a run that uses such a set is
/// rejected.
bool add_kernel(law::Stage stage, int law, std::string_view isa, StageKernel kernel);

}  // namespace scree::contact
