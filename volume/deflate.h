// Deflate in memory: unpacks zlib blocks and packs gzip streams.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

namespace voxmarch {

/// Unpacks one zlib stream that must give exactly out.size() bytes.
/// @throws FileError naming `file` when it is corrupt or of another length; UnsupportedError without zlib
void inflate_block(std::span<const std::byte> packed, std::span<std::byte> out, const std::filesystem::path &file);

/// Packs `bytes` as one gzip stream and hands it to `sink` in pieces. @throws UnsupportedError without zlib
void gzip(std::span<const std::byte> bytes, const std::function<void(std::span<const std::byte>)> &sink);

/// Whether this build has zlib.
bool has_deflate();

} // namespace voxmarch
