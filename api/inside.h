// What public objects hold, and the way there from other files of api/.
#pragma once

#include "device/device.h"
#include "scene/scene_content.h"
#include "volume/data_survey.h"
#include "volume/volume.h"
#include "voxmarch/device.h"
#include "voxmarch/renderer.h"
#include "voxmarch/volume.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch::v1 {

/// Members of public classes would be shown with them.
#define VOXMARCH_LOCAL __attribute__((visibility("hidden")))

struct VOXMARCH_LOCAL Device::Impl {
    voxmarch::Device device;
    DeviceInfo info;

    template <typename Source> Impl(const Source &source, const DeviceOptions &options);
};

struct VOXMARCH_LOCAL Volume::Impl {
    SceneContent content; ///< its channels
    Grid grid;
    std::string source{}; ///< what it was read from; empty: memory
    ReadOptions read{};   ///< and how; with the channels, where there are several

    /// What a channel is like as it is stored, before it was reduced. Cost: see survey_data(), at the first call, of
    /// all.
    const DataSurvey &survey(std::size_t channel = 0) const;

    std::size_t channels() const { return 1 + content.other_channels.size(); }

    /// Numbers of the channels in the file.
    std::vector<int> numbers() const;

    /// @param stored  of each channel; empty: they are as they are here
    explicit Impl(voxmarch::Volume whole, std::string from = {}, ReadOptions how = {},
                  std::vector<DataSurvey> stored = {});
    explicit Impl(SceneContent all, std::string from = {}, ReadOptions how = {}, std::vector<DataSurvey> stored = {});

private:
    mutable std::once_flag surveyed_;
    mutable std::vector<DataSurvey> surveys_;
};

/// The same voxels of a channel, not copied; they live as long as the new volume. Cost: a pass over them.
voxmarch::Volume sharing(const Volume &volume, std::size_t channel = 0);

/// Opens public objects.
struct Inside {
    static voxmarch::Device &device(const Device &device) { return device.impl_->device; }
    static const std::shared_ptr<Device::Impl> &keep(const Device &device) { return device.impl_; }
    static const Volume::Impl &impl(const Volume &volume) { return *volume.impl_; }
    static const std::shared_ptr<const Volume::Impl> &keep(const Volume &volume) { return volume.impl_; }
    static const voxmarch::Volume &volume(const Volume &volume) { return volume.impl_->content.volume; }
    template <typename... Parts> static Volume make_volume(Parts &&...parts) {
        return Volume(std::make_shared<const Volume::Impl>(std::forward<Parts>(parts)...));
    }
};

} // namespace voxmarch::v1
