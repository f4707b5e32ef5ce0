// Sixteen samples are mixed at a time.
// Provides: MixValue.   Requires: nothing.

typedef float16 MixValue;
