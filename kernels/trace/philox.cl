// Random numbers by counting: Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as
// 1, 2, 3"). A path's numbers follow from its pixel, its sample and how many it has drawn, and from nothing else: the
// same whatever tiles, work-groups or devices a picture is dealt to.
// Provides: philox4x32, Random, begin_random, next_random.   Requires: nothing.

static uint4 philox4x32(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        const uint high_x = mul_hi(0xD2511F53u, counter.x), low_x = 0xD2511F53u * counter.x;
        const uint high_z = mul_hi(0xCD9E8D57u, counter.z), low_z = 0xCD9E8D57u * counter.z;
        counter = (uint4)(high_z ^ counter.y ^ key.x, low_z, high_x ^ counter.w ^ key.y, low_x);
        key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
    }
    return counter;
}

typedef struct Random {
    uint4 counter; // column, row, sample, blocks of four words so far
    uint2 key;
    uint4 words; // of the last block, the next one first
    int left;    // words that are not used
} Random;

// pixel  of the whole picture
static Random begin_random(int2 pixel, uint sample, uint seed) {
    Random random;
    random.counter = (uint4)((uint)pixel.x, (uint)pixel.y, sample, 0u);
    random.key = (uint2)(seed, 0u);
    random.words = (uint4)(0u);
    random.left = 0;
    return random;
}

// Even in [0, 1), a multiple of 2^-24.
static float next_random(Random *random) {
    if (random->left == 0) {
        random->words = philox4x32(random->counter, random->key);
        random->counter.w += 1u;
        random->left = 4;
    }
    const float value = (float)(random->words.x >> 8) * 5.9604645e-8f;
    random->words = random->words.yzwx;
    random->left -= 1;
    return value;
}
