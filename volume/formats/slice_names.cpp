// Compares the names of slices: their words, and the numbers between them.
#include "volume/formats/slice_names.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// A name as words between numbers.
struct SliceName {
    std::string file;
    std::string kind;                   ///< the name with '#' in the place of each number
    std::vector<std::string> numbers{}; ///< their digits
};

SliceName slice_name(const fs::path &path) {
    SliceName name{path.filename().string(), {}};
    bool in_number = false;
    for (const char c : name.file) {
        const bool is_digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (!is_digit) {
            name.kind.push_back(c);
        } else if (!in_number) {
            name.kind.push_back('#');
            name.numbers.emplace_back();
        }
        if (is_digit) {
            name.numbers.back().push_back(c);
        }
        in_number = is_digit;
    }
    return name;
}

using NamesOfAKind = std::vector<const SliceName *>;

/// Number `place` of each name; empty if one of them is too long for a number.
std::vector<long long> numbers_at(const NamesOfAKind &names, std::size_t place) {
    std::vector<long long> numbers;
    for (const SliceName *name : names) {
        const auto number = text::to_integer(name->numbers[place]);
        if (!number) {
            return {};
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/// The numbers that tell the files apart, the last ones in their names that differ in each; empty if there are none.
std::vector<long long> telling_numbers(const NamesOfAKind &names) {
    for (std::size_t place = names.front()->numbers.size(); place-- > 0;) {
        std::vector<long long> numbers = numbers_at(names, place);
        if (std::set<long long>(numbers.begin(), numbers.end()).size() == names.size()) {
            return numbers;
        }
    }
    return {};
}

/// Names in the order of their numbers; files may be numbered in tens.
std::vector<Note> gap_notes(const NamesOfAKind &names, const std::vector<long long> &numbers) {
    std::map<long long, const SliceName *> ordered;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ordered.emplace(numbers[i], names[i]);
    }
    long long step = 0;
    for (auto it = std::next(ordered.begin()); it != ordered.end(); ++it) {
        const long long apart = it->first - std::prev(it)->first;
        step = step == 0 ? apart : std::min(step, apart);
    }
    std::vector<std::string> gaps;
    for (auto it = std::next(ordered.begin()); it != ordered.end(); ++it) {
        if (it->first - std::prev(it)->first > step) {
            gaps.push_back(fmt::format("{} and {}", std::prev(it)->second->file, it->second->file));
        }
    }
    if (gaps.empty()) {
        return {};
    }
    return {fmt::format("Numbers of slices are missing, {}between {}; all slices are taken for neighbours.",
                        gaps.size() > 1 ? fmt::format("in {} places, the first ", gaps.size()) : "", gaps.front())};
}

} // namespace

std::vector<Note> slice_name_notes(std::span<const fs::path> slices) {
    std::vector<SliceName> names;
    std::ranges::transform(slices, std::back_inserter(names), slice_name);
    std::map<std::string, NamesOfAKind> kinds;
    for (const SliceName &name : names) {
        kinds[name.kind].push_back(&name);
    }
    if (kinds.size() > 1) {
        const auto other = std::ranges::find_if(names, [&](const SliceName &n) { return n.kind != names[0].kind; });
        return {fmt::format("The slices have names of {} kinds ({}, {}); they are read in the order of their names as "
                            "one stack.",
                            kinds.size(), names[0].file, other->file)};
    }
    if (names.size() < 2) {
        return {};
    }
    const NamesOfAKind &all = kinds.begin()->second;
    if (const std::vector<long long> numbers = telling_numbers(all); !numbers.empty()) {
        return gap_notes(all, numbers);
    }
    return {fmt::format("No number differs in the names of all slices ({}, {}); they are read in the order of their "
                        "names as one stack.",
                        names[0].file, names[1].file)};
}

std::vector<Note> left_out_notes(std::span<const fs::path> no_files) {
    constexpr std::size_t most_named = 3;
    if (no_files.empty()) {
        return {};
    }
    std::vector<std::string> named;
    for (const fs::path &path : no_files.first(std::min(most_named, no_files.size()))) {
        named.push_back(path.filename().string());
    }
    return {fmt::format("Left out, as {} no file{}: {}{}.", no_files.size() == 1 ? "it is" : "they are",
                        no_files.size() == 1 ? "" : "s", fmt::join(named, ", "),
                        no_files.size() > most_named ? fmt::format(" and {} more", no_files.size() - most_named) : "")};
}

} // namespace voxmarch
