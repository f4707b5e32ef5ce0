// The library as others get it: installed and found by the examples, which draw and write what the program does; and as
// a part of another project.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <sys/wait.h>

namespace voxmarch::testing {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// What a shell command printed, stderr too, and its exit code.
Outcome shell(const fs::path &folder, const std::string &command) {
    const fs::path log = folder / "shell.log";
    const int status =
        std::system(fmt::format("cd '{}' && {{ {}; }} > '{}' 2>&1", folder.string(), command, log.string()).c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = content_of(log);
    return outcome;
}

/// Configures a project as this one was; packages are found where ours were.
std::string configure(const fs::path &source, const fs::path &build, const std::string &more) {
    return fmt::format("CMAKE_PREFIX_PATH='{}' '{}' -S '{}' -B '{}' -G '{}' -DCMAKE_CXX_COMPILER='{}' "
                       "-DCMAKE_CXX_FLAGS='{}' -DCMAKE_EXE_LINKER_FLAGS='{}' {}",
                       VOXMARCH_PREFIX_PATH, VOXMARCH_CMAKE, source.string(), build.string(), VOXMARCH_GENERATOR,
                       VOXMARCH_CXX, VOXMARCH_CXX_FLAGS, VOXMARCH_LINKER_FLAGS, more);
}

std::string build_type_and_launcher() {
    return fmt::format("-DCMAKE_BUILD_TYPE='{}' -DCMAKE_CXX_COMPILER_LAUNCHER='{}'", VOXMARCH_BUILD_TYPE,
                       VOXMARCH_LAUNCHER);
}

/// A folder with the installed library and the examples built against it, once for all tests.
class Installed : public Program {
protected:
    static void SetUpTestSuite() {
        std::string pattern = (fs::temp_directory_path() / "voxmarch_installed_XXXXXX").string();
        place() = mkdtemp(pattern.data());
        const Outcome installed = shell(place(), fmt::format("'{}' --install '{}' --prefix '{}'", VOXMARCH_CMAKE,
                                                             VOXMARCH_BUILD_DIR, prefix().string()));
        ASSERT_EQ(installed.code, 0) << installed.out;
        const Outcome built =
            shell(place(),
                  configure(prefix() / "share/doc/voxmarch/examples", examples(),
                            fmt::format("-DCMAKE_PREFIX_PATH='{}' {}", prefix().string(), build_type_and_launcher())) +
                      fmt::format(" && '{}' --build '{}'", VOXMARCH_CMAKE, examples().string()));
        ASSERT_EQ(built.code, 0) << built.out;
    }
    static void TearDownTestSuite() { fs::remove_all(place()); }

    static fs::path &place() {
        static fs::path folder;
        return folder;
    }
    static fs::path prefix() { return place() / "prefix"; }
    static fs::path examples() { return place() / "examples"; }

    /// Runs an example in the scratch folder of the test.
    Outcome example(const std::string &name, const std::string &arguments = "") const {
        return shell(path(""), fmt::format("'{}' {}", (examples() / name).string(), arguments));
    }

    void expect_same_files(const std::string &a, const std::string &b) const {
        EXPECT_TRUE(exists(a) && exists(b)) << a << ", " << b;
        EXPECT_TRUE(read(a) == read(b)) << a << " and " << b << " differ";
    }

    void expect_same_pixels(const std::string &a, const std::string &b) const {
        const Picture one = decode_png(read(a)), other = decode_png(read(b));
        EXPECT_GT(one.width, 0) << a;
        EXPECT_EQ(one.width, other.width);
        EXPECT_TRUE(one.rgba == other.rgba) << a << " and " << b << " differ";
    }

    /// Different colours in a picture.
    std::size_t colors_of(const std::string &file) const {
        const Picture picture = decode_png(read(file));
        std::set<std::array<int, 3>> colors;
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) {
                colors.insert(picture.rgb(x, y));
            }
        }
        return colors.size();
    }
};

TEST_F(Installed, has_everything_in_its_place) {
    for (const char *file :
         {"bin/voxmarch", "lib/libvoxmarch.so", "lib/libvoxmarch.so.0.1", "include/voxmarch/voxmarch.h",
          "lib/cmake/voxmarch/voxmarchConfig.cmake", "lib/cmake/voxmarch/voxmarchConfigVersion.cmake",
          "share/doc/voxmarch/LICENSE", "share/doc/voxmarch/README.md", "share/doc/voxmarch/examples/1_draw.cpp"}) {
        EXPECT_TRUE(fs::exists(prefix() / file)) << file;
    }
    const Outcome version = shell(place(), fmt::format("'{}' --version", (prefix() / "bin/voxmarch").string()));
    EXPECT_EQ(version.code, 0) << version.out;
    const fs::path headers = fs::path(VOXMARCH_SOURCE_DIR) / "include/voxmarch";
    for (const auto &header : fs::directory_iterator(headers)) {
        EXPECT_TRUE(fs::exists(prefix() / "include/voxmarch" / header.path().filename())) << header.path();
    }
    for (const auto &file : fs::directory_iterator(prefix() / "lib/cmake/voxmarch")) {
        EXPECT_FALSE(contains(content_of(file.path()), VOXMARCH_SOURCE_DIR)) << file.path() << " names our folder";
    }
}

TEST_F(Installed, draws_what_the_program_draws) {
    const Outcome drawn = example("1_draw");
    ASSERT_EQ(drawn.code, 0) << drawn.out;
    ASSERT_EQ(run({"render", "synthetic:tree:128", "-o", "same.png", "--embed", "none"}).code, 0);
    expect_same_files("tree.png", "same.png");
    EXPECT_GT(colors_of("tree.png"), 1000U);
}

TEST_F(Installed, reads_a_file_and_chooses_a_function) {
    ASSERT_TRUE(went_well(run({"synthesize", "cayley", "-n", "48", "-o", "c.nrrd"})));
    const Outcome drawn = example("2_read_and_choose", "c.nrrd viridis");
    ASSERT_EQ(drawn.code, 0) << drawn.out;
    EXPECT_TRUE(contains(drawn.out, "c.nrrd: 48x48x48, values 0 to 253")) << drawn.out;
    EXPECT_TRUE(contains(drawn.out, "transfer function viridis"));
    ASSERT_EQ(run({"render", "c.nrrd", "--transfer", "viridis", "-o", "same.png"}).code, 0);
    expect_same_pixels("read.png", "same.png");
    ASSERT_EQ(run({"render", "read.png", "-o", "again.png", "--strict"}).code, 0) << "its session is whole";
    expect_same_pixels("read.png", "again.png");
    EXPECT_EQ(example("2_read_and_choose").code, 2);
    const Outcome missing = example("2_read_and_choose", "missing.nrrd");
    EXPECT_EQ(missing.code, 1);
    EXPECT_TRUE(contains(missing.out, "missing.nrrd: ")) << missing.out;
}

TEST_F(Installed, turns_the_camera) {
    const Outcome turned = example("3_turn");
    ASSERT_EQ(turned.code, 0) << turned.out;
    std::set<std::string> pictures;
    for (int frame = 0; frame < 12; ++frame) {
        const std::string name = fmt::format("turn_{:02}.png", frame);
        ASSERT_TRUE(exists(name));
        pictures.insert(read(name));
        EXPECT_GT(colors_of(name), 500U) << name;
    }
    EXPECT_EQ(pictures.size(), 12U);
}

TEST_F(Installed, edits_and_draws_again) {
    const Outcome edited = example("4_edit");
    ASSERT_EQ(edited.code, 0) << edited.out;
    ASSERT_EQ(run({"render", "synthetic:teddy:96", "--size", "480x480", "-o", "same.png", "--embed", "none"}).code, 0);
    expect_same_files("before.png", "same.png");
    EXPECT_NE(read("after.png"), read("before.png"));
    EXPECT_GT(colors_of("after.png"), 500U);
    const std::string second = edited.out.substr(edited.out.find("after.png:"));
    EXPECT_FALSE(contains(second, "upload") || contains(second, "normals")) << second;
    EXPECT_TRUE(contains(second, " tables")) << second;
    EXPECT_EQ(run({"transfer", "--convert", "after.json", "after.vp.json"}).code, 0);
}

TEST_F(Installed, extracts_measures_and_saves_a_mesh) {
    const Outcome extracted = example("5_mesh");
    ASSERT_EQ(extracted.code, 0) << extracted.out;
    EXPECT_TRUE(contains(extracted.out, "watertight, 1 component(s), Euler number 2")) << extracted.out;
    ASSERT_TRUE(
        went_well(run({"mesh", "synthetic:sphere:101", "--isovalue", "128", "--smooth", "10", "-o", "same.ply"})));
    expect_same_files("sphere.ply", "same.ply");
    ASSERT_EQ(run({"render", "synthetic:sphere:101", "--mode", "isosurface", "--isovalue", "128", "--size", "480x480",
                   "--view", "standard", "-o", "standard.png"})
                  .code,
              0);
    EXPECT_GT(colors_of("sphere.png"), 50U);
}

TEST_F(Installed, draws_a_field_of_its_own) {
    if (!fs::exists(examples() / "6_own_field")) {
        GTEST_SKIP() << "CMake finds no OpenCL here";
    }
    const Outcome drawn = example("6_own_field");
    ASSERT_EQ(drawn.code, 0) << drawn.out;
    const Picture picture = decode_png(read("waves.png"));
    int red = 0, blue = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const auto [r, g, b] = picture.rgb(x, y);
            red += r > b + 60 ? 1 : 0;
            blue += b > r + 60 ? 1 : 0;
        }
    }
    EXPECT_GT(red, 10000) << "crests";
    EXPECT_GT(blue, 10000) << "troughs";
}

TEST_F(Installed, thins_vessels_and_lists_lengths) {
    const Outcome thinned = example("7_skeleton");
    ASSERT_EQ(thinned.code, 0) << thinned.out;
    ASSERT_TRUE(went_well(run({"skeleton", "synthetic:vessels:96", "--isovalue", "100", "--largest", "1", "--prune",
                               "3", "-o", "same.vtk"})));
    expect_same_files("vessels.vtk", "same.vtk");
    std::istringstream lines(thinned.out);
    std::string line;
    std::getline(lines, line);
    double before = 1e9;
    int count = 0;
    for (; std::getline(lines, line) && line.starts_with("length"); ++count) {
        const double length = std::stod(line.substr(6));
        EXPECT_LE(length, before);
        EXPECT_GT(length, 3.0);
        before = length;
    }
    EXPECT_EQ(count, 5) << thinned.out;
    EXPECT_GT(colors_of("vessels.png"), 500U);
}

/// The project in tests/api/within/, which checks in its CMakeLists.txt that nothing of ours is felt there.
class Within : public Program {
protected:
    Outcome configure_within(const std::string &more) const {
        return shell(path(""), configure(fs::path(VOXMARCH_SOURCE_DIR) / "tests/api/within", path("build"),
                                         fmt::format("-DVOXMARCH_HOME='{}' {}", VOXMARCH_SOURCE_DIR, more)));
    }
};

TEST_F(Within, another_project_feels_nothing_of_ours) {
    const Outcome configured = configure_within("-DFETCH=ON -DVOXMARCH_WITH_ITK=OFF");
    ASSERT_EQ(configured.code, 0) << configured.out;
    EXPECT_TRUE(contains(configured.out, "kind SHARED_LIBRARY"));
    EXPECT_FALSE(contains(read("build/CMakeCache.txt"), "CMAKE_BUILD_TYPE:STRING=Release"));
    const Outcome tests = shell(path("build"), "ctest -N");
    EXPECT_TRUE(contains(tests.out, "Total Tests: 0") || contains(tests.out, "No tests were found")) << tests.out;
    const Outcome installed = shell(
        path(""), fmt::format("'{}' --install build --prefix installed && find installed -type f", VOXMARCH_CMAKE));
    EXPECT_FALSE(contains(installed.out, "voxmarch/")) << installed.out;
}

TEST_F(Within, another_project_may_have_a_static_library) {
    const Outcome configured = configure_within("-DBUILD_SHARED_LIBS=OFF -DVOXMARCH_WITH_ITK=OFF");
    ASSERT_EQ(configured.code, 0) << configured.out;
    EXPECT_TRUE(contains(configured.out, "kind STATIC_LIBRARY"));
    // Building all of it a second time takes minutes: this is the first example with the objects of this build.
    const Outcome drawn = shell(path(""), fmt::format("'{}'", VOXMARCH_STATIC_EXAMPLE));
    ASSERT_EQ(drawn.code, 0) << drawn.out;
    ASSERT_EQ(run({"render", "synthetic:tree:128", "-o", "same.png", "--embed", "none"}).code, 0);
    EXPECT_TRUE(read("tree.png") == read("same.png"));
}

} // namespace

} // namespace voxmarch::testing
