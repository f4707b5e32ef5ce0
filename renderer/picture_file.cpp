// Chooses the encoder of a picture by its name.
#include "renderer/picture_file.h"

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "renderer/pictures/encoders.h"

#include <fmt/format.h>
#include <new>
#include <stdexcept>

namespace voxmarch {

std::optional<PictureFormat> picture_format(const std::filesystem::path &file) {
    static constexpr std::pair<std::string_view, PictureFormat> endings[] = {
        {".png", PictureFormat::png},  {".jpg", PictureFormat::jpeg},  {".jpeg", PictureFormat::jpeg},
        {".tif", PictureFormat::tiff}, {".tiff", PictureFormat::tiff}, {".exr", PictureFormat::exr}};
    // "-.jpg" is standard output, whose name has no stem for std::filesystem.
    const std::string name = text::lower(file.filename().string());
    for (const auto &[ending, format] : endings) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            return format;
        }
    }
    return {};
}

std::string picture_endings() { return ".png, .jpg, .tif or .exr"; }

std::string why_not_written(PictureFormat format) {
    const auto missing = [](bool can, const char *name, const char *package) {
        return can ? std::string()
                   : fmt::format("this build writes no {} (install {} and configure again)", name, package);
    };
    switch (format) {
    case PictureFormat::png: break;
    case PictureFormat::jpeg: return missing(can_encode_jpeg(), "JPEG", "libjpeg-dev");
    case PictureFormat::tiff: return missing(can_encode_tiff(), "TIFF", "libtiff-dev");
    case PictureFormat::exr: return missing(can_encode_exr(), "OpenEXR", "libopenexr-dev");
    }
    return "";
}

static std::string encoded(const Image &image, PictureFormat format, const PackSettings &settings,
                           const PictureWords &words, const FloatImage *light) {
    switch (format) {
    case PictureFormat::png: break;
    case PictureFormat::jpeg: return encode_jpeg(image, settings.quality, words);
    case PictureFormat::tiff: return encode_tiff(image, words);
    case PictureFormat::exr: return light ? encode_exr(*light, words) : encode_exr(to_light(image), words);
    }
    return "";
}

std::string packed_picture(const Image &image, const std::filesystem::path &file, const PackSettings &settings,
                           const PictureTexts &texts, const FloatImage *light) {
    const PictureFormat format = picture_format(file).value_or(PictureFormat::png);
    if (format == PictureFormat::png) {
        return packed_png(image, file, texts, settings.dpi);
    }
    PictureWords words{{}, {}, settings.dpi};
    if (!texts.empty()) {
        words.keyword = texts.front().first;
        words.text = texts.front().second;
    }
    try {
        return encoded(image, format, settings, words, light);
    } catch (const Error &) {
        throw;
    } catch (const std::bad_alloc &) {
        throw OutputError(file, "there is no memory to pack the picture");
    } catch (const std::exception &problem) { // of libraries
        throw OutputError(file, fmt::format("the picture could not be packed: {}", problem.what()));
    }
}

void write_picture(const Image &image, const std::filesystem::path &file, const PackSettings &settings,
                   const PictureTexts &texts, const FloatImage *light) {
    const std::string bytes = packed_picture(image, file, settings, texts, light);
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

} // namespace voxmarch
