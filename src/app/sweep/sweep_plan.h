// From a study to the plan of a sweep: every variant of the scene is read by the ordinary reader before the first run starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/sweep_folder.h"
#include "io/study.h"

namespace scree::app {

/// The plan of a study in a folder that need not be there yet. Nothing is written.
Sweep plan_sweep(const io::Study& study, const std::filesystem::path& folder, const io::ReadOptions& reading);

/// Reads all variants; those that are refused say so in their SweepRun::refused. Returns every mistake once, with the first run that has it and how
/// many there are.
std::vector<std::string> check_variants(Sweep& sweep);

/// "3,5-7" -> 3, 5, 6, 7, in order and each once; nothing if it is not that, or beyond `count`.
std::optional<std::vector<std::int64_t>> numbers_in(std::string_view only, std::int64_t count);

}  // namespace scree::app
