// Prints the words of scene files as a dictionary for libFuzzer: words of all laws, of all choices, and of the files
// given as arguments.
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "io/scene/law_catalog.h"
#include "sim/scene.h"

int main(int count, char** files) {
  std::set<std::string> words = {"[[",          "]]",  "{ ",  " }",   " = ", "include = [\"", "#--- part.toml\n",
                                 "\"reduced\"", "nan", "inf", "1e400"};
  for (const scree::io::LawInfo& law : scree::io::law_catalog()) {
    words.emplace(law.name);
    for (const auto& field : law.fields) {
      words.emplace(field.name), words.emplace(field.unit);
      for (const auto word : field.words) words.emplace(word);
    }
  }
  words.insert(scree::sim::k_stepper_choices.begin(), scree::sim::k_stepper_choices.end());
  words.insert(scree::sim::k_solver_choices.begin(), scree::sim::k_solver_choices.end());
  words.insert(scree::sim::k_friction_choices.begin(), scree::sim::k_friction_choices.end());
  for (int i = 1; i < count; ++i) {
    std::ifstream stream(files[i]);
    std::string word;
    for (std::istreambuf_iterator<char> at(stream), end; at != end; ++at) {
      const char c = *at;
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-') {
        word += c;
        continue;
      }
      if (word.size() > 1 && std::isalpha(static_cast<unsigned char>(word[0])) != 0) words.insert(word);
      word.clear();
    }
  }
  for (const std::string& word : words) {
    if (word.empty()) continue;
    std::string quoted;
    for (const char c : word) {
      if (c == '\n') {
        quoted += "\\x0A";
        continue;
      }
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    std::printf("\"%s\"\n", quoted.c_str());
  }
}
