// Minimum intensity projection: a ray shows the smallest scalar on it.
// Provides: EXTREME.   Requires: nothing.

#define EXTREME -1 // the largest of the negated values
