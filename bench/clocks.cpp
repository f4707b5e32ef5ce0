// Asks nvidia-smi.
#include "bench/clocks.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace voxmarch {

nlohmann::json clocks_now(const DeviceInfo &device) {
    nlohmann::json clocks;
    if (device.compute_capability == 0) {
        return clocks;
    }
    const std::unique_ptr<FILE, int (*)(FILE *)> answer(
        popen("nvidia-smi --query-gpu=clocks.sm,clocks.mem,power.draw --format=csv,noheader,nounits 2>/dev/null", "r"),
        pclose);
    std::array<char, 256> line{};
    while (answer && std::fgets(line.data(), line.size(), answer.get()) != nullptr) {
        double processor = 0.0, memory = 0.0, power = 0.0;
        if (std::sscanf(line.data(), "%lf , %lf , %lf", &processor, &memory, &power) == 3) {
            clocks.push_back({{"processor_mhz", processor}, {"memory_mhz", memory}, {"power_w", power}});
        }
    }
    return clocks;
}

} // namespace voxmarch
