// Spheres and ellipsoids on boxes in the engine: a large held box is a plane; edges and corners; momentum, rotation of
// the whole scene, energy.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/critical.h"
#include "support/fang_negrut.h"

namespace scree {
namespace {

sim::OneSolid box(const Vec3d& position, const Vec3d& half, const std::array<double, 4>& orientation = {1, 0, 0, 0}) {
  sim::OneSolid solid;
  solid.kind = shape::BodyShape::box, solid.position = position, solid.half = half, solid.orientation = orientation;
  return solid;
}
sim::OneSolid held(sim::OneSolid solid) {
  solid.traits.locks = sim::k_lock_all;
  return solid;
}
sim::OneSolid ellipsoid(const Vec3d& position, const Vec3d& half) {
  sim::OneSolid solid;
  solid.position = position, solid.half = half, solid.orientation = {0.5, 0.5, -0.1, 0.7};
  const double size = std::sqrt(0.5 * 0.5 + 0.5 * 0.5 + 0.1 * 0.1 + 0.7 * 0.7);
  for (double& q : solid.orientation) q /= size;
  return solid;
}

enum class Base { plane, box_last, box_first };  // by id; the order must not matter
enum class MovingBody { sphere, ellipsoid };

/// One body that slides, rolls and spins on a floor; the floor is the plane z = 0 or the top of a held box.
sim::Scene ride(Base base, MovingBody moving_body, const law::Model& model) {
  sim::Scene scene = test::scene_with(model, 1e-5);
  scene.gravity = {0.8, 0.3, -9.81};
  const auto slab = held(box({0.05, -0.02, -0.25}, {1.5, 1.2, 0.25}));
  if (base == Base::plane) scene.planes.push_back(test::floor_plane());
  if (base == Base::box_first) scene.solids.push_back(slab);
  sim::BodyTraits traits;
  traits.velocity = {0.4, 0.1, -0.05}, traits.spin = {5, 8, 20};
  if (moving_body == MovingBody::ellipsoid) {
    auto body = ellipsoid({0, 0, 0.02}, {0.02, 0.012, 0.008});
    body.traits = traits;
    scene.solids.push_back(body);
  } else if (base == Base::box_first) {  // spheres by name come before solids; those of a lattice come after them
    sim::LatticeFill one;
    one.spacing = 1, one.radius = 0.01, one.region = {{0, 0, 0.0101}, {0, 0, 0.0101}}, one.traits = traits;
    scene.lattices.push_back(one);
  } else {
    scene.spheres.push_back(test::sphere({0, 0, 0.0101}, 0.01, traits.velocity, traits.spin));
  }
  if (base == Base::box_last) scene.solids.push_back(slab);
  return scene;
}
sim::BodyView moving_body_of(const sim::Simulation& run) {
  for (const auto& b : run.bodies())
    if (b.locks == 0) return b;
  return {};
}

enum class Laws { rate, fang_negrut, fang_negrut_on_a_patch };
law::Model model_of(Laws laws) {
  if (laws == Laws::rate) return test::all_stages({.stiffness = 1e5});
  law::Model model = test::fang_negrut({});
  if (laws == Laws::fang_negrut) return model;
  model.normal = law::normal::Hertz::Params{.effective_modulus = 1e7, .viscoelastic = 3e5};
  model.spin = law::spin::FangNegrut::Params{
      .effective_modulus = 1e7, .slide_stiffness = 1e5, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
  return model;
}

class LargeHeldBox : public ::testing::TestWithParam<std::tuple<MovingBody, Laws>> {};
// Positions against a centre a quarter of a metre away are rounded at some 1e-17 m in each step, and a stiff contact (k
// / m = 2e7 / s^2) makes of it some 1e-12 m/s and 1e-10 rad/s. (Some thousand steps later a spring of the ellipsoid
// trips one step earlier in one of the runs, and rounding is no longer all they differ by.)
constexpr int k_steps = 15000;
// Two decades above the estimate of each step, for the errors of 15000 of them.
constexpr double k_position = 1e-10, k_velocity = 1e-9, k_spin = 1e-7;  // [m], [m/s], [rad/s]
constexpr double k_spring = 1e-5;        // of a stretch of some 1e-7 m, or its load: a difference of paths of 1e-12 m
constexpr double k_normal_force = 1e-6;  // of an overlap of 4e-7 m: 4e-13 m
TEST_P(LargeHeldBox, supports_a_body_as_a_plane_does) {
  const auto [moving_body, laws] = GetParam();
  const law::Model model = model_of(laws);  // with `rate`, too, the force of a sphere on a plane acts at its surface
  sim::Simulation on_plane(ride(Base::plane, moving_body, model));
  on_plane.advance(k_steps);
  const auto expected = moving_body_of(on_plane);
  const auto expected_frame = on_plane.frame();
  ASSERT_GT(norm(expected.position - Vec3d{0, 0, 0.0101}), 0.03) << "it has not moved";
  if (moving_body == MovingBody::sphere) {
    ASSERT_EQ(expected_frame.contacts.size(), 1u);
    ASSERT_EQ(expected_frame.contacts[0].slide, sim::Mode::stick) << "it does not roll";
  }
  for (const Base base : {Base::box_last, Base::box_first}) {
    sim::Simulation on_box(ride(base, moving_body, model));
    on_box.advance(k_steps);
    const auto found = moving_body_of(on_box);
    EXPECT_LT(norm(found.position - expected.position), k_position);
    EXPECT_LT(norm(found.velocity - expected.velocity), k_velocity);
    EXPECT_LT(norm(found.spin - expected.spin), k_spin);
    // The springs store the path that has not slipped; the absolute terms are the position error times the stiffness.
    const auto frame = on_box.frame();
    ASSERT_EQ(frame.contacts.size(), expected_frame.contacts.size());
    for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
      const auto &p = frame.contacts[i], &q = expected_frame.contacts[i];
      EXPECT_LT(norm(p.stretch - q.stretch), k_spring * norm(q.stretch) + 1e-14);
      EXPECT_LT(norm(p.friction - q.friction), k_spring * norm(q.friction) + 1e-10);
      EXPECT_NEAR(p.normal_force, q.normal_force, k_normal_force * std::abs(q.normal_force) + 1e-10);
      EXPECT_NEAR(std::abs(p.spin_angle), std::abs(q.spin_angle), k_normal_force * std::abs(q.spin_angle) + 1e-12);
      EXPECT_LT(norm(p.roll_stretch - q.roll_stretch), k_spring * norm(q.roll_stretch) + 1e-12);
      EXPECT_EQ(p.slide, q.slide);
      EXPECT_EQ(p.roll, q.roll);
    }
    // [J]: loads of about 0.04 N times k_velocity, for 0.15 s, are below 1e-11
    EXPECT_LT(std::abs(on_box.report().ledger.residual() - on_plane.report().ledger.residual()), 1e-9);
  }
}
std::string name_of(const ::testing::TestParamInfo<std::tuple<MovingBody, Laws>>& of) {
  constexpr const char* words[] = {"_rate", "_fang_negrut", "_fang_negrut_on_a_patch"};
  return std::string(std::get<0>(of.param) == MovingBody::sphere ? "sphere" : "ellipsoid") +
         words[static_cast<int>(std::get<1>(of.param))];
}
INSTANTIATE_TEST_SUITE_P(With, LargeHeldBox,
                         ::testing::Combine(::testing::Values(MovingBody::sphere, MovingBody::ellipsoid),
                                            ::testing::Values(Laws::rate, Laws::fang_negrut,
                                                              Laws::fang_negrut_on_a_patch)),
                         name_of);

TEST(BoxAsAPlane, has_the_critical_step_of_a_plane) {
  for (const Laws laws : {Laws::rate, Laws::fang_negrut, Laws::fang_negrut_on_a_patch}) {
    sim::Scene on_plane = test::scene_with(model_of(laws), 1e-5);
    on_plane.materials.push_back({"stone", 2000});
    on_plane.contacts = {{0, 1, model_of(laws)}};
    on_plane.spheres.push_back(test::sphere({0, 0, 1}, 0.01));
    sim::Scene on_box = on_plane;
    on_plane.planes.push_back(test::floor_plane()), on_plane.planes[0].material = 1;
    on_box.solids.push_back(held(box({}, {1, 1, 0.1}))), on_box.solids[0].traits.material = 1;
    const auto p = sim::critical_steps(on_plane), q = sim::critical_steps(on_box);
    ASSERT_GE(p.size(), 4u);
    ASSERT_EQ(p.size(), q.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_EQ(p[i].stage, q[i].stage);
      EXPECT_NEAR(p[i].step, q[i].step, 1e-12 * p[i].step);  // the same formula; the order of operations differs
    }
  }
}

// The centre comes along the line through the nearest point of the box, so an elastic push sends it back on it; how
// fast it is then is kept to the order (w dt)^2 of the stepper, its direction to rounding.
TEST(SphereOnBox, bounces_off_a_face_an_edge_and_a_corner_along_their_normals) {
  const Vec3d half{0.03, 0.02, 0.01};
  struct Case {
    Vec3d foot, normal;
  };
  for (const Case& c : {Case{{0.01, 0.005, 0.01}, {0, 0, 1}}, Case{{0.03, 0.005, 0.01}, {0.6, 0, 0.8}},
                        Case{{0.03, 0.02, 0.01}, {1 / 3.0, 2 / 3.0, 2 / 3.0}}})
    for (const bool turned : {false, true}) {
      sim::Scene scene = test::scene_with(test::frictionless(1e5), 1e-6);
      const std::array<double, 4> q =
          turned ? std::array<double, 4>{0.8, 0.36, 0.48, 0} : std::array<double, 4>{1, 0, 0, 0};
      const auto axes = shape::body_axes(q[0], q[1], q[2], q[3]);
      const auto world = [&](const Vec3d& v) { return v.x * axes.axis[0] + v.y * axes.axis[1] + v.z * axes.axis[2]; };
      const Vec3d n = world(c.normal), at{1, 2, 3};
      scene.solids.push_back(held(box(at, half, q)));
      scene.spheres.push_back(test::sphere(at + world(c.foot) + 0.0105 * n, 0.01, -1.0 * n));
      sim::Simulation run(scene);
      EXPECT_EQ(run.contact_count(), 0);
      run.advance(2000);
      EXPECT_EQ(run.contact_count(), 0);
      const auto ball = run.bodies()[0];
      EXPECT_LT(norm(ball.velocity - n), 1e-4) << turned;  // (w dt)^2 = k / m dt^2 = 2.4e-5
      EXPECT_LT(norm(ball.velocity - dot(ball.velocity, n) * n), 1e-10)
          << turned;                     // places of 3 m round by 4e-16 m: over R = 1 cm the normal by 4e-14
      EXPECT_LT(norm(ball.spin), 1e-9);  // [rad/s]: no friction; the torque of a rounded normal, over 2/5 R
    }
}

/// A free brick, a ball and an ellipsoid that meet in the air.
sim::Scene contact_of_pair(const law::Model& model, const std::array<double, 4>& turn) {
  const auto axes = shape::body_axes(turn[0], turn[1], turn[2], turn[3]);
  const auto turned = [&](const Vec3d& v) { return v.x * axes.axis[0] + v.y * axes.axis[1] + v.z * axes.axis[2]; };
  const auto times = [&](const std::array<double, 4>& q) -> std::array<double, 4> {
    const Vec3d u{turn[1], turn[2], turn[3]}, v{q[1], q[2], q[3]}, w = turn[0] * v + q[0] * u + cross(u, v);
    return {turn[0] * q[0] - dot(u, v), w.x, w.y, w.z};
  };
  sim::Scene scene = test::scene_with(model, 1e-6);
  auto brick = box({0, 0, 0}, {0.02, 0.015, 0.01}, times({0.8, 0.36, 0.48, 0}));
  brick.traits.spin = turned({3, 10, -5});
  auto pebble = ellipsoid(turned({0.005, -0.04, 0.004}), {0.014, 0.01, 0.007});
  pebble.orientation = times(pebble.orientation);
  pebble.traits.velocity = turned({0, 3, 0}), pebble.traits.spin = turned({40, 0, 7});
  scene.solids = {pebble, brick};
  scene.spheres.push_back(test::sphere(turned({0.004, 0.003, 0.04}), 0.01, turned({0, 0, -3}), turned({10, 20, 30})));
  return scene;
}
struct Motion {
  Vec3d momentum, angular;
};
Motion motion_of(const sim::Simulation& run) {
  Motion m;
  const auto& bodies = run.world().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& line = bodies.lines[i];
    const Vec3d p = bodies.mass[i] * line.velocity();
    m.momentum += p,
        m.angular += cross(line.position(), p) +
                     state::times_inertia(bodies.shapes[i], state::axes_of(bodies.orientations[i]), line.spin());
  }
  return m;
}

TEST(FreeBox, keeps_momentum_and_angular_momentum_with_what_hits_it) {
  sim::Simulation run(contact_of_pair(test::frictionless(1e5, 0.6), {1, 0, 0, 0}));
  const Motion before = motion_of(run);
  const double turning = norm(before.angular);
  int touched = 0;
  for (int i = 0; i < 150; ++i) run.advance(100), touched = std::max(touched, static_cast<int>(run.contact_count()));
  const Motion after = motion_of(run);
  EXPECT_GE(touched, 1);
  const auto bodies = run.bodies();
  EXPECT_GT(norm(bodies[0].velocity - Vec3d{0, 0, -3}), 0.1) << "the ball missed";
  EXPECT_GT(norm(bodies[1].velocity - Vec3d{0, 3, 0}), 0.1) << "the ellipsoid missed";
  // opposite forces; 15000 steps of rounding
  EXPECT_LT(norm(after.momentum - before.momentum), 1e-13 * bodies[2].mass * 3);
  // C_a and C_b lie on one normal to the residual of the search
  EXPECT_LT(norm(after.angular - before.angular), 1e-9 * turning);
}

// A ball rests on a box that turns about the vertical under it: in a step the point of the box below goes by w x arm.
TEST(FreeBox, slips_at_the_point_that_moves_with_its_spin) {
  const double step = 1e-5, w = 3.0, arm = 0.012;
  law::Model model = test::frictionless(1e5);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1e4, .coefficient = 1e3, .damping = 0.0};
  sim::Scene scene = test::scene_with(model, step);
  scene.stepper = sim::StepperKind::symplectic_euler;
  auto turntable = box({0, 0, 0}, {0.02, 0.02, 0.01}, {1, 0, 0, 0});
  turntable.traits.spin = {0, 0, w}, turntable.traits.mass = 1e24, turntable.moments = {1e24, 1e24, 1e24};
  auto ball = test::sphere({arm, 0, 0.0198}, 0.01);
  ball.traits.mass = ball.traits.inertia = 1e24;
  scene.solids.push_back(turntable), scene.spheres.push_back(ball);
  sim::Simulation run(scene);
  run.advance(1);
  const Vec3d expected{0, -step * w * arm, 0};
  // The position of the contact, 1 cm, rounds by 1e-18 m, and the stretch is 4e-7 m; 1e-9 leaves room for the search.
  EXPECT_LT(norm(run.frame().contacts.at(0).stretch - expected), 1e-9 * norm(expected));
}

// The result depends on the orientation of the scene by rounding only.
TEST(FreeBox, moves_the_same_when_the_whole_scene_is_turned) {
  for (const bool tracked : {false, true}) {
    const law::Model model = model_of(tracked ? Laws::fang_negrut : Laws::rate);
    const std::array<double, 4> turn{0.1, 0.7, -0.5, 0.5};  // of length 1
    const auto axes = shape::body_axes(turn[0], turn[1], turn[2], turn[3]);
    sim::Simulation straight(contact_of_pair(model, {1, 0, 0, 0})), turned(contact_of_pair(model, turn));
    straight.advance(12000), turned.advance(12000);
    const auto p = straight.bodies(), q = turned.bodies();
    EXPECT_GT(norm(p[0].velocity - Vec3d{0, 0, -3}), 0.1);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto to = [&](const Vec3d& v) { return v.x * axes.axis[0] + v.y * axes.axis[1] + v.z * axes.axis[2]; };
      // A load that differs by 1e-13 (the residual of the search) is amplified by the collisions of 12000 steps.
      EXPECT_LT(norm(to(p[i].velocity) - q[i].velocity), 1e-9) << i << " " << tracked;
      EXPECT_LT(norm(to(p[i].spin) - q[i].spin), 1e-7) << i << " " << tracked;
    }
  }
}

// At rest on three held balls, a box presses on them with its weight, and by the moments with a third each.
TEST(FreeBox, rests_on_three_balls_with_a_third_of_its_weight_each) {
  law::Model model = test::frictionless(1e5, 0.3);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 5e4, .coefficient = 0.5, .damping = 1.0};
  sim::Scene scene = test::scene_with(model, 1e-5);
  scene.gravity = {0, 0, -9.81};
  for (int i = 0; i < 3; ++i) {
    const double angle = 2 * M_PI / 3 * i;
    auto ball = test::sphere({0.03 * std::cos(angle), 0.03 * std::sin(angle), 0}, 0.01);
    ball.traits.locks = sim::k_lock_all;
    scene.spheres.push_back(ball);
  }
  scene.solids.push_back(box({0, 0, 0.02}, {0.05, 0.05, 0.01}));
  sim::Simulation run(scene);
  test::run_to(run, 0.5);
  const auto frame = run.frame();
  ASSERT_EQ(frame.contacts.size(), 3u);
  const double weight = frame.bodies[3].mass * 9.81;
  for (const auto& c : frame.contacts) EXPECT_NEAR(c.normal_force, weight / 3, 1e-6 * weight);  // damped for 0.5 s
  // [m/s]: damped for 0.5 s; rounding of the weight of 2 N leaves 1e-17
  EXPECT_LT(norm(frame.bodies[3].velocity), 1e-9);
}

TEST(BoxAmongBodies, ledger_of_a_pour_over_it_closes) {
  for (const bool tracked : {false, true})
    for (const bool fixed : {false, true}) {
      const law::Model model =
          tracked ? test::fang_negrut({.stiffness = 2e4}) : test::all_stages({.stiffness = 2e4, .radius = 0.008});
      sim::Scene scene = test::scene_with(model, 2e-6);
      scene.gravity = {0, 0, -9.81};
      test::add_container(scene, {{0, 0, 0}, {0.1, 0.1, 1}});
      auto block = box({0.05, 0.05, 0.03}, {0.02, 0.02, 0.015}, {0.8, 0.36, 0.48, 0});
      scene.solids.push_back(fixed ? held(block) : block);
      sim::RandomFill fill{{{0, 0, 0.06}, {0.1, 0.1, 0.2}}, 30, {0.012, 0.012}, 5, {}, {0.012, 0.008, 0.006}};
      fill.traits.velocity = {0.1, 0.2, -1}, fill.traits.spin = {20, 30, 40};
      scene.randoms.push_back(fill);
      fill.semi_axes = {}, fill.seed = 6, fill.radii = {0.006, 0.009};
      scene.randoms.push_back(fill);
      sim::Simulation run(scene);
      test::run_to(run, 0.1);
      const auto l = run.report().ledger;
      int on_box = 0;
      for (const auto& c : run.frame().contacts) on_box += c.plane < 0 && (c.a == 1 || c.b == 1);
      EXPECT_GT(on_box, 0);
      EXPECT_GT(l.dissipated.slide, 0.0);
      EXPECT_LT(std::abs(l.residual()),
                5e-3 * l.turnover)  // first-order booking in steps of about 1/200 of a collision
          << tracked << fixed << ", arm mismatch " << l.arm_mismatch / l.turnover;
    }
}

// Bodies that are placed at random keep out of a box, but not out of the sphere around it.
TEST(BoxAmongBodies, leaves_the_space_beside_it_to_other_bodies) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-5);
  scene.solids.push_back(held(box({0, 0, 0}, {0.2, 0.2, 0.005})));
  scene.randoms.push_back({{{-0.1, -0.1, -0.03}, {0.1, 0.1, 0.03}}, 300, {0.004, 0.004}, 1, {}});
  const sim::Simulation run(scene);
  for (const auto& b : run.bodies())
    if (b.id > 1) {
      ASSERT_GE(std::abs(b.position.z), 0.009);
    }
  EXPECT_EQ(run.body_count(), 301);
}

}  // namespace
}  // namespace scree
