// Asks the file system once a folder.
#include "app/viewer/dialogs/file_list.h"

#include "base/text.h"
#include "volume/formats/volume_names.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <sys/stat.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool begins_like(const std::string &name, const std::string &typed) {
    return text::lower(name).starts_with(text::lower(typed));
}

constexpr std::size_t recent_places = 6;

/// Places of the same name say where they lie, too: "data (CT)".
void tell_apart(std::vector<FilePlace> &all) {
    std::map<std::string, int> counts;
    for (const FilePlace &place : all) {
        ++counts[place.name];
    }
    for (FilePlace &place : all) {
        const std::string parent = place.folder.parent_path().filename().string();
        if (counts[place.name] > 1 && !parent.empty()) {
            place.name += " (" + parent + ")";
        }
    }
}

} // namespace

bool ends_like(const std::string &name, const std::vector<std::string> &extensions) {
    const std::string small = text::lower(name);
    return extensions.empty() ||
           std::ranges::any_of(extensions, [&](const std::string &extension) { return small.ends_with(extension); });
}

bool passes(FileFilter filter, const std::string &name) {
    const bool session = ends_like(name, {".json", ".png"}); // pictures may hold one
    switch (filter) {
    case FileFilter::volumes_and_sessions: return session || names_volume(name) || fs::path(name).extension().empty();
    case FileFilter::volumes: return names_volume(name) || fs::path(name).extension().empty();
    case FileFilter::sessions: return session;
    case FileFilter::all: break;
    }
    return true;
}

FileList list_folder(const fs::path &folder, const std::vector<std::string> &extensions) {
    FileList list;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        FileEntry one{entry->path().filename().string()};
        struct stat facts {};
        if (one.name.starts_with('.') || ::stat(entry->path().c_str(), &facts) != 0) {
            continue;
        }
        one.is_folder = S_ISDIR(facts.st_mode);
        one.size = static_cast<std::uintmax_t>(facts.st_size);
        one.modified = facts.st_mtime;
        if (one.is_folder || ends_like(one.name, extensions)) {
            list.entries.push_back(std::move(one));
        }
    }
    list.problem = error ? error.message() : "";
    return list;
}

void sort_entries(std::vector<FileEntry> &entries, FileOrder order) {
    std::ranges::stable_sort(entries, [](const FileEntry &a, const FileEntry &b) {
        return text::natural_less(text::lower(a.name), text::lower(b.name));
    });
    const auto before = [&](const FileEntry &a, const FileEntry &b) {
        switch (order.column) {
        case FileColumn::size: return !a.is_folder && a.size < b.size;
        case FileColumn::date: return a.modified < b.modified;
        case FileColumn::name: break;
        }
        return text::natural_less(text::lower(a.name), text::lower(b.name));
    };
    std::ranges::stable_sort(entries, [&](const FileEntry &a, const FileEntry &b) {
        if (a.is_folder != b.is_folder) {
            return a.is_folder;
        }
        return order.descending ? before(b, a) : before(a, b);
    });
}

std::optional<std::size_t> first_match(const std::vector<FileEntry> &entries, const std::string &typed) {
    const auto begins = [&](const FileEntry &entry) { return begins_like(entry.name, typed); };
    const auto same = std::ranges::find(entries, typed, &FileEntry::name);
    const auto found = same != entries.end() ? same : std::ranges::find_if(entries, begins);
    return typed.empty() || found == entries.end() ? std::nullopt : std::optional(std::size_t(found - entries.begin()));
}

std::string completed(const fs::path &folder, const std::string &typed) {
    const std::size_t slash = typed.rfind('/');
    const std::string way = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
    const std::string begun = typed.substr(way.size());
    const FileList list = list_folder(folder / way, {});
    std::string common;
    int found = 0;
    bool is_folder = false;
    for (const FileEntry &entry : list.entries) {
        if (begun.empty() || !begins_like(entry.name, begun)) {
            continue;
        }
        const auto end = std::ranges::mismatch(common, entry.name).in1;
        common = found == 0 ? entry.name : std::string(common.begin(), end);
        is_folder = entry.is_folder;
        ++found;
    }
    if (common.size() < begun.size()) { // names differ in case alone
        return typed;
    }
    return way + common + (found == 1 && is_folder ? "/" : "");
}

std::string size_text(std::uintmax_t bytes) {
    if (bytes < 1000) {
        return fmt::format("{} B", bytes);
    }
    double value = static_cast<double>(bytes) / 1000.0;
    const char *unit = "kB";
    for (const char *larger : {"MB", "GB", "TB"}) {
        if (value < 999.5) {
            break;
        }
        value /= 1000.0;
        unit = larger;
    }
    return value < 9.95 ? fmt::format("{:.1f} {}", value, unit) : fmt::format("{:.0f} {}", value, unit);
}

std::string date_text(std::int64_t seconds) {
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    char text[32] = "";
    if (::localtime_r(&time, &parts)) {
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    }
    return text;
}

std::vector<FilePlace> places(const std::vector<std::string> &recent) {
    std::vector<FilePlace> all;
    const auto add = [&](const std::string &name, const fs::path &folder) {
        std::error_code ignored;
        const bool known = std::ranges::any_of(all, [&](const FilePlace &one) { return one.folder == folder; });
        if (!known && fs::is_directory(folder, ignored)) {
            all.push_back({name.empty() ? folder.string() : name, folder});
        }
    };
    const char *home = std::getenv("HOME"), *user = std::getenv("USER");
    if (home && *home != '\0') {
        add("Home", home);
    }
    std::error_code ignored;
    add("Start folder", fs::current_path(ignored));
    std::size_t listed = 0;
    for (const std::string &source : recent) {
        const fs::path folder = fs::path(source).parent_path();
        const std::size_t before = all.size();
        if (!is_made(source) && folder.is_absolute() && listed < recent_places) {
            add(folder.filename().string(), folder);
            listed += all.size() - before;
        }
    }
    for (const fs::path &media :
         {fs::path("/media") / (user ? user : ""), fs::path("/run/media") / (user ? user : ""), fs::path("/mnt")}) {
        for (const FileEntry &entry : list_folder(media, {}).entries) {
            if (entry.is_folder) {
                add(entry.name, media / entry.name);
            }
        }
    }
    tell_apart(all);
    return all;
}

} // namespace voxmarch
