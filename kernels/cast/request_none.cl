// All bricks are on the device.
// Provides: brick_is_there.   Requires: scene_*.cl.

static int brick_is_there(SCENE_PARAMS, int3 bricks, int3 brick, uint page) { return 1; }
