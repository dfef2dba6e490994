// Reads the files of bodies and of contacts that Scree wrote.
#include <algorithm>
#include <utility>

#include "io/frame/frame_columns.h"
#include "io/frame/frame_faults.h"
#include "io/frame/surroundings_fields.h"
#include "io/frame/vtp.h"
#include "io/frame/vtp_file.h"

namespace scree::io {
namespace {

sim::Frame bodies_of(const VtpFile& file) {
  if (!file.has("radius"))
    throw VtpFault{"holds contacts; give the file of bodies of that moment (bodies_... beside it)"};
  sim::Frame frame = frame_without_rows(file);
  const auto points = file.values<Vec3d>("Points");
  const bool forms = file.has("form");  // early files have no array `form`
  frame.bodies = file.rows<sim::BodyView>(points.size(), [&](auto&& body, auto&& column) {
    each_body_column(body, column);
    if (forms) each_shape_column(body, column);
  });
  std::vector<std::pair<std::int64_t, int>> ids;  // and their rows
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto& body = frame.bodies[i];
    body.position = points[i];
    if (!forms) body.half_axes = {body.radius, body.radius, body.radius};
    if (body.shape > shape::BodyShape::box)
      throw VtpFault{fmt::format("is damaged: body {} is of form {}; known are 0, 1 and 2", body.id,
                                 static_cast<int>(body.shape))};
    if (body.material < 0 || static_cast<std::size_t>(body.material) >= frame.materials.size())
      throw VtpFault{fmt::format("is damaged: body {} is of material {}, and there are {}", body.id, body.material,
                                 frame.materials.size())};
    if (std::string why = body_fault(body, frame.cell); !why.empty()) throw VtpFault{std::move(why)};
    ids.emplace_back(body.id, static_cast<int>(i));
  }
  if (const auto twice = doubled_ids(std::move(ids)); !twice.empty())
    throw VtpFault{fmt::format("body {} is there twice; ids must be unique, so the file is damaged: take another frame",
                               twice[0].id)};
  return frame;
}

/// Rows of field data, as many as the first column has; an empty array is not in the file.
template <class Row, class First, class Each>
std::vector<Row> rows_of_field(const VtpFile& file, std::string_view first, Each each) {
  if (!file.has(first)) return {};
  return file.rows<Row>(file.values<First>(first).size(), each);
}

/// Empty if the file is an early one without friction, walls and weight.
std::optional<sim::Surroundings> surroundings_of(const VtpFile& file) {
  if (!file.has("gravity")) return std::nullopt;
  sim::Surroundings around{.gravity = file.values<Vec3d>("gravity", 1)[0]};
  around.planes = rows_of_field<sim::PlaneView, Vec3d>(
      file, "plane_point", [](auto&& plane, auto&& field) { each_plane_field(plane, field); });
  for (const auto& row : rows_of_field<FrictionRow, std::uint8_t>(
           file, "rule_slides", [](auto&&rule, auto&&field) { each_friction_field(rule, field); }))
    around.friction.push_back(limits_of(row));
  return around;
}

void check(const sim::ContactView& c, const sim::Frame& frame) {
  const auto refuse = [&](std::string what) {
    throw VtpFault{fmt::format("is damaged: the contact of bodies {} and {} {}", c.a, c.b, what)};
  };
  const auto below = [](int index, std::size_t count) { return index >= 0 && static_cast<std::size_t>(index) < count; };
  if (std::max({c.slide, c.roll, c.spin}) > sim::Mode::slip) refuse("has a mode other than 0, 1 and 2");
  if (c.plane != -1 && !below(c.plane, frame.planes.size()))
    refuse(fmt::format("is on plane {}, and there are {}", c.plane, frame.planes.size()));
  if (c.model < 0 || (frame.surroundings && !below(c.model, frame.surroundings->friction.size())))
    refuse(fmt::format("is of rule {}, which does not exist", c.model));
}

sim::Frame contacts_of(const VtpFile& file) {
  if (!file.has("normal_force")) throw VtpFault{"holds no contacts; files of contacts are called contacts_..."};
  sim::Frame frame = frame_without_rows(file);
  frame.surroundings = surroundings_of(file);
  const auto ends = file.values<Vec3d>("Points");
  if (ends.size() % 2 != 0) throw VtpFault{"is damaged: a contact has one end"};
  frame.contacts = file.rows<sim::ContactView>(ends.size() / 2, [&](auto&& contact, auto&& column) {
    each_contact_column(contact, column);
    if (frame.solver) each_rigid_column(contact, column);
  });
  for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
    sim::ContactView& c = frame.contacts[i];
    c.from = ends[2 * i], c.branch = ends[2 * i] - ends[2 * i + 1];
    check(c, frame);
  }
  return frame;
}

}  // namespace

std::variant<sim::Frame, InputError> read_bodies_vtp(const std::filesystem::path& path, std::uint64_t unpacked_limit) {
  return read_vtp(path, unpacked_limit, bodies_of);
}
std::variant<sim::Frame, InputError> read_contacts_vtp(const std::filesystem::path& path,
                                                       std::uint64_t unpacked_limit) {
  return read_vtp(path, unpacked_limit, contacts_of);
}

}  // namespace scree::io
