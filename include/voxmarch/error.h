// Everything that can go wrong in the world, as exceptions; the same within the library.
#pragma once

#include "voxmarch/export.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace voxmarch {

/// Base of all our exceptions. `what()` is one line: what happened, to what, and what to do about it. Beside these the
/// library throws std::bad_alloc alone.
class VOXMARCH_API Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The caller asked for something that makes no sense (unknown name, value out of range).
class VOXMARCH_API UsageError : public Error {
public:
    using Error::Error;
};

/// An input file is missing, unreadable or not what it claims to be.
class VOXMARCH_API FileError : public Error {
public:
    FileError(std::filesystem::path file, const std::string &problem)
        : Error(file.string() + ": " + problem), path(std::move(file)) {}
    std::filesystem::path path;
};

/// An output file could not be written.
class VOXMARCH_API OutputError : public Error {
public:
    OutputError(std::filesystem::path file, const std::string &problem)
        : Error(file.string() + ": " + problem), path(std::move(file)) {}
    std::filesystem::path path;
};

/// No OpenCL device fits the choice, or there is none at all.
class VOXMARCH_API NoDeviceError : public Error {
public:
    using Error::Error;
};

/// Something is larger than the memory or a limit of the device or of this machine.
class VOXMARCH_API MemoryError : public Error {
public:
    using Error::Error;
};

/// An OpenCL call failed. The message names the call, its error code by name and the object.
class VOXMARCH_API DeviceError : public Error {
public:
    using Error::Error;
};

/// A kernel program did not build. `log` is the compiler's, with our file names and lines.
class VOXMARCH_API ProgramError : public DeviceError {
public:
    ProgramError(const std::string &program, std::string build_log)
        : DeviceError("kernel program '" + program + "' does not build:\n" + build_log), log(std::move(build_log)) {}
    std::string log;
};

/// The device or this build cannot do what was asked.
class VOXMARCH_API UnsupportedError : public Error {
public:
    using Error::Error;
};

} // namespace voxmarch
