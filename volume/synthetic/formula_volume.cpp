// Formulas with names, and the field that evaluates an expression.
#include "volume/synthetic/formula_volume.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

constexpr int default_size = 128, largest_formula = 16384;

/// Dyken and Ziegler print pictures and numbers of triangles of the bumpy and superbumpy Cayley surface but no formula:
/// ours have as many triangles at 256^3 and isovalue -0.5, where Cayley's own has theirs too.
///
/// The last five stand for the models of table 2 of Jiménez and Ruiz de Miras 2012: unions of balls and rings that fill
/// as many voxels of 512^3 at the isovalue 0.
constexpr NamedFormula known_formulas[] = {
    {"cayley", "1 - 16*x*y*z - 4*(x^2 + y^2 + z^2)", "Cayley's cubic: the isovalue 0 has four singular points"},
    {"bumpy-cayley", "1 - 16*x*y*z - 4*(x^2 + y^2 + z^2) + 0.31*sin(32*x)*sin(32*y)*sin(32*z)",
     "Cayley's cubic with bumps"},
    {"superbumpy-cayley",
     "1 - 16*x*y*z - 4*(x^2 + y^2 + z^2) + 0.62*sin(32*x)*sin(32*y)*sin(32*z) + 2.13*cos(20*(x + y + z))",
     "Cayley's cubic with bumps, in layers"},
    {"sphere", "0.7 - sqrt(x^2 + y^2 + z^2)", "distance to a ball of radius 0.7"},
    {"torus", "0.24 - sqrt((sqrt(x^2 + y^2) - 0.56)^2 + z^2)", "distance to a ring of radii 0.56 and 0.24"},
    {"gyroid", "sin(9*x)*cos(9*y) + sin(9*y)*cos(9*z) + sin(9*z)*cos(9*x)", "a minimal surface at the isovalue 0"},
    {"statue",
     "max(-.05,min(.05,0.012+max(0.12*(1-sqrt((x/0.36)^2+((y+0.78)/0.12)^2+(z/0.32)^2)),"
     "max(0.22*(1-sqrt((x/0.27)^2+((y+0.35)/0.45)^2+(z/0.22)^2)),max(0.2*(1-sqrt((x/0.3)^2+"
     "((y-0.15)/0.25)^2+(z/0.2)^2)),max(0.16*(1-sqrt((x/0.16)^2+((y-0.6)/0.2)^2+(z/0.16)^2)),"
     "max(0.07*(1-sqrt((x/0.07)^2+((y-0.8)/0.1)^2+(z/0.07)^2)),max(0.07-sqrt((sqrt((x+0.32)^2+"
     "(y-0.3)^2)-0.18)^2+z^2),0.07-sqrt((sqrt((x-0.32)^2+(y-0.02)^2)-0.22)^2+z^2)))))))))",
     "a body like the Happy Buddha"},
    {"rabbit",
     "max(-.05,min(.05,0.042+max(0.48*(1-sqrt((x/0.56)^2+((y+0.33)/0.48)^2+((z+0.1)/0.6)^2)),"
     "max(0.33*(1-sqrt((x/0.34)^2+((y-0.12)/0.33)^2+((z-0.42)/0.36)^2)),max(0.11*(1-sqrt(((x+0.2)/0.11)^2+"
     "((y-0.48)/0.35)^2+((z-0.35)/0.13)^2)),max(0.11*(1-sqrt(((x-0.2)/0.11)^2+((y-0.48)/0.35)^2+"
     "((z-0.35)/0.13)^2)),max(0.18*(1-sqrt((x/0.2)^2+((y+0.35)/0.2)^2+((z+0.72)/0.18)^2)),"
     "max(0.16*(1-sqrt(((x+0.3)/0.17)^2+((y+0.7)/0.16)^2+((z-0.3)/0.34)^2)),0.16*(1-sqrt(((x-0.3)/0.17)^2+"
     "((y+0.7)/0.16)^2+((z-0.3)/0.34)^2))))))))))",
     "a body like the Bunny"},
    {"pelvis",
     "max(-.05,min(.05,-0.004+max(0.11-sqrt((sqrt(x^2+z^2)-0.48)^2+(y+0.1)^2),max(0.1*(1-sqrt(((x+"
     "0.55)/0.1)^2+((y-0.3)/0.5)^2+((z+0.1)/0.36)^2)),max(0.1*(1-sqrt(((x-0.55)/0.1)^2+((y-0.3)/0.5)^2+"
     "((z+0.1)/0.36)^2)),max(0.07-sqrt((sqrt((x+0.3)^2+(y+0.5)^2)-0.18)^2+(z-0.25)^2),"
     "max(0.07-sqrt((sqrt((x-0.3)^2+(y+0.5)^2)-0.18)^2+(z-0.25)^2),0.12*(1-sqrt((x/0.2)^2+((y-0.1)/0.5)^2+"
     "((z+0.45)/0.12)^2)))))))))",
     "a body like the pelvis"},
    {"rings",
     "max(-.05,min(.05,0.098+max(0.15-sqrt((sqrt((x+0.35)^2+(y+0.2)^2)-0.36)^2+z^2),"
     "max(0.15-sqrt((sqrt(x^2+z^2)-0.45)^2+y^2),0.15-sqrt((sqrt((x-0.35)^2+(y-0.2)^2)-0.36)^2+z^2)))))",
     "a body like the knot rings"},
    {"bust",
     "max(-.05,min(.05,0.027+max(0.2*(1-sqrt((x/0.5)^2+((y+0.75)/0.2)^2+(z/0.28)^2)),"
     "max(0.17*(1-sqrt((x/0.17)^2+((y+0.45)/0.35)^2+(z/0.17)^2)),max(0.26*(1-sqrt((x/0.26)^2+"
     "((y-0.05)/0.32)^2+((z-0.08)/0.32)^2)),0.4*(1-sqrt((x/0.4)^2+((y-0.42)/0.48)^2+((z+"
     "0.18)/0.4)^2)))))))",
     "a body like the Nefertiti"},
};

/// Whether a text looks like a name and not like x-y.
bool is_name(std::string_view text) {
    const auto in_names = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
    return std::ranges::all_of(text, in_names) && text.find_first_not_of("xyz-") != text.npos;
}

std::string text_of(const std::string &formula) {
    const auto *const known = std::ranges::find(known_formulas, formula, &NamedFormula::name);
    if (known != std::end(known_formulas)) {
        return std::string(known->text);
    }
    if (is_name(formula)) {
        std::vector<std::string_view> names;
        std::ranges::transform(known_formulas, std::back_inserter(names), &NamedFormula::name);
        throw UsageError(fmt::format("there is no formula '{}'; choose one of {}, or write one of x, y and z", formula,
                                     fmt::join(names, ", ")));
    }
    return formula;
}

/// "64" or "64x64x32". @throws UsageError
std::array<int, 3> sizes_of(std::string_view text) {
    std::vector<std::string> numbers = text::split(text, 'x');
    if (numbers.size() == 1) {
        numbers.resize(3, numbers.front());
    }
    std::array<int, 3> sizes{};
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        const auto size = text::to_integer(text::trim(numbers[axis]));
        if (numbers.size() != 3 || !size || *size < 1 || *size > largest_formula) {
            throw UsageError(fmt::format("the size of a formula is '{}'; write N or NXxNYxNZ, each from 1 to {}",
                                         text::one_line(text, 40), largest_formula));
        }
        sizes.at(axis) = static_cast<int>(*size);
    }
    return sizes;
}

} // namespace

std::span<const NamedFormula> named_formulas() { return known_formulas; }

FormulaVolume formula_volume(std::string_view words) {
    const std::size_t colon = words.rfind(':');
    const std::string formula = text::trim(words.substr(0, colon));
    const std::string size = colon == words.npos ? std::to_string(default_size) : text::trim(words.substr(colon + 1));
    return {formula + ":" + size, text_of(formula), sizes_of(size)};
}

VolumeHeader formula_header(const FormulaVolume &volume) {
    VolumeHeader header;
    const int most = std::ranges::max(volume.sizes);
    for (int axis = 0; axis < 3; ++axis) {
        const int size = volume.sizes.at(static_cast<std::size_t>(axis));
        header.grid.spacing[axis] = size > 1 ? (most - 1.0) / (size - 1.0) : 1.0;
    }
    header.grid.dims = volume.sizes;
    header.type = ScalarType::f32;
    header.format = "formula";
    header.name = volume.words;
    return header;
}

std::vector<double> formula_coordinates(int n) {
    std::vector<double> coordinates;
    for (int i = 0; i < n; ++i) {
        coordinates.push_back(2.0 * box_coordinate(i, n));
    }
    return coordinates;
}

FormulaField::FormulaField(const std::string &text, const std::array<int, 3> &sizes) : expression_(text) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        coordinates_.at(axis) = formula_coordinates(sizes.at(axis));
    }
}

void FormulaField::evaluate(std::span<const double> x, double y, double z, std::span<float> voxels) const {
    if (!expression_.evaluate(x, y, z, voxels)) {
        has_undefined_ = true;
    }
}

void FormulaField::fill(const VoxelBox &box, std::span<std::byte> out) const {
    const auto width = static_cast<std::size_t>(box.length(0));
    const auto row = std::span(coordinates_[0]).subspan(static_cast<std::size_t>(box.low[0]), width);
    std::span voxels(reinterpret_cast<float *>(out.data()), out.size() / sizeof(float));
    for (int k = box.low[2]; k < box.high[2]; ++k) {
        for (int j = box.low[1]; j < box.high[1]; ++j) {
            evaluate(row, coordinates_[1][static_cast<std::size_t>(j)], coordinates_[2][static_cast<std::size_t>(k)],
                     voxels.first(width));
            voxels = voxels.subspan(width);
        }
    }
}

void FormulaField::look_around() const {
    constexpr std::size_t parts = 32; // even, so that the middle is one of their ends
    std::array<std::vector<double>, 3> places;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<double> &all = coordinates_.at(axis);
        for (std::size_t i = 0; i <= parts; ++i) {
            places.at(axis).push_back(all[(all.size() - 1) * i / parts]);
        }
    }
    std::vector<float> row(parts + 1);
    for (const double z : places[2]) {
        for (const double y : places[1]) {
            evaluate(places[0], y, z, row);
        }
    }
}

} // namespace voxmarch
