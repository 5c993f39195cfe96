// These functions have two versions on newer systems. They are bound to the older version, so a program that is built
// on a newer system also runs on a system with glibc 2.34. `.ci/release` links the program with `--wrap=NAME` for each
// `__wrap_NAME`. Therefore, calls of NAME in the program and in its static libraries are calls of `__wrap_NAME`.
//
// The newer `hypot` reports errors differently. The program does not read these errors (Source: glibc 2.35,
// `math/Versions`).

#if defined(__x86_64__)
#define FIRST_GLIBC "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST_GLIBC "GLIBC_2.17"
#else
#error "the first version of glibc on this machine is not known here"
#endif

__asm__(".symver older_hypot, hypot@" FIRST_GLIBC);
__asm__(".symver older_hypotf, hypotf@" FIRST_GLIBC);

double older_hypot(double, double);
float older_hypotf(float, float);

double __wrap_hypot(double x, double y) { return older_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return older_hypotf(x, y); }
