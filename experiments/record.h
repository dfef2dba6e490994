// Recorded results: docs/results has a JSON file for each experiment and scale that docs/experiments.md shows.
//
// A record is what an experiment gave, and which command, revision and day made it. Tests carry out the fast
// experiments and compare them with their records. Of an experiment that tests carry out at the scale "quick" only, the
// slower record remembers which quick result belonged to it: if that has changed since, the page says that the slower
// one was not repeated.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/registry.h"

namespace scree::experiments {

struct Record {
  Result result{};  ///< checks; neither tables nor figures
  std::string scale{}, command{}, revision{}, date{};
  std::string quick{};  ///< fingerprint of the same program's quick result; empty: none, or not known
};

std::filesystem::path record_file(const std::filesystem::path& folder, std::string_view id, std::string_view scale);
/// The record of this result now. Of another scale than quick, with the fingerprint of the quick record in the folder.
Record record_of(const Experiment& experiment, Scale scale, const Result& result, const std::filesystem::path& folder,
                 std::string_view revision);
void write_record(const Record& record, const std::filesystem::path& folder);
/// Throws std::runtime_error if the file is not there or is not a record.
Record read_record(const std::filesystem::path& file);

/// Of the names and values of all checks, to nine digits.
std::string fingerprint(const Result& result);
/// A sentence for each check in which a result is not its record; empty if they are the same. Values are the same
/// within a millionth, or a thousandth of the tolerance: the rest is rounding, which another processor may change.
/// Numbers inside of notes are not compared.
std::vector<std::string> differences(const Result& now, const Record& record);

}  // namespace scree::experiments
