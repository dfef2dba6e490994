// The options of every command of the program. A command declares them in a file of its own here, and stands in the
// list of main.cpp.
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

// What several commands have.
void add_threads(CLI::App& word, int& threads, const char* description = "threads (the result does not depend on it)");
void add_isa(CLI::App& word, std::string& isa, const char* description);
void add_unpacked_limit(CLI::App& word, std::uint64_t& limit);
/// What a scene may read.
void add_reading(CLI::App& word, io::ReadOptions& reading);

}  // namespace scree::app::options
