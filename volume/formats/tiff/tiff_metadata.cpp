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
        return read_imagej_description(words, resolution, tiff.file());
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
