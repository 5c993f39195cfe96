// Calls of image libraries that report errors by a jump, take structures, or have functions with variable arguments, in C:
// no jump passes through Swift. The functions are those that were found at run time; no header of a library is needed to
// build.
#pragma once

#include "HEIFCalls.h"
#include "PNGCalls.h"
#include "TIFFCalls.h"
#include "WebPCalls.h"
