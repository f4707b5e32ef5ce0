// Notes for options that the chosen mode, blending or method never looks at.
#include "app/cli/idle_options.h"

#include "app/cli/trace_options.h"
#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "renderer/picture_file.h"
#include "scene/film_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

/// Options about light and order that projections never look at. Surfaces alone do, whatever the blend.
std::vector<std::string> idle_in_projections(const RenderSettings &settings) {
    if (settings.mode == Mode::isosurface) {
        return {};
    }
    const std::pair<const char *, bool> given[] = {
        {"--shadows", settings.shadows != Shadows::none},
        {"--ambient-occlusion", settings.ambient_occlusion > 0},
        {"--classification preintegrated", settings.classification == Classification::preintegrated},
        {"--label-edges", settings.label_edges != LabelEdges::nearest},
        {"--opacity-cutoff", settings.opacity_cutoff != RenderSettings{}.opacity_cutoff}};
    std::vector<std::string> names;
    for (const auto &[name, is_given] : given) {
        if (is_given && settings.blend != Blend::composite) {
            names.emplace_back(name);
        }
    }
    return names;
}

/// Tells of those of the options that were given, if they are idle.
void note_if(const RenderOptions &options, bool idle, const char *when, const std::vector<std::string> &names) {
    if (idle) {
        note_given(options.given, when, names);
    }
}

/// Options of volumes where only surfaces are drawn and the other way round.
void note_idle_modes(const RenderOptions &options) {
    const RenderSettings &settings = options.settings;
    if (options.keys &&
        std::ranges::any_of(options.keys->keys, [](const WrittenKey &key) { return key.mode.has_value(); })) {
        return; // each has an effect somewhere
    }
    const bool surfaces = settings.mode != Mode::volume;
    const bool opaque = std::all_of(settings.surfaces.begin(), settings.surfaces.end(),
                                    [](const SurfaceStyle &surface) { return surface.opacity >= 1.0f; });
    note_if(options, !surfaces, "without --mode isosurface or both",
            {"--isovalue", "--isosurface", "--isosurface-color", "--isosurface-opacity", "--isosurface-channel",
             "--isosurface-layers", "--caps", "--extraction"});
    const bool clips = options.clip.has_box() || is_clipped(settings);
    note_if(options, surfaces && !clips, "without --clip or --clip-plane", {"--caps"});
    note_if(options, !clips, "without --clip or --clip-plane", {"--clip-invert"});
    note_if(options, settings.mode == Mode::isosurface, "with --mode isosurface",
            {"--transfer", "--window", "--blend", "--classification", "--interpolation"});
    note_if(options, settings.mode == Mode::isosurface, "with --mode isosurface, whose normals are those of values",
            {"--gradient", "--gradient-of"});
    const bool projected = settings.mode == Mode::volume && settings.blend != Blend::composite;
    note_if(options, settings.shading == Shading::none || projected,
            projected ? "on projections, which are not lit" : "with --shading none",
            settings.shadows == Shadows::none || projected
                ? std::vector<std::string>{"--light", "--fill", "--side-light", "--ambient", "--diffuse", "--specular",
                                           "--shininess", "--outline"}
                : std::vector<std::string>{"--side-light", "--ambient", "--diffuse", "--specular", "--shininess",
                                           "--outline"});
    // --gradient is another matter: functions of scalar and gradient look at it in any light.
    note_if(options,
            (settings.shading == Shading::none || projected) && settings.mode != Mode::isosurface &&
                options.heat_map != HeatMap::normals,
            projected ? "on projections, which are not lit" : "with --shading none", {"--gradient-of"});
    note_if(options, settings.mode == Mode::both, "on isosurfaces, which are linear between voxels",
            {"--interpolation"});
    note_if(options, surfaces && settings.surface_method == SurfaceMethod::raycast, "without --isosurface mesh",
            {"--extraction"});
    note_if(options, !options.transfer.empty() && options.transfer != "auto", "without --transfer auto", {"--data"});
    note_if(options, (options.heat_map || options.probe) && options.embed != Embed::none,
            options.probe ? "with --probe, whose plot carries no session" : "with --heatmap, which carries no session",
            {"--embed"});
    note_if(options, options.heat_map || options.probe,
            options.probe ? "with --probe, whose plot is no picture" : "with --heatmap, which has a legend of its own",
            FigureOptions::names());
    note_if(options, !is_traced(settings), "without --lighting traced", options_of_paths());
    note_if(options, is_traced(settings), "with --lighting traced", options_without_paths());
    note_if(options,
            is_traced(settings) && settings.mode != Mode::isosurface &&
                settings.classification == Classification::preintegrated,
            "with --lighting traced, where points have no segments to pre-integrate: they are post-classified",
            {"--classification"});
    note_if(options, is_traced(settings) && settings.mode == Mode::isosurface, "without matter around isosurfaces",
            {"--emission", "--anisotropy", "--trace-surfaces"});
    note_if(options, options.transparent, "with --transparent", {"--background", "--background-top"});
    note_if(options, options.figure.choice().caption.empty(), "without --caption", {"--caption-place"});
    const bool has_texts = options.figure.choice().any() || (options.session && shows_both_sides(*options.session));
    note_if(options, !has_texts, "without anything that lies over the picture", {"--text-height", "--text-color"});
    const bool in_print = options.figure.choice().any() || // whose texts are as large as that asks for
                          (options.written_size && options.written_size->millimeters) || !options.figure.file().empty();
    note_if(options, is_film(options.output) && !in_print, "in films", {"--dpi"});
    note_if(options, options.figure.choice().annotations && (!options.session || options.session->annotations.empty()),
            options.session ? "in a session without annotations" : "without a session that has some",
            {"--annotations"});
    note_if(options, !options.labels.given() || settings.mode == Mode::isosurface,
            options.labels.given() ? "with --mode isosurface" : "without --labels", {"--label-edges"});
    note_if(options, options.animate && options.session && !options.session->time_line.camera.empty(),
            "with --animate, whose cameras are those of the time line",
            {"--camera", "--view", "--fit", "--projection"});
    note_if(options, picture_format(options.output) == PictureFormat::exr && !options.probe && !options.heat_map,
            "in OpenEXR pictures, which hold light as it is before the tone curve", {"--tone"});
    // Labels may let light through opaque surfaces.
    note_if(options, surfaces && opaque && !options.labels.given(), "without transparent surfaces",
            {"--isosurface-layers"});
}

} // namespace

void note_idle_options(const RenderOptions &options) {
    const TraversalInfo &info = info_of(options.settings.traversal);
    std::vector<std::string> idle;
    const bool strides = options.settings.adaptive_step; // by leaf
    if (info.data == SkipData::none && !strides && options.settings.leaf_size > 0) {
        idle.emplace_back("--leaf-size");
    }
    if (info.data != SkipData::octree && options.settings.threshold != RenderSettings{}.threshold) {
        idle.emplace_back("--threshold");
    }
    if (info.data != SkipData::octree && options.settings.node_coding != RenderSettings{}.node_coding) {
        idle.emplace_back("--node-coding");
    }
    for (const LoopParam &param : loop_params()) {
        const bool given = std::any_of(options.loops.begin(), options.loops.end(),
                                       [&](const auto &change) { return change.first == param.member; });
        if (given && (!uses(info, param.member) || (strides && param.member == &LoopParams::fused_steps))) {
            idle.push_back(option_name(param));
        }
    }
    const bool meant_reference = options.reference.given() && options.given.contains("--threshold");
    if (meant_reference) {
        say("note: --threshold is that of the octree; the comparison's is --reference-threshold");
    }
    if (!idle.empty()) {
        say(fmt::format("note: no effect with --traversal {}: {}", info.name, fmt::join(idle, ", ")));
    }
    note_idle_modes(options);
    if (const std::vector<std::string> light = idle_in_projections(options.settings); !light.empty()) {
        say(fmt::format("note: no effect with --blend {}: {}", name_of(options.settings.blend),
                        fmt::join(light, ", ")));
    }
}

} // namespace voxmarch
