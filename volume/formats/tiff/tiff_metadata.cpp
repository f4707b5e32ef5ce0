// Tells apart by whom a TIFF file is described.
#include "volume/formats/tiff/tiff_metadata.h"

#include "base/error.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string text_tag(TiffHandle &tiff, std::uint32_t name) {
    const char *words = nullptr;
    return TIFFGetField(tiff.get(), name, &words) == 1 && words ? std::string(words) : std::string();
}

constexpr std::uint32_t tag_imagej_counts = 50838, tag_imagej_metadata = 50839;

/// Values of a tag that libtiff has no name for, as long as the page is the current one; none if they are of another
/// type or there is no such tag.
template <typename T> std::span<const T> private_tag(TiffHandle &tiff, std::uint32_t name, TIFFDataType type) {
    bool is_there = false;
    for (int i = 0; i < TIFFGetTagListCount(tiff.get()); ++i) {
        is_there = is_there || TIFFGetTagListEntry(tiff.get(), i) == name;
    }
    const TIFFField *field = is_there ? TIFFFindField(tiff.get(), name, TIFF_ANY) : nullptr;
    std::uint32_t count = 0;
    const T *values = nullptr;
    // How TIFFGetField() answers depends on what it says of the tag.
    const bool is_known = field != nullptr && TIFFFieldDataType(field) == type && TIFFFieldPassCount(field) == 1 &&
                          TIFFFieldReadCount(field) == TIFF_VARIABLE2 &&
                          TIFFGetField(tiff.get(), name, &count, &values) == 1 && values != nullptr;
    return is_known ? std::span(values, count) : std::span<const T>{};
}

TiffResolution resolution_of(TiffHandle &tiff) {
    TiffResolution resolution;
    float value = 0.0F;
    const auto get = [&](std::uint32_t name) -> std::optional<double> {
        const bool stated = TIFFGetField(tiff.get(), name, &value) == 1 && value > 0.0F && value < 1e30F;
        return stated ? std::optional<double>(value) : std::nullopt;
    };
    resolution.x = get(TIFFTAG_XRESOLUTION);
    resolution.y = get(TIFFTAG_YRESOLUTION);
    std::uint16_t unit = RESUNIT_INCH;
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &unit);
    resolution.unit = unit;
    return resolution;
}

/// Kinds of TIFF that keep slices, channels and times where TIFF knows nothing of them, by a tag of theirs.
struct VendorTag {
    std::uint32_t tag;
    const char *name;
};
constexpr VendorTag vendor_tags[] = {
    {33629, "a MetaMorph stack (STK)"}, {34412, "a Zeiss LSM file"}, {34361, "an Olympus FluoView file"}};

void refuse_vendors(TiffHandle &tiff) {
    for (int i = 0; i < TIFFGetTagListCount(tiff.get()); ++i) {
        for (const VendorTag &vendor : vendor_tags) {
            if (TIFFGetTagListEntry(tiff.get(), i) == vendor.tag) {
                throw FileError(tiff.file(), fmt::format("is {}, whose channels and times TIFF does not tell apart; "
                                                         "save it as OME-TIFF (with Fiji or bfconvert)",
                                                         vendor.name));
            }
        }
    }
}

} // namespace

TiffDescription read_tiff_description(TiffHandle &tiff, int samples) {
    const std::string words = text_tag(tiff, TIFFTAG_IMAGEDESCRIPTION);
    const TiffResolution resolution = resolution_of(tiff);
    if (words.starts_with("ImageJ=")) {
        TiffDescription description = read_imagej_description(words, resolution, tiff.file());
        const auto counts = private_tag<std::uint32_t>(tiff, tag_imagej_counts, TIFF_LONG);
        const auto bytes = private_tag<std::byte>(tiff, tag_imagej_metadata, TIFF_BYTE);
        description.channel_infos = read_imagej_colors(counts, bytes);
        return description;
    }
    const bool is_ome = words.find("<OME") != std::string::npos || words.find(":OME") != std::string::npos;
    TiffDescription description;
    if (is_ome && words.find("xmlns") != std::string::npos) {
        description = read_ome_xml(words, samples, tiff.file());
    } else if (words.starts_with("{\"shape\":")) {
        description = read_shape_description(words, samples, tiff.file());
    } else {
        refuse_vendors(tiff);
    }
    if (!description.spacing[0]) {
        add_resolution(description, resolution);
    }
    return description;
}

} // namespace voxmarch
