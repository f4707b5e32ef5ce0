// The desktop's own dialogs for files, by zenity or kdialog, each a program that runs beside the viewer.
#pragma once

#include "app/viewer/dialogs/file_question.h"
#include "app/viewer/jobs/background_job.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What came of a native dialog.
struct NativeAnswer {
    enum class Kind { chosen, cancelled, failed };
    Kind kind = Kind::failed;
    std::filesystem::path path; ///< that was chosen, absolute
};

/// Whether a desktop session runs, and has zenity or kdialog.
bool has_native_dialogs();

/// The program and its arguments. @param program  the path of a zenity or kdialog
std::vector<std::string> native_command(const std::string &program, const FileQuestion &question);

/// What is to be made of the end of that program. What ends with an error at once, or names no path, has failed.
/// @param code     its exit code; < 0: it did not end by itself
/// @param seconds  that it ran
NativeAnswer native_answer(int code, const std::string &output, double seconds);

/// One dialog at a time.
class NativeDialog {
public:
    /// @param wake  called on its thread when it has ended
    explicit NativeDialog(std::function<void()> wake) : job_(std::move(wake)) {}

    /// Precondition: has_native_dialogs()
    void start(const FileQuestion &question);

    /// Closes it.
    void cancel() { job_.cancel(); }
    bool busy() const { return job_.busy(); }

    /// The answer, once; empty: it is open still.
    std::optional<NativeAnswer> take();

private:
    BackgroundJob<NativeAnswer> job_;
};

} // namespace voxmarch
