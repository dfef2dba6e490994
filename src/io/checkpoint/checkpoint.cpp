// Checkpoints in folders: which file is written when, and which file is read.
#include "io/checkpoint/checkpoint.h"

#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "io/checkpoint/checkpoint_image.h"
#include "io/text/read_file.h"
#include "io/text/whole_file.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

/// Adds a hard link `second` to the file at `path`. False if there is no such file, or if the file system has no hard
/// links.
bool add_hard_link(const fs::path& path, const fs::path& second) {
  std::error_code ignored;
  fs::remove(second, ignored);  // left by an interrupted write
  return link(path.c_str(), second.c_str()) == 0;
}

/// Calls `use` with the bytes of a file and puts the name of the file in front of its error messages.
template <class Use>
auto with_file(const fs::path& path, Use&& use) {
  const auto refuse = [&](std::string_view why) { throw CheckpointError{fmt::format("{} {}", path.string(), why)}; };
  std::error_code problem;
  if (!fs::exists(path, problem)) refuse("is not there");
  if (!fs::is_regular_file(path, problem)) refuse("is not a file");
  const auto read = read_regular_file(path, k_any_size);
  if (const auto* refused = std::get_if<Refused>(&read)) refuse(refused->why);
  try {
    return use(std::as_bytes(std::span(std::get<std::string>(read))));
  } catch (const CheckpointError& error) {
    throw CheckpointError{fmt::format("{} {}", path.string(), error.what), error.newer};
  }
}

}  // namespace

fs::path checkpoint_path(const fs::path& folder) { return folder / "checkpoint.h5"; }
fs::path previous_checkpoint_path(const fs::path& folder) { return folder / "checkpoint.previous.h5"; }

void write_checkpoint(const fs::path& folder, const Checkpoint& checkpoint) {
  const fs::path newest = checkpoint_path(folder), previous = previous_checkpoint_path(folder);
  WholeFile file(newest);
  with_checkpoint_image(checkpoint, [&](std::span<const std::byte> image) { file.write(image); });
  file.sync();  // all later operations rename only, so a full disk cannot make them fail
  // The former file first gets a second name and loses its first name last. So checkpoint.h5 exists and is complete at
  // every moment, and the previous checkpoint is replaced only when two newer ones exist.
  const fs::path second = partial_name(previous);
  if (add_hard_link(newest, second)) {
    file.put_in_place();
    replace_file(second, previous);
  } else {
    // No hard links on this file system: for a moment the former file exists only under the name of the previous one,
    // which is read as well.
    std::error_code problem;
    if (fs::exists(newest, problem)) replace_file(newest, previous);
    file.put_in_place();
  }
}

Checkpoint read_checkpoint(const fs::path& path) { return with_file(path, read_checkpoint_image); }
Examined examine_checkpoint(const fs::path& path) { return with_file(path, examine_checkpoint_image); }

Found newest_whole_checkpoint(const fs::path& folder) {
  std::vector<std::string> remarks;
  for (const fs::path& path : {checkpoint_path(folder), previous_checkpoint_path(folder)}) {
    std::error_code problem;
    if (fs::exists(partial_name(path), problem))
      remarks.push_back(fmt::format("{} was left by an interrupted write and is ignored", partial_name(path).string()));
  }
  for (const fs::path& path : {checkpoint_path(folder), previous_checkpoint_path(folder)}) {
    try {
      Checkpoint checkpoint = read_checkpoint(path);
      return {std::move(checkpoint), path, std::move(remarks)};
    } catch (const CheckpointError& error) {
      if (error.newer) throw;
      remarks.push_back(error.what);
    }
  }
  std::string reasons;
  for (const std::string& remark : remarks) reasons += (reasons.empty() ? "" : "; ") + remark;
  throw CheckpointError{fmt::format("there is no whole checkpoint in {}: {}", folder.string(), reasons)};
}

}  // namespace scree::io
