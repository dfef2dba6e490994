// Converts every exception of the engine to the Error of the public interface.
#include "scree/error.h"

#include <cstdlib>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "api/access.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/hdf5_subset.h"

namespace scree {

std::string Mistake::text() const {
  return line > 0 ? fmt::format("{}:{}:{}: {}", file, line, column, sentence) : fmt::format("{}: {}", file, sentence);
}

void api::throw_as_error() {
  const auto fail = [](ErrorKind kind, std::string sentence) { throw Error(kind, std::move(sentence)); };
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const sim::BuildError& e) {
    fail(ErrorKind::input, e.describe());
  } catch (const ArchiveError& e) {
    fail(ErrorKind::state, "the saved state does not belong to its scene: " + e.what);
  } catch (const io::CheckpointError& e) {
    fail(ErrorKind::state, e.what);
  } catch (const io::Hdf5Error& e) {
    fail(ErrorKind::state, e.what);
  } catch (const std::logic_error& e) {
    fail(ErrorKind::library, fmt::format("a bug of Scree: {}", e.what()));
  } catch (const std::exception& e) {  // from files and threads, mostly WriteError (io/text/whole_file.h)
    fail(ErrorKind::machine, e.what());
  } catch (...) {
    fail(ErrorKind::library, "a bug of Scree: an exception of an unknown type");
  }
  std::abort();  // not reached: every branch throws
}

}  // namespace scree
