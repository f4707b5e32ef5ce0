// LZF, the packing of h5py that libhdf5 does not know.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace voxmarch::hdf5 {

/// The number that the HDF Group gave LZF among filters.
inline constexpr int lzf_filter = 32000;

/// Unpacks what liblzf packed. @param most  bytes that it may become
/// @return nothing if the bytes are damaged or become more
std::vector<std::byte> unpack_lzf(std::span<const std::byte> packed, std::size_t most);

} // namespace voxmarch::hdf5
