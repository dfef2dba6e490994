// gzip files as others write them: of several members, padded, cut, with something behind them, or far larger than
// they look.
#include "io/text/unzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace scree::io {
namespace {

std::string zipped(std::string_view text) {
  z_stream stream{};
  constexpr int k_gzip = 16 + MAX_WBITS;
  EXPECT_EQ(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, k_gzip, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY), Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data()), stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

constexpr std::uint64_t k_room = 10'000'000;
std::string good(std::string_view bytes, std::uint64_t limit = k_room) {
  auto result = unzipped(bytes, limit);
  if (const auto* refused = std::get_if<Refused>(&result)) ADD_FAILURE() << refused->why;
  return std::holds_alternative<std::string>(result) ? std::get<std::string>(result) : std::string();
}
std::string why_not(std::string_view bytes, std::uint64_t limit = k_room) {
  auto result = unzipped(bytes, limit);
  return std::holds_alternative<Refused>(result) ? std::get<Refused>(result).why : "it was taken";
}
void expect_in(std::string_view part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Unzip, members_are_read_one_after_the_other) {
  const std::string large(300'000, 'x');  // more than one piece of the buffer
  EXPECT_EQ(good(zipped("one")), "one");
  EXPECT_EQ(good(zipped("one") + zipped("") + zipped(", two") + zipped(large)), "one, two" + large);
  std::string many, due;
  for (int i = 0; i < 1000; ++i) many += zipped(std::to_string(i)), due += std::to_string(i);
  EXPECT_EQ(good(many), due);
}

TEST(Unzip, zeros_behind_the_last_member_are_padding_and_anything_else_is_refused) {
  const std::string one = zipped("one");
  EXPECT_EQ(good(one + std::string(1000, '\0')), "one");
  expect_in("has 5 bytes after its compressed content", why_not(one + "atoms"));
  expect_in("has 1 bytes after", why_not(one + "\x1f"));
  expect_in("has 4 bytes after", why_not(one + std::string("\0\0\0x", 4)));
}

TEST(Unzip, a_member_that_is_cut_or_damaged_is_refused_wherever_it_stands) {
  const std::string text = "some text that is long enough to be cut in many places", one = zipped(text);
  for (const std::string& before : {std::string(), zipped("before")}) {
    for (std::size_t size = before.empty() ? 0 : 2; size < one.size(); ++size)
      expect_in("is cut short", why_not(before + one.substr(0, size)));
    for (std::size_t at = 10; at < one.size(); ++at) {  // behind the header: content, checksum, length
      std::string bad = one;
      bad[at] = static_cast<char>(bad[at] ^ 0x55);
      EXPECT_NE(why_not(before + bad), "it was taken") << at;
    }
  }
  expect_in("is damaged", why_not("\x1f\x8b is not of gzip, whatever it begins with"));
}

TEST(Unzip, the_limit_is_that_of_all_members_together_and_is_named_with_its_option) {
  const std::string five = zipped("12345"), ten = five + five;
  EXPECT_EQ(good(ten, 10), "1234512345");
  expect_in("unpacks to more than the limit of 9 bytes; if that is meant, raise the limit by ", why_not(ten, 9));
  const std::string bomb = zipped(std::string(50'000'000, '\0'));
  EXPECT_LT(bomb.size(), 60'000U);
  expect_in("unpacks to more than the limit of 47.68 MiB", why_not(bomb, 49'999'999));
  EXPECT_EQ(good(bomb, 50'000'000).size(), 50'000'000U);
}

}  // namespace
}  // namespace scree::io
