// Looks elements up and spells their values.
#include "volume/formats/dicom/dicom_data_set.h"

#include "base/text.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <string_view>

namespace voxmarch {

std::uint32_t dicom_number(std::span<const std::byte> bytes, std::size_t at, std::size_t size, std::endian order) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t from = order == std::endian::little ? size - 1 - i : i;
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + from]);
    }
    return value;
}

const DicomElement *DicomDataSet::find(std::uint32_t tag) const {
    const auto at = std::lower_bound(elements_.begin(), elements_.end(), tag,
                                     [](const DicomElement &a, std::uint32_t b) { return a.tag < b; });
    return at != elements_.end() && at->tag == tag ? &*at : nullptr;
}

void DicomDataSet::add(DicomElement element, std::endian order) {
    order_ = order;
    const auto at = std::lower_bound(elements_.begin(), elements_.end(), element.tag,
                                     [](const DicomElement &a, std::uint32_t b) { return a.tag < b; });
    if (at != elements_.end() && at->tag == element.tag) {
        *at = std::move(element);
    } else {
        elements_.insert(at, std::move(element));
    }
}

std::string DicomDataSet::text(std::uint32_t tag) const {
    const DicomElement *found = find(tag);
    if (found == nullptr) {
        return {};
    }
    std::string_view all(reinterpret_cast<const char *>(found->value.data()), found->value.size());
    constexpr std::string_view padding(" \0\t\r\n", 5);
    const auto begin = all.find_first_not_of(padding);
    if (begin == std::string_view::npos) {
        return {};
    }
    return std::string(all.substr(begin, all.find_last_not_of(padding) + 1 - begin));
}

std::vector<double> DicomDataSet::decimals(std::uint32_t tag) const {
    std::vector<double> values;
    for (const auto &part : text::split(text(tag), '\\')) {
        if (const auto value = text::to_double(text::trim(part))) {
            values.push_back(*value);
        }
    }
    return values;
}

std::optional<std::uint32_t> DicomDataSet::integer(std::uint32_t tag, std::size_t index) const {
    const DicomElement *found = find(tag);
    if (found == nullptr) {
        return std::nullopt;
    }
    const std::string_view kind(found->kind.data(), 2);
    const std::span<const std::byte> value = found->value;
    const bool is_tag = kind == "AT" || tag == tag_increment;
    const bool is_long = is_tag || kind == "UL" || kind == "SL" || (kind[0] == '\0' && value.size() % 4 == 0);
    const std::size_t size = is_long ? 4 : 2;
    if (value.size() < (index + 1) * size) {
        return std::nullopt;
    }
    const std::size_t at = index * size;
    return is_tag ? dicom_number(value, at, 2, order_) << 16 | dicom_number(value, at + 2, 2, order_)
                  : dicom_number(value, at, size, order_);
}

std::span<const DicomDataSet> DicomDataSet::items(std::uint32_t tag) const {
    const DicomElement *found = find(tag);
    return found == nullptr ? std::span<const DicomDataSet>() : std::span<const DicomDataSet>(found->items);
}

std::string dicom_utf8(const std::string &text, const std::string &character_set) {
    if (character_set == "ISO_IR 192") {
        return text;
    }
    std::string result;
    for (const char c : text) {
        if (const auto code = static_cast<unsigned char>(c); code < 0x80) {
            result += c;
        } else {
            result += static_cast<char>(0xc0 | code >> 6);
            result += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return result;
}

std::string series_title(const DicomDataSet &data) {
    const auto series = data.text(tag_series_description);
    return dicom_utf8(series.empty() ? data.text(tag_study_description) : series, data.text(tag_character_set));
}

} // namespace voxmarch
