// The kernels of the first-order solvers, a table for each instruction set (kernel/solver/project.h has the text).
#pragma once

#include <string_view>

#include "kernel/solver_groups.h"

namespace scree::solve {

/// Sums over a stretch of groups, eight columns each: contact i adds to column i mod 8.
struct alignas(64) ProjectSums {
  double change[k_group] = {};    ///< |next - y|^2 in the metric of the problem: parts over their steps
  double soft[k_group] = {};      ///< (next - y) . C (next - y)
  double uphill[k_group] = {};    ///< u(y) . (next - now): positive if the momentum leads uphill
  double residual[k_group] = {};  ///< (|next - y| / step of the normal)^2: the natural map, times stride^2 [m^2/s^2]
};

/// Momentum leads from here: the last iterate, moved by this share of the way to its trial (solve/apgd.h).
inline constexpr double k_origin_share = 0.375;

/// One step of projected gradient for a stretch of groups: y = now + momentum (now - origin), u = D^T motion + b + C y,
/// next = P(y - stride B u), and what `next` does to the bodies.
struct ProjectPass {
  const Group* groups = nullptr;
  const Line* motion = nullptr;  ///< of the bodies, for the impulses y
  const ImpulseGroup *now = nullptr, *origin = nullptr;
  double momentum = 0.0, stride = 0.0;
  ImpulseGroup* next = nullptr;
  /// now + share (y - now), for the coming step; may lie where `origin` does; null: not wanted
  ImpulseGroup* next_origin = nullptr;
  Line* lines = nullptr;   ///< a and b of each contact
  double* each = nullptr;  ///< if not null: the residual of every contact, and neither next nor lines are written
};
using ProjectKernel = void (*)(const ProjectPass&, std::size_t first, std::size_t last, ProjectSums&);

/// Sums the lines of a stretch of bodies: next = sum, energy += (next - trial) . M^-1 (next - trial), then the momentum
/// of the coming trial, next + momentum (next - origin) with origin = now + share (trial - now), and the motion that it
/// brings about.
struct GatherPass {
  const Line *lines = nullptr, *free = nullptr, *inverse = nullptr;
  const Symmetric* matrix = nullptr;  ///< null: inverses are diagonals
  const std::uint32_t *first = nullptr, *line = nullptr;
  const Line *now = nullptr, *trial = nullptr;
  double momentum = 0.0;
  Line *next = nullptr, *next_trial = nullptr, *motion = nullptr;
};
using GatherKernel = void (*)(const GatherPass&, std::size_t first, std::size_t last, Line& energy);

/// Gauss-Seidel over a stretch of groups of one colour (kernel/solver/sweep.h has the text).
struct SweepPass {
  const Group* groups = nullptr;
  const Line* inverse = nullptr;
  const Symmetric* matrix = nullptr;    ///< null: inverses are diagonals
  const std::uint8_t* moves = nullptr;  ///< of each body
  const double* pace = nullptr;         ///< of each contact: omega eta
  ImpulseGroup* impulses = nullptr;
  Line* motion = nullptr;
};
using SweepKernel = void (*)(const SweepPass&, std::size_t first, std::size_t last);

/// A block of six by six of a sparse matrix; the last two numbers of each column are zero.
struct alignas(64) Block6 {
  double column[6][8] = {};
};
/// The two inner loops of solve/block_cholesky.h (kernel/solver/blocks.h has the text).
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

/// By the name of the instruction set (contact::Kernels::name); "" is the best that this machine has.
const Kernels& kernels_named(std::string_view name);

}  // namespace scree::solve
