// Isosurfaces that clipping opens and that are filled there: against a reference in doubles, and with every method.
#include "device_fixture.h"
#include "renderer/frame_params.h"
#include "renderer/reference/sample.h"
#include "renderer/reference/voxels.h"
#include "renderer/views.h"
#include "volume/synthetic/synthetic.h"

#include <cmath>

namespace voxmarch {
namespace {

constexpr int width = 72, height = 56;

RenderSettings capped_settings(std::vector<SurfaceStyle> surfaces) {
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.shading = Shading::none;
    settings.surfaces = std::move(surfaces);
    settings.surface_caps = true;
    return settings;
}

/// Where a pixel's ray enters and leaves what is kept, in doubles.
class ReferenceCuts {
public:
    ReferenceCuts(const Volume &volume, const Camera &camera, const RenderSettings &settings)
        : volume_(volume), scene_{&volume, {}, camera, settings}, rays_(pixel_rays(camera, width, height)) {}

    struct Cut {
        bool open = false; ///< made by clipping
        double value = 0.0;
        glm::dvec3 normal{0.0}; ///< either side, world; of the identity's axes
    };

    /// @param leaving  what is kept; of a hole always where the ray leaves it
    Cut cut(int x, int y, bool leaving) const {
        const Grid &grid = volume_.grid();
        const glm::dvec3 toward =
            glm::normalize(aligned_direction(grid, rays_.corner + double(x) * rays_.dx + double(y) * rays_.dy));
        const glm::dvec3 eye = aligned_from_world(grid, scene_.camera.eye) * grid.smallest_spacing() / grid.spacing;
        const ReferenceRay ray = ReferenceSampler(scene_).clip(eye, toward);
        if (ray.t_far <= ray.t_near) {
            return {};
        }
        const bool hole = cuts_out(scene_.settings);
        if (hole && (ray.hole_far <= ray.hole_near || ray.hole_far >= ray.t_far)) {
            return {};
        }
        const glm::dvec3 place = eye + (hole ? ray.hole_far : leaving ? ray.t_far : ray.t_near) * ray.direction;
        Cut cut;
        cut.value = interpolate(grid.dims, place, [&](glm::ivec3 v) { return volume_.value(v.x, v.y, v.z); });
        const RayBox whole = voxel_box(grid), box = clipped_box(grid, scene_.settings);
        for (int axis = 0; axis < 3; ++axis) {
            for (const double side : {box.min[axis], box.max[axis]}) {
                const bool border = side == whole.min[axis] || side == whole.max[axis];
                if (!border && std::abs(place[axis] - side) < 1e-9) {
                    cut.open = true;
                    cut.normal = glm::dvec3(0.0);
                    cut.normal[axis] = 1.0;
                }
            }
        }
        for (const ClipPlane &plane : scene_.settings.clip_planes) {
            const VoxelPlane placed = voxel_plane(grid, plane);
            if (std::abs(glm::dot(placed.normal, place) + placed.offset) < 1e-9) {
                cut.open = true;
                cut.normal = glm::normalize(plane.normal);
            }
        }
        return cut;
    }

private:
    const Volume &volume_;
    ReferenceScene scene_;
    PixelRays rays_;
};

/// Box and a plane across it.
void clip(RenderSettings &settings, const Grid &grid) {
    settings.clip_low = {0.2, 0.0, 0.1};
    settings.clip_high = {1.0, 0.8, 0.7};
    const glm::dvec3 normal(-1, 0.3, -1.2);
    settings.clip_planes = {{normal, glm::dot(normal, grid.center()) - 1.5}};
}

glm::ivec3 pixel_at(const Image &image, int x, int y) {
    const std::uint8_t *p = image.pixel(x, y);
    return {p[0], p[1], p[2]};
}

const std::vector<SurfaceMethod> methods{SurfaceMethod::mesh, SurfaceMethod::raycast};

glm::ivec3 color_of(double value, double high) { return value >= high ? glm::ivec3(0, 0, 255) : glm::ivec3(255, 0, 0); }

/// Nested surfaces of opaque colours: where the reference sees a cut through one its colour shows, and everywhere else
/// what shows without caps.
TEST(SurfaceCaps, fill_what_the_reference_fills) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::f32, ScalarType::i16}) {
        const Volume volume = blob_volume({30, 26, 28}, type);
        const ValueRange range = volume.range();
        const double low = range.min + 0.45 * (range.max - range.min), high = range.min + 0.7 * (range.max - range.min);
        for (const std::string view : {"front", "left", "top"}) {
            const Camera camera = named_view(view, volume.grid(), double(width) / height);
            RenderSettings settings = capped_settings({{low, {1, 0, 0}}, {high, {0, 0, 1}}});
            clip(settings, volume.grid());
            RenderSettings open = settings;
            open.surface_caps = false;
            const ReferenceCuts reference(volume, camera, settings);
            for (const SamplingBackend backend : quick_backends()) {
                VolumeRenderer renderer(test_device(), volume, backend);
                for (const SurfaceMethod method : methods) {
                    settings.surface_method = open.surface_method = method;
                    const Image image = renderer.render(camera, width, height, settings);
                    const Image without = renderer.render(camera, width, height, open);
                    int outer = 0, inner = 0, wrong = 0;
                    for (int y = 0; y < height; ++y) {
                        for (int x = 0; x < width; ++x) {
                            const ReferenceCuts::Cut cut = reference.cut(x, y, false);
                            const double off = std::min(std::abs(cut.value - low), std::abs(cut.value - high));
                            if (cut.open && off < 1e-4 * (range.max - range.min)) {
                                continue; // rounding decides
                            }
                            const bool filled = cut.open && cut.value >= low;
                            glm::ivec3 expected = pixel_at(without, x, y);
                            if (filled) {
                                expected = color_of(cut.value, high);
                            } else if (expected == glm::ivec3(0)) { // the cut behind, from within
                                const ReferenceCuts::Cut behind = reference.cut(x, y, true);
                                const bool seen = behind.open && behind.value >= low;
                                expected = seen ? color_of(behind.value, high) : expected;
                            }
                            wrong += pixel_at(image, x, y) != expected ? 1 : 0;
                            outer += filled && cut.value < high ? 1 : 0;
                            inner += filled && cut.value >= high ? 1 : 0;
                        }
                    }
                    EXPECT_EQ(wrong, 0) << name_of(method) << " " << name_of(backend) << " " << view;
                    EXPECT_GT(outer + inner, 50) << view;
                }
            }
        }
    }
}

/// Inside of what is cut out there is no surface to hide the cut: where the ray leaves it inside of a surface its
/// colour shows, unless something before it shows without caps.
TEST(SurfaceCaps, fill_what_is_opened_by_cutting_out) {
    const Volume volume = blob_volume({30, 26, 28}, ScalarType::u8);
    const ValueRange range = volume.range();
    const double low = range.min + 0.45 * (range.max - range.min), high = range.min + 0.7 * (range.max - range.min);
    for (const std::string view : {"front", "left", "top"}) {
        const Camera camera = named_view(view, volume.grid(), double(width) / height);
        const glm::dvec3 toward_eye = glm::normalize(camera.eye - camera.target);
        RenderSettings settings = capped_settings({{low, {1, 0, 0}}, {high, {0, 0, 1}}});
        // All of what lies before a plane: nothing hides the cut.
        settings.clip_planes = {{toward_eye, glm::dot(toward_eye, volume.grid().center())}};
        settings.clip_inverted = true;
        RenderSettings kept = settings; // the same by clipping
        kept.clip_planes = {{-toward_eye, -glm::dot(toward_eye, volume.grid().center())}};
        kept.clip_inverted = false;
        const ReferenceCuts reference(volume, camera, settings);
        for (const SamplingBackend backend : quick_backends()) {
            VolumeRenderer renderer(test_device(), volume, backend);
            for (const SurfaceMethod method : methods) {
                settings.surface_method = kept.surface_method = method;
                const Image image = renderer.render(camera, width, height, settings);
                const Image same = renderer.render(camera, width, height, kept);
                int filled = 0, wrong = 0;
                for (int y = 0; y < height; ++y) {
                    for (int x = 0; x < width; ++x) {
                        const ReferenceCuts::Cut cut = reference.cut(x, y, false);
                        const double off = std::min(std::abs(cut.value - low), std::abs(cut.value - high));
                        if (cut.open && cut.value >= low && off > 1e-4 * (range.max - range.min)) {
                            ++filled;
                            wrong += pixel_at(image, x, y) != color_of(cut.value, high) ? 1 : 0;
                        }
                    }
                }
                EXPECT_EQ(wrong, 0) << name_of(method) << " " << name_of(backend) << " " << view;
                EXPECT_GT(filled, 50) << view;
                EXPECT_LE(compare(image, same, 0).pixels_above, 8u)
                    << name_of(method) << " " << name_of(backend) << " " << view;
            }
        }
    }
}

/// A block with a hole in it shows the face where rays leave the hole behind the one where they enter it.
TEST(SurfaceCaps, of_a_hole_in_a_transparent_block_are_two) {
    const Volume volume = filled_volume({20, 20, 20}, 200);
    const Camera camera = named_view("front", volume.grid(), double(width) / height);
    RenderSettings settings = capped_settings({{100.0, {1, 1, 1}, 0.5f}});
    settings.clip_low = glm::dvec3(0.25);
    settings.clip_high = glm::dvec3(0.75);
    settings.clip_inverted = true;
    VolumeRenderer renderer(test_device(), volume);
    for (const SurfaceMethod method : methods) {
        settings.surface_method = method;
        EXPECT_NEAR(pixel_at(renderer.render(camera, width, height, settings), width / 2, height / 2).x, 0.75 * 255,
                    1.5);
        RenderSettings one = settings; // its other side is the border of the volume
        one.clip_low = glm::dvec3(0.0);
        one.clip_high = {1.0, 1.0, 1.0};
        const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
        one.clip_planes = {{ahead, glm::dot(ahead, volume.grid().center())}};
        EXPECT_NEAR(pixel_at(renderer.render(camera, width, height, one), width / 2, height / 2).x, 0.5 * 255, 1.5);
    }
}

TEST(SurfaceCaps, are_lit_as_flat_faces) {
    const Volume volume = filled_volume({20, 20, 20}, 200);
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = capped_settings({{100.0, {0.6f, 0.5f, 0.4f}}});
    settings.shading = Shading::phong;
    settings.light.ambient = glm::vec3(0.5f); // with a highlight, which cut faces do not have
    settings.light.direction = glm::normalize(glm::dvec3(0.3, -1, 0.7));
    clip(settings, volume.grid());
    const ReferenceCuts reference(volume, camera, settings);
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        for (const SurfaceMethod method : methods) {
            settings.surface_method = method;
            const Image image = renderer.render(camera, width, height, settings);
            int filled = 0, largest = 0;
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    const ReferenceCuts::Cut cut = reference.cut(x, y, false);
                    if (!cut.open) {
                        continue;
                    }
                    ++filled;
                    const double lit =
                        double(settings.light.ambient.x) +
                        settings.light.diffuse.x * std::abs(glm::dot(cut.normal, *settings.light.direction));
                    for (int i = 0; i < 3; ++i) {
                        const double right = 255.0 * std::min(lit, 1.0) * settings.surfaces[0].color[i];
                        largest = std::max(largest,
                                           std::abs(static_cast<int>(std::lround(right)) - pixel_at(image, x, y)[i]));
                    }
                }
            }
            EXPECT_GT(filled, 300);
            EXPECT_LE(largest, 1) << name_of(method) << " " << name_of(backend);
        }
    }
}

/// A block without any crossing shows its two faces behind each other.
TEST(SurfaceCaps, of_transparent_surfaces_are_two) {
    const Volume volume = filled_volume({20, 20, 20}, 200);
    const Camera camera = named_view("front", volume.grid(), double(width) / height);
    RenderSettings settings = capped_settings({{100.0, {1, 1, 1}, 0.5f}});
    settings.clip_low = glm::dvec3(0.25);
    settings.clip_high = glm::dvec3(0.75);
    VolumeRenderer renderer(test_device(), volume);
    for (const SurfaceMethod method : methods) {
        settings.surface_method = method;
        const Image two = renderer.render(camera, width, height, settings);
        EXPECT_NEAR(pixel_at(two, width / 2, height / 2).x, 0.75 * 255, 1.5);
        EXPECT_EQ(renderer.statistics().surfaces.layers, 2);
        RenderSettings one = settings; // its other side is the border of the volume
        one.clip_low = glm::dvec3(0.0);
        one.clip_high = {1.0, 1.0, 1.0};
        const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
        one.clip_planes = {{ahead, glm::dot(ahead, volume.grid().center())}};
        EXPECT_NEAR(pixel_at(renderer.render(camera, width, height, one), width / 2, height / 2).x, 0.5 * 255, 1.5);
    }
}

TEST(SurfaceCaps, change_nothing_where_nothing_is_clipped) {
    const Volume volume = blob_volume({30, 26, 28}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(test_device(), volume);
    for (const SurfaceMethod method : methods) {
        RenderSettings settings = capped_settings({{110.0}});
        settings.surface_method = method;
        const Image with = renderer.render(camera, width, height, settings);
        settings.surface_caps = false;
        EXPECT_EQ(with.rgba, renderer.render(camera, width, height, settings).rgba);
        settings.clip_high.x = 0.5; // and what was drawn without caps is drawn anew with them
        const Image open = renderer.render(camera, width, height, settings);
        settings.surface_caps = true;
        EXPECT_NE(open.rgba, renderer.render(camera, width, height, settings).rgba);
    }
}

TEST(SurfaceCaps, hide_the_volume_behind_them_whatever_skips) {
    const Volume volume = synthesize("tree", 40);
    const Camera camera = standard_view(volume.grid());
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        RenderSettings settings = capped_settings({{60.5, {1, 0.8f, 0.6f}, 0.5f}, {120.5}});
        settings.mode = Mode::both;
        settings.shading = Shading::phong;
        clip(settings, volume.grid());
        for (const bool inverted : {false, true}) {
            for (const SurfaceMethod method : methods) {
                settings.clip_inverted = inverted;
                settings.surface_method = method;
                settings.traversal = Traversal::none;
                const Image whole = renderer.render(camera, width, height, settings);
                for (const Traversal traversal :
                     {Traversal::buffered_for_for_with_flags, Traversal::while_while, Traversal::octant_distance_map}) {
                    settings.traversal = traversal;
                    const bool same = backend != SamplingBackend::packet || info_of(traversal).packets;
                    EXPECT_EQ(
                        compare(renderer.render(camera, width, height, settings), whole, same ? 0 : 1).pixels_above, 0u)
                        << name_of(traversal) << " " << name_of(backend) << (inverted ? " cut out" : "");
                }
            }
        }
    }
}

/// Each channel has its voxels.
TEST(SurfaceCaps, are_those_of_every_channel) {
    const Volume left = volume_of({30, 30, 30}, ScalarType::u8, [](int x, int, int) { return x < 12 ? 200 : 0; }),
                 right = volume_of({30, 30, 30}, ScalarType::f32, [](int x, int, int) { return x > 17 ? 3.0 : 0.0; });
    const Camera camera = named_view("front", left.grid(), double(width) / height);
    RenderSettings settings = capped_settings({{100.0, {1, 0, 0}}, {1.5, {0, 1, 0}, 1.0f, 1}});
    const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
    settings.clip_planes = {{ahead, glm::dot(ahead, left.grid().center())}};
    VolumeRenderer renderer(test_device(), left);
    renderer.add_channel(right);
    const Image image = renderer.render(camera, width, height, settings);
    int red = 0, green = 0;
    for (int x = 0; x < width; ++x) {
        red += pixel_at(image, x, height / 2) == glm::ivec3(255, 0, 0) ? 1 : 0;
        green += pixel_at(image, x, height / 2) == glm::ivec3(0, 255, 0) ? 1 : 0;
    }
    EXPECT_GT(red, 5);
    EXPECT_NEAR(red, green, 2);
}

TEST(SurfaceCaps, labels_hide_and_colour_them) {
    const Volume volume = filled_volume({24, 24, 24}, 200), labels = slab_labels({24, 24, 24}, 8);
    const Camera camera = named_view("front", volume.grid(), double(width) / height);
    RenderSettings settings = capped_settings({{100.0, {1, 1, 1}}});
    const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
    settings.clip_planes = {{ahead, glm::dot(ahead, volume.grid().center())}};
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_labels(&labels, {{1.0f, glm::vec3(1, 0, 0)}, {0.0f, {}}, {1.0f, {}}});
    const Image image = renderer.render(camera, width, height, settings);
    std::vector<int> seen(3);
    for (int x = 0; x < width; ++x) {
        const glm::ivec3 pixel = pixel_at(image, x, height / 2);
        seen[0] += pixel == glm::ivec3(255, 0, 0) ? 1 : 0;
        seen[2] += pixel == glm::ivec3(255, 255, 255) ? 1 : 0;
    }
    EXPECT_GT(seen[0], 5);
    EXPECT_NEAR(seen[0], seen[2], 2);
    EXPECT_EQ(pixel_at(image, width / 2, height / 2), glm::ivec3(0));
}

} // namespace
} // namespace voxmarch
