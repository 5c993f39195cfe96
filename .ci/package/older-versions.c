// Functions of which newer systems have two versions, bound to the older one, so that a program that is built on a newer
// system also runs on one with glibc 2.34. `.ci/release` links it with `--wrap=NAME` for each
// `__wrap_NAME`: calls of NAME in the program and in the libraries that are linked into it come here.
//
// The newer `hypot` differs in how it reports errors, which nothing here reads (Source: glibc 2.35, `math/Versions`).

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
