// Compile-time checks of the interface in law/contract.h: a missing member of a law is reported in one sentence instead
// of by a compiler error inside a kernel.
//
// law/descriptor.h applies them to every law, built-in or added at run time.
#pragma once

#include <concepts>
#include <type_traits>

#include "law/rigid.h"

namespace scree::law {

inline constexpr int k_max_constants = 96;  ///< maximum size of the Constants of a law [bytes]
inline constexpr int k_max_numbers = 32;    ///< maximum count of numbers in the history of one contact

/// The description that every law needs, smooth or rigid, including kinematics.
template <class L>
consteval bool require_description() {
  static_assert(
      requires {
        { L::name } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view name`: its name in scene files");
  static_assert(
      requires {
        { L::source } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view source`: where its equations come from");
  static_assert(
      requires {
        { L::equation } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view equation`: its equations as text, one per line");
  static_assert(
      requires { typename L::Params; }, "a law needs `struct Params`: the parameters that the user gives");
  static_assert(
      requires {
        { L::fields.size() } -> std::convertible_to<std::size_t>;
      },
      "a law needs `static constexpr auto fields`: an array of Field<Params>, one for each member of Params");
  static_assert(std::is_trivially_copyable_v<typename L::Params>,
                "Params of a law may contain numbers and choices only");
  return true;
}

/// The members that a smooth law needs in every stage.
template <class L>
consteval bool require_constants() {
  static_assert(
      requires { typename L::Constants; }, "a law needs `struct Constants`: the numbers that its kernel reads");
  static_assert(
      requires(const typename L::Params& p) {
        { L::prepare(p) } -> std::same_as<typename L::Constants>;
      },
      "a law needs `static Constants prepare(const Params&)`");
  static_assert(std::is_trivially_copyable_v<typename L::Constants> && sizeof(typename L::Constants) <= k_max_constants,
                "Constants of a law are plain numbers, at most k_max_constants bytes in total");
  static_assert(
      requires(const GrainContact& g) {
        { L::preset(g) } -> std::same_as<typename L::Params>;
      },
      "a law needs `static Params preset(const GrainContact&)`: its parameters for two grains of law/grain.h");
  return true;
}

template <class L>
consteval bool require_normal() {
  static_assert(require_description<L>() && require_constants<L>());
  using C = typename L::Constants;
  static_assert(
      requires(const C& c, ContactGeometry<double> t, Motion<double> m) {
        { L::respond(c, t, m) } -> std::same_as<NormalLoad<double>>;
      },
      "a normal law needs `template <class R> static NormalLoad<R> respond(const Constants&, const "
      "ContactGeometry<R>&, const Motion<R>&)`");
  static_assert(
      requires(const C& c, ContactGeometry<double> t) {
        { L::linear(c, t) } -> std::same_as<Linear>;
      },
      "a normal law needs `static Linear linear(const Constants&, const ContactGeometry<double>&)`");
  return true;
}

template <class H>
consteval bool require_history() {
  static_assert(
      requires { requires H::size <= k_max_numbers; },
      "a History needs `static constexpr int size`: how many numbers it has, at most k_max_numbers");
  static_assert(
      requires(H & h) { h.each([](double&) {}); },
      "a History needs `each(f)`: calls f on every number, in a fixed order");
  static_assert(
      requires(H & h) { h.vectors([](Vec3d&) {}); },
      "a History needs `vectors(f)`: calls f on every Vec3 member that is a vector in world coordinates");
  static_assert(
      requires(H & h) { h.swap_roles(); },
      "a History needs `swap_roles()`: transforms the history when a and b are exchanged");
  return true;
}
/// True if each(f) visits exactly `size` numbers.
template <class H>
constexpr bool size_holds() {
  H history{};
  int count = 0;
  history.each([&](double&) { ++count; });
  return count == H::size;
}

/// True if the history of the law stores the mode (stick or slip).
template <class L>
concept KeepsMode = requires(const typename L::template History<double>& h) {
  L::mode(h);
};

template <class L>
consteval bool require_friction() {
  static_assert(require_description<L>() && require_constants<L>());
  static_assert(
      requires { typename L::template History<double>; },
      "a friction law needs `template <class R> struct History`, or `using History = NoHistory` as a template");
  using C = typename L::Constants;
  using H = typename L::template History<double>;
  static_assert(require_history<H>());
  static_assert(
      requires(const C& c, ContactGeometry<double> t, H& h) {
        { L::stored(c, t, h) } -> std::same_as<double>;
      },
      "a friction law needs `template <class R> static R stored(const Constants&, const "
      "ContactGeometry<R>&, const History<R>&)`");
  static_assert(
      requires(const C& c, const H& h) {
        { L::spring(c, h) } -> std::same_as<SpringState>;
      },
      "a friction law needs `static SpringState spring(const Constants&, const History<double>&)`: the stretch or "
      "angle in its history, for output");
  if constexpr (KeepsMode<L>)
    static_assert(
        requires(const H& h) {
          { L::mode(h) } -> std::same_as<double>;
        },
        "`mode` of a law is `template <class R> static R mode(const History<R>&)`: k_new, k_stick or k_slip");
  static_assert(
      requires(const C& c, ContactGeometry<double> t, NormalLoad<double> p) {
        { L::linear(c, t, p) } -> std::same_as<Linear>;
      },
      "a friction law needs `static Linear linear(const Constants&, const ContactGeometry<double>&, const "
      "NormalLoad<double>&)`");
  return true;
}
template <class L>
consteval bool require_slide() {
  static_assert(require_friction<L>());
  static_assert(
      SlideLaw<L>,
      "a slide law needs `respond(constants, geometry, motion, normal_load, history)` that returns SlideLoad<R>");
  return true;
}
template <class L>
consteval bool require_roll() {
  static_assert(require_friction<L>());
  static_assert(
      RollLaw<L>,
      "a roll law needs `respond(constants, geometry, motion, normal_load, history)` that returns RollLoad<R> or "
      "RollLoads<R>");
  return true;
}
template <class L>
consteval bool require_spin() {
  static_assert(require_friction<L>());
  static_assert(
      SpinLaw<L>,
      "a spin law needs `respond(constants, geometry, motion, normal_load, history)` that returns SpinLoad<R>");
  return true;
}

/// A law that only the stepper `nonsmooth` supports.
template <class L>
consteval bool require_rigid() {
  static_assert(require_description<L>());
  static_assert(can_be_rigid<L>(), "a law with `rigid_only` needs rigid_press or rigid_limit (law/rigid.h)");
  return true;
}

}  // namespace scree::law
