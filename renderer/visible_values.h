// Which values of a volume a frame shows, whatever they lie behind.
#pragma once

#include "renderer/settings.h"
#include "transfer/transfer_function.h"

#include <vector>

namespace voxmarch {

/// Largest opacity per voxel length that values from `low` to `high` get. Precondition: low <= high.
/// @param transfer  over file values; widgets and factors count that gradients up to 2 (high - low) reach
double largest_opacity(const TransferFunction &transfer, double low, double high);

/// How much of it there must be.
enum class Visible {
    at_all, ///< any opacity; in projections everything, as each value may be the one that a ray ends at
    clearly ///< an opacity that a byte does not hold as 0, of more than a faint voxel here and there; in projections
            ///< see VisibleValues
};

/// What is known of a part of a volume.
struct PartValues {
    double low, high, mean;
};

/// The values that a frame shows.
///
/// Projections draw every ray that meets the volume, those through air too: clearly visible is what differs from the
/// colour of the function's lower end, which is that of air, by more than a tenth of what any value does. Minima show
/// everything: they are air wherever a ray meets air, and what is dark lies in what is not.
class VisibleValues {
public:
    /// @param transfer  over file values; it must outlive this
    VisibleValues(const TransferFunction &transfer, const RenderSettings &settings, Visible visible);

    /// Whether it shows every value.
    bool all() const { return all_; }

    /// Whether it shows something of a part.
    bool any(const PartValues &part) const;

private:
    struct Point {
        double scalar;
        double difference; ///< there or right below, the larger
    };

    bool any_opacity(const PartValues &part) const;

    /// How far a value's colour in the projection is from that of the lower end, 0 .. 1.
    double difference(double value) const;

    const TransferFunction &transfer_;
    bool projects_, all_;
    double more_than_;
    double of_opacity_ = 0.0, always_ = 0.0; ///< ProjectionStrength
    glm::dvec3 lower_end_{0.0};
    std::vector<Point> points_; ///< of the function, ascending
};

} // namespace voxmarch
