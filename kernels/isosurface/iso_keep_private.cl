// What a work-item keeps lies in its private memory: in registers, or where these do not do in the device's memory.
// Provides: KEPT, KEPT_ITEMS, kept_place.   Requires: nothing.

#define KEPT __private

enum { KEPT_ITEMS = 1 }; // work-items whose entries an array holds

// Where the work-item has entry i of its own.
static uint kept_place(uint i) { return i; }
