#include "scree/simulation.h"

#include "api/access.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_image.h"
#include "io/scene/scene_reader.h"
#include "scree/error.h"
#include "scree/version.h"
#include "sim/guard.h"

namespace scree {
namespace {

Vector vector_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

FrictionMode mode_of(sim::Mode mode) {
  switch (mode) {
    case sim::Mode::none: return FrictionMode::none;
    case sim::Mode::stick: return FrictionMode::stick;
    case sim::Mode::slip: return FrictionMode::slip;
  }
  return FrictionMode::none;
}

std::vector<Body> bodies_of(const std::vector<sim::BodyView>& views) {
  std::vector<Body> bodies;
  bodies.reserve(views.size());
  for (const sim::BodyView& v : views)
    bodies.push_back({.id = v.id,
                      .material = v.material,
                      .radius = v.radius,
                      .mass = v.mass,
                      .position = vector_of(v.position),
                      .velocity = vector_of(v.velocity),
                      .spin = vector_of(v.spin),
                      .force = vector_of(v.force),
                      .torque = vector_of(v.torque),
                      .orientation = v.orientation,
                      .coordination = v.coordination});
  return bodies;
}

Contact contact_of(const sim::ContactView& v) {
  return {.a = v.a,
          .b = v.b,
          .wall = v.plane,
          .branch = vector_of(v.branch),
          .normal = vector_of(v.normal),
          .overlap = v.overlap,
          .normal_force = v.normal_force,
          .friction = vector_of(v.friction),
          .roll_torque = vector_of(v.roll_torque),
          .spin_torque = v.spin_torque,
          .slide = mode_of(v.slide),
          .roll = mode_of(v.roll),
          .spin = mode_of(v.spin)};
}

io::Checkpoint checkpoint_of(const Scene& scene, const sim::Simulation& s) {
  return {SceneAccess::of(scene).texts, std::string(version()), s.steps_done(), s.time(), s.save()};
}

}  // namespace

Simulation::Simulation(const Scene& scene, const Options& options)
    : impl_(api::guarded([&] {
        return std::make_unique<Impl>(
            Impl{scene, sim::Simulation(SceneAccess::of(scene).scene, {options.threads, options.isa})});
      })) {}
Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

namespace {

struct Restored {
  Scene scene;
  sim::Simulation simulation;
};

Restored restored(io::Checkpoint checkpoint, const Options& options) {
  io::ReadResult read = io::read_scene_texts(checkpoint.scene);
  if (!read.scene)
    throw Error(ErrorKind::state,
                "the scene in the saved state cannot be read by this version:\n" + read.problems.text());
  sim::Simulation simulation(*read.scene, checkpoint.state, {options.threads, options.isa});
  return {SceneAccess::make({std::move(*read.scene), std::move(checkpoint.scene)}), std::move(simulation)};
}

}  // namespace

Simulation Simulation::from_checkpoint(const std::filesystem::path& file, const Options& options) {
  return api::guarded([&] {
    Restored r = restored(io::read_checkpoint(file), options);
    return Simulation(std::make_unique<Impl>(Impl{std::move(r.scene), std::move(r.simulation)}));
  });
}

Simulation Simulation::from_saved(std::span<const std::byte> saved, const Options& options) {
  return api::guarded([&] {
    Restored r = restored(io::read_checkpoint_image(saved), options);
    return Simulation(std::make_unique<Impl>(Impl{std::move(r.scene), std::move(r.simulation)}));
  });
}

void Simulation::advance(std::int64_t steps) {
  api::guarded([&] {
    if (steps < 0) throw Error(ErrorKind::input, "advance: the number of steps is negative");
    sim::Simulation& inner = impl_->simulation;
    const auto fail = [](const sim::Diagnostic& t) { throw Error(ErrorKind::physics, t.describe()); };
    try {
      inner.advance(steps);
    } catch (const contact::LostBody& lost) {
      fail(sim::Guard::blown_up(inner, lost.id, lost.position, lost.velocity));
    } catch (const step::Unsolved& unsolved) {
      fail(sim::Guard::unsolved(inner, unsolved));
    } catch (const step::BadCell& cell) {
      fail(sim::Guard::bad_cell(inner, cell));
    }
  });
}

double Simulation::time() const { return impl_->simulation.time(); }
double Simulation::step() const { return impl_->simulation.step(); }
std::int64_t Simulation::steps_done() const { return impl_->simulation.steps_done(); }
std::int64_t Simulation::body_count() const { return impl_->simulation.body_count(); }
std::int64_t Simulation::contact_count() const { return impl_->simulation.contact_count(); }
const Scene& Simulation::scene() const { return impl_->scene; }

Energies Simulation::energies() const {
  return api::guarded([&]() -> Energies {
    const step::Ledger& l = impl_->simulation.report().ledger;
    return {.kinetic_translation = l.kinetic_translation,
            .kinetic_rotation = l.kinetic_rotation,
            .gravity = l.gravity,
            .stored = l.stored.sum(),
            .dissipated = l.dissipated.sum(),
            .residual = l.residual(),
            .turnover = l.turnover};
  });
}

std::vector<Body> Simulation::bodies() const {
  return api::guarded([&] { return bodies_of(impl_->simulation.bodies()); });
}

Frame Simulation::frame() const {
  return api::guarded([&] {
    const sim::Frame view = impl_->simulation.frame();
    Frame frame{.step = view.step,
                .time = view.time,
                .materials = view.materials,
                .walls = view.planes,
                .bodies = bodies_of(view.bodies),
                .contacts = {}};
    frame.contacts.reserve(view.contacts.size());
    for (const sim::ContactView& contact : view.contacts) frame.contacts.push_back(contact_of(contact));
    return frame;
  });
}

std::uint64_t Simulation::state_hash() const {
  return api::guarded([&] { return impl_->simulation.state_hash(); });
}

std::vector<std::byte> Simulation::save() const {
  return api::guarded([&] {
    std::vector<std::byte> bytes;
    io::with_checkpoint_image(checkpoint_of(impl_->scene, impl_->simulation),
                              [&](std::span<const std::byte> image) { bytes.assign(image.begin(), image.end()); });
    return bytes;
  });
}

void Simulation::write_checkpoint(const std::filesystem::path& folder) const {
  api::guarded([&] { io::write_checkpoint(folder, checkpoint_of(impl_->scene, impl_->simulation)); });
}

}  // namespace scree
