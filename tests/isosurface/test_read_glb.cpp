// Binary glTF: our own files, what other programs may write, what is refused with a name, and damaged bytes.
#include "base/error.h"
#include "isosurface/formats/mesh_format.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"
#include "isosurface/read_mesh.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace voxmarch {
namespace {

using nlohmann::json;

std::string word_bytes(std::uint32_t word) {
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &word, 4);
    return bytes;
}

template <typename T> std::string number_bytes(const std::vector<T> &numbers) {
    return {reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(T)};
}

std::string glb_bytes(const json &document, std::string binary) {
    std::string text = document.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    const auto size = static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + binary.size());
    return "glTF" + word_bytes(2) + word_bytes(size) + word_bytes(static_cast<std::uint32_t>(text.size())) + "JSON" +
           text + word_bytes(static_cast<std::uint32_t>(binary.size())) + std::string("BIN\0", 4) + binary;
}

class ReadGlb : public testing::Test {
protected:
    ReadGlb() : folder_(std::filesystem::temp_directory_path() / ("voxmarch-read-glb-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~ReadGlb() override { std::filesystem::remove_all(folder_); }

    StoredMesh read(const std::string &bytes) const {
        std::ofstream(folder_ / "a.glb", std::ios::binary) << bytes;
        return read_mesh(folder_ / "a.glb");
    }

    StoredMesh read() const { return read(glb_bytes(document_, binary_)); }

    /// What the reader says; "" if it takes the file.
    std::string problem_of(const std::string &bytes) const {
        try {
            read(bytes);
        } catch (const FileError &error) {
            return error.problem().substr(error.problem().find(": ") + 2);
        }
        return "";
    }

    /// The same without a file.
    static std::string problem_in(const std::string &bytes) {
        try {
            MeshBuilder mesh("a.glb", 0);
            read_glb(bytes, mesh);
            mesh.finish();
        } catch (const FileError &error) {
            return error.problem();
        }
        return "";
    }

    std::string problem() const { return problem_of(glb_bytes(document_, binary_)); }

    std::string written(const std::string &name, const Mesh &mesh, const std::string &world) const {
        write_mesh(mesh, folder_ / name, {}, world);
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// A square of four vertices, (0,0,0) (1,0,0) (0,1,0) (1,1,0), two triangles that face +z.
    const std::vector<float> square_{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    const std::vector<std::uint16_t> corners_{0, 1, 2, 1, 3, 2};
    std::string binary_ = number_bytes(square_) + number_bytes(corners_);
    json document_ = {
        {"asset", {{"version", "2.0"}}},
        {"scene", 0},
        {"scenes", {{{"nodes", {0}}}}},
        {"nodes", {{{"mesh", 0}}}},
        {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}}},
        {"buffers", {{{"byteLength", 60}}}},
        {"bufferViews", {{{"buffer", 0}, {"byteLength", 48}}, {{"buffer", 0}, {"byteOffset", 48}, {"byteLength", 12}}}},
        {"accessors",
         {{{"bufferView", 0}, {"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
          {{"bufferView", 1}, {"componentType", 5123}, {"count", 6}, {"type", "SCALAR"}}}}};

private:
    std::filesystem::path folder_;
};

/// Sorted, so that meshes with their vertices in another order are the same.
std::vector<std::array<float, 3>> places_of(const Mesh &mesh) {
    std::vector<std::array<float, 3>> places;
    for (const glm::vec3 &p : mesh.positions) {
        places.push_back({p.x + 0.0f, p.y + 0.0f, p.z + 0.0f});
    }
    std::ranges::sort(places);
    return places;
}

/// Twice the area of all triangles, with its direction.
glm::dvec3 area_of(const Mesh &mesh) {
    glm::dvec3 area(0.0);
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::dvec3 a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
        area += glm::cross(b - a, c - a);
    }
    return area;
}

TEST_F(ReadGlb, takes_our_own_files_where_ply_has_them) {
    const Mesh mesh = extract_reference(exact_sphere(14, 0.35), 0.0f);
    struct World {
        std::string tag;
        LengthUnit unit;
        std::optional<Convention> convention;
    };
    for (const World &world :
         {World{"SPACE=RAS;UNIT=um", LengthUnit::micrometer, Convention::ras},
          World{"SPACE=LPS;UNIT=mm", LengthUnit::millimeter, Convention::lps}, World{"", LengthUnit::unknown, {}}}) {
        const StoredMesh found = read(written("s.glb", mesh, world.tag));
        EXPECT_EQ(found.world.unit, world.unit) << world.tag;
        EXPECT_EQ(found.world.convention, world.convention) << world.tag;
        EXPECT_EQ(found.mesh.triangles, mesh.triangles) << "vertices stay in their order";
        ASSERT_EQ(found.mesh.positions.size(), mesh.positions.size());
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            ASSERT_LE(glm::distance(found.mesh.positions[i], mesh.positions[i]), 1e-5f);
        }
        const MeshMeasures measures = measure(found.mesh);
        EXPECT_TRUE(measures.open_edges == 0 && measures.volume > 0.0) << "still closed, facing outwards";
    }
}

TEST_F(ReadGlb, turns_files_of_others_upright_in_metres) {
    const StoredMesh found = read();
    EXPECT_EQ(found.world.unit, LengthUnit::meter);
    EXPECT_FALSE(found.world.convention);
    EXPECT_EQ(places_of(found.mesh), (std::vector<std::array<float, 3>>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}));
    EXPECT_EQ(area_of(found.mesh), glm::dvec3(0.0, -2.0, 0.0)) << "z of glTF is towards the viewer, our -y";
}

TEST_F(ReadGlb, composes_the_places_of_nodes) {
    const float half = std::sqrt(0.5f);
    document_["nodes"] = {{{"children", {1, 2}}, {"translation", {10, 20, 30}}, {"scale", {2, 2, 2}}},
                          {{"mesh", 0}, {"rotation", {0, 0, half, half}}}, // x goes to y, y to -x
                          {{"mesh", 0}, {"matrix", {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -100, 0, 0, 1}}}}; // mirrored
    const StoredMesh found = read();
    EXPECT_EQ(found.mesh.triangles.size(), 4u);
    glm::vec3 low = found.mesh.positions.front(), high = low;
    for (const glm::vec3 &p : found.mesh.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    EXPECT_LE(glm::distance(low, glm::vec3(-192, -30, 20)), 1e-4f);
    EXPECT_LE(glm::distance(high, glm::vec3(10, -30, 22)), 1e-4f);
    EXPECT_LE(glm::distance(area_of(found.mesh), glm::dvec3(0.0, -16.0, 0.0)), 1e-5) << "mirrored ones turn round";
}

TEST_F(ReadGlb, shows_the_scene_that_the_file_shows) {
    document_["nodes"].push_back({{"mesh", 0}, {"translation", {5, 0, 0}}});
    document_["scenes"].push_back({{"nodes", {1}}});
    EXPECT_EQ(places_of(read().mesh).front()[0], 0.0f);
    document_["scene"] = 1;
    EXPECT_EQ(places_of(read().mesh).front()[0], 5.0f);
    document_.erase("scene");
    document_.erase("scenes");
    EXPECT_EQ(read().mesh.triangles.size(), 4u) << "all nodes without parents";
}

TEST_F(ReadGlb, reads_strips_fans_lists_and_the_kinds_of_numbers) {
    json &primitive = document_["meshes"][0]["primitives"][0];
    const auto whole = places_of(read().mesh);
    primitive["mode"] = 5;
    primitive.erase("indices");
    EXPECT_EQ(area_of(read().mesh), glm::dvec3(0.0, -2.0, 0.0)) << "strip";
    primitive["mode"] = 6;
    primitive["indices"] = 1;
    document_["accessors"][1] = {{"bufferView", 1}, {"componentType", 5121}, {"count", 4}, {"type", "SCALAR"}};
    binary_ = number_bytes(square_) + number_bytes<std::uint8_t>({0, 1, 3, 2});
    binary_.resize(60);
    EXPECT_EQ(area_of(read().mesh), glm::dvec3(0.0, -2.0, 0.0)) << "fan";
    EXPECT_EQ(places_of(read().mesh), whole);
    primitive["mode"] = 4;
    document_["accessors"][1] = {{"bufferView", 1}, {"componentType", 5125}, {"count", 3}, {"type", "SCALAR"}};
    binary_ = number_bytes(square_) + number_bytes<std::uint32_t>({0, 1, 3});
    EXPECT_EQ(read().mesh.triangles.size(), 1u) << "u32";
    // Points and lines are nothing.
    document_["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", 0}}}, {"mode", 1}});
    EXPECT_EQ(read().mesh.triangles.size(), 1u);
}

TEST_F(ReadGlb, reads_interleaved_and_normalised_positions) {
    const auto whole = places_of(read().mesh);
    std::vector<float> interleaved;
    for (std::size_t i = 0; i < 4; ++i) { // normal, position, a number more
        interleaved.insert(interleaved.end(), {0, 0, 1, square_[3 * i], square_[3 * i + 1], square_[3 * i + 2], 7});
    }
    binary_ = number_bytes(corners_) + number_bytes(interleaved);
    document_["buffers"][0]["byteLength"] = 124;
    document_["bufferViews"] = {{{"buffer", 0}, {"byteOffset", 12}, {"byteLength", 112}, {"byteStride", 28}},
                                {{"buffer", 0}, {"byteLength", 12}}};
    document_["accessors"][0]["byteOffset"] = 12;
    EXPECT_EQ(places_of(read().mesh), whole);
    // As KHR_mesh_quantization has them: 16 bits, padded to 8 bytes.
    binary_ = number_bytes(corners_) +
              number_bytes<std::int16_t>({0, 0, 0, 9, 32767, 0, 0, 9, 0, 32767, 0, 9, 32767, 32767, -0, 9});
    document_["extensionsRequired"] = {"KHR_mesh_quantization"};
    document_["buffers"][0]["byteLength"] = 44;
    document_["bufferViews"][0] = {{"buffer", 0}, {"byteOffset", 12}, {"byteLength", 32}, {"byteStride", 8}};
    document_["accessors"][0] = {
        {"bufferView", 0}, {"componentType", 5122}, {"count", 4}, {"type", "VEC3"}, {"normalized", true}};
    EXPECT_EQ(places_of(read().mesh), whole);
    document_["accessors"][0].erase("normalized");
    EXPECT_EQ(places_of(read().mesh).back(), (std::array<float, 3>{32767, 0, 32767}));
}

TEST_F(ReadGlb, names_what_it_does_not_read) {
    const json plain = document_;
    const auto is_told = [&](const std::string &words, const std::function<void(json &)> &change) {
        document_ = plain;
        change(document_);
        EXPECT_NE(problem().find(words), std::string::npos) << words << ": " << problem();
    };
    const auto primitive = [](json &d) -> json & { return d["meshes"][0]["primitives"][0]; };
    is_told("KHR_draco_mesh_compression", [&](json &d) { d["extensionsRequired"] = {"KHR_draco_mesh_compression"}; });
    is_told("KHR_draco_mesh_compression", [&](json &d) {
        primitive(d)["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", 0}};
    });
    is_told("EXT_meshopt_compression", [&](json &d) {
        d["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = {{"count", 4}};
    });
    is_told("EXT_of_somebody", [&](json &d) { d["extensionsRequired"] = {"EXT_of_somebody"}; });
    is_told("sparse accessor", [&](json &d) { d["accessors"][0]["sparse"] = {{"count", 1}}; });
    is_told("a buffer with a uri", [&](json &d) { d["buffers"][0]["uri"] = "a.bin"; });
    is_told("skin of glTF", [&](json &d) { d["nodes"][0]["skin"] = 0; });
    is_told("morph targets", [&](json &d) { d["meshes"][0]["weights"] = {0.0, 0.5}; });
    is_told("holds no triangle", [&](json &d) { primitive(d)["mode"] = 0; });
    is_told("holds no triangle", [&](json &d) { d["scenes"][0].erase("nodes"); });
    document_ = plain;
    EXPECT_EQ(problem(), "");
    std::string first = glb_bytes(document_, binary_);
    first[4] = 1;
    EXPECT_EQ(problem_of(first), "is glTF of version 1; version 2 is read");
    EXPECT_EQ(problem_of("{\"asset\": {\"version\": \"2.0\"}}"), "is no binary glTF file");
}

TEST_F(ReadGlb, refuses_what_contradicts_its_bytes) {
    const json plain = document_;
    const auto refused = [&](const std::function<void(json &)> &change) {
        document_ = plain;
        change(document_);
        EXPECT_NE(problem(), "") << document_;
    };
    const std::uint64_t huge = 0xfffffffffffffff0u;
    for (const json &wrong : std::initializer_list<json>{5, huge, -1, 1.5, "0", nullptr, json::array()}) {
        refused([&](json &d) { d["accessors"][0]["count"] = wrong; });
        refused([&](json &d) { d["accessors"][0]["byteOffset"] = wrong; });
        refused([&](json &d) { d["accessors"][1]["bufferView"] = wrong; });
        refused([&](json &d) { d["accessors"][0]["componentType"] = wrong; });
        refused([&](json &d) { d["accessors"][0]["type"] = wrong; });
        refused([&](json &d) { d["bufferViews"][1]["byteOffset"] = wrong == 5 ? json(49) : wrong; });
        refused([&](json &d) { d["bufferViews"][0]["byteLength"] = wrong; });
        refused([&](json &d) { d["bufferViews"][0]["byteStride"] = wrong; });
        refused([&](json &d) { d["buffers"][0]["byteLength"] = wrong == 5 ? json(61) : wrong; });
        refused([&](json &d) { d["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = wrong; });
        refused([&](json &d) { d["nodes"][0]["mesh"] = wrong; });
        refused([&](json &d) { d["scenes"][0]["nodes"] = json::array({wrong}); });
        refused([&](json &d) { d["nodes"][0]["matrix"] = wrong; });
        refused([&](json &d) { d["nodes"][0]["translation"] = json::array({0, 0, wrong.is_number() ? "0" : wrong}); });
    }
    refused([](json &d) { d["nodes"][0]["children"] = {0}; });
    refused([](json &d) { d["accessors"][0]["count"] = 3; }); // corner 3 is not there
    refused([](json &d) { d["accessors"][1]["count"] = 5; }); // no whole triangles
    refused([](json &d) { d["nodes"][0]["scale"] = {1e300, 1e300, 1e300}; });
    // A mesh of few bytes that is placed many times must not take much memory.
    document_ = plain;
    json many = json::array();
    for (int i = 0; i < 300; ++i) {
        many.push_back({{"attributes", {{"POSITION", 0}}}, {"indices", 1}});
    }
    document_["meshes"][0]["primitives"] = many;
    EXPECT_EQ(problem(), "") << "some times is right";
    binary_ = number_bytes(square_) + std::string(std::size_t{1} << 20, '\0');
    document_["buffers"][0]["byteLength"] = binary_.size();
    document_["bufferViews"][1]["byteLength"] = std::size_t{1} << 20;
    document_["accessors"][1]["count"] = 3 * ((std::size_t{1} << 19) / 3);
    EXPECT_NE(problem().find("so often"), std::string::npos) << problem();
}

TEST_F(ReadGlb, damaged_bytes_are_an_error_of_the_file_or_another_mesh) {
    const std::string whole = glb_bytes(document_, binary_);
    for (std::size_t length = 0; length + 3 < whole.size(); ++length) { // the last bytes are padding
        EXPECT_NE(problem_in(whole.substr(0, length)), "") << length;
    }
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char byte : {'\0', '9', '"', '[', '\x80', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            refused += problem_in(damaged).empty() ? 0 : 1; // anything else than FileError fails the test
        }
    }
    EXPECT_GT(refused, whole.size());
    std::string deep = R"({"asset":{"version":"2.0"},"x":)" + std::string(200000, '[') + std::string(200000, ']') + "}";
    deep.resize((deep.size() + 3) / 4 * 4, ' ');
    const auto size = static_cast<std::uint32_t>(deep.size());
    EXPECT_NE(problem_of("glTF" + word_bytes(2) + word_bytes(size + 20) + word_bytes(size) + "JSON" + deep), "");
}

} // namespace
} // namespace voxmarch
