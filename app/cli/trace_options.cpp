// Adds the options of paths, and refuses what is asked of rays.
#include "app/cli/trace_options.h"

#include "app/cli/typed_options.h"

#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

/// "X,Y", both in [0, 1]. @throws UsageError
static glm::dvec2 parse_focus(const std::string &text) {
    const std::vector<double> numbers = parse_numbers(text, 2, ',', "--focus-at");
    for (const double number : numbers) {
        if (!(number >= 0.0 && number <= 1.0)) {
            throw UsageError(fmt::format("--focus-at is '{}', shares of the picture lie in [0, 1]", text));
        }
    }
    return {numbers[0], numbers[1]};
}

/// @throws UsageError
static void choose_environment(const std::string &text, TraceSettings &trace) {
    if (text.empty()) {
        throw UsageError("--environment is empty, it must be ambient, background or a file");
    }
    const auto known = text == name_of(Environment::picture) ? std::nullopt : find_value<Environment>(text);
    trace.environment = known.value_or(Environment::picture);
    trace.environment_file = known ? "" : text;
}

void add_trace_options(CLI::App &command, RenderSettings &settings) {
    TraceSettings &trace = settings.trace;
    add_named(command, "--lighting", settings.lighting,
              "light each sample by itself, or follow paths of light through the\nvolume: the mean of --samples paths "
              "a pixel");
    add_integer(command, "--bounces", trace.bounces, 1, 1024,
                "of traced light: light that was scattered more often is left out");
    add_number(command, "--anisotropy", trace.anisotropy, -0.95, 0.95,
               "of traced light: mean cosine of the angle by which matter turns it;\nabove 0 forwards");
    add_number(command, "--emission", trace.emission, 0.0, 100.0,
               "of traced light: matter glows in its colour, as bright as this where\nit is dense");
    add_number(command, "--trace-surfaces", trace.surfaces, 0.0, 1.0,
               "of traced light: how soon a gradient counts as a surface; 0: never");
    add_number(command, "--lamp-radius", trace.lamp_radius, 0.0, 90.0,
               "of traced light: angular radius of the lamps in degrees, for soft\nshadows");
    add_parsed(
        command, "--environment", "ambient|background|FILE", std::string(name_of(trace.environment)),
        [&trace](const std::string &text) { choose_environment(text, trace); },
        "of traced light: comes from all around as --ambient says, from the\nbackground, or as a panorama (.hdr, .exr: "
        "latitudes and longitudes)\nsays, times --ambient; its middle is what the camera looks at");
    add_number(command, "--environment-turn", trace.environment_turn, -360.0, 360.0,
               "of the panorama to the left, degrees");
    add_number(command, "--environment-strength", trace.environment_strength, 0.0, 1000.0,
               "of traced light: what the light from all around is multiplied by");
    add_number(
        command, "--error", trace.error, 0.0, 1.0,
        "of traced light: a picture that is off by no more than this share of\nits brightness is good enough, and "
        "--samples are the most that it\ntakes; 0: it takes all");
    add_integer(command, "--seed", trace.seed, 0, std::numeric_limits<int>::max(),
                "of traced light: picks its random numbers");
    add_number(
        command, "--aperture", trace.aperture, 0.0, 1e9,
        "of traced light: diameter of the lens in the unit of the volume; what\nlies before and behind the focus "
        "is blurred, the more the larger it is.\nThat of f-stop N is focal length / N; 0: all is sharp");
    add_parsed(
        command, "--focus-distance", "NUMBER", "",
        [&trace](const std::string &text) {
            trace.focus_distance = parse_number(text, 1e-12, 1e12, "--focus-distance");
            trace.focus_at.reset();
        },
        "of traced light with --aperture: what is as far from the eye, along the\nline of sight, is sharp; left out: "
        "the point that the camera looks\nat");
    add_parsed(
        command, "--focus-at", "X,Y", "",
        [&trace](const std::string &text) {
            trace.focus_at = parse_focus(text);
            trace.focus_distance.reset();
        },
        "of traced light with --aperture: what is seen there is sharp, shares\nof the picture from its top left: "
        "0.5,0.5 is its middle");
    command.add_flag("--denoise", trace.denoise,
                     "of traced light: takes the noise of few --samples, at least 2, out\nof the picture");
}

const std::vector<std::string> &options_of_paths() {
    static const std::vector<std::string> names{
        "--bounces",     "--emission",    "--anisotropy",       "--trace-surfaces",
        "--lamp-radius", "--environment", "--environment-turn", "--environment-strength",
        "--error",       "--seed",        "--aperture",         "--focus-distance",
        "--focus-at"};
    return names;
}

const std::vector<std::string> &options_without_paths() {
    static const std::vector<std::string> names{"--shading",
                                                "--gradient",
                                                "--full-gradient",
                                                "--outline",
                                                "--shadows",
                                                "--shadow-method",
                                                "--step",
                                                "--jitter",
                                                "--ambient-occlusion",
                                                "--isosurface",
                                                "--isosurface-layers",
                                                "--extraction",
                                                "--opacity-cutoff",
                                                "--ambient-occlusion-method"};
    return names;
}

/// Before the volume is read. @throws FileError
static void require_environment(const TraceSettings &trace) {
    std::error_code ignored;
    if (trace.environment == Environment::picture &&
        !std::filesystem::is_regular_file(trace.environment_file, ignored)) {
        throw FileError(trace.environment_file,
                        "no such picture of the environment (--environment is ambient, background or a file)");
    }
}

void require_traceable(const RenderOptions &options) {
    if (!is_traced(options.settings)) {
        if (options.given.contains("--denoise")) {
            throw UsageError(
                "--denoise takes the noise out of traced light, and this picture is shaded: add --lighting "
                "traced, or leave it out");
        }
        return;
    }
    require_traceable(options.settings);
    require_environment(options.settings.trace);
    if (options.given.contains("--focus-distance") && options.given.contains("--focus-at")) {
        throw UsageError("--focus-distance and --focus-at both tell what is sharp: leave one out");
    }
    const char *const rays = options.verify_skip ? "--verify-skip"
                             : options.heat_map  ? "--heatmap"
                             : options.probe     ? "--probe"
                                                 : nullptr;
    if (rays) {
        throw UsageError(fmt::format("{} tells of rays, and --lighting traced follows paths: leave one out", rays));
    }
    if (options.transparent && options.settings.trace.environment == Environment::background) {
        throw UsageError("--transparent leaves the background out, and with --environment background it is the light: "
                         "leave one out");
    }
}

} // namespace voxmarch
