// What `scree check` says of a scene: everything that a scene can say, as it was understood, in SI or in the scene's
// reduced units.
//
// A page is made of rows: a word, and behind it, aligned, what there is; a row without a word goes on with the one
// above. Values that equal their defaults are marked so, whoever gave them. Each tell_* function has one part of the
// scene.
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

std::string in_words(const Vec3d& v);
/// " (default)" or nothing.
inline std::string_view mark(bool is_default) { return is_default ? " (default)" : ""; }

/// What the scene alone does not say.
struct Built {
  double step = 0.0;        ///< [s]
  double skin = k_unset;    ///< [m]; unset: the stepper has none
  std::int64_t bodies = 0;  ///< at the start
};

/// stepper, time, gravity, cell, forces beyond contact
void tell_frame(Page& page, const sim::Scene& scene, const Built& built);
void tell_bodies(Page& page, const sim::Scene& scene, std::span<const io::LoadedFile> files);
void tell_walls(Page& page, const sim::Scene& scene);
void tell_joints(Page& page, const sim::Scene& scene);
void tell_contacts(Page& page, const sim::Scene& scene);
void tell_other_keys(Page& page, const sim::Scene& scene);  ///< settings that no sentence has
/// when the run ends, what watches it, what it leaves
void tell_outputs(Page& page, const sim::Scene& scene, const Built& built);

/// All of these, one below the other. The spheres of data files are in the scene already.
std::string scene_text(const sim::Scene& scene, std::span<const io::LoadedFile> files, const Built& built);

}  // namespace scree::app
