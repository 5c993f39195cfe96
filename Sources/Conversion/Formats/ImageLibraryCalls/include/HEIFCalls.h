// HEIF through libheif 1.15 or later, whose functions return structures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions that a library has.
typedef struct heif_library heif_library;

// Finds the functions in a library that was loaded with dlopen; NULL where one is missing. The result is not freed.
const heif_library *_Nullable heif_library_find(void *_Nonnull library);

// The version of the library, such as "1.15.1".
const char *_Nonnull heif_library_version(const heif_library *_Nonnull library);

// Whether there is an encoder for HEIC.
bool heif_library_can_write(const heif_library *_Nonnull library);

// The library's numbers of kinds of errors. (Source: heif.h, `heif_error_code`.)
enum {
  heif_code_invalid_input = 2,
  heif_code_unsupported_file = 3,
  heif_code_unsupported_feature = 4,
  heif_code_no_memory = 6
};

struct heif_problem {
  // The library's number of the kind of error; 0 for none.
  int code;
  char message[160];
};

// ---- Reading

typedef struct heif_reader heif_reader;

// What the main picture is, once it is turned as the file says.
struct heif_header {
  int width, height;
  // Samples per pixel, 3 or 4, and bits per sample, 8 or 16, as they are read.
  int channels, depth;
  // Pictures beside the main one, and whether that has a map of distances.
  int other_picture_count;
  bool has_depth_map;
  // Small copies of the main picture, and pictures that say something of its pixels, such as their brightness.
  int preview_count, auxiliary_picture_count;
  // Whether primaries or transfer are named that are not those of sRGB.
  bool has_other_colors;
};

// The bytes of EXIF from its TIFF header on, of XMP, or of the color profile; freed with free.
struct heif_bytes {
  uint8_t *_Nullable bytes;
  size_t byte_count;
};
enum heif_part { heif_part_exif, heif_part_xmp, heif_part_profile };

// Opens a file in memory, which must stay there until the reader is closed. NULL where it is none; why is in `problem`.
heif_reader *_Nullable heif_reader_open(
    const heif_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count,
    struct heif_problem *_Nonnull problem);
void heif_reader_read_header(heif_reader *_Nonnull reader, struct heif_header *_Nonnull header);
// How many bytes a part has, without reading it; the largest of them counts.
size_t heif_reader_part_size(heif_reader *_Nonnull reader, enum heif_part part);
// A part; without bytes where there is none. What is none of these parts, is there twice or cannot be read is counted in
// `others`.
struct heif_bytes heif_reader_part(heif_reader *_Nonnull reader, enum heif_part part, int *_Nonnull others);
// Reads all rows, from the top and without gaps, 16 bits in the order of the host.
bool heif_reader_read_pixels(
    heif_reader *_Nonnull reader, const struct heif_header *_Nonnull header, uint8_t *_Nonnull pixels,
    struct heif_problem *_Nonnull problem);
void heif_reader_close(heif_reader *_Nonnull reader);

// ---- Writing

struct heif_picture {
  // RGB or RGBA of 8 bits.
  const uint8_t *_Nullable pixels;
  int width, height, channels, quality;
  const uint8_t *_Nullable profile;
  size_t profile_byte_count;
  const uint8_t *_Nullable exif;
  size_t exif_byte_count;
  const uint8_t *_Nullable xmp;
  size_t xmp_byte_count;
};

struct heif_output {
  // Allocated by malloc; the caller frees them. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  struct heif_problem problem;
};

bool heif_write(
    const heif_library *_Nonnull library, const struct heif_picture *_Nonnull picture,
    struct heif_output *_Nonnull output);
