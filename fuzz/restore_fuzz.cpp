// Malicious states: any change of the arrays of a valid state is either rejected with ArchiveError, or gives a
// simulation that contains exactly these arrays and either completes a few steps or ends with a known diagnostic.
//
// The first byte of an input selects a small scene (tests/support/small_scenes.h), the others encode changes of its
// saved state. The fuzzer therefore does not have to produce valid HDF5 files and checksums, which checkpoint_fuzz
// tests; an attacker can compute both. Run with
//   restore_fuzz -rss_limit_mb=1024 -timeout=10 -max_len=256
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <span>

#include "support/small_scenes.h"

namespace {

using namespace scree;

constexpr int k_steps = 6;

void insist(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", sentence);
  std::abort();
}

struct Good {
  sim::Scene scene;
  Archive state;
};
const Good& good_state(std::size_t which) {
  static std::array<std::unique_ptr<Good>, test::k_small_scenes.size()> made;
  std::unique_ptr<Good>& good = made[which];
  if (!good) {
    good = std::make_unique<Good>(Good{test::scene_of(test::k_small_scenes[which]), {}});
    sim::Simulation run(good->scene);
    run.advance(test::k_small_scenes[which].steps);
    good->state = run.save();
  }
  return *good;
}

template <class T>
T special(std::uint8_t which) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T values[] = {Limits::quiet_NaN(),
                            Limits::infinity(),
                            -Limits::infinity(),
                            0.0,
                            -0.0,
                            Limits::max(),
                            Limits::lowest(),
                            Limits::denorm_min(),
                            Limits::min(),
                            1.0,
                            -1.0,
                            1e-300,
                            1e100,
                            -1e100,
                            1e10,
                            1e-10};
    return values[which % std::size(values)];
  } else {
    const T values[] = {Limits::min(),
                        Limits::max(),
                        T{0},
                        T{1},
                        static_cast<T>(-1),
                        static_cast<T>(std::int64_t{1} << 31),
                        static_cast<T>(std::int64_t{1} << 32),
                        static_cast<T>(std::int64_t{1} << 62)};
    return values[which % std::size(values)];
  }
}

/// One change: index of the array, kind of change, position, and eight bytes of a value.
struct Change {
  std::uint8_t array, how;
  std::uint16_t place;
  std::uint8_t bytes[8];
};
static_assert(sizeof(Change) == 12);

void change_one(const Change& change, std::vector<Array>& arrays) {
  if (arrays.empty()) return;
  Array& array = arrays[change.array % arrays.size()];
  if (change.how % 16 == 0) {
    arrays.erase(arrays.begin() + change.array % static_cast<std::ptrdiff_t>(arrays.size()));
    return;
  }
  if (change.how % 16 == 1) {
    array.width = change.bytes[0] % 8 + 1u;
    return;
  }
  std::visit(
      [&]<class T>(std::vector<T>& values) {
        if (values.empty()) return;
        T& value = values[change.place % values.size()];
        T raw{};
        std::memcpy(&raw, change.bytes, sizeof raw);
        switch (change.how % 16) {
          case 2: values.pop_back(); break;
          case 3: values.push_back(raw); break;
          case 4:
            values.insert(values.end(),
                          values.end() - static_cast<std::ptrdiff_t>(std::min(values.size(), array.width)),
                          values.end());
            break;
          case 5: values.resize(values.size() - std::min(values.size(), array.width)); break;
          case 6: std::swap(value, values[change.bytes[0] % values.size()]); break;
          case 7:
          case 8:
          case 9: value = special<T>(change.bytes[0]); break;
          case 10:
          case 11: value = static_cast<T>(value + static_cast<T>(static_cast<std::int8_t>(change.bytes[0]))); break;
          case 12:
            if constexpr (std::is_floating_point_v<T>)
              value *= std::ldexp(1.0, static_cast<std::int8_t>(change.bytes[0]));
            break;
          default: value = raw;
        }
      },
      array.values);
}

/// Checks that the arrays of both archives are equal. If rotations are stored, orientations follow from them and may
/// differ by rounding.
void insist_equal(const Archive& taken, const Archive& saved) {
  for (const Array& array : taken.arrays()) {
    if (array.name == "bodies/orientation" && taken.find("bodies/rotation")) continue;
    const Array* other = saved.find(array.name);
    insist(!other || array.values == other->values,
           ("the restored array differs from the archive: " + array.name).c_str());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 + sizeof(Change)) return 0;
  const Good& good = good_state(data[0] % test::k_small_scenes.size());
  std::vector<Array> arrays = good.state.arrays();
  for (std::size_t at = 1; at + sizeof(Change) <= size; at += sizeof(Change)) {
    Change change;
    std::memcpy(&change, data + at, sizeof change);
    change_one(change, arrays);
  }
  Archive state;
  for (Array& array : arrays) state.add(std::move(array));
  try {
    sim::Simulation simulation(good.scene, state);
    insist_equal(state, simulation.save());
    simulation.advance(k_steps);
    simulation.frame();
    if (std::isfinite(simulation.report().ledger.present()))  // otherwise the guard ends the run
      for (const sim::BodyView& body : simulation.bodies())
        for (const double x : body.orientation) insist(std::isfinite(x), "an orientation is not finite");
  } catch (const ArchiveError& error) {
    insist(!error.what.empty(), "an error without a message");
  } catch (const sim::LostBody&) {
  } catch (const sim::Unsolved&) {
  } catch (const step::BadCell&) {}
  return 0;
}
