// What slices show: windows and colours, pictures of what has moved, and these as planes of the 3D view.
#include "app/viewer/document/document.h"
#include "app/viewer/view/slice_turns.h"
#include "app/viewer/view/slices.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

/// Takes what was read of a large volume, and has read what is missing.
void read_missing(Slices &slices, const std::shared_ptr<const LoadedVolume> &loaded, SliceFetcher &reader, int pixels) {
    auto outcome = reader.take();
    if (outcome && !outcome->error.empty()) {
        slices.problem = outcome->error; // until another volume is opened
    } else if (outcome && outcome->result.order.loaded == loaded) {
        for (SliceValues &slice : outcome->result.slices) {
            slices.read[static_cast<std::size_t>(slice.normal)] = std::move(slice);
            ++slices.reads;
        }
        if (outcome->result.value) {
            slices.valued = outcome->result.order.at;
            slices.value = *outcome->result.value;
        }
    }
    if (reader.busy()) {
        return;
    }
    SliceOrder order{loaded, slices.voxel, {}, pixels, slices.under_mouse.value_or(slices.voxel)};
    bool any = order.at != slices.valued;
    for (int normal = 0; normal < 3; ++normal) {
        const SliceValues &there = slices.read[static_cast<std::size_t>(normal)];
        order.wanted[static_cast<std::size_t>(normal)] = there.values.empty() || there.position != slices.voxel[normal];
        any = any || order.wanted[static_cast<std::size_t>(normal)];
    }
    if (any && slices.problem.empty()) {
        reader.start(order);
    }
}

/// What pictures are to show now.
SliceContents wanted_contents(const Slices &slices, const Document &document) {
    const SliceWindows window = [&](std::size_t place) { return slice_window(document, place); };
    SliceContents wanted = slice_contents(document.scene, *document.loaded, slices.center(), window, slices.only);
    wanted.reads = slices.reads;
    return wanted;
}

/// Whether a slice can be shown: of a large volume once its values are read.
bool is_ready(const Slices &slices, const LoadedVolume &loaded, std::size_t normal) {
    return loaded.volume.large() == nullptr || !slices.read[normal].values.empty();
}

void make_picture(Slices &slices, const LoadedVolume &loaded, const SliceContents &wanted, std::size_t normal) {
    slices.pictures[normal] = std::make_shared<const Image>(slice_image(loaded, wanted, normal, slices.read[normal]));
    slices.textures[normal].show(*slices.pictures[normal]);
}

/// The lines over a picture that is there.
void make_lines(Slices &slices, const LoadedVolume &loaded, const SliceContents &wanted, std::size_t normal) {
    slices.lines[normal] = slice_lines(loaded, wanted, normal, slices.read[normal]);
    slices.lined[normal] =
        slices.lines[normal].empty()
            ? slices.pictures[normal]
            : std::make_shared<const Image>(with_lines(*slices.pictures[normal], slices.lines[normal]));
}

void update_pictures(Slices &slices, const Document &document) {
    const SliceContents wanted = wanted_contents(slices, document);
    SliceContents moved = wanted; // but for where slices lie and their lines
    if (slices.contents) {
        moved.frames = slices.contents->frames;
        moved.isolines = slices.contents->isolines;
    }
    const bool all = slices.contents != moved;
    const bool all_lines = !slices.contents || wanted.isolines != slices.contents->isolines;
    for (std::size_t normal = 0; normal < 3; ++normal) {
        if (!is_ready(slices, *document.loaded, normal)) {
            continue;
        }
        const bool picture = all || wanted.frames[normal] != slices.contents->frames[normal];
        if (picture) {
            make_picture(slices, *document.loaded, wanted, normal);
        }
        if (picture || all_lines) {
            make_lines(slices, *document.loaded, wanted, normal);
        }
    }
    slices.contents = wanted;
}

/// Takes over how slices are turned now, by the mouse, a session or undo. The crosshair stays where it is in each pane.
void follow_turns(Slices &slices, Document &document) {
    SlicePlanes &planes = document.scene.slice_planes;
    const Grid &grid = document.grid();
    if (planes.turned != slices.turned && can_turn(document)) {
        const glm::dvec3 center = slices.center();
        // From the middle of the pane, in the unit of the grid.
        const auto seen = [&](std::size_t normal, const glm::dmat3 &turned) {
            const SliceFrame frame = slice_frame(grid, static_cast<int>(normal), center, turned);
            const glm::dvec2 middle(frame.width - 1, frame.height - 1);
            return (glm::dvec2(frame.place(center)) - middle / 2.0) * frame.pixel;
        };
        for (std::size_t normal = 0; normal < 3; ++normal) {
            slices.views[normal].shift += seen(normal, slices.turned[normal]) - seen(normal, planes.turned[normal]);
        }
        slices.turned = planes.turned;
    }
    if (!are_turned(document)) {
        slices.beside = glm::dvec3(0.0);
    }
    planes.center = slices.center();
    planes.views = slices.views;
    planes.alone = slices.alone;
}

} // namespace

bool has_named_windows(const Document &document, std::size_t channel) {
    constexpr double air = -200.0;
    return channel_of(*document.loaded, channel).range().min < air;
}

ValueRange slice_window(const Document &document, std::size_t place) {
    return slice_window(document.scene, place, [&] {
        return usual_slice_window(document.scene, *document.loaded, place, document.histogram_of(place));
    });
}

void set_slice_window(Document &document, std::size_t place, std::optional<ValueRange> window) {
    auto &windows = document.scene.slice_windows;
    windows.resize(std::max(windows.size(), place + 1));
    windows[place] = window;
    while (!windows.empty() && !windows.back()) {
        windows.pop_back();
    }
}

std::size_t windowed_channel(const Slices &slices, const Document &document) {
    return slices.only.value_or(document.has_volumes() ? 0 : document.channel());
}

void update_slices(Slices &slices, Document &document, SliceFetcher &reader, int pixels) {
    follow_turns(slices, document);
    if (document.loaded->volume.large()) {
        read_missing(slices, document.loaded, reader, pixels);
    }
    update_pictures(slices, document);
}

SlicePictures pictures_of(const Slices &slices, bool in_bricks, bool labelled) {
    SlicePictures pictures{{}, slices.only, in_bricks, labelled};
    for (std::size_t normal = 0; slices.contents && normal < 3; ++normal) {
        if (slices.lined[normal]) {
            pictures.planes.push_back(
                {slices.contents->frames[normal], slices.lined[normal], glm::vec3(slice_colors[normal]) / 255.0f});
        }
    }
    return pictures;
}

void add_planes(Scene &drawn, const SlicePictures &pictures) {
    const bool of_another = pictures.only && (visible_channels(drawn) >> *pictures.only & 1u) == 0;
    if (!of_another && why_no_planes(drawn, pictures.in_bricks, pictures.labelled).empty()) {
        add_planes(drawn, pictures.planes);
    }
}

} // namespace voxmarch
