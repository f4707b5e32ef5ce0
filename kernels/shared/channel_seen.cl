// Which channels a program looks at. It is known when the program is built: a question asked at every sample, though all
// have the same answer, takes a fifth of the time of two channels (NVIDIA H100).
// Provides: CHANNEL_IS_SEEN.   Requires: nothing; constant CHANNELS_SEEN.

// Bit i of channel i.
#ifndef CHANNELS_SEEN
#define CHANNELS_SEEN 1
#endif

#define CHANNEL_IS_SEEN(i) (((CHANNELS_SEEN) >> (i) & 1) != 0)
