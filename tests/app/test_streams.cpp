// `voxmarch mesh`, `info` and `skeleton` of volumes above --memory-limit: read slab by slab, with the same bytes.
#include "tests/app/run_program.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

/// Volumes of about 3 MiB, so that 2 MiB are too little for them and enough for small slabs.
class Streams : public Program {
protected:
    static constexpr int nx = 150, ny = 131, nz = 163;

    /// A ball, a floor, and texture of which the isovalue 60 makes many components.
    static int value(int x, int y, int z) {
        const double distance = std::hypot(x - 80, y - 60, z - 70);
        return distance < 40 ? 200 - static_cast<int>(distance) : z < 3 ? 90 : (x * 7 + y * 3 + z) % 50 == 0 ? 61 : 20;
    }

    static std::string voxels() {
        std::string bytes;
        for (int z = 0; z < nz; ++z) {
            for (int y = 0; y < ny; ++y) {
                for (int x = 0; x < nx; ++x) {
                    bytes += static_cast<char>(value(x, y, z));
                }
            }
        }
        return bytes;
    }

    void write_volumes() const {
        write("v.nrrd", fmt::format("NRRD0004\ntype: uint8\ndimension: 3\nsizes: {} {} {}\nspace: LPS\n"
                                    "space directions: (0,0.5,0) (0.5,0,0) (0,0,2)\nspace origin: (1,2,3)\n"
                                    "space units: \"mm\" \"mm\" \"mm\"\nencoding: raw\n\n",
                                    nx, ny, nz) +
                            voxels());
        ASSERT_EQ(run({"convert", "v.nrrd", "v.ome.zarr", "--codec", "none"}).code, 0);
    }

    Outcome mesh(std::vector<std::string> more) const {
        more.insert(more.begin(), "mesh");
        return run(more);
    }
};

/// What a certificate says but for the devices, which had other units.
json certificates(const Outcome &outcome) {
    json all = json::parse(outcome.out);
    for (json &one : all) {
        one.erase("devices");
        one.erase("streamed");
    }
    return all;
}

TEST_F(Streams, MeshesHaveTheSameBytes) {
    write_volumes();
    struct Command {
        std::string output;
        std::vector<std::string> options;
    };
    const Command commands[] = {{"m.ply", {"--isovalue", "60.5"}},
                                {"m.ply", {"--isovalue", "60.5,150", "--flip"}},
                                {"m.stl", {"--isovalue", "150", "--no-normals"}},
                                {"m.obj", {"--isovalue", "150,250,60.5", "--no-normals"}},
                                {"m.vtk", {"--isovalue", "150,90", "--convention", "ras"}},
                                {"m_{isovalue}.ply", {"--isovalue", "150,60.5"}},
                                {"m.ply", {"--isovalue", "60.5", "--largest", "1", "--smooth", "2"}}};
    for (const Command &command : commands) {
        for (const std::string volume : {"v.nrrd", "v.ome.zarr"}) {
            std::vector<std::string> words{volume, "--json", "-o", command.output};
            words.insert(words.end(), command.options.begin(), command.options.end());
            const Outcome whole = mesh(words);
            ASSERT_TRUE(went_well(whole)) << whole.err;
            std::map<std::string, std::string> files;
            for (const std::string &name : this->files()) {
                files[name] = read(name);
                if (name[0] == 'm') {
                    std::filesystem::remove(path(name));
                }
            }
            words.insert(words.end(), {"--memory-limit", "2"});
            const Outcome streamed = mesh(words);
            ASSERT_EQ(streamed.code, 0) << streamed.err;
            EXPECT_TRUE(contains(streamed.err, "read slab by slab")) << streamed.err;
            EXPECT_EQ(certificates(streamed), certificates(whole));
            for (const auto &[name, bytes] : files) {
                EXPECT_TRUE(read(name) == bytes) << name << " of " << volume;
            }
            EXPECT_EQ(this->files().size(), files.size());
            std::erase_if(files, [](const auto &file) { return file.first[0] != 'm'; });
            for (const auto &[name, bytes] : files) {
                std::filesystem::remove(path(name));
            }
        }
    }
}

TEST_F(Streams, SyntheticVolumesAndSeveralDevicesToo) {
    ASSERT_TRUE(went_well(mesh({"synthetic:torus:150", "--isovalue", "100.5", "-o", "a.ply"})));
    ASSERT_EQ(mesh({"synthetic:torus:150", "--isovalue", "100.5", "-o", "b.ply", "--memory-limit", "2"}).code, 0);
    const Outcome two = run(
        {"mesh", "synthetic:torus:150", "--isovalue", "100.5", "-o", "c.ply", "--memory-limit", "2", "--device", "all"},
        {{"POCL_DEVICES", "pthread pthread"}});
    ASSERT_EQ(two.code, 0) << two.err;
    EXPECT_TRUE(contains(two.out, "watertight\n  components 1, Euler characteristic 0")) << two.out;
    EXPECT_TRUE(read("a.ply") == read("b.ply"));
    EXPECT_TRUE(read("a.ply") == read("c.ply"));
}

/// The middle of the ball is in one brick; of those two bricks on none has values that high, nor one around it.
TEST_F(Streams, TellWhatWasSkipped) {
    write_volumes();
    const Outcome outcome = mesh({"v.ome.zarr", "--isovalue", "199", "--json", "-o", "m.ply", "--memory-limit", "2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json streamed = json::parse(outcome.out).at(0).at("streamed");
    EXPECT_GT(streamed["bytes_skipped"].get<std::uint64_t>(), 0u);
    EXPECT_GE(streamed["bytes_read"].get<std::uint64_t>() + streamed["bytes_skipped"].get<std::uint64_t>(),
              std::uint64_t{nx} * ny * nz);
    EXPECT_TRUE(failed_with(mesh({"v.nrrd", "--isovalue", "201", "-o", "m.ply", "--memory-limit", "2"}), 2,
                            "no surface at 201: its values run from 20 to 200"));
}

TEST_F(Streams, InfoTellsTheSame) {
    write_volumes();
    for (const std::vector<std::string> &more :
         {std::vector<std::string>{}, {"--json"}, {"--isovalue", "150"}, {"--header-only"}}) {
        for (const std::string volume : {"v.nrrd", "v.ome.zarr", "synthetic:piggy:150"}) {
            std::vector<std::string> words{"info", volume};
            words.insert(words.end(), more.begin(), more.end());
            Outcome whole = run(words);
            ASSERT_TRUE(went_well(whole)) << whole.err;
            words.insert(words.end(), {"--memory-limit", "2"});
            Outcome streamed = run(words);
            ASSERT_TRUE(went_well(streamed)) << streamed.err;
            if (const std::size_t shares = streamed.out.find("  device 0 ("); shares != std::string::npos) {
                streamed.out.erase(shares);
                whole.out.resize(std::min(whole.out.size(), streamed.out.size()));
            }
            EXPECT_EQ(streamed.out, whole.out);
        }
    }
}

TEST_F(Streams, LabelsAreListedAlike) {
    std::string labels;
    for (int i = 0; i < 128 * 128 * 80; ++i) {
        const int x = i % 128, y = i / 128 % 128, z = i / (128 * 128);
        labels += static_cast<char>(x < 20 ? 0 : 1 + (y / 40) + 4 * (z / 50));
    }
    write("l_128x128x80_uint8.raw", labels);
    const Outcome whole = run({"info", "l_128x128x80_uint8.raw"});
    ASSERT_TRUE(went_well(whole)) << whole.err;
    EXPECT_TRUE(contains(whole.out, "label"));
    EXPECT_EQ(run({"info", "l_128x128x80_uint8.raw", "--memory-limit", "1"}).out, whole.out);
}

TEST_F(Streams, AChunkThatCannotBeReadEndsItAll) {
    write_volumes();
    const std::string chunk = "v.ome.zarr/0/c/0/0/0";
    write(chunk, read(chunk).substr(0, 100));
    // With ranges, a note may tell first that they are older than the voxels.
    for (const bool has_ranges : {true, false}) {
        if (!has_ranges) {
            std::filesystem::remove(path("v.ome.zarr/voxmarch/ranges.json"));
        }
        for (const std::string command : {"mesh", "info"}) {
            std::vector<std::string> words{command, "v.ome.zarr", "--memory-limit", "2", "--isovalue", "150"};
            if (command == "mesh") {
                words.insert(words.end(), {"-o", "m.ply"});
            }
            Outcome outcome = run(words);
            if (has_ranges && outcome.err.starts_with("voxmarch: note: The ranges of its bricks are ignored")) {
                outcome.err.erase(0, outcome.err.find('\n') + 1);
            }
            EXPECT_TRUE(failed_with(outcome, 4, "0/c/0/0/0"));
        }
    }
    for (const std::string &name : files()) {
        EXPECT_NE(name[0], 'm') << name;
    }
}

/// 256 MiB of voxels in less than a quarter of that, beside what the program takes for a small volume.
TEST_F(Streams, MemoryIsBounded) {
    const auto peak = [&](const std::string &volume, const std::vector<std::string> &more) {
        std::vector<std::string> words = more;
        words.insert(words.begin() + 1, volume);
        // The largest child until now, so that small ones come first.
        EXPECT_EQ(run(words).code, 0);
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        return usage.ru_maxrss >> 10; // MiB
    };
    const std::vector<std::string> mesh{"mesh", "--isovalue", "128", "-o", "m.ply", "--memory-limit", "24"};
    const auto small = peak("synthetic:sphere:64", mesh);
    const auto large = peak("synthetic:sphere:640", mesh);
    EXPECT_LT(large, small + 64);
    EXPECT_LT(peak("synthetic:sphere:640", {"info", "--memory-limit", "24"}), small + 64);
}

TEST_F(Streams, SkeletonsOfTooManyVoxelsAreRefused) {
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:vessels:16384", "--isovalue", "100", "-o", "s.vtk"}), 5,
                            "voxmarch convert IN OUT --region"));
}

} // namespace

} // namespace voxmarch::testing
