#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::convert(CLI::App& word, int& code) {
  const auto a = std::make_shared<ConvertArguments>();
  word.add_option("in", a->in, "file to read")->required();
  word.add_option("out", a->out, "file to write")->required();
  word.add_option("--frame", a->frame, "step of the frame to take from a dump; the last one by default");
  word.add_flag("--contacts", a->contacts, "write contacts instead of bodies (.vtp, .csv)");
  add_unpacked_limit(word, a->unpacked_limit);
  word.callback([a, &code] { code = convert_command(*a); });
}
