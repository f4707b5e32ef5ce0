// Meshes joined from slabs against meshes made in one piece: with one device, two, too little memory, and failures.
#include "isosurface/measures.h"
#include "isosurface/slab_extraction.h"
#include "isosurface/slab_join.h"
#include "tests/device/fault_layer.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/synthetic/synthetic.h"

#include <cstdlib>
#include <set>

namespace voxmarch {
namespace {

/// PoCL shows two devices if this is set before the first OpenCL call; elsewhere both are the same one.
const bool two_devices_wanted = setenv("POCL_DEVICES", "pthread pthread", 0) == 0;

/// Two opened devices with contexts of their own, never closed.
const std::array<Device *, 2> &two_devices() {
    static const std::array<Device *, 2> devices{
        &test_device(), new Device(two_devices_wanted && list_devices().size() > 1 ? 1 : test_device().info().index,
                                   environment_options())};
    return devices;
}

Mesh in_one_piece(const Volume &volume, double isovalue, Extraction extraction, const ExtractionSettings &settings) {
    const DeviceField field(test_device(), volume);
    DeviceMesh mesh;
    (void)make_extractor(extraction, test_device(), field.field())->extract(isovalue, settings, mesh);
    return download(test_device(), mesh);
}

/// Not one bit of difference, in the same order.
void expect_equal(const Mesh &mesh, const Mesh &expected) {
    EXPECT_TRUE(mesh.positions == expected.positions);
    EXPECT_TRUE(mesh.normals == expected.normals);
    EXPECT_TRUE(mesh.triangles == expected.triangles);
}

std::vector<DeviceShare> expect_slabs_like_one_piece(std::span<Device *const> devices, const Volume &volume,
                                                     double isovalue, const SlabSettings &settings) {
    SCOPED_TRACE(std::string(name_of(settings.extraction)) + ", layers " + std::to_string(settings.layers) + " at " +
                 std::to_string(isovalue));
    std::vector<DeviceShare> shares;
    const Mesh mesh = extract_slabs(devices, volume, isovalue, settings, shares);
    expect_equal(mesh, in_one_piece(volume, isovalue, settings.extraction, settings.surface));
    std::uint64_t cells = 0, triangles = 0;
    for (const DeviceShare &share : shares) {
        cells += share.cells;
        triangles += share.triangles;
    }
    const auto &dims = volume.grid().dims;
    EXPECT_EQ(cells, static_cast<std::uint64_t>((dims[0] - 1) * (dims[1] - 1) * (dims[2] - 1)));
    EXPECT_EQ(triangles, mesh.triangles.size());
    return shares;
}

/// Few values, so that many voxels equal the isovalue 2 and many vertices share places.
Volume coarse_noise(std::array<int, 3> dims, ScalarType type) {
    std::mt19937 random(11);
    return volume_of(dims, type, [&](int, int, int) { return random() % 4; });
}

TEST(WorkUnits, make_every_layer_once_and_have_the_slices_they_need) {
    for (const int slices : {2, 3, 4, 5, 9, 64, 100}) {
        for (const int layers : {1, 2, 3, 7, 16, 99}) {
            const WorkPlan plan = plan_work(slices, layers);
            int next = 0;
            for (const WorkUnit &unit : plan.units) {
                EXPECT_EQ(unit.first_layer, next);
                EXPECT_LE(unit.end_layer - unit.first_layer, (layers + 3) / 4 * 4);
                EXPECT_GE(unit.first_slice, 0);
                EXPECT_EQ(unit.first_slice % 4, 0);
                EXPECT_EQ(unit.first_layer % 4, 0);
                EXPECT_LE(unit.first_slice, std::max(0, unit.first_layer - 4));
                EXPECT_GE(unit.first_slice + plan.slices, std::min(slices, unit.end_layer + 5));
                EXPECT_LE(unit.first_slice + plan.slices, slices);
                next = unit.end_layer;
            }
            EXPECT_EQ(next, slices - 1);
        }
    }
    EXPECT_TRUE(plan_work(1, 4).units.empty());
}

TEST(SlabExtraction, slabs_of_one_device_give_the_mesh_of_one_piece) {
    Device *const device = &test_device();
    for (const int layers : {1, 2, 5, 100}) {
        SlabSettings settings;
        settings.layers = layers;
        settings.surface.normals = layers != 2;
        settings.surface.flip = layers == 5;
        for (const Extraction extraction : values_of<Extraction>()) {
            settings.extraction = extraction;
            expect_slabs_like_one_piece({&device, 1}, coarse_noise({11, 9, 13}, ScalarType::u8), 2.0, settings);
        }
        settings.extraction = Extraction::blocks;
        expect_slabs_like_one_piece({&device, 1}, noise_volume({9, 10, 12}, ScalarType::i16, 3), 100.5, settings);
        expect_slabs_like_one_piece({&device, 1}, noise_volume({5, 6, 7}, ScalarType::f32, 4), 0.1, settings);
    }
}

TEST(SlabExtraction, units_are_as_large_as_they_are_asked_for) {
    const Volume volume = coarse_noise({9, 8, 61}, ScalarType::u8);
    for (const auto &[layers, units] : {std::pair{4, 15}, {5, 8}, {20, 3}, {60, 1}, {1000, 1}}) {
        SlabSettings settings;
        settings.layers = layers;
        int made = 0;
        std::uint64_t slices = 0;
        for (const DeviceShare &share : expect_slabs_like_one_piece(two_devices(), volume, 2.0, settings)) {
            made += share.units;
            slices += share.slices;
        }
        EXPECT_EQ(made, units) << layers << " layers, whatever the number of devices";
        EXPECT_EQ(slices, static_cast<std::uint64_t>(units * plan_work(61, layers).slices));
    }
}

TEST(SlabExtraction, units_that_are_fetched_ahead_give_the_same_mesh) {
    DeviceOptions staged = environment_options();
    staged.staged_copies = StagedCopies::always;
    Device pinned(test_device().info().index, staged);
    Device *const one[] = {&test_device()}, *const other[] = {&pinned};
    for (const std::span<Device *const> devices :
         {std::span<Device *const>(one), std::span<Device *const>(other), std::span<Device *const>(two_devices())}) {
        SlabSettings settings;
        settings.prefetch = true;
        for (const int layers : {0, 4, 9, 100}) {
            settings.layers = layers;
            expect_slabs_like_one_piece(devices, coarse_noise({33, 20, 41}, ScalarType::u8), 2.0, settings);
            expect_slabs_like_one_piece(devices, noise_volume({18, 10, 29}, ScalarType::i16, 3), 100.5, settings);
        }
    }
}

TEST(SlabExtraction, smallest_volumes) {
    Device *const device = &test_device();
    SlabSettings settings;
    settings.layers = 1;
    for (const std::array<int, 3> dims : {std::array{2, 2, 2}, {3, 2, 3}, {2, 3, 4}, {2, 2, 5}}) {
        expect_slabs_like_one_piece({&device, 1}, coarse_noise(dims, ScalarType::u8), 2.0, settings);
    }
    std::vector<DeviceShare> shares;
    EXPECT_TRUE(
        extract_slabs({&device, 1}, coarse_noise({5, 5, 1}, ScalarType::u8), 2.0, {}, shares).triangles.empty());
}

TEST(SlabExtraction, two_devices_share_the_units_and_give_the_mesh_of_one) {
    for (const Extraction extraction : values_of<Extraction>()) {
        SlabSettings settings;
        settings.extraction = extraction;
        settings.layers = 2;
        std::vector<double> progress;
        settings.progress = [&](double share) { progress.push_back(share); };
        const auto shares =
            expect_slabs_like_one_piece(two_devices(), coarse_noise({17, 12, 41}, ScalarType::u8), 2.0, settings);
        ASSERT_EQ(shares.size(), 2u);
        EXPECT_EQ(shares[0].units + shares[1].units, 10);
        ASSERT_EQ(progress.size(), 10u);
        EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
        EXPECT_EQ(progress.back(), 1.0);
    }
}

/// Two vertices of a mesh at one place.
bool places_are_shared(const Mesh &mesh) {
    std::set<std::array<float, 3>> places;
    for (const glm::vec3 &p : mesh.positions) {
        places.insert({p.x, p.y, p.z});
    }
    return places.size() < mesh.positions.size();
}

TEST(SlabExtraction, meshes_are_the_same_whatever_made_them) {
    Device *const one[] = {&test_device()};
    for (const double isovalue : {2.0, 1.5, 3.0}) {
        const Volume volume = coarse_noise({17, 12, 41}, ScalarType::u8);
        Mesh first;
        for (const Extraction extraction : values_of<Extraction>()) {
            for (const int layers : {0, 4, 7, 12}) {
                for (const bool shared : {false, true}) {
                    SCOPED_TRACE(std::string(name_of(extraction)) + ", layers " + std::to_string(layers));
                    SlabSettings settings{extraction, {}, layers, {}};
                    std::vector<DeviceShare> shares;
                    const std::span<Device *const> devices =
                        shared ? std::span<Device *const>(two_devices()) : std::span<Device *const>(one);
                    const Mesh mesh = extract_slabs(devices, volume, isovalue, settings, shares);
                    if (first.positions.empty()) {
                        first = mesh;
                        expect_equal(first, in_one_piece(volume, isovalue, extraction, {}));
                        EXPECT_EQ(places_are_shared(first), isovalue != 1.5);
                    }
                    EXPECT_TRUE(mesh.positions == first.positions);
                    EXPECT_TRUE(mesh.normals == first.normals);
                    EXPECT_TRUE(mesh.triangles == first.triangles);
                }
            }
        }
    }
}

TEST(SlabExtraction, closed_shapes_stay_closed) {
    const Volume torus = synthesize("torus", 70);
    std::vector<DeviceShare> shares;
    const MeshMeasures measures = measure(extract_slabs(two_devices(), torus, 128.0, {}, shares));
    EXPECT_TRUE(measures.watertight());
    EXPECT_EQ(measures.euler, 0);
    EXPECT_EQ(measures.components, 1u);
}

TEST(SlabExtraction, a_volume_larger_than_the_device_is_extracted_slab_by_slab) {
    Device small(test_device().info().index, environment_options());
    small.limit_memory(5 << 20);
    Device *const device = &small;
    const Volume volume = synthesize("torus", 96);
    for (const Extraction extraction : values_of<Extraction>()) {
        SlabSettings settings;
        settings.extraction = extraction;
        const auto shares = expect_slabs_like_one_piece({&device, 1}, volume, 128.0, settings);
        EXPECT_GT(shares[0].units, 1);
        EXPECT_EQ(small.allocated(), 0u);
    }
    // Even the guess of a mesh does not fit.
    small.limit_memory(1 << 18);
    std::vector<DeviceShare> shares;
    EXPECT_THROW(extract_slabs({&device, 1}, volume, 128.0, {}, shares), MemoryError);
}

/// Runs with a fault. @return the message of the error; empty if it was survived
std::string error_with(const char *function, int nth, cl_int code, bool &met) {
    const Volume volume = coarse_noise({9, 9, 30}, ScalarType::u8);
    SlabSettings settings;
    settings.layers = 8;
    std::vector<DeviceShare> shares;
    inject_fault(function, nth, code);
    std::string message;
    try {
        const Mesh mesh = extract_slabs(two_devices(), volume, 2.0, settings, shares);
        met = end_fault();
        expect_equal(mesh, in_one_piece(volume, 2.0, Extraction::blocks, {}));
    } catch (const Error &error) {
        met = end_fault();
        message = error.what();
    }
    return message;
}

TEST(SlabExtraction, a_device_that_fails_ends_all_with_one_clear_error) {
    (void)two_devices();
    for (const char *function : {"clEnqueueNDRangeKernel", "clEnqueueWriteBuffer", "clEnqueueReadBuffer",
                                 "clEnqueueFillBuffer", "clSetKernelArg", "clCreateKernel", "clWaitForEvents"}) {
        for (const int nth : {1, 2, 5, 9, 17}) {
            SCOPED_TRACE(std::string(function) + " " + std::to_string(nth));
            bool met = false;
            const std::string message = error_with(function, nth, CL_OUT_OF_RESOURCES, met);
            if (!met) {
                EXPECT_EQ(message, "");
                continue;
            }
            EXPECT_NE(message.find(function), message.npos) << message;
            EXPECT_NE(message.find("device "), message.npos) << message;
            EXPECT_EQ(message.find('\n'), message.npos) << message;
        }
    }
    EXPECT_EQ(two_devices()[0]->allocated() + two_devices()[1]->allocated(), 0u);
}

TEST(SlabExtraction, an_allocation_that_fails_once_is_tried_again_in_smaller_units) {
    bool met = false;
    EXPECT_EQ(error_with("clCreateBuffer", 3, CL_MEM_OBJECT_ALLOCATION_FAILURE, met), "");
    EXPECT_TRUE(met);
}

TEST(SlabExtraction, what_progress_throws_ends_it) {
    SlabSettings settings;
    settings.layers = 1;
    settings.progress = [](double share) {
        if (share > 0.3) {
            throw std::runtime_error("enough");
        }
    };
    std::vector<DeviceShare> shares;
    EXPECT_THROW(extract_slabs(two_devices(), coarse_noise({9, 9, 30}, ScalarType::u8), 2.0, settings, shares),
                 std::runtime_error);
}

TEST(SlabJoin, a_corner_that_no_slab_has_is_an_error) {
    Mesh lower, upper;
    lower.positions = {glm::vec3(1.0f), glm::vec3(2.0f)};
    lower.triangles = {{0, 1, 2}};
    upper.positions = {glm::vec3(3.0f)};
    std::vector<Mesh> parts{lower, upper};
    const Mesh joined = join_slabs(parts);
    EXPECT_EQ(joined.triangles.at(0), (MeshTriangle{0, 1, 2}));
    EXPECT_EQ(joined.positions.at(2), glm::vec3(3.0f));
    parts[1].triangles = {{0, 0, 1}};
    EXPECT_THROW(join_slabs(parts), DeviceError);
}

} // namespace
} // namespace voxmarch
