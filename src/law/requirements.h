// The contract as checks: what a law lacks is reported by a sentence, at the law, and not deep in a kernel.
//
// law/descriptor.h holds every law to them, those of law/all.h and those that are registered at run time.
#pragma once

#include <concepts>
#include <type_traits>

#include "law/rigid.h"

namespace scree::law {

inline constexpr int k_most_constants = 96;  ///< bytes of the Constants of one law
inline constexpr int k_most_numbers = 32;    ///< of the history of one contact

/// What every law says of itself, smooth or rigid, kinematics included.
template <class L>
consteval bool require_description() {
  static_assert(
      requires {
        { L::name } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view name`: the word in a scene");
  static_assert(
      requires {
        { L::source } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view source`: where its equations come from");
  static_assert(
      requires {
        { L::equation } -> std::convertible_to<std::string_view>;
      },
      "a law needs `static constexpr std::string_view equation`: its equations as text, one a line");
  static_assert(
      requires { typename L::Params; }, "a law needs `struct Params`: what people give");
  static_assert(
      requires {
        { L::fields.size() } -> std::convertible_to<std::size_t>;
      },
      "a law needs `static constexpr auto fields`: an array of Field<Params>, one for each member of Params");
  static_assert(std::is_trivially_copyable_v<typename L::Params>, "Params of a law hold numbers and words alone");
  return true;
}

/// What a smooth law needs in any stage.
template <class L>
consteval bool require_constants() {
  static_assert(
      requires { typename L::Constants; }, "a law needs `struct Constants`: what its kernel reads");
  static_assert(
      requires(const typename L::Params& p) {
        { L::prepare(p) } -> std::same_as<typename L::Constants>;
      },
      "a law needs `static Constants prepare(const Params&)`");
  static_assert(
      std::is_trivially_copyable_v<typename L::Constants> && sizeof(typename L::Constants) <= k_most_constants,
      "Constants of a law are plain numbers, at most k_most_constants bytes of them");
  static_assert(
      requires(const GrainContact& g) {
        { L::preset(g) } -> std::same_as<typename L::Params>;
      },
      "a law needs `static Params preset(const GrainContact&)`: its parameters for the grain of law/grain.h");
  return true;
}

template <class L>
consteval bool require_normal() {
  static_assert(require_description<L>() && require_constants<L>());
  using C = typename L::Constants;
  static_assert(
      requires(const C& c, Touch<double> t, Motion<double> m) {
        { L::respond(c, t, m) } -> std::same_as<Pressed<double>>;
      },
      "a normal law needs `template <class R> static Pressed<R> respond(const Constants&, const Touch<R>&, const "
      "Motion<R>&)`");
  static_assert(
      requires(const C& c, Touch<double> t) {
        { L::linear(c, t) } -> std::same_as<Linear>;
      },
      "a normal law needs `static Linear linear(const Constants&, const Touch<double>&)`");
  return true;
}

template <class H>
consteval bool require_history() {
  static_assert(
      requires { requires H::size <= k_most_numbers; },
      "a History needs `static constexpr int size`: how many numbers it has, at most k_most_numbers");
  static_assert(
      requires(H & h) { h.each([](double&) {}); }, "a History needs `each(f)`: f on every number, in their order");
  static_assert(
      requires(H & h) { h.vectors([](Vec3d&) {}); },
      "a History needs `vectors(f)`: f on every Vec3 of it that is a vector in the world");
  static_assert(
      requires(H & h) { h.swap_roles(); }, "a History needs `swap_roles()`: what it is when a and b change places");
  return true;
}
/// Does `each` go over `size` numbers?
template <class H>
constexpr bool size_holds() {
  H history{};
  int count = 0;
  history.each([&](double&) { ++count; });
  return count == H::size;
}

/// Does the law itself remember whether it sticks or slips?
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
      requires(const C& c, Touch<double> t, H& h) {
        { L::stored(c, t, h) } -> std::same_as<double>;
      },
      "a friction law needs `template <class R> static R stored(const Constants&, const Touch<R>&, const "
      "History<R>&)`");
  static_assert(
      requires(const C& c, const H& h) {
        { L::spring(c, h) } -> std::same_as<SpringState>;
      },
      "a friction law needs `static SpringState spring(const Constants&, const History<double>&)`: what outputs show "
      "of its history");
  if constexpr (KeepsMode<L>)
    static_assert(
        requires(const H& h) {
          { L::mode(h) } -> std::same_as<double>;
        },
        "`mode` of a law is `template <class R> static R mode(const History<R>&)`: k_new, k_stick or k_slip");
  static_assert(
      requires(const C& c, Touch<double> t, Pressed<double> p) {
        { L::linear(c, t, p) } -> std::same_as<Linear>;
      },
      "a friction law needs `static Linear linear(const Constants&, const Touch<double>&, const Pressed<double>&)`");
  return true;
}
template <class L>
consteval bool require_slide() {
  static_assert(require_friction<L>());
  static_assert(SlideLaw<L>,
                "a slide law needs `respond(constants, touch, motion, pressed, history)` that returns Slid<R>");
  return true;
}
template <class L>
consteval bool require_roll() {
  static_assert(require_friction<L>());
  static_assert(
      RollLaw<L>,
      "a roll law needs `respond(constants, touch, motion, pressed, history)` that returns Rolled<R> or RolledEach<R>");
  return true;
}
template <class L>
consteval bool require_spin() {
  static_assert(require_friction<L>());
  static_assert(SpinLaw<L>,
                "a spin law needs `respond(constants, touch, motion, pressed, history)` that returns Spun<R>");
  return true;
}

/// A law for the stepper `nonsmooth` alone.
template <class L>
consteval bool require_rigid() {
  static_assert(require_description<L>());
  static_assert(can_be_rigid<L>(), "a law with `rigid_only` needs rigid_press or rigid_limit (law/rigid.h)");
  return true;
}

}  // namespace scree::law
