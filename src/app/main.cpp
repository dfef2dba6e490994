// The command line: words into arguments, exceptions of the machine into one sentence and an exit code.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/bench_cases.h"
#include "app/commands.h"
#include "app/early_exit.h"
#include "app/exit_codes.h"
#include "app/run_folder.h"
#include "app/schema.h"
#include "app/standard_streams.h"
#include "app/shell_text.h"
#include "app/sweep/sweep.h"
#include "contact/kernels.h"
#include "contact/paths.h"
#include "io/checkpoint.h"
#include "io/message_text.h"
#include "io/nearest.h"
#include "sim/simulation.h"
#include "solve/solver.h"

namespace {

void add_unpacked_limit(CLI::App& word, std::uint64_t& limit) {
  word.add_option("--unpacked-limit", limit, "bytes that a compressed file may unpack to, such as 4GiB (1GiB by default)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""));
}

/// What a scene may read.
void add_reading(CLI::App& word, scree::io::ReadOptions& reading) {
  word.add_option("--scene-limit", reading.scene_limit,
                  "bytes of TOML that a scene may have with its includes, such as 64MiB (16MiB by default)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true).description(""));
  add_unpacked_limit(word, reading.unpacked_limit);
  // One folder a time, so that the scene's name after it is not taken for another.
  word.add_option("--allow-path", reading.allowed, "folder besides its own whose files the scene may read; may come several times")
      ->type_name("DIR")
      ->check(CLI::Validator(CLI::ExistingDirectory).description(""))  // its own would print DIR once more
      ->allow_extra_args(false);
}

void add_contact(CLI::App& program, scree::app::ContactArguments& contact, int& code) {
  using scree::contact::k_path_words;
  auto* word = program.add_subcommand("contact", "Drive one contact along a path, by one law or several side by side: loops, energies, stick and slip");
  word->add_option("scene", contact.scene, "scene whose contact rules are taken; without one every law has parameters of the same two glass beads (radius 1 mm)");
  word->add_option("--path", contact.path, "press, shear, shear-varying, roll, spin, turn, impact, or a .csv file of waypoints (docs/workbench.md)")->capture_default_str();
  word->add_option("--laws", contact.laws, "laws to set side by side, all of the path's stage if none is named: walton,roll.spring,luding:kinetic_coefficient=0.1")->delimiter(',')->type_name("LAW,...");
  word->add_option("--stage", contact.stage, "stage in which names of laws are looked for first")->check(CLI::IsMember({"normal", "slide", "roll", "spin"}));
  word->add_option("--between", contact.between, "two materials of the scene, glass,steel; may come several times; all rules if it does not")->type_name("A,B")->allow_extra_args(false);
  auto* cycles = word->add_option("--cycles", contact.cycles, "cycles")->check(CLI::Range(1, 1000))->capture_default_str();
  auto* steps = word->add_option("--steps", contact.steps, "steps of a cycle or an impact; of a leg between two waypoints of a file, or with --energy")->check(CLI::Range(4, 1000000))->capture_default_str();
  word->add_option("--overlap", contact.overlap, "largest overlap of press, mean of the others, \"1 um\"")->type_name("LENGTH");
  word->add_option("--amplitude", contact.amplitude, "of what goes back and forth: a length, of spin an angle; twice the distance at which the last law slips by itself")->type_name("LENGTH|ANGLE");
  auto* variation = word->add_option("--variation", contact.variation, "of shear-varying: swing of the overlap as a share of it; negative: unloads under more pressure than it loads")->check(CLI::Range(-0.99, 0.99))->capture_default_str();
  word->add_option("--period", contact.period, "of a cycle, \"0.1 s\"; with --energy of a leg, \"10 ms\"")->type_name("TIME");
  word->add_option("--speed", contact.speed, "of an impact, \"0.1 m/s\"")->type_name("SPEED");
  word->add_option("--angle", contact.angle, "of an impact, from the normal, \"45 degrees\"")->type_name("ANGLE");
  word->add_option("--radius", contact.radius, "of the spheres, \"1 mm\"; with a scene instead of its own")->type_name("LENGTH");
  word->add_option("--density", contact.density, "of the spheres, where a scene does not say it")->type_name("DENSITY");
  word->add_flag("--plane", contact.plane, "a sphere on a plane, instead of two spheres; with a scene the second material is the plane");
  auto* out = word->add_option("--out", contact.out, "folder for one CSV a law and the page of charts; without it nothing is written")->type_name("DIR");
  word->add_option("--format", contact.format, "of the page")->needs(out)->check(CLI::IsMember({"svg", "png"}))->capture_default_str();
  auto* energy = word->add_flag("--energy", contact.energy, "drive every law (or --laws) along random closed paths instead, and tell how much energy it creates");
  word->add_option("--paths", contact.paths, "how many of them")->needs(energy)->check(CLI::Range(1, 1000000))->capture_default_str();
  add_reading(*word, contact.reading);
  word->callback([&contact, &code, steps, cycles, variation] {
    // These two have a default, so only here can one tell whether they were given.
    if (!variation->empty() && (contact.energy || contact.path != "shear-varying")) throw CLI::ValidationError("--variation", "it would change nothing: it is about --path shear-varying");
    if (!cycles->empty() && (contact.energy || std::find(k_path_words.begin(), k_path_words.end(), contact.path) == k_path_words.end()))
      throw CLI::ValidationError("--cycles", "it would change nothing: this path has none");
    if (contact.energy && steps->empty()) contact.steps = 100;
    code = scree::app::contact_command(contact);
  });
}

void add_sweep(CLI::App& program, scree::app::SweepArguments& sweep, const std::vector<std::string>& isas, int& code) {
  auto* word = program.add_subcommand("sweep", "Run a scene in many variants side by side: parameters over lists, ranges and seeds, into one table");
  auto* study = word->add_option("study", sweep.study, "study file (TOML, docs/sweeps.md)");
  auto* out = word->add_option("--out", sweep.out, "folder for the plan, the runs and the table")->type_name("DIR");
  auto* resume = word->add_option("--resume", sweep.resume, "go on with the sweep of this folder")->type_name("DIR")->excludes(study)->excludes(out);
  word->add_option("--jobs", sweep.jobs, "runs side by side; as many as the cores have room for if it is not said")->check(CLI::Range(1, 4096));
  word->add_option("--threads", sweep.threads, "threads of each run (the result does not depend on it)")->check(CLI::Range(1, 1024))->capture_default_str();
  word->add_option("--isa", sweep.isa, "instruction set of the contact kernels (see --version)")->check(CLI::IsMember(isas));
  word->add_option("--checkpoint-every", sweep.checkpoint_every, "wall seconds between two checkpoints of a run (otherwise what the scene says)")->check(CLI::NonNegativeNumber);
  auto* list = word->add_flag("--list", sweep.list, "name the runs and, of a folder, their states; run nothing");
  auto* only = word->add_option("--only", sweep.only, "make these runs and no table: 3,5-7")->type_name("RUNS");
  auto* collect = word->add_flag("--collect", sweep.collect, "make the table from what is there; run nothing")->needs(resume)->excludes(list)->excludes(only);
  word->add_option("--export", sweep.export_to, "plan the runs and write an array job or a workflow that makes them; run nothing")
      ->check(CLI::IsMember({"slurm", "snakemake"}))->excludes(list)->excludes(only)->excludes(collect);
  word->add_flag("--skip-refused", sweep.skip_refused, "run the others, if some variants of the scene are refused");
  word->add_flag("--overwrite", sweep.overwrite, "allow a folder that holds another sweep, which is lost");
  word->add_flag("--quiet", sweep.quiet, "no progress");
  word->add_option("--point", sweep.point, "run this one in this process")->check(CLI::PositiveNumber)->needs(resume)->group("");
  word->add_option("--progress-to", sweep.progress_to, "file descriptor for its progress")->group("");
  add_reading(*word, sweep.reading);
  word->callback([&sweep, &code, study, out, resume, list] {
    if (resume->empty() && (study->empty() || (out->empty() && list->empty()))) throw CLI::RequiredError("a study and --out DIR, or --resume DIR");
    code = scree::app::sweep_command(sweep);
  });
}

void add_analyse(CLI::App& program, scree::app::AnalyseArguments& analyse, int& code) {
  auto* word = program.add_subcommand("analyse", "Measure a packing: volume fraction, stress, coordination, rattlers, mobilised contacts, fabric, forces, g(r)");
  word->add_option("path", analyse.path, "folder of a run, checkpoint (.h5), or frame (.vtp, .dump, .lammpstrj, .data)")->required();
  word->add_option("--out", analyse.out, "folder for packing.json, packing_forces.csv, packing_radial.csv and packing.png; without it nothing is written")->type_name("DIR");
  word->add_option("--contacts", analyse.contacts, "contacts of a frame of bodies (contacts_*.vtp), or none; without it the file beside bodies_*.vtp, if there is one")->type_name("FILE");
  word->add_option("--modes", analyse.modes, "friction that holds, instead of the scene's: slide,roll,spin or none")->delimiter(',')->check(CLI::IsMember({"slide", "roll", "spin", "none"}));
  word->add_option("--mode-threshold", analyse.mode_threshold, "smallest friction coefficient that holds (otherwise what the scene says, 0.01)")->check(CLI::NonNegativeNumber);
  word->add_option("--bins", analyse.radial_bins, "bins of g(r)")->check(CLI::Range(1, 100000));
  word->add_option("--frame", analyse.frame, "step of the frame to take from a dump; the last one by default");
  word->add_flag("--json", analyse.json, "as JSON");
  add_unpacked_limit(*word, analyse.unpacked_limit);
  word->callback([&] { code = scree::app::analyse_command(analyse); });
}

/// CLI11 would say of a misspelt subcommand that one is required, and not name the word.
bool refuse_unknown_word(const CLI::App& program, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* word : program.get_subcommands(nullptr)) names.push_back(word->get_name());
  const std::vector<std::string_view> words(names.begin(), names.end());
  if (argc < 2 || argv[1][0] == '-' || std::find(words.begin(), words.end(), argv[1]) != words.end()) return false;
  const std::string meant = scree::io::did_you_mean(argv[1], words);
  fmt::print(stderr, "scree: there is no subcommand {}\n", fmt::format("\"{}\"{}", scree::io::printable(argv[1], scree::io::k_longest_name), meant.empty() ? "; `scree --help` lists all" : meant));
  return true;
}

}  // namespace

static int run_program(int argc, char** argv) {
  using namespace scree::app;
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write, as a full disk is, and told as one
  CLI::App program{"Scree: granular dynamics with friction at the heart of it.", "scree"};
  program.set_version_flag("--version", [] { return version_text(); });
  program.footer("Exit codes: 0 done, 2 command line, 3 scene or other input file, 4 disk or memory, 5 the physics stopped the run, "
                 "6 no usable checkpoint, 7 stopped by a signal with a checkpoint written, "
                 "8 an experiment of a paper was not reproduced, 9 some runs of a sweep did not finish.");
  program.require_subcommand(1);
  int code = k_ok;

  RunArguments run;
  auto* run_word = program.add_subcommand("run", "Run a scene and leave series, bodies, picture and summary in a folder");
  auto* run_scene = run_word->add_option("scene", run.scene, "scene file (TOML)");
  auto* run_out = run_word->add_option("--out", run.out, "folder for the results");
  auto* run_resume = run_word->add_option("--resume", run.resume, "go on with the run of this folder from its newest checkpoint")->excludes(run_scene)->excludes(run_out);
  run_word->add_option("--checkpoint-every", run.checkpoint_every, "wall seconds between two checkpoints (otherwise what the scene says)")->check(CLI::NonNegativeNumber);
  run_word->add_option("--threads", run.threads, "threads (the result does not depend on it)")->check(CLI::Range(1, 1024));
  std::vector<std::string> isas;
  for (const auto* kernels : scree::contact::available_kernels()) isas.emplace_back(kernels->name);
  run_word->add_option("--isa", run.isa, "instruction set of the contact kernels (see --version)")->check(CLI::IsMember(isas));
  run_word->add_flag("--overwrite", run.overwrite, "allow a folder that holds another run");
  run_word->add_flag("--quiet", run.quiet, "no progress");
  run_word->add_flag("--data", run.data, "also leave the last state as a LAMMPS data file, final.data");
  auto* run_problem = run_word->add_option("--save-problem", run.save_problem, "save the contact problem of this step (stepper nonsmooth), for `scree solve`")
                          ->type_name("STEP")
                          ->check(CLI::PositiveNumber);
  run_word->add_option("--problem", run.problem_file, "file for it, instead of problem_STEP.h5 in the folder")->type_name("FILE")->needs(run_problem);
  add_reading(*run_word, run.reading);
  run_word->callback([&] {
    if (run_resume->empty() && (run_scene->empty() || run_out->empty())) throw CLI::RequiredError("a scene and --out DIR, or --resume DIR");
    code = run_command(run);
  });

  SweepArguments sweep;
  add_sweep(program, sweep, isas, code);

  std::filesystem::path patient;
  auto* doctor_word = program.add_subcommand("doctor", "Explain what happened to a run, and how to go on");
  doctor_word->add_option("folder", patient, "folder of a run")->required();
  doctor_word->callback([&] { code = doctor_command(patient); });

  std::filesystem::path scene;
  int check_threads = 1;
  scree::io::ReadOptions check_reading;
  auto* check_word = program.add_subcommand("check", "Read a scene, print it in SI, the critical steps and an estimate of memory and time");
  check_word->add_option("scene", scene, "scene file (TOML)")->required();
  check_word->add_option("--threads", check_threads, "threads for the estimate")->check(CLI::Range(1, 1024));
  add_reading(*check_word, check_reading);
  check_word->callback([&] { code = check_command(scene, check_threads, check_reading); });

  program.add_subcommand("laws", "List every law with its parameters, units, ranges, defaults and source")->callback([&] { code = laws_command(); });

  std::filesystem::path schema_page;
  auto* schema_word = program.add_subcommand(
      "schema", "Print the JSON schema of scene files, with which editors complete and explain keys");
  schema_word->add_option("--page", schema_page, "write the tables of keys in this page (docs/scene.md) instead");
  schema_word->callback([&] { code = schema_command(schema_page); });

  ContactArguments contact;
  add_contact(program, contact, code);

  InspectArguments inspect;
  auto* inspect_word = program.add_subcommand("inspect", "Tell what a checkpoint holds and whether it is whole");
  inspect_word->add_option("path", inspect.path, "checkpoint file, or the folder of a run")->required();
  inspect_word->add_flag("--json", inspect.json, "as JSON");
  inspect_word->callback([&] { code = inspect_command(inspect); });

  AnalyseArguments analyse;
  add_analyse(program, analyse, code);

  SolveArguments solve;
  std::vector<std::string> solvers(scree::solve::k_method_words.begin(), scree::solve::k_method_words.end());
  solvers.emplace_back("all");
  auto* solve_word = program.add_subcommand("solve", "Solve a saved contact problem by one solver or all, and compare them");
  solve_word->add_option("file", solve.file, "saved problem")->required();
  solve_word->add_option("--solver", solve.solver, "which")->check(CLI::IsMember(solvers))->capture_default_str();
  solve_word->add_option("--tolerance", solve.tolerance, "of the rms residual [m/s]")->check(CLI::NonNegativeNumber)->capture_default_str();
  solve_word->add_option("--iterations", solve.iterations, "at most")->check(CLI::PositiveNumber)->capture_default_str();
  solve_word->add_flag("--warm", solve.warm, "begin with the saved impulses");
  solve_word->add_option("--threads", solve.threads, "threads (the result does not depend on it)")->check(CLI::Range(1, 1024))->capture_default_str();
  solve_word->add_option("--isa", solve.isa, "instruction set of the kernels (see --version)")->check(CLI::IsMember(isas));
  solve_word->add_flag("--json", solve.json, "as JSON");
  solve_word->callback([&] { code = solve_command(solve); });

  std::filesystem::path demo_out = "demo-out";
  int demo_threads = 2;
  auto* demo_word = program.add_subcommand("demo", "Pour a heap without and with rolling and spinning friction and compare the slopes");
  demo_word->add_option("--out", demo_out, "folder for the results");
  demo_word->add_option("--threads", demo_threads, "threads")->check(CLI::Range(1, 1024));
  demo_word->callback([&] { code = demo_command(demo_out, demo_threads); });

  ReproduceArguments reproduce;
  reproduce.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  auto* reproduce_word = program.add_subcommand("reproduce", "Carry out experiments of the papers and compare every number");
  reproduce_word->add_option("ids", reproduce.ids, "experiments; all if none is named")->type_name("ID");
  reproduce_word->add_flag("--list", reproduce.list, "name the experiments: id, paper, section, title");
  reproduce_word->add_option("--out", reproduce.out, "folder for the results, one folder an experiment, and results.md if there are several")->capture_default_str();
  reproduce_word->add_option("--threads", reproduce.threads, "threads (the result does not depend on it)")->check(CLI::Range(1, 1024))->capture_default_str();
  reproduce_word->add_option("--isa", reproduce.isa, "instruction set of the contact kernels (see --version)")->check(CLI::IsMember(isas));
  reproduce_word->add_option("--scale", reproduce.scale, "quick, medium, or as large as in the paper; without it the paper's, where that does not take days (--list)")
      ->check(CLI::IsMember({"quick", "medium", "paper"}));
  reproduce_word->add_option("--record", reproduce.record,
                             "folder of recorded results (docs/results): write each result there");
  reproduce_word->add_option("--compare", reproduce.compare,
                             "folder of recorded results: fail where a result is not the recorded one");
  reproduce_word->add_option(
      "--page", reproduce.page,
      "write this page (docs/experiments.md) from the records in its folder `results`; alone it carries out nothing");
  reproduce_word->add_option("--revision", reproduce.revision, "revision of the program, for the records")
      ->capture_default_str();
  reproduce_word->callback([&] { code = reproduce_command(reproduce); });

  BenchArguments bench;
  auto* bench_word = program.add_subcommand("bench", "Measure speed, alone or beside a peer in the same run: particle-steps per second, or a step of rigid contacts");
  bench_word->add_option("cases", bench.cases, bench_case_names() + "; all if none is named");
  bench_word->add_option("--threads", bench.threads, "numbers of threads to measure")->delimiter(',');
  bench_word->add_flag("--nonsmooth", bench.nonsmooth, "measure every solver of the stepper \"nonsmooth\" on a settled heap of 2,000 spheres, and steps of a large one");
  bench_word->add_option("--peer", bench.peer, "run this peer interleaved: lmp, or with --nonsmooth ode")->check(CLI::IsMember({"lmp", "ode"}));
  bench_word->add_option("--json", bench.json, "write all results to this file");
  bench_word->add_option("--isa", bench.isa, "instruction set of the contact kernels")->check(CLI::IsMember(isas));
  bench_word->add_option("--repeats", bench.repeats, "runs of each; the best counts")->check(CLI::Range(1, 100));
  bench_word->add_flag("--quick", bench.quick, "fewer steps");
  bench_word->callback([&] { code = bench_command(bench); });

  ConvertArguments convert;
  auto* convert_word = program.add_subcommand("convert", "Turn one frame into another format: .vtp, .dump, .lammpstrj, .data, .csv; also from .h5 and .data.gz");
  convert_word->add_option("in", convert.in, "file to read")->required();
  convert_word->add_option("out", convert.out, "file to write")->required();
  convert_word->add_option("--frame", convert.frame, "step of the frame to take from a dump; the last one by default");
  convert_word->add_flag("--contacts", convert.contacts, "write contacts instead of bodies (.vtp, .csv)");
  add_unpacked_limit(*convert_word, convert.unpacked_limit);
  convert_word->callback([&] { code = convert_command(convert); });

  if (refuse_unknown_word(program, argc, argv)) return k_usage;
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int cli = program.exit(error);
    return cli == 0 ? k_ok : k_usage;
  } catch (const scree::sim::BuildError& error) {
    fmt::print(stderr, "{}{}\n", error.place.empty() ? "scree: " : "", shown_lines(error.in_words()));
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
    fmt::print(stderr, "scree: {}{}\n", shown_lines(error.what()), no_thread ? ": no thread could be started; there is not enough memory, or there are too many processes" : "");
    return k_machine;
  } catch (const std::exception& error) {
    fmt::print(stderr, "scree: {}\n", shown_lines(error.what()));
    return k_machine;
  }
  return code;
}

int main(int argc, char** argv) {
  scree::app::protect_standard_streams();
  scree::app::watch_for_early_exit();
  const int code = run_program(argc, argv);
  scree::app::exit_is_expected();
  return code;
}
