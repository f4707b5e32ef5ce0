// Key frames that are written by hand: a file of JSON whose fields are options of voxmarch render.
#pragma once

#include "app/cli/scene_options.h"
#include "renderer/camera.h"
#include "renderer/settings.h"
#include "scene/time_line.h"
#include "transfer/transfer_function.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// A key frame as it is written. What it does not name stays as the one before has it.
struct WrittenKey {
    std::string name;         ///< "keys[2]", for messages
    double at = 0.0;          ///< seconds, in [0, duration_limit]
    std::string view, camera; ///< in the words of --view and --camera; empty: nothing
    std::optional<Projection> projection;
    std::optional<TransferFunction> transfer;
    std::optional<ValueRange> window;
    std::optional<double> opacity; ///< factor of all opacities of the volume, [0, 1]
    ClipBox clip;                  ///< empty: nothing
    std::optional<std::vector<ClipPlane>> clip_planes;
    std::optional<bool> clip_inverted;
    std::optional<Mode> mode;
    std::vector<double> isovalues; ///< empty: nothing, as in the next two
    std::vector<float> surface_opacities;
    std::vector<glm::vec3> surface_colors;
    std::optional<glm::vec3> background;
    std::optional<double> exposure;
    std::optional<int> time;   ///< of a series
    std::size_t time_line = 0; ///< of the file, where it says so

    bool names_camera() const { return !view.empty() || !camera.empty() || projection; }
    bool names_transfer() const { return transfer || window || opacity; }
    bool names_clipping() const { return !clip.empty() || clip_planes || clip_inverted; }
    bool names_surfaces() const {
        return mode || !isovalues.empty() || !surface_opacities.empty() || !surface_colors.empty();
    }
    bool names_light() const { return background || exposure; }
};

struct KeyFile {
    std::string file;
    std::vector<WrittenKey> keys; ///< at ascending times, one or more, the last behind 0
    TimeLine line;                ///< as long as the last key says; without key frames
};

/// Transfer functions of files are read, from the folder of the file if they are there.
/// @throws FileError that names line and field, and the value that is wrong
KeyFile read_key_file(const std::string &file);

/// The key frames at another pace. @param duration  seconds, (0, duration_limit]
KeyFile stretched(KeyFile keys, double duration);

/// The times of a series that the keys show. @param first  shown where no key has said another
KeyFrames<int> times_of(const KeyFile &keys, int first);

} // namespace voxmarch
