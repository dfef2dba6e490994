#include "io/frame/tables.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/text/csv_text.h"
#include "io/frame/series_columns.h"
#include "io/text/whole_file.h"

namespace scree::io {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* doing) { throw WriteError(path, doing, errno); }

}  // namespace

TextFile::TextFile(const std::filesystem::path& path, Begin begin) : path_(path), file_(nullptr, &std::fclose) {
  const bool truncates = begin == Begin::truncate;
  file_.reset(::fdopen(open_for_writing(path, O_WRONLY | (truncates ? O_TRUNC : O_APPEND)), truncates ? "w" : "a"));
  if (!file_) fail(path_, "open for writing");
}
void TextFile::line(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fputc('\n', file_.get()) == EOF)
    fail(path_, "write");
}
void TextFile::flush() {
  if (std::fflush(file_.get()) != 0 || ::fsync(fileno(file_.get())) != 0) fail(path_, "write");
}
void TextFile::close() {
  if (std::fclose(file_.release()) != 0) fail(path_, "write");
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  write_whole_file(path, {text, "\n"}, Survives::the_machine);
}

void write_bodies_csv(const std::filesystem::path& path, std::span<const sim::BodyView> bodies,
                      const sim::Scene& scene) {
  TextFile file(path);
  const bool si = scene.units == sim::Units::si;
  const auto u = [&](const char* unit) { return si ? unit : "[reduced]"; };
  const bool spheres = std::all_of(bodies.begin(), bodies.end(),
                                   [](const sim::BodyView& b) { return b.shape == shape::BodyShape::sphere; });
  constexpr std::array<std::string_view, 3> forms = {"sphere", "ellipsoid", "box"};
  const auto form_of = [&](const sim::BodyView& b) {
    if (spheres) return std::string();
    const auto& h = b.half_axes;
    const auto& q = b.orientation;
    return fmt::format(",{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}",
                       forms[static_cast<std::size_t>(b.shape)], h.x, h.y, h.z, q[0], q[1], q[2], q[3]);
  };
  file.line(fmt::format("id,material,radius {0},x {0},y {0},z {0},vx {1},vy {1},vz {1},wx {2},wy {2},wz {2}", u("[m]"),
                        u("[m/s]"), u("[rad/s]")) +
            (spheres ? std::string()
                     : fmt::format(",form,half_axes_x {0},half_axes_y {0},half_axes_z "
                                   "{0},orientation_w,orientation_x,orientation_y,orientation_z",
                                   u("[m]"))));
  std::vector<std::string> names;
  for (const sim::Material& material : scene.materials) names.push_back(csv_field(material.name));
  for (const auto& b : bodies)
    file.line(fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", b.id,
                          names[static_cast<std::size_t>(b.material)], b.radius, b.position.x, b.position.y,
                          b.position.z, b.velocity.x, b.velocity.y, b.velocity.z, b.spin.x, b.spin.y, b.spin.z) +
              form_of(b));
  file.close();
}

nlohmann::json solver_json(const step::SolverReport& s) {
  return {{"steps", s.steps},
          {"iterations", s.all_iterations},
          {"mean_iterations", s.mean_iterations()},
          {"unreached", s.unreached},
          {"first_unreached", s.unreached > 0 ? nlohmann::json(s.first_unreached) : nlohmann::json(nullptr)},
          {"unreached_residual_rms", s.unreached_residual},
          {"last_step",
           {{"iterations", s.iterations},
            {"residual_rms", s.residual},
            {"residual_max", s.largest_residual},
            {"cone_violation", s.cone_violation},
            {"missed", s.missed},
            {"opening", s.opening},
            {"worst_a", s.worst_a},
            {"worst_b", s.worst_b},
            {"passes", s.passes},
            {"reached", s.reached}}}};
}

nlohmann::json summary_json(const sim::Scene& scene, const sim::Simulation& simulation, const sim::RunOutcome& outcome,
                            int threads) {
  return summary_json(scene, simulation.report(),
                      {simulation.step(), std::string(simulation.isa()), simulation.bytes(), simulation.state_hash(),
                       simulation.streams()},
                      outcome, threads);
}

nlohmann::json summary_json(const sim::Scene& scene, const step::StepReport& r, const SummaryFacts& facts,
                            const sim::RunOutcome& outcome, int threads) {
  nlohmann::json summary = {
      {"title", scene.title},
      {"units", scene.units == sim::Units::si ? "SI" : "reduced"},
      {"finished", outcome.end == sim::End::finished},
      {"ended_by", outcome.end == sim::End::finished ? nlohmann::json(outcome.ended_by) : nlohmann::json(nullptr)},
      {"steps", r.step},
      {"step", facts.step},
      {"time", r.time},
      {"bodies", r.bodies},
      {"contacts", r.contacts},
      {"pairs", r.pairs},
      {"rebuilds", r.rebuilds},
      {"largest_overlap", r.largest_overlap},
      {"unconverged_contacts", r.unconverged},
      {"energy", ledger_json(r.ledger)},
      {"wall_seconds", outcome.seconds},
      {"particle_steps_per_second", outcome.particle_steps / outcome.seconds},
      {"threads", threads},
      {"isa", facts.isa},
      {"bytes_per_body", r.bodies > 0 ? static_cast<double>(facts.bytes) / static_cast<double>(r.bodies) : 0.0},
      {"state_hash", fmt::format("{:016x}", facts.state_hash)}};
  for (const sim::StreamCount& s : facts.streams)
    summary["streams"].push_back({{"asked", s.asked}, {"delivered", s.delivered}, {"waiting", s.waiting()}});
  if (r.solver) summary["solver"] = solver_json(*r.solver);
  if (r.sweeps)
    summary["sweeps"] = {{"steps", r.sweeps->steps},
                         {"sweeps", r.sweeps->all},
                         {"mean_sweeps", r.sweeps->mean()},
                         {"halvings", r.sweeps->halvings},
                         {"accepted", r.sweeps->accepted}};
  if (r.cell) {
    const auto& [cell, p] = *r.cell;
    summary["cell"] = {
        {"length", {cell.length.x, cell.length.y, cell.length.z}},
        {"tilt", {cell.tilt.xy, cell.tilt.xz, cell.tilt.yz}},
        {"volume", cell.volume()},
        {"pressure", {{"xx", p.xx}, {"yy", p.yy}, {"zz", p.zz}, {"xy", p.xy}, {"xz", p.xz}, {"yz", p.yz}}}};
  }
  return summary;
}

}  // namespace scree::io
