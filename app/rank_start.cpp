// Loads the module that wraps MPI: a program that is started alone needs no MPI and does not wait for its libraries.
#include "app/rank_start.h"

#include "app/environment.h"
#include "base/error.h"

#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Beside the program, where it is built, or where it is installed.
fs::path module_file() {
    constexpr const char *name = "voxmarch_mpi.so";
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const fs::path beside = folder / name;
    return fs::exists(beside, ignored) ? beside : folder / VOXMARCH_MODULE_FOLDER / name;
}

std::unique_ptr<RankLink> load_link(const Launch &launch) {
    const std::string started = fmt::format("this program was started {} times, by mpirun or the like, ", launch.size);
    std::error_code ignored;
    const fs::path file = module_file();
    if (!fs::exists(file, ignored)) {
        throw UnsupportedError(started + "but built without MPI: start it once, or install libopenmpi-dev and build "
                                         "it again");
    }
    void *module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL); // parts of MPI are loaded by MPI and look for it
    using Maker = RankLink *(*)();
    const auto make = module ? reinterpret_cast<Maker>(dlsym(module, "voxmarch_rank_link")) : nullptr;
    if (make == nullptr) {
        throw UnsupportedError(started + "but MPI cannot be loaded: " + dlerror());
    }
    return std::unique_ptr<RankLink>(make());
}

} // namespace

Ranks join_ranks() {
    const Launch launch = launched();
    if (launch.size <= 1) {
        return {};
    }
    Ranks ranks(load_link(launch));
    if (ranks.size() != launch.size) {
        throw UnsupportedError(fmt::format("the launcher started this program {} times, but its MPI knows of {}: take "
                                           "the mpirun of the MPI that it was built with",
                                           launch.size, ranks.size()));
    }
    return ranks;
}

} // namespace voxmarch
