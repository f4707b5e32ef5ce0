// What the program takes from its environment.
#include "app/environment.h"
#include "tests/device/device_fixture.h"

#include <utility>

namespace voxmarch {

TEST(Environment, cache_folder_follows_three_variables) {
    const ScopedVariable own("VOXMARCH_CACHE_DIR", std::nullopt);
    const ScopedVariable home("HOME", "/home/someone");
    const ScopedVariable xdg("XDG_CACHE_HOME", "/elsewhere");
    EXPECT_EQ(environment_options().cache_folder, "/elsewhere/voxmarch");
    {
        const ScopedVariable relative("XDG_CACHE_HOME", "relative");
        EXPECT_EQ(environment_options().cache_folder, "/home/someone/.cache/voxmarch");
    }
    {
        const ScopedVariable unset("XDG_CACHE_HOME", std::nullopt), no_home("HOME", std::nullopt);
        EXPECT_TRUE(environment_options().cache_folder.empty());
    }
    for (const char *off : {"", "off"}) {
        const ScopedVariable disabled("VOXMARCH_CACHE_DIR", off);
        EXPECT_TRUE(environment_options().cache_folder.empty());
    }
    const ScopedVariable named("VOXMARCH_CACHE_DIR", "/some/folder");
    EXPECT_EQ(environment_options().cache_folder, "/some/folder");
}

TEST(Environment, device_and_kernels_are_those_of_their_variables) {
    {
        const ScopedVariable device("VOXMARCH_DEVICE", std::nullopt), kernels("VOXMARCH_KERNEL_DIR", std::nullopt);
        EXPECT_EQ(environment_options().default_device, "");
        EXPECT_EQ(environment_options().kernel_folder, "");
    }
    const ScopedVariable device("VOXMARCH_DEVICE", "gpu"), kernels("VOXMARCH_KERNEL_DIR", "/kernels");
    EXPECT_EQ(environment_options().default_device, "gpu");
    EXPECT_EQ(environment_options().default_origin, "VOXMARCH_DEVICE");
    EXPECT_EQ(environment_options().kernel_folder, "/kernels");
}

TEST(Environment, launchers_say_how_often_they_started_it) {
    const ScopedVariable none[] = {{"OMPI_COMM_WORLD_SIZE", std::nullopt},
                                   {"OMPI_COMM_WORLD_RANK", std::nullopt},
                                   {"PMI_SIZE", std::nullopt},
                                   {"PMI_RANK", std::nullopt},
                                   {"PMIX_RANK", std::nullopt},
                                   {"SLURM_STEP_NUM_TASKS", std::nullopt}};
    EXPECT_EQ(launched().size, 1);
    EXPECT_EQ(launched().rank, 0);
    for (const auto &[size, rank] : {std::pair("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
                                     {"PMI_SIZE", "PMI_RANK"},
                                     {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}}) {
        const ScopedVariable four(size, "4");
        EXPECT_EQ(launched().size, 1) << "tasks of a job that was not started by it";
        const ScopedVariable third(rank, "2");
        EXPECT_EQ(launched().size, 4) << size;
        EXPECT_EQ(launched().rank, 2) << rank;
        const ScopedVariable nonsense(size, "many");
        EXPECT_EQ(launched().size, 1) << size;
    }
}

TEST(Environment, drivers_are_told_once_beside_what_the_user_told_them) {
    const ScopedVariable user("GALLIVM_PERF", "nopt");
    prepare_drivers();
    prepare_drivers();
    EXPECT_EQ(std::string(std::getenv("GALLIVM_PERF")), "nopt,no_aos_sampling");
}

} // namespace voxmarch
