// The catalogue of traversals is whole: what adding one takes, and what is missing when it is not there.
#include "base/error.h"
#include "renderer/traversal.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tuple>

namespace voxmarch {
namespace {

/// Ends with the value's name, or with its number if it has none: "... value = voxmarch::Traversal::none]".
template <Traversal value> constexpr std::string_view spelled() { return __PRETTY_FUNCTION__; }

TEST(TraversalCatalogue, every_value_of_the_enumeration_has_a_row) {
    for (std::size_t i = 0; i < traversals.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(traversals[i].traversal), i) << traversals[i].name;
    }
    constexpr std::string_view behind = spelled<static_cast<Traversal>(traversals.size())>();
    EXPECT_NE(behind.find(")" + std::to_string(traversals.size())), std::string_view::npos)
        << "a value of include/voxmarch/choices.h has no row in renderer/traversal.h: " << behind;
    EXPECT_THROW(info_of(static_cast<Traversal>(traversals.size())), UsageError);
}

TEST(TraversalCatalogue, every_row_has_its_kernels) {
    const std::filesystem::path kernels = VOXMARCH_SOURCE_DIR "/kernels";
    const auto expect_file = [&](const std::string &file, std::string_view name) {
        EXPECT_TRUE(std::filesystem::exists(kernels / file)) << "traversal " << name << " needs kernels/" << file;
    };
    for (const TraversalInfo &info : traversals) {
        // A persistent traversal has files beside the loop that it shares with another one.
        if (info.persistent && info.pool.empty()) {
            expect_file("traverse/traversal_" + std::string(info.name) + ".cl", info.name);
        }
        const bool several = !info.rays.empty() && info.rays != "one"; // their file has the rules, too
        for (const auto &[rule, choice, left_out] : {std::tuple{"rays", info.rays, false},
                                                     {"pool", info.pool, false},
                                                     {"decide", info.decision, several},
                                                     {"refill", info.refill, several}}) {
            EXPECT_EQ(choice.empty(), !info.ray_loop.empty() || left_out) << info.name << " has a " << rule;
            if (!choice.empty()) {
                expect_file(fmt::format("traverse/{}_{}.cl", rule, choice), info.name);
            }
        }
        if (!info.ray_loop.empty()) {
            expect_file("traverse/traversal_" + std::string(info.ray_loop) + ".cl", info.name);
        }
        if (info.packets) {
            expect_file("packet/packet_traversal_" + std::string(info.ray_loop) + ".cl", info.name);
        }
    }
}

TEST(TraversalCatalogue, small_volumes_that_are_nearly_full_are_marched_by_gpus) {
    EXPECT_TRUE(is_faster_unskipped(DeviceKind::gpu, 128 * 128 * 128, 0.82));
    EXPECT_FALSE(is_faster_unskipped(DeviceKind::gpu, 128 * 128 * 128, 0.4));
    EXPECT_FALSE(is_faster_unskipped(DeviceKind::gpu, std::uint64_t{1} << 33, 0.81));
    EXPECT_FALSE(is_faster_unskipped(DeviceKind::cpu, 128 * 128 * 128, 1.0));
}

TEST(TraversalCatalogue, parameters_of_loops_have_bits_of_their_own) {
    unsigned all = 0;
    for (const LoopParam &param : loop_params()) {
        EXPECT_EQ(all & param.use, 0u) << param.name;
        all |= param.use;
    }
    EXPECT_EQ(all, static_cast<unsigned>(pools));
}

} // namespace
} // namespace voxmarch
