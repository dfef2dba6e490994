// Two threads that wait for each other at a barrier; with an argument, two that do not where they should.
// The thread sanitizer must let the first pass and stop the second. Otherwise its silence about Scree would mean
// nothing. Without the argument the exit code also tells whether every entry got what both loops add; a race may lose
// some of the sum.
#include <algorithm>
#include <cstdio>
#include <vector>

int main(int count, char**) {
  constexpr int n = 1000;
  static_assert(n % 2 == 0, "with equal halves the second loop meets only entries of the other thread");
  std::vector<double> data(n, 1.0);
  double sum = 0.0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < n; ++i) data[static_cast<std::size_t>(i)] += i;
      // The other thread's half, after the barrier at the end of the loop: no race.
#pragma omp for
    for (int i = 0; i < n; ++i) data[static_cast<std::size_t>(n - 1 - i)] += 1.0;
    if (count > 1) {
#pragma omp for
      for (int i = 0; i < n; ++i) sum += data[static_cast<std::size_t>(i)];  // both into one number: a race
    }
  }
  std::printf("%g\n", sum + data[0]);
  if (count > 1) return 0;
  double due = 2.0;  // of the first entry: 1 at the start, its number, 1
  return std::all_of(data.begin(), data.end(), [&](double entry) { return entry == due++; }) ? 0 : 1;
}
