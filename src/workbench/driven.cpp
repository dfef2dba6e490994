#include "workbench/driven.h"

#include <cmath>
#include <stdexcept>

#include "base/rotation.h"
#include "kernel/contact_kernels.h"
#include "contact/stages.h"
#include "contact/with_law.h"

namespace scree::contact {
namespace {

using law::kinematics::Tracked;

/// Factor between the limits of the model and those of its copy that never slips. A larger factor would disable the
/// rotation of springs, because k_turn_threshold in law/capped_spring.h is relative to the limit.
constexpr double k_limit_factor = 1e3;
/// Relative difference of the loads of the two models above which the contact slips; rounding and that threshold cause
/// smaller differences.
constexpr double k_same_load = 1e-6;

law::Model without_limits(law::Model model) {
  law::each_stage(model, [](auto& choice) {
    law::each_number(choice, [](const law::FieldInfo& field, double& limit) {
      if (field.is_limit())
        limit = k_limit_factor * (limit == 0.0 ? 1.0 : limit);  // a limit of zero also counts as slip
    });
  });
  return model;
}

/// The kernels of one lane, since there is only one contact.
const Kernels& kernels() { return *kernels_named("scalar"); }

void put(ChunkColumn (&column)[3], const Vec3d& v) { column[0][0] = v.x, column[1][0] = v.y, column[2][0] = v.z; }
Vec3d vector(const ChunkColumn (&column)[3]) { return {column[0][0], column[1][0], column[2][0]}; }

bool same(const Vec3d& p, const Vec3d& q) { return norm(p - q) <= k_same_load * norm(q); }

}  // namespace

DrivenContact::DrivenContact(const law::Model& model, const DrivenPair& pair)
    : model_(prepare(model)),
      uncapped_(prepare(without_limits(model))),
      pair_(pair),
      chunk_(std::make_unique<Chunk>()) {
  Chunk& c = *chunk_;
  c.count = 1, c.recorded = true, c.stored = true;
  c.synchronised = c.means = true;  // the mean columns times the time of a step are the given increments
  c.radius[0] = pair_.effective_radius(), c.smaller_radius[0] = std::min(pair_.radius_a, pair_.radius_b);
  c.mass[0] = pair_.effective_mass();
  c.curvature_a[0] = 1.0 / pair_.radius_a, c.curvature_b[0] = 1.0 / pair_.radius_b;
  Tracked::Constants chosen = Tracked::prepare({});
  with_kinematics(model_.kinematics, [&]<class Law>(const typename Law::Constants& constants) {
    if constexpr (std::is_same_v<Law, Tracked>) chosen = constants;
  });
  const auto inverse_inertia = [](double mass, double radius) {
    return std::isinf(mass) ? 0.0 : 2.5 / (mass * radius * radius);
  };
  c.pair_mass[0] = Tracked::of_pair(chosen, 1.0 / pair_.mass_a, 1.0 / pair_.mass_b);
  c.roll_inertia[0] = c.spin_inertia[0] = Tracked::of_pair(chosen, inverse_inertia(pair_.mass_a, pair_.radius_a),
                                                           inverse_inertia(pair_.mass_b, pair_.radius_b));
}

void DrivenContact::put_motion(double overlap, const Steps& s) {
  Chunk& c = *chunk_;
  const double rate = 1.0 / s.time;
  c.nx[0] = normal_.x, c.ny[0] = normal_.y, c.nz[0] = normal_.z, c.overlap[0] = overlap;
  c.step = s.time;
  c.separation[0] = rate * s.separation, c.mean_separation[0] = rate * s.separation_step;
  const Vec3d slide = rate * in_world(s.slide), roll = rate * in_world(s.roll);
  put(c.slide, slide), put(c.mean_slide, slide), put(c.roll, roll), put(c.mean_roll, roll);
  c.spin[0] = c.mean_spin[0] = rate * s.spin;
  put(c.path_a, in_world(s.path_a)), put(c.path_b, in_world(s.path_b));
}

DrivenContact::Response DrivenContact::evaluate(const PreparedModel& model, double* history, double overlap,
                                                const Steps& steps, Reached reached) {
  Chunk& c = *chunk_;
  put_motion(overlap, steps);
  TallyLanes lanes;
  Response response;
  kernels().normal[model.normal.law](model.normal.constants.data(), c, nullptr, 0, lanes);
  response.press = c.force[0];
  // Bodies that separate have no normal force at the end of the step; their springs relax during it (docs/ledger.md).
  if (reached == Reached::apart) c.force[0] = c.magnitude[0] = c.damping[0] = c.elastic[0] = 0.0;
  run_friction(kernels(), model, history, 1, c, lanes);
  response.slide = -in_frame(vector(c.friction));
  if (c.each) {
    response.roll_a = in_frame(cross(normal_, vector(c.roll_torque)));
    response.roll_b = in_frame(cross(normal_, vector(c.roll_counter)));
  } else {
    response.torque = -in_frame(vector(c.roll_torque));
  }
  if (model.spin.law >= 0) response.spin = -c.spin_torque[0];
  const Tally tally = lanes.sum();
  const std::array<const PreparedStage*, 4> stages = {&model.normal, &model.slide, &model.roll, &model.spin};
  for (std::size_t i = 0; i < response.accounts.size(); ++i) {
    response.accounts[i] = {0.0, tally.stored[i], tally.slip_loss[i], tally.viscous_loss[i], Mode::none};
    if (stages[i]->law >= 0 && stages[i]->descriptor->mode)
      response.accounts[i].mode = stages[i]->descriptor->mode(history + stages[i]->history_first);
    response.power[i] = tally.viscous_loss[i] / steps.time;
  }
  return response;
}

void DrivenContact::tilt(const Vec3d& by) {
  const Turn<double> turn = turn_by(in_world(by));
  x_ = rotated(turn, x_), y_ = rotated(turn, y_), normal_ = rotated(turn, normal_);
  // Kinematics `tracked` rotates springs with the bodies; with the others each law turns its own spring.
  bool tracked = false;
  with_kinematics(model_.kinematics,
                  [&]<class L>(const typename L::Constants&) { tracked = std::is_same_v<L, Tracked>; });
  if (!tracked) return;
  for (const PreparedStage* stage : {&model_.slide, &model_.roll, &model_.spin}) {
    if (stage->law < 0) continue;
    for (const int first : stage->descriptor->vectors) {
      double* x = history_.data() + stage->history_first + first;
      const Vec3d v = rotated(turn, {x[0], x[1], x[2]});
      x[0] = v.x, x[1] = v.y, x[2] = v.z;
    }
  }
}

/// At the end of a contact its stored energy becomes slip loss.
void DrivenContact::end_contact() {
  for (const auto account : k_accounts)
    (driven_.*account).slip_loss += (driven_.*account).stored, (driven_.*account).stored = 0.0,
                                                               (driven_.*account).mode = Mode::none;
  driven_.loads = {};
  last_ = {};
  history_ = {};
}

const Driven& DrivenContact::drive_to(const Waypoint& next) {
  if (!(next.time > at_.time))
    throw std::logic_error("the time of a waypoint must be later than that of the previous one");
  const double time = next.time - at_.time, before = std::max(at_.overlap, 0.0), after = std::max(next.overlap, 0.0);
  if (before == 0.0 && after == 0.0) {
    tilt(next.tilt - at_.tilt);
    at_ = next;
    return driven_;
  }
  const Vec3d slide = next.slide - at_.slide, roll = next.roll - at_.roll;
  const double r = pair_.effective_radius();
  const Steps steps{slide,
                    roll,
                    roll - r / pair_.radius_b * slide,
                    roll + r / pair_.radius_a * slide,
                    next.spin - at_.spin,
                    at_.overlap - next.overlap,
                    before - after,
                    time};

  tilt(next.tilt - at_.tilt);
  std::array<double, k_max_history> copy = history_;
  const Reached reached = after > 0.0 ? Reached::touching : Reached::apart;
  const Response uncapped = evaluate(uncapped_, copy.data(), after, steps, reached);
  if (before == 0.0) {  // first touch: the normal stage may have a load at zero overlap, friction has none
    copy = history_;
    last_ = evaluate(model_, copy.data(), 0.0, steps, Reached::apart);
  }
  const Response start = last_, end = evaluate(model_, history_.data(), after, steps, reached);

  const Vec3d angle{-roll.y / r, roll.x / r, steps.spin};  // n x roll / R_eff + spin n
  const auto mean = [](const auto& p, const auto& q) { return 0.5 * (p + q); };
  const std::array<double, 4> work = {
      mean(start.press, end.press) * (after - before), dot(mean(start.slide, end.slide), slide),
      dot(mean(start.torque, end.torque), angle) + dot(mean(start.roll_a, end.roll_a), steps.path_a) / pair_.radius_a +
          dot(mean(start.roll_b, end.roll_b), steps.path_b) / pair_.radius_b,
      mean(start.spin, end.spin) * steps.spin};
  const std::array<bool, 4> sticks = {true, same(end.slide, uncapped.slide), same(end.torque, uncapped.torque),
                                      std::abs(end.spin - uncapped.spin) <= k_same_load * std::abs(uncapped.spin)};
  const std::array<const PreparedStage*, 4> stages = {&model_.normal, &model_.slide, &model_.roll, &model_.spin};
  for (std::size_t i = 0; i < k_accounts.size(); ++i) {
    StageAccount& account = driven_.*k_accounts[i];
    const StageAccount& step = end.accounts[i];
    account.work += work[i], account.slip_loss += step.slip_loss,
        account.viscous_loss += mean(start.power[i], end.power[i]) * time;
    account.stored = step.stored;
    account.mode = i == 0 || stages[i]->law < 0 ? Mode::none
                   : step.mode != Mode::none    ? step.mode
                   : sticks[i]                  ? Mode::stick
                                                : Mode::slip;
  }
  // The torque conjugate to the angle n x roll / R_eff, expressed along the rolling displacement.
  const Vec3d on_roll{end.torque.y, -end.torque.x, 0.0};
  driven_.loads = {end.press,
                   end.slide,
                   on_roll + r / pair_.radius_a * end.roll_a + r / pair_.radius_b * end.roll_b,
                   on_roll + end.roll_a,
                   on_roll + end.roll_b,
                   end.spin + end.torque.z};
  last_ = end;
  if (reached == Reached::apart) end_contact();
  at_ = next;
  return driven_;
}

}  // namespace scree::contact
