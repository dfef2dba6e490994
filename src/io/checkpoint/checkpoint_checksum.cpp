#include <algorithm>
#include <bit>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <xxhash.h>

#include "io/checkpoint/checkpoint_image.h"

namespace scree::io {
namespace {

/// Hashes the length of every text and array before its bytes, so that different contents never give the same byte
/// stream.
class Hash {
 public:
  Hash() : state_(XXH3_createState(), XXH3_freeState) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
  }
  void number(std::uint64_t n) { bytes(&n, sizeof n); }
  void text(const std::string& t) { number(t.size()), bytes(t.data(), t.size()); }
  void bytes(const void* data, std::size_t size) { XXH3_64bits_update(state_.get(), data, size); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

}  // namespace

std::string checksum(const Checkpoint& checkpoint) {
  Hash hash;
  hash.text(checkpoint.scree_version);
  hash.number(static_cast<std::uint64_t>(checkpoint.step));
  hash.number(std::bit_cast<std::uint64_t>(checkpoint.time));
  hash.number(checkpoint.scene.size());
  for (const SceneText& scene : checkpoint.scene) hash.text(scene.name), hash.text(scene.text);

  std::vector<const Array*> arrays;
  for (const Array& array : checkpoint.state.arrays()) arrays.push_back(&array);
  std::sort(arrays.begin(), arrays.end(), [](const Array* a, const Array* b) { return a->name < b->name; });
  hash.number(arrays.size());
  for (const Array* array : arrays) {
    hash.text(array->name);
    hash.number(array->values.index());
    hash.number(array->width);
    hash.number(array->size());
    std::visit([&](const auto& v) { hash.bytes(v.data(), v.size() * sizeof(v[0])); }, array->values);
  }
  return fmt::format("{:016x}", hash.value());
}

}  // namespace scree::io
