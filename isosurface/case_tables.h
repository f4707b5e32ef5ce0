// The 256 cases of Marching Cubes, worked out by the compiler from the geometry of the cube.
#pragma once

#include <array>
#include <cstdint>

namespace voxmarch {

// Corner c of a cell lies at (c & 1, c >> 1 & 1, c >> 2); bit c of a case is set if that corner is inside, which means
// scalar >= isovalue. Edge e runs along axis e / 4; bits 0 and 1 of e % 4 are its place on the other two axes, the
// lower axis first.

/// Most triangles of a cell.
constexpr int max_cell_triangles = 5;

/// The triangles of one case. Seen from the side of lower scalars their corners run counter-clockwise.
struct CellCase {
    std::uint8_t count = 0;                                   ///< triangles
    std::array<std::uint8_t, 3 * max_cell_triangles> edges{}; ///< three a triangle, the cut edges its corners lie on
};

using CaseTable = std::array<CellCase, 256>;

/// All cases; no case is made from another one by reflection.
///
/// On a face the surface cuts off every run of inside corners by one segment. So the segments depend on the face's four
/// corners alone, two inside corners on a diagonal are kept apart, and both cells of a face agree. Segments join to
/// loops of cut edges; a loop becomes a fan around one of its corners, chosen so that no chord lies in a face of the
/// cell (the neighbour might have the same chord, and an edge of the mesh would have four triangles).
extern const CaseTable case_table;

/// Corner at which edge e begins (the one of lower coordinate).
constexpr int edge_corner(int e) {
    const int k = e % 4;
    switch (e / 4) {
    case 0: return k << 1;
    case 1: return (k & 1) | (k & 2) << 1;
    default: return k;
    }
}

/// Edge between two corners that differ in one coordinate.
constexpr int edge_between(int a, int b) {
    const int first = a < b ? a : b;
    switch (a ^ b) {
    case 1: return first >> 1;
    case 2: return 4 + ((first & 1) | (first >> 1 & 2));
    default: return 8 + (first & 3);
    }
}

/// Corners of face f counter-clockwise seen from outside the cell. Faces: low x, high x, low y, ...
constexpr std::array<int, 4> face_corners(int f) {
    const int u = 1 << (f / 2 + 1) % 3, v = 1 << (f / 2 + 2) % 3;
    const int base = f % 2 ? 1 << f / 2 : 0;
    return f % 2 ? std::array{base, base + u, base + u + v, base + v}
                 : std::array{base, base + v, base + u + v, base + u};
}

} // namespace voxmarch
