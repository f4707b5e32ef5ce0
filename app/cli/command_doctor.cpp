// voxmarch doctor: checks step by step what a first picture needs, and says what to do where a step fails.
#include "app/build_features.h"
#include "app/cli/commands.h"
#include "app/cli/print_json.h"
#include "app/cli/typed_options.h"
#include "app/environment.h"
#include "app/remedy_text.h"
#include "base/output_file.h"
#include "base/user_folders.h"
#include "device/device.h"
#include "renderer/reference/caster.h"
#include "renderer/volume_renderer.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"

#include "renderer/views.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Rounding of a device: 8-bit weights of texture units move a sample by 1/255 or so.
constexpr int largest_good_difference = 4;

/// Prints what is found, line by line; or keeps it for JSON in the end.
class Findings {
public:
    explicit Findings(bool as_json) : as_json_(as_json) {}

    void good(const std::string &what) { add("ok", what, ""); }
    void remark(const std::string &what) { add("remark", what, ""); }
    void problem(const std::string &what, const std::string &remedy) { add("problem", what, remedy); }

    /// @return the same code
    int end(int code) const {
        if (as_json_) {
            print_json({{"good", code == 0}, {"findings", list_}});
        }
        return code;
    }

private:
    bool as_json_;
    nlohmann::ordered_json list_ = nlohmann::ordered_json::array();

    void add(const std::string &state, const std::string &what, const std::string &remedy) {
        if (as_json_) {
            list_.push_back({{"state", state}, {"what", what}});
            if (!remedy.empty()) {
                list_.back()["remedy"] = remedy;
            }
        } else if (remedy.empty()) {
            fmt::print("{:<8} {}\n", state, what);
        } else {
            fmt::print("PROBLEM  {}\n         {}\n", what, remedy);
        }
    }
};

void tell_build(Findings &findings) {
    for (const BuildFeature &feature : build_features()) {
        feature.present ? findings.good("built with " + feature.name)
                        : findings.remark(fmt::format("built without {} ({})", feature.name, feature.remedy));
    }
}

/// The drivers that the OpenCL loader will find: names of .icd files.
void tell_drivers(Findings &findings) {
    const char *variable = std::getenv("OCL_ICD_VENDORS");
    const fs::path place = variable && *variable ? variable : "/etc/OpenCL/vendors";
    std::error_code error;
    const bool named = !place.has_parent_path() && fs::is_regular_file("/etc/OpenCL/vendors" / place, error);
    if (named || fs::is_regular_file(place, error) || place.extension() == ".so") {
        findings.good(fmt::format("OpenCL drivers: {} (OCL_ICD_VENDORS)", place.string()));
        return;
    }
    std::set<std::string> names;
    for (const fs::directory_entry &entry : fs::directory_iterator(place, error)) {
        if (entry.path().extension() == ".icd") {
            names.insert(entry.path().stem().string());
        }
    }
    if (names.empty()) {
        findings.problem(fmt::format("no OpenCL driver (.icd file) in {}", place.string()),
                         "install the driver of your GPU, or pocl-opencl-icd for the CPU");
        return;
    }
    std::string list;
    for (const std::string &name : names) {
        list += (list.empty() ? "" : ", ") + name;
    }
    findings.good(fmt::format("OpenCL drivers in {}: {}", place.string(), list));
    if (names.count("rusticl") > 0 && std::getenv("RUSTICL_ENABLE") == nullptr) {
        findings.remark(
            "rusticl shows no devices until RUSTICL_ENABLE names a Mesa driver, e.g. radeonsi, iris or llvmpipe");
    }
}

/// Removes what runs left behind in a folder that were killed.
void tell_abandoned(const fs::path &folder, Findings &findings) {
    if (const int count = remove_abandoned_files(folder); count > 0) {
        findings.good(fmt::format("removed {} unfinished file{} of killed runs in {}", count, count == 1 ? "" : "s",
                                  fs::absolute(folder).lexically_normal().string()));
    }
}

void tell_cache(Findings &findings) {
    const fs::path folder = environment_options().cache_folder;
    if (folder.empty()) {
        findings.remark(
            "no cache folder (VOXMARCH_CACHE_DIR, XDG_CACHE_HOME, HOME): kernels are compiled at every start");
        return;
    }
    try {
        fs::create_directories(folder);
        tell_abandoned(folder, findings);
        OutputFile trial(folder / "doctor-trial"); // goes away without commit()
        trial.write("x");
        findings.good(fmt::format("kernels are cached in {}", folder.string()));
    } catch (const std::exception &) {
        findings.remark(
            fmt::format("the cache folder {} cannot be written: kernels are compiled at every start", folder.string()));
    }
}

/// A small picture on the device against the reference caster; the largest difference in 1/255.
int trial_difference(Device &device) {
    const Volume volume = synthesize("torus", 24);
    const TransferFunction &thesis = find_preset("thesis");
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(device, volume);
    renderer.set_transfer(thesis);
    const Image image = renderer.render(camera, 48, 48, {});
    const ReferenceScene scene{&volume, over_values(thesis, default_window(volume.type(), volume.range())), camera, {}};
    return compare(image, reference_render(scene, 48, 48)).largest;
}

/// Opens the device and draws. @return false after a problem
bool check_device(const std::string &selector, Findings &findings) {
    try {
        Device device(selector, environment_options());
        const DeviceInfo &info = device.info();
        findings.good(fmt::format("device {}: {} opens; {} back end, {}", info.index, info.name, name_of(info.backend),
                                  info.backend_reason));
        for (const std::string &text : info.remarks) {
            findings.remark(text);
        }
        const int difference = trial_difference(device);
        if (difference > largest_good_difference) {
            findings.problem(fmt::format("a small picture differs from the reference by {}/255", difference),
                             fmt::format("try another --device or --backend, and report this driver: {}", info.driver));
            return false;
        }
        findings.good(fmt::format("a small picture differs from the reference by at most {}/255", difference));
        return true;
    } catch (const NoDeviceError &) {
        throw;
    } catch (const Error &error) {
        findings.problem(command_line_text(error), "try another device, see voxmarch devices; --device N chooses it");
        return false;
    }
}

void tell_config(const Config &config, Findings &findings) {
    const fs::path folder = user_config_folder();
    if (!config.file.empty()) {
        findings.good(fmt::format("{} says: {}", config.file.string(), summary(config)));
    } else if (!folder.empty()) {
        const fs::path file = folder / "config.json";
        std::error_code ignored;
        findings.good(fs::exists(file, ignored)
                          ? fmt::format("no settings: {} is not read (--config none)", file.string())
                          : fmt::format("no settings: there is no {}", file.string()));
    }
}

int run_doctor(const std::string &selector, const Config &config, bool as_json) {
    Findings findings(as_json);
    constexpr int no_device = 3, device_problem = 6;
    tell_build(findings);
    tell_config(config, findings);
    tell_cache(findings);
    tell_abandoned(".", findings);
    tell_drivers(findings);
    try {
        const std::size_t count = list_devices(environment_options()).size();
        findings.good(fmt::format("{} OpenCL device{}", count, count == 1 ? "" : "s"));
        if (!check_device(selector, findings)) {
            return findings.end(device_problem);
        }
    } catch (const NoDeviceError &error) {
        findings.problem("no device to draw on", command_line_text(error));
        return findings.end(no_device);
    }
    findings.good("everything a picture needs works: voxmarch render synthetic:tree -o tree.png");
    return findings.end(0);
}

} // namespace

void add_doctor_command(CLI::App &app, Action &action, const Config &config) {
    auto selector = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("doctor", "check drivers, devices and a first picture");
    command->footer(
        "Removes unfinished files (NAME.part-...) that killed runs left in the current folder and in the "
        "cache.\nEnds with 0 if a picture can be drawn, 3 without a device, 6 if the device draws it wrong.");
    add_device_option(*command, *selector);
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "what is found as JSON");
    command->callback([&action, &config, selector, json] {
        action = [&config, selector, json] { return run_doctor(*selector, config, *json); };
    });
}

} // namespace voxmarch
