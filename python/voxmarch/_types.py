"""What type checkers and editors know of the options of a picture and of the fields of a scene. Nothing of it is
used when programs run. Made by tests/python/make_types.py."""
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, TypedDict, Union

import numpy as np

from ._scene import Fields

Numbers = Union[Sequence[float], np.ndarray]


class PictureOptions(TypedDict, total=False):
    """Options of `render`, `Scene` and `Renderer.render`; `options()` explains each."""

    channel: Optional[Union[str, int, Sequence[Any], Mapping[int, str]]]
    channel_blend: Optional[Literal["opacity", "additive", "maximum", "rgb", "rgba"]]
    quality: Optional[int]
    size: Optional[Union[str, Numbers]]
    view: Optional[str]
    projection: Optional[Literal["perspective", "orthographic"]]
    fit: Optional[float]
    camera: Optional[Union[str, Mapping[str, Any]]]
    convention: Optional[Literal["lps", "ras"]]
    look: Optional[str]
    background: Optional[Union[str, Numbers]]
    background_top: Optional[Union[str, Numbers]]
    exposure: Optional[float]
    tone: Optional[Literal["none", "filmic"]]
    samples: Optional[int]
    transparent: Optional[bool]
    transfer: Any
    data: Optional[Literal["auto", "grey", "labels", "ct"]]
    value_unit: Optional[str]
    window: Optional[Union[str, Numbers]]
    blend: Optional[Literal["composite", "mip", "minip", "average"]]
    interpolation: Optional[Literal["nearest", "linear", "cubic"]]
    classification: Optional[Literal["auto", "pre", "post", "preintegrated"]]
    shading: Optional[Literal["phong", "none"]]
    gradient: Optional[Literal["auto", "sobel", "central", "on-the-fly"]]
    gradient_of: Optional[Literal["auto", "scalar", "opacity"]]
    full_gradient: Optional[float]
    mode: Optional[Literal["volume", "isosurface", "both"]]
    isovalue: Optional[Union[str, float, Numbers]]
    isosurface: Optional[Literal["mesh", "raycast"]]
    isosurface_color: Optional[Union[str, Sequence[Any], np.ndarray]]
    isosurface_opacity: Optional[Union[str, float, Numbers]]
    isosurface_channel: Optional[Union[str, float, Numbers]]
    isosurface_layers: Optional[int]
    caps: Optional[bool]
    extraction: Optional[Literal["blocks", "scan", "histopyramid"]]
    light: Optional[Union[str, Numbers]]
    fill: Optional[float]
    side_light: Optional[Union[str, Sequence[str]]]
    ambient: Optional[Union[str, float, Numbers]]
    diffuse: Optional[Union[str, float, Numbers]]
    specular: Optional[Union[str, float, Numbers]]
    shininess: Optional[float]
    outline: Optional[float]
    shadows: Optional[Union[bool, Literal["full", "half", "quarter"]]]
    shadow_method: Optional[Literal["propagated", "marched"]]
    ambient_occlusion: Optional[int]
    ambient_occlusion_method: Optional[Literal["cones", "marched"]]
    lighting: Optional[Literal["shaded", "traced"]]
    bounces: Optional[int]
    anisotropy: Optional[float]
    emission: Optional[float]
    trace_surfaces: Optional[float]
    lamp_radius: Optional[float]
    environment: Optional[str]
    environment_turn: Optional[float]
    environment_strength: Optional[float]
    error: Optional[float]
    seed: Optional[int]
    aperture: Optional[float]
    focus_distance: Optional[float]
    focus_at: Optional[Union[str, Numbers]]
    denoise: Optional[bool]
    clip: Optional[Union[str, Sequence[Sequence[Union[str, float]]], np.ndarray]]
    clip_plane: Optional[Union[str, Numbers, Sequence[Sequence[float]]]]
    clip_invert: Optional[bool]
    label: Optional[Union[str, Mapping[Any, Any]]]
    label_edges: Optional[Literal["nearest", "smooth"]]
    step: Optional[Union[float, Literal["auto", "adaptive"]]]
    jitter: Optional[bool]
    opacity_cutoff: Optional[float]
    traversal: Optional[Literal["auto", "none", "first-approach", "if-if", "while-while", "for-for", "buffered-for-for",
        "buffered-for-for-with-flags", "persistent-interleaved", "persistent-warp-pool", "persistent-group-pool",
        "persistent-warp-refill", "persistent-warp-pool-flags", "persistent-warp-pool-none",
        "persistent-warp-pool-vote", "persistent-two-rays", "persistent-shared-rays", "distance-map",
        "octant-distance-map"]]
    leaf_size: Optional[float]
    threshold: Optional[float]
    node_coding: Optional[Literal["bytes", "pairs"]]
    node_steps: Optional[float]
    marching_steps: Optional[float]
    fused_steps: Optional[float]
    buffer_length: Optional[float]
    decisions: Optional[float]
    pool_tiles: Optional[float]
    backend: Optional[Literal["auto", "image", "buffer", "packet"]]
    work_group: Optional[Union[str, Numbers]]


class Camera(Fields):
    """Where a scene is seen from, in the world."""

    eye: Sequence[float]
    target: Sequence[float]
    up: Sequence[float]
    fov: float
    height: Optional[float]


class Surface(Fields):
    """An isosurface of a scene."""

    isovalue: float
    color: Sequence[float]
    opacity: float


class Settings(Fields):
    """How a scene is drawn: what `voxmarch render` has options for."""

    mode: str
    surfaces: list[Surface]
    surface_method: str
    extraction: str
    surface_layers: int
    surface_caps: bool
    blend: str
    channel_blend: str
    label_edges: str
    interpolation: str
    classification: str
    lighting: str
    trace: Mapping[str, Any]
    shading: str
    gradient: str
    gradient_of: str
    traversal: str
    leaf_size: int
    threshold: float
    node_coding: str
    loops: Optional[Mapping[str, int]]
    step: float
    adaptive_step: bool
    opacity_cutoff: float
    full_gradient: float
    jitter: bool
    shadows: str
    shadow_method: str
    ambient_occlusion: int
    ambient_occlusion_method: str
    clip: Sequence[Sequence[float]]
    clip_planes: Sequence[Sequence[float]]
    clip_inverted: bool
    background: Sequence[float]
    background_top: Optional[Sequence[float]]
    exposure: float
    tone: str
    samples: int
    outline: float
    light: Union[str, Sequence[float]]
    light_follows_camera: bool
    side_lights: list[Mapping[str, Any]]
    fill: float
    ambient: Sequence[float]
    diffuse: Sequence[float]
    specular: Sequence[float]
    shininess: float
    work_group: Sequence[int]
    local_padding: int
