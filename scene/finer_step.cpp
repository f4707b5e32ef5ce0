// Estimates the errors of single steps, as kernels/derive/sampling_error.cl does, along some rays on the host.
#include "scene/finer_step.h"

#include "renderer/instruments/sampling_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace voxmarch {

namespace {

constexpr double estimate_edge = 24.0; // pixels of the longer edge, fewer for finer steps: as many samples

/// Steps down to this share of the needed one are not worth a word: the errors of neighbouring steps cancel.
constexpr double noted_share = 0.5;

/// How much the opacity of one step changes from one sample to the next, by way of all values between them.
double variation(const TransferFunction &transfer, const ReferenceSample &from, const ReferenceSample &to, double step,
                 bool between) {
    if (!between) {
        return std::abs(to.opacity - from.opacity);
    }
    const bool rises = from.value <= to.value;
    const ReferenceSample &low = rises ? from : to, &high = rises ? to : from;
    const auto below = [](const OpacityPoint &point, double value) { return point.scalar < value; };
    double sum = 0.0, last = low.opacity;
    for (auto point = std::lower_bound(transfer.opacities.begin(), transfer.opacities.end(), low.value, below);
         point != transfer.opacities.end() && point->scalar < high.value; ++point) {
        const double opacity = correct_opacity(point->opacity, step);
        sum += std::abs(opacity - last);
        last = opacity;
    }
    return sum + std::abs(high.opacity - last);
}

/// The largest error of a step of a pixel's ray; -1 where it meets nothing visible.
float error_of(const ReferenceScene &scene, int x, int y, int width, int height) {
    const bool between = scene.settings.classification == Classification::post && !scene.common;
    ReferenceSample before{};
    bool is_first = true;
    double reaching = 1.0, worst = -1.0; // what gets through to the sample before
    reference_pixel(scene, x, y, width, height, [&](const ReferenceSample &sample) {
        if (!is_first) {
            const double change = variation(scene.transfer, before, sample, scene.settings.step, between);
            if (change > 0.0 || sample.opacity > 0.0) {
                worst = std::max(worst, 0.5 * reaching * change);
            }
            reaching = before.transmittance;
        }
        is_first = false;
        before = sample;
    });
    return static_cast<float>(worst);
}

} // namespace

std::optional<double> finer_step(const ReferenceScene &wanted, int width, int height) {
    const RenderSettings &settings = wanted.settings;
    if (wanted.volume->large() || settings.mode == Mode::isosurface || settings.blend != Blend::composite ||
        settings.classification == Classification::preintegrated || wanted.transfer.is_two_dimensional() ||
        finest_proposed_step >= noted_share * settings.step) {
        return {};
    }
    ReferenceScene scene = wanted;
    scene.settings.mode = Mode::volume;
    scene.settings.shading = Shading::none;
    scene.settings.shadows = Shadows::none;
    scene.settings.ambient_occlusion = 0;
    scene.settings.jitter = false;
    scene.settings.adaptive_step = false;
    const auto needed = [&](double step) {
        const double edge = estimate_edge * std::sqrt(std::min(1.0, step / settings.step));
        const double reduction = std::max(1.0, std::max(width, height) / edge);
        const auto columns = static_cast<int>(std::ceil(width / reduction));
        const auto rows = static_cast<int>(std::ceil(height / reduction));
        scene.settings.step = step;
        std::vector<float> errors;
        for (int i = 0; i < columns * rows; ++i) {
            errors.push_back(error_of(scene, i % columns, i / columns, columns, rows));
        }
        return proposed_step(errors, step);
    };
    double step = needed(settings.step);
    if (step >= noted_share * settings.step) {
        return {};
    }
    step = needed(step); // a coarse step sees most of what lies between its samples, a finer one how sharp it is
    return step < noted_share * settings.step ? std::optional(step) : std::nullopt;
}

} // namespace voxmarch
