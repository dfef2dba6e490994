#include "io/scene/scene_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/text/escaped.h"
#include "io/scene/written_value.h"
#include "scene/tables.h"

namespace scree::io {

namespace {

using scene::Key, scene::Kind, scene::Table;

constexpr double k_rounding = 1e-9;  // tolerance of a length that should be 1

template <class T>
const T& member(const Key& key, const void* item) {
  return *static_cast<const T*>(key.at(const_cast<void*>(item)));  // the accessor reads and writes
}
template <class T>
const T& second(const Key& key, const void* item) {
  return *static_cast<const T*>(key.second(const_cast<void*>(item)));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (c.code == Character::k_invalid) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

bool same_bits(const Vec3d& a, const Vec3d& b) {
  return bare(a.x) == bare(b.x) && bare(a.y) == bare(b.y) && bare(a.z) == bare(b.z);
}

/// A vector along this direction that the reader normalises to exactly the same bits. Because of rounding, only one in
/// several multiples has this property.
Vec3d along(const Vec3d& direction) {
  constexpr int k_max_tries = 4096;
  for (int i = 0; i < k_max_tries; ++i)
    if (const Vec3d v = (1.0 + static_cast<double>(i) / k_max_tries) * direction;
        same_bits(with_length_one(v), direction))
      return v;
  return direction;
}

std::string path_of(const WrittenScene::Line& at) {
  std::string path(at.table);
  if (at.item >= 0) path += fmt::format("[{}]", at.item);
  for (const std::string_view part : {at.key, at.field})
    if (!part.empty()) path += fmt::format("{}{}", path.empty() ? "" : ".", part);
  return path;
}

class Writer {
 public:
  explicit Writer(const sim::Scene& scene) : scene_(scene) {
    for (const auto& joint : scene.joints) name(joint.a), name(joint.b);
    for (const auto& drive : scene.drives) name(drive.a), name(drive.b);
    for (const auto& plane : scene.carried) name(plane.on);
  }

  WrittenScene write(Lists lists) {
    for (const Table* table : scene::tables())
      if (lists == Lists::written || !table->is_list) write(*table);
    if (lists == Lists::written) check_order();
    return std::move(out_);
  }

 private:
  void line(std::string_view text, const WrittenScene::Line& line) {
    (out_.text += text) += '\n';
    out_.lines.push_back(line);
  }
  void fault(const WrittenScene::Line& at, std::string sentence) {
    if (!is_preset_) out_.faults.push_back({path_of(at), std::move(sentence)});
  }

  /// A body with a joint, a drive or a plane attached needs a name in the file.
  void name(const sim::BodyRef& ref) {
    if (const auto [body, name] = body_of(ref); body != nullptr && name->empty()) names_.emplace(body, std::string());
  }
  std::pair<const void*, const std::string*> body_of(const sim::BodyRef& ref) const {
    if (ref.of == sim::BodyRef::Of::spheres && ref.index < scene_.spheres.size())
      return {&scene_.spheres[ref.index], &scene_.spheres[ref.index].name};
    if (ref.of == sim::BodyRef::Of::solids && ref.index < scene_.solids.size())
      return {&scene_.solids[ref.index], &scene_.solids[ref.index].name};
    return {};
  }
  std::string& name_given(std::string& name) { return name.empty() ? name = free_name() : name; }
  std::string name_of(const sim::BodyRef& ref) {
    const auto [body, name] = body_of(ref);
    if (body == nullptr)
      return ref.of == sim::BodyRef::Of::world
                 ? "the world"
                 : fmt::format("body {} of {}", ref.index, ref.of == sim::BodyRef::Of::spheres ? "spheres" : "solids");
    const auto given = names_.find(body);
    return given == names_.end() ? *name : name_given(given->second);
  }
  std::string free_name() {
    if (taken_.empty()) {
      taken_.insert(std::string());
      for (const auto& sphere : scene_.spheres) taken_.insert(sphere.name);
      for (const auto& solid : scene_.solids) taken_.insert(solid.name);
    }
    for (;;)
      if (std::string name = fmt::format("body-{}", ++named_); taken_.insert(name).second) return name;
  }
  std::string material(int index) const {
    const auto i = static_cast<std::size_t>(index);
    return index >= 0 && i < scene_.materials.size() ? in_quotes(scene_.materials[i].name)
                                                     : in_quotes(fmt::format("material {}", index));
  }

  std::string quantity(double value, std::string_view unit, bool is_wall_time = false) const {
    return written(value, unit, is_wall_time ? sim::Units::si : scene_.units);
  }
  std::string vector(const Vec3d& v, std::string_view unit) const {
    return fmt::format("[{}, {}, {}]", quantity(v.x, unit), quantity(v.y, unit), quantity(v.z, unit));
  }
  std::string direction(const WrittenScene::Line& at, const Vec3d& v) {
    if (!(std::fabs(norm(v) - 1.0) <= k_rounding) && norm2(v) != 0.0)
      fault(at, fmt::format("({:g}, {:g}, {:g}) has the length {:g}; a direction in a scene has length 1", v.x, v.y,
                            v.z, norm(v)));
    return vector(along(v), "1");
  }
  std::string word(const Key& key, unsigned index) const {
    return in_quotes(index < key.choices.size() ? std::string(key.choices[index]) : fmt::format("number {}", index));
  }
  std::string listed(const std::vector<std::string>& items) const {
    return fmt::format("[{}]", fmt::join(items, ", "));
  }

  /// The value of a key as TOML.
  std::string value(const Key& key, const void* item, const WrittenScene::Line& at) {
    switch (key.kind) {
      case Kind::quantity: return quantity(member<double>(key, item), unit_of(key, item), key.is_wall_time);
      case Kind::vector: return vector(member<Vec3d>(key, item), key.unit);
      case Kind::tilt: {
        const auto& t = member<state::Tilt>(key, item);
        return vector({t.xy, t.xz, t.yz}, key.unit);
      }
      case Kind::direction: return direction(at, member<Vec3d>(key, item));
      case Kind::sizes: return vector((1.0 / key.fraction) * member<Vec3d>(key, item), key.unit);
      case Kind::radii: {
        const auto& r = member<sim::Radii>(key, item);
        return bare(r.low) == bare(r.high) ? quantity(r.low, key.unit)
                                           : listed({quantity(r.low, key.unit), quantity(r.high, key.unit)});
      }
      case Kind::count: return fmt::format("{}", member<std::int64_t>(key, item));
      case Kind::seed: {
        const auto seed = member<std::uint64_t>(key, item);
        if (seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
          fault(at, fmt::format("{} is beyond {}, the largest whole number of a file", seed,
                                std::numeric_limits<std::int64_t>::max()));
        return fmt::format("{}", static_cast<std::int64_t>(seed));
      }
      case Kind::flag: return key.get(item) != 0 ? "true" : "false";
      case Kind::word: return word(key, key.get(item));
      case Kind::choices: return words(key, item, at);
      case Kind::text: return text(member<std::string>(key, item), at);
      case Kind::material: return material(member<int>(key, item));
      case Kind::pair: return listed({material(member<int>(key, item)), material(second<int>(key, item))});
      case Kind::materials: {
        std::vector<std::string> names;
        for (const int i : member<std::vector<int>>(key, item)) names.push_back(material(i));
        return listed(names);
      }
      case Kind::types: return types(member<std::vector<sim::Locks>>(key, item), at);
      case Kind::body: return in_quotes(name_of(member<sim::BodyRef>(key, item)));
      case Kind::bodies: {
        const auto &a = member<sim::BodyRef>(key, item), &b = second<sim::BodyRef>(key, item);
        std::vector<std::string> names = {in_quotes(name_of(a))};
        if (b.of != sim::BodyRef::Of::world) names.push_back(in_quotes(name_of(b)));
        return listed(names);
      }
      case Kind::timed: return timed(member<std::vector<state::TimedValue>>(key, item), key.unit);
      case Kind::orientation: return orientation(member<std::array<double, 4>>(key, item), at);
      case Kind::law:
      case Kind::texts: break;
    }
    return {};
  }
  std::string words(const Key& key, const void* item, const WrittenScene::Line& at) {
    std::vector<std::string> given;
    const unsigned bits = key.get(item);
    for (std::size_t i = 0; i < key.choices.size(); ++i)
      if ((bits >> i & 1U) != 0) given.push_back(in_quotes(key.choices[i]));
    if (bits >> key.choices.size() != 0)
      fault(at, fmt::format("{} has bits beyond the {} defined ones", bits, key.choices.size()));
    return listed(given);
  }
  std::string text(const std::string& text, const WrittenScene::Line& at) {
    if (is_utf8(text)) return in_quotes(text);
    fault(at, fmt::format("\"{}\" is not UTF-8, as the text of a file is", escaped(text)));
    return in_quotes(escaped(text));
  }
  std::string types(const std::vector<sim::Locks>& locks, const WrittenScene::Line& at) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < locks.size(); ++i) {
      if (locks[i] == sim::k_lock_all)
        numbers.push_back(fmt::format("{}", i + 1));
      else if (locks[i] != 0)
        fault(at, fmt::format("type {} has some of its degrees of freedom locked; a file locks all or none", i + 1));
    }
    return listed(numbers);
  }
  std::string timed(const std::vector<state::TimedValue>& values, std::string_view unit) const {
    if (values.size() == 1 && values[0].time == 0.0) return quantity(values[0].value, unit);
    std::vector<std::string> rows;
    for (const auto& v : values) rows.push_back(listed({quantity(v.time, "s"), quantity(v.value, unit)}));
    return listed(rows);
  }
  std::string orientation(const std::array<double, 4>& q, const WrittenScene::Line& at) {
    const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(std::fabs(size - 1.0) <= k_rounding) && size != 0.0)
      fault(at, fmt::format("the quaternion has the length {:g}; it turns without stretching only at length 1", size));
    return fmt::format("{{ quaternion = [{}, {}, {}, {}] }}", bare(q[0]), bare(q[1]), bare(q[2]), bare(q[3]));
  }

  void write(const Table& table) {
    if (table.items == nullptr || table.defaults == nullptr) return;
    std::vector<std::string> presets;
    table.each([&](const Key& key) {
      presets.push_back(key.has_member() && key.kind != Kind::law ? value(key, table.defaults(), {}) : std::string());
    });
    std::int64_t& count = counts_[table.path];
    for (const void* item : table.items(const_cast<sim::Scene&>(scene_))) {
      is_preset_ = false;
      write(table, item, presets, {table.path, {}, {}, table.is_list ? count++ : -1});
    }
    is_preset_ = true;
  }

  void write(const Table& table, const void* item, const std::vector<std::string>& presets, WrittenScene::Line at) {
    std::vector<std::pair<const Key*, std::string>> values;
    bool is_written = table.is_list || table.is_wish;
    std::size_t i = 0;
    table.each([&](const Key& key) {
      const std::string& preset = presets[i++];
      if (!key.has_member() || key.kind == Kind::law || (key.when != nullptr && !key.when(item)) ||
          is_from_file(table, key))
        return;
      at.key = key.name;
      std::string text = value(key, item, at);
      if (const auto given = names_.find(item); key.name == "name" && given != names_.end())
        text = in_quotes(name_given(given->second));
      is_written = is_written || text != preset;
      if (text != preset || key.need == Need::required || key.need == Need::one_of)
        values.emplace_back(&key, std::move(text));
    });
    if (!is_written) return;
    at.key = {};
    if (!table.path.empty())
      line("", at), line(fmt::format(fmt::runtime(table.is_list ? "[[{}]]" : "[{}]"), table.path), at);
    for (auto& [key, text] : values) at.key = key->name, line(fmt::format("{} = {}", key->name, text), at);
    table.each([&](const Key& key) {
      at.key = key.name;
      if (key.kind == Kind::law) write_stage(table, key, *static_cast<const sim::ContactRule*>(item), at);
    });
  }

  /// Whether the key is a bound or the tilt of a cell that comes from a data file.
  bool is_from_file(const Table& table, const Key& key) const {
    return &table == &scene::k_cell && key.name != "periodic" &&
           std::any_of(scene_.files.begin(), scene_.files.end(),
                       [](const sim::DataFile& file) { return file.cell_from_file; });
  }

  void write_stage(const Table& table, const Key& key, const sim::ContactRule& rule, WrittenScene::Line at) {
    const auto fields = written_law(rule.model, key.name, scene_.units);
    if (fields.empty() || fields == written_law(law::Model{}, key.name, scene_.units)) return;
    line("", at), line(fmt::format("[{}.{}]", table.path, key.name), at);
    for (const auto& [field, text] : fields) at.field = field, line(fmt::format("{} = {}", field, text), at);
  }

  /// Ids of bodies follow their order, and a file lists bodies by kind.
  void check_order() {
    const auto of_order = [&](const auto& list, auto is_second, std::string_view path, std::string_view what) {
      for (std::size_t i = 1; i < list.size(); ++i)
        if (is_second(list[i - 1]) && !is_second(list[i]))
          out_.faults.push_back({fmt::format("{}[{}]", path, i), std::string(what)});
    };
    of_order(
        scene_.solids, [](const auto& s) { return s.kind == shape::BodyShape::box; }, "Scene::solids",
        "an ellipsoid comes after a box; a file has all ellipsoids first, and ids follow that order. Put them first");
    of_order(
        scene_.drives, [](const auto& d) { return d.is_brake; }, "Scene::drives",
        "a motor comes after a brake; a file has all motors first. Put them first");
  }

  const sim::Scene& scene_;
  WrittenScene out_;
  bool is_preset_ = true;
  std::map<std::string_view, std::int64_t> counts_;  ///< items written so far, by the path of their table
  std::map<const void*, std::string> names_;         ///< of bodies without a name that need one
  std::set<std::string> taken_;
  int named_ = 0;
};

}  // namespace

std::string WrittenScene::path_at(int line) const {
  return line < 1 || static_cast<std::size_t>(line) > lines.size() ? ""
                                                                   : path_of(lines[static_cast<std::size_t>(line) - 1]);
}

WrittenScene write_scene(const sim::Scene& scene, Lists lists) { return Writer(scene).write(lists); }

}  // namespace scree::io
