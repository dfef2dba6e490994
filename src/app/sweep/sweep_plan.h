// From a study to the plan of a sweep: every variant of the scene is read by the ordinary reader before the first run
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

/// The plan of a study in a folder that need not be there yet. Nothing is written.
Sweep plan_sweep(const io::Study& study, const std::filesystem::path& folder, const io::ReadOptions& reading);

struct CheckedVariants {
  std::vector<std::string> mistakes{};  ///< every one once, with the first run that has it and how many there are
  std::set<std::string> measurable{};   ///< paths that the summary of some variant can have; empty if all are refused
};
/// Reads all variants; those that are refused say so in their SweepRun::refused.
CheckedVariants check_variants(Sweep& sweep);

/// Measures of the study that no variant will have become problems of its file.
void check_measures(const io::Study& study, const std::filesystem::path& file, const CheckedVariants& variants,
                    io::Problems& problems);

/// "3,5-7" -> 3, 5, 6, 7, in order and each once; nothing if it is not that, or beyond `count`.
std::optional<std::vector<std::int64_t>> numbers_in(std::string_view only, std::int64_t count);

}  // namespace scree::app
