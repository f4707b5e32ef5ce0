// What lies over slices: titles, letters, a bar, and what figures of pictures have, too.
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"
#include "scene/slice_sheet.h"
#include "scene/value_unit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace voxmarch {

namespace {

constexpr double cell_margin = 0.45; // heights of a text

/// Where several have no room, the first is left out last.
enum SheetRank { letters_of_sides, bar_of_slice, title_of_slice, values_of_slice, text_of_sheet, legend_of_sheet };

/// As large as can be read when the sheet is printed, and as small as a slice has room for.
double sheet_text_height(const SliceSheet &sheet) {
    const FigureChoice &choice = sheet.texts.choice;
    if (choice.text_height > 0.0 || choice.text_millimeters > 0.0) {
        return wanted_text_height(choice, glm::dvec2(sheet.cell));
    }
    const glm::dvec2 cell(sheet.cell), all = cell * glm::dvec2(sheet.columns, sheet.rows);
    const double in_print = choice.dpi ? wanted_text_height(choice, glm::dvec2(0.0)) : 0.0;
    const double readable = std::max({cell.y / 30.0, std::min(all.x, all.y) / 45.0, in_print});
    return std::clamp(std::min(readable, std::max(std::min(cell.x, cell.y) / 14.0, cell.y / 30.0)), 10.0, 48.0);
}

} // namespace

int legend_strip(const SliceSheet &sheet, bool with_names) {
    const FigureChoice &choice = sheet.texts.choice;
    if (!choice.legend || choice.places.legend || sheet.slices.size() < 2) {
        return 0;
    }
    return static_cast<int>(std::lround((with_names ? 12.0 : 9.5) * sheet_text_height(sheet)));
}

namespace {

/// A scene whose figure is that of the slices.
Scene scene_of_sheet(const Scene &scene, const SliceSheet &sheet) {
    Scene shown = scene;
    shown.width = sheet.size().x;
    shown.height = sheet.size().y;
    shown.figure = sheet.texts.choice;
    shown.settings.background = glm::vec3(0.0f); // beside slices
    shown.settings.mode = scene.settings.surfaces.empty() ? Mode::volume : Mode::both;
    shown.skeleton = {};
    return shown;
}

/// Of values from 0 to 1.
TransferFunction black_to(const glm::dvec3 &color) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::normalised;
    transfer.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, color}};
    transfer.opacities = {{0.0, 1.0}, {1.0, 1.0}};
    return transfer;
}

/// Marks labels that no slice shows. Pixels of slices as they are drawn tell.
void mark_labels_beside(std::vector<LabelPresence> &labels, const SceneContent &content, const SliceSheet &sheet) {
    if (!content.labels || !sheet.texts.choice.legend) {
        return;
    }
    std::set<int> shown;
    for (const SliceFrame &frame : frames_of(content.grid(), sheet)) {
        shown.merge(labels_on(*content.labels, fitted_frame(frame, sheet.cell)));
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] == LabelPresence::shown && !shown.contains(static_cast<int>(i))) {
            labels[i] = LabelPresence::elsewhere;
        }
    }
}

/// Values black to white, or the colours of the function over them; channels black to their colours; of several volumes
/// the first black to white, and those laid over it in the colours of their functions.
FigureFacts facts_of_sheet(const Scene &shown, const SceneContent &content, const SliceSheet &sheet,
                           const SliceWindows &window) {
    FigureFacts facts = figure_facts(shown, content);
    const bool several = facts.transfers.size() > 1, volumes = !shown.other_volumes.empty();
    for (std::size_t i = 0; i < facts.windows.size(); ++i) {
        if (several && volumes && i > 0) {
            continue;
        }
        facts.windows[i] = window(i);
        if (several) {
            const double weight = i == 0 ? shown.first_channel.weight : shown.other_channels[i - 1].share.weight;
            facts.transfers[i] = black_to(volumes ? glm::dvec3(1.0) : weight * color_of(shown, i));
        } else if (!shown.slice_planes.colors) {
            facts.transfers[i] = black_to(glm::dvec3(1.0));
        }
    }
    mark_labels_beside(facts.labels, content, sheet);
    facts.value = window_text(content.grid(), window(0), value_unit_of(shown, content, 0));
    facts.place = slice_title(content.grid(), sheet.slices.front());
    return facts;
}

class SheetParts {
public:
    /// @param whole_titles  else those of many slices are where they lie alone
    SheetParts(const Scene &shown, const FigureFacts &facts, const SliceSheet &sheet, bool whole_titles)
        : shown_(shown), facts_(facts), sheet_(sheet), whole_titles_(whole_titles) {}

    std::vector<FigurePart> all() {
        add_sheet_texts();
        for (std::size_t i = 0; i < sheet_.slices.size(); ++i) {
            add_cell(i);
        }
        if (const FigureChoice &choice = shown_.figure; choice.legend) {
            const glm::dvec2 place = choice.places.legend.value_or(glm::dvec2(1.0, sheet_.strip > 0 ? 0.5 : 0.0));
            const FigureBox area = sheet_.strip > 0 ? strip() : slices();
            const double width = sheet_.strip > 0 ? 1.0 * sheet_.strip : 0.6 * area.high.x;
            add("the legend", legend_of_sheet, area, figure_margin, place,
                [place, width](const FigureFrame &frame, int attempt) {
                    const double most = width - 2.0 * figure_margin * frame.text_height;
                    return legend_block(frame, place.x < 0.5, most, attempt);
                });
            parts_.back().aside = 2.5; // letters of sides
        }
        return std::move(parts_);
    }

private:
    const Scene &shown_;
    const FigureFacts &facts_;
    const SliceSheet &sheet_;
    const bool whole_titles_;
    std::vector<FigurePart> parts_;

    FigureBox whole() const { return {{0.0, 0.0}, {shown_.width, shown_.height}}; }

    /// All slices, without the strip of the legend and the foot of the caption.
    FigureBox slices() const { return {{0.0, 0.0}, {shown_.width - sheet_.strip, shown_.height - sheet_.foot}}; }

    /// The part of the strip that is beside slices.
    FigureBox strip() const { return {{slices().high.x, 0.0}, {shown_.width, slices().high.y}}; }

    template <typename Make>
    void add(const std::string &name, SheetRank rank, const FigureBox &area, double margin, glm::dvec2 anchor,
             Make make) {
        parts_.push_back(
            {name, rank, area, margin, anchor, [make, &shown = shown_, &facts = facts_](double height, int attempt) {
                 return make(frame_of(shown, facts, height), attempt);
             }});
    }

    /// As with_text().
    void add_text(const std::string &name, SheetRank rank, const FigureBox &area, glm::dvec2 anchor,
                  const std::string &text, double share = 1.0) {
        if (text.empty()) {
            return;
        }
        parts_.push_back(with_text({name, rank, area, cell_margin, anchor}, shown_, facts_, text, share));
    }

    /// One line, which is not broken.
    void add_line(const std::string &name, SheetRank rank, const FigureBox &area, glm::dvec2 anchor,
                  const std::string &text) {
        add(name, rank, area, cell_margin, anchor, [=](const FigureFrame &frame, int attempt) {
            return attempt == 0 ? std::optional(line_block(frame, text, alignment(anchor))) : std::nullopt;
        });
    }

    void add_sheet_texts() {
        const FigureChoice &choice = shown_.figure;
        for (std::size_t i = 0; i < choice.corners.size(); ++i) {
            add_text(fmt::format("the text in the corner {}", corner_name(i)), text_of_sheet, slices(), corner_place(i),
                     filled_text(choice.corners[i], shown_, facts_));
        }
        const bool below = sheet_.foot > 0;
        FigureBox area = below ? whole() : slices();
        area.low.y = below ? area.high.y - sheet_.foot : area.low.y;
        add_text("the caption", text_of_sheet, area, choice.places.caption.value_or(glm::dvec2(0.5, 1.0)),
                 filled_text(choice.caption, shown_, facts_), below ? 1.0 : 0.8);
    }

    void add_cell(std::size_t i) {
        const Grid &grid = facts_.grid;
        const SheetSlice &slice = sheet_.slices[i];
        const auto columns = static_cast<std::size_t>(sheet_.columns);
        const glm::dvec2 corner = glm::dvec2(double(i % columns), double(i / columns)) * glm::dvec2(sheet_.cell);
        const FigureBox cell{corner, corner + glm::dvec2(sheet_.cell)};
        const SliceFrame frame = fitted_frame(slice_frame(grid, slice.normal, slice.center, slice.turned), sheet_.cell);
        if (sheet_.texts.place) {
            const std::string title = whole_titles_ ? slice_title(grid, slice) : slice_place(grid, slice);
            add_line("where slices lie", title_of_slice, cell, {0.0, 0.0}, title);
        }
        if (sheet_.texts.sides) {
            const glm::dmat3 directions = directions_of(grid, frame);
            add_line("letters of sides", letters_of_sides, cell, {0.0, 0.5}, sides_of(grid, -directions[0]));
            add_line("letters of sides", letters_of_sides, cell, {1.0, 0.5}, sides_of(grid, directions[0]));
            add_line("letters of sides", letters_of_sides, cell, {0.5, 0.0}, sides_of(grid, -directions[1]));
            add_line("letters of sides", letters_of_sides, cell, {0.5, 1.0}, sides_of(grid, directions[1]));
        }
        if (sheet_.texts.place && i == 0) {
            const SliceSlab &slab = shown_.slice_planes.slab;
            const int voxels = voxels_across(slab, grid, slice_frame(grid, slice.normal, slice.center, slice.turned));
            add_window(cell, whole_titles_ ? "" : std::string(frame.axes.name) + "  ",
                       voxels > 1 ? fmt::format("{} of {} voxels", name_of(slab.kind), voxels) : "");
        }
        if (shown_.figure.scale_bar && i + 1 == sheet_.slices.size()) {
            add_bar(cell, frame);
        }
    }

    /// In the first slice, or below the legend beside all. @param before  what is told in front of it
    /// @param slab  what pixels show of one, told below; "": slices are one voxel thick
    void add_window(const FigureBox &cell, const std::string &before, const std::string &slab) {
        if (sheet_.strip == 0) {
            if (!slab.empty()) {
                add_line("the slab", values_of_slice, cell, {0.0, 1.0}, slab);
            }
            add_line("the window", values_of_slice, cell, {0.0, 1.0}, before + facts_.value);
            return;
        }
        std::string lines = before + facts_.value + (slab.empty() ? "" : "  " + slab);
        for (std::size_t at = lines.find("  "); at != lines.npos; at = lines.find("  ", at)) {
            lines.replace(at, 2, "\n"); // two blanks part what is told
        }
        add_text("the window", values_of_slice, strip(), {1.0, 1.0}, lines);
    }

    void add_bar(const FigureBox &cell, const SliceFrame &slice) {
        const double length = round_length(0.3 * sheet_.cell.x * slice.pixel.x), pixels = length / slice.pixel.x;
        add("the scale bar", bar_of_slice, cell, figure_margin,
            shown_.figure.places.scale_bar.value_or(glm::dvec2(1.0, 1.0)), [=](const FigureFrame &frame, int attempt) {
                return attempt > 0    ? std::nullopt
                       : length > 0.0 ? std::optional(bar_block(frame, length, pixels))
                                      : std::optional(FigureBlock());
            });
    }
};

} // namespace

int caption_foot(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, const SliceWindows &window) {
    const FigureChoice &choice = sheet.texts.choice;
    if (choice.caption.empty() || choice.places.caption || sheet.slices.size() < 2) {
        return 0;
    }
    const Scene shown = scene_of_sheet(scene, sheet);
    const FigureFacts facts = facts_of_sheet(shown, content, sheet, window);
    const double height = sheet_text_height(sheet), margins = 2.0 * cell_margin * height;
    const std::string text = filled_text(choice.caption, shown, facts);
    const FigureBlock block = text_block(frame_of(shown, facts, height), text, shown.width - margins, 0.5);
    return static_cast<int>(std::ceil(block.size.y + margins)) + 2; // sizes of parts are even
}

Figure sheet_figure(const Scene &scene, const SceneContent &content, const SliceSheet &sheet,
                    const SliceWindows &window, std::string *note) {
    const Scene shown = scene_of_sheet(scene, sheet);
    const FigureFacts facts = facts_of_sheet(shown, content, sheet, window);
    const double height = sheet_text_height(sheet);
    FigureLayout layout = lay_out(SheetParts(shown, facts, sheet, true).all(), height);
    const bool crowded = layout.text_height < height || !layout.left_out.empty();
    if (crowded && sheet.slices.size() > 1 && sheet.texts.place) {
        layout = lay_out(SheetParts(shown, facts, sheet, false).all(), height);
    }
    if (note != nullptr) {
        *note = crowding_note(layout, shown.figure, glm::dvec2(sheet.cell));
    }
    return std::move(layout.figure);
}

} // namespace voxmarch
