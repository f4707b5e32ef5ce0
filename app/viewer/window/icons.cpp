// Icons on a grid of 24 x 24, y down.
#include "app/viewer/window/icons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace voxmarch {

namespace {

constexpr float icon_grid = 24.0f, pi = 3.14159265f;

class IconPen {
public:
    IconPen(ImDrawList &list, ImVec2 middle, float edge, ImU32 color)
        : list_(list), corner_(middle.x - edge / 2.0f, middle.y - edge / 2.0f), unit_(edge / icon_grid), color_(color) {
    }

    void path(std::initializer_list<ImVec2> points, bool closed = false) {
        for (const ImVec2 &point : points) {
            list_.PathLineTo(at(point));
        }
        list_.PathStroke(color_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, line());
    }
    void fill(std::initializer_list<ImVec2> corners, float alpha = 1.0f) {
        for (const ImVec2 &corner : corners) {
            list_.PathLineTo(at(corner));
        }
        list_.PathFillConvex(faded(alpha));
    }
    void box(ImVec2 low, ImVec2 high) {
        list_.AddRect(at(low), at(high), color_, 1.5f * unit_, ImDrawFlags_RoundCornersAll, line());
    }
    /// @param from, to  angles, clockwise from the right
    void arc(ImVec2 center, float radius, float from = 0.0f, float to = 2.0f * pi) {
        list_.PathArcTo(at(center), radius * unit_, from, to, 24);
        list_.PathStroke(color_, ImDrawFlags_None, line());
    }
    void disc(ImVec2 center, float radius, float alpha = 1.0f, float from = 0.0f, float to = 2.0f * pi) {
        list_.PathArcTo(at(center), radius * unit_, from, to, 24);
        list_.PathFillConvex(faded(alpha));
    }
    void meridian(ImVec2 center, float width, float height, float from, float to) {
        constexpr int pieces = 12;
        for (int i = 0; i <= pieces; ++i) {
            const float angle = from + (to - from) * static_cast<float>(i) / pieces;
            list_.PathLineTo(at(ImVec2(center.x + width * std::cos(angle), center.y + height * std::sin(angle))));
        }
        list_.PathStroke(color_, ImDrawFlags_None, line());
    }

private:
    ImDrawList &list_;
    const ImVec2 corner_;
    const float unit_;
    const ImU32 color_;

    ImVec2 at(ImVec2 place) const { return ImVec2(corner_.x + place.x * unit_, corner_.y + place.y * unit_); }
    float line() const { return std::max(1.6f * unit_, 1.2f); }
    ImU32 faded(float alpha) const {
        ImVec4 color = ImGui::ColorConvertU32ToFloat4(color_);
        color.w *= alpha;
        return ImGui::ColorConvertFloat4ToU32(color);
    }
};

/// Matter without a border; @param from, to  angles of the part that is drawn
void draw_mist(IconPen &pen, float from, float to) {
    for (const float radius : {9.5f, 7.5f, 5.5f, 3.5f}) {
        pen.disc(ImVec2(12, 12), radius, 0.3f, from, to);
    }
}

/// A ball of triangles; @param from, to  angles of the part that is drawn
void draw_ball(IconPen &pen, float from, float to) {
    pen.arc(ImVec2(12, 12), 9.0f, from, to);
    pen.meridian(ImVec2(12, 12), 4.0f, 9.0f, from, to);
    pen.meridian(ImVec2(12, 12), 9.0f, 3.5f, std::max(from, 0.0f), std::min(to, pi));
}

void draw_turn(IconPen &pen, bool left) {
    const auto at = [&](float x, float y) { return ImVec2(left ? x : icon_grid - x, y); };
    pen.path({at(8, 4), at(3.5f, 8.5f), at(8, 13)});
    pen.path({at(3.5f, 8.5f), at(14, 8.5f)});
    left ? pen.arc(at(14, 13.75f), 5.25f, -pi / 2.0f, pi / 2.0f) : pen.arc(at(14, 13.75f), 5.25f, pi / 2.0f, 1.5f * pi);
    pen.path({at(14, 19), at(7, 19)});
}

void draw_ruler(IconPen &pen) {
    pen.path({{2.5f, 15.5f}, {15.5f, 2.5f}, {21.5f, 8.5f}, {8.5f, 21.5f}}, true);
    for (const float along : {3.0f, 6.0f, 9.0f}) {
        const float length = along == 6.0f ? 3.4f : 2.2f;
        pen.path({{2.5f + along, 15.5f - along}, {2.5f + along + length, 15.5f - along + length}});
    }
}

void draw_file_icon(IconPen &pen, Icon icon) {
    switch (icon) {
    case Icon::open: pen.path({{2.5f, 19}, {2.5f, 5}, {9, 5}, {11.5f, 8}, {21.5f, 8}, {21.5f, 19}}, true); break;
    case Icon::save_picture:
        pen.box(ImVec2(2.5f, 4.5f), ImVec2(21.5f, 19.5f));
        pen.disc(ImVec2(7.5f, 9.0f), 1.9f);
        pen.fill({{4.5f, 17.8f}, {10, 11}, {15.5f, 17.8f}});
        pen.fill({{12, 17.8f}, {16, 12.5f}, {19.8f, 17.8f}});
        break;
    default:
        pen.path({{3.5f, 3.5f}, {17, 3.5f}, {20.5f, 7}, {20.5f, 20.5f}, {3.5f, 20.5f}}, true);
        pen.path({{7.5f, 3.5f}, {7.5f, 8.5f}, {15, 8.5f}, {15, 3.5f}});
        pen.path({{7, 20.5f}, {7, 13.5f}, {17, 13.5f}, {17, 20.5f}});
        break;
    }
}

void draw_tool_icon(IconPen &pen, Icon icon) {
    switch (icon) {
    case Icon::slices:
        pen.box(ImVec2(3, 3), ImVec2(21, 21));
        pen.fill({{3, 3}, {12, 3}, {12, 12}, {3, 12}}, 0.35f);
        pen.path({{12, 3}, {12, 21}});
        pen.path({{3, 12}, {21, 12}});
        break;
    case Icon::scissors:
        pen.arc(ImVec2(6, 6.5f), 2.8f);
        pen.arc(ImVec2(6, 17.5f), 2.8f);
        pen.path({{8.4f, 8}, {21, 17}});
        pen.path({{8.4f, 16}, {21, 7}});
        break;
    case Icon::ruler: draw_ruler(pen); break;
    case Icon::tag:
        pen.path({{3, 3}, {12, 3}, {21.5f, 12.5f}, {12.5f, 21.5f}, {3, 12}}, true);
        pen.disc(ImVec2(7.8f, 7.8f), 1.8f);
        break;
    default: // a scale bar and a legend over a picture
        pen.box(ImVec2(2.5f, 4), ImVec2(21.5f, 20));
        pen.path({{5.5f, 14.5f}, {5.5f, 16.5f}, {13, 16.5f}, {13, 14.5f}});
        pen.fill({{16.2f, 7.5f}, {18.4f, 7.5f}, {18.4f, 16.5f}, {16.2f, 16.5f}});
        break;
    }
}

void draw_player_icon(IconPen &pen, Icon icon) {
    switch (icon) {
    case Icon::play: pen.fill({{6, 3}, {20, 12}, {6, 21}}); break;
    case Icon::pause:
        pen.fill({{6, 4}, {10, 4}, {10, 20}, {6, 20}});
        pen.fill({{14, 4}, {18, 4}, {18, 20}, {14, 20}});
        break;
    case Icon::previous:
        pen.fill({{19, 4}, {19, 20}, {8, 12}});
        pen.fill({{5, 4}, {7.5f, 4}, {7.5f, 20}, {5, 20}});
        break;
    case Icon::next:
        pen.fill({{5, 4}, {16, 12}, {5, 20}});
        pen.fill({{16.5f, 4}, {19, 4}, {19, 20}, {16.5f, 20}});
        break;
    default: // key frames on a line, and the play head
        pen.path({{2, 15}, {22, 15}});
        for (const float x : {5.0f, 19.0f}) {
            pen.fill({{x, 11.5f}, {x + 3.5f, 15}, {x, 18.5f}, {x - 3.5f, 15}});
        }
        pen.path({{12, 5}, {12, 21}});
        pen.fill({{8.5f, 2.5f}, {15.5f, 2.5f}, {12, 7.5f}});
        break;
    }
}

} // namespace

void draw_icon(ImDrawList &list, Icon icon, ImVec2 middle, float edge, ImU32 color) {
    IconPen pen(list, middle, edge, color);
    switch (icon) {
    case Icon::open:
    case Icon::save_picture:
    case Icon::save_session: draw_file_icon(pen, icon); break;
    case Icon::home:
        pen.path({{2.5f, 12.5f}, {12, 3.5f}, {21.5f, 12.5f}});
        pen.path({{5.5f, 10.5f}, {5.5f, 20.5f}, {18.5f, 20.5f}, {18.5f, 10.5f}});
        break;
    case Icon::fly:
        pen.path({{2.5f, 11}, {21.5f, 3}, {14.5f, 20.5f}, {11, 13.5f}}, true);
        pen.path({{11, 13.5f}, {21.5f, 3}});
        break;
    case Icon::volume: draw_mist(pen, 0.0f, 2.0f * pi); break;
    case Icon::surfaces: draw_ball(pen, 0.0f, 2.0f * pi); break;
    case Icon::both:
        draw_mist(pen, pi / 2.0f, 1.5f * pi);
        draw_ball(pen, -pi / 2.0f, pi / 2.0f);
        pen.path({{12, 3}, {12, 21}});
        break;
    case Icon::undo: draw_turn(pen, true); break;
    case Icon::redo: draw_turn(pen, false); break;
    case Icon::help:
        pen.arc(ImVec2(12, 12), 9.5f);
        pen.arc(ImVec2(12, 9.5f), 3.2f, -pi, pi / 2.0f);
        pen.path({{12, 12.7f}, {12, 14.8f}});
        pen.disc(ImVec2(12, 17.6f), 1.2f);
        break;
    case Icon::time_line:
    case Icon::play:
    case Icon::pause:
    case Icon::previous:
    case Icon::next: draw_player_icon(pen, icon); break;
    default: draw_tool_icon(pen, icon); break;
    }
}

} // namespace voxmarch
