// What is in a checkpoint file comes back to the last bit, or the file is refused with a sentence.
#include <gmock/gmock.h>
#include <hdf5.h>

#include <algorithm>
#include <limits>

#include "io/checkpoint/hdf5_subset.h"
#include "support/checkpoints.h"

namespace scree::io {
namespace {

using test::image_of, test::random_checkpoint, test::same_bits;
using testing::AllOf, testing::HasSubstr;

/// The sentence with which an image is refused; empty if it is not.
std::string refusal(std::span<const std::byte> image) {
  try {
    read_checkpoint_image(image);
    return "";
  } catch (const CheckpointError& error) {
    return error.what;
  }
}

/// A checkpoint whose file is small, so that every byte of it can be tried.
Checkpoint small_checkpoint() {
  Checkpoint c;
  c.scene = {{"heap.toml", "gravity = [0, 0, 0]\n"}};
  c.scree_version = "0.1.0";
  c.step = 12;
  c.time = 0.5;
  c.state.put("bodies/position", std::vector<double>{1, 2, 3, 4, 5, 6}, 3);
  c.state.put("bodies/id", std::vector<std::int64_t>{1, 2});
  c.state.put("contacts/pair", std::vector<std::uint32_t>{});
  c.state.put("flags", std::vector<std::uint8_t>{7});
  return c;
}

template <class Fill>
std::vector<std::byte> hdf5_file(Fill fill, H5F_libver_t low = H5F_LIBVER_V18, H5F_libver_t high = H5F_LIBVER_V18) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 65536, false);
  H5Pset_libver_bounds(access, low, high);
  const hid_t file = H5Fcreate("other", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  fill(file);
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  std::vector<std::byte> bytes(static_cast<std::size_t>(H5Fget_file_image(file, nullptr, 0)));
  H5Fget_file_image(file, bytes.data(), bytes.size());
  H5Fclose(file);
  H5Pclose(access);
  return bytes;
}

/// The same image with other bytes in place of the first occurrence of some.
std::vector<std::byte> with_bytes(std::vector<std::byte> image, std::string_view old, std::string_view fresh) {
  const auto bytes = std::as_bytes(std::span(old));
  const auto at = std::search(image.begin(), image.end(), bytes.begin(), bytes.end());
  EXPECT_NE(at, image.end()) << old;
  if (at != image.end()) std::memcpy(&*at, fresh.data(), fresh.size());
  return image;
}

TEST(Checkpoint, random_archives_come_back_to_the_last_bit) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Checkpoint c = random_checkpoint(seed);
    EXPECT_TRUE(same_bits(read_checkpoint_image(image_of(c)), c)) << "seed " << seed;
  }
}

TEST(Checkpoint, special_numbers_and_empty_things_come_back) {
  const double infinity = std::numeric_limits<double>::infinity();
  Checkpoint c;
  c.time = -0.0;
  c.scene = {{"", ""}, {"a", ""}};
  c.state.put("odd", std::vector<double>{std::nan("123"), -std::nan(""), infinity, -infinity, -0.0, 5e-324});
  c.state.put("nothing", std::vector<double>{}, 3);
  EXPECT_TRUE(same_bits(read_checkpoint_image(image_of(c)), c));
  EXPECT_TRUE(same_bits(read_checkpoint_image(image_of(Checkpoint{})), Checkpoint{}));
}

TEST(Checkpoint, as_many_arrays_as_may_be_come_back_from_one_group) {
  Checkpoint c;
  for (int k = 0; k < static_cast<int>(k_max_datasets); ++k)
    c.state.put("many/" + std::to_string(k), std::vector<std::int64_t>{k});
  EXPECT_TRUE(same_bits(read_checkpoint_image(image_of(c)), c));
}

TEST(Checkpoint, the_same_content_is_the_same_file) {
  EXPECT_EQ(image_of(random_checkpoint(3)), image_of(random_checkpoint(3)));
}

TEST(Checkpoint, the_hdf5_library_reads_the_same_numbers) {
  std::vector<std::byte> image = image_of(small_checkpoint());
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 65536, false);
  H5Pset_file_image(access, image.data(), image.size());
  const hid_t file = H5Fopen("image", H5F_ACC_RDONLY, access);
  ASSERT_GE(file, 0);
  const hid_t data = H5Dopen2(file, "bodies/position", H5P_DEFAULT), space = H5Dget_space(data);
  hsize_t shape[2];
  ASSERT_EQ(H5Sget_simple_extent_dims(space, shape, nullptr), 2);
  EXPECT_THAT(shape, testing::ElementsAre(2, 3));
  double position[6];
  H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, position);
  EXPECT_THAT(position, testing::ElementsAre(1, 2, 3, 4, 5, 6));
  H5Sclose(space), H5Dclose(data), H5Fclose(file), H5Pclose(access);
}

TEST(Checkpoint, an_archive_that_cannot_be_a_file_is_our_own_bug) {
  const auto refuses = [](const std::string& name, std::size_t width, const std::string& other = "other") {
    Checkpoint c;
    c.state.put(name, std::vector<double>{1, 2, 3}, width);
    c.state.put(other, std::vector<double>{1});
    EXPECT_THROW(image_of(c), std::logic_error) << name;
  };
  for (const char* name : {"", "/a", "a/", "a//b", ".", "a/../b", "a\nb", "scene", "scene/1", "1/2/3/4/5/6/7/8/9"})
    refuses(name, 1);
  refuses("ragged", 2), refuses("flat", 0), refuses("twice", 1, "twice"), refuses("inside/of", 1, "inside");
}

TEST(Checkpoint, a_changed_bit_changes_nothing_or_is_refused) {
  const Checkpoint c = small_checkpoint();
  const std::vector<std::byte> image = image_of(c);
  int refused = 0;
  for (std::size_t at = 0; at < image.size(); ++at)
    for (const int mask : {0x01, 0x80, 0xff}) {
      std::vector<std::byte> changed = image;
      changed[at] ^= static_cast<std::byte>(mask);
      try {
        EXPECT_TRUE(same_bits(read_checkpoint_image(changed), c)) << "byte " << at << " mask " << mask;
      } catch (const CheckpointError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 1000);
}

TEST(Checkpoint, a_truncated_file_is_refused_at_every_length) {
  const std::vector<std::byte> image = image_of(small_checkpoint());
  for (std::size_t length = 0; length < image.size(); ++length) {
    const std::string why = refusal(std::span(image).first(length));
    EXPECT_THAT(why, HasSubstr(length == 0 ? "empty" : length < 8 ? "not an HDF5" : "truncated")) << length;
  }
}

TEST(Checkpoint, foreign_files_are_recognised) {
  const std::string text = "step,time\n0,0\n";
  EXPECT_THAT(refusal(std::as_bytes(std::span(text))), HasSubstr("not an HDF5 file"));
  const auto nothing = [](hid_t) {};
  EXPECT_THAT(refusal(hdf5_file(nothing)), HasSubstr("not a checkpoint of Scree"));
  EXPECT_THAT(refusal(hdf5_file(nothing, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST)),
              HasSubstr("not a checkpoint of Scree"));
  EXPECT_THAT(refusal(hdf5_file(nothing, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST)),
              HasSubstr("not a checkpoint of Scree"));
}

TEST(Checkpoint, a_newer_format_asks_for_a_newer_program) {
  const std::string_view name("version\0", 8);
  std::vector<std::byte> image = image_of(small_checkpoint());
  // The value is the last 8 bytes of the attribute: name 8, type 12, shape 4, value 8.
  const auto bytes = std::as_bytes(std::span(name));
  const auto at = std::search(image.begin(), image.end(), bytes.begin(), bytes.end());
  ASSERT_NE(at, image.end());
  ASSERT_EQ(*(at + 24), std::byte{1});
  *(at + 24) = std::byte{3};
  EXPECT_EQ(refusal(image),
            "was written by Scree 0.1.0, format 3; this program reads up to format 1: use a newer Scree");
}

TEST(Checkpoint, a_wrong_checksum_is_named_and_the_content_can_still_be_examined) {
  const std::vector<std::byte> image = with_bytes(image_of(small_checkpoint()), "gravity", "gravitY");
  EXPECT_THAT(refusal(image), HasSubstr("checksum"));
  const Examined examined = examine_checkpoint_image(image);
  EXPECT_FALSE(examined.holds());
  EXPECT_EQ(examined.checkpoint.scene.at(0).text, "gravitY = [0, 0, 0]\n");
}

TEST(Checkpoint, hostile_structures_are_refused) {
  const auto array = [](hid_t file, const char* name, hid_t type, std::vector<hsize_t> shape, hid_t style) {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    H5Dclose(H5Dcreate2(file, name, type, space, H5P_DEFAULT, style, H5P_DEFAULT));
    H5Sclose(space);
  };
  const auto why = [](const std::vector<std::byte>& image) -> std::string {
    try {
      all_datasets(image);
      return "";
    } catch (const Hdf5Error& error) {
      return error.what;
    }
  };
  EXPECT_THAT(why(hdf5_file([](hid_t f) { H5Lcreate_soft("/nowhere", f, "link", H5P_DEFAULT, H5P_DEFAULT); })),
              HasSubstr("another place"));
  EXPECT_THAT(
      why(hdf5_file([](hid_t f) { H5Lcreate_external("/etc/passwd", "/", f, "link", H5P_DEFAULT, H5P_DEFAULT); })),
      HasSubstr("another place"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) {
                array(f, "cube", H5T_IEEE_F64LE, {2, 2, 2}, H5P_DEFAULT);
              })),
              HasSubstr("table of one or two dimensions"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) { array(f, "big", H5T_IEEE_F64LE, {1000000000000}, H5P_DEFAULT); })),
              HasSubstr("larger than the file"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) {
                array(f, "product", H5T_IEEE_F64LE, {1ull << 32, 1ull << 32}, H5P_DEFAULT);
              })),
              HasSubstr("larger than the file"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) { array(f, "float", H5T_IEEE_F32LE, {1}, H5P_DEFAULT); })),
              HasSubstr("a datatype that Scree does not write"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) { array(f, "big-endian", H5T_IEEE_F64BE, {1}, H5P_DEFAULT); })),
              HasSubstr("a datatype that Scree does not write"));
  EXPECT_THAT(why(hdf5_file([&](hid_t f) {
                const hid_t style = H5Pcreate(H5P_DATASET_CREATE);
                const hsize_t chunk = 100;
                H5Pset_chunk(style, 1, &chunk), H5Pset_deflate(style, 9);
                array(f, "bomb", H5T_STD_U8LE, {100}, style);
                H5Pclose(style);
              })),
              HasSubstr("filtered"));
  EXPECT_THAT(why(hdf5_file([](hid_t f) { H5Lcreate_hard(f, "/", f, "loop", H5P_DEFAULT, H5P_DEFAULT); })),
              AllOf(HasSubstr("damaged"), HasSubstr("deep")));
}

}  // namespace
}  // namespace scree::io
