// Recorded results: docs/results contains a JSON file for each experiment and scale on docs/experiments.md.
//
// A record contains the result of an experiment with the command, the revision and the date. Tests run the fast
// experiments and compare them with their records. If tests run an experiment only at the scale "quick", the record of
// the slower scale stores the fingerprint of the quick result at that time: if the quick result has changed since, the
// page states that the slower run was not repeated.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/registry.h"

namespace scree::experiments {

struct Record {
  Result result{};  ///< checks, without tables and figures
  std::string scale{}, command{}, revision{}, date{};
  std::string quick{};  ///< fingerprint of the quick result of the same program; empty: none, or unknown
};

std::filesystem::path record_file(const std::filesystem::path& folder, std::string_view id, std::string_view scale);
/// A new record of this result. For scales other than quick, it contains the fingerprint of the quick record in the
/// folder.
Record record_of(const Experiment& experiment, Scale scale, const Result& result, const std::filesystem::path& folder,
                 std::string_view revision);
void write_record(const Record& record, const std::filesystem::path& folder);
/// Throws std::runtime_error if the file does not exist or is not a record.
Record read_record(const std::filesystem::path& file);

/// Hash of the names and values of all checks, to nine digits.
std::string fingerprint(const Result& result);
/// A sentence for each check that differs from the record; empty if there is none. Values count as equal within a
/// relative difference of 1e-6 or a thousandth of the tolerance, since rounding depends on the processor. Numbers in
/// notes are not compared.
std::vector<std::string> differences(const Result& now, const Record& record);

}  // namespace scree::experiments
