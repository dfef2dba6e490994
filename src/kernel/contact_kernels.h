// The kernels of one instruction set, as a table of functions. One table for each set stands in the binary.
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
#include "shape/touch.h"
#include "state/body.h"
#include "state/cell.h"
#include "state/form.h"

namespace scree::contact {

/// Walls as the kernels read them: point, normal, velocity, in rows of four.
struct alignas(64) WallLine {
  double px, py, pz, unused_p;
  double nx, ny, nz, unused_n;
  double vx, vy, vz, unused_v;
  double radius;  ///< of wall forms that have one [m]
  double unused[3];
};
inline constexpr int k_wall_stride = sizeof(WallLine) / sizeof(double);

/// Everything a kernel may read of the world.
struct Scenery {
  const state::BodyLine* bodies = nullptr;
  const state::LeadLine* leads = nullptr;  ///< null unless velocities are synchronised
  const WallLine* walls = nullptr;
  const double (*shifts)[4] = nullptr;  ///< by image code; aligned as rows of a body are
  const state::Form* forms = nullptr;   ///< null in a world of spheres
  const state::Orientation* orientations = nullptr;
  /// of the space that bodies of a strained cell stand in, if contacts feel it [1/s]
  const Triangular* strain_rate = nullptr;
};

/// Columns of listed pairs.
struct PairColumns {
  const std::uint32_t* a = nullptr;
  const std::uint32_t* b = nullptr;
  const std::uint8_t* image = nullptr;
  std::uint32_t count = 0;
  shape::Kind kind = shape::Kind::sphere_sphere;
};

/// Write the indices of the pairs that touch, ascending; returns how many. `found` has room for count + 8.
using NarrowKernel = std::uint32_t (*)(const Scenery&, const PairColumns&, std::uint32_t* found);
/// Divide pairs into those that touch, those that are apart by less than a margin (`near`), and the rest. Both lists
/// are ascending and have room for count + 8.
struct Sorted {
  std::uint32_t touching = 0, near = 0;  ///< lengths
};
using SortKernel = Sorted (*)(const Scenery&, const PairColumns&, double margin, std::uint32_t* touching,
                              std::uint32_t* near);
/// Fill touch and motion of a chunk whose a, b and image are set. Writes which of its contacts do not touch any more,
/// and returns how many. `ended` has room for k_chunk + 8. `history` is the first history column of this stage for this
/// chunk's first contact.
using KinematicsKernel = std::uint32_t (*)(const void* constants, const Scenery&, Chunk&, double* history,
                                           std::size_t stride, std::uint32_t* ended);
/// One stage over a chunk.
using StageKernel = void (*)(const void* constants, Chunk&, double* history, std::size_t stride, TallyLanes&);
/// Where loads go: lines of the block's own bodies, or letters, for targets that have this bit.
inline constexpr std::uint32_t k_letter = 1u << 31;
struct LoadTargets {
  state::LoadLine *own = nullptr, *letters = nullptr;
  state::LoadLine* line(std::uint32_t target) const {
    return (target & k_letter ? letters : own) + (target & ~k_letter);
  }
};
/// Sum the loads of a chunk into the lines of a and b.
using ScatterKernel = void (*)(Chunk&, const LoadTargets& a, const LoadTargets& b, TallyLanes&);

/// How bodies are pushed on: end the last step, begin the next one, or both in one sweep over the memory.
struct Push {
  Vec3d gravity;
  double end = 0.0;    ///< time of the kick that ends a step; 0: none [s]
  double begin = 0.0;  ///< time of the kick that begins a step [s]
  double drift = 0.0;  ///< time of the drift after it; 0: the step is not begun [s]
  bool leads = false;  ///< write the lead lines
};
/// Displacements of all bodies since the list was made: the box around them and the farthest. No two bodies have moved
/// against each other by more than the diagonal of the box (a common motion, however fast, costs nothing), nor by more
/// than twice the farthest.
struct Moved {
  alignas(32) double low[4] = {0, 0, 0, 0};
  alignas(32) double high[4] = {0, 0, 0, 0};  ///< the fourth is padding [m]
  double farthest2 = 0.0;                     ///< [m^2]
  double across() const { return norm(Vec3d{high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
  double most() const { return std::min(across(), 2.0 * std::sqrt(farthest2)); }
  void add(const Vec3d& d) { add(Moved{{d.x, d.y, d.z, 0}, {d.x, d.y, d.z, 0}, norm2(d)}); }
  void add(const Moved& other) {
    for (int k = 0; k < 4; ++k) {
      low[k] = other.low[k] < low[k] ? other.low[k] : low[k];
      high[k] = other.high[k] > high[k] ? other.high[k] : high[k];
    }
    farthest2 = other.farthest2 > farthest2 ? other.farthest2 : farthest2;
  }
};
/// The box around the velocities of all bodies and 0: how far they can have moved at most, for less than a look at
/// where they are.
struct VelocityBox {
  alignas(32) double low[4] = {0, 0, 0, 0};
  alignas(32) double high[4] = {0, 0, 0, 0};  ///< the fourth is padding [m/s]
  /// of two bodies against each other, at most
  double across() const { return norm(Vec3d{high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
  double largest() const {
    return norm(Vec3d{std::max(high[0], -low[0]), std::max(high[1], -low[1]), std::max(high[2], -low[2])});
  }
  void add(const Vec3d& v) { add(VelocityBox{{v.x, v.y, v.z, 0}, {v.x, v.y, v.z, 0}}); }
  void add(const VelocityBox& other) {
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], other.low[k]), high[k] = std::max(high[k], other.high[k]);
  }
};
/// Push `count` bodies without locks; if they go, `box` is widened by their velocities. It stands here since it is
/// compiled with the contact kernels, once for each instruction set.
using PushKernel = void (*)(const Push&, state::BodyLine*, const state::LoadLine*, state::LeadLine*, std::size_t count,
                            VelocityBox& box);
/// Widen `moved` by the displacements of bodies since the list was made, against where the cell has taken the places of
/// then.
using LookKernel = void (*)(const Triangular& listed, const state::BodyLine*, std::size_t count, Moved& moved);

/// Begin and end a step of `count` free spheres in a cell that is strained.
using BeginStrainedKernel = void (*)(const StrainedPush&, state::BodyLine*, const state::LoadLine*, std::size_t count,
                                     VelocityBox& box);
using EndStrainedKernel = void (*)(const StrainedPush&, state::BodyLine*, const state::LoadLine*, const double* mass,
                                   const double* inertia, std::size_t count, Motion& motion);
/// Sum the virial of a chunk of contacts of spheres with each other, when its stages have run.
using VirialKernel = void (*)(const Chunk&, VirialLanes& lanes);

struct Kernels {
  std::string_view name;
  int lanes = 1;
  // By shape::kernel_kind.
  NarrowKernel narrow[shape::k_kernel_kinds];
  SortKernel sort_pairs[shape::k_kernel_kinds];
  KinematicsKernel kinematics[shape::k_kernel_kinds][law::Kinematics::size];
  // By the index of the law in the table of its stage; null: of a law without a kernel for this instruction set.
  StageKernel normal[law::k_most_laws];
  StageKernel slide[law::k_most_laws];
  StageKernel roll[law::k_most_laws];
  StageKernel spin[law::k_most_laws];
  ScatterKernel scatter, scatter_shaped;
  PushKernel push;
  LookKernel look;
  search::ScanKernel scan;
  BeginStrainedKernel begin_strained;
  EndStrainedKernel end_strained;
  VirialKernel add_virial;
};

/// Kernels compiled into this binary that this machine can run, best first; the scalar reference is the last.
std::span<const Kernels* const> available_kernels();
/// By name; "" is the best. Null if there is none of that name.
const Kernels* kernels_named(std::string_view name);
/// The kernel of a law that was added at run time (law/registry.h), for one instruction set. False if this machine has
/// not that one. A law may lack kernels for some of them; a run that chooses one of these is refused.
bool add_kernel(law::Stage stage, int law, std::string_view isa, StageKernel kernel);

}  // namespace scree::contact
