// Chooses function, window and camera where a request leaves them open.
#include "scene/first_look.h"

#include "renderer/views.h"
#include "renderer/visible_part.h"
#include "scene/projection_choice.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

bool draws_volume(const RenderSettings &settings) { return settings.mode != Mode::isosurface; }

bool projects(const RenderSettings &settings) { return draws_volume(settings) && settings.blend != Blend::composite; }

/// Whether the function hides a part of its scalars: its opacity is 0 over more than a tenth of its points' range, or
/// of the values, if it is one of these.
bool is_clear_somewhere(const TransferFunction &transfer, ValueRange values) {
    std::vector<OpacityPoint> points = transfer.opacities;
    if (transfer.domain == TransferDomain::value && !points.empty()) { // beyond its ends it goes on
        points.insert(points.begin(), {std::min(values.min, points.front().scalar), points.front().opacity});
        points.push_back({std::max(values.max, points.back().scalar), points.back().opacity});
    }
    double clear = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        clear +=
            points[i - 1].opacity <= 0.0 && points[i].opacity <= 0.0 ? points[i].scalar - points[i - 1].scalar : 0.0;
    }
    return points.size() > 1 && clear > 0.1 * (points.back().scalar - points.front().scalar);
}

/// Labels are names: a value between two of them means neither, so they are classified before interpolation, provided
/// that there is room for it.
Classification suited_classification(DataClass data_class, const RenderSettings &settings,
                                     const std::function<bool(const RenderSettings &)> &fits) {
    RenderSettings pre = settings;
    pre.classification = Classification::pre;
    return data_class == DataClass::labels && (!fits || fits(pre)) ? pre.classification : settings.classification;
}

/// The function that suits the data, composited.
Look automatic_look(const LookRequest &request, const RenderSettings &settings, const VolumeHeader &header,
                    const DataSurvey &survey, const std::function<bool(const RenderSettings &)> &fits) {
    const DataGuess guess = guess_data_class(header, survey, request.data);
    Look look{automatic_transfer(header, survey.histogram, guess),
              request.window,
              request.classification ? *request.classification
                                     : suited_classification(guess.data_class, settings, fits),
              {}};
    if (draws_volume(settings)) {
        const bool particular = guess.data_class == DataClass::labels || guess.data_class == DataClass::hounsfield;
        look.notes.push_back(particular && request.data == DataKind::automatic ? LookNote::particular
                                                                               : LookNote::automatic);
    }
    return look;
}

/// Stretches the function of a projection over its window. @return whether that settles the window
bool stretch(Look &look, const RenderSettings &settings, const Volume &volume) {
    if (look.transfer.domain == TransferDomain::value && look.window) {
        look.transfer = over_window(look.transfer, *look.window);
        return true;
    }
    if (look.transfer.domain == TransferDomain::normalised && !look.window) {
        look.window = projection_window(survey_data(volume), settings.blend);
        look.notes.push_back(LookNote::stretched);
    }
    return false;
}

/// Means of all values lie where functions of materials are clear, or have one colour: they are drawn as on film.
Look grey_means(Look look, const RenderSettings &settings, const Volume &volume) {
    look.replaced = look.transfer.name;
    look.transfer = opaque_grays();
    look.window = projection_window(survey_data(volume), settings.blend);
    look.notes.push_back(LookNote::means_are_grey);
    return look;
}

} // namespace

Look choose_look(const LookRequest &request, const RenderSettings &settings, const Volume &volume,
                 const DataSurvey &survey, const std::function<bool(const RenderSettings &)> &fits) {
    const bool automatic = request.transfer == "auto";
    if (automatic && projects(settings)) {
        return {opaque_grays(),
                request.window.value_or(projection_window(survey, settings.blend)),
                request.classification.value_or(settings.classification),
                {LookNote::black_to_white}};
    }
    Look look = automatic ? automatic_look(request, settings, volume.header(), survey, fits)
                          : Look{resolve_transfer(request.transfer),
                                 request.window,
                                 request.classification.value_or(settings.classification),
                                 {}};
    if (projects(settings)) {
        const bool of_values = look.transfer.domain == TransferDomain::value && !look.window;
        if (settings.blend == Blend::average && of_values && is_clear_somewhere(look.transfer, volume.range())) {
            return grey_means(std::move(look), settings, volume);
        }
        if (settings.blend == Blend::average && is_clear_somewhere(look.transfer, volume.range())) {
            look.notes.push_back(LookNote::means_mix_hidden);
        }
        if (stretch(look, settings, volume)) {
            return look;
        }
    }
    if (draws_volume(settings) && look.window && look.transfer.domain == TransferDomain::value) {
        look.notes.push_back(LookNote::window_without_use);
    }
    return look;
}

Camera view_camera(const ViewRequest &view, const Grid &grid, double aspect) {
    if (view.kept && view.name.empty()) {
        return *view.kept;
    }
    return named_view(view.name.empty() ? default_view(grid) : view.name, grid, aspect);
}

bool frames_by_itself(const ViewRequest &view) {
    return view.name.empty() ? !view.kept.has_value() : view.name != "standard";
}

Camera framing_camera(const ViewRequest &view, const Grid &grid, const SeenCorners &corners, double aspect) {
    const Camera camera = view_camera(view, grid, aspect);
    return frames_by_itself(view) ? framed(camera, corners(), aspect) : camera;
}

Camera framing_camera(const ViewRequest &view, const ReferenceScene &scene, double aspect) {
    return framing_camera(
        view, scene.grid(), [&] { return corners_to_frame(scene); }, aspect);
}

} // namespace voxmarch
