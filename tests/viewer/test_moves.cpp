// Camera moves, resolution, undo, edits of transfer functions, sessions and texts in PNG files, without a window.
#include "app/viewer/document/history.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/window/keys.h"
#include "base/error.h"
#include "renderer/png_text.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"
#include "scene/resolution.h"
#include "scene/scene.h"
#include "transfer/preset.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch {

namespace {

constexpr ViewSize view{800.0, 600.0};

Camera some_camera() {
    Camera camera;
    camera.eye = {30.0, 20.0, 90.0};
    camera.target = {3.0, -4.0, 5.0};
    camera.fov = 40.0;
    return camera;
}

void expect_near(glm::dvec3 a, glm::dvec3 b, double tolerance = 1e-9) {
    EXPECT_NEAR(glm::length(a - b), 0.0, tolerance);
}

Camera some_parallel_camera() {
    Camera camera = some_camera();
    camera.height = 60.0;
    return camera;
}

TEST(CameraMoves, lines_of_sight_go_through_what_is_seen_there) {
    const glm::dvec3 place(-8.0, 6.0, 11.0);
    for (const Camera &camera : {some_camera(), some_parallel_camera()}) {
        const glm::dvec3 seen = view_from_world(camera, view, place);
        const SightLine line = sight_line(camera, view, glm::dvec2(seen));
        expect_near(line.start + line.direction * glm::dot(place - line.start, line.direction), place);
        EXPECT_NEAR(glm::length(line.direction), 1.0, 1e-12);
        EXPECT_NEAR(seen.z, glm::dot(place - camera.eye, axes_of(camera).forward), 1e-12);
    }
}

TEST(CameraMoves, orthographic_cameras_zoom_by_their_height_and_stay) {
    const Camera camera = some_parallel_camera(), zoomed_in = zoomed(camera, 4.0);
    EXPECT_NEAR(*zoomed_in.height, 15.0, 1e-12);
    expect_near(zoomed_in.eye, camera.eye);
    const glm::dvec2 pixel(700.0, 80.0);
    const SightLine line = sight_line(camera, view, pixel);
    const glm::dvec3 there =
        view_from_world(zoomed_at(camera, 3.0, pixel, view), view, line.start + 20.0 * line.direction);
    EXPECT_NEAR(there.x, pixel.x, 1e-9);
    EXPECT_NEAR(there.y, pixel.y, 1e-9);
    const glm::dvec3 before = view_from_world(camera, view, camera.target);
    expect_near(view_from_world(panned(camera, {50.0, -30.0}, view), view, camera.target) - before, {50.0, -30.0, 0.0});
    EXPECT_EQ(orbited(camera, {40.0, 20.0}, view).height, camera.height);
}

TEST(CameraMoves, on_the_way_to_parallel_rays_the_targets_plane_stays) {
    const Camera from = some_camera(), to = orthographic(from);
    const glm::dvec3 aside = from.target + axes_of(from).right * 10.0;
    const glm::dvec2 expected(view_from_world(from, view, aside));
    double before = 1e9;
    for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        const Camera camera = between(from, to, share);
        EXPECT_NEAR(glm::distance(glm::dvec2(view_from_world(camera, view, aside)), expected), 0.0, 1e-6) << share;
        const glm::dvec3 farther = aside - axes_of(from).forward * -30.0;
        const double off = glm::distance(glm::dvec2(view_from_world(camera, view, farther)), expected);
        EXPECT_LT(off, before) << "less perspective at every step, " << share;
        before = off;
    }
    EXPECT_EQ(between(from, to, 0.0), from);
    EXPECT_EQ(between(from, to, 1.0), to);
    Camera larger = to;
    larger.height = 4.0 * *to.height;
    EXPECT_NEAR(*between(to, larger, 0.5).height, 2.0 * *to.height, 1e-9) << "by its logarithm";
}

TEST(CameraMoves, sessions_keep_the_height_and_older_ones_have_none) {
    Scene scene;
    scene.volume.source = "synthetic:tree:16";
    scene.transfer = find_preset("thesis");
    scene.camera = some_parallel_camera();
    const std::string text = to_json(scene).dump();
    EXPECT_EQ(scene_from_json(text).camera, scene.camera);
    auto older = nlohmann::ordered_json::parse(text);
    older["camera"].erase("height");
    EXPECT_EQ(scene_from_json(older.dump()).camera, some_camera());
    older["camera"]["height"] = nullptr;
    EXPECT_EQ(scene_from_json(older.dump()).camera, some_camera());
    for (const nlohmann::json &wrong : {nlohmann::json(0.0), nlohmann::json(-3), nlohmann::json("tall")}) {
        older["camera"]["height"] = wrong;
        EXPECT_THROW((void)scene_from_json(older.dump()), Error) << wrong.dump();
    }
}

TEST(CameraMoves, panning_moves_the_target_with_the_mouse) {
    const Camera camera = some_camera();
    const glm::dvec3 before = view_from_world(camera, view, camera.target);
    const Camera moved = panned(camera, {50.0, -30.0}, view);
    expect_near(view_from_world(moved, view, camera.target), before + glm::dvec3(50.0, -30.0, 0.0));
}

TEST(CameraMoves, zooming_at_a_pixel_keeps_its_place) {
    const Camera camera = some_camera();
    const CameraAxes axes = axes_of(camera);
    const glm::dvec3 place = camera.target + 7.0 * axes.right - 4.0 * axes.up; // in the target's plane
    const glm::dvec3 before = view_from_world(camera, view, place);
    const Camera zoomed_in = zoomed_at(camera, 1.7, glm::dvec2(before), view);
    const glm::dvec3 after = view_from_world(zoomed_in, view, place);
    EXPECT_NEAR(after.x, before.x, 1e-9);
    EXPECT_NEAR(after.y, before.y, 1e-9);
    EXPECT_NEAR(after.z, before.z / 1.7, 1e-9);
}

TEST(CameraMoves, a_full_turn_comes_back) {
    Camera camera = some_camera();
    const Camera before = camera;
    for (int i = 0; i < 90; ++i) {
        camera = orbited(camera, {800.0 * 360.0 / 200.0 / 90.0, 0.0}, view);
    }
    expect_near(camera.eye, before.eye, 1e-6);
}

TEST(CameraMoves, rolling_clockwise_turns_the_picture_clockwise) {
    const Camera camera = some_camera();
    const glm::dvec3 above = camera.target + axes_of(camera).up;
    const glm::dvec3 now = view_from_world(rolled(camera, 90.0), view, above);
    EXPECT_GT(now.x, view.width / 2.0 + 1.0); // what was above is at the right
    EXPECT_NEAR(now.y, view.height / 2.0, 1e-6);
}

TEST(CameraMoves, projection_agrees_with_the_rays_of_pixels) {
    const Camera camera = some_camera();
    const PixelRays rays = pixel_rays(camera, 800, 600);
    const glm::dvec3 direction = rays.corner + 123.0 * rays.dx + 456.0 * rays.dy;
    const glm::dvec3 at = view_from_world(camera, view, camera.eye + 17.0 * direction);
    EXPECT_NEAR(at.x, 123.5, 1e-6); // the middle of the pixel
    EXPECT_NEAR(at.y, 456.5, 1e-6);
    EXPECT_NEAR(at.z, 17.0, 1e-9);
}

TEST(CameraMoves, between_begins_and_ends_at_its_cameras) {
    const Camera a = some_camera(), b = orbited(zoomed(some_camera(), 3.0), {200.0, 80.0}, view);
    expect_near(between(a, b, 0.0).eye, a.eye);
    expect_near(between(a, b, 1.0).eye, b.eye);
    const Camera middle = between(a, b, 0.5);
    const double distance = std::sqrt(glm::length(a.eye - a.target) * glm::length(b.eye - b.target));
    EXPECT_NEAR(glm::length(middle.eye - middle.target), distance, 1e-9);
}

TEST(CameraMoves, framing_shows_every_corner) {
    Grid grid;
    grid.dims = {50, 80, 30};
    for (const double aspect : {0.5, 1.0, 2.0}) {
        const Camera camera = framed(some_camera(), grid, aspect);
        const ViewSize size{600.0 * aspect, 600.0};
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 voxel = (grid.dims_d() - 1.0) * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2);
            const glm::dvec3 at = view_from_world(camera, size, voxel);
            EXPECT_TRUE(at.z > 0.0 && at.x > 0.0 && at.y > 0.0 && at.x < size.width && at.y < size.height);
        }
    }
}

TEST(PixelCrop, rays_of_a_part_are_those_of_the_whole) {
    Camera camera = some_camera();
    const PixelRays whole = pixel_rays(camera, 800, 600);
    camera.crop = PictureCrop{800, 600, 128, 64};
    const PixelRays part = pixel_rays(camera, 32, 16);
    expect_near(part.corner, whole.corner + 128.0 * whole.dx + 64.0 * whole.dy, 1e-14);
    EXPECT_EQ(part.dx, whole.dx);
}

TEST(Resolution, moving_pictures_take_the_target_time) {
    ResolutionGovernor governor(30.0);
    EXPECT_EQ(governor.moving_scale(800, 600), 0.25);
    governor.measured(480000.0, 20.0);
    EXPECT_EQ(governor.moving_scale(800, 600), 1.0);
    ResolutionGovernor slow(30.0);
    slow.measured(480000.0, 100.0); // 3.3 times too slow: 0.55 of the edges
    EXPECT_DOUBLE_EQ(slow.moving_scale(800, 600), 0.5);
    ResolutionGovernor slowest(30.0);
    slowest.measured(1.0, 1000.0);
    EXPECT_EQ(slowest.moving_scale(800, 600), 0.125);
}

// 5 ms whatever is drawn, and 100 ns a pixel.
TEST(Resolution, the_time_of_a_picture_of_no_pixels_is_told_apart) {
    ResolutionGovernor governor(30.0);
    const auto draw = [&](double pixels) { governor.measured(pixels, 5.0 + 1e-4 * pixels); };
    for (int i = 0; i < 8; ++i) { // as the viewer does
        const double scale = governor.moving_scale(800, 600);
        draw(480000.0 * scale * scale);
    }
    const double scale = governor.moving_scale(800, 600), ms = governor.expected_ms(480000.0 * scale * scale);
    EXPECT_LE(ms, 30.0);
    EXPECT_GT(ms, 24.0) << "as large as the time lets it";
    EXPECT_NEAR(governor.expected_ms(480000.0), 53.0, 2.0);
    EXPECT_GT(governor.scale_for(800, 600, 53.5), scale);
}

// 45 ms whatever is drawn, and 100 ns a pixel: a tenth of the edges would save a tenth of the time.
TEST(Resolution, pixels_have_their_share_where_all_else_takes_too_long) {
    ResolutionGovernor governor(30.0);
    for (int i = 0; i < 12; ++i) {
        const double scale = governor.moving_scale(800, 600), pixels = 480000.0 * scale * scale;
        governor.measured(pixels, 45.0 + 1e-4 * pixels);
    }
    const double scale = governor.moving_scale(800, 600);
    EXPECT_GE(scale, 0.375);
    EXPECT_LE(45.0 + 1e-4 * 480000.0 * scale * scale, 60.0);
}

TEST(Resolution, tiles_cover_every_pixel_once) {
    for (const double ms : {1.0, 200.0, 3000.0, 60000.0}) {
        ResolutionGovernor governor(30.0);
        governor.measured(1000.0 * 700.0, ms);
        std::set<std::pair<int, int>> seen;
        for (const Tile &tile : governor.tiles(1000, 700, 45.0)) {
            EXPECT_EQ(tile.x % 64, 0);
            EXPECT_EQ(tile.y % 64, 0);
            for (int y = tile.y; y < tile.y + tile.height; y += 1) {
                for (int x = tile.x; x < tile.x + tile.width; x += 1) {
                    ASSERT_TRUE(seen.insert({x, y}).second);
                }
            }
        }
        EXPECT_EQ(seen.size(), 700000u);
    }
}

TEST(TransferEdit, points_keep_the_function) {
    const TransferFunction transfer = over_values(find_preset("thesis"), {0.0, 255.0});
    TransferFunction again = transfer;
    set_edit_points(again, edit_points(transfer));
    for (double scalar = 0.0; scalar <= 255.0; scalar += 0.37) {
        const glm::dvec4 difference = again.evaluate(scalar) - transfer.evaluate(scalar);
        EXPECT_LT(glm::length(difference), 1e-9) << scalar;
    }
}

TEST(TransferEdit, moved_points_pass_nobody) {
    std::vector<EditPoint> points = {{0.0, {}, 0.0}, {10.0, {}, 0.5}, {20.0, {}, 1.0}};
    move_points(points, {1}, 100.0, 0.7, {0.0, 255.0});
    EXPECT_EQ(points[1].scalar, 20.0);
    EXPECT_EQ(points[1].opacity, 1.0);
    move_points(points, {0, 1}, -100.0, -0.25, {0.0, 255.0});
    EXPECT_EQ(points[0].scalar, 0.0);
    EXPECT_EQ(points[1].scalar, 20.0); // together, or not at all
    EXPECT_EQ(points[1].opacity, 0.75);
}

TEST(TransferEdit, window_and_level_stretch_around_the_middle) {
    TransferFunction transfer;
    set_edit_points(transfer, {{100.0, {}, 0.0}, {200.0, {}, 1.0}});
    const ValueRange span = span_of(windowed(transfer, 30.0, 2.0));
    EXPECT_DOUBLE_EQ(span.min, 80.0);
    EXPECT_DOUBLE_EQ(span.max, 280.0);
}

Scene some_scene() {
    Scene scene;
    scene.volume.source = "synthetic:tree:64";
    scene.volume.spacing = glm::dvec3(1.0, 2.0, 0.1);
    scene.volume.downsample = 2;
    scene.width = 333;
    scene.camera = some_camera();
    scene.transfer = over_values(find_preset("thesis"), {0.0, 255.0});
    RenderSettings &settings = scene.settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{12.5, {0.1f, 0.2f, 0.3f}, 0.4f}, {99.0, {1.0f, 0.5f, 0.25f}, 1.0f}};
    settings.surface_method = SurfaceMethod::raycast;
    settings.extraction = Extraction::scan;
    settings.surface_layers = 5;
    settings.classification = Classification::preintegrated;
    settings.shading = Shading::none;
    settings.gradient = Gradient::on_the_fly;
    settings.traversal = Traversal::buffered_for_for;
    settings.loops = LoopParams{3, 16, 4, 16, 2, 5};
    settings.step = 0.1;
    settings.opacity_cutoff = 0.93;
    settings.leaf_size = 16;
    settings.threshold = 0.3;
    settings.jitter = true;
    settings.full_gradient = 0.07;
    settings.background = {0.1f, 0.2f, 0.3f};
    settings.light.direction = glm::dvec3(1.0, -1.0, 0.3);
    settings.light.shininess = 77.7f;
    settings.light.specular = {0.11f, 0.22f, 0.33f};
    settings.shadows = Shadows::quarter;
    settings.ambient_occlusion = 12;
    settings.clip_low = {0.1, 0.0, 0.2};
    settings.clip_high = {0.9, 0.8, 0.7};
    settings.clip_planes = {{{0.0, 1.0, 0.5}, 12.25}};
    settings.group_width = 32;
    return scene;
}

TEST(Session, every_field_survives) {
    const Scene scene = some_scene();
    const std::string text = to_json(scene).dump();
    EXPECT_NE(to_json(scene.settings).dump(), to_json(RenderSettings{}).dump());
    EXPECT_EQ(to_json(scene_from_json(text)).dump(), text);
    EXPECT_EQ(scene_from_json(text).settings.light.specular, scene.settings.light.specular);
    EXPECT_EQ(scene_from_json(text).camera.eye, scene.camera.eye);
    EXPECT_EQ(scene_from_json(text).settings.surfaces, scene.settings.surfaces);
}

TEST(Session, what_is_wrong_is_named) {
    nlohmann::ordered_json json = to_json(some_scene());
    const auto message = [](const nlohmann::ordered_json &value) -> std::string {
        try {
            scene_from_json(value.dump());
        } catch (const UsageError &error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(json), "");
    nlohmann::ordered_json wrong = json;
    wrong["settings"]["step"] = "small";
    EXPECT_NE(message(wrong).find("step"), std::string::npos);
    wrong = json;
    wrong["settings"]["traversal"] = "walk";
    EXPECT_NE(message(wrong).find("walk"), std::string::npos);
    wrong = json;
    wrong["settings"]["step"] = -1.0;
    EXPECT_NE(message(wrong).find("step"), std::string::npos);
    wrong = json;
    wrong.erase("transfer");
    EXPECT_NE(message(wrong), "");
    EXPECT_THROW(scene_from_json("[1, 2"), UsageError);
    EXPECT_THROW(scene_from_json("{}"), UsageError);
}

TEST(PngText, other_readers_of_png_see_a_sound_file) {
    // Checksum of "iTXt" with this content by zlib: python3 -c "import zlib;
    // print(hex(zlib.crc32(b'iTXta\0\0\0\0\0b')))"
    const std::string header = std::string("\x89PNG\r\n\x1a\n", 8) + std::string(25, 'h');
    std::string png = header;
    insert_png_text(png, "a", "b");
    const std::string chunk = png.substr(header.size());
    ASSERT_EQ(chunk.size(), 4u + 4u + 7u + 4u);
    EXPECT_EQ(chunk.substr(0, 15), std::string("\0\0\0\7iTXta\0\0\0\0\0b", 15));
    EXPECT_EQ(chunk.substr(15), std::string("\x9f\x0c\x04\x42", 4));
    EXPECT_THROW(insert_png_text(png = "no picture", "a", "b"), UsageError);
}

TEST(PngText, broken_files_hold_no_text) {
    EXPECT_FALSE(find_png_text("", "a"));
    EXPECT_FALSE(find_png_text(std::string("\x89PNG\r\n\x1a\n\xff\xff\xff\xffiTXta", 17), "a"));
}

TEST(History, one_settled_edit_is_one_step_and_the_camera_stays) {
    Scene scene = some_scene();
    History history;
    history.begin(scene);
    EXPECT_FALSE(history.can_undo());
    scene.settings.step = 0.2;
    scene.settings.step = 0.3;
    history.settle_edits(scene);
    scene.camera = zoomed(scene.camera, 2.0);
    const Camera camera = scene.camera;
    history.settle_edits(scene);
    history.undo(scene);
    EXPECT_EQ(scene.settings.step, 0.1);
    EXPECT_EQ(scene.camera.eye, camera.eye);
    EXPECT_FALSE(history.can_undo());
    history.redo(scene);
    EXPECT_EQ(scene.settings.step, 0.3);
}

TEST(Keys, no_key_means_two_things_and_the_documentation_lists_all) {
    std::set<std::tuple<SDL_Keycode, bool, bool>> seen;
    for (const KeyBinding &binding : key_bindings()) {
        EXPECT_TRUE(seen.insert({binding.key, binding.control, binding.shift}).second) << binding.name;
    }
    std::ifstream stream(VOXMARCH_SOURCE_DIR "/docs/viewer.md");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_NE(text.find(keys_markdown()), std::string::npos) << "put this into docs/viewer.md:\n" << keys_markdown();
}

} // namespace

} // namespace voxmarch
