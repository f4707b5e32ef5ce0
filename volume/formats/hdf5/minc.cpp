// MINC 2 (BIC-MNI/libminc, "MINC 2.0 File Format Reference"): dimensions with steps and cosines, and values that are
// scaled from a valid range to that of each slice.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/file_grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

constexpr const char *image_path = "/minc-2.0/image/0/image";

/// Names of its dimensions, slowest first.
std::vector<std::string> dimensions_of(const Object &image, const fs::path &file) {
    std::vector<std::string> names;
    for (const std::string &name : text::split(image.text("dimorder"), ',')) {
        names.push_back(text::trim(name));
    }
    if (names.size() != image.data->shape.size()) {
        throw FileError(file, fmt::format("is a damaged MINC file: it names the dimensions '{}' of an image of {}",
                                          image.text("dimorder"), image.data->shape.size()));
    }
    return names;
}

AxisRoles minc_roles(const std::vector<std::string> &names, const fs::path &file) {
    AxisRoles roles;
    std::size_t found = 0;
    for (std::size_t axis = names.size(); axis-- > 0;) {
        const std::string &name = names[axis];
        if (name == "xspace" || name == "yspace" || name == "zspace") {
            if (found == 3) {
                throw FileError(file, "is a damaged MINC file: it has more than three dimensions of space");
            }
            roles.world[found] = name[0] - 'x';
            roles.space[found++] = axis;
        } else if (name == "time" && !roles.time) {
            roles.time = axis;
        } else if (name == "vector_dimension" && !roles.channel) {
            roles.channel = axis;
        } else {
            throw FileError(file, fmt::format("has a dimension '{}'; images of xspace, yspace, zspace, time and "
                                              "vector_dimension can be read",
                                              name));
        }
    }
    if (found < 2) {
        throw FileError(file, "is a MINC file of less than two dimensions of space");
    }
    roles.are_named = true;
    return roles;
}

double number_or(const Object *dimension, const char *attribute, double missing) {
    const auto numbers = dimension ? dimension->numbers(attribute) : std::vector<double>{};
    return numbers.size() == 1 ? numbers[0] : missing;
}

/// World axes are right, anterior, superior; `start` counts along the cosines.
void place_minc(Grid &grid, const Tree &tree, const std::vector<std::string> &names, const AxisRoles &roles,
                std::vector<Note> &notes, const fs::path &file) {
    glm::dmat3 steps(0.0);
    glm::dvec3 origin(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        int world = roles.world[at];
        const Object *dimension = nullptr;
        if (roles.space[at]) {
            dimension = tree.find("/minc-2.0/dimensions/" + names[*roles.space[at]]);
        } else { // of a single slice: the one that is left
            world = 3 - roles.world[0] - roles.world[1];
        }
        glm::dvec3 cosines(0.0);
        cosines[world] = 1.0;
        if (const auto stated = dimension ? dimension->numbers("direction_cosines") : std::vector<double>{};
            stated.size() == 3) {
            cosines = {stated[0], stated[1], stated[2]};
        }
        if (dimension && dimension->text("spacing").starts_with("irregular")) {
            notes.emplace_back(
                fmt::format("Its {} is not evenly spaced; the volume is shown as if it were.", dimension->name()));
        }
        steps[axis] = cosines * number_or(dimension, "step", 1.0);
        origin += cosines * number_or(dimension, "start", 0.0);
    }
    set_axes(grid, steps, file);
    set_origin(grid, origin, file);
    grid.anatomical = true;
    grid.unit = LengthUnit::millimeter;
    convert_to_lps(grid, glm::dvec3(-1, -1, 1));
}

struct Range {
    double low = 0.0, high = 0.0;
};

/// Stored values that are meant to be scaled; empty: those of floats are not.
std::optional<Range> valid_range(const Object &image, FileScalar type) {
    const auto all = [](auto tag) {
        using T = decltype(tag);
        return Range{static_cast<double>(std::numeric_limits<T>::lowest()),
                     static_cast<double>(std::numeric_limits<T>::max())};
    };
    Range range;
    switch (type) {
    case FileScalar::u8: range = all(std::uint8_t{}); break;
    case FileScalar::i8: range = all(std::int8_t{}); break;
    case FileScalar::u16: range = all(std::uint16_t{}); break;
    case FileScalar::i16: range = all(std::int16_t{}); break;
    case FileScalar::u32: range = all(std::uint32_t{}); break;
    case FileScalar::i32: range = all(std::int32_t{}); break;
    default: return std::nullopt;
    }
    const auto stated = image.numbers("valid_range");
    if (stated.size() == 2 && stated[0] != stated[1]) {
        range = {std::min(stated[0], stated[1]), std::max(stated[0], stated[1])};
    }
    return range;
}

/// Values of image-min or image-max that belong to what is read: one, one for every z or one for every row.
class SliceValues {
public:
    SliceValues(const Object *object, const Object &image, const Selection &selection, const fs::path &file) {
        if (!object || !object->data || object->data->values.empty()) {
            return;
        }
        const std::vector<std::uint64_t> &shape = object->data->shape;
        const std::vector<std::uint64_t> &whole = image.data->shape;
        const bool leads = shape.size() <= whole.size() && std::equal(shape.begin(), shape.end(), whole.begin());
        if (object->data->values.size() == 1) {
            values_ = object->data->values;
        } else if (leads) {
            gather(object->data->values, shape, selection, file);
        } else {
            throw FileError(file,
                            fmt::format("is a damaged MINC file: its {} does not go with its image", object->path));
        }
    }

    const std::vector<double> &values() const { return values_; }

private:
    std::vector<double> values_;

    void gather(const std::vector<double> &all, const std::vector<std::uint64_t> &shape, const Selection &selection,
                const fs::path &file) {
        const auto step_along = [&](std::size_t axis) -> std::uint64_t {
            const auto place = selection.axes[axis];
            std::uint64_t step = 1;
            for (std::size_t i = place ? *place + 1 : 0; place && i < shape.size(); ++i) {
                step *= shape[i];
            }
            return place && *place < shape.size() ? step : 0;
        };
        std::uint64_t first = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            first = first * shape[axis] + selection.start[axis];
        }
        const std::uint64_t y_step = step_along(1), z_step = step_along(2);
        if (step_along(0) != 0) {
            throw FileError(file, "scales each of its voxels in a way of its own, which is not supported");
        }
        for (int z = 0; z < (z_step > 0 || y_step > 0 ? selection.dims[2] : 1); ++z) {
            for (int y = 0; y < (y_step > 0 ? selection.dims[1] : 1); ++y) {
                values_.push_back(
                    all.at(first + static_cast<std::uint64_t>(z) * z_step + static_cast<std::uint64_t>(y) * y_step));
            }
        }
    }
};

std::vector<Scale> slice_scales(const Tree &tree, const Object &image, const Selection &selection,
                                const fs::path &file) {
    const auto valid = valid_range(image, selection.type);
    const SliceValues least(tree.find("/minc-2.0/image/0/image-min"), image, selection, file);
    const SliceValues most(tree.find("/minc-2.0/image/0/image-max"), image, selection, file);
    if (!valid || least.values().empty() || least.values().size() != most.values().size()) {
        return {};
    }
    std::vector<Scale> scales;
    for (std::size_t i = 0; i < least.values().size(); ++i) {
        const double slope = (most.values()[i] - least.values()[i]) / (valid->high - valid->low);
        scales.push_back({slope, least.values()[i] - valid->low * slope});
        if (!std::isfinite(slope) || !std::isfinite(scales.back().intercept)) {
            throw FileError(file, "is a damaged MINC file: the range of its values is not finite");
        }
    }
    const auto is_plain = [](const Scale &scale) {
        return std::abs(scale.slope - 1.0) < 1e-12 && std::abs(scale.intercept) < 1e-9;
    };
    return std::ranges::all_of(scales, is_plain) ? std::vector<Scale>{} : scales;
}

void note_scales(const std::vector<Scale> &scales, std::vector<Note> &notes) {
    const bool alike = std::ranges::all_of(scales, [&](const Scale &scale) {
        return scale.slope == scales[0].slope && scale.intercept == scales[0].intercept;
    });
    if (!alike) {
        notes.emplace_back("The slices are scaled differently.");
    } else if (!scales.empty()) {
        notes.emplace_back(scaling_note(scales[0].slope, scales[0].intercept));
    }
}

} // namespace

FoundVolume find_minc(const Tree &tree, const ReadOptions &options, const fs::path &file) {
    const Object *image = tree.find(image_path);
    if (!image || !image->data || !image->data->type || !image->data->refusal.empty()) {
        throw FileError(file, fmt::format("is a MINC file whose image {}",
                                          !image || !image->data          ? "is missing"
                                          : !image->data->refusal.empty() ? "cannot be read: " + image->data->refusal
                                                                          : "holds no numbers"));
    }
    FoundVolume found;
    found.header.format = "MINC";
    const auto names = dimensions_of(*image, file);
    const AxisRoles roles = minc_roles(names, file);
    select_volume(found, *image, roles, options, file);
    place_minc(found.header.grid, tree, names, roles, found.header.notes, file);
    found.scales = slice_scales(tree, *image, found.selection, file);
    note_scales(found.scales, found.header.notes);
    return found;
}

} // namespace voxmarch::hdf5
