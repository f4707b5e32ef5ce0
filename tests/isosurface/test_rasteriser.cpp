// The rasteriser against a plain one on the host: same rules, one pixel after the other.
#include "isosurface/extraction_parts.h"
#include "isosurface/histopyramid_extractor.h"
#include "isosurface/rasteriser.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/synthetic/synthetic.h"

#include <bit>
#include <limits>
#include <random>

namespace voxmarch {
namespace {

constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

/// A frame in aligned space = voxel space: eye, line of sight and up as a camera has them.
FrameParams make_frame(int width, int height, glm::dvec3 eye, glm::dvec3 target, double tan_half_fov = 0.5) {
    const glm::dvec3 forward = glm::normalize(target - eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, glm::dvec3(0.0, 1.0, 0.01)));
    const glm::dvec3 up = glm::cross(right, forward);
    const double pixel = 2.0 * tan_half_fov / height;
    const glm::dvec3 dx = right * pixel, dy = -up * pixel;
    const glm::dvec3 corner = forward - dx * (0.5 * (width - 1)) - dy * (0.5 * (height - 1));
    FrameParams frame{};
    for (int i = 0; i < 3; ++i) {
        frame.view.eye[i] = static_cast<float>(eye[i]);
        frame.view.ray_corner[i] = static_cast<float>(corner[i]);
        frame.view.ray_dx[i] = static_cast<float>(dx[i]);
        frame.view.ray_dy[i] = static_cast<float>(dy[i]);
        frame.volume.voxel_from_aligned[i] = 1.0f;
        frame.volume.dims[i] = 1 << 20;
        frame.volume.box_min[i] = -1e30f;
        frame.volume.box_max[i] = 1e30f;
    }
    frame.view.size[0] = width;
    frame.view.size[1] = height;
    return frame;
}

/// The frame whose picture coordinates are x and y of places at depth 1.
FrameParams flat_frame(int width, int height) {
    FrameParams frame = make_frame(width, height, {0, 0, 0}, {0, 0, 1});
    const float corner[3] = {0, 0, 1}, dx[3] = {1, 0, 0}, dy[3] = {0, 1, 0};
    std::copy(corner, corner + 3, frame.view.ray_corner);
    std::copy(dx, dx + 3, frame.view.ray_dx);
    std::copy(dy, dy + 3, frame.view.ray_dy);
    return frame;
}

DeviceMesh upload_mesh(const Mesh &mesh) {
    DeviceMesh result;
    reserve_mesh(test_device(), result, mesh.positions.size(), mesh.triangles.size(), false);
    result.positions.upload(std::as_bytes(std::span(mesh.positions)));
    result.indices.upload(std::as_bytes(std::span(mesh.triangles)));
    result.vertices = static_cast<std::uint32_t>(mesh.positions.size());
    result.triangles = static_cast<std::uint32_t>(mesh.triangles.size());
    return result;
}

using Picture = std::vector<std::uint64_t>;

/// All layers that were asked for; the last ones are empty if nothing lies behind.
std::vector<Picture> draw(const FrameParams &frame, const Mesh &mesh, RasterAtomics atomics, int layers = 1) {
    const DeviceMesh uploaded = upload_mesh(mesh);
    Rasteriser rasteriser(test_device(), atomics);
    const RasterSurface surface{&uploaded, layers == 1};
    (void)milliseconds(rasteriser.draw(frame, std::span(&surface, 1), layers, nullptr));
    const auto pixels = static_cast<std::size_t>(frame.view.size[0] * frame.view.size[1]);
    std::vector<Picture> result(static_cast<std::size_t>(layers), Picture(pixels, nothing));
    EXPECT_LE(rasteriser.layers(), layers);
    for (int layer = 0; layer < rasteriser.layers(); ++layer) {
        rasteriser.visible().download(std::as_writable_bytes(std::span(result[static_cast<std::size_t>(layer)])),
                                      static_cast<std::uint64_t>(layer) * pixels * 8);
    }
    return result;
}

std::vector<RasterAtomics> all_atomics() {
    return test_device().info().atomics_64 ? std::vector{RasterAtomics::wide, RasterAtomics::narrow}
                                           : std::vector{RasterAtomics::narrow};
}

float nearness_of(std::uint64_t fragment) { return std::bit_cast<float>(~static_cast<std::uint32_t>(fragment >> 32)); }

/// A fragment of the plain rasteriser.
struct Fragment {
    float nearness;
    std::uint32_t triangle;
};

struct HostCorner {
    std::int64_t x, y;
    float nearness;
};

/// The rules of the device's rasteriser for triangles that need no clipping.
void draw_on_host(const FrameParams &frame, const Mesh &mesh, std::vector<std::vector<Fragment>> &pixels) {
    const std::array<float, 12> m = pixel_from_voxel(frame);
    const auto row = [&](int r, const glm::vec3 &p) {
        const auto i = static_cast<std::size_t>(4 * r);
        return std::fma(m[i], p.x, std::fma(m[i + 1], p.y, std::fma(m[i + 2], p.z, m[i + 3])));
    };
    const auto corner = [&](const glm::vec3 &p) {
        const float nearness = 1.0f / row(2, p);
        return HostCorner{std::lrint(row(0, p) * nearness * 256.0f), std::lrint(row(1, p) * nearness * 256.0f),
                          nearness};
    };
    const auto value = [](const HostCorner &from, const HostCorner &to, std::int64_t x, std::int64_t y) {
        return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    };
    const auto owns = [](const HostCorner &from, const HostCorner &to) {
        return to.y < from.y || (to.y == from.y && to.x > from.x);
    };
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        HostCorner a = corner(mesh.positions[mesh.triangles[t][0]]), b = corner(mesh.positions[mesh.triangles[t][1]]),
                   c = corner(mesh.positions[mesh.triangles[t][2]]);
        if (value(a, b, c.x, c.y) < 0) {
            std::swap(b, c);
        }
        const std::int64_t area = value(a, b, c.x, c.y);
        const auto [low_x, high_x] = std::minmax({a.x, b.x, c.x});
        const auto [low_y, high_y] = std::minmax({a.y, b.y, c.y});
        for (std::int64_t y = std::max<std::int64_t>(0, low_y / 256); y < frame.view.size[1] && y * 256 <= high_y;
             ++y) {
            for (std::int64_t x = std::max<std::int64_t>(0, low_x / 256); x < frame.view.size[0] && x * 256 <= high_x;
                 ++x) {
                const std::int64_t at_a = value(b, c, x * 256, y * 256), at_b = value(c, a, x * 256, y * 256),
                                   at_c = value(a, b, x * 256, y * 256);
                const bool inside = area > 0 && (at_a > 0 || (at_a == 0 && owns(b, c))) &&
                                    (at_b > 0 || (at_b == 0 && owns(c, a))) && (at_c > 0 || (at_c == 0 && owns(a, b)));
                if (inside) {
                    const float inverse = 1.0f / static_cast<float>(area);
                    const float nearness =
                        std::fma(static_cast<float>(at_b) * inverse, b.nearness - a.nearness,
                                 std::fma(static_cast<float>(at_c) * inverse, c.nearness - a.nearness, a.nearness));
                    pixels[static_cast<std::size_t>(y * frame.view.size[0] + x)].push_back(
                        {nearness, static_cast<std::uint32_t>(t)});
                }
            }
        }
    }
    for (auto &fragments : pixels) {
        std::sort(fragments.begin(), fragments.end(), [](const Fragment &a, const Fragment &b) {
            return a.nearness != b.nearness ? a.nearness > b.nearness : a.triangle < b.triangle;
        });
    }
}

/// Every layer shows what the host finds there. Depths of equal triangles may differ by rounding.
void expect_like_host(const FrameParams &frame, const Mesh &mesh, int layers) {
    std::vector<std::vector<Fragment>> expected(static_cast<std::size_t>(frame.view.size[0] * frame.view.size[1]));
    draw_on_host(frame, mesh, expected);
    for (const RasterAtomics atomics : all_atomics()) {
        const std::vector<Picture> drawn = draw(frame, mesh, atomics, layers);
        std::size_t wrong = 0, shown = 0;
        for (std::size_t layer = 0; layer < static_cast<std::size_t>(layers); ++layer) {
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const std::uint64_t fragment = drawn[layer][i];
                if (layer >= expected[i].size()) {
                    wrong += fragment != nothing;
                    continue;
                }
                const Fragment &right = expected[i][layer];
                ++shown;
                wrong += static_cast<std::uint32_t>(fragment) != right.triangle ||
                         std::abs(nearness_of(fragment) - right.nearness) > 1e-6f * right.nearness;
            }
        }
        EXPECT_EQ(wrong, 0u) << (atomics == RasterAtomics::wide ? "wide" : "narrow");
        EXPECT_GT(shown, 0u);
    }
}

/// Triangles of all sizes at random places in front of the eye.
Mesh random_mesh(int count, float size, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-10.0f, 10.0f), share(-size, size);
    Mesh mesh;
    for (int t = 0; t < count; ++t) {
        const glm::vec3 middle(place(random), place(random), place(random));
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (int i = 0; i < 3; ++i) {
            mesh.positions.push_back(middle + glm::vec3(share(random), share(random), share(random)));
        }
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

TEST(Rasteriser, shows_the_triangles_of_the_host_in_every_layer) {
    const FrameParams frame = make_frame(157, 113, {3, 4, 40}, {0, 0, 0});
    expect_like_host(frame, random_mesh(300, 3.0f, 1), 4);
    expect_like_host(frame, random_mesh(3000, 0.3f, 2), 3);
    expect_like_host(frame, random_mesh(40, 12.0f, 3), 5);
}

TEST(Rasteriser, draws_triangles_of_less_than_a_pixel) {
    const FrameParams frame = make_frame(64, 64, {0, 0, 60}, {0, 0, 0});
    expect_like_host(frame, random_mesh(20000, 0.2f, 4), 2);
}

/// Two triangles that share an edge at places where pixel centres lie exactly on it.
TEST(Rasteriser, pixels_on_a_shared_edge_belong_to_one_triangle) {
    const FrameParams frame = flat_frame(48, 40);
    const glm::vec3 corners[][4] = {{{4, 4, 1}, {40, 4, 1}, {40, 36, 1}, {4, 36, 1}},
                                    {{20, 2, 1}, {38, 20, 1}, {20, 38, 1}, {2, 20, 1}},
                                    {{4.5f, 3.5f, 1}, {44.5f, 11.5f, 1}, {36.5f, 37.5f, 1}, {8.5f, 33.5f, 1}}};
    for (const auto &quad : corners) {
        for (const bool turned : {false, true}) {
            Mesh mesh;
            mesh.positions.assign(quad, quad + 4);
            mesh.triangles = turned ? UnsetVector<MeshTriangle>{{0, 2, 1}, {0, 2, 3}}
                                    : UnsetVector<MeshTriangle>{{0, 1, 3}, {1, 2, 3}};
            for (const RasterAtomics atomics : all_atomics()) {
                // Of the two layers the second holds what is covered twice.
                std::size_t covered = 0, twice = 0;
                const std::vector<Picture> drawn = draw(frame, mesh, atomics, 2);
                for (std::size_t i = 0; i < drawn[0].size(); ++i) {
                    covered += drawn[0][i] != nothing;
                    twice += drawn[1][i] != nothing;
                }
                EXPECT_EQ(twice, 0u);
                // Left and top edges are inside: 36 x 32 pixels; the tilted square of 18 x 18 half-diagonals has 648.
                if (&quad == &corners[0]) {
                    EXPECT_EQ(covered, 36u * 32u);
                } else if (&quad == &corners[1]) {
                    EXPECT_EQ(covered, 648u);
                } else {
                    EXPECT_NEAR(static_cast<double>(covered), 964.0, 10.0); // its area
                }
            }
        }
    }
}

/// The mesh of a sphere around the origin.
Mesh sphere_mesh(int n, double radius) {
    const Volume volume = synthesize("sphere", n);
    const DeviceField uploaded(test_device(), volume);
    DeviceMesh extracted;
    (void)milliseconds(
        make_extractor(Extraction::blocks, test_device(), uploaded.field())->extract(128.0, {}, extracted));
    Mesh mesh = download(test_device(), extracted);
    for (glm::vec3 &p : mesh.positions) {
        p = (p / static_cast<float>(n - 1) - 0.5f) * static_cast<float>(radius / 0.35);
    }
    return mesh;
}

TEST(Rasteriser, a_closed_sphere_has_no_hole_and_two_layers) {
    const Mesh mesh = sphere_mesh(40, 10.0);
    const FrameParams frame = make_frame(200, 160, {9, -14, 31}, {0, 0, 0});
    for (const RasterAtomics atomics : all_atomics()) {
        const std::vector<Picture> layers = draw(frame, mesh, atomics, 6);
        std::size_t inside = 0;
        for (int y = 0; y < 160; ++y) {
            for (int x = 0; x < 200; ++x) {
                glm::dvec3 d, eye;
                for (int i = 0; i < 3; ++i) {
                    d[i] = frame.view.ray_corner[i] + x * frame.view.ray_dx[i] + y * frame.view.ray_dy[i];
                    eye[i] = frame.view.eye[i];
                }
                const double closest = glm::length(glm::cross(glm::normalize(d), eye));
                const auto i = static_cast<std::size_t>(y * 200 + x);
                if (closest < 9.9) { // inside the silhouette
                    ++inside;
                    ASSERT_NE(layers[0][i], nothing) << x << " " << y;
                    ASSERT_NE(layers[1][i], nothing) << x << " " << y;
                    const double near = 1.0 / nearness_of(layers[0][i]), far = 1.0 / nearness_of(layers[1][i]);
                    const double b = glm::dot(eye, d) / glm::dot(d, d),
                                 root = std::sqrt(b * b - (glm::dot(eye, eye) - 100.0) / glm::dot(d, d));
                    EXPECT_NEAR(near, -b - root, 0.25);
                    EXPECT_NEAR(far, -b + root, 0.25);
                } else if (closest > 10.1) {
                    ASSERT_EQ(layers[0][i], nothing);
                }
                ASSERT_EQ(layers[2][i], nothing);
            }
        }
        EXPECT_GT(inside, 5000u);
    }
}

TEST(Rasteriser, from_inside_a_sphere_every_pixel_sees_it) {
    const Mesh mesh = sphere_mesh(24, 10.0);
    for (const glm::dvec3 eye : {glm::dvec3(0.0), glm::dvec3(7.0, 4.0, 3.0), glm::dvec3(0.0, 9.7, 0.0)}) {
        const FrameParams frame = make_frame(96, 80, eye, {1.0, 2.0, -5.0}, 1.5);
        for (const RasterAtomics atomics : all_atomics()) {
            const Picture drawn = draw(frame, mesh, atomics)[0];
            EXPECT_EQ(std::count(drawn.begin(), drawn.end(), nothing), 0);
        }
    }
}

/// A floor of large triangles that runs through beneath the eye and behind it: all of them must be clipped.
TEST(Rasteriser, clips_to_the_near_plane) {
    const FrameParams frame = make_frame(120, 90, {0, 2, 0}, {0, 1, -10}, 1.0);
    Mesh mesh;
    for (const float x : {-5000.0f, 0.0f, 5000.0f}) {
        for (const float z : {-5000.0f, 3000.0f}) {
            mesh.positions.emplace_back(x, 0.0f, z);
        }
    }
    mesh.triangles = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}};
    for (const RasterAtomics atomics : all_atomics()) {
        const std::vector<Picture> drawn = draw(frame, mesh, atomics, 2);
        for (int y = 0; y < 90; ++y) {
            for (int x = 0; x < 120; ++x) {
                const auto i = static_cast<std::size_t>(y * 120 + x);
                const double down = -(static_cast<double>(frame.view.ray_corner[1]) + x * frame.view.ray_dx[1] +
                                      y * frame.view.ray_dy[1]);
                const double depth = 2.0 / down;
                if (down > 1e-3) {
                    ASSERT_NE(drawn[0][i], nothing) << x << " " << y;
                    EXPECT_NEAR(1.0 / nearness_of(drawn[0][i]), depth, 2e-3 * depth + 1e-5 * depth * depth);
                } else if (down < 0.0) {
                    ASSERT_EQ(drawn[0][i], nothing) << x << " " << y;
                }
                ASSERT_TRUE(drawn.size() == 1 || drawn[1][i] == nothing); // the shared edges are covered once
            }
        }
    }
}

TEST(Rasteriser, the_queue_of_tiles_grows) {
    // 100 triangles over the whole picture of 1000 tiles are more than the first queue holds.
    const FrameParams frame = flat_frame(32 * 40, 32 * 25);
    Mesh mesh;
    for (int i = 0; i < 100; ++i) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        const float depth = 1.0f + 0.001f * static_cast<float>((i * 7) % 100);
        for (const glm::vec3 p : {glm::vec3(-10, -10, 1), glm::vec3(3000, -10, 1), glm::vec3(-10, 3000, 1)}) {
            mesh.positions.push_back(p * depth);
        }
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    for (const RasterAtomics atomics : all_atomics()) {
        const Picture drawn = draw(frame, mesh, atomics)[0];
        EXPECT_TRUE(std::all_of(drawn.begin(), drawn.end(),
                                [](std::uint64_t fragment) { return static_cast<std::uint32_t>(fragment) == 0; }));
    }
}

TEST(Rasteriser, fragments_outside_of_box_and_planes_are_dropped) {
    FrameParams frame = flat_frame(40, 30);
    Mesh mesh;
    mesh.positions = {{-10, -10, 1}, {100, -10, 1}, {-10, 100, 1}};
    mesh.triangles = {{0, 1, 2}};
    frame.volume.box_min[0] = 4.5f;
    frame.volume.box_max[0] = 20.5f;
    frame.volume.plane_count = 1;
    frame.volume.planes[1] = -1.0f; // y <= 12.5
    frame.volume.planes[3] = 12.5f;
    for (const RasterAtomics atomics : all_atomics()) {
        const Picture drawn = draw(frame, mesh, atomics)[0];
        for (int y = 0; y < 30; ++y) {
            for (int x = 0; x < 40; ++x) {
                ASSERT_EQ(drawn[static_cast<std::size_t>(y * 40 + x)] != nothing, x >= 5 && x <= 20 && y <= 12)
                    << x << " " << y;
            }
        }
    }
}

/// All layers of a surface, and how many there are.
std::pair<Picture, int> layers_of(Rasteriser &rasteriser, const FrameParams &frame, const RasterSurface &surface) {
    constexpr int layers = 3;
    (void)milliseconds(rasteriser.draw(frame, std::span(&surface, 1), layers, nullptr));
    Picture seen(static_cast<std::size_t>(frame.view.size[0] * frame.view.size[1] * rasteriser.layers()));
    rasteriser.visible().download(std::as_writable_bytes(std::span(seen)));
    return {seen, rasteriser.layers()};
}

TEST(Rasteriser, triangles_that_are_made_while_they_are_drawn_are_those_of_the_mesh) {
    // From afar; and from within, so that triangles are large or cross the near plane.
    const FrameParams frames[] = {make_frame(64, 48, {30, 24, -20}, {9, 6, 5}),
                                  make_frame(40, 30, {9, 6, 5}, {3, 2, 9})};
    const Volume volumes[] = {noise_volume({19, 13, 11}, ScalarType::u8, 3),
                              noise_volume({17, 12, 10}, ScalarType::f32, 4)};
    for (const Volume &volume : volumes) {
        const double isovalue = volume.type() == ScalarType::u8 ? 200.5 : 0.6;
        const DeviceField uploaded(test_device(), volume);
        HistopyramidExtractor extractor(test_device(), uploaded.field()), finder(test_device(), uploaded.field());
        for (const bool flip : {false, true}) {
            ExtractionSettings settings;
            settings.flip = flip;
            DeviceMesh stored;
            MadeMesh made;
            (void)milliseconds(extractor.extract(isovalue, settings, stored));
            (void)milliseconds(finder.find(isovalue, settings, made));
            ASSERT_EQ(made.triangles, stored.triangles);
            ASSERT_GT(made.triangles, 500u);
            for (const RasterAtomics atomics : all_atomics()) {
                Rasteriser rasteriser(test_device(), atomics);
                for (const FrameParams &frame : frames) {
                    for (const bool opaque : {false, true}) {
                        const auto expected = layers_of(rasteriser, frame, {&stored, opaque});
                        const auto found = layers_of(rasteriser, frame, {nullptr, opaque, 0.0f, made.field, &made});
                        EXPECT_TRUE(found == expected);
                        EXPECT_EQ(found.second, opaque ? 1 : 3);
                        EXPECT_GT(std::ranges::count_if(found.first, [](std::uint64_t f) { return f != nothing; }),
                                  100);
                    }
                }
            }
        }
    }
}

TEST(Rasteriser, an_isosurface_without_triangles_is_not_made) {
    const Volume volume = noise_volume({9, 9, 1}, ScalarType::u8, 3);
    const DeviceField uploaded(test_device(), volume);
    HistopyramidExtractor finder(test_device(), uploaded.field());
    MadeMesh made;
    (void)milliseconds(finder.find(100.5, {}, made));
    EXPECT_EQ(made.triangles, 0u);
    Rasteriser rasteriser(test_device());
    const auto seen = layers_of(rasteriser, flat_frame(8, 8), {nullptr, true, 0.0f, made.field, &made});
    EXPECT_EQ(std::count(seen.first.begin(), seen.first.end(), nothing), 64);
}

TEST(Rasteriser, an_empty_mesh_shows_nothing) {
    const FrameParams frame = flat_frame(8, 8);
    DeviceMesh empty;
    Rasteriser rasteriser(test_device());
    const RasterSurface surface{&empty, true};
    (void)milliseconds(rasteriser.draw(frame, std::span(&surface, 1), 4, nullptr));
    Picture drawn(64);
    rasteriser.visible().download(std::as_writable_bytes(std::span(drawn)));
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), nothing), 64);
}

} // namespace
} // namespace voxmarch
