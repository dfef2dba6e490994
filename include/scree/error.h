// The exception of the library. Every error that a host program can get is an Error with a message for the user, except
// std::bad_alloc, which passes unchanged.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace scree {

/// One mistake in a scene, with its place. Lines and columns count from 1; 0 means that the place is not known.
struct Mistake {
  std::string file;
  int line = 0, column = 0;
  std::string sentence;

  /// `heap.toml:14:7: sentence`, a format that editors understand.
  [[nodiscard]] std::string text() const;
};

/// The origin of an error, and what the host program can do about it.
enum class ErrorKind {
  input,    ///< the scene, or a value that the host program passed: correct it
  physics,  ///< the run became unphysical (a body at infinity, a step without a solution): change step or parameters
  state,    ///< a saved state cannot be used: it is damaged, or belongs to another scene or version
  machine,  ///< the disk, a file or a thread failed
  library,  ///< a bug of the library
};

class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string sentence, std::vector<Mistake> mistakes = {})
      : kind_(kind), sentence_(std::move(sentence)), mistakes_(std::move(mistakes)) {}

  [[nodiscard]] const char* what() const noexcept override { return sentence_.c_str(); }
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  /// All mistakes of a scene, in the order of the file; `what()` contains one line for each. Empty for other errors.
  [[nodiscard]] const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }

 private:
  ErrorKind kind_;
  std::string sentence_;
  std::vector<Mistake> mistakes_;
};

}  // namespace scree
