#include "experiments/work.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "io/scene/scene_reader.h"

namespace scree::experiments {
namespace {

constexpr std::size_t k_max_points = 4000;  // of a line: two points per pixel of a panel

}  // namespace

sim::Simulation simulation_of(std::string_view toml, std::string_view name, const Settings& settings) {
  const io::ReadResult read = io::read_scene_text(toml, name, {});
  if (!read.scene) throw std::runtime_error("the scene of the experiment cannot be read:\n" + read.problems.text());
  return sim::Simulation(*read.scene, {.threads = 1, .isa = settings.isa});
}

void side_by_side(std::size_t count, const Settings& settings, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex guard;
  std::exception_ptr diagnostic;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        job(i);
      } catch (...) {
        const std::scoped_lock lock(guard);
        if (!diagnostic) diagnostic = std::current_exception();
        next = count;
        return;
      }
      const std::scoped_lock lock(guard);
      ++done;
      if (settings.progress) settings.progress(static_cast<double>(done) / static_cast<double>(count));
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t helpers = std::min(count, static_cast<std::size_t>(std::max(settings.threads, 1)));
    for (std::size_t i = 0; i < helpers; ++i) threads.emplace_back(work);
  }
  if (diagnostic) std::rethrow_exception(diagnostic);
}

draw::Series line(const Table& table, std::string_view x, std::string_view y, std::string label, draw::Mark mark) {
  draw::Series series{.label = std::move(label), .mark = mark};
  const auto &xs = table[x], &ys = table[y];
  const std::size_t stride = (xs.size() + k_max_points - 1) / k_max_points;
  for (std::size_t i = 0; i < xs.size(); i += stride) series.x.push_back(xs[i]), series.y.push_back(ys[i]);
  return series;
}

draw::Series level(double y, double x_low, double x_high, std::string label) {
  return {
      .label = std::move(label), .x = {x_low, x_high}, .y = {y, y}, .mark = draw::Mark::dashes, .colour = k_paper_ink};
}

draw::Series moment(double x, double y_low, double y_high, std::string label) {
  return {
      .label = std::move(label), .x = {x, x}, .y = {y_low, y_high}, .mark = draw::Mark::dashes, .colour = k_paper_ink};
}

draw::Series points(std::vector<double> x, std::vector<double> y, std::string label) {
  return {
      .label = std::move(label), .x = std::move(x), .y = std::move(y), .mark = draw::Mark::dots, .colour = k_paper_ink};
}

}  // namespace scree::experiments
