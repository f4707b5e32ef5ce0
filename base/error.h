// Everything that can go wrong in the world: the public exceptions, which all folders throw as they are.
#pragma once

#include "voxmarch/error.h"
