// Data sets by their paths, in files that say little more: NeXus, ilastik, netCDF 4, MATLAB and everybody's own.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_listed = 12;

std::string list_of(const std::vector<const Object *> &objects) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(objects.size(), most_listed); ++i) {
        const Object &object = *objects[i];
        words.push_back(fmt::format("{} ({})", object.path,
                                    object.is_elsewhere ? "a link to another file, which is not followed"
                                    : object.is_broken  ? "damaged, or of a newer HDF5 than libhdf5 knows"
                                                        : describe(*object.data)));
    }
    if (objects.size() > most_listed) {
        words.push_back(fmt::format("{} more", objects.size() - most_listed));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Axes of more than one entry.
std::ptrdiff_t extents(const DataSet &data) {
    return std::ranges::count_if(data.shape, [](std::uint64_t length) { return length > 1; });
}

bool is_volume(const Object &object) {
    return object.data && object.data->type && object.data->refusal.empty() && object.data->shape.size() >= 2 &&
           std::ranges::find(object.data->shape, 0U) == object.data->shape.end();
}

/// All data sets, not those that links lead to, nor scales of others.
std::vector<const Object *> sets_of(const Tree &tree) {
    std::vector<const Object *> sets;
    for (const Object &object : tree.objects()) {
        if (object.is_elsewhere || (object.is_broken && !object.is_link) ||
            (object.data && !object.is_link && object.text("CLASS") != "DIMENSION_SCALE")) {
            sets.push_back(&object);
        }
    }
    return sets;
}

const Object &choose_named(const Tree &tree, const std::string &wanted, const fs::path &file) {
    const Object *object = tree.find(wanted);
    if (object && !object->data) {
        if (const Object *signal = nexus_signal(tree, *object)) {
            return *signal;
        }
    }
    if (!object || !object->data) {
        if (object && object->is_broken && !object->is_link) {
            throw FileError(file,
                            fmt::format("its {} is damaged, or of a newer HDF5 than libhdf5 knows", object->path));
        }
        if (object && object->is_elsewhere) {
            throw FileError(file, fmt::format("its {} is a link to another file, which is not followed; name that file",
                                              object->path));
        }
        throw UsageError(fmt::format("{} holds no data set '{}', but {}", file.string(), wanted,
                                     sets_of(tree).empty() ? "none at all" : list_of(sets_of(tree))),
                         {{Remedy::array}});
    }
    if (!object->data->type || !object->data->refusal.empty()) {
        throw FileError(file,
                        fmt::format("its data set {} cannot be read: {}", object->path,
                                    object->data->refusal.empty() ? "it holds no numbers" : object->data->refusal));
    }
    return *object;
}

/// Without a name: what NeXus says, else the first of three axes or more, else the first of two.
const Object &choose_first(const Tree &tree, const fs::path &file) {
    if (const Object *group = nexus_default(tree)) {
        if (const Object *signal = nexus_signal(tree, *group); is_volume(*signal)) {
            return *signal;
        }
    }
    const auto sets = sets_of(tree);
    for (const std::ptrdiff_t axes : {3, 2}) {
        const auto found = std::ranges::find_if(
            sets, [&](const Object *object) { return is_volume(*object) && extents(*object->data) >= axes; });
        if (found != sets.end()) {
            return **found;
        }
    }
    throw FileError(file,
                    fmt::format("holds no data set that is a volume{}", sets.empty() ? "" : ", but " + list_of(sets)));
}

/// netCDF's older conventions have no unsigned types: an attribute says that the bits of signed ones are meant so.
void heed_unsigned(Selection &selection, const Object &object) {
    if (text::lower(object.text("_Unsigned")) != "true") {
        return;
    }
    switch (selection.type) {
    case FileScalar::i8: selection.type = FileScalar::u8; break;
    case FileScalar::i16: selection.type = FileScalar::u16; break;
    case FileScalar::i32: selection.type = FileScalar::u32; break;
    case FileScalar::i64: selection.type = FileScalar::u64; break;
    default: break;
    }
}

} // namespace

FoundVolume find_plain(const Tree &tree, const ReadOptions &options, const fs::path &file) {
    const Object &object = options.array.empty() ? choose_first(tree, file) : choose_named(tree, options.array, file);
    FoundVolume found;
    found.header.format = "HDF5";
    const Object *group = tree.find(object.parent());
    if (!group || nexus_signal(tree, *group) != &object) {
        group = nexus_default(tree); // a link may lead here
        group = group && nexus_signal(tree, *group) == &object ? group : nullptr;
    }
    if (group) {
        found.header.format = "NeXus";
    }
    std::vector<const Object *> others;
    std::ranges::copy_if(sets_of(tree), std::back_inserter(others), [&](const Object *other) {
        return other != &object && is_volume(*other) && extents(*other->data) >= 2;
    });
    if (!others.empty()) {
        found.header.notes.push_back(
            {fmt::format("Its data set {} is read; there are also {}.", object.path, list_of(others)),
             {{Remedy::array}}});
    }
    const AxisRoles roles = roles_of(object, file);
    select_volume(found, object, roles, options, file);
    heed_unsigned(found.selection, object);
    place_plain(found, tree, object, group, roles, file);
    return found;
}

} // namespace voxmarch::hdf5
