// Small pictures of what was opened lately, among what the user's cache keeps.
#pragma once

#include "renderer/image.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace voxmarch {

/// A picture is that of a source as it is now: a file that was written again has none.
class RecentPictures {
public:
    static constexpr int width = 128, height = 96; ///< pixels of each

    /// @param folder  empty: nothing is kept  @param limit  pictures that are kept, the newest
    explicit RecentPictures(std::filesystem::path folder, std::size_t limit = 48);

    /// Keeps the middle of a picture, made smaller. What cannot be written is no reason to stop: nothing is thrown.
    void keep(const std::string &source, const Image &picture) const noexcept;

    /// Empty: there is none.
    std::optional<Image> find(const std::string &source) const;

private:
    std::filesystem::path folder_;
    std::size_t limit_;

    std::filesystem::path file_of(const std::string &source) const;
    void forget_oldest() const;
};

/// The largest part of the picture's middle that has this shape, as the mean of the pixels that each of its pixels
/// covers. Opacities become 1. Precondition: no edge is 0
Image small_picture(const Image &picture, int width, int height);

} // namespace voxmarch
