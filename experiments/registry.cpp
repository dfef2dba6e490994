// The list of experiments, and the function that runs an experiment.
#include "experiments/registry.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <vector>

#include <fmt/format.h>

#include "experiments/campello/campello.h"
#include "experiments/fang/fang.h"
#include "experiments/santos/santos.h"
#include "experiments/tasora/tasora.h"
#include "experiments/walton/walton.h"
#include "io/text/nearest.h"
#include "sim/simulation.h"

namespace scree::experiments {
namespace {

constexpr std::string_view k_fang = "FangNegrut2020", k_tasora = "TasoraAnitescu2013", k_walton = "Walton2010",
                           k_campello = "Campello2015", k_santos = "Santos2020";

constexpr auto k_all = std::to_array<Experiment>({
    {"fang-4.1-brick", k_fang, "4.1", "Brick on an incline", Scales::one, fang::brick},
    {"fang-4.2-disk", k_fang, "4.2", "Disk rolling on a flat surface", Scales::one, fang::disk},
    {"fang-4.3-incline", k_fang, "4.3", "Sphere rolling up an incline of 35 degrees", Scales::one, fang::incline},
    {"fang-4.3-sweep", k_fang, "4.3, Appendix D", "Sphere on an incline: 9,021 runs", Scales::two, fang::sweep},
    {"fang-4.4-spin", k_fang, "4.4", "Spinning sphere, empirical spin resistance", Scales::one, fang::spin},
    {"fang-4.4-spin-hertz", k_fang, "4.4, Appendix C", "Spinning sphere, spin resistance of a Hertz patch", Scales::one,
     fang::spin_hertz},
    {"fang-4.5-ellipsoid-fall", k_fang, "4.5.1", "Ellipsoid that falls over", Scales::one, fang::ellipsoid_fall},
    {"fang-4.5-ellipsoid-spin", k_fang, "4.5.2", "Spinning ellipsoid, upright and flat", Scales::one,
     fang::ellipsoid_spin},
    {"fang-4.6-stack", k_fang, "4.6", "Three spheres stacked: the heaviest top", Scales::two, fang::stack},
    {"tasora-6.1-disk", k_tasora, "6.1", "Disk that rolls to rest", Scales::one, tasora::disk},
    {"tasora-6.2-guideway", k_tasora, "6.2", "Linear guideway on balls", Scales::one, tasora::guideway},
    {"tasora-6.3-heap", k_tasora, "6.3", "Heap of stones: angle of repose", Scales::two, tasora::heap},
    {"walton-paths", k_walton, "4", "One contact on closed paths: which law creates energy", Scales::one,
     walton::paths},
    {"campello-rotations", k_campello, "2", "Rotations as vectors", Scales::one, campello::rotations},
    {"campello-5.1-spinning", k_campello, "5.1", "Spinning sphere that slides, then rolls", Scales::two,
     campello::spinning},
    {"campello-5.2-three", k_campello, "5.2", "Three rolling spheres collide", Scales::one, campello::three},
    {"campello-5.3-container", k_campello, "5.3", "230 spheres poured into a container, with and without rotations",
     Scales::two, campello::container},
    {"santos-table1", k_santos, "III.A, Table I", "Constraints of a contact and isostatic coordination, counted",
     Scales::one, santos::table_1},
    {"santos-appA", k_santos, "Appendix A", "Two held spheres that roll and twist, stick and slip", Scales::one,
     santos::two_spheres},
    {"santos-fig3", k_santos, "III.B, Fig. 3", "Packings: coordination over three kinds of friction", Scales::three,
     santos::figure_3},
    {"santos-fig4", k_santos, "III.B, Fig. 4", "The same packings: volume fraction and rattlers", Scales::three,
     santos::figure_4},
    {"santos-fig5", k_santos, "III.B, Fig. 5", "Packings under other pressures", Scales::three, santos::figure_5},
});

}  // namespace

std::span<const Experiment> all() { return k_all; }

const Experiment* find(std::string_view id) {
  const auto at = std::find_if(k_all.begin(), k_all.end(), [&](const Experiment& e) { return e.id == id; });
  return at == k_all.end() ? nullptr : &*at;
}

std::string unknown(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const Experiment& e : k_all) ids.push_back(e.id);
  return fmt::format("there is no experiment \"{}\"; `scree reproduce --list` names all{}", id,
                     io::did_you_mean(id, ids));
}

Result reproduce(const Experiment& experiment, const Settings& settings) {
  const auto start = std::chrono::steady_clock::now();
  Result result;
  try {
    result = experiment.run(settings);
  } catch (const sim::BuildError& error) {
    result.error = error.describe();
  } catch (const sim::LostBody& lost) {
    result.error = fmt::format("body {} was lost at ({:g}, {:g}, {:g}): the run blew up", lost.id, lost.position.x,
                               lost.position.y, lost.position.z);
  } catch (const sim::Unsolved& failed) {
    result.error = fmt::format("a step was not solved, down to {:g} s: {} sweeps left the {} with an error of {:.2g}",
                               failed.step, failed.sweeps, failed.of, failed.error);
  } catch (const step::BadCell&) {
    result.error = "the cell became too narrow for its bodies, or was strained too fast for its step";
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.id = experiment.id, result.title = experiment.title, result.paper = experiment.paper,
  result.section = experiment.section;
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace scree::experiments
