// Works out the case table at compile time.
#include "isosurface/case_tables.h"

namespace voxmarch {

namespace {

constexpr bool on_face(int edge, int face) {
    const auto corners = face_corners(face);
    for (unsigned i = 0; i < 4; ++i) {
        if (edge_between(corners[i], corners[(i + 1) % 4]) == edge) {
            return true;
        }
    }
    return false;
}

constexpr bool share_a_face(int a, int b) {
    for (int face = 0; face < 6; ++face) {
        if (on_face(a, face) && on_face(b, face)) {
            return true;
        }
    }
    return false;
}

/// Where the surface goes on from each cut edge of a case; -1 for edges that are not cut. A segment leads from the edge
/// by which the way around a face enters a run of inside corners to the edge by which it leaves.
constexpr std::array<int, 12> next_edges(int cell_case) {
    std::array<int, 12> next{};
    next.fill(-1);
    for (int face = 0; face < 6; ++face) {
        const auto corners = face_corners(face);
        const auto inside = [&](unsigned i) { return (cell_case >> corners[i % 4] & 1) != 0; };
        for (unsigned first = 0; first < 4; ++first) {
            if (!inside(first) || inside(first + 3)) {
                continue;
            }
            unsigned last = first;
            while (inside(last + 1)) {
                ++last;
            }
            const int enter = edge_between(corners[(first + 3) % 4], corners[first]);
            next[static_cast<unsigned>(enter)] = edge_between(corners[last % 4], corners[(last + 1) % 4]);
        }
    }
    return next;
}

struct Loop {
    std::array<int, 12> edges{};
    int length = 0;

    constexpr int at(int i) const { return edges[static_cast<unsigned>(i % length)]; }
};

/// Takes the loop that contains `start` out of `next`.
constexpr Loop take_loop(std::array<int, 12> &next, int start) {
    Loop loop;
    for (int edge = start; next[static_cast<unsigned>(edge)] >= 0;) {
        loop.edges[static_cast<unsigned>(loop.length++)] = edge;
        const int following = next[static_cast<unsigned>(edge)];
        next[static_cast<unsigned>(edge)] = -1;
        edge = following;
    }
    return loop;
}

constexpr bool fan_keeps_off_faces(const Loop &loop, int center) {
    for (int distance = 2; distance + 1 < loop.length; ++distance) {
        if (share_a_face(loop.at(center), loop.at(center + distance))) {
            return false;
        }
    }
    return true;
}

constexpr void add_fan(CellCase &cell, const Loop &loop) {
    int center = 0;
    while (!fan_keeps_off_faces(loop, center)) {
        ++center; // some corner always does: the table would not compile if none did
        if (center == loop.length) {
            throw "a loop has no fan off the faces";
        }
    }
    for (int i = 1; i + 1 < loop.length; ++i) {
        const std::size_t at = 3u * cell.count++;
        cell.edges[at] = static_cast<std::uint8_t>(loop.at(center));
        cell.edges[at + 1] = static_cast<std::uint8_t>(loop.at(center + i));
        cell.edges[at + 2] = static_cast<std::uint8_t>(loop.at(center + i + 1));
    }
}

constexpr CaseTable make_case_table() {
    CaseTable table{};
    for (int cell_case = 0; cell_case < 256; ++cell_case) {
        std::array<int, 12> next = next_edges(cell_case);
        for (int edge = 0; edge < 12; ++edge) {
            if (next[static_cast<unsigned>(edge)] >= 0) {
                add_fan(table[static_cast<unsigned>(cell_case)], take_loop(next, edge));
            }
        }
    }
    return table;
}

} // namespace

constexpr CaseTable case_table = make_case_table();

} // namespace voxmarch
