// The table of drivers' quirks: whole, and asked of made-up devices.
#include "device/quirks.h"
#include "tests/device/device_fixture.h"

#include <algorithm>

namespace voxmarch {

namespace {

DeviceInfo made_up(const std::string &platform, const std::string &vendor, DeviceKind kind) {
    DeviceInfo info;
    info.platform = platform;
    info.vendor = vendor;
    info.kind = kind;
    return info;
}

std::vector<Quirk> quirks_of(const DeviceInfo &device) {
    std::vector<Quirk> had;
    for (const QuirkRow &row : quirk_table()) {
        if (row.has && has_quirk(device, row.quirk)) {
            had.push_back(row.quirk);
        }
    }
    return had;
}

} // namespace

TEST(Quirks, table_has_every_quirk_once_and_says_all_of_it) {
    const auto quirks = values_of<Quirk>();
    const auto rows = quirk_table();
    ASSERT_EQ(rows.size(), quirks.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].quirk, quirks[i]) << name_of(quirks[i]);
        EXPECT_EQ(static_cast<std::size_t>(quirks[i]), i) << name_of(quirks[i]);
        EXPECT_FALSE(rows[i].seen_on.empty() || rows[i].seen.empty() || rows[i].done.empty()) << name_of(quirks[i]);
    }
}

TEST(Quirks, drivers_have_their_own) {
    using Quirks = std::vector<Quirk>;
    EXPECT_EQ(quirks_of(made_up("Portable Computing Language", "GenuineIntel", DeviceKind::cpu)),
              (Quirks{Quirk::sub_groups_run_in_turn, Quirk::kernels_at_once}));
    EXPECT_EQ(quirks_of(made_up("rusticl", "Mesa/X.org", DeviceKind::cpu)),
              (Quirks{Quirk::group_limit_is_preference, Quirk::fast_image_sampling, Quirk::sub_groups_run_in_turn,
                      Quirk::status_waits}));
    EXPECT_EQ(quirks_of(made_up("rusticl", "AMD", DeviceKind::gpu)),
              (Quirks{Quirk::group_limit_is_preference, Quirk::status_waits}));
    EXPECT_EQ(quirks_of(made_up("NVIDIA CUDA", "NVIDIA Corporation", DeviceKind::gpu)),
              (Quirks{Quirk::inline_ptx, Quirk::understated_allocations}));
    EXPECT_EQ(quirks_of(made_up("Oclgrind", "University of Bristol", DeviceKind::cpu)),
              Quirks{Quirk::sub_groups_run_in_turn});
}

} // namespace voxmarch
