// Benchmark of the contact kernels for each instruction set: time per contact with all data in the first-level cache.
#include <memory>

#include <benchmark/benchmark.h>

#include "app/bench/bench_cases.h"
#include "base/random.h"
#include "kernel/contact_kernels.h"
#include "contact/prepared.h"
#include "state/columns.h"

namespace {

using namespace scree;

/// A chunk of touching pairs with random motion, and the model of Santos2020.
struct Bench {
  contact::PreparedModel model;
  std::unique_ptr<contact::Chunk> chunk = std::make_unique<contact::Chunk>();
  state::Column<double> columns = state::Column<double>(7 * contact::k_chunk, 0.0);
  contact::TallyLanes tally;

  Bench() {
    model = contact::prepare(app::packing_model());
    contact::Chunk& c = *chunk;
    c.count = contact::k_chunk, c.step = 0.02;
    Random random(1, 1);
    for (int i = 0; i < contact::k_chunk; ++i) {
      c.nx[i] = 0.0, c.ny[i] = 0.6, c.nz[i] = 0.8;
      c.overlap[i] = random.uniform(0.01, 0.1), c.radius[i] = 0.25, c.smaller_radius[i] = 0.5, c.mass[i] = 0.5;
      c.separation[i] = random.uniform(-0.01, 0.01), c.spin[i] = random.uniform(-0.01, 0.01);
      for (int k = 0; k < 3; ++k)
        c.slide[k][i] = random.uniform(-0.01, 0.01), c.roll[k][i] = random.uniform(-0.01, 0.01);
    }
  }
};

void stages(benchmark::State& state, const contact::Kernels* kernels) {
  Bench b;
  const std::size_t stride = contact::k_chunk;
  for (auto _ : state) {
    kernels->normal[b.model.normal.law](b.model.normal.constants.data(), *b.chunk, nullptr, 0, b.tally);
    kernels->slide[b.model.slide.law](b.model.slide.constants.data(), *b.chunk, b.columns.data(), stride, b.tally);
    kernels->roll[b.model.roll.law](b.model.roll.constants.data(), *b.chunk, b.columns.data() + 3 * stride, stride,
                                    b.tally);
    kernels->spin[b.model.spin.law](b.model.spin.constants.data(), *b.chunk, b.columns.data() + 6 * stride, stride,
                                    b.tally);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * contact::k_chunk);
}

const bool registered = [] {
  for (const contact::Kernels* k : contact::available_kernels())
    benchmark::RegisterBenchmark(("normal+slide+roll+spin/" + std::string(k->name)).c_str(), stages, k);
  return true;
}();

}  // namespace
