// Devices: listed, opened, or taken over.
#include "voxmarch/device.h"

#include "api/inside.h"
#include "base/user_folders.h"
#include "device/device.h"

#include <utility>

namespace voxmarch::v1 {

namespace {

voxmarch::DeviceOptions inner(const DeviceOptions &options) {
    voxmarch::DeviceOptions result;
    result.cache_folder = options.cache_folder;
    result.kernel_folder = options.kernel_folder;
    result.memory_limit = options.memory_limit;
    result.longest_wait = options.longest_wait;
    result.log = options.log;
    return result;
}

DeviceInfo outer(const voxmarch::DeviceInfo &info) {
    DeviceInfo result;
    result.index = info.index;
    result.name = info.name;
    result.platform = info.platform;
    result.vendor = info.vendor;
    result.version = info.version;
    result.driver = info.driver;
    result.kind = info.kind;
    result.compute_units = info.compute_units;
    result.global_memory = info.global_memory;
    result.largest_allocation = info.largest_allocation;
    result.backend = info.backend;
    return result;
}

} // namespace

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> devices;
    for (const voxmarch::DeviceInfo &info : voxmarch::list_devices()) {
        devices.push_back(outer(info));
    }
    return devices;
}

std::filesystem::path user_cache_folder() { return voxmarch::user_cache_folder(); }

template <typename Source>
Device::Impl::Impl(const Source &source, const DeviceOptions &options)
    : device(source, inner(options)), info(outer(device.info())) {}

Device::Device(const std::string &selector, const DeviceOptions &options)
    : impl_(std::make_shared<Impl>(selector, options)) {}

Device::Device(_cl_context *context, _cl_command_queue *queue, const DeviceOptions &options)
    : impl_(std::make_shared<Impl>(ExternalQueue{context, queue}, options)) {}

Device::~Device() = default;
Device::Device(Device &&) noexcept = default;
Device &Device::operator=(Device &&) noexcept = default;

const DeviceInfo &Device::info() const { return impl_->info; }
_cl_context *Device::context() const { return impl_->device.context(); }
_cl_command_queue *Device::queue() const { return impl_->device.queue(); }
std::uint64_t Device::allocated() const { return impl_->device.allocated(); }
void Device::finish() const { impl_->device.finish(); }

} // namespace voxmarch::v1
