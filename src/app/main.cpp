// The command line: parses arguments, calls the command, and converts exceptions into one sentence and an exit code.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands.h"
#include "app/early_exit.h"
#include "app/exit_codes.h"
#include "app/options.h"
#include "app/run/run_folder.h"
#include "app/standard_streams.h"
#include "app/shell_text.h"
#include "io/checkpoint/checkpoint.h"
#include "io/text/message_text.h"
#include "io/text/nearest.h"
#include "sim/simulation.h"

namespace {

/// The product of a command: files, or text on standard output, whose loss must be reported.
enum class Product { files, text };
struct Command {
  std::string_view word, description;
  void (*declare)(CLI::App& word, int& code);
  Product product = Product::text;
};
namespace options = scree::app::options;
/// The list of all commands, in the order of `scree --help`.
constexpr Command k_commands[] = {
    {"run", "Run a scene and write series, bodies, picture and summary into a folder", options::run, Product::files},
    {"sweep", "Run a scene in many variants in parallel: parameters over lists, ranges and seeds, into one table",
     options::sweep, Product::files},
    {"doctor", "Explain how a run ended, and how to resume it", options::doctor},
    {"check", "Read a scene, print it in SI, the critical steps and an estimate of memory and time", options::check},
    {"schema", "Print the JSON schema of scene files, with which editors complete and explain keys", options::schema},
    {"laws", "List every law with its parameters, units, ranges, defaults and source", options::laws},
    {"shapes", "List the supported pairs of bodies and walls, with the number of contact points and the steppers",
     options::shapes},
    {"contact", "Drive one contact along a path, by one law or several side by side: loops, energies, stick and slip",
     options::contact},
    {"inspect", "Print the content of a checkpoint and check whether it is complete", options::inspect},
    {"analyse",
     "Measure a packing: volume fraction, stress, coordination, rattlers, mobilised contacts, fabric, forces, g(r)",
     options::analyse},
    {"solve", "Solve a saved contact problem by one solver or all, and compare them", options::solve},
    {"demo", "Pour a heap without and with rolling and spinning friction and compare the slopes", options::demo,
     Product::files},
    {"reproduce", "Run the experiments of the papers and compare every number", options::reproduce, Product::files},
    {"bench",
     "Measure speed, alone or together with a peer program: particle-steps per second, or the time of a step with "
     "rigid contacts",
     options::bench},
    {"convert", "Turn one frame into another format: .vtp, .dump, .lammpstrj, .data, .csv; also from .h5 and .data.gz",
     options::convert},
};

/// Reports an unknown subcommand. CLI11 would only report that a subcommand is required, without the misspelt name.
bool refuse_unknown_word(const CLI::App& program, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* word : program.get_subcommands(nullptr)) names.push_back(word->get_name());
  const std::vector<std::string_view> words(names.begin(), names.end());
  if (argc < 2 || argv[1][0] == '-' || std::find(words.begin(), words.end(), argv[1]) != words.end()) return false;
  const std::string meant = scree::io::did_you_mean(argv[1], words);
  fmt::print(stderr, "scree: there is no subcommand {}\n",
             fmt::format("\"{}\"{}", scree::io::printable(argv[1], scree::io::k_longest_name),
                         meant.empty() ? "; `scree --help` lists all" : meant));
  return true;
}

}  // namespace

static int run_program(int argc, char** argv) {
  using namespace scree::app;
  // Exceeding the limit on the file size then becomes an error of the write call, reported like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App program{"Scree: granular dynamics with friction at the heart of it.", "scree"};
  program.set_version_flag("--version", [] { return version_text(); });
  program.footer(
      "Exit codes: 0 done, 2 command line, 3 scene or other input file, 4 disk or memory, 5 the physics stopped the "
      "run, "
      "6 no usable checkpoint, 7 stopped by a signal with a checkpoint written, "
      "8 an experiment of a paper was not reproduced, 9 some runs of a sweep did not finish.");
  program.require_subcommand(1);
  int code = k_ok;

  for (const Command& command : k_commands)
    command.declare(*program.add_subcommand(std::string(command.word), std::string(command.description)), code);

  if (refuse_unknown_word(program, argc, argv)) return k_usage;
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, message;  // the message repeats arguments, which may contain control characters
    const int cli = program.exit(error, help, message);
    fmt::print("{}", help.str());
    fmt::print(stderr, "{}", shown_lines(message.str()));
    return cli == 0 ? k_ok : k_usage;
  } catch (const scree::sim::BuildError& error) {
    fmt::print(stderr, "{}{}\n", error.place.empty() ? "scree: " : "", shown_lines(error.describe()));
    return k_bad_scene;
  } catch (const scree::io::CheckpointError& error) {
    fmt::print(stderr, "scree: {}\n", shown_lines(error.what));
    return k_bad_checkpoint;
  } catch (const UnreadableRecord& error) {
    fmt::print(stderr, "scree: {}\n", shown_lines(error.what()));
    return k_bad_scene;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "scree: not enough memory; `scree check` estimates what a scene needs\n");
    return k_machine;
  } catch (const std::system_error& error) {
    const bool no_thread = error.code() == std::errc::resource_unavailable_try_again;
    fmt::print(
        stderr, "scree: {}{}\n", shown_lines(error.what()),
        no_thread ? ": no thread could be started; there is not enough memory, or there are too many processes" : "");
    return k_machine;
  } catch (const std::exception& error) {
    fmt::print(stderr, "scree: {}\n", shown_lines(error.what()));
    return k_machine;
  }
  return code;
}

/// Reports a failed write to standard output (full disk, closed pipe) for commands whose product is text.
static int checked_output(int code, int argc, char** argv) {
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  const auto command = std::find_if(std::begin(k_commands), std::end(k_commands),
                                    [&](const Command& c) { return argc > 1 && c.word == argv[1]; });
  if (flushed || code != scree::app::k_ok || command == std::end(k_commands) || command->product == Product::files)
    return code;
  fmt::print(stderr, "scree: standard output could not be written: {}; what {} prints is not complete\n",
             std::strerror(errno), argv[1]);
  return scree::app::k_machine;
}

int main(int argc, char** argv) {
  scree::app::protect_standard_streams();
  scree::app::watch_for_early_exit();
  const int code = checked_output(run_program(argc, argv), argc, argv);
  scree::app::exit_is_expected();
  return code;
}
