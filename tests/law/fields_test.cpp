// The description of parameters (`fields`) against the Params that it describes, for every law in the lists.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "law/all.h"

namespace scree::law {
namespace {

/// f<L>() for every law of every stage.
template <class F>
void every_law(F f) {
  const auto one = [&]<class L>(int) { f.template operator()<L>(); };
  for_each(Kinematics{}, one), for_each(AllNormals{}, one), for_each(AllSlides{}, one), for_each(AllRolls{}, one),
      for_each(AllSpins{}, one);
}
std::string where(std::string_view law, std::string_view field) { return std::string(law) + "." + std::string(field); }

TEST(Fields, describe_every_member_of_params_exactly_once) {
  every_law([]<class L>() {
    using Params = typename L::Params;
    std::size_t bytes = 0;
    for (const auto& field : L::fields)
      bytes += std::holds_alternative<int Params::*>(field.member) ? sizeof(int) : sizeof(double);
    const std::size_t whole = (bytes + alignof(Params) - 1) / alignof(Params) * alignof(Params);
    EXPECT_EQ(whole, sizeof(Params)) << L::name << ": a member of Params has no field, or two";
    for (std::size_t i = 0; i < L::fields.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_NE(L::fields[i].member, L::fields[j].member) << where(L::name, L::fields[i].name);
  });
}

TEST(Fields, have_unique_names_and_a_description) {
  every_law([]<class L>() {
    std::set<std::string_view> names;
    for (const auto& field : L::fields) {
      EXPECT_TRUE(names.insert(field.name).second) << where(L::name, field.name) << " stands twice";
      EXPECT_EQ(field.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos)
          << where(L::name, field.name);
      EXPECT_FALSE(field.name.empty()) << L::name;
      EXPECT_FALSE(field.description.empty()) << where(L::name, field.name);
    }
    EXPECT_FALSE(std::string_view(L::source).empty()) << L::name;
  });
}

TEST(Fields, of_numbers_have_a_unit_and_of_words_have_words) {
  every_law([]<class L>() {
    for (const auto& field : L::fields) {
      if (std::holds_alternative<int L::Params::*>(field.member)) {
        EXPECT_TRUE(field.unit.empty()) << where(L::name, field.name);
        EXPECT_GE(field.choices.size(), 2u) << where(L::name, field.name);
        if (field.need == Need::optional) {
          EXPECT_LT(field.default_value, static_cast<double>(field.choices.size())) << where(L::name, field.name);
        }
      } else {
        EXPECT_FALSE(field.unit.empty()) << where(L::name, field.name);
        EXPECT_TRUE(field.choices.empty()) << where(L::name, field.name);
      }
    }
  });
}

TEST(Fields, come_in_groups_of_at_least_two_alternatives) {
  every_law([]<class L>() {
    std::map<std::string_view, int> members;
    for (const auto& field : L::fields) {
      EXPECT_EQ(field.need == Need::one_of || field.need == Need::at_most_one, !field.group.empty())
          << where(L::name, field.name);
      if (!field.group.empty()) ++members[field.group];
    }
    for (const auto& [group, count] : members) EXPECT_GE(count, 2) << where(L::name, group);
  });
}

TEST(Fields, that_need_another_name_one_that_exists) {
  every_law([]<class L>() {
    for (const auto& field : L::fields) {
      if (field.only_with.empty()) continue;
      bool found = false;
      for (const auto& other : L::fields) found |= other.name == field.only_with && other.name != field.name;
      EXPECT_TRUE(found) << where(L::name, field.name) << " needs " << field.only_with;
    }
  });
}

TEST(Fields, that_must_not_be_below_another_name_a_number_of_their_kind) {
  int bounds = 0;
  every_law([&]<class L>() {
    for (const auto& field : L::fields) {
      EXPECT_EQ(field.not_below, field.name == "static_coefficient" ? "kinetic_coefficient" : "")
          << where(L::name, field.name);
      if (field.not_below.empty()) continue;
      ++bounds;
      bool found = false;
      for (const auto& other : L::fields)
        found |= other.name == field.not_below && other.name != field.name && other.unit == field.unit &&
                 other.choices.empty() && other.need == Need::required && field.need == Need::required;
      EXPECT_TRUE(found) << where(L::name, field.name) << " is not below " << field.not_below;
    }
  });
  EXPECT_GE(bounds, 5);
}

TEST(Laws, have_a_name_of_their_own_within_their_stage) {
  const auto check = []<class... L>(List<L...>) {
    std::set<std::string_view> names;
    (names.insert(L::name), ...);
    EXPECT_EQ(names.size(), sizeof...(L));
  };
  check(Kinematics{}), check(AllNormals{}), check(AllSlides{}), check(AllRolls{}), check(AllSpins{});
}

}  // namespace
}  // namespace scree::law
