// Parses what is said of several volumes, and finds which one is meant.
#include "app/cli/several_volumes.h"

#include "app/cli/parse.h"
#include "app/cli/typed_options.h"
#include "base/text.h"
#include "kernels/shared/shared_types.h"
#include "scene/session_search.h"
#include "volume/synthetic/synthetic.h"
#include "volume/world_transform.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

/// "head" of "/data/head.nii.gz", "tree:64" of "synthetic:tree:64".
std::string stem_of(const std::string &source) {
    if (is_made(source)) {
        return source.substr(source.find(':') + 1);
    }
    const std::string name = bare_name(source);
    return name.substr(0, name.find('.', 1));
}

/// The volume that a KEY means.
std::size_t place_of(const std::string &key, const std::vector<std::string> &sources) {
    const auto number = text::to_integer(key);
    if (number && *number >= 1 && static_cast<std::size_t>(*number) <= sources.size()) {
        return static_cast<std::size_t>(*number) - 1;
    }
    std::vector<std::size_t> found;
    std::vector<std::string> stems;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        stems.push_back(stem_of(sources[i]));
        if (key == stems.back() || key == bare_name(sources[i]) || key == sources[i]) {
            found.push_back(i);
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    throw UsageError(found.empty() ? fmt::format("'{}' is none of the volumes: they are 1 to {}, or {}", key,
                                                 sources.size(), fmt::join(stems, ", "))
                                   : fmt::format("'{}' means several of the volumes: name it by its number, 1 to {}",
                                                 key, sources.size()));
}

/// "x,y,z", or what the file says.
glm::dmat4x3 parse_place(const std::string &text) {
    const std::vector<std::string> parts = text::split(text, ',');
    glm::dmat4x3 moved(1.0);
    if (parts.size() == 3 && std::ranges::all_of(parts, [](const auto &part) { return to_number(part).has_value(); })) {
        moved[3] = parse_vector(text, "--place");
        return moved;
    }
    std::error_code ignored;
    if (!std::filesystem::exists(text, ignored)) {
        if (text.find_first_of("./") != std::string::npos && parts.size() == 1) {
            throw FileError(text, "no such file, which --place names");
        }
        throw UsageError(fmt::format("--place is '{}'; it must be x,y,z, or a file with a transform: of ITK (.tfm), of "
                                     "elastix, or four rows of four numbers",
                                     text));
    }
    return read_world_transform(text);
}

void take(const VolumeWish &said, VolumeWish &wish) {
    const auto take_if = [](const auto &from, auto &to, bool is) { to = is ? from : to; };
    take_if(said.look.transfer, wish.look.transfer, !said.look.transfer.empty());
    take_if(said.look.window, wish.look.window, said.look.window.has_value());
    take_if(said.look.color, wish.look.color, said.look.color.has_value());
    take_if(said.look.weight, wish.look.weight, said.look.weight.has_value());
    take_if(said.look.off, wish.look.off, said.look.off);
    take_if(said.channel, wish.channel, said.channel.has_value());
    take_if(said.time, wish.time, said.time.has_value());
    take_if(said.place, wish.place, !said.place.empty());
}

} // namespace

void SeveralVolumes::add_to(CLI::App &command) {
    CLI::Option *others = command.add_option("OTHERS", sources_,
                                             fmt::format("up to {} more volumes, drawn together with the first where "
                                                         "they lie\nin the world; numbered from 2 on",
                                                         CHANNEL_LIMIT - 1));
    others->type_name("");
    others->expected(-1); // any number, so that the help shows dots
    others->group("Positionals");
    add_repeated(
        command, "--place", "KEY=FILE|x,y,z",
        [this](const std::string &text) {
            const std::size_t equals = text.find('=');
            if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
                throw UsageError(fmt::format("--place is '{}'; it must be KEY=FILE or KEY=x,y,z, KEY the number of a "
                                             "volume or the name of its file: --place 2=to_ct.tfm",
                                             text));
            }
            said_[text.substr(0, equals)].place = text.substr(equals + 1);
        },
        "move a volume in the world (LPS, unit of the first): by x,y,z; by\na transform of ITK or elastix that maps "
        "points of the fixed volume to\nthose of this one, as registration writes it; or by a file of four\nrows of "
        "four numbers that moves its points. KEY: 1, 2, .. or the\nname of the file without endings");
}

bool SeveralVolumes::accept_volume(const std::string &text) {
    const std::size_t colon = text.find(':');
    const std::string behind = colon == std::string::npos ? "" : text.substr(colon + 1);
    constexpr std::string_view words[] = {"off", "transfer=", "window=", "color=", "weight=", "channel=", "time="};
    const bool number = colon == 1 && text[0] >= '1' && text[0] <= '9';
    if (!number && std::ranges::none_of(words, [&](std::string_view word) { return behind.starts_with(word); })) {
        return false;
    }
    VolumeWish &wish = said_[text.substr(0, colon)];
    take_look_words(
        wish.look, text, colon, "--volume",
        [&](const std::string &key, const std::string &value) {
            const auto place = text::to_integer(value);
            if ((key != "channel" && key != "time") || !place || *place < 0 || *place > 65535) {
                return false;
            }
            (key == "channel" ? wish.channel : wish.time) = static_cast<int>(*place);
            return true;
        },
        "channel=N, time=N, ");
    return true;
}

bool SeveralVolumes::accept_transfer(const std::string &text) {
    const std::size_t equals = text.find('=');
    std::error_code ignored;
    if (equals == std::string::npos || equals == 0 || std::filesystem::exists(text, ignored)) {
        return false;
    }
    said_[text.substr(0, equals)].look.transfer = text.substr(equals + 1);
    return true;
}

void SeveralVolumes::resolve(const std::string &first, const Scene *session) {
    if (sources_.size() >= CHANNEL_LIMIT) {
        throw UsageError(fmt::format("{} volumes are named; at most {} are drawn together", sources_.size() + 1,
                                     int{CHANNEL_LIMIT}));
    }
    others_.clear();
    wishes_.clear();
    first_ = {};
    if (session) {
        others_ = session->other_volumes;
        first_.place = session->place;
    }
    if (!sources_.empty()) {
        others_.clear();
        for (const std::string &source : sources_) {
            others_.push_back({volume_source(source, {}), {}, {}});
        }
    }
    std::vector<std::string> sources{first};
    for (const OtherVolume &other : others_) {
        sources.push_back(other.volume.source);
    }
    for (const auto &[key, said] : said_) {
        take(said, wishes_[place_of(key, sources)]);
    }
    if (const VolumeWish &only = wish(0);
        others_.empty() && (only.look != ChannelWish{} || only.channel || only.time)) {
        throw UsageError("looks of --volume and --transfer KEY= are of several volumes: one alone looks as --transfer "
                         "and --window say, and --channel 0:color=.. colours it");
    }
    for (const auto &[i, wish] : wishes_) {
        OtherVolume &volume = i == 0 ? first_ : others_[i - 1];
        if (!wish.place.empty()) {
            volume.place.moved = parse_place(wish.place);
        }
        volume.volume.channel = wish.channel.value_or(volume.volume.channel);
        volume.volume.time = wish.time.value_or(volume.volume.time);
        if (i == 0 && (wish.channel || wish.time)) {
            throw UsageError("of the first volume --channel N and --time N say what is read");
        }
    }
}

const VolumeWish &SeveralVolumes::wish(std::size_t i) const {
    static const VolumeWish nothing;
    const auto found = wishes_.find(i);
    return found == wishes_.end() ? nothing : found->second;
}

CommonGrid SeveralVolumes::grid(const std::vector<VolumeHeader> &headers, const CommonGridLimits &limits,
                                std::vector<Note> &notes) const {
    std::vector<VolumeToPlace> volumes;
    for (std::size_t i = 0; i < headers.size(); ++i) {
        const PlaceInWorld &place = (i == 0 ? first_ : others_[i - 1]).place;
        volumes.push_back({headers[i], glm::dmat4(place.moved), place.nearest});
    }
    return common_grid(volumes, limits, notes);
}

} // namespace voxmarch
