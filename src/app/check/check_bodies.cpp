// Materials and bodies in the text of `scree check`: positions, masses, velocities and locks.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/check/check_text.h"
#include "sim/build.h"
#include "sim/place.h"

namespace scree::app {
namespace {

// bodies of one kind that are listed individually; the others are summarised in one row
constexpr std::size_t k_max_listed = 10;

const std::string& material(const sim::Scene& scene, int i) {
  return scene.materials[static_cast<std::size_t>(i)].name;
}
std::string quoted(const std::string& name) { return name.empty() ? "" : fmt::format("\"{}\" ", name); }

std::string mass_text(const Page& page, double low, double high, bool is_given) {
  return fmt::format("mass {} ({})", page.range(low, high, "kg"), is_given ? "given" : "density x volume");
}

/// Mass and moment of inertia of spheres of these radii.
std::string weight_text(const Page& page, const sim::Scene& scene, const sim::Radii& radii,
                        const sim::BodyTraits& traits) {
  const auto low = sim::mass_and_inertia(scene, radii.low, traits),
             high = sim::mass_and_inertia(scene, radii.high, traits);
  return fmt::format("{}, inertia {} ({})", mass_text(page, low.mass, high.mass, is_set(traits.mass)),
                     page.range(low.inertia, high.inertia, "kg m^2"), is_set(traits.inertia) ? "given" : "2/5 m R^2");
}
std::string weight_text(const Page& page, const sim::Scene& scene, const sim::OneSolid& solid) {
  const auto m = sim::mass_and_moments(scene, solid);
  return fmt::format("{}, inertia {} ({})", mass_text(page, m.mass, m.mass, is_set(solid.traits.mass)),
                     page.of(m.moments, "kg m^2"), is_set(solid.moments.x) ? "given" : "of uniform density");
}

/// Velocities, locks and applied force of a body.
std::string motion_text(const Page& page, const sim::BodyTraits& traits) {
  const bool rests = norm2(traits.velocity) == 0.0 && norm2(traits.spin) == 0.0, all = traits.locks == sim::k_lock_all;
  std::string text =
      rests ? "at rest"
            : fmt::format("velocity {}, spin {}", page.of(traits.velocity, "m/s"), page.of(traits.spin, "rad/s"));
  if (all) {
    text = rests ? "held at rest" : "driven at " + text;
  } else if (traits.locks != 0) {
    text += ", locked";
    std::string_view between = " ";
    for (std::size_t i = 0; i < sim::k_lock_choices.size(); ++i)
      if ((traits.locks >> i & 1) != 0) text += fmt::format("{}{}", between, sim::k_lock_choices[i]), between = ", ";
  } else {
    text += ", free";
  }
  if (norm2(traits.force) > 0.0) text += fmt::format(", force {}", page.of(traits.force, "N"));
  return text;
}

/// Summary of all spheres in one row.
void report_summary(Page& page, const sim::Scene& scene, std::span<const sim::OneSphere> spheres) {
  if (spheres.empty()) return;
  const auto by_size = std::minmax_element(spheres.begin(), spheres.end(),
                                           [](const auto& a, const auto& b) { return a.radius < b.radius; });
  double lightest = INFINITY, heaviest = 0.0;
  std::size_t locked = 0;
  for (const auto& s : spheres) {
    const double mass = sim::mass_and_inertia(scene, s.radius, s.traits).mass;
    lightest = std::fmin(lightest, mass), heaviest = std::fmax(heaviest, mass);
    locked += s.traits.locks == sim::k_lock_all ? 1 : 0;
  }
  page.more(fmt::format("{} sphere{}: radius {}, mass {}{}", spheres.size(), spheres.size() == 1 ? "" : "s",
                        page.range(by_size.first->radius, by_size.second->radius, "m"),
                        page.range(lightest, heaviest, "kg"),
                        locked > 0 ? fmt::format("; {} of them fully locked", locked) : ""));
}

void report_spheres(Page& page, const sim::Scene& scene, std::span<const sim::OneSphere> spheres) {
  const std::size_t listed = std::min(spheres.size(), k_max_listed);
  for (const auto& s : spheres.first(listed)) {
    page.row("sphere", fmt::format("{}of {} at {}, radius {}", quoted(s.name), material(scene, s.traits.material),
                                   page.of(s.position, "m"), page.of(s.radius, "m")));
    page.more(weight_text(page, scene, {s.radius, s.radius}, s.traits) + "; " + motion_text(page, s.traits));
  }
  if (spheres.size() == listed) return;
  page.more(fmt::format("... and {} more, not listed:", spheres.size() - listed));
  report_summary(page, scene, spheres.subspan(listed));
}

void report_files(Page& page, const sim::Scene& scene, std::span<const io::LoadedFile> files) {
  for (const io::LoadedFile& f : files) {
    std::string types;
    for (std::size_t i = 0; i < f.file.material_of_type.size(); ++i)
      types += fmt::format("{}type {} is {}{}", i == 0 ? "" : ", ", i + 1, material(scene, f.file.material_of_type[i]),
                           f.file.locks_of_type[i] == sim::k_lock_all ? " (locked)" : "");
    page.row("data file", fmt::format("{}; {}; the cell is {}", f.file.path, types,
                                      f.file.cell_from_file ? "that of the file" : "not taken from it (default)"));
    report_summary(page, scene, std::span(scene.spheres).subspan(f.first, f.count));
  }
}

/// Axis and angle, as in the scene file; the angle is between 0 and pi.
std::string orientation_text(const Page& page, const std::array<double, 4>& q) {
  const Vec3d v = (q[0] < 0.0 ? -1.0 : 1.0) * Vec3d{q[1], q[2], q[3]};
  const double size = norm(v);
  if (size == 0.0) return "not rotated (default)";
  return fmt::format("rotated about {} by {}", describe((1.0 / size) * v),
                     page.of(2.0 * std::atan2(size, std::fabs(q[0])), "rad"));
}

void report_solids(Page& page, const sim::Scene& scene) {
  const std::size_t listed = std::min(scene.solids.size(), k_max_listed);
  for (const auto& s : std::span(scene.solids).first(listed)) {
    const bool box = s.kind == shape::BodyShape::box;
    page.row(box ? "box" : "ellipsoid",
             fmt::format("{}of {} at {}, {} {}, {}", quoted(s.name), material(scene, s.traits.material),
                         page.of(s.position, "m"), box ? "edges" : "semi-axes",
                         page.of((box ? 2.0 : 1.0) * s.half, "m"), orientation_text(page, s.orientation)));
    page.more(weight_text(page, scene, s) + "; " + motion_text(page, s.traits));
  }
  if (scene.solids.size() > listed)
    page.more(fmt::format("... and {} more ellipsoids and boxes, not listed", scene.solids.size() - listed));
}

void report_lattices(Page& page, const sim::Scene& scene) {
  for (const auto& f : scene.lattices) {
    const bool all = f.count < 0;
    page.row("lattice", fmt::format("{} spheres of {}, {}, {}{}",
                                    all ? static_cast<std::int64_t>(sim::place_lattice(f).size()) : f.count,
                                    material(scene, f.traits.material), "radius " + page.of(f.radius, "m"),
                                    all ? "on all sites" : "on the lowest sites", mark(all)));
    std::string sites =
        fmt::format("{}, spacing {}, centres in {}", sim::k_lattice_choices[static_cast<std::size_t>(f.kind)],
                    page.of(f.spacing, "m"), page.of(f.region));
    if (is_set(f.disc)) sites += fmt::format(", within {} of its mid-axis", page.of(f.disc, "m"));
    if (is_set(f.slope)) sites += fmt::format(", under a cone of slope {}", page.of(f.slope, "rad"));
    sites += f.jitter > 0.0 ? fmt::format(", jitter {}, seed {}{}", page.of(f.jitter, "m"), f.seed, mark(f.seed == 1))
                            : ", no jitter";
    page.more(sites);
    page.more(weight_text(page, scene, {f.radius, f.radius}, f.traits) + "; " + motion_text(page, f.traits));
  }
}

void report_randoms(Page& page, const sim::Scene& scene) {
  for (const auto& f : scene.randoms) {
    const bool ellipsoids = f.semi_axes.x > 0.0;
    page.row("random", fmt::format("{} {} of {}, {}, in {}, seed {}{}", f.count, ellipsoids ? "ellipsoids" : "spheres",
                                   material(scene, f.traits.material),
                                   ellipsoids ? "semi-axes " + page.of(f.semi_axes, "m")
                                              : "radius " + page.range(f.radii.low, f.radii.high, "m"),
                                   page.of(f.region), f.seed, mark(f.seed == 1)));
    const std::string weight = ellipsoids ? weight_text(page, scene,
                                                        {.name = {},
                                                         .kind = shape::BodyShape::ellipsoid,
                                                         .position = {},
                                                         .half = f.semi_axes,
                                                         .traits = f.traits})
                                          : weight_text(page, scene, f.radii, f.traits);
    page.more(weight + "; " + motion_text(page, f.traits));
  }
}

void report_streams(Page& page, const sim::Scene& scene) {
  for (const auto& f : scene.streams) {
    page.row("stream", fmt::format("{} spheres of {}, radius {}; {} every {} from {} on{}", f.count,
                                   material(scene, f.traits.material), page.range(f.radii.low, f.radii.high, "m"),
                                   f.batch, page.of(f.interval, "s"), page.of(f.start, "s"), mark(f.start == 0.0)));
    const std::string how =
        f.arrangement == sim::Arrangement::rosette
            ? fmt::format("as a rosette, {} apart, jitter {}", page.of(f.spacing, "m"), page.of(f.jitter, "m"))
            : "at random (default)";
    page.more(fmt::format("{} in {}, seed {}{}", how, page.of(f.region), f.seed, mark(f.seed == 1)));
    page.more(weight_text(page, scene, f.radii, f.traits) + "; " + motion_text(page, f.traits));
  }
}

}  // namespace

void report_bodies(Page& page, const sim::Scene& scene, std::span<const io::LoadedFile> files) {
  for (const auto& m : scene.materials)
    page.row("material", fmt::format("{}, {}", m.name,
                                     is_set(m.density) ? "density " + page.of(m.density, "kg/m^3") : "no density"));
  page.line("");
  const std::size_t own = files.empty() ? scene.spheres.size() : files.front().first;
  report_spheres(page, scene, std::span(scene.spheres).first(own));
  report_files(page, scene, files);
  report_solids(page, scene);
  report_lattices(page, scene);
  report_randoms(page, scene);
  report_streams(page, scene);
}

}  // namespace scree::app
