// An archive with one array spoilt, for tests of what a damaged state does.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>

#include "base/archive.h"
#include "base/random.h"

namespace scree::test {

/// By seed: a number changed to a large one or to the largest, the last number dropped, an array lost, or (fifth way) a
/// NaN or the least number put in.
inline Archive spoilt(const Archive& good, std::uint64_t seed, int ways) {
  Random random(seed, 1);
  const auto which = static_cast<std::size_t>(random.uniform() * static_cast<double>(good.arrays().size()));
  const auto how = static_cast<int>(random.uniform() * ways);
  Archive bad;
  for (std::size_t i = 0; i < good.arrays().size(); ++i) {
    Array array = good.arrays()[i];
    if (i == which) {
      if (how == 3) continue;  // lost
      std::visit(
          [&](auto& values) {
            using T = typename std::decay_t<decltype(values)>::value_type;
            if (values.empty()) return;
            const auto place = static_cast<std::size_t>(random.uniform() * static_cast<double>(values.size()));
            if (how == 0) values[place] = static_cast<T>(random.uniform() * 1e9);
            if (how == 1) values[place] = std::numeric_limits<T>::max();
            if (how == 2) values.pop_back();
            if (how == 4)
              values[place] = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                                    : std::numeric_limits<T>::min();
          },
          array.values);
    }
    bad.add(std::move(array));
  }
  return bad;
}

}  // namespace scree::test
