// Hands libFuzzer's inputs to one reader: fuzz_readers --reader=NAME [options of libFuzzer] [folder of inputs]
#include "tests/fuzz/readers.h"

#include "base/error.h"
#include "base/format_problem.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace voxmarch::fuzz {

namespace {

const FuzzedReader *chosen = nullptr;

std::vector<FuzzedReader> all_readers() {
    std::vector<FuzzedReader> all = volume_readers();
    for (const auto &more : {shape_readers(), text_readers()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

} // namespace

void require(bool holds, const char *what) {
    if (!holds) {
        std::fprintf(stderr, "read, and wrong: %s\n", what);
        std::abort();
    }
}

const char *file_of(std::string_view bytes, const char *name) {
    static const std::filesystem::path folder = [] {
        std::string made = (std::filesystem::temp_directory_path() / "voxmarch-fuzz-XXXXXX").string();
        require(mkdtemp(made.data()) != nullptr, "no folder for files");
        return std::filesystem::path(made);
    }();
    static std::string file;
    file = (folder / name).string();
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.c_str();
}

} // namespace voxmarch::fuzz

/// Takes --reader=NAME, which libFuzzer passes over; --readers lists the names. Nothing is read in another process,
/// which the fuzzer would not see.
extern "C" int LLVMFuzzerInitialize(int *count, char ***words) {
    setenv("VOXMARCH_DECODE_IN_PROCESS", "1", 1);
    static const auto all = voxmarch::fuzz::all_readers();
    for (const std::string_view word : std::span(*words, static_cast<std::size_t>(*count))) {
        if (word == "--readers") {
            for (const auto &reader : all) {
                std::printf("%.*s\n", static_cast<int>(reader.name.size()), reader.name.data());
            }
            std::exit(0);
        }
        if (word.starts_with("--reader=")) {
            const auto found = std::ranges::find(all, word.substr(9), &voxmarch::fuzz::FuzzedReader::name);
            voxmarch::fuzz::chosen = found == all.end() ? nullptr : &*found;
        }
    }
    if (voxmarch::fuzz::chosen == nullptr) {
        std::fputs("give --reader=NAME, one of --readers\n", stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t count) {
    try {
        voxmarch::fuzz::chosen->read({reinterpret_cast<const char *>(bytes), count});
    } catch (const voxmarch::Error &) {
    } catch (const voxmarch::FormatProblem &) {
    }
    return 0;
}
