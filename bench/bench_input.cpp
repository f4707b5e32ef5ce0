// Makes files and volumes, and times what lies between them and the device.
#include "bench/bench_input.h"

#include "base/parallel.h"
#include "bench/frame_bench.h"
#include "bench/input_device.h"
#include "bench/input_program.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/deflate.h"
#include "volume/formats/read.h"
#include "volume/formats/write.h"
#include "volume/percentiles.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

/// The rates that stages of the host are measured beside.
struct HostFloors {
    RateFloor copy_one, copy_all, read_all;
};

int thread_count() { return core_count(1 << 16); }

HostFloors measure_floors(const std::filesystem::path &file, int repetitions) {
    const int threads = thread_count();
    const auto copies = [&](int count) {
        return RateFloor{fmt::format("memcpy, {} thread{}", count, count > 1 ? "s" : ""),
                         copy_rate(repetitions, count)};
    };
    HostFloors floors{copies(1),
                      copies(threads),
                      {fmt::format("page cache, {} threads", threads), cached_read_rate(repetitions, file, threads)}};
    fmt::print("{}: {:.1f} GB/s; {}: {:.1f} GB/s; page cache, 1 thread: {:.1f} GB/s; {}: {:.1f} GB/s\n",
               floors.copy_one.name, floors.copy_one.bytes_per_s * 1e-9, floors.copy_all.name,
               floors.copy_all.bytes_per_s * 1e-9, cached_read_rate(repetitions, file, 1) * 1e-9, floors.read_all.name,
               floors.read_all.bytes_per_s * 1e-9);
    return floors;
}

/// Voxels of a volume that lives longer.
class BorrowedVoxels final : public VoxelStorage {
public:
    explicit BorrowedVoxels(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::span<const std::byte> bytes() const override { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

/// The same picture in another type: bytes become the upper halves of 16 bits above noise, or floats.
Volume converted(const Volume &bytes, ScalarType type) {
    VolumeHeader header = bytes.header();
    header.type = type;
    std::vector<std::byte> voxels(header.byte_count());
    const auto from = bytes.voxels<std::uint8_t>();
    const auto fill = [&](auto *to) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            const std::uint32_t noise = static_cast<std::uint32_t>(i) * 2654435761u >> 24;
            to[i] = static_cast<std::remove_reference_t<decltype(*to)>>(256u * from[i] + noise);
        }
    };
    if (type == ScalarType::u16) {
        fill(reinterpret_cast<std::uint16_t *>(voxels.data()));
    } else {
        fill(reinterpret_cast<float *>(voxels.data()));
    }
    return {std::move(header), std::move(voxels)};
}

/// What a first look and `info` ask of the values.
void measure_counting(const Volume &volume, const HostFloors &floors, StageTable &table) {
    const std::string type = fmt::format(", {}", name_of(volume.type()));
    const auto bytes = static_cast<double>(volume.bytes().size());
    table.row("range and counts" + type, bytes, floors.copy_all,
              [&] { const Volume counted(volume.header(), std::make_unique<BorrowedVoxels>(volume.bytes())); });
    const double passed = volume.type() == ScalarType::f32 ? bytes : 0.0; // integers are counted already
    const auto floor = passed > 0.0 ? std::optional(floors.copy_all) : std::nullopt;
    table.row("histogram" + type, passed, floor, [&] { static_cast<void>(compute_histogram(volume)); });
    const std::array<double, 5> shares{0.01, 0.25, 0.5, 0.75, 0.99};
    table.row("percentiles" + type, passed, floor, [&] { static_cast<void>(percentiles_of(volume, shares)); });
    table.row("survey of neighbours" + type, 0.0, {}, [&] { static_cast<void>(survey_neighbours(volume)); });
    const DataSurvey survey = survey_data(volume);
    table.row("noise floor and function" + type, 0.0, {}, [&] {
        static_cast<void>(noise_floor(survey.histogram));
        static_cast<void>(
            automatic_transfer(volume.header(), survey.histogram, guess_data_class(volume.header(), survey)));
    });
}

void write_bytes(const std::filesystem::path &file, std::span<const std::byte> bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// A NIfTI file of bytes in one gzip stream.
void write_nifti(const Volume &volume, const std::filesystem::path &file) {
    std::vector<std::byte> bytes(352 + volume.bytes().size());
    const auto put = [&](std::size_t place, auto value) { std::memcpy(bytes.data() + place, &value, sizeof(value)); };
    put(0, std::int32_t{348});
    put(40, std::int16_t{3});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        put(42 + 2 * axis, static_cast<std::int16_t>(volume.grid().dims[axis]));
        put(80 + 4 * axis, 1.0f);
    }
    put(70, std::int16_t{2}); // uint8
    put(72, std::int16_t{8});
    put(108, 352.0f);
    std::memcpy(bytes.data() + 344, "n+1", 4);
    std::ranges::copy(volume.bytes(), bytes.begin() + 352);
    std::ofstream stream(file, std::ios::binary);
    gzip(bytes, [&](std::span<const std::byte> piece) {
        stream.write(reinterpret_cast<const char *>(piece.data()), static_cast<std::streamsize>(piece.size()));
    });
}

/// @return whether the files give the same voxels
bool measure_packed(const Volume &volume, const ScratchFiles &scratch, const HostFloors &floors, StageTable &table) {
    const auto bytes = static_cast<double>(volume.bytes().size());
    const std::filesystem::path nrrd = scratch / "packed.nrrd", nifti = scratch / "packed.nii.gz";
    table.row("write gzip NRRD", bytes, floors.copy_one, [&] { write_volume(volume, nrrd); });
    write_nifti(volume, nifti);
    table.row("gunzip in pieces (zlib)", bytes, floors.copy_one, [&] {
        std::vector<std::byte> out(352 + volume.bytes().size());
        open_gzip_bytes(nifti, 0)->read(out);
    });
    table.row("read gzip NRRD", bytes, floors.copy_one, [&] { static_cast<void>(read_volume(nrrd)); });
    table.row("read gzip NIfTI", bytes, floors.copy_one, [&] { static_cast<void>(read_volume(nifti)); });
    return std::ranges::equal(read_volume(nrrd).bytes(), volume.bytes()) &&
           std::ranges::equal(read_volume(nifti).bytes(), volume.bytes());
}

/// Files whose voxels are not as memory wants them.
void measure_conversions(const Volume &words, const ScratchFiles &scratch, const HostFloors &floors,
                         StageTable &table) {
    const std::array<int, 3> dims = words.grid().dims;
    const std::filesystem::path file = scratch / "words.raw";
    write_bytes(file, words.bytes());
    const auto bytes = static_cast<double>(words.bytes().size());
    ReadOptions options;
    options.raw = fmt::format("{}x{}x{}:uint16:big", dims[0], dims[1], dims[2]);
    table.row("read big-endian raw, uint16", bytes, floors.read_all,
              [&] { static_cast<void>(read_volume(file, options)); });
    const auto values = words.voxels<std::uint16_t>().first(words.grid().voxel_count() / 4);
    const std::vector<double> wide(values.begin(), values.end());
    write_bytes(file, std::as_bytes(std::span(wide)));
    options.raw = fmt::format("{}x{}x{}:float64", dims[0], dims[1], dims[2] / 4);
    table.row("read raw, float64", bytes, floors.read_all, [&] { static_cast<void>(read_volume(file, options)); });
}

void measure_synthetic(int largest, const HostFloors &floors, StageTable &table) {
    for (const SyntheticInfo &info : synthetic_volumes()) {
        const int edge = info.name == "cayley" ? largest : std::min(largest, 512);
        table.begin(fmt::format("{}:{}", info.name, edge));
        const double bytes = static_cast<double>(synthetic_header(info.name, edge).byte_count());
        table.row("make", bytes, floors.copy_all, [&] { static_cast<void>(synthesize(info.name, edge)); });
    }
}

} // namespace

int bench_input(const BenchOptions &options) {
    const ScratchFiles scratch;
    StageTable table(options);
    const int edge = options.largest_volume;
    const Volume bytes = synthesize("tree", std::min(edge, 1024));
    const int data_edge = bytes.grid().dims[0];
    const std::filesystem::path raw = scratch / fmt::format("tree_{0}x{0}x{0}_uint8.raw", data_edge);
    write_volume(bytes, raw);
    const HostFloors floors = measure_floors(raw, options.frames);
    table.begin(fmt::format("tree:{}", data_edge));
    table.row("read raw", static_cast<double>(bytes.bytes().size()), floors.read_all,
              [&] { static_cast<void>(read_volume(raw)); });
    measure_counting(bytes, floors, table);
    bool good = !has_deflate() || measure_packed(bytes, scratch, floors, table);
    {
        const Volume words = converted(bytes, ScalarType::u16);
        measure_counting(words, floors, table);
        measure_conversions(words, scratch, floors, table);
    }
    measure_counting(converted(bytes, ScalarType::f32), floors, table);
    measure_opening(options, table);
    measure_program(options, raw, scratch, table);
    measure_synthetic(edge, floors, table);
    Device device(options.device, options.opening);
    {
        const Volume large = synthesize("cayley", edge);
        const std::filesystem::path file = scratch / "large.raw";
        write_volume(large, file);
        table.begin(fmt::format("cayley:{}", edge));
        good = measure_uploads(device, edge, large.bytes(), file, floors.copy_all, table) && good;
    }
    if (!good) {
        fmt::print("refused: other voxels come out than went in\n");
    }
    write_report(options, "input", device.info(), table.rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
