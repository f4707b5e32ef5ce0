// What of a pixel the denoiser takes as its surface: albedo without what lies beside it, and coverage; coverage 0:
// nothing that is smoothed.
// Provides: reflectance, brightness.   Requires: nothing.

// What the light of a pixel is multiplied by to give its colour. Not 0: colours are divided by it.
static float3 reflectance(float4 surface) { return fmax(surface.xyz * surface.w, 1e-3f); }

// Luminance (BT.709).
static float brightness(float3 rgb) { return fma(0.2126f, rgb.x, fma(0.7152f, rgb.y, 0.0722f * rgb.z)); }
