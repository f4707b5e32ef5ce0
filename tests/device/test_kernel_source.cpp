// Putting kernel files together and finding the way back from line numbers.
#include "device/kernel_source.h"
#include "kernels/embedded_sources.h"
#include "tests/device/device_fixture.h"

#include <sstream>

namespace voxmarch {

namespace {

ProgramSource two_files() { return {"two", {"warp_single.cl", "probe_warp.cl"}, {}, false}; }

std::string line_of(const std::string &text, int number) {
    std::istringstream stream(text);
    std::string line;
    for (int i = 0; i < number; ++i) {
        std::getline(stream, line);
    }
    return line;
}

std::string embedded(std::string_view name) {
    for (const KernelFile &file : embedded_kernel_files()) {
        if (file.name == name) {
            return std::string(file.text);
        }
    }
    return "";
}

} // namespace

TEST(KernelSource, parts_begin_where_they_say_after_a_line_directive) {
    const KernelSource source = assemble_source(two_files());
    ASSERT_EQ(source.parts.size(), 3u);
    EXPECT_EQ(source.parts[0].file, "shared_types.h");
    EXPECT_EQ(source.parts[1].file, "warp_single.cl");
    EXPECT_EQ(source.parts[2].file, "probe_warp.cl");
    for (const KernelSource::Part &part : source.parts) {
        EXPECT_EQ(line_of(source.text, part.first_line - 1), "#line 1 \"" + part.file + "\"");
        EXPECT_EQ(line_of(source.text, part.first_line), line_of(embedded(part.file), 1));
    }
}

TEST(KernelSource, shared_header_comes_first_and_once) {
    const KernelSource source = assemble_source({"x", {"warp_single.cl", "shared_types.h"}, {}, false});
    ASSERT_EQ(source.parts.size(), 2u);
    EXPECT_EQ(source.parts[0].file, "shared_types.h");
}

TEST(KernelSource, lines_of_compilers_that_ignore_the_directive_are_mapped_back) {
    const KernelSource source = assemble_source(two_files());
    const int line = source.parts[2].first_line + 6;
    const std::string log = "<kernel>:" + std::to_string(line) +
                            ":23: error: x\nother.cl:3:4: y\n<kernel>:" + std::to_string(source.parts[1].first_line) +
                            ":1: z\nend";
    EXPECT_EQ(source.translate_log(log), "probe_warp.cl:7:23: error: x\nother.cl:3:4: y\nwarp_single.cl:1:1: z\nend");
    EXPECT_EQ(source.translate_log("<kernel>:1:1"), "<kernel>:1:1");
    EXPECT_EQ(source.translate_log(""), "");
}

TEST(KernelSource, unknown_files_and_paths_are_refused) {
    expect_contains(message_of<UsageError>([] { assemble_source({"x", {"no_such.cl"}, {}, false}); }), "no_such.cl");
    message_of<UsageError>([] { assemble_source({"x", {"../kernels/ray_cast.cl"}, {}, false}); });
    message_of<UsageError>([] { assemble_source({"x", {""}, {}, false}); });
}

TEST(KernelSource, folder_replaces_the_embedded_files) {
    const TemporaryFolder folder;
    std::filesystem::copy(std::filesystem::path(VOXMARCH_SOURCE_DIR) / "kernels", folder.path(),
                          std::filesystem::copy_options::recursive);
    std::ofstream(folder.path() / "mine.cl") << "// no newline at the end";
    std::ofstream(folder.path() / "warp_single.cl") << "// changed\n";
    const ProgramSource files{"x", {"warp_single.cl", "mine.cl"}, {}, false};
    const KernelSource source = assemble_source(files, folder.path());
    EXPECT_EQ(line_of(source.text, source.parts[1].first_line), "// changed");
    EXPECT_EQ(line_of(source.text, source.parts[2].first_line), "// no newline at the end");
    EXPECT_EQ(source.text.back(), '\n');
    const std::string message = message_of<FileError>([&] {
        assemble_source({"x", {"absent.cl"}, {}, false}, folder.path());
    });
    expect_contains(message, (folder.path() / "absent.cl").string());
    expect_contains(message, "copy of kernels/");
}

TEST(KernelSource, texts_of_the_caller_count_before_files) {
    ProgramSource files{"x", {"warp_single.cl", "mine.cl"}, {}, false};
    files.texts = {{"mine.cl", "// mine\n"}, {"warp_single.cl", "// also mine\n"}};
    const KernelSource source = assemble_source(files);
    EXPECT_EQ(line_of(source.text, source.parts[1].first_line), "// also mine");
    EXPECT_EQ(line_of(source.text, source.parts[2].first_line), "// mine");
}

TEST(KernelSource, options) {
    EXPECT_EQ(build_options({"x", {}, {}, false}, DeviceKind::gpu), "-cl-std=CL1.2 -w");
    EXPECT_EQ(build_options({"x", {}, {{"LEAF", 8}, {"MINUS", -3}}, true}, DeviceKind::gpu),
              "-cl-std=CL1.2 -w -cl-fast-relaxed-math -DLEAF=8 -DMINUS=-3");
    EXPECT_EQ(build_options({"x", {}, {}, true}, DeviceKind::cpu), "-cl-std=CL1.2 -w");
    DeviceOptions device;
    device.registers = 64;
    device.remarks = [](const std::string &, const std::string &) {};
    EXPECT_EQ(build_options({"x", {}, {{"LEAF", 8}}, false}, DeviceKind::gpu, device),
              "-cl-std=CL1.2 -w -DLEAF=8 -cl-nv-maxrregcount=64 -DREGISTER_LIMIT=64 -cl-nv-verbose");
    for (const char *name : {"", "A B", "8A", "A=1 -DB"}) {
        message_of<UsageError>([&] { build_options({"x", {}, {{name, 1}}, false}, DeviceKind::gpu); });
    }
}

} // namespace voxmarch
