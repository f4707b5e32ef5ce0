// Lanes take new rays by vote of the warp, once no fewer wait for one than would traverse, nor than would march (thesis
// 5, after Aila and Laine 2009).
// Provides: takes_rays.   Requires: warp_*.cl.

// Whether the lanes that wait for a ray get one now; the same in all lanes of the warp, every one calls.
// waits      this lane has no ray and there may be more
// traverses  this lane's ray wants to traverse next
// marches    this lane's ray wants to march next
static int takes_rays(int waits, int traverses, int marches) {
    const uint waiting = warp_count(waits);
    const uint traversing = warp_count(traverses);
    const uint marching = warp_count(marches);
    return waiting > 0 && waiting >= max(traversing, marching);
}
