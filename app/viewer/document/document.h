// What is open: a volume, the scene that shows it, and what the user did to that.
#pragma once

#include "app/viewer/document/history.h"
#include "app/viewer/jobs/loader.h"
#include "scene/scene.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Precondition of what asks for volumes and channels: something is open. Channels are numbered by their places among
/// those that are drawn together.
struct Document {
    std::shared_ptr<const LoadedVolume> loaded; ///< null: nothing is open
    Scene scene;                                ///< valid while something is
    Scene first_scene;                          ///< as it was shown first
    Camera first_camera;
    History history;
    std::filesystem::path session_file;  ///< that was opened, or saved last, of this volume; empty: none
    bool reads_unsaved = false;          ///< it is read again, with edits that are not saved
    std::optional<History> next_history; ///< goes on when what is read has come; empty: that begins anew
    std::size_t selected = 0;            ///< channel that the user has chosen, see channel()
    int samples = 1;                     ///< rays a pixel of what no session says it of

    const Grid &grid() const { return loaded->grid(); }
    const std::string &name() const { return loaded->volume.header().name; }
    std::size_t channels() const { return 1 + scene.other_channels.size(); }

    /// Whose transfer function is edited: the selected one, of colours the one that tells opacities.
    std::size_t channel() const;

    /// Of that channel.
    const Volume &volume() const { return channel_of(*loaded, channel()); }
    const TransferFunction &transfer() const { return transfer_of(channel()); }
    TransferFunction &transfer() { return transfer_of(channel()); }

    /// What that function runs over: values of the channel, or luminances.
    const Histogram &histogram() const;

    const TransferFunction &transfer_of(std::size_t place) const {
        return place == 0 ? scene.transfer : scene.other_channels.at(place - 1).transfer;
    }
    TransferFunction &transfer_of(std::size_t place) {
        return place == 0 ? scene.transfer : scene.other_channels.at(place - 1).transfer;
    }
    ChannelShare &share_of(std::size_t place) {
        return place == 0 ? scene.first_channel : scene.other_channels.at(place - 1).share;
    }
    const ChannelShare &share_of(std::size_t place) const {
        return place == 0 ? scene.first_channel : scene.other_channels.at(place - 1).share;
    }
    const Histogram &histogram_of(std::size_t place) const {
        return place == 0 ? loaded->histogram : loaded->other_values.at(place - 1).histogram;
    }
    const DataSurvey &survey_of(std::size_t place) const {
        return place == 0 ? loaded->survey : loaded->other_values.at(place - 1).survey;
    }

    /// Whether what is drawn together is several volumes, not channels of one.
    bool has_volumes() const { return !scene.other_volumes.empty(); }

    /// In the file.
    int number_of(std::size_t place) const {
        return place == 0                    ? scene.volume.channel
               : scene.other_volumes.empty() ? scene.volume.other_channels.at(place - 1)
                                             : scene.other_volumes.at(place - 1).volume.channel;
    }
    std::string name_of(std::size_t place) const;
};

/// A preset's function over the values of a channel, of all its times.
TransferFunction over_volume(const TransferFunction &transfer, const SceneContent &content, std::size_t channel = 0);

/// The colour of a channel: that of its function's upper end, of colours its own.
glm::dvec3 color_of(const Document &document, std::size_t place);

/// Makes the channel's function a ramp of this colour; opacities stay.
void set_color(Document &document, std::size_t place, const glm::dvec3 &color);

/// Of the values of a channel, with a space before it: " HU", or "" where nobody knows it.
std::string value_unit_of(const Document &document, std::size_t place);

/// Of the channel that is edited.
inline std::string value_unit(const Document &document) { return value_unit_of(document, document.channel()); }

/// The same without the space.
std::string unit_word(const std::string &unit);

/// "DAPI 83, GFP 12.5": what channels have at one place. @param values  NaN beside the box of a volume: "outside"
std::string values_text(const Document &document, const std::vector<double> &values);

/// Takes out of the scene what cannot be drawn of several channels. @return what it was, for a message
std::vector<std::string> keep_mixable(Scene &scene);

/// Changes what is drawn; isosurfaces that were not there begin at the value that parts background and object best.
void set_mode(Document &document, Mode mode);

/// Changes how channels are mixed. Functions of channels and of the luminance of colours are others: those that suit
/// the data take their place.
void set_channel_blend(Document &document, ChannelBlend blend);

/// Changes what rays make of their samples, and with it the function that was chosen from the data.
void set_blend(Document &document, Blend blend);

/// The function that is chosen from the data, with the classification that suits it.
void take_automatic_transfer(Document &document);

/// Applies a look, see apply_look(). Isosurfaces give way to looks that are projections.
void set_look(Document &document, std::string_view name);

/// The first shadows turn a headlight into key_light(), and without shadows that becomes a headlight again.
/// Follows paths of light, or shades. Paths get samples enough, the denoiser, and a light that throws shadows to be
/// seen, where nothing is set that shows them.
void set_traced(RenderSettings &settings, bool traced);

void set_shadows(RenderSettings &settings, Shadows shadows);

} // namespace voxmarch
