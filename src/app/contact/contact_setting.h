// The laws and bodies that `scree contact` compares: from presets on the command line, or from the rules of a scene.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/commands.h"
#include "app/contact/contact_laws.h"
#include "app/exit_codes.h"
#include "workbench/driven.h"

namespace scree::app {

/// Thrown after the error of an argument has been printed.
struct ContactRefusal {
  int code;
};
[[noreturn]] void refuse_contact(const std::string& sentence, int code = k_usage);

/// The result, or a ContactRefusal if it is a fault.
template <class T>
T accepted(std::variant<T, Fault> result) {
  if (const auto* fault = std::get_if<Fault>(&result)) refuse_contact(fault->sentence);
  return std::get<T>(std::move(result));
}

/// The value of `text` with its unit; `otherwise` if the option is not given.
double quantity_option(const std::string& text, std::string_view option, std::string_view unit, double otherwise);
/// The same for an option that must be positive.
double positive_option(const std::string& text, std::string_view option, std::string_view unit, double otherwise);

/// A law and the two bodies in contact.
struct BodiesCase {
  LawCase law;
  contact::DrivenPair pair{};
  std::string bodies{};  ///< description of the bodies
};
/// All cases and the overlap of the paths.
struct Setting {
  std::vector<BodiesCase> cases{};
  double overlap = 0.0;  ///< [m]
};

/// Refuses an overlap that is larger than the smallest radius [m].
void check_overlap(double overlap, const Setting& setting);
/// Description of the bodies of all cases; only one if they are equal.
std::string bodies_text(const Setting& setting);

Setting preset_setting(const ContactArguments& arguments);
Setting scene_setting(const ContactArguments& arguments);

}  // namespace scree::app
