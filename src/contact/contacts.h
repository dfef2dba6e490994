// All contacts of a world: the Verlet list, the touching pairs, their histories, and the passes over them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "contact/block.h"
#include "contact/block_schedule.h"
#include "kernel/contact_kernels.h"
#include "contact/lost_body.h"
#include "contact/observe.h"
#include "contact/overlap_alarm.h"
#include "contact/prepared.h"
#include "kernel/shaped.h"
#include "state/world.h"

namespace scree::contact {

/// The contact model of each pair of materials.
struct ModelTable {
  std::vector<PreparedModel> models;
  std::vector<std::uint16_t> between;  ///< materials x materials, index into models
  int materials = 0;
  std::uint16_t of(int a, int b) const { return between[static_cast<std::size_t>(a) * materials + b]; }
};

/// The small tables that kernels read in addition to the bodies, built for one evaluation of a world.
struct InputTables {
  explicit InputTables(const state::World& world);
  KernelInputs of(const state::World& world, bool synchronised) const;

  std::vector<WallLine> walls;
  alignas(64) double shifts[state::k_images][4];  ///< periodic shifts by image code, read as rows
};

/// Whether an evaluation sums the energies stored in springs and records the loads of every contact
/// (contact/applied.h). The last evaluation of an advance does both for outputs, the others neither.
enum class Stored { summed, not_asked };

class Contacts {
 public:
  Contacts(ModelTable table, const Kernels& kernels, double skin, bool synchronised);

  /// True if the pair list may miss a contact. The bodies have just moved for `time` with velocities inside this box.
  /// Positions are read only when this bound does not exclude that a pair came into contact.
  bool list_is_stale(const state::World& world, const VelocityBox& of_bodies, double time);
  /// The same for other motions: `bodies` bounds the displacements since the list was built, relative to positions that
  /// move with the cell. Displacements of walls and the strain of the cell are added here.
  bool list_is_stale(const state::World& world, const Moved& bodies);

  /// Rebuild the pair list and transfer histories. `removed[slot]` marks bodies to remove (may be empty). Sorts the
  /// bodies along the curve at every 20th rebuild. Throws LostBody.
  void rebuild(state::World& world, const std::vector<char>& removed = {});

  /// The same with a skin of at least `reach` [m], for a step in which bodies move further than usual.
  void rebuild_reaching(state::World& world, double reach);

  /// Compute the loads of all contacts. `step` is the time since the last evaluation; with 0 histories do not change.
  /// complete(block, loads on its bodies) is called once for each block, by any thread, as soon as all loads on the
  /// bodies of the block are added and no unfinished pass reads these bodies. The loads on walls are in Wall::load
  /// afterwards.
  using Complete = std::function<void(std::size_t, const state::LoadLine*)>;
  void evaluate(state::World& world, double step, const Complete& complete, Stored stored = Stored::summed);

  const std::vector<Block>& blocks() const { return blocks_; }
  const Tally& tally() const { return tally_; }  ///< of the last evaluation; `stored` only with Stored::summed
  /// Energies now stored in springs, by stage [J]. If the last evaluation did not sum them, they are computed contact
  /// by contact, which is slow.
  std::array<double, 4> stored(const state::World& world) const;
  /// From now on every evaluation sums the virial of sphere-sphere contacts, and sums loads in state::Bodies::loads: a
  /// strained cell needs all loads before any body can move. `felt` is the rate of strain that contacts experience in
  /// addition to the velocities of the bodies, if any [1/s].
  void serve_strained_cell(const std::optional<Triangular>& felt) { strained_ = true, felt_strain_ = felt; }
  const Virial& virial() const { return virial_; }
  double reach() const { return longest_; }  ///< largest distance of two bodies in the list [m]
  std::int64_t contact_count() const;
  std::int64_t pair_count() const;
  std::vector<int> coordination(std::size_t bodies) const;  ///< number of contacts of each body, by slot
  std::int64_t rebuilds() const { return rebuilds_; }
  double skin() const { return skin_; }
  /// Loops over all contacts: for reports, not for every step.
  Deepest deepest(const state::World& world) const;
  /// Evaluations record the deepest contact if its overlap exceeds this fraction of its smaller radius; infinity: no
  /// alarm. `passage` is the same limit for overlaps between two evaluations (look_for_passages).
  void set_overlap_alarm(double fraction, double passage) {
    overlap_alarm_ = fraction, passage_alarm_ = passage, alarm_.reset();
  }
  /// The alarm of the first evaluation with such a contact since the last forget_alarm().
  const std::optional<OverlapAlarm>& alarm() const { return alarm_; }
  void forget_alarm() { alarm_.reset(); }
  /// Count one more step since the alarm, if there is one.
  void age_alarm() {
    if (alarm_) ++alarm_->steps_ago;
  }
  /// Raise the alarm if two bodies overlapped by more than the limit within their last step of length `time`
  /// (contact/passage.cpp). `velocities` bounds the velocities of that step; if no relative displacement can have been
  /// large, the function returns at once.
  void look_for_passages(const state::World& world, const VelocityBox& velocities, double time);
  void look_for_passages(const state::World& world, const VelocityBox& velocities, double time,
                         const std::function<Vec3d(state::Slot)>& displacement);
  /// Number of contacts, in all evaluations so far, whose common normal did not converge to the tolerance
  /// (shape/ellipsoid_contact.h).
  std::int64_t unconverged() const { return unconverged_; }
  /// Whether evaluations with Stored::summed record the loads of contacts (default: true).
  void record_loads(bool recorded) { records_ = recorded; }
  /// Call `see` for every contact, with the loads that the last evaluation applied. If it recorded none (record_loads,
  /// or a checkpoint of an earlier version), they come from a set-up evaluation at the current positions and
  /// velocities.
  void observe(const state::World& world, const std::function<void(const Observed&)>& see) const;

  /// Save lists, histories and sums of the last evaluation, so that a resumed run has the same bits.
  void save(Archive& archive) const;
  /// Restore into newly constructed contacts; `world` already contains the bodies. Throws ArchiveError if the archive
  /// does not match.
  void restore(state::World& world, const Archive& archive);

  const ModelTable& table() const { return table_; }
  const Kernels& kernels() const { return kernels_; }
  std::size_t bytes() const;
  /// Energy in all springs of the contacts of removed bodies, since the last call [J].
  double take_forgotten();

 private:
  /// A pass over the contacts of a block. Phase 1 updates the list of contacts and evaluates those that write boundary
  /// contributions; phase 2 evaluates the others. `next` is the block that follows, if any: data of its pass are
  /// prefetched meanwhile.
  void pass_phase1(Block& block, const Block* next, const KernelInputs& inputs, double step);
  void pass_phase2(Block& block, const Block* next, const KernelInputs& inputs, double step);
  void prefetch_block(const Block& next, double from, double to, const KernelInputs& inputs) const;
  void pass_contacts(Block& block, Run& run, std::pair<std::uint32_t, std::uint32_t> contacts, struct Ahead& ahead,
                     const KernelInputs& inputs, double step);
  void find_new_contacts(Run& run, const KernelInputs& inputs, struct PassScratch& scratch) const;
  Moved displacement_box(const state::World& world) const;  ///< displacements of all bodies since the list was built
  void set_displacements(const state::World& world, const Moved& of_bodies);  ///< measured displacements
  /// with the strain rate that contacts experience
  KernelInputs inputs_of(const state::World& world, const InputTables& tables, bool synchronised) const;
  void clear_boundary_loads(const BoundarySlots& boundary_slots);
  /// add the boundary contributions to the loads on the bodies of one block
  void reduce_boundary_loads(const Block& block, const state::BodyLine* bodies) const;
  void divide_blocks(int threads);
  /// `thread_of`: thread of each block
  void mark_far_slots(const std::vector<std::uint32_t>& thread_of);
  void take_buffer(Block& block);
  void return_buffer(Block& block);
  void lay_out_blocks(const state::World& world);
  void find_pairs(state::World& world);
  void assign_boundary_slots(state::World& world);
  /// f(model, geometry, history) for all contacts with wanted(slot of a body), including those that have just ended.
  template <class Wanted, class F>
  void each_spring(const state::World& world, Wanted wanted, F f) const;
  double energy_of_removed(const state::World& world, const std::vector<char>& removed) const;
  ShapedContact geometry_of_contact(const KernelInputs& world, const Run& run, std::uint32_t contact) const;
  void note_deepest(Block& block, const Run& run, std::uint32_t first, const struct Chunk& chunk) const;
  OverlapAlarm passage(const state::World& world, state::Slot i, state::Slot j, const Vec3d& u) const;
  static double inscribed_radius(const state::Bodies& bodies, state::Slot i);
  Observed observed(const KernelInputs& world, const Run& run, const AppliedLoads& loads, std::uint32_t contact) const;
  AppliedLoads set_up_loads(const KernelInputs& world, const Run& run) const;

  ModelTable table_;
  const Kernels& kernels_;
  double usual_skin_;  ///< [m]
  double skin_;        ///< of the current list [m]
  bool synchronised_;
  std::vector<Block> blocks_;
  state::Column<state::LoadLine> boundary_loads_;
  std::vector<std::uint32_t> slot_target_;  ///< by boundary slot: slot of the body that the load acts on
  /// number of contacts that write to each boundary slot; a block counts its own pairs only
  std::vector<std::uint16_t> boundary_uses_;
  BlockSchedule schedule_;  ///< order of the passes
  struct alignas(64) Pool {
    std::vector<std::unique_ptr<LoadBuffer>> buffers;
  };
  std::vector<Pool> pools_;  ///< unused buffers, by the thread that used them last: they are in its cache
  Tally tally_;
  Virial virial_;
  bool strained_ = false;                  ///< see serve_strained_cell
  std::optional<Triangular> felt_strain_;  ///< see serve_strained_cell [1/s]
  state::LoadLine* in_place_ = nullptr;    ///< state::Bodies::loads, if loads are summed there
  state::Cell listed_cell_;                ///< the cell when the list was built
  double longest_ = 0.0;                   ///< largest distance of two bodies in the list [m]
  std::int64_t rebuilds_ = 0;
  state::Cell last_cell_;  ///< the cell at the last call of list_is_stale
  /// Bounds of the relative displacement of two bodies since the list was built: the diagonal of the box around all
  /// displacements, and the largest displacement.
  struct DisplacementBounds {
    double across, farthest;  ///< [m]
    double bound() const { return std::min(across, 2.0 * farthest); }
  } may_have_moved_{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  /// bound of the relative displacement when positions were last read, with the strain of the cell [m]
  double moved_ = 0.0;
  double margin_ = 0.0;              ///< near pairs are those with a gap below this when they were selected [m]
  double displacement_bound_ = 0.0;  ///< upper bound of the decrease of any gap since that selection [m]
  double chosen_at_ = 0.0;           ///< moved_ at that selection [m]
  /// displacement_bound_ is a sum over steps; otherwise it follows from measured displacements
  bool by_velocities_ = true;
  bool sum_stored_ = true;  ///< this evaluation, or the last one, sums energies stored in springs
  bool records_ = true;     ///< see record_loads
  bool recording_ = false;  ///< this evaluation, or the last one, records loads
  bool sort_pairs_ = true;  ///< the next evaluation selects the near pairs again
  double forgotten_ = 0.0;  ///< see take_forgotten [J]
  double overlap_alarm_ = std::numeric_limits<double>::infinity(), passage_alarm_ = overlap_alarm_;
  /// of all bodies; for a body that is not a sphere, the radius of the largest inscribed ball [m]
  double smallest_radius_ = 0.0;
  std::optional<OverlapAlarm> alarm_;
  std::int64_t unconverged_ = 0;
};

}  // namespace scree::contact
