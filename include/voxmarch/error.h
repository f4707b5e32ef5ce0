// Everything that can go wrong in the world, as exceptions; the same within the library.
#pragma once

#include "voxmarch/export.h"

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// What users can do about an error or a note. The library names no options, buttons or panels: a program can say each
/// of these in its own words.
enum class Remedy {
    reduce_volume,    ///< read a smaller copy of the volume
    other_backend,    ///< sample in another way; detail: which can, "buffer or packet"
    other_device,     ///< take another device
    existing_device,  ///< look which devices there are
    leave_device_out, ///< take one of several devices less
    memory_limit,     ///< raise the limit of memory that was set; detail: MiB that would do, "512", or empty
    other_isovalue,   ///< take another isovalue
    fewer_surfaces,   ///< take fewer isosurfaces
    extraction,       ///< extract in another way; detail: how, "scan"
    surface_method,   ///< draw isosurfaces in another way; detail: how, "mesh"
    shorter_step,     ///< take samples nearer to each other; detail: a step that would do, in voxels, "0.95"
    larger_leaves,    ///< take larger leaves of the octree
    other_traversal,  ///< take another traversal
    interpolation,    ///< interpolate in another way; detail: how, "linear"
    gradient_of,      ///< normals of another source; detail: which, "scalar"
    classification,   ///< classify in another way; detail: how, "post"
    blend,            ///< blend in another way; detail: how, "composite"
    window,           ///< take this window; detail: "0:255"
    existing_preset,  ///< look which presets there are
    raw_layout,       ///< tell size and type of raw voxels; detail: what would fit, "64x64x64:uint8", or empty
    raw_header,    ///< tell the bytes before raw voxels, 0 if some behind them are to be ignored; detail: how many, or
                   ///< empty
    coarser_level, ///< read a coarser stored level in the place of the volume
    level_of_detail, ///< draw a coarser level of detail
    spacing,         ///< tell the distance of voxels
    time,            ///< choose another of several volumes
    channel,         ///< choose another channel
    array,           ///< choose another array
    field,           ///< make a field of these points
    series,          ///< choose one of several DICOM series
    drop_choice,     ///< leave out what was chosen to no effect; detail: "time", "channel", "level", "array" or
                     ///< "series"
    draw_lines,      ///< draw these lines into a volume
    write_lines,     ///< have the library write lines that it can read
    find_volume,     ///< tell where the volume of a session is
    find_labels,     ///< tell where the labels of a session are
    find_lines,      ///< tell where the lines of a session are
    overwrite_input  ///< allow that files that are read are written over
};

struct Advice {
    Remedy remedy;
    std::string detail{};
    bool operator==(const Advice &) const = default;
};

/// Base of all our exceptions. `what()` is one line: what happened, to what, and what to do about it, in words that
/// name no program. Beside these the library throws std::bad_alloc alone.
class VOXMARCH_API Error : public std::runtime_error {
public:
    /// @param advice  what to do about it, the best first
    explicit Error(const std::string &problem, std::vector<Advice> advice = {});

    /// What happened, without the advice.
    const std::string &problem() const noexcept;
    const std::vector<Advice> &advice() const noexcept;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_; ///< shared, as copies of exceptions must not throw
};

/// The caller asked for something that makes no sense (unknown name, value out of range).
class VOXMARCH_API UsageError : public Error {
public:
    using Error::Error;
};

/// An input file is missing, unreadable or not what it claims to be.
class VOXMARCH_API FileError : public Error {
public:
    FileError(std::filesystem::path file, const std::string &problem, std::vector<Advice> advice = {})
        : Error(file.string() + ": " + problem, std::move(advice)), path(std::move(file)) {}
    std::filesystem::path path;
};

/// An output file could not be written.
class VOXMARCH_API OutputError : public Error {
public:
    OutputError(std::filesystem::path file, const std::string &problem, std::vector<Advice> advice = {})
        : Error(file.string() + ": " + problem, std::move(advice)), path(std::move(file)) {}
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
