// Metadata of a store: JSON whose faults are FileErrors that name its file.
#pragma once

#include "base/error.h"
#include "base/json_text.h"
#include "volume/bricks/zarr/store.h"

#include <optional>
#include <string>

namespace voxmarch::zarr {

/// A JSON file of a store, at most 64 MiB.
class JsonFile {
public:
    /// Empty if there is no such file. @throws FileError
    static std::optional<JsonFile> read(const Store &store, const std::string &key);

    const std::filesystem::path &path() const { return path_; }

    /// Calls use(root); what is wrong with the JSON becomes a FileError.
    template <typename Use> decltype(auto) with(Use &&use) const {
        try {
            return use(JsonNode(*text_));
        } catch (const FormatProblem &problem) {
            throw FileError(path_, problem.what());
        }
    }

private:
    JsonFile(std::filesystem::path path, std::string text)
        : path_(std::move(path)), text_(std::make_unique<const std::string>(std::move(text))) {}

    std::filesystem::path path_;
    std::unique_ptr<const std::string> text_;
};

/// The value of a field, or `missing`. @throws FormatProblem if it is of another kind
std::string text_or(const JsonNode &node, const char *field, const std::string &missing);

/// A list of whole numbers of at least `least`. @throws FormatProblem
std::vector<std::uint64_t> whole_numbers(const JsonNode &list, std::uint64_t least);

} // namespace voxmarch::zarr
