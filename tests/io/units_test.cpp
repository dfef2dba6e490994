// Quantity text to SI. Expected values are SI literals: "9 mm" must have the very bits of 0.009.
#include <gtest/gtest.h>

#include <numbers>
#include <thread>
#include <vector>

#include "io/scene/law_catalog.h"
#include "io/text/units.h"

namespace scree::io {
namespace {

double value(std::string_view text, std::string_view unit) {
  const auto result = quantity_in(text, unit);
  if (const auto* fault = std::get_if<UnitFault>(&result)) {
    ADD_FAILURE() << text << " in " << unit << " " << fault->why;
    return 0.0;
  }
  return std::get<double>(result);
}

UnitFault fault(std::string_view text, std::string_view unit) {
  const auto result = quantity_in(text, unit);
  if (const auto* found = std::get_if<UnitFault>(&result)) return *found;
  ADD_FAILURE() << text << " was taken as " << std::get<double>(result) << " " << unit;
  return {};
}

using Kind = UnitFault::Kind;

TEST(Units, multiples_of_si_units_have_the_bits_of_the_si_literal) {
  EXPECT_EQ(value("45 mm", "m"), 0.045);
  EXPECT_EQ(value("9 mm", "m"), 0.009);
  EXPECT_EQ(value("0.3 mm", "m"), 0.0003);
  EXPECT_EQ(value("7 um", "m"), 7e-6);
  EXPECT_EQ(value("2 MPa", "Pa"), 2e6);
  EXPECT_EQ(value("9.81 m/s^2", "m/s^2"), 9.81);
  EXPECT_EQ(value("1e5 N/m", "N/m"), 1e5);
  EXPECT_EQ(value("2.5 g/cm^3", "kg/m^3"), 2500.0);
  EXPECT_EQ(value("3 ms", "s"), 0.003);
  EXPECT_EQ(value("800 1/s", "1/s"), 800.0);
  EXPECT_EQ(value("1 kHz", "1/s"), 1000.0);
}

TEST(Units, many_spellings_of_one_unit_are_equal) {
  for (const std::string_view text : {"9.81 m/s^2", "9.81 m/s2", "9.81 m s-2", "9.81 m s^-2", "9.81 m/s**2",
                                      "9.81m/s^2", " 9.81  m/s^2 ", "+9.81 m/s^2", "9.81 N/kg", "981 cm/s^2"})
    EXPECT_DOUBLE_EQ(value(text, "m/s^2"), 9.81) << text;
  EXPECT_EQ(value("5 \xc2\xb5m", "m"), 5e-6);  // the micro sign
  EXPECT_EQ(value("1 kg.m^2", "kg m^2"), 1.0);
}

TEST(Units, angles_come_out_in_radians) {
  // UDUNITS stores a degree with 15 digits.
  EXPECT_NEAR(value("30 degrees", "rad"), std::numbers::pi / 6.0, 1e-14);
  EXPECT_NEAR(value("30 deg", "rad"), std::numbers::pi / 6.0, 1e-14);
  EXPECT_EQ(value("2 rad/s", "rad/s"), 2.0);
  EXPECT_EQ(value("2 1/s", "rad/s"), 2.0);
  EXPECT_NEAR(value("60 rpm", "rad/s"), 2.0 * std::numbers::pi, 1e-13);  // 360 such degrees
}

TEST(Units, a_pure_number_may_be_a_percentage) {
  EXPECT_EQ(value("10 %", "1"), 0.1);
  EXPECT_EQ(value("10%", "1"), 0.1);
  EXPECT_EQ(value("10 percent", "1"), 0.1);
}

TEST(Units, torque_per_radian_is_a_torsion_stiffness) { EXPECT_EQ(value("3 N m/rad", "N m"), 3.0); }

TEST(Units, a_wrong_dimension_is_named_together_with_the_right_one) {
  const UnitFault found = fault("2 MPa", "N/m");
  EXPECT_EQ(found.kind, Kind::wrong_dimension);
  EXPECT_EQ(found.why, "is a pressure, but a stiffness [N/m] is expected");
  EXPECT_EQ(fault("3 m", "1").why, "is a length, but a pure number is expected");
}

TEST(Units, a_time_is_not_a_rate_although_udunits_converts_reciprocals) {
  EXPECT_EQ(fault("2 ms", "1/s").kind, Kind::wrong_dimension);
  EXPECT_EQ(fault("2 1/s", "s").kind, Kind::wrong_dimension);
  EXPECT_EQ(fault("2 1/m", "m").kind, Kind::wrong_dimension);
}

TEST(Units, an_angle_is_not_a_pure_number_although_udunits_converts_it) {
  EXPECT_EQ(fault("30 degrees", "1").kind, Kind::wrong_dimension);
  EXPECT_EQ(fault("30 rpm", "1/s").kind, Kind::wrong_dimension);
  EXPECT_EQ(fault("30 Hz", "rad/s").kind, Kind::wrong_dimension);
}

TEST(Units, a_unit_with_an_offset_is_refused) {
  EXPECT_EQ(fault("20 degC", "K").kind, Kind::wrong_dimension);
  EXPECT_NE(fault("20 s since 2000-01-01", "s").why, "");
}

TEST(Units, a_second_number_inside_the_unit_is_refused) {
  for (const std::string_view text :
       {"5 10 mm", "0 0 -9.81 m", "5 mm 3", "5 mm -3", "5 m/10", "5 2m", "5 mm.3", "5 1 m", "1,5 mm", "1_000 m"})
    EXPECT_EQ(fault(text, "m").kind, Kind::unknown_unit) << text;
}

TEST(Units, numbers_that_are_none_are_refused) {
  for (const std::string_view text : {"", "  ", "mm", "-", "--1 m", "+-1 m", "about 3 m", ".", "e5 m"})
    EXPECT_EQ(fault(text, "m").kind, Kind::not_a_number) << text;
  for (const std::string_view text : {"nan m", "inf m", "-inf m", "1e999 m", "NaN m", "infinity m"})
    EXPECT_EQ(fault(text, "m").kind, Kind::not_finite) << text;
  EXPECT_EQ(fault("1e308 km", "m").kind, Kind::not_finite);
  EXPECT_EQ(fault("5", "m").kind, Kind::no_unit);
  EXPECT_EQ(fault(" 5 ", "m").why, "has no unit");
}

TEST(Units, an_unknown_unit_is_named_by_its_unknown_part_only) {
  EXPECT_EQ(fault("5 kgs/m^3", "kg/m^3").why, "has the unknown unit \"kgs\". Did you mean \"kg\"?");
  EXPECT_EQ(fault("30 degreez", "rad").why, "has the unknown unit \"degreez\". Did you mean \"degree\"?");
  EXPECT_EQ(fault("5 m//s", "m/s").kind, Kind::unknown_unit);
  EXPECT_EQ(fault(std::string_view("5 m\0m", 5), "m").kind, Kind::unknown_unit);
}

TEST(Units, the_library_prints_nothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  (void)quantity_in("5 foo", "m");
  (void)quantity_in("5 m/(", "m");
  (void)quantity_in("5 kg", "m");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Units, every_unit_of_every_law_is_known) {
  for (const LawInfo& law : law_catalog())
    for (const FieldInfo& field : law.fields)
      if (!field.is_word() && field.unit != "1") {
        EXPECT_EQ(value("1.5 " + std::string(field.unit), field.unit), 1.5) << law.name << "." << field.name;
      }
}

TEST(Units, several_threads_may_ask_at_once) {
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (int& count : wrong)
    threads.emplace_back([&count] {
      for (int i = 1; i < 200; ++i) {
        const auto result = quantity_in(std::to_string(i) + " km", "m");
        const auto* number = std::get_if<double>(&result);
        count += number == nullptr || *number != 1000.0 * i ? 1 : 0;
        count += std::holds_alternative<double>(quantity_in("1 foo", "m")) ? 1 : 0;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace scree::io
