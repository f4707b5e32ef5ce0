// The options of voxmarch render.
#pragma once

#include "app/cli/channel_options.h"
#include "app/cli/figure_options.h"
#include "app/cli/key_file.h"
#include "app/cli/reference_options.h"
#include "app/cli/scene_mesh_options.h"
#include "app/cli/scene_options.h"
#include "app/cli/several_volumes.h"
#include "app/cli/skeleton_options.h"
#include "app/cli/surface_options.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "renderer/instruments/heat_map.h"
#include "renderer/picture_file.h"
#include "scene/kind_looks.h"
#include "scene/provenance.h"
#include "scene/scene.h"
#include "volume/world_convention.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// What the user said, and after complete_settings() what follows from it.
struct RenderOptions {
    VolumeOptions volume;
    std::string output, view, camera, transfer = "auto", device, stats;
    bool json = false;                    ///< what --stats tells on stdout
    std::optional<Projection> projection; ///< empty: the view's, the session's, or what `camera` says
    std::optional<double> fit;            ///< share of the picture that stays free around what is not clipped
    std::optional<Scene> session;         ///< what the volume, a session, told; transfer "" means the session's
    std::string session_file;             ///< what the session was read from
    std::string session_volume;           ///< drawn in the place of the session's volume; empty: that volume
    bool session_labels = false;          ///< labels and their styles are the session's
    PixelSize size{1024, 768};
    std::optional<WrittenSize> written_size; ///< of --size, which may wait for --dpi
    PackSettings packing;
    std::optional<ValueRange> window;
    std::optional<SamplingBackend> backend;
    std::optional<Classification> classification; ///< empty: what suits the data
    std::optional<Gradient> gradient;             ///< empty: what suits the device's memory
    RenderSettings settings;
    std::optional<Traversal> traversal;                   ///< empty: the back end's
    std::vector<std::pair<int LoopParams::*, int>> loops; ///< changes to the traversal's loop parameters
    ChannelOptions channels;
    std::vector<int> times; ///< that are drawn, one picture each; empty: one
    SeveralVolumes volumes;
    /// What is known of several volumes by their headers.
    struct Together {
        std::vector<VolumeHeader> headers;
        CommonGrid common;
    };
    std::optional<Together> together;   ///< empty: there is one, where it lies
    std::vector<int> drawn_channels{0}; ///< numbers in the file, the first one first
    ClipOptions clip;
    LabelOptions labels;
    SurfaceOptions surfaces;
    SkeletonOptions skeleton;
    SceneMeshOptions meshes;
    FigureOptions figure;
    DataKind data = DataKind::automatic;   ///< what --transfer auto takes the values for
    std::optional<std::string> value_unit; ///< see Scene
    KindLooks kinds;                       ///< of config.json
    ReferenceOptions reference;
    Embed embed = Embed::name;
    bool strict = false;         ///< draw a session with the volume it was made of or not at all
    std::set<std::string> given; ///< names of the options on the command line
    bool verify_skip = false, automatic_step = false, transparent = false, allow_mixed = false;
    LevelOfDetail lod;
    std::optional<HeatMap> heat_map;
    int heat_map_after = late_iteration; ///< of HeatMap::iteration
    std::optional<glm::ivec2> probe;
    std::optional<Convention> convention; ///< of the coordinates given and told; never of a session
    int frames = 1;
    int turntable = 0;              ///< pictures of a turn; 0: no turn
    bool animate = false;           ///< the pictures of the session's time line
    std::optional<double> at;       ///< seconds: the picture of the session's time line there
    std::string keys_file;          ///< of key frames; empty: none
    std::optional<KeyFile> keys;    ///< what it holds, at the pace that is asked for
    std::optional<double> duration; ///< seconds of the time line; empty: its own
    int preview = 0;                ///< pictures of a film that are drawn; 0: all
    bool resume = false;            ///< those alone that are not there
    std::optional<double> rate;  ///< pictures a second of films; empty: the time line's, of a turn that of a TimeLine{}
    bool bricks = false;         ///< even where the volume fits in one piece
    int memory_limit_mib = 0;    ///< 0: what devices have
    BrickSize brick_size;        ///< where there are bricks
    bool ranks_own_data = false; ///< each rank reads another part of the volume
    std::uint64_t slots = 0;     ///< bricks that there is room for; 0: the volume lies on devices in one piece

    /// Whether the pictures are those of a time line: the session's, or that of the keys.
    bool along_line() const { return animate || (keys && !at); }

    /// What these show; of keys what is known before the volume: pace, and times of a series.
    /// Precondition: require_one_task() has looked.
    const TimeLine &time_line() const { return keys ? keys->line : session->time_line; }

    /// Whether there is a film: several pictures of which each is another.
    bool films() const { return turntable > 0 || along_line(); }

    /// Pictures of the whole: of a turn, of a time line, of times, or of one camera again and again.
    int pictures() const {
        return turntable > 0    ? turntable
               : along_line()   ? picture_count(time_line())
               : !times.empty() ? static_cast<int>(times.size())
                                : frames;
    }

    /// Whether they are whole pictures, one for each device.
    bool dealt() const { return turntable > 0 || (along_line() && times.empty()); }
};

/// Adds all of them in groups.
void add_render_options(CLI::App &command, RenderOptions &options);

/// "--node-steps" for node_steps.
std::string option_name(const LoopParam &param);

} // namespace voxmarch
