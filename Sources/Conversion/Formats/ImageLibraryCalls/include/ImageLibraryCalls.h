// Calls of image libraries that report errors by a jump (libpng's longjmp), caught in C, so that no jump passes through Swift.
// The functions are those that were found at run time; no header of a library is needed to build.
#pragma once
