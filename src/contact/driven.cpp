#include "contact/driven.h"

#include <cmath>
#include <stdexcept>

#include "base/rotation.h"
#include "contact/with_law.h"

namespace scree::contact {
namespace {

using law::kinematics::Tracked;

/// Limits of the twin that never slips, over those of the model. Larger ones would switch off the turning of springs (law/capped_spring.h,
/// k_turn_threshold, is a share of the limit).
constexpr double k_out_of_reach = 1e3;
/// Loads of the two that differ by more than this share are not equal by rounding or by that threshold.
constexpr double k_same_load = 1e-6;

law::Model without_limits(law::Model model) {
  law::each_stage(model, [](auto& choice) {
    law::each_number(choice, [](const law::FieldInfo& field, double& limit) {
      if (field.is_limit()) limit = k_out_of_reach * (limit == 0.0 ? 1.0 : limit);  // no friction at all is slip too
    });
  });
  return model;
}

template <class L>
void write_back(const PreparedStage& stage, typename L::template History<double>& history, double* numbers) {
  double* next = numbers + stage.history_first;
  history.each([&](double& x) { *next++ = x; });
}

bool same(const Vec3d& p, const Vec3d& q) { return norm(p - q) <= k_same_load * norm(q); }

}  // namespace

DrivenContact::DrivenContact(const law::Model& model, const DrivenPair& pair) : model_(prepare(model)), uncapped_(prepare(without_limits(model))), pair_(pair) {}

law::Touch<double> DrivenContact::touch_at(double overlap) const {
  law::Touch<double> touch{};
  touch.normal = normal_;
  touch.overlap = overlap;
  touch.radius = pair_.effective_radius();
  touch.smaller_radius = std::min(pair_.radius_a, pair_.radius_b);
  touch.mass = pair_.effective_mass();
  touch.curvature_a = 1.0 / pair_.radius_a, touch.curvature_b = 1.0 / pair_.radius_b;
  Tracked::Constants chosen = Tracked::prepare({});
  with_law(law::Kinematics{}, model_.kinematics, [&]<class Law>(const typename Law::Constants& c) {
    if constexpr (std::is_same_v<Law, Tracked>) chosen = c;
  });
  const auto inverse_inertia = [](double mass, double radius) { return std::isinf(mass) ? 0.0 : 2.5 / (mass * radius * radius); };
  touch.pair_mass = Tracked::of_pair(chosen, 1.0 / pair_.mass_a, 1.0 / pair_.mass_b);
  touch.roll_inertia = touch.spin_inertia = Tracked::of_pair(chosen, inverse_inertia(pair_.mass_a, pair_.radius_a), inverse_inertia(pair_.mass_b, pair_.radius_b));
  return touch;
}

law::Motion<double> DrivenContact::motion_of(const Steps& s) const {
  const double rate = 1.0 / s.time;
  law::Motion<double> m{};
  const Vec3d slide = in_world(s.slide), roll = in_world(s.roll), path_a = in_world(s.path_a), path_b = in_world(s.path_b);
  m.separation = rate * s.separation, m.separation_step = s.separation_step;
  m.slide_rate = rate * slide, m.slide_step = slide;
  m.roll_rate = rate * roll, m.roll_step = roll;
  m.spin_rate = rate * s.spin, m.spin_step = s.spin;
  m.path_rate_a = rate * path_a, m.path_a = path_a;
  m.path_rate_b = rate * path_b, m.path_b = path_b;
  m.step = s.time;
  return m;
}

DrivenContact::Answer DrivenContact::evaluate(const PreparedModel& model, double* history, double overlap, const Steps& steps, Reached reached) const {
  Answer answer;
  const law::Touch<double> touch = touch_at(overlap);
  const law::Motion<double> motion = motion_of(steps);
  StageAccount &press = answer.accounts[0], &slide = answer.accounts[1], &roll = answer.accounts[2], &spin = answer.accounts[3];
  law::Pressed<double> pressed{};
  with_law(law::Normals{}, model.normal, [&]<class L>(const typename L::Constants& c) {
    pressed = L::respond(c, touch, motion);
    answer.press = pressed.force;
    press = {0.0, pressed.stored, 0.0, pressed.dragged, Mode::none};
  });
  // Bodies that part have no pressure any more; their springs let go over the last step (docs/ledger.md).
  if (reached == Reached::apart) pressed = {};
  const auto friction = [&]<class Laws>(Laws, const PreparedStage& stage, StageAccount& account, auto put) {
    with_law(Laws{}, stage, [&]<class L>(const typename L::Constants& c) {
      auto of_law = history_of<L>(stage, history);
      const auto result = L::respond(c, touch, motion, pressed, of_law);
      account = {0.0, result.stored, result.lost, result.dragged, L::mode(of_law)};
      write_back<L>(stage, of_law, history);
      put(result);
    });
  };
  friction(law::Slides{}, model.slide, slide, [&](const auto& r) { answer.slide = -in_frame(r.force); });
  friction(law::Rolls{}, model.roll, roll, [&](const auto& r) {
    if constexpr (requires { r.torque_a; }) {
      answer.roll_a = in_frame(cross(normal_, r.torque_a));
      answer.roll_b = -in_frame(cross(normal_, r.torque_b));
    } else {
      answer.torque = -in_frame(r.torque);
    }
  });
  friction(law::Spins{}, model.spin, spin, [&](const auto& r) { answer.spin = -r.torque; });
  for (std::size_t i = 0; i < answer.power.size(); ++i) answer.power[i] = answer.accounts[i].dragged / steps.time;
  return answer;
}

void DrivenContact::tilt(const Vec3d& by) {
  const Turn<double> turn = turn_by(in_world(by));
  x_ = rotated(turn, x_), y_ = rotated(turn, y_), normal_ = rotated(turn, normal_);
  // Kinematics `tracked` turns springs with the bodies; on the others each law does it by itself.
  bool tracked = false;
  with_law(law::Kinematics{}, model_.kinematics, [&]<class L>(const typename L::Constants&) { tracked = std::is_same_v<L, Tracked>; });
  if (!tracked) return;
  const auto carry = [&]<class Laws>(Laws, const PreparedStage& stage) {
    with_law(Laws{}, stage, [&]<class L>(const typename L::Constants&) {
      auto history = history_of<L>(stage, history_.data());
      history.vectors([&](Vec3d& v) { v = rotated(turn, v); });
      write_back<L>(stage, history, history_.data());
    });
  };
  carry(law::Slides{}, model_.slide), carry(law::Rolls{}, model_.roll), carry(law::Spins{}, model_.spin);
}

/// What the springs of a contact that ended still held is lost.
void DrivenContact::forget() {
  for (const auto account : k_accounts) (driven_.*account).lost += (driven_.*account).stored, (driven_.*account).stored = 0.0, (driven_.*account).mode = Mode::none;
  driven_.loads = {};
  last_ = {};
  history_ = {};
}

const Driven& DrivenContact::drive_to(const Waypoint& next) {
  if (!(next.time > at_.time)) throw std::logic_error("a driven contact goes forwards in time");
  const double time = next.time - at_.time, before = std::max(at_.overlap, 0.0), after = std::max(next.overlap, 0.0);
  if (before == 0.0 && after == 0.0) {
    tilt(next.tilt - at_.tilt);
    at_ = next;
    return driven_;
  }
  const Vec3d slide = next.slide - at_.slide, roll = next.roll - at_.roll;
  const double r = pair_.effective_radius();
  const Steps steps{slide, roll, roll - r / pair_.radius_b * slide, roll + r / pair_.radius_a * slide, next.spin - at_.spin, at_.overlap - next.overlap, before - after, time};

  tilt(next.tilt - at_.tilt);
  std::array<double, k_most_history> copy = history_;
  const Reached reached = after > 0.0 ? Reached::touching : Reached::apart;
  const Answer uncapped = evaluate(uncapped_, copy.data(), after, steps, reached);
  if (before == 0.0) {  // bodies that meet: the normal stage may have a load at once, friction has none yet
    copy = history_;
    last_ = evaluate(model_, copy.data(), 0.0, steps, Reached::apart);
  }
  const Answer start = last_, end = evaluate(model_, history_.data(), after, steps, reached);

  const Vec3d angle{-roll.y / r, roll.x / r, steps.spin};  // n x roll / R_eff + spin n
  const auto mean = [](const auto& p, const auto& q) { return 0.5 * (p + q); };
  const std::array<double, 4> work = {
      mean(start.press, end.press) * (after - before), dot(mean(start.slide, end.slide), slide),
      dot(mean(start.torque, end.torque), angle) + dot(mean(start.roll_a, end.roll_a), steps.path_a) / pair_.radius_a +
          dot(mean(start.roll_b, end.roll_b), steps.path_b) / pair_.radius_b,
      mean(start.spin, end.spin) * steps.spin};
  const std::array<bool, 4> sticks = {true, same(end.slide, uncapped.slide), same(end.torque, uncapped.torque), std::abs(end.spin - uncapped.spin) <= k_same_load * std::abs(uncapped.spin)};
  const std::array<const PreparedStage*, 4> stages = {&model_.normal, &model_.slide, &model_.roll, &model_.spin};
  for (std::size_t i = 0; i < k_accounts.size(); ++i) {
    StageAccount& account = driven_.*k_accounts[i];
    const StageAccount& step = end.accounts[i];
    account.work += work[i], account.lost += step.lost, account.dragged += mean(start.power[i], end.power[i]) * time;
    account.stored = step.stored;
    account.mode = i == 0 || stages[i]->law < 0 ? Mode::none : step.mode != Mode::none ? step.mode : sticks[i] ? Mode::stick : Mode::slip;
  }
  // A torque against the angle n x roll / R_eff, as one against the rolling displacement.
  const Vec3d on_roll{end.torque.y, -end.torque.x, 0.0};
  driven_.loads = {end.press, end.slide, on_roll + r / pair_.radius_a * end.roll_a + r / pair_.radius_b * end.roll_b, on_roll + end.roll_a, on_roll + end.roll_b,
                   end.spin + end.torque.z};
  last_ = end;
  if (reached == Reached::apart) forget();
  at_ = next;
  return driven_;
}

}  // namespace scree::contact
