// The DICOM elements that decide what an image is, by group << 16 | element (PS3.6).
#pragma once

#include <cstdint>

namespace voxmarch {

inline constexpr std::uint32_t tag_syntax = 0x00020010;
inline constexpr std::uint32_t tag_directory_records = 0x00041220;
inline constexpr std::uint32_t tag_character_set = 0x00080005;
inline constexpr std::uint32_t tag_kind = 0x00080016; ///< SOP class
inline constexpr std::uint32_t tag_modality = 0x00080060;
inline constexpr std::uint32_t tag_study_description = 0x00081030;
inline constexpr std::uint32_t tag_series_description = 0x0008103e;
inline constexpr std::uint32_t tag_thickness = 0x00180050;
inline constexpr std::uint32_t tag_slice_distance = 0x00180088;
inline constexpr std::uint32_t tag_imager_spacing = 0x00181164;
inline constexpr std::uint32_t tag_series = 0x0020000e;
inline constexpr std::uint32_t tag_number = 0x00200013;
inline constexpr std::uint32_t tag_acquisition_time = 0x00080032;
inline constexpr std::uint32_t tag_content_time = 0x00080033;
inline constexpr std::uint32_t tag_trigger_time = 0x00181060; ///< ms
inline constexpr std::uint32_t tag_frame_time = 0x00181063;   ///< from frame to frame, ms
inline constexpr std::uint32_t tag_acquisition_number = 0x00200012;
inline constexpr std::uint32_t tag_temporal_position = 0x00200100;
inline constexpr std::uint32_t tag_position = 0x00200032;
inline constexpr std::uint32_t tag_orientation = 0x00200037;
inline constexpr std::uint32_t tag_samples = 0x00280002;
inline constexpr std::uint32_t tag_photometric = 0x00280004;
inline constexpr std::uint32_t tag_planar = 0x00280006;
inline constexpr std::uint32_t tag_frames = 0x00280008;
inline constexpr std::uint32_t tag_increment = 0x00280009; ///< what changes from frame to frame
inline constexpr std::uint32_t tag_rows = 0x00280010;
inline constexpr std::uint32_t tag_columns = 0x00280011;
inline constexpr std::uint32_t tag_pixel_spacing = 0x00280030;
inline constexpr std::uint32_t tag_bits_allocated = 0x00280100;
inline constexpr std::uint32_t tag_bits_stored = 0x00280101;
inline constexpr std::uint32_t tag_high_bit = 0x00280102;
inline constexpr std::uint32_t tag_signed = 0x00280103;
inline constexpr std::uint32_t tag_window_center = 0x00281050;
inline constexpr std::uint32_t tag_window_width = 0x00281051;
inline constexpr std::uint32_t tag_intercept = 0x00281052;
inline constexpr std::uint32_t tag_slope = 0x00281053;
inline constexpr std::uint32_t tag_window_name = 0x00281055;
inline constexpr std::uint32_t tag_palette_sizes[] = {0x00281101, 0x00281102, 0x00281103}; ///< red, green, blue
inline constexpr std::uint32_t tag_palette_values[] = {0x00281201, 0x00281202, 0x00281203};
inline constexpr std::uint32_t tag_modality_table = 0x00283000;
inline constexpr std::uint32_t tag_dose_units = 0x30040002;
inline constexpr std::uint32_t tag_dose_offsets = 0x3004000c;
inline constexpr std::uint32_t tag_dose_scaling = 0x3004000e;
inline constexpr std::uint32_t tag_float_pixels = 0x7fe00008;
inline constexpr std::uint32_t tag_double_pixels = 0x7fe00009;
inline constexpr std::uint32_t tag_pixels = 0x7fe00010;

// Functional groups: of all frames, of each, and what stands in them.
inline constexpr std::uint32_t tag_shared_groups = 0x52009229;
inline constexpr std::uint32_t tag_frame_groups = 0x52009230;
inline constexpr std::uint32_t tag_frame_content = 0x00209111;
inline constexpr std::uint32_t tag_time_index = 0x00209128;
inline constexpr std::uint32_t tag_dimension_indices = 0x00209157;
inline constexpr std::uint32_t tag_plane_position = 0x00209113;
inline constexpr std::uint32_t tag_plane_orientation = 0x00209116;
inline constexpr std::uint32_t tag_pixel_measures = 0x00289110;
inline constexpr std::uint32_t tag_windows = 0x00289132;
inline constexpr std::uint32_t tag_value_transformation = 0x00289145;
inline constexpr std::uint32_t tag_segments = 0x00620002;
inline constexpr std::uint32_t tag_number_of_segment = 0x00620004; ///< in the list of segments
inline constexpr std::uint32_t tag_segment_label = 0x00620005;
inline constexpr std::uint32_t tag_segment_color = 0x0062000d; ///< CIELab
inline constexpr std::uint32_t tag_segment_identification = 0x0062000a;
inline constexpr std::uint32_t tag_segment_number = 0x0062000b; ///< of a frame
inline constexpr std::uint32_t tag_detectors = 0x00540022;

// Marks in sequences.
inline constexpr std::uint32_t tag_item = 0xfffee000;
inline constexpr std::uint32_t tag_item_end = 0xfffee00d;
inline constexpr std::uint32_t tag_sequence_end = 0xfffee0dd;

} // namespace voxmarch
