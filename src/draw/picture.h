// Pictures of heaps and packings: panels side by side, one camera and one scale, titles above and captions beneath.
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

/// The fitted straight flank of a heap, drawn to both sides of its axis in the plane that faces the camera.
struct SlopeLine {
  Vec3d centre{};            ///< foot of the axis
  double foot_radius = 0.0;  ///< where the line meets the ground
  double tip_height = 0.0;   ///< where it meets the axis
  std::string label{};       ///< stands at the foot, "28.1°" say
};

struct Panel {
  std::string title{};
  std::vector<std::string> captions{};
  std::vector<Solid> solids{};
  std::optional<SlopeLine> slope{};
};

struct PictureStyle {
  std::string heading{};  ///< above all panels; may be empty
  int panel_width = 900;  ///< of the view itself [pixels]
  int panel_height = 0;   ///< 0: as the solids need it
  int columns = 0;        ///< panels in a row; 0: all of them
  Viewpoint viewpoint{};
  std::optional<Camera> camera{};  ///< unset: fitted to all panels; set: its aspect also gives the panel's height
  std::optional<Ground> ground{};  ///< unset: a floor under the lowest solid
  RenderStyle render{};
  double text_size = 22.0;  ///< of captions [pixels]; titles are a little larger
};

/// A PNG (an .svg holds the same pixels). Throws std::runtime_error if the file cannot be written; then nothing is left
/// of it.
void write_picture(const std::filesystem::path& path, std::span<const Panel> panels, const PictureStyle& style = {});

enum class Colouring {
  material,
  height,  ///< from the lowest to the highest free body
  order,   ///< bands by the order of insertion: one sees the layers
};

/// Bodies as they are shown. Those with all freedoms locked are grey whatever the colouring; a body whose position is
/// not finite (a run that blew up) is left out.
std::vector<Solid> solids_from(std::span<const sim::BodyView> bodies, Colouring colouring);

}  // namespace scree::draw
