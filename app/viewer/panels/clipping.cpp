// Widgets of the clip box and of clip planes.
#include "app/viewer/panels/clipping.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/place_fields.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/turned_box.h"
#include "scene/annotation_table.h"
#include "scene/pick.h"
#include "volume/voxel_directions.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double thinnest = 0.005; // share of an edge

/// "R to L" for patients, "x" else: how the lengths along an axis of the world grow.
struct AxisWords {
    const char *name, *help;
};

AxisWords words_of(const Grid &grid, int world) {
    static constexpr AxisWords patient[3] = {{"R to L", "the right of the patient (-) to the left (+)"},
                                             {"A to P", "the front of the patient (-) to the back (+)"},
                                             {"I to S", "the feet of the patient (-) to the head (+)"}};
    static constexpr AxisWords plain[3] = {{"x", "the x axis of the file's coordinates"},
                                           {"y", "the y axis of the file's coordinates"},
                                           {"z", "the z axis of the file's coordinates"}};
    return grid.anatomical ? patient[world] : plain[world];
}

/// How a length is written: with as many digits as the voxels are worth, and the unit.
bool is_oblique(const Grid &grid) { return obliqueness(grid) > oblique_from; }

/// Both ends of the box along one axis of the voxels, in the lengths of a ruler beside it.
void show_box_axis(RenderSettings &settings, const Grid &grid, bool in_world, int axis, int world) {
    const ClipRuler ruler = clip_ruler(grid, axis, in_world);
    const AxisWords words = words_of(grid, world);
    const std::string name = !in_world         ? fmt::format("Along voxels {}", "xyz"[axis])
                             : grid.anatomical ? fmt::format("From {}", words.name)
                                               : fmt::format("{}, from and to", words.name);
    const std::string tilt =
        ruler.tilt < 0.05 ? ""
                          : fmt::format(" The voxels are tilted by {:.1f} degrees against it; these are lengths along "
                                        "their own axis.",
                                        ruler.tilt);
    label(name.c_str(),
          in_world ? fmt::format("First and last place that is drawn, in coordinates of the world, from {}.{}",
                                 words.help, tilt)
                         .c_str()
                   : "First and last place that is drawn along this axis of the voxels, from the first voxel.");
    const bool against = ruler.last < ruler.first; // fields grow from left to right all the same
    double &left = against ? settings.clip_high[axis] : settings.clip_low[axis];
    double &right = against ? settings.clip_low[axis] : settings.clip_high[axis];
    double ends[2] = {ruler.at(left), ruler.at(right)};
    ImGui::PushID(axis);
    const auto speed = static_cast<float>(std::abs(ruler.last - ruler.first) / 400.0);
    if (ImGui::DragScalarN("##ends", ImGuiDataType_Double, ends, 2, speed, nullptr, nullptr,
                           length_format(grid).c_str())) {
        left = ruler.share_of(ends[0]);
        right = ruler.share_of(ends[1]);
        settings.clip_low[axis] = std::clamp(settings.clip_low[axis], 0.0, settings.clip_high[axis] - thinnest);
        settings.clip_high[axis] = std::clamp(settings.clip_high[axis], settings.clip_low[axis] + thinnest, 1.0);
    }
    ImGui::PopID();
}

/// The box's fields, in the order of the world's axes where these are what is measured.
void show_box(ClipHandles &handles, RenderSettings &settings, const Grid &grid) {
    label("Numbers",
          "What the numbers of the box are: coordinates of the world (of patients LPS, as DICOM has them; NIfTI and "
          "3D Slicer show R to L and A to P with the other sign), or distances from the first voxel.");
    if (is_oblique(grid)) {
        ImGui::TextUnformatted("distances from the first voxel"); // faces have no one place along an axis of the world
    } else {
        choose("##origin", handles.in_file,
               {{true, grid.anatomical ? "patient coordinates (LPS)" : "coordinates of the file"},
                {false, "distances from the first voxel"}});
    }
    const bool in_world = handles.in_file && !is_oblique(grid);
    for (int i = 0; i < 3; ++i) {
        const int axis = in_world ? voxel_axis_of(grid, i) : i;
        show_box_axis(settings, grid, in_world, axis, world_axis_of(grid, axis));
    }
}

/// @return whether the plane is to go away
bool show_plane(ClipPlane &plane, const Grid &grid, const Camera &camera, std::size_t number) {
    ImGui::PushID(static_cast<int>(number));
    const ClipPlane straight = normalised(plane);
    const double reach = glm::length(grid.extent()), middle = glm::dot(straight.normal, grid.center());
    double offset = straight.distance - middle;
    label(
        fmt::format("Plane {}", number + 1).c_str(),
        "Distance of the plane from the middle of the volume; what lies before it is not drawn. The arrow in the view "
        "points to what is kept.");
    const float button = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
    const float left = ImGui::GetCursorPosX();
    ImGui::SetNextItemWidth(-button - gap);
    const double low = -reach / 2.0, high = reach / 2.0;
    if (ImGui::DragScalar("##distance", ImGuiDataType_Double, &offset, static_cast<float>(reach / 400.0), &low, &high,
                          length_format(grid).c_str(), ImGuiSliderFlags_AlwaysClamp)) {
        plane = {straight.normal, offset + middle};
    }
    ImGui::SameLine();
    const bool removed = ImGui::Button("x", ImVec2(button, 0.0f));
    tooltip("Removes the plane.");
    ImGui::SetCursorPosX(left);
    if (ImGui::Button("Face camera")) {
        plane.normal = glm::normalize(camera.target - camera.eye);
        plane.distance = offset + glm::dot(plane.normal, grid.center());
    }
    tooltip("Turns the plane so that it is cut straight in front of the camera.");
    beside("Other side");
    if (ImGui::Button("Other side")) {
        plane = flipped(plane);
    }
    tooltip("Keeps what is cut away now, and cuts the rest.");
    ImGui::PopID();
    return removed;
}

/// Middle and thickness of two planes that look at each other. @return whether it is to go away
bool show_slab(ClipPlane &first, ClipPlane &second, const Slab &slab, const Grid &grid, std::size_t number) {
    ImGui::PushID(static_cast<int>(number));
    const double extent = glm::length(grid.extent()), center = glm::dot(slab.normal, grid.center());
    Slab changed = slab;
    changed.middle -= center;
    changed.middle = std::abs(changed.middle) < 1e-9 * extent ? 0.0 : changed.middle; // not "-0.0 mm"
    const float button = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
    const std::string format = length_format(grid);
    const auto speed = static_cast<float>(extent / 400.0);
    const double low = -extent / 2.0, high = extent / 2.0, thinnest_slab = extent * 1e-3;
    label("Slab", "Distance of its middle from that of the volume; what lies outside of the slab is not drawn.");
    ImGui::SetNextItemWidth(-button - gap);
    bool moved = ImGui::DragScalar("##middle", ImGuiDataType_Double, &changed.middle, speed, &low, &high,
                                   format.c_str(), ImGuiSliderFlags_AlwaysClamp);
    ImGui::SameLine();
    const bool removed = ImGui::Button("x", ImVec2(button, 0.0f));
    tooltip("Removes the slab.");
    label("Thickness", "Of the slab.");
    moved = ImGui::DragScalar("##thickness", ImGuiDataType_Double, &changed.thickness, speed, &thinnest_slab, &extent,
                              format.c_str(), ImGuiSliderFlags_AlwaysClamp) ||
            moved;
    if (moved) {
        changed.middle += center;
        const std::array<ClipPlane, 2> planes = planes_of(changed);
        first = planes[0];
        second = planes[1];
    }
    ImGui::PopID();
    return removed;
}

/// All of them: those that look at each other as slabs.
void show_planes(ClipHandles &handles, RenderSettings &settings, const Grid &grid, const Camera &camera) {
    std::vector<ClipPlane> &planes = settings.clip_planes;
    for (std::size_t i = 0; i < planes.size();) {
        const std::optional<Slab> slab =
            i + 1 < planes.size() ? slab_of(planes[i], planes[i + 1]) : std::optional<Slab>();
        const std::size_t count = slab ? 2 : 1;
        const bool removed =
            slab ? show_slab(planes[i], planes[i + 1], *slab, grid, i) : show_plane(planes[i], grid, camera, i);
        if (removed) {
            const auto begin = planes.begin() + static_cast<std::ptrdiff_t>(i);
            planes.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
            handles.anchors.clear(); // in the middle again
        } else {
            i += count;
        }
    }
}

/// Place, edges and angles of a turned box, and how it gets straight again.
void show_turned_box(RenderSettings &settings, const Grid &grid, TurnedBox box) {
    ImGui::PushID("turned");
    glm::dvec3 edges = 2.0 * box.half, angles = angles_of(grid, box);
    angles = glm::mix(angles, glm::dvec3(0.0), glm::lessThan(glm::abs(angles), glm::dvec3(0.05))); // no "-0.0"
    label("Middle", place_help(grid));
    bool changed = drag_place("##middle", box.center, grid);
    label("Edges", "Lengths of the turned box along its own directions: red, green and blue handles.");
    changed = drag_lengths("##edges", edges, grid) || changed;
    label("Turned by", "Degrees around the x, the y and the z axis of the voxels, in this order.");
    changed =
        ImGui::DragScalarN("##angles", ImGuiDataType_Double, &angles.x, 3, 0.5f, nullptr, nullptr, "%.1f") || changed;
    if (changed) {
        box.half = 0.5 * glm::max(edges, glm::dvec3(thinnest_edge(grid)));
        settings.clip_planes = planes_of(with_angles(grid, box, angles));
    }
    const std::optional<BoxShares> around = shares_around(grid, box);
    {
        const DisabledFor outside(around ? "" : "The turned box lies outside of the volume.");
        if (ImGui::Button("Make straight") && around) {
            settings.clip_low = around->low;
            settings.clip_high = glm::max(around->high, around->low + thinnest);
            settings.clip_planes.clear();
        }
        tooltip("A box along the voxels again, as large as it must be to hold this one.");
    }
    ImGui::PopID();
}

/// Turns the box of the fields above into six planes.
void show_turning(RenderSettings &settings, const Grid &grid) {
    const DisabledFor taken(settings.clip_planes.empty() ? "" : "Remove the planes first: a turned box needs all six.");
    if (ImGui::Button("Turn the box")) {
        turn_clip_box(settings, grid);
    }
    tooltip(
        "Gives the box rings that turn it, and a ball in its middle that moves it. It takes the places of six planes.");
}

void show_plane_buttons(RenderSettings &settings, const Grid &grid, const Camera &camera) {
    const std::size_t room = clip_plane_limit - settings.clip_planes.size();
    ImGui::BeginDisabled(room < 1);
    if (ImGui::Button("Add a plane")) {
        add_clip_plane(settings, grid, camera);
    }
    ImGui::EndDisabled();
    tooltip("A plane through the middle that faces the camera; up to six.");
    beside("Add a slab");
    ImGui::BeginDisabled(room < 2);
    if (ImGui::Button("Add a slab")) {
        add_clip_slab(settings, grid, camera);
    }
    ImGui::EndDisabled();
    tooltip("Two planes that look at each other, across the line of sight: a slice with a thickness.");
}

/// @return whether clipping is on
bool show_switch(ClipHandles &handles, RenderSettings &settings) {
    if (clip_parts(settings) != ClipParts{}) {
        handles.put_by.reset(); // switched on elsewhere, by undoing
    }
    bool on = !handles.put_by;
    if (ImGui::Checkbox("Clip", &on)) {
        if (on) {
            set_clip_parts(settings, handles.put_by.value_or(ClipParts{}));
            handles.put_by.reset();
        } else {
            handles.put_by = clip_parts(settings);
            set_clip_parts(settings, {});
        }
    }
    tooltip("Off: all of the volume is drawn, and box and planes are kept for when it is on again.");
    return on;
}

void show_inverting(RenderSettings &settings) {
    const DisabledFor unclipped(is_clipped(settings) ? "" : "Nothing is clipped: move the box or add a plane.");
    ImGui::Checkbox("Cut out what is inside", &settings.clip_inverted);
    tooltip("What box and planes leave together is taken out, and all the rest is drawn: a corner or a slice out of a "
            "head.");
}

void show_caps(RenderSettings &settings) {
    const DisabledFor missing(settings.mode == Mode::volume ? "No isosurfaces are shown: key M shows them." : "");
    ImGui::Checkbox("Fill cut surfaces", &settings.surface_caps);
    tooltip("Isosurfaces that are cut open look solid: the cut has their colour.");
}

/// Faces the camera.
ClipPlane plane_in_the_middle(const Grid &grid, const Camera &camera) {
    const glm::dvec3 normal = glm::normalize(camera.target - camera.eye);
    ClipPlane plane;
    plane.normal = normal;
    plane.distance = glm::dot(normal, grid.center());
    return plane;
}

} // namespace

void turn_clip_box(RenderSettings &settings, const Grid &grid) {
    const TurnedBox box = turned_box_in(grid, settings.clip_low, settings.clip_high);
    set_clip_parts(settings, {.planes = planes_of(box)});
}

void add_clip_plane(RenderSettings &settings, const Grid &grid, const Camera &camera) {
    settings.clip_planes.push_back(plane_in_the_middle(grid, camera));
}

void add_clip_slab(RenderSettings &settings, const Grid &grid, const Camera &camera) {
    const ClipPlane middle = plane_in_the_middle(grid, camera);
    const auto pair = planes_of({middle.normal, middle.distance, 0.1 * glm::length(grid.extent())});
    settings.clip_planes.insert(settings.clip_planes.end(), pair.begin(), pair.end());
}

void reset_clipping(RenderSettings &settings) {
    set_clip_parts(settings, {});
    settings.clip_inverted = false;
}

void show_clipping_section(ViewerState &state) {
    ClipHandles &handles = state.tools.clip;
    Document &document = state.document;
    ImGui::PushID("clipping");
    RenderSettings &settings = document.scene.settings;
    const Camera &camera = document.scene.camera;
    const Grid &grid = document.grid();
    const bool on = show_switch(handles, settings);
    ImGui::BeginDisabled(!on);
    const std::optional<TurnedBox> box = turned_box_of(settings.clip_planes);
    if (!box || clips_by_box(settings)) {
        hint("Drag the coloured handles of the box in the 3D view, or type lengths (Ctrl+click).");
        show_box(handles, settings, grid);
    }
    if (box) {
        hint("The turned box: drag a ring to turn it, the balls to move a face or all of it.");
        show_turned_box(settings, grid, *box);
    } else {
        show_turning(settings, grid);
        if (!settings.clip_planes.empty()) {
            hint("Planes: drag the disc to push one along its arrow, and the arrow's tip to turn it.");
        }
        show_planes(handles, settings, grid, camera);
        show_plane_buttons(settings, grid, camera);
    }
    beside("Reset");
    if (ImGui::Button("Reset")) {
        reset_clipping(settings);
    }
    tooltip("Removes planes, and opens the box.");
    ImGui::EndDisabled();
    show_inverting(settings);
    show_caps(settings);
    ImGui::PopID();
}

} // namespace voxmarch
