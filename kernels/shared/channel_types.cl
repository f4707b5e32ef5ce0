// Types of the stored values of the channels behind the first, in buffers.
// Provides: channel_1_t, channel_2_t, channel_3_t.   Requires: nothing.

// Bytes of a value: 1 and 2 of unsigned integers, 4 of floats. They are constants of programs for several channels.
#ifndef CHANNEL_1_BYTES
#define CHANNEL_1_BYTES 1
#endif
#ifndef CHANNEL_2_BYTES
#define CHANNEL_2_BYTES 1
#endif
#ifndef CHANNEL_3_BYTES
#define CHANNEL_3_BYTES 1
#endif

#define STORED_1 uchar
#define STORED_2 ushort
#define STORED_4 float
#define STORED_OF(bytes) STORED_##bytes
#define STORED(bytes) STORED_OF(bytes)

#define channel_1_t STORED(CHANNEL_1_BYTES)
#define channel_2_t STORED(CHANNEL_2_BYTES)
#define channel_3_t STORED(CHANNEL_3_BYTES)
