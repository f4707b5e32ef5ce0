// Finds out by trying what a device really can do, and remembers it.
#include "device/probe.h"
#include "base/error.h"
#include "device/cache.h"
#include "device/cl_call.h"
#include "device/context.h"
#include "device/discovery.h"
#include "device/image_format.h"
#include "device/kernel_source.h"
#include "device/probe_tests.h"
#include "device/quirks.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace voxmarch {

namespace {

using nlohmann::json;

/// To be counted up when the experiments or what is stored of them change.
constexpr std::string_view probe_version = "2";

/// Runs the experiments and writes what they find into a DeviceInfo.
class Prober {
public:
    Prober(Device &device, DeviceInfo &info) : device_(device), info_(info), kernels_(device, files()) {}

    void run() {
        probe_images();
        probe_atomics();
        info_.long_loops = passes("loops", [&] { return test_long_loops(device_, kernels_); });
        probe_votes();
        info_.event_times = passes("event times", [&] { return test_event_times(device_); });
    }

    /// False if an OpenCL call failed: that may be a passing trouble and is not worth remembering.
    bool worth_keeping() const { return worth_keeping_; }

private:
    Device &device_;
    DeviceInfo &info_;
    ProbeKernels kernels_;
    bool worth_keeping_ = true;

    bool may_have_images() const { return info_.image_3d_limit[0] > 0; }
    bool may_write_images() const { return may_have_images() && lists("cl_khr_3d_image_writes"); }
    bool may_have_atomics() const {
        return lists("cl_khr_int64_base_atomics") && lists("cl_khr_int64_extended_atomics");
    }
    bool may_have_sub_groups() const { return has_sub_groups() && !has_quirk(info_, Quirk::sub_groups_run_in_turn); }

    /// Of the experiments that this device may pass.
    std::vector<std::string> files() const {
        std::vector<std::string> all{"probe_loop.cl"};
        const auto add = [&](bool wanted, std::initializer_list<const char *> some) {
            if (wanted) {
                all.insert(all.end(), some.begin(), some.end());
            }
        };
        add(may_have_images(), {"probe_image.cl"});
        add(may_write_images(), {"probe_image_write.cl"});
        add(may_have_atomics(), {"probe_atomics.cl"});
        if (may_have_sub_groups()) {
            add(true, {"warp_sub_group.cl", "probe_warp.cl"});
        } else {
            add(has_quirk(info_, Quirk::inline_ptx), {"warp_ptx.cl", "probe_warp.cl"});
        }
        return all;
    }

    bool lists(const std::string &extension) const {
        return (" " + info_.extensions + " ").find(" " + extension + " ") != std::string::npos;
    }

    /// What fails becomes a remark.
    template <typename Experiment> bool passes(const std::string &what, const Experiment &experiment) {
        Finding finding;
        try {
            finding = experiment();
        } catch (const ProgramError &) {
            finding = "do not build";
        } catch (const DeviceError &error) {
            finding = std::string("fail: ") + error.what();
            worth_keeping_ = false;
        }
        if (!finding.empty()) {
            info_.remarks.push_back(what + " " + finding);
        }
        return finding.empty();
    }

    void probe_images() {
        if (!may_have_images()) {
            info_.remarks.emplace_back("has no images");
            return;
        }
        for (const ImageFormat format : values_of<ImageFormat>()) {
            if (passes(fmt::format("3D image format {}", name_of(format)),
                       [&] { return test_image_format(device_, kernels_, format); })) {
                info_.good_formats.push_back(format);
            }
        }
        info_.image_3d_writes =
            may_write_images() && !info_.good_formats.empty() &&
            std::all_of(info_.good_formats.begin(), info_.good_formats.end(), [&](ImageFormat format) {
                return passes(fmt::format("{}:", name_of(format)),
                              [&] { return test_image_writes(device_, kernels_, format); });
            });
    }

    void probe_atomics() {
        info_.atomics_64 =
            may_have_atomics() && passes("64-bit atomics", [&] { return test_atomics_64(device_, kernels_); });
    }

    bool has_sub_groups() const {
        int major = 0, minor = 0;
        std::sscanf(info_.version.c_str(), "OpenCL %d.%d", &major, &minor);
        constexpr cl_device_info max_num_sub_groups = 0x105C; // since OpenCL 2.1
        cl_uint groups = 0;
        return lists("cl_khr_subgroups") ||
               (major * 10 + minor >= 21 &&
                clGetDeviceInfo(device_.handle(), max_num_sub_groups, sizeof(groups), &groups, nullptr) == CL_SUCCESS &&
                groups > 0);
    }

    void try_vote(WarpVote vote, const std::string &file, const std::string &what) {
        unsigned lanes = 1;
        if (passes(what, [&] { return test_warp_votes(device_, kernels_, file, lanes); })) {
            info_.warp_vote = vote;
            info_.warp_lanes = lanes;
        }
    }

    void probe_votes() {
        if (may_have_sub_groups()) {
            try_vote(WarpVote::sub_group, "warp_sub_group.cl", "sub-group votes");
        }
        if (info_.warp_vote == WarpVote::single && has_quirk(info_, Quirk::inline_ptx)) {
            try_vote(WarpVote::ptx, "warp_ptx.cl", "PTX votes");
        }
    }
};

std::string to_text(const DeviceInfo &info) {
    json formats = json::array();
    for (const ImageFormat format : info.good_formats) {
        formats.push_back(static_cast<int>(format));
    }
    return json{{"formats", formats},
                {"remarks", info.remarks},
                {"vote", static_cast<int>(info.warp_vote)},
                {"lanes", info.warp_lanes},
                {"image_writes", info.image_3d_writes},
                {"atomics", info.atomics_64},
                {"long_loops", info.long_loops},
                {"event_times", info.event_times}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

/// False if the text is not what to_text writes; `info` is unchanged then.
bool from_text(const std::string &text, DeviceInfo &info) {
    try {
        const json stored = json::parse(text);
        DeviceInfo read = info;
        for (const int format : stored.at("formats").get<std::vector<int>>()) {
            read.good_formats.push_back(static_cast<ImageFormat>(format));
        }
        read.remarks = stored.at("remarks").get<std::vector<std::string>>();
        read.warp_vote = static_cast<WarpVote>(stored.at("vote").get<int>());
        read.warp_lanes = stored.at("lanes").get<unsigned>();
        read.image_3d_writes = stored.at("image_writes").get<bool>();
        read.atomics_64 = stored.at("atomics").get<bool>();
        read.long_loops = stored.at("long_loops").get<bool>();
        read.event_times = stored.at("event_times").get<bool>();
        info = std::move(read);
        return true;
    } catch (const json::exception &) {
        return false;
    }
}

/// Everything the results depend on, the text of the experiments included.
CacheKey probe_key(const Device &device, const DeviceInfo &info) {
    std::string kernels;
    for (const char *file : {"probe_image.cl", "probe_image_write.cl", "probe_atomics.cl", "probe_warp.cl",
                             "probe_loop.cl", "warp_sub_group.cl", "warp_ptx.cl"}) {
        kernels += kernel_text(file, device.options().kernel_folder);
    }
    return CacheKey("probe", {probe_version, kernels, info.platform, platform_version(device.handle()), info.name,
                              info.version, info.driver});
}

} // namespace

std::pair<SamplingBackend, std::string> choose_backend(const DeviceInfo &info) {
    constexpr auto formats = values_of<ImageFormat>();
    const bool has_formats = std::all_of(formats.begin(), formats.end(), [&](ImageFormat format) {
        return std::find(info.good_formats.begin(), info.good_formats.end(), format) != info.good_formats.end();
    });
    if (info.kind == DeviceKind::cpu) {
        if (has_quirk(info, Quirk::fast_image_sampling) && has_formats) {
            return {SamplingBackend::image, "this CPU driver compiles image sampling better than wide vectors"};
        }
        return {SamplingBackend::packet,
                "a CPU samples images in software; 16 pixels a work-item fill its vector units"};
    }
    if (has_formats) {
        return {SamplingBackend::image, "the texture units interpolate all four 3D image formats"};
    }
    return {SamplingBackend::buffer, "some 3D image formats are missing or broken"};
}

void probe_device(Device &device, DeviceInfo &info) {
    const CacheKey key = probe_key(device, info);
    const std::optional<std::string> cached = load_cached(device.options().cache_folder, key);
    if (!cached || !from_text(*cached, info)) {
        Prober prober(device, info);
        prober.run();
        for (const std::string &remark : info.remarks) {
            device.log(fmt::format("{}: {}", info.name, remark));
        }
        if (prober.worth_keeping()) {
            store_cached(device.options().cache_folder, key, to_text(info));
        }
    }
    std::tie(info.backend, info.backend_reason) = choose_backend(info);
    info.probed = true;
}

} // namespace voxmarch
