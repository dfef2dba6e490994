// Generates the rows of keys for docs/scene.md.
#include <fmt/format.h>

#include <cmath>

#include "io/scene/scene_schema.h"

namespace scree::io {
namespace {

using scene::Key, scene::Kind;

constexpr std::string_view k_begin = "<!-- keys: ", k_close = " -->\n", k_end = "<!-- end -->\n";

template <class T>
const T& member(const Key& key, const void* preset) {
  return *static_cast<const T*>(key.at(const_cast<void*>(preset)));  // the accessor reads and writes
}

/// The default of a key.
std::string default_of(const Key& key, const void* preset) {
  if (!key.without.empty()) return std::string(key.without);
  if (key.need == Need::required) return "required";
  if (key.kind == Kind::flag) return preset != nullptr && key.get(preset) != 0 ? "`true`" : "`false`";
  if (preset == nullptr || !key.has_member()) return "none";
  switch (key.kind) {
    case Kind::quantity: {
      const double value = member<double>(key, preset);
      return std::isfinite(value) ? fmt::format("{:g}", value) : "none";
    }
    case Kind::vector: {
      const auto& v = member<Vec3d>(key, preset);
      return std::isfinite(v.x) ? fmt::format("`[{:g}, {:g}, {:g}]`", v.x, v.y, v.z) : "none";
    }
    case Kind::tilt: return "`[0, 0, 0]`";
    case Kind::count: return fmt::format("{}", member<std::int64_t>(key, preset));
    case Kind::seed: return fmt::format("{}", member<std::uint64_t>(key, preset));
    case Kind::word: return fmt::format("`\"{}\"`", key.choices[key.get(preset)]);
    case Kind::choices: {
      std::vector<std::string> given;
      for (std::size_t i = 0; i < key.choices.size(); ++i)
        if ((key.get(preset) >> i & 1U) != 0) given.push_back(fmt::format("\"{}\"", key.choices[i]));
      return fmt::format("`[{}]`", fmt::join(given, ", "));
    }
    case Kind::types: return "`[]`";
    default: return "none";
  }
}

std::string rows_of(std::span<const Key> keys, const void* preset) {
  std::string rows = "| key | unit | default | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys)
    rows += fmt::format("| `{}` | {} | {} | {} |\n", key.name, key.unit.empty() ? "-" : key.unit,
                        default_of(key, preset), key.description);
  return rows;
}

}  // namespace

std::vector<std::string> key_blocks() {
  std::vector<std::string> names = {"bodies"};
  for (const scene::Table* table : scene::tables())
    if (table != &scene::k_carried_plane) names.emplace_back(table->path.empty() ? "root" : table->path);
  return names;
}

std::string with_key_rows(std::string_view page) {
  std::string result;
  for (std::size_t at; (at = page.find(k_begin)) != page.npos;) {
    const std::size_t close = page.find(k_close, at), end = page.find(k_end, at);
    if (close == page.npos || end == page.npos) break;
    const std::string_view name = page.substr(at + k_begin.size(), close - at - k_begin.size());
    result += page.substr(0, close + k_close.size());
    // Blank lines, because not every Markdown reader ends a table at a comment.
    result += '\n';
    if (name == "bodies") result += rows_of(scene::body_keys(), scene::detail::defaults<sim::BodyTraits>());
    for (const scene::Table* table : scene::tables())
      if (table != &scene::k_carried_plane && (table->path.empty() ? "root" : table->path) == name)
        result += rows_of(table->keys, table->defaults != nullptr ? table->defaults() : nullptr);
    result += '\n';
    result += k_end;
    page.remove_prefix(end + k_end.size());
  }
  return result.append(page);
}

}  // namespace scree::io
