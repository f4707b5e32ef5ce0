// Shapes of figures become those of ImGui.
#include "app/viewer/view/figure_overlay.h"

#include "app/viewer/document/document.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"

#include <algorithm>

namespace voxmarch {

namespace {

class FigurePen {
public:
    FigurePen(PaneRect pane, ImDrawList &list) : pane_(pane), list_(list) {}

    void operator()(const FigureLine &line) const {
        const std::vector<ImVec2> points = places(line.points);
        list_.AddPolyline(points.data(), static_cast<int>(points.size()), color(line.color), 0,
                          static_cast<float>(line.width));
    }

    void operator()(const FigureArea &area) const {
        std::vector<ImVec2> points = places(area.corners);
        double doubled = 0.0; // ImGui wants them clockwise
        for (std::size_t i = 0; i < points.size(); ++i) {
            const ImVec2 a = points[i], b = points[(i + 1) % points.size()];
            doubled += static_cast<double>(a.x) * b.y - static_cast<double>(b.x) * a.y;
        }
        if (doubled < 0.0) {
            std::reverse(points.begin(), points.end());
        }
        list_.AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), color(area.color));
    }

    void operator()(const FigureRamp &ramp) const {
        const ImVec2 low = place(ramp.low), high = place(ramp.high);
        const auto parts = static_cast<float>(ramp.colors.size() - 1);
        for (std::size_t i = 1; i < ramp.colors.size(); ++i) {
            const float from = high.y - (high.y - low.y) * static_cast<float>(i - 1) / parts;
            const float to = high.y - (high.y - low.y) * static_cast<float>(i) / parts;
            const ImU32 below = color(ramp.colors[i - 1]), above = color(ramp.colors[i]);
            list_.AddRectFilledMultiColor(ImVec2(low.x, to), ImVec2(high.x, from), above, above, below, below);
        }
    }

    void operator()(const FigureText &text) const {
        ImFont *font = ImGui::GetFont();
        const auto height = static_cast<float>(text.height * 1.17); // of DejaVu's lines
        const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0.0f, text.text.c_str());
        ImVec2 at = place(text.at);
        at.x -= static_cast<float>(text.anchor.x) * size.x;
        at.y -= static_cast<float>(text.anchor.y) * size.y;
        const double grey = rim_around(text.color);
        const ImU32 rim = color({grey, grey, grey, 0.43});
        for (const auto &[x, y] : {std::pair{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}}) {
            list_.AddText(font, height, ImVec2(at.x + x, at.y + y), rim, text.text.c_str());
        }
        list_.AddText(font, height, at, color(text.color), text.text.c_str());
    }

private:
    PaneRect pane_;
    ImDrawList &list_;

    static ImU32 color(const glm::dvec4 &rgba) {
        return ImGui::ColorConvertFloat4ToU32(ImVec4(static_cast<float>(rgba.r), static_cast<float>(rgba.g),
                                                     static_cast<float>(rgba.b), static_cast<float>(rgba.a)));
    }

    ImVec2 place(glm::dvec2 at) const {
        return ImVec2(pane_.origin.x + static_cast<float>(at.x), pane_.origin.y + static_cast<float>(at.y));
    }

    std::vector<ImVec2> places(const std::vector<glm::dvec2> &points) const {
        std::vector<ImVec2> result;
        std::ranges::transform(points, std::back_inserter(result), [this](glm::dvec2 at) { return place(at); });
        return result;
    }
};

/// Which side of each edge of a convex polygon the place lies on: all the same inside.
bool lies_within(const std::vector<glm::dvec2> &corners, glm::dvec2 at) {
    int left = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec2 edge = corners[(i + 1) % corners.size()] - corners[i], way = at - corners[i];
        left += edge.x * way.y - edge.y * way.x > 0.0 ? 1 : 0;
    }
    return left == 0 || left == static_cast<int>(corners.size());
}

} // namespace

void draw_figure(const Scene &scene, const SceneContent &content, PaneRect pane, ImDrawList &list) {
    if (!scene.figure.any()) {
        return;
    }
    const FigurePen pen(pane, list);
    for (const FigureShape &shape : make_figure(scene, figure_facts(scene, content), false)) {
        std::visit(pen, shape);
    }
}

std::optional<std::string> cube_view_at(const Document &document, PaneRect pane, ImVec2 mouse) {
    if (!document.scene.figure.orientation) {
        return std::nullopt;
    }
    const glm::dvec2 at(mouse.x - pane.origin.x, mouse.y - pane.origin.y);
    for (const CubeSide &side : cube_sides(document.scene, figure_facts(document.scene, *document.loaded))) {
        if (!lies_within(side.corners, at)) {
            continue;
        }
        const auto facing = [&](const char *view) {
            return -glm::dot(axes_of(named_view(view, document.grid(), 1.0)).forward, side.normal);
        };
        constexpr const char *views[] = {"front", "back", "left", "right", "top", "bottom"};
        return *std::ranges::max_element(views, {}, facing);
    }
    return std::nullopt;
}

} // namespace voxmarch
