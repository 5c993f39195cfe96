// C wrappers for image libraries that Swift cannot call directly: they report errors with longjmp, pass
// structures by value, or have functions with variable arguments. No jump passes through Swift. The
// functions of the libraries are looked up at run time, so no header of a library is needed to build.
#pragma once

#include "HEIFCalls.h"
#include "PNGCalls.h"
#include "TIFFCalls.h"
#include "WebPAnimationCalls.h"
#include "WebPCalls.h"
