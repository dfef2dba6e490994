// Pictures of heaps and packings: panels side by side with one camera and one scale, titles above and captions below.
//
//   const auto bodies = simulation.bodies();
//   draw::Panel panel{.title = "with rolling friction", .captions = {"angle of repose 28.1 deg"},
//                   .solids = draw::solids_from(bodies, draw::Colouring::order)};
//   draw::write_picture("heap.png", std::span(&panel, 1), {});
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "draw/camera.h"
#include "draw/solid_renderer.h"
#include "sim/simulation.h"

namespace scree::draw {

/// The straight line fitted to the flank of a heap, drawn on both sides of the axis in the plane that faces the camera.
struct SlopeLine {
  Vec3d centre{};            ///< foot of the axis
  double foot_radius = 0.0;  ///< distance from the axis at which the line reaches the ground
  double tip_height = 0.0;   ///< height at which the line reaches the axis
  std::string label{};       ///< label at the foot, such as "28.1°"
};

struct Panel {
  std::string title{};
  std::vector<std::string> captions{};
  std::vector<Solid> solids{};
  std::optional<SlopeLine> slope{};
};

struct PictureStyle {
  std::string heading{};  ///< above all panels; may be empty
  int panel_width = 900;  ///< of the view without title and captions [pixels]
  int panel_height = 0;   ///< 0: chosen to fit the solids
  int columns = 0;        ///< panels in a row; 0: all of them
  Viewpoint viewpoint{};
  /// unset: fitted to all panels; set: its aspect ratio also determines the height of the panel
  std::optional<Camera> camera{};
  std::optional<Ground> ground{};  ///< unset: a floor under the lowest solid
  RenderStyle render{};
  double text_size = 22.0;  ///< of captions [pixels]; titles are a little larger
};

/// Writes a PNG (an .svg contains the same pixels). Throws std::runtime_error if the file cannot be written; then no
/// partial file remains.
void write_picture(const std::filesystem::path& path, std::span<const Panel> panels, const PictureStyle& style = {});

enum class Colouring {
  material,
  height,  ///< from the lowest to the highest free body
  order,   ///< bands by the order of insertion, which show the layers
};

/// The solids that represent the bodies. Fully locked bodies are grey with every colouring; bodies with a position that
/// is not finite (unstable run) are omitted.
std::vector<Solid> solids_from(std::span<const sim::BodyView> bodies, Colouring colouring);

}  // namespace scree::draw
