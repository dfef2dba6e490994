// Pictures and charts are read back from their files: size, colours, and what happens when a file cannot be written.
#include "draw/picture.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "draw/chart.h"

namespace scree::draw {
namespace {

namespace fs = std::filesystem;

/// Outlines are known to a pixel at each end, and smoothing at edges adds half of one.
constexpr double k_edge = 1.5, k_two_edges = 2.5, k_edge_in_perspective = 2.0;  // [pixels]

/// A folder of each test, removed afterwards.
class Pictures : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / (std::string("scree_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }
  fs::path folder_;
};

/// A PNG read back.
class Read {
 public:
  explicit Read(const fs::path& path)
      : surface_(cairo_image_surface_create_from_png(path.c_str()), cairo_surface_destroy) {}
  bool ok() const { return cairo_surface_status(surface_.get()) == CAIRO_STATUS_SUCCESS; }
  int width() const { return cairo_image_surface_get_width(surface_.get()); }
  int height() const { return cairo_image_surface_get_height(surface_.get()); }
  std::array<int, 3> at(int x, int y) const {
    const unsigned char* const data = cairo_image_surface_get_data(surface_.get());
    const unsigned char* const row = data + y * cairo_image_surface_get_stride(surface_.get());
    const std::uint32_t p = reinterpret_cast<const std::uint32_t*>(row)[x];
    return {static_cast<int>(p >> 16 & 255), static_cast<int>(p >> 8 & 255), static_cast<int>(p & 255)};
  }

 private:
  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
};

Panel red_ball() {
  Panel panel;
  panel.solids = {{{0, 0, 1}, 1.0, {0.9f, 0.1f, 0.1f}}};
  return panel;
}

PictureStyle small() {
  PictureStyle style;
  style.panel_width = 120;
  style.panel_height = 100;
  style.ground = Ground{};
  return style;
}

const std::array<int, 3> k_white{255, 255, 255};

TEST_F(Pictures, a_red_ball_is_red_in_the_middle_of_a_white_picture) {
  const Panel panel = red_ball();
  write_picture(folder_ / "ball.png", std::span(&panel, 1), small());
  const Read picture(folder_ / "ball.png");
  ASSERT_TRUE(picture.ok());
  // Without titles and captions a picture is its view and the gap of 28 pixels on each side.
  EXPECT_EQ(picture.width(), 120 + 2 * 28);
  EXPECT_EQ(picture.height(), 100 + 2 * 28);
  const auto middle = picture.at(picture.width() / 2, picture.height() / 2);
  EXPECT_GT(middle[0], 100);
  EXPECT_GT(middle[0], 2 * middle[1]);
  EXPECT_GT(middle[0], 2 * middle[2]);
  for (const int x : {0, 30, picture.width() - 1}) {
    EXPECT_EQ(picture.at(x, 30), k_white) << "at column " << x;
  }
  EXPECT_EQ(files(), 1u) << "nothing but the picture";
}

TEST_F(Pictures, the_ball_touches_the_margins_that_the_viewpoint_leaves) {
  const Panel panel = red_ball();
  const PictureStyle style = small();
  const Camera camera = fit_camera(panel.solids, 1.2, style.viewpoint);
  const Image image = render(panel.solids, camera, {}, 200, style.render);
  int first = image.height, last = -1;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (image.rgb[3 * (static_cast<std::size_t>(y) * image.width + x) + 1] == 255) continue;
      first = std::min(first, y);
      last = std::max(last, y);
    }
  }
  EXPECT_NEAR(first, style.viewpoint.margin * 200, k_edge);
  EXPECT_NEAR(last, (1 - style.viewpoint.margin) * 200 - 1, k_edge);
}

TEST_F(Pictures, a_ball_above_the_floor_darkens_the_floor_away_from_the_lamp) {
  Panel panel = red_ball();
  PictureStyle style = small();
  style.viewpoint.elevation = 60;
  style.viewpoint.margin = 0.25;
  style.ground = Ground{.kind = GroundKind::floor, .centre = {0, 0, 0}};
  style.render.light.lamp = {.azimuth = 180.0, .elevation = 45.0};  // light from -x: the shadow lies towards +x
  const Camera camera = fit_camera(panel.solids, 1.2, style.viewpoint);
  const Image image = render(panel.solids, camera, *style.ground, 100, style.render);
  const auto green_at = [&](const Vec3d& p) {
    const Point at = camera.project(p, image.height);
    return static_cast<int>(
        image.rgb[3 * (static_cast<std::size_t>(at.y) * image.width + static_cast<std::size_t>(at.x)) + 1]);
  };
  EXPECT_LT(green_at({1.3, 0, 0}), green_at({-1.3, 0, 0}) - 30);
}

/// Bounds and number of the pixels that a body covers in a picture without ground.
struct Outline {
  int first_x = 1 << 30, last_x = -1, first_y = 1 << 30, last_y = -1, pixels = 0;
};
Outline outline_of(const Image& image) {
  Outline o;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (image.rgb[3 * (static_cast<std::size_t>(y) * image.width + x) + 1] == 255) continue;
      o.first_x = std::min(o.first_x, x), o.last_x = std::max(o.last_x, x), o.first_y = std::min(o.first_y, y),
      o.last_y = std::max(o.last_y, y);
      ++o.pixels;
    }
  }
  return o;
}
Solid red_solid(shape::BodyShape shape, const Vec3d& half, const state::Orientation& q) {
  return {.radius = norm(half), .colour = {0.9f, 0.1f, 0.1f}, .shape = shape, .half = half, .axes = state::axes_of(q)};
}
/// Far away, so that all is nearly in parallel: looking along +y, x to the right, z up, one length = 20 pixels.
Camera far_camera() {
  constexpr double distance = 1e4;
  return {.eye = {0, -distance, 0},
          .right = {1, 0, 0},
          .up = {0, 0, 1},
          .forward = {0, 1, 0},
          .half_height = 5 / distance,
          .aspect = 1.0};
}

TEST_F(Pictures, an_ellipsoid_and_a_box_have_the_outline_of_their_half_axes) {
  // 45 degrees about y
  const state::Orientation straight{1, 0, 0, 0},
      turned{std::cos(std::numbers::pi / 8), 0, std::sin(std::numbers::pi / 8), 0};
  struct Case {
    shape::BodyShape shape;
    Vec3d half;
    state::Orientation q;
    double x, z, area;
  };
  constexpr double pi = std::numbers::pi;
  const double both = std::sqrt((4 * 4 + 2 * 2) / 2.0);  // reach of the turned ellipse along x and along z
  for (const Case& c : {Case{shape::BodyShape::ellipsoid, {4, 1, 2}, straight, 4, 2, pi * 8},
                        Case{shape::BodyShape::ellipsoid, {4, 1, 2}, turned, both, both, pi * 8},
                        Case{shape::BodyShape::box, {3, 1, 2}, straight, 3, 2, 24},
                        Case{shape::BodyShape::box, {3, 1, 1}, turned, 4 / std::sqrt(2.0), 4 / std::sqrt(2.0), 12}}) {
    const Solid solid = red_solid(c.shape, c.half, c.q);
    const Outline o = outline_of(render(std::span(&solid, 1), far_camera(), {}, 200));
    EXPECT_NEAR(o.last_x + 1 - o.first_x, 40 * c.x, k_two_edges);
    EXPECT_NEAR(o.last_y + 1 - o.first_y, 40 * c.z, k_two_edges);
    EXPECT_NEAR(o.pixels, 400 * c.area, 0.5 * 20 * 2 * pi * std::max(c.x, c.z) + 60)
        << "to half a pixel along the outline";
    EXPECT_NEAR(0.5 * (o.first_x + o.last_x + 1), 100, k_edge);
  }
}

TEST_F(Pictures, a_ball_written_as_an_ellipsoid_is_the_same_picture) {
  Solid ball = red_ball().solids[0], ellipsoid = ball;
  ellipsoid.shape = shape::BodyShape::ellipsoid, ellipsoid.half = {1, 1, 1},
  ellipsoid.axes = state::axes_of({0.5, 0.5, 0.5, 0.5});
  const Ground ground{.kind = GroundKind::floor};
  const Camera camera = fit_camera(std::span(&ball, 1), 1.2), same = fit_camera(std::span(&ellipsoid, 1), 1.2);
  EXPECT_NEAR(norm(camera.eye - same.eye), 0.0, 1e-12 * norm(camera.eye));  // a fit of some hundred operations
  const Image p = render(std::span(&ball, 1), camera, ground, 120),
              q = render(std::span(&ellipsoid, 1), camera, ground, 120);
  ASSERT_EQ(p.rgb.size(), q.rgb.size());
  int other = 0;  // a sample at an edge of a shadow may fall to the other side
  for (std::size_t i = 0; i < p.rgb.size(); ++i) other += std::abs(p.rgb[i] - q.rgb[i]) > 2;
  EXPECT_LE(other, static_cast<int>(p.rgb.size()) / 500);
}

TEST_F(Pictures, every_solid_touches_the_margins_that_the_viewpoint_leaves) {
  for (const auto shape : {shape::BodyShape::ellipsoid, shape::BodyShape::box}) {
    const Solid solid = red_solid(shape, {0.5, 2, 1}, {0.5, 0.1, -0.7, 0.5});
    Viewpoint viewpoint;
    viewpoint.opening = 60;  // near: perspective matters
    const double aspect = natural_aspect(std::span(&solid, 1), viewpoint);
    const Image image = render(std::span(&solid, 1), fit_camera(std::span(&solid, 1), aspect, viewpoint), {}, 300);
    const Outline o = outline_of(image);
    EXPECT_NEAR(o.first_x, viewpoint.margin * image.width, k_edge_in_perspective);
    EXPECT_NEAR(o.last_x + 1, (1 - viewpoint.margin) * image.width, k_edge_in_perspective);
    EXPECT_NEAR(o.first_y, viewpoint.margin * image.height, k_edge_in_perspective);
    EXPECT_NEAR(o.last_y + 1, (1 - viewpoint.margin) * image.height, k_edge_in_perspective);
  }
}

TEST_F(Pictures, a_face_of_a_box_is_evenly_lit_and_the_faces_differ) {
  const Solid box = red_solid(shape::BodyShape::box, {1, 1, 1}, {1, 0, 0, 0});
  const Camera camera = fit_camera(std::span(&box, 1), 1.0, {.azimuth = -60, .elevation = 30});
  const Image image = render(std::span(&box, 1), camera, {}, 200);
  const auto red_at = [&](const Vec3d& p) {
    const Point at = camera.project(p, image.height);
    return static_cast<int>(
        image.rgb[3 * (static_cast<std::size_t>(at.y) * image.width + static_cast<std::size_t>(at.x))]);
  };
  constexpr int k_even = 6;  // of 255: sampling of the light and rounding of colours; the faces differ by more than 20
  for (const double x : {-0.7, 0.0, 0.7}) EXPECT_NEAR(red_at({x, x, 1}), red_at({0, 0, 1}), k_even) << "top";
  for (const double x : {-0.7, 0.0, 0.7}) EXPECT_NEAR(red_at({x, -1, x}), red_at({0, -1, 0}), k_even) << "front";
  EXPECT_GT(red_at({0, 0, 1}), red_at({1, 0, 0}) + 20) << "the lamp stands high, behind the right face";
}

TEST_F(Pictures, the_shadow_of_a_board_is_as_long_as_the_board) {
  // A board of half lengths 3, 1, 0.1 at height 1 under a lamp right above it: the floor is dark under it and light
  // beside it.
  for (const auto shape : {shape::BodyShape::box, shape::BodyShape::ellipsoid}) {
    Solid board = red_solid(shape, {3, 1, 0.1}, {1, 0, 0, 0});
    board.centre = {0, 0, 1};
    RenderStyle style;
    style.light.lamp = {.azimuth = 180.0, .elevation = 89.0};
    const Camera camera = fit_camera(std::span(&board, 1), 1.2, {.elevation = 8, .margin = 0.3});
    const Image image = render(std::span(&board, 1), camera, {.kind = GroundKind::floor}, 200, style);
    const auto green_at = [&](const Vec3d& p) {
      const Point at = camera.project(p, image.height);
      return static_cast<int>(
          image.rgb[3 * (static_cast<std::size_t>(at.y) * image.width + static_cast<std::size_t>(at.x)) + 1]);
    };
    EXPECT_LT(green_at({2, 0, 0}), green_at({0, -2.2, 0}) - 30);
    EXPECT_LT(green_at({-2, 0, 0}), green_at({3.6, 0, 0}) - 20) << "not beyond its end";
  }
}

TEST_F(Pictures, panels_are_side_by_side_in_equal_scale) {
  std::array<Panel, 2> panels{red_ball(), red_ball()};
  panels[1].solids[0].colour = {0.1f, 0.1f, 0.9f};
  panels[0].title = "a title that is much too long for such a narrow panel and is made smaller";
  panels[1].captions = {"one", "two"};
  write_picture(folder_ / "two.png", panels, small());
  const Read picture(folder_ / "two.png");
  ASSERT_TRUE(picture.ok());
  EXPECT_EQ(picture.width(), 2 * 120 + 3 * 28);
  EXPECT_GT(picture.height(), 100 + 2 * 28);
  const int y = 28 + static_cast<int>(std::lround(1.45 * 1.25 * small().text_size)) + 50;
  const auto left = picture.at(28 + 60, y), right = picture.at(28 + 120 + 28 + 60, y);
  EXPECT_GT(left[0], 2 * left[2]);
  EXPECT_GT(right[2], 2 * right[0]);
}

TEST_F(Pictures, a_missing_folder_gives_an_error_with_its_name) {
  const Panel panel = red_ball();
  try {
    write_picture(folder_ / "nowhere" / "ball.png", std::span(&panel, 1), small());
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere"), std::string::npos) << error.what();
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Pictures, a_picture_that_cannot_replace_a_folder_leaves_no_partial_file) {
  const Panel panel = red_ball();
  fs::create_directories(folder_ / "ball.png" / "full");  // a folder of that name
  EXPECT_THROW(write_picture(folder_ / "ball.png", std::span(&panel, 1), small()), std::runtime_error);
  EXPECT_THROW(write_picture(folder_ / "ball.jpeg", std::span(&panel, 1), small()), std::runtime_error);
  EXPECT_THROW(write_picture(folder_ / "none.png", {}, small()), std::runtime_error);
  EXPECT_EQ(files(), 1u) << "only the folder";
}

TEST_F(Pictures, bodies_are_coloured_by_order_height_and_material_and_fixed_ones_are_grey) {
  std::vector<sim::BodyView> bodies(20);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    bodies[k].id = static_cast<std::int64_t>(k) + 1;
    bodies[k].radius = 0.5;
    bodies[k].position = {0, 0, static_cast<double>(k)};
    bodies[k].material = static_cast<int>(k % 2);
  }
  bodies[3].locks = sim::k_lock_all;
  for (const Colouring colouring : {Colouring::material, Colouring::height, Colouring::order}) {
    const std::vector<Solid> solids = solids_from(bodies, colouring);
    ASSERT_EQ(solids.size(), bodies.size());
    EXPECT_GT(std::abs(solids[0].colour[0] - solids[19].colour[0]), 0.3f);
    EXPECT_NEAR(solids[3].colour[0], solids[3].colour[2], 0.1f);  // grey may have a tint; coloured ones differ by 0.3
    EXPECT_EQ(solids[5].centre.z, 5.0);
    EXPECT_EQ(solids[5].shape, shape::BodyShape::sphere);
  }
  bodies[5].shape = shape::BodyShape::box, bodies[5].half_axes = {0.1, 0.2, 0.3}, bodies[5].orientation = {0, 0, 0, 1};
  const Solid box = solids_from(bodies, Colouring::order)[5];
  EXPECT_EQ(box.shape, shape::BodyShape::box);
  EXPECT_EQ(box.reach({0, 2, 0}), 0.4) << "half a turn about z";
  bodies[7].position.x = std::nan("");
  EXPECT_EQ(solids_from(bodies, Colouring::order).size(), bodies.size() - 1) << "a lost body is not drawn";
}

TEST_F(Pictures, a_chart_is_written_as_png_and_svg) {
  Chart chart{.title = "Energy", .x_label = "time [s]", .y_label = "energy [J]"};
  chart.series = {
      {.label = "kinetic", .x = {0, 1, 2}, .y = {0.0, 2e-6, std::nan("")}},
      {.label = "constant", .x = {0, 2}, .y = {1e-6, 1e-6}, .mark = Mark::line_and_dots, .y_error = {1e-7, 1e-7}}};
  write_chart(folder_ / "chart.png", chart);
  const Read picture(folder_ / "chart.png");
  ASSERT_TRUE(picture.ok());
  EXPECT_EQ(picture.width(), 2 * 760);
  EXPECT_EQ(picture.height(), 2 * 480);
  chart.y_scale = Scale::logarithmic;
  write_chart(folder_ / "chart.svg", chart);
  std::ifstream file(folder_ / "chart.svg");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find("</svg>"), std::string::npos);
  EXPECT_EQ(files(), 2u);
}

TEST_F(Pictures, points_outside_of_a_given_range_of_x_do_not_extend_y) {
  Chart chart{.series = {{.x = {0, 1}, .y = {0, 2}, .mark = Mark::dots}}, .x_range = std::pair{0.0, 1.0}};
  write_chart(folder_ / "inside.png", chart);
  chart.series[0].x.push_back(5), chart.series[0].y.push_back(1000);
  write_chart(folder_ / "beyond.png", chart);
  const auto bytes = [&](const char* name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), {});
  };
  EXPECT_EQ(bytes("inside.png"), bytes("beyond.png"));
}

TEST_F(Pictures, a_chart_without_data_is_a_chart_and_one_with_unequal_columns_is_an_error) {
  write_chart(folder_ / "empty.png", {.title = "nothing yet"});
  EXPECT_TRUE(Read(folder_ / "empty.png").ok());
  EXPECT_THROW(write_chart(folder_ / "bad.png", {.series = {{.label = "short", .x = {0, 1}, .y = {0}}}}),
               std::runtime_error);
  EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace scree::draw
