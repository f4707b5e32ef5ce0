// Zarr stores made here byte by byte: layouts, levels, zip files, what a store may lack, the sidecar of ranges.
#include "base/error.h"
#include "brick_checks.h"
#include "volume/bricks/zarr/ranges_sidecar.h"
#include "zarr_test_stores.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace voxmarch::testing {
namespace {

/// Whole and in boxes, the values that all test stores hold; 0 where `is_missing(z, y, x)`.
template <typename T, typename Missing>
void expect_values(const std::string &path, const Shape &shape, const Missing &is_missing) {
    const Volume whole = read_volume(path);
    ASSERT_EQ(whole.grid().dims, (std::array{shape[2], shape[1], shape[0]}));
    for (int z = 0; z < shape[0]; ++z) {
        for (int y = 0; y < shape[1]; ++y) {
            for (int x = 0; x < shape[2]; ++x) {
                const double want = is_missing(z, y, x) ? 0.0 : static_cast<double>(test_value<T>(z, y, x));
                ASSERT_EQ(whole.value(x, y, z), want) << x << " " << y << " " << z;
            }
        }
    }
    expect_boxes(*open_bricks(path), whole);
}

const auto nowhere = [](int, int, int) { return false; };

TEST(ZarrStores, PlainArraysOfVersion2) {
    const ScratchFolder folder;
    for (const std::string dtype : {"<u2", ">u2"}) {
        StoreFiles files;
        add_array_2<std::uint16_t>(files, "", dtype, {10, 12, 14}, {4, 5, 6});
        expect_values<std::uint16_t>(write_store(folder / "a.zarr", files), {10, 12, 14}, nowhere);
    }
    StoreFiles files;
    add_array_2<double>(files, "", ">f8", {3, 4, 5}, {2, 2, 9});
    expect_values<double>(write_store(folder / "a.zarr", files), {3, 4, 5}, nowhere);
    const VolumeHeader header = read_volume_header(folder / "a.zarr");
    EXPECT_EQ(header.format, "Zarr");
    EXPECT_EQ(header.name, "a.zarr");
    EXPECT_EQ(header.type, ScalarType::f32);
    EXPECT_EQ(header.placement, Placement::none);
    EXPECT_TRUE(contains(header.notes.back(), "says nothing of its axes"));
}

TEST(ZarrStores, ChunksInFortransOrder) {
    const ScratchFolder folder;
    StoreFiles files;
    add_array_2<std::uint16_t>(files, "", "<u2", {10, 12, 14}, {4, 5, 6});
    edit(files, ".zarray", [](Json &json) { json["order"] = "F"; });
    for (const Shape &place : places_in({10, 12, 14}, {4, 5, 6})) {
        std::vector<std::uint16_t> values;
        for (int x = place[2] * 6; x < place[2] * 6 + 6; ++x) {
            for (int y = place[1] * 5; y < place[1] * 5 + 5; ++y) {
                for (int z = place[0] * 4; z < place[0] * 4 + 4; ++z) {
                    values.push_back(test_value<std::uint16_t>(z, y, x));
                }
            }
        }
        files[key_of(place, ".")] = bytes_of(values);
    }
    expect_values<std::uint16_t>(write_store(folder / "a.zarr", files), {10, 12, 14}, nowhere);
}

TEST(ZarrStores, PlainArraysOfVersion3) {
    const ScratchFolder folder;
    StoreFiles files;
    add_array_3<std::int8_t>(files, "", "int8", {10, 12, 14}, {4, 5, 6});
    files.erase("c/1/1/1");
    expect_values<std::int8_t>(write_store(folder / "a.zarr", files), {10, 12, 14},
                               [](int z, int y, int x) { return z / 4 == 1 && y / 5 == 1 && x / 6 == 1; });
}

TEST(ZarrStores, AnImageHasLevelsAndShards) {
    const ScratchFolder folder;
    const std::string path = write_store(folder / "a.ome.zarr", image_3());
    expect_values<std::uint16_t>(path, {10, 12, 14}, [](int z, int y, int x) {
        return z / 3 % 2 == 1 && y / 4 % 2 == 1 && x / 4 % 2 == 1; // the last chunk of each shard
    });
    const auto bricks = open_bricks(path);
    EXPECT_EQ(bricks->header().format, "OME-Zarr");
    ASSERT_EQ(bricks->level_count(), 2);
    EXPECT_EQ(bricks->grid(0).spacing, glm::dvec3(0.5, 1, 2));
    EXPECT_EQ(bricks->grid(1).spacing, glm::dvec3(1, 2, 4));
    EXPECT_EQ(bricks->grid(1).dims, (std::array{7, 6, 5}));
    EXPECT_EQ(bricks->grid(0).unit, LengthUnit::micrometer);
    EXPECT_EQ(bricks->read_size(0), (std::array{4, 4, 3}));
    EXPECT_FALSE(bricks->ranges(1).has_value());
    const auto coarse = read_box(*bricks, 1, {{1, 2, 3}, {4, 4, 5}});
    std::uint16_t first = 0;
    std::memcpy(&first, coarse.data(), 2);
    EXPECT_EQ(first, test_value<std::uint16_t>(3, 2, 1));
    expect_values<std::uint16_t>(path + "/1", {5, 6, 7}, nowhere);
    expect_values<std::uint16_t>(write_store(folder / "b.zarr", image_2()), {10, 12, 14}, nowhere);
}

TEST(ZarrStores, AnotherSpacingHoldsForAllLevels) {
    const ScratchFolder folder;
    StoreFiles files = image_3();
    edit(files, "zarr.json", [](Json &json) {
        Json &datasets = json["attributes"]["ome"]["multiscales"][0]["datasets"];
        datasets[1]["coordinateTransformations"].push_back({{"type", "translation"}, {"translation", {1, 0.5, 0.25}}});
    });
    const std::string path = write_store(folder / "a.zarr", files);
    EXPECT_EQ(open_bricks(path)->grid(1).origin, glm::dvec3(0.25, 0.5, 1));
    ReadOptions options;
    options.spacing = glm::dvec3(5, 10, 40);
    const auto bricks = open_bricks(path, options);
    EXPECT_EQ(bricks->grid(0).spacing, glm::dvec3(5, 10, 40));
    EXPECT_EQ(bricks->grid(1).spacing, glm::dvec3(10, 20, 80));
    EXPECT_EQ(bricks->grid(1).origin, glm::dvec3(2.5, 5, 20));
}

TEST(ZarrStores, OurOwnMetadataKnowDirections) {
    const ScratchFolder folder;
    StoreFiles files = image_3();
    const Json own = {{"version", 1},        {"direction", {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}},
                      {"origin", {7, 8, 9}}, {"spacing", {0.5, 1, 2}},
                      {"unit", "um"},        {"anatomical", true}};
    edit(files, "zarr.json", [&](Json &json) {
        json["attributes"]["voxmarch"] = own;
        json["attributes"]["ome"]["multiscales"][0]["datasets"][1]["coordinateTransformations"].push_back(
            {{"type", "translation"}, {"translation", {1, 0.5, 0.25}}});
    });
    const auto bricks = open_bricks(write_store(folder / "a.zarr", files));
    EXPECT_EQ(bricks->grid(0).direction[0], glm::dvec3(0, 1, 0));
    EXPECT_EQ(bricks->grid(0).origin, glm::dvec3(7, 8, 9));
    EXPECT_TRUE(bricks->grid(0).anatomical);
    EXPECT_EQ(bricks->grid(1).origin, glm::dvec3(7 - 0.5, 8 + 0.25, 9 + 1)) << "half a voxel along each axis";
    edit(files, "zarr.json", [](Json &json) { json["attributes"]["voxmarch"]["spacing"][0] = 0.25; });
    const auto other = open_bricks(write_store(folder / "b.zarr", files));
    EXPECT_EQ(other->grid(0).direction, glm::dmat3(1.0));
    EXPECT_TRUE(contains(other->header().notes.back(), "directions are ignored"));
}

TEST(ZarrStores, ALevelIsChosen) {
    const ScratchFolder folder;
    const std::string path = write_store(folder / "a.zarr", image_3());
    ReadOptions options;
    options.level = 1;
    const auto bricks = open_bricks(path, options);
    EXPECT_EQ(bricks->level_count(), 1);
    EXPECT_EQ(bricks->header().grid.spacing, glm::dvec3(1, 2, 4));
    const Volume whole = read_volume(path, options);
    EXPECT_EQ(whole.value(6, 5, 4), test_value<std::uint16_t>(4, 5, 6));
    expect_boxes(*bricks, whole);
    options.level = 2;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(path, options); }), "has no level 2, but 2 of them"));
    const VolumeHeader other = read_volume_header("synthetic:sphere:8", options);
    EXPECT_TRUE(contains(other.notes.back(), "The chosen level has no effect"));
}

TEST(ZarrStores, LevelsThatAreNotCoarserAreLeftOut) {
    const ScratchFolder folder;
    StoreFiles files = image_3();
    add_array_3<std::uint16_t>(files, "1/", "uint16", {10, 12, 14}, {4, 4, 4});
    const auto bricks = open_bricks(write_store(folder / "a.zarr", files));
    EXPECT_EQ(bricks->level_count(), 1);
    EXPECT_TRUE(contains(bricks->header().notes.back(), "Level 1 is not coarser"));
}

TEST(ZarrStores, OldImagesWithoutTransformations) {
    const ScratchFolder folder;
    StoreFiles files = image_2();
    edit(files, ".zattrs", [](Json &json) {
        json["multiscales"][0]["axes"] = {"z", "y", "x"};
        for (Json &dataset : json["multiscales"][0]["datasets"]) {
            dataset.erase("coordinateTransformations");
        }
    });
    const auto bricks = open_bricks(write_store(folder / "a.zarr", files));
    EXPECT_EQ(bricks->header().placement, Placement::none);
    EXPECT_EQ(bricks->grid(1).spacing, glm::dvec3(2.0));
    EXPECT_EQ(bricks->grid(1).origin, glm::dvec3(0.5)) << "its first voxel is in the middle of eight";
}

TEST(ZarrStores, ZipFilesAreStores) {
    const ScratchFolder folder;
    StoreFiles files = image_2();
    for (const auto &[key, content] : image_2()) {
        files["labels/cells/" + key] = content;
    }
    const Volume want = read_volume(write_store(folder / "a.zarr", files));
    for (const std::string around : {"", "a.zarr/"}) {
        for (const std::string name : {"a.zarr.zip", "b.zip"}) {
            const std::string zip = write_file(folder / name, zip_of(files, around));
            expect_boxes(*open_bricks(zip), want);
            EXPECT_EQ(read_volume_header(zip).name, around.empty() ? name : "a.zarr");
        }
    }
    write_file(folder / "a.zarr.zip", zip_of(files));
    expect_boxes(*open_bricks(folder / "a.zarr.zip/labels/cells"), want);
    expect_boxes(*open_bricks(folder / "a.zarr/labels/cells"), want);
    EXPECT_THROW(open_bricks(folder / "a.zarr.zip/labels/others"), FileError);
    EXPECT_TRUE(contains(message_of<FileError>([&] {
                             open_bricks(write_file(folder / "c.zip", zip_of({{"a.txt", "b"}})));
                         }),
                         "unzip"));
}

TEST(ZarrStores, CollectionsSayWhatToName) {
    const ScratchFolder folder;
    const auto refused = [&](const StoreFiles &files) {
        return message_of<FileError>([&] { open_bricks(write_store(folder / "a.zarr", files)); });
    };
    EXPECT_TRUE(contains(refused({{".zattrs", R"({"bioformats2raw.layout": 3})"}}), "collection of images"));
    EXPECT_TRUE(contains(refused({{".zattrs", R"({"plate": {}})"}}), "plate of images"));
    EXPECT_TRUE(contains(refused({{".zattrs", R"({"labels": ["a"]})"}}), "label images"));
    EXPECT_TRUE(contains(refused({{".zgroup", R"({"zarr_format": 2})"}}), "without an image"));
}

TEST(ZarrStores, ChannelsAndTimesAreChosen) {
    const ScratchFolder folder;
    StoreFiles files;
    files[".zattrs"] = R"({"multiscales": [{"axes": [{"name": "c", "type": "channel"}, {"name": "y", "type": "space"},
        {"name": "x", "type": "space"}], "datasets": [{"path": "0"}]}]})";
    add_array_2<std::uint8_t>(files, "0/", "|u1", {3, 4, 5}, {2, 4, 4});
    const std::string path = write_store(folder / "a.zarr", files);
    ReadOptions options;
    options.channel = 2;
    const Volume third = read_volume(path, options);
    EXPECT_TRUE(third.header().channels.empty() || !third.header().channels[0].color);
    EXPECT_EQ(third.grid().dims, (std::array{5, 4, 1}));
    EXPECT_EQ(third.value(4, 3, 0), test_value<std::uint8_t>(2, 3, 4));
    EXPECT_TRUE(contains(third.header().notes.front(), "It has 3 channels, 0 to 2; number 2 is read"));
    options.channel = 3;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(path, options); }), "no channel 3"));
    options.channel = 0;
    options.time = 1;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(path, options); }), "no time 1"));
}

TEST(ZarrStores, ChannelsHaveTheColoursOfTheirLight) {
    const ScratchFolder folder;
    const auto channels_of = [&](const std::string &channels) {
        StoreFiles files;
        files[".zattrs"] = R"({"multiscales": [{"axes": [{"name": "c", "type": "channel"}, {"name": "y", "type":
            "space"}, {"name": "x", "type": "space"}], "datasets": [{"path": "0"}]}], "omero": {"channels": [)" +
                           channels + "]}}";
        add_array_2<std::uint8_t>(files, "0/", "|u1", {2, 4, 5}, {2, 4, 4});
        return read_volume_header(write_store(folder / "a.zarr", files)).channels;
    };
    const glm::dvec3 green(0, 1, 0), red(1, 0, 0);
    auto channels = channels_of(R"({"color": "FFFFFF", "emissionWave": 510}, {"color": "FFFFFF", "label": "Cy5",
        "emissionWave": 650.0})");
    EXPECT_EQ(channels, (std::vector<ChannelInfo>{{"510 nm", green}, {"Cy5", red}}));
    channels = channels_of(R"({"color": "00FF00", "emissionWave": 650}, {"emissionWave": "none"})");
    EXPECT_EQ(channels, (std::vector<ChannelInfo>{{"650 nm", green}, {"", {}}}));
}

/// A store of one level of f32 with values that are not finite, of three bricks along x.
StoreFiles float_store() {
    StoreFiles files;
    add_array_3<float>(files, "", "float32", {2, 2, 130}, {2, 2, 65});
    auto values = chunk_values<float>({2, 2, 130}, {2, 2, 65}, {0, 0, 1});
    values[3] = std::numeric_limits<float>::quiet_NaN();
    values[4] = -std::numeric_limits<float>::infinity();
    values[20] = -3.5f;
    files["c/0/0/1"] = bytes_of(values);
    const ScratchFolder nothing; // the chunks of this store are no shards of 512^3
    const auto shards = zarr::look_at_shards(*zarr::open_folder_store(nothing / ""), 0, {130, 2, 2}).mark;
    files["voxmarch/ranges.json"] =
        Json{{"version", 2},
             {"brick_edge", 64},
             {"smallest_finite", -3.5},
             {"levels", {{{"bricks", {3, 1, 1}}, {"file", "ranges_0.bin"}, {"shards", shards}}}}}
            .dump();
    files["voxmarch/ranges_0.bin"] = bytes_of(std::vector<float>{0, 110, -3.5f, 174, 128, 176});
    return files;
}

TEST(ZarrStores, ASidecarTellsRanges) {
    const ScratchFolder folder;
    const std::string path = write_store(folder / "a.zarr", float_store());
    const auto bricks = open_bricks(path);
    ASSERT_TRUE(bricks->ranges(0).has_value());
    EXPECT_EQ(bricks->ranges(0)->bricks, (std::array{3, 1, 1}));
    EXPECT_EQ(bricks->ranges(0)->ranges[1].min, -3.5);
    EXPECT_EQ(bricks->ranges(0)->ranges[2].max, 176.0);
    expect_boxes(*bricks, read_volume(path));
    // What the sidecar says is taken without a look at the voxels: this one says something else.
    StoreFiles other = float_store();
    edit(other, "voxmarch/ranges.json", [](Json &json) { json["smallest_finite"] = -9.0; });
    std::vector<float> voxel(1);
    const auto trusting = open_bricks(write_store(folder / "b.zarr", other));
    trusting->read(0, {{68, 0, 0}, {69, 1, 1}}, std::as_writable_bytes(std::span(voxel)));
    EXPECT_EQ(voxel[0], -9.0f);
    other.erase("voxmarch/ranges.json");
    const auto looking = open_bricks(write_store(folder / "c.zarr", other));
    looking->read(0, {{68, 0, 0}, {69, 1, 1}}, std::as_writable_bytes(std::span(voxel)));
    EXPECT_EQ(voxel[0], -3.5f);
}

TEST(ZarrStores, ASidecarThatDoesNotFitIsIgnored) {
    const ScratchFolder folder;
    const std::vector<std::function<void(StoreFiles &)>> faults = {
        [](StoreFiles &files) { files["voxmarch/ranges.json"] = "{"; },
        [](StoreFiles &files) { files["voxmarch/ranges_0.bin"].pop_back(); },
        [](StoreFiles &files) { files.erase("voxmarch/ranges_0.bin"); },
        [](StoreFiles &files) { files["voxmarch/ranges_0.bin"].replace(0, 4, std::string("\0\0\xc0\x7f", 4)); },
        [](StoreFiles &files) {
            edit(files, "voxmarch/ranges.json", [](Json &json) { json["levels"][0]["bricks"][0] = 2; });
        },
        [](StoreFiles &files) { edit(files, "voxmarch/ranges.json", [](Json &json) { json["version"] = 1; }); },
        [](StoreFiles &files) { edit(files, "voxmarch/ranges.json", [](Json &json) { json["brick_edge"] = 32; }); },
        [](StoreFiles &files) { edit(files, "voxmarch/ranges.json", [](Json &json) { json["levels"].clear(); }); },
        [](StoreFiles &files) {
            edit(files, "voxmarch/ranges.json", [](Json &json) { json["levels"][0]["shards"] = 1; });
        },
        [](StoreFiles &files) {
            edit(files, "voxmarch/ranges.json", [](Json &json) { json["levels"][0]["file"] = "../zarr.json"; });
        },
        [](StoreFiles &files) {
            edit(files, "voxmarch/ranges.json", [](Json &json) { json["smallest_finite"] = "a"; });
        },
    };
    for (std::size_t i = 0; i < faults.size(); ++i) {
        StoreFiles files = float_store();
        faults[i](files);
        const std::string path = write_store(folder / "a.zarr", files);
        const auto bricks = open_bricks(path);
        EXPECT_EQ(bricks->ranges(0).has_value(), i + 1 == faults.size()) << "fault " << i;
        EXPECT_EQ(
            std::ranges::any_of(bricks->header().notes,
                                [](const Note &note) { return static_cast<bool>(contains(note, "are ignored")); }),
            i + 1 < faults.size())
            << "fault " << i;
        expect_boxes(*bricks, read_volume(path), 3);
    }
}

TEST(ZarrStores, ManyThreadsReadAtATime) {
    const ScratchFolder folder;
    const std::string path = write_store(folder / "a.ome.zarr", image_3());
    const auto bricks = open_bricks(path);
    const Volume whole = read_volume(path);
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] { expect_boxes(*bricks, whole, 60, seed); });
    }
}

TEST(ZarrStores, ReadErrorsPassOnceTheFileIsThere) {
    const ScratchFolder folder;
    StoreFiles files;
    add_array_3<std::uint8_t>(files, "", "uint8", {4, 4, 4}, {4, 4, 4});
    const std::string path = write_store(folder / "a.zarr", files);
    const auto bricks = open_bricks(path);
    write_file(path + "/c/0/0/0", "short");
    std::vector<std::byte> bytes(8);
    const VoxelBox box{{0, 0, 0}, {2, 2, 2}};
    EXPECT_TRUE(contains(message_of<FileError>([&] { bricks->read(0, box, bytes); }), "c/0/0/0"));
    write_file(path + "/c/0/0/0", files["c/0/0/0"]);
    EXPECT_NO_THROW(bricks->read(0, box, bytes));
}

TEST(SharedCache, MakesAValueOnceForAllWhoWantIt) {
    struct Value {
        std::size_t bytes;
        std::size_t byte_count() const { return bytes; }
    };
    zarr::SharedCache<Value> cache(10000);
    std::atomic<int> made{0};
    const auto make = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++made;
        return std::make_shared<const Value>(Value{1000});
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] { EXPECT_EQ(cache.get(7, true, make)->bytes, 1000u); });
        }
    }
    EXPECT_EQ(made, 1);
    // What was used last stays; more than the bound is never kept.
    for (std::uint64_t key = 0; key < 40; ++key) {
        cache.get(key, true, make);
        cache.get(7, true, make);
        EXPECT_LE(cache.kept_bytes(), 10000u);
    }
    EXPECT_EQ(made, 40);
    EXPECT_GT(cache.kept_bytes(), 5000u);
    cache.get(0, true, make);
    EXPECT_EQ(made, 41) << "the first went when room was short";
    cache.get(100, false, make);
    cache.get(100, false, make);
    EXPECT_EQ(made, 43) << "what is not to be kept is not";
    const auto large = [] { return std::make_shared<const Value>(Value{20000}); };
    EXPECT_EQ(cache.get(101, true, large)->bytes, 20000u);
    EXPECT_LE(cache.kept_bytes(), 10000u);
    EXPECT_THROW(cache.get(102, true, []() -> std::shared_ptr<const Value> { throw std::runtime_error("once"); }),
                 std::runtime_error);
    EXPECT_NO_THROW(cache.get(102, true, make));
}

TEST(Crc32c, OfTheStandardsExamples) {
    const auto of = [](const std::string &bytes) { return zarr::crc32c(std::as_bytes(std::span(bytes))); };
    EXPECT_EQ(of("123456789"), 0xe3069283u);
    EXPECT_EQ(of(std::string(32, '\0')), 0x8a9136aau); // RFC 3720, B.4
    EXPECT_EQ(of(std::string(32, '\xff')), 0x62a8ab43u);
    EXPECT_EQ(of(""), 0u);
}

} // namespace
} // namespace voxmarch::testing
