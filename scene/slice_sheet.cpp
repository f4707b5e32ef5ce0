// Cells with square pixels, their letters and titles; and the same slices as a volume of exact values.
#include "scene/slice_sheet.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "scene/annotation_table.h"
#include "scene/figure/figure_parts.h"
#include "scene/value_unit.h"
#include "volume/bricks/large_volume.h"
#include "volume/voxel_directions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

SliceFrame frame_of(const Grid &grid, const SheetSlice &slice) {
    return slice_frame(grid, slice.normal, slice.center, slice.turned);
}

glm::dvec3 in_world(const Grid &grid, const glm::dvec3 &voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

/// A picture of one frame, of as many pixels as it has, in another of the same slice. Black beside it.
Image stretched(const Image &picture, const SliceFrame &from, const SliceFrame &to, bool nearest) {
    Image result{to.width, to.height, Pixels(std::size_t(to.width) * std::size_t(to.height) * 4)};
    const glm::dvec2 pixels(double(picture.width) / from.width, double(picture.height) / from.height);
    const glm::ivec2 last(picture.width - 1, picture.height - 1);
    on_all_cores(to.height, [&](int y) {
        for (int x = 0; x < to.width; ++x) {
            std::uint8_t *const pixel =
                result.rgba.data() + 4 * (std::size_t(y) * std::size_t(to.width) + std::size_t(x));
            pixel[3] = 255;
            const glm::dvec2 at = (glm::dvec2(from.place(to.voxel(x, y))) + 0.5) * pixels - 0.5;
            if (at.x < -0.5 || at.y < -0.5 || at.x > last.x + 0.5 || at.y > last.y + 0.5) {
                continue;
            }
            const glm::dvec2 inside = glm::clamp(nearest ? glm::round(at) : at, glm::dvec2(0.0), glm::dvec2(last));
            const glm::ivec2 low(inside), high = glm::min(low + 1, last);
            const glm::dvec2 share = inside - glm::dvec2(low);
            for (int part = 0; part < 3; ++part) {
                const double upper = glm::mix(double(picture.pixel(low.x, low.y)[part]),
                                              double(picture.pixel(high.x, low.y)[part]), share.x);
                const double lower = glm::mix(double(picture.pixel(low.x, high.y)[part]),
                                              double(picture.pixel(high.x, high.y)[part]), share.x);
                pixel[part] = static_cast<std::uint8_t>(std::lround(glm::mix(upper, lower, share.y)));
            }
        }
    });
    return result;
}

/// One slice, with its lines.
Image draw_cell(const SceneContent &content, SliceContents contents, const SliceSheet &sheet, const SheetSlice &slice) {
    const auto normal = static_cast<std::size_t>(slice.normal);
    const SliceFrame whole = frame_of(content.grid(), slice), cell = fitted_frame(whole, sheet.cell);
    SliceValues read;
    contents.frames[normal] = cell;
    contents.line_width = sheet.nearest ? usual_line : sheet.line_width; // outlines of voxels are as wide as these
    Image image;
    if (const LargeVolume *large = content.volume.large()) {
        contents.frames[normal] = whole;
        read = read_slice(*large->source, slice.normal, static_cast<int>(std::lround(slice.center[slice.normal])),
                          std::max(sheet.cell.x, sheet.cell.y));
        image = stretched(slice_image(content, contents, normal, read), whole, cell, sheet.nearest);
    } else if (sheet.nearest) {
        contents.frames[normal] = whole;
        image = stretched(slice_image(content, contents, normal, read), whole, cell, true);
        contents.frames[normal] = cell;
    } else {
        image = slice_image(content, contents, normal, read);
    }
    std::vector<SliceLine> lines = slice_lines(content, contents, normal, read);
    if (content.volume.large()) {
        for (SliceLine &line : lines) {
            for (LinePiece &piece : line.pieces) {
                const auto moved = [&](const glm::vec2 &at) {
                    return glm::vec2(glm::dvec2(cell.place(whole.voxel(at.x, at.y))));
                };
                piece = {moved(piece.from), moved(piece.to)};
            }
        }
    }
    return lines.empty() ? std::move(image) : with_lines(image, lines, sheet.line_width);
}

constexpr const char *side_letters[3][2] = {{"L", "R"}, {"P", "A"}, {"S", "I"}}; // of patients: positive, negative

glm::dvec2 corner_of(const SliceSheet &sheet, std::size_t place) {
    const auto columns = static_cast<std::size_t>(sheet.columns);
    return glm::dvec2(double(place % columns), double(place / columns)) * glm::dvec2(sheet.cell);
}

/// Puts a value where voxel i of the type is.
template <typename T> void put(std::span<std::byte> bytes, std::size_t i, double value) {
    const T exact = static_cast<T>(value);
    std::memcpy(bytes.data() + i * sizeof(T), &exact, sizeof(T));
}

} // namespace

SliceFrame fitted_frame(const SliceFrame &slice, const glm::ivec2 &size) {
    const glm::dvec2 length = glm::dvec2(slice.width, slice.height) * slice.pixel;
    const double pixel = std::max(length.x / size.x, length.y / size.y);
    const glm::dvec2 finer = pixel / slice.pixel;
    SliceFrame frame = slice;
    frame.width = size.x;
    frame.height = size.y;
    frame.right = slice.right * finer.x;
    frame.down = slice.down * finer.y;
    frame.pixel = glm::dvec2(pixel);
    frame.on_voxels = false;
    const glm::dvec3 middle = slice.voxel((slice.width - 1) / 2.0, (slice.height - 1) / 2.0);
    frame.first = middle - (size.x - 1) / 2.0 * frame.right - (size.y - 1) / 2.0 * frame.down;
    return frame;
}

glm::ivec2 filled_size(const SliceFrame &slice, int longest) {
    const glm::dvec2 length = glm::dvec2(slice.width, slice.height) * slice.pixel;
    const glm::dvec2 pixels = length * (longest / std::max(length.x, length.y));
    return glm::max(glm::ivec2(glm::round(pixels)), glm::ivec2(1));
}

std::vector<SliceFrame> frames_of(const Grid &grid, const SliceSheet &sheet) {
    std::vector<SliceFrame> frames;
    for (const SheetSlice &slice : sheet.slices) {
        frames.push_back(frame_of(grid, slice));
    }
    return frames;
}

Image draw_sheet(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, const SliceWindows &window,
                 const std::function<void(double)> &progress) {
    Image picture{sheet.size().x, sheet.size().y, {}};
    picture.rgba.assign(std::size_t(picture.width) * std::size_t(picture.height) * 4, 0);
    for (std::size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) {
        picture.rgba[alpha] = 255;
    }
    const SliceContents contents = slice_contents(scene, content, glm::dvec3(0.0), window);
    for (std::size_t i = 0; i < sheet.slices.size(); ++i) {
        if (progress) {
            progress(double(i) / double(sheet.slices.size()));
        }
        const Image cell = draw_cell(content, contents, sheet, sheet.slices[i]);
        const glm::ivec2 corner(corner_of(sheet, i));
        for (int y = 0; y < cell.height; ++y) {
            std::copy_n(cell.pixel(0, y), 4 * std::size_t(cell.width),
                        picture.rgba.data() +
                            4 * (std::size_t(corner.y + y) * std::size_t(picture.width) + std::size_t(corner.x)));
        }
    }
    return picture;
}

std::string sides_of(const Grid &grid, const glm::dvec3 &direction) {
    constexpr double least = 0.34; // 20 degrees
    std::array<int, 3> axes{0, 1, 2};
    std::ranges::sort(axes, [&](int a, int b) { return std::abs(direction[a]) > std::abs(direction[b]); });
    std::string text;
    for (const int axis : axes) {
        if (!text.empty() && std::abs(direction[axis]) <= least) {
            continue;
        }
        const bool negative = direction[axis] < 0.0;
        text += (text.empty() ? "" : " ") + (grid.anatomical ? std::string(side_letters[axis][negative ? 1 : 0])
                                                             : std::string(negative ? "-" : "") + "xyz"[axis]);
    }
    return text;
}

std::string window_text(const Grid &grid, const ValueRange &window, const std::string &unit) {
    const std::string behind = unit.empty() ? "" : " " + unit;
    const bool as_level = grid.anatomical || unit == "HU";
    const double width = window.max - window.min, level = (window.min + window.max) / 2.0;
    const auto [first, second] = as_level ? alike_numbers(width, level) : alike_numbers(window.min, window.max);
    return as_level ? fmt::format("W {}  L {}{}", first, second, behind)
                    : fmt::format("{} .. {}{}", first, second, behind);
}

std::string coordinate_text(const Grid &grid, int axis, double at) {
    const std::string side = grid.anatomical ? std::string(side_letters[axis][at < 0.0 ? 1 : 0]) + " " : "";
    return fmt::format("{}{:.{}f}", side, grid.anatomical ? std::abs(at) : at, length_digits(grid));
}

std::string slice_place(const Grid &grid, const SheetSlice &slice) {
    const int axis = world_axis_of(grid, slice.normal); // that of its name, also where it is turned
    const std::string name = grid.anatomical ? "" : std::string(1, "xyz"[axis]) + " ";
    return name + coordinate_text(grid, axis, in_world(grid, slice.center)[axis]) + printed_unit(grid.unit);
}

std::string slice_title(const Grid &grid, const SheetSlice &slice) {
    const std::string where = fmt::format("{}  {}", frame_of(grid, slice).axes.name, slice_place(grid, slice));
    if (slice.turned != glm::dmat3(1.0)) {
        const glm::dvec3 normal = grid.direction[slice.normal];
        const double cosine = std::clamp(glm::dot(slice.turned * normal, normal), -1.0, 1.0);
        return fmt::format("{}, turned by {:.0f}\u00b0", where, glm::degrees(std::acos(cosine)));
    }
    return fmt::format("{}  slice {:g} (0 .. {})", where, slice.center[slice.normal],
                       grid.dims[static_cast<std::size_t>(slice.normal)] - 1);
}

Volume slice_volume(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, std::size_t channel) {
    const Grid &grid = content.grid();
    const std::vector<SliceFrame> frames = frames_of(grid, sheet);
    const SliceFrame &first = frames.front();
    const auto corner = [&](std::size_t i) { return in_world(grid, frames[i].first); };
    const glm::dmat3 directions = directions_of(grid, first);
    const glm::dvec3 step =
        frames.size() > 1 ? corner(1) - corner(0)
                          : glm::dvec3(directions[2]) * glm::length(grid.direction * (first.across * grid.spacing));
    const double length = glm::length(step);
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const glm::dvec3 off = corner(i) - corner(0) - double(i) * step;
        const bool alike = frames[i].width == first.width && frames[i].height == first.height;
        if (!alike || !(length > 0.0) || glm::length(off) > 1e-6 * length * double(i)) {
            throw UsageError("slices that lie one behind the other at one distance make a volume; these do not");
        }
    }
    const Volume &volume = channel_of(content, channel);
    const SliceSlab slab = content.volume.large() ? SliceSlab{} : scene.slice_planes.slab;
    const bool exact = !content.common && voxels_across(slab, grid, first) == 1 &&
                       std::ranges::all_of(frames, [](const SliceFrame &frame) { return frame.on_voxels; });
    VolumeHeader header;
    header.name = volume.header().name;
    header.type = exact ? volume.type() : ScalarType::f32;
    header.grid.dims = {first.width, first.height, static_cast<int>(frames.size())};
    header.grid.spacing = {first.pixel.x, first.pixel.y, length};
    header.grid.origin = corner(0);
    header.grid.direction = {directions[0], directions[1], step / length};
    header.grid.anatomical = grid.anatomical;
    header.grid.unit = grid.unit;
    std::vector<std::byte> voxels(static_cast<std::size_t>(header.byte_count()));
    const std::size_t pixels = static_cast<std::size_t>(first.width) * static_cast<std::size_t>(first.height);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        std::vector<float> values;
        if (const LargeVolume *large = content.volume.large()) {
            const int normal = sheet.slices[i].normal;
            const auto position = static_cast<int>(std::lround(sheet.slices[i].center[normal]));
            values = slice_values(read_slice(*large->source, normal, position, 1 << 30), frames[i].axes);
        } else {
            values = slice_values(content, frames[i], channel, slab);
        }
        visit_scalar(header.type, [&](auto tag) {
            for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
                put<decltype(tag)>(voxels, i * pixels + pixel,
                                   values[pixel]); // beside the box NaN, of which a Volume makes its lowest value
            }
        });
    }
    return {std::move(header), std::move(voxels)};
}

} // namespace voxmarch
