#include "state/joint.h"

#include <algorithm>

namespace scree::state {

double mean_value(const std::vector<TimedValue>& values, double begin, double end) {
  const TimedValue &first = values.front(), &last = values.back();
  if (!(end > begin)) end = begin;
  if (end <= first.time || values.size() == 1) return first.value;
  if (begin >= last.time) return last.value;
  double sum = std::max(0.0, first.time - begin) * first.value + std::max(0.0, end - last.time) * last.value;
  for (std::size_t k = 1; k < values.size(); ++k) {
    const TimedValue &p = values[k - 1], &q = values[k];
    const double low = std::max(begin, p.time), high = std::min(end, q.time);
    if (high < low) continue;
    const double middle = p.value + (0.5 * (low + high) - p.time) / (q.time - p.time) * (q.value - p.value);
    if (begin == end) return middle;
    sum += (high - low) * middle;
  }
  return sum / (end - begin);
}

}  // namespace scree::state
