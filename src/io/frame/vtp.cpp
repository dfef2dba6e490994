// Writes .vtp files. The header is text with offsets into one binary section, so all arrays are packed first.
#include "io/frame/vtp.h"

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/frame/frame_columns.h"
#include "io/frame/surroundings_fields.h"
#include "io/frame/vtk_blocks.h"
#include "io/frame/vtk_layout.h"
#include "io/text/whole_file.h"

namespace scree::io {
namespace {

struct Column {
  std::string name;
  VtkLayout layout;
  std::string bytes;

  template <class T>
  void add(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
};

template <class Row, class Each>
std::vector<Column> columns_of(const std::vector<Row>& rows, Each each) {
  std::vector<Column> columns;
  each(Row{}, [&](const char* name, const char*, const auto& value) {
    columns.push_back({name, vtk_layout(value), {}});
    columns.back().bytes.reserve(rows.size() * sizeof value);
  });
  for (const Row& row : rows) {
    auto column = columns.begin();
    each(row, [&](const char*, const char*, const auto& value) { (column++)->add(value); });
  }
  return columns;
}

template <class T>
Column column_of(std::string name, std::span<const T> values) {
  Column column{std::move(name), vtk_layout(T{}), {}};
  for (const T& value : values) column.add(value);
  return column;
}

class Document {
 public:
  void text(std::string_view words) { header_ += words; }

  /// Writes an array. In field data its number of tuples must be given, elsewhere it follows from the piece.
  void array(const Column& column, std::string_view more = {}) {
    open("DataArray", column.layout.type, column.name, more);
    if (column.layout.components > 1) header_ += fmt::format(" NumberOfComponents=\"{}\"", column.layout.components);
    if (column.name == "orientation")
      header_ += R"( ComponentName0="w" ComponentName1="x" ComponentName2="y" ComponentName3="z")";
    close(column.bytes);
  }
  void arrays(const std::vector<Column>& columns) {
    for (const Column& column : columns) array(column);
  }
  /// Columns of field data. Without rows no arrays are written, because VTK warns about empty ones.
  void fields(const std::vector<Column>& columns, std::size_t rows) {
    for (const Column& column : columns)
      if (rows > 0) array(column, fmt::format(" NumberOfTuples=\"{}\"", rows));
  }
  template <class T>
  void field(std::string name, std::initializer_list<T> values) {
    array(column_of(std::move(name), std::span<const T>(values.begin(), values.size())),
          fmt::format(" NumberOfTuples=\"{}\"", values.size()));
  }
  /// Texts, each terminated by a zero. Without texts no array is written, as above.
  void field(std::string_view name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    std::string bytes;
    for (const std::string& text : texts) bytes.append(text.c_str(), std::strlen(text.c_str()) + 1);
    open("Array", "String", name, fmt::format(" NumberOfTuples=\"{}\"", texts.size()));
    close(bytes);
  }

  void write(const std::filesystem::path& path) const {
    constexpr std::string_view head = R"(<?xml version="1.0"?>
<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" compressor="vtkZLibDataCompressor">
<PolyData>
)";
    constexpr std::string_view middle = "</PolyData>\n<AppendedData encoding=\"raw\">\n_",
                               tail = "\n</AppendedData>\n</VTKFile>\n";
    write_whole_file(path, {head, header_, middle, section_, tail}, Survives::the_process);
  }

 private:
  void open(std::string_view tag, std::string_view type, std::string_view name, std::string_view more) {
    header_ += fmt::format("<{} type=\"{}\" Name=\"{}\"{}", tag, type, name, more);
  }
  void close(std::string_view bytes) {
    header_ += fmt::format(" format=\"appended\" offset=\"{}\"/>\n", section_.size());
    append_blocks(section_, bytes);
  }

  std::string header_, section_;
};

void put_surroundings(Document& document, const sim::Surroundings& around) {
  std::vector<FrictionRow> rules;
  for (const sim::FrictionLimits& limits : around.friction) rules.push_back(row_of(limits));
  document.field("gravity", {around.gravity});
  document.fields(columns_of(rules, [](const FrictionRow& rule, auto&& field) { each_friction_field(rule, field); }),
                  rules.size());
  document.fields(
      columns_of(around.planes, [](const sim::PlaneView& plane, auto&& field) { each_plane_field(plane, field); }),
      around.planes.size());
}

enum class Rows { bodies, contacts };
void put_field_data(Document& document, const sim::Frame& frame, Rows rows) {
  const auto& [periodic, bounds, tilt] = frame.cell;
  document.text("<FieldData>\n");
  document.field("TimeValue", {frame.time});
  document.field("step", {frame.step});
  document.field("scree_format", {k_vtp_format});
  document.field("units", std::vector<std::string>{frame.units == sim::Units::si ? "SI" : "reduced"});
  document.field<std::uint8_t>("cell_periodic", {periodic[0], periodic[1], periodic[2]});
  document.field("cell_bounds",
                 {bounds.low.x, bounds.high.x, bounds.low.y, bounds.high.y, bounds.low.z, bounds.high.z});
  if (tilt.any()) document.field("cell_tilt", {tilt.xy, tilt.xz, tilt.yz});
  document.field("materials", frame.materials);
  document.field("planes", frame.planes);
  if (frame.solver) {
    each_solver_field(*frame.solver, [&]<class T>(const char* name, const char*, const T& value) {
      document.field<T>(name, {value});
    });
    document.field<std::uint8_t>("solver_reached", {frame.solver->reached});
  }
  if (rows == Rows::contacts && frame.surroundings) put_surroundings(document, *frame.surroundings);
  document.text("</FieldData>\n");
}

void put_points(Document& document, const std::vector<Vec3d>& points) {
  document.text("<Points>\n");
  document.array(column_of<Vec3d>("Points", points));
  document.text("</Points>\n");
}

/// Cells of `size` points each, with consecutive point numbers.
void put_cells(Document& document, std::string_view kind, std::size_t points, std::size_t size) {
  std::vector<std::int64_t> connectivity, offsets;
  for (std::size_t i = 0; i < points; ++i) connectivity.push_back(static_cast<std::int64_t>(i));
  for (std::size_t i = size; i <= points; i += size) offsets.push_back(static_cast<std::int64_t>(i));
  document.text(fmt::format("<{}>\n", kind));
  document.array(column_of<std::int64_t>("connectivity", connectivity));
  document.array(column_of<std::int64_t>("offsets", offsets));
  document.text(fmt::format("</{}>\n", kind));
}

/// The half axes of a body as vectors, in sequence. Spheres have them, too, so that their rotation is visible.
Tensor axes_tensor(const sim::BodyView& b) {
  const auto body = state::axes_of(b.orientation);
  return {b.half_axes.x * body.axis[0], b.half_axes.y * body.axis[1], b.half_axes.z * body.axis[2]};
}

}  // namespace

void write_bodies_vtp(const std::filesystem::path& path, const sim::Frame& frame) {
  const bool spheres = all_spheres(frame);
  const auto columns = columns_of(frame.bodies, [&](const sim::BodyView& b, auto&& column) {
    each_body_column(b, column), each_shape_column(b, column);
    if (!spheres) column("axes_tensor", "m", axes_tensor(b));
  });
  std::vector<Vec3d> points;
  for (const auto& b : frame.bodies) points.push_back(b.position);

  Document document;
  put_field_data(document, frame, Rows::bodies);
  document.text(
      fmt::format("<Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                  "NumberOfPolys=\"0\">\n",
                  points.size()));
  document.text(fmt::format("<PointData Scalars=\"radius\" Vectors=\"velocity\"{}>\n",
                            spheres ? "" : " Tensors=\"axes_tensor\""));
  document.arrays(columns);
  document.text("</PointData>\n");
  put_points(document, points);
  put_cells(document, "Verts", points.size(), 1);
  document.text("</Piece>\n");
  document.write(path);
}

void write_contacts_vtp(const std::filesystem::path& path, const sim::Frame& frame) {
  const auto columns = columns_of(frame.contacts, [&](const sim::ContactView& c, auto&& column) {
    each_contact_column(c, column);
    if (frame.solver) each_rigid_column(c, column);
  });
  std::vector<Vec3d> points;
  for (const auto& c : frame.contacts) points.push_back(c.from), points.push_back(c.from - c.branch);

  Document document;
  put_field_data(document, frame, Rows::contacts);
  document.text(
      fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
                  "NumberOfPolys=\"0\">\n",
                  points.size(), frame.contacts.size()));
  document.text("<CellData Scalars=\"normal_force\" Vectors=\"friction\">\n");
  document.arrays(columns);
  document.text("</CellData>\n");
  put_points(document, points);
  put_cells(document, "Lines", points.size(), 2);
  document.text("</Piece>\n");
  document.write(path);
}

}  // namespace scree::io
