// Bodies of a scene: single spheres, lattices, random fills and streams.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/scene/keys.h"
#include "io/text/nearest.h"
#include "sim/place.h"

namespace scree::io {

namespace {

constexpr double k_max_sites = 1e8;  // of one lattice: 10 GB of bodies, more probably a wrong unit than intended

double largest(const Vec3d& v) { return std::fmax(v.x, std::fmax(v.y, v.z)); }

/// Checks that one body fits in the box of a random fill: bodies lie completely inside the box, except across periodic
/// faces. `size_key` is the key of the radii.
void check_fits(Section& section, const Draft& draft, const sim::Box& box, const sim::Radii& radii,
                std::string_view size_key) {
  constexpr double k_rounding = 1e-12;  // rounding error of high - low for a box of exactly one diameter
  const Vec3d size = box.high - box.low;
  const double sizes[] = {size.x, size.y, size.z};
  for (int axis = 0; axis < 3; ++axis)
    if (!draft.scene.cell.periodic[static_cast<std::size_t>(axis)] &&
        sizes[axis] < 2.0 * radii.high * (1.0 - k_rounding))
      section.problem(section.place(size_key),
                      fmt::format("{0}.{5} = {1} does not fit: the box from {0}.low to {0}.high is {2:g} {6} wide "
                                  "along {3}, the body {4:g} {6}",
                                  section.path(), section.written(size_key), sizes[axis], "xyz"[axis], 2.0 * radii.high,
                                  size_key, sim::unit_of(draft.scene, "m")));
}

void read_spheres(Section& root, Draft& draft) {
  NameList names("sphere");
  for (Section& section : root.sections("sphere")) {
    sim::OneSphere sphere;
    Keys keys(section, scene::k_sphere, draft);
    keys.read(&sphere);
    if (keys.is_good("name")) names.add(draft.source, sphere.name, section.place("name"));
    const bool has_traits = read_traits(keys, draft, &sphere, sphere.traits, sphere.name, {});
    const bool is_locked = has_traits && sphere.traits.locks == sim::k_lock_all;
    if (keys.is_good("position"))
      draft.positions.push_back({sphere.position, keys.is_good("radius") ? sphere.radius : k_unset, is_locked,
                                 draft.label("sphere", sphere.name, section.place()), section.place("position")});
    draft.name_body(sphere.name, {sim::BodyRef::Of::spheres, draft.scene.spheres.size()}, keys.are_complete(),
                    is_locked);
    if (keys.are_complete()) draft.scene.spheres.push_back(std::move(sphere));
    section.finish();
  }
}

/// Upper bound of the number of lattice sites in a box.
double site_count(sim::LatticeKind kind, const sim::Box& box, double spacing) {
  Vec3d cell{spacing, spacing, spacing};  // the repeated block, which contains `sites` sites
  double sites = 1.0;
  switch (kind) {
    case sim::LatticeKind::cubic: break;
    case sim::LatticeKind::body_centred: cell = (2.0 / std::sqrt(3.0)) * cell, sites = 2.0; break;
    case sim::LatticeKind::face_centred: cell = std::sqrt(2.0) * cell, sites = 4.0; break;
    case sim::LatticeKind::hexagonal:
      cell = {spacing, std::sqrt(0.75) * spacing, std::sqrt(2.0 / 3.0) * spacing};
      break;
  }
  const auto along = [](double length, double step) { return std::floor(length / step) + 1.0; };
  const Vec3d size = box.high - box.low;
  return sites * along(size.x, cell.x) * along(size.y, cell.y) * along(size.z, cell.z);
}

/// Upper bound of the number of bodies: sites outside the disc, or beyond the count, get no body.
void add_crowd(Section& section, Draft& draft, const sim::LatticeFill& fill, double sites) {
  const sim::Box& box = fill.region;
  const double area = (box.high.x - box.low.x) * (box.high.y - box.low.y);
  if (is_set(fill.disc) && area > 0.0) sites *= std::fmin(1.0, std::numbers::pi * fill.disc * fill.disc / area);
  if (is_set(fill.disc) && is_set(fill.slope) && box.high.z > box.low.z)
    // the volume of the cone, plus that of its steps
    sites *= std::fmin(1.0, fill.disc * std::tan(fill.slope) / (3.0 * (box.high.z - box.low.z)) + 0.1);
  const bool counted = fill.count >= 0 && static_cast<double>(fill.count) < sites;
  const std::string_view name = counted ? "count" : "spacing";
  draft.body_counts.push_back({counted ? static_cast<double>(fill.count) : sites,
                               fmt::format("lattice.{} = {}", name, section.written(name)), section.place(name)});
}

/// For a table that gives the number of its bodies.
BodyCount counted_crowd(Section& section, std::int64_t count) {
  return {static_cast<double>(count), fmt::format("{} = {}", section.path_of("count"), count), section.place("count")};
}

void read_lattices(Section& root, Draft& draft) {
  for (Section& section : root.sections("lattice")) {
    sim::LatticeFill fill;
    Keys keys(section, scene::k_lattice, draft);
    keys.read(&fill);
    const bool box = check_box(keys, fill.region, Flat::allowed);  // a lattice may have a single layer of sites
    const bool spacing = keys.is_good("spacing");
    if (is_set(fill.slope) && !section.has("disc"))
      section.problem(section.place("slope"),
                      "lattice.slope is that of a cone over a disc; give lattice.disc, the radius of its foot");
    if (is_set(fill.slope) && fill.slope >= 0.5 * std::numbers::pi)
      section.problem(section.place("slope"),
                      fmt::format("lattice.slope = {} is not below a right angle", section.written("slope")));
    if (section.has("seed") && !section.has("jitter"))
      section.problem(section.key_place("seed"),
                      "lattice.seed is that of lattice.jitter, which is not given, so that nothing is random here; "
                      "drop it, or give a jitter");
    const bool traits = read_traits(keys, draft, &fill, fill.traits, "", {.is_many = fill.count != 1});
    if (box && spacing) {
      const double sites = site_count(fill.kind, fill.region, fill.spacing);
      if (!(sites <= k_max_sites))  // also true if the box is too large for its volume to be finite
        section.problem(section.place("spacing"),
                        fmt::format("lattice.spacing = {} gives about {:.2g} sites between low "
                                    "and high; more than {:g} is probably a wrong unit",
                                    section.written("spacing"), sites, k_max_sites));
      else
        add_crowd(section, draft, fill, sites);
      const double overlap = keys.is_good("radius") ? 2.0 * fill.radius - fill.spacing : 0.0;
      if (overlap > 0.0 && sites > 1.0 && fill.count != 1 && traits && fill.traits.locks != sim::k_lock_all)
        draft.tight_lattices.push_back({overlap, fill.radius, section.written("spacing"), section.place("spacing")});
    }
    if (box && keys.are_complete()) {
      draft.scene.lattices.push_back(std::move(fill));
      draft.scene.places.lattices.push_back(
          draft.source.describe(section.place(section.has("count") ? "count" : "spacing")));
    }
    section.finish();
  }
}

void read_randoms(Section& root, Draft& draft) {
  for (Section& section : root.sections("random")) {
    sim::RandomFill fill;
    Keys keys(section, scene::k_random, draft);
    keys.read(&fill);
    const bool box = check_box(keys, fill.region, Flat::refused);
    const bool spheres = !section.has("axes");
    if (!spheres && section.has("radius"))
      section.problem(section.key_place("radius"),
                      "random.radius is for spheres and random.axes for ellipsoids; give one of them");
    if (spheres) section.require({"radius"});
    const bool radii = keys.read(spheres ? "radius" : "axes", &fill);
    if (!spheres) fill.radii = {largest(fill.semi_axes), largest(fill.semi_axes)};
    read_traits(keys, draft, &fill, fill.traits, "",
                {.is_many = !keys.is_good("count") || fill.count > 1, .is_sphere = spheres});
    if (box && radii) check_fits(section, draft, fill.region, fill.radii, spheres ? "radius" : "axes");
    if (box && radii && keys.are_complete()) {
      draft.body_counts.push_back(counted_crowd(section, fill.count));
      draft.scene.randoms.push_back(std::move(fill));
      draft.scene.places.randoms.push_back(draft.source.describe(section.place("count")));
    }
    section.finish();
  }
}

/// Reads the interval between batches, from `interval` or from `rate`.
bool read_interval(Keys& keys, sim::Stream& stream) {
  Section& section = keys.section();
  const bool interval = keys.read("interval", &stream);
  const auto rate = keys.number("rate");
  if (section.has("interval") && section.has("rate"))
    section.problem(section.key_place("rate"),
                    "stream.interval and stream.rate both say how often bodies come; give one of them");
  else if (!section.has("interval") && !section.has("rate"))
    section.require({"interval"});
  if (!interval && rate) stream.interval = static_cast<double>(stream.batch) / *rate;
  return interval || rate;
}

/// Checks the keys that only a rosette has, and that the rosette fits in the box.
void read_rosette(Keys& keys, const Draft& draft, sim::Stream& stream, bool box) {
  Section& section = keys.section();
  if (stream.arrangement != sim::Arrangement::rosette) {
    for (const std::string_view key : {"spacing", "jitter"})
      if (section.has(key))
        section.problem(section.key_place(key),
                        fmt::format("stream.{} is for arrangement = \"rosette\"; random places have none", key));
    return;
  }
  section.require({"spacing"});
  keys.read("spacing", &stream);
  keys.read("jitter", &stream);
  if (!keys.is_good("spacing") || !box || !keys.is_good("radius")) return;
  // With jitter, two neighbours approach each other by at most 2 sqrt(3) jitter.
  const double nearest = stream.spacing - 2.0 * std::sqrt(3.0) * stream.jitter;
  if (nearest < 2.0 * stream.radii.high)
    section.problem(
        section.place("spacing"),
        fmt::format("stream.spacing = {0} may leave no room for neighbours of diameter {1:g} {3}: with jitter their "
                    "centres can be {2:g} {3} apart",
                    section.written("spacing"), 2.0 * stream.radii.high, nearest, sim::unit_of(draft.scene, "m")));
  const double across = 2.0 * (static_cast<double>(sim::rosette_rings(stream.batch)) * stream.spacing + stream.jitter +
                               stream.radii.high),
               upright = 2.0 * (stream.jitter + stream.radii.high);
  const Vec3d size = stream.region.high - stream.region.low;
  if (size.x < across || size.y < across || size.z < upright)
    section.problem(
        section.place("spacing"),
        fmt::format("a rosette of {0} bodies needs a box of {1:g} x {2:g} x {3:g} {7} between stream.low and "
                    "stream.high, in any yaw; it is {4:g} x {5:g} x {6:g} {7}",
                    stream.batch, across, across, upright, size.x, size.y, size.z, sim::unit_of(draft.scene, "m")));
}

void read_streams(Section& root, Draft& draft) {
  for (Section& section : root.sections("stream")) {
    sim::Stream stream;
    Keys keys(section, scene::k_stream, draft);
    keys.read(&stream);
    const bool box = check_box(keys, stream.region, Flat::refused);
    if (const double end = draft.scene.time.end; section.has("start") && end > 0.0 && stream.start >= end)
      section.problem(section.place("start"), fmt::format("stream.start = {} is not before the end of the run "
                                                          "(time.end), so that no body ever comes; make it earlier",
                                                          section.written("start")));
    const bool interval = read_interval(keys, stream);
    read_traits(keys, draft, &stream, stream.traits, "", {.is_many = !keys.is_good("count") || stream.count > 1});
    if (box && keys.is_good("radius")) check_fits(section, draft, stream.region, stream.radii, "radius");
    read_rosette(keys, draft, stream, box);
    if (box && interval && keys.are_complete()) {
      draft.stream_counts.push_back(counted_crowd(section, stream.count));
      draft.scene.streams.push_back(std::move(stream));
    }
    section.finish();
  }
}

}  // namespace

void read_bodies(Section& root, Draft& draft) {
  constexpr std::array<std::string_view, 6> k_tables = {"sphere", "ellipsoid", "box", "lattice", "random", "stream"};
  for (const std::string_view name : k_tables) draft.some_bodies = draft.some_bodies || root.has(name);
  for (const toml::key* key : root.unknown_keys())  // a misspelt table is reported by name, and may contain the bodies
    draft.some_bodies = draft.some_bodies || !nearest(key->str(), k_tables).empty();
  read_spheres(root, draft);
  read_solids(root, draft);
  read_lattices(root, draft);
  read_randoms(root, draft);
  read_streams(root, draft);
}

}  // namespace scree::io
