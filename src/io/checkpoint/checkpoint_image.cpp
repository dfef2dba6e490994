#include "io/checkpoint/checkpoint_image.h"

#include <algorithm>
#include <bit>
#include <new>
#include <set>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>
#include <hdf5.h>

#include "io/checkpoint/hdf5_subset.h"

namespace scree::io {
namespace {

static_assert(std::endian::native == std::endian::little,
              "bytes go into the file and the checksum as they are in memory");

/// HDF5 prints its error stack by default. This class disables the printing and restores the former handler at its end.
class QuietHdf5 {
 public:
  QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &printer_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, printer_, data_); }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t printer_ = nullptr;
  void* data_ = nullptr;
};

/// Names and shapes have been checked, so that only an allocation can fail in memory.
template <class T>
T sure(T result) {
  if (result < 0) throw std::bad_alloc();
  return result;
}

class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(sure(id)), close_(close) {}
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

template <class T>
hid_t type_in_file() {
  if constexpr (std::is_same_v<T, double>)
    return H5T_IEEE_F64LE;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return H5T_STD_I64LE;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return H5T_STD_U32LE;
  else
    return H5T_STD_U8LE;
}

void put_attribute(hid_t object, const char* name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  sure(H5Awrite(attribute, type, value));
}
void put_text(hid_t object, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  // an empty text is stored as one zero byte: HDF5 has no empty strings
  sure(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)));
  sure(H5Tset_strpad(type, H5T_STR_NULLPAD));
  sure(H5Tset_cset(type, H5T_CSET_UTF8));
  put_attribute(object, name, type, text.c_str());
}

/// An HDF5 file in memory.
class File {
 public:
  explicit File(std::size_t bytes) : id_(make(bytes), H5Fclose) {
    sure(H5Pset_link_phase_change(group_, k_max_datasets, 0));
    sure(H5Pset_obj_track_times(group_, false));
    sure(H5Pset_layout(array_, H5D_CONTIGUOUS));
    sure(H5Pset_fill_time(array_, H5D_FILL_TIME_NEVER));
    sure(H5Pset_obj_track_times(array_, false));  // without times, equal content gives an equal file
  }
  operator hid_t() const { return id_; }

  template <class T>
  void put(const std::string& name, std::size_t width, std::span<const T> values, const std::string* title = nullptr) {
    for (std::size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1))
      if (groups_.insert(name.substr(0, slash)).second)
        const Handle made(H5Gcreate2(id_, name.substr(0, slash).c_str(), H5P_DEFAULT, group_, H5P_DEFAULT), H5Gclose);
    const hsize_t shape[] = {values.size() / width, width};
    const hid_t type = type_in_file<T>();
    const Handle space(H5Screate_simple(width == 1 ? 1 : 2, shape, nullptr), H5Sclose);
    const Handle data(H5Dcreate2(id_, name.c_str(), type, space, H5P_DEFAULT, array_, H5P_DEFAULT), H5Dclose);
    if (!values.empty()) sure(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    if (title) put_text(data, "name", *title);
  }

  /// A view of the memory of the library; H5Fget_file_image would copy the image, which is large.
  std::span<const std::byte> image() const {
    sure(H5Fflush(id_, H5F_SCOPE_GLOBAL));
    void** memory = nullptr;
    sure(H5Fget_vfd_handle(id_, H5P_DEFAULT, reinterpret_cast<void**>(&memory)));
    const auto size = sure(H5Fget_file_image(id_, nullptr, 0));
    return {static_cast<const std::byte*>(*memory), static_cast<std::size_t>(size)};
  }

 private:
  static hid_t make(std::size_t bytes) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), create(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    constexpr std::size_t k_min = 1 << 16;
    // the buffer grows by this amount; the whole image usually fits, so that it is not copied repeatedly
    sure(H5Pset_fapl_core(access, k_min + bytes + bytes / 64, false));
    // The layout of HDF5 1.8 (2008): every later library reads it and can still write it.
    sure(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
    sure(H5Pset_link_phase_change(create, k_max_datasets, 0));
    sure(H5Pset_obj_track_times(create, false));
    // The library would open and read an existing file of this name. None can exist: /dev/null is a device, not a
    // folder.
    return H5Fcreate("/dev/null/image", H5F_ACC_TRUNC, create, access);
  }

  Handle id_, group_{H5Pcreate(H5P_GROUP_CREATE), H5Pclose}, array_{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
  std::set<std::string> groups_;
};

std::size_t content_bytes(const Checkpoint& checkpoint) {
  std::size_t bytes = 0;
  for (const SceneText& scene : checkpoint.scene) bytes += scene.text.size();
  for (const Array& array : checkpoint.state.arrays())
    bytes += std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, array.values);
  return bytes;
}

}  // namespace

std::string fault(const Checkpoint& checkpoint) {
  const std::string_view scene_group = k_scene_group.substr(0, k_scene_group.size() - 1);
  std::set<std::string> names;
  for (const Array& array : checkpoint.state.arrays()) {
    if (!is_plain_path(array.name)) return fmt::format("\"{}\" is not a path of plain names", array.name);
    if (array.name == scene_group || array.name.starts_with(k_scene_group))
      return fmt::format("{} has a name that is reserved for the texts of the scene", array.name);
    if (array.width == 0 || array.size() % array.width != 0)
      return fmt::format("the rows of {} differ in width", array.name);
    if (!names.insert(array.name).second) return fmt::format("there are two arrays {}", array.name);
  }
  for (const std::string& name : names)
    for (std::size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1))
      if (names.contains(name.substr(0, slash))) return fmt::format("{} is inside another array", name);
  if (names.size() + checkpoint.scene.size() > k_max_datasets)
    return fmt::format("there are more than {} arrays", k_max_datasets);
  const auto is_text = [](const std::string& text) {
    return text.size() <= k_longest_text && text.find('\0') == text.npos;
  };
  bool texts = is_text(checkpoint.scree_version);
  for (const SceneText& scene : checkpoint.scene) texts = texts && is_text(scene.name);
  return texts ? "" : "the version, or the name of a scene file, is too long or contains a zero byte";
}

void with_checkpoint_image(const Checkpoint& checkpoint, const std::function<void(std::span<const std::byte>)>& use) {
  if (const std::string why = fault(checkpoint); !why.empty())
    throw std::logic_error("this cannot be a checkpoint: " + why);
  const QuietHdf5 quiet;
  File file(content_bytes(checkpoint));
  put_text(file, "format", std::string(k_checkpoint_word));
  put_attribute(file, "version", H5T_STD_I64LE, &k_checkpoint_format);
  put_text(file, "scree_version", checkpoint.scree_version);
  put_attribute(file, "step", H5T_STD_I64LE, &checkpoint.step);
  put_attribute(file, "time", H5T_IEEE_F64LE, &checkpoint.time);
  put_text(file, "checksum", checksum(checkpoint));
  int number = 0;
  for (const SceneText& scene : checkpoint.scene) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(scene.text.data());
    file.put(fmt::format("{}{}", k_scene_group, ++number), 1, std::span(bytes, scene.text.size()), &scene.name);
  }
  for (const Array& array : checkpoint.state.arrays())
    std::visit(
        [&]<class T>(const std::vector<T>& values) { file.put(array.name, array.width, std::span<const T>(values)); },
        array.values);
  use(file.image());
}

}  // namespace scree::io
