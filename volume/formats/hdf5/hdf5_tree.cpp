// Finds things in the tree of an HDF5 file.
#include "volume/formats/hdf5/hdf5_tree.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch::hdf5 {

std::string Attribute::text() const {
    std::string all;
    for (const std::string &part : texts) {
        all += part;
    }
    return all;
}

std::string Object::text(const std::string &attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string() : text::trim(found->second.text());
}

std::vector<double> Object::numbers(const std::string &attribute) const {
    const auto found = attributes.find(attribute);
    if (found == attributes.end()) {
        return {};
    }
    std::vector<double> numbers = found->second.numbers;
    if (numbers.empty()) {
        for (const std::string &word : text::words(found->second.text())) {
            const auto number = text::to_double(word);
            if (!number) {
                return {};
            }
            numbers.push_back(*number);
        }
    }
    const bool sound = std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
    return sound ? numbers : std::vector<double>{};
}

const Object *Tree::find(std::string_view path) const {
    while (path.ends_with('/')) {
        path.remove_suffix(1);
    }
    if (path.empty()) {
        return &root();
    }
    std::string wanted(path);
    if (!wanted.starts_with('/')) {
        wanted.insert(0, "/");
    }
    const auto found = std::ranges::find_if(objects_, [&](const Object &object) { return object.path == wanted; });
    return found == objects_.end() ? nullptr : &*found;
}

std::string describe(const DataSet &data) {
    if (data.shape.empty() && !data.refusal.empty()) {
        return data.refusal;
    }
    const std::string type = data.type ? std::string(name_of(*data.type)) : "no numbers";
    return fmt::format("{} {}{}", data.shape.empty() ? "1" : fmt::format("{}", fmt::join(data.shape, "x")), type,
                       data.refusal.empty() ? "" : ", " + data.refusal);
}

} // namespace voxmarch::hdf5
