// Takes words apart, or turns bytes round.
#include "volume/formats/number_reader.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

[[noreturn]] void fail_at_end(const std::filesystem::path &file) {
    throw FileError(file, "truncated: it ends before all that its header claims");
}

double value_of(FileScalar type, const HeaderFields &bytes) {
    switch (type) {
    case FileScalar::u8: return bytes.at<std::uint8_t>(0);
    case FileScalar::i8: return bytes.at<std::int8_t>(0);
    case FileScalar::u16: return bytes.at<std::uint16_t>(0);
    case FileScalar::i16: return bytes.at<std::int16_t>(0);
    case FileScalar::u32: return bytes.at<std::uint32_t>(0);
    case FileScalar::i32: return bytes.at<std::int32_t>(0);
    case FileScalar::u64: return static_cast<double>(bytes.at<std::uint64_t>(0));
    case FileScalar::i64: return static_cast<double>(bytes.at<std::int64_t>(0));
    case FileScalar::f32: return bytes.at<float>(0);
    case FileScalar::f64: return bytes.at<double>(0);
    case FileScalar::f16: break; // no file that is read so has it
    }
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace

double NumberReader::next(FileScalar type) {
    if (!order_) {
        return next_word();
    }
    const std::size_t size = file_scalar_size(type);
    if (rest_.size() < size) {
        fail_at_end(file_);
    }
    const HeaderFields bytes(std::as_bytes(std::span(rest_.data(), size)), *order_ != std::endian::native);
    rest_.remove_prefix(size);
    return value_of(type, bytes);
}

double NumberReader::next_word() {
    constexpr std::string_view blanks = " \t\r\n";
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(blanks));
    if (word.empty()) {
        fail_at_end(file_);
    }
    const auto number = text::to_double(word);
    if (!number) {
        throw FileError(file_, fmt::format("has '{}' in the place of a number", text::one_line(word, 40)));
    }
    rest_.remove_prefix(word.size());
    return *number;
}

} // namespace voxmarch
