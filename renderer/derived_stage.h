// One node of the graph of derived data: remembers what it was made from.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace voxmarch {

/// Grows by one whenever the thing is made anew; 0: it is not read.
using Version = std::uint64_t;

/// Key (derived_keys.h) holds everything that the result depends on. So a change makes anew exactly what depends on it,
/// and nothing has to tell others of changes.
template <typename Key> class DerivedStage {
public:
    /// Calls `make` unless the result was made from an equal key. If it throws, the stage is as if never made.
    /// @return whether it was called
    template <typename Make> bool update(const Key &key, Make &&make) {
        if (key_ == key) {
            return false;
        }
        const bool same = same_but_for_bricks(key);
        key_.reset();
        make();
        key_ = key;
        ++version_;
        contents_ += same ? 0 : 1;
        return true;
    }

    /// How often it was made; part of the keys of the stages behind.
    Version version() const { return version_; }

    /// The same without what was made because bricks came: which of them are there changes no picture.
    Version contents() const { return contents_; }

    bool valid() const { return key_.has_value(); }

    /// A stage of bricks whose key has `bricks`, DeviceVolume::loads(): how many of them its result holds already, made
    /// as `key` asks for. 0: all are to be made.
    Version bricks_made(const Key &key) const { return same_but_for_bricks(key) ? key_->bricks : 0; }

private:
    std::optional<Key> key_;
    Version version_ = 0, contents_ = 0;

    bool same_but_for_bricks(Key key) const {
        if constexpr (requires { key.bricks; }) {
            if (key_) {
                key.bricks = key_->bricks;
            }
        }
        return key_ == key;
    }
};

/// How often each stage was made since the start.
struct StageCounts {
    std::uint64_t tables = 0, colors = 0, normals = 0, leaf_ranges = 0, occupancy = 0, distances = 0, light = 0;
    std::uint64_t bounds = 0;     ///< values of nodes, for projections
    std::uint64_t surfaces = 0;   ///< isosurfaces extracted, or octrees of isovalues made
    std::uint64_t visibility = 0; ///< triangles of the pixels found
    std::uint64_t layers = 0;     ///< surfaces coloured
    std::uint64_t foci = 0;       ///< places in pictures made sharp
    bool operator==(const StageCounts &) const = default;
};

} // namespace voxmarch
