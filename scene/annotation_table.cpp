// Readings of annotations, and the files they are exported to.
#include "scene/annotation_table.h"

#include "base/error.h"
#include "renderer/reference/voxels.h"
#include "scene/figure/figure_parts.h"
#include "scene/pick.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

constexpr const char *table_format = "voxmarch-annotations";

double voxel_value(const Volume &volume, const glm::ivec3 &at) {
    const LargeVolume *large = volume.large();
    if (!large) {
        return volume.value(at.x, at.y, at.z);
    }
    const VoxelBox box{{at.x, at.y, at.z}, {at.x + 1, at.y + 1, at.z + 1}};
    std::vector<std::byte> bytes(scalar_size(volume.type()));
    large->source->read(0, box, bytes);
    return visit_scalar(volume.type(), [&](auto tag) {
        return static_cast<double>(*reinterpret_cast<const decltype(tag) *>(bytes.data()));
    });
}

/// A field of a CSV file.
std::string field(const std::string &text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

std::string field(std::optional<double> number) { return number ? fmt::format("{:.10g}", *number) : ""; }

std::string places_field(const std::vector<glm::dvec3> &places) {
    std::vector<std::string> words;
    for (const glm::dvec3 &place : places) {
        words.push_back(fmt::format("{:.10g} {:.10g} {:.10g}", place.x, place.y, place.z));
    }
    return fmt::format("{}", fmt::join(words, "; "));
}

} // namespace

std::optional<double> value_at(const Volume &volume, glm::dvec3 world) {
    const Grid &grid = volume.grid();
    const glm::dvec3 voxel = voxel_of(grid, world), last = grid.dims_d() - 1.0;
    constexpr double rounding = 1e-6;
    if (glm::any(glm::lessThan(voxel, glm::dvec3(-rounding))) || glm::any(glm::greaterThan(voxel, last + rounding))) {
        return std::nullopt;
    }
    return interpolate(grid.dims, voxel, [&](const glm::ivec3 &at) { return voxel_value(volume, at); });
}

glm::dvec3 text_place(const Annotation &annotation) {
    const std::vector<glm::dvec3> &places = annotation.places;
    return annotation.kind == AnnotationKind::angle   ? places[1]
           : annotation.kind == AnnotationKind::ruler ? (places[0] + places[1]) / 2.0
                                                      : places.back();
}

AnnotationReading read_annotation(const Volume &volume, const Annotation &annotation, double threshold,
                                  const std::function<void(double)> &progress) {
    AnnotationReading reading;
    reading.length = length_of(annotation);
    reading.angle = angle_of(annotation);
    if (annotation.kind == AnnotationKind::point) {
        reading.value = value_at(volume, annotation.places.at(0));
    } else if (is_region(annotation.kind)) {
        reading.region = region_statistics(volume, annotation, threshold, progress);
    }
    return reading;
}

int length_digits(const Grid &grid) {
    return std::clamp(-static_cast<int>(std::floor(std::log10(grid.smallest_spacing()))), 1, 6);
}

/// "107.79 +- 357.12": five digits of the larger one, and as many decimals of the other.
static std::string mean_text(const RegionStatistics &region) {
    const std::optional<int> decimals = common_decimals(std::max(std::abs(region.mean), region.deviation), 5);
    return decimals ? fmt::format("{:.{}f} \u00b1 {:.{}f}", region.mean, *decimals, region.deviation, *decimals)
                    : fmt::format("{:.5g} \u00b1 {:.5g}", region.mean, region.deviation);
}

std::string reading_text(const Annotation &annotation, const AnnotationReading &reading, const Grid &grid,
                         const std::string &value_unit) {
    if (reading.length && annotation.kind != AnnotationKind::sphere) {
        return fmt::format("{:.{}f}{}", *reading.length, length_digits(grid), printed_unit(grid.unit));
    }
    if (reading.angle) {
        return fmt::format("{:.1f}\u00b0", *reading.angle);
    }
    if (!reading.region && annotation.kind != AnnotationKind::point) {
        return ""; // an angle whose leg has no length
    }
    if (reading.region) {
        return reading.region->voxels == 0 ? "no voxels" : "mean " + mean_text(*reading.region) + value_unit;
    }
    return reading.value ? fmt::format("{:.5g}{}", *reading.value, value_unit) : "outside";
}

std::string annotations_csv(const std::vector<AnnotationRow> &rows, const Volume &volume, double threshold,
                            const std::string &value_unit) {
    const std::string unit(name_of(volume.grid().unit));
    std::string text = "name,kind,length,radius,angle (degrees),value,voxels,volume,mean,standard deviation,minimum,"
                       "maximum,median,threshold,volume above threshold,unit,unit of values,convention,"
                       "places (x y z)\r\n";
    for (const AnnotationRow &row : rows) {
        const AnnotationReading &reading = row.reading;
        const RegionStatistics *region = reading.region ? &*reading.region : nullptr;
        const bool any = region && region->voxels > 0;
        const auto of_region = [&](std::optional<double> number) { return field(any ? number : std::nullopt); };
        const RegionStatistics none, &numbers = region ? *region : none;
        const bool ball = row.annotation.kind == AnnotationKind::sphere;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", field(row.annotation.name),
                            name_of(row.annotation.kind), field(ball ? std::nullopt : reading.length),
                            field(ball ? reading.length : std::nullopt), field(reading.angle), field(reading.value),
                            region ? std::to_string(region->voxels) : "", of_region(numbers.volume),
                            of_region(numbers.mean), of_region(numbers.deviation), of_region(numbers.smallest),
                            of_region(numbers.largest), of_region(numbers.median), of_region(threshold),
                            of_region(numbers.volume_above), field(unit), field(value_unit),
                            volume.grid().anatomical ? "LPS" : "", field(places_field(row.annotation.places)));
    }
    return text;
}

std::string annotations_json(const std::vector<AnnotationRow> &rows, const Volume &volume, double threshold,
                             const std::string &value_unit) {
    using json = nlohmann::ordered_json;
    json list = json::array();
    for (const AnnotationRow &row : rows) {
        json one = to_json(std::vector{row.annotation}).front();
        const auto add = [&](const char *name, std::optional<double> number) {
            if (number) {
                one[name] = *number;
            }
        };
        add(row.annotation.kind == AnnotationKind::sphere ? "radius" : "length", row.reading.length);
        add("angle_degrees", row.reading.angle);
        add("value", row.reading.value);
        if (const auto &region = row.reading.region) {
            json numbers{{"voxels", region->voxels}};
            if (region->voxels > 0) {
                numbers.update({{"volume", region->volume},
                                {"mean", region->mean},
                                {"standard_deviation", region->deviation},
                                {"minimum", region->smallest},
                                {"maximum", region->largest},
                                {"threshold", threshold},
                                {"voxels_above", region->above},
                                {"volume_above", region->volume_above},
                                {"histogram", region->histogram},
                                {"histogram_bin_width", region->bin_width}});
                if (region->median) {
                    numbers["median"] = *region->median;
                }
            }
            one["region"] = std::move(numbers);
        }
        list.push_back(std::move(one));
    }
    const Grid &grid = volume.grid();
    const json table{{"format", table_format},         {"version", 2},
                     {"volume", volume.header().name}, {"unit", name_of(grid.unit)},
                     {"unit_of_values", value_unit},   {"convention", grid.anatomical ? json("LPS") : json(nullptr)},
                     {"annotations", std::move(list)}};
    return table.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

bool holds_annotations(const std::filesystem::path &file) {
    if (std::error_code ignored; !std::filesystem::is_regular_file(file, ignored)) {
        return false; // a pipe would be waited for
    }
    std::string begin(200, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(stream.gcount()));
    return begin.starts_with('{') && begin.find(table_format) != std::string::npos;
}

std::vector<Annotation> read_annotations(const std::filesystem::path &file) {
    std::ifstream stream(file, std::ios::binary);
    try {
        const auto table = nlohmann::json::parse(stream);
        return annotations_from_json(table.at("annotations"));
    } catch (const std::exception &problem) {
        throw FileError(file, std::string("as a table of measurements: ") + problem.what());
    }
}

} // namespace voxmarch
