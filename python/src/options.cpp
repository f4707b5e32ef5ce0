// Scenes from the options of voxmarch render: what the command line parses and decides is asked, so that names,
// defaults and pictures are its own.
#include "python/src/binding.h"

#include "api/convert.h"
#include "api/inside.h"
#include "app/cli/parse.h"
#include "app/cli/render_choices.h"
#include "app/cli/render_session.h"
#include "app/cli/typed_options.h"
#include "app/cli/world_options.h"
#include "app/progress.h"
#include "renderer/memory_plan.h"
#include "renderer/visible_part.h"
#include "scene/label_source.h"
#include "scene/provenance.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace voxmarch::python {

namespace {

/// What the options say to their user, in this thread.
thread_local std::vector<std::string> *said = nullptr;

void listen(const std::string &text) {
    if (said) {
        said->push_back(text);
    }
}

/// Options in groups about the picture that are about something else, or that a volume in memory has another way for.
constexpr std::array<std::string_view, 16> not_of_picture{
    "--output",     "--turntable", "--animate", "--keys",        "--at",  "--duration", "--preview",     "--resume",
    "--frame-rate", "--heatmap",   "--probe",   "--verify-skip", "--lod", "--labels",   "--label-names", "--help"};
constexpr std::array<std::string_view, 4> of_picture{"--channel", "--channel-blend", "--backend", "--work-group"};
constexpr std::array<std::string_view, 7> groups{"Picture",
                                                 "Appearance",
                                                 "Isosurfaces",
                                                 "Light",
                                                 "Clipping and labels",
                                                 "Sampling",
                                                 "Empty-space skipping (speed only, the picture stays the same)"};

/// Whether an option is about the picture of one volume: all others are about files, devices and measurements.
bool is_of_picture(const CLI::Option &option) {
    const std::string name = option.get_name();
    return std::ranges::find(of_picture, name) != of_picture.end() ||
           (std::ranges::find(groups, option.get_group()) != groups.end() &&
            std::ranges::find(not_of_picture, name) == not_of_picture.end());
}

/// voxmarch render without its file.
struct Command {
    CLI::App app;
    RenderOptions options;

    Command() { add_render_options(app, options); }

    std::vector<const CLI::Option *> of_picture() {
        std::vector<const CLI::Option *> all;
        for (const CLI::Option *option : app.get_options()) {
            if (is_of_picture(*option)) {
                all.push_back(option);
            }
        }
        return all;
    }

    /// @throws UsageError for a word that is no option of the picture
    void parse(const std::vector<std::string> &words) {
        const std::vector<const CLI::Option *> known = of_picture();
        for (const std::string &word : words) {
            const std::string name = word.substr(0, word.find('='));
            if (std::ranges::none_of(known, [&](const CLI::Option *one) { return one->get_name() == name; })) {
                std::vector<std::string> names;
                std::ranges::transform(known, std::back_inserter(names),
                                       [](const auto *one) { return one->get_name(); });
                const std::string nearest = nearest_word(name, names);
                const bool of_program = app.get_option_no_throw(name) != nullptr;
                throw UsageError(fmt::format("a picture has no option {}{}", name,
                                             of_program        ? ", it is one of the program voxmarch alone"
                                             : nearest.empty() ? ""
                                                               : fmt::format(", do you mean {}?", nearest)));
            }
        }
        std::vector<std::string> reversed(words.rbegin(), words.rend());
        reversed.emplace_back(in_memory);
        try {
            app.parse(reversed);
        } catch (const CLI::ParseError &error) {
            throw UsageError(error.what());
        }
        options.given = given_options(app);
    }

    static constexpr const char *in_memory = "memory";
};

/// A label volume, and where it came from.
struct LabelSource {
    const v1::Volume &labels;
    std::string file; ///< "memory" for an array

    explicit LabelSource(const v1::Volume &volume)
        : labels(volume),
          file(v1::Inside::impl(volume).source.empty() ? Command::in_memory : v1::Inside::impl(volume).source) {}
};

/// As add_labels() of the command line, of labels that are there.
void place_labels_of(const LabelSource &source, const RenderOptions &options, SceneContent &content, Scene &scene) {
    PlacedLabels placed = place_labels(v1::sharing(source.labels), source.file, content.volume, options.volume.source,
                                       options.volume.read);
    say_notes(placed.notes);
    scene.labels = source.file;
    scene.label_styles = label_styles(placed.labels, source.file, options.labels.looks(),
                                      options.session ? options.session->label_styles : std::vector<LabelStyle>{});
    content.labels = std::move(placed.labels);
}

/// What the scene is made of.
struct Made {
    std::string scene;              ///< the text of its session
    bool automatic_step = false;    ///< the step is to be proposed by a renderer
    std::vector<std::string> notes; ///< what options without effect and choices from the data tell
};

/// The order of voxmarch render (command_render.cpp), for one volume that is in memory.
Made make_scene(const v1::Volume &volume, const DeviceInfo &device, const std::vector<std::string> &words,
                const std::optional<std::string> &session, const v1::Volume *labels) {
    Made made;
    said = &made.notes;
    struct Silence {
        Silence() = default;
        Silence(const Silence &) = delete;
        Silence &operator=(const Silence &) = delete;
        ~Silence() { said = nullptr; }
    };
    const Silence at_the_end;
    Command command;
    RenderOptions &options = command.options;
    command.parse(words);
    const auto &impl = v1::Inside::impl(volume);
    options.volume.source = impl.source.empty() ? Command::in_memory : impl.source;
    options.volume.read = v1::inner(impl.read);
    if (session) {
        take_scene(options, command.app, scene_from_json(*session));
    }
    const std::optional<LabelSource> label_source = labels ? std::optional<LabelSource>(*labels) : std::nullopt;
    options.labels.set_file(label_source ? label_source->file : "");
    options.surfaces.prepare(options.settings);
    validate(options.settings);
    options.labels.validate();
    options.drawn_channels = impl.numbers();

    SceneContent content{v1::sharing(volume)};
    for (std::size_t i = 1; i < impl.channels(); ++i) {
        content.other_channels.push_back(v1::sharing(volume, i));
    }
    const Grid grid = content.grid();
    const SamplingBackend backend = options.backend.value_or(backend_for(device, grid.dims));
    options.settings.gradient = options.gradient.value_or(gradient_for(device, grid.dims));
    complete_settings(options, backend);
    const OuterWorld world = outer_world(grid, options.convention);
    Scene scene = scene_of(options, grid, content, world);
    if (label_source) {
        place_labels_of(*label_source, options, content, scene);
    }
    std::vector<DataSurvey> surveys;
    for (std::size_t i = 0; i < impl.channels(); ++i) {
        surveys.push_back(impl.survey(i));
    }
    take_looks(options, content, content.volume, surveys, device, backend, scene);
    scene.camera = camera_of(
        options, scene.settings, grid, [&] { return corners_to_frame(reference_scene(scene, content)); }, world);
    if (!impl.source.empty()) {
        scene.identity = identity_of(impl.source, content.volume);
    }
    made.scene = to_json(scene).dump();
    made.automatic_step = options.automatic_step;
    return made;
}

} // namespace

void bind_options(nb::module_ &module) {
    keep_quiet(listen);
    module.def("picture_options", [] {
        Command command;
        Dicts all;
        for (const CLI::Option *option : command.of_picture()) {
            Dict one;
            one["name"] = option->get_name().substr(2);
            one["type"] = option->get_type_name();
            one["default"] = option->get_default_str();
            one["group"] = option->get_group();
            one["help"] = option->get_description();
            one["bare"] = option->get_items_expected_min() == 0; // may stand without a value
            one["repeated"] = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
            all.append(one);
        }
        return all;
    });
    module.def(
        "make_scene",
        [](const v1::Volume &volume, const OpenDevice &device, const std::vector<std::string> &words,
           const std::optional<std::string> &session, const v1::Volume *labels) {
            const Made made = unlocked([&](SignalCheck & /*check*/) {
                return make_scene(volume, v1::Inside::device(device.device).info(), words, session, labels);
            });
            return std::tuple(made.scene, made.automatic_step, made.notes);
        },
        nb::arg("volume"), nb::arg("device"), nb::arg("words"), nb::arg("session").none(), nb::arg("labels").none());
}

} // namespace voxmarch::python
