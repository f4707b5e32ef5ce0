// Takes words apart, or turns bytes round.
#include "volume/particles/number_reader.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

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
    case FileScalar::f16: break; // no file of points has it
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
        throw FileError(file_, "truncated: the points end early");
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
        throw FileError(file_, "truncated: the points end early");
    }
    const auto number = text::to_double(word);
    if (!number) {
        throw FileError(file_, fmt::format("'{}' among the points is no number", text::one_line(word, 40)));
    }
    rest_.remove_prefix(word.size());
    return *number;
}

void NumberReader::require(std::uint64_t count, std::size_t bytes_each) const {
    const std::size_t least = order_ ? bytes_each : 2; // of words a digit and a blank, which the last one may lack
    if (count > (rest_.size() + 1) / least) {
        throw FileError(file_, fmt::format("truncated, or the header lies: {} points are claimed, but only {} bytes "
                                           "are there",
                                           count, rest_.size()));
    }
}

} // namespace voxmarch
