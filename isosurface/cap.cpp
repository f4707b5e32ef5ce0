// Traces the rims of holes, joins each to the holes within it, and clips ears.
#include "isosurface/cap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

using RimLoop = std::vector<std::uint32_t>;

/// Twice the area of a triangle; positive where its corners run counter-clockwise.
double turn(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The plane of a cap with the coordinate left out that its normal has most of, so that numbers stay what they are.
class Flattened {
public:
    Flattened(const Mesh &mesh, glm::dvec3 normal) : mesh_(mesh) {
        const glm::dvec3 size = glm::abs(normal);
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        u_ = (axis + 1) % 3;
        v_ = (axis + 2) % 3;
        if (normal[axis] < 0.0) {
            std::swap(u_, v_);
        }
    }

    glm::dvec2 at(std::uint32_t vertex) const {
        const glm::vec3 &p = mesh_.positions[vertex];
        return {p[u_], p[v_]};
    }

private:
    const Mesh &mesh_;
    int u_, v_;
};

/// Drops pairs of sides that run between the same vertices both ways.
void cancel_pairs(std::vector<MeshSide> &sides) {
    std::ranges::sort(sides, {}, [](const MeshSide &side) { return std::pair(std::minmax(side[0], side[1]), side); });
    std::vector<MeshSide> kept;
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        const auto same = std::minmax(sides[i][0], sides[i][1]);
        std::ptrdiff_t upwards = 0;
        for (end = i; end < sides.size() && std::minmax(sides[end][0], sides[end][1]) == same; ++end) {
            upwards += sides[end][0] < sides[end][1] ? 1 : -1;
        }
        const MeshSide side = upwards > 0 ? MeshSide{same.first, same.second} : MeshSide{same.second, same.first};
        kept.insert(kept.end(), same.first == same.second ? 0 : static_cast<std::size_t>(std::abs(upwards)), side);
    }
    sides = std::move(kept);
}

/// Angle from the way back along (from, at) clockwise to the way to `to`, (0, 2 pi].
double turn_right(glm::dvec2 from, glm::dvec2 at, glm::dvec2 to) {
    const glm::dvec2 back = from - at, on = to - at;
    const double angle = std::atan2(back.y, back.x) - std::atan2(on.y, on.x);
    return angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
}

/// Closed loops out of sides with the inside on their left. Where loops touch in a vertex each turns to its own side.
std::vector<RimLoop> trace(std::vector<MeshSide> sides, const Flattened &flat) {
    std::ranges::sort(sides);
    std::vector<bool> used(sides.size());
    const auto next_of = [&](const MeshSide &side) {
        const auto from = [](const MeshSide &s) { return s[0]; };
        const auto first = std::ranges::lower_bound(sides, side[1], {}, from);
        const auto last = std::ranges::upper_bound(sides, side[1], {}, from);
        std::size_t best = sides.size();
        double least = std::numeric_limits<double>::infinity();
        for (auto i = static_cast<std::size_t>(first - sides.begin());
             i < static_cast<std::size_t>(last - sides.begin()); ++i) {
            const double angle = turn_right(flat.at(side[0]), flat.at(side[1]), flat.at(sides[i][1]));
            if (!used[i] && angle < least) {
                least = angle;
                best = i;
            }
        }
        return best;
    };
    std::vector<RimLoop> loops;
    for (std::size_t start = 0; start < sides.size(); ++start) {
        RimLoop loop;
        for (std::size_t i = start; i < sides.size() && !used[i]; i = next_of(sides[i])) {
            used[i] = true;
            loop.push_back(sides[i][0]);
        }
        if (loop.size() >= 3) {
            loops.push_back(std::move(loop));
        }
    }
    return loops;
}

/// A loop and what is asked of it often.
struct Rim {
    RimLoop loop;
    double area = 0.0; ///< positive: around an inside; negative: around a hole in one
    glm::dvec2 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
    std::vector<std::size_t> holes; ///< other rims
};

Rim rim_of(RimLoop loop, const Flattened &flat) {
    Rim rim;
    const glm::dvec2 origin = flat.at(loop[0]);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec2 p = flat.at(loop[i]);
        rim.area += turn(origin, p, flat.at(loop[(i + 1) % loop.size()])) / 2.0;
        rim.low = glm::min(rim.low, p);
        rim.high = glm::max(rim.high, p);
    }
    rim.loop = std::move(loop);
    return rim;
}

bool is_within(const Rim &rim, glm::dvec2 place, const Flattened &flat) {
    if (glm::any(glm::lessThan(place, rim.low)) || glm::any(glm::greaterThan(place, rim.high))) {
        return false;
    }
    bool within = false;
    for (std::size_t i = 0; i < rim.loop.size(); ++i) {
        const glm::dvec2 a = flat.at(rim.loop[i]), b = flat.at(rim.loop[(i + 1) % rim.loop.size()]);
        if ((a.y > place.y) != (b.y > place.y) && place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)) {
            within = !within;
        }
    }
    return within;
}

/// Gives every hole to the smallest rim around it; a hole without one stays alone.
void place_holes(std::vector<Rim> &rims, const Flattened &flat) {
    for (std::size_t hole = 0; hole < rims.size(); ++hole) {
        if (rims[hole].area >= 0.0) {
            continue;
        }
        const RimLoop &loop = rims[hole].loop;
        std::size_t i = 0;
        while (i + 2 < loop.size() && flat.at(loop[i]) == flat.at(loop[i + 1])) {
            ++i;
        }
        const glm::dvec2 place = (flat.at(loop[i]) + flat.at(loop[i + 1])) / 2.0;
        Rim *around = nullptr;
        for (Rim &rim : rims) {
            if (rim.area > 0.0 && (around == nullptr || rim.area < around->area) && is_within(rim, place, flat)) {
                around = &rim;
            }
        }
        if (around != nullptr) {
            around->holes.push_back(hole);
        }
    }
}

/// A polygon that loses its corners ear by ear.
class EarClipper {
public:
    EarClipper(const RimLoop &loop, const Flattened &flat) : flat_(flat) { add_ring(loop); }

    /// Joins a hole by a bridge there and back. Holes come by falling right ends.
    void join(const RimLoop &hole) {
        const auto right =
            std::ranges::max_element(hole, {}, [&](std::uint32_t v) { return flat_.at(v).x; }) - hole.begin();
        const std::size_t from = bridge_to(flat_.at(hole[static_cast<std::size_t>(right)]));
        const std::size_t first = add_ring(hole), m = first + static_cast<std::size_t>(right);
        const std::size_t from_again = copy(from), m_again = copy(m);
        const std::size_t after = nodes_[from].next, before_m = nodes_[m].previous;
        link(from, m);
        link(before_m, m_again);
        link(m_again, from_again);
        link(from_again, after);
    }

    void clip(UnsetVector<MeshTriangle> &triangles) {
        begin();
        std::size_t at = 0, left = nodes_.size(), tried = 0;
        for (; left > 3; --left) {
            while (tried < left && !is_ear(at)) {
                at = nodes_[at].next;
                ++tried;
            }
            at = tried < left ? at : least_bad(at, left); // rounding has made sides cross
            tried = 0;
            at = cut(at, triangles);
        }
        triangles.push_back({vertex(nodes_[at].previous), vertex(at), vertex(nodes_[at].next)});
    }

private:
    struct Node {
        std::uint32_t vertex;
        glm::dvec2 place;
        std::size_t previous, next;
        bool blunt = false; ///< not convex: may lie within an ear of others
        bool gone = false;
    };
    const Flattened &flat_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::size_t>> cells_; ///< blunt nodes by their places
    glm::dvec2 low_{0.0}, per_cell_{1.0};
    std::size_t columns_ = 1;

    std::uint32_t vertex(std::size_t node) const { return nodes_[node].vertex; }

    std::size_t add_ring(const RimLoop &loop) {
        const std::size_t first = nodes_.size();
        for (std::size_t i = 0; i < loop.size(); ++i) {
            nodes_.push_back({loop[i], flat_.at(loop[i]), first + (i + loop.size() - 1) % loop.size(),
                              first + (i + 1) % loop.size()});
        }
        return first;
    }

    std::size_t copy(std::size_t node) {
        nodes_.push_back(nodes_[node]);
        return nodes_.size() - 1;
    }

    void link(std::size_t a, std::size_t b) {
        nodes_[a].next = b;
        nodes_[b].previous = a;
    }

    double turn_at(std::size_t node) const {
        const Node &n = nodes_[node];
        return turn(nodes_[n.previous].place, n.place, nodes_[n.next].place);
    }

    /// A node of the ring of node 0 that can be seen from a place within (Eberly, Triangulation by Ear Clipping): along
    /// the ray to the right a side is met; its right end is seen, unless nodes stand before it.
    std::size_t bridge_to(glm::dvec2 place) const {
        double nearest = std::numeric_limits<double>::infinity();
        std::size_t end = 0;
        std::size_t i = 0;
        do {
            const Node &a = nodes_[i], &b = nodes_[a.next];
            const double low = std::min(a.place.y, b.place.y), high = std::max(a.place.y, b.place.y);
            if (low <= place.y && place.y <= high && low < high) {
                const double share = (place.y - a.place.y) / (b.place.y - a.place.y);
                const double x = a.place.x + share * (b.place.x - a.place.x);
                if (x >= place.x && x < nearest) {
                    nearest = x;
                    end = a.place.x > b.place.x ? i : a.next;
                }
            }
            i = a.next;
        } while (i != 0);
        if (nearest == std::numeric_limits<double>::infinity()) {
            return end;
        }
        const glm::dvec2 met(nearest, place.y), far = nodes_[end].place;
        const double side = far.y > place.y ? 1.0 : -1.0;
        std::size_t best = end;
        double steepest = far == met ? 0.0 : std::abs(far.y - place.y) / std::max(far.x - place.x, 1e-300);
        double shortest = glm::length(far - place);
        i = 0;
        do {
            const Node &n = nodes_[i];
            const bool stands_before = n.place.x >= place.x && side * turn(place, met, n.place) >= 0.0 &&
                                       side * turn(met, far, n.place) >= 0.0 && side * turn(far, place, n.place) >= 0.0;
            const double steepness = std::abs(n.place.y - place.y) / std::max(n.place.x - place.x, 1e-300);
            const double away = glm::length(n.place - place);
            if (stands_before && turn_at(i) <= 0.0 &&
                (steepness < steepest || (steepness == steepest && away < shortest))) {
                best = i;
                steepest = steepness;
                shortest = away;
            }
            i = n.next;
        } while (i != 0);
        return best;
    }

    std::size_t column(double x) const {
        const double cell = (x - low_.x) * per_cell_.x;
        return static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(columns_ - 1)));
    }
    std::size_t row(double y) const {
        const double cell = (y - low_.y) * per_cell_.y;
        return static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(columns_ - 1)));
    }

    void begin() {
        glm::dvec2 high = nodes_[0].place;
        low_ = high;
        for (const Node &node : nodes_) {
            low_ = glm::min(low_, node.place);
            high = glm::max(high, node.place);
        }
        columns_ = std::clamp(static_cast<std::size_t>(std::sqrt(static_cast<double>(nodes_.size()))), std::size_t{1},
                              std::size_t{512});
        per_cell_ = static_cast<double>(columns_) / glm::max(high - low_, glm::dvec2(1e-300));
        cells_.assign(columns_ * columns_, {});
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            nodes_[i].blunt = turn_at(i) <= 0.0;
            if (nodes_[i].blunt) {
                cells_[row(nodes_[i].place.y) * columns_ + column(nodes_[i].place.x)].push_back(i);
            }
        }
    }

    /// Convex, and no other node lies in the triangle or on its sides.
    bool is_ear(std::size_t node) const {
        const Node &n = nodes_[node];
        if (n.blunt) {
            return false;
        }
        const glm::dvec2 a = nodes_[n.previous].place, b = n.place, c = nodes_[n.next].place;
        const glm::dvec2 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
        for (std::size_t y = row(low.y); y <= row(high.y); ++y) {
            for (std::size_t x = column(low.x); x <= column(high.x); ++x) {
                for (const std::size_t other : cells_[y * columns_ + x]) {
                    const Node &o = nodes_[other];
                    const glm::dvec2 p = o.place;
                    if (!o.gone && o.blunt && p != a && p != b && p != c && turn(a, b, p) >= 0.0 &&
                        turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /// The node whose triangle takes least away, or adds least.
    std::size_t least_bad(std::size_t at, std::size_t left) const {
        std::size_t best = at;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < left; ++i, at = nodes_[at].next) {
            if (const double size = std::abs(turn_at(at)); size < least) {
                least = size;
                best = at;
            }
        }
        return best;
    }

    /// @return the node to go on with: not the neighbour, so that triangles do not all meet in one vertex
    std::size_t cut(std::size_t node, UnsetVector<MeshTriangle> &triangles) {
        Node &n = nodes_[node];
        triangles.push_back({vertex(n.previous), n.vertex, vertex(n.next)});
        n.gone = true;
        link(n.previous, n.next);
        for (const std::size_t side : {n.previous, n.next}) {
            nodes_[side].blunt = nodes_[side].blunt && turn_at(side) <= 0.0;
        }
        return nodes_[n.next].next;
    }
};

} // namespace

void add_caps(Mesh &mesh, std::vector<MeshSide> sides, glm::dvec3 normal) {
    cancel_pairs(sides);
    for (MeshSide &side : sides) {
        std::swap(side[0], side[1]);
    }
    const Flattened flat(mesh, normal);
    std::vector<Rim> rims;
    std::vector<RimLoop> loops = trace(std::move(sides), flat);
    for (RimLoop &loop : loops) {
        rims.push_back(rim_of(std::move(loop), flat));
    }
    place_holes(rims, flat);
    std::vector<bool> joined(rims.size());
    for (Rim &rim : rims) {
        std::ranges::sort(rim.holes, std::greater(), [&](std::size_t hole) { return rims[hole].high.x; });
        for (const std::size_t hole : rim.holes) {
            joined[hole] = true;
        }
    }
    for (std::size_t i = 0; i < rims.size(); ++i) {
        if (joined[i]) {
            continue;
        }
        EarClipper clipper(rims[i].loop, flat);
        for (const std::size_t hole : rims[i].holes) {
            clipper.join(rims[hole].loop);
        }
        clipper.clip(mesh.triangles);
    }
}

} // namespace voxmarch
