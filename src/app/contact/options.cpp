#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "workbench/paths.h"

namespace scree::app {

void options::contact(CLI::App& word, int& code) {
  using scree::contact::k_path_words;
  const auto a = std::make_shared<ContactArguments>();
  word.add_option("scene", a->scene,
                  "scene whose contact rules are taken; without one every law has parameters of the same two glass "
                  "beads (radius 1 mm)");
  word.add_option(
          "--path", a->path,
          "press, shear, shear-varying, roll, spin, turn, impact, or a .csv file of waypoints (docs/workbench.md)")
      ->capture_default_str();
  word.add_option("--laws", a->laws,
                  "laws to set side by side, all of the path's stage if none is named: "
                  "walton,roll.spring,luding:kinetic_coefficient=0.1")
      ->delimiter(',')
      ->type_name("LAW,...");
  word.add_option("--stage", a->stage, "stage in which names of laws are looked for first")
      ->check(CLI::IsMember({"normal", "slide", "roll", "spin"}));
  word.add_option("--between", a->between,
                  "two materials of the scene, glass,steel; may come several times; all rules if it does not")
      ->type_name("A,B")
      ->allow_extra_args(false);
  auto* cycles = word.add_option("--cycles", a->cycles, "cycles")->check(CLI::Range(1, 1000))->capture_default_str();
  auto* steps =
      word.add_option("--steps", a->steps,
                      "steps of a cycle or an impact; of a leg between two waypoints of a file, or with --energy")
          ->check(CLI::Range(4, 1000000))
          ->capture_default_str();
  word.add_option("--overlap", a->overlap, "largest overlap of press, mean of the others, \"1 um\"")
      ->type_name("LENGTH");
  word.add_option("--amplitude", a->amplitude,
                  "of what goes back and forth: a length, of spin an angle; twice the distance at which the last law "
                  "slips by itself")
      ->type_name("LENGTH|ANGLE");
  auto* variation = word.add_option("--variation", a->variation,
                                    "of shear-varying: swing of the overlap as a share of it; negative: unloads under "
                                    "more pressure than it loads")
                        ->check(CLI::Range(-0.99, 0.99))
                        ->capture_default_str();
  word.add_option("--period", a->period, "of a cycle, \"0.1 s\"; with --energy of a leg, \"10 ms\"")->type_name("TIME");
  word.add_option("--speed", a->speed, "of an impact, \"0.1 m/s\"")->type_name("SPEED");
  word.add_option("--angle", a->angle, "of an impact, from the normal, \"45 degrees\"")->type_name("ANGLE");
  word.add_option("--radius", a->radius, "of the spheres, \"1 mm\"; with a scene instead of its own")
      ->type_name("LENGTH");
  word.add_option("--density", a->density, "of the spheres, where a scene does not say it")->type_name("DENSITY");
  word.add_flag("--plane", a->plane,
                "a sphere on a plane, instead of two spheres; with a scene the second material is the plane");
  auto* out =
      word.add_option("--out", a->out, "folder for one CSV a law and the page of charts; without it nothing is written")
          ->type_name("DIR");
  word.add_option("--format", a->format, "of the page")
      ->needs(out)
      ->check(CLI::IsMember({"svg", "png"}))
      ->capture_default_str();
  auto* energy = word.add_flag(
      "--energy", a->energy,
      "drive every law (or --laws) along random closed paths instead, and tell how much energy it creates");
  word.add_option("--paths", a->paths, "how many of them")
      ->needs(energy)
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  add_reading(word, a->reading);
  word.callback([a, &code, steps, cycles, variation] {
    // These two have a default, so only here can one tell whether they were given.
    if (!variation->empty() && (a->energy || a->path != "shear-varying"))
      throw CLI::ValidationError("--variation", "it would change nothing: it is about --path shear-varying");
    if (!cycles->empty() &&
        (a->energy || std::find(k_path_words.begin(), k_path_words.end(), a->path) == k_path_words.end()))
      throw CLI::ValidationError("--cycles", "it would change nothing: this path has none");
    if (a->energy && steps->empty()) a->steps = 100;
    code = contact_command(*a);
  });
}

}  // namespace scree::app
