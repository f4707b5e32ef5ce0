// Where the time of a picture goes, learnt from the times of its parts; and cuts into parts that cost the same.
#pragma once

#include "scene/resolution.h"

#include <cstddef>
#include <span>
#include <vector>

namespace voxmarch {

/// A map of costs over the cells of a picture: squares of a power of two of pixels, at most 256 along an edge.
class PictureCost {
public:
    /// Every pixel costs the same. @param width, height  of the picture, at least 1
    PictureCost(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }

    /// Cuts the picture in two again and again, across the longer edge, so that both sides have their share of the
    /// cost.
    /// @param parts  at least 1
    /// @return so many parts, or fewer where cells run out, which cover the picture; neighbours in it are neighbours in
    ///         the list. Cost: the cells once for each doubling of the parts.
    std::vector<Tile> cut(std::size_t parts) const;

    /// Tells how long parts took. How the cost is spread within a part stays as it was.
    /// @param parts  of cut()  @param ms  of each
    void measured(std::span<const Tile> parts, std::span<const double> ms);

private:
    /// A rectangle of cells.
    struct Cells {
        int x, y, width, height;
    };
    int width_, height_, cell_, columns_, rows_;
    std::vector<double> cost_; ///< of each cell, row by row

    double cost_of(const Cells &cells) const;
    int middle(const Cells &cells, bool across, double share) const;
    int cut_of(const Cells &cells, bool across, std::size_t parts) const;
    void cut(const Cells &cells, std::size_t parts, std::vector<Tile> &result) const;
};

/// How evenly work is spread: the mean of the members' times over the longest; 1 where all take as long, or nothing.
double balance_of(std::span<const double> ms);

} // namespace voxmarch
