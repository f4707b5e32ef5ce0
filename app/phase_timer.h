// A phase of the host in the file of --trace.
#pragma once

#include "app/environment.h"

#include <chrono>
#include <string>
#include <utility>

namespace voxmarch {

/// Lasts as long as it lives.
class PhaseTimer {
public:
    explicit PhaseTimer(std::string name) : name_(std::move(name)) {}
    ~PhaseTimer() { command_trace().add_phase(name_, began_, detail_); }
    PhaseTimer(const PhaseTimer &) = delete;
    PhaseTimer &operator=(const PhaseTimer &) = delete;

    /// What comes of it, "312 triangles".
    void set_detail(std::string detail) { detail_ = std::move(detail); }

private:
    const std::string name_;
    std::string detail_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

} // namespace voxmarch
