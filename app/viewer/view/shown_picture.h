// The picture that the 3D view shows, in a comparison both, with what is known of them.
#pragma once

#include "app/viewer/jobs/frame.h"
#include "app/viewer/window/texture.h"
#include "renderer/image.h"

#include <optional>

namespace voxmarch {

struct ShownPicture {
    Frame frame;                               ///< its images are empty
    Image image, other_image;                  ///< as they came
    Texture texture, other_texture;            ///< as they are shown
    bool has_other = false;                    ///< the newest frame has a second picture
    std::optional<ImageDifference> difference; ///< of both pictures, if they are final
    bool outdated = false;                     ///< what is shown is not (yet) the full picture of the scene

    /// Shows a new frame. @param differs  in place of the second picture where it differs from the first
    void take(Frame &&next, bool differs);

    /// The picture stays, as it was drawn, until the next frame comes; its numbers go.
    void forget_numbers();

    /// Shows nothing until the next frame comes.
    void forget();

    /// Shows the second picture, or where it differs from the first, 16 times as strong.
    void show_other(bool differs);
};

} // namespace voxmarch
