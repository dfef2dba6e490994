// A law as plain data and functions, without its types: what the table of laws holds (law/registry.h).
//
// Everything that is done seldom goes through this: the scene reader and its messages, `scree laws` and `scree check`,
// critical steps, energies of single contacts and what outputs show of a history. The functions are those of the law
// itself, in plain doubles. Loads come from the kernels alone, which are compiled for each law (kernel/contact_kernels.h).
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

inline constexpr int k_most_params = 128;  ///< bytes of the Params of one law

enum class Stage { kinematics, normal, slide, roll, spin };
inline constexpr std::array<std::string_view, 5> k_stage_words = {"kinematics", "normal", "slide", "roll", "spin"};
constexpr std::string_view word_of(Stage stage) { return k_stage_words[static_cast<std::size_t>(stage)]; }

/// A Field without the struct it belongs to.
struct FieldInfo {
  std::string_view name, unit;
  Range range;
  Need need;
  std::string_view group;
  double preset;
  std::span<const std::string_view> words;
  std::string_view only_with, not_below, says;
  std::size_t offset;  ///< of the member in Params
  bool is_word() const { return !words.empty(); }
  bool is_dashpot() const { return name.starts_with("damping") || name == "viscoelastic" || name == "restitution"; }
  bool is_limit() const { return name == "coefficient" || name == "length" || name.ends_with("_coefficient"); }

  double& number(void* params) const { return *reinterpret_cast<double*>(static_cast<std::byte*>(params) + offset); }
  int& word(void* params) const { return *reinterpret_cast<int*>(static_cast<std::byte*>(params) + offset); }
  double number(const void* params) const { return number(const_cast<void*>(params)); }
  int word(const void* params) const { return word(const_cast<void*>(params)); }
};

/// Which steppers run a law.
enum class Steppers { all, smooth, nonsmooth };

/// What a law means to a contact without springs.
using RigidMeaning = std::variant<RigidPress, SlideLimit, TorqueLimit>;

struct Descriptor {
  Stage stage_of_law{};
  std::string_view stage, name, source, equation;
  std::vector<FieldInfo> fields;
  bool needs_tracked = false;  ///< refused on kinematics that do not follow the contact point
  Steppers steppers = Steppers::all;
  std::string_view creates_energy;  ///< when and how much; empty if it never does
  std::string_view not_rigid;       ///< why `nonsmooth` does not run it, or not with all parameters; empty if it does
  std::string_view resists_spin;    ///< what to do instead of a spin law beside it; empty if one may stand there
  bool jumps = false;               ///< with the sign of a velocity
  bool rolls_each = false;          ///< its torques on the two bodies are not opposite

  // Parameters are bytes of that many; `default_params` has every number unset.
  std::size_t params_size = 0;
  std::array<std::byte, k_most_params> default_params{};
  bool (*creates_on_paths)(const void* params) = nullptr;
  std::optional<RigidMeaning> (*rigid)(const void* params) = nullptr;
  double (*collision_modulus)(const void* params) = nullptr;  ///< null if its collisions do not last as Hertz's

  // Null for laws of the stepper `nonsmooth` alone, and for kinematics but `prepare`.
  void (*preset)(const GrainContact&, void* params) = nullptr;
  void (*prepare)(const void* params, void* constants) = nullptr;
  int history_size = 0;
  std::vector<int> vectors;  ///< first numbers of the history's vectors
  Pressed<double> (*press)(const void* constants, const Touch<double>&, const Motion<double>&) = nullptr;
  double (*stored)(const void* constants, const Touch<double>&, const double* history) = nullptr;
  Linear (*linear)(const void* constants, const Touch<double>&, const Pressed<double>&) = nullptr;
  SpringState (*spring)(const void* constants, const double* history) = nullptr;
  Mode (*mode)(const double* history) = nullptr;  ///< null if the history does not say it

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
/// The history holds its own numbers as markers, which tell where each vector begins.
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
    infos.push_back({f.name, f.unit, f.range, f.need, f.group, f.preset, f.words, f.only_with, f.not_below, f.says,
                     std::visit(offset, f.member)});
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
  d.press = [](const void* c, const Touch<double>& t, const Motion<double>& m) { return L::respond(as<C>(c), t, m); };
  d.linear = [](const void* c, const Touch<double>& t, const Pressed<double>&) { return L::linear(as<C>(c), t); };
}

template <class L>
void add_friction(Descriptor& d) {
  using C = typename L::Constants;
  using H = typename L::template History<double>;
  d.history_size = H::size, d.vectors = vectors_of<H>();
  d.rolls_each = FrictionLaw<L, RolledEach<double>>;
  d.stored = [](const void* c, const Touch<double>& t, const double* h) {
    return L::stored(as<C>(c), t, history_from<H>(h));
  };
  d.linear = [](const void* c, const Touch<double>& t, const Pressed<double>& p) { return L::linear(as<C>(c), t, p); };
  d.spring = [](const void* c, const double* h) { return L::spring(as<C>(c), history_from<H>(h)); };
  if constexpr (KeepsMode<L>) d.mode = [](const double* h) { return mode_of(L::mode(history_from<H>(h))); };
}

template <class L>
constexpr Steppers steppers_of(Stage stage) {
  if (rigid_only<L>()) return Steppers::nonsmooth;
  return can_be_rigid<L>() || stage == Stage::kinematics
             ? Steppers::all
             : Steppers::smooth;  // rigid contacts need no kinematics, whatever it is
}

}  // namespace detail

/// The law L as a law of a stage, held to the contract.
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
  static_assert(sizeof(Params) <= k_most_params);
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
        throw std::logic_error("History::size is not the count of numbers of each(f)");
      detail::add_friction<L>(d);
    }
  }
  return d;
}

}  // namespace scree::law
