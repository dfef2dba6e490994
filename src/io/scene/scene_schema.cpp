#include "io/scene/scene_schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/scene/law_catalog.h"

namespace scree::io {
namespace {

using Json = nlohmann::ordered_json;
using scene::Key, scene::Kind, scene::Table;

/// A bare number within its range, or a text with a unit; the number in the text is not checked.
Json number_of(Range range) {
  Json number = {{"type", "number"}};
  if (range == Range::positive || range == Range::fraction) number["exclusiveMinimum"] = 0;
  if (range == Range::not_negative || range == Range::zero_to_one) number["minimum"] = 0;
  if (range == Range::fraction || range == Range::zero_to_one) number["maximum"] = 1;
  return {{"anyOf", {number, {{"type", "string"}}}}};
}
Json array_of(Json items, int smallest, int largest) {
  Json array = {{"type", "array"}, {"items", std::move(items)}, {"minItems", smallest}};
  if (largest > 0) array["maxItems"] = largest;
  return array;
}
Json object_of(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}
Json text() { return {{"type", "string"}}; }
Json words_of(std::span<const std::string_view> words) {
  Json all = Json::array();
  for (const std::string_view word : words) all.push_back(word);
  return {{"enum", all}};
}

Json law_of(std::string_view stage) {
  Json laws = Json::array();
  for (const LawInfo& law : laws_of(stage)) {
    Json properties = {{"law", {{"const", law.name}, {"description", law.source}}}};
    Json required = {"law"};
    for (const FieldInfo& field : law.fields) {
      Json& property = properties[std::string(field.name)];
      property = field.is_word() ? words_of(field.choices) : number_of(field.range);
      property["description"] = field.unit.empty() || field.unit == "1"
                                    ? std::string(field.description)
                                    : fmt::format("{} [{}]", field.description, field.unit);
      if (field.need == Need::required) required.push_back(field.name);
    }
    Json one = object_of(std::move(properties));
    one["required"] = std::move(required);
    laws.push_back(std::move(one));
  }
  return {{"oneOf", std::move(laws)}};
}

Json value_of(const Key& key) {
  const Json number = number_of(key.range), row = array_of(number_of(Range::any), 2, 2);
  switch (key.kind) {
    case Kind::quantity: return number;
    case Kind::vector:
    case Kind::tilt:
    case Kind::direction: return array_of(number, 3, 3);
    case Kind::sizes: return array_of(number_of(Range::positive), 3, 3);
    case Kind::radii: return {{"anyOf", {number, array_of(number, 2, 2)}}};
    case Kind::count: return {{"type", "integer"}, {"minimum", key.low}, {"maximum", key.high}};
    case Kind::seed: return {{"type", "integer"}, {"minimum", 0}};
    case Kind::flag: return {{"type", "boolean"}};
    case Kind::text:
    case Kind::material:
    case Kind::body: return text();
    case Kind::word: return words_of(key.choices);
    case Kind::choices: {
      Json set = array_of(words_of(key.choices), 0, 0);
      set["uniqueItems"] = true;
      return set;
    }
    case Kind::pair: return array_of(text(), 2, 2);
    case Kind::bodies: return array_of(text(), 1, 2);
    case Kind::materials:
    case Kind::texts: return array_of(text(), 0, 0);
    case Kind::types: return array_of({{"type", "integer"}, {"minimum", 1}}, 0, 0);
    case Kind::timed: return {{"anyOf", {number, array_of(row, 1, 0)}}};
    case Kind::orientation:
      return object_of({{"axis", array_of(number, 3, 3)}, {"angle", number}, {"quaternion", array_of(number, 4, 4)}});
    case Kind::law: return law_of(key.name);
  }
  return {};
}

/// The schema of a table. The step `"auto"` is valid in it, because any text can be a quantity with a unit.
Json table_of(const Table& table) {
  Json properties = Json::object(), required = Json::array();
  table.each([&](const Key& key) {
    Json& property = properties[std::string(key.name)];
    property = value_of(key);
    const bool has_unit = !key.unit.empty() && key.unit != "1";
    property["description"] =
        has_unit ? fmt::format("{} [{}]", key.description, key.unit) : std::string(key.description);
    if (key.need == Need::required) required.push_back(key.name);
  });
  Json json = object_of(std::move(properties));
  // A table that is not a list may be spread over several files, so its keys cannot be required in each file.
  if (table.is_list && !required.empty()) json["required"] = std::move(required);
  return table.is_list ? array_of(std::move(json), 0, 0) : json;
}

}  // namespace

std::string scene_schema() {
  Json root = table_of(scene::k_root);
  for (const Table* table : scene::tables()) {
    if (table->path.empty() || table == &scene::k_carried_plane) continue;
    Json* at = &root["properties"];
    std::string_view name = table->path;
    if (const std::size_t dot = name.find('.'); dot != name.npos) {
      Json& parent = (*at)[std::string(name.substr(0, dot))];
      if (parent.is_null()) parent = object_of(Json::object());
      at = &parent["properties"], name.remove_prefix(dot + 1);
    }
    (*at)[std::string(name)] = table_of(*table);
  }
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Scree scene"}};
  schema.update(root);
  return schema.dump(1) + "\n";
}

}  // namespace scree::io
