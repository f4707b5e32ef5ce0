// Pictures of volumes that stay in their source are those of the same volumes in memory, bit for bit.
#include "device_fixture.h"
#include "renderer/brick_atlas.h"
#include "renderer/views.h"
#include "scene/brick_content.h"
#include "scene/counted_volume.h"
#include "scene/first_look.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace voxmarch {

namespace {

constexpr int edge = 140; // 3^3 bricks

std::shared_ptr<SceneContent> content_of(const std::string &source, std::uint64_t large_above) {
    ReadOptions options;
    options.large_above = large_above;
    return std::make_shared<SceneContent>(SceneContent{read_volume(source, options)});
}

/// A tree that is read slowly and in no order, and fails where it is told to.
class Moody final : public BrickSource {
public:
    const VolumeHeader &header() const override { return tree_->header(); }
    int level_count() const override { return 1; }
    Grid grid(int level) const override { return tree_->grid(level); }
    std::array<int, 3> read_size(int level) const override { return tree_->read_size(level); }
    const std::optional<BrickRanges> &ranges(int level) const override { return tree_->ranges(level); }
    void read(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        const int number = ++reads;
        if (is_slow) {
            std::this_thread::sleep_for(std::chrono::milliseconds(number * 7919 % 5 * 10));
        }
        if (number == fails_at) {
            throw FileError("tree.zarr/c/0/1/1", "cannot be read: Input/output error");
        }
        tree_->read(level, box, voxels);
    }

    mutable std::atomic<int> reads = 0;
    bool is_slow = false;
    int fails_at = -1;

private:
    std::shared_ptr<const BrickSource> tree_ = open_bricks("synthetic:tree:" + std::to_string(edge));
};

Scene scene_of(const Camera &camera) {
    Scene scene;
    scene.width = 48;
    scene.height = 36;
    scene.camera = camera;
    scene.transfer = resolve_transfer("thesis");
    scene.settings.traversal = Traversal::octant_distance_map;
    return scene;
}

TEST(LargeScene, is_drawn_as_in_memory_whole_and_in_bricks) {
    const std::string source = "synthetic:tree:" + std::to_string(edge);
    const auto whole = content_of(source, 0), large = content_of(source, 1);
    ASSERT_EQ(whole->volume.large(), nullptr);
    ASSERT_NE(large->volume.large(), nullptr);
    for (const SamplingBackend backend : test_backends()) {
        if (backend == SamplingBackend::packet) {
            continue; // bricks are drawn by the kernels of buffers
        }
        SCOPED_TRACE(name_of(backend));
        const Scene scene = scene_of(standard_view(whole->volume.grid()));
        const Image expected = SceneRenderer(test_device(), whole, backend).draw(scene);
        EXPECT_EQ(SceneRenderer(test_device(), large, backend).draw(scene).rgba, expected.rgba) << "in one piece";
        for (const auto &[slots, cells] : {std::pair(0, 64), std::pair(3, 64), std::pair(0, 32), std::pair(9, 32)}) {
            SceneRenderer renderer(
                large, in_bricks(test_device(), large, backend, static_cast<std::uint64_t>(slots), {cells}));
            EXPECT_EQ(renderer.draw(scene).rgba, expected.rgba) << slots << " slots of " << cells;
        }
    }
}

/// A brick whose range is too small would not be drawn; one whose range is too large would come for nothing.
TEST(LargeScene, ranges_of_bricks_hold_all_that_their_slots_store) {
    const std::array<int, 3> dims{130, 65, 257};
    const auto voxel_bricks = [&](std::size_t axis) { return (dims[axis] - 1) / 64 + 1; };
    std::vector<ValueRange> own; // each its own number
    for (int i = 0; i < voxel_bricks(0) * voxel_bricks(1) * voxel_bricks(2); ++i) {
        own.push_back({double(i), double(i)});
    }
    for (const BrickSize size : {BrickSize{64}, BrickSize{32}}) {
        const std::vector<ValueRange> ranges = ranges_around(dims, own, size);
        ASSERT_EQ(ranges.size(), brick_count(dims, size));
        for (std::size_t number = 0; number < ranges.size(); ++number) {
            const VoxelBox stored =
                stored_box(dims, place_in(bricks_along(dims, size), static_cast<int>(number)), size);
            const auto number_of = [&](const std::array<int, 3> &voxel) {
                return ((voxel[2] / 64) * voxel_bricks(1) + voxel[1] / 64) * voxel_bricks(0) + voxel[0] / 64;
            };
            EXPECT_EQ(ranges[number].min, number_of(stored.low)) << size.edge << ", brick " << number;
            EXPECT_EQ(ranges[number].max, number_of({stored.high[0] - 1, stored.high[1] - 1, stored.high[2] - 1}))
                << size.edge << ", brick " << number;
        }
    }
}

TEST(LargeScene, of_signed_values_is_drawn_as_in_memory) {
    const auto made = [] {
        VolumeHeader header;
        header.grid.dims = {70, 21, 35};
        header.type = ScalarType::i16;
        std::vector<std::byte> voxels(header.byte_count());
        auto *const values = reinterpret_cast<std::int16_t *>(voxels.data());
        for (int i = 0; i < 70 * 21 * 35; ++i) {
            values[i] = static_cast<std::int16_t>(i % 70 * 40 - i / 1470 * 50 - 300);
        }
        return Volume(std::move(header), std::move(voxels));
    };
    const auto whole = std::make_shared<SceneContent>(SceneContent{made()});
    const auto large = std::make_shared<SceneContent>(SceneContent{Volume(look_at(bricks_of(made())))});
    const Scene scene = scene_of(standard_view(whole->volume.grid()));
    for (const SamplingBackend backend : test_backends()) {
        SCOPED_TRACE(name_of(backend));
        const Image expected = SceneRenderer(test_device(), whole, backend).draw(scene);
        EXPECT_EQ(SceneRenderer(test_device(), large, backend).draw(scene).rgba, expected.rgba);
    }
}

TEST(LargeScene, of_a_sample_that_holds_all_looks_and_is_framed_as_in_memory) {
    const auto whole = content_of("synthetic:piggy:96", 0), large = content_of("synthetic:piggy:96", 1);
    const Look first = choose_look({}, {}, whole->volume, survey_data(whole->volume));
    const Look other = choose_look({}, {}, large->volume, survey_data(large->volume));
    EXPECT_EQ(first.transfer.name, other.transfer.name);
    EXPECT_EQ(first.transfer.description, other.transfer.description);
    const auto camera = [](const SceneContent &content) {
        Scene scene = scene_of(standard_view(content.volume.grid()));
        const ReferenceScene reference = reference_scene(scene, content);
        return framing_camera({"front"}, reference, 1.0);
    };
    EXPECT_EQ(camera(*whole).eye, camera(*large).eye);
}

TEST(LargeScene, is_the_same_however_slow_its_source_and_after_it_failed) {
    const auto whole = content_of("synthetic:tree:" + std::to_string(edge), 0);
    const Scene scene = scene_of(standard_view(whole->volume.grid()));
    const Image expected = SceneRenderer(test_device(), whole, SamplingBackend::buffer).draw(scene);
    const auto source = std::make_shared<Moody>();
    const auto large = std::make_shared<SceneContent>(SceneContent{Volume(look_at(source))});
    source->is_slow = true;
    SceneRenderer renderer(large, in_bricks(test_device(), large, SamplingBackend::buffer, 3));
    EXPECT_EQ(renderer.draw(scene).rgba, expected.rgba);
    source->is_slow = false;

    SceneRenderer other(large, in_bricks(test_device(), large, SamplingBackend::buffer, 3));
    for (const int reads : {1, 2, 7}) { // in the first wave, and later
        source->fails_at = source->reads + reads;
        try {
            (void)other.draw(scene);
            FAIL() << "it was drawn without a brick";
        } catch (const FileError &error) {
            EXPECT_NE(std::string(error.what()).find("tree.zarr/c/0/1/1"), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(other.draw(scene).rgba, expected.rgba);
}

} // namespace

} // namespace voxmarch
