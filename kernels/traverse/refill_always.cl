// Lanes take new rays as soon as one of the warp waits for one (thesis 5, fig. 5.1).
// Provides: takes_rays.   Requires: warp_*.cl.

// Whether the lanes that wait for a ray get one now; the same in all lanes of the warp, every one calls.
// waits      this lane has no ray and there may be more
// traverses  this lane's ray wants to traverse next
// marches    this lane's ray wants to march next
static int takes_rays(int waits, int traverses, int marches) { return warp_any(waits); }
