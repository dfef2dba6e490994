// Write contacts into an archive and read them back. The lists are stored in their order, since it is the order of
// sums; what follows from them (boundary slots, near pairs) is recomputed.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/archive_checks.h"
#include "contact/contacts.h"
#include "shape/pair_table.h"
#include "shape/box.h"

namespace scree::contact {
namespace {

constexpr std::size_t k_run_numbers = 6;  // block, kind, model, pairs, touching, ended
/// Version of the order of sums: of pairs and contacts in a run, and of the phases of a pass. Increase it when this
/// order changes, since sums then have other bits.
constexpr std::int64_t k_order_of_sums = 3;
std::vector<std::int64_t> order_of_sums(std::size_t bodies) {
  return {static_cast<std::int64_t>(block_size(bodies)), k_order_of_sums};
}
constexpr std::size_t k_tally_numbers = 13;

template <class T>
void append(std::vector<T>& to, const state::Column<T>& from, std::size_t count) {
  to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Returns the next `count` numbers of a column; throws ArchiveError if there are fewer.
template <class T>
class Reader {
 public:
  Reader(const Archive& archive, const char* name) : name_(name), values_(archive.get<T>(name)) {}
  state::Column<T> take(std::size_t count) {
    if (count > values_.size() - next_)
      throw ArchiveError{std::string("the array ") + name_ + " is too short for the lengths in contacts/runs"};
    const auto from = values_.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ += count;
    return {from, from + static_cast<std::ptrdiff_t>(count)};
  }
  std::size_t taken() const { return next_; }
  /// Throws ArchiveError if numbers are left that belong to no run.
  void finish() const {
    if (next_ != values_.size())
      throw ArchiveError{std::string("the array ") + name_ + " is longer than the lengths in contacts/runs"};
  }

 private:
  const char* name_;
  const std::vector<T>& values_;
  std::size_t next_ = 0;
};

bool ascend_below(const Run::Indices& places, std::size_t end) {
  return std::is_sorted(places.begin(), places.end(), std::less_equal<>()) && (places.empty() || places.back() < end);
}
bool are_different_and_below(const Run::Indices& pairs, std::size_t end) {
  std::vector<char> seen(end, 0);
  return std::all_of(pairs.begin(), pairs.end(),
                     [&](std::uint32_t p) { return p < end && !std::exchange(seen[p], 1); });
}
/// True if a pair is in the run of its kind and model, its bodies are in the right order, and the cell has its image.
bool belongs(const Run& run, std::uint32_t pair, const state::World& world, const ModelTable& table) {
  const auto& bodies = world.bodies;
  const state::Slot a = run.a[pair], b = run.b[pair];
  if (run.at_wall()) {
    const shape::WallPair& row = shape::pair_of(bodies.shape_of_slot(a), world.walls[b].shape);
    const bool image = row.points == 1 ? run.image[pair] == state::k_no_image : run.image[pair] < row.points;
    return run.kind == row.smooth && image && run.model == table.of(bodies.lines[a].material, world.walls[b].material);
  }
  const state::ImageFlags shift = state::image_shift(run.image[pair]);
  for (std::size_t k = 0; k < 3; ++k)
    if (!world.cell.periodic[k] && shift[k] != 0) return false;
  const shape::BodyShape a_shape = bodies.shape_of_slot(a), b_shape = bodies.shape_of_slot(b);
  return run.kind == shape::pair_of(a_shape, b_shape).smooth &&
         run.model == table.of(bodies.lines[a].material, bodies.lines[b].material) &&
         shape::is_first_by_shape(a_shape, b_shape).value_or(bodies.lines[a].id < bodies.lines[b].id);
}

/// The flags of AppliedLoads::slips that a contact of this model can have.
unsigned stages_with_slip(const PreparedModel& model) {
  return (model.slide.law >= 0) << slide_stage | (model.roll.law >= 0) << roll_stage |
         (model.spin.law >= 0) << spin_stage;
}

/// True if contacts that write boundary contributions come first, as a pass requires.
bool are_in_order(const Run& run, state::Slot last) {
  return run.at_wall() || std::is_partitioned(run.touching.begin(), run.touching.end(),
                                              [&](std::uint32_t p) { return std::max(run.a[p], run.b[p]) >= last; });
}

}  // namespace

void Contacts::save(Archive& archive) const {
  std::vector<std::int64_t> runs;
  std::vector<std::uint32_t> a, b, touching, ended;
  std::vector<std::uint8_t> image;
  std::vector<std::uint8_t> slips;
  std::vector<double> history, loads;
  for (std::size_t block = 0; block < blocks_.size(); ++block)
    for (const Run& run : blocks_[block].runs) {
      for (const std::size_t x : {block, static_cast<std::size_t>(run.kind), std::size_t{run.model},
                                  std::size_t{run.pairs}, run.touching.size(), run.ended.size()})
        runs.push_back(static_cast<std::int64_t>(x));
      append(a, run.a, run.pairs), append(b, run.b, run.pairs), append(image, run.image, run.pairs);
      append(touching, run.touching, run.touching.size()), append(ended, run.ended, run.ended.size());
      append(loads, run.applied.rows, run.applied.rows.size());
      append(slips, run.applied.slips, run.applied.slips.size());
      for (int k = 0; k < table_.models[run.model].history_size; ++k) {
        const double* column = run.history.data() + static_cast<std::size_t>(k) * run.stride;
        history.insert(history.end(), column, column + run.touching.size());
      }
    }
  archive.put("contacts/runs", std::move(runs), k_run_numbers);
  archive.put("contacts/pair_a", std::move(a)), archive.put("contacts/pair_b", std::move(b)),
      archive.put("contacts/pair_shift", std::move(image));
  archive.put("contacts/touching", std::move(touching)), archive.put("contacts/ended", std::move(ended));
  archive.put("contacts/history", std::move(history));
  if (recording_) archive.put("contacts/loads", std::move(loads)), archive.put("contacts/slips", std::move(slips));
  archive.put("contacts/skin", std::vector{skin_});
  if (usual_skin_ != skin_) archive.put("contacts/usual_skin", std::vector{usual_skin_});
  archive.put("contacts/rebuilds", std::vector{rebuilds_});
  archive.put("contacts/order", order_of_sums(blocks_.empty() ? 0 : blocks_.back().last));
  archive.put("contacts/unconverged", std::vector{unconverged_});
  const state::Cell& cell = listed_cell_;
  archive.put("contacts/listed_cell", std::vector{cell.low.x, cell.low.y, cell.low.z, cell.length.x, cell.length.y,
                                                  cell.length.z, cell.tilt.xy, cell.tilt.xz, cell.tilt.yz, longest_});
  if (strained_) {
    std::vector<double> virial;
    for (const auto* rows : {virial_.all, virial_.springs})
      for (int i = 0; i < 3; ++i) virial.insert(virial.end(), rows[i], rows[i] + 3);
    archive.put("contacts/virial", std::move(virial));
  }
  std::vector<double> tally;
  for (const auto& numbers : {tally_.stored, tally_.slip_loss, tally_.viscous_loss})
    tally.insert(tally.end(), numbers, numbers + 4);
  tally.push_back(tally_.arm_mismatch);
  archive.put("contacts/tally", std::move(tally));
}

void Contacts::restore(state::World& world, const Archive& archive) {
  const std::size_t bodies = world.bodies.size();
  const auto& runs = archive.get<std::int64_t>("contacts/runs", k_run_numbers);
  Reader<std::uint32_t> a(archive, "contacts/pair_a"), b(archive, "contacts/pair_b"),
      touching(archive, "contacts/touching"), ended(archive, "contacts/ended");
  Reader<std::uint8_t> image(archive, "contacts/pair_shift");
  Reader<double> history(archive, "contacts/history");
  // Files of earlier versions have no loads; until the next step, outputs then show those of a set-up evaluation.
  std::optional<Reader<double>> loads;
  std::optional<Reader<std::uint8_t>> slips;
  recording_ = archive.find("contacts/loads") != nullptr;
  if (recording_ != (archive.find("contacts/slips") != nullptr))
    throw ArchiveError{"it has only one of the arrays contacts/loads and contacts/slips, which belong together"};
  if (recording_) loads.emplace(archive, "contacts/loads"), slips.emplace(archive, "contacts/slips");
  lay_out_blocks(world);
  if (!archive.find("contacts/order") || archive.get_rows<std::int64_t>("contacts/order", 2) != order_of_sums(bodies))
    throw ArchiveError{
        "it was written by a version of scree that adds loads in another order, so that sums have other bits; finish "
        "that run with the version that started it"};
  for (std::size_t r = 0; r < runs.size(); r += k_run_numbers) {
    for (std::size_t k = 0; k < k_run_numbers; ++k)
      if (runs[r + k] < 0 || runs[r + k] >= (std::int64_t{1} << 32))
        refuse_element("contacts/runs", r + k, k_run_numbers, runs[r + k], "it must be an unsigned 32-bit integer");
    const auto number = [&](std::size_t k) { return static_cast<std::size_t>(runs[r + k]); };
    const std::size_t ends[] = {blocks_.size(), static_cast<std::size_t>(shape::kinds()), table_.models.size()};
    for (std::size_t k = 0; k < 3; ++k)
      if (number(k) >= ends[k])
        refuse_element("contacts/runs", r + k, k_run_numbers, runs[r + k],
                       "this scene has no such block, kind of pair or contact law");
    Block& block = blocks_[number(0)];
    const std::size_t before = block.runs.size();
    Run& run = block.run_of(static_cast<shape::Kind>(number(1)), static_cast<std::uint16_t>(number(2)));
    if (block.runs.size() == before)
      throw ArchiveError{"contacts/runs, row " + std::to_string(r / k_run_numbers) +
                         ", has the same block, kind and contact law as an earlier row"};
    const std::size_t first = a.taken();
    run.a = a.take(number(3)), run.b = b.take(number(3)), run.image = image.take(number(3)),
    run.pairs = static_cast<std::uint32_t>(number(3));
    run.touching = touching.take(number(4)), run.ended = ended.take(number(5));
    const bool plane = run.at_wall();
    if (shape::is_shaped(run.kind) && number(1) < shape::k_listed_kinds && !world.bodies.kept.shapes)
      throw ArchiveError{"it has contacts of ellipsoids or boxes, but all bodies of the scene are spheres"};
    for (std::uint32_t p = 0; p < run.pairs; ++p) {
      const std::size_t owner = plane ? run.a[p] : std::min(run.a[p], run.b[p]);
      if (owner < block.first || owner >= block.last || run.a[p] >= bodies ||
          run.b[p] >= (plane ? world.walls.size() : bodies) || run.image[p] >= state::k_images ||
          (!plane && run.a[p] == run.b[p]))
        throw ArchiveError{"contacts/pair_a, pair_b and pair_shift, row " + std::to_string(first + p) + ", are " +
                           std::to_string(run.a[p]) + ", " + std::to_string(run.b[p]) + " and " +
                           std::to_string(run.image[p]) +
                           "; its block has no such pair of bodies, or of a body and a wall"};
      if (!belongs(run, p, world, table_))
        throw ArchiveError{"contacts/pair_a, pair_b and pair_shift, row " + std::to_string(first + p) + ", are " +
                           std::to_string(run.a[p]) + ", " + std::to_string(run.b[p]) + " and " +
                           std::to_string(run.image[p]) +
                           "; this pair does not match the kind or the contact law of its run in contacts/runs, its "
                           "bodies are in the wrong order, or the cell has no such image"};
    }
    if (!are_different_and_below(run.touching, run.pairs) || !are_in_order(run, block.last) ||
        !ascend_below(run.ended, run.touching.size()))
      throw ArchiveError{"contacts/touching or contacts/ended is out of order in the run of contacts/runs, row " +
                         std::to_string(r / k_run_numbers)};
    run.pad();
    const int columns = table_.models[run.model].history_size;
    run.stride = static_cast<std::uint32_t>(padded(run.touching.size()));
    run.history.assign(static_cast<std::size_t>(run.stride) * static_cast<std::size_t>(columns), 0.0);
    for (int k = 0; k < columns; ++k) {
      const state::Column<double> column = history.take(run.touching.size());
      std::copy(column.begin(), column.end(), run.history.begin() + static_cast<std::ptrdiff_t>(k) * run.stride);
    }
    if (recording_) {
      const PreparedModel& model = table_.models[run.model];
      const std::size_t place = slips->taken();
      run.applied.rows = loads->take(number(4) * model.loads.width), run.applied.slips = slips->take(number(4));
      for (std::size_t i = 0; i < number(4); ++i)
        if (run.applied.slips[i] & ~stages_with_slip(model))
          refuse_element("contacts/slips", place + i, 1, run.applied.slips[i],
                         "the contact model has no law for a stage that is marked as slipping");
    }
  }
  a.finish(), b.finish(), image.finish(), touching.finish(), ended.finish(), history.finish();
  if (recording_) loads->finish(), slips->finish();
  skin_ = archive.get_rows<double>("contacts/skin", 1)[0];
  usual_skin_ = archive.find("contacts/usual_skin") ? archive.get_rows<double>("contacts/usual_skin", 1)[0] : skin_;
  if (!(usual_skin_ >= 0.0 && std::isfinite(usual_skin_)))
    refuse_element("contacts/usual_skin", 0, 1, usual_skin_, "it must be finite and >= 0");
  if (!(skin_ >= usual_skin_ && std::isfinite(skin_)))
    refuse_element("contacts/skin", 0, 1, skin_, "it must be finite, >= 0, and >= contacts/usual_skin");
  const auto& rebuilds = archive.get_rows<std::int64_t>("contacts/rebuilds", 1);
  check_counts("contacts/rebuilds", rebuilds);
  rebuilds_ = rebuilds[0];
  const auto& listed = archive.get_rows<double>("contacts/listed_cell", 10);
  for (const std::size_t k : {3, 4, 5})
    if (!(listed[k] > 0.0 && std::isfinite(1.0 / listed[k])))
      refuse_element("contacts/listed_cell", k, 1, listed[k], "a length must be > 0, with a finite inverse");
  if (!(listed[9] >= 0.0)) refuse_element("contacts/listed_cell", 9, 1, listed[9], "a distance must be >= 0");
  listed_cell_ = {world.cell.periodic,
                  {listed[0], listed[1], listed[2]},
                  {listed[3], listed[4], listed[5]},
                  {listed[6], listed[7], listed[8]}},
  longest_ = listed[9];
  if (strained_) {
    const auto& numbers = archive.get_rows<double>("contacts/virial", 18);
    for (int i = 0; i < 9; ++i)
      virial_.all[i / 3][i % 3] = numbers[static_cast<std::size_t>(i)],
                             virial_.springs[i / 3][i % 3] = numbers[static_cast<std::size_t>(9 + i)];
  }
  // not in files of earlier versions
  if (archive.find("contacts/unconverged")) unconverged_ = archive.get_rows<std::int64_t>("contacts/unconverged", 1)[0];
  check_counts("contacts/unconverged", {unconverged_});
  const auto& tally = archive.get_rows<double>("contacts/tally", k_tally_numbers);
  for (std::size_t k = 0; k < 4; ++k)
    tally_.stored[k] = tally[k], tally_.slip_loss[k] = tally[4 + k], tally_.viscous_loss[k] = tally[8 + k];
  tally_.arm_mismatch = tally[12];
  sort_pairs_ = true, last_cell_ = world.cell;
  assign_boundary_slots(world);
}

}  // namespace scree::contact
