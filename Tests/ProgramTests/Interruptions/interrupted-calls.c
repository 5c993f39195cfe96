// Counts the system calls of a program in one folder, and ends the program or has the system refuse at a chosen one.
//
// Loaded before the C library (`LD_PRELOAD`), so that the program under test is the one that users run, and calls are
// counted however they are made. `CallInterruption.swift` compiles it and documents the variables:
//
//   PROFFER_CALLS_ROOT    only calls about files below this folder count, and writes to standard output.
//   PROFFER_CALLS_PLAN    count:0, kill:N, once:N:ERRNO, broken:N:ERRNO, full:N, read:N:ERRNO, run:N. With run, calls that
//                         read and calls that change something are counted together.
//   PROFFER_CALLS_COMMAND what a shell runs before the call of run:N, as another program that changes files meanwhile.
//   PROFFER_CALLS_NAMES   the beginnings of the names of the functions that count, with commas between them; all without it.
//   PROFFER_CALLS_REPORT  the file that gets the number of calls when the program ends by itself.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum mode { PASS, COUNT, KILL, ONCE, BROKEN, FULL, READ, RUN };
enum class { READING, CHANGING, GROWING };  // GROWING changes and needs room

static enum mode mode = PASS;
static long chosen;
static int number;
static char root[PATH_MAX];
static size_t root_length;
static char report[PATH_MAX];
static char names[256];
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *plan = getenv("PROFFER_CALLS_PLAN"), *folder = getenv("PROFFER_CALLS_ROOT");
  const char *place = getenv("PROFFER_CALLS_REPORT");
  char word[16] = "";
  if (!plan || !folder || !place) return;
  if (sscanf(plan, "%15[a-z]:%ld:%d", word, &chosen, &number) < 2) return;
  snprintf(root, sizeof root, "%s/", folder);
  snprintf(report, sizeof report, "%s", place);
  if (getenv("PROFFER_CALLS_NAMES")) snprintf(names, sizeof names, "%s", getenv("PROFFER_CALLS_NAMES"));
  // Programs that this one starts are left alone.
  unsetenv("LD_PRELOAD");
  unsetenv("PROFFER_CALLS_PLAN");
  root_length = strlen(root);
  const char *words[] = {"", "count", "kill", "once", "broken", "full", "read", "run"};
  for (int index = 1; index < 8; index++)
    if (!strcmp(word, words[index])) mode = (enum mode)index;
}

__attribute__((destructor)) static void end(void) {
  if (mode == PASS) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld", atomic_load(&calls));
  int file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}

static int is_file_inside(int file) {
  if (mode == PASS) return 0;
  if (file == AT_FDCWD) return 1;
  char link[64], path[PATH_MAX + 1];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX);
  if (length <= 0) return 0;
  path[length] = '/';
  return (size_t)length + 1 >= root_length && !memcmp(path, root, root_length);
}

static int is_inside(int folder, const char *path) {
  if (mode == PASS || !path) return 0;
  if (*path != '/') return is_file_inside(folder);
  size_t length = strlen(path);
  return !strncmp(path, root, root_length) || (length + 1 == root_length && !memcmp(path, root, length));
}

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

// Whether calls of a function count.
static int counts(const char *function) {
  if (!*names) return 1;
  for (const char *name = names; name; name = strchr(name, ',')) {
    name += *name == ',';
    size_t length = strcspn(name, ",");
    if (length && !strncmp(function, name, length)) return 1;
  }
  return 0;
}

// Runs the command and waits for it.
static void run_command(void) {
  char *arguments[] = {"sh", "-c", getenv("PROFFER_CALLS_COMMAND"), NULL};
  pid_t child;
  int status = -1;
  if (!arguments[2] || posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ)) abort();
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (status) abort();
}

// Whether the call is the one at which the program ends; else the error that it is to give, or 0.
static int refusal(const char *function, enum class class, int *ends) {
  *ends = 0;
  if (mode != RUN && (mode == READ) != (class == READING)) return 0;
  if (!counts(function)) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1;
  switch (mode) {
    case RUN: if (call == chosen) run_command(); return 0;
    case KILL: *ends = call == chosen; return 0;
    case ONCE: case READ: return call == chosen ? number : 0;
    case BROKEN: return call >= chosen ? number : 0;
    case FULL: return call >= chosen && class == GROWING ? ENOSPC : 0;
    default: return 0;
  }
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define CHECK(condition, class, failure) \
  do { \
    int ends, error = 0; \
    if ((condition) && (error = refusal(__func__, class, &ends), 1)) { \
      if (ends) die(); \
      if (error) { errno = error; return failure; } \
    } \
  } while (0)
// The program ends when half of the bytes are moved.
#define TRANSFER(condition, count, half) \
  do { \
    int ends, error = 0; \
    if ((condition) && (error = refusal(__func__, GROWING, &ends), 1)) { \
      if (ends) { if ((count) > 1) (void)!(half); die(); } \
      if (error) { errno = error; return -1; } \
    } \
  } while (0)

#define OPENING(folder, path, flags) \
  CHECK(is_inside(folder, path), (flags) & O_CREAT ? GROWING : (flags) & O_TRUNC ? CHANGING : READING, -1)
#define PERMISSIONS(flags) \
  mode_t permissions = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; va_start(list, flags); permissions = va_arg(list, mode_t); va_end(list); \
  }

int open(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  OPENING(AT_FDCWD, path, flags);
  return syscall(SYS_openat, AT_FDCWD, path, flags, permissions);
}
int open64(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  OPENING(AT_FDCWD, path, flags);
  return syscall(SYS_openat, AT_FDCWD, path, flags, permissions);
}
int openat(int folder, const char *path, int flags, ...) {
  PERMISSIONS(flags)
  OPENING(folder, path, flags);
  return syscall(SYS_openat, folder, path, flags, permissions);
}
int openat64(int folder, const char *path, int flags, ...) {
  PERMISSIONS(flags)
  OPENING(folder, path, flags);
  return syscall(SYS_openat, folder, path, flags, permissions);
}

int mkdir(const char *path, mode_t permissions) {
  CHECK(is_inside(AT_FDCWD, path), GROWING, -1);
  return NEXT(mkdir)(path, permissions);
}
int mkdirat(int folder, const char *path, mode_t permissions) {
  CHECK(is_inside(folder, path), GROWING, -1);
  return NEXT(mkdirat)(folder, path, permissions);
}
int symlink(const char *target, const char *path) {
  CHECK(is_inside(AT_FDCWD, path), GROWING, -1);
  return NEXT(symlink)(target, path);
}
int symlinkat(const char *target, int folder, const char *path) {
  CHECK(is_inside(folder, path), GROWING, -1);
  return NEXT(symlinkat)(target, folder, path);
}
int link(const char *old, const char *new) {
  CHECK(is_inside(AT_FDCWD, new), GROWING, -1);
  return NEXT(link)(old, new);
}
int linkat(int old_folder, const char *old, int new_folder, const char *new, int flags) {
  CHECK(is_inside(new_folder, new), GROWING, -1);
  return NEXT(linkat)(old_folder, old, new_folder, new, flags);
}
int rename(const char *old, const char *new) {
  CHECK(is_inside(AT_FDCWD, new), CHANGING, -1);
  return NEXT(rename)(old, new);
}
int renameat(int old_folder, const char *old, int new_folder, const char *new) {
  CHECK(is_inside(new_folder, new), CHANGING, -1);
  return NEXT(renameat)(old_folder, old, new_folder, new);
}
int renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned int flags) {
  CHECK(is_inside(new_folder, new), CHANGING, -1);
  return NEXT(renameat2)(old_folder, old, new_folder, new, flags);
}
int unlink(const char *path) {
  CHECK(is_inside(AT_FDCWD, path), CHANGING, -1);
  return NEXT(unlink)(path);
}
int rmdir(const char *path) {
  CHECK(is_inside(AT_FDCWD, path), CHANGING, -1);
  return NEXT(rmdir)(path);
}
int unlinkat(int folder, const char *path, int flags) {
  CHECK(is_inside(folder, path), CHANGING, -1);
  return NEXT(unlinkat)(folder, path, flags);
}
int chmod(const char *path, mode_t permissions) {
  CHECK(is_inside(AT_FDCWD, path), CHANGING, -1);
  return NEXT(chmod)(path, permissions);
}
int fchmod(int file, mode_t permissions) {
  CHECK(is_file_inside(file), CHANGING, -1);
  return NEXT(fchmod)(file, permissions);
}
int fchmodat(int folder, const char *path, mode_t permissions, int flags) {
  CHECK(is_inside(folder, path), CHANGING, -1);
  return NEXT(fchmodat)(folder, path, permissions, flags);
}
int futimens(int file, const struct timespec times[2]) {
  CHECK(is_file_inside(file), CHANGING, -1);
  return NEXT(futimens)(file, times);
}
int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  CHECK(is_inside(folder, path), CHANGING, -1);
  return NEXT(utimensat)(folder, path, times, flags);
}
int ftruncate(int file, off_t size) {
  CHECK(is_file_inside(file), GROWING, -1);
  return NEXT(ftruncate)(file, size);
}
int fsync(int file) {
  CHECK(is_file_inside(file), CHANGING, -1);
  return NEXT(fsync)(file);
}
int fdatasync(int file) {
  CHECK(is_file_inside(file), CHANGING, -1);
  return NEXT(fdatasync)(file);
}
int syncfs(int file) {
  CHECK(is_file_inside(file), CHANGING, -1);
  return NEXT(syncfs)(file);
}
int ioctl(int file, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  // FICLONERANGE
  CHECK(request == 0x4020940D && is_file_inside(file), GROWING, -1);
  return syscall(SYS_ioctl, file, request, argument);
}

ssize_t write(int file, const void *bytes, size_t count) {
  TRANSFER(file == 1 ? mode != PASS : is_file_inside(file), count, syscall(SYS_write, file, bytes, count / 2));
  return syscall(SYS_write, file, bytes, count);
}
ssize_t writev(int file, const struct iovec *pieces, int count) {
  CHECK(file == 1 ? mode != PASS : is_file_inside(file), GROWING, -1);
  return syscall(SYS_writev, file, pieces, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  TRANSFER(is_file_inside(file), count, syscall(SYS_pwrite64, file, bytes, count / 2, offset));
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  TRANSFER(is_file_inside(file), count, syscall(SYS_pwrite64, file, bytes, count / 2, offset));
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}
ssize_t copy_file_range(
    int source, off64_t *source_offset, int target, off64_t *offset, size_t count, unsigned int flags) {
  TRANSFER(
      is_file_inside(target), count,
      syscall(SYS_copy_file_range, source, source_offset, target, offset, count / 2, flags));
  return syscall(SYS_copy_file_range, source, source_offset, target, offset, count, flags);
}

ssize_t read(int file, void *bytes, size_t count) {
  CHECK(is_file_inside(file), READING, -1);
  return syscall(SYS_read, file, bytes, count);
}
ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  CHECK(is_file_inside(file), READING, -1);
  return syscall(SYS_pread64, file, bytes, count, offset);
}
int fstat(int file, struct stat *status) {
  CHECK(is_file_inside(file), READING, -1);
  return NEXT(fstat)(file, status);
}
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  CHECK(is_inside(folder, path), READING, -1);
  return NEXT(fstatat)(folder, path, status, flags);
}
int flock(int file, int operation) {
  CHECK(is_file_inside(file), READING, -1);
  return NEXT(flock)(file, operation);
}
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  CHECK(file >= 0 && is_file_inside(file), READING, MAP_FAILED);
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
ssize_t readlink(const char *path, char *bytes, size_t count) {
  CHECK(is_inside(AT_FDCWD, path), READING, -1);
  return syscall(SYS_readlinkat, AT_FDCWD, path, bytes, count);
}
