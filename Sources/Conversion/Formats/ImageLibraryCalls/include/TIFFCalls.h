// TIFF through libtiff 4.5 or later, whose functions have variable arguments.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions that a library has.
typedef struct tiff_library tiff_library;

// Finds the functions in a library that was loaded with dlopen; NULL where one is missing. The result is not freed.
const tiff_library *_Nullable tiff_library_find(void *_Nonnull library);

// The version of the library, as the text that it gives, of which the first line names it.
const char *_Nonnull tiff_library_version(const tiff_library *_Nonnull library);

enum tiff_failure { tiff_failure_damaged = 0, tiff_failure_unsupported, tiff_failure_memory };

struct tiff_problem {
  enum tiff_failure failure;
  // The first error, and the first warning with the number of all.
  char message[160];
  char warning[160];
  int warning_count;
};

// ---- Reading

typedef struct tiff_reader tiff_reader;

// What the first page is, and how it is read.
struct tiff_header {
  uint32_t width, height;
  // Samples per pixel, 1 to 4, and bits per sample, 8 or 16, as they are read.
  int channels, depth;
  // The bytes that reading takes, which may be more than those of the samples.
  size_t buffer_byte_count;
  int orientation;
  // Samples of a pixel that are left out.
  int dropped_channel_count;
  // Whether the library makes red, green and blue of other colors, or fewer bits of more.
  bool loses_colors, loses_bits;
};

struct tiff_metadata {
  // Zero where the file gives none; unit is 1 for none, 2 for inches and 3 for centimeters.
  double horizontal_density, vertical_density;
  int density_unit;
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable xmp;
  uint32_t xmp_byte_count;
  // Description, author, copyright, software, date and title, in the order of tiff_text_tags.
  const char *_Nullable texts[6];
  uint32_t later_page_count;
  // Whether it has a white point or primaries that are not those of sRGB.
  bool has_other_primaries;
  // The tags that are not read, as many as fit, and how many there are.
  uint32_t other_tags[32];
  int other_tag_count;
};

// Opens a file in memory, which must stay there until the reader is closed. NULL where it is none; why is in `problem`.
tiff_reader *_Nullable tiff_reader_open(
    const tiff_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, size_t allocation_limit,
    struct tiff_problem *_Nonnull problem);
const struct tiff_problem *_Nonnull tiff_reader_problem(const tiff_reader *_Nonnull reader);
bool tiff_reader_read_header(tiff_reader *_Nonnull reader, struct tiff_header *_Nonnull header);
// Reads all rows, from the top and without gaps, 16 bits in the order of the host. Strips and tiles that are larger than
// the limit are refused.
bool tiff_reader_read_pixels(tiff_reader *_Nonnull reader, uint8_t *_Nonnull pixels, size_t block_limit);
void tiff_reader_metadata(tiff_reader *_Nonnull reader, struct tiff_metadata *_Nonnull metadata);
void tiff_reader_close(tiff_reader *_Nonnull reader);

// ---- Writing

struct tiff_picture {
  const uint8_t *_Nullable pixels;
  uint32_t width, height;
  int channels, depth, orientation;
  // Zero for none; in pixels per inch.
  double horizontal_density, vertical_density;
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable xmp;
  uint32_t xmp_byte_count;
  const char *_Nullable texts[6];
};

struct tiff_output {
  // Allocated by malloc; the caller frees them. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  struct tiff_problem problem;
};

bool tiff_write(
    const tiff_library *_Nonnull library, const struct tiff_picture *_Nonnull picture,
    struct tiff_output *_Nonnull output);
