#include "experiments/record.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/text/whole_file.h"

namespace scree::experiments {
namespace {

using nlohmann::json;

// relative; far above rounding errors, far below the effect of a change of a law
constexpr double k_same_value = 1e-6;
constexpr double k_of_tolerance = 1e-3;   // for values that are zero up to rounding: fraction of the tolerance
constexpr double k_rounding_size = 1e-9;  // absolute; for reported values without a tolerance

double number_or_unset(const json& value) { return value.is_number() ? value.get<double>() : k_unset; }

Printed printed_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  return value.is_string() ? Printed(value.get<std::string>()) : Printed{};
}

Check check_of(const json& row) {
  return {.what = row.at("what"),
          .paper = printed_of(row.at("paper")),
          .expected = number_or_unset(row.at("expected")),
          .measured = number_or_unset(row.at("measured")),
          .unit = row.at("unit"),
          .tolerance = number_or_unset(row.at("tolerance")),
          .note = row.at("note"),
          .judging = row.at("judged").get<bool>() ? Judged::yes : Judged::no,
          .uncertainty = row.at("uncertainty")};
}

bool same(double a, double b, double slack) {
  return (!is_set(a) && !is_set(b)) || std::abs(a - b) <= slack + k_same_value * std::abs(b);
}

/// The text with each number replaced by #.
std::string without_numbers(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_part = [&](std::size_t at) {
      return at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.');
    };
    if (!std::isdigit(static_cast<unsigned char>(text[i]))) {
      words += text[i++];
      continue;
    }
    while (is_part(i)) ++i;
    if (i < text.size() && text[i] == 'e' &&
        (is_part(i + 1) || (i + 1 < text.size() && (text[i + 1] == '-' || text[i + 1] == '+') && is_part(i + 2))))
      for (i += 2; is_part(i);) ++i;
    words += '#';
  }
  return words;
}

std::string text_of(const Printed& printed) {
  if (const auto* value = std::get_if<double>(&printed)) return fmt::format("{}", *value);
  const auto* words = std::get_if<std::string>(&printed);
  return words ? *words : "nothing";
}

/// The first difference; empty if there is none.
std::string difference(const Check& now, const Check& then) {
  const double slack = is_set(then.tolerance) && then.judged() ? k_of_tolerance * then.tolerance : k_rounding_size;
  const auto values = [&](const char* what, double a, double b) {
    return fmt::format("{} is {:.9g}, recorded {:.9g}", what, a, b);
  };
  if (now.unit != then.unit) return fmt::format("its unit is {}, recorded {}", now.unit, then.unit);
  if (text_of(now.paper) != text_of(then.paper))
    return fmt::format("the paper's value is {}, recorded {}", text_of(now.paper), text_of(then.paper));
  if (now.judged() != then.judged())
    return now.judged() ? "it is judged, recorded as reported" : "it is reported, recorded as judged";
  if (!same(now.expected, then.expected, slack)) return values("the expected value", now.expected, then.expected);
  if (!same(now.tolerance, then.tolerance, 0.0)) return values("the tolerance", now.tolerance, then.tolerance);
  if (!same(now.measured, then.measured, slack)) return values("the measured value", now.measured, then.measured);
  if (without_numbers(now.note) != without_numbers(then.note))
    return fmt::format("the note is \"{}\", recorded \"{}\"", now.note, then.note);
  return {};
}

}  // namespace

std::filesystem::path record_file(const std::filesystem::path& folder, std::string_view id, std::string_view scale) {
  return folder / fmt::format("{}.{}.json", id, scale);
}

Record record_of(const Experiment& experiment, Scale scale, const Result& result, const std::filesystem::path& folder,
                 std::string_view revision) {
  Record record{.result = result, .scale = std::string(word_of(scale)), .revision = std::string(revision)};
  record.result.tables.clear(), record.result.pictures.clear(), record.result.figure = {};
  record.command = fmt::format("scree reproduce {}{}", experiment.id,
                               experiment.scales == Scales::one ? "" : fmt::format(" --scale {}", word_of(scale)));
  record.date = fmt::format("{:%Y-%m-%d}", std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
  if (const auto quick = record_file(folder, experiment.id, word_of(Scale::quick));
      scale != Scale::quick && std::filesystem::exists(quick))
    record.quick = fingerprint(read_record(quick).result);
  return record;
}

void write_record(const Record& record, const std::filesystem::path& folder) {
  json text = to_json(record.result);
  text["scale"] = record.scale, text["command"] = record.command, text["revision"] = record.revision,
  text["date"] = record.date, text["quick"] = record.quick;
  std::filesystem::create_directories(folder);
  io::write_whole_file(record_file(folder, record.result.id, record.scale), {text.dump(1), "\n"},
                       io::Survives::the_process);
}

Record read_record(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream)
    throw std::runtime_error(fmt::format("{}: there is no such record; `scree reproduce ID --record {}` writes it",
                                         file.string(), file.parent_path().string()));
  try {
    const json text = json::parse(stream);
    Record record{.scale = text.at("scale"),
                  .command = text.at("command"),
                  .revision = text.at("revision"),
                  .date = text.at("date"),
                  .quick = text.at("quick")};
    Result& result = record.result;
    result.id = text.at("id"), result.title = text.at("title"), result.paper = text.at("paper"),
    result.section = text.at("section"), result.wall_seconds = text.at("wall_seconds");
    result.error = text.value("error", "");
    for (const json& row : text.at("checks")) result.checks.push_back(check_of(row));
    return record;
  } catch (const json::exception& error) {
    throw std::runtime_error(
        fmt::format("{}: this is not a recorded result ({}); `scree reproduce ID --record {}` writes one",
                    file.string(), error.what(), file.parent_path().string()));
  }
}

std::string fingerprint(const Result& result) {
  std::uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
  for (const Check& c : result.checks)
    for (const char byte : fmt::format("{}={:.9g}\n", c.what, c.measured))
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ull;
  return fmt::format("{:016x}", hash);
}

std::vector<std::string> differences(const Result& now, const Record& record) {
  std::vector<std::string> all;
  const auto &ours = now.checks, &theirs = record.result.checks;
  if (!now.error.empty()) all.push_back("it could not be carried out: " + now.error);
  const auto find = [](const std::vector<Check>& checks, const std::string& what) {
    return std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.what == what; });
  };
  for (std::size_t i = 0; i < ours.size(); ++i) {
    // Checks with the same name have the same order in both results.
    const auto then = i < theirs.size() && theirs[i].what == ours[i].what
                          ? theirs.begin() + static_cast<std::ptrdiff_t>(i)
                          : find(theirs, ours[i].what);
    if (then == theirs.end())
      all.push_back(fmt::format("\"{}\" is not in the record", ours[i].what));
    else if (const std::string by = difference(ours[i], *then); !by.empty())
      all.push_back(fmt::format("\"{}\": {}", ours[i].what, by));
  }
  for (const Check& c : theirs)
    if (find(ours, c.what) == ours.end())
      all.push_back(fmt::format("\"{}\" is recorded, and there is no such check now", c.what));
  if (all.empty() && ours.size() != theirs.size())
    all.push_back(fmt::format("it has {} checks, recorded {}", ours.size(), theirs.size()));
  return all;
}

}  // namespace scree::experiments
