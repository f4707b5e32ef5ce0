// How rays skip empty space, and pictures of what they do.
#include "app/viewer/panels/speed.h"

#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/skip_map.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr const char *traversal_help =
    "Empty-space skipping: how rays find the parts of the volume that can be seen. All traversals give the same "
    "picture "
    "and differ in speed only. \"none\" takes every sample; distance maps are the fastest on most devices.";

void show_traversal(RenderSettings &settings, std::optional<SamplingBackend> backend) {
    label("Space skipping", traversal_help);
    choose_traversal(settings, backend);
    label("Leaf size", "Edge of the smallest cubes that are skipped or marched through, in cells between voxels.");
    choose("##leaf", settings.leaf_size,
           {{0, "automatic"},
            {1, "1 cell"},
            {2, "2 cells"},
            {4, "4 cells"},
            {8, "8 cells"},
            {16, "16 cells"},
            {32, "32 cells"}});
    if (info_of(settings.traversal).data == SkipData::octree) {
        label("Occupancy",
              "Threshold: nodes of the octree with more than this share of occupied leaves are sampled as a whole, "
              "without looking at their children.");
        slider("##threshold", settings.threshold, 0.0, 0.999, "> %.2f leaves");
    }
    label("Work-group", "OpenCL work-group: pixels that a compute unit handles together.");
    const std::pair<int, int> now{settings.group_width, settings.group_height};
    std::pair<int, int> group = now;
    if (choose<std::pair<int, int>>("##group", group,
                                    {{{8, 4}, "8 x 4 pixels"},
                                     {{8, 8}, "8 x 8 pixels"},
                                     {{16, 8}, "16 x 8 pixels"},
                                     {{16, 16}, "16 x 16 pixels"},
                                     {{32, 8}, "32 x 8 pixels"}})) {
        settings.group_width = group.first;
        settings.group_height = group.second;
    }
}

/// What users who do not know the papers need to know of a loop parameter.
struct LoopText {
    int LoopParams::*member;
    const char *name, *format, *help;
};

const LoopText &text_of(const LoopParam &param) {
    static constexpr LoopText texts[] = {
        {&LoopParams::node_steps, "Traversal steps", "%d / round",
         "Nodes that a ray visits before it samples again, at most."},
        {&LoopParams::marching_steps, "Marching steps", "%d / round",
         "Samples that a ray takes before it looks for the next node; a multiple of the fused steps."},
        {&LoopParams::fused_steps, "Fused steps", "%d samples",
         "Samples taken in a row, without a test in between whether the node or the free distance has ended."},
        {&LoopParams::buffer_length, "Node buffer", "%d nodes",
         "Nodes found that wait to be sampled, for each ray: 2, 4, 8, 16, 32 or 64."},
        {&LoopParams::decisions, "Refill interval", "%d rounds",
         "Rounds of the loop between two chances for idle SIMD lanes to take a new ray."},
        {&LoopParams::pool_tiles, "Ray pool", "%d x 32 rays",
         "Tiles of 8 x 4 pixels that a work-group takes from the picture at a time."}};
    return *std::find_if(std::begin(texts), std::end(texts),
                         [&](const LoopText &text) { return text.member == param.member; });
}

/// The nearest loop parameters that are allowed.
LoopParams allowed(LoopParams loops) {
    loops.marching_steps = (loops.marching_steps + loops.fused_steps - 1) / loops.fused_steps * loops.fused_steps;
    loops.marching_steps = std::min(loops.marching_steps, 4096 / loops.fused_steps * loops.fused_steps);
    loops.buffer_length = static_cast<int>(std::bit_floor(static_cast<unsigned>(loops.buffer_length)));
    return loops;
}

/// The loop parameters that the traversal looks at.
void show_loops(RenderSettings &settings) {
    const TraversalInfo &info = info_of(settings.traversal);
    LoopParams loops = loops_of(settings);
    bool changed = false, any = false;
    for (const LoopParam &param : loop_params()) {
        if (!uses(info, param.member)) {
            continue;
        }
        const LoopText &text = text_of(param);
        label(text.name, text.help);
        any = true;
        ImGui::PushID(text.name);
        changed =
            slider("##loop", loops.*param.member, param.low, param.high, text.format, ImGuiSliderFlags_Logarithmic) ||
            changed;
        ImGui::PopID();
    }
    if (changed) {
        settings.loops = allowed(loops);
    }
    if (any) {
        ImGui::BeginDisabled(!settings.loops);
        if (ImGui::Button("Default loop parameters")) {
            settings.loops.reset();
        }
        ImGui::EndDisabled();
        tooltip("The loop parameters above as they were fastest in measurements. They change the speed, never the "
                "picture.");
    }
}

/// The octree over the picture.
void show_boxes(SkipMap &skip, const RenderSettings &settings, const Grid &grid) {
    int &level = skip.level;
    label("Octree overlay",
          "Boxes around the octree's occupied nodes, where something can be seen. All else is skipped.");
    const int leaf = leaf_size_of(settings, grid.dims);
    const auto name = [&](int of) {
        return of == no_boxes          ? std::string("none")
               : of == automatic_level ? std::string("finest level that stays clear")
                                       : fmt::format("{}nodes of {} cells", of == 0 ? "leaves: " : "", leaf << of);
    };
    if (ImGui::BeginCombo("##boxes", name(level).c_str())) {
        const int levels = make_octree_layout(grid.dims, leaf).levels;
        for (int choice = no_boxes; choice < levels; ++choice) {
            if (ImGui::Selectable(name(choice).c_str(), choice == level)) {
                level = choice;
            }
        }
        ImGui::EndCombo();
    }
    if (level == no_boxes || skip.octree.states.empty()) {
        return;
    }
    const std::size_t all = skip.boxes.nodes.size();
    hint(all > box_limit
             ? fmt::format("The nearest {} of {} nodes of {} cells are drawn.", box_limit, all, skip.boxes.edge())
             : fmt::format("{} nodes of {} cells.", all, skip.boxes.edge()));
}

void show_heat_maps(std::optional<HeatMap> &shown) {
    label("Heat map", "False colours in place of the picture: what every ray does. Drawn when nothing moves.");
    choose_or_none("##map", shown);
}

} // namespace

void show_speed_section(SpeedMeasurements &speed, SkipMap &skip, Document &document, const ShownPicture &shown,
                        Jobs &jobs) {
    RenderSettings &settings = document.scene.settings;
    ImGui::PushID("speed");
    show_traversal(settings, jobs.status.backend);
    show_loops(settings);
    {
        const DisabledFor missing(brick_limit(jobs.status.bricks, "Heat maps, boxes of the octree and counts"));
        show_heat_maps(speed.heat_map);
        show_boxes(skip, settings, document.grid());
    }
    show_speed_numbers(speed, document, shown, jobs);
    ImGui::PopID();
}

} // namespace voxmarch
