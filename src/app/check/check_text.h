// The text of `scree check`: all settings of a scene as the reader understood them, in SI or in the reduced units of
// the scene.
//
// A page consists of rows: a keyword, followed by an aligned description; a row without a keyword continues the row
// above. Values that equal their defaults are marked, also if the scene gives them. Each report_* function describes
// one part of the scene.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/frame/load_data.h"
#include "sim/scene.h"

namespace scree::app {

class Page {
 public:
  explicit Page(sim::Units units) : has_units_(units == sim::Units::si) {}

  void row(std::string_view word, std::string_view text);
  void more(std::string_view text) { row("", text); }
  void line(std::string_view text) { (text_ += text) += '\n'; }
  const std::string& text() const { return text_; }

  /// " kg", or nothing in reduced units.
  std::string unit(std::string_view si) const;
  std::string of(double value, std::string_view si) const;
  std::string of(const Vec3d& v, std::string_view si) const;
  std::string of(const sim::Box& box) const;  ///< from corner to corner
  /// One number if both are equal.
  std::string range(double low, double high, std::string_view si) const;

 private:
  bool has_units_;
  std::string text_;
};

std::string describe(const Vec3d& v);
/// " (default)" or nothing.
inline std::string_view mark(bool is_default) { return is_default ? " (default)" : ""; }

/// Values that do not follow from the scene file alone.
struct Built {
  double step = 0.0;        ///< [s]
  double skin = k_unset;    ///< [m]; unset: the stepper has none
  std::int64_t bodies = 0;  ///< at the start
};

/// Stepper, time, gravity, cell, non-contact forces.
void report_frame(Page& page, const sim::Scene& scene, const Built& built);
void report_bodies(Page& page, const sim::Scene& scene, std::span<const io::LoadedFile> files);
void report_walls(Page& page, const sim::Scene& scene);
void report_joints(Page& page, const sim::Scene& scene);
void report_contacts(Page& page, const sim::Scene& scene);
void report_other_keys(Page& page, const sim::Scene& scene);  ///< settings that no other function describes
/// Stopping rules, guard, and output files.
void report_outputs(Page& page, const sim::Scene& scene, const Built& built);

/// All parts, one below the other. The scene must already contain the spheres of the data files.
std::string scene_text(const sim::Scene& scene, std::span<const io::LoadedFile> files, const Built& built);

}  // namespace scree::app
