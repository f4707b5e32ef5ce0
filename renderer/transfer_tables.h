// The transfer function as tables on the device, for each way of classification.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "kernels/shared/trace_params.h"
#include "renderer/program_files.h"
#include "transfer/packed_table.h"
#include "transfer/steepness.h"

#include <cstdint>
#include <tuple>

namespace voxmarch {

/// Rows of the table of a 2D transfer function: square roots of gradient magnitudes from 0 to the data's range in one
/// voxel length, one for each byte that the normal volume may hold.
constexpr int gradient_rows = 256;

/// Refers to its device.
class TransferTables {
public:
    explicit TransferTables(Device &device);

    /// @param transfer  valid, over file values
    /// Cost: some thousand evaluations on the host.
    void set(const TransferFunction &transfer, ValueRange data_range, ScalarType type, const ValueMapping &mapping);

    /// Grow with changes of opacity and of colour, so that what depends on one of them need not follow the other.
    std::uint64_t opacity_version() const { return opacity_version_; }
    std::uint64_t color_version() const { return color_version_; }

    const TransferFunction &transfer() const { return transfer_; } ///< over the file's values
    bool is_two_dimensional() const { return transfer_.is_two_dimensional(); }
    bool has_materials() const { return !transfer_.materials.empty(); }
    bool has_emissions() const { return !transfer_.emissions.empty(); }
    bool has_widgets() const { return !transfer_.widgets.empty(); }

    /// Uploads the tables for a step. @return what the device did
    /// @param plane  with the one over scalar and gradient: of a step, of pre-classified frames of a voxel length
    Events make(Classifier classifier, bool plane, double step);

    /// Fills in the table's members.
    void complete(FrameParams &frame) const;
    void complete(TraceParams &params) const; ///< those of emission

    const TransferTable &per_voxel_length() const { return unit_table_; } ///< opacities uncorrected
    const PackedTable &packed() const { return packed_; } ///< of the last make(); bounds for two dimensions
    std::vector<Steepness> steepness() const { return steepness_levels(corrected_); } ///< of the last make()
    const TableCoordinates &coordinates() const { return coordinates_; }

    const Buffer &opacities() const { return opacities_; }
    const Buffer &colors() const { return colors_; }
    const Buffer &table_2d() const { return table_2d_; } ///< a stand-in where it is not used
    std::size_t entries() const { return unit_table_.entries.size() + 1; }

private:
    Device *device_;
    KernelCache kernels_;
    TransferFunction transfer_; // over file values
    ValueRange data_range_{};
    ValueMapping mapping_{};
    TransferTable unit_table_, corrected_;
    PackedTable packed_;
    TableCoordinates coordinates_;
    std::uint64_t opacity_version_ = 0, color_version_ = 0;
    Buffer opacities_, colors_, table_2d_, plain_2d_, unit_entries_;
    float rows_last_ = 1.0f;

    Events preintegrate(const TransferTable &unit, double step);
    Event make_plane(double step);
    Event order_entries(std::size_t columns, std::size_t rows);
};

} // namespace voxmarch
