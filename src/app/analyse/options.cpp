#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::analyse(CLI::App& word, int& code) {
  const auto a = std::make_shared<AnalyseArguments>();
  word.add_option("path", a->path, "folder of a run, checkpoint (.h5), or frame (.vtp, .dump, .lammpstrj, .data)")
      ->required();
  word.add_option("--out", a->out,
                  "folder for packing.json, packing_forces.csv, packing_radial.csv and packing.png; without it nothing "
                  "is written")
      ->type_name("DIR");
  word.add_option("--contacts", a->contacts,
                  "contacts of a frame of bodies (contacts_*.vtp), or none; without it the file beside bodies_*.vtp, "
                  "if there is one")
      ->type_name("FILE");
  word.add_option("--modes", a->modes,
                  "friction modes that hold, instead of those of the scene: slide,roll,spin or none")
      ->delimiter(',')
      ->check(CLI::IsMember({"slide", "roll", "spin", "none"}));
  word.add_option("--mode-threshold", a->mode_threshold,
                  "smallest friction coefficient of a mode that holds (default: the value of the scene, 0.01)")
      ->check(CLI::NonNegativeNumber);
  word.add_option("--bins", a->radial_bins, "bins of g(r)")->check(CLI::Range(1, 100000));
  word.add_option("--frame", a->frame, "step of the frame to take from a dump; the last one by default");
  word.add_flag("--json", a->json, "as JSON");
  add_unpacked_limit(word, a->unpacked_limit);
  word.callback([a, &code] { code = analyse_command(*a); });
}
