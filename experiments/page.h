// docs/experiments.md: what is written by hand, and between markers what follows from recorded results (record.h).
//
//   <!-- result ID SCALE -->   heading, what made the record, all checks as a table
//   <!-- sum -->               how many experiments and checks there are on the page, and how many failed
//   <!-- differs -->           every check on the page in which the paper prints something else
//   <!-- end -->               ends each of them
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace scree::experiments {

/// The page with all its blocks written from the records in the folder. What is wrong with a marker or a record becomes
/// a std::runtime_error with the line.
std::string page_from_records(std::string_view page, const std::filesystem::path& records);

}  // namespace scree::experiments
