// The word that lets pages in: made of random bits, compared in a time that tells nothing of it.
#pragma once

#include <string>
#include <string_view>

namespace voxmarch {

/// 128 random bits of the system as 32 hexadecimal digits. @throws Error if the system gives none
std::string new_token();

/// A token of the user's: 16 .. 256 letters, digits and ".-_~", which addresses hold as they are.
/// @param what  names it in the message  @throws UsageError
void require_good_token(const std::string &token, const std::string &what);

/// Whether both are equal. Cost: the same for all that are as long as `given`.
bool is_token(std::string_view given, std::string_view expected);

} // namespace voxmarch
