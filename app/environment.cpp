// Reads and sets environment variables.
#include "app/environment.h"

#include "base/user_folders.h"

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

struct Preference {
    std::string device, origin;
};

Preference &preference() {
    static Preference kept;
    return kept;
}

/// Empty if it is not set.
std::string variable(const char *name) {
    const char *value = std::getenv(name);
    return value ? value : "";
}

fs::path cache_folder() {
    if (const char *own = std::getenv("VOXMARCH_CACHE_DIR")) {
        return std::string_view(own) == "off" ? fs::path() : fs::path(own);
    }
    return user_cache_folder();
}

/// Mesa's rusticl hides its devices, and then even itself, until this variable names a driver.
bool rusticl_hides() {
    if (std::getenv("RUSTICL_ENABLE")) {
        return false;
    }
    const std::string vendors = variable("OCL_ICD_VENDORS");
    std::error_code ignored;
    return vendors.empty()
               ? fs::exists("/etc/OpenCL/vendors/rusticl.icd", ignored)
               : vendors.find("rusticl") != std::string::npos || fs::exists(fs::path(vendors) / "rusticl.icd", ignored);
}

/// What may hide the drivers; "" if nothing does.
std::string hidden_drivers() {
    std::string hints;
    if (rusticl_hides()) {
        hints += "; rusticl shows its devices only with RUSTICL_ENABLE=llvmpipe or the name of your GPU's driver";
    }
    if (std::getenv("OCL_ICD_VENDORS")) {
        hints += "; OCL_ICD_VENDORS is set to '" + variable("OCL_ICD_VENDORS") + "': is that where the drivers are?";
    }
    return hints;
}

/// Below 0 if it is not set, or no number.
int number_in(const char *name) {
    const std::string text = variable(name);
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

} // namespace

void prefer_device(const std::string &device, const std::string &origin) { preference() = {device, origin}; }

std::span<const EnvironmentVariable> environment_variables() {
    static constexpr EnvironmentVariable variables[] = {
        {"VOXMARCH_DEVICE",
         "what draws where --device does not say: a number or part of a name in voxmarch devices, cpu "
         "or gpu"},
        {"VOXMARCH_CACHE_DIR", "folder of compiled kernels; off: none (default: XDG_CACHE_HOME/voxmarch, else "
                               "~/.cache/voxmarch)"},
        {"VOXMARCH_KERNEL_DIR", "folder of kernels that are used in the place of those built in, for who edits them"},
        {"XDG_CACHE_HOME, HOME", "folders that the cache and the settings lie in where nothing else is said"},
        {"XDG_CONFIG_HOME", "folder of settings, which are in voxmarch below it (default: ~/.config)"},
        {"OCL_ICD_VENDORS", "of the OpenCL loader: folder of drivers, or one .icd file (default: /etc/OpenCL/vendors)"},
        {"RUSTICL_ENABLE", "of Mesa: which drivers show their devices, e.g. radeonsi, iris or llvmpipe"},
        {"GALLIVM_PERF", "of Mesa: no_aos_sampling is added, so that llvmpipe interpolates exactly"},
        {"DISPLAY, WAYLAND_DISPLAY, SDL_VIDEODRIVER", "where the viewer opens its window"},
        {"LC_ALL, LC_CTYPE, LANG", "whether histograms in a terminal may be drawn in UTF-8"},
        {"OMPI_COMM_WORLD_SIZE and _RANK, PMI_SIZE and _RANK, SLURM_STEP_NUM_TASKS with PMIX_RANK",
         "set by MPI's launchers: how many programs share the work, and which of them this one is"},
    };
    return variables;
}

Launch launched() {
    for (const auto &[size, rank] : {std::pair("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
                                     {"PMI_SIZE", "PMI_RANK"},
                                     {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}}) {
        if (const Launch launch{number_in(size), number_in(rank)}; launch.size > 0 && launch.rank >= 0) {
            return launch;
        }
    }
    return {};
}

CommandTrace &command_trace() {
    static CommandTrace kept;
    return kept;
}

CallWatch &call_watch() {
    static CallWatch kept;
    return kept;
}

DeviceOptions environment_options() {
    DeviceOptions options;
    options.watch = &call_watch();
    options.trace = &command_trace();
    options.cache_folder = cache_folder();
    options.kernel_folder = variable("VOXMARCH_KERNEL_DIR");
    options.default_device = variable("VOXMARCH_DEVICE");
    options.default_origin = "VOXMARCH_DEVICE";
    if (options.default_device.empty() && !preference().device.empty()) {
        options.default_device = preference().device;
        options.default_origin = preference().origin;
    }
    options.driver_hint = hidden_drivers();
    return options;
}

void prepare_drivers() {
    const std::string exact = "no_aos_sampling", users = variable("GALLIVM_PERF");
    if (users.find(exact) == std::string::npos) {
        setenv("GALLIVM_PERF", (users.empty() ? exact : users + "," + exact).c_str(), 1);
    }
}

} // namespace voxmarch
