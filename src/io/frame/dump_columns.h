// The columns of a body in a dump, with the names that LAMMPS uses. Writer and reader iterate over the same list.
#pragma once

#include <array>
#include <string_view>

#include "sim/views.h"

namespace scree::io {

struct DumpColumn {
  std::string_view name;
  double& (*in)(sim::BodyView&);
};

inline constexpr auto k_dump_columns = std::to_array<DumpColumn>({
    {"radius", [](sim::BodyView& b) -> double& { return b.radius; }},
    {"mass", [](sim::BodyView& b) -> double& { return b.mass; }},
    {"inertia", [](sim::BodyView& b) -> double& { return b.inertia; }},
    {"xu", [](sim::BodyView& b) -> double& { return b.position.x; }},
    {"yu", [](sim::BodyView& b) -> double& { return b.position.y; }},
    {"zu", [](sim::BodyView& b) -> double& { return b.position.z; }},
    {"vx", [](sim::BodyView& b) -> double& { return b.velocity.x; }},
    {"vy", [](sim::BodyView& b) -> double& { return b.velocity.y; }},
    {"vz", [](sim::BodyView& b) -> double& { return b.velocity.z; }},
    {"omegax", [](sim::BodyView& b) -> double& { return b.spin.x; }},
    {"omegay", [](sim::BodyView& b) -> double& { return b.spin.y; }},
    {"omegaz", [](sim::BodyView& b) -> double& { return b.spin.z; }},
    {"fx", [](sim::BodyView& b) -> double& { return b.force.x; }},
    {"fy", [](sim::BodyView& b) -> double& { return b.force.y; }},
    {"fz", [](sim::BodyView& b) -> double& { return b.force.z; }},
    {"tqx", [](sim::BodyView& b) -> double& { return b.torque.x; }},
    {"tqy", [](sim::BodyView& b) -> double& { return b.torque.y; }},
    {"tqz", [](sim::BodyView& b) -> double& { return b.torque.z; }},
    {"quatw", [](sim::BodyView& b) -> double& { return b.orientation[0]; }},
    {"quati", [](sim::BodyView& b) -> double& { return b.orientation[1]; }},
    {"quatj", [](sim::BodyView& b) -> double& { return b.orientation[2]; }},
    {"quatk", [](sim::BodyView& b) -> double& { return b.orientation[3]; }},
});

/// Present only if a body is non-spherical. The file contains full axis lengths, twice the values in memory: LAMMPS
/// writes these columns so since July 2020, and OVITO halves them. [LAMMPS manual, compute property/atom; OVITO,
/// LAMMPSTextDumpImporter]
inline constexpr auto k_dump_shape_columns = std::to_array<DumpColumn>({
    {"shapex", [](sim::BodyView& b) -> double& { return b.half_axes.x; }},
    {"shapey", [](sim::BodyView& b) -> double& { return b.half_axes.y; }},
    {"shapez", [](sim::BodyView& b) -> double& { return b.half_axes.z; }},
});

}  // namespace scree::io
