// Lists of kernel files without a device: what a file requires comes before it, and its comment tells the truth.
#include "base/enum_names.h"
#include "kernels/embedded_sources.h"
#include "tests/kernels/kernel_header.h"
#include "tests/kernels/program_lists.h"
#include "volume/synthetic/expression.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>

namespace voxmarch::testing {
namespace {

struct File {
    KernelHeader header;
    KernelCode code;
    std::set<std::string> asks; ///< all files that one of the parts it requires may mean
    bool provides(const std::string &name) const {
        return std::find(header.provides.begin(), header.provides.end(), name) != header.provides.end();
    }
};

const std::map<std::string, File> &kernel_files() {
    static const std::map<std::string, File> files = [] {
        std::map<std::string, File> all;
        for (const KernelFile &file : embedded_kernel_files()) {
            const bool shared = file.name.ends_with(".h"); // what the host includes too has no such comment
            all[std::string(file.name)] = {
                shared ? KernelHeader{} : read_header(file.text), shared ? KernelCode{} : read_code(file.text), {}};
        }
        const std::string formula = Expression("x").opencl(); // what the host writes
        all["formula.cl"] = {read_header(formula), read_code(formula), {}};
        for (auto &[name, file] : all) {
            for (const std::string &part : file.header.parts) {
                for (const auto &[other, read] : all) {
                    if (matches(part, other) || read.provides(part)) {
                        file.asks.insert(other);
                    }
                }
            }
        }
        return all;
    }();
    return files;
}

const std::vector<ProgramSource> &all_frames() {
    static const std::vector<ProgramSource> programs = frame_programs();
    return programs;
}

const std::vector<ProgramSource> &all_others() {
    static const std::vector<ProgramSource> programs = other_programs();
    return programs;
}

bool is_header(const std::string &name) { return name.ends_with(".h"); }

/// Complaints about one list; the same one of many lists counts once.
class Complaints {
public:
    void about(const ProgramSource &source, std::string what) {
        if (found_.emplace(what, source.name).second && found_.size() < 40) {
            ADD_FAILURE() << what << "\n  in " << source.name << ": "
                          << fmt::format("{}", fmt::join(source.files, " "));
        }
    }

    /// Lists that begin alike are checked once as far as they do. The first list begins at place 0.
    /// @return the place behind `file` in a list at `place`, and whether no list was there before
    std::pair<std::size_t, bool> next(std::size_t place, const std::string &file) {
        const auto [at, is_new] = places_.try_emplace({place, file}, places_.size() + 1);
        return {at->second, is_new};
    }

private:
    std::map<std::string, std::string> found_;
    std::map<std::pair<std::size_t, std::string>, std::size_t> places_;
};

/// Whether a part of `file` is there: a file before it, or a name that one of them provides.
bool is_there(const std::string &part, const std::vector<std::string> &before) {
    return part == "shared_types.h" || std::any_of(before.begin(), before.end(), [&](const std::string &earlier) {
               return matches(part, earlier) || kernel_files().at(earlier).provides(part);
           });
}

bool has_constant(const std::string &name, const ProgramSource &source, const std::vector<std::string> &files) {
    return std::any_of(source.constants.begin(), source.constants.end(),
                       [&](auto &one) { return one.first == name; }) ||
           std::any_of(files.begin(), files.end(), [&](const std::string &file) {
               const File &read = kernel_files().at(file);
               return read.provides(name) || read.code.defaults.contains(name);
           });
}

/// All files that `file` of a list asks for, and those that they ask for.
std::set<std::string> asked_for(const std::string &file, const std::vector<std::string> &before) {
    std::set<std::string> reached;
    std::vector<std::string> open{file};
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        const std::set<std::string> &asks = kernel_files().at(next).asks;
        for (const std::string &earlier : before) {
            if (asks.contains(earlier) && reached.insert(earlier).second) {
                open.push_back(earlier);
            }
        }
    }
    return reached;
}

/// What `file` takes from the files before it: they must provide it, and it must ask for them.
void check_use(const std::string &file, const std::vector<std::string> &before, const ProgramSource &source,
               Complaints &complaints) {
    const KernelCode &code = kernel_files().at(file).code;
    const std::set<std::string> asked = asked_for(file, before);
    for (const std::string &earlier : before) {
        const File &read = kernel_files().at(earlier);
        const auto check = [&](const std::set<std::string> &defined, const std::set<std::string> &used) {
            for (const std::string &name : defined) {
                if (!used.contains(name) || code.defines(name)) {
                    continue;
                }
                if (!read.provides(name) && !read.code.defaults.contains(name)) {
                    complaints.about(source, fmt::format("{} uses {}, which {} does not provide", file, name, earlier));
                } else if (!asked.contains(earlier) && !read.code.defaults.contains(name)) {
                    complaints.about(source,
                                     fmt::format("{} uses {} of {} and does not require it", file, name, earlier));
                }
            }
        };
        check(read.code.functions, code.called);
        check(read.code.others, code.named);
    }
}

void check_constants(const std::string &name, const std::vector<std::string> &files, const ProgramSource &source,
                     Complaints &complaints) {
    for (const std::string &constant : kernel_files().at(name).header.constants) {
        if (!has_constant(constant, source, files)) {
            complaints.about(source, fmt::format("{} requires the constant {}", name, constant));
        }
    }
}

/// What `file` says it requires comes before it, and what it provides does not.
void check_comment(const std::string &name, const std::vector<std::string> &before, const ProgramSource &source,
                   Complaints &complaints) {
    const KernelHeader &header = kernel_files().at(name).header;
    for (const std::string &part : header.parts) {
        if (!is_there(part, before)) {
            complaints.about(source, fmt::format("{} requires {}, which is not before it", name, part));
        }
    }
    for (const std::string &provided : header.provides) {
        for (const std::string &other : before) {
            if (kernel_files().at(other).provides(provided)) {
                complaints.about(source, fmt::format("{} and {} both provide {}", other, name, provided));
            }
        }
    }
}

void check_list(const ProgramSource &source, Complaints &complaints) {
    std::vector<std::string> before;
    std::size_t place = 0;
    for (const std::string &name : source.files) {
        if (!kernel_files().contains(name)) {
            complaints.about(source, "there is no " + name);
            return;
        }
        const auto [behind, is_new] = complaints.next(place, name);
        place = behind;
        if (is_new && !is_header(name)) {
            check_comment(name, before, source, complaints);
            check_use(name, before, source, complaints);
        }
        before.push_back(name);
        check_constants(name, before, source, complaints);
    }
}

TEST(KernelHeaders, say_what_their_files_define) {
    for (const auto &[name, file] : kernel_files()) {
        if (is_header(name)) {
            continue;
        }
        EXPECT_EQ(file.header.problem, "") << name;
        for (const std::string &provided : file.header.provides) {
            EXPECT_TRUE(file.code.defines(provided)) << name << " does not define " << provided;
        }
        for (const std::string &part : file.header.parts) {
            const bool known = std::any_of(kernel_files().begin(), kernel_files().end(), [&](const auto &other) {
                return matches(part, other.first) || other.second.provides(part);
            });
            EXPECT_TRUE(known) << name << " requires " << part << ", which nothing is or provides";
        }
    }
}

TEST(KernelHeaders, cite_files_that_exist) {
    std::set<std::string> known{"shared_types.h", "formula.cl"};
    for (const auto &entry : std::filesystem::recursive_directory_iterator(VOXMARCH_SOURCE_DIR "/kernels")) {
        known.insert(entry.path().filename());
    }
    const std::regex cited(R"(([\w/*-]+\.(cl|h|cpp|md))\b)");
    for (const KernelFile &file : embedded_kernel_files()) {
        const std::string text(file.text);
        for (std::sregex_iterator it(text.begin(), text.end(), cited), end; it != end; ++it) {
            const std::string name = (*it)[1].str();
            const bool is_kernel = std::any_of(known.begin(), known.end(), [&](auto &one) {
                return matches(std::filesystem::path(name).filename().string(), one);
            });
            EXPECT_TRUE(is_kernel || std::filesystem::exists(VOXMARCH_SOURCE_DIR "/" + name))
                << file.name << " cites " << name;
        }
    }
}

TEST(ProgramLists, of_frames_hold_what_each_file_requires) {
    Complaints complaints;
    EXPECT_GT(all_frames().size(), 1000u);
    for (const ProgramSource &source : all_frames()) {
        check_list(source, complaints);
    }
}

TEST(ProgramLists, of_everything_else_hold_what_each_file_requires) {
    Complaints complaints;
    for (const ProgramSource &source : all_others()) {
        check_list(source, complaints);
    }
}

TEST(ProgramLists, use_every_kernel_file) {
    std::set<std::string> used;
    for (const auto *programs : {&all_frames(), &all_others()}) {
        for (const ProgramSource &source : *programs) {
            used.insert(source.files.begin(), source.files.end());
        }
    }
    for (const auto &[name, file] : kernel_files()) {
        EXPECT_TRUE(used.contains(name) || name == "shared_types.h") << name << " is in no program";
    }
}

} // namespace
} // namespace voxmarch::testing
