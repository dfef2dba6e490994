// Checkpoints whose content was changed and whose checksum was computed again, given to `scree run --resume`: exit code
// 6 and a sentence, never a crash, an endless run or a good end.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "app/exit_codes.h"
#include "io/checkpoint/checkpoint.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"
#include "scree/version.h"

namespace scree {
namespace {

template <class T>
Archive with(const Archive& good, const std::string& name, std::size_t place, T value) {
  Archive archive;
  for (Array array : good.arrays()) {
    if (array.name == name) std::get<std::vector<T>>(array.values).at(place) = value;
    archive.add(std::move(array));
  }
  return archive;
}

template <class T>
Archive longer(const Archive& good, const std::string& name) {
  Archive archive;
  for (Array array : good.arrays()) {
    if (array.name == name) std::get<std::vector<T>>(array.values).push_back(T{});
    archive.add(std::move(array));
  }
  return archive;
}

TEST(ForgedCheckpoint, with_a_valid_checksum_is_refused_by_resume) {
  const test::SmallScene& small = test::k_small_scenes[0];
  sim::Simulation run(test::scene_of(small));
  run.advance(small.steps);
  const Archive good = run.save();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<Archive, std::string> forged[] = {
      {with(good, "contacts/skin", 0, nan), "contacts/skin, row 0, is nan"},
      {with(good, "clock/steps", 0, std::numeric_limits<std::int64_t>::min()),
       "clock/steps, row 0, is -9223372036854775808"},
      {with(good, "bodies/orientation", 5, nan), "bodies/orientation, row 1, column 1, is nan"},
      {with(good, "clock/time_and_step", 0, nan), "clock/time_and_step, row 0, is nan"},
      {with(good, "contacts/loads", 1, nan), "contacts/loads, row 1, is nan"},
      {with(good, "contacts/slips", 0, std::uint8_t{1}), "contacts/slips, row 0, is 1"},
      {longer<double>(good, "contacts/loads"), "the array contacts/loads is longer"},
      {longer<std::uint8_t>(good, "contacts/slips"), "the array contacts/slips is longer"},
  };
  for (const auto& [state, sentence] : forged) {
    const support::TemporaryFolder folder;
    io::write_checkpoint(
        folder.path(),
        {{{"scene.toml", test::text_of(small)}}, std::string(version()), run.steps_done(), run.time(), state});
    const std::string output = (folder.path() / "said").string();
    const int status = std::system(("timeout 60 " + std::string(SCREE_PROGRAM) + " run --quiet --resume " +
                                    folder.path().string() + " > " + output + " 2>&1")
                                       .c_str());
    std::ifstream file(output);
    const std::string said{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == app::k_bad_checkpoint) << status << ": " << said;
    EXPECT_NE(said.find(sentence), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace scree
