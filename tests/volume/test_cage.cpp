// Readers in another process: what they say arrives, and however they end, this process goes on and says why.
#include "base/checked_size.h"
#include "base/error.h"
#include "volume/cage/caged_file.h"
#include "volume/cage/header_bytes.h"
#include "volume/voxel_storage.h"
#include "volume_test_files.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <limits>
#include <new>
#include <numeric>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace voxmarch::testing {

namespace {

namespace fs = std::filesystem;

VolumeHeader header_of(int edge) {
    VolumeHeader header;
    header.grid.dims = {edge, edge, edge};
    header.format = "test";
    return header;
}

/// A reader whose work is a function.
class TestFile final : public VolumeFile {
public:
    using Load = std::function<std::unique_ptr<VoxelStorage>(TestFile &, const Progress &)>;
    TestFile(VolumeHeader stated, Load load) : load_(std::move(load)) { header = std::move(stated); }
    std::unique_ptr<VoxelStorage> load(const Progress &progress) override { return load_(*this, progress); }
    std::optional<PlainPlace> plain_place() const override { return place; }

    std::optional<PlainPlace> place;

private:
    Load load_;
};

/// Voxels that count up from a number.
std::unique_ptr<VoxelStorage> counted(const VolumeHeader &header, int first = 0) {
    auto voxels = allocate_voxels(header.byte_count(), "test");
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        voxels[i] = static_cast<std::byte>(i + static_cast<std::size_t>(first));
    }
    return std::make_unique<HeapVoxels>(std::move(voxels));
}

CagedReader reader_of(const VolumeHeader &header, const TestFile::Load &load) {
    static const ScratchFolder folder;
    static const std::string file = write_file(folder / "some.file", "x");
    return {file, "libtest", 1, [=] { return std::make_unique<TestFile>(header, load); }};
}

CagedReader reader_that(const std::function<void()> &opens) {
    CagedReader reader = reader_of({}, {});
    reader.open = [opens]() -> std::unique_ptr<VolumeFile> {
        opens();
        return std::make_unique<TestFile>(header_of(2),
                                          [](TestFile &file, const Progress &) { return counted(file.header); });
    };
    return reader;
}

/// What opening and reading ends with, without the name of the file.
std::string failure_of(const CagedReader &reader) {
    std::string message = message_of<FileError>([&] { open_caged(reader)->load({}); });
    EXPECT_TRUE(message.starts_with(reader.source.string() + ": ")) << message;
    return message.substr(std::min(message.size(), reader.source.string().size() + 2));
}

std::string failure_of_load(const TestFile::Load &load) { return failure_of(reader_of(header_of(4), load)); }

FileFacts facts_with_all() {
    FileFacts facts;
    VolumeHeader &header = facts.header;
    header.grid.dims = {3, 4, 5};
    header.grid.spacing = {0.1, 1e-9, 1e9};
    header.grid.origin = {-1.5, 1e300, 0.0};
    header.grid.direction = glm::dmat3({0, 1, 0}, {0, 0, -1}, {1, 0, 0});
    header.grid.anatomical = true;
    header.grid.unit = LengthUnit::angstrom;
    header.placement = Placement::spacing;
    header.stated = header.grid;
    header.stated->origin.x = 7.0;
    header.type = ScalarType::f32;
    header.format = "format";
    header.name = std::string("na\0me", 5);
    header.title = "title \xc3\xa9";
    header.channels = {{"red", glm::dvec3(1, 0.5, 0)}, {"", std::nullopt}};
    header.channels_are_colors = true;
    header.resampled_from = "resampled";
    header.times = 12;
    header.windows = {{"BRAIN", 40.0, 80.5}, {"", -600.0, 1500.0}};
    header.notes = {{"first.", {{Remedy::find_lines, "detail"}, {Remedy::reduce_volume}}}, "second."};
    facts.time_axis = {{0.5, 1.0}, "s", true};
    return facts;
}

TEST(Cage, HeadersAndVoxelsArrive) {
    const FileFacts facts = facts_with_all();
    CagedReader reader = reader_of({}, {});
    reader.open = [facts] {
        auto file = std::make_unique<TestFile>(facts.header, [](TestFile &self, const Progress &) {
            self.header.notes.emplace_back("read.");
            return counted(self.header);
        });
        file->time_axis = facts.time_axis;
        return file;
    };
    const auto file = open_caged(reader);
    EXPECT_EQ(bytes_of_facts({file->header, file->time_axis, file->plain_place()}), bytes_of_facts(facts));
    EXPECT_EQ(file->header.title, facts.header.title);
    EXPECT_EQ(file->header.windows, facts.header.windows);
    EXPECT_EQ(file->header.notes, facts.header.notes);
    file->header.name = "renamed";
    const auto voxels = file->load({});
    EXPECT_EQ(file->header.name, "renamed"); // what was put right meanwhile stays
    ASSERT_EQ(file->header.notes.size(), 3U);
    EXPECT_EQ(file->header.notes[2].text, "read.");
    ASSERT_EQ(voxels->bytes().size(), 3U * 4 * 5 * 4);
    EXPECT_EQ(std::to_integer<int>(voxels->bytes()[200]), 200);
    EXPECT_EQ(voxels->writable().data(), voxels->bytes().data());
}

TEST(Cage, TheTypeMayBeDecidedWhileVoxelsAreRead) {
    VolumeHeader header = header_of(4);
    header.type = ScalarType::f32;
    const auto file = open_caged(reader_of(header, [](TestFile &self, const Progress &) {
        self.header.type = ScalarType::i16;
        return counted(self.header);
    }));
    EXPECT_EQ(file->load({})->bytes().size(), 128U);
    EXPECT_EQ(file->header.type, ScalarType::i16);
    header.type = ScalarType::i16;
    EXPECT_EQ(failure_of(reader_of(header,
                                   [](TestFile &self, const Progress &) {
                                       self.header.type = ScalarType::f32;
                                       return counted(self.header);
                                   })),
              "changed while it was read");
}

// Of blocks of some MiB, the first that is as large as the voxels; a smaller one before it is another's.
TEST(Cage, VoxelsAreMadeWhereTheyStay) {
    const auto file = open_caged(reader_of(header_of(256), [](TestFile &self, const Progress &) {
        const ZeroedBytes other(std::size_t{5} << 20);
        {
            ZeroedBytes first(std::size_t{15} << 20); // given up again: its bytes must be gone
            std::ranges::fill(first, std::byte{1});
        }
        auto voxels = allocate_voxels(self.header.byte_count(), "test");
        self.header.title =
            std::ranges::all_of(voxels, [](std::byte value) { return value == std::byte{0}; }) ? "zeros" : "something";
        const auto address = reinterpret_cast<std::uintptr_t>(voxels.data());
        std::ifstream maps("/proc/self/maps");
        for (std::string line; std::getline(maps, line);) {
            if (line.find("memfd:voxels") != std::string::npos && std::stoull(line, nullptr, 16) == address) {
                self.header.title += " that are shared";
            }
        }
        voxels.back() = std::byte{9};
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }));
    const auto voxels = file->load({});
    EXPECT_EQ(file->header.title, "zeros that are shared");
    EXPECT_EQ(std::to_integer<int>(voxels->bytes().back()), 9);
}

TEST(Cage, ErrorsKeepTheirKindAndTheirAdvice) {
    const auto opens = [](auto error) { return reader_that([error] { throw error; }); };
    try {
        open_caged(opens(UsageError("no such channel", {{Remedy::channel, "detail"}})));
        FAIL();
    } catch (const UsageError &error) {
        EXPECT_EQ(error.problem(), "no such channel");
        EXPECT_EQ(error.advice(), (std::vector<Advice>{{Remedy::channel, "detail"}}));
    }
    try {
        open_caged(opens(FileError("other.file", "is damaged", {{Remedy::spacing}})));
        FAIL();
    } catch (const FileError &error) {
        EXPECT_EQ(error.path, "other.file");
        EXPECT_EQ(error.problem(), "other.file: is damaged");
        EXPECT_EQ(error.advice().size(), 1U);
    }
    EXPECT_THROW(open_caged(opens(MemoryError("much"))), MemoryError);
    EXPECT_THROW(open_caged(opens(UnsupportedError("not here"))), UnsupportedError);
    EXPECT_EQ(failure_of(opens(std::runtime_error("what\nfor"))), "cannot be read: what for");
    EXPECT_EQ(failure_of_load([](TestFile &, const Progress &) -> std::unique_ptr<VoxelStorage> {
                  throw std::runtime_error("oh");
              }),
              "cannot be read: oh");
}

TEST(Cage, CrashesAreTold) {
    const auto crash = [](int number) { return reader_that([number] { raise(number); }); };
    EXPECT_EQ(failure_of(crash(SIGSEGV)), "is damaged: libtest breaks down over it (segmentation fault)");
    EXPECT_EQ(failure_of(crash(SIGABRT)), "is damaged: libtest breaks down over it (aborted)");
    EXPECT_EQ(failure_of(crash(SIGBUS)), "is damaged: libtest breaks down over it (bus error)");
    EXPECT_EQ(failure_of(reader_that([] { _exit(0); })), "is damaged: libtest breaks down over it");
    EXPECT_EQ(failure_of_load([](TestFile &, const Progress &) -> std::unique_ptr<VoxelStorage> {
                  raise(SIGFPE);
                  return nullptr;
              }),
              "is damaged: libtest breaks down over it (floating point exception)");
}

TEST(Cage, NobodyWaitsForever) {
    CagedReader loops = reader_that([] {
        for (std::atomic<int> turns = 0; turns >= 0;) {
            turns = 1;
        }
    });
    loops.bounds.seconds = 0;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(failure_of(loops), "is damaged: libtest comes to no end with it");
    CagedReader sleeps = reader_that([] { std::this_thread::sleep_for(std::chrono::hours(1)); });
    sleeps.bounds.patience = 1;
    EXPECT_EQ(failure_of(sleeps), "cannot be read: libtest does not answer for 1 s");
    sleeps = reader_of(header_of(4), [](TestFile &self, const Progress &) {
        std::this_thread::sleep_for(std::chrono::hours(1));
        return counted(self.header);
    });
    sleeps.bounds.patience = 1;
    EXPECT_EQ(failure_of(sleeps), "cannot be read: libtest does not answer for 1 s");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(Cage, MemoryIsBounded) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer takes more than there is to bound";
#endif
    const auto takes = [](std::size_t bytes) {
        return [bytes] {
            const std::vector<char> taken(bytes, 'x');
            static_cast<void>(write(STDOUT_FILENO, taken.data() + bytes / 2, 1));
        };
    };
    constexpr std::size_t mebibyte = 1 << 20;
    EXPECT_NO_THROW(open_caged(reader_that(takes(100 * mebibyte))));
    const std::string words = "is damaged: reading it takes more memory than its size explains";
    EXPECT_EQ(failure_of(reader_that(takes(3000 * mebibyte))), words);
    EXPECT_EQ(failure_of_load([&](TestFile &file, const Progress &) {
                  takes(3000 * mebibyte)();
                  return counted(file.header);
              }),
              words);
    CagedReader larger = reader_that(takes(400 * mebibyte));
    larger.stored_bytes = 100 * mebibyte;
    EXPECT_NO_THROW(open_caged(larger));
}

TEST(Cage, LiesAreRefused) {
    const auto states = [](const std::function<void(VolumeHeader &)> &lie) {
        VolumeHeader header = header_of(4);
        lie(header);
        return failure_of(reader_of(header, [](TestFile &file, const Progress &) { return counted(file.header); }));
    };
    const std::string words = "is damaged: what its reader says makes no sense";
    EXPECT_EQ(states([](VolumeHeader &header) { header.grid.dims[1] = 0; }), words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.grid.dims[2] = -5; }), words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.grid.spacing.x = 0.0; }), words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.grid.spacing.y = std::nan(""); }), words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.grid.origin.z = std::numeric_limits<double>::infinity(); }),
              words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.type = static_cast<ScalarType>(77); }), words);
    EXPECT_EQ(states([](VolumeHeader &header) { header.times = 0; }), words);
    VolumeHeader huge = header_of(1 << 20);
    EXPECT_THROW(open_caged(reader_of(huge, {}))->load({}), MemoryError);
    EXPECT_EQ(failure_of_load([](TestFile &file, const Progress &) {
                  const auto fewer = file.header.byte_count() - 1;
                  return std::make_unique<HeapVoxels>(allocate_voxels(fewer, "test"));
              }),
              "changed while it was read");
    EXPECT_EQ(failure_of_load([](TestFile &file, const Progress &) {
                  file.header.grid.dims = {2, 2, 2};
                  return counted(file.header);
              }),
              "changed while it was read");
    CagedReader elsewhere = reader_of({}, {});
    elsewhere.open = [] {
        auto file = std::make_unique<TestFile>(header_of(2), TestFile::Load{});
        file->place = PlainPlace{"/etc/passwd", 0, FileScalar::u8, std::endian::native};
        return file;
    };
    EXPECT_EQ(failure_of(elsewhere), words);
}

// Whatever arrives, it is refused or makes sense.
TEST(Cage, DamagedMessagesAreRefused) {
    const fs::path file = "some.file";
    const std::vector<std::byte> whole = bytes_of_facts(facts_with_all());
    EXPECT_EQ(bytes_of_facts(facts_of_bytes(whole, file)), whole);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_THROW(facts_of_bytes(std::span(whole).first(length), file), FileError) << length;
    }
    std::vector<std::byte> longer = whole;
    longer.emplace_back();
    EXPECT_THROW(facts_of_bytes(longer, file), FileError);
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int value : {0x00, 0x7f, 0x80, 0xff}) {
            std::vector<std::byte> changed = whole;
            changed[at] = static_cast<std::byte>(value);
            try {
                const FileFacts facts = facts_of_bytes(changed, file);
                EXPECT_GE(facts.header.grid.dims[0], 1);
                EXPECT_GT(facts.header.grid.spacing.x, 0.0);
            } catch (const FileError &) {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(Cage, ProgressArrivesAndMayCancel) {
    const auto reader = reader_of(header_of(4), [](TestFile &file, const Progress &progress) {
        for (int i = 1; i <= 1000; ++i) {
            progress(i / 1000.0);
        }
        return counted(file.header);
    });
    std::vector<double> shares;
    open_caged(reader)->load([&](double share) { shares.push_back(share); });
    EXPECT_GT(shares.size(), 200U); // not each of a thousand
    EXPECT_LE(shares.size(), 1000U);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_EQ(shares.back(), 1.0);

    const ScratchFolder folder;
    const auto goes_on = reader_of(header_of(4), [](TestFile &file, const Progress &progress) {
        for (;;) {
            progress(0.5);
        }
        return counted(file.header);
    });
    const auto file = open_caged(goes_on);
    int calls = 0;
    EXPECT_THROW(file->load([&](double) {
        if (++calls == 10) {
            throw UsageError("stop");
        }
    }),
                 UsageError);
    EXPECT_EQ(calls, 10);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1); // no child is left
    EXPECT_EQ(errno, ECHILD);
}

TEST(Cage, ReadersReachNothingElse) {
    const ScratchFolder folder, other;
    const std::string inside = write_file(folder / "inside", "x"), outside = write_file(other / "outside", "x");
    write_file(folder / "below/file", "x");
    fs::create_symlink(outside, folder / "link");
    const std::string beyond = write_file(other / "beyond", "x");
    const auto opened_by_reader = [&](const std::string &source, const std::function<bool()> &succeeds) {
        CagedReader reader = reader_of({}, {});
        reader.source = source;
        reader.open = [&]() -> std::unique_ptr<VolumeFile> { throw UsageError(succeeds() ? "done" : "refused"); };
        return message_of<UsageError>([&] { open_caged(reader); });
    };
    const auto opens = [&](const std::string &file, int flags = O_RDONLY) {
        return opened_by_reader(inside, [&] { return open(file.c_str(), flags, 0600) >= 0; });
    };
    EXPECT_EQ(opens(inside), "done");
    EXPECT_EQ(opens(folder / "below/file"), "done");
    EXPECT_EQ(opens(folder / "link"), "done");
    EXPECT_EQ(opens("/proc/self/statm"), "done");
    if (opens(beyond) == "done") {
        GTEST_SKIP() << "this kernel has no Landlock";
    }
    EXPECT_EQ(opens("/etc/passwd"), "refused");
    EXPECT_EQ(opens(inside, O_WRONLY), "refused");
    EXPECT_EQ(opens(folder / "new", O_WRONLY | O_CREAT), "refused");
    EXPECT_FALSE(fs::exists(folder / "new"));
    EXPECT_EQ(opened_by_reader(folder.path(), [&] { return open(inside.c_str(), O_RDONLY) >= 0; }), "done");
    EXPECT_EQ(opened_by_reader(inside, [] { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }), "refused");
    EXPECT_EQ(opened_by_reader(inside, [] { return kill(getppid(), 0) == 0; }), "refused");
    EXPECT_EQ(opened_by_reader(inside, [] { return execl("/bin/true", "true", nullptr) == 0; }), "refused");
}

TEST(Cage, ASwitchReadsInThisProcess) {
    const auto process = [] {
        VolumeHeader header = header_of(2);
        CagedReader reader = reader_of(header, {});
        reader.open = [header] {
            auto file = std::make_unique<TestFile>(header, TestFile::Load{});
            file->header.title = std::to_string(getpid());
            return file;
        };
        return open_caged(reader)->header.title;
    };
    EXPECT_NE(process(), std::to_string(getpid()));
    setenv("VOXMARCH_DECODE_IN_PROCESS", "1", 1);
    EXPECT_EQ(process(), std::to_string(getpid()));
    setenv("VOXMARCH_DECODE_IN_PROCESS", "0", 1);
    EXPECT_NE(process(), std::to_string(getpid()));
    unsetenv("VOXMARCH_DECODE_IN_PROCESS");
}

TEST(Cage, ReadersRunBesideEachOther) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer's heap may be locked by another thread when the process forks";
#endif
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (int number = 0; number < 8; ++number) {
        threads.emplace_back([&, number] {
            for (int i = 0; i < 10; ++i) {
                const auto file = open_caged(reader_of(
                    header_of(8), [number](TestFile &self, const Progress &) { return counted(self.header, number); }));
                const auto voxels = file->load({});
                wrong += std::to_integer<int>(voxels->bytes()[0]) == number ? 0 : 1;
            }
        });
    }
    threads.clear();
    EXPECT_EQ(wrong, 0);
}

// A file costs less than 15 ms, also beside 512 MiB of voxels: the fastest of several times, as others use the machine.
TEST(Cage, AFileCostsMilliseconds) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer's memory is copied, too";
#endif
    const auto reader = reader_of(header_of(8), [](TestFile &file, const Progress &) { return counted(file.header); });
    const auto fastest_ms = [&] {
        double fastest = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 21; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            open_caged(reader)->load({});
            const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
            fastest = std::min(fastest, time.count());
        }
        return fastest;
    };
    const double alone = fastest_ms();
    auto ballast = allocate_voxels(std::uint64_t{1} << 29, "test");
    std::memset(ballast.data(), 1, ballast.size());
    const double beside = fastest_ms();
    RecordProperty("microseconds", static_cast<int>(1000 * alone));
    RecordProperty("microseconds_beside_512_mib", static_cast<int>(1000 * beside));
    EXPECT_LT(alone, 15.0);
    EXPECT_LT(beside, 15.0);
    EXPECT_EQ(std::to_integer<int>(ballast.back()), 1);
}

// Files that broke readers: none is read, in 5 s and 256 MiB each.
TEST(Cage, FilesThatBrokeReadersAreRefused) {
    const fs::path bad = fs::path(VOXMARCH_SOURCE_DIR) / "../shared/bad";
    if (!fs::exists(bad)) {
        GTEST_SKIP() << bad << " is not there";
    }
    const auto most_memory = [] {
        long most = 0;
        for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
            rusage usage{};
            getrusage(static_cast<__rusage_who>(who), &usage);
            most = std::max(most, usage.ru_maxrss);
        }
        return most; // KiB
    };
    int files = 0;
    for (const auto &entry : fs::directory_iterator(bad)) {
        if (entry.path().extension() == ".md") {
            continue;
        }
        ++files;
        const long before = most_memory();
        const auto begin = std::chrono::steady_clock::now();
        const std::string message =
            message_of<Error>([&] { read_volume(entry.path().string()); }); // a name without layout is a UsageError
        EXPECT_NE(message.find(entry.path().filename().string()), std::string::npos) << message;
        EXPECT_LT(message.size(), 300U) << message;
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << entry;
        EXPECT_LT(most_memory() - before, 256 << 10) << entry;
    }
    EXPECT_GE(files, 19);
}

} // namespace
} // namespace voxmarch::testing
