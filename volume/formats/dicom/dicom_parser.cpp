// Parses DICOM data sets (PS3.5 section 7, PS3.10 section 7) without trusting a length.
#include "volume/formats/dicom/dicom_data_set.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/dicom/dicom_tags.h"
#include "volume/formats/packing/deflate.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

constexpr std::uint32_t undefined = 0xffffffff;
constexpr std::uint64_t most_unpacked = std::uint64_t{1} << 32; // bytes of a deflated file
constexpr int deepest = 32;                                     // nesting of sequences; images need four

constexpr const char *deflated = "1.2.840.10008.1.2.1.99";
constexpr const char *implicit_little = "1.2.840.10008.1.2";
constexpr const char *explicit_big = "1.2.840.10008.1.2.2";

// Sequences that say where frames lie and what their values mean.
constexpr std::uint32_t kept_sequences[] = {
    tag_frame_content,        tag_plane_position, tag_plane_orientation, tag_pixel_measures,
    tag_value_transformation, tag_detectors,      tag_segments,          tag_segment_identification,
    tag_shared_groups,        tag_frame_groups,   tag_windows,
};

bool is_kept(std::uint32_t tag) {
    return std::find(std::begin(kept_sequences), std::end(kept_sequences), tag) != std::end(kept_sequences);
}

// Whether two letters are a value representation at all.
bool is_kind(const std::array<char, 2> &kind) {
    constexpr std::string_view all = "AE AS AT CS DA DS DT FD FL IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC "
                                     "UI UL UN UR US UT UV";
    return kind[0] >= 'A' && all.find(std::string_view(kind.data(), 2)) != std::string_view::npos;
}

bool has_long_length(const std::array<char, 2> &kind) {
    constexpr std::string_view all = "OB OD OF OL OV OW SQ SV UC UN UR UT UV";
    return all.find(std::string_view(kind.data(), 2)) != std::string_view::npos;
}

class Parser {
public:
    Parser(Bytes bytes, std::size_t at, bool states_kinds, std::endian order)
        : bytes_(bytes), at_(at), states_kinds_(states_kinds), order_(order) {}

    // Elements up to `end`, to the end of an item, or while `goes_on` says so.
    template <typename F> DicomDataSet data_set(std::size_t end, int depth, F &&goes_on) {
        DicomDataSet data;
        while (!is_cut_ && at_ + 8 <= end && goes_on(tag_at(at_))) {
            if (tag_at(at_) == tag_item_end) {
                at_ += 8;
                break;
            }
            if (auto found = element(end, depth)) {
                data.add(std::move(*found), order_);
            }
        }
        return data;
    }

    DicomDataSet all() {
        auto data = data_set(bytes_.size(), 0, [](std::uint32_t) { return true; });
        if (at_ < bytes_.size() && at_ + 8 > bytes_.size()) {
            is_cut_ = true;
        }
        return data;
    }

    std::size_t at() const { return at_; }
    bool is_cut() const { return is_cut_; }

private:
    Bytes bytes_;
    std::size_t at_;
    bool states_kinds_;
    std::endian order_;
    bool is_cut_ = false;

    std::uint32_t tag_at(std::size_t at) const {
        return dicom_number(bytes_, at, 2, order_) << 16 | dicom_number(bytes_, at + 2, 2, order_);
    }

    // Reads the element at at_; nothing for one that is passed over.
    std::optional<DicomElement> element(std::size_t end, int depth) {
        DicomElement found;
        found.tag = tag_at(at_);
        at_ += 4;
        const auto length = element_length(found, end);
        if (is_cut_) {
            return std::nullopt;
        }
        if (length == undefined) {
            return undefined_length(std::move(found), end, depth);
        }
        const bool is_short = length > end - at_;
        is_cut_ = is_short;
        const auto size = std::min<std::size_t>(length, end - at_);
        const std::size_t begin = at_;
        at_ += size;
        if (is_kept(found.tag) && depth < deepest) {
            at_ = begin;
            found.items = sequence(begin + size, depth);
            at_ = begin + size;
        } else {
            found.value = bytes_.subspan(begin, size);
        }
        if (is_short && found.tag != tag_pixels) {
            return std::nullopt;
        }
        return found;
    }

    // Kind and length, which stand after the tag.
    std::uint32_t element_length(DicomElement &found, std::size_t end) {
        const bool is_mark = found.tag >> 16 == 0xfffe;
        if (states_kinds_ && !is_mark) {
            std::memcpy(found.kind.data(), bytes_.data() + at_, 2);
            if (!is_kind(found.kind)) { // written without kinds here and there
                found.kind = {};
            } else if (!has_long_length(found.kind)) {
                at_ += 4;
                return dicom_number(bytes_, at_ - 2, 2, order_);
            } else if (at_ + 8 > end) {
                is_cut_ = true;
                return 0;
            } else {
                at_ += 4;
            }
        }
        at_ += 4;
        return dicom_number(bytes_, at_ - 4, 4, order_);
    }

    std::optional<DicomElement> undefined_length(DicomElement found, std::size_t end, int depth) {
        if (found.tag == tag_pixels) {
            found.fragments = fragments(end);
            return found;
        }
        // A sequence of unknown kind is written without kinds (PS3.5 section 6.2.2).
        const bool states = states_kinds_;
        if (found.kind == std::array<char, 2>{'U', 'N'}) {
            states_kinds_ = false;
        }
        auto items = sequence(end, depth);
        states_kinds_ = states;
        if (!is_kept(found.tag)) {
            return std::nullopt;
        }
        found.items = std::move(items);
        return found;
    }

    std::vector<DicomDataSet> sequence(std::size_t end, int depth) {
        std::vector<DicomDataSet> items;
        if (depth >= deepest) {
            is_cut_ = true;
        }
        while (!is_cut_ && at_ + 8 <= end) {
            const std::uint32_t tag = tag_at(at_);
            const std::uint32_t length = dicom_number(bytes_, at_ + 4, 4, order_);
            at_ += 8;
            if (tag == tag_sequence_end) {
                break;
            }
            if (tag != tag_item || (length != undefined && length > end - at_)) {
                is_cut_ = true;
                break;
            }
            const std::size_t item_end = length == undefined ? end : at_ + length;
            items.push_back(data_set(item_end, depth + 1, [](std::uint32_t) { return true; }));
            if (length != undefined) {
                at_ = item_end;
            }
        }
        return items;
    }

    std::vector<Bytes> fragments(std::size_t end) {
        std::vector<Bytes> list;
        for (;;) {
            if (at_ + 8 > end) {
                is_cut_ = true;
                break;
            }
            const std::uint32_t tag = tag_at(at_);
            const std::uint32_t length = dicom_number(bytes_, at_ + 4, 4, order_);
            at_ += 8;
            if (tag == tag_sequence_end) {
                break;
            }
            if (tag != tag_item || length > end - at_) {
                is_cut_ = true;
                break;
            }
            list.push_back(bytes_.subspan(at_, length));
            at_ += length;
        }
        return list;
    }
};

// What the first element of a data set tells about its coding.
struct Coding {
    bool states_kinds = true;
    std::endian order = std::endian::little;
};

bool states_kinds_at(Bytes bytes, std::size_t at) {
    std::array<char, 2> kind{};
    if (at + 6 > bytes.size()) {
        return false;
    }
    std::memcpy(kind.data(), bytes.data() + at + 4, 2);
    return is_kind(kind);
}

// Without a preamble: the first element belongs to one of the groups that files begin with, and is not long.
std::optional<Coding> guess_coding(Bytes bytes) {
    if (bytes.size() < 16) {
        return std::nullopt;
    }
    for (const auto order : {std::endian::little, std::endian::big}) {
        const std::uint32_t group = dicom_number(bytes, 0, 2, order);
        if (group != 2 && group != 4 && group != 8 && group != 16) {
            continue;
        }
        if (states_kinds_at(bytes, 0)) {
            return Coding{true, order};
        }
        if (dicom_number(bytes, 4, 4, order) < 1024) {
            return Coding{false, order};
        }
    }
    return std::nullopt;
}

} // namespace

DicomContent parse_dicom(Bytes bytes, const fs::path &file) {
    DicomContent content;
    const bool has_preamble = bytes.size() >= 132 && std::memcmp(bytes.data() + 128, "DICM", 4) == 0;
    std::size_t at = has_preamble ? 132 : 0;
    Coding coding;
    if (!has_preamble) {
        const auto guess = guess_coding(bytes);
        if (!guess) {
            throw FileError(file, "is not a DICOM file, or is damaged");
        }
        coding = *guess;
    }
    if (at + 8 <= bytes.size() && dicom_number(bytes, at, 2, std::endian::little) == 2) {
        Parser meta(bytes, at, states_kinds_at(bytes, at), std::endian::little);
        content.transfer_syntax =
            meta.data_set(bytes.size(), 0, [](std::uint32_t tag) { return tag >> 16 == 2; }).text(tag_syntax);
        at = meta.at();
        content.is_cut = meta.is_cut();
        coding.order = content.transfer_syntax == explicit_big ? std::endian::big : std::endian::little;
        coding.states_kinds = content.transfer_syntax != implicit_little;
    }
    if (content.is_cut) {
        return content;
    }
    if (content.transfer_syntax == deflated) {
        auto unpacked = std::make_shared<std::vector<std::byte>>(
            inflate_all(bytes.subspan(at), DeflateWrapper::none, most_unpacked, file));
        bytes = *unpacked;
        content.owner = std::move(unpacked);
        at = 0;
    }
    // The data themselves know better than the header whether kinds are written.
    if (coding.order == std::endian::little && at + 8 <= bytes.size()) {
        coding.states_kinds = states_kinds_at(bytes, at);
    }
    Parser parser(bytes, at, coding.states_kinds, coding.order);
    content.data = parser.all();
    content.is_cut = parser.is_cut();
    content.order = coding.order;
    return content;
}

DicomContent parse_dicom(const fs::path &file) {
    const std::uint64_t size = size_of_file(file);
    if (size == 0) {
        throw FileError(file, "is empty");
    }
    auto mapping = std::make_shared<FileMapping>(file, 0, size);
    const Bytes bytes = mapping->bytes();
    if (size > 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b}) {
        const auto unpacked = std::make_shared<std::vector<std::byte>>(
            inflate_all(bytes, DeflateWrapper::gzip_or_zlib, most_unpacked, file));
        DicomContent content = parse_dicom(*unpacked, file);
        auto both = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
            unpacked, content.owner);
        content.owner = both;
        return content;
    }
    DicomContent content = parse_dicom(bytes, file);
    if (content.owner == nullptr) {
        content.owner = mapping;
    }
    return content;
}

} // namespace voxmarch
