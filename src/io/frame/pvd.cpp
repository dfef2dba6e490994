#include "io/frame/pvd.h"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "io/text/read_file.h"
#include "io/text/whole_file.h"
#include "io/scene/split_words.h"

namespace scree::io {
namespace {

constexpr std::string_view k_head =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
    "byte_order=\"LittleEndian\">\n<Collection>\n";
constexpr std::string_view k_tail = "</Collection>\n</VTKFile>\n";

}  // namespace

std::int64_t step_in_name(std::string_view name) {
  const std::size_t mark = name.rfind('_'), dot = name.find('.', mark == std::string_view::npos ? 0 : mark);
  if (mark == std::string_view::npos || dot == std::string_view::npos) return -1;
  const std::string_view digits = name.substr(mark + 1, dot - mark - 1);
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return -1;
  return number_in<std::int64_t>(digits).value_or(-1);
}

namespace {

/// The lines of an existing series, one <DataSet> each.
std::vector<std::string> lines_in(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  const auto read = read_regular_file(path, k_any_size);
  const auto* text = std::get_if<std::string>(&read);
  if (!text) return lines;
  std::string_view rest = *text;
  if (!rest.starts_with(k_head) || !rest.ends_with(k_tail))
    throw std::runtime_error(
        fmt::format("{}: was not written by Scree, so it cannot be continued; move it away", path.string()));
  rest.remove_prefix(k_head.size()), rest.remove_suffix(k_tail.size());
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size()));
    lines.emplace_back(line);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return lines;
}

}  // namespace

std::vector<std::int64_t> steps_of_pvd(const std::filesystem::path& path) {
  std::vector<std::int64_t> steps;
  for (const std::string& line : lines_in(path)) steps.push_back(step_in_name(line));
  return steps;
}

PvdSeries::PvdSeries(std::filesystem::path path, std::int64_t last_step) : path_(std::move(path)) {
  if (last_step >= 0) lines_ = lines_in(path_);
  std::erase_if(lines_, [&](const std::string& line) { return step_in_name(line) > last_step; });
  write();
}

void PvdSeries::add(double time, const std::string& file) {
  lines_.push_back(fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>", time, file));
  write();
}

void PvdSeries::write() const {
  std::string text(k_head);
  for (const std::string& line : lines_) text.append(line).push_back('\n');
  write_whole_file(path_, {text, k_tail}, Survives::the_process);
}

}  // namespace scree::io
