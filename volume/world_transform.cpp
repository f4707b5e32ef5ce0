// Parses transforms: what ITK calls its kinds, and how each becomes a matrix.
#include "volume/world_transform.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_text = 1 << 20; // bytes; an affine transform has some hundreds

std::optional<std::vector<double>> numbers_in(std::string_view text) {
    std::vector<double> numbers;
    for (const std::string &word : text::words(text)) {
        const auto number = text::to_double(word);
        if (!number || !std::isfinite(*number)) {
            return {};
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/// One transform as its file tells it.
struct Told {
    std::string kind; ///< of ITK: "AffineTransform"
    std::vector<double> parameters, fixed;
};

glm::dvec3 vector_at(const std::vector<double> &numbers, std::size_t first) {
    return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

/// Row by row.
glm::dmat3 matrix_at(const std::vector<double> &numbers) {
    return glm::transpose(glm::dmat3(vector_at(numbers, 0), vector_at(numbers, 3), vector_at(numbers, 6)));
}

glm::dmat3 turn_about(double angle, const glm::dvec3 &axis) {
    return glm::dmat3(glm::rotate(glm::dmat4(1.0), angle, axis));
}

/// Angles about x, y and z; z goes last, and y before x unless the file says otherwise.
glm::dmat3 euler_rotation(const std::vector<double> &angles, bool zyx) {
    const glm::dmat3 x = turn_about(angles[0], {1, 0, 0}), y = turn_about(angles[1], {0, 1, 0}),
                     z = turn_about(angles[2], {0, 0, 1});
    return zyx ? z * y * x : z * x * y;
}

/// The vector part of a unit quaternion.
glm::dmat3 versor_rotation(const std::vector<double> &p) {
    const glm::dvec3 v = vector_at(p, 0);
    return glm::mat3_cast(glm::normalize(glm::dquat(std::sqrt(std::max(0.0, 1.0 - glm::dot(v, v))), v.x, v.y, v.z)));
}

/// y = matrix (x - center) + center + translation
struct AboutCenter {
    glm::dmat3 matrix{1.0};
    glm::dvec3 translation{0.0};
};

/// @param count  numbers that this kind has
struct Kind {
    std::string_view name;
    std::size_t count;
    AboutCenter (*make)(const Told &);
};

constexpr Kind kinds[] = {
    {"IdentityTransform", 0, [](const Told &) { return AboutCenter{}; }},
    {"TranslationTransform", 3,
     [](const Told &t) {
         return AboutCenter{glm::dmat3(1.0), vector_at(t.parameters, 0)};
     }},
    {"AffineTransform", 12,
     [](const Told &t) {
         return AboutCenter{matrix_at(t.parameters), vector_at(t.parameters, 9)};
     }},
    {"MatrixOffsetTransformBase", 12,
     [](const Told &t) {
         return AboutCenter{matrix_at(t.parameters), vector_at(t.parameters, 9)};
     }},
    {"Rigid3DTransform", 12,
     [](const Told &t) {
         return AboutCenter{matrix_at(t.parameters), vector_at(t.parameters, 9)};
     }},
    {"Euler3DTransform", 6,
     [](const Told &t) {
         return AboutCenter{euler_rotation(t.parameters, t.fixed.size() > 3 && t.fixed[3] != 0.0),
                            vector_at(t.parameters, 3)};
     }},
    {"VersorTransform", 3,
     [](const Told &t) {
         return AboutCenter{versor_rotation(t.parameters), glm::dvec3(0.0)};
     }},
    {"VersorRigid3DTransform", 6,
     [](const Told &t) {
         return AboutCenter{versor_rotation(t.parameters), vector_at(t.parameters, 3)};
     }},
    {"Similarity3DTransform", 7,
     [](const Told &t) {
         return AboutCenter{t.parameters[6] * versor_rotation(t.parameters), vector_at(t.parameters, 3)};
     }},
    {"ScaleTransform", 3, [](const Told &t) {
         glm::dmat3 scale(0.0);
         for (int axis = 0; axis < 3; ++axis) {
             scale[axis][axis] = t.parameters[static_cast<std::size_t>(axis)];
         }
         return AboutCenter{scale, glm::dvec3(0.0)};
     }}};

glm::dmat4 matrix_of(const Told &told, const fs::path &file) {
    for (const Kind &kind : kinds) {
        if (kind.name != told.kind) {
            continue;
        }
        if (told.parameters.size() != kind.count || (!told.fixed.empty() && told.fixed.size() < 3)) {
            throw FileError(file, fmt::format("its {} has {} parameters and {} fixed ones; in three dimensions there "
                                              "are {} and 3",
                                              told.kind, told.parameters.size(), told.fixed.size(), kind.count));
        }
        const AboutCenter made = kind.make(told);
        const glm::dvec3 center = told.fixed.empty() ? glm::dvec3(0.0) : vector_at(told.fixed, 0);
        glm::dmat4 result(made.matrix);
        result[3] = glm::dvec4(center + made.translation - made.matrix * center, 1.0);
        return result;
    }
    throw FileError(file, fmt::format("holds a {}, and volumes are placed by affine transforms: rigid ones, "
                                      "similarities, affine ones; resample with it in ITK, elastix or ANTs",
                                      told.kind));
}

/// What follows a word at the beginning of a line: "Parameters: 1 2 3".
std::optional<std::string> after(const std::string &line, std::string_view word) {
    return line.starts_with(word) ? std::optional(text::trim(line.substr(word.size()))) : std::nullopt;
}

std::vector<double> all_numbers(const std::string &words, const fs::path &file) {
    if (auto numbers = numbers_in(words)) {
        return std::move(*numbers);
    }
    throw FileError(file, fmt::format("'{}' are not all numbers", words.substr(0, 60)));
}

/// From points of the fixed volume to those of the moving one. A composition applies the last transform first.
glm::dmat4 itk_matrix(const std::string &text, const fs::path &file) {
    std::vector<Told> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (const auto kind = after(line, "Transform:")) {
            const std::size_t underscore = kind->find('_');
            if (underscore != std::string::npos && !kind->ends_with("_3_3")) {
                throw FileError(file, fmt::format("holds a {}, which is not of three dimensions", *kind));
            }
            all.push_back({kind->substr(0, underscore), {}, {}});
        } else if (const auto parameters = after(line, "Parameters:"); parameters && !all.empty()) {
            all.back().parameters = all_numbers(*parameters, file);
        } else if (const auto fixed = after(line, "FixedParameters:"); fixed && !all.empty()) {
            all.back().fixed = all_numbers(*fixed, file);
        }
    }
    const bool composed = !all.empty() && all.front().kind == "CompositeTransform";
    if (all.size() < (composed ? 2u : 1u) || (!composed && all.size() > 1)) {
        throw FileError(file, fmt::format("holds {} transforms; one is needed, or a CompositeTransform of several",
                                          all.size() - (composed ? 1 : 0)));
    }
    glm::dmat4 result(1.0);
    for (std::size_t i = composed ? 1 : 0; i < all.size(); ++i) {
        result *= matrix_of(all[i], file);
    }
    return result;
}

/// What "(Word 1 2 3)" or "(Word "text")" of elastix says; empty: nothing.
std::string elastix_value(const std::string &text, const std::string &word) {
    const std::size_t at = text.find("(" + word + " ");
    if (at == std::string::npos) {
        return "";
    }
    const std::size_t begin = at + word.size() + 2, end = text.find(')', begin);
    std::string value = text::trim(text.substr(begin, end == std::string::npos ? end : end - begin));
    std::erase(value, '"');
    return value;
}

glm::dmat4 elastix_matrix(const std::string &text, const fs::path &file) {
    const std::string before = elastix_value(text, "InitialTransformParametersFileName") +
                               elastix_value(text, "InitialTransformParameterFileName");
    if (!before.empty() && before != "NoInitialTransform") {
        throw FileError(file,
                        fmt::format("begins with another transform, {}: let elastix write both as one .tfm", before));
    }
    Told told{elastix_value(text, "Transform"), all_numbers(elastix_value(text, "TransformParameters"), file),
              all_numbers(elastix_value(text, "CenterOfRotationPoint"), file)};
    if (elastix_value(text, "ComputeZYX") == "true") {
        told.fixed.push_back(1.0);
    }
    told.kind = told.kind == "EulerTransform"        ? "Euler3DTransform"
                : told.kind == "SimilarityTransform" ? "Similarity3DTransform"
                                                     : told.kind;
    return matrix_of(told, file);
}

glm::dmat4 plain_matrix(const std::string &text, const fs::path &file) {
    const auto numbers = numbers_in(text);
    if (!numbers || numbers->size() != 16) {
        throw FileError(file, "is no transform: neither a text file of ITK (.tfm) or elastix, nor four rows of four "
                              "numbers");
    }
    glm::dmat4 result(1.0);
    for (std::size_t i = 0; i < 16; ++i) {
        result[static_cast<int>(i % 4)][static_cast<int>(i / 4)] = (*numbers)[i];
    }
    if (result[0][3] != 0.0 || result[1][3] != 0.0 || result[2][3] != 0.0 || result[3][3] != 1.0) {
        throw FileError(file, "its last row must be 0 0 0 1");
    }
    return result;
}

} // namespace

glm::dmat4x3 parse_world_transform(const std::string &text, const fs::path &file) {
    const bool itk = text.starts_with("#Insight Transform File"), elastix = text.find("(Transform ") != text.npos;
    const glm::dmat4 matrix = itk       ? itk_matrix(text, file)
                              : elastix ? elastix_matrix(text, file)
                                        : plain_matrix(text, file);
    const double volume = std::abs(glm::determinant(matrix));
    if (!(volume > 1e-12) || !std::isfinite(volume)) {
        throw FileError(file, "is a transform that flattens the volume: it has no inverse");
    }
    const glm::dmat4x3 moved(itk || elastix ? glm::inverse(matrix) : matrix);
    for (int column = 0; column < 4; ++column) {
        require_measure(moved[column], file);
    }
    return moved;
}

glm::dmat4x3 read_world_transform(const fs::path &file) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (error) {
        throw FileError(file, "cannot be read: " + error.message());
    }
    std::ifstream stream(file, std::ios::binary);
    std::string text(static_cast<std::size_t>(std::min(bytes, largest_text)), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream) {
        throw FileError(file, "cannot be read");
    }
    if (bytes > largest_text || text.find('\0') != std::string::npos) {
        throw FileError(file, "is no text: of transforms the text files of ITK are read (.tfm), which "
                              "SimpleITK.WriteTransform or ConvertTransformFile of ANTs make of .mat and .h5");
    }
    return parse_world_transform(text, file);
}

} // namespace voxmarch
