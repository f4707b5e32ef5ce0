// voxmarch view: opens the viewer where this build has one.
#include "app/build_features.h"
#include "app/cli/channel_options.h"
#include "app/cli/commands.h"
#include "app/cli/scene_options.h"
#include "app/cli/several_volumes.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "base/error.h"
#include "base/user_folders.h"
#include "transfer/automatic_classes.h"
#if VOXMARCH_HAS_VIEWER
#include "app/viewer/viewer.h"
#include "app/viewer/window/display.h"
#endif

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

struct ViewOptions {
    VolumeOptions volume;
    ChannelOptions channels;
    RenderSettings settings; ///< of which channels set their blend
    SeveralVolumes volumes;
    std::string device, skeleton, session_volume, transfer = "auto";
    DataKind data = DataKind::automatic;
    std::optional<std::string> value_unit;
    LabelOptions labels;
    std::optional<SamplingBackend> backend;
    std::optional<PixelSize> size;
    double scale = 0.0; ///< 0: the display's
    bool allow_mixed = false, bricks = false;
    int memory_limit_mib = 0;
    BrickSize brick_size;
};

#if VOXMARCH_HAS_VIEWER
LoadRequest first_request(const ViewOptions &options) {
    LoadRequest first;
    first.volume = volume_source(options.volume.source, options.volume.read);
    first.channels = options.channels.wishes();
    first.place = options.volumes.first().place;
    first.others = options.volumes.others();
    first.transfer = options.transfer;
    first.data = options.data;
    first.value_unit = options.value_unit;
    first.skeleton = options.skeleton;
    first.session_volume = options.session_volume;
    first.labels = options.labels.file();
    first.label_looks = options.labels.looks();
    return first;
}

int run_view(ViewOptions options, const Config &config) {
    options.labels.validate();
    ViewerOptions viewer;
    if (!options.volume.source.empty()) {
        options.volumes.resolve(options.volume.source, nullptr);
        viewer.first = first_request(options);
    } else if (options.labels.given()) {
        throw UsageError("--labels needs VOLUME, whose voxels they label");
    }
    viewer.output_folder = std::filesystem::current_path(); // messages name whole paths
    viewer.device = options.device;
    viewer.allow_mixed = options.allow_mixed;
    viewer.backend = options.backend;
    viewer.bricks = {options.bricks, static_cast<std::uint64_t>(options.memory_limit_mib) << 20, options.brick_size};
    viewer.kinds = config.kinds;
    viewer.config_folder = user_config_folder();
    if (const std::filesystem::path cache = user_cache_folder(); !cache.empty()) {
        viewer.cache_folder = cache / "recent";
    }
    if (options.scale > 0.0) {
        viewer.scale = options.scale;
    }
    if (options.size) {
        viewer.size = glm::ivec2(options.size->width, options.size->height);
    }
    Viewer(viewer).run();
    return 0;
}
#else
int run_view(const ViewOptions &options, const Config &) {
    throw UsageError(
        fmt::format("this build has no viewer: run cmake/setup.sh's install_packages (libsdl2-dev, libimgui-dev, "
                    "python3-venv), then configure and build again; without one: voxmarch render {} -o out.png",
                    options.volume.source.empty() ? "VOLUME" : options.volume.source));
}
#endif

constexpr const char *view_examples = R"(Examples:
  voxmarch                                       the demo volume, as voxmarch view
  voxmarch head.nii.gz                           the same as voxmarch view head.nii.gz
  voxmarch view folder_with_dicom_slices
  voxmarch view ct.nrrd --labels organs.nrrd     coloured by label, as voxmarch render does
  voxmarch view cells.ome.tif --channels 0,3 --channel 3:color=cyan
  voxmarch view ct.nrrd pet.nrrd --place pet=to_ct.tfm
  voxmarch view session.json                     or a picture that the viewer saved
  voxmarch view huge.ome.zarr --memory-limit 4096

H shows all keys.)";

} // namespace

bool can_view() {
#if VOXMARCH_HAS_VIEWER
    return names_display();
#else
    return false;
#endif
}

void add_view_command(CLI::App &app, Action &action, const Config &config) {
    auto options = std::make_shared<ViewOptions>();
    CLI::App *command = app.add_subcommand("view", "open a volume or a session in the viewer");
    command->footer(view_examples);
    options->volume.add_to(*command, false);
    options->channels.add_to(*command, options->settings);
    command->get_option("VOLUME")->required(false);
    options->volumes.add_to(*command);
    command->option_defaults()->group("Viewer");
    add_text(*command, "--transfer", "NAME|FILE", options->transfer, "transfer function to begin with, as for render");
    add_named(*command, "--data", options->data, "what an automatic transfer function takes the values for");
    add_value_unit_option(*command, options->value_unit);
    add_text(*command, "--skeleton", "FILE.vtk", options->skeleton,
             "draw the lines that voxmarch skeleton wrote as tubes");
    add_text(*command, "--volume", "FILE", options->session_volume,
             "volume of a session or picture, where it is neither beside it nor\nin the current folder");
    options->labels.add_to(*command);
    add_parsed(
        *command, "--size", "WxH", "what it was last",
        [options](const std::string &text) { options->size = parse_picture_size(text, "--size"); },
        "width and height of the window");
    add_parsed(
        *command, "--scale", "NUMBER", "the display's",
        [options](const std::string &text) { options->scale = parse_number(text, 0.75, 4.0, "--scale"); },
        "of text and panels, 0.75 .. 4");
    add_drawing_devices(*command, options->device, options->allow_mixed);
    command->add_flag("--bricks", options->bricks, "draw in bricks what would fit in one piece, too");
    add_integer(
        *command, "--memory-limit", options->memory_limit_mib, 1, 1 << 24,
        "MiB of memory that the volume may take on a device; a larger one\nis shown coarsely at once, and drawn "
        "in bricks at rest (default:\nthe device's, of which bricks take 80 %)");
    add_brick_edge_option(*command, options->brick_size);
    add_backend_option(*command, options->backend);
    command->callback(
        [&action, &config, options] { action = [&config, options] { return run_view(*options, config); }; });
}

} // namespace voxmarch
