// Converts a study into the plan of a sweep. The scene reader checks every variant of the scene before the first run
// starts.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/sweep/sweep_folder.h"
#include "io/scene/study.h"

namespace scree::app {

/// The plan of a study in a folder that need not exist yet. Writes no files.
Sweep plan_sweep(const io::Study& study, const std::filesystem::path& folder, const io::ReadOptions& reading);

struct CheckedVariants {
  /// each mistake once, with the number of the first run that has it and the number of such runs
  std::vector<std::string> mistakes{};
  /// paths that can occur in the summary of at least one variant; empty if all variants are rejected
  std::set<std::string> measurable{};
};
/// Reads all variants and stores the reason for each rejected variant in SweepRun::refused.
CheckedVariants check_variants(Sweep& sweep);

/// Adds an input error for each measure of the study that no variant provides.
void check_measures(const io::Study& study, const std::filesystem::path& file, const CheckedVariants& variants,
                    io::InputErrors& problems);

/// "3,5-7" -> 3, 5, 6, 7, sorted and without duplicates. Empty if the text is malformed or a number exceeds `count`.
std::optional<std::vector<std::int64_t>> numbers_in(std::string_view only, std::int64_t count);

}  // namespace scree::app
