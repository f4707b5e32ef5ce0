// Reads the metadata of OME-Zarr images.
#include "volume/bricks/zarr/image.h"

#include "base/text.h"
#include "volume/bricks/zarr/json_file.h"
#include "volume/channel_colors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch::zarr {

namespace {

constexpr std::size_t most_levels = 64;
constexpr double farthest = 1e15; // in any unit

std::vector<double> measures(const JsonNode &list, std::size_t count, bool is_scale) {
    std::vector<double> values = list.numbers(count);
    for (const double value : values) {
        const double size = std::abs(value);
        if (!std::isfinite(value) || size > farthest || (is_scale && size < 1 / farthest)) {
            list.fail(fmt::format("\"{}\" holds {:g}, which is no {}", list.path(), value,
                                  is_scale ? "distance of voxels" : "place"));
        }
    }
    return values;
}

// Applies a list of transformations, in order, to what comes before. @return whether there was a scale
bool transform(LevelPlace &level, const JsonNode &node) {
    if (!node.has("coordinateTransformations")) {
        return false;
    }
    bool is_scaled = false;
    for (const JsonNode &step : node.at("coordinateTransformations").elements()) {
        const std::string type = step.at("type").text();
        if (type == "scale") {
            const auto factors = measures(step.at("scale"), level.scale.size(), true);
            for (std::size_t axis = 0; axis < factors.size(); ++axis) {
                level.scale[axis] *= factors[axis];
                level.translation[axis] *= factors[axis];
            }
            is_scaled = true;
        } else if (type == "translation") {
            const auto steps = measures(step.at("translation"), level.scale.size(), false);
            for (std::size_t axis = 0; axis < steps.size(); ++axis) {
                level.translation[axis] += steps[axis];
            }
        } else if (type != "identity") {
            step.fail(fmt::format("transformations of type \"{}\" cannot be read", type.substr(0, 40)));
        }
    }
    return is_scaled;
}

// An axis is an object; in version 0.3 its name alone.
Axis axis_of(const JsonNode &node) {
    Axis axis;
    axis.name = node.is_text() ? node.text() : node.at("name").text();
    if (node.is_object()) {
        axis.type = text_or(node, "type", "");
        axis.unit = text_or(node, "unit", "");
    }
    const std::string name = text::lower(axis.name);
    if (axis.type.empty()) {
        axis.type = name == "x" || name == "y" || name == "z" ? "space"
                    : name == "t"                             ? "time"
                    : name == "c"                             ? "channel"
                                                              : "";
    }
    return axis;
}

void read_multiscale(Image &image, const JsonNode &multiscale) {
    if (multiscale.has("axes")) {
        for (const JsonNode &axis : multiscale.at("axes").elements()) {
            image.axes.push_back(axis_of(axis));
        }
    } else { // before version 0.3
        image.axes = {
            {"t", "time", ""}, {"c", "channel", ""}, {"z", "space", ""}, {"y", "space", ""}, {"x", "space", ""}};
    }
    if (image.axes.size() < 2 || image.axes.size() > 8) {
        multiscale.fail(fmt::format("images of {} axes cannot be shown", image.axes.size()));
    }
    image.is_described = true;
    image.name = multiscale.has("name") && multiscale.at("name").is_text() ? multiscale.at("name").text() : "";
    const auto datasets = multiscale.at("datasets").elements();
    if (datasets.empty() || datasets.size() > most_levels) {
        multiscale.fail(fmt::format("an image of {} levels cannot be shown", datasets.size()));
    }
    for (const JsonNode &dataset : datasets) {
        const std::size_t axes = image.axes.size();
        LevelPlace level{dataset.at("path").text(), std::vector(axes, 1.0), std::vector(axes, 0.0)};
        if (!is_sound_key(level.key)) {
            dataset.fail(fmt::format("the path \"{}\" does not lie within the store", level.key.substr(0, 80)));
        }
        const bool here = transform(level, dataset), everywhere = transform(level, multiscale);
        image.states_place = image.states_place || here || everywhere;
        image.levels.push_back(std::move(level));
    }
}

// What groups are that hold images, but are none.
void refuse_collections(const JsonNode &attributes, const std::filesystem::path &file) {
    if (attributes.has("bioformats2raw.layout")) {
        throw FileError(file.parent_path(), "holds a collection of images; name one of the folders in it, such as 0");
    }
    if (attributes.has("plate") || attributes.has("well")) {
        throw FileError(file.parent_path(), "holds a plate of images; name one of the images in it, such as A/1/0");
    }
    if (attributes.has("labels") && !attributes.has("multiscales")) {
        throw FileError(file.parent_path(), "holds label images; name one of the folders in it");
    }
}

StatedChannel shown_channel(const JsonNode &channel) {
    StatedChannel stated{{text_or(channel, "label", ""), {}}, {}};
    for (const char *name : {"emissionWave", "emissionWavelength", "emission_wavelength"}) { // in nm
        if (!stated.wavelength && channel.has(name) && channel.at(name).is_number()) {
            stated.wavelength = channel.at(name).number();
        }
    }
    const std::string color = text_or(channel, "color", "");
    if (color.size() == 6 && color.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos) {
        const unsigned long bits = std::stoul(color, nullptr, 16);
        stated.info.color = glm::dvec3(bits >> 16, (bits >> 8) & 255u, bits & 255u) / 255.0;
    }
    return stated;
}

// "omero", which tells how to show channels: nobody needs it, so what is wrong there is overlooked.
std::vector<ChannelInfo> shown_channels(const JsonNode &attributes) {
    std::vector<StatedChannel> channels;
    try {
        for (const JsonNode &channel : attributes.at("omero").at("channels").elements()) {
            channels.push_back(shown_channel(channel));
        }
    } catch (const FormatProblem &) {
        channels.clear();
    }
    return channel_infos(std::move(channels));
}

bool read_attributes(Image &image, const JsonNode &attributes, const std::filesystem::path &file) {
    if (!attributes.has("multiscales")) {
        refuse_collections(attributes, file);
        return false;
    }
    const auto multiscales = attributes.at("multiscales").elements();
    if (multiscales.empty()) {
        attributes.fail("its list of multiscales is empty");
    }
    read_multiscale(image, multiscales.front());
    image.channels = attributes.has("omero") ? shown_channels(attributes) : std::vector<ChannelInfo>{};
    return true;
}

glm::dvec3 vector_of(const JsonNode &list) {
    const auto values = measures(list, 3, false);
    return {values[0], values[1], values[2]};
}

OwnPlace own_place(const JsonNode &node) {
    OwnPlace own;
    const auto columns = node.at("direction").elements();
    for (std::size_t axis = 0; axis < 3 && columns.size() == 3; ++axis) {
        own.direction[static_cast<int>(axis)] = vector_of(columns[axis]);
    }
    own.origin = vector_of(node.at("origin"));
    own.spacing = vector_of(node.at("spacing"));
    own.unit = text_or(node, "unit", "");
    own.anatomical = node.has("anatomical") && node.at("anatomical").truth();
    return own;
}

// The attributes of a group of version 3 are a part of its metadata, OME's a part of those.
bool read_group_3(Image &image, const JsonFile &file) {
    return file.with([&](const JsonNode &root) {
        if (text_or(root, "node_type", "group") != "group" || !root.has("attributes")) {
            return false;
        }
        const JsonNode attributes = root.at("attributes");
        if (attributes.has("voxmarch") && attributes.at("voxmarch").has("direction")) {
            image.own = own_place(attributes.at("voxmarch"));
        }
        return read_attributes(image, attributes.has("ome") ? attributes.at("ome") : attributes, file.path());
    });
}

} // namespace

Image read_image(const Store &store) {
    Image image;
    for (const char *name : {"zarr.json", ".zattrs"}) {
        const auto file = JsonFile::read(store, name);
        if (!file || image.is_described) {
            continue;
        }
        image.metadata = file->path();
        if (std::string_view(name) == "zarr.json") {
            read_group_3(image, *file);
        } else {
            file->with([&](const JsonNode &root) { return read_attributes(image, root, file->path()); });
        }
    }
    if (!image.is_described) {
        const auto array = read_array(store, "");
        if (!array) {
            throw FileError(store.path_of(""), "is a Zarr group without an image (no 'multiscales' of OME-Zarr in its "
                                               "metadata); name one of the arrays in it");
        }
        const std::size_t axes = array->shape.size();
        image.axes.resize(axes);
        constexpr std::array<const char *, 3> names{"x", "y", "z"};
        for (std::size_t i = 0; i < std::min<std::size_t>(axes, 3); ++i) {
            image.axes[axes - 1 - i] = {names[i], "space", ""};
        }
        image.levels = {{"", std::vector(axes, 1.0), std::vector(axes, 0.0)}};
        image.metadata = store.path_of("");
    }
    return image;
}

} // namespace voxmarch::zarr
