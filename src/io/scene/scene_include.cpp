#include "io/scene/scene_include.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/text/toml_depth.h"

namespace scree::io {

namespace {

bool is_list_of_tables(const toml::node& node) {
  const toml::array* array = node.as_array();
  return array != nullptr && (array->empty() || array->is_array_of_tables());
}

class Joiner {
 public:
  Joiner(Source& source, const Fetch& fetch) : source_(source), fetch_(fetch) {}

  std::optional<Joined> run(const std::string& name, Fetched main) {
    take(name, std::move(main), {});
    if (failed_) return {};
    return std::move(joined_);
  }

 private:
  struct Open {
    std::string name, identity;
  };

  void fail(Place place, std::string_view sentence) {
    source_.problem(place, sentence);
    failed_ = true;
  }

  std::optional<toml::table> parse(const SourceFile& file) {
    if (const auto place = too_deep_key(file.text)) {
      fail({place->line, place->column, file.name},
           fmt::format("a key has more than {} parts; no table of a scene lies that deep", k_deepest_key));
      return {};
    }
    try {
      return toml::parse(file.text, file.name);
    } catch (const toml::parse_error& error) {
      fail(place_of(error.source()), fmt::format("this is not valid TOML: {}", error.description()));
      return {};
    }
  }

  /// Reads a file and all files that it includes into the joined table. `place` is that of the include.
  void take(const std::string& name, Fetched fetched, Place place) {
    bytes_ += fetched.text.size();
    if (const std::uint64_t limit = source_.options.scene_limit; bytes_ > limit)
      return fail(place, fmt::format("with \"{}\" the scene is larger than the limit of {}; {}", shortened(name),
                                     describe_size(limit), k_raise_scene_limit));
    taken_.insert(fetched.identity);
    open_.push_back({name, fetched.identity});
    std::string_view text = fetched.text;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte-order mark, which some editors write
    const SourceFile& file = source_.files.emplace_back(fetched.shown, std::string(text));
    joined_.texts.push_back({name, std::move(fetched.text)});
    if (auto table = parse(file)) {
      const std::vector<ListItem> includes = includes_of(*table);
      table->erase("include");
      if (open_.size() == 1)
        joined_.table = std::move(*table);
      else
        merge(joined_.table, *table, "");
      emptied_.push_back(std::move(*table));
      for (const ListItem& item : includes) include(name, item);
    }
    open_.pop_back();
  }

  std::vector<ListItem> includes_of(const toml::table& table) {
    Section root(source_, table, "");
    auto items = root.texts("include");
    if (!items && root.has("include")) failed_ = true;
    if (!items) return {};
    std::map<std::string_view, Place> seen;
    for (const ListItem& item : *items)
      if (!seen.emplace(item.text, item.place).second)
        fail(item.place, fmt::format("include holds \"{}\" twice; once is enough", shortened(item.text)));
    return failed_ ? std::vector<ListItem>() : std::move(*items);
  }

  void include(const std::string& from, const ListItem& item) {
    namespace fs = std::filesystem;
    const auto refuse = [&](std::string_view why) {
      fail(item.place, fmt::format("include \"{}\" {}", shortened(item.text), why));
    };
    if (item.text.empty()) return refuse("is empty; a file is expected, relative to the folder of this one");
    if (open_.size() > k_deepest_include)
      return refuse(fmt::format("is nested {} files deep; the maximum is {}", open_.size(), k_deepest_include));
    const fs::path given(item.text);
    const std::string name =
        (given.is_absolute() ? given : fs::path(from).parent_path() / given).lexically_normal().string();
    auto result = fetch_(name);
    if (const auto* refused = std::get_if<Refused>(&result)) return refuse(refused->why);
    Fetched& fetched = std::get<Fetched>(result);
    const auto loop =
        std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return o.identity == fetched.identity; });
    if (loop != open_.end()) {
      std::string cycle;
      for (auto at = loop; at != open_.end(); ++at) cycle += shortened(at->name) + " -> ";
      return refuse(fmt::format("closes a cycle of includes: {}{}", cycle, shortened(loop->name)));
    }
    if (taken_.contains(fetched.identity)) return;  // included before by another file
    take(name, std::move(fetched), item.place);
  }

  void merge(toml::table& into, toml::table& from, const std::string& path) {
    for (auto&& [key, node] : from) {
      toml::node* there = into.get(key.str());
      const std::string name = path.empty() ? shortened(key.str()) : path + "." + shortened(key.str());
      if (there == nullptr) {
        into.insert(key, std::move(node));
      } else if (there->is_table() && node.is_table()) {
        merge(*there->as_table(), *node.as_table(), name);
      } else if (is_list_of_tables(*there) && is_list_of_tables(node)) {
        for (toml::node& item : *node.as_array()) there->as_array()->push_back(std::move(*item.as_table()));
      } else {
        const Place place = place_of(key.source()), first = place_of(into.find(key.str())->first.source());
        source_.problem(place, fmt::format("{} is already given at {}; a scene takes it once, so drop one of the two",
                                           name, source_.line_of(first, place)));
      }
    }
  }

  Source& source_;
  const Fetch& fetch_;
  Joined joined_;
  std::vector<Open> open_;            ///< files being read, the main file first
  std::set<std::string> taken_;       ///< identities
  std::vector<toml::table> emptied_;  ///< stored because places of `include` refer to names in them
  std::uint64_t bytes_ = 0;
  bool failed_ = false;
};

}  // namespace

Fetch fetch_from(std::span<const SceneText> texts) {
  return [texts](const std::string& name) -> std::variant<Fetched, Refused> {
    const auto at = std::find_if(texts.begin(), texts.end(), [&](const SceneText& text) { return text.name == name; });
    if (at == texts.end()) return Refused{"is not among the texts that were kept of this scene"};
    return Fetched{name, name, at->text};
  };
}

std::optional<Joined> join_includes(Source& source, const std::string& name, Fetched main, const Fetch& fetch) {
  return Joiner(source, fetch).run(name, std::move(main));
}

}  // namespace scree::io
