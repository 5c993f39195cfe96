// HEIF through libheif 1.15 or later. The calls are in C, because many libheif functions return structures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of a loaded library.
typedef struct heif_library heif_library;

// Looks up the functions in a library loaded with dlopen. Returns NULL if a function is missing. The
// result is never freed.
const heif_library *_Nullable heif_library_find(void *_Nonnull library);

// Returns the version of the library, such as "1.15.1".
const char *_Nonnull heif_library_version(const heif_library *_Nonnull library);

// The codings of pictures: HEVC in HEIC files, and AV1 in AVIF files. (Source: heif.h, `heif_compression_format`.)
enum { heif_coding_hevc = 1, heif_coding_av1 = 4 };

// Return whether the library has a decoder or an encoder for a coding.
bool heif_library_can_read(const heif_library *_Nonnull library, int coding);
bool heif_library_can_write(const heif_library *_Nonnull library, int coding);

// The error codes of the library. (Source: heif.h, `heif_error_code`.)
enum {
  heif_code_invalid_input = 2,
  heif_code_unsupported_file = 3,
  heif_code_unsupported_feature = 4,
  heif_code_no_memory = 6
};

struct heif_problem {
  // The library's error code; 0 if there was no error.
  int code;
  char message[160];
};

// ---- Reading

typedef struct heif_reader heif_reader;

// The properties of the main picture, after the crop, rotation and mirroring declared in the file.
struct heif_header {
  int width, height;
  // Samples per pixel (3 or 4) and bits per sample (8 or 16) of the decoded pixels.
  int channels, depth;
  // The number of pictures other than the main picture, and whether the main picture has a depth map.
  int other_picture_count;
  bool has_depth_map;
  // The numbers of thumbnails of the main picture, and of pictures that describe its pixels, such as their
  // brightness.
  int preview_count, auxiliary_picture_count;
  // Whether the file declares color primaries or a transfer function other than those of sRGB.
  bool has_other_colors;
};

// The bytes of EXIF (starting with its TIFF header), of XMP, or of the color profile. The caller frees the
// bytes with free.
struct heif_bytes {
  uint8_t *_Nullable bytes;
  size_t byte_count;
};
enum heif_part { heif_part_exif, heif_part_xmp, heif_part_profile };

// Opens a file in memory. The bytes must stay valid until the reader is closed. Returns NULL if the bytes
// are not a valid file, with the reason in `problem`.
heif_reader *_Nullable heif_reader_open(
    const heif_library *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count,
    struct heif_problem *_Nonnull problem);
void heif_reader_read_header(heif_reader *_Nonnull reader, struct heif_header *_Nonnull header);
// Returns the number of bytes in a part, without reading the part. If there are several items of this
// kind, the result is the size of the largest.
size_t heif_reader_part_size(heif_reader *_Nonnull reader, enum heif_part part);
// Returns a part, or an empty result if the part is missing. Adds to `others` the number of items that are
// lost: items of another kind, duplicates, and items that cannot be read.
struct heif_bytes heif_reader_part(heif_reader *_Nonnull reader, enum heif_part part, int *_Nonnull others);
// Reads all rows from top to bottom without gaps. Samples of 16 bits are in host byte order.
bool heif_reader_read_pixels(
    heif_reader *_Nonnull reader, const struct heif_header *_Nonnull header, uint8_t *_Nonnull pixels,
    struct heif_problem *_Nonnull problem);
void heif_reader_close(heif_reader *_Nonnull reader);

// ---- Writing

struct heif_picture {
  // The samples are RGB or RGBA with 8 bits.
  const uint8_t *_Nullable pixels;
  int width, height, channels, quality, coding;
  const uint8_t *_Nullable profile;
  size_t profile_byte_count;
  const uint8_t *_Nullable exif;
  size_t exif_byte_count;
  const uint8_t *_Nullable xmp;
  size_t xmp_byte_count;
};

struct heif_output {
  // Allocated with malloc and freed by the caller. NULL after a failure.
  uint8_t *_Nullable bytes;
  size_t byte_count;
  struct heif_problem problem;
};

bool heif_write(
    const heif_library *_Nonnull library, const struct heif_picture *_Nonnull picture,
    struct heif_output *_Nonnull output);
