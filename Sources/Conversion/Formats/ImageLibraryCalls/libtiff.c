// TIFF through libtiff 4.5 or later (Source: tiffio.h and tiff.h of libtiff 4.5; TIFF 6.0).
//
// Strips and tiles of gray, RGB and palette colors are unpacked in this file, so that 16-bit samples keep
// their depth and alpha stays straight. The library converts all other colors to RGB. Each file has its own
// error handlers, so that nothing is printed and other users of the library are not affected.

#include "TIFFCalls.h"
#include "shared.h"

#include <stdarg.h>

typedef void *tiff_file;
typedef ptrdiff_t signed_size;
typedef int (*message_function)(tiff_file, void *, const char *, const char *, va_list);

#define FUNCTIONS(X)                                                                                                   \
  X(const char *, TIFFGetVersion, (void))                                                                             \
  X(void *, TIFFOpenOptionsAlloc, (void))                                                                             \
  X(void, TIFFOpenOptionsFree, (void *))                                                                              \
  X(void, TIFFOpenOptionsSetMaxSingleMemAlloc, (void *, signed_size))                                                 \
  X(void, TIFFOpenOptionsSetErrorHandlerExtR, (void *, message_function, void *))                                     \
  X(void, TIFFOpenOptionsSetWarningHandlerExtR, (void *, message_function, void *))                                   \
  X(tiff_file, TIFFClientOpenExt,                                                                                     \
    (const char *, const char *, void *, signed_size (*)(void *, void *, signed_size),                                \
     signed_size (*)(void *, void *, signed_size), uint64_t (*)(void *, uint64_t, int), int (*)(void *),              \
     uint64_t (*)(void *), int (*)(void *, void **, uint64_t *), void (*)(void *, void *, uint64_t), void *))         \
  X(void, TIFFClose, (tiff_file))                                                                                     \
  X(int, TIFFGetField, (tiff_file, uint32_t, ...))                                                                    \
  X(int, TIFFGetFieldDefaulted, (tiff_file, uint32_t, ...))                                                           \
  X(int, TIFFSetField, (tiff_file, uint32_t, ...))                                                                    \
  X(int, TIFFGetTagListCount, (tiff_file))                                                                            \
  X(uint32_t, TIFFGetTagListEntry, (tiff_file, int))                                                                  \
  X(uint32_t, TIFFNumberOfDirectories, (tiff_file))                                                                   \
  X(int, TIFFIsCODECConfigured, (uint16_t))                                                                           \
  X(int, TIFFIsTiled, (tiff_file))                                                                                    \
  X(uint64_t, TIFFTileSize64, (tiff_file))                                                                            \
  X(signed_size, TIFFTileRowSize, (tiff_file))                                                                        \
  X(signed_size, TIFFScanlineSize, (tiff_file))                                                                       \
  X(uint32_t, TIFFComputeTile, (tiff_file, uint32_t, uint32_t, uint32_t, uint16_t))                                   \
  X(uint32_t, TIFFComputeStrip, (tiff_file, uint32_t, uint16_t))                                                      \
  X(signed_size, TIFFReadEncodedStrip, (tiff_file, uint32_t, void *, signed_size))                                    \
  X(signed_size, TIFFReadEncodedTile, (tiff_file, uint32_t, void *, signed_size))                                     \
  X(int, TIFFRGBAImageOK, (tiff_file, char *))                                                                        \
  X(int, TIFFReadRGBAImageOriented, (tiff_file, uint32_t, uint32_t, uint32_t *, int, int))                            \
  X(signed_size, TIFFWriteEncodedStrip, (tiff_file, uint32_t, void *, signed_size))

struct tiff_library {
  FUNCTIONS(FUNCTION_FIELD)
};

const tiff_library *tiff_library_find(void *handle) {
  tiff_library *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  return library;
}

const char *tiff_library_version(const tiff_library *library) { return library->TIFFGetVersion(); }

// Tag numbers and tag values. (Source: tiff.h.)
enum {
  tag_width = 256,
  tag_height = 257,
  tag_bits = 258,
  tag_compression = 259,
  tag_photometric = 262,
  tag_title = 269,
  tag_description = 270,
  tag_orientation = 274,
  tag_samples = 277,
  tag_rows_per_strip = 278,
  tag_horizontal_density = 282,
  tag_vertical_density = 283,
  tag_planes = 284,
  tag_left = 286,
  tag_top = 287,
  tag_density_unit = 296,
  tag_page_number = 297,
  tag_transfer = 301,
  tag_software = 305,
  tag_date = 306,
  tag_artist = 315,
  tag_predictor = 317,
  tag_white_point = 318,
  tag_primaries = 319,
  tag_palette = 320,
  tag_halftone = 321,
  tag_tile_width = 322,
  tag_tile_height = 323,
  tag_sub_directories = 330,
  tag_extra_samples = 338,
  tag_sample_format = 339,
  tag_xmp = 700,
  tag_copyright = 33432,
  tag_profile = 34675,

  photometric_white_is_zero = 0,
  photometric_black_is_zero = 1,
  photometric_rgb = 2,
  photometric_palette = 3,
  photometric_ycbcr = 6,
  compression_none = 1,
  compression_lzw = 5,
  compression_deflate = 8,
  planes_contiguous = 1,
  planes_separate = 2,
  extra_associated = 1,
  extra_unassociated = 2,
  format_unsigned = 1,
  predictor_horizontal = 2,
  unit_inch = 2
};

static const uint32_t tiff_text_tags[6] = {tag_description, tag_artist, tag_copyright,
                                           tag_software,    tag_date,   tag_title};

// ---- Files in memory, and their messages

struct memory_file {
  // The bytes to read.
  const uint8_t *bytes;
  // The bytes written so far.
  uint8_t *output;
  size_t byte_count, capacity, place;
  struct tiff_problem problem;
  // Whether pixels are being decoded, and whether a message said that they are damaged or missing.
  bool decodes_pixels, has_damaged_pixels;
};

static void keep_message(char *to, const char *format, va_list arguments) {
  vsnprintf(to, sizeof((struct tiff_problem *)0)->message, format, arguments);
}

static int failed(tiff_file file, void *context, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  struct memory_file *memory = context;
  // A decoder may report an error, for example a code that does not exist, and continue with the next row.
  memory->has_damaged_pixels = memory->has_damaged_pixels || memory->decodes_pixels;
  // Only the first error is kept, because it causes the errors that follow.
  if (!memory->problem.message[0]) keep_message(memory->problem.message, format, arguments);
  return 1;
}

static bool contains_any(const char *text, const char *const *words) {
  for (; *words; words++) {
    if (strstr(text, *words)) return true;
  }
  return false;
}

// Returns whether a warning from a decoder means that pixels are damaged or missing. If fax codes or a JPEG
// stream omit pixels, the library only warns.
static bool is_about_pixels(const char *module, const char *message) {
  if (module && (strcmp(module, "JPEGLib") == 0 || strcmp(module, "LibJpeg") == 0)) {
    return !contains_any(
        message, (const char *const[]){"extraneous bytes before marker", "JFIF revision", "Adobe color transform", NULL});
  }
  return contains_any(
      message, (const char *const[]){"Premature EO", "Line length mismatch", "Improper JPEG strip/tile size",
                                     "fractional scanline not read", "data truncated", NULL});
}

static int warned(tiff_file file, void *context, const char *module, const char *format, va_list arguments) {
  (void)file;
  struct memory_file *memory = context;
  char message[sizeof memory->problem.warning];
  keep_message(message, format, arguments);
  if (memory->problem.warning_count++ == 0) copy_message(memory->problem.warning, sizeof message, message);
  if (memory->decodes_pixels && is_about_pixels(module, message)) {
    memory->has_damaged_pixels = true;
    if (!memory->problem.message[0]) copy_message(memory->problem.message, sizeof message, message);
  }
  return 1;
}

static signed_size read_bytes(void *context, void *to, signed_size count) {
  struct memory_file *file = context;
  if (count < 0 || file->place >= file->byte_count) return 0;
  size_t taken = (size_t)count < file->byte_count - file->place ? (size_t)count : file->byte_count - file->place;
  memcpy(to, (file->bytes ? file->bytes : file->output) + file->place, taken);
  file->place += taken;
  return (signed_size)taken;
}

static signed_size write_bytes(void *context, void *from, signed_size count) {
  struct memory_file *file = context;
  if (file->bytes || count < 0 || file->place > SIZE_MAX / 2) return 0;
  size_t end = file->place + (size_t)count;
  if (end > file->capacity) {
    size_t capacity = end + end / 2 + 4096;
    uint8_t *grown = realloc(file->output, capacity);
    if (!grown) {
      file->problem.failure = tiff_failure_memory;
      return 0;
    }
    memset(grown + file->capacity, 0, capacity - file->capacity);
    file->output = grown;
    file->capacity = capacity;
  }
  memcpy(file->output + file->place, from, (size_t)count);
  file->place = end;
  if (end > file->byte_count) file->byte_count = end;
  return count;
}

static uint64_t seek(void *context, uint64_t offset, int origin) {
  struct memory_file *file = context;
  uint64_t base = origin == SEEK_CUR ? file->place : origin == SEEK_END ? file->byte_count : 0;
  file->place = (size_t)(base + offset);
  return file->place;
}

static int keep_open(void *context) {
  (void)context;
  return 0;
}

static uint64_t size_of(void *context) { return ((struct memory_file *)context)->byte_count; }

static int map(void *context, void **base, uint64_t *size) {
  struct memory_file *file = context;
  if (!file->bytes) return 0;
  *base = (void *)file->bytes;
  *size = file->byte_count;
  return 1;
}

static void unmap(void *context, void *base, uint64_t size) { (void)context, (void)base, (void)size; }

static tiff_file open_file(
    const tiff_library *library, struct memory_file *file, const char *mode, size_t allocation_limit) {
  void *options = library->TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  if (allocation_limit < PTRDIFF_MAX) {
    library->TIFFOpenOptionsSetMaxSingleMemAlloc(options, (signed_size)allocation_limit);
  }
  library->TIFFOpenOptionsSetErrorHandlerExtR(options, failed, file);
  library->TIFFOpenOptionsSetWarningHandlerExtR(options, warned, file);
  tiff_file result = library->TIFFClientOpenExt(
      "image", mode, file, read_bytes, write_bytes, seek, keep_open, size_of, map, unmap, options);
  library->TIFFOpenOptionsFree(options);
  return result;
}

// ---- Reading

struct tiff_reader {
  const tiff_library *library;
  tiff_file file;
  struct memory_file memory;
  struct tiff_header header;
  uint16_t bits, samples, photometric, planes;
  bool alpha_is_associated;
  // Whether the library converts the pixels to RGB.
  bool is_converted;
  const uint16_t *palette[3];
  bool palette_has_eight_bits;
};

tiff_reader *tiff_reader_open(
    const tiff_library *library, const uint8_t *bytes, size_t byte_count, size_t allocation_limit,
    struct tiff_problem *problem) {
  memset(problem, 0, sizeof *problem);
  tiff_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    problem->failure = tiff_failure_memory;
    return NULL;
  }
  reader->library = library;
  reader->memory.bytes = bytes;
  reader->memory.byte_count = byte_count;
  reader->file = open_file(library, &reader->memory, "r", allocation_limit);
  if (!reader->file) {
    *problem = reader->memory.problem;
    free(reader);
    return NULL;
  }
  return reader;
}

const struct tiff_problem *tiff_reader_problem(const tiff_reader *reader) { return &reader->memory.problem; }

static bool refuse(tiff_reader *reader, enum tiff_failure failure, const char *message) {
  reader->memory.problem.failure = failure;
  if (!reader->memory.problem.message[0] || failure != tiff_failure_damaged) {
    copy_message(reader->memory.problem.message, sizeof reader->memory.problem.message, message);
  }
  return false;
}

// Returns whether this file can unpack the samples, and records which samples are read.
static bool unpacks(tiff_reader *reader, uint16_t format) {
  if (format != format_unsigned || reader->bits < 1 || reader->bits > 16) return false;
  int colors;
  switch (reader->photometric) {
  case photometric_white_is_zero:
  case photometric_black_is_zero: colors = 1; break;
  case photometric_rgb: colors = 3; break;
  case photometric_palette:
    if (reader->bits > 8 || reader->samples != 1) return false;
    colors = 1;
    break;
  default: return false;
  }
  if (reader->samples < colors || reader->samples > 64) return false;
  uint16_t count = 0, *kinds = NULL;
  reader->library->TIFFGetFieldDefaulted(reader->file, tag_extra_samples, &count, &kinds);
  bool has_alpha = reader->photometric != photometric_palette && reader->samples > colors && count > 0 && kinds &&
                   (kinds[0] == extra_associated || kinds[0] == extra_unassociated);
  reader->alpha_is_associated = has_alpha && kinds[0] == extra_associated;
  reader->header.channels = colors + (has_alpha ? 1 : 0);
  reader->header.dropped_channel_count = reader->samples - reader->header.channels;
  reader->header.depth = reader->bits > 8 ? 16 : 8;
  if (reader->photometric == photometric_palette) {
    uint16_t *red, *green, *blue;
    if (!reader->library->TIFFGetField(reader->file, tag_palette, &red, &green, &blue)) return false;
    reader->palette[0] = red;
    reader->palette[1] = green;
    reader->palette[2] = blue;
    // Some programs write 8-bit values, although the format defines 16-bit values.
    reader->palette_has_eight_bits = true;
    for (int color = 0; color < 3; color++) {
      for (int entry = 0; entry < 1 << reader->bits; entry++) {
        uint16_t value = reader->palette[color][entry];
        if (value > 255) reader->palette_has_eight_bits = false;
        if (value % 257 && value & 0xFF) reader->header.loses_bits = true;
      }
    }
    if (reader->palette_has_eight_bits) reader->header.loses_bits = false;
    reader->header.channels = 3;
  }
  return true;
}

bool tiff_reader_read_header(tiff_reader *reader, struct tiff_header *header) {
  const tiff_library *library = reader->library;
  uint16_t compression = compression_none, format = format_unsigned, orientation = 1;
  if (!library->TIFFGetField(reader->file, tag_width, &reader->header.width) ||
      !library->TIFFGetField(reader->file, tag_height, &reader->header.height)) {
    return refuse(reader, tiff_failure_damaged, "the image has no size");
  }
  library->TIFFGetFieldDefaulted(reader->file, tag_bits, &reader->bits);
  library->TIFFGetFieldDefaulted(reader->file, tag_samples, &reader->samples);
  library->TIFFGetFieldDefaulted(reader->file, tag_compression, &compression);
  library->TIFFGetFieldDefaulted(reader->file, tag_planes, &reader->planes);
  library->TIFFGetFieldDefaulted(reader->file, tag_sample_format, &format);
  library->TIFFGetFieldDefaulted(reader->file, tag_orientation, &orientation);
  if (!library->TIFFGetField(reader->file, tag_photometric, &reader->photometric)) {
    reader->photometric = reader->samples >= 3 ? photometric_rgb : photometric_black_is_zero;
  }
  reader->header.orientation = orientation;
  if (!library->TIFFIsCODECConfigured(compression)) {
    char message[64];
    snprintf(message, sizeof message, "the library does not know compression %u", compression);
    return refuse(reader, tiff_failure_unsupported, message);
  }
  size_t pixel_count = (size_t)reader->header.width * reader->header.height;
  if (unpacks(reader, format)) {
    reader->header.buffer_byte_count = pixel_count * reader->header.channels * (reader->header.depth / 8);
  } else {
    char message[1024] = "";
    if (!library->TIFFRGBAImageOK(reader->file, message)) {
      return refuse(reader, tiff_failure_unsupported, message);
    }
    reader->is_converted = true;
    uint16_t count = 0, *kinds = NULL;
    library->TIFFGetFieldDefaulted(reader->file, tag_extra_samples, &count, &kinds);
    bool has_alpha = count > 0 && kinds && (kinds[0] == extra_associated || kinds[0] == extra_unassociated);
    reader->header.channels = has_alpha ? 4 : 3;
    reader->header.depth = 8;
    reader->header.dropped_channel_count = count > has_alpha ? count - has_alpha : 0;
    reader->header.loses_colors = reader->photometric != photometric_ycbcr && reader->photometric > photometric_palette;
    reader->header.loses_bits = reader->bits > 8;
    reader->header.buffer_byte_count = pixel_count * 4;
  }
  *header = reader->header;
  return true;
}

// Returns a sample of a row, unscaled. Each row begins at a byte boundary.
static inline uint32_t sample_at(const uint8_t *row, size_t number, unsigned bits) {
  if (bits == 8) return row[number];
  if (bits == 16) {
    uint16_t value;
    memcpy(&value, row + 2 * number, 2);
    return value;
  }
  uint32_t value = 0;
  for (size_t bit = number * bits; bit < (number + 1) * bits; bit++) {
    value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
  }
  return value;
}

// Unpacks `width` pixels from a row of a strip or tile. The row contains all samples, or the samples of one
// plane.
static void unpack_row(
    const tiff_reader *reader, const uint8_t *row, uint8_t *to, uint32_t width, int plane, bool is_separate) {
  const struct tiff_header *header = &reader->header;
  unsigned bits = reader->bits, greatest = (1u << bits) - 1;
  int count = is_separate ? 1 : header->channels;
  int size = header->depth / 8;
  if (reader->photometric == photometric_palette) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t entry = sample_at(row, x, bits);
      for (int color = 0; color < 3; color++) {
        uint16_t value = reader->palette[color][entry];
        to[3 * x + color] = reader->palette_has_eight_bits ? (uint8_t)value : (uint8_t)(value >> 8);
      }
    }
    return;
  }
  bool is_plain = (bits == 8 || bits == 16) && reader->photometric != photometric_white_is_zero;
  if (is_plain && !is_separate && reader->samples == header->channels) {
    memcpy(to, row, (size_t)width * header->channels * size);
    return;
  }
  for (uint32_t x = 0; x < width; x++) {
    for (int channel = 0; channel < count; channel++) {
      uint32_t value = sample_at(row, is_separate ? x : (size_t)x * reader->samples + channel, bits);
      int target = is_separate ? plane : channel;
      if (reader->photometric == photometric_white_is_zero && target == 0) value = greatest - value;
      uint8_t *place = to + ((size_t)x * header->channels + target) * size;
      if (size == 1) {
        *place = bits == 8 ? (uint8_t)value : (uint8_t)((value * 255 + greatest / 2) / greatest);
      } else {
        uint16_t scaled = bits == 16 ? (uint16_t)value : (uint16_t)((value * 65535ull + greatest / 2) / greatest);
        memcpy(place, &scaled, 2);
      }
    }
  }
}

static bool read_converted(tiff_reader *reader, uint8_t *pixels) {
  struct tiff_header *header = &reader->header;
  size_t count = (size_t)header->width * header->height;
  // The orientation of the file is passed, so that the library does not reorder rows or columns.
  int orientation = header->orientation >= 1 && header->orientation <= 8 ? header->orientation : 1;
  if (!reader->library->TIFFReadRGBAImageOriented(
          reader->file, header->width, header->height, (uint32_t *)(void *)pixels, orientation, 1)) {
    return refuse(reader, tiff_failure_damaged, "the pixels cannot be decoded");
  }
  for (size_t pixel = 0; pixel < count; pixel++) {
    uint32_t value;
    memcpy(&value, pixels + 4 * pixel, 4);
    for (int channel = 0; channel < header->channels; channel++) {
      pixels[pixel * header->channels + channel] = (uint8_t)(value >> (8 * channel));
    }
  }
  if (header->channels == 4) divide_by_alpha(pixels, count, header->channels, header->depth);
  return true;
}

static bool read_blocks(tiff_reader *reader, uint8_t *pixels, size_t block_limit) {
  const tiff_library *library = reader->library;
  const struct tiff_header *header = &reader->header;
  size_t pixel_size = (size_t)header->channels * (header->depth / 8);
  size_t row_size = header->width * pixel_size;
  bool is_tiled = library->TIFFIsTiled(reader->file) != 0;
  bool is_separate = reader->planes == planes_separate && reader->samples > 1;
  uint32_t block_width = header->width, block_height = header->height;
  signed_size block_row_size;
  if (is_tiled) {
    if (!library->TIFFGetField(reader->file, tag_tile_width, &block_width) ||
        !library->TIFFGetField(reader->file, tag_tile_height, &block_height)) {
      return refuse(reader, tiff_failure_damaged, "the tiles have no size");
    }
    block_row_size = library->TIFFTileRowSize(reader->file);
  } else {
    uint32_t rows = header->height;
    library->TIFFGetFieldDefaulted(reader->file, tag_rows_per_strip, &rows);
    if (rows < block_height) block_height = rows;
    block_row_size = library->TIFFScanlineSize(reader->file);
  }
  // A row must be long enough for the pixels to be read from it.
  size_t needed_bits = (size_t)block_width * reader->bits * (is_separate ? 1 : reader->samples);
  if (block_width == 0 || block_height == 0 || block_row_size <= 0 || (size_t)block_row_size < (needed_bits + 7) / 8) {
    return refuse(reader, tiff_failure_damaged, "strips or tiles have no size");
  }
  size_t block_size = 0;
  if (__builtin_mul_overflow((size_t)block_row_size, (size_t)block_height, &block_size) || block_size > block_limit) {
    return refuse(reader, tiff_failure_memory, "strips or tiles are larger than the limit");
  }
  // A decoder may leave out pixels. The block begins with zeros, so that it never contains other memory.
  uint8_t *block = calloc(1, block_size);
  if (!block) return refuse(reader, tiff_failure_memory, "there is not enough memory for a strip or tile");
  bool succeeds = true;
  int plane_count = is_separate ? header->channels : 1;
  for (int plane = 0; succeeds && plane < plane_count; plane++) {
    for (uint32_t top = 0; succeeds && top < header->height; top += block_height) {
      uint32_t rows = header->height - top < block_height ? header->height - top : block_height;
      for (uint32_t left = 0; left < header->width; left += block_width) {
        uint32_t columns = header->width - left < block_width ? header->width - left : block_width;
        size_t wanted = is_tiled ? block_size : (size_t)rows * block_row_size;
        signed_size got =
            is_tiled
                ? library->TIFFReadEncodedTile(
                      reader->file, library->TIFFComputeTile(reader->file, left, top, 0, (uint16_t)plane), block,
                      (signed_size)wanted)
                : library->TIFFReadEncodedStrip(
                      reader->file, library->TIFFComputeStrip(reader->file, top, (uint16_t)plane), block,
                      (signed_size)wanted);
        if (got < 0 || (size_t)got < wanted) {
          succeeds = refuse(reader, tiff_failure_damaged, "a strip or tile ends early");
          break;
        }
        for (uint32_t row = 0; row < rows; row++) {
          unpack_row(
              reader, block + (size_t)row * block_row_size, pixels + (top + row) * row_size + left * pixel_size, columns,
              plane, is_separate);
        }
        // The loop ends here, because the next value of `left` could overflow.
        if (header->width - left <= block_width) break;
      }
      if (header->height - top <= block_height) break;
    }
  }
  free(block);
  if (succeeds && reader->alpha_is_associated) {
    divide_by_alpha(pixels, (size_t)header->width * header->height, header->channels, header->depth);
  }
  return succeeds;
}

bool tiff_reader_read_pixels(tiff_reader *reader, uint8_t *pixels, size_t block_limit) {
  // Reading continued after an error in a part that the pixels do not need.
  reader->memory.problem.message[0] = 0;
  reader->memory.decodes_pixels = true;
  bool succeeds = reader->is_converted ? read_converted(reader, pixels) : read_blocks(reader, pixels, block_limit);
  reader->memory.decodes_pixels = false;
  if (succeeds && reader->memory.has_damaged_pixels) {
    return refuse(reader, tiff_failure_damaged, "pixels are damaged");
  }
  return succeeds;
}

// Returns whether a tag exists and has numbers that differ from the expected numbers by 0.01 or more.
static bool differs(tiff_reader *reader, uint32_t tag, const float *expected, int count) {
  float *numbers = NULL;
  if (!reader->library->TIFFGetField(reader->file, tag, &numbers) || !numbers) return false;
  for (int place = 0; place < count; place++) {
    float difference = numbers[place] - expected[place];
    if (!(difference < 0.01f && difference > -0.01f)) return true;
  }
  return false;
}

void tiff_reader_metadata(tiff_reader *reader, struct tiff_metadata *metadata) {
  const tiff_library *library = reader->library;
  memset(metadata, 0, sizeof *metadata);
  float horizontal = 0, vertical = 0;
  uint16_t unit = unit_inch;
  library->TIFFGetField(reader->file, tag_horizontal_density, &horizontal);
  library->TIFFGetField(reader->file, tag_vertical_density, &vertical);
  library->TIFFGetFieldDefaulted(reader->file, tag_density_unit, &unit);
  metadata->horizontal_density = horizontal;
  metadata->vertical_density = vertical;
  metadata->density_unit = unit;
  uint32_t count = 0;
  void *bytes = NULL;
  if (library->TIFFGetField(reader->file, tag_profile, &count, &bytes) && bytes) {
    metadata->profile = bytes;
    metadata->profile_byte_count = count;
  }
  count = 0;
  bytes = NULL;
  if (library->TIFFGetField(reader->file, tag_xmp, &count, &bytes) && bytes) {
    metadata->xmp = bytes;
    metadata->xmp_byte_count = count;
  }
  for (int number = 0; number < 6; number++) {
    char *text = NULL;
    if (library->TIFFGetField(reader->file, tiff_text_tags[number], &text)) metadata->texts[number] = text;
  }
  metadata->has_other_primaries =
      differs(reader, tag_white_point, (const float[]){0.3127f, 0.3290f}, 2) ||
      differs(reader, tag_primaries, (const float[]){0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f}, 6);
  int tag_count = library->TIFFGetTagListCount(reader->file);
  for (int number = 0; number < tag_count; number++) {
    uint32_t tag = library->TIFFGetTagListEntry(reader->file, number);
    bool is_read = tag == tag_profile || tag == tag_xmp || tag == tag_predictor || tag == tag_white_point ||
                   tag == tag_primaries;
    for (int place = 0; place < 6; place++) is_read = is_read || tag == tiff_text_tags[place];
    if (is_read) continue;
    if (metadata->other_tag_count < 32) metadata->other_tags[metadata->other_tag_count] = tag;
    metadata->other_tag_count++;
  }
  // The list does not contain tags that the library stores in fields of its own.
  static const uint32_t listed_apart[] = {tag_left, tag_top, tag_page_number, tag_transfer, tag_halftone, tag_sub_directories};
  for (size_t place = 0; place < sizeof listed_apart / sizeof *listed_apart; place++) {
    // Each value is a number or an address. There are at most three values.
    uint64_t values[4] = {0};
    uint32_t tag = listed_apart[place];
    if (!library->TIFFGetField(reader->file, tag, &values[0], &values[1], &values[2])) continue;
    // The page number 0 only means the first page, so it is not counted as lost information.
    uint16_t number;
    memcpy(&number, &values[0], sizeof number);
    if (tag == tag_page_number && number == 0) continue;
    if (metadata->other_tag_count < 32) metadata->other_tags[metadata->other_tag_count] = tag;
    metadata->other_tag_count++;
  }
  uint32_t pages = library->TIFFNumberOfDirectories(reader->file);
  metadata->later_page_count = pages > 1 ? pages - 1 : 0;
}

void tiff_reader_close(tiff_reader *reader) {
  reader->library->TIFFClose(reader->file);
  free(reader);
}

// ---- Writing

static bool write_all(const tiff_library *library, tiff_file file, const struct tiff_picture *picture) {
  size_t row_size = (size_t)picture->width * picture->channels * (picture->depth / 8);
  // Strips have about 256 KiB, so that a reader needs little memory.
  size_t rows = (1 << 18) / row_size;
  if (rows < 1) rows = 1;
  if (rows > picture->height) rows = picture->height;
  bool is_color = picture->channels >= 3, has_alpha = picture->channels % 2 == 0;
  uint16_t alpha = extra_unassociated;
  bool has_deflate = library->TIFFIsCODECConfigured(compression_deflate) != 0;
  bool succeeds = library->TIFFSetField(file, tag_width, picture->width) &&
                  library->TIFFSetField(file, tag_height, picture->height) &&
                  library->TIFFSetField(file, tag_bits, picture->depth) &&
                  library->TIFFSetField(file, tag_samples, picture->channels) &&
                  library->TIFFSetField(file, tag_planes, planes_contiguous) &&
                  library->TIFFSetField(
                      file, tag_photometric, is_color ? photometric_rgb : photometric_black_is_zero) &&
                  library->TIFFSetField(file, tag_orientation, picture->orientation) &&
                  library->TIFFSetField(file, tag_compression, has_deflate ? compression_deflate : compression_lzw) &&
                  library->TIFFSetField(file, tag_predictor, predictor_horizontal) &&
                  library->TIFFSetField(file, tag_rows_per_strip, (uint32_t)rows);
  if (succeeds && has_alpha) succeeds = library->TIFFSetField(file, tag_extra_samples, 1, &alpha);
  if (succeeds && picture->horizontal_density > 0) {
    succeeds = library->TIFFSetField(file, tag_horizontal_density, picture->horizontal_density) &&
               library->TIFFSetField(file, tag_vertical_density, picture->vertical_density) &&
               library->TIFFSetField(file, tag_density_unit, unit_inch);
  }
  if (succeeds && picture->profile) {
    succeeds = library->TIFFSetField(file, tag_profile, picture->profile_byte_count, picture->profile);
  }
  if (succeeds && picture->xmp) {
    succeeds = library->TIFFSetField(file, tag_xmp, picture->xmp_byte_count, picture->xmp);
  }
  for (int number = 0; succeeds && number < 6; number++) {
    if (picture->texts[number]) {
      succeeds = library->TIFFSetField(file, tiff_text_tags[number], picture->texts[number]);
    }
  }
  uint32_t strip = 0;
  for (size_t row = 0; succeeds && row < picture->height; row += rows, strip++) {
    size_t count = picture->height - row < rows ? picture->height - row : rows;
    // The library does not modify the bytes of a whole strip, although its declaration allows this.
    succeeds = library->TIFFWriteEncodedStrip(
                   file, strip, (void *)(picture->pixels + row * row_size), (signed_size)(count * row_size)) >= 0;
  }
  return succeeds;
}

bool tiff_write(const tiff_library *library, const struct tiff_picture *picture, struct tiff_output *output) {
  memset(output, 0, sizeof *output);
  struct memory_file memory;
  memset(&memory, 0, sizeof memory);
  size_t byte_count = (size_t)picture->width * picture->height * picture->channels * (picture->depth / 8);
  // If the pixels have more than 3 GiB, the file is written with 64-bit offsets.
  tiff_file file = open_file(library, &memory, byte_count > 3ull << 30 ? "w8" : "w", SIZE_MAX);
  bool succeeds = file && write_all(library, file, picture);
  // Closing the file writes the directory.
  if (file) library->TIFFClose(file);
  output->problem = memory.problem;
  if (!succeeds || memory.problem.message[0]) {
    free(memory.output);
    return false;
  }
  output->bytes = memory.output;
  output->byte_count = memory.byte_count;
  return true;
}
