// Files that become shorter while they are mapped: the program ends in order and names them.
#include "app/progress.h"
#include "base/output_file.h"
#include "volume/voxel_storage.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

void read_what_is_cut(const fs::path &file, const fs::path &other, const fs::path &output) {
    catch_lost_pages();
    const OutputFile unfinished(output);
    const FileMapping before(other, 0, 1 << 16);
    const FileMapping mapping(file, 5000, 60000);
    fs::resize_file(file, 100);
    const volatile std::byte *bytes = mapping.bytes().data();
    static_cast<void>(bytes[59999]);
}

void end_otherwise(const fs::path &file) {
    catch_lost_pages();
    { const FileMapping mapping(file, 0, 1 << 16); }
    std::raise(SIGBUS);
}

TEST(LostPages, EndTheProgramWithTheNameOfTheFile) {
    const fs::path folder = fs::temp_directory_path() / ("voxmarch_lost_pages_" + std::to_string(getpid()));
    fs::create_directories(folder);
    const fs::path file = folder / "shrinks.raw", other = folder / "stays.raw", output = folder / "written.vtk";
    for (const fs::path &written : {file, other}) {
        std::ofstream(written, std::ios::binary) << std::string(1 << 16, 'x');
    }
    EXPECT_EXIT(read_what_is_cut(file, other, output), ::testing::ExitedWithCode(4),
                "^voxmarch: .*shrinks.raw: became shorter while it was read");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2); // nothing half-written
    EXPECT_EXIT(end_otherwise(other), ::testing::KilledBySignal(SIGBUS), "");
    fs::remove_all(folder);
}

TEST(LostPages, FilesAreKnownAsLongAsTheyAreMapped) {
    static const char bytes[100] = {};
    const auto place = std::as_bytes(std::span(bytes));
    {
        const MappedFile entry(place.first(50), "some.file");
        EXPECT_STREQ(mapped_file_at(bytes), "some.file");
        EXPECT_STREQ(mapped_file_at(bytes + 49), "some.file");
        EXPECT_EQ(mapped_file_at(bytes + 50), nullptr);
        std::vector<std::unique_ptr<MappedFile>> many;
        for (int i = 0; i < 1000; ++i) { // more than are remembered
            many.push_back(std::make_unique<MappedFile>(place.last(50), "other.file"));
        }
        EXPECT_STREQ(mapped_file_at(bytes), "some.file");
        EXPECT_STREQ(mapped_file_at(bytes + 99), "other.file");
        const MappedFile long_name(place, std::string(5000, 'x'));
    }
    EXPECT_EQ(mapped_file_at(bytes), nullptr);
    EXPECT_EQ(mapped_file_at(bytes + 99), nullptr);
}

} // namespace
} // namespace voxmarch
