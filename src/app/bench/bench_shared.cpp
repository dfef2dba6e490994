#include "app/bench/bench_shared.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>

namespace scree::app {

Scratch::Scratch() : path(std::filesystem::temp_directory_path() / fmt::format("scree-bench-{}", getpid())) {
  std::filesystem::create_directories(path);
}
Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

CommandOutput run_shell(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start: " + command);
  CommandOutput output;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe)) output.text += buffer.data();
  output.succeeded = pclose(pipe) == 0;
  return output;
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace scree::app
