// Decides about the strides of all leaves from the voxels and the transfer table.
#include "renderer/reference/strides.h"

#include "kernels/shared/strides.h"
#include "octree/layout.h"
#include "renderer/strides.h"
#include "transfer/steepness.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace voxmarch {

namespace {

/// The transfer table of one step and what changes in it.
struct SteppedTable {
    TransferTable table;
    std::vector<Steepness> steepness; ///< of entries alone
    double tolerated, light;

    explicit SteppedTable(const ReferenceScene &scene)
        : table(sample_table(scene.transfer, scene.volume->range(), default_table_entries(scene.volume->type()), 1.0)) {
        const RenderSettings &settings = scene.settings;
        for (glm::vec4 &entry : table.entries) {
            entry.w = static_cast<float>(correct_opacity(entry.w, settings.step));
        }
        steepness = steepness_levels(table);
        const bool lit =
            settings.shading != Shading::none || settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
        tolerated = tolerated_stride_error / settings.step;
        light = lit ? light_turns : 0.0;
    }

    double place(double value) const {
        const double share = (value - table.domain.min) / (table.domain.max - table.domain.min);
        return std::clamp(share, 0.0, 1.0) * static_cast<double>(table.entries.size() - 1);
    }

    double opacity(double place) const {
        const auto entry = static_cast<std::size_t>(place);
        return glm::mix(table.entries[entry].w, table.entries[std::min(entry + 1, table.entries.size() - 1)].w,
                        place - static_cast<double>(entry));
    }

    ReferenceStrides::Leaf leaf(double low, double high) const {
        const double first = place(low), last = place(high);
        bool visible = opacity(first) > 0.0 || opacity(last) > 0.0;
        double steepest = 0.0, largest = 0.0;
        for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) {
            visible = visible || (static_cast<double>(i) >= first && table.entries[i].w > 0.0f);
            steepest = std::max<double>(steepest, steepness[i][0]);
            largest = std::max<double>(largest, steepness[i][1]);
        }
        const double error = std::sqrt(3.0) / 2.0 * (last - first) * steepest + light * largest;
        const double squared = tolerated / std::max(error, 1e-20);
        return {!visible, static_cast<int>(std::floor(std::log2(squared)))};
    }
};

} // namespace

ReferenceStrides::ReferenceStrides(const ReferenceScene &scene) {
    if (!scene.settings.adaptive_step) {
        return;
    }
    const std::array<int, 3> dims = scene.volume->grid().dims;
    layout_ = make_octree_layout(dims, leaf_size_of(scene.settings, dims));
    const int edge = octree_leaf_edge(layout_);
    longest_ = static_cast<int>(
        std::bit_floor(static_cast<unsigned>(std::clamp<double>(edge / scene.settings.step, 1.0, LONGEST_STRIDE))));
    const SteppedTable table(scene);
    for (int z = 0; z < layout_.leaves[2]; ++z) {
        for (int y = 0; y < layout_.leaves[1]; ++y) {
            for (int x = 0; x < layout_.leaves[0]; ++x) {
                double low = HUGE_VAL, high = -HUGE_VAL;
                for (int k = z * edge; k <= std::min(z * edge + edge, dims[2] - 1); ++k) {
                    for (int j = y * edge; j <= std::min(y * edge + edge, dims[1] - 1); ++j) {
                        for (int i = x * edge; i <= std::min(x * edge + edge, dims[0] - 1); ++i) {
                            low = std::min(low, scene.volume->value(i, j, k));
                            high = std::max(high, scene.volume->value(i, j, k));
                        }
                    }
                }
                leaves_.push_back(table.leaf(low, high));
            }
        }
    }
}

ReferenceStrides::Leaf ReferenceStrides::leaf_at(glm::dvec3 position) const {
    int place[3];
    for (int i = 0; i < 3; ++i) {
        place[i] = std::clamp(static_cast<int>(position[i]) >> layout_.leaf_log2, 0, layout_.leaves[i] - 1);
    }
    return leaves_[static_cast<std::size_t>(octree_address(&layout_, 0, place[0], place[1], place[2]))];
}

int ReferenceStrides::stride(const Leaf &leaf, double transmittance, int rest) const {
    const int halvings =
        transmittance > 0.0 ? std::max(-static_cast<int>(std::floor(std::log2(transmittance))) - 1, 0) : 126;
    const int exponent = std::clamp((leaf.exponent + halvings) >> 1, 0, 7);
    return std::min({1 << exponent, longest_, static_cast<int>(std::bit_floor(static_cast<unsigned>(rest)))});
}

} // namespace voxmarch
