// The description of one key of a scene file: name, the member that it sets, unit, range, choices, text for the manual.
//
// The keys of every table are listed in scene/tables.h. Reader (io/scene/keys.h), writer (io/scene/scene_writer.h),
// JSON schema and the reference part of docs/scene.md use these lists. The default of a key is the value of its member
// in a default-constructed struct. Parameters of laws are described by their own `fields` (base/field.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/field.h"
#include "sim/scene.h"

namespace scree::scene {

/// The kind of value of a key, and the type of its member.
enum class Kind {
  quantity,     ///< double: a number with its unit
  vector,       ///< Vec3d: three quantities
  tilt,         ///< state::Tilt: three quantities, xy, xz, yz
  direction,    ///< Vec3d of length 1, normalised from any length but zero
  sizes,        ///< Vec3d: three positive lengths times Key::fraction
  radii,        ///< sim::Radii: a length, or [smallest, largest]
  count,        ///< std::int64_t
  seed,         ///< std::uint64_t
  flag,         ///< true or false
  text,         ///< std::string
  word,         ///< one of `choices`
  choices,      ///< a set of `choices`
  material,     ///< int: the name of a material
  pair,         ///< two int: the names of two materials
  materials,    ///< std::vector<int>: names of materials
  types,        ///< std::vector<sim::Locks>: LAMMPS types that are locked altogether
  body,         ///< sim::BodyRef: the name of a body
  bodies,       ///< two sim::BodyRef: names of two bodies, or of one
  timed,        ///< std::vector<state::TimedValue>: a quantity, or rows of [time, quantity]
  orientation,  ///< std::array<double, 4>: a table
  law,          ///< law::Choice of a stage: a table, described by the `fields` of the law
  texts,        ///< no member: paths of files
};

struct Key {
  std::string_view name;
  Kind kind;
  void* (*at)(void*) = nullptr;            ///< the member; null: no member, the code of the table handles the key
  void* (*second)(void*) = nullptr;        ///< pair and bodies: the second member
  unsigned (*get)(const void*) = nullptr;  ///< flag and word: the value; words: one bit for each
  void (*set)(void*, unsigned) = nullptr;
  std::string_view unit{};  ///< SI unit in UDUNITS spelling, "1" for a pure number
  Range range = Range::any;
  std::int64_t low = 0, high = 0;  ///< range of a count
  std::span<const std::string_view> choices{};
  double fraction = 1.0;  ///< of sizes: member over the value in the file (0.5 for half the edges of a box)
  Need need = Need::optional;
  bool is_own = false;                  ///< read by code of its table, since it depends on other keys
  bool is_wall_time = false;            ///< a wall time: has a unit also in a scene in reduced units
  bool (*when)(const void*) = nullptr;  ///< the writer writes the key only if this returns true
  std::string_view hint{};              ///< for the message about a value out of range
  std::string_view without{};           ///< text for the default, if it is not the default of the member
  std::string_view description{};       ///< for the manual

  bool has_member() const { return at != nullptr || get != nullptr; }
  bool is_number() const { return kind == Kind::quantity || kind == Kind::timed || kind == Kind::radii; }
};

/// Properties that only some keys have.
struct More {
  Need need = Need::optional;
  std::string_view hint{}, without{};
  bool (*when)(const void*) = nullptr;
  bool is_own = false, is_wall_time = false;
};
inline constexpr More k_required{.need = Need::required};

namespace detail {
template <class>
struct Member;
template <class C, class T>
struct Member<T C::*> {
  using Class = C;
  using Type = T;
};
template <auto first, auto... rest, class S>
auto& reach(S& s) {
  if constexpr (sizeof...(rest) == 0)
    return s.*first;
  else
    return reach<rest...>(s.*first);
}
template <auto first, auto... rest>
struct Access {
  using Class = typename Member<decltype(first)>::Class;
  static auto& of(void* p) { return reach<first, rest...>(*static_cast<Class*>(p)); }
  static const auto& of(const void* p) { return reach<first, rest...>(*static_cast<const Class*>(p)); }
  using Type = std::remove_reference_t<decltype(of(static_cast<void*>(nullptr)))>;
  static void* at(void* p) { return &of(p); }
  static unsigned get(const void* p) {
    if constexpr (requires(Type t) { t.size(); }) {  // array of bool
      unsigned bits = 0;
      for (std::size_t i = 0; i < of(p).size(); ++i) bits |= of(p)[i] ? 1U << i : 0U;
      return bits;
    } else {
      return static_cast<unsigned>(of(p));
    }
  }
  static void set(void* p, unsigned value) {
    if constexpr (requires(Type t) { t.size(); }) {
      for (std::size_t i = 0; i < of(p).size(); ++i) of(p)[i] = (value >> i & 1U) != 0;
    } else {
      of(p) = static_cast<Type>(value);
    }
  }
};
constexpr Key with(Key key, std::string_view description, const More& more) {
  key.description = description;
  key.need = more.need, key.hint = more.hint, key.without = more.without, key.when = more.when;
  key.is_own = more.is_own, key.is_wall_time = more.is_wall_time;
  return key;
}
}  // namespace detail

/// A key whose member has the type of its kind. `path` is the chain of members from the struct of the table to it.
template <auto... path>
constexpr Key key(std::string_view name, Kind kind, std::string_view description, const More& more = {}) {
  Key k{.name = name, .kind = kind};
  if constexpr (sizeof...(path) > 0) k.at = &detail::Access<path...>::at;
  return detail::with(k, description, more);
}
template <auto... path>
constexpr Key number(std::string_view name, std::string_view unit, Range range, std::string_view description,
                     const More& more = {}) {
  Key k = key<path...>(name, Kind::quantity, description, more);
  k.unit = unit, k.range = range;
  return k;
}
template <auto... path>
constexpr Key vector(std::string_view name, std::string_view unit, std::string_view description,
                     const More& more = {}) {
  Key k = key<path...>(name, Kind::vector, description, more);
  k.unit = unit;
  return k;
}
template <auto... path>
constexpr Key tilt(std::string_view name, std::string_view unit, std::string_view description, const More& more = {}) {
  Key k = vector<path...>(name, unit, description, more);
  k.kind = Kind::tilt;
  return k;
}
/// `hint` is the end of the message about a zero vector: the meaning of the direction.
template <auto... path>
constexpr Key direction(std::string_view name, std::string_view description, const More& more) {
  Key k = vector<path...>(name, "1", description, more);
  k.kind = Kind::direction;
  return k;
}
template <auto... path>
constexpr Key sizes(std::string_view name, double fraction, std::string_view description, const More& more = {}) {
  Key k = vector<path...>(name, "m", description, more);
  k.kind = Kind::sizes, k.fraction = fraction;
  return k;
}
template <auto... path>
constexpr Key count(std::string_view name, std::int64_t low, std::int64_t high, std::string_view description,
                    const More& more = {}) {
  Key k = key<path...>(name, Kind::count, description, more);
  k.low = low, k.high = high;
  return k;
}
template <auto... path>
constexpr Key flag(std::string_view name, std::string_view description, const More& more = {}) {
  Key k = key(name, Kind::flag, description, more);
  k.get = &detail::Access<path...>::get, k.set = &detail::Access<path...>::set;
  return k;
}
/// An enumeration, an index or, with two words, a bool.
template <auto... path>
constexpr Key word(std::string_view name, std::span<const std::string_view> choices, std::string_view description,
                   const More& more = {}) {
  Key k = flag<path...>(name, description, more);
  k.kind = Kind::word, k.choices = choices;
  return k;
}
/// A std::array of bool, or bits.
template <auto... path>
constexpr Key word_set(std::string_view name, std::span<const std::string_view> choices, std::string_view description,
                       const More& more = {}) {
  Key k = word<path...>(name, choices, description, more);
  k.kind = Kind::choices;
  return k;
}

/// One table of a file, or one list of tables.
struct Table {
  std::string_view path;  ///< `measure.packing`; empty: the root
  bool is_list = false;
  std::span<const Key> keys{}, more_keys{};            ///< own keys, and keys shared with other tables
  std::vector<void*> (*items)(sim::Scene&) = nullptr;  ///< the structs of a scene that it describes, in order
  const void* (*defaults)() = nullptr;                 ///< a default-constructed struct
  bool is_wish = false;                                ///< has a meaning, and is written, even without any key

  const Key* find(std::string_view name) const {
    for (const std::span<const Key> list : {keys, more_keys})
      for (const Key& k : list)
        if (k.name == name) return &k;
    return nullptr;
  }
  /// Calls f(key) for all keys, in order.
  template <class F>
  void each(F f) const {
    for (const std::span<const Key> list : {keys, more_keys})
      for (const Key& k : list) f(k);
  }
};

template <std::size_t n, std::size_t m>
constexpr std::array<Key, n + m> joined(const std::array<Key, n>& a, const std::array<Key, m>& b) {
  std::array<Key, n + m> all = [&]<std::size_t... i, std::size_t... j>(std::index_sequence<i...>,
                                                                       std::index_sequence<j...>) {
    return std::array<Key, n + m>{a[i]..., b[j]...};
  }
  (std::make_index_sequence<n>{}, std::make_index_sequence<m>{});
  return all;
}

}  // namespace scree::scene
