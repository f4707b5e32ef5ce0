// Parts of counted frames, dealt and cut as DeviceTeam does it.
#include "bench/simulated_shares.h"

#include "scene/device_team.h"
#include "scene/picture_cost.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

std::vector<std::vector<float>> counted_costs(VolumeRenderer &renderer, const std::vector<Camera> &cameras,
                                              std::array<int, 2> size, const RenderSettings &settings) {
    std::vector<std::vector<float>> frames;
    for (const Camera &camera : cameras) {
        std::vector<float> costs;
        for (const PixelCounts &pixel : renderer.count_pixels(camera, size[0], size[1], settings)) {
            costs.push_back(static_cast<float>(pixel.samples) + 2.0f * static_cast<float>(pixel.nodes) + 3.0f);
        }
        frames.push_back(std::move(costs));
    }
    return frames;
}

namespace {

std::vector<double> costs_of(const std::vector<Tile> &parts, const std::vector<float> &pixels, int width) {
    std::vector<double> costs;
    for (const Tile &part : parts) {
        double sum = 0.0;
        for (int y = part.y; y < part.y + part.height; ++y) {
            const auto row = pixels.begin() + std::ptrdiff_t(y) * width + part.x;
            for (auto pixel = row; pixel != row + part.width; ++pixel) {
                sum += *pixel;
            }
        }
        costs.push_back(sum);
    }
    return costs;
}

/// Each part to the device that is free first.
double dealt_balance(const std::vector<double> &parts, std::size_t devices) {
    std::vector<double> busy(devices);
    for (const double part : parts) {
        *std::min_element(busy.begin(), busy.end()) += part;
    }
    return balance_of(busy);
}

} // namespace

SimulatedShares simulated_shares(const std::vector<std::vector<float>> &costs, std::array<int, 2> size,
                                 std::size_t devices) {
    PictureCost map(size[0], size[1]);
    SimulatedShares shares;
    shares.equal_areas = balance_of(costs_of(map.cut(devices), costs.front(), size[0]));
    const std::vector<Tile> first = map.cut(devices * PicturePlan::unknown_parts);
    const std::vector<double> first_costs = costs_of(first, costs.front(), size[0]);
    shares.dealt = dealt_balance(first_costs, devices);
    map.measured(first, first_costs);
    const auto mean = [&](bool turning) {
        PictureCost learnt = map;
        double sum = 0.0;
        for (std::size_t i = 1; i < costs.size(); ++i) {
            const std::vector<Tile> parts = learnt.cut(devices);
            const std::vector<double> part_costs = costs_of(parts, costs[turning ? i : 0], size[0]);
            sum += balance_of(part_costs);
            learnt.measured(parts, part_costs);
        }
        return sum / static_cast<double>(costs.size() - 1);
    };
    shares.at_rest = mean(false);
    shares.turning = mean(true);
    return shares;
}

} // namespace voxmarch
