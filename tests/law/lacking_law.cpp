// A slide law that lacks one member of the contract, by the macro LACKS: it must not compile, and the compiler must say
// why. Without the macro it compiles, so that the test cannot pass for another reason. (tests/CMakeLists.txt)
#include "law/capped_spring.h"
#include "law/requirements.h"

namespace scree::law {

struct Lacking {
  static constexpr std::string_view name = "lacking", source = "a test";
  struct Params {
    double stiffness = k_unset;
  };
  static constexpr std::array<Field<Params>, 1> fields = {
      {{.name = "stiffness", .member = &Params::stiffness, .unit = "N/m", .description = "spring constant"}}};
  struct Constants {
    double stiffness;
  };
  static Constants prepare(const Params& p) { return {p.stiffness}; }
#define SCREE_EQUATION 1
#define SCREE_PRESET 2
#define SCREE_SIZE 3
#define SCREE_SWAP_ROLES 4
#define SCREE_STORED 5
#define SCREE_SPRING 6
#define SCREE_LINEAR 7
#define SCREE_RESPOND 8
#define SCREE_MODE 9
#if LACKS != SCREE_EQUATION
  static constexpr std::string_view equation = "F = -stiffness s";
#endif
#if LACKS != SCREE_PRESET
  static Params preset(const GrainContact& g) { return {.stiffness = g.slide_stiffness}; }
#endif
  template <class R>
  struct History {
#if LACKS != SCREE_SIZE
    static constexpr int size = 3;
#endif
    Vec3<R> bend{};
    template <class F>
    void each(F f) {
      f(bend.x), f(bend.y), f(bend.z);
    }
    template <class F>
    void vectors(F f) {
      f(bend);
    }
#if LACKS != SCREE_SWAP_ROLES
    void swap_roles() { bend = -bend; }
#endif
  };
  template <class R>
#if LACKS != SCREE_RESPOND
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>&, const Motion<R>&, const NormalLoad<R>&,
                              History<R>& history) {
    return {R(-c.stiffness) * history.bend, R(0.0), R(0.0), R(0.0)};
  }
#else
  static SpinLoad<R> respond(const Constants& c, const ContactGeometry<R>&, const Motion<R>&, const NormalLoad<R>&,
                             History<R>& history) {
    return {R(-c.stiffness) * history.bend.x, R(0.0), R(0.0), R(0.0)};
  }
#endif
#if LACKS != SCREE_STORED
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.bend);
  }
#endif
#if LACKS != SCREE_SPRING
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.bend}; }
#endif
#if LACKS != SCREE_MODE
  template <class R>
  static R mode(const History<R>& history) {
    return history.bend.x;
  }
#else
  static Mode mode(const History<double>&) { return Mode::slip; }
#endif
#if LACKS != SCREE_LINEAR
  static Linear linear(const Constants& c, const ContactGeometry<double>&, const NormalLoad<double>&) {
    return {c.stiffness, 0.0};
  }
#endif
};
static_assert(require_slide<Lacking>());

}  // namespace scree::law
