// The options of all commands of the program. Each command declares its options in its own folder (options.cpp) and is
// listed in main.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/text/read_options.h"

namespace CLI {
class App;
}

/// Each declares the options of `word` and, in its callback, runs the command and sets the exit code.
namespace scree::app::options {

void analyse(CLI::App& word, int& code);
void bench(CLI::App& word, int& code);
void check(CLI::App& word, int& code);
void contact(CLI::App& word, int& code);
void convert(CLI::App& word, int& code);
void demo(CLI::App& word, int& code);
void doctor(CLI::App& word, int& code);
void inspect(CLI::App& word, int& code);
void laws(CLI::App& word, int& code);
void reproduce(CLI::App& word, int& code);
void run(CLI::App& word, int& code);
void schema(CLI::App& word, int& code);
void shapes(CLI::App& word, int& code);
void solve(CLI::App& word, int& code);
void sweep(CLI::App& word, int& code);

// Options of several commands.
void add_threads(CLI::App& word, int& threads, const char* description = "threads (the result does not depend on it)");
void add_isa(CLI::App& word, std::string& isa, const char* description);
void add_unpacked_limit(CLI::App& word, std::uint64_t& limit);
/// Options that limit the files a scene may read.
void add_reading(CLI::App& word, io::ReadOptions& reading);

}  // namespace scree::app::options
