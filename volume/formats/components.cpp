// Chooses one of several values a voxel, and gathers it from between the others.
#include "volume/formats/components.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace voxmarch {

namespace {

/// Reads whole voxels, and passes one value of each on.
class ComponentBytes final : public ByteSource {
public:
    ComponentBytes(std::unique_ptr<ByteSource> all, Components components, std::size_t value_size)
        : all_(std::move(all)), size_(value_size), step_(static_cast<std::size_t>(components.count) * value_size),
          first_(static_cast<std::size_t>(components.chosen) * value_size) {}

    void read(std::span<std::byte> out) override {
        constexpr std::size_t piece = 1 << 16; // voxels
        while (!out.empty()) {
            const std::size_t count = std::min(piece, out.size() / size_);
            voxels_.resize(count * step_);
            all_->read(voxels_);
            for (std::size_t i = 0; i < count; ++i) {
                std::memcpy(out.data() + i * size_, voxels_.data() + i * step_ + first_, size_);
            }
            out = out.subspan(count * size_);
        }
    }

    void finish() override { all_->finish(); }

private:
    std::unique_ptr<ByteSource> all_;
    std::size_t size_, step_, first_;
    std::vector<std::byte> voxels_;
};

/// @throws FileError
std::uint64_t possible_count(std::int64_t count, const char *of_what, const std::filesystem::path &file) {
    constexpr std::int64_t most = 65536;
    if (count < 1 || count > most) {
        throw FileError(file, fmt::format("says that it has {} {}, which no volume has", count, of_what));
    }
    return static_cast<std::uint64_t>(count);
}

} // namespace

std::vector<ChannelInfo> color_channels(std::size_t count) {
    std::vector<ChannelInfo> channels{
        {"red", glm::dvec3(1, 0, 0)}, {"green", glm::dvec3(0, 1, 0)}, {"blue", glm::dvec3(0, 0, 1)}, {"opacity", {}}};
    channels.resize(count);
    return channels;
}

Components choose_component(std::int64_t count, bool are_colors, const ReadOptions &options,
                            const std::filesystem::path &file, VolumeHeader &header) {
    const std::uint64_t number = possible_count(count, "values per voxel", file);
    if (number == 1) {
        return {};
    }
    header.channels_are_colors = are_colors && (count == 3 || count == 4);
    header.channels.assign(static_cast<std::size_t>(count), {});
    if (header.channels_are_colors) {
        header.channels = color_channels(header.channels.size());
    }
    const std::uint64_t chosen = chosen_number("channel", options.channel, number, file, Remedy::channel);
    note_choice(header, "channel", chosen, number, header.channels[static_cast<std::size_t>(chosen)].name,
                Remedy::channel);
    return {static_cast<int>(count), static_cast<int>(chosen)};
}

Components choose_time(std::int64_t count, const ReadOptions &options, const std::filesystem::path &file,
                       VolumeHeader &header) {
    const std::uint64_t number = possible_count(count, "time points", file);
    const std::uint64_t chosen = chosen_number("time point", options.time, number, file, Remedy::time);
    note_choice(header, "time point", chosen, number, "", Remedy::time);
    header.times = static_cast<int>(count);
    return {static_cast<int>(count), static_cast<int>(chosen)};
}

std::uint64_t chosen_number(const char *what, int wanted, std::uint64_t there, const std::filesystem::path &file,
                            Remedy remedy) {
    if (static_cast<std::uint64_t>(wanted) < there) {
        return static_cast<std::uint64_t>(wanted);
    }
    if (there == 1) {
        throw UsageError(fmt::format("{} has no {} {}, but one only, number 0", file.string(), what, wanted),
                         {{remedy}});
    }
    throw UsageError(
        fmt::format("{} has no {} {}, but {} of them, 0 to {}", file.string(), what, wanted, there, there - 1),
        {{remedy}});
}

void note_choice(VolumeHeader &header, const char *what, std::uint64_t number, std::uint64_t there,
                 const std::string &name, Remedy remedy) {
    if (there > 1) {
        header.notes.push_back({fmt::format("It has {} {}s, 0 to {}; number {}{} is read.", there, what, there - 1,
                                            number, name.empty() ? "" : " (" + name + ")"),
                                {{remedy}}});
    }
}

std::unique_ptr<ByteSource> open_component(std::unique_ptr<ByteSource> all, Components components,
                                           std::size_t value_size) {
    return components.count == 1 ? std::move(all)
                                 : std::make_unique<ComponentBytes>(std::move(all), components, value_size);
}

} // namespace voxmarch
