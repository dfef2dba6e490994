#include "io/frame/vtp_file.h"

#include <charconv>

#include "io/frame/frame_columns.h"
#include "io/frame/frame_faults.h"
#include "io/frame/vtk_blocks.h"

namespace scree::io {
namespace {

constexpr std::string_view k_section_begin = "<AppendedData encoding=\"raw\">\n_";
// more than any scene has; bounds the number of empty texts in a hostile file of zeros
constexpr std::size_t k_max_names = 100'000;
constexpr std::string_view k_file_end = "\n</AppendedData>\n</VTKFile>\n";

/// The value of key="..." in a tag.
std::optional<std::string_view> attribute(std::string_view tag, std::string_view key) {
  const std::string opening = fmt::format(" {}=\"", key);
  const std::size_t at = tag.find(opening);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = tag.substr(at + opening.size());
  const std::size_t end = rest.find('"');
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}
std::optional<std::size_t> number(std::optional<std::string_view> word) {
  std::size_t value = 0;
  if (!word) return std::nullopt;
  const auto [end, error] = std::from_chars(word->data(), word->data() + word->size(), value);
  if (error != std::errc{} || end != word->data() + word->size()) return std::nullopt;
  return value;
}

}  // namespace

VtpFile::VtpFile(std::string_view text, std::uint64_t limit) : limit_(limit) {
  constexpr std::string_view kind =
      R"(<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" compressor="vtkZLibDataCompressor">)";
  const std::size_t begin = text.find(k_section_begin);
  header_ = text.substr(0, begin);
  if (header_.find("<VTKFile ") == std::string_view::npos) throw VtpFault{"is not a .vtp file: it has no <VTKFile>"};
  if (header_.find(kind) == std::string_view::npos || header_.find(" Name=\"scree_format\"") == std::string_view::npos)
    throw VtpFault{"was not written by Scree; only Scree's own files are read"};
  if (begin == std::string_view::npos || !text.ends_with(k_file_end))
    throw VtpFault{"is cut short: its end is missing"};
  section_ = text.substr(begin + k_section_begin.size());
  section_.remove_suffix(k_file_end.size());
}

std::string VtpFile::bytes(std::string_view name, VtkLayout layout) const {
  const std::string_view tag = tag_of(name);
  if (tag.empty()) throw VtpFault{fmt::format("has no array `{}`, which such files of Scree have", name)};
  if (attribute(tag, "type") != layout.type ||
      number(attribute(tag, "NumberOfComponents")).value_or(1) != static_cast<std::size_t>(layout.components))
    throw VtpFault{fmt::format("does not contain `{}` as {} with {} components", name, layout.type, layout.components)};
  const auto offset = number(attribute(tag, "offset"));
  const std::string_view stored = offset && *offset < section_.size() ? section_.substr(*offset) : std::string_view();
  if (const auto size = size_of_blocks(stored); size && *size > limit_ - unpacked_)
    throw VtpFault{
        fmt::format("unpacks to more than the limit of {}; {}", describe_size(limit_), k_raise_unpacked_limit)};
  auto bytes = read_blocks(stored);
  if (!bytes) throw VtpFault{fmt::format("is damaged: the array `{}` cannot be unpacked", name)};
  unpacked_ += bytes->size();
  return std::move(*bytes);
}

std::vector<std::string> VtpFile::texts(std::string_view name) const {
  std::vector<std::string> texts;
  if (!has(name)) return texts;
  const std::string all = bytes(name, {"String"});
  for (std::size_t at = 0; at < all.size(); at += texts.back().size() + 1) {
    if (texts.size() == k_max_names)
      throw VtpFault{fmt::format("is damaged: it has more than {} texts in `{}`", k_max_names, name)};
    texts.emplace_back(all.c_str() + at);
  }
  return texts;
}

std::string_view VtpFile::tag_of(std::string_view name) const {
  const std::size_t at = header_.find(fmt::format(" Name=\"{}\"", name));
  if (at == std::string_view::npos) return {};
  const std::size_t begin = header_.rfind('<', at), end = header_.find('>', at);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return header_.substr(begin, end - begin);
}

sim::Frame frame_without_rows(const VtpFile& file) {
  if (const auto format = file.values<std::int64_t>("scree_format", 1)[0]; format != k_vtp_format)
    throw VtpFault{fmt::format("is of format {}; this Scree reads format {}", format, k_vtp_format)};
  sim::Frame frame;
  frame.time = file.values<double>("TimeValue", 1)[0];
  frame.step = file.values<std::int64_t>("step", 1)[0];
  const auto units = file.texts("units");
  if (units.size() != 1 || (units[0] != "SI" && units[0] != "reduced"))
    throw VtpFault{"is damaged: its units are neither SI nor reduced"};
  frame.units = units[0] == "SI" ? sim::Units::si : sim::Units::reduced;
  const auto periodic = file.values<std::uint8_t>("cell_periodic", 3);
  for (std::size_t k = 0; k < 3; ++k) frame.cell.periodic[k] = periodic[k] != 0;
  const auto b = file.values<double>("cell_bounds", 6);
  frame.cell.bounds = {{b[0], b[2], b[4]}, {b[1], b[3], b[5]}};
  if (file.has("cell_tilt")) {
    const auto t = file.values<double>("cell_tilt", 3);
    frame.cell.tilt = {t[0], t[1], t[2]};
  }
  if (const auto fault = cell_fault(frame.cell)) throw VtpFault{fault->sentence};
  frame.materials = file.texts("materials");
  frame.planes = file.texts("planes");
  if (file.has("solver_reached")) {
    frame.solver.emplace();
    each_solver_field(*frame.solver,
                      [&]<class T>(const char* name, const char*, T& value) { value = file.values<T>(name, 1)[0]; });
    frame.solver->reached = file.values<std::uint8_t>("solver_reached", 1)[0] != 0;
  }
  return frame;
}

}  // namespace scree::io
