// --reference: how far the picture may be from another one.
#pragma once

#include "renderer/instruments/picture_difference.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace voxmarch {

/// --reference, --reference-threshold.
class ReferenceOptions {
public:
    void add_to(CLI::App &command);

    bool given() const { return !file_.empty(); }

    /// Reads the reference. @throws FileError, UsageError for a threshold without one
    void read();

    struct Verdict {
        bool good = true;
        std::string text; ///< one line
    };

    /// @param name  of the picture, for the text
    Verdict compare(const Image &picture, const std::string &name) const;

private:
    std::string file_;
    bool threshold_given_ = false;
    std::optional<double> mean_, largest_, ssim_; ///< limits; none given: the pictures must be equal
    Image reference_;

    void accept(const std::string &text);
};

} // namespace voxmarch
