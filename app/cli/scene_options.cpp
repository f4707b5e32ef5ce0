// Parses the options of light, clipping and labels.
#include "app/cli/scene_options.h"

#include "app/cli/typed_options.h"
#include "app/cli/world_options.h"
#include "base/error.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> parts{""};
    for (const char letter : text) {
        if (letter == separator) {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

/// "0.25", "12.5mm", or "12.5units" for the volume's own. @param text  of the whole option, for the message
WrittenLength parse_side(const std::string &word, const std::string &text) {
    const std::optional<WrittenLength> side = to_length(word);
    if (!side || (!side->unit && (side->value < 0.0 || side->value > 1.0))) {
        throw UsageError(fmt::format(
            "--clip is '{}'; '{}' must be a share from 0 to 1 or a length like 10mm, 50um or 10units", text, word));
    }
    return *side;
}

/// Towards the light, in the world or (follows_camera) in the picture; "headlight" is the eye's.
void take_light(const std::string &text, Light &light) {
    const bool in_picture = text.starts_with("eye:");
    light.direction.reset();
    light.follows_camera = in_picture;
    if (text == "key") {
        light = key_light(light);
    } else if (text != "headlight") {
        try {
            light.direction = parse_vector(in_picture ? text.substr(4) : text, "--light");
        } catch (const UsageError &) {
            throw UsageError(fmt::format("--light is '{}', it must be a direction like 1,-1,2 (world) or eye:-1,1,1 "
                                         "(picture), or headlight or key",
                                         text));
        }
    }
}

/// A direction as of --light, and behind a colon a colour.
SideLight parse_side_light(const std::string &text) {
    SideLight light;
    light.follows_camera = text.starts_with("eye:");
    const std::string rest = light.follows_camera ? text.substr(4) : text;
    const std::size_t colon = rest.find(':');
    try {
        light.direction = parse_vector(rest.substr(0, colon), "--side-light");
    } catch (const UsageError &) {
        throw UsageError(fmt::format("--side-light is '{}', it must be a direction like 1,-1,2 (world) or eye:1,0,1 "
                                     "(picture), and a colour behind a colon if it is not grey: eye:1,0,1:0.6,0.5,0.3",
                                     text));
    }
    if (colon != std::string::npos) {
        const std::string color = rest.substr(colon + 1);
        light.color = to_number(color) ? parse_factor(color, "--side-light") : parse_color(color, "--side-light");
    }
    return light;
}

} // namespace

CLI::Option *add_label_names_option(CLI::App &command, std::string &file, const std::string &help) {
    return add_text(command, "--label-names", "FILE", file,
                    help + " of ITK-SNAP\n(label description), 3D Slicer or FreeSurfer (colour table, .seg.nrrd)\n"
                           "(default: what a .seg.nrrd says itself)");
}

void add_light_options(CLI::App &command, RenderSettings &settings) {
    command.option_defaults()->group("Light");
    Light &light = settings.light;
    add_parsed(
        command, "--light", "X,Y,Z|eye:X,Y,Z|headlight|key", "headlight",
        [&light](const std::string &text) { take_light(text, light); },
        "direction towards the light: in the world, see --convention, or\nwith eye: in the picture (right, up, to the "
        "eye); headlight: from\nthe eye; key: from above on the left with a weak fill, for shadows");
    add_number(command, "--fill", light.fill, 0.0, 1.0,
               "light from the eye that throws no shadows, share of the light's;\nafter --light key its 0.25 counts");
    add_words(
        command, "--side-light", "[eye:]X,Y,Z[:COLOR]",
        [&settings](const std::vector<std::string> &words) {
            settings.side_lights.clear();
            std::ranges::transform(words, std::back_inserter(settings.side_lights), parse_side_light);
        },
        "a light beside the main one, without shadows; up to three times.\nCOLOR: a grey, r,g,b or #rrggbb (default: "
        "0.5)");
    const auto add_factor = [&](const char *name, glm::vec3 &target, const char *help) {
        add_parsed(
            command, name, "NUMBER|R,G,B", fmt::format("{}", target.x),
            [&target, name](const std::string &text) { target = parse_factor(text, name); },
            fmt::format("{}, 0 .. 1", help));
    };
    add_factor("--ambient", light.ambient, "share of the colour without light");
    add_factor("--diffuse", light.diffuse, "share of the colour facing the light");
    add_factor("--specular", light.specular, "colour of the highlight");
    add_number(command, "--shininess", light.shininess, 1.0, 1000.0, "exponent of the highlight");
    add_number(command, "--outline", settings.outline, 0.0, 1.0,
               "how much darker lit surfaces are that turn away from the eye");
    std::vector<std::string> textures = words_of<Shadows>();
    std::erase(textures, name_of(Shadows::none));
    add_parsed(
        command, "--shadows", fmt::format("[{}]", fmt::join(textures, "|")), std::string(name_of(Shadows::none)),
        [&settings](const std::string &text) {
            const std::optional<Shadows> shadows = find_value<Shadows>(text);
            if (!shadows) {
                throw UsageError(fmt::format("--shadows is '{}', it must be one of: {}", text,
                                             fmt::join(words_of<Shadows>(), ", ")));
            }
            settings.shadows = *shadows;
        },
        "the volume shadows itself: a texel of shadow for every voxel,\nfor every second or fourth; half if nothing is "
        "said")
        ->expected(0, 1)
        ->default_str(std::string(name_of(Shadows::half)));
    add_named(command, "--shadow-method", settings.shadow_method,
              "follow the light through the volume once, slice by slice,\nor march from every texel of shadow through "
              "the octree; the\nlatter always with --ambient-occlusion-method marched, and in\nvolumes more than about "
              "seven times as "
              "long as wide");
    add_integer(command, "--ambient-occlusion", settings.ambient_occlusion, 0, 64,
                "directions in which places look around: hollows darken;\nby cones at least 16");
    add_named(command, "--ambient-occlusion-method", settings.ambient_occlusion_method,
              "look around by cones in growing steps through a pyramid of\ntransmittances, or march rays through the "
              "octree, which is exact");
}

ClipBox parse_clip_box(const std::string &text) {
    ClipBox box;
    const std::vector<std::string> axes = split(text, ',');
    for (const std::string &axis : axes) {
        const std::vector<std::string> sides = split(axis, ':');
        if (axes.size() != 3 || sides.size() != 2) {
            throw UsageError(
                fmt::format("--clip is '{}', it must be x0:x1,y0:y1,z0:z1, three parts with commas", text));
        }
        box.emplace_back(parse_side(sides[0], text), parse_side(sides[1], text));
    }
    return box;
}

void set_clip_box(const ClipBox &box, const Grid &grid, RenderSettings &settings) {
    for (int i = 0; i < static_cast<int>(box.size()); ++i) {
        const auto axis = static_cast<std::size_t>(i);
        const double length = std::max(grid.dims[axis] - 1, 1) * grid.spacing[i];
        const auto share = [&](const WrittenLength &side) {
            return side.unit ? length_on(grid, side, "--clip") / length : side.value;
        };
        settings.clip_low[i] = std::clamp(share(box[axis].first), 0.0, 1.0);
        settings.clip_high[i] = std::clamp(share(box[axis].second), 0.0, 1.0);
        if (!(settings.clip_low[i] < settings.clip_high[i])) {
            throw UsageError(fmt::format("--clip leaves nothing along {}: the volume is {}{} long there", "xyz"[i],
                                         length, unit_suffix(grid.unit)));
        }
    }
}

void ClipOptions::add_to(CLI::App &command, RenderSettings &settings, const std::string &verb) {
    add_parsed(
        command, "--clip", "X0:X1,Y0:Y1,Z0:Z1", "", [this](const std::string &text) { box_ = parse_clip_box(text); },
        fmt::format("part of the box to {}, along the voxel axes: shares (0 .. 1)\nor lengths from the first voxel "
                    "(10mm, 50um, or 10units of the\nvolume's own)",
                    verb));
    add_words(
        command, "--clip-plane", "NX,NY,NZ,D",
        [this, &settings](const std::vector<std::string> &words) {
            for (const std::string &text : words) {
                const std::vector<double> numbers = parse_numbers(text, 4, ',', "--clip-plane");
                settings.clip_planes.push_back({{numbers[0], numbers[1], numbers[2]}, numbers[3]});
            }
            planes_ = words.size();
        },
        fmt::format("{} only places p in the world with n . p >= d, in the\nvolume's unit, see --convention; up to {} "
                    "times",
                    verb, clip_plane_limit));
    command.add_flag("--clip-invert", settings.clip_inverted,
                     fmt::format("cut out what --clip and --clip-plane leave together, and {} the\nrest", verb));
}

void ClipOptions::apply(const Grid &grid, const OuterWorld &world, RenderSettings &settings) const {
    turn_planes(settings.clip_planes, world,
                settings.clip_planes.size() - std::min(planes_, settings.clip_planes.size()));
    set_clip_box(box_, grid, settings);
}

void LabelOptions::add_to(CLI::App &command, RenderSettings *settings) {
    add_text(command, "--labels", "FILE", file_,
             "volume of labels (0 .. 65535), which meets VOLUME in the world: other\norders of axes are turned, other "
             "grids resampled to the nearest voxel;\nlabels above 0 are coloured if --label does not say "
             "otherwise");
    add_repeated(
        command, "--label", "N|others=STYLE", [this](const std::string &text) { accept(text); },
        "how a label looks: hide, plain (the transfer function's colour),\na colour (#rrggbb or a name of CSS), a "
        "visibility 0 .. 1, or\nboth: orange,0.5; a transfer function of its own, a preset or a\nfile: ct-bone or "
        "my.json,0.5; many times");
    add_label_names_option(command, looks_.names, "colours of labels, from a file");
    if (settings) {
        add_named(command, "--label-edges", settings->label_edges,
                  "borders of labels as voxels have them, or smooth ones, at which\none label fades into the next");
    }
}

/// Whether a word is a preset's name, or looks like a file's.
static bool names_function(const std::string &word) {
    return word.find_first_of("./\\") != std::string::npos ||
           std::ranges::any_of(transfer_presets(), [&](const TransferFunction &preset) { return preset.name == word; });
}

void LabelOptions::accept(const std::string &text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        throw UsageError(fmt::format("--label is '{}', it must be like 3=hide or 3=#ff8800", text));
    }
    LabelLook look;
    for (const std::string &word : split(text.substr(equals + 1), ',')) {
        if (word == "hide") {
            look.visibility = 0.0f;
        } else if (word == "plain") {
            look.plain = true;
        } else if (const std::optional<glm::vec3> color = to_color(word)) {
            look.color = color;
        } else {
            const std::optional<double> visibility = to_number(word);
            const bool in_range = visibility && *visibility >= 0.0 && *visibility <= 1.0;
            if (!in_range && (visibility || !names_function(word))) {
                throw UsageError(fmt::format("--label is '{}'; '{}' must be hide, plain, a colour like #ff8800 or "
                                             "orange, a visibility from 0 to 1, or a transfer function: a preset like "
                                             "ct-bone (voxmarch transfer --list) or a file like my.json",
                                             text, word));
            }
            if (in_range) {
                look.visibility = static_cast<float>(*visibility);
            } else {
                look.transfer = word;
            }
        }
    }
    const std::string which = text.substr(0, equals);
    if (which == "others") {
        looks_.others = look;
    } else {
        looks_.of[parse_integer(which, 0, 65535, "--label")] = look;
    }
}

void LabelOptions::validate() const {
    if (!given() && (!looks_.of.empty() || looks_.others)) {
        throw UsageError("--label needs --labels FILE, the volume that says which voxel has which label");
    }
    if (!given() && !looks_.names.empty()) {
        throw UsageError("--label-names needs --labels FILE, the volume whose labels it names");
    }
}

} // namespace voxmarch
