// Are the frames that a run has written before its checkpoint still there? Asked when it goes on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/frame/series_cut.h"
#include "sim/scene.h"

namespace scree::io {

/// One sentence for each place that lacks frames: "frames.dump lacks 2 of 6 frames ...". Files are looked for by their
/// names, and must not be empty. Throws std::runtime_error if a file is not of the kind that it should be.
std::vector<std::string> missing_frames(const std::filesystem::path& folder, const sim::OutputSpec& output,
                                        const DueSteps& due);

/// "series.csv lacks 3 of 21 rows, the first of step 300 and the last of step 800".
std::string in_words(const std::string& file, const Missing& missing, const char* what);

}  // namespace scree::io
