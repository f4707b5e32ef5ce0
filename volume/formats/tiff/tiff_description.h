// What the description of a TIFF file says of its pages: which of them is which slice, channel and time point.
#pragma once

#include "base/note.h"
#include "volume/formats/tiff/stated_spacing.h"
#include "volume/formats/time_axis.h"
#include "volume/volume.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Consecutive planes that are consecutive pages of one file.
struct PlaneRun {
    std::uint64_t first = 0; ///< plane
    std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t page = 0; ///< of plane `first`, from 0
    std::size_t file = 0;   ///< index into TiffDescription::files
};

/// The planes of a file are slices x channels x times; plane = a + n_a * (b + n_b * c) in the order `order`.
struct TiffDescription {
    std::string format = "TIFF"; ///< "ImageJ TIFF", "OME-TIFF", ...
    std::uint64_t slices = 0;    ///< 0: as many as there are pages
    std::uint64_t channels = 1;
    std::uint64_t times = 1;
    std::string order = "ZCT"; ///< letters of slices, channels and times, the fastest first

    /// Where the planes are; empty: plane i is page i of the file, without thumbnails.
    std::vector<PlaneRun> runs;

    /// Files that `runs` name; the first is the file itself.
    std::vector<std::filesystem::path> files;

    /// Planes may follow the one page as bare numbers.
    bool bare_planes = false;

    /// Stored 16-bit values are 32768 above those meant (ImageJ's signed 16-bit images).
    bool is_offset_signed = false;

    /// A palette is a look that somebody chose for values (ImageJ's), not what a pixel is.
    bool palette_is_look = false;

    /// Size of a plane that the description states; 0: not stated.
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;

    std::string stated_type;     ///< of values in the words of OME: "uint8", "float", "bit"; empty: not stated
    bool is_one_of_many = false; ///< the file describes further images, whose pages are none of this one's

    std::array<std::optional<StatedLength>, 3> spacing;
    std::vector<ChannelInfo> channel_infos; ///< as many as are known
    TimeAxis time_axis;
    std::vector<Note> notes;
    std::vector<Note> spacing_notes; ///< of no use to who states the spacing
};

/// A page of one of the files of a description.
struct PagePlace {
    std::size_t file = 0;
    std::uint64_t page = 0;
};

/// The number of a plane. Precondition: slice, channel and time lie in the description's counts.
std::uint64_t plane_number(const TiffDescription &description, std::uint64_t slice, std::uint64_t channel,
                           std::uint64_t time);

/// Where a plane lies. @throws FileError if the description places it nowhere
PagePlace page_of_plane(const TiffDescription &description, std::uint64_t plane);

/// How many of the pages of the first file are no plane of this image. @param pages  that count, from 0, ascending
std::uint64_t unnamed_pages(const TiffDescription &description, std::span<const std::uint64_t> pages);

/// TIFF 6.0, ResolutionUnit.
inline constexpr int resolution_unit_none = 1, resolution_unit_inch = 2, resolution_unit_centimetre = 3;

/// The resolution tags of a page.
struct TiffResolution {
    std::optional<double> x, y;      ///< pixels per unit, positive
    int unit = resolution_unit_inch; ///< that where it is not stated
};

/// Spacing of x and y by the resolution tags alone. 1, 72 and 96 dots per inch, which programs write that know no
/// resolution, are not believed, and a note says so; without a unit the tags give but the shape of a pixel.
void add_resolution(TiffDescription &description, const TiffResolution &resolution);

/// ImageJ's "key=value" lines (ij.io.FileSaver). @throws FileError if they contradict themselves
TiffDescription read_imagej_description(const std::string &text, const TiffResolution &resolution,
                                        const std::filesystem::path &file);

/// Colours of ImageJ's look-up tables, which are what their brightest value is shown in.
/// @param counts  of bytes, first of the header, then of each part (tag 50838)
/// @param bytes   the header "IJIJ" of kinds and how many parts each has, then the parts (tag 50839)
/// @return one a channel; nothing where there are no tables or the parts do not fit
std::vector<ChannelInfo> read_imagej_colors(std::span<const std::uint32_t> counts, std::span<const std::byte> bytes);

/// The JSON that tifffile writes: {"shape": [31, 61, 57], "axes": "ZYX"}. @throws FileError for axes that are neither
/// slices, channels nor times
TiffDescription read_shape_description(const std::string &text, int samples, const std::filesystem::path &file);

/// OME-XML (Open Microscopy Environment, model of 2016-06): the first image. Names of further files are looked for in
/// the file's folder.
/// @throws FileError if it is damaged or names what is not there; UnsupportedError in a build without tinyxml2
TiffDescription read_ome_xml(const std::string &text, int samples, const std::filesystem::path &file);

} // namespace voxmarch
