#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "workbench/paths.h"

namespace scree::app {

void options::contact(CLI::App& word, int& code) {
  using scree::contact::k_path_choices;
  const auto a = std::make_shared<ContactArguments>();
  word.add_option("scene", a->scene,
                  "scene whose contact rules are used; without a scene all laws use the parameters of two glass beads "
                  "(radius 1 mm)");
  word.add_option(
          "--path", a->path,
          "press, shear, shear-varying, roll, spin, turn, impact, or a .csv file of waypoints (docs/workbench.md)")
      ->capture_default_str();
  word.add_option("--laws", a->laws,
                  "laws to compare; default: all laws of the stage of the path: "
                  "walton,roll.spring,luding:kinetic_coefficient=0.1")
      ->delimiter(',')
      ->type_name("LAW,...");
  word.add_option("--stage", a->stage, "stage in which law names are searched first")
      ->check(CLI::IsMember({"normal", "slide", "roll", "spin"}));
  word.add_option("--between", a->between,
                  "two materials of the scene, such as glass,steel; may be repeated; default: all rules")
      ->type_name("A,B")
      ->allow_extra_args(false);
  auto* cycles = word.add_option("--cycles", a->cycles, "cycles")->check(CLI::Range(1, 1000))->capture_default_str();
  auto* steps =
      word.add_option("--steps", a->steps,
                      "steps of a cycle or an impact; of a leg between two waypoints of a file, or with --energy")
          ->check(CLI::Range(4, 1000000))
          ->capture_default_str();
  word.add_option("--overlap", a->overlap, "largest overlap of press, mean overlap of the other paths, \"1 um\"")
      ->type_name("LENGTH");
  word.add_option("--amplitude", a->amplitude,
                  "amplitude of the oscillation: a length, for spin an angle; default: twice the largest slip distance "
                  "of the laws")
      ->type_name("LENGTH|ANGLE");
  auto* variation = word.add_option("--variation", a->variation,
                                    "of shear-varying: amplitude of the overlap as a fraction of its mean; negative: "
                                    "the normal force is larger during unloading")
                        ->check(CLI::Range(-0.99, 0.99))
                        ->capture_default_str();
  word.add_option("--period", a->period, "duration of a cycle, \"0.1 s\"; with --energy of a leg, \"10 ms\"")
      ->type_name("TIME");
  word.add_option("--speed", a->speed, "speed of an impact, \"0.1 m/s\"")->type_name("SPEED");
  word.add_option("--angle", a->angle, "angle of an impact from the normal, \"45 degrees\"")->type_name("ANGLE");
  word.add_option("--radius", a->radius, "radius of the spheres, \"1 mm\"; replaces the radius of the scene")
      ->type_name("LENGTH");
  word.add_option("--density", a->density, "density of the spheres, if the scene does not define it")
      ->type_name("DENSITY");
  word.add_flag("--plane", a->plane,
                "a sphere on a plane, instead of two spheres; with a scene the second material is the plane");
  auto* out = word.add_option("--out", a->out,
                              "folder for one CSV file per law and the page of charts; without it nothing is written")
                  ->type_name("DIR");
  word.add_option("--format", a->format, "file format of the page of charts")
      ->needs(out)
      ->check(CLI::IsMember({"svg", "png"}))
      ->capture_default_str();
  auto* energy = word.add_flag(
      "--energy", a->energy,
      "drive every law (or --laws) along random closed paths instead, and report how much energy it creates");
  word.add_option("--paths", a->paths, "number of random paths")
      ->needs(energy)
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  add_reading(word, a->reading);
  word.callback([a, &code, steps, cycles, variation] {
    // These two options have a default, so only here can the program check whether they were given.
    if (!variation->empty() && (a->energy || a->path != "shear-varying"))
      throw CLI::ValidationError("--variation", "it has no effect: it applies only to --path shear-varying");
    if (!cycles->empty() &&
        (a->energy || std::find(k_path_choices.begin(), k_path_choices.end(), a->path) == k_path_choices.end()))
      throw CLI::ValidationError("--cycles", "it has no effect: this path has no cycles");
    if (a->energy && steps->empty()) a->steps = 100;
    code = contact_command(*a);
  });
}

}  // namespace scree::app
