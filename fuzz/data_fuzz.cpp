// Arbitrary text as a LAMMPS data file. All values read must be finite, and all types must be within the range of the
// header.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "io/frame/lammps_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = scree::io::read_lammps_data_text({reinterpret_cast<const char*>(data), size}, "fuzz.data");
  const auto* read = std::get_if<scree::io::LammpsData>(&result);
  if (read == nullptr) return 0;
  for (const auto& atom : read->atoms) {
    const bool finite =
        std::isfinite(atom.position.x) && std::isfinite(atom.position.y) && std::isfinite(atom.position.z);
    if (!finite || !(atom.diameter > 0.0) || !(atom.density > 0.0) || atom.type < 1 || atom.type > read->types)
      std::abort();
  }
  return 0;
}
