// Particles: their files, whole and broken, and the density on its lattice against closed forms.
#include "base/error.h"
#include "kernels/shared/particle_weights.h"
#include "volume/formats/time_series.h"
#include "volume/particles/dam_break.h"
#include "volume_test_files.h"

#include <cmath>
#include <fmt/format.h>
#include <random>

namespace voxmarch {

using namespace testing;

namespace {

const std::string ply_head =
    "element vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n"
    "property double mass\n";

/// The same three points in every format: (1, 2, 3), (-4, 5.5, 6), (7, 8, -9.25) of masses 1, 2 and 0.5.
std::string ascii_ply() {
    return "ply\nformat ascii 1.0\ncomment by hand\nelement camera 1\nproperty list uchar int tags\nproperty float "
           "fov\n" +
           ply_head +
           "element face 1\nproperty list uchar int vertex_indices\nend_header\n2 7 8 45\n1 2 3 255 1\n"
           "-4 5.5 6e0 0 2\n7 8 -9.25 0 0.5\n3 0 1 2\n";
}

std::string binary_ply(std::endian order) {
    const auto bytes = [&](auto... values) {
        std::string all;
        const auto add = [&](auto value) {
            const std::vector one{value};
            all += order == std::endian::native ? bytes_of(one) : swapped_bytes_of(one);
        };
        (add(values), ...);
        return all;
    };
    const std::uint8_t none = 0;
    return fmt::format("ply\r\nformat binary_{}_endian 1.0\r\nelement camera 1\r\nproperty list uchar int tags\r\n",
                       order == std::endian::little ? "little" : "big") +
           ply_head + "end_header\r\n" + bytes(std::uint8_t{2}, std::int32_t{7}, std::int32_t{8}) +
           bytes(1.0f, 2.0f, 3.0f, none, 1.0) + bytes(-4.0f, 5.5f, 6.0f, none, 2.0) +
           bytes(7.0f, 8.0f, -9.25f, none, 0.5);
}

std::string ascii_vtk() {
    return "# vtk DataFile Version 4.2\npoints\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n1 2 3 -4 5.5 6\n7 8 -9.25\n"
           "VERTICES 3 6\n1 0\n1 1\n1 2\nPOINT_DATA 3\nSCALARS mass double 1\nLOOKUP_TABLE default\n1 2 0.5\n";
}

std::string binary_vtk() {
    return "# vtk DataFile Version 5.1\npoints\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 double\n" +
           swapped_bytes_of(std::vector<double>{1, 2, 3, -4, 5.5, 6, 7, 8, -9.25}) + "\nMETADATA\nINFORMATION 0\n\n" +
           "CELLS 2 1\nOFFSETS vtktypeint64\n" + swapped_bytes_of(std::vector<std::int64_t>{0, 1}) +
           "\nCONNECTIVITY vtktypeint64\n" + swapped_bytes_of(std::vector<std::int64_t>{0}) + "\nCELL_TYPES 1\n" +
           swapped_bytes_of(std::vector<std::int32_t>{1}) +
           "\nCELL_DATA 1\nSCALARS mass float\nLOOKUP_TABLE default\n" + swapped_bytes_of(std::vector<float>{9}) +
           "\nPOINT_DATA 3\nFIELD FieldData 2\nspeed 3 3 float\n" + swapped_bytes_of(std::vector<float>(9, 1.0f)) +
           "\nmass 1 3 float\n" + swapped_bytes_of(std::vector<float>{1, 2, 0.5}) + "\n";
}

void expect_points(const Particles &particles, const std::string &what, bool masses = true) {
    SCOPED_TRACE(what);
    ASSERT_EQ(particles.positions.size(), 3U);
    EXPECT_EQ(particles.positions[0], glm::dvec3(1, 2, 3));
    EXPECT_EQ(particles.positions[1], glm::dvec3(-4, 5.5, 6));
    EXPECT_EQ(particles.positions[2], glm::dvec3(7, 8, -9.25));
    EXPECT_EQ(particles.masses, masses ? (std::vector<double>{1, 2, 0.5}) : std::vector<double>{});
}

Particles read_text(const std::string &content) {
    const ScratchFolder folder;
    return read_particles(write_file(folder / "points", content));
}

std::string error_of(const std::string &content) {
    return message_of<FileError>([&] { read_text(content); });
}

ReadOptions density_of(const std::string &words) {
    ReadOptions options;
    options.field = "density:" + words;
    return options;
}

/// The sum of all voxels times the volume of one.
double mass_of(const Volume &volume) {
    double sum = 0.0;
    for (const float density : volume.voxels<float>()) {
        sum += static_cast<double>(density);
    }
    return sum * volume.grid().spacing.x * volume.grid().spacing.y * volume.grid().spacing.z;
}

/// Quadratic B-spline of integral 1 and knots 1 apart.
double spline(double x) {
    const double u = std::abs(x);
    return u < 0.5 ? 0.75 - u * u : u < 1.5 ? 0.5 * (1.5 - u) * (1.5 - u) : 0.0;
}

Volume density(const Particles &particles, const std::string &words) {
    const ScratchFolder folder;
    const std::string file = folder / "p.csv";
    std::string table = "x,y,z,mass\n";
    for (std::size_t i = 0; i < particles.positions.size(); ++i) {
        const glm::dvec3 &p = particles.positions[i];
        table += fmt::format("{},{},{},{}\n", p.x, p.y, p.z, particles.mass(i));
    }
    return read_volume(write_file(file, table), density_of(words));
}

Particles scattered(std::size_t count, double edge) {
    std::mt19937 random(7);
    const auto next = [&] { return static_cast<double>(random()) / 4294967296.0; };
    Particles particles;
    for (std::size_t i = 0; i < count; ++i) {
        particles.positions.push_back((glm::dvec3(next(), next(), next()) - 0.3) * edge);
        particles.masses.push_back(0.5 + next());
    }
    return particles;
}

TEST(ParticleFiles, every_format_holds_the_same_points) {
    expect_points(read_text(ascii_ply()), "ascii PLY");
    expect_points(read_text(binary_ply(std::endian::little)), "little PLY");
    expect_points(read_text(binary_ply(std::endian::big)), "big PLY");
    expect_points(read_text(ascii_vtk()), "ascii VTK");
    expect_points(read_text(binary_vtk()), "binary VTK");
    expect_points(read_text("x,y,z,mass\n1,2,3,1\n-4,5.5,6,2\n7,8,-9.25,0.5\n"), "CSV");
    expect_points(
        read_text("\"mass\",\"Points:0\",\"Points:1\",\"Points:2\"\r\n1,1,2,3\r\n2,-4,5.5,6\r\n0.5,7,8,-9.25"),
        "ParaView's CSV");
    expect_points(read_text("# x y z\n1\t2\t3\n\n-4\t5.5\t6\n7\t8\t -9.25 \n"), "tabs", false);
    expect_points(read_text("1 2 3\n-4   5.5 6\n7 8 -9.25\n"), "blanks", false);
    expect_points(read_text("Z;X;Y\n3;1;2\n6;-4;5.5\n-9.25;7;8\n"), "semicolons", false);
}

TEST(ParticleFiles, what_was_written_is_read) {
    const ScratchFolder folder;
    write_ply({{{1, 2, 3}, {-4, 5.5, 6}, {7, 8, -9.25}}, {1, 2, 0.5}}, folder / "p.ply");
    expect_points(read_particles(folder / "p.ply"), "own PLY");
}

TEST(ParticleFiles, tables_of_spreadsheets_may_begin_with_a_byte_order_mark) {
    const ScratchFolder folder;
    const Particles read = read_particles(write_file(folder / "p.csv", "\xef\xbb\xbfx,y,z,mass\r\n1,2,3,0.5\r\n"));
    ASSERT_EQ(read.positions.size(), 1u);
    EXPECT_EQ(read.positions[0], glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(read.masses.at(0), 0.5);
}

TEST(ParticleFiles, broken_ones_are_refused) {
    EXPECT_TRUE(contains(error_of(""), "is empty"));
    EXPECT_TRUE(contains(error_of("a,b,c\n1,2,3\n"), "'a' in line 1 is no number"));
    EXPECT_TRUE(contains(error_of("1,2,3\n4,5\n"), "2 columns in line 2"));
    EXPECT_TRUE(contains(error_of("x,y,z\n1,2,nan\n"), "no finite place for point 0"));
    EXPECT_TRUE(contains(error_of("x,y,z\n"), "holds no points"));
    EXPECT_TRUE(contains(error_of("x,y,z,mass\n1,2,3,-1\n"), "mass of point 0 is -1"));
    EXPECT_TRUE(contains(error_of("x,y,z,mass\n1,2,3,0\n"), "mass 0"));
    EXPECT_TRUE(contains(error_of(std::string("\x7f"
                                              "ELF\0\1\2",
                                              7)),
                         "no table of numbers"));
    const auto changed = [](std::string content, const std::string &from, const std::string &to) {
        return content.replace(content.find(from), from.size(), to);
    };
    EXPECT_TRUE(
        contains(error_of(changed(ascii_ply(), "vertex 3", "vertex 4")), "ends before all that its header claims"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "vertex 3", "vertex 4000000000000")), "are claimed"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "vertex 3", "vertex -3")), "has the line 'element vertex -3'"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "vertex 3", "corner 3")), "holds no vertices"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "float y", "float w")), "x, y and z"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "float y", "quad y")), "type 'quad'"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "ascii", "utf-8")), "format 'utf-8'"));
    EXPECT_TRUE(contains(error_of(changed(ascii_ply(), "2 7 8 45", "-2 7 8 45")), "a list of -2 values"));
    EXPECT_TRUE(contains(error_of("ply\nformat ascii 1.0\n"), "ends within the header"));
    EXPECT_TRUE(contains(error_of("ply\nelement vertex 0\nend_header\n"), "names no format"));
    EXPECT_TRUE(contains(error_of(binary_ply(std::endian::little).substr(0, 250)), "claimed, but only"));
    EXPECT_TRUE(contains(error_of(changed(ascii_vtk(), "POINTS 3", "POINTS 400000000")), "bytes"));
    EXPECT_TRUE(
        contains(error_of(changed(ascii_vtk(), "POINT_DATA 3", "POINT_DATA 2")), "data of 2 points, but has 3"));
    EXPECT_TRUE(contains(error_of(changed(ascii_vtk(), "POLYDATA", "RECTILINEAR_GRID")), "rectilinear_grid"));
    EXPECT_TRUE(contains(error_of("# vtk DataFile Version 4.2\np\nASCII\nDATASET POLYDATA\n"), "POINTS are missing"));
    EXPECT_TRUE(contains(error_of(binary_vtk().substr(0, 120)), "bytes"));
}

TEST(ParticleFiles, points_without_a_field_are_told_of) {
    const ScratchFolder folder;
    for (const char *name : {"p.ply", "p.csv"}) {
        try {
            read_volume(write_file(folder / name, "1,2,3\n"));
            ADD_FAILURE() << name;
        } catch (const FileError &error) {
            EXPECT_TRUE(contains(error.problem(), "holds points and no volume")) << error.what();
            EXPECT_EQ(error.advice(), std::vector<Advice>{{Remedy::field}});
        }
    }
}

TEST(ParticleField, what_cannot_be_meant_is_said) {
    for (const char *words :
         {"density", "density:", "density:0", "density:-1", "density:nan", "density:1e400", "speed:1", "density:1:2:3",
          "density:1:0,0,0,1,1", "density:1:0,0,0,1,1,x", "density:1:2,0,0,1,1,1"}) {
        EXPECT_THROW(parse_density_field(words), UsageError) << words;
    }
    EXPECT_TRUE(contains(message_of<UsageError>([] { density({{{0, 0, 0}, {1, 1, 1}}, {}}, "1e-5"); }), "longer"));
    EXPECT_TRUE(contains(message_of<UsageError>([] { density({{{1e9, 0, 0}}, {}}, "1e-3"); }), "from the origin"));
    EXPECT_TRUE(contains(message_of<FileError>([] { density({{{1, 0, 0}}, {}}, "1:5,5,5,6,6,6"); }), "no particle in"));
    EXPECT_TRUE(contains(message_of<FileError>([] { density({{{1, 0, 0}}, {1e300}}, "1"); }), "floats do not hold"));
    const ScratchFolder folder;
    EXPECT_TRUE(contains(message_of<UsageError>([] { read_volume("synthetic:tree:8", density_of("1")); }), "tree"));
    EXPECT_TRUE(
        contains(message_of<UsageError>([&] { read_volume(folder.path(), density_of("1")); }), "file of points"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder / "none.ply", density_of("1")); }), "no such"));
}

TEST(ParticleDensity, one_particle_is_a_spline_where_it_lies) {
    const double h = 0.25;
    for (const glm::dvec3 place : {glm::dvec3(0.3, -1.71, 5.0), glm::dvec3(0.0, 0.125, -0.125), glm::dvec3(9.87)}) {
        const Volume volume = density({{place}, {3.0}}, "0.25");
        const Grid &grid = volume.grid();
        EXPECT_EQ(grid.dims, (std::array<int, 3>{5, 5, 5}));
        EXPECT_EQ(grid.spacing, glm::dvec3(h));
        EXPECT_EQ(volume.type(), ScalarType::f32);
        double largest = 0.0;
        for (int z = 0; z < 5; ++z) {
            for (int y = 0; y < 5; ++y) {
                for (int x = 0; x < 5; ++x) {
                    const glm::dvec3 voxel = glm::dvec3(grid.world_from_voxel() * glm::dvec4(x, y, z, 1));
                    const glm::dvec3 u = (voxel - place) / h;
                    const double expected = 3.0 / (h * h * h) * spline(u.x) * spline(u.y) * spline(u.z);
                    largest = std::max(largest, std::abs(volume.value(x, y, z) - expected));
                }
            }
        }
        EXPECT_LT(largest, 3.0 / (h * h * h) * 4e-5); // places are rounded to 65536ths, weights to millionths
    }
}

TEST(ParticleDensity, mass_and_its_middle_are_kept) {
    for (const char *words : {"0.05", "0.11", "0.7"}) {
        const Particles particles = scattered(5000, 1.0);
        const Volume volume = density(particles, words);
        double mass = 0.0;
        glm::dvec3 moment(0.0), found(0.0);
        for (std::size_t i = 0; i < particles.positions.size(); ++i) {
            mass += particles.masses[i];
            moment += particles.masses[i] * particles.positions[i];
        }
        EXPECT_NEAR(mass_of(volume), mass, 1e-6 * mass) << words;
        const Grid &grid = volume.grid();
        for (int z = 0; z < grid.dims[2]; ++z) {
            for (int y = 0; y < grid.dims[1]; ++y) {
                for (int x = 0; x < grid.dims[0]; ++x) {
                    found += volume.value(x, y, z) * std::pow(grid.spacing.x, 3) *
                             glm::dvec3(grid.world_from_voxel() * glm::dvec4(x, y, z, 1));
                    const bool is_outer = x == 0 || y == 0 || z == 0 || x == grid.dims[0] - 1 ||
                                          y == grid.dims[1] - 1 || z == grid.dims[2] - 1;
                    ASSERT_TRUE(!is_outer || volume.value(x, y, z) == 0.0);
                }
            }
        }
        EXPECT_LT(glm::length(found - moment) / mass, 2e-5) << words;
    }
}

TEST(ParticleDensity, equal_masses_are_kept_to_the_last_quantum) {
    Particles particles = scattered(3000, 1.0);
    particles.masses.clear();
    const PlacedParticles placed = place_particles(particles, {0.1, {}}, "p");
    std::vector<float> voxels(placed.grid.voxel_count());
    ASSERT_TRUE(spread_on_host(placed, voxels));
    double quanta = 0.0;
    for (const float voxel : voxels) {
        quanta += std::round(static_cast<double>(voxel) / static_cast<double>(placed.density_unit));
    }
    // Sums above 2^24 are rounded to floats: by 16 quanta at most here, and by none on average.
    EXPECT_NEAR(quanta / int{PARTICLE_QUANTA}, 3000.0, 1e-4);
}

TEST(ParticleDensity, a_lattice_of_particles_is_even_inside) {
    Particles particles;
    for (int i = 0; i < 16 * 16 * 16; ++i) {
        particles.positions.push_back(glm::dvec3(i % 16, i / 16 % 16, i / 256) * 0.5 + 0.2);
    }
    const Volume volume = density(particles, "1"); // eight particles a voxel
    for (int z = 4; z < 9; ++z) {                  // where no particle is missing
        for (int y = 4; y < 9; ++y) {
            for (int x = 4; x < 9; ++x) {
                EXPECT_NEAR(volume.value(x, y, z), 8.0, 1e-3);
            }
        }
    }
}

TEST(ParticleDensity, does_not_depend_on_the_order) {
    Particles particles = scattered(2000, 1.0);
    const Volume one = density(particles, "0.1");
    std::ranges::reverse(particles.positions);
    std::ranges::reverse(particles.masses);
    const Volume other = density(particles, "0.1");
    EXPECT_TRUE(std::ranges::equal(one.bytes(), other.bytes()));
}

TEST(ParticleDensity, what_does_not_fit_is_refused) {
    EXPECT_NEAR(mass_of(density({std::vector<glm::dvec3>(4095, glm::dvec3(0.0)), {}}, "1")), 4095.0, 1e-3);
    EXPECT_TRUE(contains(message_of<FileError>([] {
                             density({std::vector<glm::dvec3>(10000, glm::dvec3(0.0)), {}}, "1");
                         }),
                         "shorter"));
}

TEST(ParticleDensity, a_box_takes_those_that_lie_in_it) {
    const Volume volume = density({{{0, 0, 0}, {1, 1, 1}, {5, 5, 5}}, {}}, "0.5:0,0,0,2,2,2");
    EXPECT_NEAR(mass_of(volume), 2.0, 1e-6);
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{9, 9, 9}));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(-1.0));
    EXPECT_TRUE(contains(volume.header().notes.at(1).text, "left out: 1 particle."));
}

TEST(ParticleDensity, light_particles_are_told_of) {
    const Volume volume = density({{{0, 0, 0}, {1, 1, 1}}, {1.0, 1e-9}}, "0.5");
    EXPECT_TRUE(contains(volume.header().notes.at(1).text, "heaviest one and of no weight: 1 particle."));
}

TEST(ParticleSeries, all_times_have_one_lattice) {
    const ScratchFolder folder;
    write_file(folder / "p1.csv", "0,0,0\n1,1,1\n");
    write_file(folder / "p2.csv", "3,0,0\n1,-2,1\n2,2,2\n");
    const TimeSeries series(folder / "p{t}.csv", density_of("0.5"));
    ASSERT_EQ(series.count(), 2);
    EXPECT_EQ(series.header().grid.dims, (std::array<int, 3>{11, 13, 9}));
    EXPECT_NEAR(mass_of(series.read(0)), 2.0, 1e-6);
    EXPECT_NEAR(mass_of(series.read(1)), 3.0, 1e-6);
    ReadOptions second = density_of("0.5");
    second.time = 1;
    EXPECT_EQ(read_volume_header(folder / "p{t}.csv", second).grid.dims, series.header().grid.dims);
}

TEST(DamBreak, falls_spreads_and_stays_in_the_tank) {
    DamBreak dam(10);
    const std::size_t count = dam.particles().positions.size();
    EXPECT_EQ(count, 7U * 10 * 7);
    const auto mean = [&] {
        glm::dvec3 sum(0.0);
        for (const glm::dvec3 &place : dam.particles().positions) {
            sum += place;
        }
        return sum / static_cast<double>(count);
    };
    const glm::dvec3 begin = mean();
    EXPECT_NEAR(begin.y, 0.5 * DamBreak::column.y, 0.01);
    for (int frame = 0; frame < 20; ++frame) {
        dam.next_frame();
    }
    const ParticleBox box = box_of(dam.particles());
    EXPECT_LT(mean().y, 0.6 * begin.y);
    EXPECT_GT(mean().x, 1.5 * begin.x);
    EXPECT_GT(box.low.x, 0.0);
    EXPECT_GT(box.low.y, 0.0);
    EXPECT_LT(box.high.x, DamBreak::tank.x);
    EXPECT_LT(box.high.z, DamBreak::tank.z);
    // Water is not pressed together: no place is much denser than the column was.
    const PlacedParticles placed = place_particles(dam.particles(), {2.0 * dam.distance(), {}}, "dam");
    std::vector<float> density(placed.grid.voxel_count());
    ASSERT_TRUE(spread_on_host(placed, density));
    EXPECT_LT(*std::ranges::max_element(density), 1300.0f);
    EXPECT_THROW(DamBreak(3), UsageError);
}

} // namespace
} // namespace voxmarch
