// Loads OpenVDB in another process, and takes what it sends.
#include "volume/formats/openvdb/openvdb_library.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/format_problem.h"
#include "base/isolated.h"
#include "base/text.h"
#include "volume/formats/openvdb/openvdb_module.h"

#include <algorithm>
#include <dlfcn.h>
#include <nlohmann/json.hpp>

namespace voxmarch::vdb {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint64_t longest_answer = std::uint64_t{16} << 20;
constexpr std::size_t longest_name = 100; // bytes that are told of it

/// What opening a file, and making slabs of a grid dense, may cost. In the file a leaf has two masks of 64 bytes at the
/// least, in memory 512 values of up to 24 bytes; inner nodes grow likewise. The rest is OpenVDB itself, and slabs.
IsolatedBounds bounds_for(std::uint64_t file_size) {
    constexpr std::uint64_t own = std::uint64_t{160} << 20, per_byte = 192;
    constexpr std::uint64_t bytes_a_second = std::uint64_t{1} << 20; // packed, on a slow machine
    return {static_cast<int>(2 + std::min<std::uint64_t>(file_size / bytes_a_second, 100000)),
            own + std::min(file_size, std::uint64_t{1} << 50) * per_byte,
            static_cast<int>(60 + std::min<std::uint64_t>(file_size / bytes_a_second, 100000))};
}

/// In the other process.
void send_grid(const fs::path &file, const std::string &name, int component, IsolatedOutput &output) {
    void *module = dlopen("voxmarch_openvdb.so", RTLD_NOW | RTLD_LOCAL); // by the run path of what we are linked into
    const auto send = module ? reinterpret_cast<decltype(&voxmarch_send_vdb_grid)>( //
                                   dlsym(module, "voxmarch_send_vdb_grid"))
                             : nullptr;
    if (send == nullptr) {
        throw FormatProblem(std::string("cannot be read, as OpenVDB cannot be loaded: ") + dlerror());
    }
    IsolatedOutput::confine_to(file); // what OpenVDB needs of the system is loaded
    const auto write = [](void *to, const void *bytes, std::size_t count) {
        static_cast<IsolatedOutput *>(to)->write({static_cast<const std::byte *>(bytes), count});
    };
    std::string problem;
    send(file.c_str(), name.c_str(), component, {&output, write, IsolatedOutput::allow_seconds}, problem);
    if (!problem.empty()) {
        throw FormatProblem(problem);
    }
}

class GridBytes final : public ByteSource {
public:
    GridBytes(const fs::path &file, const std::string &name, int component)
        : work_(file, "OpenVDB", bounds_for(size_of_file(file)),
                [&](IsolatedOutput &output) { send_grid(file, name, component, output); }) {}
    void read(std::span<std::byte> out) override { work_.read(out); }

private:
    IsolatedWork work_;
};

} // namespace

OpenedGrid open_grid(const fs::path &file, const std::string &name, int component) {
    size_of_file(file); // says so if it is not there
    if (!VOXMARCH_HAS_OPENVDB) {
        throw UnsupportedError(file.string() + ": this build lacks OpenVDB, which reads this format; rebuild with "
                                               "package libopenvdb-dev");
    }
    OpenedGrid opened;
    opened.values = std::make_unique<GridBytes>(file, name, component);
    std::uint64_t size = 0;
    opened.values->read(std::as_writable_bytes(std::span(&size, 1)));
    if (size > longest_answer) {
        throw FileError(file, "is damaged, or holds more grids than anybody can choose from");
    }
    std::vector<std::uint8_t> bytes(size);
    opened.values->read(std::as_writable_bytes(std::span(bytes)));
    try {
        const Json json = Json::from_cbor(bytes);
        for (const Json &known : json.at("names")) {
            opened.names.push_back({text::one_line(known.at(0).get<std::string>(), longest_name),
                                    text::one_line(known.at(1).get<std::string>(), longest_name), known.at(2)});
        }
        opened.chosen = json.at("chosen");
        GridFacts &facts = opened.facts;
        facts.type =
            static_cast<FileScalar>(std::clamp(json.at("type").get<int>(), 0, static_cast<int>(FileScalar::f64)));
        facts.first = json.at("first").get<std::array<std::int64_t, 3>>();
        facts.dims = json.at("dims").get<std::array<std::int64_t, 3>>();
        facts.active = json.at("active");
        facts.is_linear = json.at("linear");
        facts.steps = json.at("steps").get<std::array<double, 12>>();
        facts.kind = text::one_line(json.at("kind").get<std::string>(), longest_name);
        facts.background = json.at("background");
    } catch (const Json::exception &) {
        throw FileError(file, "is damaged: OpenVDB makes no sense of it");
    }
    return opened;
}

} // namespace voxmarch::vdb
