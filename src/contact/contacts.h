// All contacts of a world: the Verlet list, the touching pairs, their histories, and the passes over them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "contact/block.h"
#include "kernel/contact_kernels.h"
#include "contact/lost_body.h"
#include "contact/observe.h"
#include "contact/overlap_alarm.h"
#include "contact/prepared.h"
#include "kernel/shaped.h"
#include "state/world.h"

namespace scree::contact {

/// Which model holds between two materials.
struct ModelTable {
  std::vector<PreparedModel> models;
  std::vector<std::uint16_t> between;  ///< materials x materials, index into models
  int materials = 0;
  std::uint16_t of(int a, int b) const { return between[static_cast<std::size_t>(a) * materials + b]; }
};

/// The small tables that kernels read beside the bodies, made for one look at a world.
struct SceneryTables {
  explicit SceneryTables(const state::World& world);
  Scenery of(const state::World& world, bool synchronised) const;

  std::vector<WallLine> walls;
  alignas(64) double shifts[state::k_images][4];  ///< read as rows
};

/// Outputs ask for energies in springs and for the loads of every contact (contact/applied.h). The last evaluation of
/// an advance leaves both, the others neither.
enum class Stored { summed, not_asked };

class Contacts {
 public:
  Contacts(ModelTable table, const Kernels& kernels, double skin, bool synchronised);

  /// Has anything moved so far against anything else that the list may miss a pair? The bodies have just gone for
  /// `time` with velocities in this box; as long as these cannot have taken them far enough, nobody looks where they
  /// are.
  bool list_is_stale(const state::World& world, const VelocityBox& of_bodies, double time);
  /// The same for bodies that went otherwise: `bodies` is their motion since the list was made, against places that go
  /// with the cell; that of the walls and the strain of the cell are added here.
  bool list_is_stale(const state::World& world, const Moved& bodies);

  /// Make the list anew and carry histories over. `removed[slot]` marks bodies to take out (may be empty). Sorts the
  /// bodies along the curve every now and then. Throws LostBody.
  void rebuild(state::World& world, const std::vector<char>& removed = {});

  /// The same with a skin of at least `reach`, for a step in which bodies go further than the usual one [m].
  void rebuild_reaching(state::World& world, double reach);

  /// Loads of all contacts. `step` is the time since the last evaluation; 0 leaves histories as they are. As soon as
  /// the loads on the bodies of a block are complete and nobody reads these bodies any more, complete(block, loads on
  /// its bodies) is called, once for each block, by any thread. The loads on walls are in Wall::load afterwards.
  using Complete = std::function<void(std::size_t, const state::LoadLine*)>;
  void evaluate(state::World& world, double step, const Complete& complete, Stored stored = Stored::summed);

  const std::vector<Block>& blocks() const { return blocks_; }
  const Tally& tally() const { return tally_; }  ///< of the last evaluation; `stored` only if that was asked for it
  /// Energies in springs now, by stage; if the last evaluation was not asked for them, contact by contact, which is
  /// slow [J].
  std::array<double, 4> stored(const state::World& world) const;
  /// From now on every evaluation sums the virial of the contacts of spheres with each other, and loads where they are
  /// kept, in state::Bodies::loads: a cell that is strained needs all of them before any body can go on. `felt` is the
  /// rate of strain that contacts see beside the velocities of the bodies, if any [1/s].
  void serve_strained_cell(const std::optional<Triangular>& felt) { strained_ = true, felt_strain_ = felt; }
  const Virial& virial() const { return virial_; }
  double reach() const { return longest_; }  ///< the distance of two bodies in the list, at most [m]
  std::int64_t contact_count() const;
  std::int64_t pair_count() const;
  std::vector<int> coordination(std::size_t bodies) const;  ///< contacts of each body, by slot
  std::int64_t rebuilds() const { return rebuilds_; }
  double skin() const { return skin_; }
  /// Goes through all contacts: for reports, not for every step.
  Deepest deepest(const state::World& world) const;
  /// Evaluations record the deepest contact if it is deeper than this fraction of its smaller radius; infinity: no
  /// alarm. `passage` is the same limit for overlaps between two evaluations (look_for_passages).
  void set_overlap_alarm(double fraction, double passage) {
    overlap_alarm_ = fraction, passage_alarm_ = passage, alarm_.reset();
  }
  /// Of the first evaluation that had such a contact since the alarm was last forgotten.
  const std::optional<OverlapAlarm>& alarm() const { return alarm_; }
  void forget_alarm() { alarm_.reset(); }
  /// One more step has been made since the alarm, if there is one.
  void age_alarm() {
    if (alarm_) ++alarm_->steps_ago;
  }
  /// Raise the alarm if two bodies overlapped by more than the limit within the step of length `time` that they just
  /// made (contact/passage.cpp). `velocities` bounds the velocities of that step; nothing is done while no two bodies
  /// can have moved far against each other.
  void look_for_passages(const state::World& world, const VelocityBox& velocities, double time);
  void look_for_passages(const state::World& world, const VelocityBox& velocities, double time,
                         const std::function<Vec3d(state::Slot)>& displacement);
  /// How often, in all evaluations so far, the common normal of a contact was not found to the tolerance
  /// (shape/ellipsoids_meet.h).
  std::int64_t unconverged() const { return unconverged_; }
  /// Should evaluations record the loads of contacts? They do by default.
  void record_loads(bool recorded) { records_ = recorded; }
  /// Every contact with the loads that the last evaluation applied. If it recorded none (record_loads, or a checkpoint
  /// of a former version), they are those of a set-up evaluation at the positions and velocities of now.
  void observe(const state::World& world, const std::function<void(const Observed&)>& see) const;

  /// Lists, histories and sums of the last evaluation, so that a run goes on with the same bits.
  void save(Archive& archive) const;
  /// Into contacts that were just made; `world` holds the bodies already. Throws ArchiveError if anything does not fit.
  void restore(state::World& world, const Archive& archive);

  const ModelTable& table() const { return table_; }
  const Kernels& kernels() const { return kernels_; }
  std::size_t bytes() const;
  /// Energy in all springs of the contacts of removed bodies, since last asked [J].
  double take_forgotten();

 private:
  /// A pass over the contacts of a block: which there are, and first those that write letters; then the others. `next`
  /// is the block that will follow, if any: what its pass reads is asked for meanwhile.
  void begin_pass(Block& block, const Block* next, const Scenery& scenery, double step);
  void end_pass(Block& block, const Block* next, const Scenery& scenery, double step);
  void ask_ahead(const Block& next, double from, double to, const Scenery& scenery) const;
  void pass_contacts(Block& block, Run& run, std::pair<std::uint32_t, std::uint32_t> contacts, struct Ahead& ahead,
                     const Scenery& scenery, double step);
  void find_new_contacts(Run& run, const Scenery& scenery, struct PassScratch& scratch) const;
  Moved look(const state::World& world) const;                         ///< at all bodies
  void have_moved(const state::World& world, const Moved& of_bodies);  ///< so far, as somebody has seen
  /// with the strain that contacts feel
  Scenery scenery_of(const state::World& world, const SceneryTables& tables, bool synchronised) const;
  void clear_letters(const Letters& letters);
  /// add the letters to the bodies of one block
  void deliver(const Block& block, const state::BodyLine* bodies) const;
  void divide_blocks(int threads);
  void note_far(const std::vector<std::uint32_t>& whose);
  void take_buffer(Block& block);
  void give_back(Block& block);
  void lay_out_blocks(const state::World& world);
  void find_pairs(state::World& world);
  void post_letters(state::World& world);
  /// f(model, touch, history) for contacts, those that have just ended included, of which wanted(slot of a body) holds.
  template <class Wanted, class F>
  void each_spring(const state::World& world, Wanted wanted, F f) const;
  double energy_of_removed(const state::World& world, const std::vector<char>& removed) const;
  ShapedMeeting meeting_of(const Scenery& world, const Run& run, std::uint32_t contact) const;
  void note_deepest(Block& block, const Run& run, std::uint32_t first, const struct Chunk& chunk) const;
  OverlapAlarm passage(const state::World& world, state::Slot i, state::Slot j, const Vec3d& u) const;
  static double inscribed_radius(const state::Bodies& bodies, state::Slot i);
  Observed observed(const Scenery& world, const Run& run, const AppliedLoads& loads, std::uint32_t contact) const;
  AppliedLoads set_up_loads(const Scenery& world, const Run& run) const;

  ModelTable table_;
  const Kernels& kernels_;
  double usual_skin_;
  double skin_;  ///< of the list as it is
  bool synchronised_;
  std::vector<Block> blocks_;
  state::Column<state::LoadLine> letters_;
  std::vector<std::uint32_t> addressee_;  ///< of each letter: slot
  /// touching pairs behind each letter; a block counts those of its own pairs only
  std::vector<std::uint16_t> letters_in_use_;
  struct alignas(64) Progress {
    std::atomic<std::uint32_t> waits;         ///< for its own pass to end, and for those that write to it to have begun
    std::atomic<bool> beginning, first_done;  ///< some thread has taken the first part of its pass; and done it
    std::atomic<bool> ending;                 ///< some thread has taken the rest
    std::atomic<bool> completing;             ///< some thread has begun to complete it
  };
  std::vector<Progress> progress_;  ///< of each block in this evaluation
  struct Share {
    std::vector<std::uint32_t> blocks;  ///< that a thread passes, in order
    /// how many of them, in front, are begun before any other, since others wait for their letters
    std::size_t awaited = 0;
  };
  std::vector<Share> shares_;  ///< by thread
  struct alignas(64) Pool {
    std::vector<std::unique_ptr<LoadBuffer>> buffers;
  };
  std::vector<Pool> pools_;  ///< buffers not in use, by the thread that takes them: they are in its cache
  Tally tally_;
  Virial virial_;
  bool strained_ = false;                  ///< see serve_strained_cell
  std::optional<Triangular> felt_strain_;  ///< likewise
  state::LoadLine* in_place_ = nullptr;    ///< loads of all bodies, if they are summed there
  state::Cell listed_cell_;                ///< when the list was made
  double longest_ = 0.0;                   ///< distance of two bodies in the list, at most [m]
  std::int64_t rebuilds_ = 0;
  state::Cell last_cell_;  ///< when it was last asked whether the list is stale
  /// How far two bodies may have moved against each other since the list was made: by the box around all displacements,
  /// and by the farthest.
  struct MostMoved {
    double across, farthest;  ///< [m]
    double most() const { return std::min(across, 2.0 * farthest); }
  } may_have_moved_{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double moved_ = 0.0;      ///< the same when somebody last looked, with the strain of the cell [m]
  double margin_ = 0.0;     ///< pairs are watched that were nearer than this when they were chosen [m]
  double crept_ = 0.0;      ///< how much nearer a pair may have come since then [m]
  double chosen_at_ = 0.0;  ///< moved_ then [m]
  /// crept_ is summed step by step; else it follows from where bodies were then and are now
  bool by_velocities_ = true;
  bool sum_stored_ = true;  ///< in this evaluation, or the last one
  bool records_ = true;     ///< outputs may ask for the loads of contacts
  bool recording_ = false;  ///< this evaluation, or the last one, records them
  bool sort_pairs_ = true;  ///< choose them anew in this evaluation
  double forgotten_ = 0.0;
  double overlap_alarm_ = std::numeric_limits<double>::infinity(), passage_alarm_ = overlap_alarm_;
  /// of all bodies; of a body that is not a sphere, the radius of the largest ball inside [m]
  double smallest_radius_ = 0.0;
  std::optional<OverlapAlarm> alarm_;
  std::int64_t unconverged_ = 0;
};

}  // namespace scree::contact
