// Reads the keys of a TOML table: places, types, nested tables, and messages about unknown keys. Numbers and their
// units are in section_numbers.cpp.
#include "io/scene/section.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/nearest.h"

namespace scree::io {

namespace {

std::string_view kind_of(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "an array";
  if (node.is_string()) return "a text";
  if (node.is_boolean()) return "true or false";
  if (node.is_number()) return "a number";
  return "a date or time";
}

}  // namespace

SourceFile::SourceFile(std::string name_, std::string text_)
    : name(std::move(name_)), text(std::move(text_)), line_begins{0} {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    line_begins.push_back(at + 1);
}

std::size_t SourceFile::offset_of(std::size_t line, std::size_t column) const {
  if (line == 0 || line > line_begins.size()) return text.size();
  std::size_t at = line_begins[line - 1];
  for (; column > 1 && at < text.size(); --column) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) ++at;
  }
  return at;
}

std::string Source::describe(Place place) const {
  return fmt::format("{}:{}:{}", place.file.empty() ? std::string_view(file) : place.file, place.line, place.column);
}

std::string Source::line_of(Place place, Place from) const {
  const auto file_of = [&](Place p) { return p.file.empty() ? std::string_view(file) : p.file; };
  return file_of(place) == file_of(from) ? fmt::format("line {}", place.line)
                                         : fmt::format("line {} of {}", place.line, shortened(file_of(place)));
}

std::string Source::written(const toml::node& node) const {
  constexpr std::size_t k_longest = 48;  // [characters] enough for any quantity, short enough for one line
  const auto region = node.source();
  if (node.is_table()) return "{...}";
  const std::string_view name = region.path != nullptr ? std::string_view(*region.path) : std::string_view(file);
  const auto source = std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.name == name; });
  if (source == files.end() || region.begin.line == 0 || region.begin.line > source->line_begins.size()) return "...";
  if (region.end.line != region.begin.line) return "[...]";
  const std::size_t size = region.end.column - region.begin.column;
  const std::size_t begin = source->offset_of(region.begin.line, region.begin.column);
  const std::size_t end = source->offset_of(region.begin.line, region.begin.column + std::min(size, k_longest));
  return source->text.substr(begin, end - begin) + (size > k_longest ? "..." : "");
}

Section::Section(Source& source, const toml::table& table, std::string path)
    : source_(&source), table_(&table), path_(std::move(path)) {}

const toml::node* Section::find(std::string_view name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
  return table_->get(name);
}

void Section::require(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (find(name) == nullptr) required_.emplace_back(name);
}

std::string Section::path_of(std::string_view name) const {
  return path_.empty() ? shortened(name) : path_ + "." + shortened(name);
}

Place Section::place(std::string_view name) const {
  const toml::node* node = table_->get(name);
  return node != nullptr ? place_of(*node) : place();
}

Place Section::key_place(std::string_view name) const {
  for (const auto& [key, node] : *table_)
    if (key.str() == name) return place_of(key.source());
  return place();
}

std::string Section::written(std::string_view name) const {
  const toml::node* node = table_->get(name);
  return node != nullptr ? source_->written(*node) : std::string();
}

void Section::wrong_type(const toml::node& node, std::string_view name, std::string_view due) {
  problem(place_of(node),
          fmt::format("{} = {} is {}; {} is expected", path_of(name), source_->written(node), kind_of(node), due));
}

std::optional<bool> Section::flag(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  if (const auto* value = node->as_boolean()) return value->get();
  wrong_type(*node, name, "true or false");
  return {};
}

std::optional<std::string> Section::text(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  if (const auto* value = node->as_string()) return value->get();
  wrong_type(*node, name, "a text in quotes");
  return {};
}

std::optional<int> Section::word(std::string_view name, std::span<const std::string_view> words) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  const auto* value = node->as_string();
  if (value == nullptr) {
    wrong_type(*node, name, "one of " + listed(words));
    return {};
  }
  const auto at = std::find(words.begin(), words.end(), std::string_view(value->get()));
  if (at != words.end()) return static_cast<int>(at - words.begin());
  problem(place_of(*node), fmt::format("{} = {} is not a valid choice; it takes {}{}", path_of(name),
                                       source_->written(*node), listed(words), did_you_mean(value->get(), words)));
  return {};
}

std::optional<std::vector<ListItem>> Section::texts(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    wrong_type(*node, name, "an array of texts in square brackets");
    return {};
  }
  std::vector<ListItem> items;
  bool good = true;
  for (const toml::node& item : *array) {
    if (const auto* value = item.as_string()) {
      items.push_back({value->get(), place_of(item)});
    } else {
      problem(place_of(item), fmt::format("{} holds {}, which is {}; a text in quotes is expected", path_of(name),
                                          source_->written(item), kind_of(item)));
      good = false;
    }
  }
  if (!good) return {};
  return items;
}

std::optional<unsigned> Section::word_set(std::string_view name, std::span<const std::string_view> words) {
  const auto items = texts(name);
  if (!items) return {};
  unsigned bits = 0;
  bool good = true;
  for (const ListItem& item : *items) {
    const auto at = std::find(words.begin(), words.end(), std::string_view(item.text));
    const unsigned bit = at == words.end() ? 0U : 1U << static_cast<unsigned>(at - words.begin());
    if (bit == 0) {
      problem(item.place, fmt::format("{} holds \"{}\", which is not a valid choice; it takes {}{}", path_of(name),
                                      shortened(item.text), listed(words, "and"), did_you_mean(item.text, words)));
    } else if ((bits & bit) != 0) {
      problem(item.place, fmt::format("{} holds \"{}\" twice", path_of(name), shortened(item.text)));
    }
    good = good && bit != 0;
    bits |= bit;
  }
  if (!good) return {};
  return bits;
}

std::optional<Section> Section::section(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  if (const toml::table* table = node->as_table()) return Section(*source_, *table, path_of(name));
  if (node->is_array_of_tables())
    problem(place_of(*node), fmt::format("[[{0}]] is a list, but there is only one {0}; write [{0}]", path_of(name)));
  else
    wrong_type(*node, name, "a table");
  return {};
}

SectionList Section::sections(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return {*source_, {}, nullptr};
  if (node->is_table()) {
    problem(place_of(*node),
            fmt::format("[{0}] may come several times, so it is a list; write [[{0}]], even for one", path_of(name)));
    return {*source_, path_of(name), nullptr, node->as_table()};  // read as if it were the only table of a list
  }
  if (const toml::array* array = node->as_array(); array != nullptr && (array->empty() || array->is_array_of_tables()))
    return {*source_, path_of(name), array};
  wrong_type(*node, name, fmt::format("a list of tables, each under [[{}]],", path_of(name)));
  return {*source_, {}, nullptr};
}

void SectionList::Iterator::take() {
  const toml::table* table = nullptr;
  if (list_->list_ != nullptr && at_ < list_->list_->size()) table = (*list_->list_)[at_].as_table();
  if (list_->one_ != nullptr && at_ == 0) table = list_->one_;
  section_.reset();
  if (table != nullptr) section_.emplace(*list_->source_, *table, list_->path_);
}

std::vector<const toml::key*> Section::unknown_keys() const {
  std::vector<const toml::key*> keys;
  for (const auto& [key, node] : *table_)
    if (std::find(known_.begin(), known_.end(), key.str()) == known_.end()) keys.push_back(&key);
  return keys;
}

void Section::finish() {
  std::vector<std::string_view> absent, all(known_.begin(), known_.end());
  for (const std::string& name : known_)
    if (table_->get(name) == nullptr) absent.push_back(name);
  for (const toml::key* key : unknown_keys()) {
    const std::string_view meant = source_->problems.is_full() ? std::string_view() : nearest(key->str(), absent);
    const std::string where = path_.empty() ? fmt::format("a {}", source_->what) : path_;
    problem(place_of(key->source()),
            fmt::format(
                "{} is unknown; {} has no key of that name{}", path_of(key->str()), where,
                meant.empty() ? ". Its keys are " + listed(all, "and", "") : fmt::format(". Did you mean {}?", meant)));
    drop_requirement(meant);
  }
  for (const std::string& name : required_)
    problem(place(), path_.empty() ? fmt::format("the {} has no `{}`, which it needs", source_->what, name)
                                   : fmt::format("{} has no `{}`, which it needs", path_, name));
}

}  // namespace scree::io
