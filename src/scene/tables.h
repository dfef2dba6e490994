// The tables of a scene file with their keys. Every key is declared here and nowhere else (see scene/key.h).
//
// A new key needs a member of its struct in sim/scene.h and an entry in its table; see docs/adding/key.md.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "scene/key.h"

namespace scree::scene {

inline constexpr std::array<std::string_view, 2> k_unit_choices = {"SI", "reduced"};
inline constexpr std::array<std::string_view, 3> k_axis_choices = {"x", "y", "z"};
inline constexpr std::array<std::string_view, 3> k_frame_choices = {"vtp", "dump", "csv"};
inline constexpr std::array<std::string_view, 6> k_face_choices = {"x-low",  "x-high", "y-low",
                                                                   "y-high", "z-low",  "z-high"};

// frame.cpp
extern const Table k_root, k_time, k_cell, k_material, k_contact, k_forces, k_near_field;
// steppers.cpp
extern const Table k_nonsmooth, k_trapezoid, k_nph, k_deform;
// bodies.cpp
extern const Table k_sphere, k_ellipsoid, k_box, k_lattice, k_random, k_stream, k_data_file;
// walls.cpp
extern const Table k_plane, k_carried_plane, k_container, k_cylinder, k_sink, k_joint, k_motor, k_brake;
// outputs.cpp
extern const Table k_stop, k_output, k_checkpoint, k_guard, k_guard_region, k_repose, k_packing;

/// All tables in the order in which a scene is written. A plane on a body is a table [[plane]] with a different struct.
std::span<const Table* const> tables();

/// Keys that all tables of bodies share.
std::span<const Key> body_keys();

/// Units that depend on other keys.
inline constexpr std::string_view k_strength_unit = "N m^power", k_drive_unit = "N or N m";
/// The unit of a key in `item`, the struct of its table.
std::string unit_of(const Key& key, const void* item);

namespace detail {
/// The items of a list in a scene, or the one struct.
template <auto... path>
std::vector<void*> items(sim::Scene& scene) {
  std::vector<void*> all;
  auto& member = reach<path...>(scene);
  if constexpr (requires { member.begin(); })
    for (auto& item : member) all.push_back(&item);
  else
    all.push_back(&member);
  return all;
}
template <class S>
const void* defaults() {
  static const S s{};
  return &s;
}
}  // namespace detail

}  // namespace scree::scene
