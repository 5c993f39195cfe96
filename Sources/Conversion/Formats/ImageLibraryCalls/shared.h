// What the calls of several libraries have in common: finding functions, messages, bytes that grow, and alpha.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file lists the functions that it calls as FUNCTIONS(X), where X takes the result, the name and the parameters of each.

// The field of a structure that holds a function.
#define FUNCTION_FIELD(result, name, parameters) result(*name) parameters;

// Fills in the field of a `library` that was allocated, by the `handle` that dlopen returned. Where the function is missing
// it frees the library and returns NULL.
#define FIND_FUNCTION(result, name, parameters)                                                                        \
  library->name = (result(*) parameters)dlsym(handle, #name);                                                         \
  if (!library->name) {                                                                                               \
    free(library);                                                                                                    \
    return NULL;                                                                                                      \
  }

// Copies a message, as much of it as fits.
static inline void copy_message(char *to, size_t capacity, const char *message) {
  snprintf(to, capacity, "%s", message ? message : "");
}

// Bytes that a library writes piece by piece, in memory that was allocated by malloc.
struct growing_bytes {
  uint8_t *bytes;
  size_t byte_count, capacity;
};

// Appends bytes; false where there is not enough memory.
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

// Makes alpha straight where the colors were multiplied by it. Alpha is the last of the channels; the depth is 8, or 16 in
// the order of the host.
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
