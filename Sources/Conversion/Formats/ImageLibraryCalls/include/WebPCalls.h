// WebP through libwebp 1, whose encoder takes structures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions that a library has.
typedef struct webp_library webp_library;

// Finds the functions in a library that was loaded with dlopen; NULL where one is missing, or where the library has other
// structures. The result is not freed.
const webp_library *_Nullable webp_library_find(void *_Nonnull library);

// The version of the library: major, minor and revision, a byte each.
int webp_library_version(const webp_library *_Nonnull library);

// What the header of an image says.
struct webp_header {
  int width, height;
  bool has_alpha;
};

// Reads the header of a file, or of the chunks of a frame; false where it is none.
bool webp_read_header(
    const webp_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count,
    struct webp_header *_Nonnull header);

// Decodes into rows of RGBA or RGB without gaps; false where the image is damaged or has another size.
bool webp_read_pixels(
    const webp_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, bool has_alpha,
    uint8_t *_Nonnull pixels, size_t pixels_byte_count, int bytes_per_row);

struct webp_output {
  // Allocated by malloc; the caller frees them. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  // The library's number of the error, 0 for none.
  int error;
};

// Encodes rows of RGBA or RGB; a quality below zero is without loss, and exact under transparent pixels too.
bool webp_write(
    const webp_library *_Nonnull library, const uint8_t *_Nonnull pixels, int width, int height, bool has_alpha,
    float quality, struct webp_output *_Nonnull output);
