// The synthetic volumes with a closed form: sphere, torus, Marschner-Lobb, Cayley cubic and a hydrogen orbital.
#include "volume/synthetic/field.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace voxmarch {

namespace {

template <typename T> T to_scalar(double value) {
    if constexpr (std::is_same_v<T, float>) {
        return static_cast<float>(value);
    } else {
        return to_u8(value);
    }
}

/// Samples `double Formula::operator()(x, y, z)` at box coordinates, each in [-0.5, 0.5].
template <typename T, typename Formula> class FormulaField final : public SyntheticField {
public:
    FormulaField(int n, Formula formula) : n_(n), formula_(formula) {}

    void fill(const VoxelBox &box, std::span<std::byte> out) const override {
        std::vector<double> row;
        for (int i = box.low[0]; i < box.high[0]; ++i) {
            row.push_back(box_coordinate(i, n_));
        }
        auto *voxel = reinterpret_cast<T *>(out.data());
        for (int k = box.low[2]; k < box.high[2]; ++k) {
            for (int j = box.low[1]; j < box.high[1]; ++j) {
                fill_row(row, box_coordinate(j, n_), box_coordinate(k, n_), voxel);
                voxel += row.size();
            }
        }
    }

private:
    int n_;
    Formula formula_;

    /// Apart from the loops around it, so that compilers make vectors of it.
    void fill_row(std::span<const double> coordinates, double y, double z, T *voxels) const {
        const Formula formula = formula_;
        for (std::size_t i = 0; i < coordinates.size(); ++i) {
            voxels[i] = to_scalar<T>(formula(coordinates[i], y, z));
        }
    }
};

template <typename T, typename Formula> std::unique_ptr<SyntheticField> make_formula_field(int n, Formula formula) {
    return std::make_unique<FormulaField<T, Formula>>(n, formula);
}

/// Slope of the two distance fields: 255 per 0.5 of distance.
constexpr double distance_slope = 510.0;

/// Marschner and Lobb 1994: rho = (1 - sin(pi z/2) + alpha (1 + cos(2 pi fM cos(pi r/2)))) / (2 (1 + alpha)) with
/// fM 6 and alpha 0.25 on [-1,1]^3. Its ripple depends on x and y only, so it is made once a box; that of slices of
/// usual size is kept as one sheet of n^2 values.
class MarschnerLobb final : public SyntheticField {
public:
    explicit MarschnerLobb(int n) : n_(n) {
        if (n <= largest_sheet) {
            sheet_ = ripple_in(slab_of(n, 0, 1));
        }
    }

    void fill(const VoxelBox &box, std::span<std::byte> out) const override {
        const bool has_sheet = box.length(0) == n_ && box.length(1) == n_ && !sheet_.empty();
        const std::vector<double> made = has_sheet ? std::vector<double>() : ripple_in(box);
        const std::span<const double> ripples = has_sheet ? sheet_ : made;
        auto *voxel = reinterpret_cast<std::uint8_t *>(out.data());
        for (int k = box.low[2]; k < box.high[2]; ++k) {
            const double ramp = 1.0 - std::sin(std::numbers::pi * box_coordinate(k, n_));
            for (const double ripple : ripples) {
                *voxel++ = to_u8(255.0 * (ramp + alpha * (1.0 + ripple)) / (2.0 * (1.0 + alpha)));
            }
        }
    }

private:
    static constexpr double alpha = 0.25;
    static constexpr double frequency = 6.0;
    static constexpr int largest_sheet = 4096; // 128 MiB

    std::vector<double> ripple_in(const VoxelBox &box) const {
        std::vector<double> ripples;
        ripples.reserve(static_cast<std::size_t>(box.length(0)) * static_cast<std::size_t>(box.length(1)));
        for (int j = box.low[1]; j < box.high[1]; ++j) {
            for (int i = box.low[0]; i < box.high[0]; ++i) {
                ripples.push_back(ripple_at(2.0 * box_coordinate(i, n_), 2.0 * box_coordinate(j, n_)));
            }
        }
        return ripples;
    }

    static double ripple_at(double x, double y) {
        const double r = std::sqrt(x * x + y * y);
        return std::cos(2.0 * std::numbers::pi * frequency * std::cos(0.5 * std::numbers::pi * r));
    }

    int n_;
    std::vector<double> sheet_; ///< empty beyond `largest_sheet`
};

/// f = 1 - 16xyz - 4x^2 - 4y^2 - 4z^2 at twice the box coordinates, in [-27, 5].
double cayley_cubic(double x, double y, double z) { return 1.0 - 128.0 * x * y * z - 16.0 * (x * x + y * y + z * z); }

/// Square root of the probability density, |psi|, of the orbital 4d_z^2 (n 4, l 2, m 0) over its peak:
/// psi ~ (3 z^2 - r^2) (1 - r / 12) exp(-r / 4) with r in Bohr radii and the axis along y.
double hydrogen_amplitude(double x, double y, double z) {
    constexpr double box_edge = 76.0; // Bohr radii
    // The peak lies on the axis where r^2 - 24 r + 96 = 0, at the smaller root.
    static const double peak_r = 12.0 - std::sqrt(48.0);
    static const double peak = 2.0 * peak_r * peak_r * (1.0 - peak_r / 12.0) * std::exp(-0.25 * peak_r);
    x *= box_edge, y *= box_edge, z *= box_edge;
    const double r2 = x * x + y * y + z * z;
    const double r = std::sqrt(r2);
    return std::abs((3.0 * y * y - r2) * (1.0 - r / 12.0)) * std::exp(-0.25 * r) / peak;
}

} // namespace

std::unique_ptr<SyntheticField> make_sphere(int n, ScalarType) {
    return make_formula_field<std::uint8_t>(n, [](double x, double y, double z) {
        return 128.0 + distance_slope * (0.35 - std::sqrt(x * x + y * y + z * z));
    });
}

std::unique_ptr<SyntheticField> make_torus(int n, ScalarType) {
    return make_formula_field<std::uint8_t>(n, [](double x, double y, double z) {
        const double from_circle = std::sqrt(x * x + y * y) - 0.28;
        return 128.0 + distance_slope * (0.12 - std::sqrt(from_circle * from_circle + z * z));
    });
}

std::unique_ptr<SyntheticField> make_marschner_lobb(int n, ScalarType) { return std::make_unique<MarschnerLobb>(n); }

std::unique_ptr<SyntheticField> make_cayley(int n, ScalarType type) {
    if (type == ScalarType::f32) {
        return make_formula_field<float>(n, cayley_cubic);
    }
    return make_formula_field<std::uint8_t>(
        n, [](double x, double y, double z) { return 128.0 + 25.0 * cayley_cubic(x, y, z); });
}

std::unique_ptr<SyntheticField> make_hydrogen(int n, ScalarType) {
    return make_formula_field<std::uint8_t>(
        n, [](double x, double y, double z) { return 255.0 * hydrogen_amplitude(x, y, z); });
}

} // namespace voxmarch
