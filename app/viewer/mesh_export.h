// Extracts isosurfaces into a mesh file in the background, as `voxmarch mesh` does: progress and cancel.
#pragma once

#include "app/viewer/loader.h"
#include "isosurface/extraction.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace voxmarch {

/// Which surfaces go into which file.
struct MeshOrder {
    std::shared_ptr<const LoadedVolume> loaded;
    std::vector<double> isovalues; ///< in the file's units; several give one mesh
    Extraction extraction = Extraction::blocks;
    std::filesystem::path file; ///< its extension says the format, see write_mesh()
};

struct MeshOutcome {
    std::filesystem::path file;
    std::uint64_t triangles = 0;
    std::string error; ///< one line; empty: the file is there
};

/// One export at a time, with a device opened for it alone, so that pictures go on.
class MeshExporter {
public:
    /// @param device_selector  see choose_devices()
    /// @param wake  called on the exporter's threads when something happened
    MeshExporter(std::string device_selector, std::function<void()> wake)
        : selector_(std::move(device_selector)), wake_(std::move(wake)) {}
    ~MeshExporter() { cancel(); }
    MeshExporter(const MeshExporter &) = delete;
    MeshExporter &operator=(const MeshExporter &) = delete;

    /// Cancels what is under way.
    void start(const MeshOrder &order);

    /// Ends the work at its next progress report, and waits for that. No file is left.
    void cancel();

    bool busy() const { return busy_; }
    double share() const { return share_; } ///< 0 .. 1
    const std::filesystem::path &file() const { return file_; }

    /// What came of it, once. Then busy() ends.
    std::optional<MeshOutcome> take();

private:
    const std::string selector_;
    const std::function<void()> wake_;
    std::thread thread_;
    std::filesystem::path file_;
    std::atomic<bool> finished_ = false, cancelled_ = false;
    bool busy_ = false; ///< until the outcome was taken
    std::atomic<double> share_ = 0.0;
    std::mutex mutex_; // of the one below
    std::optional<MeshOutcome> outcome_;

    void run(MeshOrder order);
    std::uint64_t extract(const MeshOrder &order);
    std::function<void(double)> part(double begin, double end);
};

} // namespace voxmarch
