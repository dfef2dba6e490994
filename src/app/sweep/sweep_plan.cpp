#include "app/sweep/sweep_plan.h"

#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "app/run/summary_names.h"
#include "app/sweep/sweep_point.h"
#include "io/scene/split_words.h"

namespace scree::app {
namespace {

/// Names of the data files of a variant.
std::string names_of_data_files(const sim::Scene& scene) {
  std::string names;
  for (const sim::DataFile& file : scene.files) names += file.path + "\n";
  return names;
}

}  // namespace

Sweep plan_sweep(const io::Study& study, const std::filesystem::path& folder, const io::ReadOptions& reading) {
  Sweep sweep{.folder = folder,
              .title = study.title,
              .study_name = study.name,
              .study_text = study.text,
              .scene = study.scene.texts(),
              .scene_folder = study.scene_folder,
              .allowed = reading.allowed,
              .unpacked_limit = reading.unpacked_limit,
              .keys = study.keys(),
              .measures = study.measures};
  for (std::int64_t run = 0; run < study.runs(); ++run) sweep.runs.push_back({study.values(run)});
  return sweep;
}

CheckedVariants check_variants(Sweep& sweep) {
  struct Mistake {
    std::int64_t first = 0, count = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Mistake> mistakes;
  std::set<std::string> loaded;
  std::set<std::tuple<sim::StepperKind, bool, bool>> seen;  // the settings that determine the names in a summary
  CheckedVariants checked;
  const PointReader reader(sweep);
  for (std::int64_t number = 1; number <= sweep.count(); ++number) {
    SweepRun& run = sweep.runs[static_cast<std::size_t>(number - 1)];
    PointScene scene = reader.read(run.values, DataFiles::left_alone);
    // Data files may be large, and most variants use the same ones: each set of data files is read once.
    if (scene.loaded && !scene.loaded->scene.files.empty() &&
        loaded.insert(names_of_data_files(scene.loaded->scene)).second) {
      sweep.data_files.merge(data_files_of(scene.loaded->scene, sweep.scene_folder));
      scene = reader.read(run.values, DataFiles::loaded);
    }
    if (scene.loaded)
      if (const sim::Scene& s = scene.loaded->scene; seen.emplace(s.stepper, s.repose.wanted, s.packing.wanted).second)
        checked.measurable.merge(summary_names(s));
    for (const io::InputError& problem : scene.problems) {
      if (run.refused.empty()) run.refused = describe(problem);
      // With the folder, so that an editor can open the file. The table omits the folder, since it differs between
      // machines.
      io::InputError placed = problem;
      placed.file = (sweep.scene_folder / problem.file).string();
      std::string sentence = describe(placed);
      const auto [at, is_new] = mistakes.emplace(sentence, Mistake{number, 0});
      ++at->second.count;
      if (is_new) order.push_back(std::move(sentence));
    }
  }
  for (const std::string& sentence : order) {
    const Mistake& m = mistakes.at(sentence);
    checked.mistakes.push_back(fmt::format("{}\n  in run {} ({}){}", sentence, m.first, sweep.values_text(m.first),
                                           m.count > 1 ? fmt::format(" and {} more", m.count - 1) : std::string()));
  }
  return checked;
}

void check_measures(const io::Study& study, const std::filesystem::path& file, const CheckedVariants& variants,
                    io::InputErrors& problems) {
  if (variants.measurable.empty()) return;
  for (std::size_t i = 0; i < study.measures.size(); ++i)
    if (const std::string why = why_not_measured(study.measures[i], variants.measurable); !why.empty())
      problems.add(file.string(), study.measure_places[i],
                   fmt::format("measure \"{}\" {}", io::shortened(study.measures[i]), why));
  problems.sort();
}

std::optional<std::vector<std::int64_t>> numbers_in(std::string_view only, std::int64_t count) {
  std::set<std::int64_t> numbers;
  while (true) {
    const std::size_t comma = only.find(',');
    const std::string_view part = only.substr(0, comma);
    const std::size_t dash = part.find('-');
    const auto first = io::number_in<std::int64_t>(part.substr(0, dash));
    const auto last = dash == part.npos ? first : io::number_in<std::int64_t>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first || *last > count) return {};
    for (std::int64_t n = *first; n <= *last; ++n) numbers.insert(n);
    if (comma == only.npos) return std::vector<std::int64_t>(numbers.begin(), numbers.end());
    only.remove_prefix(comma + 1);
  }
}

}  // namespace scree::app
