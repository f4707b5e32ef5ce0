// What a work-item keeps lies in local memory (Rogeiro 2011, 3.4.2.4): entries of neighbours side by side, so that they
// lie in different banks.
// Provides: KEPT, KEPT_ITEMS, kept_place.   Requires: nothing; GENERATE_GROUP work-items a work-group.

#define KEPT __local

enum { KEPT_ITEMS = GENERATE_GROUP }; // work-items whose entries an array holds

// Where the work-item has entry i of its own.
static uint kept_place(uint i) { return i * GENERATE_GROUP + (uint)get_local_id(0); }
