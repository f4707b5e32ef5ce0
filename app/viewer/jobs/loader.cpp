// Loading on a thread of its own.
#include "app/viewer/jobs/loader.h"

#include "base/error.h"
#include "renderer/visible_part.h"
#include "scene/label_source.h"
#include "scene/provenance.h"
#include "scene/session_search.h"
#include "skeleton/graph_file.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/fingerprint.h"

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

/// The request with the session that its volume may be.
LoadRequest with_session(const LoadRequest &request) {
    LoadRequest wanted = request;
    if (!wanted.session && is_session(request.volume.source)) {
        wanted.session = read_session(request.volume.source, request.known);
        if (!request.session_volume.empty()) {
            wanted.session->volume.source = request.session_volume;
        }
        require_source(wanted.session->volume.source, request.volume.source, "volume", "voxmarch view --volume FILE");
    }
    if (!wanted.session) {
        return wanted;
    }
    Scene &session = *wanted.session;
    wanted.volume = session.volume;
    if (!session.skeleton.source.empty()) {
        wanted.skeleton = session.skeleton.source;
    }
    wanted.data = session.data;
    if (wanted.labels.empty()) {
        wanted.labels = session.labels;
        wanted.style_labels = [styles = session.label_styles](const auto &, auto &) { return styles; };
    } else {
        session.labels_hash.clear(); // of other ones
    }
    return wanted;
}

/// Reads labels and brings them to the volume's grid. What is wrong with them is said, and the volume is shown without.
void add_labels(const LoadRequest &wanted, const ReadOptions &options, LoadedVolume &loaded) {
    if (wanted.labels.empty()) {
        return;
    }
    try {
        if (wanted.session && wanted.labels == wanted.session->labels) {
            require_source(wanted.labels, loaded.opened, "label volume", "voxmarch view --labels FILE");
        }
        PlacedLabels placed =
            place_labels(read_volume(wanted.labels, label_read_options(wanted.volume.read_options(), wanted.labels)),
                         wanted.labels, loaded.volume, wanted.volume.source, options);
        loaded.label_notes = std::move(placed.notes);
        if (wanted.style_labels) {
            loaded.label_styles = wanted.style_labels(placed.labels, loaded.label_notes);
        }
        loaded.labels = std::move(placed.labels);
    } catch (const Error &error) {
        loaded.problems.push_back(error.what());
        loaded.label_notes.clear();
    }
}

/// Compares what was read with what the session was made of.
void check_identity(const LoadRequest &wanted, const std::string &file, LoadedVolume &loaded) {
    const VolumeIdentity &expected = wanted.session->identity;
    if (!expected.hash.empty()) {
        add_problem(loaded.problems, identity_problem(expected, loaded.scene.identity, wanted.volume.source, file));
    }
    if (loaded.labels) {
        add_problem(loaded.problems,
                    labels_problem(*wanted.session, loaded.scene.labels_hash, loaded.scene.labels, file));
    }
}

} // namespace

std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress) {
    LoadRequest wanted = with_session(request);
    std::vector<std::string> problems;
    check_skeleton(wanted, problems);
    ReadOptions options = wanted.volume.read_options();
    options.progress = progress;
    if (wanted.data != DataKind::automatic) {
        options.labels = wanted.data == DataKind::labels;
    }
    DataSurvey survey;
    options.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
    Volume volume = read_volume(wanted.volume.source, options);
    Histogram histogram = survey.dims == volume.grid().dims ? survey.histogram : compute_histogram(volume);
    auto loaded = std::make_shared<LoadedVolume>(LoadedVolume{std::move(volume),
                                                              {},
                                                              {},
                                                              {},
                                                              std::move(histogram),
                                                              {},
                                                              absolute_source(request.volume.source),
                                                              wanted.session.has_value(),
                                                              std::move(problems),
                                                              std::move(survey)});
    add_labels(wanted, options, *loaded);
    loaded->scene = wanted.session ? *wanted.session : first_scene(wanted, *loaded);
    Scene &scene = loaded->scene;
    scene.identity = identity_of(wanted.volume.source, loaded->volume);
    scene.labels = loaded->labels ? wanted.labels : "";
    scene.labels_hash = loaded->labels ? voxel_hash(*loaded->labels) : "";
    scene.label_styles = loaded->label_styles;
    if (wanted.session) {
        check_identity(wanted, request.volume.source, *loaded);
    } else {
        const ValueRange window = default_window(loaded->volume.type(), loaded->volume.range());
        loaded->visible =
            corners_to_frame({&loaded->volume, over_values(scene.transfer, window), scene.camera, scene.settings,
                              loaded->labels ? &*loaded->labels : nullptr, loaded->label_styles});
    }
    return loaded;
}

void Loader::start(const LoadRequest &request) {
    BackgroundJob::start(request.volume.source, [request](const Progress &progress) {
        return std::shared_ptr<const LoadedVolume>(load_volume(request, progress));
    });
}

} // namespace voxmarch
