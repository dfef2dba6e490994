#include "io/scene/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "io/text/confine.h"
#include "io/scene/scene_path.h"
#include "io/scene/scene_reader.h"
#include "io/text/toml_depth.h"

namespace scree::io {

namespace {

constexpr std::array<std::string_view, 5> k_machine_choices = {"wall_seconds", "particle_steps_per_second", "threads",
                                                               "isa", "bytes_per_body"};

class StudyReader {
 public:
  StudyReader(Source& source, const std::filesystem::path& path) : source_(source), folder_(path.parent_path()) {}

  /// Empty if anything except `measure` is wrong.
  std::optional<Study> read(const toml::table& table) {
    Section root(source_, table, "");
    std::optional<Study> study = read_scene_of(root);
    std::string title = root.text("title").value_or("");
    const std::size_t before = found();
    std::vector<std::string> measures = read_measures(root);
    of_measures_ = found() - before;
    root.require({"vary"});
    std::vector<Axis> axes;
    for (Section& vary : root.sections("vary")) read_vary(vary, axes, study);
    root.finish();
    check_together();
    check_overlaps();
    if (!study || found() > of_measures_) return {};
    study->title = std::move(title), study->measures = std::move(measures),
    study->measure_places = std::move(measure_places_), study->axes = std::move(axes);
    if (study->runs() <= k_max_runs) return study;
    source_.problem(
        place_of(table),
        fmt::format("the study has more than {} runs, the maximum of one study; take fewer values, or several studies",
                    k_max_runs));
    return {};
  }

 private:
  std::size_t found() const { return source_.problems.size() + source_.problems.left_out(); }

  struct KeyPlace {
    std::string key;
    Spot spot;
    Place place;
  };
  struct Tie {
    std::size_t axis, count;
    std::string key;
  };

  std::optional<Study> read_scene_of(Section& root) {
    root.require({"scene"});
    const auto name = root.text("scene");
    if (!name) return {};
    const auto refuse = [&](std::string_view why) {
      root.problem(root.place("scene"), fmt::format("scene \"{}\" {}", shortened(*name), why));
      return std::nullopt;
    };
    if (name->empty())
      return refuse("is empty; the name of a scene file is expected, relative to the folder of the study");
    auto path = confined(folder_, *name, source_.options);
    if (const auto* refused = std::get_if<Refused>(&path)) return refuse(refused->why);
    const std::filesystem::path& scene = std::get<std::filesystem::path>(path);
    ReadResult read = read_scene(scene, source_.options);
    if (read.texts.empty()) {  // not available, or not TOML; all other errors are found when the variants are read
      for (const InputError& problem : read.problems) source_.problems.add(problem);
      return std::nullopt;
    }
    return Study{.scene_folder = scene.parent_path(), .scene = EditableScene(std::move(read.texts))};
  }

  std::vector<std::string> read_measures(Section& root) {
    std::vector<std::string> measures;
    const auto items = root.texts("measure");
    if (items && items->empty())
      root.problem(root.place("measure"),
                   "measure is empty; name the values for the table, or remove measure to have all");
    for (const ListItem& item : items ? *items : std::vector<ListItem>{}) {
      const auto split = split_path(item.text);
      if (const auto* refused = std::get_if<Refused>(&split))
        root.problem(item.place, fmt::format("measure \"{}\" {}", shortened(item.text), refused->why));
      else if (is_of_the_machine(item.text))
        root.problem(item.place, fmt::format("measure \"{}\" depends on the machine and the time of the run; a "
                                             "table must not. It is in the summary.json of each run",
                                             shortened(item.text)));
      else if (std::find(measures.begin(), measures.end(), item.text) != measures.end())
        root.problem(item.place, fmt::format("measure holds \"{}\" twice", shortened(item.text)));
      else
        measures.push_back(item.text), measure_places_.push_back({item.place.line, item.place.column});
    }
    return measures;
  }

  void read_vary(Section& vary, std::vector<Axis>& axes, const std::optional<Study>& study) {
    vary.require({"key"});
    const auto key = vary.text("key");
    auto values = read_values(vary);
    const auto together = vary.text("together");
    vary.finish();
    Varied varied{.key = key.value_or("")};
    if (key && study) {
      const auto spot = study->scene.find(*key);
      if (const auto* refused = std::get_if<Refused>(&spot)) {
        vary.problem(vary.place("key"), fmt::format("vary.key = \"{}\" {}", shortened(*key), refused->why));
      } else {
        varied.spot = std::get<Spot>(spot);
        places_.push_back({*key, varied.spot, vary.place("key")});
      }
    }
    if (!values) return;
    varied.values = std::move(*values);
    if (!together) {
      axes.push_back({std::move(varied)});
      return;
    }
    const auto [tie, is_new] = ties_.emplace(*together, Tie{axes.size(), varied.values.size(), varied.key});
    ++tied_[*together].second, tied_[*together].first = vary.place("together");
    if (is_new) {
      axes.push_back({std::move(varied)});
    } else if (tie->second.count != varied.values.size()) {
      vary.problem(
          vary.place("together"),
          fmt::format(
              "vary.together = \"{}\": {} has {} values and {} has {}; keys that change together have equally many",
              shortened(*together), shortened(tie->second.key), tie->second.count, shortened(varied.key),
              varied.values.size()));
    } else {
      axes[tie->second.axis].push_back(std::move(varied));
    }
  }

  /// A value of `together` that occurs only once is misspelt.
  void check_together() {
    for (const auto& [name, tied] : tied_)
      if (tied.second == 1)
        source_.problem(
            tied.first,
            fmt::format("vary.together = \"{}\" is given for one key only; it must be given for two or more",
                        shortened(name)));
  }

  void check_overlaps() {
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const KeyPlace &p = places_[i], &q = places_[j];
        if (p.spot.text != q.spot.text || p.spot.end <= q.spot.begin || q.spot.end <= p.spot.begin) continue;
        source_.problem(
            p.place,
            fmt::format(
                "vary.key = \"{}\" is {} \"{}\", which {} varies as well; a value can be varied once", shortened(p.key),
                p.spot.begin == q.spot.begin && p.spot.end == q.spot.end ? "the same value as" : "in the same value as",
                shortened(q.key), source_.line_of(q.place, p.place)));
      }
  }

  Source& source_;
  std::filesystem::path folder_;
  std::vector<KeyPlace> places_;
  std::vector<Place> measure_places_;
  std::size_t of_measures_ = 0;  // number of errors in `measure`
  std::map<std::string, Tie> ties_;
  std::map<std::string, std::pair<Place, int>> tied_;
};

}  // namespace

bool is_of_the_machine(std::string_view measure) {
  return std::find(k_machine_choices.begin(), k_machine_choices.end(), measure) != k_machine_choices.end();
}

std::int64_t Study::runs() const {
  std::int64_t count = 1;
  for (const Axis& axis : axes)
    count = std::min(count * static_cast<std::int64_t>(axis[0].values.size()), k_max_runs + 1);
  return count;
}

std::vector<std::string> Study::keys() const {
  std::vector<std::string> all;
  for (const Axis& axis : axes)
    for (const Varied& varied : axis) all.push_back(varied.key);
  return all;
}

std::vector<std::string> Study::values(std::int64_t run) const {
  std::vector<std::size_t> at(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto count = static_cast<std::int64_t>(axes[i][0].values.size());
    at[i] = static_cast<std::size_t>(run % count), run /= count;
  }
  std::vector<std::string> all;
  for (std::size_t i = 0; i < axes.size(); ++i)
    for (const Varied& varied : axes[i]) all.push_back(varied.values[at[i]]);
  return all;
}

StudyResult read_study(const std::filesystem::path& path, const ReadOptions& options) {
  StudyResult result;
  auto read = read_regular_file(path, options.scene_limit, k_raise_scene_limit);
  if (const auto* refused = std::get_if<Refused>(&read)) {
    result.problems.add(path.string(), {}, fmt::format("this {}; a study is a TOML file", refused->why));
    return result;
  }
  std::string& text = std::get<std::string>(read);
  Source source{.file = path.string(), .what = "study", .folder = path.parent_path(), .options = options};
  const SourceFile& file = source.files.emplace_back(path.string(), text);
  if (const auto place = too_deep_key(text)) {
    source.problem(*place,
                   fmt::format("a key has more than {} parts; no table of a study lies that deep", k_deepest_key));
  } else {
    try {
      const toml::table table = toml::parse(std::string_view(file.text), std::string_view(file.name));
      result.study = StudyReader(source, path).read(table);
    } catch (const toml::parse_error& error) {
      source.problem(place_of(error.source()), fmt::format("this is not valid TOML: {}", error.description()));
    }
  }
  source.problems.sort();
  result.problems = std::move(source.problems);
  if (result.study) result.study->name = path.filename().string(), result.study->text = std::move(text);
  if (!result.problems.empty()) result.but_for_measures = std::exchange(result.study, std::nullopt);
  return result;
}

}  // namespace scree::io
