#include "scree/scene.h"

#include <fmt/format.h>

#include "api/access.h"
#include "io/frame/load_data.h"
#include "io/scene/scene_edit.h"
#include "io/scene/scene_reader.h"
#include "scree/error.h"

namespace scree {
namespace {

[[noreturn]] void refuse(const io::InputErrors& problems) {
  std::vector<Mistake> mistakes;
  for (const io::InputError& p : problems) mistakes.push_back({p.file, p.line, p.column, p.sentence});
  std::string text = problems.text();
  while (text.ends_with('\n')) text.pop_back();
  throw Error(ErrorKind::input, text, std::move(mistakes));
}

/// The scene of a reading without mistakes, with the bodies of its data files.
Scene accepted(io::ReadResult read, std::optional<std::filesystem::path> folder) {
  if (!read.scene) refuse(read.problems);
  if (const io::InputErrors problems = io::load_data_files(*read.scene); !problems.empty()) refuse(problems);
  return SceneAccess::make({std::move(*read.scene), std::move(read.texts), std::move(folder)});
}

}  // namespace

Scene Scene::from_file(const std::filesystem::path& path) {
  return api::guarded([&] { return accepted(io::read_scene(path), path.parent_path()); });
}

Scene Scene::from_text(std::string_view toml, const std::filesystem::path& folder) {
  return api::guarded([&] { return accepted(io::read_scene_text(toml, "scene.toml", folder), folder); });
}

Scene Scene::with(std::string_view path, std::string_view value) const {
  return api::guarded([&] {
    const io::EditableScene editable(impl_->texts);
    const auto spot = editable.find(path);
    if (const auto* refused = std::get_if<io::Refused>(&spot))
      throw Error(ErrorKind::input, fmt::format("\"{}\" {}", path, refused->why));
    const auto texts = editable.edited({{std::get<io::Spot>(spot), std::string(value)}});
    const auto& folder = impl_->folder;
    return accepted(folder ? io::read_scene_texts(texts, *folder, {}) : io::read_scene_texts(texts), folder);
  });
}

const std::string& Scene::title() const noexcept { return impl_->scene.title; }
double Scene::end_time() const noexcept { return impl_->scene.time.end; }
const std::string& Scene::toml() const noexcept { return impl_->texts.front().text; }

}  // namespace scree
