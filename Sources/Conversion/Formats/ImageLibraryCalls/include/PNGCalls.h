// PNG through libpng 1.6. Every function in this file returns normally, and reports an error as a message.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of a loaded library.
typedef struct png_library png_library;

// Looks up the functions in a library loaded with dlopen. Returns NULL if a function is missing. The
// result is never freed.
const png_library *_Nullable png_library_find(void *_Nonnull library);

// Returns the version of the library, such as "1.6.39".
const char *_Nonnull png_library_version(const png_library *_Nonnull library);

// The reason why a call failed.
enum png_failure { png_failure_none = 0, png_failure_damaged, png_failure_end, png_failure_memory };

struct png_problem {
  enum png_failure failure;
  char message[160];
  // The first warning, and the number of warnings.
  char warning[160];
  int warning_count;
  // Whether the color profile has an invalid checksum.
  bool has_damaged_profile;
};

// ---- Reading

typedef struct png_reader png_reader;

// The size of the picture and the format of the decoded pixels.
struct png_header {
  uint32_t width, height;
  // Samples per pixel (1 to 4) and bits per sample (8 or 16) of the decoded pixels.
  int channels, depth;
};

// The text of a tEXt, zTXt or iTXt chunk.
struct png_text_entry {
  const char *_Nullable keyword;
  const char *_Nullable text;
  size_t byte_count;
  // Whether the text is encoded in UTF-8. If false, it is encoded in Latin-1.
  bool is_utf8;
  // Whether the text has a language or a translated keyword.
  bool has_language;
};

// The metadata of the file. The pointers are valid until the reader is closed.
struct png_metadata {
  const uint8_t *_Nullable profile;
  uint32_t profile_byte_count;
  const uint8_t *_Nullable exif;
  uint32_t exif_byte_count;
  bool has_density, density_is_per_meter;
  uint32_t horizontal_density, vertical_density;
  bool has_srgb, has_gamma, has_chromaticities;
  // The gamma and the chromaticities, each multiplied by 100,000. The chromaticities are the x and y of
  // white, red, green and blue.
  int32_t gamma, chromaticities[8];
  int text_count;
};

// Opens a file in memory. The bytes must stay valid until the reader is closed. `memory_limit` is the
// maximum number of bytes that the library may allocate, apart from the pixels. Returns NULL if there is not
// enough memory.
png_reader *_Nullable png_reader_open(
    const png_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count, size_t memory_limit);

// Returns the error of the last call that returned false, and the warnings so far.
const struct png_problem *_Nonnull png_reader_problem(const png_reader *_Nonnull reader);

// Reads the file up to the first pixel.
bool png_reader_read_header(png_reader *_Nonnull reader, struct png_header *_Nonnull header);

// Reads all rows from top to bottom without gaps, and then the chunks that follow the pixels. Samples of 16
// bits are in host byte order.
bool png_reader_read_pixels(png_reader *_Nonnull reader, uint8_t *_Nonnull pixels);

// Returns the metadata of the file. Called after the pixels have been read.
bool png_reader_metadata(png_reader *_Nonnull reader, struct png_metadata *_Nonnull metadata);

// Returns the text with a number from 0 to text_count - 1.
bool png_reader_text(png_reader *_Nonnull reader, int number, struct png_text_entry *_Nonnull text);

// Closes the reader and frees its memory.
void png_reader_close(png_reader *_Nonnull reader);

// ---- Writing

// A chunk that is written unchanged, before the pixels.
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
  // Allocated with malloc and freed by the caller. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  // Whether the library accepted the color profile.
  bool has_profile;
  struct png_problem problem;
};

// Writes a file. Returns false if writing fails.
bool png_write(
    const png_library *_Nonnull library, const struct png_picture *_Nonnull picture,
    struct png_output *_Nonnull output);
