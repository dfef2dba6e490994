// Malicious checkpoints: any bytes are either a checkpoint, which can then be written and read again, or give a
// CheckpointError.
//
// The checksum is not verified (examine instead of read), so that changed bytes reach the whole reader. Run with
//   checkpoint_fuzz -rss_limit_mb=512 -malloc_limit_mb=64 -timeout=5 -max_len=65536 fuzz/corpus/checkpoint
// Reading a file of 64 KB may take at most 64 MB and five seconds; it usually takes microseconds.
#include <cstdio>
#include <cstdlib>
#include <span>

#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_image.h"

namespace {

using namespace scree;

void insist(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", sentence);
  std::abort();
}

std::size_t bytes_of(const io::Checkpoint& checkpoint) {
  std::size_t bytes = 0;
  for (const auto& scene : checkpoint.scene) bytes += scene.text.size();
  for (const Array& array : checkpoint.state.arrays())
    bytes += std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, array.values);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> image(reinterpret_cast<const std::byte*>(data), size);
  try {
    const io::Examined examined = io::examine_checkpoint_image(image);
    insist(bytes_of(examined.checkpoint) <= size, "more content than file");
    // The writer must accept what the reader returns, without any change. HDF5 is slow, so only every 16th input is
    // written.
    static unsigned count = 0;
    if (++count % 16 != 0) return 0;
    io::with_checkpoint_image(examined.checkpoint, [&](std::span<const std::byte> again) {
      insist(io::checksum(io::read_checkpoint_image(again)) == examined.checksum_computed,
             "a written checkpoint reads otherwise");
    });
  } catch (const io::CheckpointError&) {}
  return 0;
}
