// The nonsmooth stepper on several bodies, boxes, round containers, brakes, and two coefficients of friction.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "support/contact_problems.h"
#include "support/rigid_scene.h"

namespace scree {
namespace {

constexpr double k_g = 9.8;

// Steps are solved to 1e-12 m/s (test::head) unless a test says otherwise; a velocity that is not determined by one
// contact alone errs by more, through the inverse masses and arms of its neighbours. The constants below allow for a
// factor of ten to a thousand, as given there.
constexpr double k_at_rest = 1e-10;   // [m/s]: ten contacts one above the other, whose errors add up, x 10
constexpr double k_load = 1e-8;       // [N]: the same times m / h = 100 kg/s
constexpr double k_momentum = 1e-12;  // of the momentum: impulses are opposite to rounding; 250 steps x 50 contacts
constexpr double k_torque = 1e-9;     // of the torque: solver's 1e-12 m/s over a change of R w of 1e-3 m/s or more
constexpr double k_height = 1e-11;    // [m]: h x 1e-12 m/s each step, 400 steps: 4e-13, at four corners
constexpr double k_opening = 1e-10;   // [m]: k_height, and the difference of velocities of four corners
constexpr double k_tilt = 1e-9;       // of the quaternion: k_opening over the half size of 0.1 m
constexpr double k_distance = 1e-9;   // [m]: a sum of 400 displacements with the errors of the velocity
// [m/s^2], [N]: the tolerance over 0.1 s is 1e-11; not derived further: static and kinetic friction iterate on the load
constexpr double k_acceleration = 1e-6;

TEST(Nonsmooth, eight_scenes_step_as_an_independent_reference_does) {
  // Columns: case,h,g,mu,rho,sigma,margin,body,m,R,J,x,y,z,vx,vy,vz,wx,wy,wz,vx1,...,wz1,ncontacts,solver_diff
  std::map<int, std::vector<std::vector<double>>> cases;
  for (auto& row : test::numbers_of_csv(SCREE_TEST_DATA "/tasora/tasora_step.csv"))
    cases[static_cast<int>(row[0])].push_back(row);
  ASSERT_EQ(cases.size(), 8u);
  const auto vector = [](const double* x) { return Vec3d{x[0], x[1], x[2]}; };
  // Smallest gap of two bodies after the step. The reference lists pairs that are within 5 mm at its beginning; in one
  // scene a body comes from farther away, at 3.5 m/s, and its velocities let it pass into another one. The engine must
  // see that pair.
  const auto smallest_gap = [&](const std::vector<std::vector<double>>& rows, const std::vector<Vec3d>& velocities) {
    double smallest = 1.0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3d apart = vector(&rows[i][11]) - vector(&rows[j][11]);
        smallest = std::min(smallest, norm(apart) - rows[i][9] - rows[j][9] +
                                          rows[i][1] / norm(apart) * dot(velocities[i] - velocities[j], apart));
      }
    return smallest;
  };
  int missed = 0;
  for (const auto& [number, rows] : cases) {
    const auto& first = rows[0];
    std::vector<Vec3d> reference;
    for (const auto& r : rows) reference.push_back(vector(&r[20]));
    const bool passes_through = smallest_gap(rows, reference) < -1e-4;
    missed += passes_through;
    for (const char* solver : {"newton", "apgd"}) {
      std::string text = test::head({.step = first[1],
                                     .mu = first[3],
                                     .rho = first[4],
                                     .sigma = first[5],
                                     .gravity = {0, 0, -first[2]},
                                     .tolerance = solver[0] == 'n' ? 1e-11 : 1e-9,
                                     .solver = solver,
                                     // the reference's margin: which open pairs are in the problem changes its answer,
                                     // by their A_r
                                     .envelope = 0.2});
      for (const auto& r : rows)
        text += test::ball_text({.position = vector(&r[11]),
                                 .velocity = vector(&r[14]),
                                 .spin = vector(&r[17]),
                                 .radius = r[9],
                                 .mass = r[8],
                                 .inertia = r[10]});
      sim::Simulation run = test::started(text);
      run.advance(1);
      EXPECT_TRUE(run.report().solver->reached) << number << " " << solver;
      const auto bodies = run.bodies();
      std::vector<Vec3d> ours;
      for (const auto& b : bodies) ours.push_back(b.velocity);
      EXPECT_GT(smallest_gap(rows, ours), -1e-7)  // [m]: h x the error of velocities, with room
          << number << " " << solver;
      if (passes_through) continue;
      // [m/s]: Newton's method is solved to 1e-11, APGD to 1e-9; the problem is stiff, so that the error of velocities
      // is up to a hundred and a thousand times the residual
      const double close = solver[0] == 'n' ? 1e-9 : 1e-6;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_LE(norm(bodies[i].velocity - vector(&rows[i][20])), close) << number << " " << i << " " << solver;
        EXPECT_LE(bodies[i].radius * norm(bodies[i].spin - vector(&rows[i][23])), close)
            << number << " " << i << " " << solver;
      }
    }
  }
  EXPECT_EQ(missed, 1);
}

TEST(Nonsmooth, reports_on_both_bodies_the_torque_that_turns_them) {
  const double h = 1e-3;
  sim::Simulation run =
      test::started(test::head({.step = h, .mu = 0.3, .rho = 0.002, .sigma = 0.002, .gravity = {}, .floor = false}) +
                    test::ball_text({.position = {0, 0, 0.1}, .velocity = {0.5, 0.2, -1}, .spin = {20, -30, 50}}) +
                    test::ball_text({.position = {0, 0, -0.2}, .spin = {5, 10, -20}, .radius = 0.2, .mass = 3.0}));
  const auto before = run.bodies();
  run.advance(1);
  const auto after = run.bodies();
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3d turned = before[i].inertia / h * (after[i].spin - before[i].spin);
    ASSERT_GT(norm(turned), 0.0);
    EXPECT_LT(norm(after[i].torque - turned), k_torque * norm(turned)) << i;
  }
}

TEST(Nonsmooth, a_stack_of_ten_presses_with_the_weight_above_each_contact) {
  for (const double rho : {0.0, 0.01}) {
    std::string text = test::head({.step = 0.01, .mu = 0.5, .rho = rho, .sigma = rho});
    for (int i = 0; i < 10; ++i) text += test::ball_text({.position = {0, 0, 0.1 + 0.2 * i}});
    sim::Simulation run = test::started(text);
    run.advance(3);
    const sim::Frame frame = run.frame();
    ASSERT_EQ(frame.contacts.size(), 10u);
    for (const auto& c : frame.contacts) {
      // bodies that rest on this contact
      const auto above = static_cast<double>(c.plane >= 0 ? 10 : 11 - std::max(c.a, c.b));
      EXPECT_NEAR(c.normal_force, above * k_g, k_load) << c.a << " " << c.b;
    }
    for (const auto& b : frame.bodies) EXPECT_LT(norm(b.velocity), k_at_rest);
  }
}

TEST(Nonsmooth, a_cluster_that_is_hit_keeps_its_momentum) {
  for (const double mu : {0.0, 0.6}) {
    std::string text = test::head({.step = 2e-3,
                                   .mu = mu,
                                   .rho = 0.01 * mu,
                                   .sigma = 0.01 * mu,
                                   .gravity = {},
                                   .tolerance = 1e-9,
                                   .floor = false}) +
                       R"(
[[lattice]]
kind = "face-centred"
low = [0, 0, 0]
high = ["0.45 m", "0.45 m", "0.45 m"]
spacing = "0.2 m"
radius = "0.1 m"
material = "stone"
)" + test::ball_text({.position = {-0.5, 0.17, 0.21}, .velocity = {5, 0.3, 0}, .spin = {0, 3, 10}, .mass = 8.0});
    sim::Simulation run = test::started(text);
    const auto sums = [&] {
      std::pair<Vec3d, Vec3d> total{};
      for (const auto& b : run.bodies()) {
        total.first += b.mass * b.velocity;
        total.second += b.mass * cross(b.position, b.velocity) + b.inertia * b.spin;
      }
      return total;
    };
    const auto [p, l] = sums();
    std::int64_t largest = 0;
    for (int i = 0; i < 250; ++i) run.advance(1), largest = std::max(largest, run.contact_count());
    const auto [q, m] = sums();
    EXPECT_GT(largest, 10);
    EXPECT_LT(norm(q - p), k_momentum * norm(p));
    // Each impulse acts on the surfaces of its two bodies, which are a gap apart: friction exerts a torque of gap x
    // impulse, up to 1 % of the momentum here.
    if (mu == 0.0)
      EXPECT_LT(norm(m - l), k_momentum * norm(p));
    else
      EXPECT_LT(norm(m - l), 0.01 * norm(p));
  }
}

TEST(Nonsmooth, a_free_top_precesses_by_l_over_i_with_an_error_of_first_order) {
  // Inertia (1, 1, 1.8), tilted: its axis precesses about the angular momentum at L / I_1.
  const auto error = [](double h) {
    sim::Simulation run = test::started(test::head({.step = h, .gravity = {}, .floor = false}) + R"(
[[ellipsoid]]
position = [0, 0, 0]
axes = ["0.1 m", "0.1 m", "0.05 m"]
mass = "1 kg"
inertia = ["1 kg m^2", "1 kg m^2", "1.8 kg m^2"]
spin = ["1 rad/s", 0, "2 rad/s"]
material = "stone"
)");
    const Vec3d l{1.0, 0.0, 3.6};
    const double time = 2.0;
    run.advance(std::llround(time / h));
    const state::Orientation& q = test::only_body(run).orientation;  // w, x, y, z
    const Vec3d axis{2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                     1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    // Rodrigues: z turned about l by |l| t / I_1.
    const Vec3d n = (1.0 / norm(l)) * l, z{0, 0, 1};
    const double a = norm(l) * time;
    const Vec3d expected = std::cos(a) * z + std::sin(a) * cross(n, z) + ((1 - std::cos(a)) * dot(n, z)) * n;
    return norm(axis - expected);
  };
  const double coarse = error(2e-3), fine = error(1e-3);
  EXPECT_LT(fine, 5e-3);  // first order: half a step of precession at 3.7 rad/s is 1.9e-3 rad
  EXPECT_NEAR(coarse / fine, 2.0, 0.2);
}

std::string block(const Vec3d& velocity, double gap, double pull = 0.0) {
  return fmt::format(
      "[[box]]\nposition = [0, 0, \"{:.17g} m\"]\nsize = [\"0.2 m\", \"0.2 m\", \"0.1 m\"]\nmass = \"1 kg\"\nvelocity "
      "= {}\nforce = [\"{:.17g} N\", 0, 0]\nmaterial = \"stone\"\n",
      0.05 + gap, test::vector_text(velocity, "m/s"), pull);
}

TEST(Nonsmooth, a_block_slides_on_four_corners_at_h_mu_v_without_tilting) {
  const double h = 1e-3, mu = 0.3, v0 = 1.0;
  sim::Simulation run = test::started(test::head({.step = h, .mu = mu}) + block({v0, 0, 0}, h * mu * v0));
  // the same for a point: impulse p with rise+ = mu v+ - gap / h, v+ = v - mu p
  double v = v0, gap = h * mu * v0, rise = 0.0, x = 0.0;
  for (int i = 0; i < 400; ++i) {
    run.advance(1);
    double p = (mu * v - gap / h - rise + k_g * h) / (1.0 + mu * mu);
    if (mu * p > v)
      p = k_g * h - rise - gap / h, v = 0.0;
    else
      v -= mu * p;
    rise += p - k_g * h, gap += h * rise, x += h * v;
    const sim::BodyView b = test::only_body(run);
    ASSERT_NEAR(b.position.z - 0.05, gap, k_height) << i;
    ASSERT_NEAR(b.position.z - 0.05, h * mu * b.velocity.x, k_opening) << i;
    ASSERT_LT(norm(Vec3d{b.orientation[1], b.orientation[2], b.orientation[3]}), k_tilt) << i;
  }
  EXPECT_NEAR(test::only_body(run).position.x, x, k_distance);
  EXPECT_NEAR(x, 0.1697, 5e-5);  // half of the last digit of the reference
  // and v0^2 / 2 mu g, which a step makes shorter
  EXPECT_NEAR(x, 0.5 * v0 * v0 / (mu * k_g) - 0.5 * h * v0, 2 * mu * h * v0);
}

TEST(Nonsmooth, a_ball_in_a_turning_drum_stays_where_the_slope_is_rho_over_r) {
  const double drum = 1.0, radius = 0.1, rho = 0.01, turn = 2.0, h = 1e-3;
  // About its contact the weight turns it by m g R sin, rolling friction by rho m g cos: tan = rho / R. It spins so
  // that it does not slip.
  const double slope = std::atan(rho / radius), gap = h * rho * turn * (drum / radius - 1.0), arm = drum - radius - gap;
  // The drum turns about y by the right hand: its bottom goes towards -x.
  const Vec3d place{-arm * std::sin(slope), 0, -arm * std::cos(slope)};
  sim::Simulation run = test::started(test::head({.step = h, .mu = 0.9, .rho = rho, .floor = false}) +
                                      test::ball_text({.position = place, .spin = {0, turn * drum / radius, 0}}) +
                                      "[[cylinder]]\npoint = [0, 0, 0]\naxis = [0, 1, 0]\nradius = \"1 m\"\nspin = \"2 "
                                      "rad/s\"\nmaterial = \"stone\"\n");
  for (int i = 0; i < 2000; ++i) {
    run.advance(1);
    const sim::BodyView b = test::only_body(run);
    // [rad]: errors of the velocity add up over 2000 steps, since rolling friction holds the ball at any smaller angle,
    // too.
    ASSERT_NEAR(std::atan2(-b.position.x, -b.position.z), slope, 1e-6) << i;
    ASSERT_NEAR(drum - radius - std::hypot(b.position.x, b.position.z), gap, k_distance) << i;
  }
  EXPECT_NEAR(test::only_body(run).spin.y, turn * drum / radius, 1e-6);  // [rad/s]: as the angle; not derived further
}

TEST(Nonsmooth, a_block_is_held_by_static_and_slowed_by_kinetic_friction) {
  const double mu_s = 0.5, mu_k = 0.3, h = 1e-3;
  const auto after = [&](double pull, double v0) {
    sim::Simulation run = test::started(
        test::head({.step = h, .mu = mu_s, .kinetic_fraction = mu_k / mu_s, .friction = "static-kinetic"}) +
        block({v0, 0, 0}, h * mu_s * v0, pull));
    run.advance(100);
    const double before = test::only_body(run).velocity.x;
    run.advance(100);
    return std::pair{before, (test::only_body(run).velocity.x - before) / (100 * h)};
  };
  // At rest: held below mu_s m g; above it accelerated by the excess over mu_k.
  EXPECT_NEAR(after(0.99 * mu_s * k_g, 0.0).first, 0.0, k_at_rest);
  EXPECT_NEAR(after(1.01 * mu_s * k_g, 0.0).second, (1.01 * mu_s - mu_k) * k_g, k_acceleration);
  // In motion: a pull between the two limits speeds it up, one below the kinetic limit slows it down.
  EXPECT_NEAR(after(0.8 * mu_s * k_g, 1.0).second, (0.8 * mu_s - mu_k) * k_g, k_acceleration);
  EXPECT_NEAR(after(0.5 * mu_k * k_g, 1.0).second, -0.5 * mu_k * k_g, k_acceleration);
}

TEST(Nonsmooth, a_brake_holds_at_rest_what_is_below_its_limit_and_slides_at_it) {
  for (const double pull : {-5.2, 5.2, 5.4}) {
    test::RigidBall ball{.position = {0, 0, 0.1}, .mass = 2.0, .force = {pull, 0, 0}};
    ball.more = "name = \"carriage\"";
    sim::Simulation run =
        test::started(test::head({.step = 1e-3, .gravity = {}, .floor = false}) + test::ball_text(ball) +
                      "[[brake]]\nbetween = [\"carriage\"]\nalong = [1, 0, 0]\nlimit = \"5.3 N\"\n");
    run.advance(100);
    const bool slides = std::abs(pull) > 5.3;
    EXPECT_NEAR(test::only_body(run).velocity.x, slides ? (pull - 5.3) / 2.0 * 0.1 : 0.0, k_at_rest);
    EXPECT_NEAR(run.world().drives.front().load, slides ? -5.3 : -pull, k_acceleration);
  }
}

}  // namespace
}  // namespace scree
