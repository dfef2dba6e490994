// What a run leaves for other programs: the bodies as CSV with units in the header, the summary as JSON. The columns of
// the series are in io/frame/series_columns.h.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/run.h"
#include "sim/simulation.h"

namespace scree::io {

/// A text file that is written line by line. Errors of the disk are exceptions (WriteError, io/text/whole_file.h).
class TextFile {
 public:
  enum class Begin { anew, at_the_end };
  explicit TextFile(const std::filesystem::path& path, Begin begin = Begin::anew);
  void line(const std::string& text);
  void flush();  ///< all lines so far survive the death of this process and of the machine
  void close();

 private:
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// If some body is no sphere, every row ends with form, half axes and orientation.
void write_bodies_csv(const std::filesystem::path& path, std::span<const sim::BodyView> bodies,
                      const sim::Scene& scene);

nlohmann::json solver_json(const step::SolverReport& solver);
/// What a summary tells of a simulation beside its report.
struct SummaryFacts {
  double step = 0.0;  ///< [s]
  std::string isa{};
  std::size_t bytes = 0;
  std::uint64_t state_hash = 0;
  std::vector<sim::StreamCount> streams{};
};
nlohmann::json summary_json(const sim::Scene& scene, const step::StepReport& report, const SummaryFacts& facts,
                            const sim::RunOutcome& outcome, int threads);
/// summary.json without what a command adds of its own.
nlohmann::json summary_json(const sim::Scene& scene, const sim::Simulation& simulation, const sim::RunOutcome& outcome,
                            int threads);
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace scree::io
