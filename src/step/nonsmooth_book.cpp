// The energy ledger of a nonsmooth step (docs/ledger.md).
//
// The kinetic energy of a step changes exactly by impulse x mean of the velocities before and after the step. Contacts
// therefore dissipate minus that amount, divided among the stages; joints, motors and brakes supply it; drag removes it
// likewise. Gravity and near-field forces do work by the velocity at the end instead of the mean, and the Magnus force
// is perpendicular to the velocity before the step: these terms leave a residual of first order.
#include <utility>

#include "step/nonsmooth.h"
#include "step/rigid_bodies.h"

namespace scree::step {

using solve::Twist;

void Nonsmooth::book(const state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
                     const std::vector<Twist>& before, const std::vector<Twist>& after) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const Twist &g = impulses.contacts[i], u0 = relative(c, before), u1 = relative(c, after);
    const Vec3d slip = 0.5 * (u0.linear + u1.linear), turn = 0.5 * (u0.angular + u1.angular);
    const double g_n = dot(g.linear, c.normal), t_n = dot(g.angular, c.normal), u_n = dot(slip, c.normal),
                 w_n = dot(turn, c.normal);
    accounts_.dissipated.normal -= g_n * u_n;
    accounts_.dissipated.slide -= dot(g.linear, slip) - g_n * u_n;
    accounts_.dissipated.spin -= t_n * w_n;
    accounts_.dissipated.roll -= dot(g.angular, turn) - t_n * w_n;
  }
  if (fields_.any())
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      accounts_.drag -=
          settings_.step * dot(fields_.drag_force(before[i].linear), 0.5 * (before[i].linear + after[i].linear));
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const solve::Row& r = problem.rows[i];
    const auto velocity = [&](const std::vector<Twist>& v) {
      return dot(r.linear, v[r.a].linear - v[r.b].linear) + dot(r.angular_a, v[r.a].angular) +
             dot(r.angular_b, v[r.b].angular);
    };
    const double g = impulses.rows[i];
    accounts_.drives += g * 0.5 * (velocity(before) + velocity(after));
    for (const auto& [body, load] :
         {std::pair{r.a, Twist{g * r.linear, g * r.angular_a}}, std::pair{r.b, Twist{-g * r.linear, g * r.angular_b}}})
      if (body < world.bodies.size()) accounts_.drives -= work_on_locked(world.bodies.lines[body], load);
  }
}

}  // namespace scree::step
