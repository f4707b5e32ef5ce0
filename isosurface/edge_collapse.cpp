// A heap of edges by their quadrics, rings of triangles around vertices, and what keeps a surface whole.
#include "isosurface/edge_collapse.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

/// Of the squared length of an edge in its cost: within planes, where nothing else differs, short edges go first.
constexpr double length_share = 1e-4;

/// Of the planes through borders, against those of triangles.
constexpr double border_weight = 10.0;

/// A triangle may turn by no more than the angle of this cosine.
constexpr double least_cosine = 0.2;

bool holds(const MeshTriangle &triangle, std::uint32_t vertex) {
    return std::ranges::find(triangle, vertex) != triangle.end();
}

} // namespace

void Quadric::add_plane(const glm::dvec3 &normal, double offset, double plane_weight) {
    const double p[4] = {normal.x, normal.y, normal.z, offset};
    std::size_t place = 0;
    for (int row = 0; row < 4; ++row) {
        for (int column = row; column < 4; ++column) {
            m[place++] += plane_weight * p[row] * p[column];
        }
    }
    weight += plane_weight;
}

void Quadric::add(const Quadric &other) {
    for (std::size_t i = 0; i < m.size(); ++i) {
        m[i] += other.m[i];
    }
    weight += other.weight;
}

double Quadric::at(const glm::dvec3 &p) const {
    return m[0] * p.x * p.x + m[4] * p.y * p.y + m[7] * p.z * p.z + m[9] +
           2.0 * (m[1] * p.x * p.y + m[2] * p.x * p.z + m[3] * p.x + m[5] * p.y * p.z + m[6] * p.y + m[8] * p.z);
}

bool EdgeCollapse::Move::operator<(const Move &other) const {
    return std::pair(cost, std::pair(from, to)) > std::pair(other.cost, std::pair(other.from, other.to));
}

EdgeCollapse::EdgeCollapse(Mesh &mesh)
    : mesh_(mesh), left_(mesh.triangles.size()), first_(mesh.positions.size(), none), next_(3 * left_),
      is_gone_(left_, false), on_border_(mesh.positions.size(), false), quadrics_(mesh.positions.size()),
      stamps_(mesh.positions.size(), 0) {
    for (std::uint32_t corner = 0; corner < next_.size(); ++corner) {
        next_[corner] = std::exchange(first_[mesh.triangles[corner / 3][corner % 3]], corner);
    }
    add_quadrics();
}

/// Calls it with each triangle around a vertex; those that are gone leave the ring.
template <typename Use> void EdgeCollapse::for_triangles(std::uint32_t vertex, const Use &use) {
    for (std::uint32_t *corner = &first_[vertex]; *corner != none;) {
        const std::uint32_t triangle = *corner / 3;
        if (is_gone_[triangle]) {
            *corner = next_[*corner];
            continue;
        }
        use(triangle);
        corner = &next_[*corner];
    }
}

/// Sorted, each once.
void EdgeCollapse::find_neighbours(std::uint32_t vertex, std::vector<std::uint32_t> &ring) {
    ring.clear();
    for_triangles(vertex, [&](std::uint32_t triangle) {
        std::ranges::copy_if(mesh_.triangles[triangle], std::back_inserter(ring),
                             [&](std::uint32_t corner) { return corner != vertex; });
    });
    std::ranges::sort(ring);
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
}

/// Planes of triangles by their areas, and of borders across their triangles; finds what is a border.
void EdgeCollapse::add_quadrics() {
    for (const MeshTriangle &t : mesh_.triangles) {
        const glm::dvec3 a(place(t[0])), b(place(t[1])), c(place(t[2]));
        const glm::dvec3 across = glm::cross(b - a, c - a);
        const double length = glm::length(across);
        const glm::dvec3 normal = length > 0.0 ? across / length : glm::dvec3(0.0);
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t from = t[static_cast<std::size_t>(k)], to = t[static_cast<std::size_t>((k + 1) % 3)];
            quadrics_[from].add_plane(normal, -glm::dot(normal, a), 0.5 * length);
            int shared = 0;
            for_triangles(from, [&](std::uint32_t other) { shared += holds(mesh_.triangles[other], to) ? 1 : 0; });
            if (shared != 1) {
                continue;
            }
            on_border_[from] = on_border_[to] = true;
            const glm::dvec3 start(place(from)), along = glm::dvec3(place(to)) - start;
            const glm::dvec3 beside = glm::cross(along, normal);
            if (const double size = glm::length(beside); size > 0.0) {
                for (const std::uint32_t end : {from, to}) {
                    quadrics_[end].add_plane(beside / size, -glm::dot(beside, start) / size,
                                             border_weight * glm::dot(along, along));
                }
            }
        }
    }
}

double EdgeCollapse::cost_of(std::uint32_t from, std::uint32_t to) const {
    const glm::dvec3 end(place(to)), way = end - glm::dvec3(place(from));
    return std::max(quadrics_[from].at(end), 0.0) + std::max(quadrics_[to].at(end), 0.0) +
           length_share * (quadrics_[from].weight + quadrics_[to].weight) * glm::dot(way, way);
}

/// The cheaper way; vertices of a border do not leave it.
void EdgeCollapse::add_move(std::uint32_t a, std::uint32_t b) {
    if (on_border_[a] && !on_border_[b]) {
        std::swap(a, b);
    }
    const bool free = on_border_[a] == on_border_[b];
    const double cost = cost_of(a, b), other = free ? cost_of(b, a) : cost;
    const std::uint32_t stamp = stamps_[a] + stamps_[b];
    moves_.push(other < cost ? Move{other, b, a, stamp, false} : Move{cost, a, b, stamp, !free});
}

void EdgeCollapse::add_all_moves() {
    moves_ = {};
    for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
        const MeshTriangle &t = mesh_.triangles[i];
        for (std::size_t k = 0; k < 3 && !is_gone_[i]; ++k) {
            const std::uint32_t from = t[k], to = t[(k + 1) % 3];
            if (from < to || (on_border_[from] && on_border_[to])) { // inner edges come from both sides
                add_move(from, to);
            }
        }
    }
}

/// Whether a triangle that stays would turn too far, or be left without area.
bool EdgeCollapse::turns_over(std::uint32_t from, std::uint32_t to) {
    bool turns = false;
    for_triangles(from, [&](std::uint32_t triangle) {
        const MeshTriangle &t = mesh_.triangles[triangle];
        if (turns || holds(t, to)) {
            return;
        }
        glm::dvec3 before[3], after[3];
        for (std::size_t k = 0; k < 3; ++k) {
            before[k] = glm::dvec3(place(t[k]));
            after[k] = t[k] == from ? glm::dvec3(place(to)) : before[k];
        }
        const glm::dvec3 old = glm::cross(before[1] - before[0], before[2] - before[0]);
        const glm::dvec3 made = glm::cross(after[1] - after[0], after[2] - after[0]);
        const double lengths = glm::length(old) * glm::length(made);
        turns = glm::dot(old, old) > 0.0 && !(glm::dot(old, made) > least_cosine * lengths);
    });
    return turns;
}

/// A surface stays one where the neighbours that both ends have are the corners opposite to their edge alone, and no
/// triangle of one end would lie upon one of the other.
EdgeCollapse::Outcome EdgeCollapse::try_move(const Move &move) {
    const std::uint32_t from = move.from, to = move.to;
    std::array<std::uint32_t, 2> opposite{none, none};
    std::size_t shared = 0;
    for_triangles(from, [&](std::uint32_t triangle) {
        const MeshTriangle &t = mesh_.triangles[triangle];
        if (holds(t, to)) {
            if (shared < 2) {
                opposite[shared] = t[0] ^ t[1] ^ t[2] ^ from ^ to; // the third corner
            }
            ++shared;
        }
    });
    if (shared == 0 || shared > 2 || opposite[0] == opposite[1]) {
        return Outcome::refused_both;
    }
    find_neighbours(from, ring_);
    find_neighbours(to, other_ring_);
    std::size_t common = 0;
    for (const std::uint32_t vertex : ring_) {
        common += std::ranges::binary_search(other_ring_, vertex) ? 1 : 0;
    }
    if (common != shared) {
        return Outcome::refused_both;
    }
    if (shared == 2) {
        const auto spans = [&](std::uint32_t vertex, std::size_t &around) { // a triangle with both opposite corners
            bool found = false;
            around = 0;
            for_triangles(vertex, [&](std::uint32_t triangle) {
                const MeshTriangle &t = mesh_.triangles[triangle];
                found = found || (holds(t, opposite[0]) && holds(t, opposite[1]));
                ++around;
            });
            return found;
        };
        std::size_t around_from = 0, around_to = 0;
        if (spans(from, around_from) && spans(to, around_to)) {
            if (around_from != 3 || around_to != 3) {
                return Outcome::refused_both;
            }
            drop_piece(from);
            drop_piece(to);
            ++stamps_[opposite[0]];
            ++stamps_[opposite[1]];
            return Outcome::done;
        }
    }
    if ((on_border_[from] && shared == 2) || turns_over(from, to)) {
        return Outcome::refused;
    }
    take(from, to);
    return Outcome::done;
}

/// The triangles around a vertex go: two corners of four triangles that are closed have all of them.
void EdgeCollapse::drop_piece(std::uint32_t vertex) {
    for_triangles(vertex, [&](std::uint32_t triangle) {
        is_gone_[triangle] = true;
        --left_;
    });
    first_[vertex] = none;
    ++stamps_[vertex];
}

void EdgeCollapse::take(std::uint32_t from, std::uint32_t to) {
    std::uint32_t last = none;
    for (std::uint32_t corner = first_[from]; corner != none; corner = next_[corner]) {
        last = corner;
        MeshTriangle &t = mesh_.triangles[corner / 3];
        if (is_gone_[corner / 3]) {
            continue;
        }
        if (holds(t, to)) {
            is_gone_[corner / 3] = true;
            --left_;
        } else {
            t[corner % 3] = to;
        }
    }
    next_[last] = first_[to];
    first_[to] = std::exchange(first_[from], none);
    quadrics_[to].add(quadrics_[from]);
    on_border_[to] = on_border_[to] || on_border_[from];
    ++stamps_[from];
    ++stamps_[to];
    find_neighbours(to, ring_);
    for (const std::uint32_t neighbour : ring_) {
        add_move(to, neighbour);
    }
}

void EdgeCollapse::run(std::size_t wanted, const std::function<void(double)> &progress) {
    const std::size_t begin = left_;
    std::size_t before = 0, tried = 0;
    do { // what was refused may go when its neighbours have changed
        before = left_;
        add_all_moves();
        while (left_ > wanted && !moves_.empty()) {
            const Move move = moves_.top();
            moves_.pop();
            if (progress && ++tried % 4096 == 0) {
                progress(static_cast<double>(begin - left_) / static_cast<double>(begin - wanted));
            }
            if (move.stamp != stamps_[move.from] + stamps_[move.to]) {
                continue;
            }
            if (try_move(move) == Outcome::refused && !move.second) {
                moves_.push({cost_of(move.to, move.from), move.to, move.from, move.stamp, true});
            }
        }
    } while (left_ > wanted && before - left_ > before / 1000);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
        if (!is_gone_[i]) {
            mesh_.triangles[kept++] = mesh_.triangles[i];
        }
    }
    mesh_.triangles.resize(kept);
}

} // namespace voxmarch
