// The case table against the geometry of the cube, for all cases and all pairs of neighbours.
#include "isosurface/case_tables.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

namespace voxmarch {
namespace {

using Edge = std::pair<int, int>;
using Triangle = std::array<int, 3>;

std::vector<Triangle> triangles_of(unsigned cell_case) {
    const CellCase &cell = case_table[cell_case];
    std::vector<Triangle> result;
    for (std::size_t i = 0; i < cell.count; ++i) {
        result.push_back({cell.edges[3 * i], cell.edges[3 * i + 1], cell.edges[3 * i + 2]});
    }
    return result;
}

bool inside(unsigned cell_case, int corner) { return (cell_case >> corner & 1) != 0; }

/// Corner at the far end of an edge.
int far_corner(int edge) { return edge_corner(edge) + (1 << edge / 4); }

bool is_cut(unsigned cell_case, int edge) {
    return inside(cell_case, edge_corner(edge)) != inside(cell_case, far_corner(edge));
}

/// How often each directed edge of the triangles occurs.
std::map<Edge, int> directed_edges(const std::vector<Triangle> &triangles) {
    std::map<Edge, int> count;
    for (const Triangle &t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            ++count[{t[i], t[(i + 1) % 3]}];
        }
    }
    return count;
}

/// Edges that only one triangle has, in its direction.
std::set<Edge> boundary(const std::vector<Triangle> &triangles) {
    const std::map<Edge, int> count = directed_edges(triangles);
    std::set<Edge> result;
    for (const auto &[edge, times] : count) {
        if (!count.contains({edge.second, edge.first})) {
            result.insert(edge);
        }
    }
    return result;
}

/// Whether both cut edges lie on this side of the cell.
bool on_side(int edge, int axis, int side) {
    return (edge_corner(edge) >> axis & 1) == side && (far_corner(edge) >> axis & 1) == side;
}

TEST(CaseTable, edges_used_are_the_edges_cut) {
    for (unsigned c = 0; c < 256; ++c) {
        std::set<int> used, cut;
        for (const Triangle &t : triangles_of(c)) {
            used.insert(t.begin(), t.end());
        }
        for (int edge = 0; edge < 12; ++edge) {
            if (is_cut(c, edge)) {
                cut.insert(edge);
            }
        }
        EXPECT_EQ(used, cut) << c;
    }
}

TEST(CaseTable, triangles_are_neither_degenerate_nor_doubled) {
    for (unsigned c = 0; c < 256; ++c) {
        std::set<std::set<int>> seen;
        for (const Triangle &t : triangles_of(c)) {
            const std::set<int> corners(t.begin(), t.end());
            EXPECT_EQ(corners.size(), 3u) << c;
            EXPECT_TRUE(seen.insert(corners).second) << c;
        }
    }
}

TEST(CaseTable, surface_ends_in_the_faces_alone) {
    for (unsigned c = 0; c < 256; ++c) {
        for (const auto &[edge, times] : directed_edges(triangles_of(c))) {
            EXPECT_EQ(times, 1) << c;
        }
        std::map<int, int> ends; // every cut edge has one segment in each of its two faces
        for (const auto &[from, to] : boundary(triangles_of(c))) {
            int faces = 0;
            for (int face = 0; face < 6; ++face) {
                faces += on_side(from, face / 2, face % 2) && on_side(to, face / 2, face % 2);
            }
            EXPECT_EQ(faces, 1) << c;
            ++ends[from];
            ++ends[to];
        }
        for (const auto &[edge, segments] : ends) {
            EXPECT_EQ(segments, 2) << c;
        }
    }
}

/// Six times the volume between the triangles and the origin, in half cell edges.
long signed_volume(const std::vector<Triangle> &triangles) {
    long sum = 0;
    for (const Triangle &t : triangles) {
        long p[3][3];
        for (std::size_t i = 0; i < 3; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                p[i][axis] = (edge_corner(t[i]) >> axis & 1) + (far_corner(t[i]) >> axis & 1);
            }
        }
        sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) - p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return sum;
}

TEST(CaseTable, a_lone_inside_corner_is_surrounded) {
    // Alone at the origin, with edges cut in the middle: the triangle (1,0,0) (0,1,0) (0,0,1) in half edges, seen from
    // outside counter-clockwise, has a positive volume of 1; turned inside out a negative one.
    EXPECT_EQ(signed_volume(triangles_of(1)), 1);
    EXPECT_EQ(signed_volume(triangles_of(254)), -1);
}

/// Along every segment in a face the inside corner lies to the left, seen from outside the cell.
TEST(CaseTable, orientation_is_towards_lower_scalars) {
    for (unsigned c = 0; c < 256; ++c) {
        for (const auto &[from, to] : boundary(triangles_of(c))) {
            for (int face = 0; face < 6; ++face) {
                if (!on_side(from, face / 2, face % 2) || !on_side(to, face / 2, face % 2)) {
                    continue;
                }
                const auto corners = face_corners(face);
                // The triangle lies inside the cell, so its boundary runs clockwise seen from outside: the way around
                // the face enters the inside corners by `from`.
                for (std::size_t i = 0; i < 4; ++i) {
                    const int a = corners[i], b = corners[(i + 1) % 4];
                    if (edge_between(a, b) == from) {
                        EXPECT_TRUE(!inside(c, a) && inside(c, b)) << c;
                    }
                    if (edge_between(a, b) == to) {
                        EXPECT_TRUE(inside(c, a) && !inside(c, b)) << c;
                    }
                }
            }
        }
    }
}

TEST(CaseTable, all_pairs_of_neighbours_fit) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto across = [&](int corner) { return corner ^ 1 << axis; };
        std::array<std::vector<unsigned>, 16> low_side, high_side; // cases by the signs of their low and high face
        for (unsigned c = 0; c < 256; ++c) {
            unsigned low = 0, high = 0, bit = 1;
            for (int corner = 0; corner < 8; ++corner) {
                if (!(corner >> axis & 1)) {
                    low += inside(c, corner) ? bit : 0;
                    high += inside(c, across(corner)) ? bit : 0;
                    bit *= 2;
                }
            }
            low_side[low].push_back(c);
            high_side[high].push_back(c);
        }
        for (std::size_t signs = 0; signs < 16; ++signs) {
            for (const unsigned first : high_side[signs]) {
                for (const unsigned second : low_side[signs]) {
                    // Both meshes in one numbering: edges of the shared face have the number they have in `first`.
                    std::vector<Triangle> both = triangles_of(first);
                    for (Triangle t : triangles_of(second)) {
                        for (int &edge : t) {
                            edge = on_side(edge, axis, 0)
                                       ? edge_between(across(edge_corner(edge)), across(far_corner(edge)))
                                       : edge + 100;
                        }
                        both.push_back(t);
                    }
                    for (const auto &[edge, times] : directed_edges(both)) {
                        ASSERT_EQ(times, 1) << "cases " << first << " and " << second << " along axis " << axis;
                    }
                    for (const auto &[from, to] : boundary(both)) {
                        ASSERT_FALSE(from < 100 && to < 100 && on_side(from, axis, 1) && on_side(to, axis, 1))
                            << "cases " << first << " and " << second << " leave a gap along axis " << axis;
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace voxmarch
