// Groups of options of voxmarch render.
#include "app/cli/render_options.h"

#include "app/cli/outputs.h"
#include "app/cli/piped_volume.h"
#include "app/cli/render_output.h"
#include "app/cli/trace_options.h"
#include "app/cli/world_options.h"
#include "base/error.h"
#include "base/output_file.h"
#include "renderer/picture_file.h"
#include "renderer/views.h"
#include "scene/film_writer.h"
#include "scene/picture_looks.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

/// A picture must be named like one, so that a slip never overwrites a volume.
std::string picture_name(const std::string &text) {
    if (!is_picture(text) && !is_film(text)) {
        throw UsageError(
            fmt::format("--output is '{}'; pictures are {} files, films of several pictures NAME.mp4 or NAME.webm",
                        text, picture_endings()));
    }
    if (const auto format = picture_format(text)) {
        if (const std::string reason = why_not_written(*format); !reason.empty()) {
            throw UnsupportedError(reason);
        }
    }
    return text;
}

/// Statistics must not be named like a picture, so that they never overwrite one.
std::string statistics_name(const std::string &text) {
    if (text.empty() || is_picture(text) || is_film(text)) {
        throw UsageError(fmt::format("--stats is '{}'; statistics are JSON, name it NAME.json or - for stdout", text));
    }
    return text;
}

void add_picture_options(CLI::App &command, RenderOptions &options) {
    command.option_defaults()->group("Picture");
    add_parsed(
        command, "-o,--output", "FILE", "",
        [&](const std::string &text) { options.output = picture_name(output_name(text, ".png")); },
        "picture to write: .png, .jpg, .tif, or .exr (linear light, distances);\n{n} becomes the frame's number, 0000 "
        "..,\n{} and {:06} do with other digits, {t} the number of its time (default:\nthe volume's name with .png, in "
        "this folder). FILE.mp4, FILE.webm: several\npictures as a film, by ffmpeg");
    add_integer(command, "--quality", options.packing.quality, 1, 100, "of JPEG files and films");
    add_parsed(
        command, "--size", "WxH", "1024x768",
        [&](const std::string &text) {
            options.written_size = parse_written_size(text, "--size");
            options.size = options.written_size->pixels;
        },
        fmt::format(
            "width and height in pixels, 1 .. {}; or 720p, 1080p, 1440p,\n4k, 8k; or in print, like 85x60mm, at "
            "--dpi",
            picture_edge_limit));
    add_parsed(
        command, "--view", "NAME", "",
        [&](const std::string &text) {
            named_view(text, Grid{}, 1.0); // an unknown name is found before anything is read
            options.view = text;
        },
        fmt::format(
            "{}, or two or three of\nthem joined, as front-left-top: where from; all but standard frame what\ncan "
            "be seen (default: iso for patient data, else from where\nstandard looks)",
            fmt::join(view_names(), ", ")));
    add_named(
        command, "--projection", options.projection, "the view's",
        "rays from the eye, or parallel ones, which show sizes alike wherever\nthey are; not to be taken for --blend, "
        "which projects values");
    add_parsed(
        command, "--fit", "MARGIN", "",
        [&](const std::string &text) { options.fit = parse_number(text, 0.0, 0.9, "--fit"); },
        "frame the box of what is not clipped: this share of the picture,\n0 .. 0.9, stays free, on both sides "
        "together");
    add_integer(command, "--turntable", options.turntable, 1, 100000,
                "draw N pictures of one turn around the view's upright axis, each\ninto a file of its own (-o "
                "turn_{:04}.png) while the next are drawn,\nor a film (-o turn.mp4)");
    command.add_flag("--animate", options.animate,
                     "draw the time line of key frames that the session keeps, each picture\ninto a file of its own "
                     "(-o film_{:04}.png) or a film (-o film.mp4)");
    add_text(
        command, "--keys", "FILE.json", options.keys_file,
        "draw a film of key frames that the file names: each with \"at\", its\nseconds, and view, camera, transfer, "
        "window, clip, isovalue and others\nin the words of these options; what no key names is as the options say");
    add_parsed(
        command, "--at", "SECONDS", "",
        [&](const std::string &text) { options.at = parse_number(text, 0.0, duration_limit, "--at"); },
        "draw the session as its time line has it then, or as --keys has it");
    add_parsed(
        command, "--duration", "SECONDS", "",
        [&](const std::string &text) { options.duration = parse_number(text, 0.001, duration_limit, "--duration"); },
        fmt::format("of --animate and --keys: play all of it in this time, up to {:g}", duration_limit));
    add_integer(
        command, "--preview", options.preview, 2, 100000,
        "draw N pictures alone, spread evenly over the film of --turntable,\n--animate or --keys, the first and "
        "the last among them; files have the\nnumbers of the film");
    command.add_flag(
        "--resume", options.resume,
        "draw those pictures of a film in numbered PNG files alone that are\nnot there: a file counts if it "
        "is whole, as large, and tells of the\nsame settings, voxels and version");
    add_parsed(
        command, "--frame-rate,--fps", "NUMBER", "",
        [&](const std::string &text) { options.rate = parse_number(text, 1.0, rate_limit, "--frame-rate"); },
        fmt::format("pictures a second of --animate, --keys and films, 1 .. {:g}\n(default: the time line's, of others "
                    "{:g})",
                    rate_limit, TimeLine().rate));
    add_parsed(
        command, "--camera", "PARTS", "",
        [&](const std::string &text) {
            Camera somewhere; // what is left out is not known yet
            somewhere.target = {1e9, 2.3e9, 3.1e9};
            parse_camera(text, somewhere);
            options.camera = text;
        },
        "eye=x,y,z,target=x,y,z,up=x,y,z,fov=deg: places in the world, vertical\n"
        "angle in degrees; height=LENGTH: an orthographic camera, and how much\nof the world it shows from the lower "
        "edge "
        "to the upper one; parts left\nout are those of --view; after that azimuth=, elevation=, roll=DEGREES\nturn it "
        "as "
        "VTK's cameras (to the right, up, the picture counterclockwise),\nzoom=FACTOR narrows the angle, or the "
        "height. Without eye, target, fov and height the turned view frames\nwhat it sees anew");
    add_convention_option(command, options.convention);
    std::string looks; // what other options say counts: they come behind it
    for (const PictureLook &look : picture_looks()) {
        looks += fmt::format("{}{}: {}", looks.empty() ? "" : ";\n", look.name, look.summary);
    }
    add_parsed(
        command, "--look", "NAME", "", [&](const std::string &text) { apply_look(text, options.settings); }, looks);
    add_parsed(
        command, "--background", "COLOR", "0,0,0",
        [&](const std::string &text) { options.settings.background = parse_color(text, "--background"); },
        "#rrggbb, #rgb, a colour name of CSS, or r,g,b from 0 to 1");
    PictureFinish &finish = options.settings.finish;
    add_parsed(
        command, "--background-top", "COLOR", "",
        [&finish](const std::string &text) { finish.background_top = parse_color(text, "--background-top"); },
        "that of the upper edge, --background being that of the lower one");
    add_number(command, "--exposure", finish.exposure, -10.0, 10.0,
               "stops: colours, but for the background, are multiplied by two to\nthis power");
    add_named(command, "--tone", finish.tone, "bright colours are cut off at white (none), or run into it as on film");
    add_integer(
        command, "--samples", finish.samples, 1, traced_sample_limit,
        fmt::format("rays a pixel, of which it is the mean: smooth edges, up to {};\npaths of --lighting traced: "
                    "less noise",
                    sample_limit));
    command.add_flag("--transparent", options.transparent,
                     "leave the background out: the picture has opacities (two frames are\ndrawn, over black and over "
                     "white); not in JPEG");
}

void add_appearance_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Appearance");
    add_repeated(
        command, "--transfer", "NAME|FILE|KEY=..",
        [&options](const std::string &text) {
            if (text.empty()) {
                throw UsageError("--transfer must not be empty");
            }
            if (!options.volumes.accept_transfer(text)) {
                options.transfer = text;
            }
        },
        "preset (see voxmarch transfer --list), .json file, or auto:\nchosen from the data; KEY=NAME|FILE: of one of "
        "several volumes");
    add_named(command, "--data", options.data,
              "what --transfer auto takes the values for; auto decides by\nvalues and how alike neighbours are");
    add_value_unit_option(command, options.value_unit);
    add_parsed(
        command, "--window", "LO:HI|LEVEL/WIDTH|NAME", "",
        [&](const std::string &text) { options.window = parse_window(text, "--window"); },
        "values that a normalised transfer function is stretched over: the\n"
        "lowest and highest, or as in a reader of radiology 40/400\n"
        "(default: 0:255 for uint8, else the range of the data;\nprojections: nearly all values); in projections any "
        "function.\nNAME, of CT: " +
            window_names());
    add_named(command, "--blend", settings.blend,
              "what a ray shows: its samples composited, or their largest,\nsmallest or mean value in the transfer "
              "function's\ncolour, at full strength (with --transfer auto: black to white)");
    add_named(command, "--interpolation", settings.interpolation,
              "values between voxels: the nearest one's, linear, or by cubic\n"
              "B-splines, which smooth (eight fetches a sample)");
    add_named_or_auto(
        command, "--classification", options.classification,
        "transfer function before (pre) or after (post) interpolation, or\nover whole segments between samples: thin "
        "shells without banding;\nauto: pre for labels with --transfer auto, else post");
    add_named(command, "--shading", settings.shading, "lighting of surfaces");
    add_named_or_auto(command, "--gradient", options.gradient,
                      "filter of the normals; on-the-fly: six fetches a lit sample\ninstead of a volume of normals; "
                      "auto: sobel, or on-the-fly where\nnormals would fill a quarter of the device's memory");
    add_named(command, "--gradient-of", settings.gradient_of,
              "normals of the values (scalar) or of the opacities that the\ntransfer function gives voxels; auto: of "
              "opacities with\n--classification pre or several channels, else of values");
    add_number(command, "--full-gradient", settings.full_gradient, 0.0, 1.0,
               "samples whose field changes less than this share of its range\nover a voxel are lit in proportion: no "
               "shaded noise;\n0: the steps of rounded integers alone");
}

/// "X,Y", both at least 0. @throws UsageError
glm::ivec2 parse_pixel(const std::string &text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) {
        throw UsageError(fmt::format("--probe is '{}', it must be X,Y: a pixel counted from the top left", text));
    }
    return {static_cast<int>(parse_number(text.substr(0, comma), 0, picture_edge_limit, "--probe")),
            static_cast<int>(parse_number(text.substr(comma + 1), 0, picture_edge_limit, "--probe"))};
}

/// "octree", or "iteration:15". @throws UsageError
void parse_heat_map(const std::string &text, RenderOptions &options) {
    const std::size_t colon = text.find(':');
    options.heat_map = find_value<HeatMap>(text.substr(0, colon));
    if (!options.heat_map || (colon != std::string::npos && options.heat_map != HeatMap::iteration)) {
        throw UsageError(fmt::format("--heatmap is '{}', it must be one of: {}, which may be {}:K", text,
                                     fmt::join(words_of<HeatMap>(), ", "), name_of(HeatMap::iteration)));
    }
    if (colon == std::string::npos) {
        options.heat_map_after = late_iteration;
        return;
    }
    constexpr int most = 1000000;
    const auto after = text::to_integer(text.substr(colon + 1));
    if (!after || *after < 0 || *after > most) {
        throw UsageError(fmt::format("--heatmap is '{}'; of {}:K K counts traversal iterations, a whole number from 0 "
                                     "to {}",
                                     text, name_of(HeatMap::iteration), most));
    }
    options.heat_map_after = static_cast<int>(*after);
}

/// How empty space is skipped. None of these options changes the picture.
void add_traversal_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Empty-space skipping (speed only, the picture stays the same)");
    add_named_or_auto(
        command, "--traversal", options.traversal,
        "how rays find what is worth marching through; none: every sample,\nauto: the fastest measured for the back "
        "end, or none where\nnearly everything is visible");
    add_parsed(
        command, "--leaf-size", "NUMBER", "the traversal's",
        [&settings](const std::string &word) {
            settings.leaf_size = static_cast<int>(parse_number(word, 1, 32, "--leaf-size"));
        },
        "edge of the octree's leaves in cells: 1, 2, 4, 8, 16 or 32");
    add_number(command, "--threshold", settings.threshold, 0.0, 0.999,
               "nodes with more than this share of occupied leaves are marched");
    add_named(
        command, "--node-coding", settings.node_coding,
        "what rays look at in the octree: a byte a node, or pairs of nodes in\nthree bits (thesis 4.2), a fifth of "
        "the bytes and slower frames");
    for (const LoopParam &param : loop_params()) {
        const std::string name = option_name(param);
        add_parsed(
            command, name, "NUMBER", "the traversal's",
            [&options, name, &param](const std::string &word) {
                options.loops.emplace_back(param.member,
                                           static_cast<int>(parse_number(word, param.low, param.high, name)));
            },
            fmt::format("{}, {} .. {}", param.help, param.low, param.high));
    }
    add_parsed(
        command, "--heatmap", fmt::format("{}", fmt::join(words_of<HeatMap>(), "|")), "",
        [&options](const std::string &text) { parse_heat_map(text, options); },
        fmt::format("draw what rays do instead of the volume, in false colours, with a\nlegend beside the picture of "
                    "--size: how full\nwarps are, steps of each "
                    "ray, the octree: its nodes along each ray\nfrom entry to exit, whatever --traversal and opacity; "
                    "iteration:K, who\nmarches and who waits in the first round of a warp after K traversal\n"
                    "iterations, {} if none are given",
                    late_iteration));
    add_parsed(
        command, "--probe", "X,Y", "", [&options](const std::string &text) { options.probe = parse_pixel(text); },
        "follow the ray of one pixel instead of drawing: a plot (--output)\nand everything about it beside, as .csv");
    command.add_flag(
        "--verify-skip", options.verify_skip,
        "draw with and without skipping and compare every pixel;\nexit code 1 if one differs (--traversal none is "
        "compared with the\nfastest that skips)");
}

/// @throws UsageError
double parse_step(const std::string &text) {
    if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) != 0) {
        throw UsageError(fmt::format("--step is '{}'; it must be a number from 0.01 to 16, auto, or adaptive", text));
    }
    return parse_number(text, 0.01, 16.0, "--step");
}

void add_sampling_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Sampling");
    add_parsed(
        command, "--lod", "exact|screen|N", "exact", [&](const std::string &text) { options.lod = parse_lod(text); },
        "level of detail: the volume itself; the coarsest level whose voxels\n"
        "are not longer than pixels are wide where something can be seen; or\n"
        "this one: as an OME-Zarr store has it, of all else means of boxes.\n"
        "Each looks as bright as the volume, unlike --level, which takes a\n"
        "level for it");
    add_parsed(
        command, "--step", "N|auto|adaptive", "0.5",
        [&](const std::string &text) {
            options.automatic_step = text == "auto";
            settings.adaptive_step = text == "adaptive";
            if (settings.adaptive_step) {
                settings.step = finest_adaptive_step;
            } else if (!options.automatic_step) {
                settings.step = parse_step(text);
            }
        },
        "distance of samples in voxels, 0.01 .. 16; auto: as coarse as the\ntransfer function allows (see --heatmap "
        "undersampling);\nadaptive: from 0.25 to 4, in each leaf of the octree as long as\nlittle changes (composited, "
        "post-classified volumes alone);\na note tells where a step of half or less is needed");
    command.add_flag("--jitter", settings.jitter,
                     "move the samples of every pixel by a part of a step (blue\nnoise): grain instead of wood-grain");
    add_number(command, "--opacity-cutoff", settings.opacity_cutoff, 0.0001, 1.0,
               "a ray ends above this opacity; 1 never ends early");
    add_traversal_options(command, options);
    command.option_defaults()->group("Device and measurement");
    add_drawing_devices(command, options.device, options.allow_mixed);
    command.add_flag("--bricks", options.bricks,
                     "draw in bricks what would fit in one piece, too: the same\npicture, for measurements");
    add_integer(command, "--memory-limit", options.memory_limit_mib, 1, 1 << 24,
                "MiB of memory that the volume may take on a device; a larger one\nis drawn in bricks, which come as "
                "rays ask for them (default:\nthe device's, of which bricks take 80 %)");
    add_brick_edge_option(command, options.brick_size);
    command.add_flag("--ranks-own-data", options.ranks_own_data,
                     "of mpirun: VOLUME is another part of one volume on every rank, as\nconvert --region writes them; "
                     "rays go from rank to rank");
    add_backend_option(command, options.backend);
    add_parsed(
        command, "--work-group", "WxH", fmt::format("{}x{}", settings.group_width, settings.group_height),
        [&](const std::string &text) {
            const PixelSize group = parse_size(text, "--work-group");
            settings.group_width = group.width;
            settings.group_height = group.height;
        },
        "pixels of a work-group: whole 8x4 tiles, at most 1024");
    add_integer(command, "--frames", options.frames, 1, 100000,
                "draw the same frame N times, for its times: nothing moves");
    add_parsed(
        command, "--stats", "FILE.json", "",
        [&options](const std::string &text) { options.stats = statistics_name(text); },
        "write what was done and how long it took; - for stdout");
    command.add_flag("--json", options.json, "the same as JSON on stdout in place of words");
}

/// What a picture tells about itself, and sessions.
void add_session_options(CLI::App &command, RenderOptions &options) {
    command.option_defaults()->group("Sessions");
    add_named(
        command, "--embed", options.embed,
        "what the PNG tells about itself: all settings, version, device,\ndriver and milliseconds, size of the "
        "volume's file and hash of its\nvoxels, and the names of its files, without folders (name) or with\nthem "
        "(full); or nothing (none). render draws it again from that.\nHeat maps and plots of probes tell nothing");
    add_repeated(
        command, "--volume", "KEY:LOOK|FILE",
        [&options](const std::string &text) {
            if (text.empty()) {
                throw UsageError("--volume must not be empty");
            }
            if (!options.volumes.accept_volume(text)) {
                options.session_volume = volume_word(text);
            }
        },
        "KEY:LOOK: how one of several volumes looks, many times; LOOK as of\n--channel, and channel=N, time=N to read; "
        "FILE: the volume of a\nsession, where it is neither beside it nor in the current folder;\n- is standard "
        "input");
    command.add_flag("--strict", options.strict,
                     "a session is not drawn with other voxels than it was made of:\nexit code 1 and no picture");
}

} // namespace

std::string option_name(const LoopParam &param) {
    std::string name = "--" + std::string(param.name);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

void add_render_options(CLI::App &command, RenderOptions &options) {
    options.volume.add_to(command, false, true);
    options.volumes.add_to(command);
    options.channels.add_to(command, options.settings);
    add_picture_options(command, options);
    add_appearance_options(command, options);
    options.surfaces.add_to(command, options.settings);
    options.skeleton.add_to(command);
    options.meshes.add_to(command);
    add_light_options(command, options.settings);
    add_trace_options(command, options.settings);
    command.option_defaults()->group("Clipping and labels");
    options.clip.add_to(command, options.settings);
    options.labels.add_to(command, &options.settings);
    options.figure.add_to(command, FigureOver::view);
    add_session_options(command, options);
    options.reference.add_to(command);
    add_sampling_options(command, options);
}

} // namespace voxmarch
