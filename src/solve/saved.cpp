#include "solve/saved.h"

#include <algorithm>
#include <cmath>

namespace scree::solve {
namespace {

using Numbers = std::vector<double>;

void append(Numbers& to, const Vec3d& v) { to.insert(to.end(), {v.x, v.y, v.z}); }
void append(Numbers& to, const Twist& t) { append(to, t.linear), append(to, t.angular); }

Vec3d vector_at(const Numbers& from, std::size_t row, std::size_t width = 3, std::size_t at = 0) {
  const double* x = from.data() + row * width + at;
  return {x[0], x[1], x[2]};
}
Twist twist_at(const Numbers& from, std::size_t row) { return {vector_at(from, row, 6), vector_at(from, row, 6, 3)}; }

[[noreturn]] void refuse(const std::string& what, std::size_t number, const std::string& why) {
  throw ArchiveError{what + " " + std::to_string(number) + " of the problem " + why};
}

/// Reads the arrays of one group, all of which have the same number of rows.
class Table {
 public:
  Table(const Archive& archive, std::string group, std::size_t rows)
      : archive_(archive), group_(std::move(group)), rows_(rows) {}
  const Numbers& numbers(const std::string& name, std::size_t width) const {
    const Numbers& all = archive_.get_rows<double>(group_ + name, rows_, width);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::isnan(all[i]))
        throw ArchiveError{"row " + std::to_string(i / width) + " of " + group_ + name + " is not a number"};
    return all;
  }
  const std::vector<std::uint32_t>& pairs() const {
    return archive_.get_rows<std::uint32_t>(group_ + "bodies", rows_, 2);
  }

 private:
  const Archive& archive_;
  std::string group_;
  std::size_t rows_;
};

std::size_t rows_in(const Archive& archive, const char* name, std::size_t width) {
  return archive.get<std::uint32_t>(name, width).size() / width;
}

void check_bodies(const char* what, std::size_t i, std::uint32_t a, std::uint32_t b, std::size_t bodies) {
  if (a >= bodies || b >= bodies)
    refuse(what, i,
           "is on body " + std::to_string(std::max(a, b)) + ", but there are " + std::to_string(bodies) + " bodies");
  if (a == b) refuse(what, i, "has body " + std::to_string(a) + " on both sides");
}

}  // namespace

void put(Archive& archive, const Problem& problem, const Impulses& guess) {
  Numbers free, mass, inertia;
  for (const Body& b : problem.bodies) {
    append(free, b.free), append(mass, b.inverse_mass);
    inertia.insert(inertia.end(), b.inverse_inertia.begin(), b.inverse_inertia.end());
  }
  archive.put("problem/bodies/free", free, 6), archive.put("problem/bodies/inverse_mass", mass, 3),
      archive.put("problem/bodies/inverse_inertia", inertia, 6);

  std::vector<std::uint32_t> pairs;
  Numbers normal, arm_a, arm_b, bias, cone, compliance;
  for (const Contact& c : problem.contacts) {
    pairs.insert(pairs.end(), {c.a, c.b});
    append(normal, c.normal), append(arm_a, c.arm_a), append(arm_b, c.arm_b), bias.push_back(c.bias);
    cone.insert(cone.end(), {c.cone.slide, c.cone.roll, c.cone.spin}),
        compliance.insert(compliance.end(), {c.compliance, c.slide_compliance});
  }
  archive.put("problem/contacts/bodies", pairs, 2), archive.put("problem/contacts/normal", normal, 3),
      archive.put("problem/contacts/arm_a", arm_a, 3);
  archive.put("problem/contacts/arm_b", arm_b, 3), archive.put("problem/contacts/bias", bias),
      archive.put("problem/contacts/cone", cone, 3);
  archive.put("problem/contacts/compliance", compliance, 2);

  std::vector<std::uint32_t> row_pairs;
  Numbers linear, angular_a, angular_b, row_bias, limits, row_compliance;
  for (const Row& r : problem.rows) {
    row_pairs.insert(row_pairs.end(), {r.a, r.b});
    append(linear, r.linear), append(angular_a, r.angular_a), append(angular_b, r.angular_b),
        row_bias.push_back(r.bias);
    limits.insert(limits.end(), {r.low, r.high}), row_compliance.push_back(r.compliance);
  }
  archive.put("problem/rows/bodies", row_pairs, 2), archive.put("problem/rows/linear", linear, 3),
      archive.put("problem/rows/angular_a", angular_a, 3);
  archive.put("problem/rows/angular_b", angular_b, 3), archive.put("problem/rows/bias", row_bias),
      archive.put("problem/rows/limits", limits, 2);
  archive.put("problem/rows/compliance", row_compliance);

  Numbers impulses;
  for (const Twist& g : guess.contacts) append(impulses, g);
  archive.put("problem/guess/contacts", impulses, 6), archive.put("problem/guess/rows", guess.rows);
}

Problem problem_of(const Archive& archive) {
  if (!archive.find("problem/contacts/bodies")) throw ArchiveError{"there is no contact problem in it"};
  Problem problem;
  const std::size_t bodies = archive.get<double>("problem/bodies/free", 6).size() / 6;
  const Table of_bodies(archive, "problem/bodies/", bodies);
  const Numbers &free = of_bodies.numbers("free", 6), &mass = of_bodies.numbers("inverse_mass", 3),
                &inertia = of_bodies.numbers("inverse_inertia", 6);
  for (std::size_t i = 0; i < bodies; ++i) {
    Body b{twist_at(free, i), vector_at(mass, i), {}};
    std::copy_n(inertia.begin() + static_cast<std::ptrdiff_t>(6 * i), 6, b.inverse_inertia.begin());
    if (b.inverse_mass.x < 0.0 || b.inverse_mass.y < 0.0 || b.inverse_mass.z < 0.0)
      refuse("body", i, "has a negative mass");
    problem.bodies.push_back(b);
  }
  const Table contacts(archive, "problem/contacts/", rows_in(archive, "problem/contacts/bodies", 2));
  const auto& pairs = contacts.pairs();
  const Numbers &normal = contacts.numbers("normal", 3), &arm_a = contacts.numbers("arm_a", 3),
                &arm_b = contacts.numbers("arm_b", 3);
  const Numbers &bias = contacts.numbers("bias", 1), &cone = contacts.numbers("cone", 3),
                &compliance = contacts.numbers("compliance", 2);
  for (std::size_t i = 0; i < bias.size(); ++i) {
    const Contact c{pairs[2 * i],
                    pairs[2 * i + 1],
                    vector_at(normal, i),
                    vector_at(arm_a, i),
                    vector_at(arm_b, i),
                    bias[i],
                    {cone[3 * i], cone[3 * i + 1], cone[3 * i + 2]},
                    compliance[2 * i],
                    compliance[2 * i + 1]};
    check_bodies("contact", i, c.a, c.b, bodies);
    if (c.cone.slide < 0.0 || c.cone.roll < 0.0 || c.cone.spin < 0.0)
      refuse("contact", i, "has a negative coefficient of friction");
    if (c.compliance < 0.0 || c.slide_compliance < 0.0) refuse("contact", i, "has a negative compliance");
    problem.contacts.push_back(c);
  }
  const Table rows(archive, "problem/rows/", rows_in(archive, "problem/rows/bodies", 2));
  const auto& row_pairs = rows.pairs();
  const Numbers &linear = rows.numbers("linear", 3), &angular_a = rows.numbers("angular_a", 3),
                &angular_b = rows.numbers("angular_b", 3);
  const Numbers &row_bias = rows.numbers("bias", 1), &limits = rows.numbers("limits", 2),
                &row_compliance = rows.numbers("compliance", 1);
  for (std::size_t i = 0; i < row_bias.size(); ++i) {
    const Row r{row_pairs[2 * i],        row_pairs[2 * i + 1],    vector_at(linear, i),
                vector_at(angular_a, i), vector_at(angular_b, i), row_bias[i],
                limits[2 * i],           limits[2 * i + 1],       row_compliance[i]};
    check_bodies("row", i, r.a, r.b, bodies);
    if (r.low > r.high) refuse("row", i, "has a lower limit above its upper one");
    if (r.compliance < 0.0) refuse("row", i, "has a negative compliance");
    problem.rows.push_back(r);
  }
  return problem;
}

Impulses guess_of(const Archive& archive, const Problem& problem) {
  const std::size_t contacts = archive.get<double>("problem/guess/contacts", 6).size() / 6,
                    rows = archive.get<double>("problem/guess/rows").size();
  if (contacts == 0 && rows == 0) return {};
  if (contacts != problem.contacts.size() || rows != problem.rows.size())
    throw ArchiveError{"the guess is for " + std::to_string(contacts) + " contacts and " + std::to_string(rows) +
                       " rows, the problem has " + std::to_string(problem.contacts.size()) + " and " +
                       std::to_string(problem.rows.size())};
  Impulses guess;
  const Numbers& impulses = Table(archive, "problem/guess/", contacts).numbers("contacts", 6);
  for (std::size_t i = 0; i < contacts; ++i) guess.contacts.push_back(twist_at(impulses, i));
  guess.rows = Table(archive, "problem/guess/", rows).numbers("rows", 1);
  return guess;
}

}  // namespace scree::solve
