// Holds each part back until the vertices of the next one are known, which some of its triangles have as corners.
#include "isosurface/streamed_surface.h"

#include "base/error.h"
#include "base/parallel.h"
#include "isosurface/slab_join.h"

#include <utility>

namespace voxmarch {

StreamedSurface::StreamedSurface(MeshSpool *spool, const Grid &grid, bool turned, std::function<void(Mesh &)> change)
    : spool_(spool), grid_(grid), turned_(turned), change_(std::move(change)),
      start_(spool != nullptr ? spool->size() : MeshSpool::Size{}) {}

void StreamedSurface::begin() {
    if (spool_ != nullptr) {
        spool_->cut(start_);
    }
    vertices_ = start_.vertices;
    measurer_ = {};
    held_.reset();
}

void StreamedSurface::take(Mesh part) {
    to_world(part, grid_);
    if (held_) {
        release(part.positions);
    }
    held_ = std::move(part);
}

MeshMeasures StreamedSurface::finish() {
    if (held_) {
        release({});
        held_.reset();
    }
    require_vertex_numbers(vertices_);
    return measurer_.result();
}

void StreamedSurface::release(std::span<const glm::vec3> next) {
    Mesh &part = *held_;
    if (corner_count(part.triangles) > part.positions.size() + next.size()) {
        throw slabs_disagree();
    }
    measurer_.take(part, next);
    if (spool_ != nullptr) {
        spool(part);
    }
    vertices_ += part.positions.size();
}

void StreamedSurface::spool(Mesh &part) {
    if (turned_) {
        flip(part);
    }
    if (change_) {
        change_(part);
    }
    in_pieces(part.triangles.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        const auto offset = static_cast<std::uint32_t>(vertices_);
        for (MeshTriangle &t : std::span(part.triangles).subspan(first, end - first)) {
            t = {t[0] + offset, t[1] + offset, t[2] + offset};
        }
    });
    spool_->append(part);
}

} // namespace voxmarch
