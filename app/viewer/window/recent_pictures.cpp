// Files of plain colours (PPM), named by a hash of source and time of change.
#include "app/viewer/window/recent_pictures.h"

#include "base/hash.h"
#include "base/output_file.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

std::string ppm_header() { return fmt::format("P6\n{} {}\n255\n", RecentPictures::width, RecentPictures::height); }

/// Pixels of a long edge that a pixel of a short one covers.
std::pair<int, int> covered(int pixel, int begin, int length, int pixels) {
    const int from = begin + static_cast<int>(std::int64_t(pixel) * length / pixels);
    const int to = begin + static_cast<int>(std::int64_t(pixel + 1) * length / pixels);
    return {from, std::max(to, from + 1)};
}

} // namespace

Image small_picture(const Image &picture, int width, int height) {
    const int across = std::max(std::min(picture.width, picture.height * width / height), 1);
    const int down = std::max(std::min(picture.height, picture.width * height / width), 1);
    const int left = (picture.width - across) / 2, top = (picture.height - down) / 2;
    Image result{width, height, Pixels(std::size_t(width) * std::size_t(height) * 4)};
    std::size_t at = 0;
    for (int y = 0; y < height; ++y) {
        const auto [from_y, to_y] = covered(y, top, down, height);
        for (int x = 0; x < width; ++x) {
            const auto [from_x, to_x] = covered(x, left, across, width);
            std::uint64_t sum[3] = {};
            for (int row = from_y; row < to_y; ++row) {
                for (int column = from_x; column < to_x; ++column) {
                    for (int i = 0; i < 3; ++i) {
                        sum[i] += picture.pixel(column, row)[i];
                    }
                }
            }
            const auto count = static_cast<std::uint64_t>((to_y - from_y) * (to_x - from_x));
            for (const std::uint64_t one : sum) {
                result.rgba[at++] = static_cast<std::uint8_t>((one + count / 2) / count);
            }
            result.rgba[at++] = 255;
        }
    }
    return result;
}

RecentPictures::RecentPictures(std::filesystem::path folder, std::size_t limit)
    : folder_(std::move(folder)), limit_(limit) {}

std::filesystem::path RecentPictures::file_of(const std::string &source) const {
    std::error_code none;
    const auto changed = std::filesystem::last_write_time(source, none);
    const std::string key = fmt::format("{}\n{}", source, none ? 0 : changed.time_since_epoch().count());
    return folder_ / fmt::format("{:016x}.ppm", fnv1a(std::as_bytes(std::span(key))));
}

void RecentPictures::keep(const std::string &source, const Image &picture) const noexcept {
    if (folder_.empty() || picture.width < 1 || picture.height < 1) {
        return;
    }
    try {
        std::filesystem::create_directories(folder_);
        const Image small = small_picture(picture, width, height);
        std::string bytes = ppm_header();
        for (std::size_t i = 0; i < small.rgba.size(); ++i) {
            if (i % 4 != 3) {
                bytes += static_cast<char>(small.rgba[i]);
            }
        }
        OutputFile file(file_of(source));
        file.write(bytes);
        file.commit();
        forget_oldest();
    } catch (const std::exception &) { // a full disk must not end the viewer
    }
}

std::optional<Image> RecentPictures::find(const std::string &source) const {
    if (folder_.empty()) {
        return {};
    }
    std::ifstream stream(file_of(source), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const std::string header = ppm_header();
    constexpr std::size_t pixels = std::size_t(width) * height;
    if (!bytes.starts_with(header) || bytes.size() != header.size() + 3 * pixels) {
        return {};
    }
    Image image{width, height, Pixels(4 * pixels)};
    for (std::size_t i = 0; i < pixels; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            image.rgba[4 * i + c] = static_cast<std::uint8_t>(bytes[header.size() + 3 * i + c]);
        }
        image.rgba[4 * i + 3] = 255;
    }
    return image;
}

void RecentPictures::forget_oldest() const {
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
        if (entry.path().extension() == ".ppm") {
            files.emplace_back(entry.last_write_time(), entry.path());
        }
    }
    std::ranges::sort(files, std::ranges::greater());
    for (std::size_t i = limit_; i < files.size(); ++i) {
        std::filesystem::remove(files[i].second);
    }
}

} // namespace voxmarch
