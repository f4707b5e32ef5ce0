// How long pictures take, what their rays do, and how long all other ways to skip empty space take.
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/shown_picture.h"
#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <optional>
#include <utility>

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

/// Has the picture that is shown counted, once.
void order_count(SpeedMeasurements &speed, const Scene &scene, const ShownPicture &shown, Jobs &jobs) {
    const std::uint64_t request = shown.frame.request;
    if (!speed.counting || shown.outdated || std::exchange(speed.counts_ordered, request) == request) {
        return;
    }
    Mailbox &mailbox = jobs.mailbox;
    jobs.render->post([scene, request, &mailbox, &speed](Painter &painter) {
        VolumeRenderer &volume = painter.renderer(scene).renderer_for(scene);
        volume.count_samples(scene.camera, scene.width, scene.height, scene.settings);
        mailbox.post([&speed, request, counts = volume.statistics()] {
            speed.counts = counts;
            speed.counts_of = request;
        });
    });
}

void show_table(const SpeedMeasurements &speed, const ShownPicture &shown) {
    const FrameStatistics &frame = shown.frame.statistics;
    if (!ImGui::BeginTable("numbers", 2, ImGuiTableFlags_RowBg)) {
        return;
    }
    const bool stale = shown.outdated && shown.frame.final; // of the picture before the last change
    const ImVec4 color = ImGui::GetStyleColorVec4(shown.outdated ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    row("Rendering",
        stale                    ? "drawing ..."
        : shown.frame.heat_scale ? "-"
                                 : time_text(frame.frame_ms),
        frame.device_times ? "Time of the kernels on the device: ray casting, surfaces, blending."
                           : "Time of the kernels, measured by the host: ray casting, surfaces, blending.");
    if (!shown.frame.shares.empty() && !stale) {
        std::vector<double> times;
        for (const PictureShare &share : shown.frame.shares) {
            times.push_back(share.frame_ms);
        }
        row("Devices", fmt::format("{}, {:.0f} % busy", times.size(), 100.0 * balance_of(times)),
            "That drew the picture together: the mean of their times over the longest, which is told above.");
    }
    row("Frame", stale ? "drawing ..." : time_text(shown.frame.total_ms),
        "With the way back to the window, without what is prepared once, which stands below.");
    row("Resolution", fmt::format("{:.0f} %", 100.0 * shown.frame.scale),
        "Of each edge of the view: moving pictures are drawn smaller where the device is slow.");
    for (const StageTime &stage : frame.stages) {
        if (!stale && stage.ms > 0.05 && stage.stage != Stage::frame) {
            row(fmt::format("  {}", name_of(stage.stage)).c_str(), time_text(stage.ms), "A stage of this picture.");
        }
    }
    if (speed.counting) {
        const bool counted = !shown.outdated && speed.counts && speed.counts_of == shown.frame.request;
        show_counts(counted ? &*speed.counts : nullptr);
    }
    ImGui::PopStyleColor();
    ImGui::EndTable();
}

/// Times of the scene's picture; empty if the device cannot draw it so.
std::optional<FrameStatistics> measure(SceneRenderer &renderer, const Scene &scene) {
    std::vector<FrameStatistics> frames;
    try {
        for (int i = 0; i < 3; ++i) { // the first builds programs and data
            renderer.draw(scene, scene.camera, scene.width, scene.height, scene.settings);
            frames.push_back(renderer.statistics());
        }
    } catch (const Error &) {
        return std::nullopt;
    }
    return frames[1].frame_ms < frames[2].frame_ms ? frames[1] : frames[2];
}

/// Draws the picture with every traversal, one job each.
void measure_all(SpeedMeasurements &speed, const Scene &shown, Jobs &jobs) {
    speed.rows.clear();
    speed.measuring = true;
    Mailbox &mailbox = jobs.mailbox;
    for (const TraversalInfo &info : traversals) {
        Scene scene = shown;
        scene.settings.traversal = info.traversal;
        scene.settings.loops.reset();
        const bool last = &info == &traversals.back();
        jobs.render->post([scene, last, &mailbox, &speed](Painter &painter) {
            mailbox.post([&speed, last, name = std::string(name_of(scene.settings.traversal)),
                          frame = measure(painter.renderer(scene), scene)] {
                if (frame) {
                    speed.rows.emplace_back(name, *frame);
                }
                speed.measuring = !last && speed.measuring;
            });
        });
    }
}

void show_comparison(SpeedMeasurements &speed, const Scene &scene, Jobs &jobs) {
    ImGui::BeginDisabled(speed.measuring);
    if (ImGui::Button(speed.measuring ? "Measuring ..." : "Benchmark all traversals")) {
        measure_all(speed, scene, jobs);
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

void show_speed_numbers(SpeedMeasurements &speed, const Document &document, const ShownPicture &shown, Jobs &jobs) {
    {
        const DisabledFor missing(brick_limit(jobs.status.bricks, "Counts"));
        ImGui::Checkbox("Count samples and steps", &speed.counting);
        tooltip("Draws every still picture once more with counters; the times are those without them.");
    }
    order_count(speed, document.scene, shown, jobs);
    show_table(speed, shown);
    const DisabledFor missing(brick_limit(jobs.status.bricks, "Times of all traversals"));
    show_comparison(speed, document.scene, jobs);
}

} // namespace voxmarch
