// What a parser of text throws that does not know the name of its file.
#pragma once

#include <stdexcept>

namespace voxmarch {

/// A file that breaks its format; becomes a FileError where the path is known. The message begins with "line N: "
/// where the format has lines.
class FormatProblem : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace voxmarch
