// The text and the JSON of `voxmarch devices`.
#include "device/device_info.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

std::string size_text(std::uint64_t bytes) {
    const auto value = static_cast<double>(bytes);
    if (bytes >= (1ull << 30)) {
        return fmt::format("{:.1f} GiB", value / (1 << 30));
    }
    return bytes >= (1ull << 20) ? fmt::format("{:.0f} MiB", value / (1 << 20))
                                 : fmt::format("{:.0f} KiB", value / 1024);
}

std::string format_list(const DeviceInfo &info) {
    std::string list;
    for (const ImageFormat format : info.good_formats) {
        list += fmt::format("{}{}", list.empty() ? "" : " ", name_of(format));
    }
    return list.empty() ? "none" : list;
}

/// One aligned line of the text.
std::string row(std::string_view name, std::string_view value) { return fmt::format("    {:<20}{}\n", name, value); }

std::string votes_text(const DeviceInfo &info) {
    switch (info.warp_vote) {
    case WarpVote::sub_group: return fmt::format("sub-groups of {} lanes", info.warp_lanes);
    case WarpVote::ptx: return fmt::format("PTX vote, {} lanes (no sub-groups)", info.warp_lanes);
    case WarpVote::single: break;
    }
    return "none: no sub-groups, no PTX vote (a warp of one lane)";
}

std::string probed_rows(const DeviceInfo &info) {
    if (!info.probed) {
        return row("capabilities", "not probed");
    }
    std::string text = row("warp votes", votes_text(info)) +
                       row("3D image writes", info.image_3d_writes ? "yes" : "no") +
                       row("64-bit atomics", info.atomics_64 ? "yes" : "no") +
                       row("event times", info.event_times ? "device" : "host (the device's are not believable)") +
                       row("good 3D formats", format_list(info)) +
                       row("sampling back end", fmt::format("{}: {}", name_of(info.backend), info.backend_reason));
    for (const std::string &remark : info.remarks) {
        text += row("remark", remark);
    }
    return text;
}

std::string describe_device(const DeviceInfo &info) {
    const auto &limit = info.image_3d_limit;
    return fmt::format("{}  {} ({})\n", info.index, info.name, name_of(info.kind)) + row("platform", info.platform) +
           row("vendor", info.vendor) + row("OpenCL", fmt::format("{}; {}", info.version, info.c_version)) +
           row("driver", info.driver) +
           row("compute units", fmt::format("{} at {} MHz", info.compute_units, info.clock_mhz)) +
           row("memory", size_text(info.global_memory)) +
           row("largest allocation", size_text(info.largest_allocation)) +
           row("local memory", size_text(info.local_memory) + " a work-group") +
           row("3D images", limit[0] == 0 ? "none" : fmt::format("up to {}x{}x{}", limit[0], limit[1], limit[2])) +
           row("work-group limit", fmt::format("{} work-items", info.work_group_limit)) + probed_rows(info);
}

nlohmann::ordered_json device_json(const DeviceInfo &info) {
    nlohmann::ordered_json object{
        {"index", info.index},
        {"name", info.name},
        {"kind", name_of(info.kind)},
        {"platform", info.platform},
        {"vendor", info.vendor},
        {"opencl_version", info.version},
        {"opencl_c_version", info.c_version},
        {"driver", info.driver},
        {"extensions", info.extensions},
        {"compute_units", info.compute_units},
        {"clock_mhz", info.clock_mhz},
        {"global_memory_bytes", info.global_memory},
        {"largest_allocation_bytes", info.largest_allocation},
        {"local_memory_bytes", info.local_memory},
        {"image_3d_limit", info.image_3d_limit},
        {"work_group_limit", info.work_group_limit},
        {"probed", info.probed},
    };
    if (info.probed) {
        object["warp_vote"] = name_of(info.warp_vote);
        object["sub_groups"] = info.warp_vote == WarpVote::sub_group;
        object["ptx_vote"] = info.warp_vote == WarpVote::ptx;
        object["warp_lanes"] = info.warp_lanes;
        object["image_3d_writes"] = info.image_3d_writes;
        object["atomics_64"] = info.atomics_64;
        object["long_loops"] = info.long_loops;
        object["event_times"] = info.event_times;
        object["good_formats"] = nlohmann::ordered_json::array();
        for (const ImageFormat format : info.good_formats) {
            object["good_formats"].push_back(name_of(format));
        }
        object["backend"] = name_of(info.backend);
        object["backend_reason"] = info.backend_reason;
        object["remarks"] = info.remarks;
    }
    return object;
}

} // namespace

std::string describe_devices(const std::vector<DeviceInfo> &devices) {
    std::string text;
    for (const DeviceInfo &info : devices) {
        if (!text.empty()) {
            text += '\n';
        }
        text += describe_device(info);
    }
    return text;
}

std::string devices_json(const std::vector<DeviceInfo> &devices) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceInfo &info : devices) {
        list.push_back(device_json(info));
    }
    // Drivers' texts need not be UTF-8.
    return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace voxmarch
