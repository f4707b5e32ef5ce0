// Which device to use, by number, by part of a name, or by kind.
#include "base/error.h"
#include "device/device_info.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <sstream>

namespace voxmarch {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Case-insensitive.
bool contains(const std::string &text, const std::string &part) {
    return lower(text).find(lower(part)) != std::string::npos;
}

std::optional<int> whole_number(const std::string &text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string names_of(const std::vector<DeviceInfo> &devices) {
    std::string names;
    for (const DeviceInfo &device : devices) {
        names += fmt::format("{}{} '{}'", names.empty() ? "" : ", ", device.index, device.name);
    }
    return names;
}

/// The kind that this word means, if it is one.
std::optional<DeviceKind> kind_named(const std::string &word) {
    for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::cpu}) {
        if (lower(word) == lower(std::string(name_of(kind)))) {
            return kind;
        }
    }
    return std::nullopt;
}

/// The version too may tell whose it is, see Quirk::name_in_version.
bool is_called(const DeviceInfo &device, const std::string &part) {
    return contains(device.name, part) || contains(device.platform, part) || contains(device.version, part);
}

/// The first device of the best kind there is.
int preferred(const std::vector<DeviceInfo> &devices) {
    for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::cpu}) {
        for (const DeviceInfo &device : devices) {
            if (device.kind == kind) {
                return device.index;
            }
        }
    }
    return devices.front().index;
}

} // namespace

int choose_device(const std::vector<DeviceInfo> &devices, const std::string &selector, const DeviceOptions &options) {
    if (devices.empty()) {
        throw NoDeviceError("there is no OpenCL device; install pocl-opencl-icd to use the CPU");
    }
    const std::string &wanted = selector.empty() ? options.default_device : selector;
    const bool has_origin = selector.empty() && !options.default_origin.empty();
    const std::string origin = has_origin ? fmt::format(" (from {})", options.default_origin) : "";
    if (wanted.empty()) {
        return preferred(devices);
    }
    const std::optional<int> number = whole_number(wanted);
    for (const DeviceInfo &device : devices) {
        if (number == device.index) {
            return device.index;
        }
    }
    const std::optional<DeviceKind> kind = kind_named(wanted);
    for (const DeviceInfo &device : devices) {
        if (kind == device.kind) {
            return device.index;
        }
    }
    // Short numbers are indices only: names are full of digits. Long ones may be a model, like 4090.
    const bool may_be_name = !number || wanted.size() > 2;
    for (const DeviceInfo &device : devices) {
        if (may_be_name && is_called(device, wanted)) {
            return device.index;
        }
    }
    const bool several = wanted == "all" || wanted.find(',') != std::string::npos;
    throw NoDeviceError(fmt::format("no OpenCL device fits '{}'{}{}; there are: {}", wanted, origin,
                                    several ? ", one device is used here" : "", names_of(devices)));
}

std::vector<int> choose_devices(const std::vector<DeviceInfo> &devices, const std::string &selector,
                                const DeviceOptions &options) {
    std::vector<int> chosen;
    const auto add = [&](int index) {
        if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) {
            chosen.push_back(index);
        }
    };
    if (lower(selector) == "all" && !devices.empty()) {
        for (const DeviceInfo &device : devices) {
            add(device.index);
        }
        return chosen;
    }
    std::istringstream words(selector);
    for (std::string word; std::getline(words, word, ',');) {
        if (word.empty()) {
            throw NoDeviceError(fmt::format("'{}' names an empty device; write numbers or names between commas, or "
                                            "all",
                                            selector));
        }
        add(choose_device(devices, word, options));
    }
    if (chosen.empty()) {
        add(choose_device(devices, "", options));
    }
    return chosen;
}

} // namespace voxmarch
