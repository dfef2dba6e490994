#include "app/analyse/frame_contacts.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "app/shell_text.h"
#include "io/frame/vtp.h"

namespace scree::app {
namespace {

constexpr std::string_view k_bodies = "bodies", k_contacts = "contacts";

std::filesystem::path beside(const std::filesystem::path& path, std::string_view kind, std::string_view other) {
  std::string name = path.filename().string();
  const std::size_t at = name.rfind(kind);
  if (at == std::string::npos || path.extension() != ".vtp") return {};
  const std::filesystem::path found = path.parent_path() / name.replace(at, kind.size(), other);
  return std::filesystem::exists(found) ? found : std::filesystem::path();
}

const sim::BodyView* body_of(const sim::Frame& frame, std::int64_t id) {
  const auto at = std::lower_bound(frame.bodies.begin(), frame.bodies.end(), id,
                                   [](const sim::BodyView& b, std::int64_t wanted) { return b.id < wanted; });
  return at != frame.bodies.end() && at->id == id ? &*at : nullptr;
}

}  // namespace

std::filesystem::path contacts_beside(const std::filesystem::path& bodies) {
  return beside(bodies, k_bodies, k_contacts);
}
std::filesystem::path bodies_beside(const std::filesystem::path& contacts) {
  return beside(contacts, k_contacts, k_bodies);
}

std::string why_unfit(const sim::Frame& bodies, const sim::Frame& contacts) {
  if (contacts.step != bodies.step)
    return fmt::format("is of step {}, and the bodies are of step {}", contacts.step, bodies.step);
  for (const sim::ContactView& c : contacts.contacts) {
    const sim::BodyView* a = body_of(bodies, c.a);
    if (!a || (c.plane < 0 && !body_of(bodies, c.b)))
      return fmt::format("has a contact of body {}, which is not in the frame", a ? c.b : c.a);
    if (a->position.x != c.from.x || a->position.y != c.from.y || a->position.z != c.from.z)
      return fmt::format("has body {} at another position; it is from another run", c.a);
  }
  return {};
}

bool add_contacts_or_complain(sim::Frame& frame, const std::filesystem::path& file, std::uint64_t unpacked_limit) {
  auto read = io::read_contacts_vtp(file, unpacked_limit);
  if (const auto* problem = std::get_if<io::InputError>(&read)) {
    fmt::print(stderr, "{}\n", shown_lines(io::describe(*problem)));
    return false;
  }
  auto& contacts = std::get<sim::Frame>(read);
  if (const std::string why = why_unfit(frame, contacts); !why.empty()) {
    fmt::print(stderr, "scree: {}: {}. Give the matching file by --contacts, or use --contacts none\n", shown(file),
               why);
    return false;
  }
  fmt::print(stderr, "note: contacts with their loads are from {}{}\n", shown(file),
             contacts.surroundings ? ""
                                   : "; an older version of Scree wrote it without walls, weight and friction limits: "
                                     "only slipping contacts count as mobilised");
  frame.contacts = std::move(contacts.contacts), frame.surroundings = std::move(contacts.surroundings),
  frame.planes = std::move(contacts.planes);
  return true;
}

}  // namespace scree::app
