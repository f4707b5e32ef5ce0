// Programs: logs with our files and lines, and the cache of binaries on a real driver.
#include "tests/device/device_fixture.h"

#include <unistd.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

const ProgramSource votes{"votes", {"warp_single.cl", "probe_warp.cl"}, {}, false};

/// A cache of the test's own, empty at first.
class ProgramCache : public testing::Test {
protected:
    TemporaryFolder folder_;
    Device device_{test_device().info().index, cached_in(folder_.path())};

    ProgramCache() {
        for (const auto &entry : fs::directory_iterator(folder_.path())) {
            fs::remove(entry.path()); // what was found out at opening
        }
    }

    fs::path only_file() const {
        std::vector<fs::path> files;
        for (const auto &entry : fs::directory_iterator(folder_.path())) {
            files.push_back(entry.path());
        }
        EXPECT_EQ(files.size(), 1u);
        return files.empty() ? fs::path() : files.front();
    }
    std::string content() const {
        std::ifstream stream(only_file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void overwrite(const std::string &text) const { std::ofstream(only_file(), std::ios::binary) << text; }

    /// The program works: work-item 5 votes for itself.
    static void expect_works(Device &device, Program &program) {
        Buffer out(device, 64 * 3 * 4, "votes");
        program.kernel("probe_warp").launch({{64, 1, 1}, {64, 1, 1}}, out).wait();
        EXPECT_EQ(downloaded<std::uint32_t>(out)[15], 1u);
    }
};

} // namespace

TEST(Program, build_failure_names_our_file_and_line) {
    ProgramSource source = text_source("// first line\n__kernel void f(__global int *out) {\n    *out = nonsense;\n}\n",
                                       {"warp_single.cl"});
    source.name = "the broken one";
    try {
        Program program(test_device(), source);
        FAIL() << "it built";
    } catch (const ProgramError &error) {
        expect_contains(error.what(), "the broken one");
        expect_contains(error.log, "test.cl:3:");
        expect_contains(error.log, "nonsense");
    }
}

TEST(Program, unknown_kernel_is_named) {
    Program program(test_device(), votes);
    const std::string message = message_of<DeviceError>([&] { program.kernel("absent"); });
    expect_contains(message, "clCreateKernel: CL_INVALID_KERNEL_NAME");
    expect_contains(message, "'absent' of program 'votes'");
}

TEST(Program, constants_reach_the_kernel) {
    ProgramSource source = text_source("__kernel void f(__global int *out) { *out = FACTOR * 2; }");
    for (const long factor : {21L, -4L}) {
        source.constants = {{"FACTOR", factor}};
        Program program(test_device(), source);
        Buffer out(test_device(), 4, "out");
        program.kernel("f").launch({}, out).wait();
        EXPECT_EQ(downloaded<int>(out)[0], factor * 2);
    }
}

TEST_F(ProgramCache, second_build_comes_from_the_cache_and_works) {
    const std::uint64_t before = programs_compiled();
    Program first(device_, votes);
    EXPECT_FALSE(first.from_cache());
    EXPECT_EQ(programs_compiled(), before + 1);
    Program second(device_, votes);
    EXPECT_TRUE(second.from_cache());
    EXPECT_EQ(programs_compiled(), before + 1);
    expect_works(device_, first);
    expect_works(device_, second);
}

TEST_F(ProgramCache, other_options_and_sources_are_other_entries) {
    Program first(device_, votes);
    ProgramSource other = votes;
    other.fast_math = true; // not asked for on CPUs
    EXPECT_EQ(Program(device_, other).from_cache(), device_.info().kind == DeviceKind::cpu);
    other = votes;
    other.constants = {{"UNUSED", 1}};
    EXPECT_FALSE(Program(device_, other).from_cache());
    other = votes;
    other.texts = {{"probe_warp.cl", "// nothing\n"}};
    EXPECT_FALSE(Program(device_, other).from_cache());
}

TEST_F(ProgramCache, damaged_truncated_and_foreign_entries_are_rebuilt_and_rewritten) {
    Program original(device_, votes);
    const std::string good = content();
    std::string flipped = good;
    flipped[good.size() - good.size() / 3] ^= 1;
    for (const std::string &bad : {std::string(), good.substr(0, good.size() / 2), good.substr(0, 20), flipped,
                                   std::string(good.size(), 'x'), "x" + good}) {
        overwrite(bad);
        Program rebuilt(device_, votes);
        EXPECT_FALSE(rebuilt.from_cache());
        expect_works(device_, rebuilt);
        EXPECT_TRUE(Program(device_, votes).from_cache());
    }
    // The entry of another program under this one's name.
    const fs::path name = only_file();
    fs::remove(name);
    ProgramSource other = votes;
    other.constants = {{"UNUSED", 1}};
    Program foreign(device_, other);
    fs::rename(only_file(), name);
    EXPECT_FALSE(Program(device_, votes).from_cache());
    EXPECT_TRUE(Program(device_, votes).from_cache());
}

TEST_F(ProgramCache, without_a_folder_programs_are_built) {
    std::ofstream(folder_.path() / "file") << "in the way";
    for (const std::string &nowhere : {(folder_.path() / "file" / "cache").string(), std::string()}) {
        DeviceOptions options;
        options.cache_folder = nowhere;
        std::string told;
        options.log = [&](const std::string &line) { told += line + "\n"; };
        Device device(test_device().info().index, options);
        Program program(device, votes);
        EXPECT_FALSE(program.from_cache());
        expect_works(device, program);
        expect_contains(told, "compiled kernel program 'votes' in ");
        EXPECT_EQ(told.find("cannot write to the cache " + nowhere) != std::string::npos, !nowhere.empty()) << told;
    }
}

using ProgramCacheDeathTest = ProgramCache;

TEST_F(ProgramCacheDeathTest, second_start_of_the_process_builds_nothing) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    // The child process comes here too: it must not fill its own folder, but use the one of its parent.
    const char *parents = std::getenv("VOXMARCH_TEST_SECOND_START");
    if (!parents) {
        Device device(test_device().info().index, cached_in(folder_.path()));
        Program program(device, votes);
    }
    const ScopedVariable second("VOXMARCH_TEST_SECOND_START", parents ? parents : folder_.path().string());
    EXPECT_EXIT(
        {
            const std::uint64_t before = programs_compiled();
            Device device(test_device().info().index, cached_in(std::getenv("VOXMARCH_TEST_SECOND_START")));
            Program program(device, votes);
            expect_works(device, program);
            _exit(program.from_cache() ? static_cast<int>(programs_compiled() - before) : 99);
        },
        testing::ExitedWithCode(0), "");
}

} // namespace voxmarch
