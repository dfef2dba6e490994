#include "io/scene/scene_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/text/message_text.h"
#include "io/text/nearest.h"
#include "io/scene/split_words.h"

namespace scree::io {

namespace {

// maximum number of paths in the search for the nearest; a scene may have millions of values
constexpr std::size_t k_max_candidates = 10000;

bool is_list_of_tables(const toml::node& node) {
  return node.as_array() != nullptr && node.as_array()->is_array_of_tables();
}

std::optional<std::string> name_of(const toml::node& item) {
  const toml::table* table = item.as_table();
  const toml::node* name = table != nullptr ? table->get("name") : nullptr;
  return name != nullptr ? name->value<std::string>() : std::nullopt;
}

const toml::node* named(const toml::array& list, std::string_view name) {
  for (const toml::node& item : list)
    if (name_of(item) == name) return &item;
  return nullptr;
}

/// What can follow in a path, in the notation of paths.
std::vector<std::string> continuations_of(const toml::node& node) {
  std::vector<std::string> continuations;
  if (const toml::table* table = node.as_table())
    for (const auto& [key, value] : *table) continuations.push_back("." + std::string(key.str()));
  if (const toml::array* list = node.as_array())
    for (std::size_t i = 0; i < list->size() && i < k_max_candidates; ++i) {
      const auto name = name_of((*list)[i]);
      continuations.push_back(name && named(*list, *name) == &(*list)[i] ? "." + *name : fmt::format("[{}]", i));
    }
  return continuations;
}

const toml::node* follow(const toml::node& node, const PathPart& part) {
  if (const auto* index = std::get_if<std::size_t>(&part)) {
    const toml::array* list = node.as_array();
    return list != nullptr && *index < list->size() ? &(*list)[*index] : nullptr;
  }
  const std::string& name = std::get<std::string>(part);
  if (const toml::table* table = node.as_table()) return table->get(name);
  if (!is_list_of_tables(node)) return nullptr;
  const toml::array& list = *node.as_array();
  if (const toml::node* item = named(list, name)) return item;
  return list.size() == 1 ? list[0].as_table()->get(name) : nullptr;
}

/// All paths below a node, each in its shortest notation.
void collect(const toml::node& node, const std::string& path, std::vector<std::string>& paths) {
  if (paths.size() >= k_max_candidates) return;
  if (!path.empty()) paths.push_back(path);
  const toml::array* list = node.as_array();
  // components of a vector: the path of the vector is sufficient
  if (list != nullptr && !is_list_of_tables(node)) return;
  if (list != nullptr && list->size() == 1) {
    for (const auto& [key, value] : *(*list)[0].as_table()) collect(value, path + "." + std::string(key.str()), paths);
    return;
  }
  const auto continuations = continuations_of(node);
  std::size_t i = 0;
  if (list != nullptr)
    for (const toml::node& item : *list) {
      if (i == continuations.size()) return;
      collect(item, path + continuations[i++], paths);
    }
  else if (const toml::table* table = node.as_table())
    for (const auto& [key, value] : *table)
      collect(value, path.empty() ? std::string(key.str()) : path + "." + std::string(key.str()), paths);
}

/// The path that was probably meant: the nearest one or, if a part was left out, one with the same end.
std::string meant(const toml::table& root, std::string_view given) {
  std::vector<std::string> paths;
  collect(root, "", paths);
  const std::vector<std::string_view> views(paths.begin(), paths.end());
  if (const std::string_view near = nearest(given, views); !near.empty()) return std::string(near);
  const std::size_t dot = given.rfind('.');
  for (const std::string_view end : {given, given.substr(dot == std::string_view::npos ? 0 : dot + 1)})
    for (const std::string& path : paths)
      if (path.ends_with("." + std::string(end))) return path;
  return {};
}

}  // namespace

std::variant<std::vector<PathPart>, Refused> split_path(std::string_view path) {
  std::vector<PathPart> parts;
  for (std::size_t at = 0; at < path.size();) {
    if (path[at] == '[') {
      const std::size_t end = path.find(']', at);
      const auto index = end == path.npos ? std::nullopt : number_in<std::size_t>(path.substr(at + 1, end - at - 1));
      if (!index || parts.empty())
        return Refused{"is not a path; brackets hold a number, as in contact[0].slide.coefficient"};
      parts.emplace_back(*index);
      at = end + 1;
      if (at < path.size() && path[at] == '.' && at + 1 < path.size())
        ++at;
      else if (at < path.size() && path[at] != '[')
        return Refused{"is not a path; a dot is expected after ]"};
      continue;
    }
    const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
    if (end == at) return Refused{"is not a path; a name is missing beside a dot"};
    parts.emplace_back(std::string(path.substr(at, end - at)));
    at = end;
    if (at < path.size() && path[at] == '.' && ++at == path.size())
      return Refused{"is not a path; a name is missing beside a dot"};
  }
  if (parts.empty()) return Refused{"is empty; a path such as time.end is expected"};
  return parts;
}

std::variant<const toml::node*, Refused> value_at(const toml::table& root, std::string_view path) {
  auto split = split_path(path);
  if (auto* refused = std::get_if<Refused>(&split)) return std::move(*refused);
  const toml::node* node = &root;
  std::string parent;
  for (const PathPart& part : std::get<std::vector<PathPart>>(split)) {
    const toml::node* next = follow(*node, part);
    const auto* name = std::get_if<std::string>(&part);
    const std::string written = name != nullptr ? *name : fmt::format("[{}]", std::get<std::size_t>(part));
    if (next == nullptr) {
      const std::string near = meant(root, path), where = parent.empty() ? "the scene" : shortened(parent);
      auto continuations = continuations_of(*node);
      for (std::string& w : continuations)
        if (w.starts_with('.')) w.erase(0, 1);
      const std::vector<std::string_view> views(continuations.begin(), continuations.end());
      return Refused{fmt::format("does not exist: {} {}{}", where,
                                 continuations.empty()
                                     ? "is a single value"
                                     : fmt::format("has no {}, but {}", shortened(written), listed(views, "and", "")),
                                 near.empty() ? std::string() : fmt::format(". Did you mean {}?", near))};
    }
    parent += (name != nullptr && !parent.empty() ? "." : "") + written;
    node = next;
  }
  return node;
}

}  // namespace scree::io
