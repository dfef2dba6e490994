// A SIMD lane has the bits of the scalar: every kernel of every instruction set that this machine runs, against
// "scalar".
//
// Loads, histories and lists must agree in all bits; sums over contacts (the tally) are added lane by lane in another
// order, so they agree up to the rounding of a sum.
#include "kernel/contact_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "state/columns.h"
#include "support/random_contact.h"

namespace scree::contact {
namespace {

constexpr int k_sphere_kinds = 2;  // what is left has one text for all instruction sets

constexpr int k_counts[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 31, k_chunk - 1, k_chunk};
constexpr std::size_t k_bodies = 200, k_walls = 7, k_pairs_most = 1000;
constexpr double k_sum = 1000 * test::k_eps;  // relative to the sum of magnitudes, for at most k_chunk terms

const Kernels& scalar() { return *kernels_named("scalar"); }

/// Bodies in a periodic box, so dense that about half of the random pairs touch.
struct Setting {
  state::Column<state::BodyLine> bodies;
  state::Column<state::VelocityPrediction> predictions;
  state::Column<WallLine> walls;
  alignas(64) double shifts[state::k_images][4];
  std::vector<std::uint32_t> a, b, wall, target_a, target_b;
  std::vector<std::uint8_t> image;

  explicit Setting(std::uint64_t seed) {
    for (std::size_t i = 0; i < k_bodies; ++i) {
      Random random(seed, i);
      const Vec3d x = test::vector(random, 1), v = test::vector(random, 1), w = test::vector(random, 1);
      const Vec3d dv = test::vector(random, 0.1), dw = test::vector(random, 0.1);
      state::BodyLine line{};
      line.x = x.x, line.y = x.y, line.z = x.z, line.radius = random.uniform(0.3, 0.8);
      line.vx = v.x, line.vy = v.y, line.vz = v.z, line.inverse_mass = i % 17 ? random.uniform(0.5, 2) : 0.0;
      line.wx = w.x, line.wy = w.y, line.wz = w.z, line.inverse_inertia = 1.0;
      bodies.push_back(line);
      predictions.push_back({dv.x, dv.y, dv.z, 0, dw.x, dw.y, dw.z, 0});
    }
    Random random(seed, 1000);
    for (std::size_t i = 0; i < k_walls; ++i) {
      const Vec3d p = test::vector(random, 0.5), n = test::direction(random), v = test::vector(random, 1);
      walls.push_back({p.x, p.y, p.z, 0, n.x, n.y, n.z, 0, v.x, v.y, v.z, 0, 0, {}});
    }
    state::Cell cell;
    cell.periodic = {true, true, true}, cell.length = {2.0, 2.1, 1.9};
    const auto table = cell.shifts();
    for (int i = 0; i < state::k_images; ++i) std::copy(table[i].begin(), table[i].end(), shifts[i]);
    for (std::size_t i = 0; i < k_pairs_most + 8; ++i) {
      const auto pick = [&](std::size_t n) {
        return static_cast<std::uint32_t>(random.uniform() * static_cast<double>(n));
      };
      a.push_back(1 + pick(k_bodies - 1)), b.push_back(pick(k_bodies)), wall.push_back(pick(k_walls));
      if (a.back() % 17 == 0) ++a.back();  // a pair has at least one free body
      if (a.back() >= k_bodies) a.back() = 1;
      if (a.back() == b.back()) b.back() = static_cast<std::uint32_t>((b.back() + 1) % k_bodies);
      image.push_back(i % 3 ? state::k_no_image : static_cast<std::uint8_t>(pick(state::k_images)));
      target_a.push_back(pick(k_bodies)), target_b.push_back(pick(k_bodies));
    }
  }
  KernelInputs inputs(bool synchronised) const {
    return {bodies.data(), synchronised ? predictions.data() : nullptr, walls.data(), shifts};
  }
};

/// A chunk with random columns, as kinematics and the stages before would have left it.
std::unique_ptr<Chunk> random_chunk(std::uint64_t seed, int count, bool synchronised) {
  auto chunk = std::make_unique<Chunk>();
  Chunk& c = *chunk;
  for (int i = 0; i < k_chunk; ++i) {
    Random random(seed, static_cast<std::uint64_t>(std::min(i, count - 1)));  // padding repeats the last contact
    const test::State s = test::random_state(random);
    const auto put = [&](ChunkColumn column[3], const Vec3d& v) {
      column[0][i] = v.x, column[1][i] = v.y, column[2][i] = v.z;
    };
    c.nx[i] = s.geometry.normal.x, c.ny[i] = s.geometry.normal.y, c.nz[i] = s.geometry.normal.z;
    c.overlap[i] = s.geometry.overlap, c.radius[i] = s.geometry.radius, c.smaller_radius[i] = s.geometry.smaller_radius,
    c.mass[i] = s.geometry.mass;
    c.arm_a[i] = random.uniform(), c.arm_b[i] = random.uniform();
    // Every seventh contact is at rest: the branches for a rate of zero.
    const bool still = i % 7 == 3;
    put(c.slide, still ? Vec3d{} : s.motion.slide_rate), put(c.roll, still ? Vec3d{} : s.motion.roll_rate);
    c.separation[i] = s.motion.separation, c.spin[i] = still ? 0.0 : s.motion.spin_rate;
    put(c.mean_slide, s.motion.slide_rate), put(c.mean_roll, s.motion.roll_rate),
        c.mean_spin[i] = still ? 0.0 : s.motion.spin_rate;
    put(c.arm_mismatch, test::vector(random, 0.1));
    c.force[i] = s.normal_load.force, c.magnitude[i] = s.normal_load.magnitude, c.damping[i] = s.normal_load.damping;
    put(c.friction, test::vector(random, 1)), put(c.torque, test::vector(random, 1));
  }
  c.count = count, c.synchronised = c.means = synchronised, c.step = 0.02;
  return chunk;
}

template <std::size_t N>
::testing::AssertionResult same_bits(const double (&p)[N], const double (&q)[N], int count) {
  for (int i = 0; i < count; ++i)
    if (std::memcmp(p + i, q + i, sizeof(double)) != 0)
      return ::testing::AssertionFailure() << "lane " << i << ": " << p[i] << " and " << q[i];
  return ::testing::AssertionSuccess();
}
void expect_same_sums(const TallyLanes& lanes_p, const TallyLanes& lanes_q) {
  const Tally p = lanes_p.sum(), q = lanes_q.sum();
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(p.stored[k], q.stored[k], k_sum * (1 + std::abs(q.stored[k])));
    EXPECT_NEAR(p.viscous_loss[k], q.viscous_loss[k], 10 * k_sum * (1 + std::abs(q.viscous_loss[k])));
    EXPECT_NEAR(p.slip_loss[k], q.slip_loss[k], 10 * k_sum * (1 + std::abs(q.slip_loss[k])));  // losses have both signs
  }
  EXPECT_NEAR(p.arm_mismatch, q.arm_mismatch, k_sum);
}

class Isa : public ::testing::TestWithParam<const Kernels*> {};

/// Run one stage kernel of both tables on the same random chunks and histories.
void compare_stage(StageKernel wide, StageKernel narrow, const void* constants, int columns, std::uint64_t seed,
                   const std::string& law) {
  for (const int count : k_counts)
    for (const bool synchronised : {false, true}) {
      SCOPED_TRACE(law + ", " + std::to_string(count) + " contacts");
      auto p = random_chunk(seed, count, synchronised), q = random_chunk(seed, count, synchronised);
      state::Column<double> history(static_cast<std::size_t>(columns) * k_chunk);
      for (std::size_t i = 0; i < history.size(); ++i) {
        Random random(seed + 1, i);
        history[i] = i % 11 == 5 ? 0.0 : random.uniform(-2.5, 2.5);  // a mode may be one of the numbers: 0, 1 or 2
      }
      auto other = history;
      TallyLanes tally_p, tally_q;
      wide(constants, *p, history.data(), k_chunk, tally_p);
      narrow(constants, *q, other.data(), k_chunk, tally_q);
      EXPECT_TRUE(same_bits(p->force, q->force, count) && same_bits(p->magnitude, q->magnitude, count));
      EXPECT_TRUE(same_bits(p->damping, q->damping, count));
      for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(same_bits(p->friction[k], q->friction[k], count));
        EXPECT_TRUE(same_bits(p->torque[k], q->torque[k], count));
      }
      for (int k = 0; k < columns; ++k)
        EXPECT_EQ(std::memcmp(history.data() + k * k_chunk, other.data() + k * k_chunk,
                              static_cast<std::size_t>(count) * sizeof(double)),
                  0);
      expect_same_sums(tally_p, tally_q);
    }
}

template <class Laws>
void compare_laws(Laws laws, const StageKernel* wide, const StageKernel* narrow) {
  law::for_each(laws, [&]<class L>(int index) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {  // enough for every parameter that sets damping and limit
      Random random(seed, 77);
      const typename L::Constants constants = L::prepare(test::random_params<L>(random));
      int columns = 0;
      if constexpr (requires { typename L::template History<double>; }) columns = L::template History<double>::size;
      compare_stage(wide[index], narrow[index], &constants, columns, seed, std::string(L::name));
    }
  });
}

TEST_P(Isa, stages_have_the_bits_of_the_scalar) {
  compare_laws(law::Normals{}, GetParam()->normal, scalar().normal);
  compare_laws(law::Slides{}, GetParam()->slide, scalar().slide);
  compare_laws(law::Rolls{}, GetParam()->roll, scalar().roll);
  compare_laws(law::Spins{}, GetParam()->spin, scalar().spin);
}

TEST_P(Isa, narrow_phase_finds_the_pairs_of_the_scalar) {
  const Setting setting(5);
  for (int kind = 0; kind < k_sphere_kinds; ++kind)
    for (const std::uint32_t count : {0u, 1u, 7u, 8u, 9u, 100u, 997u}) {
      const PairColumns pairs{setting.a.data(), kind == 0 ? setting.b.data() : setting.wall.data(),
                              setting.image.data(), count};
      std::vector<std::uint32_t> p(count + 8), q(count + 8);
      p.resize(GetParam()->narrow[kind](setting.inputs(false), pairs, p.data()));
      q.resize(scalar().narrow[kind](setting.inputs(false), pairs, q.data()));
      EXPECT_EQ(p, q) << "kind " << kind << ", " << count << " pairs";
      if (count > 50) {
        EXPECT_GT(q.size(), count / 20);
        EXPECT_LT(q.size(), count);
      }
    }
}

/// One kinematics of both tables on the same pairs; `index` is its place in law::Kinematics.
void compare_kinematics(const Kernels& wide, int index, const void* constants) {
  const Setting setting(6);
  for (int kind = 0; kind < k_sphere_kinds; ++kind)
    for (const bool synchronised : {false, true})
      for (const int count : k_counts) {
        SCOPED_TRACE("kinematics " + std::to_string(index) + ", kind " + std::to_string(kind) + ", " +
                     std::to_string(count) + " contacts");
        auto p = std::make_unique<Chunk>(), q = std::make_unique<Chunk>();
        for (Chunk* c : {p.get(), q.get()}) {
          c->a = setting.a.data(), c->b = kind == 0 ? setting.b.data() : setting.wall.data(),
          c->image = setting.image.data();
          c->count = count, c->synchronised = synchronised, c->step = 0.02;
        }
        std::uint32_t ended_p[k_chunk + 8] = {}, ended_q[k_chunk + 8] = {};
        const std::uint32_t gone_p =
            wide.kinematics[kind][index](constants, setting.inputs(synchronised), *p, nullptr, 0, ended_p);
        const std::uint32_t gone_q =
            scalar().kinematics[kind][index](constants, setting.inputs(synchronised), *q, nullptr, 0, ended_q);
        ASSERT_EQ(std::vector<std::uint32_t>(ended_p, ended_p + gone_p),
                  std::vector<std::uint32_t>(ended_q, ended_q + gone_q));
        EXPECT_TRUE(same_bits(p->nx, q->nx, count) && same_bits(p->ny, q->ny, count) && same_bits(p->nz, q->nz, count));
        EXPECT_TRUE(same_bits(p->overlap, q->overlap, count) && same_bits(p->radius, q->radius, count));
        EXPECT_TRUE(same_bits(p->smaller_radius, q->smaller_radius, count) && same_bits(p->mass, q->mass, count));
        EXPECT_TRUE(same_bits(p->arm_a, q->arm_a, count) && same_bits(p->arm_b, q->arm_b, count));
        EXPECT_TRUE(same_bits(p->separation, q->separation, count) && same_bits(p->spin, q->spin, count));
        EXPECT_TRUE(p->means == q->means && (p->means || !synchronised));
        for (int k = 0; k < 3; ++k) {
          EXPECT_TRUE(same_bits(p->slide[k], q->slide[k], count) && same_bits(p->roll[k], q->roll[k], count));
          EXPECT_TRUE(same_bits(p->arm_mismatch[k], q->arm_mismatch[k], count));
          if (p->means) {
            EXPECT_TRUE(same_bits(p->mean_slide[k], q->mean_slide[k], count) &&
                        same_bits(p->mean_roll[k], q->mean_roll[k], count));
          }
        }
        if (p->means) {
          EXPECT_TRUE(same_bits(p->mean_separation, q->mean_separation, count) &&
                      same_bits(p->mean_spin, q->mean_spin, count));
        }
      }
}

TEST_P(Isa, kinematics_by_velocity_have_the_bits_of_the_scalar_for_both_shapes_through_images_and_with_predictions) {
  for (const int arm : {law::kinematics::radius, law::kinematics::contact}) {
    const auto rate = law::kinematics::Rate::prepare({.slip_arm = arm});
    const auto increment = law::kinematics::Increment::prepare({.force_arm = arm});
    compare_kinematics(*GetParam(), 0, &rate);
    compare_kinematics(*GetParam(), 2, &increment);
  }
}

TEST_P(Isa, scatter_adds_in_the_order_of_the_scalar) {
  const Setting setting(7);
  for (const int count : k_counts) {
    state::Column<state::LoadLine> loads[2], walls[2];
    TallyLanes tally[2];
    for (int side = 0; side < 2; ++side) {
      loads[side].assign(k_bodies, {0.1, 0.2, 0.3, 0, 0.4, 0.5, 0.6, 0}), walls[side].assign(k_bodies, {});
      auto chunk = random_chunk(8, count, false);
      chunk->target_a = setting.target_a.data(), chunk->target_b = setting.target_b.data();
      const Kernels& kernels = side ? scalar() : *GetParam();
      // spheres: both in one column
      kernels.scatter(*chunk, {loads[side].data(), nullptr}, {loads[side].data(), nullptr}, tally[side]);
      kernels.scatter(*chunk, {loads[side].data(), nullptr}, {walls[side].data(), nullptr}, tally[side]);  // planes
    }
    EXPECT_EQ(std::memcmp(loads[0].data(), loads[1].data(), k_bodies * sizeof(state::LoadLine)), 0) << count;
    EXPECT_EQ(std::memcmp(walls[0].data(), walls[1].data(), k_bodies * sizeof(state::LoadLine)), 0) << count;
    expect_same_sums(tally[0], tally[1]);
  }
}

INSTANTIATE_TEST_SUITE_P(Available, Isa, ::testing::ValuesIn(available_kernels().begin(), available_kernels().end()),
                         [](const auto& of) { return std::string(of.param->name); });

TEST(Kernels, end_with_the_scalar_and_have_wider_ones_first) {
  const auto all = available_kernels();
  EXPECT_EQ(all.back()->name, "scalar");
  EXPECT_EQ(all.back()->lanes, 1);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i]->lanes, all[i - 1]->lanes);
  EXPECT_EQ(kernels_named(""), all.front());
  EXPECT_EQ(kernels_named("abacus"), nullptr);
}

}  // namespace
}  // namespace scree::contact
