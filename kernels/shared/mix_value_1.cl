// One sample is mixed at a time.
// Provides: MixValue.   Requires: nothing.

typedef float MixValue;
