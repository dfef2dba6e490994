#include "app/energy_history.h"

#include "io/chart.h"

namespace scree::app {

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& h) {
  const char* t = scene.units == sim::Units::si ? "time [s]" : "time [reduced]";
  const char* e = scene.units == sim::Units::si ? "energy [J]" : "energy [reduced]";
  io::write_chart(path, {.title = scene.title.empty() ? "Energy" : scene.title,
                         .x_label = t,
                         .y_label = e,
                         .series = {{.label = "kinetic", .x = h.time, .y = h.kinetic},
                                    {.label = "in springs", .x = h.time, .y = h.stored},
                                    {.label = "lost", .x = h.time, .y = h.lost},
                                    {.label = "ledger residual", .x = h.time, .y = h.residual, .mark = io::Mark::dashes}}});
}

}  // namespace scree::app
