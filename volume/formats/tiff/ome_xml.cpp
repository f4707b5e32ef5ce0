// Reads OME-XML, the description of OME-TIFF files.
#include "volume/formats/tiff/tiff_description.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/channel_colors.h"
#include "volume/formats/file_grid.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <tinyxml2.h>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using Element = tinyxml2::XMLElement;

// Names may have a prefix: "OME:Pixels".
bool is(const Element &element, std::string_view name) {
    const std::string_view whole = element.Name();
    const auto colon = whole.rfind(':');
    return (colon == std::string_view::npos ? whole : whole.substr(colon + 1)) == name;
}

template <typename F> void for_each_child(const Element &parent, std::string_view name, F &&f) {
    for (const Element *child = parent.FirstChildElement(); child != nullptr; child = child->NextSiblingElement()) {
        if (is(*child, name)) {
            f(*child);
        }
    }
}

const Element *first_child(const Element &parent, std::string_view name) {
    const Element *found = nullptr;
    for_each_child(parent, name, [&](const Element &child) { found = found ? found : &child; });
    return found;
}

std::string word(const Element &element, const char *name) {
    const char *value = element.Attribute(name);
    return value ? text::trim(value) : std::string();
}

// The model's default unit is nm.
std::optional<double> emission_wavelength(const Element &channel) {
    const auto value = text::to_double(word(channel, "EmissionWavelength"));
    const std::string stated = word(channel, "EmissionWavelengthUnit");
    const auto unit = scaled_unit_from_text(stated.empty() ? "nm" : stated);
    const auto millimetres = unit ? millimetres_per(unit->unit) : std::nullopt;
    return value && millimetres
               ? std::optional(*value * unit->factor() * (*millimetres / *millimetres_per(LengthUnit::nanometer)))
               : std::nullopt;
}

// Its colour is a signed number of red, green, blue and alpha, the first in the highest byte.
StatedChannel stated_channel(const Element &channel) {
    ChannelInfo info{word(channel, "Name"), {}};
    if (const auto number = text::to_integer(word(channel, "Color"))) {
        const auto bits = static_cast<std::uint32_t>(*number);
        info.color = glm::dvec3(bits >> 24, (bits >> 16) & 255u, (bits >> 8) & 255u) / 255.0;
    }
    return {info, emission_wavelength(channel)};
}

class OmeReader {
public:
    OmeReader(const Element &root, int samples, fs::path file)
        : root_(root), samples_(samples), file_(std::move(file)) {}

    TiffDescription read() {
        if (const Element *elsewhere = first_child(root_, "BinaryOnly")) {
            throw FileError(file_, fmt::format("is a part of a larger OME-TIFF; open {}, which describes it",
                                               word(*elsewhere, "MetadataFile")));
        }
        const Element *pixels = first_image();
        result_.format = "OME-TIFF";
        result_.files.push_back(file_);
        read_sizes(*pixels);
        read_spacing(*pixels);
        read_times(*pixels);
        std::vector<StatedChannel> channels;
        for_each_child(*pixels, "Channel",
                       [&](const Element &channel) { channels.push_back(stated_channel(channel)); });
        result_.channel_infos = channel_infos(std::move(channels));
        for_each_child(*pixels, "TiffData", [&](const Element &data) { read_run(data); });
        if (result_.runs.empty()) {
            result_.runs.push_back({});
        }
        std::stable_sort(result_.runs.begin(), result_.runs.end(),
                         [](const PlaneRun &a, const PlaneRun &b) { return a.first < b.first; });
        return result_;
    }

private:
    const Element &root_;
    int samples_;
    fs::path file_;
    TiffDescription result_;
    std::map<std::string, std::size_t> files_; // index into result_.files by the name in the XML

    const Element *first_image() {
        const Element *image = first_child(root_, "Image");
        const Element *pixels = image ? first_child(*image, "Pixels") : nullptr;
        if (pixels == nullptr) {
            throw FileError(file_, "its OME metadata hold no image");
        }
        int images = 0;
        for_each_child(root_, "Image", [&](const Element &) { ++images; });
        result_.is_one_of_many = images > 1;
        if (images > 1) {
            result_.notes.emplace_back(
                fmt::format("It holds {} images; the first{} is read.", images,
                            word(*image, "Name").empty() ? "" : " (" + word(*image, "Name") + ")"));
        }
        return pixels;
    }

    std::uint64_t number(const Element &element, const char *name, long long otherwise, long long least) const {
        const std::string value = word(element, name);
        const auto parsed = value.empty() ? std::optional(otherwise) : text::to_integer(value);
        if (!parsed || *parsed < least || *parsed > std::numeric_limits<std::int32_t>::max()) {
            throw FileError(file_, fmt::format("its OME metadata say {}=\"{}\"", name, value));
        }
        return static_cast<std::uint64_t>(*parsed);
    }

    void read_sizes(const Element &pixels) {
        result_.columns = number(pixels, "SizeX", 0, 1);
        result_.rows = number(pixels, "SizeY", 0, 1);
        result_.slices = number(pixels, "SizeZ", 1, 1);
        result_.times = number(pixels, "SizeT", 1, 1);
        result_.channels = number(pixels, "SizeC", 1, 1);
        // SizeC counts the samples of a pixel too.
        const auto samples = static_cast<std::uint64_t>(samples_);
        if (result_.channels % samples == 0) {
            result_.channels /= samples;
        }
        const std::string order = word(pixels, "DimensionOrder");
        std::string sorted = order;
        std::sort(sorted.begin(), sorted.end());
        if (sorted != "CTXYZ" || !order.starts_with("XY")) {
            throw FileError(file_, fmt::format("its OME metadata say DimensionOrder=\"{}\"", order));
        }
        result_.order = order.substr(2);
        result_.stated_type = text::lower(word(pixels, "Type"));
        checked_multiply(checked_multiply(result_.slices, result_.channels, file_), result_.times, file_);
    }

    void read_spacing(const Element &pixels) {
        constexpr const char *names[3][2] = {{"PhysicalSizeX", "PhysicalSizeXUnit"},
                                             {"PhysicalSizeY", "PhysicalSizeYUnit"},
                                             {"PhysicalSizeZ", "PhysicalSizeZUnit"}};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto value = text::to_double(word(pixels, names[axis][0]));
            if (!value) {
                continue;
            }
            if (!(*value > 0.0) && result_.spacing_notes.empty()) {
                result_.spacing_notes.emplace_back(
                    fmt::format("Its {} of {:g} is no size and does not count.", names[axis][0], *value));
            }
            const std::string stated = word(pixels, names[axis][1]);
            const std::string unit = stated.empty() ? "\xC2\xB5m" : stated; // the model's default
            const auto scale = scaled_unit_from_text(unit);
            if (!scale && unit != "pixel" && result_.spacing_notes.empty()) {
                result_.spacing_notes.emplace_back(fmt::format("Its unit of length, '{}', is not known here.", unit));
            }
            result_.spacing[axis] = StatedLength{*value, scale.value_or(ScaledUnit{})};
        }
    }

    // A step of all times, or when the first plane of each was taken.
    void read_times(const Element &pixels) {
        constexpr std::uint64_t most = 65536;
        if (result_.times < 2 || result_.times > most) {
            return;
        }
        const auto unit_in = [&](const Element &element, const char *name) {
            const std::string unit = word(element, name);
            return unit.empty() ? std::string("s") : time_unit(unit); // the model's default
        };
        if (const auto step = text::to_double(word(pixels, "TimeIncrement"))) {
            result_.time_axis = even_times(result_.times, *step, unit_in(pixels, "TimeIncrementUnit"));
        }
        std::map<std::uint64_t, double> taken;
        std::string unit;
        for_each_child(pixels, "Plane", [&](const Element &plane) {
            const auto at = text::to_double(word(plane, "DeltaT"));
            if (at && number(plane, "TheZ", 0, 0) == 0 && number(plane, "TheC", 0, 0) == 0) {
                unit = unit_in(plane, "DeltaTUnit");
                taken.try_emplace(number(plane, "TheT", 0, 0), *at);
            }
        });
        if (result_.time_axis.at.empty() && taken.size() == result_.times &&
            taken.rbegin()->first + 1 == result_.times) {
            result_.time_axis.unit = unit;
            for (const auto &[time, at] : taken) {
                result_.time_axis.at.push_back(at);
            }
        }
    }

    void read_run(const Element &data) {
        const auto samples = static_cast<std::uint64_t>(samples_);
        std::uint64_t channel = number(data, "FirstC", 0, 0);
        if (channel >= result_.channels && channel % samples == 0) {
            channel /= samples; // some writers count samples here
        }
        PlaneRun run;
        run.first = plane(number(data, "FirstZ", 0, 0), channel, number(data, "FirstT", 0, 0));
        run.page = number(data, "IFD", 0, 0);
        if (data.Attribute("PlaneCount")) {
            run.count = number(data, "PlaneCount", 1, 0);
        } else if (data.Attribute("IFD")) {
            run.count = 1;
        }
        if (const Element *uuid = first_child(data, "UUID")) {
            run.file = file_index(*uuid);
        }
        result_.runs.push_back(run);
    }

    std::uint64_t plane(std::uint64_t z, std::uint64_t c, std::uint64_t t) const {
        if (z >= result_.slices || c >= result_.channels || t >= result_.times) {
            throw FileError(file_, fmt::format("its OME metadata place pages at slice {}, channel {}, time {}, outside "
                                               "of the image",
                                               z, c, t));
        }
        return plane_number(result_, z, c, t);
    }

    std::size_t file_index(const Element &uuid) {
        const std::string name = word(uuid, "FileName");
        const std::string id = uuid.GetText() ? text::trim(uuid.GetText()) : std::string();
        const bool is_this = (!id.empty() && id == word(root_, "UUID")) || name == file_.filename().string();
        if (is_this) {
            return 0;
        }
        if (name.empty()) {
            throw FileError(file_, "its OME metadata place pages in another file without naming it");
        }
        const auto [found, added] = files_.try_emplace(name, result_.files.size());
        if (added) {
            result_.files.push_back(resolve_data_file(file_, name));
        }
        return found->second;
    }
};

} // namespace

TiffDescription read_ome_xml(const std::string &text, int samples, const fs::path &file) {
    tinyxml2::XMLDocument document;
    if (document.Parse(text.c_str(), text.size()) != tinyxml2::XML_SUCCESS || document.RootElement() == nullptr) {
        throw FileError(file, fmt::format("its OME metadata are damaged XML (line {})", document.ErrorLineNum()));
    }
    return OmeReader(*document.RootElement(), samples, file).read();
}

} // namespace voxmarch
