// Bytes that were written survive a power cut only when they are synced.
#pragma once

#include <filesystem>

namespace scree::io {

/// What was written to this file, or the names in this folder, are on the disk after this. One that is not there (any
/// more) is passed over. Throws WriteError (io/text/whole_file.h).
void sync_to_disk(const std::filesystem::path& path);

/// All files directly in a folder, and the folder.
void sync_files_in(const std::filesystem::path& folder);

}  // namespace scree::io
