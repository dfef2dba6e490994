#include "io/frame/frame_csv.h"

#include <array>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "io/frame/frame_columns.h"
#include "io/text/whole_file.h"

namespace scree::io {
namespace {

/// One value is one column, a vector three, an orientation four.
class Table {
 public:
  explicit Table(sim::Units units) : si_(units == sim::Units::si) {}

  void name(std::string_view word, std::string_view unit, std::string_view suffix = {}) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}{}", word, suffix);
    if (unit != "1") fmt::format_to(std::back_inserter(text_), " [{}]", si_ ? unit : "reduced");
  }
  template <class Value>
  void head(std::string_view word, std::string_view unit, const Value&) {
    name(word, unit);
  }
  void head(std::string_view word, std::string_view unit, const Vec3d&) {
    for (const char* suffix : {"_x", "_y", "_z"}) name(word, unit, suffix);
  }
  void head(std::string_view word, std::string_view unit, const state::Orientation&) {
    for (const char* suffix : {"_w", "_x", "_y", "_z"}) name(word, unit, suffix);
  }

  template <class Value>
  void put(const Value& value) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  void put(const Vec3d& v) { put(v.x), put(v.y), put(v.z); }
  void put(const state::Orientation& q) {
    for (const double part : q) put(part);
  }
  void put(const sim::Mode& mode) {
    constexpr std::array<std::string_view, 3> words = {"none", "stick", "slip"};
    put(words[static_cast<std::size_t>(mode)]);
  }

  void put(const shape::BodyShape& shape) {
    constexpr std::array<std::string_view, 3> words = {"sphere", "ellipsoid", "box"};
    put(words[static_cast<std::size_t>(shape)]);
  }

  void end_row() { text_.push_back('\n'), row_begin_ = text_.size(); }
  void write(const std::filesystem::path& path) const {
    write_whole_file(path, {{text_.data(), text_.size()}}, Survives::the_process);
  }

 private:
  void separate() {
    if (text_.size() > row_begin_) text_.push_back(',');
  }

  bool si_;
  std::size_t row_begin_ = 0;
  fmt::memory_buffer text_;
};

}  // namespace

void write_frame_bodies_csv(const std::filesystem::path& path, const sim::Frame& frame) {
  Table table(frame.units);
  const bool spheres = all_spheres(frame);
  const auto each_column = [&](const sim::BodyView& b, auto&& column) {
    each_body_column(b, column);
    if (!spheres) each_shape_column(b, column);
  };
  for (const char* axis : {"x", "y", "z"}) table.name(axis, "m");
  each_column(sim::BodyView{},
              [&](const char* name, const char* unit, const auto& value) { table.head(name, unit, value); });
  table.end_row();
  for (const auto& b : frame.bodies) {
    table.put(b.position);
    each_column(b, [&](const char*, const char*, const auto& value) { table.put(value); });
    table.end_row();
  }
  table.write(path);
}

void write_frame_contacts_csv(const std::filesystem::path& path, const sim::Frame& frame) {
  Table table(frame.units);
  for (const char* axis : {"x", "y", "z"}) table.name(axis, "m");
  table.head("branch", "m", Vec3d{});
  const auto each_column = [&](const sim::ContactView& c, auto&& column) {
    each_contact_column(c, column);
    if (frame.solver) each_rigid_column(c, column);
  };
  each_column(sim::ContactView{},
              [&](const char* name, const char* unit, const auto& value) { table.head(name, unit, value); });
  table.end_row();
  for (const auto& c : frame.contacts) {
    table.put(c.from), table.put(c.branch);
    each_column(c, [&](const char*, const char*, const auto& value) { table.put(value); });
    table.end_row();
  }
  table.write(path);
}

}  // namespace scree::io
