// Lists of folders, and commands and answers of the desktop's dialogs.
#include "app/viewer/dialogs/file_list.h"

#include "app/viewer/dialogs/native_dialog.h"
#include "volume/formats/volume_names.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace voxmarch {
namespace {

namespace fs = std::filesystem;

class FileLists : public ::testing::Test {
protected:
    const fs::path folder_ = fs::temp_directory_path() / ("voxmarch-file-list-" + std::to_string(::getpid()));
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }
    void write(const std::string &name, std::size_t bytes) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << std::string(bytes, 'x');
    }
    static std::string names(const std::vector<FileEntry> &entries) {
        std::string text;
        for (const FileEntry &entry : entries) {
            text += entry.name + " ";
        }
        return text;
    }
};

TEST_F(FileLists, folders_come_first_numbers_count_and_hidden_files_are_left_out) {
    write("scan10.nrrd", 5);
    write("Scan2.nrrd", 50);
    write(".hidden.nrrd", 1);
    write("zoo/a.nrrd", 1);
    FileList list = list_folder(folder_, {});
    sort_entries(list.entries, {});
    EXPECT_EQ(names(list.entries), "zoo Scan2.nrrd scan10.nrrd ");
    sort_entries(list.entries, {FileColumn::size, false});
    EXPECT_EQ(names(list.entries), "zoo scan10.nrrd Scan2.nrrd ");
    sort_entries(list.entries, {FileColumn::name, true});
    EXPECT_EQ(names(list.entries), "zoo scan10.nrrd Scan2.nrrd ");
    EXPECT_EQ(list.entries[2].size, 50U);
    EXPECT_FALSE(list_folder(folder_ / "nowhere", {}).problem.empty());
    EXPECT_EQ(names(list_folder(folder_, {".json"}).entries), "zoo ");
}

TEST_F(FileLists, typing_finds_and_tab_completes) {
    write("brain.nii", 1);
    write("brain-2.nii", 1);
    write("Study/series/a.dcm", 1);
    FileList list = list_folder(folder_, {});
    sort_entries(list.entries, {});
    EXPECT_EQ(list.entries[*first_match(list.entries, "BRAIN.")].name, "brain.nii");
    EXPECT_FALSE(first_match(list.entries, "x"));
    EXPECT_FALSE(first_match(list.entries, ""));
    EXPECT_EQ(completed(folder_, "br"), "brain");
    EXPECT_EQ(completed(folder_, "brain."), "brain.nii");
    EXPECT_EQ(completed(folder_, "st"), "Study/");
    EXPECT_EQ(completed(folder_, "Study/s"), "Study/series/");
    EXPECT_EQ(completed("/", (folder_ / "Stu").string()), (folder_ / "Study").string() + "/");
    EXPECT_EQ(completed(folder_, "nothing"), "nothing");
}

TEST_F(FileLists, filters_know_volumes_and_sessions) {
    EXPECT_TRUE(passes(FileFilter::volumes, "a.nii.gz"));
    EXPECT_FALSE(passes(FileFilter::volumes, "a.json"));
    EXPECT_TRUE(passes(FileFilter::sessions, "a.JSON"));
    EXPECT_FALSE(passes(FileFilter::volumes_and_sessions, "a.pdf"));
    EXPECT_TRUE(passes(FileFilter::all, "a.pdf"));
}

TEST_F(FileLists, folders_of_slices_are_volumes_and_others_are_not) {
    write("slices/1.png", 8);
    write("slices/2.png", 8);
    write("mixed/1.png", 8);
    write("mixed/notes.txt", 8);
    write("dicom/IM0", 8);
    std::ofstream(folder_ / "dicom" / "IM1") << std::string(128, '\0') << "DICM" << std::string(400, '\0');
    EXPECT_TRUE(is_volume_folder(folder_ / "slices"));
    EXPECT_FALSE(is_volume_folder(folder_ / "mixed"));
    EXPECT_TRUE(is_volume_folder(folder_ / "dicom"));
    EXPECT_FALSE(is_volume_folder(folder_));
    EXPECT_FALSE(is_volume_folder(folder_ / "nowhere"));
}

TEST_F(FileLists, places_are_there_and_named_once) {
    const auto all = places({(folder_ / "a.nrrd").string(), (folder_ / "b.nrrd").string(), "/no such folder/c.nrrd"});
    EXPECT_EQ(std::ranges::count(all, folder_, &FilePlace::folder), 1);
    EXPECT_EQ(std::ranges::count(all, fs::path("/no such folder"), &FilePlace::folder), 0);
}

TEST_F(FileLists, places_of_the_same_name_are_told_apart) {
    for (const char *parent : {"ct", "mr"}) {
        fs::create_directories(folder_ / parent / "data");
    }
    const auto all = places({(folder_ / "ct/data/a.nrrd").string(), (folder_ / "mr/data/b.nrrd").string()});
    EXPECT_EQ(std::ranges::count(all, "data (ct)", &FilePlace::name), 1);
    EXPECT_EQ(std::ranges::count(all, "data (mr)", &FilePlace::name), 1);
}

TEST(SizeText, is_short) {
    EXPECT_EQ(size_text(0), "0 B");
    EXPECT_EQ(size_text(999), "999 B");
    EXPECT_EQ(size_text(1500), "1.5 kB");
    EXPECT_EQ(size_text(12'300'000), "12 MB");
    EXPECT_EQ(size_text(999'900), "1.0 MB");
}

TEST(NativeDialogs, say_what_is_asked) {
    FileQuestion question;
    question.kind = FileKind::save_file;
    question.title = "Save";
    question.extensions = {".png", ".jpg"};
    question.suggestion = "/tmp/a.png";
    EXPECT_EQ(native_command("/bin/zenity", question),
              (std::vector<std::string>{"/bin/zenity", "--file-selection", "--title=Save", "--filename=/tmp/a.png",
                                        "--save", "--confirm-overwrite", "--file-filter=*.png *.jpg"}));
    EXPECT_EQ(native_command("/bin/kdialog", question),
              (std::vector<std::string>{"/bin/kdialog", "--title", "Save", "--getsavefilename", "/tmp/a.png",
                                        "*.png *.jpg"}));
    question.kind = FileKind::open_volume;
    question.extensions.clear();
    const std::vector<std::string> opens = native_command("/bin/zenity", question);
    ASSERT_EQ(opens.size(), 6u);
    EXPECT_TRUE(opens[4].starts_with("--file-filter=Volumes and sessions | *")) << opens[4];
    for (const char *pattern : {" *.nrrd", " *.nii.gz", " *.json", " *.DCM"}) {
        EXPECT_NE(opens[4].find(pattern), std::string::npos) << pattern;
    }
    EXPECT_EQ(opens[5], "--file-filter=All files | *");
}

TEST(NativeDialogs, failures_are_told_from_cancelling) {
    using Kind = NativeAnswer::Kind;
    EXPECT_EQ(native_answer(0, "/tmp/a b.png\n", 1.0).path, "/tmp/a b.png");
    EXPECT_EQ(native_answer(0, "/tmp/a.png\n", 1.0).kind, Kind::chosen);
    EXPECT_EQ(native_answer(1, "", 2.0).kind, Kind::cancelled);
    EXPECT_EQ(native_answer(1, "", 0.05).kind, Kind::failed); // no display
    EXPECT_EQ(native_answer(0, "", 2.0).kind, Kind::failed);
    EXPECT_EQ(native_answer(0, "a.png", 2.0).kind, Kind::failed);
    EXPECT_EQ(native_answer(-1, "", 2.0).kind, Kind::failed);
}

} // namespace
} // namespace voxmarch
