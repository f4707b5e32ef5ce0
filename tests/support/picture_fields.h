// What the members of settings, cameras and transfer functions are called, for EveryChange.
#pragma once

#include "renderer/camera.h"
#include "renderer/settings.h"
#include "tests/support/every_change.h"
#include "transfer/transfer_function.h"

namespace voxmarch {

FIELDS(LoopParams, node_steps, marching_steps, fused_steps, buffer_length, decisions, pool_tiles)
FIELDS(Light, direction, ambient, diffuse, specular, shininess, follows_camera, fill)
FIELDS(SideLight, direction, follows_camera, color)
FIELDS(ClipPlane, normal, distance)
FIELDS(SurfaceStyle, isovalue, color, opacity, channel)
FIELDS(PictureFinish, background_top, exposure, tone, samples)
FIELDS(TraceSettings, bounces, anisotropy, surfaces, lamp_radius, environment, environment_file, environment_turn,
       environment_strength, error, seed, aperture, focus_distance, focus_at, emission, denoise)
FIELDS(RenderSettings, mode, surfaces, surface_method, extraction, surface_layers, surface_caps, blend, channel_blend,
       label_edges, interpolation, classification, lighting, trace, shading, gradient, gradient_of, traversal, step,
       adaptive_step, opacity_cutoff, leaf_size, threshold, node_coding, loops, jitter, full_gradient, background,
       finish, outline, light, side_lights, shadows, shadow_method, ambient_occlusion, ambient_occlusion_method,
       clip_low, clip_high, clip_planes, clip_inverted, group_width, group_height, local_padding)
FIELDS(PictureCrop, width, height, x, y)
FIELDS(Camera, eye, target, up, fov, height, crop, subpixel)
FIELDS(ColorPoint, scalar, color)
FIELDS(OpacityPoint, scalar, opacity)
FIELDS(GradientPoint, gradient, factor)
FIELDS(TransferWidget, shape, scalar_low, scalar_high, gradient_low, gradient_high, color, opacity, edge, corners)
FIELDS(MaterialPoint, scalar, ambient, diffuse, specular, shininess)
FIELDS(EmissionPoint, scalar, emission)
FIELDS(TransferFunction, name, description, domain, colors, opacities, widgets, gradient_opacities, materials,
       emissions, opacity_distance, unit_distance, voxel_length, mean_spacing)
FIELDS(LabelStyle, visibility, color, transfer)

} // namespace voxmarch
