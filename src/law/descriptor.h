// A law as plain data and function pointers, without its types: one entry of the table of laws (law/registry.h).
//
// All code outside the inner loops uses descriptors: the scene reader and its messages, `scree laws`, `scree check`,
// critical time steps, energies of single contacts and the output of histories. The functions are those of the law
// itself in double precision. Loads are computed only by the kernels, which are compiled for each law
// (kernel/contact_kernels.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <variant>
#include <vector>

#include "law/requirements.h"

namespace scree::law {

inline constexpr int k_max_params = 128;  ///< maximum size of the Params of a law [bytes]

enum class Stage { kinematics, normal, slide, roll, spin };
inline constexpr std::array<std::string_view, 5> k_stage_choices = {"kinematics", "normal", "slide", "roll", "spin"};
constexpr std::string_view word_of(Stage stage) { return k_stage_choices[static_cast<std::size_t>(stage)]; }

/// A Field with the member pointer replaced by a byte offset.
struct FieldInfo {
  std::string_view name, unit;
  Range range;
  Need need;
  std::string_view group;
  double default_value;
  std::span<const std::string_view> choices;
  std::string_view only_with, not_below, description;
  std::size_t offset;  ///< of the member in Params [bytes]
  bool is_word() const { return !choices.empty(); }
  bool is_dashpot() const { return name.starts_with("damping") || name == "viscoelastic" || name == "restitution"; }
  bool is_limit() const { return name == "coefficient" || name == "length" || name.ends_with("_coefficient"); }

  double& number(void* params) const { return *reinterpret_cast<double*>(static_cast<std::byte*>(params) + offset); }
  int& word(void* params) const { return *reinterpret_cast<int*>(static_cast<std::byte*>(params) + offset); }
  double number(const void* params) const { return number(const_cast<void*>(params)); }
  int word(const void* params) const { return word(const_cast<void*>(params)); }
};

/// The steppers that support a law.
enum class Steppers { all, smooth, nonsmooth };

/// The law for a contact without springs (law/rigid.h).
using RigidMeaning = std::variant<RigidPress, SlideLimit, TorqueLimit>;

struct Descriptor {
  Stage stage_of_law{};
  std::string_view stage, name, source, equation;
  std::vector<FieldInfo> fields;
  bool needs_tracked = false;  ///< requires kinematics that track the contact point
  Steppers steppers = Steppers::all;
  std::string_view creates_energy;  ///< when and how much; empty if the law never creates energy
  std::string_view not_rigid;       ///< why `nonsmooth` does not support it, or not with all parameters; else empty
  std::string_view resists_spin;    ///< what to use instead of an additional spin law; empty if one is allowed
  bool jumps = false;               ///< the load is a discontinuous function of a velocity
  bool rolls_each = false;          ///< a roll law whose torques on the two bodies are not opposite

  // Parameters are stored as bytes; in `default_params` every number without a default is unset.
  std::size_t params_size = 0;
  std::array<std::byte, k_max_params> default_params{};
  bool (*creates_on_paths)(const void* params) = nullptr;
  std::optional<RigidMeaning> (*rigid)(const void* params) = nullptr;
  double (*collision_modulus)(const void* params) =
      nullptr;  ///< null if collisions do not have the duration of Hertzian ones

  // Null for laws that only the stepper `nonsmooth` supports, and, except `prepare`, for kinematics.
  void (*preset)(const GrainContact&, void* params) = nullptr;
  void (*prepare)(const void* params, void* constants) = nullptr;
  int history_size = 0;
  std::vector<int> vectors;  ///< index of the first number of each vector in the history
  NormalLoad<double> (*press)(const void* constants, const ContactGeometry<double>&, const Motion<double>&) = nullptr;
  double (*stored)(const void* constants, const ContactGeometry<double>&, const double* history) = nullptr;
  Linear (*linear)(const void* constants, const ContactGeometry<double>&, const NormalLoad<double>&) = nullptr;
  SpringState (*spring)(const void* constants, const double* history) = nullptr;
  Mode (*mode)(const double* history) = nullptr;  ///< null if the history does not store it

  bool is_smooth() const { return steppers != Steppers::nonsmooth; }
  const FieldInfo* field(std::string_view wanted) const {
    for (const FieldInfo& f : fields)
      if (f.name == wanted) return &f;
    return nullptr;
  }
};

namespace detail {

template <class T>
const T& as(const void* bytes) {
  return *static_cast<const T*>(bytes);
}

template <class H>
H history_from(const double* numbers) {
  H history;
  history.each([&](double& x) { x = *numbers++; });
  return history;
}
/// Sets every number of a history to its index; then the x component of a vector is the index of its first number.
template <class H>
std::vector<int> vectors_of() {
  H history;
  std::vector<int> first;
  double next = 0.0;
  history.each([&](double& x) { x = next++; });
  history.vectors([&](Vec3d& v) { first.push_back(static_cast<int>(v.x)); });
  return first;
}

template <class L>
std::vector<FieldInfo> field_infos() {
  using Params = typename L::Params;
  const Params params{};
  const auto offset = [&](auto member) {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(params.*member)) -
                                    reinterpret_cast<const std::byte*>(&params));
  };
  std::vector<FieldInfo> infos;
  for (const auto& f : L::fields)
    infos.push_back({f.name, f.unit, f.range, f.need, f.group, f.default_value, f.choices, f.only_with, f.not_below,
                     f.description, std::visit(offset, f.member)});
  return infos;
}

template <class L>
std::optional<RigidMeaning> rigid_meaning(const void* params) {
  const auto& p = as<typename L::Params>(params);
  if constexpr (requires { L::rigid_press(p); })
    return L::rigid_press(p);
  else if constexpr (requires {
                       { L::rigid_limit(p) } -> std::same_as<SlideLimit>;
                     })
    return L::rigid_limit(p);
  else if constexpr (requires { L::rigid_limit(p); }) {
    const std::optional<TorqueLimit> limit = L::rigid_limit(p);
    return limit ? std::optional<RigidMeaning>(*limit) : std::nullopt;
  } else
    return std::nullopt;
}

template <class L>
void add_normal(Descriptor& d) {
  using C = typename L::Constants;
  d.press = [](const void* c, const ContactGeometry<double>& t, const Motion<double>& m) {
    return L::respond(as<C>(c), t, m);
  };
  d.linear = [](const void* c, const ContactGeometry<double>& t, const NormalLoad<double>&) {
    return L::linear(as<C>(c), t);
  };
}

template <class L>
void add_friction(Descriptor& d) {
  using C = typename L::Constants;
  using H = typename L::template History<double>;
  d.history_size = H::size, d.vectors = vectors_of<H>();
  d.rolls_each = FrictionLaw<L, RollLoads<double>>;
  d.stored = [](const void* c, const ContactGeometry<double>& t, const double* h) {
    return L::stored(as<C>(c), t, history_from<H>(h));
  };
  d.linear = [](const void* c, const ContactGeometry<double>& t, const NormalLoad<double>& p) {
    return L::linear(as<C>(c), t, p);
  };
  d.spring = [](const void* c, const double* h) { return L::spring(as<C>(c), history_from<H>(h)); };
  if constexpr (KeepsMode<L>) d.mode = [](const double* h) { return mode_of(L::mode(history_from<H>(h))); };
}

template <class L>
constexpr Steppers steppers_of(Stage stage) {
  if (rigid_only<L>()) return Steppers::nonsmooth;
  return can_be_rigid<L>() || stage == Stage::kinematics
             ? Steppers::all
             : Steppers::smooth;  // rigid contacts do not use kinematics, so any may be chosen
}

}  // namespace detail

/// The descriptor of the law L in a stage. Checks the interface of L at compile time (law/requirements.h).
template <class L, Stage stage>
Descriptor describe() {
  if constexpr (rigid_only<L>())
    static_assert(require_rigid<L>());
  else if constexpr (stage == Stage::kinematics)
    static_assert(require_description<L>());
  else if constexpr (stage == Stage::normal)
    static_assert(require_normal<L>());
  else if constexpr (stage == Stage::slide)
    static_assert(require_slide<L>());
  else if constexpr (stage == Stage::roll)
    static_assert(require_roll<L>());
  else
    static_assert(require_spin<L>());
  using Params = typename L::Params;
  static_assert(sizeof(Params) <= k_max_params);
  Descriptor d;
  d.stage_of_law = stage, d.stage = word_of(stage);
  d.name = L::name, d.source = L::source, d.equation = L::equation, d.fields = detail::field_infos<L>();
  d.needs_tracked = needs_tracked<L>(), d.steppers = detail::steppers_of<L>(stage);
  d.creates_energy = creates_energy<L>(), d.not_rigid = not_rigid<L>();
  if constexpr (requires { L::resists_spin; }) d.resists_spin = L::resists_spin;
  d.jumps = requires { L::jumps; };
  const Params params{};
  d.params_size = sizeof params;
  std::memcpy(d.default_params.data(), &params, sizeof params);
  if constexpr (requires { L::creates_on_paths(params); })
    d.creates_on_paths = [](const void* p) { return L::creates_on_paths(detail::as<Params>(p)); };
  d.rigid = &detail::rigid_meaning<L>;
  if constexpr (requires { L::collision_modulus(params); })
    d.collision_modulus = [](const void* p) { return L::collision_modulus(detail::as<Params>(p)); };
  if constexpr (requires { typename L::Constants; })
    d.prepare = [](const void* p, void* constants) {
      const typename L::Constants c = L::prepare(detail::as<Params>(p));
      std::memcpy(constants, &c, sizeof c);
    };
  if constexpr (requires(const GrainContact& g) { L::preset(g); })
    d.preset = [](const GrainContact& g, void* p) {
      const Params preset = L::preset(g);
      std::memcpy(p, &preset, sizeof preset);
    };
  if constexpr (!rigid_only<L>()) {
    if constexpr (stage == Stage::normal) detail::add_normal<L>(d);
    if constexpr (stage == Stage::slide || stage == Stage::roll || stage == Stage::spin) {
      if (!size_holds<typename L::template History<double>>())
        throw std::logic_error("History::size differs from the count of numbers that each(f) visits");
      detail::add_friction<L>(d);
    }
  }
  return d;
}

}  // namespace scree::law
