// The VTK type name and the number of components of each member type of a view.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/views.h"

namespace scree::io {

/// incremented when a change makes the files unreadable for earlier readers
inline constexpr std::int64_t k_vtp_format = 1;

using Tensor = std::array<Vec3d, 3>;

struct VtkLayout {
  std::string_view type;
  int components = 1;
};

constexpr VtkLayout vtk_layout(const double&) { return {"Float64"}; }
constexpr VtkLayout vtk_layout(const Vec3d&) { return {"Float64", 3}; }
constexpr VtkLayout vtk_layout(const state::Orientation&) { return {"Float64", 4}; }
constexpr VtkLayout vtk_layout(const Tensor&) { return {"Float64", 9}; }
constexpr VtkLayout vtk_layout(const std::int64_t&) { return {"Int64"}; }
constexpr VtkLayout vtk_layout(const std::int32_t&) { return {"Int32"}; }
constexpr VtkLayout vtk_layout(const std::uint8_t&) { return {"UInt8"}; }
constexpr VtkLayout vtk_layout(const sim::Mode&) { return {"UInt8"}; }
constexpr VtkLayout vtk_layout(const shape::BodyShape&) { return {"UInt8"}; }

// Members are copied byte by byte, so they must consist of their components only.
static_assert(sizeof(Vec3d) == 3 * sizeof(double) && sizeof(Tensor) == 9 * sizeof(double) &&
              sizeof(state::Orientation) == 4 * sizeof(double) && sizeof(sim::Mode) == 1 &&
              sizeof(shape::BodyShape) == 1);

}  // namespace scree::io
