// Names and writes the files of voxmarch mesh.
#include "app/cli/mesh_outputs.h"
#include "app/cli/outputs.h"

#include "app/phase_timer.h"
#include "app/progress.h"
#include "base/error.h"
#include "base/text.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

bool holds(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

void replace_all(std::string &text, const std::string &word, const std::string &by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
}

} // namespace

MeshOutputs::MeshOutputs(std::string pattern, std::string value, bool several)
    : pattern_(std::move(pattern)), value_(std::move(value)), several_(several) {
    const bool labels = value_ == "label";
    for (const char *word : {"{label}", "{name}", "{isovalue}"}) {
        const bool fits = labels != (std::string_view(word) == "{isovalue}");
        if (holds(pattern_, word) && !fits) {
            throw UsageError(fmt::format("--output is '{}': surfaces of {} have no {}, write {}", pattern_,
                                         labels ? "labels" : "isovalues", word,
                                         labels ? "{label} or {name}" : "{isovalue}"));
        }
        apart_ = apart_ || holds(pattern_, word);
    }
    if (several_ && !apart_ && !tells_parts_apart(pattern_)) {
        throw UsageError(fmt::format("{}: an STL file cannot tell {}s apart; write .ply, .obj or .vtk, or a file for "
                                     "each by {{{}}} in the name",
                                     pattern_, value_, value_));
    }
}

std::string MeshOutputs::file_of(const MeshPart &part) const {
    std::string file = pattern_;
    const std::string number = fmt::format("{:.9g}", part.value);
    replace_all(file, "{label}", number);
    replace_all(file, "{isovalue}", number);
    replace_all(file, "{name}", text::file_word(part.name));
    return file;
}

void MeshOutputs::write(Mesh &mesh, const std::string &file) const {
    const PhaseTimer phase("write " + written_name(file));
    const std::string tag = world_ ? to_outside(mesh, *world_, file) : "";
    write_mesh(mesh, file, progress_line("writing " + file), tag);
}

/// The file of a surface that has one of its own. @return false where nothing of it is left: there is no empty file
bool MeshOutputs::begin_file(const MeshPart &part, std::size_t triangles) {
    if (triangles == 0) {
        left_out_.push_back(file_of(part));
        return false;
    }
    last_ = file_of(part);
    first_ = first_.empty() ? last_ : first_;
    if (!files_.insert(last_).second) {
        throw UsageError(
            fmt::format("{} would be written twice: two surfaces are called '{}'; put {{{}}} into the name "
                        "of the file",
                        last_, part.name, value_));
    }
    return true;
}

void MeshOutputs::add(Mesh surface, const MeshPart &part) {
    triangles_ += surface.triangles.size();
    if (!apart_ && !has_parts()) {
        whole_ = std::move(surface); // there is but one
        return;
    }
    whole_.part_value = value_;
    if (!apart_) {
        append_part(whole_, surface, part);
        return;
    }
    if (!begin_file(part, surface.triangles.size())) {
        return;
    }
    Mesh alone;
    alone.part_value = value_;
    append_part(alone, surface, part);
    write(alone, last_);
}

MeshSpool &MeshOutputs::spool() { return spool_ ? *spool_ : spool_.emplace(pattern_); }

void MeshOutputs::to_file(Mesh &part) const {
    if (world_) {
        to_outside(part, *world_, pattern_);
    }
}

void MeshOutputs::add_spooled(const MeshPart &part) {
    MeshPart &added = spooled_.emplace_back(part);
    added.vertices = spool().size().vertices;
    added.triangles = spool().size().triangles;
    for (std::size_t i = 0; i + 1 < spooled_.size(); ++i) {
        added.vertices -= spooled_[i].vertices;
        added.triangles -= spooled_[i].triangles;
    }
    triangles_ += added.triangles;
    if (apart_) {
        if (begin_file(part, added.triangles)) {
            write_spool(last_);
        } else {
            spool_.reset();
            spooled_.clear();
        }
    }
}

void MeshOutputs::write_spool(const std::string &file) {
    Mesh none;
    const std::string tag = world_ ? to_outside(none, *world_, file) : "";
    MeshView mesh = spool().view();
    if (apart_ || has_parts()) {
        mesh.parts = spooled_;
        mesh.part_value = value_;
    }
    write_mesh(mesh, file, progress_line("writing " + file), tag);
    spool_.reset();
    spooled_.clear();
}

std::string MeshOutputs::finish() {
    if (!left_out_.empty()) {
        say(fmt::format("note: without triangles, and not written: {}", fmt::join(left_out_, ", ")));
    }
    if (apart_) {
        return files_.size() == 1 ? "wrote " + first_
                                  : fmt::format("wrote {} files, {} .. {}", files_.size(), first_, last_);
    }
    if (spool_) {
        write_spool(pattern_);
    } else {
        write(whole_, pattern_);
    }
    return "wrote " + written_name(pattern_);
}

} // namespace voxmarch
