// Reads the metadata of Zarr arrays.
#include "volume/bricks/zarr/array.h"

#include "base/checked_size.h"
#include "volume/bricks/zarr/json_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch::zarr {

namespace {

constexpr std::size_t most_axes = 8;

const std::vector<std::pair<std::string_view, FileScalar>> &type_names() {
    static const std::vector<std::pair<std::string_view, FileScalar>> names = {
        {"b1", FileScalar::u8},  {"u1", FileScalar::u8},  {"i1", FileScalar::i8},  {"u2", FileScalar::u16},
        {"i2", FileScalar::i16}, {"u4", FileScalar::u32}, {"i4", FileScalar::i32}, {"u8", FileScalar::u64},
        {"i8", FileScalar::i64}, {"f2", FileScalar::f16}, {"f4", FileScalar::f32}, {"f8", FileScalar::f64}};
    return names;
}

// "<u2", "|b1": byte order, kind and bytes.
void set_type_2(Array &array, const JsonNode &dtype) {
    if (!dtype.is_text()) {
        dtype.fail("its voxels are structures; only scalar arrays can be shown");
    }
    const std::string word = dtype.text();
    const auto found = std::ranges::find_if(
        type_names(), [&](const auto &name) { return word.size() == 3 && word.substr(1) == name.first; });
    if (found == type_names().end() || std::string_view("<>|").find(word[0]) == std::string_view::npos) {
        dtype.fail(fmt::format("voxels of type \"{}\" are not supported", word.substr(0, 40)));
    }
    array.type = found->second;
    array.order = word[0] == '>' ? std::endian::big : std::endian::little;
}

void set_type_3(Array &array, const JsonNode &type) {
    const std::string word = type.is_text() ? type.text() : "an object";
    const auto known = word == "bool" ? FileScalar::u8 : find_value<FileScalar>(word);
    if (!known) {
        type.fail(fmt::format("voxels of type \"{}\" are not supported", word.substr(0, 40)));
    }
    array.type = *known;
}

void set_shape(Array &array, const JsonNode &shape, const JsonNode &chunks) {
    array.shape = whole_numbers(shape, 1);
    array.chunk = whole_numbers(chunks, 1);
    if (array.shape.empty() || array.shape.size() > most_axes || array.chunk.size() != array.shape.size()) {
        chunks.fail(fmt::format("arrays of {} axes in chunks of {} axes are not supported", array.shape.size(),
                                array.chunk.size()));
    }
    for (const std::uint64_t length : array.shape) {
        if (length > std::uint64_t{1} << 40) {
            shape.fail(fmt::format("an axis of {} voxels is too long", length));
        }
    }
    array.memory_order.resize(array.shape.size());
    std::iota(array.memory_order.begin(), array.memory_order.end(), std::size_t{0});
}

Codec compressor_2(const JsonNode &compressor) {
    const std::string name = compressor.at("id").text();
    const auto codec = packing_of(name);
    if (!codec) {
        compressor.fail(fmt::format("chunks packed by \"{}\" cannot be read (blosc, zstd, gzip, zlib and lz4 can)",
                                    name.substr(0, 40)));
    }
    return *codec;
}

Array array_2(const JsonNode &root) {
    Array array;
    if (root.at("zarr_format").whole_number() != 2) {
        root.at("zarr_format").fail("zarr_format is not 2");
    }
    set_type_2(array, root.at("dtype"));
    set_shape(array, root.at("shape"), root.at("chunks"));
    if (root.has("filters") && !root.at("filters").is_null() && !root.at("filters").elements().empty()) {
        root.at("filters").fail("arrays with filters cannot be read");
    }
    if (root.has("compressor") && !root.at("compressor").is_null()) {
        array.codecs.push_back(compressor_2(root.at("compressor")));
    }
    const std::string order = text_or(root, "order", "C");
    if (order != "C" && order != "F") {
        root.at("order").fail(fmt::format("order \"{}\" is not known", order.substr(0, 40)));
    }
    if (order == "F") {
        std::ranges::reverse(array.memory_order);
    }
    const std::string separator = text_or(root, "dimension_separator", ".");
    if (separator != "." && separator != "/") {
        root.at("dimension_separator").fail("the dimension_separator is neither \".\" nor \"/\"");
    }
    array.separator = separator[0];
    if (root.has("fill_value")) {
        array.fill = fill_bytes(root.at("fill_value"), array.type);
    }
    return array;
}

std::endian codec_order(const JsonNode &codec) {
    if (codec.is_text() || !codec.has("configuration") || !codec.at("configuration").has("endian")) {
        return std::endian::little;
    }
    const std::string word = codec.at("configuration").at("endian").text();
    if (word != "little" && word != "big") {
        codec.fail(fmt::format("the byte order \"{}\" is not known", word.substr(0, 40)));
    }
    return word == "big" ? std::endian::big : std::endian::little;
}

// Axis i of what is stored is axis order[i] of the array.
void transpose(Array &array, const JsonNode &codec) {
    const auto order = whole_numbers(codec.at("configuration").at("order"), 0);
    PerAxis<std::size_t> result;
    for (const std::uint64_t axis : order) {
        if (axis >= array.memory_order.size() || order.size() != array.memory_order.size()) {
            codec.fail("the order of a transpose codec is no order of the axes");
        }
        result.push_back(array.memory_order[axis]);
    }
    auto sorted = result;
    std::ranges::sort(sorted);
    for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
        if (sorted.size() != array.shape.size() || sorted[axis] != axis) {
            codec.fail("the order of a transpose codec is no order of the axes");
        }
    }
    array.memory_order = result;
}

// Codecs of a chunk: transpose, bytes, then bytes to bytes.
void set_chunk_codecs(Array &array, const JsonNode &codecs) {
    const auto all = codecs.elements();
    std::size_t next = 0;
    while (next < all.size() && codec_name(all[next]) == "transpose") {
        transpose(array, all[next++]);
    }
    if (next == all.size() || codec_name(all[next]) != "bytes") {
        codecs.fail(next < all.size() && codec_name(all[next]) == "sharding_indexed"
                        ? "shards within shards, or with transposed axes, cannot be read"
                        : "the first codec of a chunk must be \"bytes\"");
    }
    array.order = codec_order(all[next]);
    array.codecs = byte_codecs(codecs, next + 1);
}

void set_sharding(Array &array, const JsonNode &codec) {
    const JsonNode configuration = codec.at("configuration");
    Sharding sharding;
    sharding.shape = array.chunk;
    array.chunk = whole_numbers(configuration.at("chunk_shape"), 1);
    if (array.chunk.size() != array.shape.size()) {
        codec.fail("the chunk_shape of shards has another number of axes than the array");
    }
    std::uint64_t chunks = 1;
    for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
        if (sharding.shape[axis] % array.chunk[axis] != 0) {
            codec.fail("its shards do not hold whole chunks");
        }
        const std::uint64_t along = sharding.shape[axis] / array.chunk[axis];
        if (along > most_chunks_per_shard || (chunks *= along) > most_chunks_per_shard) {
            codec.fail(fmt::format("shards of more than {} chunks are not supported", most_chunks_per_shard));
        }
    }
    const JsonNode index = configuration.at("index_codecs");
    const auto all = index.elements();
    if (all.empty() || codec_name(all[0]) != "bytes") {
        index.fail("the first codec of an index of shards must be \"bytes\"");
    }
    sharding.index_order = codec_order(all[0]);
    sharding.index_codecs = byte_codecs(index, 1);
    if (std::ranges::any_of(sharding.index_codecs, [](Codec c) { return c != Codec::crc32c; })) {
        index.fail("packed indices of shards cannot be read");
    }
    const std::string place = text_or(configuration, "index_location", "end");
    if (place != "end" && place != "start") {
        codec.fail(fmt::format("index_location \"{}\" is not known", place.substr(0, 40)));
    }
    sharding.index_at_end = place == "end";
    set_chunk_codecs(array, configuration.at("codecs"));
    array.sharding = std::move(sharding);
}

void set_keys_3(Array &array, const JsonNode &encoding) {
    const std::string name = encoding.is_text() ? encoding.text() : encoding.at("name").text();
    if (name != "default" && name != "v2") {
        encoding.fail(fmt::format("the chunk_key_encoding \"{}\" is not known", name.substr(0, 40)));
    }
    std::string separator = name == "default" ? "/" : ".";
    if (encoding.has("configuration")) {
        separator = text_or(encoding.at("configuration"), "separator", separator);
    }
    if (separator != "." && separator != "/") {
        encoding.fail("the separator of chunk keys is neither \".\" nor \"/\"");
    }
    array.separator = separator[0];
    array.key_prefix = name == "default" ? "c" + separator : "";
}

Array array_3(const JsonNode &root) {
    Array array;
    if (root.at("zarr_format").whole_number() != 3) {
        root.at("zarr_format").fail("zarr_format is not 3");
    }
    set_type_3(array, root.at("data_type"));
    const JsonNode grid = root.at("chunk_grid");
    if (grid.at("name").text() != "regular") {
        grid.fail("chunk grids other than \"regular\" cannot be read");
    }
    set_shape(array, root.at("shape"), grid.at("configuration").at("chunk_shape"));
    if (root.has("storage_transformers") && !root.at("storage_transformers").elements().empty()) {
        root.at("storage_transformers").fail("arrays with storage_transformers cannot be read");
    }
    set_keys_3(array, root.at("chunk_key_encoding"));
    const JsonNode codecs = root.at("codecs");
    const auto all = codecs.elements();
    if (!all.empty() && codec_name(all[0]) == "sharding_indexed") {
        if (all.size() > 1) {
            codecs.fail("packed shards cannot be read");
        }
        set_sharding(array, all[0]);
    } else {
        set_chunk_codecs(array, codecs);
    }
    array.fill = fill_bytes(root.at("fill_value"), array.type);
    return array;
}

// A chunk takes memory whole.
void check_sizes(const Array &array, const std::filesystem::path &file) {
    std::uint64_t bytes = file_scalar_size(array.type);
    for (const std::uint64_t length : array.chunk) {
        bytes = checked_multiply(bytes, length, file);
    }
    if (bytes > largest_chunk) {
        throw FileError(file, fmt::format("has chunks of {} bytes; only chunks of at most 2 GiB can be read", bytes));
    }
}

} // namespace

std::uint64_t Array::chunk_voxels() const {
    return std::accumulate(chunk.begin(), chunk.end(), std::uint64_t{1}, std::multiplies<>());
}

std::string Array::key_of(const PerAxis<std::uint64_t> &place) const {
    std::string result = key.empty() ? key_prefix : key + "/" + key_prefix;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        if (axis > 0) {
            result += separator;
        }
        result += std::to_string(place[axis]);
    }
    return result;
}

std::optional<Array> read_array(const Store &store, const std::string &key) {
    const std::string folder = key.empty() ? "" : key + "/";
    std::optional<Array> array;
    for (const bool third : {true, false}) {
        const auto file = JsonFile::read(store, folder + (third ? "zarr.json" : ".zarray"));
        if (!file || array) {
            continue;
        }
        file->with([&](const JsonNode &root) {
            if (!third || text_or(root, "node_type", "array") == "array") {
                array = third ? array_3(root) : array_2(root);
            }
        });
        if (array) {
            check_sizes(*array, file->path());
            array->key = key;
        }
    }
    if (array && array->fill.empty()) {
        array->fill.resize(scalar_size(memory_type(array->type)));
    }
    return array;
}

} // namespace voxmarch::zarr
