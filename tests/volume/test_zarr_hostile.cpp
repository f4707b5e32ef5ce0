// Stores that lie: every one of them is refused with a FileError, at once, and none takes memory that it only claims.
#include "base/checked_size.h"
#include "base/error.h"
#include "brick_checks.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/value_statistics.h"
#include "zarr_test_stores.h"

#include <chrono>
#include <limits>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef VOXMARCH_HAS_BLOSC
#include <blosc.h>
#endif
#ifdef VOXMARCH_HAS_ZSTD
#include <zstd.h>
#endif
#ifdef VOXMARCH_HAS_ZLIB
#include <zlib.h>
#endif

namespace voxmarch::testing {
namespace {

/// Opens a store, reads all boxes of all levels and the whole. @return what the FileError says; empty: there was none
std::string refusal(const std::string &path) {
    try {
        const auto bricks = open_bricks(path);
        for (int level = 0; level < bricks->level_count(); ++level) {
            read_box(*bricks, level, {{0, 0, 0}, bricks->grid(level).dims});
        }
        read_volume(path);
        return "";
    } catch (const FileError &problem) {
        return problem.what();
    }
}

struct Fault {
    const char *name;
    const char *words; ///< of the message
    std::function<void(StoreFiles &)> spoil;
};

/// Every store is refused with these words within a second.
void expect_refused(const StoreFiles &sound, const std::vector<Fault> &faults) {
    const ScratchFolder folder;
    EXPECT_EQ(refusal(write_store(folder / "sound.zarr", sound)), "");
    for (const Fault &fault : faults) {
        StoreFiles files = sound;
        fault.spoil(files);
        const std::string path = write_store(folder / "a.zarr", files);
        const auto begin = std::chrono::steady_clock::now();
        try {
            EXPECT_TRUE(contains(refusal(path), fault.words)) << fault.name;
        } catch (const std::exception &other) {
            ADD_FAILURE() << fault.name << ": " << other.what();
        }
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3)) << fault.name;
    }
}

Fault in(const char *key, const char *name, const char *words, const std::function<void(Json &)> &change) {
    return {name, words, [=](StoreFiles &files) { edit(files, key, change); }};
}

/// A store of one array of version 2.
StoreFiles plain_2() {
    StoreFiles files;
    add_array_2<std::uint16_t>(files, "", "<u2", {10, 12, 14}, {5, 5, 5});
    return files;
}

TEST(HostileZarr, ArraysOfVersion2) {
    const auto array = [](const char *name, const char *words, const std::function<void(Json &)> &change) {
        return in(".zarray", name, words, change);
    };
    expect_refused(
        plain_2(),
        {array("negative shape", "whole number", [](Json &json) { json["shape"][0] = -3; }),
         array("empty axis", "less than 1", [](Json &json) { json["shape"][1] = 0; }),
         array("shape of 1e30", "whole number", [](Json &json) { json["shape"][1] = 1e30; }),
         array("long axis", "too long", [](Json &json) { json["shape"][1] = std::uint64_t{1} << 62; }),
         array("axis beyond a grid's", "each axis must have", [](Json &json) { json["shape"][1] = 1 << 21; }),
         array("no axes", "0 axes", [](Json &json) { json["shape"] = json["chunks"] = Json::array(); }),
         array("nine axes", "9 axes",
               [](Json &json) {
                   json["shape"] = json["chunks"] = Json::array({1, 1, 1, 1, 1, 1, 1, 1, 1});
               }),
         array("one axis", "no axes x and y", [](Json &json) { json["shape"] = json["chunks"] = Json::array({9}); }),
         array("chunks of two axes", "2 axes",
               [](Json &json) {
                   json["chunks"] = {5, 5};
               }),
         array("chunk of 0", "less than 1", [](Json &json) { json["chunks"][2] = 0; }),
         array("chunk of -1", "whole number", [](Json &json) { json["chunks"][2] = -1; }),
         array("chunks of 8 GiB", "at most 2 GiB",
               [](Json &json) {
                   json["chunks"] = {1 << 11, 1 << 11, 1 << 10};
               }),
         array("chunks beyond 64 bits", "2^63",
               [](Json &json) {
                   json["chunks"] = {1LL << 40, 1LL << 40, 1LL << 40};
               }),
         array("more chunks than can be numbered", "more than 2^48 chunks",
               [](Json &json) {
                   json["shape"] = {1 << 20, 1 << 20, 1 << 19};
                   json["chunks"] = {1, 1, 1};
               }),
         array("type of text", "not supported", [](Json &json) { json["dtype"] = "<U8"; }),
         array("complex type", "not supported", [](Json &json) { json["dtype"] = "<c16"; }),
         array("structured type", "structures",
               [](Json &json) {
                   json["dtype"] = {{"a", "<u2"}};
               }),
         array("no type", "missing", [](Json &json) { json.erase("dtype"); }),
         array("object for type", "structures", [](Json &json) { json["dtype"] = 7; }),
         array("filter", "filters",
               [](Json &json) {
                   json["filters"] = {{{"id", "delta"}}};
               }),
         array("unknown compressor", "snappyframe",
               [](Json &json) {
                   json["compressor"] = {{"id", "snappyframe"}};
               }),
         array("compressor without a name", "missing", [](Json &json) { json["compressor"] = Json::object(); }),
         array("unknown order", "order", [](Json &json) { json["order"] = "K"; }),
         array("separator that leads up", "dimension_separator",
               [](Json &json) { json["dimension_separator"] = "/../"; }),
         array("fill value beyond the type", "does not fit", [](Json &json) { json["fill_value"] = 70000; }),
         array("fill value of text", "must be a number", [](Json &json) { json["fill_value"] = "NaN"; }),
         array("version 7", "zarr_format", [](Json &json) { json["zarr_format"] = 7; }),
         array("shape of text", "must be a list", [](Json &json) { json["shape"] = "10"; }),
         {"no JSON", "not valid JSON", [](StoreFiles &files) { files[".zarray"] = "\x89PNG"; }},
         {"a list", "must be an object", [](StoreFiles &files) { files[".zarray"] = "[]"; }},
         {"deep JSON", "nested", [](StoreFiles &files) { files[".zarray"] = std::string(100000, '['); }},
         {"a field twice", "twice",
          [](StoreFiles &files) { files[".zarray"].insert(1, "\"shape\": [1000000, 1000000, 1000000], "); }},
         {"a chunk that is too short", "has 10 bytes, but its chunk has 250",
          [](StoreFiles &files) { files["0.1.0"].resize(10); }},
         {"a chunk that is too long", "has 251 bytes", [](StoreFiles &files) { files["0.1.0"].push_back('a'); }},
         {"a huge chunk", "too many for a chunk", [](StoreFiles &files) { files["0.1.0"].resize(1 << 20); }},
         {"an empty chunk", "has 0 bytes", [](StoreFiles &files) { files["0.1.0"].clear(); }}});
}

TEST(HostileZarr, ImagesOfVersion2) {
    const auto image = [](const char *name, const char *words, const std::function<void(Json &)> &change) {
        return in(".zattrs", name, words, [=](Json &json) { change(json["multiscales"][0]); });
    };
    const auto first = [](Json &image) -> Json & { return image["datasets"][0]; };
    const auto scale = [=](Json &image) -> Json & { return first(image)["coordinateTransformations"][0]["scale"]; };
    expect_refused(
        image_2(),
        {image("path that leaves the store", "does not lie within", [=](Json &i) { first(i)["path"] = "../0"; }),
         image("absolute path", "does not lie within", [=](Json &i) { first(i)["path"] = "/etc"; }),
         image("path with a hidden way up", "does not lie within", [=](Json &i) { first(i)["path"] = "0/../../0"; }),
         image("empty path", "does not lie within", [=](Json &i) { first(i)["path"] = ""; }),
         image("number for a path", "must be a string", [=](Json &i) { first(i)["path"] = 0; }),
         image("missing array", "missing", [=](Json &i) { first(i)["path"] = "7"; }),
         image("missing second array", "missing", [](Json &i) { i["datasets"][1]["path"] = "7"; }),
         image("scale 0", "no distance", [=](Json &i) { scale(i)[0] = 0; }),
         image("scale of text", "must be a number", [=](Json &i) { scale(i)[0] = "NaN"; }),
         image("scale of null", "must be a number", [=](Json &i) { scale(i)[0] = nullptr; }),
         image("scale beyond measure", "no distance", [=](Json &i) { scale(i)[0] = 1e300; }),
         image("scale too small", "no distance", [=](Json &i) { scale(i)[0] = 1e-300; }),
         image("scale of two axes", "list of 3 numbers", [=](Json &i) { scale(i).erase(0); }),
         image("huge translation", "no place",
               [=](Json &i) {
                   first(i)["coordinateTransformations"].push_back(
                       {{"type", "translation"}, {"translation", {0, 0, 1e200}}});
               }),
         image("unknown transformation", "cannot be read",
               [=](Json &i) { first(i)["coordinateTransformations"][0]["type"] = "affine"; }),
         image("no datasets", "0 levels", [](Json &i) { i["datasets"] = Json::array(); }),
         image("many levels", "levels",
               [=](Json &i) {
                   const Json level = first(i);
                   i["datasets"] = std::vector<Json>(1000, level);
               }),
         image("an axis twice", "not x, y and z", [](Json &i) { i["axes"][0]["name"] = "x"; }),
         image("two axes for three", "has 3 axes, but its image has 2",
               [](Json &i) {
                   i["axes"].erase(0);
                   i["datasets"].erase(1);
                   i["datasets"][0].erase("coordinateTransformations");
               }),
         image("unknown long axis", "neither space",
               [](Json &i) {
                   i["axes"][0]["type"] = "phase";
                   i["axes"][0]["name"] = "p";
               }),
         image("no axis x", "no axes x and y",
               [](Json &i) {
                   i["axes"][2] = {{"name", "t"}, {"type", "time"}};
               }),
         in(".zattrs", "empty multiscales", "empty", [](Json &json) { json["multiscales"] = Json::array(); }),
         in(".zattrs", "number for multiscales", "must be a list", [](Json &json) { json["multiscales"] = 3; }),
         in("1/.zarray", "levels of two types", "another type", [](Json &json) { json["dtype"] = "|u1"; }),
         in("1/.zarray", "levels of other axes", "other axes",
            [](Json &json) {
                json["shape"] = json["chunks"] = Json::array({4, 4});
            }),
         {"metadata as a folder", "regular file",
          [](StoreFiles &files) {
              files.erase("0/.zarray");
              files["0/.zarray/a"] = "";
          }},
         {"chunk as a folder", "regular file", [](StoreFiles &files) {
              files.erase("0/0.0.0");
              files["0/0.0.0/a"] = "";
          }}});
}

Json &sharding_of(Json &json) { return json["codecs"][0]["configuration"]; }

TEST(HostileZarr, ArraysOfVersion3) {
    const auto array = [](const char *name, const char *words, const std::function<void(Json &)> &change) {
        return in("0/zarr.json", name, words, change);
    };
    const auto tail = [](StoreFiles &files, std::size_t back, char value) {
        std::string &shard = files["0/c/0/0/0"];
        shard[shard.size() - back] = value;
    };
    // The index has 8 entries of 16 bytes and 4 bytes of checksum. Writes word `word` of it and the right checksum.
    const auto lie = [](StoreFiles &files, std::size_t word, std::uint64_t value) {
        std::string &shard = files["0/c/0/0/0"];
        std::string index = shard.substr(shard.size() - 132, 128);
        std::memcpy(index.data() + 8 * word, &value, 8);
        shard.replace(shard.size() - 132, 132, index + crc_of(index));
    };
    expect_refused(
        image_3(),
        {array("unknown type", "not supported", [](Json &json) { json["data_type"] = "complex64"; }),
         array("extension type", "not supported",
               [](Json &json) {
                   json["data_type"] = {{"name", "r16"}};
               }),
         array("irregular grid", "regular", [](Json &json) { json["chunk_grid"]["name"] = "rectangular"; }),
         array("storage transformer", "storage_transformers",
               [](Json &json) {
                   json["storage_transformers"] = {{{"name", "a"}}};
               }),
         array("unknown keys", "chunk_key_encoding", [](Json &json) { json["chunk_key_encoding"]["name"] = "odd"; }),
         array("keys that lead up", "separator",
               [](Json &json) { json["chunk_key_encoding"]["configuration"]["separator"] = "/../"; }),
         array("no codecs", "first codec", [](Json &json) { json["codecs"] = Json::array(); }),
         array("no fill value", "missing", [](Json &json) { json.erase("fill_value"); }),
         array("codecs after shards", "packed shards", [](Json &json) { json["codecs"].push_back("crc32c"); }),
         array("shards in shards", "shards within shards",
               [](Json &json) {
                   sharding_of(json)["codecs"] = {{{"name", "sharding_indexed"}}};
               }),
         array("chunks that do not fill shards", "whole chunks",
               [](Json &json) { sharding_of(json)["chunk_shape"][0] = 4; }),
         array("chunks of 0 in shards", "less than 1", [](Json &json) { sharding_of(json)["chunk_shape"][0] = 0; }),
         array("shards of too many chunks", "shards of more than",
               [](Json &json) {
                   json["chunk_grid"]["configuration"]["chunk_shape"] = {1 << 20, 1 << 20, 1 << 20};
                   sharding_of(json)["chunk_shape"] = {1, 1, 1};
               }),
         array("packed index", "packed indices",
               [](Json &json) {
                   sharding_of(json)["index_codecs"].push_back({{"name", "gzip"}});
               }),
         array("index in the middle", "index_location",
               [](Json &json) { sharding_of(json)["index_location"] = "middle"; }),
         array("unknown codec", "vlen-utf8", [](Json &json) { sharding_of(json)["codecs"].push_back("vlen-utf8"); }),
         array("chunks packed twice", "packed twice",
               [](Json &json) {
                   sharding_of(json)["codecs"].push_back("zstd");
                   sharding_of(json)["codecs"].push_back("gzip");
               }),
         array("a hundred checksums", "packed twice",
               [](Json &json) {
                   for (int i = 0; i < 100; ++i) {
                       sharding_of(json)["codecs"].push_back("crc32c");
                   }
               }),
         array(
             "transposed to nowhere", "no order of the axes",
             [](Json &json) {
                 Json &codecs = sharding_of(json)["codecs"];
                 codecs.insert(codecs.begin(), Json{{"name", "transpose"}, {"configuration", {{"order", {0, 1, 3}}}}});
             }),
         array(
             "transposed to one axis", "no order of the axes",
             [](Json &json) {
                 Json &codecs = sharding_of(json)["codecs"];
                 codecs.insert(codecs.begin(), Json{{"name", "transpose"}, {"configuration", {{"order", {1, 1, 1}}}}});
             }),
         array("unknown byte order", "byte order",
               [](Json &json) { sharding_of(json)["codecs"][0]["configuration"]["endian"] = "middle"; }),
         {"spoilt index", "CRC-32C", [=](StoreFiles &files) { tail(files, 20, 'x'); }},
         {"spoilt checksum", "CRC-32C", [=](StoreFiles &files) { tail(files, 1, 'x'); }},
         {"shard without index", "index of a shard", [](StoreFiles &files) { files["0/c/0/0/0"].resize(100); }},
         {"shard cut at its begin", "points behind",
          [](StoreFiles &files) { files["0/c/0/0/0"].erase(0, files["0/c/0/0/0"].size() - 132); }},
         {"chunk behind the shard's end", "points behind", [=](StoreFiles &files) { lie(files, 0, 1u << 30); }},
         {"chunk at 2^64", "points behind", [=](StoreFiles &files) { lie(files, 0, ~std::uint64_t{0} - 3); }},
         {"chunk that is longer than the file", "points behind", [=](StoreFiles &files) { lie(files, 1, 1u << 30); }},
         {"place and length that overflow", "points behind",
          [=](StoreFiles &files) {
              lie(files, 0, 8);
              lie(files, 1, ~std::uint64_t{0} - 7);
          }},
         {"chunk of another length", "has 95 bytes, but its chunk has 96",
          [=](StoreFiles &files) { lie(files, 1, 95); }}});
}

TEST(HostileZarr, LinksThatLeaveTheStore) {
    namespace fs = std::filesystem;
    const ScratchFolder folder;
    write_file(folder / "secret", bytes_of(chunk_values<std::uint16_t>({10, 12, 14}, {5, 5, 5}, {0, 0, 0})));
    const std::string path = write_store(folder / "a.zarr", plain_2());
    fs::remove(path + "/0.0.0");
    fs::create_symlink("../secret", path + "/0.0.0");
    EXPECT_TRUE(contains(refusal(path), "leads out of its store"));
    fs::remove(path + "/0.0.0");
    fs::create_symlink("0.0.1", path + "/0.0.0");
    EXPECT_EQ(refusal(path), "") << "a link within the store is one";
    fs::remove(path + "/0.0.0");
    fs::create_symlink("0.0.0", path + "/0.0.0");
    EXPECT_TRUE(contains(refusal(path), "cannot be opened")) << "a link to itself";
    fs::remove(path + "/0.0.0");
    ASSERT_EQ(mkfifo((path + "/0.0.0").c_str(), 0600), 0);
    EXPECT_TRUE(contains(refusal(path), "regular file")) << "a pipe is not waited for";
    const std::string image = write_store(folder / "b.zarr", image_2());
    fs::rename(image + "/0", folder / "outside");
    fs::create_symlink("../outside", image + "/0");
    EXPECT_TRUE(contains(refusal(image), "leads out of its store"));
}

TEST(HostileZarr, ZipFiles) {
    const ScratchFolder folder;
    const std::string sound = zip_of(plain_2());
    const auto refused = [&](const std::string &content) {
        return refusal(write_file(folder / "a.zarr.zip", content));
    };
    EXPECT_EQ(refused(sound), "");
    const std::size_t directory = sound.find("PK\1\2"), end = sound.size() - 22, data = sound.find("PK\3\4", 4);
    const auto with = [&](std::size_t place, std::uint32_t value, std::size_t size = 4) {
        std::string zip = sound;
        std::memcpy(zip.data() + place, &value, size);
        return zip;
    };
    EXPECT_TRUE(contains(refused(sound.substr(0, 300)), "its end is missing"));
    EXPECT_TRUE(contains(refused(sound.substr(0, 4)), "its end is missing"));
    EXPECT_TRUE(contains(refused(with(end + 16, 0xffffff00u)), "points behind its end")) << "place of the directory";
    EXPECT_TRUE(contains(refused(with(end + 12, 0x7fffffffu)), "zip directory")) << "size of the directory";
    EXPECT_TRUE(contains(refused(with(end + 16, 3)), "something else than entries"));
    EXPECT_TRUE(contains(refused(with(directory + 28, 0xffff, 2)), "something else than entries"))
        << "length of a name";
    EXPECT_TRUE(contains(refused(with(directory + 42, 0x10000000)), "points behind its end")) << "place of an entry";
    EXPECT_TRUE(contains(refused(with(directory + 42, 5)), "does not lie within")) << "no entry there";
    EXPECT_TRUE(contains(refused(with(directory + 20, 0x10000000)), "zip")) << "packed size";
    EXPECT_TRUE(contains(refused(with(directory + 10, 12, 2)), "method 12"));
    EXPECT_TRUE(contains(refused(with(directory + 8, 1, 2)), "encrypted"));
    EXPECT_NE(refused(with(data + 26, 0xffff, 2)), "") << "length of the name at the entry";
    StoreFiles leaving = plain_2();
    leaving["../../etc/passwd"] = "root";
    EXPECT_EQ(refused(zip_of(leaving)), "") << "nothing is written, so names do no harm";
}

#ifdef VOXMARCH_HAS_ZLIB
std::string deflated(const std::string &content) {
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string packed(content.size() / 1000 + 1000, '\0');
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(content.data()));
    z.avail_in = static_cast<uInt>(content.size());
    z.next_out = reinterpret_cast<Bytef *>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    deflate(&z, Z_FINISH);
    packed.resize(z.total_out);
    deflateEnd(&z);
    return packed;
}

/// A zip file of one array; its chunk is deflated and says that it has `claim` bytes.
std::string zip_bomb(std::size_t bytes, std::uint32_t claim) {
    StoreFiles files;
    add_array_2<std::uint8_t>(files, "", "|u1", {4, 4, 4}, {4, 4, 4});
    const std::string packed = deflated(std::string(bytes, '\0'));
    files["0.0.0"] = packed;
    std::string zip = zip_of(files);
    const std::size_t directory = zip.find("0.0.0", zip.find("PK\1\2")) - 46, entry = zip.find("0.0.0") - 30;
    for (const auto &[place, value] : {std::pair(directory + 10, std::uint32_t{8}), {entry + 8, std::uint32_t{8}}}) {
        std::memcpy(zip.data() + place, &value, 2);
    }
    std::memcpy(zip.data() + directory + 24, &claim, 4);
    return zip;
}

TEST(HostileZarr, ZipBombs) {
    const ScratchFolder folder;
    const auto refused = [&](const std::string &content) {
        return refusal(write_file(folder / "a.zarr.zip", content));
    };
    EXPECT_EQ(refused(zip_bomb(64, 64)), "");
    EXPECT_TRUE(contains(refused(zip_bomb(100 << 20, 100 << 20)), "too many for a chunk"));
    EXPECT_TRUE(contains(refused(zip_bomb(100 << 20, 64)), "unpacks to more"));
    EXPECT_TRUE(contains(refused(zip_bomb(64, 0x7fffffff)), "are claimed"));
    EXPECT_TRUE(contains(refused(zip_bomb(60, 64)), "unpacks to 60 bytes"));
}

TEST(HostileZarr, GzipChunks) {
    StoreFiles files;
    add_array_2<std::uint8_t>(files, "", "|u1", {4, 4, 4}, {4, 4, 4});
    edit(files, ".zarray", [](Json &json) { json["compressor"] = {{"id", "zlib"}}; });
    const auto zlib = [](std::size_t count) {
        std::string packed(count / 900 + 1000, '\0');
        auto length = static_cast<uLongf>(packed.size());
        const std::string content(count, '\1');
        compress(reinterpret_cast<Bytef *>(packed.data()), &length, reinterpret_cast<const Bytef *>(content.data()),
                 static_cast<uLong>(count));
        packed.resize(length);
        return packed;
    };
    files["0.0.0"] = zlib(64);
    expect_refused(files, {{"a bomb", "unpacks to more", [&](StoreFiles &f) { f["0.0.0"] = zlib(50 << 20); }},
                           {"too little", "unpacks to 63", [&](StoreFiles &f) { f["0.0.0"] = zlib(63); }},
                           {"cut", "truncated", [&](StoreFiles &f) { f["0.0.0"].resize(f["0.0.0"].size() - 5); }},
                           {"no zlib", "deflate", [&](StoreFiles &f) { f["0.0.0"] = std::string(30, 'x'); }}});
}
#endif

#if defined(VOXMARCH_HAS_BLOSC) || defined(VOXMARCH_HAS_ZSTD)
/// Flips bytes of a chunk at random: each store is read or refused.
void flip_bytes(const StoreFiles &sound, const std::string &key) {
    const ScratchFolder folder;
    const std::string path = write_store(folder / "a.zarr", sound);
    std::mt19937 random(3);
    int refused = 0;
    for (int i = 0; i < 1500; ++i) {
        std::string content = sound.at(key);
        for (unsigned flips = random() % 3 + 1; flips > 0; --flips) {
            content[random() % (i % 2 == 0 ? 32 : content.size())] = static_cast<char>(random());
        }
        if (i % 5 == 0) {
            content.resize(random() % content.size());
        }
        std::filesystem::remove(path + "/" + key); // to write over a file waits for the disk
        write_file(path + "/" + key, content);
        refused += refusal(path).empty() ? 0 : 1;
    }
    EXPECT_GT(refused, 300);
}
#endif

#ifdef VOXMARCH_HAS_BLOSC
StoreFiles blosc_store() {
    StoreFiles files;
    add_array_2<std::uint16_t>(files, "", "<u2", {16, 16, 16}, {16, 16, 16});
    edit(files, ".zarray", [](Json &json) { json["compressor"] = {{"id", "blosc"}}; });
    const std::string content = files["0.0.0"];
    std::string packed(content.size() + BLOSC_MAX_OVERHEAD, '\0');
    packed.resize(static_cast<std::size_t>(blosc_compress_ctx(5, BLOSC_SHUFFLE, 2, content.size(), content.data(),
                                                              packed.data(), packed.size(), "lz4", 0, 1)));
    files["0.0.0"] = packed;
    return files;
}

TEST(HostileZarr, BloscChunks) {
    const auto lie = [](std::size_t place, std::uint32_t value) {
        return [=](StoreFiles &files) { std::memcpy(files["0.0.0"].data() + place, &value, 4); };
    };
    expect_refused(blosc_store(),
                   {{"unpacked size of 2 GiB", "unpacks to 2147483", lie(4, 0x7fffffef)},
                    {"unpacked size too small", "unpacks to 4096 bytes, but its chunk has 8192", lie(4, 4096)},
                    {"unpacked size of 4 GiB", "corrupt", lie(4, 0xffffffff)},
                    {"block size 0", "corrupt", lie(8, 0)},
                    {"block size of 4 GiB", "corrupt", lie(8, 0xffffffff)},
                    {"packed size", "corrupt", lie(12, 100000)},
                    {"version", "corrupt", [](StoreFiles &f) { f["0.0.0"][0] = 99; }},
                    {"cut", "corrupt", [](StoreFiles &f) { f["0.0.0"].resize(40); }},
                    {"a few bytes", "corrupt", [](StoreFiles &f) { f["0.0.0"].resize(9); }}});
    flip_bytes(blosc_store(), "0.0.0");
}
#endif

#ifdef VOXMARCH_HAS_ZSTD
StoreFiles zstd_store(std::size_t count) {
    StoreFiles files;
    add_array_3<std::uint8_t>(files, "", "uint8", {8, 8, 8}, {8, 8, 8});
    edit(files, "zarr.json", [](Json &json) { json["codecs"].push_back({{"name", "zstd"}}); });
    std::string content = files["c/0/0/0"];
    content.resize(count);
    std::string packed(ZSTD_compressBound(count), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), content.data(), count, 3));
    files["c/0/0/0"] = packed;
    return files;
}

TEST(HostileZarr, ZstdChunks) {
    expect_refused(zstd_store(512), {{"a bomb", "corrupt zstd", [](StoreFiles &f) { f = zstd_store(64 << 20); }},
                                     {"too little", "unpacks to 511", [](StoreFiles &f) { f = zstd_store(511); }},
                                     {"cut", "corrupt zstd", [](StoreFiles &f) { f["c/0/0/0"].resize(20); }},
                                     {"none", "unpacks to 0", [](StoreFiles &f) { f["c/0/0/0"].clear(); }}});
    flip_bytes(zstd_store(512), "c/0/0/0");
}
#endif

TEST(HostileZarr, ClaimsAreNotAllocated) {
    const ScratchFolder folder;
    StoreFiles files = plain_2();
    edit(files, ".zarray", [](Json &json) {
        json["shape"] = {1 << 17, 1 << 17, 1 << 17};
        json["chunks"] = {1 << 10, 1 << 10, 1 << 10};
    });
    const std::string path = write_store(folder / "a.zarr", files);
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const auto bricks = open_bricks(path); // 4 PiB
    EXPECT_EQ(read_box(*bricks, 0, {{5000, 5000, 5000}, {5064, 5064, 5064}}),
              std::vector<std::byte>(std::size_t{64} * 64 * 64 * 2));
    EXPECT_THROW(read_volume(path), MemoryError);
    EXPECT_THROW(read_box(*bricks, 0, {{0, 0, 0}, {64, 64, 64}}), FileError) << "a chunk of 2 GiB in 250 bytes";
    getrusage(RUSAGE_SELF, &after);
#ifndef __SANITIZE_ADDRESS__ // it notes down every byte that is asked for
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10) << "KiB";
#endif
}

/// 10^15 voxels, and not one chunk of them.
std::string write_nothing(const ScratchFolder &folder, const std::string &type) {
    StoreFiles files;
    add_array_2<std::uint8_t>(files, "", "|u1", {1, 1, 1}, {64, 64, 64});
    files.erase("0.0.0");
    edit(files, ".zarray", [&](Json &json) {
        json["shape"] = {100000, 100000, 100000};
        json["dtype"] = type;
        json["fill_value"] = 7;
    });
    return write_store(folder / "nothing.zarr", files);
}

TEST(HostileZarr, AVolumeOfNoChunksIsItsFillValueAtOnce) {
    const ScratchFolder folder;
    constexpr std::uint64_t all = 1'000'000'000'000'000;
    const std::array<double, 2> shares{0.01, 0.99};
    for (const std::string type : {"|u1", "<i2", "<f4"}) {
        const auto source = open_bricks(write_nothing(folder, type));
        rusage before{}, after{};
        getrusage(RUSAGE_SELF, &before);
        const auto begin = std::chrono::steady_clock::now();
        NeighbourSurvey neighbours;
        const ValueStatistics found = value_statistics(*source, shares, {}, neighbours);
        EXPECT_TRUE(found.range == (ValueRange{7.0, 7.0}));
        EXPECT_EQ(found.percentiles, (std::vector{7.0, 7.0}));
        EXPECT_EQ(found.coarse.total, all);
        EXPECT_EQ(found.coarse.mean, 7.0);
        EXPECT_EQ(neighbours.unequal, 0.0);
        EXPECT_TRUE(value_range(*source) == (ValueRange{7.0, 7.0}));
        const auto labels = label_extents(*source);
        ASSERT_EQ(labels.size(), 1u);
        EXPECT_EQ(labels[0].label, 7);
        EXPECT_EQ(labels[0].voxels, all);
        EXPECT_EQ(labels[0].high, (std::array{99999, 99999, 99999}));
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
        getrusage(RUSAGE_SELF, &after);
#ifndef __SANITIZE_ADDRESS__
        EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200 << 10) << "KiB";
#endif
    }
}

TEST(HostileZarr, TablesAndSlicesLargerThanTheMachineAreRefusedBeforeTheyAreMade) {
    EXPECT_THROW(require_ranges({1 << 20, 1 << 20, 1 << 12}, 16, "a.zarr"), MemoryError);
    EXPECT_NO_THROW(require_ranges({64, 64, 64}, 16, "a.zarr"));
    const ScratchFolder folder;
    const std::string path = write_nothing(folder, "|u1");
    const auto source = open_bricks(path);
    EXPECT_THROW(SliceWindow(*source, 100000), MemoryError);
    // 2^42 bricks are more than a machine has room for; one chunk is there, so that it is not all one value.
    StoreFiles files;
    add_array_2<std::uint8_t>(files, "", "|u1", {1, 1, 1}, {64, 64, 64});
    edit(files, ".zarray", [](Json &json) { json["shape"] = {1 << 20, 1 << 20, 1 << 20}; });
    const auto sparse = open_bricks(write_store(folder / "one.zarr", files));
    EXPECT_THROW(look_at(sparse), MemoryError);
}

/// What is told of slices is what is read of them, whether they lie before, between or behind those of chunks.
TEST(HostileZarr, SlicesWithoutChunksCountAsIfTheyWereRead) {
    const ScratchFolder folder;
    StoreFiles files;
    add_array_3<std::uint16_t>(files, "", "uint16", {40, 12, 14}, {5, 6, 7});
    edit(files, "zarr.json", [](Json &json) { json["fill_value"] = 9; });
    std::erase_if(files, [](const auto &file) {
        return file.first.starts_with("c/") && file.first != "c/3/1/0" && file.first != "c/4/0/1" &&
               file.first != "c/6/0/0";
    });
    const std::string path = write_store(folder / "few.zarr", files);
    const Volume whole = read_volume(path);
    const auto source = open_bricks(path);
    const std::array<double, 3> shares{0.1, 0.5, 0.99};
    for (const std::uint64_t room : {std::uint64_t{1}, std::uint64_t{1} << 11, std::uint64_t{1} << 20}) {
        NeighbourSurvey neighbours;
        const ValueStatistics found = value_statistics(*source, shares, {room, {}}, neighbours);
        const ValueStatistics expected = value_statistics(whole, shares);
        EXPECT_EQ(found.fine.counts, expected.fine.counts);
        EXPECT_EQ(found.percentiles, expected.percentiles);
        EXPECT_EQ(neighbours.equal, survey_neighbours(whole).equal);
        EXPECT_EQ(neighbours.bright_line, survey_neighbours(whole).bright_line);
        const auto labels = label_extents(*source, {room, {}}), all = label_extents(whole);
        ASSERT_EQ(labels.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            EXPECT_EQ(labels[i].voxels, all[i].voxels);
            EXPECT_EQ(labels[i].low, all[i].low);
            EXPECT_EQ(labels[i].high, all[i].high);
        }
    }
}

} // namespace
} // namespace voxmarch::testing
