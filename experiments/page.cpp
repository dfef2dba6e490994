#include "experiments/page.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "experiments/record.h"

namespace scree::experiments {
namespace {

constexpr std::string_view k_open = "<!-- ", k_close = " -->", k_end = "end";

/// The words of a line that consists of a marker: "result ID SCALE", "sum", "differs", "end".
std::optional<std::vector<std::string>> marker(const std::string& line) {
  if (!line.starts_with(k_open) || !line.ends_with(k_close)) return std::nullopt;
  std::istringstream words(line.substr(k_open.size(), line.size() - k_open.size() - k_close.size()));
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  if (all.empty() || (all[0] != "result" && all[0] != "sum" && all[0] != "differs" && all[0] != k_end))
    return std::nullopt;
  return all;
}

struct Block {
  std::size_t first, last;  ///< lines of its markers, from 0
  std::vector<std::string> words;
};

std::vector<Block> blocks_of(const std::vector<std::string>& lines) {
  std::vector<Block> blocks;
  bool open = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto words = marker(lines[i]);
    if (!words) continue;
    const bool ends = words->front() == k_end;
    if (ends != open)
      throw std::runtime_error(ends ? fmt::format("line {}: <!-- end --> ends nothing", i + 1)
                                    : fmt::format("line {}: the block before has no <!-- end -->", i + 1));
    if (!ends && words->front() == "result" && words->size() != 3)
      throw std::runtime_error(fmt::format("line {}: write <!-- result ID SCALE -->", i + 1));
    if (ends)
      blocks.back().last = i;
    else
      blocks.push_back({i, i, std::move(*words)});
    open = !ends;
  }
  if (open) throw std::runtime_error(fmt::format("line {}: this block has no <!-- end -->", blocks.back().first + 1));
  return blocks;
}

/// Whether the quick result has changed since this record was written.
bool is_outdated(const Record& record, const std::filesystem::path& records) {
  const auto quick = record_file(records, record.result.id, word_of(Scale::quick));
  return record.scale != word_of(Scale::quick) && std::filesystem::exists(quick) &&
         fingerprint(read_record(quick).result) != record.quick;
}

std::string result_text(const Record& record, const std::filesystem::path& records, bool is_first) {
  const Result& r = record.result;
  std::string text = is_first ? fmt::format("### {}: {} ({}, section {})\n", r.id, r.title, r.paper, r.section)
                              : fmt::format("#### {} --scale {}\n", r.id, record.scale);
  text += fmt::format(
      "{} checks, {} failed. Recorded by `{}` at {} on {}{}.{}\n\n", r.checks.size(), r.failed(), record.command,
      record.revision, record.date, r.wall_seconds > 0.0 ? fmt::format(", {:.1f} s", r.wall_seconds) : "",
      is_outdated(record, records) ? " **Not repeated since the numbers of its quick form changed.**" : "");
  return text + check_table(r);
}

std::string differs_text(const std::vector<Record>& shown) {
  std::string text =
      "| experiment | what | unit | paper | expected | measured | why |\n|---|---|---|---|---|---|---|\n";
  for (const Record& record : shown)
    for (const Check& c : record.result.checks)
      if (c.paper_differs())
        text += table_row({record.result.id, c.what, c.unit, printed_text(c), expected_text(c), measured_text(c),
                           c.note.substr(k_differs.size() + 1)});
  return text;
}

}  // namespace

std::string page_from_records(std::string_view page, const std::filesystem::path& records) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(page)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const std::vector<Block> blocks = blocks_of(lines);

  std::vector<Record> shown;  // if an experiment is shown at two scales, the first one is used
  std::vector<std::string> texts(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].words[0] != "result") continue;
    try {
      const Record record = read_record(record_file(records, blocks[b].words[1], blocks[b].words[2]));
      const bool is_first =
          std::none_of(shown.begin(), shown.end(), [&](const Record& s) { return s.result.id == record.result.id; });
      texts[b] = result_text(record, records, is_first);
      if (is_first) shown.push_back(record);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("line {}: {}", blocks[b].first + 1, error.what()));
    }
  }
  std::vector<Result> results;
  for (const Record& record : shown) results.push_back(record.result);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].words[0] == "sum") texts[b] = sum_text(results) + ".\n";
    if (blocks[b].words[0] == "differs") texts[b] = differs_text(shown);
  }

  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + '\n';
    if (next < blocks.size() && i == blocks[next].first) text += texts[next], i = blocks[next++].last - 1;
  }
  return text;
}

}  // namespace scree::experiments
