// Mesh files on a thread of their own.
#include "app/viewer/mesh_export.h"

#include "app/mesh_source.h"
#include "isosurface/mesh_file.h"

#include <utility>

namespace voxmarch {

namespace {

/// Thrown out of a progress callback after cancel().
struct Cancelled {};

constexpr double extracting_share = 0.6; ///< of the work; the rest is writing

} // namespace

void MeshExporter::start(const MeshOrder &order) {
    cancel();
    file_ = order.file;
    share_ = 0.0;
    cancelled_ = false;
    finished_ = false;
    busy_ = true;
    thread_ = std::thread([this, order] { run(order); });
}

void MeshExporter::cancel() {
    cancelled_ = true;
    if (thread_.joinable()) {
        thread_.join();
    }
    busy_ = false;
    const std::lock_guard lock(mutex_);
    outcome_.reset();
}

/// A progress callback for a part of the work.
std::function<void(double)> MeshExporter::part(double begin, double end) {
    return [this, begin, end](double share) {
        if (cancelled_) {
            throw Cancelled{};
        }
        const double now = begin + (end - begin) * share;
        if (now - share_ >= 0.01) {
            share_ = now;
            wake_();
        }
    };
}

/// @return triangles in the file
std::uint64_t MeshExporter::extract(const MeshOrder &order) {
    const MeshSource source({selector_, 0});
    const Volume &volume = order.loaded->volume;
    const double each = extracting_share / static_cast<double>(order.isovalues.size());
    Mesh whole;
    for (std::size_t i = 0; i < order.isovalues.size(); ++i) {
        const double begin = each * static_cast<double>(i);
        Mesh mesh =
            source.extract(volume, order.isovalues[i], order.extraction, {true, false}, part(begin, begin + each)).mesh;
        sort_mesh(mesh);
        to_world(mesh, volume.grid());
        append(whole, mesh);
    }
    write_mesh(whole, order.file, part(extracting_share, 1.0));
    return whole.triangles.size();
}

void MeshExporter::run(MeshOrder order) {
    std::optional<MeshOutcome> outcome = MeshOutcome{order.file, 0, ""};
    try {
        outcome->triangles = extract(order);
    } catch (const Cancelled &) {
        outcome.reset();
    } catch (const std::bad_alloc &) {
        outcome->error = "this machine has not enough memory for the mesh " + order.file.string();
    } catch (const std::exception &problem) {
        outcome->error = problem.what();
    }
    {
        const std::lock_guard lock(mutex_);
        outcome_ = std::move(outcome);
    }
    finished_ = true;
    wake_();
}

std::optional<MeshOutcome> MeshExporter::take() {
    busy_ = busy_ && !finished_;
    const std::lock_guard lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

} // namespace voxmarch
