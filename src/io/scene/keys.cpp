#include "io/scene/keys.h"

#include <stdexcept>

#include <fmt/format.h>

namespace scree::io {

namespace {

using scene::Key, scene::Kind;

template <class T>
T& member(const Key& key, void* into) {
  return *static_cast<T*>(key.at(into));
}
/// Stores a value in its member; false if there is no value.
template <class T>
bool put(const std::optional<T>& value, T& member) {
  if (value) member = *value;
  return value.has_value();
}

NumberSpec spec_of(const Key& key, std::string_view unit) {
  return {unit, key.range, key.hint, key.is_wall_time ? UnitsOf::world : UnitsOf::scene};
}

/// A quantity, or [low, high].
std::optional<sim::Radii> read_radii(Section& section, const Key& key) {
  const toml::node* node = section.find(key.name);
  const toml::array* array = node != nullptr ? node->as_array() : nullptr;
  const NumberSpec spec = spec_of(key, key.unit);
  if (array == nullptr) {
    const auto radius = section.quantity(key.name, spec);
    return radius ? std::optional(sim::Radii{*radius, *radius}) : std::nullopt;
  }
  if (array->size() != 2) {
    section.problem(place_of(*node), fmt::format("{}.radius has {} items; give one radius, or [smallest, largest]",
                                                 section.path(), array->size()));
    return {};
  }
  const auto low = section.quantity_at((*array)[0], "radius[0]", spec),
             high = section.quantity_at((*array)[1], "radius[1]", spec);
  if (!low || !high) return {};
  if (*low > *high) {
    section.problem(place_of(*node), fmt::format("{}.radius = {} has the larger one first; write [smallest, largest]",
                                                 section.path(), section.written("radius")));
    return {};
  }
  return sim::Radii{*low, *high};
}

bool read_word(Section& section, const Key& key, unsigned& value) {
  if (key.kind == Kind::flag) {
    const auto flag = section.flag(key.name);
    return put(flag ? std::optional(unsigned{*flag}) : std::nullopt, value);
  }
  if (key.kind == Kind::choices) return put(section.word_set(key.name, key.choices), value);
  const auto word = section.word(key.name, key.choices);
  return put(word ? std::optional(static_cast<unsigned>(*word)) : std::nullopt, value);
}

}  // namespace

const Key& Keys::key(std::string_view name) const {
  const Key* found = table_->find(name);
  if (found == nullptr) throw std::logic_error(fmt::format("[{}] declares no key {}", table_->path, name));
  return *found;
}

std::size_t Keys::index_of(std::string_view name) const {
  std::size_t i = 0, at = 63;
  table_->each([&](const Key& k) {
    if (k.name == name) at = i;
    ++i;
  });
  return at;
}

void Keys::announce(const Key& key) {
  if (key.need == Need::required) section_->require({key.name});
}

void Keys::read(void* into) {
  std::size_t i = 0;
  table_->each([&](const Key& k) {
    if (!k.is_own && k.has_member()) {
      announce(k);
      if (read(k, into))
        good_ |= std::uint64_t{1} << i;
      else if (k.need == Need::required)
        complete_ = false;
    }
    ++i;
  });
}

bool Keys::read(std::string_view name, void* into) {
  const Key& k = key(name);
  announce(k);
  const bool good = read(k, into);
  if (good)
    good_ |= std::uint64_t{1} << index_of(name);
  else if (k.need == Need::required)
    complete_ = false;
  return good;
}

bool Keys::read(const Key& k, void* into) {
  Section& section = *section_;
  switch (k.kind) {
    case Kind::quantity: return put(section.quantity(k.name, spec_of(k, k.unit)), member<double>(k, into));
    case Kind::vector: return put(section.vector(k.name, k.unit), member<Vec3d>(k, into));
    case Kind::tilt: {
      const auto v = section.vector(k.name, k.unit);
      return put(v ? std::optional(state::Tilt{v->x, v->y, v->z}) : std::nullopt, member<state::Tilt>(k, into));
    }
    case Kind::direction: return put(read_direction(section, k.name, k.hint), member<Vec3d>(k, into));
    case Kind::sizes: return put(read_half_sizes(section, k.name, k.fraction), member<Vec3d>(k, into));
    case Kind::radii: return put(read_radii(section, k), member<sim::Radii>(k, into));
    case Kind::count: return put(section.integer(k.name, k.low, k.high), member<std::int64_t>(k, into));
    case Kind::seed: {
      const auto seed = section.integer(k.name, 0, std::numeric_limits<std::int64_t>::max());
      return put(seed ? std::optional(static_cast<std::uint64_t>(*seed)) : std::nullopt,
                 member<std::uint64_t>(k, into));
    }
    case Kind::flag:
    case Kind::word:
    case Kind::choices: {
      unsigned value = 0;
      const bool good = read_word(section, k, value);
      if (good) k.set(into, value);
      return good;
    }
    case Kind::text: return put(section.text(k.name), member<std::string>(k, into));
    case Kind::material: {
      int& material = member<int>(k, into);
      material = draft_->material(section);
      return material >= 0;
    }
    case Kind::orientation: member<std::array<double, 4>>(k, into) = read_orientation(section); return true;
    case Kind::pair:
    case Kind::materials:
    case Kind::types:
    case Kind::body:
    case Kind::bodies:
    case Kind::timed:
    case Kind::law:
    case Kind::texts: break;
  }
  throw std::logic_error(fmt::format("the table [{}] reads its key {} by itself", table_->path, k.name));
}

std::optional<double> Keys::number(std::string_view name) {
  const Key& k = key(name);
  announce(k);
  return section_->quantity(name, spec_of(k, k.unit));
}
std::optional<double> Keys::number(std::string_view name, std::string_view unit, std::string_view hint) {
  const Key& k = key(name);
  announce(k);
  NumberSpec spec = spec_of(k, unit);
  if (!hint.empty()) spec.description = hint;
  return section_->quantity(name, spec);
}
std::optional<Vec3d> Keys::vector(std::string_view name) {
  const Key& k = key(name);
  announce(k);
  if (k.kind == Kind::direction) return read_direction(*section_, name, k.hint);
  if (k.kind == Kind::sizes) return read_half_sizes(*section_, name, k.fraction);
  return section_->vector(name, k.unit);
}
std::optional<std::int64_t> Keys::count(std::string_view name) {
  const Key& k = key(name);
  announce(k);
  return section_->integer(name, k.low, k.high);
}
std::optional<unsigned> Keys::word(std::string_view name) {
  const Key& k = key(name);
  announce(k);
  unsigned value = 0;
  return read_word(*section_, k, value) ? std::optional(value) : std::nullopt;
}

}  // namespace scree::io
