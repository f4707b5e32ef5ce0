// The level of detail that a picture needs, in closed form, and that a level looks as bright as what it stands for.
#include "scene/level_choice.h"

#include "base/error.h"
#include "device_fixture.h"
#include "renderer/reference/sample.h"
#include "scene/brick_content.h"
#include "scene/narrowest_pixel.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"
#include "volume/bricks/large_volume.h"
#include "volume/downsample.h"
#include "volume/formats/read.h"
#include "volume/synthetic/synthetic.h"

#include "renderer/views.h"
#include "tests/support/level_store.h"
#include "tests/support/volumes.h"

#include <cmath>
#include <unistd.h>

namespace voxmarch {

namespace {

Volume filled(const std::array<int, 3> &dims, glm::dvec3 spacing, ScalarType type, double value) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = spacing;
    header.type = type;
    std::vector<std::byte> voxels(header.byte_count());
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        std::fill_n(reinterpret_cast<T *>(voxels.data()), header.grid.voxel_count(), static_cast<T>(value));
    });
    return {std::move(header), std::move(voxels)};
}

/// A camera before the middle of the face z = 0, so far away that a pixel there is `pixel` wide.
Camera before_face(const Grid &grid, double pixel, int height) {
    Camera camera;
    camera.fov = 60.0;
    const glm::dvec3 size = grid.spacing * glm::dvec3(grid.dims[0] - 1, grid.dims[1] - 1, grid.dims[2] - 1);
    camera.target = grid.origin + 0.5 * size;
    camera.eye = camera.target;
    camera.eye.z = grid.origin.z - pixel * height / (2.0 * std::tan(glm::radians(30.0)));
    return camera;
}

int level_at(const SceneContent &content, double pixel, const std::vector<Grid> &levels) {
    Scene scene;
    scene.transfer = find_preset("thesis");
    scene.camera = before_face(content.volume.grid(), pixel, 101);
    return level_for(reference_scene(scene, content), value_blocks(content.volume), levels, 131, 101);
}

TEST(LevelChoice, is_the_coarsest_whose_voxels_are_not_longer_than_a_pixel) {
    const SceneContent content{filled({257, 200, 130}, glm::dvec3(0.25), ScalarType::u8, 7)};
    const std::vector<Grid> levels = detail_levels(content);
    ASSERT_EQ(levels.size(), 4u); // 257, 129, 65, 33
    EXPECT_EQ(levels[3].dims, (std::array{33, 25, 17}));
    // Rays through the corners of the picture are longer, but not their pixels' distance along the line of sight: the
    // middle one, which is nearest, decides.
    EXPECT_EQ(level_at(content, 0.20, levels), 0);
    EXPECT_EQ(level_at(content, 0.49, levels), 0);
    EXPECT_EQ(level_at(content, 0.51, levels), 1);
    EXPECT_EQ(level_at(content, 0.99, levels), 1);
    EXPECT_EQ(level_at(content, 1.01, levels), 2);
    EXPECT_EQ(level_at(content, 2.01, levels), 3);
    EXPECT_EQ(level_at(content, 99.0, levels), 3) << "there is no coarser one";
}

TEST(LevelChoice, is_the_volume_itself_from_inside) {
    const SceneContent content{filled({257, 200, 130}, glm::dvec3(1.0), ScalarType::u8, 7)};
    Scene scene;
    scene.camera.eye = {100.0, 90.0, 60.0};
    scene.camera.target = {200.0, 90.0, 61.0};
    scene.transfer = find_preset("thesis");
    EXPECT_EQ(level_for(reference_scene(scene, content), value_blocks(content.volume), detail_levels(content), 16, 16),
              0);
    scene.settings.clip_low = {0.9, 0.0, 0.0}; // now it is before what is left
    EXPECT_GT(level_for(reference_scene(scene, content), value_blocks(content.volume), detail_levels(content), 16, 16),
              0);
}

TEST(LevelChoice, leaves_long_voxels_as_they_are) {
    const SceneContent content{filled({200, 200, 20}, {1.0, 1.0, 8.0}, ScalarType::u8, 7)};
    Grid flat = content.volume.grid(); // half as many voxels along x and y alone
    flat.dims = {100, 100, 20};
    flat.spacing = {2.0, 2.0, 8.0};
    const Grid half = downsample_header(content.volume.header(), 2).grid;
    EXPECT_EQ(level_at(content, 2.1, {content.volume.grid(), flat}), 1);
    EXPECT_EQ(level_at(content, 2.1, {content.volume.grid(), half}), 0) << "voxels of 16 along z are longer";
    EXPECT_EQ(level_at(content, 16.1, {content.volume.grid(), half}), 1);
}

/// A box of air in which a ball of this radius lies around the middle.
Volume ball_in_air(const std::array<int, 3> &dims, double radius) {
    const glm::dvec3 middle = 0.5 * glm::dvec3(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    return volume_of(dims, ScalarType::u8, [&](int x, int y, int z) {
        return glm::distance(glm::dvec3(x, y, z), middle) < radius ? 200.0 : 0.0;
    });
}

Scene bright_scene(const Camera &camera, int size) {
    Scene scene;
    scene.width = scene.height = size;
    scene.camera = camera;
    scene.transfer = {"bright", "", TransferDomain::value, {{0.0, {1, 1, 1}}}, {{100.0, 0.0}, {101.0, 1.0}}, {}};
    return scene;
}

TEST(LevelChoice, measures_pixels_where_something_can_be_seen) {
    const SceneContent content{ball_in_air({257, 257, 257}, 20.0)};
    const std::vector<Grid> levels = detail_levels(content);
    const ValueBlocks blocks = value_blocks(content.volume);
    // A pixel is 0.9 voxels wide where rays enter the box, 2.1 before the ball.
    Scene scene = bright_scene(before_face(content.volume.grid(), 0.9, 101), 101);
    const auto level = [&](const Scene &wanted) {
        return wanted_level(wanted, content, blocks, levels, {&wanted.camera, 1});
    };
    scene.lod.for_screen = true;
    EXPECT_EQ(level(scene), 1);
    scene.transfer.opacities = {{0.0, 0.1}}; // air is seen as well
    EXPECT_EQ(level(scene), 0);
    scene.transfer.opacities = {{201.0, 0.0}, {202.0, 1.0}}; // nothing is: as if all were
    EXPECT_EQ(level(scene), 0);
    scene = bright_scene(scene.camera, 101);
    scene.lod.for_screen = true;
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{.isovalue = 150.0}};
    EXPECT_EQ(level(scene), 1);
    scene.settings.mode = Mode::volume;
    scene.settings.blend = Blend::mip; // rays through air are drawn too
    EXPECT_EQ(level(scene), 0);
    scene.settings = {};
    scene.camera.target.x += 400.0; // it lies beside the picture
    EXPECT_EQ(level(scene), static_cast<int>(levels.size()) - 1);
    scene.lod = {false, 7};
    EXPECT_EQ(level(scene), static_cast<int>(levels.size()) - 1);
}

TEST(LevelChoice, no_visible_voxel_of_the_picture_is_wider_than_a_pixel) {
    const SceneContent content{ball_in_air({130, 90, 100}, 31.0)};
    const Grid &grid = content.volume.grid();
    const ValueBlocks blocks = value_blocks(content.volume);
    for (int i = 0; i < 60; ++i) {
        Camera camera = standard_view(grid);
        const glm::dvec3 way(std::sin(1.7 * i), std::cos(2.3 * i), std::sin(0.9 * i + 1.0));
        camera.eye = grid.center() + (20.0 + 4.0 * i) * glm::normalize(way);
        camera.target = grid.center() + 40.0 * glm::dvec3(std::cos(3.1 * i), std::sin(4.7 * i), 0.3);
        camera.fov = 20.0 + i;
        Scene scene = bright_scene(camera, 64);
        scene.settings.clip_high.x = i % 3 == 0 ? 0.6 : 1.0;
        scene.settings.clip_planes.resize(static_cast<std::size_t>(i % 2), {{0.0, 1.0, 0.0}, 40.0});
        const ReferenceScene seen = reference_scene(scene, content);
        const double narrowest = narrowest_pixel(seen, blocks, scene.width, scene.height);
        // Pixels where rays meet what is visible, sample by sample.
        const PixelRays rays = pixel_rays(camera, scene.width, scene.height);
        const ReferenceSampler sampler(seen);
        for (int pixel = 0; pixel < 64 * 64; pixel += 7) {
            const glm::dvec3 direction = rays.corner + double(pixel % 64) * rays.dx + double(pixel / 64) * rays.dy;
            const ReferenceRay ray = sampler.clip(camera.eye, glm::normalize(direction));
            double t = std::max(0.0, ray.t_near);
            while (t < ray.t_far && sampler.value(ray.at(t)) <= 100.0) {
                t += 0.25;
            }
            if (t < ray.t_far) {
                EXPECT_GE(t * glm::length(rays.dx) / glm::length(direction), narrowest * (1.0 - 1e-6)) << i;
            }
        }
    }
}

/// Opacity of a ray through the middle: one minus the red that is left of the background.
double opacity_seen(const std::shared_ptr<const SceneContent> &content, const Scene &scene, SamplingBackend backend) {
    SceneRenderer renderer(test_device(), content, backend);
    const Image image = renderer.draw(scene);
    return 1.0 - image.rgba[static_cast<std::size_t>(4 * (image.height / 2 * image.width + image.width / 2))] / 255.0;
}

TEST(LevelChoice, a_level_is_as_opaque_as_what_it_stands_for) {
    // 0.01 per voxel length over 128 of them, of 120 at level 3 (boxes of voxel centres).
    const auto content =
        std::make_shared<SceneContent>(SceneContent{filled({129, 129, 129}, glm::dvec3(0.5), ScalarType::u16, 500)});
    Scene scene;
    scene.width = scene.height = 9;
    scene.camera = standard_view(content->volume.grid());
    scene.camera.eye = scene.camera.target + glm::dvec3(0.0, 0.0, 100.0);
    scene.transfer = {"fog", "", TransferDomain::value, {{0.0, {0, 0, 0}}}, {{0.0, 0.01}}, {}};
    scene.settings.background = {1.0f, 0.0f, 0.0f};
    scene.settings.shading = Shading::none;
    for (const Classification classification :
         {Classification::post, Classification::pre, Classification::preintegrated}) {
        scene.settings.classification = classification;
        for (const SamplingBackend backend : test_backends()) {
            for (const int level : {0, 1, 3}) {
                const auto drawn = level == 0 ? content : std::make_shared<SceneContent>(at_level(*content, level));
                const double length = (drawn->volume.grid().dims[0] - 1) * (1 << level);
                // Colours of pre-classified frames have 8 bits, 0.01 is 3 / 255 there, and 0.0772 is 20 / 255.
                const double tolerance = classification == Classification::pre ? 0.06 : 0.006;
                EXPECT_NEAR(opacity_seen(drawn, scene, backend), 1.0 - std::pow(0.99, length), tolerance)
                    << level << " " << name_of(classification) << " " << name_of(backend);
            }
        }
    }
}

TEST(LevelChoice, a_projection_keeps_the_opacity_of_its_value) {
    const auto content =
        std::make_shared<SceneContent>(SceneContent{filled({129, 129, 129}, glm::dvec3(1.0), ScalarType::u8, 100)});
    Scene scene;
    scene.width = scene.height = 9;
    scene.camera = standard_view(content->volume.grid());
    scene.transfer = {"half", "", TransferDomain::value, {{0.0, {0, 0, 0}}}, {{0.0, 0.2}, {100.0, 0.4}, {255.0, 0.8}},
                      {}};
    scene.settings.background = {1.0f, 0.0f, 0.0f};
    scene.settings.blend = Blend::mip;
    const auto coarse = std::make_shared<SceneContent>(at_level(*content, 2));
    for (const SamplingBackend backend : test_backends()) {
        const double whole = opacity_seen(content, scene, backend);
        EXPECT_GT(whole, 0.3);
        EXPECT_EQ(opacity_seen(coarse, scene, backend), whole) << name_of(backend);
    }
}

TEST(LevelChoice, a_level_keeps_the_window_of_what_it_stands_for) {
    VolumeHeader header;
    header.grid.dims = {130, 3, 3};
    header.type = ScalarType::u16;
    std::vector<std::byte> voxels(header.byte_count());
    auto *const values = reinterpret_cast<std::uint16_t *>(voxels.data());
    values[0] = 1000; // the mean of its box is far less
    values[129] = 4000;
    const SceneContent content{Volume(header, std::move(voxels))}, coarse = at_level(content, 1);
    EXPECT_LT(coarse.volume.range().max, 4000.0);
    const Scene scene;
    EXPECT_EQ(window_of(scene, coarse), (ValueRange{0.0, 4000.0}));
    EXPECT_EQ(window_of(scene, coarse), window_of(scene, content));
}

TEST(LevelChoice, labels_become_the_most_frequent_ones) {
    SceneContent content{filled({130, 66, 70}, glm::dvec3(1.0), ScalarType::u8, 3)};
    content.labels = slab_labels({130, 66, 70}, 8);
    const SceneContent coarse = at_level(content, 2);
    ASSERT_TRUE(coarse.labels.has_value());
    EXPECT_EQ(coarse.labels->grid().dims, coarse.volume.grid().dims);
    const Volume expected = downsample_labels(*content.labels, 4);
    EXPECT_TRUE(std::ranges::equal(coarse.labels->bytes(), expected.bytes()));
}

std::filesystem::path test_folder() {
    return std::filesystem::temp_directory_path() / fmt::format("voxmarch_levels_{}", getpid());
}

TEST(LevelChoice, stores_in_memory_have_the_levels_they_were_written_with) {
    const std::filesystem::path folder = test_folder();
    const std::string store = testing::write_two_levels(folder / "v.zarr", 200, 90);
    const SceneContent content{read_volume(store)};
    ASSERT_EQ(content.volume.large(), nullptr);
    const std::vector<Grid> levels = detail_levels(content);
    ASSERT_EQ(levels.size(), 2u);
    EXPECT_EQ(levels[1].dims, (std::array{48, 40, 72}));
    EXPECT_EQ(levels[1].spacing, glm::dvec3(1.0, 1.0, 2.0));
    EXPECT_EQ(levels[1].origin, glm::dvec3(3.25, 4.25, 5.0));
    const SceneContent coarse = at_level(content, 1);
    ReadOptions second;
    second.level = 1;
    EXPECT_TRUE(std::ranges::equal(coarse.volume.bytes(), read_volume(store, second).bytes()));
    EXPECT_EQ(coarse.volume.grid().origin, levels[1].origin);
    EXPECT_EQ(coarse.volume.range().max, 90.0) << "no mean of 200 and 0";
    EXPECT_DOUBLE_EQ(coarse.stands_for->voxels, 2.0);
    EXPECT_THROW(at_level(content, 2), UsageError);
    // Another spacing holds for all levels. A level that was read as the volume has those behind it; a reduced volume,
    // and one level alone, have the means of boxes.
    ReadOptions wide;
    wide.spacing = glm::dvec3(1.0, 1.0, 4.0);
    EXPECT_EQ(detail_levels({read_volume(store, wide)}).at(1).spacing, glm::dvec3(2.0, 2.0, 4.0));
    EXPECT_EQ(detail_levels({read_volume(store, second)}).size(), 2u);
    ReadOptions half;
    half.downsample = 2;
    EXPECT_EQ(read_volume(store, half).levels(), nullptr);
    EXPECT_EQ(detail_levels({read_volume(store, second)}).at(1).dims, (std::array{24, 20, 36}));
    std::filesystem::remove_all(folder);
}

TEST(LevelChoice, labels_have_their_own_level_or_one_that_fits) {
    const std::filesystem::path folder = test_folder();
    SceneContent content{read_volume(testing::write_two_levels(folder / "v.zarr", 200, 90))};
    content.labels = read_volume(testing::write_two_levels(folder / "l.zarr", 3, 7));
    const SceneContent own = at_level(content, 1);
    EXPECT_EQ(own.labels->range().max, 7.0);
    EXPECT_EQ(own.labels->grid().dims, own.volume.grid().dims);
    // Labels of a file that says nothing of its place are those of the voxels one by one: the nearest ones.
    VolumeHeader header = content.labels->header();
    header.grid = Grid{.dims = header.grid.dims};
    content.labels = Volume(header, std::vector(content.labels->bytes().begin(), content.labels->bytes().end()));
    const SceneContent nearest = at_level(content, 1);
    EXPECT_EQ(nearest.labels->range().max, 3.0);
    for (const auto &[x, y, z] : {std::array{24, 20, 36}, {9, 20, 36}, {10, 20, 36}, {24, 5, 36}, {24, 20, 7}}) {
        EXPECT_EQ(nearest.labels->value(x, y, z), content.labels->value(2 * x + 1, 2 * y + 1, z)) << x << y << z;
    }
    std::filesystem::remove_all(folder);
}

TEST(LevelChoice, large_volumes_have_the_levels_of_their_source) {
    ReadOptions options;
    options.large_above = 1;
    const auto content = std::make_shared<SceneContent>(SceneContent{read_volume("synthetic:cayley:260", options)});
    const std::vector<Grid> levels = detail_levels(*content);
    ASSERT_EQ(levels.size(), 3u);
    EXPECT_EQ(levels[1].dims, (std::array{130, 130, 130}));
    EXPECT_EQ(levels[2].dims, (std::array{65, 65, 65}));
    EXPECT_DOUBLE_EQ(levels[2].spacing.x * 64, levels[0].spacing.x * 259) << "the same box";
    const auto coarse = std::make_shared<SceneContent>(at_level(*content, 1));
    ASSERT_NE(coarse->volume.large(), nullptr);
    EXPECT_TRUE(std::ranges::equal(coarse->volume.bytes(), synthesize("cayley", 130).bytes()));
    EXPECT_NEAR(coarse->stands_for->voxels, 259.0 / 129.0, 1e-12);
    // In bricks and in one piece it is the same picture.
    Scene scene;
    scene.width = scene.height = 40;
    scene.camera = standard_view(content->volume.grid());
    scene.transfer = find_preset("thesis");
    scene.settings.traversal = Traversal::octant_distance_map;
    const Image whole = SceneRenderer(test_device(), coarse, SamplingBackend::buffer).draw(scene);
    SceneRenderer few(coarse, in_bricks(test_device(), coarse, SamplingBackend::buffer, 3));
    EXPECT_EQ(few.draw(scene).rgba, whole.rgba);
    content->labels = slab_labels({260, 260, 260}, 64);
    EXPECT_EQ(detail_levels(*content).size(), 1u);
    EXPECT_THROW(at_level(*content, 1), UsageError);
}

} // namespace

} // namespace voxmarch
