// PNG through libpng 1.6. Every function returns; an error is a message.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions that a library has.
typedef struct png_library png_library;

// Finds the functions in a library that was loaded with dlopen; NULL where one is missing. The result is not freed.
const png_library *_Nullable png_library_find(void *_Nonnull library);

// The version of the library, such as "1.6.39".
const char *_Nonnull png_library_version(const png_library *_Nonnull library);

// Why a call did not succeed.
enum png_failure { png_failure_none = 0, png_failure_damaged, png_failure_end, png_failure_memory };

struct png_problem {
  enum png_failure failure;
  char message[160];
  // The first warning, and how many there were.
  char warning[160];
  int warning_count;
  // Whether the checksum of the profile is wrong.
  bool has_damaged_profile;
};

// ---- Reading

typedef struct png_reader png_reader;

// What the header says, and how wide a row is once it is read as 8 or 16 bits of gray or RGB, with or without alpha.
struct png_header {
  uint32_t width, height;
  // Samples per pixel, 1 to 4, and bits per sample, 8 or 16, as they are read.
  int channels, depth;
};

// A text of tEXt, zTXt or iTXt.
struct png_text_entry {
  const char *_Nullable keyword;
  const char *_Nullable text;
  size_t byte_count;
  // Whether it is UTF-8; Latin-1 otherwise.
  bool is_utf8;
  // Whether it has a language or a translated keyword.
  bool has_language;
};

// What the file says beside the pixels; the pointers are valid until the reader is closed.
struct png_metadata {
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable exif;
  uint32_t exif_byte_count;
  bool has_density, density_is_per_meter;
  uint32_t horizontal_density, vertical_density;
  bool has_srgb, has_gamma, has_chromaticities;
  // Both times 100,000; the chromaticities are x and y of white, red, green and blue.
  int32_t gamma, chromaticities[8];
  int text_count;
};

// Opens a file in memory, which must stay there until the reader is closed. `memory_limit` bounds what the library takes
// for everything but the pixels. NULL when there is not enough memory.
png_reader *_Nullable png_reader_open(
    const png_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, size_t memory_limit);

// What went wrong in the last call that returned false, and the warnings so far.
const struct png_problem *_Nonnull png_reader_problem(const png_reader *_Nonnull reader);

// Reads up to the first pixel.
bool png_reader_read_header(png_reader *_Nonnull reader, struct png_header *_Nonnull header);

// Reads all rows, from the top and without gaps, 16 bits in the order of the host; then what follows them.
bool png_reader_read_pixels(png_reader *_Nonnull reader, uint8_t *_Nonnull pixels);

// What the file says beside the pixels; asked after all is read.
bool png_reader_metadata(png_reader *_Nonnull reader, struct png_metadata *_Nonnull metadata);

// A text by its number, below text_count.
bool png_reader_text(png_reader *_Nonnull reader, int number, struct png_text_entry *_Nonnull text);

// Frees everything.
void png_reader_close(png_reader *_Nonnull reader);

// ---- Writing

// A chunk that is written as it is given, before the pixels.
struct png_chunk {
  uint8_t name[4];
  const uint8_t *_Nullable bytes;
  size_t byte_count;
};

struct png_picture {
  const uint8_t *_Nullable pixels;
  uint32_t width, height;
  int channels, depth;
  const uint8_t *_Nullable profile;
  size_t profile_byte_count;
  const struct png_chunk *_Nullable chunks;
  size_t chunk_count;
};

struct png_output {
  // Allocated by malloc; the caller frees them. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  // Whether the library took the profile.
  bool has_profile;
  struct png_problem problem;
};

// Writes a file; false on failure.
bool png_write(
    const png_library *_Nonnull library, const struct png_picture *_Nonnull picture,
    struct png_output *_Nonnull output);
