// The tables of the ladder of thinning in constant memory (Jimenez and Ruiz de Miras 2012, 4.3).
// Provides: TABLE.   Requires: nothing.

#define TABLE __constant int *
