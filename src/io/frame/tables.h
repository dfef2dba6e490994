// Files of a run for other programs: the bodies as CSV with units in the header, the summary as JSON. For the columns
// of the series see io/frame/series_columns.h.
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

/// A text file that is written line by line. Disk errors are thrown as WriteError (io/text/whole_file.h).
class TextFile {
 public:
  enum class Begin { truncate, append };
  explicit TextFile(const std::filesystem::path& path, Begin begin = Begin::truncate);
  void line(const std::string& text);
  void flush();  ///< all lines written so far survive a crash of the process or of the machine
  void close();

 private:
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// If any body is non-spherical, every row ends with shape (column `form`), half axes and orientation.
void write_bodies_csv(const std::filesystem::path& path, std::span<const sim::BodyView> bodies,
                      const sim::Scene& scene);

nlohmann::json solver_json(const step::SolverReport& solver);
/// Entries of a summary that are not in the step report.
struct SummaryFacts {
  double step = 0.0;  ///< [s]
  std::string isa{};
  std::size_t bytes = 0;
  std::uint64_t state_hash = 0;
  std::vector<sim::StreamCount> streams{};
};
nlohmann::json summary_json(const sim::Scene& scene, const step::StepReport& report, const SummaryFacts& facts,
                            const sim::RunOutcome& outcome, int threads);
/// summary.json without the entries that a command adds.
nlohmann::json summary_json(const sim::Scene& scene, const sim::Simulation& simulation, const sim::RunOutcome& outcome,
                            int threads);
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace scree::io
