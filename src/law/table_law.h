// Any law of the table as a type with the members of a law, in plain doubles: what templates over laws are called with.
#pragma once

#include "law/descriptor.h"

namespace scree::law {

struct TableConstants {
  const Descriptor* law;
  const void* bytes;
};

struct TableNormal {
  using Constants = TableConstants;
  static Pressed<double> respond(const Constants& c, const Touch<double>& touch, const Motion<double>& motion) {
    return c.law->press(c.bytes, touch, motion);
  }
};

/// A slide, roll or spin law whose `respond` returns a Result.
template <class Result>
struct TableLaw {
  using Constants = TableConstants;
  template <class R>
  struct History {
    const Descriptor* law;
    std::array<R, k_most_numbers> numbers{};
    template <class F>
    void each(F f) {
      for (int k = 0; k < law->history_size; ++k) f(numbers[static_cast<std::size_t>(k)]);
    }
    template <class F>
    void vectors(F f) {
      for (const int first : law->vectors) {
        double* x = numbers.data() + first;
        Vec3<R> v{x[0], x[1], x[2]};
        f(v);
        x[0] = v.x, x[1] = v.y, x[2] = v.z;
      }
    }
  };
  static Result respond(const Constants& c, const Touch<double>& touch, const Motion<double>& motion,
                        const Pressed<double>& pressed, History<double>& history) {
    return std::get<Respond<Result>>(c.law->respond)(c.bytes, touch, motion, pressed, history.numbers.data());
  }
  static double stored(const Constants& c, const Touch<double>& touch, const History<double>& history) {
    return c.law->stored(c.bytes, touch, history.numbers.data());
  }
  static SpringState spring(const Constants& c, const History<double>& history) {
    return c.law->spring(c.bytes, history.numbers.data());
  }
  /// none: the history does not say it.
  static Mode mode(const History<double>& history) {
    return history.law->mode ? history.law->mode(history.numbers.data()) : Mode::none;
  }
};

}  // namespace scree::law
