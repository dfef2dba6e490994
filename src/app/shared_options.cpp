#include <CLI/CLI.hpp>

#include "app/options.h"
#include "kernel/contact_kernels.h"

namespace scree::app::options {

void add_threads(CLI::App& word, int& threads, const char* description) {
  word.add_option("--threads", threads, description)->check(CLI::Range(1, 1024));
}

void add_isa(CLI::App& word, std::string& isa, const char* description) {
  std::vector<std::string> names;
  for (const auto* kernels : contact::available_kernels()) names.emplace_back(kernels->name);
  word.add_option("--isa", isa, description)->check(CLI::IsMember(names));
}

void add_unpacked_limit(CLI::App& word, std::uint64_t& limit) {
  word.add_option("--unpacked-limit", limit,
                  "maximum bytes to which a compressed file may unpack, such as 4GiB (1GiB by default)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""));
}

void add_reading(CLI::App& word, io::ReadOptions& reading) {
  word.add_option("--scene-limit", reading.scene_limit,
                  "maximum bytes of TOML of a scene with its includes, such as 64MiB (16MiB by default)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""));
  add_unpacked_limit(word, reading.unpacked_limit);
  // One folder per option, so that the scene name that follows is not read as another folder.
  word.add_option("--allow-path", reading.allowed,
                  "another folder whose files the scene may read; may be repeated")
      ->type_name("DIR")
      ->check(CLI::Validator(CLI::ExistingDirectory).description(""))  // its own description would print DIR twice
      ->allow_extra_args(false);
}

}  // namespace scree::app::options
