// Arbitrary text as a scene. No files are read; lines `#--- name` divide the input into a scene and files that it may
// include.
//
// The reader must not crash, hang or use unbounded memory. It must also return a scene if and only if there are no
// input errors, print bounded messages without control characters, and return texts that give the same result when they
// are read again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/scene_reader.h"

namespace {

using scree::io::ReadResult;
using scree::io::SceneText;

// memory of a hypothetical machine, so that findings are reproducible
constexpr std::uint64_t k_memory = std::uint64_t{16} << 30;

void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

std::vector<SceneText> divided(std::string_view input) {
  constexpr std::string_view k_mark = "#--- ";
  std::vector<SceneText> texts{{"scene.toml", ""}};
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (line.starts_with(k_mark))
      texts.push_back({std::string(line.substr(k_mark.size())), ""});
    else
      texts.back().text.append(line).append("\n");
  }
  return texts;
}

void check(const ReadResult& result) {
  must(result.scene.has_value() == result.problems.empty(), "a scene exactly if there are no problems");
  must(result.problems.size() <= scree::io::InputErrors::k_max, "a bounded number of problems");
  for (const auto& problem : result.problems) {
    must(problem.line >= 1 && problem.column >= 1, "lines and columns count from 1");
    must(!problem.sentence.empty() && problem.sentence.size() <= 4 * scree::io::k_longest_sentence + 3,
         "a bounded sentence");
    for (const char c : problem.sentence)
      must(static_cast<unsigned char>(c) >= 0x20U && c != 0x7f, "a printable sentence");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<SceneText> texts = divided({reinterpret_cast<const char*>(data), size});
  const scree::io::ReadOptions options{.memory = k_memory};
  const ReadResult result = read_scene_texts(texts, options);
  check(result);
  if (!result.scene) return 0;
  const ReadResult again = read_scene_texts(result.texts, options);
  must(again.scene.has_value(), "the texts of a scene give it again");
  must(again.scene->spheres.size() == result.scene->spheres.size(), "the texts of a scene give the same bodies");
  return 0;
}
