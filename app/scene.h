// Everything that makes a picture, as one value: what a session keeps, `voxmarch render` draws and the viewer edits.
#pragma once

#include "renderer/camera.h"
#include "renderer/image.h"
#include "renderer/settings.h"
#include "transfer/transfer_function.h"
#include "volume/read.h"

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which volume, and what the user said about how to read it.
struct VolumeSource {
    std::string source; ///< a file, a folder of slices or synthetic:NAME[:N]
    std::string raw, series;
    std::optional<glm::dvec3> spacing; ///< mm
    int downsample = 1;

    ReadOptions read_options() const { return {raw, spacing, series, downsample, {}}; }
    bool operator==(const VolumeSource &) const = default;
};

/// Lines of a skeleton, drawn as tubes.
struct SkeletonSource {
    std::string source;          ///< a .vtk file of voxmarch skeleton; empty: none
    std::optional<double> width; ///< diameter of the tubes, mm; empty: 1/250 of the volume's diagonal
    bool operator==(const SkeletonSource &) const = default;
};

struct Scene {
    VolumeSource volume;
    SkeletonSource skeleton;
    std::string labels;                   ///< volume of labels on the same grid; empty: none
    std::vector<LabelStyle> label_styles; ///< of the labels 0 .. size - 1
    int width = 1024, height = 768;       ///< of the picture, pixels
    Camera camera;
    TransferFunction transfer;
    std::optional<ValueRange> window; ///< of a normalised transfer function; empty: default_window()
    RenderSettings settings;
    bool transparent = false; ///< pictures have opacities in place of the background
};

/// The scene's picture by draw(settings), which is called twice if it is transparent.
Image draw_picture(const Scene &scene, const std::function<Image(const RenderSettings &)> &draw);

/// Whether two functions are the same, point by point; the name counts too.
bool same_transfer(const TransferFunction &a, const TransferFunction &b);

/// Field for field what `voxmarch render` has options for, under the same names.
nlohmann::ordered_json to_json(const RenderSettings &settings);

/// The session: a JSON object with "format": "voxmarch-session".
nlohmann::ordered_json to_json(const Scene &scene);

/// Fields that are missing keep their defaults.
/// @throws UsageError that says what is wrong with the text
Scene scene_from_json(const std::string &text);

/// Keyword of the text in a PNG that holds its session.
constexpr const char *session_keyword = "voxmarch-session";

/// Whether the file is a session or a PNG with one in it. Cost: reads files that end in .json or .png.
bool is_session(const std::filesystem::path &file);

/// A source that means the same in every folder.
std::string absolute_source(const std::string &source);

/// Volumes, labels and skeletons that are no longer at their place are looked for in the session's folder.
/// @throws FileError if it is none or broken
Scene read_session(const std::filesystem::path &file);

/// @throws OutputError; the file appears whole or not at all
void write_session(const Scene &scene, const std::filesystem::path &file);

/// The text for write_png() that makes a PNG carry its session; the volume's path becomes absolute.
std::pair<std::string, std::string> session_text(const Scene &scene);

} // namespace voxmarch
