// Checks, when a run resumes, that the frames written before its checkpoint still exist.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/frame/series_cut.h"
#include "sim/scene.h"

namespace scree::io {

/// One sentence for each file or folder that lacks frames: "frames.dump lacks 2 of 6 frames ...". A file counts if it
/// has the expected name and is not empty. Throws std::runtime_error if a file is of the wrong kind.
std::vector<std::string> missing_frames(const std::filesystem::path& folder, const sim::OutputSpec& output,
                                        const DueSteps& due);

/// "series.csv lacks 3 of 21 rows, the first of step 300 and the last of step 800".
std::string describe(const std::string& file, const Missing& missing, const char* what);

}  // namespace scree::io
