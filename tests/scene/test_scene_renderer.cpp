// Scenes drawn through SceneRenderer are the pictures of a VolumeRenderer set up by hand, bit for bit.
#include "scene/scene_renderer.h"

#include "device/command_trace.h"
#include "device_fixture.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"
#include "scene/device_team.h"
#include "scene/draw_in_parts.h"
#include "scene/first_look.h"
#include "scene/skeleton_tubes.h"
#include "scene/slice_contents.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"

namespace voxmarch {

namespace {

constexpr int edge = 24;

/// A tree with labels in slabs and a line through it.
std::shared_ptr<SceneContent> make_content() {
    auto content = std::make_shared<SceneContent>(SceneContent{synthesize("tree", edge)});
    content->labels = slab_labels({edge, edge, edge}, 8);
    SkeletonLines lines;
    lines.points = {SkeletonPoint{}, SkeletonPoint{}};
    lines.points[0].position = {4.0, 4.0, 4.0};
    lines.points[1].position = {20.0, 18.0, 16.0};
    lines.lines = {{0, 1}};
    content->lines = SceneLines{"line.vtk", lines};
    return content;
}

Scene make_scene(const SceneContent &content) {
    Scene scene;
    scene.width = 72;
    scene.height = 54;
    scene.camera = standard_view(content.volume.grid());
    scene.transfer = resolve_transfer("thesis");
    scene.settings.background = {0.1f, 0.2f, 0.3f};
    return scene;
}

Image by_hand(const Scene &scene, const SceneContent &content, SamplingBackend backend) {
    VolumeRenderer renderer(test_device(), content.volume, backend);
    if (content.labels) {
        renderer.set_labels(&*content.labels, scene.label_styles);
    }
    renderer.set_transfer(scene.transfer, scene.window);
    if (!scene.skeleton.source.empty()) {
        renderer.set_meshes(tube_meshes(content.lines->lines, scene.skeleton.width, content.volume.grid()));
    }
    return renderer.render(scene.camera, scene.width, scene.height, scene.settings);
}

/// Slices of one colour each, red, green and blue with borders like them, turned in different ways.
std::vector<PicturePlane> plain_planes(const Grid &grid, double angle) {
    std::vector<PicturePlane> planes;
    SlicePlanes turns;
    const glm::dvec3 center(10.0, 13.0, 11.0);
    turns = turned_about(turns, grid, slice_frame(grid, 2, center), angle);
    turns = turned_about(turns, grid, slice_frame(grid, 0, center, turns.turned[0]), -0.6 * angle);
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame frame = slice_frame(grid, normal, center, turns.turned[std::size_t(normal)]);
        Image image{frame.width, frame.height, Pixels(std::size_t(frame.width) * std::size_t(frame.height) * 4, 0)};
        for (std::size_t i = std::size_t(normal); i < image.rgba.size(); i += 4) {
            image.rgba[i] = 255;
        }
        glm::vec3 border(0.0f);
        border[normal] = 1.0f;
        planes.push_back({frame, std::make_shared<const Image>(std::move(image)), border});
    }
    return planes;
}

/// What a ray meets first, or -1: the number of a plane.
int nearest_plane(const Grid &grid, const std::vector<PicturePlane> &planes, const glm::dvec3 &eye,
                  const glm::dvec3 &direction) {
    const glm::dmat4 voxel_from_world = glm::inverse(grid.world_from_voxel());
    const glm::dvec3 from(voxel_from_world * glm::dvec4(eye, 1.0)),
        along(voxel_from_world * glm::dvec4(direction, 0.0));
    int nearest = -1;
    double best = HUGE_VAL;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const double begin = planes[i].frame.place(from).z, end = planes[i].frame.place(from + along).z;
        const double t = begin / (begin - end);
        const glm::dvec3 at = from + t * along;
        const bool inside = glm::all(glm::greaterThanEqual(at, glm::dvec3(-0.5))) &&
                            glm::all(glm::lessThanEqual(at, grid.dims_d() - 0.5));
        if (t > 0.0 && t < best && inside) {
            nearest = int(i);
            best = t;
        }
    }
    return nearest;
}

TEST(SceneRenderer, planes_lie_where_the_camera_sees_their_places_and_hide_one_another) {
    const auto content = make_content();
    const Grid &grid = content->volume.grid();
    for (const SamplingBackend backend : test_backends()) {
        for (const double angle : {0.0, 0.6}) {
            SceneRenderer renderer(test_device(), content, backend);
            Scene scene = make_scene(*content);
            scene.planes = plain_planes(grid, angle);
            scene.settings.mode = Mode::isosurface; // without isosurfaces
            const Image image = renderer.draw(scene);
            const PixelRays rays = pixel_rays(scene.camera, scene.width, scene.height);
            std::array<int, 4> count{};
            int wrong = 0;
            for (int y = 0; y < scene.height; ++y) {
                for (int x = 0; x < scene.width; ++x) {
                    const int plane = nearest_plane(grid, scene.planes, scene.camera.eye,
                                                    rays.corner + double(x) * rays.dx + double(y) * rays.dy);
                    const std::uint8_t *pixel = image.rgba.data() + (std::size_t(y) * 72 + std::size_t(x)) * 4;
                    const bool same = plane < 0 ? pixel[0] < 40 && pixel[1] < 70 && pixel[2] < 90
                                                : pixel[plane] == 255 && pixel[(plane + 1) % 3] == 0;
                    wrong += !same;
                    ++count[std::size_t(plane + 1)];
                }
            }
            EXPECT_LE(wrong, 12) << angle << " of " << 72 * 54 << " pixels, on edges"; // rounded to subpixels
            for (const int pixels : count) {
                EXPECT_GT(pixels, 100) << "all are seen, and what is behind them";
            }
        }
    }
}

TEST(SceneRenderer, planes_show_their_picture_and_hide_what_lies_behind_them) {
    const auto content = std::make_shared<SceneContent>(SceneContent{synthesize("sphere", edge)});
    const Grid &grid = content->volume.grid();
    for (const SamplingBackend backend : test_backends()) {
        SceneRenderer renderer(test_device(), content, backend);
        Scene scene = make_scene(*content);
        scene.camera = named_view("front", grid, 72.0 / 54.0); // along -z, y up
        const auto draw_at = [&](double z) {
            const SliceFrame frame = slice_frame(grid, 2, {0.0, 0.0, z});
            Image image{frame.width, frame.height, Pixels(std::size_t(frame.width) * std::size_t(frame.height) * 4, 0)};
            for (int y = 0; y < frame.height; ++y) { // grey grows upwards
                std::fill_n(image.rgba.begin() + std::ptrdiff_t(y) * frame.width * 4, frame.width * 4,
                            std::uint8_t(std::lround(frame.voxel(0, y).y) * 10));
            }
            scene.planes = {{frame, std::make_shared<const Image>(std::move(image)), glm::vec3(1.0f)}};
            return renderer.draw(scene);
        };
        const auto pixel = [&](const Image &image, double x, double y, double z) {
            const glm::dvec3 at = view_from_world(scene.camera, size_of_view(scene), {x, y, z});
            const std::size_t place = std::size_t(at.y) * 72 + std::size_t(at.x);
            return std::array<int, 3>{image.rgba[place * 4], image.rgba[place * 4 + 1], image.rgba[place * 4 + 2]};
        };
        scene.settings.mode = Mode::volume;
        const Image without = renderer.draw(scene);
        // In front of all: its picture alone, upright.
        const Image front = draw_at(edge - 1.0);
        for (const double y : {6.0, 12.0, 17.0}) {
            EXPECT_NEAR(pixel(front, 12.0, y, edge - 1.0)[0], 10.0 * y, 6.0) << name_of(backend);
        }
        // Behind all: only what shines through is another.
        const Image behind = draw_at(0.0);
        scene.planes.clear();
        EXPECT_EQ(renderer.draw(scene).rgba, without.rgba) << "without planes all is as before";
        scene.transfer.opacities = {{0.0, 1.0}, {1.0, 1.0}}; // nothing shines through
        const Image opaque = renderer.draw(scene);
        EXPECT_EQ(pixel(draw_at(0.0), 12.0, 12.0, edge - 1.0), pixel(opaque, 12.0, 12.0, edge - 1.0));
        EXPECT_NEAR(pixel(draw_at(edge - 0.75), 12.0, 12.0, edge - 1.0)[0], 120, 6) << "nothing before it";
        scene.transfer.opacities = {{0.0, 0.0}, {1.0, 0.0}}; // all does
        EXPECT_NEAR(pixel(draw_at(5.0), 12.0, 12.0, 5.0)[0], 120, 6);
        EXPECT_NE(behind.rgba, without.rgba);
        SlicePlanes half;
        half.shown = PlanesShown::with_volume;
        half.opacity = 0.5;
        scene.slice_planes = half;
        add_planes(scene, std::vector<PicturePlane>(scene.planes));
        EXPECT_NEAR(pixel(renderer.draw(scene), 12.0, 12.0, 5.0)[0], 0.5 * 120 + 0.5 * 25.5, 6)
            << "over the background";
    }
}

TEST(SceneRenderer, draws_what_a_renderer_draws_that_was_set_up_by_hand) {
    const auto content = make_content();
    for (const SamplingBackend backend : test_backends()) {
        SceneRenderer renderer(test_device(), content, backend);
        Scene scene = make_scene(*content);
        std::vector<Image> pictures;
        const auto check = [&](const char *what) {
            pictures.push_back(renderer.draw(scene));
            EXPECT_EQ(pictures.back().rgba, by_hand(scene, *content, backend).rgba) << what << name_of(backend);
            if (pictures.size() > 1) {
                EXPECT_NE(pictures.back().rgba, pictures[pictures.size() - 2].rgba) << what << name_of(backend);
            }
        };
        check("thesis ");
        scene.window = ValueRange{0, 120};
        check("window ");
        scene.transfer = resolve_transfer("gray");
        check("gray ");
        scene.label_styles = {{1.0f, {}}, {0.0f, {}}, {1.0f, glm::vec3(1.0f, 0.0f, 0.0f)}};
        check("labels ");
        scene.label_styles[1].visibility = 1.0f;
        check("other labels ");
        scene.skeleton = {"line.vtk", 2.0};
        check("tubes ");
        scene.skeleton.width = 4.0;
        check("wide tubes ");
        scene.skeleton = {};
        check("no tubes ");
        scene.settings.classification = Classification::pre;
        scene.settings.step = 1.0;
        check("pre ");
        scene.camera.fov = 30.0;
        scene.settings.mode = Mode::isosurface;
        scene.settings.surfaces = {{60.0}};
        check("surface ");
    }
}

TEST(SceneRenderer, counts_the_tubes_of_the_last_scene) {
    const auto content = make_content();
    SceneRenderer renderer(test_device(), content);
    Scene scene = make_scene(*content);
    scene.skeleton = {"line.vtk", 2.0};
    renderer.upload(scene);
    std::uint64_t triangles = 0;
    for (const ColoredMesh &mesh : tube_meshes(content->lines->lines, 2.0, content->volume.grid())) {
        triangles += mesh.mesh.triangles.size();
    }
    EXPECT_GT(triangles, 0u);
    EXPECT_EQ(renderer.tube_triangles(), triangles);
    scene.skeleton = {};
    renderer.upload(scene);
    EXPECT_EQ(renderer.tube_triangles(), 0u);
    scene.skeleton = {"/nowhere/gone.vtk", {}};
    EXPECT_THROW(renderer.draw(scene), FileError);
    EXPECT_NO_THROW(renderer.draw(scene)) << "it was told of once";
}

TEST(SceneRenderer, transparent_scenes_have_opacities_in_place_of_the_background) {
    const auto content = make_content();
    SceneRenderer renderer(test_device(), content);
    Scene scene = make_scene(*content);
    scene.transparent = true;
    const Image picture = renderer.draw(scene);
    EXPECT_EQ(picture.pixel(0, 0)[3], 0);
    scene.transparent = false;
    EXPECT_EQ(renderer.draw(scene).pixel(0, 0)[3], 255);
}

TEST(DrawInParts, gives_the_picture_and_the_statistics_of_the_whole) {
    const auto content = make_content();
    SceneRenderer renderer(test_device(), content);
    const Scene scene = make_scene(*content);
    const Image whole = renderer.draw(scene);
    FrameStatistics statistics;
    EXPECT_EQ(draw_in_parts(renderer, scene, scene.settings, {}, statistics).rgba, whole.rgba);
    EXPECT_EQ(statistics.rays, 72u * 54u);
    double last = 0.0;
    EXPECT_EQ(draw_in_parts(
                  renderer, scene, scene.settings, [&](double share) { last = share; }, statistics)
                  .rgba,
              whole.rgba);
    EXPECT_GT(statistics.frame_ms, 0.0);
    EXPECT_TRUE(last == 0.0 || last == 1.0) << "at once, or part by part to the end";
}

// The whole of a picture is denoised, however it was drawn.
TEST(DrawInParts, noise_is_taken_out_of_the_sum_of_all_parts) {
    auto content = std::make_shared<SceneContent>(SceneContent{synthesize("tree", edge)});
    SceneRenderer renderer(test_device(), content);
    Scene scene = make_scene(*content);
    scene.width = 150;
    scene.height = 80;
    scene.settings.lighting = Lighting::traced;
    scene.settings.finish.samples = 3;
    scene.settings.trace.denoise = true;
    const Image whole = renderer.draw(scene);
    FrameStatistics statistics;
    int parts = 0;
    const Image found =
        draw_in_parts(renderer, scene, scene.settings, [&](double) { ++parts; }, statistics, {}, {1e-3, 1e-3});
    EXPECT_EQ(found.rgba, whole.rgba);
    EXPECT_GT(parts, 8);
    EXPECT_EQ(statistics.rays, 150u * 80u);
    EXPECT_EQ(std::ranges::count(statistics.stages, Stage::denoise, &StageTime::stage), 1);
    scene.settings.trace.denoise = false;
    EXPECT_NE(renderer.draw(scene).rgba, whole.rgba);
}

// Paths of few pixels, sample by sample, would keep no GPU busy.
TEST(DrawInParts, traced_light_is_divided_by_samples_first) {
    CommandTrace trace;
    DeviceOptions options = test_device().options();
    options.trace = &trace;
    Device device(test_device().info().index, options);
    const auto content = std::make_shared<SceneContent>(SceneContent{synthesize("tree", edge)});
    SceneRenderer renderer(device, content);
    Scene scene = make_scene(*content);
    scene.width = 150;
    scene.height = 80;
    scene.settings.lighting = Lighting::traced;
    scene.settings.finish.samples = 5;
    const Image whole = renderer.draw(scene);
    trace.start();
    FrameStatistics statistics;
    int told = 0;
    const PartTimes times{.at_once_ms = 1e-3, .part_ms = 1e4}; // a sample fits
    EXPECT_EQ(draw_in_parts(
                  renderer, scene, scene.settings, [&](double) { ++told; }, statistics, {}, times)
                  .rgba,
              whole.rgba);
    EXPECT_LE(told, 3 + 5) << "smaller pictures, then samples";
    const auto paths = std::ranges::count_if(trace.commands(), [](const TracedCommand &command) {
        return command.kind == "kernel" && command.label.find("trace_paths") != std::string::npos;
    });
    EXPECT_LE(paths, 3 + 5);
    EXPECT_GE(paths, 5);
    EXPECT_EQ(statistics.rays, 150u * 80u);
    EXPECT_EQ(std::ranges::count(statistics.stages, Stage::frame, &StageTime::stage), 1);
    trace.forget();
    EXPECT_EQ(draw_in_parts(renderer, scene, scene.settings, {}, statistics, {}, {1e-3, 1e-3}).rgba, whole.rgba)
        << "in tiles of samples";
    EXPECT_GT(trace.commands().size(), 30u);
}

// So is the error of a picture, which ends where it is small enough.
TEST(DrawInParts, ends_with_as_many_samples_as_the_whole) {
    auto content = std::make_shared<SceneContent>(SceneContent{synthesize("tree", edge)});
    SceneRenderer renderer(test_device(), content);
    Scene scene = make_scene(*content);
    scene.width = 90;
    scene.height = 40;
    scene.settings.lighting = Lighting::traced;
    scene.settings.finish.samples = 64;
    scene.settings.trace.error = 0.9;
    const Image whole = renderer.draw(scene);
    const int paths = renderer.statistics().paths;
    EXPECT_GE(paths, 16);
    EXPECT_LT(paths, 64);
    FrameStatistics statistics;
    int parts = 0;
    const Image found =
        draw_in_parts(renderer, scene, scene.settings, [&](double) { ++parts; }, statistics, {}, {1e-3, 1e-3});
    EXPECT_EQ(found.rgba, whole.rgba);
    EXPECT_EQ(statistics.paths, paths);
    EXPECT_EQ(statistics.rays, 90u * 40u);
    EXPECT_GT(parts, 8);
}

/// Milliseconds of each launch since the trace was emptied, longest last.
std::vector<double> launches_of(const CommandTrace &trace) {
    std::vector<double> launches;
    for (const TracedCommand &command : trace.commands()) {
        if (command.kind == "kernel") {
            launches.push_back(static_cast<double>(command.ended - command.started) * 1e-6);
        }
    }
    std::ranges::sort(launches);
    return launches;
}

// Most of the picture is background, as users' are: the parts with the object are those that take long.
TEST(DrawInParts, no_launch_takes_a_second_whether_or_not_anybody_wants_to_know) {
    CommandTrace trace;
    trace.start();
    DeviceOptions options = test_device().options();
    options.trace = &trace;
    Device device(test_device().info().index, options);
    const auto content = make_content();
    SceneRenderer renderer(device, content);
    Scene scene = make_scene(*content);
    renderer.draw(scene);
    if (!trace.devices().at(0).device_times) {
        GTEST_SKIP() << "the driver tells no times of launches";
    }
    scene.width = 2600;
    scene.height = 1800;
    scene.settings.traversal = Traversal::none;
    Image whole;
    double longest = 0.0;
    for (scene.settings.step = 0.4; longest < 2500.0 && scene.settings.step >= 0.01; scene.settings.step /= 2.0) {
        trace.forget();
        whole = renderer.draw(scene);
        longest = launches_of(trace).back();
    }
    scene.settings.step *= 2.0;
    ASSERT_GT(longest, 2500.0) << "at once";
    trace.forget();
    FrameStatistics statistics;
    EXPECT_TRUE(draw_in_parts(renderer, scene, scene.settings, {}, statistics).rgba == whole.rgba);
    const std::vector<double> launches = launches_of(trace);
    EXPECT_LT(launches.back(), 1000.0);
    EXPECT_GE(launches.size(), 6u);
    EXPECT_EQ(statistics.rays, 2600u * 1800u);
    EXPECT_GT(statistics.frame_ms, 0.3 * longest) << "of all parts";
    EXPECT_LT(statistics.frame_ms, 3.0 * longest) << "and of none that is not in the picture";
}

TEST(DrawInParts, of_quick_pictures_none_is_drawn_for_its_time_alone_but_the_first) {
    CommandTrace trace;
    trace.start();
    DeviceOptions options = test_device().options();
    options.trace = &trace;
    Device device(test_device().info().index, options);
    const auto content = make_content();
    SceneRenderer renderer(device, content);
    const Scene scene = make_scene(*content);
    DeviceTeam team(renderer, {&device});
    FrameStatistics statistics;
    const Image first = team.draw(scene, scene.settings, {}, statistics);
    trace.forget();
    EXPECT_EQ(renderer.draw(scene).rgba, first.rgba);
    const std::size_t at_once = launches_of(trace).size();
    trace.forget();
    EXPECT_EQ(team.draw(scene, scene.settings, {}, statistics).rgba, first.rgba);
    EXPECT_EQ(launches_of(trace).size(), at_once);
}

} // namespace

} // namespace voxmarch
