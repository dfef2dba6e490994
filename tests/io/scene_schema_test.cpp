// The page of scenes and the JSON schema say what the declaration says, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "io/scene/scene_schema.h"
#include "io/text/toml.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// After a change of the declaration: `scree schema --page docs/scene.md`.
TEST(SceneReference, the_page_has_the_keys_of_the_declaration) {
  const std::string page = text_of(fs::path(SCREE_TEST_DATA) / "../../docs/scene.md");
  EXPECT_EQ(with_key_rows(page), page);
  for (const std::string& block : key_blocks())
    EXPECT_NE(page.find("<!-- keys: " + block + " -->\n"), page.npos) << block;
}

TEST(SceneReference, every_key_is_declared_once_and_explained) {
  for (const scene::Table* table : scene::tables()) {
    std::set<std::string_view> names;
    if (table == &scene::k_carried_plane) continue;  // explained with [[plane]]
    table->each([&](const scene::Key& key) {
      EXPECT_TRUE(names.insert(key.name).second) << table->path << "." << key.name;
      EXPECT_FALSE(key.description.empty()) << table->path << "." << key.name;
      EXPECT_EQ(key.description.find('|'), key.description.npos) << key.description;
    });
  }
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

/// What draft-07 says of the words that our schema uses; empty if the value is valid. An unknown word is a fault.
std::string fault_of(const Json& value, const Json& schema, const std::string& path) {
  const auto count_valid = [&](const Json& list) {
    return std::count_if(list.begin(), list.end(), [&](const Json& one) { return fault_of(value, one, path).empty(); });
  };
  for (const auto& [word, rule] : schema.items()) {
    bool good = true;
    if (word == "type")
      good = has_type(value, rule);
    else if (word == "const")
      good = value == rule;
    else if (word == "enum")
      good = std::find(rule.begin(), rule.end(), value) != rule.end();
    else if (word == "anyOf")
      good = count_valid(rule) > 0;
    else if (word == "oneOf")
      good = count_valid(rule) == 1;
    else if (word == "minimum")
      good = !value.is_number() || value >= rule;
    else if (word == "maximum")
      good = !value.is_number() || value <= rule;
    else if (word == "exclusiveMinimum")
      good = !value.is_number() || value > rule;
    else if (word == "minItems")
      good = !value.is_array() || value.size() >= rule;
    else if (word == "maxItems")
      good = !value.is_array() || value.size() <= rule;
    else if (word == "uniqueItems")
      good = std::set<Json>(value.begin(), value.end()).size() == value.size();
    else if (word == "required")
      good = std::all_of(rule.begin(), rule.end(), [&](const Json& key) { return value.contains(key); });
    else if (word == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
        if (std::string fault = fault_of(value[i], rule, path + "[" + std::to_string(i) + "]"); !fault.empty())
          return fault;
    } else if (word == "properties") {
      for (const auto& [key, item] : value.items())
        if (rule.contains(key))
          if (std::string fault = fault_of(item, rule[key], path + "." + key); !fault.empty()) return fault;
    } else if (word == "additionalProperties") {
      for (const auto& [key, item] : value.items()) good = good && schema["properties"].contains(key);
    } else if (word != "description" && word != "title" && word != "$schema") {
      return "the schema has the word " + word;
    }
    if (!good) return path + " breaks " + word + ": " + value.dump().substr(0, 80);
  }
  return {};
}

Json json_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  if (const toml::array* array = node.as_array()) {
    Json all = Json::array();
    for (const toml::node& item : *array) all.push_back(json_of(item));
    return all;
  }
  Json all = Json::object();
  for (const auto& [key, value] : *node.as_table()) all[std::string(key.str())] = json_of(value);
  return all;
}
Json json_of_text(const std::string& text) { return json_of(static_cast<const toml::node&>(toml::parse(text))); }
Json json_of_file(const fs::path& path) { return json_of_text(text_of(path)); }

std::vector<fs::path> scene_files() {
  std::vector<fs::path> files;
  for (const fs::path& folder :
       {fs::path(SCREE_SCENES), fs::path(SCREE_TEST_DATA), fs::path(SCREE_SCENES) / "../bench"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".toml" && entry.path().string().find("_study") == std::string::npos)
        files.push_back(entry.path());
  return files;
}

TEST(SceneSchema, every_scene_is_valid) {
  const Json schema = Json::parse(scene_schema());
  EXPECT_GE(scene_files().size(), 18U);
  for (const fs::path& file : scene_files()) EXPECT_EQ(fault_of(json_of_file(file), schema, ""), "") << file;
}

/// Every key that stands in a scene, renamed, is refused: so each has its own entry and nothing else is let through.
void rename_each(const Json& root, const Json& schema, Json::json_pointer at, int& renamed) {
  const Json value = root[at];
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) rename_each(root, schema, at / i, renamed);
  if (!value.is_object()) return;
  for (const auto& [key, item] : value.items()) {
    Json changed = root;
    changed[at].erase(key);
    changed[at][key + "_"] = item;
    EXPECT_NE(fault_of(changed, schema, ""), "") << at / key;
    ++renamed;
    rename_each(root, schema, at / key, renamed);
  }
}
TEST(SceneSchema, a_key_that_is_misspelt_is_refused) {
  const Json schema = Json::parse(scene_schema());
  int renamed = 0;
  for (const fs::path& file : scene_files())
    if (file.filename().string().starts_with("all_words"))
      rename_each(json_of_file(file), schema, Json::json_pointer(), renamed);
  EXPECT_GT(renamed, 250);
}

TEST(SceneSchema, a_value_out_of_its_range_or_of_another_kind_is_refused) {
  const Json schema = Json::parse(scene_schema());
  const auto refused = [&](const std::string& text) { return !fault_of(json_of_text(text), schema, "").empty(); };
  EXPECT_FALSE(refused("[time]\nend = \"1 s\"\nsafety = 0.2"));
  EXPECT_TRUE(refused("[time]\nsafety = 1.2"));
  EXPECT_TRUE(refused("[time]\nsteps = 0"));
  EXPECT_TRUE(refused("stepper = \"verlet\""));
  EXPECT_TRUE(refused("gravity = [0, 0]"));
  EXPECT_TRUE(refused("[[sphere]]\nradius = \"1 mm\""));
  EXPECT_TRUE(refused("[guard]\noverlap = \"halt\""));
  EXPECT_TRUE(refused("[[contact]]\nbetween = [\"a\", \"b\"]\nnormal = { law = \"hooke\" }"));
}

}  // namespace
}  // namespace scree::io
