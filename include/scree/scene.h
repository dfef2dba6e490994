// A scene: the description of what to simulate, read from TOML (docs/scene.md lists every table and key).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace scree {

/// A validated scene, including the bodies of its data files. It is immutable, and copies share their contents.
class Scene {
 public:
  /// Both throw Error (input) with all mistakes of the scene at once. File names in the text are relative to `folder`
  /// (for a file: its own folder), and files outside of that folder are not read.
  [[nodiscard]] static Scene from_file(const std::filesystem::path& path);
  [[nodiscard]] static Scene from_text(std::string_view toml, const std::filesystem::path& folder = ".");

  /// The same scene with one value replaced: `scene.with("contact[0].slide.coefficient", "0.4")`. `value` is TOML, so a
  /// quantity has quotes: `with("time.end", "\"2 s\"")`. docs/sweeps.md describes paths. Throws Error (input).
  [[nodiscard]] Scene with(std::string_view path, std::string_view value) const;

  [[nodiscard]] const std::string& title() const noexcept;
  [[nodiscard]] double end_time() const noexcept;  ///< time.end [s]
  /// The text of the main file, as it was read or as `with` changed it.
  [[nodiscard]] const std::string& toml() const noexcept;

 private:
  friend struct SceneAccess;
  struct Impl;
  explicit Scene(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace scree
