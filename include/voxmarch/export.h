// Which names the library shows: what a program that links it may use. All else is hidden in the shared library.
#pragma once

#if defined(__GNUC__)
#define VOXMARCH_API __attribute__((visibility("default")))
#else
#define VOXMARCH_API
#endif
