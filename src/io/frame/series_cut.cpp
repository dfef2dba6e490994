#include "io/frame/series_cut.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/text/whole_file.h"

namespace scree::io {
namespace {

constexpr std::size_t k_longest_row = 16384;  // [bytes]; a row of 50 columns has about 800

/// Reads a regular file line by line, with the file position after each line.
class Rows {
 public:
  explicit Rows(const std::filesystem::path& path) : file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (file_ < 0) {
      if (errno != ENOENT) throw WriteError(path, "open the series", errno);
      return;
    }
    struct stat about {};
    if (::fstat(file_, &about) == 0 && S_ISREG(about.st_mode)) {
      size_ = about.st_size;
      return;
    }
    ::close(file_);
    throw std::runtime_error(fmt::format("{} is not a regular file; move it away and resume", path.string()));
  }
  ~Rows() {
    if (file_ >= 0) ::close(file_);
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool is_there() const { return file_ >= 0; }
  off_t size() const { return size_; }
  off_t end_of_line() const { return end_; }
  void go(off_t place) { ::lseek(file_, place, SEEK_SET), end_ = place, at_ = filled_ = 0; }

  /// False at the end of the file. A last line without a line end is incomplete and does not count. A line longer than
  /// any row is truncated.
  bool next(std::string& line) {
    for (line.clear();; ++at_, ++end_) {
      if (at_ == filled_ && !fill()) return false;
      if (buffer_[at_] == '\n') break;
      if (line.size() < k_longest_row) line.push_back(buffer_[at_]);
    }
    ++at_, ++end_;
    return true;
  }

 private:
  bool fill() {
    ssize_t got = 0;
    do got = ::read(file_, buffer_.data(), buffer_.size());
    while (got < 0 && errno == EINTR);
    if (got < 0)
      throw std::runtime_error(
          fmt::format("the series of the run cannot be read: {}", std::generic_category().message(errno)));
    at_ = 0, filled_ = static_cast<std::size_t>(got);
    return got > 0;
  }

  int file_;
  off_t size_ = 0, end_ = 0;
  std::array<char, 65536> buffer_{};
  std::size_t at_ = 0, filled_ = 0;
};

/// Parses a row into `numbers`; false if the line is not a row.
bool numbers_of(const std::string& line, std::size_t columns, std::vector<double>& numbers) {
  numbers.clear();
  for (const char* at = line.c_str();;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at || numbers.size() > columns) return false;
    if (*end == '\0') return numbers.size() == columns && static_cast<std::size_t>(end - line.c_str()) == line.size();
    if (*end != ',') return false;
    at = end + 1;
  }
}

}  // namespace

Missing cut_series(const std::filesystem::path& path, const SeriesColumns& columns, const DueSteps& due,
                   const std::function<void(std::span<const double>)>& row) {
  const std::string header = columns.header();
  Missing missing{.due = due.count()};
  std::int64_t last = -1;  // step of the last row
  off_t keep = 0;
  Rows rows(path);
  std::string line;
  const bool has_header = rows.is_there() && rows.next(line);
  // a partial header is accepted only if it is the whole file
  if (has_header ? line != header : !header.starts_with(line))
    throw std::runtime_error(
        fmt::format("{} has other columns than this run writes; move it away and resume", path.string()));
  if (has_header) {
    keep = rows.end_of_line();
    for (std::vector<double> numbers; rows.next(line);) {
      if (!numbers_of(line, columns.size(), numbers)) continue;
      if (!(numbers[0] > static_cast<double>(last) && numbers[0] <= static_cast<double>(due.last))) continue;
      const auto step = static_cast<std::int64_t>(numbers[0]);
      missing.add_between(due, last, step);
      last = step, keep = rows.end_of_line();
      row(numbers);
    }
  }
  missing.add_between(due, last, due.last + 1);
  if (keep == 0) {
    write_whole_file(path, {header, "\n"}, Survives::the_machine);
  } else if (keep < rows.size() && ::truncate(path.c_str(), keep) != 0) {
    throw WriteError(path, "cut off the rows after the checkpoint", errno);
  }
  return missing;
}

std::int64_t last_step_of_series(const std::filesystem::path& path) {
  try {
    Rows rows(path);
    if (!rows.is_there()) return -1;
    constexpr off_t k_tail = 4 * static_cast<off_t>(k_longest_row);
    rows.go(std::max<off_t>(0, rows.size() - k_tail));
    std::int64_t last = -1;
    for (std::string line; rows.next(line);) {
      std::int64_t step = -1;
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), step);
      if (error == std::errc{} && end != line.data() + line.size() && *end == ',') last = step;
    }
    return last;
  } catch (const std::runtime_error&) {  // not a regular file: `scree doctor` inspects any folder and refuses nothing
    return -1;
  }
}

}  // namespace scree::io
