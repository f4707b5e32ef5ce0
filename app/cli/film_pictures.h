// The pictures of a run of voxmarch render: which are drawn, and the scene of each.
#pragma once

#include "app/cli/render_options.h"
#include "base/ranks.h"

#include <string>
#include <vector>

namespace voxmarch {

/// The scene of every picture: of a turn, of a time line, or the same for all. Refers to options and scene.
class FilmScenes {
public:
    FilmScenes(const RenderOptions &options, const Scene &scene);

    /// @param number  of the picture, in 0 .. RenderOptions::pictures() - 1
    Scene at(int number) const;

    /// The time of a series that it is of.
    int time_of(int number) const;

private:
    const RenderOptions &options_;
    const Scene &scene_;
    std::vector<Camera> cameras_; ///< of a turn
};

/// "note: .." of a film in some of whose pictures nothing of the volume's box is within the frame; else empty.
/// @param numbers  of its pictures
std::string note_of_missed_volume(const RenderOptions &options, const Scene &scene, const Grid &grid,
                                  const std::vector<int> &numbers);

/// Numbers of the pictures that are asked for: all, or of --preview as many, evenly, the first and the last among them.
std::vector<int> wanted_pictures(const RenderOptions &options);

/// Pictures that --resume draws, of those that are wanted.
struct MissingPictures {
    std::vector<int> numbers; ///< ascending
    std::string note;         ///< why some that are files are drawn again; empty: none is
};

/// A file counts as the picture if it is whole, of that size, and tells of the scene that would be drawn now: of its
/// settings, voxels and the program's version, not of the device. Of pictures of another time than the scene's the
/// voxels are not known yet and do not count.
/// @param output  with a place for the number
MissingPictures missing_pictures(const RenderOptions &options, const std::string &output, const Scene &scene,
                                 const std::vector<int> &wanted);

/// What rank 0 finds, for all. @throws RanksEnded
MissingPictures missing_pictures(const RenderOptions &options, const std::string &output, const Scene &scene,
                                 const std::vector<int> &wanted, Ranks &ranks);

} // namespace voxmarch
