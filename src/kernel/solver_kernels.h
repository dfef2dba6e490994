// The kernels of the first-order solvers, one table for each instruction set (implemented in kernel/solver/project.h).
#pragma once

#include <string_view>

#include "kernel/solver_groups.h"

namespace scree::solve {

/// Sums over a range of groups, eight columns each: contact i adds to column i mod 8.
struct alignas(64) ProjectSums {
  double change[k_group] = {};    ///< |next - y|^2 in the metric of the problem: each part divided by its step
  double soft[k_group] = {};      ///< (next - y) . C (next - y)
  double uphill[k_group] = {};    ///< u(y) . (next - now): positive if the momentum increases the objective
  double residual[k_group] = {};  ///< (|next - y| / step of the normal)^2: the natural map, times stride^2 [m^2/s^2]
};

/// Origin of the momentum: the last iterate, moved by this fraction of the distance to its trial (solve/apgd.h).
inline constexpr double k_origin_fraction = 0.375;

/// One projected-gradient step for a range of groups: y = now + momentum (now - origin), u = D^T motion + b + C y, next
/// = P(y - stride B u), and the impulses of `next` on the bodies.
struct ProjectPass {
  const Group* groups = nullptr;
  const Line* motion = nullptr;  ///< of the bodies, for the impulses y
  const ImpulseGroup *now = nullptr, *origin = nullptr;
  double momentum = 0.0, stride = 0.0;
  ImpulseGroup* next = nullptr;
  /// now + k_origin_fraction (y - now), for the next step; may be the same memory as `origin`; null: not computed
  ImpulseGroup* next_origin = nullptr;
  Line* lines = nullptr;   ///< impulses on a and b of each contact
  double* each = nullptr;  ///< if not null: the residual of every contact is written, and neither `next` nor `lines`
};
using ProjectKernel = void (*)(const ProjectPass&, std::size_t first, std::size_t last, ProjectSums&);

/// Sums the lines of a range of bodies: next = sum, energy += (next - trial) . M^-1 (next - trial); then the trial of
/// the next step, next + momentum (next - origin) with origin = now + k_origin_fraction (trial - now), and the motion
/// that this trial causes.
struct GatherPass {
  const Line *lines = nullptr, *free = nullptr, *inverse = nullptr;
  const Symmetric* matrix = nullptr;  ///< null: inverse mass matrices are diagonal
  const std::uint32_t *first = nullptr, *line = nullptr;
  const Line *now = nullptr, *trial = nullptr;
  double momentum = 0.0;
  Line *next = nullptr, *next_trial = nullptr, *motion = nullptr;
};
using GatherKernel = void (*)(const GatherPass&, std::size_t first, std::size_t last, Line& energy);

/// Gauss-Seidel over a range of groups of one colour (implemented in kernel/solver/sweep.h).
struct SweepPass {
  const Group* groups = nullptr;
  const Line* inverse = nullptr;
  const Symmetric* matrix = nullptr;    ///< null: inverse mass matrices are diagonal
  const std::uint8_t* moves = nullptr;  ///< of each body: whether it can move
  const double* pace = nullptr;         ///< of each contact: omega eta
  ImpulseGroup* impulses = nullptr;
  Line* motion = nullptr;
};
using SweepKernel = void (*)(const SweepPass&, std::size_t first, std::size_t last);

/// A 6 x 6 block of a sparse matrix; the last two numbers of each column are zero.
struct alignas(64) Block6 {
  double column[6][8] = {};
};
/// The two inner loops of solve/block_cholesky.h (implemented in kernel/solver/blocks.h).
using SubtractProducts = void (*)(const Block6* from, const std::uint32_t* row, std::size_t count, const Block6& by,
                                  const std::uint32_t* place, Block6* to);
using DivideByTransposed = void (*)(Block6* blocks, std::size_t count, const Block6& lower);

struct Kernels {
  std::string_view name;
  ProjectKernel project[2][2];  ///< [some contact has a compliance][all arms are along the normals: spheres and planes]
  GatherKernel gather;
  SweepKernel sweep;
  SubtractProducts subtract_products;
  DivideByTransposed divide_by_transposed;
};

/// By the name of the instruction set (contact::Kernels::name); "" selects the widest that this machine supports.
const Kernels& kernels_named(std::string_view name);

}  // namespace scree::solve
