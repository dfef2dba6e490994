// The keys that all tables of bodies have: material, motion, mass, applied force, locks.
#include <fmt/format.h>

#include <bit>

#include "io/scene/keys.h"

namespace scree::io {

namespace {

bool is_zero(const Vec3d& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/// lock, held and driven are three ways to lock degrees of freedom against contact forces.
sim::Locks read_locks(Keys& keys, const sim::BodyTraits& traits) {
  Section& section = keys.section();
  const unsigned lock = keys.word("lock").value_or(0);
  const bool held = keys.word("held").value_or(0) != 0, driven = keys.word("driven").value_or(0) != 0;
  if (held && driven)
    section.problem(
        section.key_place("driven"),
        fmt::format("{0} is held and driven; held = true keeps it at rest, driven = true at its velocity. Give one",
                    section.path()));
  if ((held || driven) && section.has("lock"))
    section.problem(section.key_place("lock"),
                    fmt::format("{}.lock adds nothing, since {} = true locks everything; drop one", section.path(),
                                held ? "held" : "driven"));
  if (held && !driven) {
    for (const std::string_view name : {"velocity", "spin"})
      if (!is_zero(name == "spin" ? traits.spin : traits.velocity))
        section.problem(section.place(name), fmt::format("{0}.{1} is not zero, but held = true keeps the body at rest; "
                                                         "write driven = true for a body that keeps its {1}",
                                                         section.path(), name));
  }
  return held || driven ? sim::k_lock_all : static_cast<sim::Locks>(lock);
}

/// With two rotations locked, a non-spherical body has one moment of inertia, whatever its angle. With one locked, its
/// motion would depend on the torques of the lock, which are not computed.
void check_turning(Section& section, const sim::BodyTraits& traits) {
  const sim::Locks locks = traits.locks;
  const int locked = std::popcount(static_cast<unsigned>(locks & 0x38));
  const bool driven = (locks & 0x08 && traits.spin.x != 0.0) || (locks & 0x10 && traits.spin.y != 0.0) ||
                      (locks & 0x20 && traits.spin.z != 0.0);
  if (locked == 2 && driven)
    section.problem(section.place("spin"), fmt::format("{}.spin turns a locked axis while another is free; the axis of "
                                                       "a body that is no sphere would tilt. Lock all three of "
                                                       "rx, ry, rz, or spin about the free one only",
                                                       section.path()));
  if (locked != 1) return;
  section.problem(
      section.place("lock"),
      fmt::format("{}.lock leaves two rotations free; a body that is no sphere turns freely, about one axis, or not at "
                  "all: lock none of rx, ry, rz, two of them, or all three",
                  section.path()));
}

/// An applied force along a locked direction would have no effect.
void check_force(Section& section, const sim::BodyTraits& traits) {
  if (is_zero(traits.force)) return;
  if (traits.locks == sim::k_lock_all) {
    const std::string_view by = section.has("lock")                    ? "lock"
                                : section.flag("held").value_or(false) ? "held = true"
                                                                       : "driven = true";
    section.problem(
        section.place("force"),
        fmt::format(
            "{0}.force moves nothing, since {0} has {1}, which keeps its motion whatever pulls at it; drop one of them",
            section.path(), by));
    return;
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (traits.force.*k_axes[axis] != 0.0 && (traits.locks >> axis & 1) != 0)
      section.problem(section.place("force"),
                      fmt::format("{0}.force has a component along {1}, which moves nothing, since {0}.lock names "
                                  "\"{1}\"; make it zero, or do not lock \"{1}\"",
                                  section.path(), "xyz"[axis]));
}

}  // namespace

bool read_traits(Keys& keys, Draft& draft, void* into, sim::BodyTraits& traits, const std::string& name,
                 Bodies bodies) {
  Section& section = keys.section();
  if (bodies.is_sphere) keys.read("inertia", into);
  traits.locks = read_locks(keys, traits);
  check_force(section, traits);
  if (!bodies.is_sphere) check_turning(section, traits);
  if (!keys.is_good("material")) return false;
  draft.uses.push_back({.kind = Use::Kind::bodies,
                        .material = traits.material,
                        .is_many = bodies.is_many,
                        .is_locked = traits.locks == sim::k_lock_all,
                        .needs_density = !section.has("mass"),
                        .label = draft.label(section.path(), name, section.place()),
                        .place = section.place("material")});
  return true;
}

}  // namespace scree::io
