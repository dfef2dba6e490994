// docs/experiments.md: text written by hand, and blocks between markers that are generated from recorded results
// (record.h).
//
//   <!-- result ID SCALE -->   heading, command and revision of the record, all checks as a table
//   <!-- sum -->               numbers of experiments, checks and failures on the page
//   <!-- differs -->           every check on the page that differs from the printed value
//   <!-- end -->               ends each of them
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace scree::experiments {

/// The page with all blocks generated from the records in the folder. Throws a std::runtime_error with the line if a
/// marker or a record is invalid.
std::string page_from_records(std::string_view page, const std::filesystem::path& records);

}  // namespace scree::experiments
