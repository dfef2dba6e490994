// Written bytes survive a power failure only after they have been synced to the disk.
#pragma once

#include <filesystem>

namespace scree::io {

/// After this call the content of the file, or the names in the folder, are on the disk. A path that does not exist is
/// ignored. Throws WriteError (io/text/whole_file.h).
void sync_to_disk(const std::filesystem::path& path);

/// Syncs all files directly in a folder, and the folder itself.
void sync_files_in(const std::filesystem::path& folder);

}  // namespace scree::io
