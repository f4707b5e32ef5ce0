// Adds the options of paths, and refuses what is asked of rays.
#include "app/cli/trace_options.h"

#include "app/cli/typed_options.h"

#include <fmt/format.h>
#include <limits>

namespace voxmarch {

void add_trace_options(CLI::App &command, RenderSettings &settings) {
    TraceSettings &trace = settings.trace;
    add_named(command, "--lighting", settings.lighting,
              "light each sample by itself, or follow paths of light through the\nvolume: the mean of --samples paths "
              "a pixel");
    add_integer(command, "--bounces", trace.bounces, 1, 1024,
                "of traced light: light that was scattered more often is left out");
    add_number(command, "--anisotropy", trace.anisotropy, -0.95, 0.95,
               "of traced light: mean cosine of the angle by which matter turns it;\nabove 0 forwards");
    add_number(command, "--trace-surfaces", trace.surfaces, 0.0, 1.0,
               "of traced light: how soon a gradient counts as a surface; 0: never");
    add_number(command, "--lamp-radius", trace.lamp_radius, 0.0, 90.0,
               "of traced light: angular radius of the lamps in degrees, for soft\nshadows");
    add_named(command, "--environment", trace.environment,
              "of traced light: comes from all around as --ambient says, or from\nthe background");
    add_integer(command, "--seed", trace.seed, 0, std::numeric_limits<int>::max(),
                "of traced light: picks its random numbers");
    command.add_flag("--denoise", trace.denoise,
                     "of traced light: takes the noise of few --samples, at least 2, out\nof the picture");
}

const std::vector<std::string> &options_of_paths() {
    static const std::vector<std::string> names{"--bounces",     "--anisotropy",  "--trace-surfaces",
                                                "--lamp-radius", "--environment", "--seed"};
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
                                                "--opacity-cutoff",
                                                "--ambient-occlusion-method"};
    return names;
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
