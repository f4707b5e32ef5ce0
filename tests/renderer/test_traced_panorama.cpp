// Light of panoramas: what their files hold, and that it lights as lamps and even environments of the same radiance do.
#include "base/error.h"
#include "renderer/panorama.h"
#include "renderer/pictures/encoders.h"
#include "traced_fixture.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>

namespace voxmarch {
namespace {

using LightOfPixel = std::function<glm::vec3(int x, int y)>;

/// Bytes of a Radiance picture without packing; of numbers that eight bits of mantissa hold.
std::string radiance_bytes(int width, int height, const LightOfPixel &light) {
    std::string bytes = fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", height, width);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const glm::vec3 rgb = light(x, y);
            int exponent = 0;
            (void)std::frexp(std::max(rgb.x, std::max(rgb.y, rgb.z)), &exponent);
            for (int i = 0; i < 3; ++i) {
                bytes += static_cast<char>(std::lround(std::ldexp(rgb[i], 8 - exponent)));
            }
            bytes += static_cast<char>(rgb == glm::vec3(0.0f) ? 0 : exponent + 128);
        }
    }
    return bytes;
}

class TracedPanorama : public ::testing::Test {
protected:
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("panorama{}", getpid());

    TracedPanorama() { std::filesystem::create_directories(folder); }
    ~TracedPanorama() override { std::filesystem::remove_all(folder); }

    std::string file(const std::string &name, const std::string &bytes) const {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return (folder / name).string();
    }
    std::string picture(int width, int height, const LightOfPixel &light) const {
        return file("sky.hdr", radiance_bytes(width, height, light));
    }
    std::string refused(const std::string &path) const {
        try {
            read_panorama(path);
            return "read";
        } catch (const FileError &error) {
            EXPECT_EQ(error.path, path);
            return error.problem();
        }
    }
};

TEST_F(TracedPanorama, files_hold_light) {
    const glm::vec3 colors[] = {{1.0f, 0.5f, 0.25f}, {0.0f, 0.0f, 0.0f}, {40.0f, 2.0f, 8.0f}};
    const auto light = [&](int x, int y) { return colors[(x + 3 * y) % 3]; };
    FloatImage image{5, 3, {}, {}};
    for (int i = 0; i < 15; ++i) {
        const glm::vec3 rgb = light(i % 5, i / 5);
        image.rgba.insert(image.rgba.end(), {rgb.x, rgb.y, rgb.z, 1.0f});
    }
    std::vector<std::string> files{picture(5, 3, light)};
    if (can_encode_exr()) {
        files.push_back(file("named.otherwise", encode_exr(image, {})));
    }
    for (const std::string &one : files) {
        const LightPixels read = read_panorama(one);
        ASSERT_EQ(read.width, 5) << one;
        ASSERT_EQ(read.height, 3) << one;
        for (std::size_t i = 0; i < 45; ++i) {
            EXPECT_EQ(read.rgb[i], image.rgba[i / 3 * 4 + i % 3]) << one << ", number " << i;
        }
    }
}

TEST_F(TracedPanorama, large_ones_are_averaged) {
    const LightPixels read =
        read_panorama(picture(2048, 4, [](int x, int) { return glm::vec3(x % 2 == 0 ? 1.0f : 3.0f); }));
    EXPECT_EQ(read.width, panorama_columns);
    EXPECT_EQ(read.height, 4);
    EXPECT_TRUE(std::ranges::all_of(read.rgb, [](float light) { return std::abs(light - 2.0f) < 1e-6f; }));
}

TEST_F(TracedPanorama, other_files_are_refused_by_name) {
    const std::string whole = radiance_bytes(16, 8, [](int, int) { return glm::vec3(1.0f); });
    EXPECT_NE(refused((folder / "none.hdr").string()).find("none.hdr: no such picture"), std::string::npos);
    EXPECT_NE(refused(file("a.hdr", "no picture")).find("neither a Radiance"), std::string::npos);
    EXPECT_NE(refused(file("b.hdr", whole.substr(0, 30))).find("damaged Radiance"), std::string::npos);
    for (const std::size_t missing : {1u, 2u, 4u, 100u, 500u}) {
        EXPECT_NE(
            refused(file("short.hdr", whole.substr(0, whole.size() - missing))).find("ends before its last pixel"),
            std::string::npos)
            << missing;
    }
    EXPECT_NE(refused(file("c.hdr", radiance_bytes(4, 0, {}))).find("damaged Radiance"), std::string::npos);
    EXPECT_NE(refused(file("d.exr", "\x76\x2f\x31\x01 nothing")).find("OpenEXR"), std::string::npos);
    if (can_encode_exr()) {
        const FloatImage infinite{2, 1, {1.0f, 1.0f, 1.0f, 1.0f, -1.0f / 0.0f, 1.0f, 1.0f, 1.0f}, {}};
        EXPECT_NE(refused(file("e.exr", encode_exr(infinite, {}))).find("infinite"), std::string::npos);
        const std::string exr = encode_exr({64, 64, std::vector<float>(64 * 64 * 4, 1.0f), {}}, {});
        EXPECT_NE(refused(file("f.exr", exr.substr(0, exr.size() - 9))).find("damaged OpenEXR"), std::string::npos);
    }
}

// A texel is itself by its own part of the table, and what other entries give it.
TEST_F(TracedPanorama, tables_choose_what_is_bright) {
    const LightPixels sky = read_panorama(picture(
        16, 8, [](int x, int y) { return x == 3 && y == 2 ? glm::vec3(64.0f) : glm::vec3(0.125f * float(y)); }));
    const PanoramaTable table = panorama_table(sky);
    std::vector<double> chosen(128, 0.0);
    for (std::size_t i = 0; i < 128; ++i) {
        chosen[i] += double{table.aliases[i].own} / 128.0;
        chosen[table.aliases[i].other] += (1.0 - double{table.aliases[i].own}) / 128.0;
    }
    for (std::size_t i = 0; i < 128; ++i) {
        const double row = double(i / 16), step = std::numbers::pi / 8.0;
        const double angle = (std::cos(row * step) - std::cos((row + 1.0) * step)) * 2.0 * std::numbers::pi / 16.0;
        EXPECT_NEAR(chosen[i], double{table.texels[i][3]} * angle, 1e-6) << i;
    }
    EXPECT_GT(chosen[2 * 16 + 3], 0.5);
}

constexpr int lit_edge = 12;

/// Matter and surfaces that mirror.
class LitByPanorama : public TracedPanorama {
protected:
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer{test_device(), volume, one_pixel_backend()};

    LitByPanorama() { renderer.set_transfer(smooth_transfer()); }

    static RenderSettings lit(int samples) {
        RenderSettings settings = traced_settings(samples);
        settings.trace.surfaces = 1.0;
        settings.trace.anisotropy = 0.4;
        settings.trace.bounces = 4;
        settings.light.specular = glm::vec3(1.0f);
        return settings;
    }
    RenderSettings by_panorama(int samples, const std::string &sky) const {
        RenderSettings settings = lit(samples);
        settings.trace.environment = Environment::picture;
        settings.trace.environment_file = sky;
        settings.light.ambient = glm::vec3(1.0f); // its factor
        return settings;
    }
    std::vector<Estimate> found(const RenderSettings &settings) {
        return estimates(renderer, camera, lit_edge, lit_edge, settings, 16);
    }
    /// Of half a sky, which a lamp of radiance 0.5 is, too.
    void expect_half_sky(glm::dvec3 toward, double turn, const std::string &what, const LightOfPixel &light) {
        RenderSettings lamp = lit(32);
        lamp.trace.seed = 200;
        lamp.trace.lamp_radius = 90.0;
        lamp.light.diffuse = glm::vec3(1.0f);
        lamp.light.direction = toward; // x right, y up, z to the eye
        lamp.light.follows_camera = true;
        RenderSettings sky = by_panorama(32, picture(64, 32, light));
        sky.trace.environment_turn = turn;
        expect_same_expectation(found(sky), found(lamp), what);
    }
};

TEST_F(LitByPanorama, even_ones_are_even_light) {
    RenderSettings even = lit(32);
    even.light.ambient = glm::vec3(0.5f);
    RenderSettings sky = by_panorama(32, picture(8, 4, [](int, int) { return glm::vec3(0.5f); }));
    sky.trace.seed = 100;
    expect_same_expectation(found(even), found(sky), "even light");
    TransferFunction white = smooth_transfer(); // a white furnace
    white.colors = {{0.0, {1.0, 1.0, 1.0}}};
    renderer.set_transfer(white);
    sky.trace.environment_file = file("white.hdr", radiance_bytes(8, 4, [](int, int) { return glm::vec3(1.0f); }));
    sky.light.specular = glm::vec3(0.0f);
    sky.trace.bounces = 1000;
    double light = 0.0, opacity = 0.0, error = 0.0;
    const std::vector<Estimate> pixels = found(sky);
    for (const Estimate &one : pixels) {
        const bool alpha = (&one - pixels.data()) % 4 == 3;
        (alpha ? opacity : light) += one.mean / (alpha ? 1.0 : 3.0);
        error += alpha ? 0.0 : one.error * one.error / 3.0; // r, g and b are one number
    }
    EXPECT_NEAR(light / opacity, 1.0, 3.0 * std::sqrt(error) / opacity + 0.002);
}

// Light comes from where the picture has it, however it is turned.
TEST_F(LitByPanorama, halves_of_the_sky_are_lamps) {
    const auto half = [](bool lit) { return glm::vec3(lit ? 0.5f : 0.0f); };
    expect_half_sky({0.0, 1.0, 0.0}, 0.0, "above", [&](int, int y) { return half(y < 16); });
    expect_half_sky({1.0, 0.0, 0.0}, 0.0, "right", [&](int x, int) { return half(x >= 32); });
    expect_half_sky({0.0, 0.0, -1.0}, 0.0, "ahead", [&](int x, int) { return half(x >= 16 && x < 48); });
    expect_half_sky({-1.0, 0.0, 0.0}, 90.0, "turned to the left", [&](int x, int) { return half(x >= 16 && x < 48); });
}

// A bright spot at the zenith is a lamp: as bright, and found as surely.
TEST_F(LitByPanorama, bright_spots_are_found) {
    constexpr int rows = 32, spot_rows = 2;
    RenderSettings lamp = lit(32);
    lamp.trace.seed = 100;
    lamp.trace.lamp_radius = 180.0 * spot_rows / rows;
    lamp.light.diffuse = glm::vec3(1.0f);
    lamp.light.direction = glm::dvec3(0.0, 1.0, 0.0);
    lamp.light.follows_camera = true;
    const double angle = 2.0 * std::numbers::pi * (1.0 - std::cos(glm::radians(lamp.trace.lamp_radius)));
    RenderSettings sky =
        by_panorama(32, picture(64, rows, [&](int, int y) { return glm::vec3(y < spot_rows ? 32.0f : 0.0f); }));
    sky.light.ambient = glm::vec3(static_cast<float>(std::numbers::pi / angle / 32.0)); // the lamp's radiance
    ASSERT_LE(sky.light.ambient.x, 1.0f);
    const std::vector<Estimate> by_lamp = found(lamp), by_sky = found(sky);
    expect_same_expectation(by_sky, by_lamp, "spot and lamp");
    EXPECT_LT(mean_of(by_sky).error, 1.5 * mean_of(by_lamp).error);
}

// The same paths, which bring four times the light.
TEST_F(LitByPanorama, strength_is_a_factor_of_all_that_comes_from_around) {
    RenderSettings settings =
        by_panorama(2, picture(8, 4, [](int x, int y) { return glm::vec3(0.1f * float(x + y)); }));
    settings.background = glm::vec3(0.2f);
    settings.finish.background_top = glm::vec3(0.7f, 0.4f, 1.0f);
    for (const Environment environment : {Environment::picture, Environment::background, Environment::ambient}) {
        settings.trace.environment = environment;
        settings.trace.environment_strength = 1.0;
        const FloatPixels once = traced_floats(renderer, camera, lit_edge, lit_edge, settings);
        settings.trace.environment_strength = 4.0;
        const FloatPixels more = traced_floats(renderer, camera, lit_edge, lit_edge, settings);
        double light = 0.0;
        for (std::size_t i = 0; i < once.size(); ++i) {
            for (int channel = 0; channel < 3; ++channel) {
                EXPECT_NEAR(more[i][channel], 4.0 * once[i][channel], 1e-5 * more[i][channel]) << name_of(environment);
            }
            EXPECT_EQ(more[i].w, once[i].w);
            light += once[i].x;
        }
        EXPECT_GT(light, 1.0);
    }
}

TEST_F(LitByPanorama, pictures_are_read_again_when_they_change) {
    RenderSettings sky = by_panorama(1, picture(8, 4, [](int, int) { return glm::vec3(0.5f); }));
    const FloatPixels before = traced_floats(renderer, camera, lit_edge, lit_edge, sky);
    sky.trace.environment_file = file("other.hdr", radiance_bytes(8, 4, [](int, int) { return glm::vec3(1.0f); }));
    const FloatPixels brighter = traced_floats(renderer, camera, lit_edge, lit_edge, sky);
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_NEAR(brighter[i].x, 2.0 * before[i].x, 1e-5) << i;
    }
    sky.trace.environment_file = (folder / "none.hdr").string();
    EXPECT_THROW(traced_floats(renderer, camera, lit_edge, lit_edge, sky), FileError);
    sky.trace.environment_file.clear();
    EXPECT_THROW(traced_floats(renderer, camera, lit_edge, lit_edge, sky), UsageError);
}

} // namespace
} // namespace voxmarch
