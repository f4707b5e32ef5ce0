// Tries heights of texts, and for each part one place after the other.
#include "scene/figure/figure_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace voxmarch {

namespace {

constexpr double least_text_height = 7.0; // pixels, that can be read
constexpr double smaller = 0.87;          // steps between heights
constexpr double gap_between = 0.35;      // of parts, heights of a text
constexpr double rounding = 1e-6;         // pixels
constexpr double furthest_move = 0.6;     // of the height of a part's area
constexpr double near_move = 0.25;        // the same, where a smaller one would have to move less

bool overlap(const FigureBox &a, const FigureBox &b) {
    return glm::all(glm::lessThan(glm::max(a.low, b.low), glm::min(a.high, b.high)));
}

/// Less a little, so that what was moved clear of it is.
FigureBox grown(const FigureBox &box, double by) { return {box.low - by + rounding, box.high + by - rounding}; }

struct MoveShape {
    glm::dvec2 by;

    void operator()(FigureLine &line) const { move(line.points); }
    void operator()(FigureArea &area) const { move(area.corners); }
    void operator()(FigureRamp &ramp) const {
        ramp.low += by;
        ramp.high += by;
    }
    void operator()(FigureText &text) const { text.at += by; }

private:
    void move(std::vector<glm::dvec2> &points) const {
        for (glm::dvec2 &point : points) {
            point += by;
        }
    }
};

/// Parts at their places, as far as there is room.
struct Arrangement {
    std::vector<PlacedPart> placed;
    std::vector<FigureBlock> blocks; ///< of these
    bool complete = true;            ///< none had no room
};

class Arranger {
public:
    explicit Arranger(double height) : height_(height) {}

    void add(const FigurePart &part) {
        const double margin = part.margin * height_;
        const FigureBox inner{part.area.low + margin, part.area.high - margin};
        const double near = near_move * (part.area.high.y - part.area.low.y);
        std::optional<Candidate> first; // the largest that has a place at all
        for (int attempt = 0;; ++attempt) {
            std::optional<FigureBlock> block = part.make(height_, attempt);
            if (!block) {
                break;
            }
            if (block->shapes.empty()) {
                return;
            }
            block->size = 2.0 * glm::ceil((block->size - rounding) / 2.0); // whole pixels, also from the middle
            const auto corner = free_corner(block->size, part, inner);
            if (!corner) {
                continue;
            }
            const double wanted = inner.low.y + part.anchor.y * (inner.high.y - inner.low.y - block->size.y);
            if (std::abs(corner->y - wanted) <= near) {
                put(part, {*corner, std::move(*block)});
                return;
            }
            if (!first) {
                first = {*corner, std::move(*block)};
            }
        }
        if (first) {
            put(part, std::move(*first));
        } else {
            result_.complete = false;
        }
    }

    Arrangement take() { return std::move(result_); }

private:
    struct Candidate {
        glm::dvec2 corner;
        FigureBlock block;
    };

    double height_;
    Arrangement result_;

    void put(const FigurePart &part, Candidate one) {
        result_.placed.push_back({part.name, {one.corner, one.corner + one.block.size}});
        result_.blocks.push_back(std::move(one.block));
    }

    /// The upper left corner nearest to where the part should lie.
    std::optional<glm::dvec2> free_corner(glm::dvec2 size, const FigurePart &part, const FigureBox &inner) const {
        const glm::dvec2 room = inner.high - inner.low;
        if (size.x > room.x || size.y > room.y) {
            return std::nullopt;
        }
        const glm::dvec2 wanted = inner.low + part.anchor * (room - size);
        const double most = furthest_move * (part.area.high.y - part.area.low.y);
        std::optional<glm::dvec2> best;
        for (const double x : columns_of(wanted, size, part, inner)) {
            for (const double way : {1.0, -1.0}) {
                const bool away = way > 0.0 ? part.anchor.y < 2.0 / 3.0 : part.anchor.y > 1.0 / 3.0;
                const std::optional<double> y = away ? free_row({x, wanted.y}, size, way) : std::nullopt;
                if (!y || std::abs(*y - wanted.y) > most || *y < inner.low.y - rounding ||
                    *y + size.y > inner.high.y + rounding) {
                    continue;
                }
                if (!best || std::abs(*y - wanted.y) < std::abs(best->y - wanted.y)) {
                    best = glm::dvec2(x, *y);
                }
            }
        }
        return best;
    }

    /// Where a part may lie across, the wanted place first: beside those at its side that are narrow.
    std::vector<double> columns_of(glm::dvec2 wanted, glm::dvec2 size, const FigurePart &part,
                                   const FigureBox &inner) const {
        std::vector<double> columns{wanted.x};
        const double gap = gap_between * height_;
        for (const PlacedPart &other : result_.placed) {
            const bool at_right = part.anchor.x > 0.5;
            const double x = at_right ? other.box.low.x - gap - size.x : other.box.high.x + gap;
            const double move = at_right ? wanted.x - x : x - wanted.x;
            if (move > 0.0 && move <= part.aside * height_ && x >= inner.low.x && x + size.x <= inner.high.x) {
                columns.push_back(x);
            }
        }
        return columns;
    }

    /// The first free one downwards (way 1) or upwards (-1). Each step leaves one part behind for good.
    std::optional<double> free_row(glm::dvec2 corner, glm::dvec2 size, double way) const {
        const double gap = gap_between * height_;
        for (std::size_t steps = 0; steps <= result_.placed.size(); ++steps) {
            const FigureBox box{corner, corner + size};
            const auto covered = std::ranges::find_if(
                result_.placed, [&](const PlacedPart &other) { return overlap(grown(other.box, gap), box); });
            if (covered == result_.placed.end()) {
                return corner.y;
            }
            corner.y = way > 0.0 ? covered->box.high.y + gap : covered->box.low.y - gap - size.y;
        }
        return std::nullopt;
    }
};

/// @param chosen  by number, in order
Arrangement arrange(const std::vector<FigurePart> &parts, const std::vector<std::size_t> &chosen, double height) {
    Arranger arranger(height);
    for (const std::size_t number : chosen) {
        arranger.add(parts[number]);
    }
    return arranger.take();
}

std::vector<double> heights_from(double wanted) {
    std::vector<double> heights{wanted};
    for (double height = smaller * wanted; height > least_text_height; height *= smaller) {
        heights.push_back(height);
    }
    if (wanted > least_text_height) {
        heights.push_back(least_text_height);
    }
    return heights;
}

/// Those that there is room for together, the important ones first; in order.
std::vector<std::size_t> that_fit(const std::vector<FigurePart> &parts, double height) {
    std::vector<std::size_t> by_rank(parts.size()), chosen;
    std::iota(by_rank.begin(), by_rank.end(), std::size_t{0});
    std::ranges::stable_sort(by_rank, {}, [&](std::size_t number) { return parts[number].rank; });
    for (const std::size_t number : by_rank) {
        std::vector<std::size_t> more = chosen;
        more.insert(std::ranges::upper_bound(more, number), number);
        if (arrange(parts, more, height).complete) {
            chosen = std::move(more);
        }
    }
    return chosen;
}

FigureLayout finished_layout(Arrangement arrangement, double height) {
    FigureLayout layout;
    layout.text_height = height;
    layout.placed = std::move(arrangement.placed);
    for (std::size_t i = 0; i < layout.placed.size(); ++i) {
        for (FigureShape &shape : arrangement.blocks[i].shapes) {
            std::visit(MoveShape{layout.placed[i].box.low}, shape);
            layout.figure.push_back(std::move(shape));
        }
    }
    return layout;
}

} // namespace

FigureLayout lay_out(const std::vector<FigurePart> &parts, double text_height) {
    const std::vector<double> heights = heights_from(text_height);
    std::vector<std::size_t> chosen(parts.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    std::vector<std::string> left_out;
    for (const bool all : {true, false}) {
        if (!all) {
            chosen = that_fit(parts, heights.back());
            for (std::size_t number = 0; number < parts.size(); ++number) {
                if (!std::ranges::binary_search(chosen, number) &&
                    std::ranges::find(left_out, parts[number].name) == left_out.end()) {
                    left_out.push_back(parts[number].name);
                }
            }
        }
        for (const double height : heights) {
            if (Arrangement arrangement = arrange(parts, chosen, height); arrangement.complete) {
                FigureLayout layout = finished_layout(std::move(arrangement), height);
                layout.left_out = std::move(left_out);
                return layout;
            }
        }
    }
    return {{}, {}, std::move(left_out), text_height}; // not reached: what fits together fits at the last height
}

std::string left_out_text(const FigureLayout &layout) {
    std::string text;
    for (std::size_t i = 0; i < layout.left_out.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == layout.left_out.size() ? " and " : ", ") + layout.left_out[i];
    }
    return text;
}

} // namespace voxmarch
