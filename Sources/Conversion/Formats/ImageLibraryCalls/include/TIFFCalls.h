// TIFF through libtiff 4.5 or later. The calls are in C, because libtiff functions have variable arguments.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of a loaded library.
typedef struct tiff_library tiff_library;

// Looks up the functions in a library loaded with dlopen. Returns NULL if a function is missing. The
// result is never freed.
const tiff_library *_Nullable tiff_library_find(void *_Nonnull library);

// Returns the version text of the library. The first line of the text contains the version.
const char *_Nonnull tiff_library_version(const tiff_library *_Nonnull library);

enum tiff_failure { tiff_failure_damaged = 0, tiff_failure_unsupported, tiff_failure_memory };

struct tiff_problem {
  enum tiff_failure failure;
  // The first error, the first warning, and the number of warnings.
  char message[160];
  char warning[160];
  int warning_count;
};

// ---- Reading

typedef struct tiff_reader tiff_reader;

// The properties of the first page, and the format of its decoded pixels.
struct tiff_header {
  uint32_t width, height;
  // Samples per pixel (1 to 4) and bits per sample (8 or 16) of the decoded pixels.
  int channels, depth;
  // The size of the buffer for reading, which may be larger than the decoded samples.
  size_t buffer_byte_count;
  int orientation;
  // The number of samples per pixel that are dropped.
  int dropped_channel_count;
  // Whether decoding converts other colors to RGB, or reduces the number of bits.
  bool loses_colors, loses_bits;
};

struct tiff_metadata {
  // The density, or zero if the file does not declare one. The unit is 1 for none, 2 for inches and 3 for
  // centimeters.
  double horizontal_density, vertical_density;
  int density_unit;
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable xmp;
  uint32_t xmp_byte_count;
  // Description, author, copyright, software, date and title, in the order of tiff_text_tags.
  const char *_Nullable texts[6];
  uint32_t later_page_count;
  // Whether the file declares a white point or primaries other than those of sRGB.
  bool has_other_primaries;
  // The tags that are not read. The array contains the first tags; the count includes all tags.
  uint32_t other_tags[32];
  int other_tag_count;
};

// Opens a file in memory. The bytes must stay valid until the reader is closed. Returns NULL if the bytes
// are not a valid file, with the reason in `problem`.
tiff_reader *_Nullable tiff_reader_open(
    const tiff_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, size_t allocation_limit,
    struct tiff_problem *_Nonnull problem);
const struct tiff_problem *_Nonnull tiff_reader_problem(const tiff_reader *_Nonnull reader);
bool tiff_reader_read_header(tiff_reader *_Nonnull reader, struct tiff_header *_Nonnull header);
// Reads all rows from top to bottom without gaps. Samples of 16 bits are in host byte order. Fails if a
// strip or a tile is larger than the limit.
bool tiff_reader_read_pixels(tiff_reader *_Nonnull reader, uint8_t *_Nonnull pixels, size_t block_limit);
void tiff_reader_metadata(tiff_reader *_Nonnull reader, struct tiff_metadata *_Nonnull metadata);
void tiff_reader_close(tiff_reader *_Nonnull reader);

// ---- Writing

struct tiff_picture {
  const uint8_t *_Nullable pixels;
  uint32_t width, height;
  int channels, depth, orientation;
  // The density in pixels per inch; zero if there is none.
  double horizontal_density, vertical_density;
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable xmp;
  uint32_t xmp_byte_count;
  const char *_Nullable texts[6];
};

struct tiff_output {
  // Allocated with malloc and freed by the caller. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  struct tiff_problem problem;
};

bool tiff_write(
    const tiff_library *_Nonnull library, const struct tiff_picture *_Nonnull picture,
    struct tiff_output *_Nonnull output);
