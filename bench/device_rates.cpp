// Copies large buffers about.
#include "bench/device_rates.h"

#include "bench/host_stages.h"
#include "device/staged_download.h"
#include "device/staged_upload.h"

#include <algorithm>
#include <map>

namespace voxmarch {

namespace {

/// More than caches hold, and no more than an eighth of what the device has.
constexpr std::uint64_t most_bytes = std::uint64_t{512} << 20;

/// Of the median of some copies, the first not counted.
template <typename Copy> double rate_of(std::uint64_t bytes, const Copy &copy) {
    return static_cast<double>(bytes) / time_of(7, copy).median * 1e3;
}

DeviceRates measure(Device &device) {
    const DeviceInfo &info = device.info();
    const std::uint64_t bytes = std::min({most_bytes, info.largest_allocation, info.global_memory / 8});
    Buffer from(device, bytes, "source of copies"), to(device, bytes, "target of copies");
    from.fill(1);
    to.fill(2);
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        const double ms = milliseconds({to.copy_from(from)});
        if (i >= 2) {
            times.push_back(ms);
        }
    }
    DeviceRates rates;
    rates.copy = 2.0 * static_cast<double>(bytes) / spread_of(times).median * 1e3;
    if (info.kind == DeviceKind::cpu) {
        rates.upload = rates.read_back = rates.copy / 2.0;
        return rates;
    }
    rates.upload = rate_of(bytes, [&] {
        upload_staged(device, to, 0, bytes, [](std::uint64_t, std::span<std::byte>) {}, {.threads = 1});
    });
    rates.read_back = rate_of(bytes, [&] {
        download_staged(device, from, 0, bytes, [](std::uint64_t, std::span<const std::byte>) {}, {.threads = 1});
    });
    return rates;
}

} // namespace

const DeviceRates &rates_of(Device &device) {
    static std::map<std::string, DeviceRates> known;
    const std::string &name = device.info().name;
    const auto found = known.find(name);
    return found != known.end() ? found->second : known.emplace(name, measure(device)).first->second;
}

} // namespace voxmarch
