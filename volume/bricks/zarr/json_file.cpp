// Reads metadata of stores.
#include "volume/bricks/zarr/json_file.h"

#include "base/input_guard.h"

#include <fmt/format.h>

namespace voxmarch::zarr {

namespace {

constexpr std::uint64_t longest_metadata = std::uint64_t{64} << 20;

} // namespace

std::optional<JsonFile> JsonFile::read(const Store &store, const std::string &key) {
    const auto file = store.open(key);
    if (!file) {
        return std::nullopt;
    }
    if (file->size() > longest_metadata) {
        throw FileError(store.path_of(key),
                        fmt::format("is no metadata: it has {} bytes, more than 64 MiB", file->size()));
    }
    remember_input(store.path_of(key));
    std::string text(file->size(), '\0');
    file->read(0, std::as_writable_bytes(std::span(text)));
    return JsonFile(store.path_of(key), std::move(text));
}

std::string text_or(const JsonNode &node, const char *field, const std::string &missing) {
    return node.has(field) ? node.at(field).text() : missing;
}

std::vector<std::uint64_t> whole_numbers(const JsonNode &list, std::uint64_t least) {
    std::vector<std::uint64_t> numbers;
    for (const JsonNode &element : list.elements()) {
        const std::uint64_t number = element.whole_number();
        if (number < least) {
            element.fail(fmt::format("\"{}\" is {}, which is less than {}", element.path(), number, least));
        }
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace voxmarch::zarr
