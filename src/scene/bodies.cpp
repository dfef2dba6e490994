// Tables that create bodies, and the keys that they share.
#include <cmath>
#include <limits>

#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::BodyTraits, sim::Box, sim::DataFile, sim::LatticeFill, sim::OneSolid, sim::OneSphere, sim::RandomFill,
    sim::Scene, sim::Stream;

constexpr std::int64_t k_max_bodies = 1'000'000'000;

template <auto... path>
const BodyTraits& traits_of(const void* p) {
  if constexpr (sizeof...(path) == 0)
    return *static_cast<const BodyTraits*>(p);
  else
    return detail::Access<path...>::of(p);
}
/// All degrees of freedom locked: `held` if at rest, otherwise `driven`.
template <auto... path>
bool is_locked(const void* p) {
  return traits_of<path...>(p).locks == sim::k_lock_all;
}
template <auto... path>
bool is_at_rest(const void* p) {
  const BodyTraits& traits = traits_of<path...>(p);
  return norm2(traits.velocity) == 0.0 && norm2(traits.spin) == 0.0;
}

/// Keys of a struct with BodyTraits at the end of `path`; without a path, of BodyTraits itself.
template <auto... path>
constexpr auto traits_keys() {
  Key held = key("held", Kind::flag, "all degrees of freedom locked, at rest");
  held.get = [](const void* p) { return unsigned{is_locked<path...>(p) && is_at_rest<path...>(p)}; };
  Key driven = key("driven", Kind::flag, "all degrees of freedom locked, at the given constant velocity and spin");
  driven.get = [](const void* p) { return unsigned{is_locked<path...>(p) && !is_at_rest<path...>(p)}; };
  held.is_own = driven.is_own = true;
  return std::array{
      key<path..., &BodyTraits::material>("material", Kind::material, "name of a material", k_required),
      vector<path..., &BodyTraits::velocity>("velocity", "m/s", "initial velocity"),
      vector<path..., &BodyTraits::spin>("spin", "rad/s", "initial angular velocity, in the world frame"),
      vector<path..., &BodyTraits::force>("force", "N",
                                          "constant force at the centre, in addition to gravity; not allowed along "
                                          "locked degrees of freedom, where it would have no effect"),
      number<path..., &BodyTraits::mass>("mass", "kg", Range::positive, "of each body",
                                         {.without = "from shape and density"}),
      number<path..., &BodyTraits::inertia>("inertia", "kg m^2", Range::positive,
                                            "moment of inertia of each body; [solids](#ellipsoid-and-box-solids) have "
                                            "three, and `[[random]]` with `axes` does not have this key",
                                            {.without = "2/5 m R^2", .is_own = true}),
      word_set<path..., &BodyTraits::locks>(
          "lock", sim::k_lock_choices,
          "degrees of freedom that keep their given velocity: `\"x\"`, `\"y\"`, `\"z\"`, `\"rx\"`, `\"ry\"`, `\"rz\"`",
          {.when = [](const void* p) { return !is_locked<path...>(p); }, .is_own = true}),
      held,
      driven,
  };
}
template <auto... path>
constexpr auto k_traits_keys = traits_keys<path...>();

constexpr std::string_view k_named =
    "used in messages, and by [joints, motors and brakes](#joints-motors-and-brakes) and planes on a body";

constexpr Key k_sphere_keys[] = {
    vector<&OneSphere::position>("position", "m", "centre", k_required),
    number<&OneSphere::radius>("radius", "m", Range::positive, "of the sphere", k_required),
    key<&OneSphere::name>("name", Kind::text, k_named),
};

constexpr Key k_orientation = key<&OneSolid::orientation>(
    "orientation", Kind::orientation,
    "`{ axis = [0, 0, 1], angle = \"30 degrees\" }`: rotation of the body about an axis by the right-hand rule; the "
    "axis may have any length but zero. Or `{ quaternion = [w, x, y, z] }`, which rotates the body frame into the "
    "world "
    "frame and may have any length but zero",
    {.without = "the world's axes"});
constexpr Key k_moments = vector<&OneSolid::moments>(
    "inertia", "kg m^2",
    "the three principal moments, about the axes of the body; none may be larger than the sum of the two others",
    {.without = "those of a homogeneous solid", .is_own = true});
constexpr Key k_ellipsoid_keys[] = {
    vector<&OneSolid::position>("position", "m", "centre", k_required),
    sizes<&OneSolid::half>("axes", 1.0, "the three semi-axes, along x, y and z of the body frame", k_required),
    key<&OneSolid::name>("name", Kind::text, k_named),
    k_orientation,
    k_moments,
};
constexpr Key k_box_keys[] = {
    vector<&OneSolid::position>("position", "m", "centre", k_required),
    sizes<&OneSolid::half>("size", 0.5, "the lengths of the three edges", k_required),
    key<&OneSolid::name>("name", Kind::text, k_named),
    k_orientation,
    k_moments,
};

template <auto... path>
constexpr auto k_corners(std::string_view description) {
  return std::array{vector<path..., &Box::low>("low", "m", description, k_required),
                    vector<path..., &Box::high>("high", "m", "the other corner", k_required)};
}
constexpr More k_seeds{.without = "1"};

constexpr auto k_lattice_keys = joined(
    std::array{word<&LatticeFill::kind>(
        "kind", sim::k_lattice_choices,
        "`\"cubic\"`, `\"body-centred\"`, `\"face-centred\"` or `\"hexagonal\"` (layers in x-y, "
        "stacked ABAB)")},
    joined(
        k_corners<&LatticeFill::region>("a corner of the box that contains the centres; low = high along an axis gives "
                                        "one layer"),
        std::array{
            number<&LatticeFill::spacing>("spacing", "m", Range::positive, "distance of nearest neighbours",
                                          k_required),
            number<&LatticeFill::radius>("radius", "m", Range::positive, "radius of all spheres", k_required),
            number<&LatticeFill::jitter>(
                "jitter", "m", Range::not_negative,
                "random shift of each coordinate, uniform in +-jitter; no shift along axes in `lock` (held and driven "
                "bodies are shifted along all axes)"),
            number<&LatticeFill::disc>("disc", "m", Range::positive,
                                       "keep only centres within this distance of the vertical central axis of the "
                                       "box"),
            number<&LatticeFill::slope>("slope", "rad", Range::positive,
                                        "needs `disc`: keep only centres inside a cone whose base is the disc at the "
                                        "height of `low` and whose slope is this angle to the horizontal (`\"30 "
                                        "degrees\"`); less than a right angle"),
            count<&LatticeFill::count>("count", 1, k_max_bodies,
                                       "number of bodies; sites are filled from low z to high z, and a count above the "
                                       "number of sites is an error",
                                       {.without = "all sites"}),
            key<&LatticeFill::seed>("seed", Kind::seed, "seed of the jitter; not allowed without jitter", k_seeds),
        }));

bool has_axes(const void* p) { return norm2(static_cast<const RandomFill*>(p)->semi_axes) > 0.0; }
bool has_radius(const void* p) { return !has_axes(p); }
constexpr auto k_random_keys =
    joined(k_corners<&RandomFill::region>("a corner of the box that contains the whole bodies (along periodic axes: "
                                          "their centres)"),
           std::array{
               count<&RandomFill::count>("count", 1, k_max_bodies, "number of bodies", k_required),
               [] {
                 Key k = key<&RandomFill::radii>(
                     "radius", Kind::radii, "one radius, or `[smallest, largest]` for a uniform distribution",
                     {.need = Need::one_of, .without = "required, unless `axes`", .when = has_radius, .is_own = true});
                 k.unit = "m", k.range = Range::positive;
                 return k;
               }(),
               sizes<&RandomFill::semi_axes>(
                   "axes", 1.0, "three semi-axes: ellipsoids instead of spheres, each with a random orientation",
                   {.need = Need::one_of, .without = "-", .when = has_axes, .is_own = true}),
               key<&RandomFill::seed>("seed", Kind::seed, "seed of the positions, radii and orientations", k_seeds),
           });

constexpr auto k_stream_keys =
    joined(k_corners<&Stream::region>("a corner of the box in which bodies are inserted, wholly inside"),
           std::array{
               count<&Stream::count>("count", 1, k_max_bodies, "total number of bodies", k_required),
               [] {
                 Key k = key<&Stream::radii>("radius", Kind::radii, "one radius, or `[smallest, largest]`", k_required);
                 k.unit = "m", k.range = Range::positive;
                 return k;
               }(),
               number<&Stream::start>("start", "s", Range::not_negative, "time of the first batch; before `time.end`"),
               count<&Stream::batch>("batch", 1, k_max_bodies, "number of bodies that are inserted together"),
               number<&Stream::interval>("interval", "s", Range::positive, "time between batches, or",
                                         {.need = Need::one_of, .without = "one is required", .is_own = true}),
               number("rate", "1/s", Range::positive, "bodies per second (interval = batch / rate)",
                      {.need = Need::one_of, .hint = "bodies per second", .without = "-"}),
               key<&Stream::seed>("seed", Kind::seed, "seed of the positions and radii", k_seeds),
               word<&Stream::arrangement>(
                   "arrangement", sim::k_arrangement_choices,
                   "`\"random\"`: random positions in the box; `\"rosette\"`: the bodies of a batch form a horizontal "
                   "pattern around the centre of the box, one body, the six around it, the twelve around these, ..., "
                   "rotated by a random angle for each batch"),
               number<&Stream::spacing>("spacing", "m", Range::positive, "distance of neighbours in a rosette",
                                        {.without = "required with `\"rosette\"`", .is_own = true}),
               number<&Stream::jitter>("jitter", "m", Range::not_negative,
                                       "with `\"rosette\"`: random shift of each coordinate, as in a lattice",
                                       {.is_own = true}),
           });

constexpr Key k_data_file_keys[] = {
    key<&DataFile::path>("path", Kind::text,
                         "relative to the folder of the scene, and inside it ([What a scene may read](#several-files))",
                         {.need = Need::required, .is_own = true}),
    key<&DataFile::material_of_type>("materials", Kind::materials,
                                     "material of LAMMPS type 1, 2, ...; one name for each type",
                                     {.need = Need::required, .is_own = true}),
    key<&DataFile::locks_of_type>(
        "locked_types", Kind::types,
        "types with all degrees of freedom locked, such as `[2]`: held, or driven if the file gives them a velocity",
        {.is_own = true}),
    flag<&DataFile::cell_from_file>("cell", "read the bounds of periodic axes and the tilt from the file",
                                    {.is_own = true}),
};

template <shape::BodyShape kind>
std::vector<void*> solids(Scene& scene) {
  std::vector<void*> all;
  for (OneSolid& solid : scene.solids)
    if (solid.kind == kind) all.push_back(&solid);
  return all;
}

/// Non-spherical bodies have a key for three moments in place of one.
template <std::size_t n>
constexpr auto without_inertia(const std::array<Key, n>& keys) {
  std::array<Key, n - 1> others = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Key, n - 1>{keys[i < 5 ? i : i + 1]...};
  }
  (std::make_index_sequence<n - 1>{});
  return others;
}
constexpr auto k_solid_traits_keys = without_inertia(k_traits_keys<&OneSolid::traits>);

}  // namespace

const Table k_sphere{.path = "sphere",
                     .is_list = true,
                     .keys = k_sphere_keys,
                     .more_keys = k_traits_keys<&OneSphere::traits>,
                     .items = detail::items<&Scene::spheres>,
                     .defaults = detail::defaults<OneSphere>};
const Table k_ellipsoid{.path = "ellipsoid",
                        .is_list = true,
                        .keys = k_ellipsoid_keys,
                        .more_keys = k_solid_traits_keys,
                        .items = solids<shape::BodyShape::ellipsoid>,
                        .defaults = detail::defaults<OneSolid>};
const Table k_box{.path = "box",
                  .is_list = true,
                  .keys = k_box_keys,
                  .more_keys = k_solid_traits_keys,
                  .items = solids<shape::BodyShape::box>,
                  .defaults = detail::defaults<OneSolid>};
const Table k_lattice{.path = "lattice",
                      .is_list = true,
                      .keys = k_lattice_keys,
                      .more_keys = k_traits_keys<&LatticeFill::traits>,
                      .items = detail::items<&Scene::lattices>,
                      .defaults = detail::defaults<LatticeFill>};
const Table k_random{.path = "random",
                     .is_list = true,
                     .keys = k_random_keys,
                     .more_keys = k_traits_keys<&RandomFill::traits>,
                     .items = detail::items<&Scene::randoms>,
                     .defaults = detail::defaults<RandomFill>};
const Table k_stream{.path = "stream",
                     .is_list = true,
                     .keys = k_stream_keys,
                     .more_keys = k_traits_keys<&Stream::traits>,
                     .items = detail::items<&Scene::streams>,
                     .defaults = detail::defaults<Stream>};
const Table k_data_file{.path = "data_file",
                        .is_list = true,
                        .keys = k_data_file_keys,
                        .items = detail::items<&Scene::files>,
                        .defaults = detail::defaults<DataFile>};

std::span<const Key> body_keys() { return k_traits_keys<>; }

}  // namespace scree::scene
