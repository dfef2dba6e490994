// Bodies of a scene: single spheres, lattices, random fills and streams.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/nearest.h"
#include "io/scene_draft.h"
#include "sim/place.h"

namespace scree::io {

namespace {

constexpr std::int64_t k_most_bodies = 1'000'000'000;
constexpr double k_most_sites = 1e8;  // of one lattice; 10 GB of bodies, a slip of the unit rather than a wish
constexpr std::int64_t k_largest_seed = std::numeric_limits<std::int64_t>::max();

double largest(const Vec3d& v) { return std::fmax(v.x, std::fmax(v.y, v.z)); }

/// A quantity, or [low, high].
std::optional<sim::Radii> read_radii(Section& section) {
  section.require({"radius"});
  const toml::node* node = section.find("radius");
  const toml::array* array = node != nullptr ? node->as_array() : nullptr;
  const NumberSpec spec{"m", Range::positive, {}};
  if (array == nullptr) {
    const auto radius = section.quantity("radius", spec);
    return radius ? std::optional(sim::Radii{*radius, *radius}) : std::nullopt;
  }
  if (array->size() != 2) {
    section.problem(place_of(*node), fmt::format("{}.radius has {} items; give one radius, or [smallest, largest]",
                                                 section.path(), array->size()));
    return {};
  }
  const auto low = section.quantity_at((*array)[0], "radius[0]", spec),
             high = section.quantity_at((*array)[1], "radius[1]", spec);
  if (!low || !high) return {};
  if (*low > *high) {
    section.problem(place_of(*node), fmt::format("{}.radius = {} has the larger one first; write [smallest, largest]",
                                                 section.path(), section.written("radius")));
    return {};
  }
  return sim::Radii{*low, *high};
}

std::uint64_t read_seed(Section& section) {
  return static_cast<std::uint64_t>(section.integer("seed", 0, k_largest_seed).value_or(1));
}

/// Bodies that are placed at random lie wholly in their box, except across periodic faces: is there room for one? `size_key` gave the radii.
void check_room(Section& section, const Draft& draft, const sim::Box& box, const sim::Radii& radii, std::string_view size_key) {
  constexpr double k_rounding = 1e-12;  // of high - low, where the box is made to measure
  const Vec3d size = box.high - box.low;
  const double sizes[] = {size.x, size.y, size.z};
  for (int axis = 0; axis < 3; ++axis)
    if (!draft.scene.cell.periodic[static_cast<std::size_t>(axis)] && sizes[axis] < 2.0 * radii.high * (1.0 - k_rounding))
      section.problem(
          section.place(size_key),
          fmt::format(
              "{0}.{5} = {1} does not fit: the box from {0}.low to {0}.high is {2:g} {6} wide along {3}, the body {4:g} {6}",
              section.path(), section.written(size_key), sizes[axis], "xyz"[axis], 2.0 * radii.high, size_key, sim::unit_of(draft.scene, "m")));
}

void read_spheres(Section& root, Draft& draft) {
  NameList names("sphere");
  for (Section& section : root.sections("sphere")) {
    section.require({"position", "radius"});
    sim::OneSphere sphere;
    if (const auto name = section.text("name")) {
      sphere.name = *name;
      names.add(draft.source, *name, section.place("name"));
    }
    const auto position = section.vector("position", "m");
    const auto radius = section.quantity("radius", {"m", Range::positive});
    const auto traits = read_traits(section, draft, sphere.name, {});
    if (position)
      draft.positions.push_back({*position, radius.value_or(k_unset), traits && traits->locks == sim::k_lock_all,
                                 draft.label("sphere", sphere.name, section.place()), section.place("position")});
    draft.name_body(sphere.name, {sim::BodyRef::Of::spheres, draft.scene.spheres.size()}, position && radius && traits, traits && traits->locks == sim::k_lock_all);
    if (position && radius && traits) {
      sphere.position = *position, sphere.radius = *radius, sphere.traits = *traits;
      draft.scene.spheres.push_back(std::move(sphere));
    }
    section.finish();
  }
}

/// How many sites a lattice has in a box, from above.
double site_count(sim::LatticeKind kind, const sim::Box& box, double spacing) {
  Vec3d cell{spacing, spacing, spacing};  // of the repeated block, with `sites` sites in it
  double sites = 1.0;
  switch (kind) {
    case sim::LatticeKind::cubic:
      break;
    case sim::LatticeKind::body_centred:
      cell = (2.0 / std::sqrt(3.0)) * cell, sites = 2.0;
      break;
    case sim::LatticeKind::face_centred:
      cell = std::sqrt(2.0) * cell, sites = 4.0;
      break;
    case sim::LatticeKind::hexagonal:
      cell = {spacing, std::sqrt(0.75) * spacing, std::sqrt(2.0 / 3.0) * spacing};
      break;
  }
  const auto along = [](double length, double step) { return std::floor(length / step) + 1.0; };
  const Vec3d size = box.high - box.low;
  return sites * along(size.x, cell.x) * along(size.y, cell.y) * along(size.z, cell.z);
}

/// Sites outside of the disc, or beyond the count, make no bodies.
void add_crowd(Section& section, Draft& draft, const sim::LatticeFill& fill, const sim::Box& box, double sites) {
  const double area = (box.high.x - box.low.x) * (box.high.y - box.low.y);
  if (is_set(fill.disc) && area > 0.0) sites *= std::fmin(1.0, std::numbers::pi * fill.disc * fill.disc / area);
  if (is_set(fill.disc) && is_set(fill.slope) && box.high.z > box.low.z)
    sites *= std::fmin(1.0, fill.disc * std::tan(fill.slope) / (3.0 * (box.high.z - box.low.z)) + 0.1);  // a cone, and its steps
  const bool counted = fill.count >= 0 && static_cast<double>(fill.count) < sites;
  const std::string_view name = counted ? "count" : "spacing";
  draft.crowds.push_back({counted ? static_cast<double>(fill.count) : sites,
                          fmt::format("lattice.{} = {}", name, section.written(name)), section.place(name)});
}

/// A table that says how many bodies it makes.
Crowd counted_crowd(Section& section, std::int64_t count) {
  return {static_cast<double>(count), fmt::format("{} = {}", section.path_of("count"), count), section.place("count")};
}

void read_lattices(Section& root, Draft& draft) {
  for (Section& section : root.sections("lattice")) {
    section.require({"spacing", "radius"});
    sim::LatticeFill fill;
    if (const auto kind = section.word("kind", sim::k_lattice_words)) fill.kind = static_cast<sim::LatticeKind>(*kind);
    const auto box = read_box(section, Flat::allowed);  // one layer of sites is a fine lattice
    const auto spacing = section.quantity("spacing", {"m", Range::positive});
    const auto radius = section.quantity("radius", {"m", Range::positive});
    fill.jitter = section.quantity("jitter", {"m", Range::not_negative}).value_or(0.0);
    fill.disc = section.quantity("disc", {"m", Range::positive}).value_or(k_unset);
    fill.slope = section.quantity("slope", {"rad", Range::positive}).value_or(k_unset);
    if (is_set(fill.slope) && !section.has("disc"))
      section.problem(section.place("slope"), "lattice.slope is that of a cone over a disc; give lattice.disc, the radius of its foot");
    if (is_set(fill.slope) && fill.slope >= 0.5 * std::numbers::pi)
      section.problem(section.place("slope"), fmt::format("lattice.slope = {} is not below a right angle", section.written("slope")));
    fill.count = section.integer("count", 1, k_most_bodies).value_or(-1);
    fill.seed = read_seed(section);
    if (section.has("seed") && !section.has("jitter"))
      section.problem(section.key_place("seed"), "lattice.seed is that of lattice.jitter, which is not given, so that nothing is random here; drop it, or give a jitter");
    const auto traits = read_traits(section, draft, "", {.is_many = fill.count != 1});
    if (box && spacing) {
      const double sites = site_count(fill.kind, *box, *spacing);
      if (!(sites <= k_most_sites))  // also if the box is too large to be measured
        section.problem(section.place("spacing"), fmt::format("lattice.spacing = {} gives about {:.2g} sites between low "
                                                              "and high; more than {:g} is surely a slip of a unit",
                                                              section.written("spacing"), sites, k_most_sites));
      else
        add_crowd(section, draft, fill, *box, sites);
      const double overlap = radius ? 2.0 * *radius - *spacing : 0.0;
      if (overlap > 0.0 && sites > 1.0 && fill.count != 1 && traits && traits->locks != sim::k_lock_all)
        draft.tight_lattices.push_back({overlap, *radius, section.written("spacing"), section.place("spacing")});
    }
    if (box && spacing && radius && traits) {
      fill.region = *box, fill.spacing = *spacing, fill.radius = *radius, fill.traits = *traits;
      draft.scene.lattices.push_back(std::move(fill));
      draft.scene.places.lattices.push_back(draft.source.in_words(section.place(section.has("count") ? "count" : "spacing")));
    }
    section.finish();
  }
}

void read_randoms(Section& root, Draft& draft) {
  for (Section& section : root.sections("random")) {
    section.require({"count"});
    sim::RandomFill fill;
    const auto box = read_box(section, Flat::refused);
    const bool spheres = !section.has("axes");
    const auto axes = spheres ? std::optional<Vec3d>() : read_half_sizes(section, "axes", 1.0);
    if (!spheres && section.has("radius"))
      section.problem(section.key_place("radius"), "random.radius is for spheres and random.axes for ellipsoids; give one of them");
    const auto radii = spheres ? read_radii(section) : axes ? std::optional(sim::Radii{largest(*axes), largest(*axes)}) : std::nullopt;
    const auto count = section.integer("count", 1, k_most_bodies);
    fill.seed = read_seed(section);
    const auto traits = read_traits(section, draft, "", {.is_many = count.value_or(2) > 1, .is_sphere = spheres});
    fill.semi_axes = axes.value_or(Vec3d{});
    if (box && radii) check_room(section, draft, *box, *radii, spheres ? "radius" : "axes");
    if (box && radii && count && traits) {
      fill.region = *box, fill.radii = *radii, fill.count = *count, fill.traits = *traits;
      draft.crowds.push_back(counted_crowd(section, *count));
      draft.scene.randoms.push_back(std::move(fill));
      draft.scene.places.randoms.push_back(draft.source.in_words(section.place("count")));
    }
    section.finish();
  }
}

/// Of the batches, from `interval` or from `rate`.
std::optional<double> read_interval(Section& section, std::int64_t batch) {
  const auto interval = section.quantity("interval", {"s", Range::positive});
  const auto rate = section.quantity("rate", {"1/s", Range::positive, "bodies per second"});
  if (section.has("interval") && section.has("rate"))
    section.problem(section.key_place("rate"),
                    "stream.interval and stream.rate both say how often bodies come; give one of them");
  else if (!section.has("interval") && !section.has("rate"))
    section.require({"interval"});
  return interval ? interval : rate ? std::optional(static_cast<double>(batch) / *rate) : std::nullopt;
}

/// What a rosette has and random places do not; and is there room for it?
void read_rosette(Section& section, const Draft& draft, sim::Stream& stream, const std::optional<sim::Box>& box, const std::optional<sim::Radii>& radii) {
  if (stream.arrangement != sim::Arrangement::rosette) {
    for (const std::string_view key : {"spacing", "jitter"})
      if (section.has(key))
        section.problem(section.key_place(key), fmt::format("stream.{} is for arrangement = \"rosette\"; random places have none", key));
    return;
  }
  section.require({"spacing"});
  const auto spacing = section.quantity("spacing", {"m", Range::positive});
  stream.jitter = section.quantity("jitter", {"m", Range::not_negative}).value_or(0.0);
  if (!spacing || !box || !radii) return;
  stream.spacing = *spacing;
  // Two neighbours that jitter straight at each other come nearer by 2 sqrt(3) jitter at most.
  const double nearest = *spacing - 2.0 * std::sqrt(3.0) * stream.jitter;
  if (nearest < 2.0 * radii->high)
    section.problem(section.place("spacing"), fmt::format("stream.spacing = {0} may leave no room for neighbours of diameter {1:g} {3}: with jitter their centres can be {2:g} {3} apart",
                                                          section.written("spacing"), 2.0 * radii->high, nearest, sim::unit_of(draft.scene, "m")));
  const double across = 2.0 * (static_cast<double>(sim::rosette_rings(stream.batch)) * *spacing + stream.jitter + radii->high), upright = 2.0 * (stream.jitter + radii->high);
  const Vec3d size = box->high - box->low;
  if (size.x < across || size.y < across || size.z < upright)
    section.problem(section.place("spacing"), fmt::format("a rosette of {0} bodies needs a box of {1:g} x {2:g} x {3:g} {7} between stream.low and stream.high, in any yaw; it is {4:g} x {5:g} x {6:g} {7}",
                                                          stream.batch, across, across, upright, size.x, size.y, size.z, sim::unit_of(draft.scene, "m")));
}

void read_streams(Section& root, Draft& draft) {
  for (Section& section : root.sections("stream")) {
    section.require({"count"});
    sim::Stream stream;
    const auto box = read_box(section, Flat::refused);
    const auto radii = read_radii(section);
    const auto count = section.integer("count", 1, k_most_bodies);
    stream.start = section.quantity("start", {"s", Range::not_negative}).value_or(0.0);
    if (const double end = draft.scene.time.end; section.has("start") && end > 0.0 && stream.start >= end)
      section.problem(section.place("start"), fmt::format("stream.start = {} is not before the end of the run (time.end), so that no body ever comes; make it earlier", section.written("start")));
    stream.batch = section.integer("batch", 1, k_most_bodies).value_or(1);
    stream.seed = read_seed(section);
    const auto interval = read_interval(section, stream.batch);
    const auto traits = read_traits(section, draft, "", {.is_many = count.value_or(2) > 1});
    if (box && radii) check_room(section, draft, *box, *radii, "radius");
    if (const auto word = section.word("arrangement", sim::k_arrangement_words)) stream.arrangement = static_cast<sim::Arrangement>(*word);
    read_rosette(section, draft, stream, box, radii);
    if (box && radii && count && interval && traits) {
      stream.region = *box, stream.radii = *radii, stream.count = *count, stream.interval = *interval,
      stream.traits = *traits;
      draft.stream_crowds.push_back(counted_crowd(section, *count));
      draft.scene.streams.push_back(std::move(stream));
    }
    section.finish();
  }
}

}  // namespace

void read_bodies(Section& root, Draft& draft) {
  constexpr std::array<std::string_view, 6> k_tables = {"sphere", "ellipsoid", "box", "lattice", "random", "stream"};
  for (const std::string_view name : k_tables) draft.some_bodies = draft.some_bodies || root.has(name);
  for (const toml::key* key : root.unknown_keys())  // a misspelt table is one mistake, and will be named
    draft.some_bodies = draft.some_bodies || !nearest(key->str(), k_tables).empty();
  read_spheres(root, draft);
  read_solids(root, draft);
  read_lattices(root, draft);
  read_randoms(root, draft);
  read_streams(root, draft);
}

}  // namespace scree::io
