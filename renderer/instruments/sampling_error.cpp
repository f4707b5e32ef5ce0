// Launches the estimate of sampling errors.
#include "renderer/instruments/sampling_error.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Entry i: sum of the changes of opacity up to entry i.
std::vector<float> total_variation(const PackedTable &table) {
    std::vector<float> sums{0.0f};
    for (const auto &[opacity, change] : table.opacities) {
        sums.push_back(sums.back() + std::abs(change));
    }
    return sums;
}

} // namespace

std::vector<float> find_sampling_errors(Device &device, const SceneData &scene, const FrameParams &frame,
                                        const PackedTable &table, SamplingBackend arrays, std::string_view stored_type,
                                        const RenderSettings &settings, const SceneFeatures &features) {
    const auto pixels = static_cast<std::size_t>(frame.view.size[0]) * static_cast<std::size_t>(frame.view.size[1]);
    Buffer variation, errors(device, pixels * sizeof(float), "sampling errors");
    upload(device, variation, total_variation(table), "variation of the transfer table");
    Program program(device, sampling_error_source(device.info(), arrays, stored_type, settings, features));
    Kernel kernel = program.kernel("sampling_error");
    const auto groups = [](int size) { return (static_cast<std::size_t>(size) + 7) / 8 * 8; };
    const LaunchSize size{{groups(frame.view.size[0]), groups(frame.view.size[1]), 1}, {8, 8, 1}};
    launch_in_scene(kernel, size, frame, scene, true, named("total_variation", variation), named("errors", errors))
        .wait();
    std::vector<float> result(pixels);
    errors.download(std::as_writable_bytes(std::span(result)));
    return result;
}

double needed_step(double step, double error) {
    return error > 0.0 ? step * std::sqrt(tolerated_sampling_error / error) : coarsest_proposed_step;
}

double proposed_step(const std::vector<float> &errors, double step) {
    std::vector<float> seen;
    std::copy_if(errors.begin(), errors.end(), std::back_inserter(seen), [](float error) { return error >= 0.0f; });
    if (seen.empty()) {
        return coarsest_proposed_step;
    }
    const auto high = seen.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(seen.size() - 1));
    std::nth_element(seen.begin(), high, seen.end());
    return std::clamp(needed_step(step, *high), finest_proposed_step, coarsest_proposed_step);
}

} // namespace voxmarch
