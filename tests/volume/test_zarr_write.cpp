// Stores as they lie in their files, read back by hand.
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/writing/zarr_metadata.h"
#include "volume/bricks/zarr/decode.h"
#include "zarr_write_test.h"

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

namespace voxmarch {

using namespace testing;

namespace {

std::uint64_t number_at(const std::string &bytes, std::size_t at) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    return number;
}

/// A level of a store of unpacked u8, by the words of the specification.
std::vector<int> read_level(const fs::path &level) {
    const auto json = nlohmann::json::parse(read_file(level / "zarr.json"));
    const Dims n = {json["shape"][2], json["shape"][1], json["shape"][0]};
    std::vector<int> voxels(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                            static_cast<std::size_t>(n[2]));
    std::map<std::string, std::string> shards;
    std::size_t i = 0;
    for (int z = 0; z < n[2]; ++z) {
        for (int y = 0; y < n[1]; ++y) {
            for (int x = 0; x < n[0]; ++x, ++i) {
                const std::string name =
                    (level / "c" / std::to_string(z / 512) / std::to_string(y / 512) / std::to_string(x / 512))
                        .string();
                const auto [shard, is_new] = shards.try_emplace(name);
                if (is_new) {
                    shard->second = fs::exists(name) ? read_file(name) : "";
                }
                const std::string &bytes = shard->second;
                if (bytes.empty()) {
                    continue;
                }
                const int chunk = (z / 64 % 8 * 8 + y / 64 % 8) * 8 + x / 64 % 8;
                const std::size_t entry = bytes.size() - 4 - 512 * 16 + static_cast<std::size_t>(chunk) * 16;
                const std::uint64_t offset = number_at(bytes, entry);
                if (offset != ~std::uint64_t{0}) {
                    EXPECT_EQ(number_at(bytes, entry + 8), 64u * 64u * 64u);
                    const int voxel = (z % 64 * 64 + y % 64) * 64 + x % 64;
                    voxels[i] = static_cast<unsigned char>(bytes[offset + static_cast<std::size_t>(voxel)]);
                }
            }
        }
    }
    return voxels;
}

/// Means of 2^3 voxels, halves up; of those that are there.
std::vector<int> halved(const std::vector<int> &voxels, Dims &n) {
    const Dims m = {(n[0] + 1) / 2, (n[1] + 1) / 2, (n[2] + 1) / 2};
    std::vector<int> result;
    for (int z = 0; z < m[2]; ++z) {
        for (int y = 0; y < m[1]; ++y) {
            for (int x = 0; x < m[0]; ++x) {
                int sum = 0, count = 0;
                for (int k = 2 * z; k < std::min(2 * z + 2, n[2]); ++k) {
                    for (int j = 2 * y; j < std::min(2 * y + 2, n[1]); ++j) {
                        for (int i = 2 * x; i < std::min(2 * x + 2, n[0]); ++i, ++count) {
                            sum += voxels[static_cast<std::size_t>((k * n[1] + j) * n[0] + i)];
                        }
                    }
                }
                result.push_back((2 * sum + count) / (2 * count));
            }
        }
    }
    n = m;
    return result;
}

} // namespace

TEST(ZarrWrite, ChecksumIsThatOfTheStandard) {
    EXPECT_EQ(zarr::crc32c(std::as_bytes(std::span("123456789", 9))), 0xe3069283u); // RFC 3720's usual check value
    const std::vector<std::byte> zeros(32);
    EXPECT_EQ(zarr::crc32c(zeros), 0x8a9136aau); // RFC 3720, B.4
}

TEST(ZarrWrite, LevelsAreTheMeansOfThoseBefore) {
    const ScratchFolder scratch;
    const FormulaSource source(three_shards);
    const fs::path store = scratch / "a.ome.zarr";
    const WrittenZarr written = write_zarr(source, store, unpacked());
    EXPECT_EQ(written.levels, 6); // 1100 550 275 138 69 35
    EXPECT_EQ(source.read_voxels, 1100u * 66u * 70u);
    std::vector<int> voxels;
    for (int z = 0; z < 70; ++z) {
        for (int y = 0; y < 66; ++y) {
            for (int x = 0; x < 1100; ++x) {
                voxels.push_back(FormulaSource::value(x, y, z));
            }
        }
    }
    Dims n = three_shards;
    for (int level = 0; level < 6; ++level) {
        EXPECT_TRUE(read_level(store / std::to_string(level)) == voxels) << level;
        voxels = halved(voxels, n);
    }
}

TEST(ZarrWrite, ShardsEndWithACheckedIndexAndLeaveZerosOut) {
    const ScratchFolder scratch;
    const fs::path store = scratch / "a.ome.zarr";
    const WrittenZarr written = write_zarr(FormulaSource(three_shards), store, unpacked());
    const std::string shard = read_file(store / "0/c/0/0/0");
    std::uint32_t checksum = 0;
    std::memcpy(&checksum, shard.data() + shard.size() - 4, 4);
    EXPECT_EQ(checksum, zarr::crc32c(std::as_bytes(std::span(shard)).last(512 * 16 + 4).first(512 * 16)));
    EXPECT_EQ(shard.size(), 6u * 2 * 2 * 64 * 64 * 64 + 512 * 16 + 4); // of 8 chunks along x two are zeros
    std::uint64_t bytes = 0;
    for (const auto &[name, content] : files_of(store)) {
        bytes += name.find("/c/") != name.npos ? content.size() : 0;
    }
    EXPECT_EQ(written.byte_count, bytes);
}

/// Whether the ranges of a store are believed; if not, a note has to say why.
bool believes_ranges(const fs::path &store) {
    const auto bricks = open_bricks(store.string());
    const bool known = bricks->ranges(0).has_value();
    const auto &notes = bricks->header().notes;
    EXPECT_EQ(!known, std::ranges::any_of(notes, [](const Note &note) {
        return note.text.find("voxels of level") != std::string::npos;
    }));
    return known;
}

TEST(ZarrWrite, RangesOfVoxelsThatSomebodyChangedAreNotBelieved) {
    const ScratchFolder scratch;
    const fs::path store = scratch / "a.ome.zarr";
    write_zarr(FormulaSource(three_shards), store, unpacked());
    ASSERT_TRUE(believes_ranges(store));
    const fs::path shard = store / "0/c/0/0/1";
    const std::string content = read_file(shard);
    const auto time = fs::last_write_time(shard);
    std::string changed = content;
    changed[100] = static_cast<char>(changed[100] + 1); // as long as before, with the same index
    std::ofstream(shard, std::ios::binary) << changed;
    fs::last_write_time(shard, fs::last_write_time(store / "voxmarch/ranges.json") + std::chrono::milliseconds(1));
    EXPECT_FALSE(believes_ranges(store));
    std::ofstream(shard, std::ios::binary) << content;
    fs::last_write_time(shard, time);
    EXPECT_TRUE(believes_ranges(store));
    std::ofstream(shard, std::ios::binary) << content.substr(1); // of another size, but copied with an old time
    fs::last_write_time(shard, time);
    EXPECT_FALSE(believes_ranges(store));
    fs::remove(shard);
    EXPECT_FALSE(believes_ranges(store));
}

TEST(ZarrWrite, KnowsTheRangesOfBricksAndTheCountsOfValues) {
    const ScratchFolder scratch;
    const fs::path store = scratch / "a.ome.zarr";
    write_zarr(FormulaSource(three_shards), store, unpacked());
    const auto json = nlohmann::json::parse(read_file(store / "voxmarch/ranges.json"));
    EXPECT_EQ(json["brick_edge"], 64);
    EXPECT_EQ(json["levels"][0]["bricks"], (std::vector<int>{18, 2, 2}));
    EXPECT_EQ(json["levels"].size(), 6u);
    const std::string bytes = read_file(store / "voxmarch/ranges_0.bin");
    ASSERT_EQ(bytes.size(), 18u * 2 * 2 * 8);
    float range[2];
    std::memcpy(range, bytes.data() + 2 * 8, 8); // brick (2, 0, 0): zeros
    EXPECT_EQ(range[0], 0.0f);
    EXPECT_EQ(range[1], 0.0f);
    std::memcpy(range, bytes.data() + (17 + 18 * 3) * 8, 8); // the last brick: x from 1088, 2 rows, 6 slices
    int low = 255, high = 0;
    for (int z = 64; z < 70; ++z) {
        for (int y = 64; y < 66; ++y) {
            for (int x = 1088; x < 1100; ++x) {
                low = std::min(low, FormulaSource::value(x, y, z));
                high = std::max(high, FormulaSource::value(x, y, z));
            }
        }
    }
    EXPECT_EQ(range[0], static_cast<float>(low));
    EXPECT_EQ(range[1], static_cast<float>(high));
    std::uint64_t total = 0;
    for (const std::uint64_t count : json["histogram"]["counts"]) {
        total += count;
    }
    EXPECT_EQ(total, 1100u * 66u * 70u);
}

TEST(ZarrWrite, OurReaderFindsPlacesLevelsAndRanges) {
    const ScratchFolder scratch;
    VolumeHeader header;
    header.grid.dims = {90, 70, 130};
    header.grid.spacing = {0.5, 0.75, 1.25};
    header.grid.origin = {10.1, -20.2, 30.3};
    header.grid.direction = glm::dmat3({0.8, 0.6, 0.0}, {-0.6, 0.8, 0.0}, {0.0, 0.0, -1.0});
    header.grid.anatomical = true;
    header.grid.unit = LengthUnit::millimeter;
    header.type = ScalarType::f32;
    header.name = "oblique";
    std::vector<float> values(header.grid.voxel_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i * 7919 % 10007) - 5000.0f;
    }
    std::vector<std::byte> bytes(header.byte_count());
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const auto source = bricks_of(Volume(header, std::move(bytes)));
    write_zarr(*source, scratch / "a.ome.zarr", unpacked());

    const auto store = open_bricks(scratch / "a.ome.zarr");
    ASSERT_EQ(store->level_count(), 3);
    for (int level = 0; level < 3; ++level) {
        const Grid grid = store->grid(level);
        const double middle = 0.5 * (1 << level) - 0.5; // of the first box
        const glm::dvec4 place = header.grid.world_from_voxel() * glm::dvec4(middle, middle, middle, 1.0);
        EXPECT_NEAR(glm::length(grid.origin - glm::dvec3(place)), 0.0, 1e-9) << level;
        EXPECT_NEAR(glm::length(grid.spacing - header.grid.spacing * double(1 << level)), 0.0, 1e-12) << level;
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(glm::length(grid.direction[axis] - header.grid.direction[axis]), 0.0, 1e-12);
        }
        EXPECT_TRUE(grid.anatomical);
        EXPECT_EQ(grid.unit, LengthUnit::millimeter);
        const auto &ranges = store->ranges(level);
        ASSERT_TRUE(ranges.has_value()) << level;
        EXPECT_EQ(ranges->bricks[2], (grid.dims[2] + 63) / 64);
    }
    std::vector<float> found(values.size());
    store->read(0, {{0, 0, 0}, {90, 70, 130}}, std::as_writable_bytes(std::span(found)));
    EXPECT_TRUE(found == values);
    float low = 1e9f, high = -1e9f; // of the last brick
    for (int z = 128; z < 130; ++z) {
        for (int y = 64; y < 70; ++y) {
            for (int x = 64; x < 90; ++x) {
                const float value = values[static_cast<std::size_t>((z * 70 + y) * 90 + x)];
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    }
    EXPECT_EQ(store->ranges(0)->ranges.back().min, low);
    EXPECT_EQ(store->ranges(0)->ranges.back().max, high);
}

TEST(ZarrWrite, MetadataSayWhereVoxelsAre) {
    VolumeHeader header = FormulaSource({100, 200, 300}).header();
    header.type = ScalarType::i16;
    header.grid.unit = LengthUnit::micrometer;
    header.grid.direction = glm::dmat3({0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
    const StoreLayout layout("a.zarr", header, ChunkCodec::zstd, true);
    const auto group = nlohmann::json::parse(group_metadata(layout))["attributes"];
    const auto image = group["ome"]["multiscales"][0];
    EXPECT_EQ(image["axes"][0], (nlohmann::json{{"name", "z"}, {"type", "space"}, {"unit", "micrometer"}}));
    const auto level2 = image["datasets"][2]["coordinateTransformations"];
    EXPECT_EQ(level2[0]["scale"], (std::vector<double>{12.0, 8.0, 4.0}));
    EXPECT_EQ(level2[1]["translation"], (std::vector<double>{34.5, 23.0, 11.5})); // first + 1.5 voxels
    EXPECT_EQ(group["voxmarch"]["direction"][0], (std::vector<double>{0.0, 1.0, 0.0}));
    EXPECT_TRUE(group["voxmarch"]["labels"]);
    const auto array = nlohmann::json::parse(level_metadata(layout, 2));
    EXPECT_EQ(array["shape"], (std::vector<int>{75, 50, 25}));
    EXPECT_EQ(array["data_type"], "int16");
    const auto codecs = array["codecs"][0]["configuration"]["codecs"];
    EXPECT_EQ(codecs[0]["configuration"]["endian"], "little");
    EXPECT_EQ(codecs[1]["configuration"]["cname"], "zstd");
    EXPECT_EQ(codecs[1]["configuration"]["typesize"], 2);
}

} // namespace voxmarch
