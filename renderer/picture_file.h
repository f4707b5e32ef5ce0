// Finished pictures become files of the format that their name ends in.
#pragma once

#include "renderer/float_image.h"
#include "renderer/image.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

enum class PictureFormat { png, jpeg, tiff, exr };

/// By the end of the name, whatever the case: .png, .jpg or .jpeg, .tif or .tiff, .exr; empty: no picture.
std::optional<PictureFormat> picture_format(const std::filesystem::path &file);

/// ".png, .jpg, .tif and .exr", for messages.
std::string picture_endings();

/// Whether files of the format hold opacities.
constexpr bool has_opacities(PictureFormat format) { return format != PictureFormat::jpeg; }

/// What this build lacks to write the format; "" if it can. One line.
std::string why_not_written(PictureFormat format);

/// How a picture is packed.
struct PackSettings {
    int quality = 92;          ///< of JPEG, 1 .. 100
    std::optional<double> dpi; ///< pixels an inch that the file tells; empty: it tells none
};

using PictureTexts = std::vector<std::pair<std::string, std::string>>;

/// The bytes of the file.
/// @param file   its name, which says the format, and for messages
/// @param texts  keywords and texts to store in it; all but PNG take the first alone
/// @param light  for OpenEXR in the place of the image's bytes; null: these
/// @throws OutputError, UnsupportedError where the build cannot write the format
std::string packed_picture(const Image &image, const std::filesystem::path &file, const PackSettings &settings,
                           const PictureTexts &texts, const FloatImage *light = nullptr);

/// Writes it; it appears whole or not at all. @throws as packed_picture()
void write_picture(const Image &image, const std::filesystem::path &file, const PackSettings &settings = {},
                   const PictureTexts &texts = {}, const FloatImage *light = nullptr);

/// The text that packed_picture() put into a file; empty if there is none, or no picture. Of pixels nothing is decoded.
std::optional<std::string> find_picture_text(const std::filesystem::path &file, const std::string &keyword);

} // namespace voxmarch
