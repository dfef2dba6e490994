// The same spheres in LAMMPS and in Scree move alike: positions, velocities, spins, forces and torques to 1e-9 of their
// scale, at every state compared. Both codes do the same arithmetic in a different order, so what is left is rounding
// and its amplification by the dynamics:
// - a contact opens and closes at the same step unless |x_a - x_b| equals R_a + R_b to the last bits, which is so in no
//   case here;
// - Hertz's sqrt(overlap) turns an error of 1e-16 in a position into 1e-16/overlap of the force just after touching;
// - springs are rotated into the tangent plane only above a threshold of 1e-10 of the friction limit [santos.md, S11];
//   at that threshold one code may rotate a spring and the other not, which costs up to 1e-10 of the force for a step;
// - collisions amplify: shifting all spheres by 1e-10 at the start moves the cluster by 8e-9 (Hooke) and 4e-8 (Hertz)
//   after its 1,000 steps, a factor of 80 and 400. Ten times as many steps would leave no digit to compare.
// Measured: 5e-14 for pairs, 5e-13 on the floor, 1.2e-12 in the cluster, 5e-13 in the packing; a plain loop over the
// laws in input order gives the same, so this is the rounding of the comparison and not of the engine.
#include "comparison.h"

namespace scree::peers {
namespace {

// ---- two spheres

TEST(TwoSpheresAsInLammps, random_collisions_with_random_models_run_through_contact_and_separation_alike) {
  double worst = 0.0;
  int parted = 0, kinds[2][4][2][3] = {};
  constexpr int k_cases = 96;
  for (int i = 0; i < k_cases; ++i) {
    const Case c =
        random_collision(1000 + static_cast<std::uint64_t>(i), i % 4 == 3 ? Start::overlapping : Start::apart);
    const Comparison result = compare(c);
    expect_agreement(result.gaps, "case " + std::to_string(i) + ": " + for_lammps(c.recipe));
    EXPECT_EQ(result.max_contacts, 1) << "case " << i << " never touches";
    parted += result.last_contacts == 0 ? 1 : 0;
    worst = std::max(worst, result.gaps.worst());
    ++kinds[static_cast<int>(c.recipe.normal)][static_cast<int>(c.recipe.damping)][c.recipe.rolls]
           [static_cast<int>(c.recipe.twist)];
  }
  EXPECT_GE(parted, k_cases * 9 / 10) << "most pairs should have come apart again";
  // 7 kinds of normal law and damping x 2 of roll x 3 of twist: the dice must have tried nearly all of the 42.
  const int* const first = &kinds[0][0][0][0];
  EXPECT_GE(std::count_if(first, first + 48, [](int n) { return n > 0; }), 36);
  show("96 random collisions of two spheres", worst);
}

// ---- a sphere on a floor

/// The models a floor is tried with: all kinds of damping, roll and twist.
std::vector<Recipe> floor_recipes() {
  std::vector<Recipe> list;
  for (const Normal normal : {Normal::hooke, Normal::hertz})
    for (const Damping damping : {Damping::velocity, Damping::mass_velocity, Damping::viscoelastic, Damping::tsuji})
      for (const Twist twist : {Twist::none, Twist::sds, Twist::marshall}) {
        if (normal == Normal::hooke && damping == Damping::viscoelastic) continue;  // Scree has it for Hertz only
        Recipe r;
        r.normal = normal, r.damping = damping, r.twist = twist;
        r.k = normal == Normal::hooke ? 1.3 : 8.0;
        r.gamma = damping == Damping::tsuji ? 0.7 : 0.2;
        r.mu_roll = 0.05, r.mu_twist = 0.05;
        list.push_back(r);
      }
  return list;
}

/// Run every recipe with one sphere; print and check the worst.
void expect_same_on_floor(const char* what, Ball ball, bool rolls) {
  double worst = 0.0;
  for (Recipe r : floor_recipes()) {
    r.rolls = rolls;
    const Comparison result = compare(on_floor(r, ball));
    expect_agreement(result.gaps, for_lammps(r));
    EXPECT_EQ(result.max_contacts, 1) << "the sphere never touches the floor: " << for_lammps(r);
    worst = std::max(worst, result.gaps.worst());
  }
  show(what, worst);
}

TEST(AFloorAsInLammps, a_sphere_thrown_obliquely_bounces_alike) {
  expect_same_on_floor("bouncing",
                       {.position = {0.1, -0.2, 0.62},
                        .velocity = {0.05, 0.02, -0.08},
                        .spin = {0.2, -0.3, 0.4},
                        .radius = 0.45,
                        .density = 1.7},
                       true);
}

TEST(AFloorAsInLammps, a_sliding_sphere_starts_to_roll_alike) {
  expect_same_on_floor(
      "sliding to rolling",
      {.position = {-1, 0, 0.44}, .velocity = {0.1, 0.03, 0}, .spin = {}, .radius = 0.45, .density = 1.7}, true);
}

TEST(AFloorAsInLammps, a_sliding_sphere_without_rolling_friction_starts_to_roll_alike) {
  expect_same_on_floor(
      "sliding to rolling, no rolling friction",
      {.position = {-1, 0, 0.44}, .velocity = {0.1, 0.03, 0}, .spin = {0.1, 0.2, 0.3}, .radius = 0.45, .density = 1.7},
      false);
}

TEST(AFloorAsInLammps, a_spinning_sphere_is_slowed_alike) {
  expect_same_on_floor(
      "spinning", {.position = {0, 0, 0.59}, .velocity = {}, .spin = {0.02, -0.01, 1.5}, .radius = 0.6, .density = 0.8},
      true);
}

TEST(AFloorAsInLammps, a_sphere_that_touches_without_overlap_feels_the_dashpot_alike) {
  const Comparison result = compare(
      on_floor({}, {.position = {0, 0, 0.5}, .velocity = {0.1, 0, -0.1}, .spin = {}, .radius = 0.5, .density = 1.9}));
  EXPECT_GT(result.lammps.frames.front().balls.front().force.z, 0.0) << "LAMMPS counts distance = radius as contact";
  expect_agreement(result.gaps, "touching without overlap");
  show("touching without overlap", result.gaps);
}

// ---- a cluster that falls in on itself

/// 1,000 spheres of mixed size, random in a ball, moving inwards.
Case collapsing_cluster(Normal normal) {
  Dice dice(77);
  Case c;
  c.recipe.normal = normal;
  c.recipe.k = normal == Normal::hooke ? 1.0 : 10.0;
  c.recipe.damping = normal == Normal::hooke ? Damping::mass_velocity : Damping::viscoelastic;
  constexpr double k_densities[] = {1.2, 1.9, 2.6};
  constexpr double k_ball = 7.4;      // radius of the cloud: 30 % full
  constexpr double k_inwards = 0.02;  // speed per distance from the middle
  while (c.run.balls.size() < 1000) {
    Ball b;
    b.radius = dice.between(0.35, 0.6);
    b.position = dice.in_cube(k_ball);
    const auto overlaps = [&](const Ball& other) {
      return norm(b.position - other.position) < b.radius + other.radius;
    };
    if (norm(b.position) > k_ball || std::any_of(c.run.balls.begin(), c.run.balls.end(), overlaps)) continue;
    b.density = dice.one_of(k_densities);
    b.velocity = -k_inwards * b.position + dice.in_cube(0.05);
    b.spin = dice.in_cube(0.2);
    c.run.balls.push_back(b);
  }
  c.run.low = {-14, -14, -14}, c.run.high = {14, 14, 14};
  c.run.step = 0.02;
  c.run.steps = 1000;
  c.run.dump_every = 100;
  return c;
}

void expect_same_cluster(const char* what, Normal normal, const sim::Options& options) {
  const Comparison result = compare(collapsing_cluster(normal), options);
  expect_agreement(result.gaps, what);
  EXPECT_GT(result.max_contacts, 1000) << "the cluster should have become dense";
  EXPECT_GT(result.lammps.rebuilds, 0) << "springs should have been carried through a new neighbour list";
  show(what, result.gaps);
  std::printf("             up to %lld contacts, %lld rebuilds in LAMMPS\n",
              static_cast<long long>(result.max_contacts), static_cast<long long>(result.lammps.rebuilds));
}

TEST(AClusterAsInLammps, a_thousand_spheres_of_mixed_size_collide_alike_with_hooke) {
  expect_same_cluster("cluster, hooke", Normal::hooke, {});
}
TEST(AClusterAsInLammps, a_thousand_spheres_of_mixed_size_collide_alike_with_hertz) {
  expect_same_cluster("cluster, hertz", Normal::hertz, {});
}
TEST(AClusterAsInLammps, a_thousand_spheres_of_mixed_size_collide_alike_on_two_threads) {
  expect_same_cluster("cluster, hooke, two threads", Normal::hooke, {.threads = 2});
}

// ---- spheres that fall on a floor and on each other

TEST(AFloorAsInLammps, two_hundred_falling_spheres_meet_the_floor_and_each_other_alike) {
  Dice dice(31);
  Case c = on_floor({.damping = Damping::mass_velocity, .twist = Twist::marshall}, {});
  c.run.balls.clear();
  while (c.run.balls.size() < 200) {
    Ball b;
    b.radius = dice.between(0.3, 0.5);
    b.position = {dice.between(-3, 3), dice.between(-3, 3), dice.between(0.5, 5.5)};
    const auto overlaps = [&](const Ball& other) {
      return norm(b.position - other.position) < b.radius + other.radius;
    };
    if (std::any_of(c.run.balls.begin(), c.run.balls.end(), overlaps)) continue;
    b.density = dice.one_of({1.2, 2.6});
    b.velocity = dice.in_cube(0.05) + Vec3d{0, 0, -0.1};
    b.spin = dice.in_cube(0.2);
    c.run.balls.push_back(b);
  }
  c.run.step = 0.02;
  c.run.steps = 1000;
  c.run.dump_every = 50;
  const Comparison result = compare(c);
  expect_agreement(result.gaps, for_lammps(c.recipe));
  EXPECT_GT(result.max_contacts, 150) << "too few contacts for a meaningful comparison";
  show("spheres falling on a floor", result.gaps);
}

// ---- a dense periodic packing

enum class Motion {
  as_stored,  ///< nearly at rest: the comparison is the release of a packing whose springs are not in its file
  shaken,     ///< with random velocities and spins, so that contacts slip, open and close
};

Case packing_of_pack_in(Normal normal, Motion motion) {
  const Packing packing = read_packing(std::string(SCREE_TEST_DATA) + "/pack10k.data.gz");
  Case c;
  c.recipe.normal = normal;  // otherwise the model of the benchmark's pack.in, which is Recipe's default
  c.run.balls = packing.balls;
  c.run.low = packing.low, c.run.high = packing.high;
  c.run.periodic = {true, true, true};
  c.run.step = 0.02;
  c.run.steps = 200;
  c.run.dump_every = 50;
  if (motion == Motion::shaken) {
    Dice dice(5);
    for (Ball& ball : c.run.balls) ball.velocity = dice.in_cube(0.02), ball.spin = dice.in_cube(0.05);
    c.our_skin = 0.02;  // so thin that Scree rebuilds often, and must keep its springs across periodic faces
  }
  return c;
}

void expect_same_packing(const char* what, Normal normal, Motion motion) {
  const Case c = packing_of_pack_in(normal, motion);
  ASSERT_EQ(c.run.balls.size(), 10000u);
  const Comparison result = compare(c);
  // A rebuild may swap the roles of a pair across a periodic face, upon which LAMMPS negates its springs. [santos.md,
  // 5.3]
  ASSERT_EQ(result.lammps.rebuilds, 0) << "LAMMPS is not comparable after a rebuild in a periodic box";
  expect_agreement(result.gaps, what);
  EXPECT_GT(result.max_contacts, 20000);
  EXPECT_GE(result.our_rebuilds, motion == Motion::shaken ? 5 : 0)
      << "springs should have been carried through rebuilds";
  show(what, result.gaps);
}

TEST(APackingAsInLammps, ten_thousand_spheres_in_a_periodic_box_move_alike_with_hooke) {
  expect_same_packing("packing, hooke", Normal::hooke, Motion::as_stored);
}
TEST(APackingAsInLammps, ten_thousand_spheres_in_a_periodic_box_move_alike_with_hertz) {
  expect_same_packing("packing, hertz", Normal::hertz, Motion::as_stored);
}
TEST(APackingAsInLammps, ten_thousand_shaken_spheres_in_a_periodic_box_move_alike_with_hooke) {
  expect_same_packing("shaken packing, hooke", Normal::hooke, Motion::shaken);
}
TEST(APackingAsInLammps, ten_thousand_shaken_spheres_in_a_periodic_box_move_alike_with_hertz) {
  expect_same_packing("shaken packing, hertz", Normal::hertz, Motion::shaken);
}

}  // namespace
}  // namespace scree::peers
