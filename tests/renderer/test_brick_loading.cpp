// Bricks arrive in their slots as they are read, whatever the way, and errors of a source leave what had come.
#include "device_fixture.h"
#include "renderer/brick_loader.h"
#include "renderer/kept_bricks.h"
#include "renderer/slot_writer.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/stored_voxels.h"

#include <atomic>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace voxmarch {
namespace {

/// Every bit pattern there is, of 8 and 16 bits; floats of all magnitudes, denormal ones too.
Volume any_volume(ScalarType type, const std::array<int, 3> &dims) {
    Grid grid;
    grid.dims = dims;
    std::vector<std::byte> bytes(grid.voxel_count() * scalar_size(type));
    std::uint32_t state = 7;
    for (std::byte &byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::byte>(state >> 24);
    }
    if (type == ScalarType::f32) {
        for (std::size_t i = 3; i < bytes.size(); i += 4) { // exponents of numbers
            bytes[i] &= i % 3 == 0 ? std::byte{0x80} : std::byte{0xbf};
        }
    }
    VolumeHeader header;
    header.grid = grid;
    header.type = type;
    return Volume(header, std::move(bytes));
}

struct Loaded {
    BrickAtlas atlas;
    DeviceArray voxels;
    VoxelAccess access;
    BrickLoader loader;

    Loaded(Device &device, const BrickVoxels &bricks, bool images, bool by_kernel, std::string_view stored)
        : atlas(device, bricks.header.grid.dims, bricks.slots, device.info().image_3d_limit, bricks.size),
          access{images, by_kernel && device.info().image_3d_writes, stored}, loader(device, bricks) {
        load({}); // as volumes do, so that frames find an empty page table
        const std::array<int, 3> dims = atlas.dims();
        const std::uint64_t bytes =
            bricks.size.slot_voxels() * static_cast<std::size_t>(atlas.slot_count()) * scalar_size(bricks.header.type);
        if (images) {
            const ImageFormat format = stored == "u8"    ? ImageFormat::r8
                                       : stored == "u16" ? ImageFormat::r16
                                                         : ImageFormat::r32f;
            voxels.image = Image3D(device, format, dims, "atlas");
        } else {
            voxels.buffer = Buffer(device, bytes, "atlas");
        }
    }

    void load(const BrickPlan &plan) { loader.load(plan, {atlas, voxels, access}); }

    std::vector<std::byte> bytes() const {
        std::vector<std::byte> all(voxels.image ? voxels.image.bytes() : voxels.buffer.bytes());
        voxels.image ? voxels.image.download(all) : voxels.buffer.download(all);
        return all;
    }
};

/// The bytes of a slot of an atlas.
std::vector<std::byte> slot_of(const std::vector<std::byte> &atlas, const BrickAtlas &places, int slot,
                               std::size_t voxel) {
    std::vector<std::byte> found;
    const glm::ivec3 corner = places.corner(slot);
    const std::array<int, 3> dims = places.dims();
    const int edge = places.size().stored();
    for (int z = 0; z < edge; ++z) {
        for (int y = 0; y < edge; ++y) {
            const std::size_t row = (static_cast<std::size_t>(corner.z + z) * static_cast<std::size_t>(dims[1]) +
                                     static_cast<std::size_t>(corner.y + y)) *
                                        static_cast<std::size_t>(dims[0]) +
                                    static_cast<std::size_t>(corner.x);
            const auto from = atlas.begin() + static_cast<std::ptrdiff_t>(row * voxel);
            found.insert(found.end(), from, from + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(edge) * voxel));
        }
    }
    return found;
}

void expect_atlas_holds(const Loaded &loaded, const Volume &volume, const std::string &what) {
    const std::size_t voxel = scalar_size(volume.type());
    const auto convert = conversion_to_stored(volume.type());
    const std::vector<std::byte> atlas = loaded.bytes();
    std::vector<std::uint32_t> pages(static_cast<std::size_t>(loaded.atlas.brick_count()), PAGE_MISSING);
    for (int slot = 0; slot < loaded.atlas.slot_count(); ++slot) {
        const std::optional<int> brick = loaded.atlas.brick_in(slot);
        if (!brick) {
            continue;
        }
        const auto read = [&](const VoxelBox &box, std::span<std::byte> to) { read_box(volume, box, to); };
        std::vector<std::byte> expected(loaded.atlas.size().slot_voxels() * voxel);
        fill_slot(volume.grid().dims, voxel, loaded.atlas.brick(*brick), loaded.atlas.size(), read, expected);
        if (convert) {
            convert(expected, expected);
        }
        EXPECT_TRUE(slot_of(atlas, loaded.atlas, slot, voxel) == expected) << what << ", slot " << slot;
        const glm::ivec3 at = loaded.atlas.slot(slot);
        pages[static_cast<std::size_t>(*brick)] = static_cast<std::uint32_t>(at.x | at.y << 10 | at.z << 20);
    }
    std::vector<std::uint32_t> on_device(pages.size());
    loaded.atlas.pages().download(std::as_writable_bytes(std::span(on_device)));
    EXPECT_EQ(on_device, pages) << what;
}

BrickVoxels bricks_of_volume(const Volume &volume, std::uint64_t slots, int edge = 64) {
    const auto read = [&volume](const VoxelBox &box, std::span<std::byte> to) { read_box(volume, box, to); };
    return {volume.header(), volume.range(), read, {}, slots, {edge}};
}

TEST(BrickLoading, bricks_arrive_bit_for_bit_by_every_way) {
    for (const StagedCopies way : {StagedCopies::always, StagedCopies::never}) {
        DeviceOptions options = environment_options();
        options.staged_copies = way;
        Device device("", options);
        const bool has_images = device.info().good_formats.size() > 3;
        for (const auto &[type, stored] :
             {std::pair(ScalarType::u8, "u8"), std::pair(ScalarType::i16, "u16"), std::pair(ScalarType::f32, "f32")}) {
            const Volume volume = any_volume(type, {200, 130, 140}); // 4 x 3 x 3 bricks of 64, 7 x 5 x 5
            for (const int kind : {0, 1, 2}) {                       // buffer, image by kernel, image by copies
                if (kind > 0 && !has_images) {
                    continue;
                }
                const int edge = (static_cast<int>(way == StagedCopies::always) + kind) % 2 == 0 ? 64 : 32;
                const std::string what = fmt::format("{}, way {}, kind {}, bricks of {}", stored, int(way), kind, edge);
                Loaded loaded(device, bricks_of_volume(volume, 20, edge), kind > 0, kind == 1, stored);
                const int slots = loaded.atlas.slot_count();
                BrickPlan first, second;
                for (int i = 0; i < slots; ++i) { // all slots, in another order
                    first.bricks.push_back(35 - i);
                    first.slots.push_back(i * 7 % slots);
                }
                loaded.load(first);
                expect_atlas_holds(loaded, volume, what + ", first");
                for (int i = 0; i < 5; ++i) { // some bricks go
                    second.bricks.push_back(i * 3);
                    second.slots.push_back(i * 2);
                }
                loaded.load(second);
                expect_atlas_holds(loaded, volume, what + ", second");
                const BrickCounts &counts = loaded.loader.counts();
                EXPECT_EQ(counts.uploads, static_cast<std::uint64_t>(slots) + 5);
                EXPECT_GT(counts.ms.reading, 0.0);
                EXPECT_GE(counts.ms.load, 0.0);
            }
        }
    }
}

TEST(KeptBricks, have_more_room_once_bricks_come_again) {
    constexpr std::size_t brick_bytes = 100, of_block = 2;
    KeptBricks kept(test_device(), brick_bytes, of_block, 8 * brick_bytes, 2); // four blocks in the end
    const auto bring = [&](int first) {                                        // two bricks that are not there
        const KeptBricks::Place place = kept.open();
        const std::vector<int> bricks{first, first + 1};
        for (std::size_t i = 0; i < of_block * brick_bytes; ++i) {
            kept.block(place)[i] = static_cast<std::byte>(bricks[i / brick_bytes]);
        }
        kept.keep(place, bricks);
    };
    for (const int first : {0, 2, 4, 6, 8}) {
        bring(first);
    }
    EXPECT_EQ(kept.held_bytes(), 2 * of_block * brick_bytes) << "each came once";
    EXPECT_FALSE(kept.find(0));
    EXPECT_TRUE(kept.find(8));
    for (int turn = 0; turn < 4; ++turn) {
        for (const int first : {0, 2, 4, 6}) {
            if (!kept.find(first)) {
                bring(first);
            }
        }
    }
    EXPECT_EQ(kept.held_bytes(), 4 * of_block * brick_bytes);
    for (int brick = 0; brick < 8; ++brick) {
        ASSERT_TRUE(kept.find(brick)) << brick;
        EXPECT_EQ(kept.bytes(*kept.find(brick))[brick_bytes - 1], static_cast<std::byte>(brick));
    }
}

TEST(BrickLoading, bricks_that_are_kept_are_not_read_again) {
    DeviceOptions options = environment_options();
    options.staged_copies = StagedCopies::always;
    Device device("", options);
    const Volume volume = any_volume(ScalarType::u8, {260, 200, 200}); // 4 x 4 x 4 bricks
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
        BrickVoxels bricks = bricks_of_volume(volume, 16);
        std::atomic<int> reads = 0;
        bricks.read = [&](const VoxelBox &box, std::span<std::byte> to) {
            ++reads;
            read_box(volume, box, to);
        };
        bricks.most_kept = most;
        Loaded loaded(device, bricks, false, true, "u8");
        const int all = loaded.atlas.brick_count(), slots = loaded.atlas.slot_count();
        for (int turn = 0; turn < 8; ++turn) { // there is room for some of them
            for (int first = 0; first < all; first += slots) {
                BrickPlan plan;
                for (int i = 0; i < std::min(slots, all - first); ++i) { // in another order each time
                    plan.bricks.push_back(first + (i * 5 + turn) % std::min(slots, all - first));
                    plan.slots.push_back((i + turn) % slots);
                }
                std::ranges::sort(plan.bricks);
                plan.bricks.erase(std::unique(plan.bricks.begin(), plan.bricks.end()), plan.bricks.end());
                plan.slots.resize(plan.bricks.size());
                reads = turn == 7 && first == 0 ? 0 : reads.load();
                loaded.load(plan);
            }
            expect_atlas_holds(loaded, volume, fmt::format("{} bytes kept, turn {}", most, turn));
        }
        const BrickCounts &counts = loaded.loader.counts();
        if (most > 0) {
            EXPECT_EQ(reads, 0) << "by now memory has grown enough";
            EXPECT_GT(counts.kept, 0u);
        } else {
            EXPECT_GT(reads, 0);
        }
    }
}

TEST(BrickLoading, frames_by_way_of_pinned_memory_are_the_same) {
    DeviceOptions options = environment_options();
    options.staged_copies = StagedCopies::always;
    Device device("", options);
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8); // 3 x 2 x 2 bricks
    for (const SamplingBackend backend : {SamplingBackend::buffer, SamplingBackend::image}) {
        if (backend == SamplingBackend::image && device.info().good_formats.size() < 4) {
            continue;
        }
        VolumeRenderer whole(device, volume, backend);
        VolumeRenderer waiting(DeviceVolume(device, bricks_of_volume(volume, 3), backend));
        for (VolumeRenderer *renderer : {&whole, &waiting}) {
            renderer->set_transfer(smooth_transfer(), volume.range());
        }
        RenderSettings settings;
        settings.traversal = Traversal::octant_distance_map;
        const std::vector<NamedView> views = views_around(volume);
        for (int turn = 0; turn < 3; ++turn) { // by and by more bricks are kept
            for (const NamedView &view : {views.front(), views.back()}) {
                const std::uint64_t before = waiting.brick_counts()->uploads;
                const Image drawn = waiting.render(view.camera, 61, 47, settings);
                EXPECT_EQ(compare(drawn, whole.render(view.camera, 61, 47, settings), 0).pixels_above, 0u)
                    << name_of(backend) << ", " << view.name << ", turn " << turn;
                EXPECT_LE(waiting.brick_counts()->uploads - before, 12u) << "each comes once";
            }
        }
        EXPECT_GT(waiting.brick_counts()->kept, 0u);
    }
}

TEST(BrickLoading, surfaces_ask_for_bricks_of_images_too) {
    if (test_device().info().good_formats.size() < 4) {
        GTEST_SKIP() << "no images here";
    }
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    VolumeRenderer whole(test_device(), volume, SamplingBackend::image);
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surface_method = SurfaceMethod::raycast;
    settings.surfaces = {{120.0, {0.9f, 0.5f, 0.2f}, 0.4f}, {170.0, {0.2f, 0.5f, 0.9f}, 1.0f}};
    settings.step = 0.9;
    for (const NamedView &view : views_around(volume)) { // a renderer each: no brick has come
        VolumeRenderer waiting(DeviceVolume(test_device(), bricks_of_volume(volume, 5), SamplingBackend::image));
        for (VolumeRenderer *renderer : {&whole, &waiting}) {
            renderer->set_transfer(smooth_transfer(), volume.range());
        }
        const Image drawn = waiting.render(view.camera, 61, 47, settings);
        EXPECT_EQ(compare(drawn, whole.render(view.camera, 61, 47, settings), 0).pixels_above, 0u) << view.name;
        EXPECT_GT(waiting.brick_counts()->uploads, 0u) << view.name;
    }
}

TEST(BrickLoading, a_source_that_fails_in_the_middle_leaves_what_came_and_goes_on) {
    const Volume volume = any_volume(ScalarType::u8, {260, 200, 200}); // 5 x 4 x 4 bricks
    std::atomic<int> left = 30;
    BrickVoxels bricks = bricks_of_volume(volume, 72);
    bricks.read = [&](const VoxelBox &box, std::span<std::byte> to) {
        if (--left == 0) {
            throw FileError("store", "a chunk cannot be read");
        }
        read_box(volume, box, to);
    };
    Loaded loaded(test_device(), bricks, false, true, "u8");
    BrickPlan all;
    for (int i = 0; i < std::min(loaded.atlas.slot_count(), loaded.atlas.brick_count()); ++i) {
        all.bricks.push_back(i);
        all.slots.push_back(i);
    }
    EXPECT_THROW(loaded.load(all), FileError);
    expect_atlas_holds(loaded, volume, "after the error");
    EXPECT_LT(loaded.atlas.held_bricks().size(), all.bricks.size());
    BrickPlan rest;
    for (const int brick : all.bricks) {
        if (loaded.atlas.brick_in(brick) != brick) {
            rest.bricks.push_back(brick);
            rest.slots.push_back(brick);
        }
    }
    loaded.load(rest);
    EXPECT_EQ(loaded.atlas.held_bricks().size(), all.bricks.size());
    expect_atlas_holds(loaded, volume, "after the rest");
}

TEST(BrickLoading, a_frame_whose_source_fails_can_be_drawn_again) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    std::atomic<int> left = 7;
    BrickVoxels bricks = bricks_of_volume(volume, 3);
    bricks.read = [&](const VoxelBox &box, std::span<std::byte> to) {
        if (--left == 0) {
            throw FileError("store", "a chunk cannot be read");
        }
        read_box(volume, box, to);
    };
    VolumeRenderer whole(test_device(), volume, one_pixel_backend());
    VolumeRenderer waiting(DeviceVolume(test_device(), bricks, one_pixel_backend()));
    for (VolumeRenderer *renderer : {&whole, &waiting}) {
        renderer->set_transfer(smooth_transfer(), volume.range());
    }
    const RenderSettings settings;
    const NamedView view = views_around(volume).front();
    EXPECT_THROW((void)waiting.render(view.camera, 61, 47, settings), FileError);
    const Image drawn = waiting.render(view.camera, 61, 47, settings);
    EXPECT_EQ(compare(drawn, whole.render(view.camera, 61, 47, settings), 0).pixels_above, 0u);
}

} // namespace
} // namespace voxmarch
