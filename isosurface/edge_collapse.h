// Collapses edges of a mesh, the one that matters least first.
#pragma once

#include "isosurface/mesh.h"

#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace voxmarch {

/// The squared distances from a point to planes, weighted and summed: a symmetric 4x4 matrix (Garland and Heckbert,
/// SIGGRAPH 1997, section 5).
struct Quadric {
    std::array<double, 10> m{}; ///< upper triangle, by rows
    double weight = 0.0;        ///< sum of the planes'

    /// @param normal  a unit vector
    void add_plane(const glm::dvec3 &normal, double offset, double weight);
    void add(const Quadric &other);
    double at(const glm::dvec3 &place) const;
};

/// Takes triangles out of a mesh whose vertices stay where they are. Edges keep the number of their triangles, so that
/// what is closed stays closed; borders move along themselves alone.
class EdgeCollapse {
public:
    /// @param mesh  its triangles change; vertices that are left without one stay
    explicit EdgeCollapse(Mesh &mesh);

    /// Until so many triangles are left, or none goes any more.
    /// @param progress  called now and then with the share done; may throw
    void run(std::size_t wanted, const std::function<void(double)> &progress);

    std::size_t triangles() const { return left_; }

private:
    /// Vertex `from` may go to where `to` is.
    struct Move {
        double cost;
        std::uint32_t from, to;
        std::uint32_t stamp; ///< of both ends when it was found: what has changed since is found anew
        bool second = false; ///< the other way round was refused
        bool operator<(const Move &other) const; ///< the best is the greatest
    };
    enum class Outcome { done, refused, refused_both };

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    Mesh &mesh_;
    std::size_t left_;
    std::vector<std::uint32_t> first_, next_; ///< rings of corners around each vertex; corner 3 t + k is of triangle t
    std::vector<bool> is_gone_, on_border_;   ///< triangles; vertices
    std::vector<Quadric> quadrics_;
    std::vector<std::uint32_t> stamps_;
    std::priority_queue<Move> moves_;
    std::vector<std::uint32_t> ring_, other_ring_; ///< kept for their memory

    const glm::vec3 &place(std::uint32_t vertex) const { return mesh_.positions[vertex]; }
    template <typename Use> void for_triangles(std::uint32_t vertex, const Use &use);
    void find_neighbours(std::uint32_t vertex, std::vector<std::uint32_t> &ring);
    void add_quadrics();
    void add_move(std::uint32_t a, std::uint32_t b);
    void add_all_moves();
    double cost_of(std::uint32_t from, std::uint32_t to) const;
    bool turns_over(std::uint32_t from, std::uint32_t to);
    Outcome try_move(const Move &move);
    void take(std::uint32_t from, std::uint32_t to);
    void drop_piece(std::uint32_t vertex);
};

} // namespace voxmarch
