#include "io/frame_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::io {

sim::Box box_around(const sim::Frame& frame) {
  constexpr double largest = std::numeric_limits<double>::max();
  sim::Box box = frame.cell.bounds;
  for (std::size_t k = 0; k < 3; ++k) {
    if (frame.cell.periodic[k]) continue;
    const auto inside = [&, axis = k_axes[k]](const sim::BodyView& b) { return box.low.*axis <= b.position.*axis && b.position.*axis <= box.high.*axis; };
    if (box.low.*k_axes[k] < box.high.*k_axes[k] && std::all_of(frame.bodies.begin(), frame.bodies.end(), inside)) continue;
    double low = largest, high = -largest;
    for (const auto& b : frame.bodies) {
      low = std::min(low, b.position.*k_axes[k] - b.radius);
      high = std::max(high, b.position.*k_axes[k] + b.radius);
    }
    if (frame.bodies.empty()) low = 0.0, high = 1.0;
    low = std::clamp(low, -largest, largest), high = std::clamp(high, -largest, largest);
    if (!(low < high)) low = std::nextafter(low, -largest), high = std::nextafter(high, largest);  // a tiny body far away
    box.low.*k_axes[k] = low, box.high.*k_axes[k] = high;
  }
  return box;
}

}  // namespace scree::io
