// Loading on a thread of its own.
#include "app/viewer/loader.h"

#include "app/label_source.h"
#include "app/provenance.h"
#include "app/session_search.h"
#include "device/error.h"
#include "renderer/visible_part.h"
#include "skeleton/graph_file.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

namespace voxmarch {

namespace {

/// What `voxmarch render` would show without options, but lit.
Scene first_scene(const LoadRequest &request, const LoadedVolume &loaded) {
    const Volume &volume = loaded.volume;
    Scene scene;
    scene.volume = request.volume;
    scene.camera = named_view(default_view(volume.grid()), volume.grid(), 4.0 / 3.0);
    scene.skeleton.source = request.skeleton;
    scene.data = request.data;
    if (request.transfer == "auto") {
        const DataGuess guess = guess_data_class(volume.header(), loaded.survey, request.data);
        scene.transfer = automatic_transfer(volume.header(), loaded.survey.histogram, guess);
        if (guess.data_class == DataClass::labels) {
            scene.settings.classification = Classification::pre;
        }
    } else {
        scene.transfer = resolve_transfer(request.transfer);
    }
    return scene;
}

void add_problem(std::vector<std::string> &problems, const std::string &problem) {
    if (!problem.empty()) {
        problems.push_back(problem);
    }
}

/// What is wrong with the lines is said now, and the volume is shown without them.
void check_skeleton(LoadRequest &wanted, std::vector<std::string> &problems) {
    if (wanted.skeleton.empty()) {
        return;
    }
    try {
        read_skeleton_lines(wanted.skeleton);
    } catch (const Error &error) {
        problems.push_back(error.what());
        wanted.skeleton.clear();
        if (wanted.session) {
            wanted.session->skeleton = {};
        }
    }
}

} // namespace

std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress) {
    LoadRequest wanted = request;
    if (!wanted.session && is_session(request.volume.source)) {
        wanted.session = read_session(request.volume.source, request.known);
        if (!request.session_volume.empty()) {
            wanted.session->volume.source = request.session_volume;
        }
        require_source(wanted.session->volume.source, request.volume.source, "volume", "voxmarch view --volume FILE");
    }
    if (wanted.session) {
        wanted.volume = wanted.session->volume;
    }
    ReadOptions options = wanted.volume.read_options();
    options.progress = progress;
    std::optional<Volume> labels;
    if (wanted.session && !wanted.session->labels.empty()) {
        labels = read_volume(wanted.session->labels,
                             label_read_options(wanted.volume.read_options(), wanted.session->labels));
    }
    if (wanted.session && !wanted.session->skeleton.source.empty()) {
        wanted.skeleton = wanted.session->skeleton.source;
    }
    std::vector<std::string> problems;
    check_skeleton(wanted, problems);
    if (const DataKind data = wanted.session ? wanted.session->data : wanted.data; data != DataKind::automatic) {
        options.labels = data == DataKind::labels;
    }
    DataSurvey survey;
    options.on_stored = [&survey](const Volume &stored) { survey = survey_data(stored); };
    Volume volume = read_volume(wanted.volume.source, options);
    std::vector<std::string> label_notes;
    if (labels) {
        PlacedLabels placed =
            place_labels(std::move(*labels), wanted.session->labels, volume, wanted.volume.source, options);
        labels = std::move(placed.labels);
        label_notes = std::move(placed.notes);
    }
    Histogram histogram = survey.dims == volume.grid().dims ? survey.histogram : compute_histogram(volume);
    auto loaded = std::make_shared<LoadedVolume>(LoadedVolume{std::move(volume),
                                                              std::move(labels),
                                                              {},
                                                              std::move(label_notes),
                                                              std::move(histogram),
                                                              {},
                                                              absolute_source(request.volume.source),
                                                              wanted.session.has_value(),
                                                              std::move(problems),
                                                              std::move(survey)});
    const VolumeIdentity identity = identity_of(wanted.volume.source, loaded->volume);
    if (wanted.session) {
        if (const VolumeIdentity &expected = wanted.session->identity; !expected.hash.empty()) {
            const std::string problem =
                identity_problem(expected, identity, wanted.volume.source, request.volume.source);
            add_problem(loaded->problems, problem);
        }
        if (loaded->labels) {
            add_problem(loaded->problems, labels_problem(*wanted.session, *loaded->labels, request.volume.source));
        }
        loaded->label_styles = wanted.session->label_styles;
        loaded->scene = *wanted.session;
    } else {
        loaded->scene = first_scene(wanted, *loaded);
        const Scene &scene = loaded->scene;
        const ValueRange window = default_window(loaded->volume.type(), loaded->volume.range());
        loaded->visible =
            corners_to_frame({&loaded->volume, over_values(scene.transfer, window), scene.camera, scene.settings});
    }
    loaded->scene.identity = identity;
    return loaded;
}

void Loader::start(const LoadRequest &request) {
    BackgroundJob::start(request.volume.source, [request](const Progress &progress) {
        return std::shared_ptr<const LoadedVolume>(load_volume(request, progress));
    });
}

} // namespace voxmarch
