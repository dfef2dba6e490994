#include "io/scene/scene_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/scene/scene_path.h"
#include "io/text/toml_text.h"

namespace scree::io {

namespace {

constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

bool is_tables(const toml::node& node) {
  const toml::table* table = node.as_table();
  return (table != nullptr && !table->is_inline()) || node.is_array_of_tables();
}

/// The keys of a table with its own header, for the message to a user who named the whole table.
std::string keys_of(const toml::node& node) {
  std::string keys;
  if (const toml::table* table = node.as_table())
    for (const auto& [key, value] : *table)
      keys += fmt::format("{}{}", keys.empty() ? ": " : ", ", shortened(key.str()));
  return keys;
}

}  // namespace

EditableScene::EditableScene(std::vector<SceneText> texts) : texts_(std::move(texts)) {
  for (SceneText& text : texts_)  // columns of the parser do not count the byte-order mark
    if (text.text.starts_with(k_byte_order_mark)) text.text.erase(0, k_byte_order_mark.size());
  if (texts_.empty()) return;
  source_.file = texts_[0].name;
  source_.options.scene_limit = k_any_size;  // the limit applied when the texts were read
  if (auto joined =
          join_includes(source_, texts_[0].name, {texts_[0].name, texts_[0].name, texts_[0].text}, fetch_from(texts_)))
    table_ = std::move(joined->table);
}

std::variant<Spot, Refused> EditableScene::find(std::string_view path) const {
  auto found = value_at(*table_, path);
  if (auto* refused = std::get_if<Refused>(&found)) return std::move(*refused);
  const toml::node& node = *std::get<const toml::node*>(found);
  if (is_tables(node))
    return Refused{fmt::format("is a table with a header of its own; vary its keys one by one{}", keys_of(node))};
  const auto region = node.source();
  const auto file = std::find_if(source_.files.begin(), source_.files.end(),
                                 [&](const SourceFile& f) { return region.path != nullptr && f.name == *region.path; });
  const auto text =
      file == source_.files.end()
          ? texts_.end()
          : std::find_if(texts_.begin(), texts_.end(), [&](const SceneText& t) { return t.name == file->name; });
  if (text == texts_.end()) return Refused{"is not in a file of the scene"};
  const Spot spot{static_cast<std::size_t>(text - texts_.begin()),
                  file->offset_of(region.begin.line, region.begin.column),
                  file->offset_of(region.end.line, region.end.column)};
  // The places of the parser are used only if the text there confirms them.
  const auto again = toml_value(std::string_view(text->text).substr(spot.begin, spot.end - spot.begin));
  if (!again || toml_text(*again->get("value")) != toml_text(node))
    return Refused{"cannot be replaced in this notation; write it as a value on one line"};
  return spot;
}

std::vector<SceneText> EditableScene::edited(std::vector<Edit> edits) const {
  std::vector<SceneText> texts = texts_;
  // From the end of each text, so that earlier positions stay valid.
  std::sort(edits.begin(), edits.end(), [](const Edit& p, const Edit& q) { return p.spot.begin > q.spot.begin; });
  for (const Edit& edit : edits)
    texts[edit.spot.text].text.replace(edit.spot.begin, edit.spot.end - edit.spot.begin, edit.value);
  return texts;
}

}  // namespace scree::io
