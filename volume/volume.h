// A grid with one typed scalar per voxel: what every reader returns and every consumer takes.
#pragma once

#include "base/enum_names.h"
#include "base/note.h"
#include "base/zeroed_bytes.h"
#include "volume/grid.h"
#include "voxmarch/choices.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// The words of the Open SciVis file names.
template <> struct EnumNames<ScalarType> {
    static constexpr Named<ScalarType> all[] = {{ScalarType::u8, "uint8"},
                                                {ScalarType::i8, "int8"},
                                                {ScalarType::u16, "uint16"},
                                                {ScalarType::i16, "int16"},
                                                {ScalarType::f32, "float32"}};
};

/// Bytes of one voxel.
std::size_t scalar_size(ScalarType type);

/// What a file says about where its voxels lie; what it does not say has the defaults of Grid.
enum class Placement {
    none,    ///< nothing: raw voxels, PNG
    spacing, ///< distances of voxels, neither origin nor direction
    whole
};

/// What a file says of one of its channels.
struct ChannelInfo {
    std::string name;                ///< empty: none
    std::optional<glm::dvec3> color; ///< r, g, b in [0, 1] that it is shown in; empty: not said
    bool operator==(const ChannelInfo &) const = default;
};

/// Values that a file says its pictures are to show black to white.
struct StatedWindow {
    std::string name; ///< empty: none
    double level = 0.0, width = 1.0;
    bool operator==(const StatedWindow &) const = default;
};

/// What a header says, before any voxel is read.
struct VolumeHeader {
    Grid grid;
    Placement placement = Placement::whole; ///< of `grid`
    std::optional<Grid> stated{};           ///< what the file says where somebody said otherwise; empty: `grid`
    ScalarType type = ScalarType::u8;
    std::string format;                ///< "NRRD", "NIfTI", "raw", "synthetic", "formula", ...
    std::string name;                  ///< file name without folder, or "tree:128" for synthetic:tree:128
    std::string title;                 ///< what people call it, where the file tells: "CT Thorax 1.0 B30f"
    std::vector<ChannelInfo> channels; ///< of the file, one of which is read; empty: it has one, and says nothing of it
    bool channels_are_colors = false;  ///< the first three are red, green and blue, a fourth opacity
    std::string resampled_from{};      ///< "slices tilted by 12.0 degrees"; empty: the voxels are those of the file
    int times = 1;                     ///< of the file, one of which is read; of files that tell
    /// Things the reader had to decide or convert, one sentence each, for the user to see.
    std::vector<Note> notes;
    std::vector<StatedWindow> windows{}; ///< of the values that are read

    /// The title, or the name where there is none.
    const std::string &shown_name() const { return title.empty() ? name : title; }

    std::uint64_t byte_count() const { return grid.voxel_count() * scalar_size(type); }
};

class BrickSource;
struct LargeVolume;

/// Owns the bytes of the voxels: heap memory, a read-only file mapping, or what reads them. Move-only.
class VoxelStorage {
public:
    virtual ~VoxelStorage() = default;
    virtual std::span<const std::byte> bytes() const = 0;
    virtual std::span<std::byte> writable() { return {}; } ///< the same, or nothing where they must not be changed

    /// Where the voxels are read box by box, if that is better than asking for the bytes; else null.
    virtual std::shared_ptr<const BrickSource> source() const { return nullptr; }

    /// What has the same voxels as its level 0 and coarser levels that were stored beside them; null: there are none.
    virtual std::shared_ptr<const BrickSource> levels() const { return nullptr; }
};

/// A volume in host memory, or one so large that its voxels stay in their source: then bytes(), voxels() and value()
/// bring all of them to memory. Move-only; constructed means complete: `range` holds, every f32 voxel is finite.
class Volume {
public:
    /// Takes the voxels, x fastest, in native byte order. f32 voxels that are NaN or infinite are counted and set
    /// to the smallest finite value (0 when there is none). One pass over the voxels on all cores.
    /// @throws UsageError if the number of bytes is not header.byte_count()
    Volume(VolumeHeader header, std::vector<std::byte> voxels);

    Volume(VolumeHeader header, ZeroedBytes voxels);

    /// Same for voxels that live in a file mapping; a mapping with non-finite values is copied first.
    /// @param replaced  how many of the voxels were non-finite and have been replaced already
    Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels, std::uint64_t replaced = 0);

    /// Same for integers that were counted elsewhere, which saves the pass. @param value_counts  see value_counts()
    /// @throws UsageError if there are not as many counts as values of the type, or not as many counted as voxels
    Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels, std::span<const std::uint64_t> value_counts);

    /// The voxels of another volume, which lives on with this one, on another grid. Nothing is copied or counted.
    /// Precondition: `same` is not large, and has the dims and the type of the header.
    Volume(std::shared_ptr<const Volume> same, VolumeHeader header);

    /// A volume that stays in its source, which was looked at (volume/bricks/large_volume.h).
    explicit Volume(std::shared_ptr<const LargeVolume> large);

    /// What is known of a volume that stays in its source; null: the voxels are in memory.
    const LargeVolume *large() const { return large_.get(); }

    /// What reads the levels of detail that the volume was stored with, of which it is level 0; null: there is no
    /// other, and no source either.
    std::shared_ptr<const BrickSource> levels() const;

    /// A volume of the same box and of fewer voxels, where this one's stay in their source; else the volume itself.
    const Volume &sample() const;

    const VolumeHeader &header() const { return header_; }
    const Grid &grid() const { return header_.grid; }
    ScalarType type() const { return header_.type; }
    std::span<const std::byte> bytes() const { return storage_->bytes(); }

    /// Voxels as T, which must be the C++ type of type().
    template <typename T> std::span<const T> voxels() const {
        return {reinterpret_cast<const T *>(bytes().data()), bytes().size() / sizeof(T)};
    }

    /// Smallest and largest finite value; of a large volume perhaps those of its sample.
    ValueRange range() const { return range_; }

    /// All values lie within: range(), or all that the type holds where nobody has looked at all voxels.
    ValueRange limits() const;

    /// How often each value of an 8- or 16-bit type occurs; entry 0 is the type's lowest value. Empty for f32. Of a
    /// large volume perhaps those of its sample.
    std::span<const std::uint64_t> value_counts() const { return value_counts_; }

    /// Voxels that value_counts(), histograms and percentiles are of: all, or those of the sample.
    std::uint64_t counted_voxels() const;

    /// NaN and infinite voxels found (and replaced) in f32 data.
    std::uint64_t non_finite_count() const { return non_finite_count_; }

    /// Value of one voxel in the file's units. Precondition: indices inside the grid.
    double value(int x, int y, int z) const;

private:
    VolumeHeader header_;
    std::unique_ptr<VoxelStorage> storage_;
    std::shared_ptr<const LargeVolume> large_;
    ValueRange range_;
    std::vector<std::uint64_t> value_counts_;
    std::uint64_t non_finite_count_ = 0;

    void scan_and_clean();
};

/// Says how many voxels are NaN or infinite, and what they are drawn as; none where all are finite.
std::optional<Note> non_finite_note(const Volume &volume);

/// Calls f with a value-initialised object of the C++ type of `type`:
/// visit_scalar(t, [&](auto tag) { using T = decltype(tag); ... }).
template <typename F> decltype(auto) visit_scalar(ScalarType type, F &&f) {
    switch (type) {
    case ScalarType::i8: return f(std::int8_t{});
    case ScalarType::u16: return f(std::uint16_t{});
    case ScalarType::i16: return f(std::int16_t{});
    case ScalarType::f32: return f(float{});
    case ScalarType::u8: break;
    }
    return f(std::uint8_t{});
}

} // namespace voxmarch
