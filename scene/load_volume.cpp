// Reads volume, labels, skeleton lines and session of a request; what fails beside the volume becomes a note.
#include "scene/load_volume.h"

#include "base/error.h"
#include "renderer/visible_part.h"
#include "scene/channel_looks.h"
#include "scene/first_look.h"
#include "scene/label_source.h"
#include "scene/provenance.h"
#include "scene/session_search.h"
#include "scene/time_sample.h"
#include "scene/value_unit.h"
#include "scene/volume_looks.h"
#include "volume/fingerprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

void add_problem(std::vector<Note> &problems, const std::string &problem) {
    if (!problem.empty()) {
        problems.emplace_back(problem);
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
        require_source(wanted.session->volume.source, request.volume.source, "volume", Remedy::find_volume);
    }
    if (wanted.session) {
        const Scene &session = *wanted.session;
        wanted.volume = session.volume;
        wanted.place = session.place;
        wanted.others = request.others.empty() ? session.other_volumes : request.others;
        wanted.skeleton = session.skeleton.source.empty() ? request.skeleton : session.skeleton.source;
        wanted.data = session.data;
        wanted.labels = request.labels.empty() ? session.labels : request.labels;
    }
    if (const std::optional<int> first = wanted.channels.first()) {
        wanted.volume.channel = *first;
    }
    return wanted;
}

/// What is wrong with the lines is said now, and the volume is shown without them.
std::optional<SceneLines> read_lines(LoadRequest &wanted, std::vector<Note> &problems) {
    if (wanted.skeleton.empty()) {
        return {};
    }
    try {
        return SceneLines{wanted.skeleton, read_skeleton_lines(wanted.skeleton)};
    } catch (const Error &error) {
        problems.emplace_back(error);
        wanted.skeleton.clear();
        if (wanted.session) {
            wanted.session->skeleton = {};
        }
        return {};
    }
}

/// Reads labels and brings them to the volume's grid. What is wrong with them is said, and the volume is shown without.
/// @param named  they were named beside the session
void add_labels(const LoadRequest &wanted, bool named, LoadedVolume &loaded) {
    if (wanted.labels.empty()) {
        return;
    }
    try {
        if (!named) {
            require_source(wanted.labels, loaded.opened, "label volume", Remedy::find_labels);
        }
        const ReadOptions options = wanted.volume.read_options();
        const auto place = [&](Volume read) {
            if (loaded.common) {
                return place_labels(std::move(read), wanted.labels, common_header(loaded));
            }
            return place_labels(std::move(read), wanted.labels, loaded.volume, wanted.volume.source, options);
        };
        PlacedLabels placed = place(read_volume(wanted.labels, label_read_options(options, wanted.labels)));
        std::string hash = voxel_hash(placed.labels);
        loaded.scene.label_styles =
            label_styles(placed.labels, wanted.labels, wanted.label_looks,
                         wanted.session ? session_styles(*wanted.session, hash, named) : std::vector<LabelStyle>{});
        loaded.scene.label_names =
            wanted.session ? session_names(*wanted.session, hash, named) : std::map<int, std::string>{};
        loaded.scene.labels = wanted.labels;
        loaded.scene.labels_hash = std::move(hash);
        loaded.absent_labels = absent_labels(placed.labels, wanted.label_looks);
        loaded.label_notes = std::move(placed.notes);
        loaded.labels = std::move(placed.labels);
        loaded.label_names = label_names_for(wanted.label_looks.names, wanted.labels);
    } catch (const Error &error) {
        loaded.problems.emplace_back(error);
    }
}

/// Compares what was read with what the session was made of. @param labels_named  beside the session: nobody meant its
void check_identity(const Scene &session, const std::string &file, bool labels_named, LoadedVolume &loaded) {
    const bool same_channel = session.volume.channel == loaded.scene.volume.channel; // which the hash is of
    if (!session.identity.hash.empty() && same_channel) {
        add_problem(loaded.problems,
                    identity_problem(session.identity, loaded.scene.identity, session.volume.source, file));
    }
    if (loaded.labels && !labels_named) {
        add_problem(loaded.problems, labels_problem(session, loaded.scene.labels_hash, loaded.scene.labels, file));
    }
}

/// Of volumes that do not lie on the device whole the first channel is drawn alone.
void require_whole(LoadRequest &wanted, const Volume &first, std::vector<Note> &problems) {
    if (first.large() && !wanted.volume.other_channels.empty()) {
        problems.emplace_back(fmt::format("several channels are drawn of volumes that lie on the device whole: this is "
                                          "{} alone",
                                          channel_name(first.header(), wanted.volume.channel)));
        wanted.volume.other_channels.clear();
    }
}

/// Progress of one of several volumes that are read one after the other.
std::function<void(double)> part_of(const std::function<void(double)> &whole, std::size_t part, std::size_t parts) {
    if (!whole || parts < 2) {
        return whole;
    }
    return [&whole, part, parts](double share) {
        whole((static_cast<double>(part) + share) / static_cast<double>(parts));
    };
}

/// The channels behind the first, with what their values are like.
void read_other_channels(const VolumeSource &source, ReadOptions options, const std::function<void(double)> &progress,
                         LoadedVolume &loaded) {
    const std::size_t parts = 1 + source.other_channels.size();
    for (std::size_t i = 1; i < parts; ++i) {
        DataSurvey survey;
        options.channel = source.other_channels[i - 1];
        options.progress = part_of(progress, i, parts);
        options.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
        const Volume &volume = loaded.other_channels.emplace_back(read_volume(source.source, options));
        Histogram histogram = survey.dims == volume.grid().dims ? survey.histogram : compute_histogram(volume);
        loaded.other_values.push_back({std::move(histogram), std::move(survey)});
    }
    if (loaded.volume.header().channels_are_colors && parts > 2) {
        loaded.luminance = luminance_histogram(loaded);
    }
}

/// Chooses the channels that the header tells of.
void take_channels(LoadRequest &wanted, const ReadOptions &options) {
    VolumeSource &volume = wanted.volume;
    const bool said = wanted.session || volume.channel > 0 || !volume.other_channels.empty();
    const VolumeHeader header = read_volume_header(volume.source, options);
    const std::vector<int> channels = choose_channels(wanted.channels, header, said ? &volume : nullptr);
    volume.channel = channels.front();
    volume.other_channels.assign(channels.begin() + 1, channels.end());
}

DrawnChannels drawn_channels(const LoadRequest &wanted, const LoadedVolume &loaded) {
    DrawnChannels drawn{{wanted.volume.channel}, loaded, {loaded.survey}, wanted.transfer, {}};
    for (std::size_t i = 0; i < loaded.other_channels.size(); ++i) {
        drawn.numbers.push_back(wanted.volume.other_channels[i]);
        drawn.surveys.push_back(loaded.other_values[i].survey);
    }
    return drawn;
}

/// Whether the values of the first volume are names.
bool are_names(const LoadRequest &wanted, const LoadedVolume &loaded) {
    return wanted.data != DataKind::grey && holds_names(loaded.volume.header(), loaded.survey);
}

/// Reads the volumes that are drawn together with the first, and finds the grid of all. Without a session decides which
/// hold names.
void read_other_volumes(LoadRequest &wanted, const std::function<void(double)> &progress, LoadedVolume &loaded) {
    if (wanted.others.empty() && wanted.place == PlaceInWorld{}) {
        return;
    }
    if (!wanted.session) {
        wanted.place.nearest = are_names(wanted, loaded);
    }
    std::vector<VolumeToPlace> all{{loaded.volume.header(), glm::dmat4(wanted.place.moved), wanted.place.nearest}};
    loaded.other_channels.reserve(wanted.others.size()); // the list refers to headers
    for (std::size_t i = 0; i < wanted.others.size(); ++i) {
        OtherVolume &other = wanted.others[i];
        ReadOptions own = other.volume.read_options();
        DataSurvey survey;
        own.progress = part_of(progress, i + 1, 1 + wanted.others.size());
        own.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
        const Volume &volume = loaded.other_channels.emplace_back(read_volume(other.volume.source, own));
        Histogram histogram = survey.dims == volume.grid().dims ? survey.histogram : compute_histogram(volume);
        if (!wanted.session || i >= wanted.session->other_volumes.size()) {
            other.place.nearest = holds_names(volume.header(), survey);
        }
        loaded.other_values.push_back({std::move(histogram), std::move(survey)});
        all.push_back({volume.header(), glm::dmat4(other.place.moved), other.place.nearest});
        const VolumeIdentity found = identity_of(other.volume.source, volume);
        if (!other.identity.hash.empty()) {
            add_problem(loaded.problems,
                        identity_problem(other.identity, found, other.volume.source, wanted.volume.source));
        }
        other.identity = found;
    }
    CommonGridLimits limits;
    limits.extended = !wanted.session || wanted.session->settings.mode == Mode::volume;
    loaded.common = common_grid(all, limits, loaded.problems);
}

/// Volumes that the scene has no look of yet look as nobody said otherwise.
void add_volume_looks(const LoadedVolume &loaded, Scene &scene) {
    for (std::size_t i = scene.other_channels.size(); i < scene.other_volumes.size(); ++i) {
        scene.other_channels.push_back(automatic_volume_look(
            loaded.other_channels[i].header(), loaded.other_values[i].survey, i + 1, scene.settings.blend));
        if (scene.other_volumes[i].place.nearest) {
            scene.settings.classification = Classification::pre;
        }
    }
}

/// What `voxmarch render` would show without options.
/// @param values  that the look is chosen of
Scene automatic_scene(const LoadRequest &wanted, LoadedVolume &loaded, const Volume &values) {
    Scene scene;
    scene.place = wanted.place;
    scene.other_volumes = wanted.others;
    scene.volume = wanted.volume;
    scene.skeleton.source = wanted.skeleton;
    scene.data = wanted.data;
    scene.value_unit = wanted.value_unit;
    LookRequest look;
    look.transfer = wanted.transfer;
    look.data = wanted.data;
    if (loaded.other_channels.empty()) {
        if (const KindLook *kind = look_of_kind(wanted.kinds, loaded.volume.header(), loaded.survey)) {
            take_kind(*kind, look, scene.settings.background);
            loaded.first_view = kind->view;
        }
    }
    scene.camera = view_camera({loaded.first_view, {}}, loaded.grid(), 4.0 / 3.0);
    if (!loaded.common) {
        const DrawnChannels drawn = drawn_channels(wanted, loaded);
        const bool chosen = look.transfer != "auto" || look.data != DataKind::automatic;
        if (look_as_channels(wanted.channels, loaded.volume.header(), drawn.numbers, chosen)) {
            take_channel_looks(wanted.channels, drawn, nullptr, scene);
            return scene;
        }
    }
    Look chosen = choose_look(look, scene.settings, values, loaded.survey);
    scene.transfer = std::move(chosen.transfer);
    scene.window = chosen.window;
    scene.settings.classification = chosen.classification;
    if (loaded.common) {
        scene.settings.classification = scene.place.nearest ? Classification::pre : Classification::post;
    }
    if (!scene.other_volumes.empty() && wanted.transfer == "auto") {
        scene.first_channel.weight = ground_weight;
    }
    add_volume_looks(loaded, scene);
    return scene;
}

/// The session's scene; with channels of its volume that were chosen otherwise.
Scene session_scene(const LoadRequest &wanted, LoadedVolume &loaded, const Volume &values) {
    Scene scene = *wanted.session;
    if (loaded.common) {
        scene.other_volumes = wanted.others;
        if (scene.other_channels.empty() && !scene.other_volumes.empty() && scene.settings.blend == Blend::composite) {
            scene.first_channel.weight = ground_weight; // it was alone
        }
        scene.other_channels.resize(std::min(scene.other_channels.size(), scene.other_volumes.size()));
        add_volume_looks(loaded, scene);
        return scene;
    }
    const bool same =
        scene.volume.channel == wanted.volume.channel && scene.volume.other_channels == wanted.volume.other_channels;
    if (same && !wanted.channels.any()) {
        return scene;
    }
    DrawnChannels drawn = drawn_channels(wanted, loaded);
    drawn.transfer.clear();
    if (!loaded.other_channels.empty()) {
        take_channel_looks(wanted.channels, drawn, &*wanted.session, scene);
    } else if (!same) {
        const std::optional<ChannelLook> kept = look_alone(scene, wanted.volume.channel);
        const Scene automatic = kept ? Scene{} : automatic_scene(wanted, loaded, values);
        scene.transfer = kept ? kept->transfer : automatic.transfer;
        scene.window = kept ? kept->window : automatic.window;
        scene.first_channel = {};
        scene.volume = wanted.volume;
        scene.other_channels.clear();
        scene.settings.channel_blend = ChannelBlend::opacity;
    }
    const int channels = 1 + static_cast<int>(loaded.other_channels.size());
    std::erase_if(scene.settings.surfaces, [&](const SurfaceStyle &surface) { return surface.channel >= channels; });
    return scene;
}

/// Adds labels and the first scene to the volume that was read.
/// @param request  as it came;  @param wanted  with_session() of it, but a skeleton that cannot be read
/// @param sample   of the series; null: there is one time
void complete(LoadedVolume &loaded, const LoadRequest &request, const LoadRequest &wanted,
              const TimeSample *sample = nullptr) {
    const bool labels_named = !wanted.session || !request.labels.empty();
    loaded.opened = absolute_source(request.volume.source);
    loaded.has_session = wanted.session.has_value();
    const Volume &values = sample ? sample->together.volume : loaded.volume;
    loaded.scene = wanted.session ? session_scene(wanted, loaded, values) : automatic_scene(wanted, loaded, values);
    loaded.scene.identity = identity_of(wanted.volume.source, loaded.volume);
    loaded.scene.labels.clear();
    loaded.scene.labels_hash.clear();
    loaded.scene.label_styles.clear();
    loaded.scene.label_names.clear();
    add_labels(wanted, labels_named, loaded);
    find_units(loaded);
    if (loaded.lines) {
        loaded.lines->lines = lines_in_world(std::move(loaded.lines->lines), loaded.grid());
    }
    if (wanted.session) {
        check_identity(*wanted.session, request.volume.source, labels_named, loaded);
    } else {
        loaded.visible = sample ? corners_of_times(loaded.scene, loaded, *sample)
                                : corners_to_frame(reference_scene(loaded.scene, loaded));
    }
}

std::vector<int> channels_of(const VolumeSource &source) {
    std::vector<int> channels{source.channel};
    channels.insert(channels.end(), source.other_channels.begin(), source.other_channels.end());
    return channels;
}

/// Of several times what stands for all of them, which takes the place of what is known of the one.
std::optional<TimeSample> sample_series(const LoadRequest &wanted, ReadOptions options, LoadedVolume &loaded) {
    if (loaded.volume.header().times < 2 || loaded.volume.large() || loaded.common) {
        return {};
    }
    options.on_survey = nullptr;
    options.progress = nullptr;
    loaded.series.emplace(wanted.volume.source, options);
    TimeSample sample = sample_times(*loaded.series, channels_of(wanted.volume), options);
    loaded.over_times = sample.ranges();
    loaded.survey = survey_of(sample, 0, loaded.volume.header());
    loaded.histogram = loaded.survey.histogram;
    for (std::size_t i = 0; i < loaded.other_values.size(); ++i) {
        DataSurvey survey = survey_of(sample, i + 1, loaded.volume.header());
        Histogram histogram = survey.histogram;
        loaded.other_values[i] = {std::move(histogram), std::move(survey)};
    }
    if (!loaded.luminance.counts.empty()) {
        loaded.luminance = luminance_histogram(sample.together);
    }
    return sample;
}

/// A volume with the same voxels.
Volume copy_of(const Volume &volume) {
    const std::span<const std::byte> bytes = volume.bytes();
    return {volume.header(), std::vector<std::byte>(bytes.begin(), bytes.end())};
}

} // namespace

void find_units(LoadedVolume &loaded) {
    loaded.hounsfield = {hounsfield_units(loaded.volume.header(), loaded.survey)};
    for (std::size_t i = 0; i < loaded.other_channels.size(); ++i) {
        const DataSurvey &survey = loaded.other_values.at(i).survey;
        loaded.hounsfield.push_back(hounsfield_units(loaded.other_channels[i].header(), survey));
    }
}

std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress) {
    LoadRequest wanted = with_session(request);
    std::vector<Note> problems;
    std::optional<SceneLines> lines = read_lines(wanted, problems);
    ReadOptions options = wanted.volume.read_options();
    const bool together = !wanted.others.empty() || wanted.place != PlaceInWorld{};
    if (!together) {
        take_channels(wanted, options);
    }
    options.channel = wanted.volume.channel;
    options.progress = part_of(progress, 0, 1 + wanted.volume.other_channels.size() + wanted.others.size());
    options.large_above = together ? 0 : request.large_above;
    if (wanted.data != DataKind::automatic) {
        options.labels = wanted.data == DataKind::labels;
    }
    DataSurvey survey;
    options.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
    Volume volume = read_volume(wanted.volume.source, options);
    auto loaded = std::make_shared<LoadedVolume>(LoadedVolume{{std::move(volume), {}, {}, std::move(lines)}});
    loaded->problems = std::move(problems);
    loaded->histogram =
        survey.dims == loaded->volume.grid().dims ? survey.histogram : compute_histogram(loaded->volume);
    loaded->survey = std::move(survey);
    loaded->names = are_names(wanted, *loaded);
    require_whole(wanted, loaded->volume, loaded->problems);
    read_other_channels(wanted.volume, options, progress, *loaded);
    read_other_volumes(wanted, progress, *loaded);
    const std::optional<TimeSample> sample = sample_series(wanted, options, *loaded);
    complete(*loaded, request, wanted, sample ? &*sample : nullptr);
    return loaded;
}

std::shared_ptr<LoadedVolume> load_volume(Volume volume, const LoadRequest &request) {
    LoadRequest wanted = with_session(request);
    wanted.volume.other_channels.clear();
    if (!wanted.others.empty()) {
        throw UsageError("a volume in memory is drawn alone");
    }
    auto loaded = std::make_shared<LoadedVolume>(LoadedVolume{{std::move(volume)}});
    loaded->lines = read_lines(wanted, loaded->problems);
    loaded->survey = survey_data(loaded->volume);
    loaded->names = are_names(wanted, *loaded);
    loaded->histogram = loaded->survey.histogram;
    complete(*loaded, request, wanted);
    return loaded;
}

std::shared_ptr<const LoadedVolume> loaded_at(const LoadedVolume &loaded, int time,
                                              const std::function<void(double)> &progress) {
    const VolumeSource &source = loaded.scene.volume;
    ReadOptions options = source.read_options();
    options.progress = progress;
    if (loaded.scene.data != DataKind::automatic) {
        options.labels = loaded.scene.data == DataKind::labels;
    }
    SceneContent content = read_time(*loaded.series, time, channels_of(source), options);
    if (loaded.labels) {
        content.labels = copy_of(*loaded.labels);
    }
    content.lines = loaded.lines;
    content.over_times = loaded.over_times;
    auto at = std::make_shared<LoadedVolume>(LoadedVolume{std::move(content)});
    at->histogram = loaded.histogram;
    at->survey = loaded.survey;
    at->names = loaded.names;
    at->other_values = loaded.other_values;
    at->luminance = loaded.luminance;
    find_units(*at);
    at->scene = loaded.scene;
    at->scene.volume.time = time;
    at->scene.identity = identity_of(source.source, at->volume);
    at->opened = loaded.opened;
    at->has_session = loaded.has_session;
    at->first_view = loaded.first_view;
    at->visible = loaded.visible;
    at->series = loaded.series;
    return at;
}

Scene first_scene(const LoadedVolume &loaded, int width, int height) {
    Scene scene = loaded.scene;
    scene.width = width;
    scene.height = height;
    if (!loaded.has_session) {
        const double aspect = static_cast<double>(width) / height;
        scene.camera = framing_camera(
            {loaded.first_view, {}}, loaded.grid(), [&] { return loaded.visible; }, aspect);
    }
    return scene;
}

} // namespace voxmarch
