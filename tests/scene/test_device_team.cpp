// Pictures that several devices draw are those of one, bit for bit; failures and cancelling end them, and nothing else.
#include "scene/dealt_pictures.h"
#include "scene/device_team.h"

#include "device_fixture.h"
#include "renderer/views.h"
#include "scene/animation.h"
#include "scene/first_look.h"
#include "tests/device/fault_layer.h"
#include "transfer/preset.h"

#include <CL/cl.h>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

namespace voxmarch {
namespace {

/// PoCL shows four devices if this is set before the first OpenCL call; elsewhere all are the same one, with contexts
/// of their own.
const bool four_devices_wanted = setenv("POCL_DEVICES", "pthread pthread pthread pthread", 0) == 0;

/// The first so many of four opened devices, never closed.
std::vector<Device *> devices(std::size_t count) {
    static const std::vector<Device *> four = [] {
        std::vector<Device *> opened{&test_device()};
        const bool several = four_devices_wanted && list_devices().size() >= 4;
        for (int i = 1; i < 4; ++i) {
            opened.push_back(new Device(several ? i : test_device().info().index, environment_options()));
        }
        return opened;
    }();
    return {four.begin(), four.begin() + std::ptrdiff_t(count)};
}

std::shared_ptr<SceneContent> make_content() {
    const std::array<int, 3> dims{40, 33, 29};
    auto content = std::make_shared<SceneContent>(SceneContent{blob_volume(dims, ScalarType::u8)});
    content->labels = slab_labels(dims, 8);
    return content;
}

Scene make_scene(const SceneContent &content) {
    Scene scene;
    scene.width = 101;
    scene.height = 67;
    scene.camera = standard_view(content.volume.grid());
    scene.transfer = smooth_transfer();
    scene.settings.background = {0.1f, 0.2f, 0.3f};
    return scene;
}

/// One renderer, and teams of two and four that it leads.
class DeviceTeams : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        content = make_content();
        first = new SceneRenderer(test_device(), content);
        two = new DeviceTeam(*first, devices(2));
        four = new DeviceTeam(*first, devices(4));
    }
    static void TearDownTestSuite() {
        delete four;
        delete two;
        delete first;
        content.reset();
    }

    static Image draw_with(DeviceTeam &team, const Scene &scene, const SharingSettings &sharing = {}) {
        FrameStatistics statistics;
        return draw_picture(scene, [&](const RenderSettings &settings) {
            Image image = team.draw(scene, settings, sharing, statistics);
            EXPECT_EQ(statistics.rays, std::uint64_t(scene.width) * std::uint64_t(scene.height));
            EXPECT_GT(statistics.frame_ms, 0.0);
            return image;
        });
    }

    /// The first picture is dealt in many parts, the second is cut by the costs of the first.
    static void expect_same(const Scene &scene, const std::string &what) {
        const Image alone = first->draw(scene);
        EXPECT_FALSE(
            std::all_of(alone.rgba.begin() + 4, alone.rgba.end(),
                        [&, i = 0](std::uint8_t byte) mutable { return byte == alone.rgba[std::size_t(i++ % 4)]; }))
            << what << ": nothing is seen";
        for (DeviceTeam *team : {two, four}) {
            for (int picture = 0; picture < 2; ++picture) {
                EXPECT_EQ(draw_with(*team, scene).rgba, alone.rgba) << what << " by " << team->size();
                std::uint64_t pixels = 0;
                for (const PictureShare &share : team->shares()) {
                    EXPECT_GT(share.parts, 0);
                    pixels += share.pixels;
                }
                EXPECT_EQ(pixels, std::uint64_t(scene.width) * std::uint64_t(scene.height));
            }
        }
    }

    static std::shared_ptr<SceneContent> content;
    static SceneRenderer *first;
    static DeviceTeam *two, *four;
};

std::shared_ptr<SceneContent> DeviceTeams::content;
SceneRenderer *DeviceTeams::first;
DeviceTeam *DeviceTeams::two;
DeviceTeam *DeviceTeams::four;

TEST_F(DeviceTeams, classifications_and_cuts) {
    Scene scene = make_scene(*content);
    expect_same(scene, "post");
    scene.settings.jitter = true;
    expect_same(scene, "jitter");
    scene.settings.clip_low = {0.1f, 0.0f, 0.2f};
    scene.settings.clip_planes = {{{1.0, 0.3, 0.2}, -8.0}};
    expect_same(scene, "clipped");
    scene.settings.classification = Classification::pre;
    expect_same(scene, "pre");
    scene.settings.classification = Classification::preintegrated;
    scene.transparent = true;
    expect_same(scene, "preintegrated and transparent");
    scene.transfer.widgets = {{WidgetShape::rectangle, 0.3, 0.8, 0.0, 0.5, {0.2, 0.9, 0.4}, 0.5}};
    scene.settings.classification = Classification::post;
    expect_same(scene, "two dimensions");
}

TEST_F(DeviceTeams, one_device_takes_the_noise_out) {
    Scene scene = make_scene(*content);
    scene.settings.lighting = Lighting::traced;
    scene.settings.finish.samples = 2;
    scene.settings.trace.denoise = true;
    EXPECT_EQ(draw_with(*four, scene).rgba, first->draw(scene).rgba);
    EXPECT_TRUE(four->shares().empty());
}

TEST_F(DeviceTeams, labels_light_and_surroundings) {
    Scene scene = make_scene(*content);
    scene.settings.shading = Shading::phong;
    scene.label_styles = {{1.0f, {}}, {0.0f, {}}, {1.0f, glm::vec3(1.0f, 0.0f, 0.0f)}};
    expect_same(scene, "labels");
    scene.settings.shadows = Shadows::half;
    scene.settings.ambient_occlusion = 3;
    expect_same(scene, "shadows and ambient occlusion");
    scene.settings.gradient = Gradient::on_the_fly;
    scene.settings.light.direction = {0.3, 1.0, -0.2};
    expect_same(scene, "another light, gradients on the fly");
}

TEST_F(DeviceTeams, projections) {
    Scene scene = make_scene(*content);
    for (const Blend blend : {Blend::mip, Blend::minip, Blend::average}) {
        scene.settings.blend = blend;
        expect_same(scene, std::string(name_of(blend)));
    }
}

TEST_F(DeviceTeams, isosurfaces) {
    Scene scene = make_scene(*content);
    scene.settings.surfaces = {{120.3, {0.9f, 0.5f, 0.2f}, 0.5f}, {190.7, {0.4f, 0.5f, 0.9f}, 1.0f}};
    for (const SurfaceMethod method : {SurfaceMethod::mesh, SurfaceMethod::raycast}) {
        for (const Mode mode : {Mode::isosurface, Mode::both}) {
            scene.settings.surface_method = method;
            scene.settings.mode = mode;
            expect_same(scene, std::string(name_of(method)) + " " + std::string(name_of(mode)));
        }
    }
}

TEST_F(DeviceTeams, cameras_sizes_and_parts_of_any_length) {
    Scene scene = make_scene(*content);
    scene.settings.jitter = true;
    for (const auto &[width, height] : {std::pair(3, 2), {1, 1}, {257, 31}, {64, 300}}) {
        scene.width = width;
        scene.height = height;
        const Image alone = first->draw(scene);
        EXPECT_EQ(draw_with(*four, scene).rgba, alone.rgba) << width << "x" << height;
    }
    scene.width = 160;
    scene.height = 120;
    const std::vector<Camera> cameras = turntable_cameras(scene.camera, 3);
    for (const Camera &camera : cameras) {
        scene.camera = camera;
        SharingSettings sharing;
        double last = 0.0;
        sharing.longest_part_ms = 0.2; // several parts
        sharing.progress = [&](double share) {
            EXPECT_GE(share, last);
            last = share;
        };
        EXPECT_EQ(draw_with(*four, scene, sharing).rgba, first->draw(scene).rgba);
        EXPECT_EQ(last, 1.0);
    }
}

TEST_F(DeviceTeams, one_device_draws_alone) {
    DeviceTeam one(*first, devices(1));
    const Scene scene = make_scene(*content);
    EXPECT_EQ(draw_with(one, scene).rgba, first->draw(scene).rgba);
    EXPECT_TRUE(one.shares().empty());
    EXPECT_EQ(one.device().name, test_device().info().name);
    EXPECT_EQ(four->device().name, "4 x " + test_device().info().name);
}

/// Nobody knows how slow the first picture is.
TEST_F(DeviceTeams, parts_of_the_first_picture_are_drawn_in_slabs) {
    Scene scene = make_scene(*content);
    scene.width = 64;
    scene.height = 1024;
    DeviceTeam team(*first, devices(2));
    int frames = 0; // of member 0
    first->renderer_for(scene).report_stages([&](Stage stage, double) { frames += stage == Stage::frame ? 1 : 0; });
    const Image image = draw_with(team, scene);
    EXPECT_GT(frames, team.shares().front().parts);
    frames = 0;
    EXPECT_EQ(draw_with(team, scene).rgba, image.rgba);
    EXPECT_EQ(frames, team.shares().front().parts);
    first->renderer_for(scene).report_stages({});
    EXPECT_EQ(image.rgba, first->draw(scene).rgba);
}

TEST_F(DeviceTeams, a_failing_device_ends_the_picture_with_its_name_and_the_next_one_is_whole) {
    const Scene scene = make_scene(*content);
    const Image alone = first->draw(scene);
    for (const int nth : {1, 2, 3, 5, 8}) {
        DeviceTeam team(*first, devices(4)); // deals parts, as it knows nothing
        for (int member = 1; member < 4; ++member) {
            team.renderer(std::size_t(member)).draw(scene); // faults below are those of frames
        }
        std::string error;
        inject_fault("clEnqueueNDRangeKernel", nth, CL_OUT_OF_RESOURCES);
        try {
            (void)draw_with(team, scene);
        } catch (const DeviceError &failed) {
            error = failed.what();
        }
        EXPECT_TRUE(end_fault());
        EXPECT_EQ(error.rfind("device ", 0), 0u) << error;
        EXPECT_NE(error.find("CL_OUT_OF_RESOURCES"), std::string::npos) << error;
        EXPECT_EQ(draw_with(team, scene).rgba, alone.rgba);
    }
}

TEST_F(DeviceTeams, what_progress_throws_ends_the_picture) {
    const Scene scene = make_scene(*content);
    struct Cancelled {};
    SharingSettings sharing;
    sharing.longest_part_ms = 0.2;
    sharing.progress = [](double) { throw Cancelled(); };
    EXPECT_THROW((void)draw_with(*four, scene, sharing), Cancelled);
    EXPECT_EQ(draw_with(*four, scene).rgba, first->draw(scene).rgba);
}

/// first .. end - 1
std::function<std::optional<int>()> numbers(int first, int end) {
    return [first, end]() mutable { return first < end ? std::optional(first++) : std::nullopt; };
}

/// A side as it is.
Scene whole(const Scene &side, std::size_t) { return side; }

/// Pictures of a turn: all of them, in order, the same as alone.
TEST_F(DeviceTeams, whole_pictures_are_handed_over_in_order) {
    const Scene scene = make_scene(*content);
    const std::vector<Camera> cameras = turntable_cameras(scene.camera, 11);
    const auto scene_of = [&](int number, std::size_t) {
        Scene one = scene;
        one.camera = cameras[std::size_t(number)];
        return one;
    };
    for (DeviceTeam *team : {two, four}) {
        int next = 1;
        deal_pictures(*team, numbers(1, 11), scene_of, whole, [&](int number, const DealtPicture &picture) {
            EXPECT_EQ(number, next++);
            EXPECT_TRUE(picture.scene.camera == cameras[std::size_t(number)]);
            EXPECT_LT(picture.member, team->size());
        });
        EXPECT_EQ(next, 11);
        std::vector<Image> images(11);
        deal_pictures(*team, numbers(0, 11), scene_of, whole, [&](int number, DealtPicture picture) {
            images[std::size_t(number)] = std::move(picture.sides.front());
        });
        for (int number = 0; number < 11; ++number) {
            EXPECT_EQ(images[std::size_t(number)].rgba, first->draw(scene_of(number, 0)).rgba) << number;
        }
    }
}

TEST_F(DeviceTeams, pictures_before_the_first_failure_are_handed_over_and_none_behind_it) {
    const Scene scene = make_scene(*content);
    for (const int failing : {0, 3, 6}) {
        std::vector<int> taken;
        const auto take = [&](int number, const DealtPicture &) { taken.push_back(number); };
        const auto scene_of = [&](int number, std::size_t) {
            if (number == failing || number == failing + 1) {
                throw UsageError("picture " + std::to_string(number));
            }
            return scene;
        };
        std::string error;
        try {
            deal_pictures(*four, numbers(0, 40), scene_of, whole, take);
        } catch (const UsageError &failed) {
            error = failed.what();
        }
        EXPECT_EQ(error, "picture " + std::to_string(failing));
        EXPECT_EQ(taken.size(), std::size_t(failing));
        EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end()));
    }
    int taken = 0;
    const auto full = [&](int, const DealtPicture &) {
        if (++taken == 5) {
            throw OutputError("5.png", "no room");
        }
    };
    EXPECT_THROW(deal_pictures(
                     *four, numbers(0, 40), [&](int, std::size_t) { return scene; }, whole, full),
                 OutputError);
    EXPECT_EQ(taken, 5);
}

} // namespace
} // namespace voxmarch
