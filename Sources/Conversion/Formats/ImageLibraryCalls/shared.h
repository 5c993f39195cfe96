// Helpers that several wrappers share: looking up functions, messages, growing buffers, and alpha.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A wrapper lists the functions that it calls as FUNCTIONS(X). The arguments of X are the result type, the
// name and the parameters of a function.

// Declares a structure field that contains the address of a function.
#define FUNCTION_FIELD(result, name, parameters) result(*name) parameters;

// Looks up a function in `handle`, a library returned by dlopen, and stores its address in `library`. If the
// function is missing, frees `library` and returns NULL from the enclosing function.
#define FIND_FUNCTION(result, name, parameters)                                                                        \
  library->name = (result(*) parameters)dlsym(handle, #name);                                                         \
  if (!library->name) {                                                                                               \
    free(library);                                                                                                    \
    return NULL;                                                                                                      \
  }

// Copies a message, truncated to the capacity.
static inline void copy_message(char *to, size_t capacity, const char *message) {
  snprintf(to, capacity, "%s", message ? message : "");
}

// A growing buffer for the bytes that a library writes in chunks. The memory is allocated with malloc.
struct growing_bytes {
  uint8_t *bytes;
  size_t byte_count, capacity;
};

// Appends bytes. Returns false if there is not enough memory.
static inline bool append_bytes(struct growing_bytes *to, const uint8_t *bytes, size_t byte_count) {
  if (byte_count > to->capacity - to->byte_count) {
    size_t capacity = to->capacity + to->capacity / 2 + byte_count + (1 << 16);
    uint8_t *grown = realloc(to->bytes, capacity);
    if (!grown) return false;
    to->bytes = grown;
    to->capacity = capacity;
  }
  if (byte_count > 0) memcpy(to->bytes + to->byte_count, bytes, byte_count);
  to->byte_count += byte_count;
  return true;
}

// Converts premultiplied alpha to straight alpha. Alpha is the last channel. The depth is 8, or 16 in host
// byte order.
static inline void divide_by_alpha(uint8_t *pixels, size_t pixel_count, int channels, int depth) {
  int colors = channels - 1;
  for (size_t pixel = 0; pixel < pixel_count; pixel++) {
    if (depth == 8) {
      uint8_t *samples = pixels + pixel * channels;
      uint32_t alpha = samples[colors];
      if (alpha == 0 || alpha == 255) continue;
      for (int color = 0; color < colors; color++) {
        uint32_t value = (samples[color] * 255u + alpha / 2) / alpha;
        samples[color] = value > 255 ? 255 : (uint8_t)value;
      }
    } else {
      uint16_t samples[4];
      uint8_t *place = pixels + pixel * channels * 2;
      memcpy(samples, place, (size_t)channels * 2);
      uint32_t alpha = samples[colors];
      if (alpha == 0 || alpha == 65535) continue;
      for (int color = 0; color < colors; color++) {
        uint32_t value = (samples[color] * 65535u + alpha / 2) / alpha;
        samples[color] = value > 65535 ? 65535 : (uint16_t)value;
      }
      memcpy(place, samples, (size_t)channels * 2);
    }
  }
}
