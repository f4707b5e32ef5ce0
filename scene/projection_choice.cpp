// What a projection shows before anyone chooses: the same in `voxmarch render` and the viewer.
#include "scene/projection_choice.h"

#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

#include <algorithm>
#include <limits>

namespace voxmarch {

ValueRange projection_window(const DataSurvey &survey, Blend blend) {
    const Histogram &histogram = survey.histogram;
    const double low = histogram.percentile(0.01);
    if (blend != Blend::average) {
        return {low, std::max(histogram.percentile(0.9999), low + 1e-6)};
    }
    // Means along rays are far from any extreme, and the farther the less of the volume is full.
    const double bright = survey.neighbours.bright_line;
    return {low, bright > low ? bright : histogram.data_range.max + 1e-6};
}

TransferFunction over_window(const TransferFunction &transfer, ValueRange window) {
    double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
    const auto for_all = [](auto &function, const auto &use) {
        for (auto &point : function.colors) {
            use(point.scalar);
        }
        for (auto &point : function.opacities) {
            use(point.scalar);
        }
    };
    for_all(transfer, [&](double scalar) {
        low = std::min(low, scalar);
        high = std::max(high, scalar);
    });
    TransferFunction result = transfer;
    result.domain = TransferDomain::value;
    for_all(result, [&](double &scalar) {
        const double share = high > low ? (scalar - low) / (high - low) : 0.0;
        scalar = window.min + share * (window.max - window.min);
    });
    return result;
}

namespace {

/// The function chosen from the data, over their values.
TransferFunction automatic_look(Blend blend, const VolumeHeader &header, ValueRange range, const DataSurvey &survey,
                                const DataGuess &guess) {
    return blend == Blend::composite
               ? over_values(automatic_transfer(header, survey.histogram, guess), default_window(header.type, range))
               : over_values(opaque_grays(), projection_window(survey, blend));
}

} // namespace

void set_blend(Scene &scene, Blend blend, const VolumeHeader &header, ValueRange range, const DataSurvey &survey) {
    const Blend before = scene.settings.blend;
    scene.settings.blend = blend;
    if (before == blend) {
        return;
    }
    const TransferFunction shown =
        over_values(scene.transfer, scene.window.value_or(default_window(header.type, range)));
    const DataGuess guess = guess_data_class(header, survey, scene.data);
    if (same_transfer(shown, automatic_look(before, header, range, survey, guess))) {
        scene.transfer = automatic_look(blend, header, range, survey, guess);
        scene.window.reset();
    }
}

} // namespace voxmarch
