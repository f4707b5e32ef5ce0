// Loading on a thread of its own.
#include "app/viewer/loader.h"

#include "device/error.h"
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
    scene.transfer = resolve_transfer(request.transfer, volume.header(), loaded.histogram);
    scene.skeleton.source = request.skeleton;
    if (request.transfer == "auto" &&
        guess_data_class(volume.header(), loaded.histogram).data_class == DataClass::labels) {
        scene.settings.classification = Classification::pre;
    }
    return scene;
}

} // namespace

std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress) {
    LoadRequest wanted = request;
    if (!wanted.session && is_session(request.volume.source)) {
        wanted.session = read_session(request.volume.source);
    }
    if (wanted.session) {
        wanted.volume = wanted.session->volume;
    }
    ReadOptions options = wanted.volume.read_options();
    options.progress = progress;
    std::optional<Volume> labels;
    if (wanted.session && !wanted.session->labels.empty()) {
        labels = read_volume(wanted.session->labels, {});
    }
    if (wanted.session && !wanted.session->skeleton.source.empty()) {
        wanted.skeleton = wanted.session->skeleton.source;
    }
    if (!wanted.skeleton.empty()) {
        read_skeleton_lines(wanted.skeleton); // what is wrong with it is said now
    }
    Volume volume = read_volume(wanted.volume.source, options);
    Histogram histogram = compute_histogram(volume);
    auto loaded = std::make_shared<LoadedVolume>(LoadedVolume{std::move(volume),
                                                              std::move(labels),
                                                              {},
                                                              std::move(histogram),
                                                              {},
                                                              absolute_source(request.volume.source),
                                                              wanted.session.has_value()});
    if (wanted.session) {
        loaded->label_styles = wanted.session->label_styles;
        loaded->scene = *wanted.session;
    } else {
        loaded->scene = first_scene(wanted, *loaded);
    }
    return loaded;
}

void Loader::start(const LoadRequest &request) {
    BackgroundJob::start(request.volume.source, [request](const Progress &progress) {
        return std::shared_ptr<const LoadedVolume>(load_volume(request, progress));
    });
}

} // namespace voxmarch
