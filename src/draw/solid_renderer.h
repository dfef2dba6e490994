// A small ray caster for balls, ellipsoids and boxes on a floor or on a round plate.
//
// Every pixel is a grid of rays whose intersections with the solids are exact (no polygons). Light comes from a wide
// key lamp and from the sky; both are sums over many directions, each with a depth map of the solids
// (draw/light_map.h). The same mechanism therefore gives soft shadows and the darkness in the gaps between grains.
// There are no reflections and no textures.
#pragma once

#include <span>
#include <vector>

#include "draw/camera.h"

namespace scree::draw {

enum class GroundKind {
  none,
  floor,  ///< infinite, with the colour of the background: only its shadows are visible
  plate,  ///< a round plate on such a floor
};

struct Ground {
  GroundKind kind = GroundKind::none;
  Vec3d centre{};          ///< of the surface that supports the solids
  double radius = 0.0;     ///< of the plate
  double thickness = 0.0;  ///< of the plate
};

struct Lighting {
  Viewpoint lamp{.azimuth = -150.0, .elevation = 48.0};  ///< direction of the key lamp
  double lamp_size = 7.0;  ///< apparent half-angle [deg]; determines the softness of the shadows
  int lamp_maps = 36, sky_maps = 72;
  double lamp_strength = 0.72;  ///< on a surface that faces it
  double sky_strength = 0.55;   ///< on a surface that faces up without occlusion
};

struct RenderStyle {
  Colour background{1.0f, 1.0f, 1.0f};
  Colour plate{0.90f, 0.905f, 0.91f};
  int rays = 3;  ///< per pixel and axis
  Lighting light{};
};

/// Rows of r, g, b from the upper left corner; width = height x camera.aspect, rounded.
struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb{};
};

Image render(std::span<const Solid> solids, const Camera& camera, const Ground& ground, int height,
             const RenderStyle& style = {});

}  // namespace scree::draw
