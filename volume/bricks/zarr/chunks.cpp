// Finds, unpacks and copies chunks.
#include "volume/bricks/zarr/chunks.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/bricks/zarr/decode.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace voxmarch::zarr {

namespace {

constexpr std::uint64_t missing = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t most_chunks = std::int64_t{1} << 48; // they are numbered, with room for the array's number

template <typename T> void copy_row(const std::byte *from, std::int64_t stride, std::size_t count, std::byte *to) {
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(to + i * sizeof(T), from + static_cast<std::int64_t>(i) * stride * std::int64_t{sizeof(T)},
                    sizeof(T));
    }
}

void copy_voxels(const std::byte *from, std::int64_t stride, std::size_t count, std::size_t size, std::byte *to) {
    if (stride == 1) {
        std::memcpy(to, from, count * size);
    } else if (size == 1) {
        copy_row<std::uint8_t>(from, stride, count, to);
    } else if (size == 2) {
        copy_row<std::uint16_t>(from, stride, count, to);
    } else {
        copy_row<std::uint32_t>(from, stride, count, to);
    }
}

template <typename T> void fill_row(const std::byte *voxel, std::size_t count, std::byte *to) {
    T value;
    std::memcpy(&value, voxel, sizeof(T));
    std::fill_n(reinterpret_cast<T *>(to), count, value); // volumes are aligned
}

void fill_voxels(const std::byte *voxel, std::size_t count, std::size_t size, std::byte *to) {
    if (size == 1) {
        fill_row<std::uint8_t>(voxel, count, to);
    } else if (size == 2) {
        fill_row<std::uint16_t>(voxel, count, to);
    } else {
        fill_row<std::uint32_t>(voxel, count, to);
    }
}

UnsetVector<std::byte> unset_bytes(std::uint64_t count, const std::filesystem::path &name) {
    try {
        return UnsetVector<std::byte>(count);
    } catch (const std::bad_alloc &) {
        throw MemoryError(fmt::format("{}: no memory for {} MiB", name.string(), count >> 20));
    }
}

/// Entries of a folder that are listed to know what is there: a twentieth of a second, and 10 MiB.
constexpr std::size_t most_listed = std::size_t{1} << 16;

/// Of the numbers in a key, such as 1/2/3; empty if it has something else.
PerAxis<std::uint64_t> place_of_key(std::string_view key, char separator) {
    PerAxis<std::uint64_t> place;
    while (!key.empty()) {
        std::uint64_t number = 0;
        const auto [end, problem] = std::from_chars(key.data(), key.data() + key.size(), number);
        key.remove_prefix(static_cast<std::size_t>(end - key.data()));
        if (problem != std::errc() || (!key.empty() && key.front() != separator)) {
            return {};
        }
        place.push_back(number);
        key.remove_prefix(key.empty() ? 0 : 1);
    }
    return place;
}

/// Whether a place lies between two others along all axes. @param places  z, y, x, sorted
bool any_between(const std::vector<std::array<int, 3>> &places, const std::array<int, 3> &first,
                 const std::array<int, 3> &last) {
    constexpr int none = std::numeric_limits<int>::min();
    auto place = std::ranges::lower_bound(places, std::array{first[2], first[1], first[0]});
    while (place != places.end() && (*place)[0] <= last[2]) {
        const auto [z, y, x] = *place;
        const bool is_in_row = y >= first[1] && y <= last[1];
        if (is_in_row && x >= first[0] && x <= last[0]) {
            return true;
        }
        // The next place that may lie between them.
        const std::array<int, 3> next = y < first[1]                ? std::array{z, first[1], first[0]}
                                        : is_in_row && x < first[0] ? std::array{z, y, first[0]}
                                        : is_in_row && y < last[1]  ? std::array{z, y + 1, first[0]}
                                        : z < last[2]               ? std::array{z + 1, first[1], first[0]}
                                                                    : std::array{last[2] + 1, none, none};
        place = std::lower_bound(place, places.end(), next);
    }
    return false;
}

} // namespace

Chunks::Chunks(const Store &store, Caches &caches, Array array, AxisChoice choice, int number)
    : store_(store), caches_(caches), array_(std::move(array)), choice_(std::move(choice)),
      number_(static_cast<std::uint64_t>(number)) {
    const auto name = store_.path_of(array_.key);
    place_in_chunks_.resize(array_.shape.size());
    for (std::size_t axis = 0; axis < array_.shape.size(); ++axis) {
        place_in_chunks_[axis] = choice_.place[axis] / array_.chunk[axis];
    }
    const auto along = [&](const PerAxis<std::uint64_t> &lengths, std::size_t i) {
        return choice_.axis[i] ? static_cast<std::int64_t>(lengths[*choice_.axis[i]]) : 1;
    };
    dims_ = checked_dims({along(array_.shape, 0), along(array_.shape, 1), along(array_.shape, 2)}, name);
    checked_byte_count(dims_, file_scalar_size(array_.type), name);
    chunk_ = {along(array_.chunk, 0), along(array_.chunk, 1), along(array_.chunk, 2)};
    for (std::size_t i = 0; i < 3; ++i) {
        chunk_count_[i] = (dims_[i] - 1) / chunk_[i] + 1;
    }
    if (chunk_count_[0] * chunk_count_[1] > most_chunks / chunk_count_[2]) {
        throw FileError(name, "has more than 2^48 chunks");
    }
    set_strides();
}

void Chunks::set_strides() {
    PerAxis<std::int64_t> strides(array_.shape.size());
    std::int64_t stride = 1;
    for (std::size_t i = array_.memory_order.size(); i-- > 0;) {
        const std::size_t axis = array_.memory_order[i];
        strides[axis] = stride;
        stride *= static_cast<std::int64_t>(array_.chunk[axis]);
    }
    for (std::size_t axis = 0; axis < strides.size(); ++axis) {
        first_ += static_cast<std::int64_t>(choice_.place[axis] % array_.chunk[axis]) * strides[axis];
    }
    for (std::size_t i = 0; i < 3; ++i) {
        stride_[i] = choice_.axis[i] ? strides[*choice_.axis[i]] : 0;
    }
}

std::array<int, 3> Chunks::chunk_size() const {
    std::array<int, 3> size{};
    for (std::size_t i = 0; i < 3; ++i) {
        size[i] = static_cast<int>(std::min<std::int64_t>(chunk_[i], dims_[i]));
    }
    return size;
}

void Chunks::read(const VoxelBox &box, std::byte *out, std::size_t row_bytes, std::size_t slice_bytes) const {
    ChunkPlace first{}, last{};
    for (std::size_t i = 0; i < 3; ++i) {
        first[i] = static_cast<int>(box.low[i] / chunk_[i]);
        last[i] = static_cast<int>((box.high[i] - 1) / chunk_[i]);
    }
    // Chunks are not wanted again soon where the box takes all of each.
    const bool keeps = !is_aligned(box);
    ChunkPlace place = first;
    for (place[2] = first[2]; place[2] <= last[2]; ++place[2]) {
        for (place[1] = first[1]; place[1] <= last[1]; ++place[1]) {
            for (place[0] = first[0]; place[0] <= last[0]; ++place[0]) {
                copy(*chunk_at(place, keeps), place, box, out, row_bytes, slice_bytes);
            }
        }
    }
}

/// Of the file that holds the volume's first voxel, along every axis of the array.
PerAxis<std::uint64_t> Chunks::file_place() const {
    PerAxis<std::uint64_t> file = place_in_chunks_;
    for (std::size_t axis = 0; axis < file.size() && array_.sharding; ++axis) {
        file[axis] /= array_.sharding->shape[axis] / array_.chunk[axis];
    }
    return file;
}

std::optional<std::vector<Chunks::ChunkPlace>> Chunks::list_files() const {
    const auto keys = store_.few_keys(array_.key, most_listed);
    if (!keys) {
        return std::nullopt;
    }
    const std::string before = array_.key_of({});
    const PerAxis<std::uint64_t> wanted = file_place();
    std::vector<ChunkPlace> places;
    for (const std::string &key : *keys) {
        const auto place = key.starts_with(before)
                               ? place_of_key(std::string_view(key).substr(before.size()), array_.separator)
                               : PerAxis<std::uint64_t>();
        bool is_of_volume = place.size() == wanted.size();
        ChunkPlace file{};
        for (std::size_t axis = 0; axis < wanted.size() && is_of_volume; ++axis) {
            const auto i = std::ranges::find(choice_.axis, std::optional(axis)) - choice_.axis.begin();
            is_of_volume = i < 3 ? place[axis] < array_.shape[axis] : place[axis] == wanted[axis];
            if (i < 3) {
                file[static_cast<std::size_t>(2 - i)] = static_cast<int>(place[axis]);
            }
        }
        if (is_of_volume) {
            places.push_back(file);
        }
    }
    std::ranges::sort(places);
    return places;
}

bool Chunks::is_missing(const VoxelBox &box) const {
    ChunkPlace first{}, last{};
    PerAxis<std::uint64_t> file = file_place();
    for (std::size_t i = 0; i < 3; ++i) { // of files
        const std::optional<std::size_t> &axis = choice_.axis[i];
        const std::int64_t edge =
            axis && array_.sharding ? static_cast<std::int64_t>(array_.sharding->shape[*axis]) : chunk_[i];
        first[i] = static_cast<int>(box.low[i] / edge);
        last[i] = static_cast<int>((box.high[i] - 1) / edge);
    }
    std::call_once(listing_->wanted, [&] { listing_->places = list_files(); });
    if (listing_->places) {
        return !any_between(*listing_->places, first, last);
    }
    ChunkPlace place = first;
    const auto set = [&](std::size_t i) {
        if (choice_.axis[i]) {
            file[*choice_.axis[i]] = static_cast<std::uint64_t>(place[i]);
        }
    };
    for (place[2] = first[2]; place[2] <= last[2]; ++place[2]) {
        for (place[1] = first[1]; place[1] <= last[1]; ++place[1]) {
            for (place[0] = first[0]; place[0] <= last[0]; ++place[0]) {
                set(0), set(1), set(2);
                if (store_.open(array_.key_of(file))) {
                    return false;
                }
            }
        }
    }
    return true;
}

// Whether a box holds whole chunks only, as far as the volume goes.
bool Chunks::is_aligned(const VoxelBox &box) const {
    for (std::size_t i = 0; i < 3; ++i) {
        if (box.low[i] % chunk_[i] != 0 || (box.high[i] % chunk_[i] != 0 && box.high[i] != dims_[i])) {
            return false;
        }
    }
    return true;
}

// The part of a chunk that lies in a box. A chunk of no bytes is missing.
void Chunks::copy(const ChunkBytes &chunk, const ChunkPlace &place, const VoxelBox &box, std::byte *out,
                  std::size_t row_bytes, std::size_t slice_bytes) const {
    const std::size_t size = array_.fill.size();
    std::array<int, 3> low{}, high{}; // of the part, in the volume
    std::int64_t begin = first_;      // in the chunk
    for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t corner = std::int64_t{place[i]} * chunk_[i];
        low[i] = static_cast<int>(std::max<std::int64_t>(corner, box.low[i]));
        high[i] = static_cast<int>(std::min<std::int64_t>(corner + chunk_[i], box.high[i]));
        begin += (low[i] - corner) * stride_[i];
    }
    const auto count = static_cast<std::size_t>(high[0] - low[0]);
    for (int z = low[2]; z < high[2]; ++z) {
        for (int y = low[1]; y < high[1]; ++y) {
            std::byte *row = out + static_cast<std::size_t>(z - box.low[2]) * slice_bytes +
                             static_cast<std::size_t>(y - box.low[1]) * row_bytes +
                             static_cast<std::size_t>(low[0] - box.low[0]) * size;
            if (chunk.bytes.empty()) {
                fill_voxels(array_.fill.data(), count, size, row);
                continue;
            }
            const std::int64_t from = begin + (z - low[2]) * stride_[2] + (y - low[1]) * stride_[1];
            copy_voxels(chunk.bytes.data() + from * static_cast<std::int64_t>(size), stride_[0], count, size, row);
        }
    }
}

SharedCache<ChunkBytes>::Pointer Chunks::chunk_at(const ChunkPlace &place, bool keeps) const {
    const std::int64_t number = (std::int64_t{place[2]} * chunk_count_[1] + place[1]) * chunk_count_[0] + place[0];
    return caches_.chunks.get(static_cast<std::uint64_t>(number) << 8 | number_, keeps, [&] { return load(place); });
}

SharedCache<ChunkBytes>::Pointer Chunks::load(const ChunkPlace &place) const {
    PerAxis<std::uint64_t> along = place_in_chunks_;
    for (std::size_t i = 0; i < 3; ++i) {
        if (const std::optional<std::size_t> &axis = choice_.axis[i]; axis.has_value()) {
            along[*axis] = static_cast<std::uint64_t>(place[i]);
        }
    }
    if (array_.sharding) {
        return load_from_shard(along);
    }
    const std::string key = array_.key_of(along);
    const auto file = store_.open(key);
    if (!file) {
        return std::make_shared<ChunkBytes>();
    }
    const auto name = store_.path_of(key);
    if (file->size() > longest_packed(array_.chunk_bytes())) {
        throw FileError(name,
                        fmt::format("has {} bytes, too many for a chunk of {}", file->size(), array_.chunk_bytes()));
    }
    return read_chunk(*file, 0, file->size(), name);
}

SharedCache<ChunkBytes>::Pointer Chunks::load_from_shard(const PerAxis<std::uint64_t> &place) const {
    const Sharding &sharding = *array_.sharding;
    PerAxis<std::uint64_t> shard(place.size());
    std::uint64_t inside = 0;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        const std::uint64_t along = sharding.shape[axis] / array_.chunk[axis];
        shard[axis] = place[axis] / along;
        inside = inside * along + place[axis] % along;
    }
    const std::string key = array_.key_of(shard);
    const auto file = store_.open(key);
    if (!file) {
        return std::make_shared<ChunkBytes>();
    }
    const auto name = store_.path_of(fmt::format("{} chunk {}", key, fmt::join(place, ",")));
    const auto index = index_of(shard, *file);
    const std::uint64_t offset = index->words[2 * inside], length = index->words[2 * inside + 1];
    if (offset == missing && length == missing) {
        return std::make_shared<ChunkBytes>();
    }
    if (offset > file->size() || length > file->size() - offset) {
        throw FileError(name, "damaged: the index of its shard points behind the end of the file");
    }
    if (length > longest_packed(array_.chunk_bytes())) {
        throw FileError(name, fmt::format("has {} bytes, too many for a chunk of {}", length, array_.chunk_bytes()));
    }
    return read_chunk(*file, offset, length, name);
}

SharedCache<ShardIndex>::Pointer Chunks::index_of(const PerAxis<std::uint64_t> &shard, const StoredFile &file) const {
    const Sharding &sharding = *array_.sharding;
    std::uint64_t chunks = 1, number = 0;
    for (std::size_t axis = 0; axis < shard.size(); ++axis) {
        chunks *= sharding.shape[axis] / array_.chunk[axis];
        // Along other axes than the volume's there is one shard.
        const bool is_of_volume = choice_.axis[0] == axis || choice_.axis[1] == axis || choice_.axis[2] == axis;
        const std::uint64_t along = is_of_volume ? (array_.shape[axis] - 1) / sharding.shape[axis] + 1 : 1;
        number = number * along + (is_of_volume ? shard[axis] : 0);
    }
    return caches_.indices.get(number << 8 | number_, true, [&] {
        const auto name = store_.path_of(array_.key_of(shard));
        auto index = std::make_shared<ShardIndex>();
        index->words.resize(2 * chunks);
        const auto bytes = std::as_writable_bytes(std::span(index->words));
        std::vector<std::byte> stored(bytes.size() + sharding.index_codecs.size() * sizeof(std::uint32_t));
        if (file.size() < stored.size()) {
            throw FileError(name,
                            fmt::format("has {} bytes, but the index of a shard takes {}", file.size(), stored.size()));
        }
        file.read(sharding.index_at_end ? file.size() - stored.size() : 0, stored);
        decode(sharding.index_codecs, stored, bytes, name);
        if (sharding.index_order != std::endian::native) {
            swap_bytes(bytes, sizeof(std::uint64_t));
        }
        return SharedCache<ShardIndex>::Pointer(std::move(index));
    });
}

SharedCache<ChunkBytes>::Pointer Chunks::read_chunk(const StoredFile &file, std::uint64_t offset, std::uint64_t length,
                                                    const std::filesystem::path &name) const {
    auto chunk = std::make_shared<ChunkBytes>();
    if (array_.codecs.empty() && length == array_.chunk_bytes()) {
        chunk->bytes = unset_bytes(length, name);
        file.read(offset, chunk->bytes);
    } else {
        auto packed = unset_bytes(length, name);
        file.read(offset, packed);
        chunk->bytes = unset_bytes(array_.chunk_bytes(), name);
        decode(array_.codecs, packed, chunk->bytes, name);
    }
    if (array_.order != std::endian::native) {
        swap_bytes(chunk->bytes, file_scalar_size(array_.type));
    }
    if (is_converted(array_.type)) {
        auto narrow = unset_bytes(array_.chunk_voxels() * array_.fill.size(), name);
        convert_voxels(array_.type, chunk->bytes, memory_type(array_.type), narrow);
        chunk->bytes = std::move(narrow);
    }
    return chunk;
}

} // namespace voxmarch::zarr
