// Which surface of which channel.
#pragma once

namespace voxmarch {

struct Isovalue {
    double value = 0.0; ///< in the file's units
    int channel = 0;    ///< its place among those that are drawn together
    bool operator==(const Isovalue &) const = default;
};

} // namespace voxmarch
