// The scene reader converts the index of a choice in its list to an enumerator. This file checks at compile time that
// the lists and the enumerations have the same order.
#include <array>
#include <string_view>
#include <utility>

#include "sim/scene.h"
#include "state/joint.h"

namespace scree::io {
namespace {

/// Whether the lists match: each enumerator has the index of its choice, and no choice lacks an enumerator.
template <class E, std::size_t n>
constexpr bool stand_in_order(const std::array<std::string_view, n>& words,
                              const std::array<std::pair<E, std::string_view>, n>& pairs) {
  for (std::size_t i = 0; i < n; ++i)
    if (static_cast<std::size_t>(pairs[i].first) != i || words[i] != pairs[i].second) return false;
  return true;
}

using sim::Alarm, sim::Arrangement, sim::LatticeKind, sim::RotationKind, state::JointKind;
static_assert(stand_in_order<RotationKind>(sim::k_rotation_choices, {{{RotationKind::quaternion, "quaternion"},
                                                                      {RotationKind::rodrigues, "rodrigues"}}}));
static_assert(stand_in_order<LatticeKind>(sim::k_lattice_choices, {{{LatticeKind::cubic, "cubic"},
                                                                    {LatticeKind::body_centred, "body-centred"},
                                                                    {LatticeKind::face_centred, "face-centred"},
                                                                    {LatticeKind::hexagonal, "hexagonal"}}}));
static_assert(stand_in_order<Arrangement>(sim::k_arrangement_choices,
                                          {{{Arrangement::random, "random"}, {Arrangement::rosette, "rosette"}}}));
static_assert(stand_in_order<Alarm>(sim::k_alarm_choices,
                                    {{{Alarm::stop, "stop"}, {Alarm::warn, "warn"}, {Alarm::ignore, "ignore"}}}));
static_assert(stand_in_order<JointKind>(state::k_joint_choices, {{{JointKind::fixed, "fixed"},
                                                                  {JointKind::revolute, "revolute"},
                                                                  {JointKind::prismatic, "prismatic"},
                                                                  {JointKind::spherical, "spherical"},
                                                                  {JointKind::distance, "distance"}}}));

}  // namespace
}  // namespace scree::io
