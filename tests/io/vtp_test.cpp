// Our .vtp files: what is written comes back bit by bit, and no broken file gets past the reader. tests/io/vtp_test.py
// asks VTK itself.
#include "io/frame/vtp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tuple>

#include "io/frame/vtk_blocks.h"
#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::random_frame, support::TemporaryFolder, support::text_of;

std::string problem_of(const std::filesystem::path& path) {
  const auto read = read_bodies_vtp(path);
  const auto* problem = std::get_if<InputError>(&read);
  return problem ? problem->sentence : "";
}
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Vtp, a_frame_comes_back_with_every_bit) {
  const TemporaryFolder folder;
  unsigned seed = 0;
  for (const std::size_t bodies : {0, 1, 2, 17, 20000}) {
    ++seed;
    const sim::Frame frame =
        random_frame(bodies, 3, seed, seed % 2 == 0 ? support::Bodies::spheres : support::Bodies::of_all_forms);
    write_bodies_vtp(folder / "bodies.vtp", frame);
    const auto read = read_bodies_vtp(folder / "bodies.vtp");
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << std::get<InputError>(read).sentence;
    const auto& got = std::get<sim::Frame>(read);
    support::expect_same_bodies(frame, got);
    EXPECT_EQ(got.step, frame.step);
    EXPECT_EQ(got.time, frame.time);
    EXPECT_EQ(got.units, frame.units);
    EXPECT_EQ(got.cell.periodic, frame.cell.periodic);
    EXPECT_TRUE(support::same_bits(got.cell.bounds, frame.cell.bounds));
    EXPECT_EQ(got.materials, frame.materials);
    EXPECT_EQ(got.planes, frame.planes);
    EXPECT_TRUE(got.contacts.empty());
  }
}

bool same(const law::LimitLength& p, const law::LimitLength& q) { return support::same_bits(p, q); }
bool same(const std::optional<law::TorqueLimit>& p, const std::optional<law::TorqueLimit>& q) {
  return p.has_value() == q.has_value() && (!p || (same(p->at_rest, q->at_rest) && same(p->moving, q->moving)));
}
void expect_same(const sim::Surroundings& due, const sim::Surroundings& got) {
  EXPECT_TRUE(support::same_bits(got.gravity, due.gravity));
  ASSERT_EQ(got.planes.size(), due.planes.size());
  for (std::size_t i = 0; i < due.planes.size(); ++i)
    EXPECT_TRUE(support::same_bits(got.planes[i], due.planes[i])) << i;
  ASSERT_EQ(got.friction.size(), due.friction.size());
  for (std::size_t i = 0; i < due.friction.size(); ++i) {
    const sim::FrictionLimits &p = got.friction[i], &q = due.friction[i];
    EXPECT_EQ(std::tuple(p.slides, p.rolls, p.spins), std::tuple(q.slides, q.rolls, q.spins)) << i;
    ASSERT_EQ(p.slide.has_value(), q.slide.has_value()) << i;
    EXPECT_TRUE(!p.slide || support::same_bits(*p.slide, *q.slide)) << i;
    EXPECT_TRUE(same(p.roll, q.roll) && same(p.spin, q.spin)) << i;
  }
}

TEST(Vtp, contacts_come_back_with_every_bit_and_their_branches_to_a_rounding) {
  const TemporaryFolder folder;
  for (const std::size_t contacts : {0, 1, 17, 20000})
    for (const bool around : {true, false}) {
      sim::Frame frame = random_frame(3, contacts, 8);
      support::AwkwardNumbers n(9);
      for (sim::ContactView& c : frame.contacts)
        c.from = {n.ordinary(), n.ordinary(), n.ordinary()}, c.branch = {n.ordinary(), n.ordinary(), n.ordinary()};
      if (around) frame.surroundings = support::random_surroundings(10);
      write_contacts_vtp(folder / "contacts.vtp", frame);
      const auto read = read_contacts_vtp(folder / "contacts.vtp");
      ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << std::get<InputError>(read).sentence;
      const auto& got = std::get<sim::Frame>(read);
      EXPECT_EQ(std::tuple(got.step, got.time, got.units, got.planes),
                std::tuple(frame.step, frame.time, frame.units, frame.planes));
      EXPECT_TRUE(got.bodies.empty());
      ASSERT_EQ(got.contacts.size(), contacts);
      for (std::size_t i = 0; i < contacts; ++i) {
        EXPECT_TRUE(support::same_bits(got.contacts[i].from, frame.contacts[i].from));
        // an end is at most 20 away along an axis: half an ulp of it is 2e-15, twice, three axes
        EXPECT_LT(norm(got.contacts[i].branch - frame.contacts[i].branch), 1e-14);
        std::vector<std::string> bytes;
        each_contact_column(frame.contacts[i], [&](const char*, const char*, const auto& v) {
          bytes.emplace_back(reinterpret_cast<const char*>(&v), sizeof v);
        });
        auto at = bytes.begin();
        each_contact_column(got.contacts[i], [&](const char* name, const char*, const auto& v) {
          EXPECT_EQ(std::string(reinterpret_cast<const char*>(&v), sizeof v), *at++) << name;
        });
      }
      ASSERT_EQ(got.surroundings.has_value(), around);
      if (around) expect_same(*frame.surroundings, *got.surroundings);
    }
}

TEST(Vtp, contacts_of_what_is_not_there_are_refused) {
  const TemporaryFolder folder;
  const auto sentence = [&](auto spoil) {
    sim::Frame frame = random_frame(3, 3, 8);
    frame.surroundings = support::random_surroundings(10);
    spoil(frame);
    write_contacts_vtp(folder / "contacts.vtp", frame);
    const auto read = read_contacts_vtp(folder / "contacts.vtp");
    const auto* problem = std::get_if<InputError>(&read);
    return problem ? problem->sentence : "";
  };
  EXPECT_EQ(sentence([](sim::Frame&) {}), "");
  EXPECT_NE(sentence([](sim::Frame& f) { f.contacts[1].plane = 2; }).find("is on plane 2, and there are 2"),
            std::string::npos);
  EXPECT_NE(sentence([](sim::Frame& f) { f.contacts[1].plane = -2; }).find("is on plane -2"), std::string::npos);
  EXPECT_NE(sentence([](sim::Frame& f) { f.contacts[1].model = 3; }).find("is of rule 3"), std::string::npos);
  EXPECT_NE(sentence([](sim::Frame& f) { f.contacts[1].roll = static_cast<sim::Mode>(3); }).find("has a mode"),
            std::string::npos);
  write_bodies_vtp(folder / "bodies.vtp", random_frame(2, 2, 1));
  const auto read = read_contacts_vtp(folder / "bodies.vtp");
  EXPECT_NE(std::get<InputError>(read).sentence.find("holds no contacts"), std::string::npos);
}

TEST(Vtp, flipped_bytes_never_crash_the_reader_of_contacts) {
  const TemporaryFolder folder;
  sim::Frame frame = random_frame(3, 30, 8);
  frame.surroundings = support::random_surroundings(10);
  write_contacts_vtp(folder / "whole.vtp", frame);
  const std::string whole = text_of(folder / "whole.vtp");
  std::mt19937 generator(2);
  for (int trial = 0; trial < 1000; ++trial) {
    std::string broken = whole;
    for (int k = 0; k < 3; ++k) broken[generator() % broken.size()] = static_cast<char>(generator());
    put_text(folder / "broken.vtp", broken);
    const auto read = read_contacts_vtp(folder / "broken.vtp");
    if (const auto* got = std::get_if<sim::Frame>(&read)) {
      EXPECT_EQ(got->contacts.size(), 30U);
    }
  }
}

TEST(Vtp, a_file_cut_anywhere_is_refused) {
  const TemporaryFolder folder;
  write_bodies_vtp(folder / "whole.vtp", random_frame(40, 0, 5));
  const std::string whole = text_of(folder / "whole.vtp");
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    put_text(folder / "cut.vtp", whole.substr(0, size));
    EXPECT_NE(problem_of(folder / "cut.vtp"), "") << size;
  }
  put_text(folder / "cut.vtp", whole.substr(0, whole.size() - 1));
  EXPECT_NE(problem_of(folder / "cut.vtp"), "");
}

TEST(Vtp, flipped_bytes_never_crash_the_reader) {
  const TemporaryFolder folder;
  write_bodies_vtp(folder / "whole.vtp", random_frame(40, 0, 6));
  const std::string whole = text_of(folder / "whole.vtp");
  std::mt19937 generator(1);
  for (int trial = 0; trial < 1000; ++trial) {
    std::string broken = whole;
    for (int k = 0; k < 3; ++k) broken[generator() % broken.size()] = static_cast<char>(generator());
    put_text(folder / "broken.vtp", broken);
    // a flipped digit of a name may pass; what passes is a frame
    const auto read = read_bodies_vtp(folder / "broken.vtp");
    if (const auto* frame = std::get_if<sim::Frame>(&read)) {
      EXPECT_EQ(frame->bodies.size(), 40U);
    }
  }
}

TEST(Vtp, other_files_are_refused_in_one_clear_sentence) {
  const TemporaryFolder folder;
  EXPECT_NE(problem_of(folder / "none.vtp").find("cannot be opened"), std::string::npos);
  EXPECT_NE(problem_of(folder.path()).find("cannot be opened"), std::string::npos);
  put_text(folder / "text.vtp", "solid cube\n");
  EXPECT_NE(problem_of(folder / "text.vtp").find("is not a .vtp file"), std::string::npos);
  put_text(folder / "foreign.vtp",
           "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" "
           "byte_order=\"LittleEndian\">\n<PolyData/></VTKFile>\n");
  EXPECT_NE(problem_of(folder / "foreign.vtp").find("was not written by Scree"), std::string::npos);
  write_contacts_vtp(folder / "contacts.vtp", random_frame(2, 2, 1));
  EXPECT_NE(problem_of(folder / "contacts.vtp").find("holds contacts"), std::string::npos);
  write_bodies_vtp(folder / "bodies.vtp", random_frame(2, 2, 1));
  const std::string whole = text_of(folder / "bodies.vtp");
  put_text(folder / "lacks.vtp", replaced(whole, "Name=\"mass\"", "Name=\"moss\""));
  EXPECT_NE(problem_of(folder / "lacks.vtp").find("no array `mass`"), std::string::npos);
  put_text(folder / "type.vtp", replaced(whole, "type=\"Float64\" Name=\"mass\"", "type=\"Float32\" Name=\"mass\""));
  EXPECT_NE(problem_of(folder / "type.vtp").find("does not contain `mass` as Float64"), std::string::npos);
}

/// What Scree wrote before it knew other bodies than spheres.
TEST(Vtp, a_file_without_shapes_contains_spheres) {
  const TemporaryFolder folder;
  const sim::Frame frame = random_frame(5, 0, 2);
  write_bodies_vtp(folder / "bodies.vtp", frame);
  const std::string whole = text_of(folder / "bodies.vtp");
  EXPECT_EQ(whole.find("axes_tensor"), std::string::npos);
  put_text(folder / "old.vtp",
           replaced(replaced(whole, "Name=\"form\"", "Name=\"farm\""), "Name=\"half_axes\"", "Name=\"half_oxen\""));
  const auto read = read_bodies_vtp(folder / "old.vtp");
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << std::get<InputError>(read).sentence;
  support::expect_same_bodies(frame, std::get<sim::Frame>(read));
}

TEST(Vtp, an_unknown_shape_is_refused) {
  const TemporaryFolder folder;
  sim::Frame frame = random_frame(2, 0, 2);
  frame.bodies[1].shape = static_cast<shape::BodyShape>(3);
  write_bodies_vtp(folder / "bodies.vtp", frame);
  EXPECT_NE(problem_of(folder / "bodies.vtp").find("body 4 is of form 3"), std::string::npos)
      << problem_of(folder / "bodies.vtp");
}

/// What is said of a frame with one number spoilt.
template <class Spoil>
std::string said_of(Spoil spoil) {
  const TemporaryFolder folder;
  sim::Frame frame = random_frame(3, 0, 3);  // periodic along x and z; bodies 1, 4 and 7
  spoil(frame);
  write_bodies_vtp(folder / "bodies.vtp", frame);
  return problem_of(folder / "bodies.vtp");
}

TEST(Vtp, a_body_that_cannot_be_is_refused_by_its_id) {
  using testing::StartsWith;
  const double nan = std::nan("");
  EXPECT_EQ(said_of([](sim::Frame&) {}), "");
  EXPECT_THAT(said_of([&](sim::Frame& f) { f.bodies[1].position.y = nan; }),
              StartsWith("the position of body 4 is not finite; "));
  EXPECT_THAT(said_of([&](sim::Frame& f) { f.bodies[1].velocity.z = -HUGE_VAL; }),
              StartsWith("the velocity of body 4 is not finite; "));
  EXPECT_THAT(said_of([&](sim::Frame& f) { f.bodies[2].spin.x = nan; }),
              StartsWith("the spin of body 7 is not finite; "));
  EXPECT_THAT(said_of([&](sim::Frame& f) { f.bodies[2].orientation[3] = nan; }),
              StartsWith("the orientation of body 7 is not finite; "));
  EXPECT_THAT(said_of([&](sim::Frame& f) { f.bodies[0].radius = nan; }),
              StartsWith("the radius of body 1 is not finite; "));
  EXPECT_THAT(said_of([](sim::Frame& f) { f.bodies[0].radius = 0.0; }), StartsWith("the radius of body 1 is 0; "));
  EXPECT_THAT(said_of([](sim::Frame& f) { f.bodies[0].radius = -0.5; }), StartsWith("the radius of body 1 is -0.5; "));
  EXPECT_THAT(said_of([](sim::Frame& f) {
                f.bodies[0].shape = shape::BodyShape::box, f.bodies[0].half_axes = {1, -1, 1};
              }),
              StartsWith("body 1 is not a sphere and has the half axes (1, -1, 1); "));
  EXPECT_THAT(said_of([](sim::Frame& f) { f.bodies[2].id = 1; }), StartsWith("body 1 is there twice; "));
  EXPECT_THAT(said_of([](sim::Frame& f) { f.bodies[2].position.z = 1e30; }),
              testing::AllOf(StartsWith("body 7 is at ("), testing::HasSubstr("more than a million edges outside")));
}

TEST(Vtp, a_cell_that_cannot_be_is_refused_in_files_of_bodies_and_of_contacts) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](auto spoil, std::string_view begin) {
    sim::Frame frame = random_frame(0, 1, 3);
    spoil(frame.cell);
    write_contacts_vtp(folder / "contacts.vtp", frame);
    const auto read = read_contacts_vtp(folder / "contacts.vtp");
    ASSERT_TRUE(std::holds_alternative<InputError>(read)) << begin;
    EXPECT_THAT(std::get<InputError>(read).sentence, testing::StartsWith(begin));
    EXPECT_EQ(said_of([&](sim::Frame& f) { spoil(f.cell); }), std::get<InputError>(read).sentence);
  };
  expect_refused([](sim::CellSpec& c) { c.bounds.high.x = c.bounds.low.x = 2.0; },
                 "the cell goes from 2 to 2 along x, which is periodic; ");
  expect_refused([](sim::CellSpec& c) { c.bounds.high.z = std::nan(""); },
                 "the bounds of the cell along z are not finite; ");
  expect_refused([](sim::CellSpec& c) { c.tilt.xz = 1e30; },
                 "the tilt xz of the cell leans by more than a million edges along x; ");
  expect_refused([](sim::CellSpec& c) { c.tilt.yz = 1e30; },
                 "the tilt yz of the cell leans by more than 10000 times its edge along z; ");
  expect_refused([](sim::CellSpec& c) { c.tilt.xy = HUGE_VAL; }, "the tilt xy of the cell is not finite; ");
}

TEST(Vtp, bounds_of_open_axes_may_be_none) {
  EXPECT_EQ(said_of([](sim::Frame& f) { f.cell.bounds.low.y = f.cell.bounds.high.y = 0.0; }), "");
  EXPECT_EQ(said_of([](sim::Frame& f) { f.cell = {}; }), "");
}

TEST(Vtp, arrays_that_unpack_to_more_than_the_limit_together_are_refused) {
  const TemporaryFolder folder;
  write_bodies_vtp(folder / "a.vtp", random_frame(1000, 0, 1));
  std::uint64_t low = 24 * 1000, high = 1 << 20;  // the points alone take `low`
  const auto refused = [&](std::uint64_t limit) {
    return std::holds_alternative<InputError>(read_bodies_vtp(folder / "a.vtp", limit));
  };
  ASSERT_TRUE(refused(low));
  ASSERT_FALSE(refused(high));
  while (high - low > 1) (refused((low + high) / 2) ? low : high) = (low + high) / 2;
  EXPECT_GT(high, 200U * 1000U) << "all columns of a body count, not the largest one";
  const auto read = read_bodies_vtp(folder / "a.vtp", low);
  const std::string& said = std::get<InputError>(read).sentence;
  EXPECT_NE(said.find("if that is meant, raise the limit by --unpacked-limit"), std::string::npos) << said;
}

TEST(VtkBlocks, any_length_comes_back) {
  for (const std::size_t size : {0UL, 1UL, (1UL << 18) - 1, 1UL << 18, (1UL << 18) + 1, 3UL << 18}) {
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i >> 7);
    std::string section;
    append_blocks(section, bytes);
    EXPECT_EQ(read_blocks(section), bytes) << size;
    EXPECT_EQ(size_of_blocks(section), size);
  }
}

TEST(VtkBlocks, sizes_that_the_file_cannot_hold_are_refused_before_memory_is_taken) {
  const auto words = [](std::initializer_list<std::uint64_t> list) {
    return std::string(reinterpret_cast<const char*>(list.begin()), list.size() * 8);
  };
  const std::uint64_t huge = std::uint64_t{1} << 62;
  EXPECT_FALSE(read_blocks("short"));
  EXPECT_FALSE(read_blocks(words({huge, 8, 0})));
  EXPECT_FALSE(read_blocks(words({UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX})));
  EXPECT_FALSE(read_blocks(words({4, huge, 0, 8, 8, 8, 8, 0}))) << "the sum is beyond 64 bits";
  EXPECT_FALSE(read_blocks(words({1, huge, 0, 8, 0})));
  EXPECT_FALSE(read_blocks(words({1, huge + 1, huge, 8, 0})));
  EXPECT_FALSE(read_blocks(words({1, 8, 0, huge, 0})));
}

}  // namespace
}  // namespace scree::io
