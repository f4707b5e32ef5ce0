// Small Zarr stores as lists of files, so that tests can spoil them.
#pragma once

#include "volume/bricks/zarr/decode.h"
#include "volume/bricks/zarr/shared_cache.h"
#include "volume_test_files.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace voxmarch::testing {

using Json = nlohmann::json;

/// Contents by keys.
using StoreFiles = std::map<std::string, std::string>;

inline std::string write_store(const std::string &folder, const StoreFiles &files) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const auto &[key, content] : files) {
        write_file((std::filesystem::path(folder) / key).string(), content);
    }
    return folder;
}

/// Changes a JSON file of a store.
template <typename Change> void edit(StoreFiles &files, const std::string &key, const Change &change) {
    Json json = Json::parse(files.at(key));
    change(json);
    files.at(key) = json.dump();
}

using Shape = std::array<int, 3>; // z, y, x

/// The value of a voxel in all test stores.
template <typename T> T test_value(int z, int y, int x) { return static_cast<T>(x + 10 * y + 37 * z); }

/// The voxels of a chunk, zeros outside the array.
template <typename T> std::vector<T> chunk_values(const Shape &shape, const Shape &chunk, const Shape &place) {
    std::vector<T> values;
    for (int z = place[0] * chunk[0]; z < (place[0] + 1) * chunk[0]; ++z) {
        for (int y = place[1] * chunk[1]; y < (place[1] + 1) * chunk[1]; ++y) {
            for (int x = place[2] * chunk[2]; x < (place[2] + 1) * chunk[2]; ++x) {
                const bool is_inside = z < shape[0] && y < shape[1] && x < shape[2];
                values.push_back(is_inside ? test_value<T>(z, y, x) : T{});
            }
        }
    }
    return values;
}

inline std::vector<Shape> places_in(const Shape &shape, const Shape &chunk) {
    std::vector<Shape> places;
    for (int z = 0; z * chunk[0] < shape[0]; ++z) {
        for (int y = 0; y * chunk[1] < shape[1]; ++y) {
            for (int x = 0; x * chunk[2] < shape[2]; ++x) {
                places.push_back({z, y, x});
            }
        }
    }
    return places;
}

inline std::string key_of(const Shape &place, const std::string &separator) {
    return std::to_string(place[0]) + separator + std::to_string(place[1]) + separator + std::to_string(place[2]);
}

/// An unpacked array of version 2.
template <typename T>
void add_array_2(StoreFiles &files, const std::string &folder, const std::string &dtype, const Shape &shape,
                 const Shape &chunk) {
    files[folder + ".zarray"] = Json{{"zarr_format", 2},      {"shape", shape},  {"chunks", chunk},    {"dtype", dtype},
                                     {"compressor", nullptr}, {"fill_value", 0}, {"filters", nullptr}, {"order", "C"}}
                                    .dump();
    for (const Shape &place : places_in(shape, chunk)) {
        const auto values = chunk_values<T>(shape, chunk, place);
        files[folder + key_of(place, ".")] = dtype[0] == '>' ? swapped_bytes_of(values) : bytes_of(values);
    }
}

inline Json metadata_3(const std::string &type, const Shape &shape, const Shape &chunk) {
    return {{"zarr_format", 3},
            {"node_type", "array"},
            {"shape", shape},
            {"data_type", type},
            {"chunk_grid", {{"name", "regular"}, {"configuration", {{"chunk_shape", chunk}}}}},
            {"chunk_key_encoding", {{"name", "default"}, {"configuration", {{"separator", "/"}}}}},
            {"fill_value", 0},
            {"codecs", Json::array({{{"name", "bytes"}, {"configuration", {{"endian", "little"}}}}})},
            {"attributes", Json::object()}};
}

/// An unpacked array of version 3.
template <typename T>
void add_array_3(StoreFiles &files, const std::string &folder, const std::string &type, const Shape &shape,
                 const Shape &chunk) {
    files[folder + "zarr.json"] = metadata_3(type, shape, chunk).dump();
    for (const Shape &place : places_in(shape, chunk)) {
        files[folder + "c/" + key_of(place, "/")] = bytes_of(chunk_values<T>(shape, chunk, place));
    }
}

inline std::string crc_of(const std::string &bytes) {
    return bytes_of(std::vector<std::uint32_t>{zarr::crc32c(std::as_bytes(std::span(bytes)))});
}

/// An array of version 3 whose shards hold 2x2x2 chunks; the last chunk of each is missing.
template <typename T>
void add_sharded(StoreFiles &files, const std::string &folder, const std::string &type, const Shape &shape,
                 const Shape &chunk) {
    const Shape shard{2 * chunk[0], 2 * chunk[1], 2 * chunk[2]};
    Json metadata = metadata_3(type, shape, shard);
    metadata["codecs"] = Json::array(
        {{{"name", "sharding_indexed"},
          {"configuration",
           {{"chunk_shape", chunk},
            {"codecs", metadata["codecs"]},
            {"index_codecs",
             Json::array({{{"name", "bytes"}, {"configuration", {{"endian", "little"}}}}, {{"name", "crc32c"}}})},
            {"index_location", "end"}}}}});
    files[folder + "zarr.json"] = metadata.dump();
    for (const Shape &place : places_in(shape, shard)) {
        std::string content;
        std::vector<std::uint64_t> index;
        for (const Shape &inner : places_in({2, 2, 2}, {1, 1, 1})) {
            const bool is_missing = inner == Shape{1, 1, 1};
            const std::string bytes = bytes_of(chunk_values<T>(
                shape, chunk, {2 * place[0] + inner[0], 2 * place[1] + inner[1], 2 * place[2] + inner[2]}));
            index.push_back(is_missing ? ~std::uint64_t{0} : content.size());
            index.push_back(is_missing ? ~std::uint64_t{0} : bytes.size());
            content += is_missing ? "" : bytes;
        }
        const std::string words = bytes_of(index);
        files[folder + "c/" + key_of(place, "/")] = content + words + crc_of(words);
    }
}

inline Json multiscale(const std::vector<std::array<double, 3>> &scales) {
    Json axes = Json::array(), datasets = Json::array();
    for (const char *name : {"z", "y", "x"}) {
        axes.push_back({{"name", name}, {"type", "space"}, {"unit", "micrometer"}});
    }
    for (std::size_t level = 0; level < scales.size(); ++level) {
        datasets.push_back(
            {{"path", std::to_string(level)},
             {"coordinateTransformations", Json::array({{{"type", "scale"}, {"scale", scales[level]}}})}});
    }
    return {{"name", "image"}, {"axes", axes}, {"datasets", datasets}};
}

/// OME-Zarr 0.5: level 0 in shards, level 1 in chunks, uint16.
inline StoreFiles image_3() {
    StoreFiles files;
    files["zarr.json"] =
        Json{{"zarr_format", 3},
             {"node_type", "group"},
             {"attributes",
              {{"ome", {{"version", "0.5"}, {"multiscales", Json::array({multiscale({{2, 1, 0.5}, {4, 2, 1}})})}}}}}}
            .dump();
    add_sharded<std::uint16_t>(files, "0/", "uint16", {10, 12, 14}, {3, 4, 4});
    add_array_3<std::uint16_t>(files, "1/", "uint16", {5, 6, 7}, {4, 4, 4});
    return files;
}

/// OME-Zarr 0.4 of two levels, uint16.
inline StoreFiles image_2() {
    StoreFiles files;
    files[".zgroup"] = R"({"zarr_format": 2})";
    files[".zattrs"] = Json{{"multiscales", Json::array({multiscale({{2, 1, 0.5}, {4, 2, 1}})})}}.dump();
    add_array_2<std::uint16_t>(files, "0/", "<u2", {10, 12, 14}, {5, 5, 5});
    add_array_2<std::uint16_t>(files, "1/", "<u2", {5, 6, 7}, {4, 4, 4});
    return files;
}

/// The files as a zip file, stored as they are.
inline std::string zip_of(const StoreFiles &files, const std::string &folder = "") {
    const auto words = [](std::initializer_list<std::uint64_t> values, std::initializer_list<int> sizes) {
        std::string bytes;
        auto size = sizes.begin();
        for (const std::uint64_t value : values) {
            bytes.append(reinterpret_cast<const char *>(&value), static_cast<std::size_t>(*size++));
        }
        return bytes;
    };
    std::string data, directory;
    for (const auto &[key, content] : files) {
        const std::string name = folder + key;
        const std::uint64_t at = data.size();
        data += words({0x04034b50, 20, 0, 0, 0, 0, content.size(), content.size(), name.size(), 0},
                      {4, 2, 2, 2, 4, 4, 4, 4, 2, 2}) +
                name + content;
        directory +=
            words({0x02014b50, 20, 20, 0, 0, 0, 0, content.size(), content.size(), name.size(), 0, 0, 0, 0, 0, at},
                  {4, 2, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4}) +
            name;
    }
    return data + directory +
           words({0x06054b50, 0, 0, files.size(), files.size(), directory.size(), data.size(), 0},
                 {4, 2, 2, 2, 2, 4, 4, 2});
}

} // namespace voxmarch::testing
