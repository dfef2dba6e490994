// Reads LAMMPS text dumps: a first pass finds where frames begin, a second pass reads the requested frame. So a dump
// may be larger than memory.
#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "io/frame/dump.h"
#include "io/frame/dump_columns.h"
#include "io/frame/frame_box.h"
#include "io/frame/frame_faults.h"
#include "io/text/whole_file.h"
#include "io/scene/split_words.h"

namespace scree::io {
namespace {

constexpr std::int64_t k_max_types = 1'000'000;

/// Thrown inside this file only.
struct Fault {
  int line;
  std::string sentence;
};
/// The file ends inside a frame, for example after an interrupted run.
struct CutShort : Fault {};

struct Spot {
  std::streamoff offset = 0;
  int line = 0;  ///< lines before it
};
struct Header {
  std::int64_t step = 0, atoms = 0;
  double time = 0.0;
  sim::Units units = sim::Units::si;
  sim::CellSpec cell;
  int box_line = 0;  ///< that of `ITEM: BOX BOUNDS`
  std::vector<std::string> columns;
};

class Lines {
 public:
  explicit Lines(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
      throw Fault{1, "the file cannot be opened: it is not a regular file"};  // opening a pipe would wait
    stream_.open(path, std::ios::binary);
    if (!stream_) throw Fault{1, "the file cannot be opened; is the path right?"};
  }
  const Spot& place() const { return place_; }
  void seek(const Spot& place) { stream_.clear(), stream_.seekg(place.offset), place_ = place; }
  bool at_end() { return stream_.peek() == std::ifstream::traits_type::eof(); }

  const std::vector<std::string_view>& next() {
    // A line without a line end may be truncated inside a number.
    if (!std::getline(stream_, text_) || stream_.eof())
      throw CutShort{{place_.line + 1, "the file ends inside a frame"}};
    place_.offset += static_cast<std::streamoff>(text_.size()) + 1, ++place_.line;
    split_words(text_, words_);
    return words_;
  }
  [[noreturn]] void fail(std::string sentence) const { throw Fault{place_.line, std::move(sentence)}; }
  template <class Number>
  Number number(std::size_t i) const {
    const auto value = i < words_.size() ? number_in<Number>(words_[i]) : std::nullopt;
    if (!value)
      fail(i < words_.size() ? fmt::format("`{}` is not a number of the expected type", words_[i])
                             : "a number is missing");
    return *value;
  }
  template <class Number>
  Number next_number() {
    next();
    return number<Number>(0);
  }
  std::string item() const {
    std::string name;
    for (std::size_t i = 1; i < words_.size(); ++i) name.append(name.empty() ? "" : " ").append(words_[i]);
    return name;
  }

 private:
  std::ifstream stream_;
  std::string text_;
  std::vector<std::string_view> words_;
  Spot place_;
};

/// The lines below `ITEM: BOX BOUNDS`, the words of which are given.
void read_box(Lines& lines, sim::CellSpec& cell, const std::vector<std::string_view>& words) {
  const bool tilted = words.size() > 5 && words[3] == "xy" && words[4] == "xz" && words[5] == "yz";
  const std::vector<std::string_view> edges(words.begin() + (tilted ? 6 : 3), words.end());
  if (edges.size() != 3)
    lines.fail("three boundary conditions are expected, `pp` or `ff`, after `xy xz yz` if the box is tilted");
  for (std::size_t k = 0; k < 3; ++k) cell.periodic[k] = edges[k] == "pp";
  double tilts[3] = {0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    cell.bounds.low.*k_axes[k] = lines.next_number<double>();
    cell.bounds.high.*k_axes[k] = lines.number<double>(1);
    if (tilted) tilts[k] = lines.number<double>(2);
  }
  if (!tilted) return;
  cell.tilt = {tilts[0], tilts[1], tilts[2]};
  const TiltedBounds out = bounds_around(cell.tilt);
  cell.bounds.low -= out.low, cell.bounds.high -= out.high;
}

/// Reads everything up to and including the line `ITEM: ATOMS`.
Header read_header(Lines& lines) {
  Header header;
  bool step = false, atoms = false, box = false;
  for (;;) {
    const auto& words = lines.next();
    if (words.empty() || words[0] != "ITEM:")
      lines.fail("a line `ITEM: ...` is expected here; is this a LAMMPS text dump?");
    const std::string item = lines.item();
    if (item == "UNITS") {
      const auto& unit = lines.next();
      header.units = !unit.empty() && unit[0] == "lj" ? sim::Units::reduced : sim::Units::si;
      if (unit.empty() || (unit[0] != "lj" && unit[0] != "si"))
        lines.fail("the units are neither `si` nor `lj`; others are not read");
    } else if (item == "TIME") {
      header.time = lines.next_number<double>();
    } else if (item == "TIMESTEP") {
      header.step = lines.next_number<std::int64_t>(), step = true;
    } else if (item == "NUMBER OF ATOMS") {
      header.atoms = lines.next_number<std::int64_t>(), atoms = true;
      if (header.atoms < 0) lines.fail("the number of atoms is negative");
    } else if (item.starts_with("BOX BOUNDS")) {
      header.box_line = lines.place().line;
      read_box(lines, header.cell, words), box = true;
    } else if (words.size() > 1 && words[1] == "ATOMS") {
      header.columns.assign(words.begin() + 2, words.end());
      if (!step || !atoms || !box)
        lines.fail("a frame must have its TIMESTEP, NUMBER OF ATOMS and BOX BOUNDS before its ATOMS");
      return header;
    } else {
      lines.fail(fmt::format("`ITEM: {}` is not known", item));
    }
  }
}

struct Found {
  std::int64_t step = 0;
  Spot place;
};
struct Index {
  std::vector<Found> frames;
  Spot end;                        ///< end of the last complete frame
  std::optional<CutShort> rest{};  ///< the incomplete frame after it
};

Index index_of(Lines& lines) {
  Index index;
  try {
    while (!lines.at_end()) {
      const Header header = read_header(lines);
      for (std::int64_t i = 0; i < header.atoms; ++i)
        if (const auto& words = lines.next(); !words.empty() && words[0] == "ITEM:")
          lines.fail(
              fmt::format("the frame of step {} has {} atoms, but its header gives {}", header.step, i, header.atoms));
      index.frames.push_back({header.step, index.end});
      index.end = lines.place();
    }
  } catch (const CutShort& cut) {
    index.rest = cut;
  }
  return index;
}

/// Maps the words of a line to the columns of a body.
class Columns {
 public:
  Columns(const Lines& lines, const Header& header) : names_(header.columns) {
    std::fill(numbers_.begin(), numbers_.end(), -1);
    for (std::size_t i = 0; i < k_dump_columns.size(); ++i) numbers_[i] = find(k_dump_columns[i].name);
    id_ = find("id"), type_ = find("type"), locks_ = find("locks"), coordination_ = find("coordination");
    for (std::size_t i = 0; i < shape_.size(); ++i) shape_[i] = find(k_dump_shape_columns[i].name);
    form_ = find("form");
    if (std::count(shape_.begin(), shape_.end(), -1) % 3 != 0 || (form_ >= 0 && shape_[0] < 0))
      lines.fail("only some of the columns `shapex shapey shapez` are present; non-spherical bodies need all three");
    if (numbers_[0] < 0) numbers_[0] = find("diameter"), diameter_ = numbers_[0] >= 0;
    if (numbers_[k_place] < 0) {
      for (int k = 0; k < 3; ++k)
        numbers_[k_place + k] = find(std::string_view("xyz").substr(k, 1)),
                           image_[k] = find(fmt::format("i{}", "xyz"[k]));
    }
    for (const std::size_t due : {std::size_t{0}, std::size_t{1}, k_place, k_place + 1, k_place + 2})
      if (numbers_[due] < 0 || id_ < 0 || type_ < 0)
        lines.fail(
            "the columns `id type radius mass` and `x y z` or `xu yu zu` are needed; in LAMMPS, list them in "
            "`dump custom`");
  }

  sim::BodyView body(const Lines& lines, const sim::CellSpec& cell) const {
    sim::BodyView b;
    const auto integer = [&](int at, std::int64_t low, std::int64_t high) {
      const auto value = lines.number<std::int64_t>(static_cast<std::size_t>(at));
      if (value < low || value > high)
        lines.fail(fmt::format("`{}` = {} is out of range", names_[static_cast<std::size_t>(at)], value));
      return value;
    };
    b.id = integer(id_, INT64_MIN, INT64_MAX);
    b.material = static_cast<int>(integer(type_, 1, k_max_types)) - 1;
    if (locks_ >= 0) b.locks = static_cast<sim::Locks>(integer(locks_, 0, UINT8_MAX));
    if (coordination_ >= 0) b.coordination = static_cast<int>(integer(coordination_, INT32_MIN, INT32_MAX));
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (numbers_[i] >= 0) k_dump_columns[i].in(b) = lines.number<double>(static_cast<std::size_t>(numbers_[i]));
    if (diameter_) b.radius *= 0.5;
    b.half_axes = {b.radius, b.radius, b.radius};
    if (shape_[0] >= 0) {
      for (std::size_t i = 0; i < shape_.size(); ++i)
        k_dump_shape_columns[i].in(b) = 0.5 * lines.number<double>(static_cast<std::size_t>(shape_[i]));
      // LAMMPS has ellipsoids only
      const bool round = b.half_axes.x == b.half_axes.y && b.half_axes.y == b.half_axes.z;
      b.shape = form_ >= 0 ? static_cast<shape::BodyShape>(integer(form_, 0, 2))
                : round    ? shape::BodyShape::sphere
                           : shape::BodyShape::ellipsoid;
    }
    if (numbers_[k_inertia] < 0) b.inertia = 0.4 * b.mass * b.radius * b.radius;
    state::ImageFlags image{};
    for (std::size_t k = 0; k < 3; ++k)
      if (image_[k] >= 0) image[k] = static_cast<std::int32_t>(integer(image_[k], INT32_MIN, INT32_MAX));
    b.position = unwrapped(cell, image, b.position);
    return b;
  }

  std::vector<std::string> absent() const {
    std::vector<std::string> absent;
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (numbers_[i] < 0 && i != k_inertia) absent.emplace_back(k_dump_columns[i].name);
    if (locks_ < 0) absent.emplace_back("locks");
    if (coordination_ < 0) absent.emplace_back("coordination");
    return absent;
  }

 private:
  static constexpr std::size_t k_inertia = 2, k_place = 3;  // indices in k_dump_columns
  static_assert(k_dump_columns[k_inertia].name == "inertia" && k_dump_columns[k_place].name == "xu");

  int find(std::string_view name) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    return at == names_.end() ? -1 : static_cast<int>(at - names_.begin());
  }

  const std::vector<std::string>& names_;
  std::array<int, k_dump_columns.size()> numbers_{};
  std::array<int, k_dump_shape_columns.size()> shape_{};
  int id_ = -1, type_ = -1, locks_ = -1, coordination_ = -1, form_ = -1;
  std::array<int, 3> image_{-1, -1, -1};
  bool diameter_ = false;
};

DumpFrame read_at(Lines& lines, const Spot& place) {
  lines.seek(place);
  const Header header = read_header(lines);
  if (const auto fault = cell_fault(header.cell))
    throw Fault{header.box_line + 1 + static_cast<int>(fault->row), fault->sentence};
  const Columns columns(lines, header);
  DumpFrame read;
  read.absent = columns.absent();
  sim::Frame& frame = read.frame;
  frame.step = header.step, frame.time = header.time, frame.units = header.units, frame.cell = header.cell;
  int types = 0;
  std::vector<std::pair<std::int64_t, int>> ids;  // and their lines
  for (std::int64_t i = 0; i < header.atoms; ++i) {
    lines.next();
    frame.bodies.push_back(columns.body(lines, header.cell));
    if (std::string why = body_fault(frame.bodies.back(), header.cell); !why.empty()) lines.fail(std::move(why));
    ids.emplace_back(frame.bodies.back().id, lines.place().line);
    types = std::max(types, frame.bodies.back().material + 1);
  }
  if (const auto twice = doubled_ids(std::move(ids)); !twice.empty())
    throw Fault{twice[0].second,
                fmt::format("body {} is already there at line {}; ids must be unique, so remove one of the two",
                            twice[0].id, twice[0].first)};
  for (int type = 1; type <= types; ++type) frame.materials.push_back(fmt::format("{}", type));
  // LAMMPS writes atoms in any order
  std::stable_sort(frame.bodies.begin(), frame.bodies.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return read;
}

}  // namespace

std::variant<DumpFrame, InputError> read_dump(const std::filesystem::path& path, std::optional<std::int64_t> step) {
  try {
    Lines lines(path);
    const Index index = index_of(lines);
    if (!step && index.rest)
      throw Fault{index.rest->line, "the last frame is cut short; name the step of an earlier one"};
    if (index.frames.empty()) throw Fault{1, "there is no frame in this file"};
    const auto found =
        step ? std::find_if(index.frames.begin(), index.frames.end(), [&](const Found& f) { return f.step == *step; })
             : index.frames.end() - 1;
    if (found == index.frames.end())
      throw Fault{1, fmt::format("there is no frame of step {}; there are {}, from step {} to step {}", *step,
                                 index.frames.size(), index.frames.front().step, index.frames.back().step)};
    return read_at(lines, found->place);
  } catch (const Fault& fault) {
    return InputError{path.string(), fault.line, 1, fault.sentence};
  }
}

std::vector<std::int64_t> steps_of_dump(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  try {
    Lines lines(path);
    std::vector<std::int64_t> steps;
    for (const Found& found : index_of(lines).frames) steps.push_back(found.step);
    return steps;
  } catch (const Fault& fault) {
    throw std::runtime_error(fmt::format("{}:{}: cannot be continued: {}", path.string(), fault.line, fault.sentence));
  }
}

void cut_dump(const std::filesystem::path& path, std::int64_t last_step) {
  if (!std::filesystem::exists(path)) return;
  refuse_link(path);
  try {
    Lines lines(path);
    const Index index = index_of(lines);
    const auto later =
        std::find_if(index.frames.begin(), index.frames.end(), [&](const Found& f) { return f.step > last_step; });
    const Spot end = later == index.frames.end() ? index.end : later->place;
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(end.offset));
  } catch (const Fault& fault) {
    throw std::runtime_error(fmt::format("{}:{}: cannot be continued: {}", path.string(), fault.line, fault.sentence));
  }
}

}  // namespace scree::io
