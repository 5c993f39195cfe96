// WebP through libwebp 1. The calls are in C, because the encoder of libwebp uses structures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of a loaded library.
typedef struct webp_library webp_library;

// Looks up the functions in a library loaded with dlopen. Returns NULL if a function is missing, or if the
// library's structures have an incompatible version. The result is never freed.
const webp_library *_Nullable webp_library_find(void *_Nonnull library);

// Returns the version of the library: major, minor and revision number, one byte each.
int webp_library_version(const webp_library *_Nonnull library);

// The properties in the header of an image.
struct webp_header {
  int width, height;
  bool has_alpha;
};

// Reads the header of a file or of the chunks of a frame. Returns false if the header is invalid.
bool webp_read_header(
    const webp_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count,
    struct webp_header *_Nonnull header);

// Decodes an image to rows of RGBA or RGB without gaps. Returns false if the image is damaged or does not
// fit in the buffer.
bool webp_read_pixels(
    const webp_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, bool has_alpha,
    uint8_t *_Nonnull pixels, size_t pixels_byte_count, int bytes_per_row);

struct webp_output {
  // Allocated with malloc and freed by the caller. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  // The library's error code; 0 if there was no error.
  int error;
};

// Encodes rows of RGBA or RGB. A quality below zero selects lossless compression, which also preserves the
// colors of transparent pixels.
bool webp_write(
    const webp_library *_Nonnull library, const uint8_t *_Nonnull pixels, int width, int height, bool has_alpha,
    float quality, struct webp_output *_Nonnull output);
