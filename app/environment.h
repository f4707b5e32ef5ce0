// What the program takes from its environment; the libraries below it look nothing up there.
#pragma once

#include "device/call_watch.h"
#include "device/command_trace.h"
#include "device/device_options.h"

#include <span>
#include <string>

namespace voxmarch {

struct EnvironmentVariable {
    const char *name, *meaning;
};

/// Those that users may set, as the manual lists them.
std::span<const EnvironmentVariable> environment_variables();

/// What is drawn on where neither the command line nor VOXMARCH_DEVICE says so. Before threads are started.
/// @param origin  that said it, for messages
void prefer_device(const std::string &device, const std::string &origin);

/// What keeps the commands of devices that are opened with environment_options(), once it is started.
CommandTrace &command_trace();

/// What watches the calls of devices that are opened with environment_options(), once it is started.
CallWatch &call_watch();

/// Default device: VOXMARCH_DEVICE, else as preferred. Folder of kernels: VOXMARCH_KERNEL_DIR. Cache:
/// VOXMARCH_CACHE_DIR ("" or "off": none), else $XDG_CACHE_HOME/voxmarch, else $HOME/.cache/voxmarch, else none. Hint:
/// variables that hide drivers.
DeviceOptions environment_options();

/// How often a launcher started this program, and the how-manieth it is.
struct Launch {
    int size = 1, rank = 0;
};

/// What mpirun of OpenMPI and MPICH, or srun, say: OMPI_COMM_WORLD_SIZE and _RANK, PMI_SIZE and _RANK, or PMIX_RANK
/// with SLURM_STEP_NUM_TASKS. Else the program is alone.
Launch launched();

/// Sets what OpenCL drivers read in the environment when they are loaded: GALLIVM_PERF=no_aos_sampling, without which
/// rusticl on llvmpipe interpolates 8-bit images with 8-bit weights. Belongs before the first OpenCL call, while the
/// process has one thread.
void prepare_drivers();

} // namespace voxmarch
