// Scenes drawn through SceneRenderer are the pictures of a VolumeRenderer set up by hand, bit for bit.
#include "scene/scene_renderer.h"

#include "device_fixture.h"
#include "scene/draw_in_parts.h"
#include "scene/first_look.h"
#include "scene/skeleton_tubes.h"
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

} // namespace

} // namespace voxmarch
