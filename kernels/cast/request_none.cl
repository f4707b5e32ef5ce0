// All bricks are on the device.
// Provides: is_there, brick_is_there.   Requires: scene_*.cl.

static int is_there(uint page) { return 1; }

static int brick_is_there(SCENE_PARAMS, int3 bricks, int3 brick, uint page) { return 1; }
