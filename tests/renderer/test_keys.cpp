// What a renderer keeps between frames is never out of date: every single change of what it is told gives the picture
// of a renderer that was never told anything else.
#include "device_fixture.h"
#include "renderer/views.h"
#include "tests/support/picture_fields.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <set>
#include <string_view>

namespace voxmarch {
namespace {

/// A mesh of the user's own: a square in the plane z = `place.z`.
struct OwnMesh {
    glm::vec3 place{4.0f, 10.0f, 12.0f}; ///< its middle, voxel space
    glm::vec3 color{0.2f, 0.7f, 0.3f};
    float opacity = 1.0f;
    bool operator==(const OwnMesh &) const = default;
};

/// Everything that a renderer is told of a picture.
struct Document {
    RenderSettings settings;
    Camera camera;
    TransferFunction transfer;
    TransferFunction second; ///< of a second channel, if there is one
    int visible = 3;         ///< channels that are shown, bit by bit
    int label_width = 0;     ///< of slabs along x, voxels; 0: no labels
    std::vector<LabelStyle> styles;
    std::vector<OwnMesh> meshes;
    int width = 24, height = 18;
    int time = 0, second_time = 0; ///< whose voxels are drawn
    bool operator==(const Document &) const = default;
};

FIELDS(OwnMesh, place, color, opacity)
FIELDS(Document, settings, camera, transfer, second, visible, label_width, styles, meshes, width, height, time,
       second_time)

ColoredMesh square(const OwnMesh &own) {
    Mesh mesh;
    for (const glm::vec3 corner : {glm::vec3(-3, -3, 0), {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}) {
        mesh.positions.push_back(own.place + corner);
        mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
    }
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return {mesh, own.color, nullptr, own.opacity};
}

/// Volumes of one grid and of all times.
struct Channels {
    std::vector<Volume> first, second; ///< at each time; of a second channel, empty: there is none

    const Volume &first_at(const Document &document) const { return at(first, document.time); }
    const Volume &second_at(const Document &document) const { return at(second, document.second_time); }

private:
    static const Volume &at(const std::vector<Volume> &times, int time) {
        return times[static_cast<std::size_t>(std::abs(time)) % times.size()];
    }
};

/// A renderer that is told what has changed, as a program with widgets would tell it.
class ToldRenderer {
public:
    /// @param begin  whose voxels it is made of
    ToldRenderer(const Channels &channels, SamplingBackend backend, const Document &begin)
        : channels_(&channels), renderer_(test_device(), channels.first_at(begin), backend), time_(begin.time),
          second_time_(begin.second_time) {
        if (!channels.second.empty()) {
            renderer_.add_channel(channels.second_at(begin));
        }
    }

    Image draw(const Document &wanted) {
        if (std::exchange(time_, wanted.time) != wanted.time) {
            renderer_.replace_voxels(channels_->first_at(wanted));
        }
        if (std::exchange(second_time_, wanted.second_time) != wanted.second_time && renderer_.channels() > 1) {
            renderer_.replace_voxels(channels_->second_at(wanted), 1);
        }
        if (!told_ || told_->transfer != wanted.transfer) {
            renderer_.set_transfer(wanted.transfer);
        }
        if (renderer_.channels() > 1 && (!told_ || told_->second != wanted.second)) {
            renderer_.set_transfer(wanted.second, {}, 1);
        }
        if (renderer_.channels() > 1 && (!told_ || told_->visible != wanted.visible)) {
            renderer_.show_channels(static_cast<unsigned>(wanted.visible) & 3u);
        }
        if (!told_ || told_->label_width != wanted.label_width || told_->styles != wanted.styles) {
            const bool any = wanted.label_width > 0;
            const Volume labels = slab_labels(channels_->first.front().grid().dims, any ? wanted.label_width : 1);
            renderer_.set_labels(any ? &labels : nullptr, wanted.styles);
        }
        if (!told_ || told_->meshes != wanted.meshes) {
            std::vector<ColoredMesh> meshes;
            std::transform(wanted.meshes.begin(), wanted.meshes.end(), std::back_inserter(meshes), square);
            renderer_.set_meshes(meshes);
        }
        told_ = wanted;
        return renderer_.render(wanted.camera, wanted.width, wanted.height, wanted.settings);
    }

    StageCounts stage_counts() const { return renderer_.stage_counts(); }

private:
    const Channels *channels_;
    VolumeRenderer renderer_;
    int time_, second_time_;
    std::optional<Document> told_;
};

/// Empty where the renderer refuses.
std::optional<Image> fresh_picture(const Channels &channels, SamplingBackend backend, const Document &wanted) {
    try {
        return ToldRenderer(channels, backend, wanted).draw(wanted);
    } catch (const Error &) {
        return {};
    }
}

/// What of the derived data a camera has nothing to do with.
StageCounts without_view(StageCounts counts) {
    counts.light = counts.visibility = counts.layers = 0; // the headlight goes with the camera
    return counts;
}

/// Several samples of a pixel are views of their own: each finds its triangles and their colours, in every frame.
StageCounts without_samples(StageCounts counts) {
    counts.visibility = counts.layers = 0;
    return counts;
}

/// Settings that choose programs but not pictures. Each takes seconds to compile on a CPU.
bool is_speed_setting(const std::string &path) {
    static constexpr std::string_view parts[] = {"traversal", "loops", "group_", "local_padding", "node_coding"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return path.find(part) != path.npos; });
}

/// What a change came to, in the scene in which it came to most.
enum class Outcome { refused, unseen, seen };
using Outcomes = std::map<std::string, Outcome>;

/// Draws a scene, each change of it, and the scene again.
/// @param with_speed  changes what is_speed_setting(), too
void expect_every_change_to_be_seen(const Channels &channels, SamplingBackend backend, Document scene, bool with_speed,
                                    Outcomes &outcomes) {
    ToldRenderer warm(channels, backend, scene);
    const Image plain = warm.draw(scene);
    const Document before = scene;
    const auto visit = [&](const std::string &path) {
        if (!with_speed && is_speed_setting(path)) {
            return true;
        }
        Outcome &outcome = outcomes[path];
        const std::optional<Image> expected = fresh_picture(channels, backend, scene);
        if (!expected) {
            return false;
        }
        const StageCounts made = warm.stage_counts();
        EXPECT_EQ(warm.draw(scene).rgba, expected->rgba) << path;
        const StageCounts made_now = warm.stage_counts();
        if (path.starts_with("camera.")) {
            EXPECT_EQ(without_view(made_now), without_view(made)) << path;
        }
        EXPECT_EQ(warm.draw(scene).rgba, expected->rgba) << path << ", once more";
        const StageCounts made_again = warm.stage_counts();
        if (const auto samples = static_cast<std::uint64_t>(scene.settings.finish.samples); samples > 1) {
            EXPECT_EQ(without_samples(made_again), without_samples(made_now)) << path;
            EXPECT_LE(made_again.visibility - made_now.visibility, samples) << path;
            EXPECT_LE(made_again.layers - made_now.layers, samples) << path;
        } else {
            EXPECT_EQ(made_again, made_now) << path << " makes something anew in every frame";
        }
        EXPECT_EQ(warm.draw(before).rgba, plain.rgba) << path << ", and back";
        outcome = std::max(outcome, expected->rgba != plain.rgba ? Outcome::seen : Outcome::unseen);
        return true;
    };
    EveryChange(visit).of(scene, "");
}

/// What one label shows in the place of the volume's function.
TransferFunction function_of_label() {
    TransferFunction transfer;
    transfer.name = "of a label";
    transfer.colors = {{0.0, {0.9, 0.9, 0.1}}, {1.0, {0.1, 0.9, 0.9}}};
    transfer.opacities = {{0.1, 0.0}, {0.35, 0.5}, {0.7, 0.1}, {1.0, 0.4}};
    return transfer;
}

struct NamedScene {
    const char *name;
    std::function<void(Document &)> apply;
    bool has_second_channel = false;
};

const std::vector<NamedScene> &scenes() {
    static const std::vector<NamedScene> all = {
        {"post-classified", [](Document &) {}},
        {"pre-classified, shadows marched through the octree, a part of a picture",
         [](Document &d) {
             d.settings.classification = Classification::pre;
             d.settings.traversal = Traversal::for_for; // as the next one by buffer kernels: packets round otherwise
             d.settings.loops = LoopParams{2, 8, 4, 8, 2, 2};
             d.settings.jitter = true;
             d.settings.shadows = Shadows::quarter;
             d.settings.shadow_method = ShadowMethod::marched;
             d.settings.light.direction = glm::dvec3(1.0, 0.5, 0.2);
             d.camera.crop = PictureCrop{40, 30, 8, 6};
         }},
        {"pre-integrated, ambient occlusion, labels",
         [](Document &d) {
             d.settings.classification = Classification::preintegrated;
             d.settings.step = 2.3; // what a segment sees reaches over leaves
             d.settings.leaf_size = 1;
             d.settings.traversal = Traversal::octant_distance_map;
             d.settings.ambient_occlusion = 3;
             d.settings.shadows = Shadows::half;
             d.settings.light.direction = glm::dvec3(0.4, 1.0, -0.2);
             d.settings.light.follows_camera = true;
             d.label_width = 4;
         }},
        {"surroundings without shadows, asked for where they are dark",
         [](Document &d) {
             d.settings.ambient_occlusion = 4;
             d.settings.shading = Shading::none;
             d.settings.light.ambient = glm::vec3(1.0f);
             d.transfer.opacities = {{0.2, 0.02}, {0.6, 0.6}, {0.75, 0.1}, {1.0, 0.5}};
             d.width = 48;
             d.height = 36;
             d.settings.traversal = Traversal::octant_distance_map;
         }},
        {"two-dimensional function, shadows propagated",
         [](Document &d) {
             d.transfer.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5},
                                   {WidgetShape::rectangle, 0.4, 0.95, 0.0, 0.3, {0.2, 0.4, 1.0}, 0.3}};
             d.settings.shadows = Shadows::full;
             d.settings.light.direction = glm::dvec3(-0.4, 1.0, 0.6);
             d.settings.traversal = Traversal::distance_map;
         }},
        {"pre-classified by scalar and gradient, shadows",
         [](Document &d) {
             d.settings.classification = Classification::pre;
             d.transfer.widgets = {{WidgetShape::gaussian, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5, 0.5},
                                   {WidgetShape::polygon,
                                    0.4,
                                    0.95,
                                    0.0,
                                    0.3,
                                    {0.2, 0.4, 1.0},
                                    0.5,
                                    0.6,
                                    {{0.0, 0.1}, {1.0, 0.0}, {0.9, 0.8}, {0.3, 1.0}}}};
             d.settings.shadows = Shadows::full;
             d.settings.light.direction = glm::dvec3(-0.4, 1.0, 0.6);
             d.settings.traversal = Traversal::octant_distance_map;
         }},
        {"gradient opacities and a length that opacities are told per",
         [](Document &d) {
             d.transfer.gradient_opacities = {{0.005, 0.1}, {0.03, 1.0}, {0.08, 0.5}};
             d.transfer.opacity_distance = 1.5;
             d.settings.traversal = Traversal::distance_map;
         }},
        {"strides under light",
         [](Document &d) {
             d.settings.adaptive_step = true;
             d.settings.step = 0.25;
             d.settings.traversal = Traversal::distance_map;
         }},
        {"largest value",
         [](Document &d) {
             d.settings.blend = Blend::mip;
             d.settings.traversal = Traversal::for_for;
         }},
        {"mean value of labels",
         [](Document &d) {
             d.settings.blend = Blend::average;
             d.settings.traversal = Traversal::while_while;
             d.label_width = 5;
         }},
        {"meshes of isosurfaces, shadows",
         [](Document &d) {
             d.settings.mode = Mode::isosurface;
             d.settings.surface_layers = 1;
             d.settings.shadows = Shadows::half;
             d.settings.light.direction = glm::dvec3(1.0, 1.0, 0.3);
         }},
        {"isosurfaces along rays, labels",
         [](Document &d) {
             d.settings.mode = Mode::isosurface;
             d.settings.surface_method = SurfaceMethod::raycast;
             d.label_width = 4;
             d.styles[0].transfer = function_of_label();
         }},
        {"isosurfaces along rays in a volume",
         [](Document &d) {
             d.settings.mode = Mode::both;
             d.settings.surface_method = SurfaceMethod::raycast;
             d.settings.traversal = Traversal::buffered_for_for_with_flags;
             d.settings.jitter = true;
         }},
        {"labels with functions, smooth borders, shadows",
         [](Document &d) {
             d.settings.traversal = Traversal::octant_distance_map;
             d.settings.label_edges = LabelEdges::smooth;
             d.settings.shadows = Shadows::half;
             d.settings.light.direction = glm::dvec3(0.4, 1.0, -0.2);
             d.label_width = 4;
             d.styles[1].transfer = function_of_label();
         }},
        {"labels with functions, pre-classified",
         [](Document &d) {
             d.settings.classification = Classification::pre;
             d.settings.traversal = Traversal::distance_map;
             d.label_width = 5;
             d.styles[0].transfer = function_of_label();
         }},
        {"two channels, shadows and labels",
         [](Document &d) {
             d.settings.traversal = Traversal::octant_distance_map;
             d.settings.shadows = Shadows::half;
             d.settings.light.direction = glm::dvec3(0.4, 1.0, -0.2);
             d.label_width = 4;
         },
         true},
        {"two channels pre-classified",
         [](Document &d) {
             d.settings.classification = Classification::pre;
             d.settings.traversal = Traversal::distance_map;
             d.settings.channel_blend = ChannelBlend::additive;
         },
         true},
        {"two channels projected",
         [](Document &d) {
             d.settings.blend = Blend::mip;
             d.settings.traversal = Traversal::for_for;
         },
         true},
        {"isosurfaces of two channels",
         [](Document &d) {
             d.settings.mode = Mode::isosurface;
             d.settings.surfaces.push_back({130.5, {0.2f, 0.6f, 0.9f}, 0.5f, 1});
         },
         true},
        {"meshes of both kinds in a volume",
         [](Document &d) {
             d.settings.mode = Mode::both;
             d.settings.gradient = Gradient::on_the_fly;
             d.settings.classification = Classification::pre;
             d.meshes = {OwnMesh{}};
             d.label_width = 6;
             d.width = 48;
             d.height = 36;
         }},
        {"materials by scalar under several lights",
         [](Document &d) {
             d.transfer.materials = {{0.2, 0.1, 0.9, 0.0, 8.0}, {0.8, 0.4, 0.5, 0.75, 60.0}};
             d.settings.side_lights = {{{-1.0, 0.2, 0.4}, true, {0.6f, 0.4f, 0.2f}}};
             d.settings.gradient_of = GradientSource::opacity;
         }},
        {"isosurfaces under several lights",
         [](Document &d) {
             d.settings.mode = Mode::isosurface;
             d.settings.side_lights = {{{-1.0, 0.2, 0.4}, false, {0.6f, 0.4f, 0.2f}}};
         }},
    };
    return all;
}

/// So smooth that leaves of the octree differ in what they hold.
/// @param phase  0 of the volume, something else of a second channel
Volume smooth_volume(double phase = 0.0) {
    VolumeHeader header;
    header.grid.dims = {20, 17, 14};
    header.grid.spacing = {1.0, 1.25, 0.9};
    header.name = "smooth";
    return volume_of(header, [=](int x, int y, int z) {
        return 127.5 + 42.0 * (std::sin(0.24 * x + phase) + std::cos(0.22 * y + 1.0) + std::sin(0.26 * z + 0.5));
    });
}

/// Everything that a scene may take has a value, so that this is changed, too.
Document full_document(const Volume &volume) {
    Document document;
    document.camera = standard_view(volume.grid());
    document.camera.up = {0.1, 1.0, 0.2};
    document.settings.surfaces = {{160.5, {0.9f, 0.3f, 0.1f}, 0.5f}, {100.5, {0.5f, 0.6f, 0.7f}, 1.0f}};
    document.settings.clip_planes = {{{-1.0, 0.2, -1.0}, -17.0}};
    document.settings.clip_low = {0.1, 0.0, 0.05};
    document.settings.full_gradient = 0.05;
    document.settings.leaf_size = 2;
    document.settings.threshold = 0.99; // most nodes of small volumes would be marched through
    // Something hidden lies between what is seen: leaves of the octree are empty there.
    document.transfer.colors = {{0.0, {0.1, 0.2, 0.9}}, {0.5, {0.9, 0.6, 0.1}}, {1.0, {1.0, 1.0, 0.9}}};
    document.transfer.opacities = {{0.2, 0.0}, {0.3, 0.4}, {0.4, 0.0}, {0.75, 0.0}, {1.0, 0.6}};
    document.second.colors = {{0.0, {0.1, 0.9, 0.1}}, {1.0, {0.9, 0.2, 0.9}}};
    document.second.opacities = {{0.3, 0.0}, {0.5, 0.4}, {0.6, 0.0}, {0.8, 0.0}, {1.0, 0.7}};
    document.second.name = "second";
    document.styles = {{1.0f, {}}, {0.5f, glm::vec3(0.2f, 0.9f, 0.4f)}, {0.0f, {}}};
    return document;
}

/// Settings that decide how fast a picture is made, words for people, and planes and points that are there twice.
const std::set<std::string> &never_seen() {
    static const std::set<std::string> paths = {"settings.extraction",
                                                "settings.traversal",
                                                "settings.loops given or not",
                                                "settings.loops.node_steps",
                                                "settings.loops.marching_steps",
                                                "settings.loops.fused_steps",
                                                "settings.loops.buffer_length",
                                                "settings.loops.decisions",
                                                "settings.loops.pool_tiles",
                                                "settings.threshold",
                                                "settings.node_coding",
                                                "settings.group_width",
                                                "settings.group_height",
                                                "settings.local_padding",
                                                "transfer.name",
                                                "transfer.description",
                                                "styles[].transfer.name",
                                                "styles[].transfer.description",
                                                "styles[].transfer.widgets longer", // refused
                                                "styles[].transfer.colors longer",
                                                "styles[].transfer.opacities longer",
                                                "styles[].transfer.gradient_opacities longer",
                                                "styles[].transfer.materials longer", // refused
                                                "second.materials longer",            // refused
                                                "transfer.materials longer",
                                                "styles[].transfer.emissions longer",
                                                "second.emissions longer",
                                                "transfer.emissions longer",
                                                "styles[].transfer.voxel_length",
                                                "styles[].transfer.mean_spacing",
                                                "settings.clip_planes longer",
                                                "second.name",
                                                "second.description",
                                                "second.colors longer",
                                                "second.opacities longer",
                                                "second.widgets longer", // refused
                                                "second.gradient_opacities longer",
                                                "transfer.gradient_opacities longer",
                                                "transfer.voxel_length", // the volume's, whatever is told
                                                "transfer.mean_spacing",
                                                "second.voxel_length",
                                                "second.mean_spacing",
                                                "transfer.colors longer",
                                                "transfer.widgets[].corners longer",
                                                "transfer.opacities longer"};
    return paths;
}

TEST(Keys, every_single_change_of_a_scene_is_seen_at_once) {
    const auto times = [](double phase) {
        std::vector<Volume> volumes;
        volumes.push_back(smooth_volume(phase));
        volumes.push_back(smooth_volume(phase + 0.8)); // of another range, too
        return volumes;
    };
    const Channels one{times(0.0), {}}, two{times(0.0), times(1.7)};
    const std::vector<SamplingBackend> backends = test_backends();
    Outcomes outcomes;
    for (std::size_t i = 0; i < scenes().size(); ++i) {
        const SamplingBackend backend = backends[i % backends.size()];
        SCOPED_TRACE(fmt::format("{}, {}", scenes()[i].name, name_of(backend)));
        Document scene = full_document(one.first.front());
        scenes()[i].apply(scene);
        expect_every_change_to_be_seen(scenes()[i].has_second_channel ? two : one, backend, scene, i % 4 == 1,
                                       outcomes);
    }
    // What no scene takes or shows would find no key that lacks it.
    std::set<std::string> unseen;
    for (const auto &[path, outcome] : outcomes) {
        EXPECT_NE(outcome, Outcome::refused) << path << " needs a scene in which it may change";
        if (outcome == Outcome::unseen) {
            unseen.insert(path);
        }
    }
    std::vector<std::string> other;
    std::ranges::set_symmetric_difference(unseen, never_seen(), std::back_inserter(other));
    EXPECT_TRUE(other.empty()) << fmt::format("seen or unseen, other than told: {}", fmt::join(other, ", "));
}

TEST(Keys, every_change_of_the_first_scene_is_seen_at_once) {
    Channels one;
    one.first.push_back(smooth_volume(0.0));
    one.first.push_back(smooth_volume(0.8));
    Document scene = full_document(one.first.front());
    scenes().front().apply(scene);
    Outcomes outcomes;
    expect_every_change_to_be_seen(one, test_backends().front(), scene, false, outcomes);
    EXPECT_GT(std::ranges::count_if(outcomes, [](const auto &change) { return change.second == Outcome::seen; }), 20);
}

} // namespace
} // namespace voxmarch
