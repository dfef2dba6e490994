// Tables that make bodies, and the keys that they share.
#include <cmath>
#include <limits>

#include "scene/tables.h"

namespace scree::scene {
namespace {

using sim::BodyTraits, sim::Box, sim::DataFile, sim::LatticeFill, sim::OneSolid, sim::OneSphere, sim::RandomFill,
    sim::Scene, sim::Stream;

constexpr std::int64_t k_most_bodies = 1'000'000'000;

template <auto... path>
const BodyTraits& traits_of(const void* p) {
  if constexpr (sizeof...(path) == 0)
    return *static_cast<const BodyTraits*>(p);
  else
    return detail::Access<path...>::of(p);
}
/// Everything locked: `held` at rest, else `driven`.
template <auto... path>
bool is_locked(const void* p) {
  return traits_of<path...>(p).locks == sim::k_lock_all;
}
template <auto... path>
bool is_at_rest(const void* p) {
  const BodyTraits& traits = traits_of<path...>(p);
  return norm2(traits.velocity) == 0.0 && norm2(traits.spin) == 0.0;
}

/// Keys of a struct that has BodyTraits at the end of `path`; without one, of BodyTraits.
template <auto... path>
constexpr auto traits_keys() {
  Key held = key("held", Kind::flag, "everything locked, at rest");
  held.get = [](const void* p) { return unsigned{is_locked<path...>(p) && is_at_rest<path...>(p)}; };
  Key driven = key("driven", Kind::flag, "everything locked, moving at the given velocity and spin for ever");
  driven.get = [](const void* p) { return unsigned{is_locked<path...>(p) && !is_at_rest<path...>(p)}; };
  held.is_own = driven.is_own = true;
  return std::array{
      key<path..., &BodyTraits::material>("material", Kind::material, "name of a material", k_required),
      vector<path..., &BodyTraits::velocity>("velocity", "m/s", "at the start"),
      vector<path..., &BodyTraits::spin>("spin", "rad/s", "angular velocity at the start, in the world's frame"),
      vector<path..., &BodyTraits::force>("force", "N",
                                          "constant force at the centre, such as a push or a weight that gravity does "
                                          "not give; refused along what is locked, "
                                          "held or driven, where it would move nothing"),
      number<path..., &BodyTraits::mass>("mass", "kg", Range::positive, "of each body",
                                         {.without = "from shape and density"}),
      number<path..., &BodyTraits::inertia>("inertia", "kg m^2", Range::positive,
                                            "moment of inertia of each body; [solids](#ellipsoid-and-box-solids) have "
                                            "three, and `[[random]]` with `axes` takes none",
                                            {.without = "2/5 m R^2", .is_own = true}),
      word_set<path..., &BodyTraits::locks>(
          "lock", sim::k_lock_words,
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
    "`{ axis = [0, 0, 1], angle = \"30 degrees\" }`: how the body is turned, by the right hand; the "
    "axis has any length but zero. Or `{ quaternion = [w, x, y, z] }`, which turns body into world "
    "and has any length but zero",
    {.without = "the world's axes"});
constexpr Key k_moments = vector<&OneSolid::moments>(
    "inertia", "kg m^2",
    "the three principal moments, about the body's own axes; none may be larger than the two others "
    "together",
    {.without = "those of an even solid", .is_own = true});
constexpr Key k_ellipsoid_keys[] = {
    vector<&OneSolid::position>("position", "m", "centre", k_required),
    sizes<&OneSolid::half>("axes", 1.0, "the three semi-axes, along the body's own x, y and z", k_required),
    key<&OneSolid::name>("name", Kind::text, k_named),
    k_orientation,
    k_moments,
};
constexpr Key k_box_keys[] = {
    vector<&OneSolid::position>("position", "m", "centre", k_required),
    sizes<&OneSolid::half>("size", 0.5, "the three edges, whole and not half", k_required),
    key<&OneSolid::name>("name", Kind::text, k_named),
    k_orientation,
    k_moments,
};

template <auto... path>
constexpr auto k_corners(std::string_view says) {
  return std::array{vector<path..., &Box::low>("low", "m", says, k_required),
                    vector<path..., &Box::high>("high", "m", "the other corner", k_required)};
}
constexpr More k_seeds{.without = "1"};

constexpr auto k_lattice_keys = joined(
    std::array{word<&LatticeFill::kind>(
        "kind", sim::k_lattice_words,
        "`\"cubic\"`, `\"body-centred\"`, `\"face-centred\"` or `\"hexagonal\"` (layers in x-y, "
        "stacked ABAB)")},
    joined(
        k_corners<&LatticeFill::region>("the box in which the centres lie; low = high along an axis makes one layer"),
        std::array{
            number<&LatticeFill::spacing>("spacing", "m", Range::positive, "distance of nearest neighbours",
                                          k_required),
            number<&LatticeFill::radius>("radius", "m", Range::positive, "one radius", k_required),
            number<&LatticeFill::jitter>(
                "jitter", "m", Range::not_negative,
                "random shift of each coordinate, uniform in +- this; none along axes that `lock` "
                "names (held and driven bodies are shifted along all)"),
            number<&LatticeFill::disc>("disc", "m", Range::positive,
                                       "keep only centres within this distance of the box's vertical mid-axis"),
            number<&LatticeFill::slope>("slope", "rad", Range::positive,
                                        "needs `disc`: keep only centres under a cone that stands on the disc at the "
                                        "height of `low` and rises at "
                                        "this angle to the horizontal (`\"30 degrees\"`); below a right angle"),
            count<&LatticeFill::count>("count", 1, k_most_bodies,
                                       "fill from low z to high z and stop here; more than there are sites is an error",
                                       {.without = "all sites"}),
            key<&LatticeFill::seed>("seed", Kind::seed, "of the jitter; refused without one", k_seeds),
        }));

bool has_axes(const void* p) { return norm2(static_cast<const RandomFill*>(p)->semi_axes) > 0.0; }
bool has_radius(const void* p) { return !has_axes(p); }
constexpr auto k_random_keys =
    joined(k_corners<&RandomFill::region>("the box; bodies lie wholly in it (along periodic axes: their centres)"),
           std::array{
               count<&RandomFill::count>("count", 1, k_most_bodies, "how many", k_required),
               [] {
                 Key k = key<&RandomFill::radii>(
                     "radius", Kind::radii, "one radius, or `[smallest, largest]` for a uniform spread",
                     {.need = Need::one_of, .without = "required, unless `axes`", .when = has_radius, .is_own = true});
                 k.unit = "m", k.range = Range::positive;
                 return k;
               }(),
               sizes<&RandomFill::semi_axes>(
                   "axes", 1.0, "three semi-axes: ellipsoids instead of spheres, each in an orientation of its own",
                   {.need = Need::one_of, .without = "-", .when = has_axes, .is_own = true}),
               key<&RandomFill::seed>("seed", Kind::seed, "another seed, another arrangement", k_seeds),
           });

constexpr auto k_stream_keys =
    joined(k_corners<&Stream::region>("the box in which bodies appear, wholly inside"),
           std::array{
               count<&Stream::count>("count", 1, k_most_bodies, "how many in all", k_required),
               [] {
                 Key k = key<&Stream::radii>("radius", Kind::radii, "one radius, or `[smallest, largest]`", k_required);
                 k.unit = "m", k.range = Range::positive;
                 return k;
               }(),
               number<&Stream::start>("start", "s", Range::not_negative, "time of the first batch; before `time.end`"),
               count<&Stream::batch>("batch", 1, k_most_bodies, "bodies that appear together"),
               number<&Stream::interval>("interval", "s", Range::positive, "time between batches, or",
                                         {.need = Need::one_of, .without = "one is required", .is_own = true}),
               number("rate", "1/s", Range::positive, "bodies per second (interval = batch / rate)",
                      {.need = Need::one_of, .hint = "bodies per second", .without = "-"}),
               key<&Stream::seed>("seed", Kind::seed, "another seed, other places and radii", k_seeds),
               word<&Stream::arrangement>(
                   "arrangement", sim::k_arrangement_words,
                   "`\"random\"`: anywhere in the box; `\"rosette\"`: a batch stands about the middle of the box, as "
                   "one body, the six "
                   "around it, the twelve around these, ..., horizontally, turned by a random angle of its own"),
               number<&Stream::spacing>("spacing", "m", Range::positive, "distance of neighbours in a rosette",
                                        {.without = "required with `\"rosette\"`", .is_own = true}),
               number<&Stream::jitter>("jitter", "m", Range::not_negative,
                                       "with `\"rosette\"`: random shift of each coordinate, as of a lattice",
                                       {.is_own = true}),
           });

constexpr Key k_data_file_keys[] = {
    key<&DataFile::path>("path", Kind::text,
                         "relative to the scene's folder, and inside it ([What a scene may read](#several-files))",
                         {.need = Need::required, .is_own = true}),
    key<&DataFile::material_of_type>("materials", Kind::materials,
                                     "material of LAMMPS type 1, 2, ...; one name for each type",
                                     {.need = Need::required, .is_own = true}),
    key<&DataFile::locks_of_type>(
        "locked_types", Kind::types,
        "types that are locked altogether, such as `[2]`: held, or driven if the file gives them a velocity",
        {.is_own = true}),
    flag<&DataFile::cell_from_file>("cell", "take the bounds of periodic axes and the tilt from the file",
                                    {.is_own = true}),
};

template <shape::BodyShape kind>
std::vector<void*> solids(Scene& scene) {
  std::vector<void*> all;
  for (OneSolid& solid : scene.solids)
    if (solid.kind == kind) all.push_back(&solid);
  return all;
}

/// A solid has three moments of its own in the place of one.
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
                     .preset = detail::preset<OneSphere>};
const Table k_ellipsoid{.path = "ellipsoid",
                        .is_list = true,
                        .keys = k_ellipsoid_keys,
                        .more_keys = k_solid_traits_keys,
                        .items = solids<shape::BodyShape::ellipsoid>,
                        .preset = detail::preset<OneSolid>};
const Table k_box{.path = "box",
                  .is_list = true,
                  .keys = k_box_keys,
                  .more_keys = k_solid_traits_keys,
                  .items = solids<shape::BodyShape::box>,
                  .preset = detail::preset<OneSolid>};
const Table k_lattice{.path = "lattice",
                      .is_list = true,
                      .keys = k_lattice_keys,
                      .more_keys = k_traits_keys<&LatticeFill::traits>,
                      .items = detail::items<&Scene::lattices>,
                      .preset = detail::preset<LatticeFill>};
const Table k_random{.path = "random",
                     .is_list = true,
                     .keys = k_random_keys,
                     .more_keys = k_traits_keys<&RandomFill::traits>,
                     .items = detail::items<&Scene::randoms>,
                     .preset = detail::preset<RandomFill>};
const Table k_stream{.path = "stream",
                     .is_list = true,
                     .keys = k_stream_keys,
                     .more_keys = k_traits_keys<&Stream::traits>,
                     .items = detail::items<&Scene::streams>,
                     .preset = detail::preset<Stream>};
const Table k_data_file{.path = "data_file",
                        .is_list = true,
                        .keys = k_data_file_keys,
                        .items = detail::items<&Scene::files>,
                        .preset = detail::preset<DataFile>};

std::span<const Key> body_keys() { return k_traits_keys<>; }

}  // namespace scree::scene
