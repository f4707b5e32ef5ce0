// The synthetic volumes with a closed form, against that form.
#include "base/error.h"
#include "volume/synthetic/synthetic.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <numbers>

namespace voxmarch {
namespace {

constexpr double pi = std::numbers::pi;

/// Voxel index to [-0.5, 0.5], written unlike the library does.
double centred(int i, int n) { return static_cast<double>(i) / (n - 1) - 0.5; }

template <typename Distance> void expect_ramp(const Volume &volume, Distance distance) {
    const int n = volume.grid().dims[0];
    for (int z = 0; z < n; ++z) {
        for (int y = 0; y < n; ++y) {
            for (int x = 0; x < n; ++x) {
                const double d = distance(centred(x, n), centred(y, n), centred(z, n));
                const double expected = std::clamp(128.0 - 255.0 * d / 0.5, 0.0, 255.0);
                ASSERT_NEAR(volume.value(x, y, z), expected, 0.5 + 1e-6) << x << ' ' << y << ' ' << z;
            }
        }
    }
}

double sphere_distance(double x, double y, double z) { return std::hypot(x, y, z) - 0.35; }
double torus_distance(double x, double y, double z) { return std::hypot(std::hypot(x, y) - 0.28, z) - 0.12; }

/// Share of the box that the voxels >= isovalue take, each voxel standing for its Voronoi cell.
double volume_above(const Volume &volume, int isovalue) {
    const double cell = std::pow(1.0 / (volume.grid().dims[0] - 1), 3.0);
    const auto voxels = volume.voxels<std::uint8_t>();
    return cell *
           static_cast<double>(std::count_if(voxels.begin(), voxels.end(), [&](int v) { return v >= isovalue; }));
}

/// Radius by which a stored value of at least `isovalue` widens the surface 128: values are rounded, so v >= i - 0.5.
double offset_of(double isovalue) { return (128.0 - (isovalue - 0.5)) / 510.0; }

/// Area between two level sets over their distance: the mean area of the surfaces between them.
double mean_area(const Volume &volume, int low, int high) {
    return (volume_above(volume, low) - volume_above(volume, high)) / (offset_of(low) - offset_of(high));
}

TEST(SyntheticSphere, FollowsTheClosedFormAtEveryVoxel) {
    expect_ramp(synthesize("sphere", 33), sphere_distance);
    expect_ramp(synthesize("sphere", 20), sphere_distance);
}

TEST(SyntheticTorus, FollowsTheClosedFormAtEveryVoxel) {
    expect_ramp(synthesize("torus", 33), torus_distance);
    expect_ramp(synthesize("torus", 26), torus_distance);
}

TEST(SyntheticSphere, ValuesAtPlacesKnownByHand) {
    // 201 voxels: one step is 0.005, so radius 0.35 is exactly 70 voxels from the middle.
    const Volume volume = synthesize("sphere", 201);
    EXPECT_EQ(volume.value(170, 100, 100), 128.0);
    EXPECT_EQ(volume.value(100, 30, 100), 128.0);
    EXPECT_EQ(volume.value(100, 100, 190), 77.0);  // 128 - 510 * 0.1
    EXPECT_EQ(volume.value(100, 100, 100), 255.0); // 306.5 before clamping
    EXPECT_EQ(volume.value(0, 0, 0), 0.0);
}

TEST(SyntheticSphere, VolumeAndAreaConvergeToTheBall) {
    double previous = 1.0;
    for (const int n : {17, 65, 193}) {
        const Volume volume = synthesize("sphere", n);
        const double radius = 0.35 + offset_of(128);
        const double error = std::abs(volume_above(volume, 128) / (4.0 / 3.0 * pi * std::pow(radius, 3.0)) - 1.0);
        EXPECT_LT(error, n == 17 ? 0.05 : n == 65 ? 0.005 : 0.0008) << n;
        EXPECT_LT(error, previous) << n;
        previous = error;
    }
    const Volume fine = synthesize("sphere", 193);
    EXPECT_NEAR(mean_area(fine, 118, 139) / (4.0 * pi * 0.35 * 0.35), 1.0, 0.01);
}

TEST(SyntheticTorus, VolumeAndAreaConvergeToTheTorus) {
    const Volume fine = synthesize("torus", 193);
    const double tube = 0.12 + offset_of(128);
    EXPECT_NEAR(volume_above(fine, 128) / (2.0 * pi * pi * 0.28 * tube * tube), 1.0, 0.003);
    EXPECT_NEAR(mean_area(fine, 118, 139) / (4.0 * pi * pi * 0.28 * 0.12), 1.0, 0.01);
    const Volume coarse = synthesize("torus", 33);
    EXPECT_NEAR(volume_above(coarse, 128) / (2.0 * pi * pi * 0.28 * tube * tube), 1.0, 0.04);
}

TEST(SyntheticMarschnerLobb, EqualsTheFormula) {
    const int n = 40;
    const Volume volume = synthesize("marschner-lobb", n);
    for (int z = 0; z < n; z += 3) {
        for (int y = 0; y < n; ++y) {
            for (int x = 0; x < n; ++x) {
                const double r = 2.0 * std::hypot(centred(x, n), centred(y, n));
                const double ripple = std::cos(2.0 * pi * 6.0 * std::cos(pi * r / 2.0));
                const double rho = (1.0 - std::sin(pi * centred(z, n)) + 0.25 * (1.0 + ripple)) / 2.5;
                ASSERT_NEAR(volume.value(x, y, z), 255.0 * rho, 0.5 + 1e-6);
            }
        }
    }
}

TEST(SyntheticMarschnerLobb, EqualsTheSharedFile) {
    const std::filesystem::path file = VOXMARCH_SOURCE_DIR "/../shared/data/marschner_lobb_41x41x41_uint8.raw";
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << file << " is not here";
    }
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> expected{std::istreambuf_iterator<char>(stream), {}};
    const Volume volume = synthesize("marschner-lobb", 41);
    ASSERT_EQ(expected.size(), volume.bytes().size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(static_cast<std::uint8_t>(expected[i]), std::to_integer<std::uint8_t>(volume.bytes()[i])) << i;
    }
}

double cayley(double x, double y, double z) { return 1.0 - 16.0 * x * y * z - 4.0 * x * x - 4.0 * y * y - 4.0 * z * z; }

TEST(SyntheticCayley, BothTypesFollowTheCubic) {
    const int n = 29;
    const Volume bytes = synthesize("cayley", n);
    const Volume floats = synthesize("cayley", n, ScalarType::f32);
    EXPECT_EQ(floats.type(), ScalarType::f32);
    EXPECT_NEAR(floats.range().min, -27.0, 1e-5);
    EXPECT_NEAR(floats.range().max, 5.0, 1e-5);
    EXPECT_EQ(bytes.range().min, 0.0);
    EXPECT_EQ(bytes.range().max, 253.0);
    for (int z = 0; z < n; ++z) {
        for (int y = 0; y < n; ++y) {
            for (int x = 0; x < n; ++x) {
                const double f = cayley(2.0 * centred(x, n), 2.0 * centred(y, n), 2.0 * centred(z, n));
                ASSERT_NEAR(floats.value(x, y, z), f, 4e-6);
                ASSERT_NEAR(bytes.value(x, y, z), std::max(128.0 + 25.0 * f, 0.0), 0.5 + 1e-6);
            }
        }
    }
}

TEST(SyntheticCayley, TheFourSingularPointsLieOnTheIsovalue) {
    // f and its gradient vanish at (-1/2,-1/2,-1/2) and where two coordinates are +1/2 and the third is -1/2.
    const Volume floats = synthesize("cayley", 41, ScalarType::f32);
    const Volume bytes = synthesize("cayley", 41);
    for (const auto &[x, y, z] : {std::array{10, 10, 10}, {30, 30, 10}, {30, 10, 30}, {10, 30, 30}}) {
        EXPECT_NEAR(floats.value(x, y, z), 0.0, 1e-6);
        EXPECT_EQ(bytes.value(x, y, z), 128.0);
        EXPECT_NEAR(floats.value(x + 1, y, z), floats.value(x - 1, y, z), 1e-6);
    }
}

TEST(SyntheticHydrogen, SquareIsProportionalToTheDensityOf4dz2) {
    const int n = 61;
    const Volume volume = synthesize("hydrogen", n);
    EXPECT_GE(volume.range().max, 245.0);
    EXPECT_EQ(volume.range().min, 0.0);
    // Ratio to the unnormalised wave function is one constant wherever rounding does not dominate.
    const double peak_r = 12.0 - std::sqrt(48.0);
    const auto psi = [](double x, double y, double z) {
        const double r = std::hypot(x, y, z);
        const double legendre = r > 0.0 ? (3.0 * y * y / (r * r) - 1.0) / 2.0 : 0.0;
        return r * r * (12.0 - r) * std::exp(-r / 4.0) * legendre;
    };
    const double peak = psi(0.0, peak_r, 0.0);
    for (int z = 0; z < n; ++z) {
        for (int y = 0; y < n; ++y) {
            for (int x = 0; x < n; ++x) {
                const double value = psi(76.0 * centred(x, n), 76.0 * centred(y, n), 76.0 * centred(z, n)) / peak;
                ASSERT_NEAR(volume.value(x, y, z), 255.0 * std::abs(value), 0.5 + 1e-6);
            }
        }
    }
}

TEST(SyntheticHydrogen, DensityHasFadedAtTheBox) {
    const Volume volume = synthesize("hydrogen", 64);
    for (int j = 0; j < 64; ++j) {
        for (int i = 0; i < 64; ++i) {
            for (const int side : {0, 63}) {
                ASSERT_LT(volume.value(side, i, j), 35.0);
                ASSERT_LT(volume.value(i, side, j), 35.0);
                ASSERT_LT(volume.value(i, j, side), 35.0);
            }
        }
    }
}

} // namespace
} // namespace voxmarch
