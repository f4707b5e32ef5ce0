// Base64 as VTK writes it: padding may also stand between parts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Decodes `text`, ignoring white space; stops at the end or once `most` bytes are there.
/// @return nothing if a character is not base64 or the last group is incomplete
std::optional<std::vector<std::byte>> decode_base64(std::string_view text, std::size_t most = ~std::size_t{0});

/// RFC 4648 with padding.
std::string encode_base64(std::span<const std::byte> bytes);

} // namespace voxmarch
