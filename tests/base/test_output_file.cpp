// Files that appear whole or not at all, what they never replace, and lines of messages.
#include "base/error.h"
#include "base/input_guard.h"
#include "base/output_file.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const fs::path &folder) {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void put(const fs::path &file, std::string_view text) {
    OutputFile output(file);
    output.write(text);
    output.commit(Keep::written);
}

/// What OutputFile and check_output_file() say, which must be the same; "" if they take it.
std::string problem_with(const fs::path &file) {
    std::string problems[2];
    try {
        OutputFile output(file);
    } catch (const OutputError &error) {
        problems[0] = error.problem();
    }
    try {
        check_output_file(file);
    } catch (const OutputError &error) {
        problems[1] = error.problem();
    }
    EXPECT_EQ(problems[0], problems[1]);
    return problems[0];
}

class OutputFiles : public ::testing::Test {
protected:
    std::string template_ = (fs::temp_directory_path() / "voxmarch-XXXXXX").string();
    const fs::path folder_ = ::mkdtemp(template_.data());
    const fs::path file_ = folder_ / "a.txt";

    ~OutputFiles() override {
        guard_inputs(false);
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
};

TEST_F(OutputFiles, AppearWithCommitAlone) {
    {
        OutputFile output(file_);
        output.write("unfinished");
        EXPECT_EQ(names_in(folder_).size(), 1u);
        EXPECT_FALSE(fs::exists(file_));
    }
    EXPECT_TRUE(names_in(folder_).empty());
    put(file_, "first");
    put(file_, "second");
    EXPECT_EQ(text_of(file_), "second");
    EXPECT_EQ(names_in(folder_), std::vector<std::string>{"a.txt"});
}

TEST_F(OutputFiles, LargerThanTheDiskAreRefusedBefore) {
    EXPECT_NO_THROW(require_space(file_, 1));
    EXPECT_NO_THROW(require_space("-", std::uint64_t{1} << 62));
    EXPECT_NO_THROW(require_space("/dev/null", std::uint64_t{1} << 30));
    try {
        require_space(file_, std::uint64_t{1} << 62);
        ADD_FAILURE() << "no disk has 4 EiB";
    } catch (const OutputError &error) {
        EXPECT_NE(std::string(error.what()).find("a.txt"), std::string::npos);
        EXPECT_NE(error.problem().find("are missing"), std::string::npos);
    }
}

TEST_F(OutputFiles, ReplaceWhatALinkLeadsTo) {
    fs::create_directory(folder_ / "far");
    const fs::path target = folder_ / "far/target.txt";
    put(target, "old");
    ::chmod(target.c_str(), 0640);
    fs::create_symlink("far/target.txt", file_);
    put(file_, "new");
    EXPECT_TRUE(fs::is_symlink(file_));
    EXPECT_EQ(text_of(target), "new");
    struct stat status {};
    ::stat(target.c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0640u);

    const fs::path dangling = folder_ / "dangling";
    fs::create_symlink("far/later.txt", dangling);
    put(dangling, "there");
    EXPECT_EQ(text_of(folder_ / "far/later.txt"), "there");
    fs::create_symlink("circle", folder_ / "circle");
    EXPECT_NE(problem_with(folder_ / "circle").find("circle of symbolic links"), std::string::npos);
}

TEST_F(OutputFiles, ReplaceFilesAlone) {
    EXPECT_NE(problem_with("/dev/null").find("is a device"), std::string::npos);
    EXPECT_NE(problem_with(folder_).find("is a folder"), std::string::npos);
    const fs::path pipe = folder_ / "pipe", socket = folder_ / "socket";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(problem_with(pipe).find("is a pipe"), std::string::npos);
    sockaddr_un address{AF_UNIX, {}};
    std::strncpy(address.sun_path, socket.c_str(), sizeof(address.sun_path) - 1);
    const int opened = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(opened, reinterpret_cast<const sockaddr *>(&address), sizeof(address)), 0);
    EXPECT_NE(problem_with(socket).find("is no file"), std::string::npos);
    ::close(opened);
    EXPECT_NE(problem_with(folder_ / "none/a.txt").find("does not exist"), std::string::npos);
    EXPECT_EQ(problem_with(file_), "");
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFiles, LeaveInputsAlone) {
    put(file_, "read");
    const fs::path hard = folder_ / "hard.txt", soft = folder_ / "soft.txt";
    fs::create_hard_link(file_, hard);
    fs::create_symlink(file_, soft);
    remember_input(file_);
    EXPECT_EQ(problem_with(file_), "") << "nobody guards";
    guard_inputs(true);
    EXPECT_EQ(problem_with(file_), "");
    remember_input(file_);
    for (const fs::path &name : {file_, hard, soft}) {
        EXPECT_NE(problem_with(name).find("is read here"), std::string::npos) << name;
    }
    OutputFile late(folder_ / "late.txt"); // what becomes an input while it is written
    fs::create_hard_link(file_, folder_ / "late.txt");
    EXPECT_THROW(late.commit(), OutputError);
    EXPECT_EQ(text_of(folder_ / "late.txt"), "read");
    const fs::path other = folder_ / "other.txt";
    put(other, "read, too");
    remember_input(other);
    forget_input(other);
    EXPECT_EQ(problem_with(other), "");
    EXPECT_NE(problem_with(file_), "");
    guard_inputs(false);
    put(file_, "written over");
    EXPECT_EQ(text_of(file_), "written over");
}

TEST_F(OutputFiles, OfDeadProgramsAreRemoved) {
    OutputFile living(file_);
    const std::string left = names_in(folder_).at(0);
    const std::string dead = "b.txt" + left.substr(5), fresh = "c.txt" + left.substr(5);
    std::ofstream(folder_ / "d.part-short") << "somebody's";
    std::ofstream(folder_ / dead) << "half";
    EXPECT_EQ(remove_abandoned_files(folder_), 0) << "it may not be locked yet";
    ::sleep(6);
    std::ofstream(folder_ / fresh) << "half";
    EXPECT_EQ(remove_abandoned_files(folder_), 1);
    EXPECT_EQ(names_in(folder_), (std::vector<std::string>{left, fresh, "d.part-short"}));
    living.write("whole");
    living.commit();
    EXPECT_EQ(text_of(file_), "whole");
    EXPECT_EQ(remove_abandoned_files(folder_ / "none"), 0);
}

TEST_F(OutputFiles, HaveNamesOfAnyLength) {
    const fs::path file = folder_ / (std::string(250, 'n') + ".txt");
    put(file, "long");
    EXPECT_EQ(text_of(file), "long");
}

TEST_F(OutputFiles, WithNamesThatAreTooLongAreToldBeforeTheWork) {
    check_output_file(folder_ / std::string(255, 'n'));
    const fs::path name = folder_ / std::string(256, 'n');
    EXPECT_THROW(check_output_file(name), OutputError);
    EXPECT_THROW((void)OutputFile(name), OutputError);
    std::string path = folder_.string();
    while (path.size() < 4090) {
        path += "/.";
    }
    EXPECT_THROW(check_output_file(path + "/name.txt"), OutputError);
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(OutputFiles, TellOfAFullDisk) {
    if (!fs::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full";
    }
    const int kept = ::dup(STDOUT_FILENO), full = ::open("/dev/full", O_WRONLY);
    std::fflush(stdout);
    ::dup2(full, STDOUT_FILENO);
    std::string problem;
    try {
        put("-", "text");
    } catch (const OutputError &error) {
        problem = error.what();
    }
    std::clearerr(stdout);
    ::dup2(kept, STDOUT_FILENO);
    ::close(kept);
    ::close(full);
    EXPECT_EQ(problem, "standard output: cannot be written: No space left on device");
}

TEST(PrintableText, IsOneLineWithoutControlCharacters) {
    EXPECT_EQ(text::printable("a\nb\tc\n"), "a b c");
    EXPECT_EQ(text::printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
    EXPECT_EQ(text::printable("\xc2\x9b"
                              "1m \xff \xc3\xa9"),
              "\\xc2\\x9b1m \\xff \xc3\xa9");
    EXPECT_EQ(text::printable(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(text::printable(""), "");
    EXPECT_EQ(text::printable("\n"), "");
}

TEST(PrintableText, LosesItsMiddle) {
    std::string name;
    for (int i = 0; i < 200; ++i) {
        name += "\xc3\xa9";
    }
    for (std::size_t most = 100; most < 110; ++most) {
        const std::string line = text::printable("begin " + name + " end", most);
        EXPECT_LE(line.size(), most);
        EXPECT_GE(line.size(), most - 4);
        EXPECT_TRUE(line.starts_with("begin ")) << line;
        EXPECT_TRUE(line.ends_with(" end")) << line;
        EXPECT_EQ(text::printable(line), line) << "characters are whole";
    }
    EXPECT_EQ(text::printable(std::string(300, 'a')), std::string(300, 'a'));
}

} // namespace
} // namespace voxmarch
