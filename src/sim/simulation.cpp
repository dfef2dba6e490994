#include "sim/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/critical.h"
#include "sim/impl.h"
#include "sim/place.h"

namespace scree::sim {
namespace {

constexpr std::int64_t k_watch_interval = 64;  // steps between two checks of the sinks and updates of the turnover
constexpr int k_stream_tries = 50;             // positions tried for one waiting body in one step

/// The scale of the residual of the ledger: kinetic, stored and dissipated energy.
double turnover_of(const step::Ledger& l) {
  return l.kinetic_translation + l.kinetic_rotation + l.stored.sum() + l.dissipated.sum() + std::abs(l.drag);
}

}  // namespace

Simulation::Impl::Impl(const Scene& the_scene, const Options& options)
    : scene(the_scene),
      threads(std::max(1, options.threads)),
      world(build_world(scene)),
      engine(build_engine(scene, world, chosen_step(scene), options.isa)),
      streams(scene.streams.size()) {
  engine->record_loads(options.record_loads);
}

Simulation::Impl::Impl(const Scene& the_scene, const Options& options, double step)
    : scene(the_scene),
      threads(std::max(1, options.threads)),
      world(build_empty_world(scene)),
      engine(build_engine(scene, world, step, options.isa)),
      streams(scene.streams.size()) {
  engine->record_loads(options.record_loads);
}

void Simulation::Impl::start() {
  const ThreadCount in_use = team();
  insert_due();
  engine->set_up(world);
  inserted = 0.0;  // the energy of bodies inserted at the start is part of the initial energy
  initial = engine->energies(world).present();
}

std::int64_t Simulation::Impl::due(std::size_t s) const { return due_at(scene.streams[s], world.time, engine->step()); }

std::int64_t Simulation::Impl::steps_with_constant_bodies() const {
  std::int64_t alone = k_watch_interval - steps % k_watch_interval;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const Stream& stream = scene.streams[s];
    if (streams[s].placed == stream.count) continue;
    if (streams[s].placed < due(s)) return 1;  // a body waits for a free position
    const double next = stream.start + stream.interval * static_cast<double>(streams[s].placed / stream.batch);
    // The next batch may be farther away than an integer can count.
    const double steps_to_it = std::min((next - world.time) / engine->step(), static_cast<double>(alone) + 1.0);
    alone = std::clamp<std::int64_t>(static_cast<std::int64_t>(steps_to_it) - 1, 1, alone);
  }
  return alone;
}

/// Inserts the bodies of streams that are due and for which a free position is found. Otherwise a body waits, and later
/// bodies of its stream wait for it.
void Simulation::Impl::insert_due() {
  bool any = false;
  double near_field_before = 0.0;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const Stream& stream = scene.streams[s];
    StreamState& state = streams[s];
    const std::int64_t wanted = due(s);
    if (state.placed >= wanted) continue;

    Occupied occupied(world.cell, std::max(stream.radii.high, [&] {
                        double r = 0.0;
                        for (const auto& line : world.bodies.lines) r = std::max(r, line.radius);
                        return r;
                      }()));
    const Box& box = stream.region;
    // Along a periodic axis no body is excluded.
    const auto apart = [&](int axis, double x, double r, double low, double high) {
      return !world.cell.periodic[static_cast<std::size_t>(axis)] && (x + r < low || x - r > high);
    };
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const auto& line = world.bodies.lines[i];
      if (!apart(0, line.x, line.radius, box.low.x, box.high.x) &&
          !apart(1, line.y, line.radius, box.low.y, box.high.y) &&
          !apart(2, line.z, line.radius, box.low.z, box.high.z))
        occupied.add(world.bodies, i);
    }
    for (int tries = 0; state.placed < wanted && tries < k_stream_tries; ++tries) {
      const Placed ball = stream_candidate(stream, state.placed, state.attempts++);
      if (!occupied.is_free(ball)) continue;
      occupied.add(ball);
      if (!any && steps > 0) near_field_before = near_field();
      add_sphere(world, scene, ball.position, ball.radius, stream.traits);
      inserted += energy_of(world.bodies.size() - 1);
      ++state.placed, state.attempts = 0, tries = -1, any = true;
    }
  }
  if (!any || steps == 0) return;
  engine->bodies_came(world);
  inserted += near_field() - near_field_before;
}

/// Energy of one body, without its contacts.
double Simulation::Impl::energy_of(std::size_t i) const {
  const state::Bodies& b = world.bodies;
  return 0.5 * b.mass[i] * norm2(b.lines[i].velocity()) + b.rotation_energy(i) -
         dot(b.constant_force(i, world.gravity), b.unwrapped(i, world.cell));
}

void Simulation::Impl::remove_sunk() {
  if (scene.sinks.empty()) return;
  std::vector<char> removed(world.bodies.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < removed.size(); ++i)
    for (const Sink& sink : scene.sinks)
      if (dot(world.bodies.lines[i].position() - sink.point, sink.normal) < 0.0) {
        if (!removed[i]) inserted -= energy_of(i);
        removed[i] = 1, any = true;
      }
  if (!any) return;
  const double near_field_before = near_field();
  inserted -= engine->take_out(world, removed);
  inserted += near_field() - near_field_before;
}

/// Energy of the near fields, which inserted and removed bodies share with the others.
double Simulation::Impl::near_field() const {
  return scene.forces.near_fields.empty() ? 0.0 : engine->energies(world).near_field;
}

const step::StepReport& Simulation::Impl::current_report() {
  if (report_is_current) return report;
  const ThreadCount in_use = team();
  report.step = steps;
  report.time = world.time;
  report.bodies = static_cast<std::int64_t>(world.bodies.size());
  engine->report(world, report);
  report.ledger = engine->energies(world);
  report.has_fields = scene.forces.any();
  report.ledger.initial = initial;
  report.ledger.inserted = inserted;
  report.ledger.turnover = std::max(turnover, turnover_of(report.ledger));
  report_is_current = true;
  return report;
}

Simulation::Simulation(const Scene& scene, const Options& options) {
  if (!scene.files.empty()) throw BuildError{"the scene names data files that were not loaded (io::load_data_files)"};
  impl_ = std::make_unique<Impl>(scene, options);
  try {
    impl_->start();
  } catch (const contact::LostBody& lost) {
    throw BuildError{
        fmt::format("body {} at ({:.4g}, {:.4g}, {:.4g}) {} is beyond the range of positions of the "
                    "contact search; correct its position",
                    lost.id, lost.position.x, lost.position.y, lost.position.z, unit_of(scene, "m"))};
  }
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

void Simulation::advance(std::int64_t steps) {
  Impl& in = *impl_;
  const ThreadCount in_use = in.team();
  in.report_is_current = false;
  while (steps > 0) {
    const std::int64_t piece = std::min(steps, in.steps_with_constant_bodies());
    const double before = in.world.time;
    std::int64_t made = 0;
    try {
      made = in.engine->advance(in.world, piece);
    } catch (...) {
      in.steps += std::llround((in.world.time - before) / in.engine->step());  // for the report
      throw;
    }
    in.steps += made, steps -= made;
    if (in.steps % k_watch_interval == 0) {
      in.turnover = std::max(in.turnover, turnover_of(in.engine->energies(in.world)));
      in.remove_sunk();
    }
    in.insert_due();
    if (in.engine->alarm()) return;
  }
}
void Simulation::set_overlap_alarm(double fraction, double passage) {
  impl_->engine->set_overlap_alarm(fraction, passage);
}
void Simulation::want_problem(std::int64_t step) { impl_->engine->want_problem(step); }
const step::KeptProblem* Simulation::kept_problem() const { return impl_->engine->kept_problem(); }
std::optional<contact::OverlapAlarm> Simulation::overlap_alarm() const { return impl_->engine->alarm(); }

double Simulation::time() const { return impl_->world.time; }
double Simulation::step() const { return impl_->engine->step(); }
std::int64_t Simulation::steps_done() const { return impl_->steps; }
const step::StepReport& Simulation::report() const { return impl_->current_report(); }
std::int64_t Simulation::body_count() const { return static_cast<std::int64_t>(impl_->world.bodies.size()); }
std::vector<StreamCount> Simulation::streams() const {
  std::vector<StreamCount> counts;
  for (std::size_t s = 0; s < impl_->streams.size(); ++s)
    counts.push_back({impl_->scene.streams[s].count, impl_->due(s), impl_->streams[s].placed});
  return counts;
}
std::int64_t Simulation::contact_count() const { return impl_->engine->contact_count(); }
std::int64_t Simulation::pair_count() const { return impl_->engine->pair_count(); }
std::int64_t Simulation::rebuilds() const { return impl_->engine->rebuilds(); }
std::string_view Simulation::isa() const { return impl_->engine->isa(); }

std::size_t Simulation::bytes() const {
  const state::Bodies& b = impl_->world.bodies;
  using state::bytes_of;
  return bytes_of(b.lines) + bytes_of(b.loads) + bytes_of(b.predictions) + bytes_of(b.mass) + bytes_of(b.inertia) +
         bytes_of(b.image_flags) + bytes_of(b.orientations) + bytes_of(b.shapes) + bytes_of(b.forces) +
         bytes_of(b.rotations) + bytes_of(b.field_forces) + impl_->engine->bytes();
}

std::uint64_t Simulation::state_hash() const {
  const ThreadCount in_use = impl_->team();
  std::uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a over 64-bit words
  const auto fold = [&](double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3ull; };
  for (const BodyView& body : bodies())
    for (const Vec3d& v : {body.position, body.velocity, body.spin}) fold(v.x), fold(v.y), fold(v.z);
  // Orientations of spheres may be stored for frames only. They affect the motion only through joints, drives and
  // planes that are attached to bodies.
  const state::World& world = impl_->world;
  if (world.bodies.kept.shapes || world.bodies.kept.rotations || !world.joints.empty() || !world.drives.empty() ||
      !world.carried.empty())
    for (const BodyView& body : bodies())
      for (const double x : body.orientation) fold(x);
  impl_->engine->fold(fold);
  return hash;
}

}  // namespace scree::sim
