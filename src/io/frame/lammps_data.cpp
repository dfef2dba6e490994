// Reads the file in one pass over its lines. A fault is thrown inside this file only and leaves it as an InputError.
// After a fault in one line of the header or in one row, the next line is read; a fault in the structure of the file
// ends the reading, because the rest cannot be trusted.
#include "io/frame/lammps_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "io/frame/frame_faults.h"
#include "io/text/nearest.h"
#include "io/text/read_file.h"
#include "io/text/unzip.h"
#include "io/scene/split_words.h"

namespace scree::io {

namespace {

constexpr std::int64_t k_max_atoms = 1'000'000'000;
// maximum number of reported faults; a file of another kind has one in every line
constexpr std::size_t k_max_faults = 20;
constexpr std::array<std::string_view, 2> k_sections = {"Atoms", "Velocities"};

struct Fault {
  int line;
  std::string sentence;
};

using Words = std::vector<std::string_view>;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  void run() {
    next_line();  // the title
    bool there = next_content();
    for (; there && !is_section(); there = next_content()) noting([&] { read_header(); });
    if (!faults_.empty()) return;  // the sections cannot be read without a valid header
    while (there) {
      read_section();
      there = next_content();
      if (there && !is_section()) there = pass_extra_rows();
    }
    if (!atoms_read_) fail("the file ends without a section `Atoms`");
  }
  const std::vector<Fault>& faults() const { return faults_; }
  LammpsData take() { return std::move(data_); }
  void note(Fault fault) { faults_.push_back(std::move(fault)); }

 private:
  /// Records a fault of `f` and continues, unless there are too many.
  template <class F>
  void noting(F f) {
    try {
      f();
    } catch (Fault& fault) {
      note(std::move(fault));
    }
    if (faults_.size() >= k_max_faults)
      fail(fmt::format("with this line there are {} mistakes; what follows is not read", faults_.size()));
  }

  /// Skips rows beyond the number in the header, and reports them once. False at the end of the file.
  bool pass_extra_rows() {
    const int first = line_;
    std::int64_t extra = 0;
    bool there = true;
    for (; there && !is_section(); there = next_content()) ++extra;
    note({first, fmt::format("`{}` has {} lines, but the header says {} atoms; the extra lines begin here", section_,
                             *count_ + extra, *count_)});
    return there;
  }
  [[noreturn]] void fail(std::string sentence) const { throw Fault{std::max(line_, 1), std::move(sentence)}; }

  /// The next line, split into words, without its comment; false at the end of the file.
  bool next_line() {
    if (at_ >= text_.size()) return false;
    std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    comment_ = {};
    if (const std::size_t hash = line.find('#'); hash != std::string_view::npos)
      comment_ = line.substr(hash + 1), line = line.substr(0, hash);
    split_words(line, words_);
    return true;
  }
  bool next_content() {
    while (next_line())
      if (!words_.empty()) return true;
    return false;
  }

  double number(std::size_t i, std::string_view what) const {
    double value = 0.0;
    const std::string_view word = words_[i];
    const char* begin = word.data() + (word.size() > 1 && word[0] == '+' ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
      fail(fmt::format("{} = {} is not a finite number", what, word));
    return value;
  }
  std::int64_t integer(std::size_t i, std::string_view what, std::int64_t low, std::int64_t high) const {
    std::int64_t value = 0;
    const std::string_view word = words_[i];
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      fail(fmt::format("{} = {} is not an integer", what, word));
    if (value < low || value > high)
      fail(fmt::format("{} = {} is out of range; it must lie between {} and {}", what, word, low, high));
    return value;
  }
  double positive(std::size_t i, std::string_view what) const {
    const double value = number(i, what);
    if (!(value > 0.0))
      fail(fmt::format("{} = {} is not positive; bodies of a granular scene have a size and a mass", what, words_[i]));
    return value;
  }
  Vec3d vector(std::size_t i, std::string_view what) const {
    return {number(i, what), number(i + 1, what), number(i + 2, what)};
  }

  bool is_section() const {
    const char first = words_[0][0];
    return !(first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9'));
  }

  void read_header() {
    Words keyword(words_.begin(), words_.end());
    const auto begins = std::find_if(keyword.begin(), keyword.end(), [](std::string_view w) { return w[0] >= 'A'; });
    std::string name;
    for (auto at = begins; at != keyword.end(); ++at) name += (name.empty() ? "" : " ") + std::string(*at);
    const auto values = static_cast<std::size_t>(begins - keyword.begin());
    const auto expect = [&](std::size_t n) {
      if (values != n) fail(fmt::format("`{}` takes {} numbers before it, not {}", name, n, values));
    };
    if (name == "atoms") {
      expect(1), count_ = integer(0, "atoms", 1, k_max_atoms);
    } else if (name == "atom types") {
      expect(1), data_.types = static_cast<int>(integer(0, "atom types", 1, 1'000'000));
    } else if (name == "xlo xhi" || name == "ylo yhi" || name == "zlo zhi") {
      expect(2);
      const double low = number(0, name), high = number(1, name);
      if (!(low < high)) fail(fmt::format("`{}` is {} {}; a box needs low < high", name, words_[0], words_[1]));
      const int axis = name[0] - 'x';
      (axis == 0 ? data_.box.low.x : axis == 1 ? data_.box.low.y : data_.box.low.z) = low;
      (axis == 0 ? data_.box.high.x : axis == 1 ? data_.box.high.y : data_.box.high.z) = high;
      bounds_seen_ |= 1U << static_cast<unsigned>(axis);
    } else if (name == "xy xz yz") {
      expect(3);
      data_.tilt = {number(0, name), number(1, name), number(2, name)};
    } else if (values == 1 && words_[0] == "0") {
      // LAMMPS writes `0 bonds` and similar lines; they can be ignored
    } else {
      constexpr std::array<std::string_view, 6> known = {"atoms",   "atom types", "xlo xhi",
                                                         "ylo yhi", "zlo zhi",    "xy xz yz"};
      fail(fmt::format("`{}` is not known in the header of a data file of spheres; it has {}{}", name,
                       listed(known, "and", "`"), did_you_mean(name, known)));
    }
  }

  void read_section() {
    std::string name;
    for (const std::string_view word : words_) name += (name.empty() ? "" : " ") + std::string(word);
    if (name != "Atoms" && name != "Velocities")
      fail(fmt::format("the section `{}` is not known in a data file of spheres; it has `Atoms` and `Velocities`{}",
                       name, did_you_mean(name, k_sections)));
    if (!count_) fail(fmt::format("`{}` comes before the line `N atoms` of the header", name));
    if (data_.types == 0) fail(fmt::format("`{}` comes before the line `M atom types` of the header", name));
    if (bounds_seen_ != 7U)
      fail(fmt::format("`{}` comes before all bounds of the header: `xlo xhi`, `ylo yhi`, `zlo zhi`", name));
    section_ = name;
    name == "Atoms" ? read_atoms() : read_velocities();
  }

  /// Go to the next line of a section that has `n` of them.
  void next_row(std::string_view section, std::int64_t row) {
    if (!next_content())
      fail(fmt::format("the file ends inside `{}`: {} of {} lines are there", section, row, *count_));
    if (is_section()) fail(fmt::format("`{}` has {} lines, but the header says {} atoms", section, row, *count_));
  }

  void read_atoms() {
    std::string_view style = comment_;
    while (!style.empty() && style.front() == ' ') style.remove_prefix(1);
    while (!style.empty() && (style.back() == ' ' || style.back() == '\r')) style.remove_suffix(1);
    if (!style.empty() && style != "sphere")
      fail(fmt::format("the atoms are of style `{}`; only `sphere` (id type diameter density x y z) is read", style));
    if (atoms_read_) fail("there is a second section `Atoms`");
    for (std::int64_t row = 0; row < *count_; ++row) {
      next_row("Atoms", row);
      noting([&] { read_atom(); });
    }
    for (const Doubled& twice : doubled_ids(rows_))
      noting([&] {
        throw Fault{twice.second, fmt::format("the atom {} is already there at line {}", twice.id, twice.first)};
      });
    std::sort(data_.atoms.begin(), data_.atoms.end(),
              [](const LammpsAtom& p, const LammpsAtom& q) { return p.id < q.id; });
    atoms_read_ = true;
  }

  void read_atom() {
    if (words_.size() != 7 && words_.size() != 10)
      fail(fmt::format(
          "an atom of style sphere has 7 numbers (id type diameter density x y z), or 10 with its image; here are {}",
          words_.size()));
    LammpsAtom atom;
    atom.id = integer(0, "id", 1, INT64_MAX);
    atom.type = static_cast<int>(integer(1, "type", 1, data_.types));
    atom.diameter = positive(2, "diameter");
    atom.density = positive(3, "density");
    atom.position = vector(4, "position");
    for (std::size_t i = 7; i < words_.size(); ++i)
      atom.image[i - 7] = static_cast<int>(integer(i, "image", -1'000'000, 1'000'000));
    data_.atoms.push_back(atom);
    rows_.push_back({atom.id, line_});
  }

  void read_velocities() {
    if (!atoms_read_) fail("`Velocities` must come after `Atoms`");
    if (velocities_read_) fail("there is a second section `Velocities`");
    seen_.assign(data_.atoms.size(), false);
    const bool all_known = faults_.empty();  // otherwise the velocity may belong to an atom whose line is wrong
    for (std::int64_t row = 0; row < *count_; ++row) {
      next_row("Velocities", row);
      noting([&] { read_velocity(all_known); });
    }
    velocities_read_ = true;
  }

  void read_velocity(bool all_known) {
    if (words_.size() != 7)
      fail(fmt::format("a velocity of style sphere has 7 numbers (id vx vy vz wx wy wz); here are {}", words_.size()));
    const std::int64_t id = integer(0, "id", 1, INT64_MAX);
    const auto atom = std::lower_bound(data_.atoms.begin(), data_.atoms.end(), id,
                                       [](const LammpsAtom& a, std::int64_t i) { return a.id < i; });
    const bool known = atom != data_.atoms.end() && atom->id == id;
    if (!known && !all_known) return;
    if (!known) fail(fmt::format("this velocity is for atom {}, which does not exist", id));
    const auto index = static_cast<std::size_t>(atom - data_.atoms.begin());
    if (seen_[index]) fail(fmt::format("the velocity of atom {} is given twice", id));
    seen_[index] = true;
    atom->velocity = vector(1, "velocity");
    atom->spin = vector(4, "spin");
  }

  std::string_view text_, comment_;
  std::size_t at_ = 0;
  int line_ = 0;
  Words words_;
  LammpsData data_;
  std::optional<std::int64_t> count_;
  unsigned bounds_seen_ = 0;
  bool atoms_read_ = false, velocities_read_ = false;
  std::vector<std::pair<std::int64_t, int>> rows_;  ///< id and line
  std::string section_;                             ///< the current section
  std::vector<bool> seen_;                          ///< atoms whose velocity was read
  std::vector<Fault> faults_;
};

}  // namespace

std::variant<LammpsData, InputErrors> read_lammps_data_text(std::string_view text, std::string_view file_name) {
  Parser parser(text);
  try {
    parser.run();
  } catch (Fault& fault) {
    parser.note(std::move(fault));
  }
  if (parser.faults().empty()) return parser.take();
  InputErrors problems;
  for (const Fault& fault : parser.faults()) problems.add(file_name, {.line = fault.line}, fault.sentence);
  problems.sort();
  return problems;
}

namespace {

InputErrors one_problem(const std::filesystem::path& path, std::string_view sentence) {
  InputErrors problems;
  problems.add(path.string(), {}, sentence);
  return problems;
}

}  // namespace

std::variant<LammpsData, InputErrors> read_lammps_data(const std::filesystem::path& path,
                                                       std::uint64_t unpacked_limit) {
  const auto read = read_regular_file(path, k_largest_data_file);
  if (const auto* refused = std::get_if<Refused>(&read)) return one_problem(path, "this file " + refused->why);
  const std::string& bytes = std::get<std::string>(read);
  if (!is_gzip(bytes)) return read_lammps_data_text(bytes, path.string());
  const auto unpacked = unzipped(bytes, unpacked_limit);
  if (const auto* refused = std::get_if<Refused>(&unpacked)) return one_problem(path, "this file " + refused->why);
  return read_lammps_data_text(std::get<std::string>(unpacked), path.string());
}

}  // namespace scree::io
