// Maximum intensity projection: a ray shows the largest scalar on it.
// Provides: EXTREME.   Requires: nothing.

#define EXTREME 1
