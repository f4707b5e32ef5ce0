// How long pictures take, what their rays do, and how long all other ways to skip empty space take.
#include "app/viewer/panels/panels.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr const char *counting_text = "counting ...";

std::string share_text(double share) { return share < 0.0 ? "not on this device" : fmt::format("{:.2f}", share); }

void row(const char *name, const std::string &value, const char *help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    tooltip(help);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(value.c_str());
}

/// @param known  of the picture shown; null: not yet counted
void show_counts(const FrameStatistics *known) {
    const FrameStatistics counts = known ? *known : FrameStatistics{};
    const auto text = [&](std::uint64_t count) {
        return known ? count_text(static_cast<double>(count)) : std::string(counting_text);
    };
    const auto share = [&](double value) { return known ? share_text(value) : std::string(counting_text); };
    row("Rays", text(counts.rays_in_box), "Pixels whose rays meet the volume.");
    row("Samples", text(counts.samples), "Samples taken in the volume.");
    row("Visible samples", text(counts.visible_samples), "Samples that are not fully transparent.");
    row("Traversal steps", text(counts.nodes), "Octree nodes, or distances, looked at to skip space.");
    row("SIMD eff., traversal", share(traversal_efficiency(counts)),
        "SIMD efficiency of traversal steps: share of a warp's 32 lanes that take part, 0 to 1.");
    row("SIMD eff., marching", share(marching_efficiency(counts)),
        "SIMD efficiency of marching steps: share of a warp's 32 lanes that take part, 0 to 1.");
}

void order_count(ViewerState &state) {
    static std::uint64_t counted = 0;
    if (!state.speed.counting || state.outdated || counted == state.shown.request) {
        return;
    }
    counted = state.shown.request;
    Scene scene = state.scene;
    Mailbox &mailbox = state.mailbox;
    state.render.post([scene, request = counted, &mailbox, &state](SceneRenderer &renderer) {
        VolumeRenderer &volume = renderer.renderer_for(scene);
        volume.count_samples(scene.camera, scene.width, scene.height, scene.settings);
        mailbox.post([&state, request, counts = volume.statistics()] {
            state.speed.counts = counts;
            state.speed.counts_of = request;
        });
    });
}

void show_table(ViewerState &state) {
    const FrameStatistics &frame = state.shown.statistics;
    if (!ImGui::BeginTable("numbers", 2, ImGuiTableFlags_RowBg)) {
        return;
    }
    const bool stale = state.outdated && state.shown.final; // of the picture before the last change
    const ImVec4 color = ImGui::GetStyleColorVec4(state.outdated ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    row("Rendering",
        stale                    ? "drawing ..."
        : state.shown.heat_scale ? "-"
                                 : time_text(frame.frame_ms),
        frame.device_times ? "Time of the kernels on the device: ray casting, surfaces, blending."
                           : "Time of the kernels, measured by the host: ray casting, surfaces, blending.");
    row("Frame", stale ? "drawing ..." : time_text(state.shown.total_ms),
        "With derived data and the way back to the window.");
    row("Resolution", fmt::format("{:.0f} %", 100.0 * state.shown.scale),
        "Of each edge of the view: moving pictures are drawn smaller where the device is slow.");
    for (const StageTime &stage : frame.stages) {
        if (!stale && stage.ms > 0.05 && stage.stage != Stage::frame) {
            row(fmt::format("  {}", name_of(stage.stage)).c_str(), time_text(stage.ms), "A stage of this picture.");
        }
    }
    if (state.speed.counting) {
        const bool counted = !state.outdated && state.speed.counts && state.speed.counts_of == state.shown.request;
        show_counts(counted ? &*state.speed.counts : nullptr);
    }
    ImGui::PopStyleColor();
    ImGui::EndTable();
}

/// Draws the picture with every traversal, one job each.
void measure_all(ViewerState &state) {
    state.speed.rows.clear();
    state.speed.measuring = true;
    Mailbox &mailbox = state.mailbox;
    for (const TraversalInfo &info : traversals) {
        Scene scene = state.scene;
        scene.settings.traversal = info.traversal;
        scene.settings.loops.reset();
        const bool last = &info == &traversals.back();
        state.render.post([scene, last, &mailbox, &state](SceneRenderer &renderer) {
            std::vector<FrameStatistics> frames;
            try {
                for (int i = 0; i < 3; ++i) { // the first builds programs and data
                    renderer.draw(scene, scene.camera, scene.width, scene.height, scene.settings);
                    frames.push_back(renderer.statistics());
                }
            } catch (const Error &) { // not on this device: no row
            }
            std::string name(name_of(scene.settings.traversal));
            mailbox.post([&state, last, name, frames] {
                if (frames.size() == 3) {
                    state.speed.rows.emplace_back(name,
                                                  frames[1].frame_ms < frames[2].frame_ms ? frames[1] : frames[2]);
                }
                state.speed.measuring = !last && state.speed.measuring;
            });
        });
    }
}

void show_comparison(ViewerState &state) {
    SpeedState &speed = state.speed;
    ImGui::BeginDisabled(speed.measuring);
    if (ImGui::Button(speed.measuring ? "Measuring ..." : "Benchmark all traversals")) {
        measure_all(state);
    }
    ImGui::EndDisabled();
    tooltip("Draws this picture with every traversal, three times each, and shows the time of the kernel.");
    if (speed.rows.empty() || !ImGui::BeginTable("ways", 2, ImGuiTableFlags_RowBg)) {
        return;
    }
    double best = speed.rows.front().second.frame_ms;
    for (const auto &[name, frame] : speed.rows) {
        best = std::min(best, frame.frame_ms);
    }
    for (const auto &[name, frame] : speed.rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(name.c_str());
        ImGui::TableNextColumn();
        ImGui::Text("%s%s", time_text(frame.frame_ms).c_str(), frame.frame_ms == best ? "  fastest" : "");
    }
    ImGui::EndTable();
}

} // namespace

void show_speed_numbers(ViewerState &state) {
    ImGui::Checkbox("Count samples and steps", &state.speed.counting);
    tooltip("Draws every still picture once more with counters; the times are those without them.");
    order_count(state);
    show_table(state);
    show_comparison(state);
}

} // namespace voxmarch
