// Annotations: lengths, angles, regions against closed forms, sessions and tables.
#include "scene/annotation_table.h"

#include "base/error.h"
#include "scene/scene.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <random>
#include <sstream>
#include <sys/stat.h>

namespace voxmarch {
namespace {

/// Values x + 100 y + 10000 z, spacing 1 x 2 x 0.5 mm, turned axes.
Volume ramp() {
    VolumeHeader header;
    header.grid.dims = {10, 8, 6};
    header.grid.spacing = {1.0, 2.0, 0.5};
    header.grid.origin = {5.0, -3.0, 20.0};
    header.grid.direction = {{0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    header.grid.unit = LengthUnit::millimeter;
    header.type = ScalarType::f32;
    header.name = "ramp";
    std::vector<std::byte> bytes(header.byte_count());
    auto *voxels = reinterpret_cast<float *>(bytes.data());
    for (int z = 0; z < 6; ++z) {
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 10; ++x) {
                *voxels++ = static_cast<float>(x + 100 * y + 10000 * z);
            }
        }
    }
    return {header, std::move(bytes)};
}

glm::dvec3 world(const Grid &grid, glm::dvec3 voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

Annotation annotation(AnnotationKind kind, std::vector<glm::dvec3> places) {
    return {kind, free_name({}, kind), std::move(places)};
}

TEST(Annotations, lengths_and_angles_are_those_of_geometry) {
    EXPECT_DOUBLE_EQ(*length_of(annotation(AnnotationKind::ruler, {{0, 0, 0}, {3, 4, 12}})), 13.0);
    EXPECT_DOUBLE_EQ(*length_of(annotation(AnnotationKind::polyline, {{0, 0, 0}, {3, 4, 0}, {3, 4, 2}})), 7.0);
    EXPECT_DOUBLE_EQ(*length_of(annotation(AnnotationKind::sphere, {{1, 1, 1}, {1, 1, 3.5}})), 2.5);
    EXPECT_FALSE(length_of(annotation(AnnotationKind::box, {{0, 0, 0}, {1, 1, 1}})));
    EXPECT_DOUBLE_EQ(*angle_of(annotation(AnnotationKind::angle, {{2, 0, 0}, {0, 0, 0}, {0, 0, 5}})), 90.0);
    EXPECT_NEAR(*angle_of(annotation(AnnotationKind::angle, {{1, 0, 0}, {0, 0, 0}, {1, 1e-7, 0}})),
                1e-7 * 180.0 / std::numbers::pi, 1e-12);
    EXPECT_DOUBLE_EQ(*angle_of(annotation(AnnotationKind::angle, {{1, 0, 0}, {0, 0, 0}, {-4, 0, 0}})), 180.0);
    EXPECT_FALSE(angle_of(annotation(AnnotationKind::angle, {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}})));
}

TEST(Annotations, are_whole_with_the_places_of_their_kind) {
    EXPECT_TRUE(is_whole(annotation(AnnotationKind::point, {{0, 0, 0}})));
    EXPECT_FALSE(is_whole(annotation(AnnotationKind::point, {})));
    EXPECT_FALSE(is_whole(annotation(AnnotationKind::ruler, {{0, 0, 0}})));
    EXPECT_FALSE(is_whole(annotation(AnnotationKind::angle, {{0, 0, 0}, {1, 0, 0}})));
    EXPECT_TRUE(is_whole(annotation(AnnotationKind::polyline, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}})));
    EXPECT_FALSE(is_whole(annotation(AnnotationKind::point, {{NAN, 0, 0}})));
    EXPECT_FALSE(is_whole(annotation(AnnotationKind::ruler, {{0, 0, 0}, {INFINITY, 0, 0}})));
}

TEST(Annotations, names_are_free) {
    std::vector<Annotation> all{annotation(AnnotationKind::ruler, {{0, 0, 0}, {1, 0, 0}})};
    EXPECT_EQ(all[0].name, "Ruler 1");
    EXPECT_EQ(free_name(all, AnnotationKind::ruler), "Ruler 2");
    EXPECT_EQ(free_name(all, AnnotationKind::sphere), "Sphere 1");
}

TEST(Annotations, values_between_voxels_are_linear) {
    const Volume volume = ramp();
    const Grid &grid = volume.grid();
    for (const glm::dvec3 place : {glm::dvec3(0.0), glm::dvec3(9.0, 7.0, 5.0), glm::dvec3(2.25, 3.5, 1.75)}) {
        EXPECT_NEAR(*value_at(volume, world(grid, place)), place.x + 100 * place.y + 10000 * place.z, 1e-6);
    }
    EXPECT_FALSE(value_at(volume, world(grid, {-0.1, 0.0, 0.0})));
    EXPECT_FALSE(value_at(volume, world(grid, {0.0, 7.1, 0.0})));
}

TEST(Regions, of_boxes_are_those_of_their_voxels) {
    const Volume volume = ramp();
    const Grid &grid = volume.grid();
    const Annotation box =
        annotation(AnnotationKind::box, {world(grid, {6.0, 1.4, 3.0}), world(grid, {2.0, 3.6, 4.0})});
    const VoxelBox around{{2, 2, 3}, {7, 4, 5}};
    EXPECT_EQ(voxels_around(grid, box), around);
    const RegionStatistics found = region_statistics(volume, box, 40000.0);
    std::vector<double> values;
    for (int z = 3; z < 5; ++z) {
        for (int y = 2; y < 4; ++y) {
            for (int x = 2; x < 7; ++x) {
                values.push_back(x + 100 * y + 10000 * z);
            }
        }
    }
    double sum = 0.0, squares = 0.0;
    for (const double value : values) {
        sum += value;
    }
    const double mean = sum / 20.0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
    }
    std::ranges::sort(values);
    EXPECT_EQ(found.voxels, 20u);
    EXPECT_DOUBLE_EQ(found.volume, 20.0); // voxels of 1 x 2 x 0.5
    EXPECT_NEAR(found.mean, mean, 1e-9);
    EXPECT_NEAR(found.deviation, std::sqrt(squares / 19.0), 1e-7);
    EXPECT_EQ(found.smallest, 30202.0);
    EXPECT_EQ(found.largest, 40306.0);
    EXPECT_EQ(*found.median, (values[9] + values[10]) / 2.0);
    EXPECT_EQ(found.above, 10u);
    EXPECT_DOUBLE_EQ(found.volume_above, 10.0);
    EXPECT_EQ(std::accumulate(found.histogram.begin(), found.histogram.end(), std::uint64_t{0}), 20u);
    EXPECT_EQ(found.histogram.size(), region_bins);
    EXPECT_GT(found.histogram.front(), 0u);
    EXPECT_GT(found.histogram.back(), 0u);
}

// Parts of unequally many values would show combs and peaks that are not there.
TEST(Regions, histograms_of_integers_have_equally_many_values_in_each_part) {
    for (const auto &[last, bins, width] : {std::tuple{44, 45u, 1.0}, {75, 38u, 2.0}, {63, 64u, 1.0}, {64, 33u, 2.0}}) {
        VolumeHeader header;
        header.grid.dims = {last + 1, 2, 2};
        header.type = ScalarType::u8;
        std::vector<std::byte> bytes(header.byte_count());
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            bytes[i] = static_cast<std::byte>(i % (static_cast<std::size_t>(last) + 1));
        }
        const Volume volume(header, std::move(bytes));
        const Grid &grid = volume.grid();
        const Annotation all =
            annotation(AnnotationKind::box, {world(grid, {0, 0, 0}), world(grid, {double(last), 1.0, 1.0})});
        const RegionStatistics found = region_statistics(volume, all, 0.0);
        EXPECT_EQ(found.bin_width, width) << last;
        ASSERT_EQ(found.histogram.size(), bins) << last;
        const auto each = static_cast<std::uint64_t>(4.0 * width);
        EXPECT_EQ(std::ranges::count(found.histogram, each), bins - (last + 1) % static_cast<int>(width)) << last;
    }
}

/// Every voxel of the volume whose centre lies between both corners along each of the grid's directions.
std::vector<double> values_between(const Volume &volume, glm::dvec3 one, glm::dvec3 other) {
    const Grid &grid = volume.grid();
    std::vector<double> values;
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                const glm::dvec3 center = grid.origin + grid.direction * (glm::dvec3(x, y, z) * grid.spacing);
                bool inside = true;
                for (int axis = 0; axis < 3; ++axis) {
                    const double at = glm::dot(center, grid.direction[axis]);
                    const double a = glm::dot(one, grid.direction[axis]), b = glm::dot(other, grid.direction[axis]);
                    inside = inside && at >= std::min(a, b) && at <= std::max(a, b);
                }
                if (inside) {
                    values.push_back(volume.value(x, y, z));
                }
            }
        }
    }
    return values;
}

TEST(Regions, of_boxes_in_turned_volumes_are_those_of_a_second_count) {
    for (const double degrees : {0.0, 30.0, 117.0}) {
        VolumeHeader header;
        header.grid.dims = {24, 20, 16};
        header.grid.spacing = {0.7, 1.3, 2.1};
        header.grid.origin = {-60.0, 12.0, 900.0};
        const double c = std::cos(glm::radians(degrees)), s = std::sin(glm::radians(degrees));
        header.grid.direction = glm::dmat3{{c, s, 0.0}, {-s, c, 0.0}, {0.0, 0.0, 1.0}} *
                                glm::dmat3{{1.0, 0.0, 0.0}, {0.0, c, s}, {0.0, -s, c}};
        header.grid.unit = LengthUnit::millimeter;
        header.type = ScalarType::i16;
        std::vector<std::byte> bytes(header.byte_count());
        std::mt19937 random(23);
        auto *voxels = reinterpret_cast<std::int16_t *>(bytes.data());
        for (std::size_t i = 0; i < 24 * 20 * 16; ++i) {
            voxels[i] = static_cast<std::int16_t>(static_cast<int>(random() % 4096) - 1024);
        }
        const Volume volume(header, std::move(bytes));
        const glm::dvec3 one = world(volume.grid(), {18.4, 3.2, 12.7}), other = world(volume.grid(), {5.5, 15.8, 2.3});
        const std::vector<double> values = values_between(volume, one, other);
        const auto count = static_cast<double>(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
        double squares = 0.0;
        for (const double value : values) {
            squares += (value - mean) * (value - mean);
        }
        constexpr double threshold = 300.0, voxel = 0.7 * 1.3 * 2.1;
        const RegionStatistics found =
            region_statistics(volume, annotation(AnnotationKind::box, {one, other}), threshold);
        ASSERT_EQ(values.size(), 13u * 12u * 10u);
        EXPECT_EQ(found.voxels, values.size());
        EXPECT_NEAR(found.mean, mean, 1e-9);
        EXPECT_NEAR(found.deviation, std::sqrt(squares / (count - 1.0)), 1e-9);
        EXPECT_EQ(found.smallest, *std::ranges::min_element(values));
        EXPECT_EQ(found.largest, *std::ranges::max_element(values));
        EXPECT_NEAR(found.volume, count * voxel, 1e-9);
        const auto above = std::ranges::count_if(values, [&](double value) { return value >= threshold; });
        EXPECT_EQ(found.above, static_cast<std::uint64_t>(above));
        EXPECT_NEAR(found.volume_above, static_cast<double>(above) * voxel, 1e-9);
    }
}

TEST(Regions, of_balls_hold_the_voxels_within_their_radius_in_the_world) {
    const Volume volume = ramp();
    const Grid &grid = volume.grid();
    const glm::dvec3 center = world(grid, {4.0, 3.0, 2.0});
    const Annotation ball = annotation(AnnotationKind::sphere, {center, center + glm::dvec3(0.0, 0.0, 2.0)});
    std::uint64_t inside = 0;
    for (int z = 0; z < 6; ++z) {
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 10; ++x) {
                inside += glm::distance(world(grid, {x, y, z}), center) <= 2.0 + 1e-9;
            }
        }
    }
    EXPECT_EQ(region_statistics(volume, ball, 0.0).voxels, inside);
    EXPECT_GT(inside, 20u);
}

// A large offset does not eat the deviation.
TEST(Regions, deviations_of_large_values_are_exact) {
    VolumeHeader header;
    header.grid.dims = {20, 20, 20};
    header.type = ScalarType::f32;
    std::vector<std::byte> bytes(header.byte_count());
    auto *voxels = reinterpret_cast<float *>(bytes.data());
    for (int i = 0; i < 8000; ++i) {
        voxels[i] = 1e7f + static_cast<float>(i % 2);
    }
    const Volume volume(header, std::move(bytes));
    const Annotation all = annotation(AnnotationKind::box, {{-5, -5, -5}, {50, 50, 50}});
    const RegionStatistics found = region_statistics(volume, all, 1e7 + 1.0);
    EXPECT_EQ(found.voxels, 8000u);
    EXPECT_NEAR(found.mean, 1e7 + 0.5, 1e-6);
    EXPECT_NEAR(found.deviation, 0.5 * std::sqrt(8000.0 / 7999.0), 1e-9);
    EXPECT_EQ(found.above, 4000u);
}

TEST(Regions, beside_the_volume_have_no_voxels) {
    const Volume volume = ramp();
    const Annotation beside = annotation(AnnotationKind::box, {{1000, 1000, 1000}, {1010, 1010, 1010}});
    EXPECT_EQ(region_statistics(volume, beside, 0.0).voxels, 0u);
    const glm::dvec3 between = world(volume.grid(), {4.5, 3.5, 2.5});
    const Annotation small = annotation(AnnotationKind::sphere, {between, between + glm::dvec3(0.01, 0.0, 0.0)});
    EXPECT_EQ(region_statistics(volume, small, 0.0).voxels, 0u);
}

TEST(Annotations, are_kept_by_sessions) {
    Scene scene;
    scene.volume.source = "synthetic:tree:64";
    scene.transfer.name = "t";
    scene.transfer.colors = {{0.0, {0, 0, 0}}};
    scene.transfer.opacities = {{0.0, 0.0}};
    scene.annotations = {annotation(AnnotationKind::ruler, {{0.1, 0.2, 0.3}, {1e-3, 4, 12}}),
                         annotation(AnnotationKind::polyline, {{0, 0, 0}, {3, 4, 0}, {3, 4, 2}})};
    scene.annotations[1].name = "Aorta, \"arch\"";
    scene.annotations[1].visible = false;
    scene.annotations[1].color = {0.5f, 0.25f, 1.0f};
    EXPECT_EQ(scene_from_json(to_json(scene).dump()).annotations, scene.annotations);
    nlohmann::json broken = nlohmann::json::parse(to_json(scene).dump());
    broken["annotations"][0]["places"].erase(1);
    EXPECT_THROW(scene_from_json(broken.dump()), UsageError);
    broken["annotations"] = nlohmann::json::parse(R"([{"kind": "arrow", "places": [[0, 0, 0]]}])");
    EXPECT_THROW(scene_from_json(broken.dump()), UsageError);
    broken["annotations"] = nlohmann::json::parse(R"([{"kind": "point", "places": [["a", 0, 0]]}])");
    EXPECT_THROW(scene_from_json(broken.dump()), UsageError);
}

TEST(Annotations, tables_have_a_row_each) {
    const Volume volume = ramp();
    const Grid &grid = volume.grid();
    std::vector<Annotation> all{
        annotation(AnnotationKind::ruler, {{0, 0, 0}, {3, 4, 12}}),
        annotation(AnnotationKind::point, {world(grid, {1, 2, 3})}),
        annotation(AnnotationKind::box, {world(grid, {0, 0, 0}), world(grid, {1, 1, 0})}),
        annotation(AnnotationKind::sphere, {world(grid, {4, 4, 3}), world(grid, {4, 4, 3}) + glm::dvec3(0, 0, 2)})};
    all[0].name = "a, \"b\"";
    std::vector<AnnotationRow> rows;
    for (const Annotation &one : all) {
        rows.push_back({one, read_annotation(volume, one, 50.0)});
    }
    std::istringstream lines(annotations_csv(rows, volume, 50.0, "HU"));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(std::ranges::count(line, ','), 18);
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("\"a, \"\"b\"\"\",ruler,13,,,,")) << line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("Point 1,point,,,,30201,")) << line;
    EXPECT_NE(line.find(",mm,HU,"), std::string::npos) << line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("Box 1,box,,,,,4,4,50.5,")) << line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("Sphere 1,sphere,,2,,,")) << line;
    EXPECT_NE(line.find(",mm,HU,,"), std::string::npos) << "of no patient: " << line;
    const nlohmann::json table = nlohmann::json::parse(annotations_json(rows, volume, 50.0, "HU"));
    EXPECT_TRUE(table["convention"].is_null());
    EXPECT_EQ(table["annotations"][3]["radius"], 2.0);
    EXPECT_FALSE(table["annotations"][3].contains("length"));
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "voxmarch-measurements.json";
    std::ofstream(file) << annotations_json(rows, volume, 50.0, "HU");
    EXPECT_TRUE(holds_annotations(file));
    EXPECT_EQ(read_annotations(file), all);
    std::ofstream(file) << R"({"format": "voxmarch-annotations", "annotations": [{"kind": "arrow"}]})";
    EXPECT_THROW(read_annotations(file), FileError);
    std::ofstream(file) << R"({"format": "voxmarch-transfer"})";
    EXPECT_FALSE(holds_annotations(file));
    std::filesystem::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_FALSE(holds_annotations(file)) << "nobody waits for a pipe";
    std::filesystem::remove(file);
    EXPECT_EQ(table["unit"], "mm");
    EXPECT_EQ(table["unit_of_values"], "HU");
    EXPECT_EQ(table["annotations"][0]["length"], 13.0);
    EXPECT_EQ(table["annotations"][2]["region"]["voxels_above"], 2);
    EXPECT_EQ(table["annotations"][2]["region"]["histogram"].size(), region_bins);
}

} // namespace
} // namespace voxmarch
