// PNG through libpng 1.6 (Source: libpng-manual.txt of 1.6, and the declarations in its png.h).
//
// libpng reports an error by calling a function that must not return. That function, `failed`, jumps back
// to the function in this file that called libpng. Every function that can be the target of the jump
// begins with setjmp, and stores its state in a structure, not in local variables.

#include "PNGCalls.h"
#include "shared.h"

#include <setjmp.h>

typedef void *png_structure;
typedef void *png_information;
typedef void (*png_message_function)(png_structure, const char *);
typedef void *(*png_allocation_function)(png_structure, size_t);
typedef void (*png_release_function)(png_structure, void *);
typedef void (*png_transfer_function)(png_structure, uint8_t *, size_t);
typedef void (*png_flush_function)(png_structure);

// Source: png.h, `png_text`.
struct library_text {
  int compression;
  char *keyword;
  char *text;
  size_t text_length;
  size_t international_length;
  char *language;
  char *translated_keyword;
};

#define FUNCTIONS(X)                                                                                                   \
  X(const char *, png_get_libpng_ver, (png_structure))                                                                \
  X(png_structure, png_create_read_struct_2,                                                                          \
    (const char *, void *, png_message_function, png_message_function, void *, png_allocation_function,               \
     png_release_function))                                                                                           \
  X(png_structure, png_create_write_struct_2,                                                                         \
    (const char *, void *, png_message_function, png_message_function, void *, png_allocation_function,               \
     png_release_function))                                                                                           \
  X(png_information, png_create_info_struct, (png_structure))                                                         \
  X(void, png_destroy_read_struct, (png_structure *, png_information *, png_information *))                           \
  X(void, png_destroy_write_struct, (png_structure *, png_information *))                                             \
  X(void, png_error, (png_structure, const char *))                                                                   \
  X(void, png_set_read_fn, (png_structure, void *, png_transfer_function))                                            \
  X(void, png_set_write_fn, (png_structure, void *, png_transfer_function, png_flush_function))                       \
  X(void, png_set_user_limits, (png_structure, uint32_t, uint32_t))                                                   \
  X(void, png_set_chunk_cache_max, (png_structure, uint32_t))                                                         \
  X(void, png_set_chunk_malloc_max, (png_structure, size_t))                                                          \
  X(void, png_set_benign_errors, (png_structure, int))                                                                \
  X(void, png_read_info, (png_structure, png_information))                                                            \
  X(uint32_t, png_get_IHDR,                                                                                           \
    (png_structure, png_information, uint32_t *, uint32_t *, int *, int *, int *, int *, int *))                      \
  X(uint32_t, png_get_valid, (png_structure, png_information, uint32_t))                                              \
  X(void, png_set_expand, (png_structure))                                                                            \
  X(void, png_set_swap, (png_structure))                                                                              \
  X(int, png_set_interlace_handling, (png_structure))                                                                 \
  X(void, png_read_update_info, (png_structure, png_information))                                                     \
  X(size_t, png_get_rowbytes, (png_structure, png_information))                                                       \
  X(void, png_read_row, (png_structure, uint8_t *, uint8_t *))                                                        \
  X(void, png_read_end, (png_structure, png_information))                                                             \
  X(int, png_get_text, (png_structure, png_information, struct library_text **, int *))                               \
  X(uint32_t, png_get_iCCP, (png_structure, png_information, char **, int *, uint8_t **, uint32_t *))                 \
  X(uint32_t, png_get_eXIf_1, (png_structure, png_information, uint32_t *, uint8_t **))                               \
  X(uint32_t, png_get_pHYs, (png_structure, png_information, uint32_t *, uint32_t *, int *))                          \
  X(uint32_t, png_get_gAMA_fixed, (png_structure, png_information, int32_t *))                                        \
  X(uint32_t, png_get_cHRM_fixed,                                                                                     \
    (png_structure, png_information, int32_t *, int32_t *, int32_t *, int32_t *, int32_t *, int32_t *, int32_t *,     \
     int32_t *))                                                                                                      \
  X(uint32_t, png_get_sRGB, (png_structure, png_information, int *))                                                  \
  X(void, png_set_IHDR, (png_structure, png_information, uint32_t, uint32_t, int, int, int, int, int))                \
  X(void, png_set_iCCP, (png_structure, png_information, const char *, int, const uint8_t *, uint32_t))               \
  X(void, png_write_info, (png_structure, png_information))                                                           \
  X(void, png_write_chunk, (png_structure, const uint8_t *, const uint8_t *, size_t))                                 \
  X(void, png_write_row, (png_structure, const uint8_t *))                                                            \
  X(void, png_write_end, (png_structure, png_information))

struct png_library {
  FUNCTIONS(FUNCTION_FIELD)
};

// Source: png.h.
enum { mask_color = 2, mask_alpha = 4, info_transparency = 0x0010, info_profile = 0x1000, unit_meter = 1 };
// The version of the interface declared in this file. The library rejects another major or minor version.
static const char *const interface_version = "1.6.0";

const png_library *png_library_find(void *handle) {
  png_library *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  return library;
}

const char *png_library_version(const png_library *library) { return library->png_get_libpng_ver(NULL); }

// ---- Errors and memory

// The state of a call into the library, for use by callbacks.
struct call {
  const png_library *library;
  jmp_buf place;
  struct png_problem problem;
  // The number of bytes that the library may still allocate.
  size_t memory;
  // The bytes to read, and the current offset.
  const uint8_t *bytes;
  size_t byte_count, offset;
  // The bytes written so far.
  struct growing_bytes output;
};

// The current call of this thread. The library can store a pointer for its callbacks, but only another
// function of the library returns that pointer, and a callback has no pointer to that function.
static _Thread_local struct call *current;

_Noreturn static void failed(png_structure png, const char *message) {
  (void)png;
  struct call *call = current;
  if (call->problem.failure == png_failure_none) call->problem.failure = png_failure_damaged;
  copy_message(call->problem.message, sizeof call->problem.message, message);
  longjmp(call->place, 1);
}

static void warned(png_structure png, const char *message) {
  (void)png;
  struct call *call = current;
  if (call->problem.warning_count++ == 0) {
    copy_message(call->problem.warning, sizeof call->problem.warning, message);
  }
  // libpng skips a chunk with a wrong checksum. Only a skipped color profile is recorded here.
  if (strcmp(message, "iCCP: CRC error") == 0) call->problem.has_damaged_profile = true;
}

// Each block begins with its size, so that the total size can be limited.
enum { prefix_size = 16 };

static void *allocate(png_structure png, size_t size) {
  (void)png;
  struct call *call = current;
  if (size > call->memory) {
    call->problem.failure = png_failure_memory;
    return NULL;
  }
  uint8_t *block = malloc(size + prefix_size);
  if (!block) {
    call->problem.failure = png_failure_memory;
    return NULL;
  }
  memcpy(block, &size, sizeof size);
  call->memory -= size;
  return block + prefix_size;
}

static void release(png_structure png, void *pointer) {
  (void)png;
  if (!pointer) return;
  uint8_t *block = (uint8_t *)pointer - prefix_size;
  size_t size;
  memcpy(&size, block, sizeof size);
  current->memory += size;
  free(block);
}

// ---- Reading

struct png_reader {
  struct call call;
  png_structure png;
  png_information info;
  struct png_header header;
  int pass_count;
  struct library_text *texts;
  int text_count;
};

static void take_bytes(png_structure png, uint8_t *to, size_t count) {
  struct call *call = current;
  if (count > call->byte_count - call->offset) {
    call->problem.failure = png_failure_end;
    call->library->png_error(png, "the file ends early");
    return;
  }
  memcpy(to, call->bytes + call->offset, count);
  call->offset += count;
}

png_reader *png_reader_open(
    const png_library *library, const uint8_t *bytes, size_t byte_count, size_t memory_limit) {
  png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->call.library = library;
  reader->call.bytes = bytes;
  reader->call.byte_count = byte_count;
  reader->call.memory = memory_limit;
  return reader;
}

const struct png_problem *png_reader_problem(const png_reader *reader) { return &reader->call.problem; }

bool png_reader_read_header(png_reader *reader, struct png_header *header) {
  const png_library *library = reader->call.library;
  current = &reader->call;
  if (setjmp(reader->call.place)) return false;
  reader->png =
      library->png_create_read_struct_2(interface_version, NULL, failed, warned, NULL, allocate, release);
  if (!reader->png) {
    if (reader->call.problem.failure == png_failure_none) reader->call.problem.failure = png_failure_memory;
    return false;
  }
  reader->info = library->png_create_info_struct(reader->png);
  if (!reader->info) return false;
  library->png_set_read_fn(reader->png, NULL, take_bytes);
  // Width, height and memory are limited by the caller.
  library->png_set_user_limits(reader->png, 0x7FFFFFFF, 0x7FFFFFFF);
  library->png_set_chunk_cache_max(reader->png, 4096);
  library->png_set_chunk_malloc_max(reader->png, reader->call.memory);
  library->png_read_info(reader->png, reader->info);

  int depth = 0, color_type = 0, interlacing = 0;
  library->png_get_IHDR(
      reader->png, reader->info, &reader->header.width, &reader->header.height, &depth, &color_type, &interlacing, NULL,
      NULL);
  bool has_alpha = (color_type & mask_alpha) || library->png_get_valid(reader->png, reader->info, info_transparency);
  reader->header.channels = ((color_type & mask_color) ? 3 : 1) + (has_alpha ? 1 : 0);
  reader->header.depth = depth == 16 ? 16 : 8;
  *header = reader->header;
  return true;
}

bool png_reader_read_pixels(png_reader *reader, uint8_t *pixels) {
  const png_library *library = reader->call.library;
  size_t row_size = (size_t)reader->header.width * reader->header.channels * (reader->header.depth / 8);
  current = &reader->call;
  // The library allocates a few rows. The caller has already checked the size of the picture.
  reader->call.memory += 4 * (row_size + (1 << 16));
  if (setjmp(reader->call.place)) return false;
  // Palette indices become RGB, samples of fewer than 8 bits become 8 bits, and a transparent color becomes
  // alpha.
  library->png_set_expand(reader->png);
  const uint16_t one = 1;
  if (reader->header.depth == 16 && *(const uint8_t *)&one) library->png_set_swap(reader->png);
  reader->pass_count = library->png_set_interlace_handling(reader->png);
  library->png_read_update_info(reader->png, reader->info);
  if (library->png_get_rowbytes(reader->png, reader->info) != row_size) {
    library->png_error(reader->png, "rows have another length than the header says");
  }
  for (int pass = 0; pass < reader->pass_count; pass++) {
    for (uint32_t row = 0; row < reader->header.height; row++) {
      library->png_read_row(reader->png, pixels + row * row_size, NULL);
    }
  }
  library->png_read_end(reader->png, reader->info);
  // The library skips a text that exceeds the memory limit, with a warning. This function treats a skipped
  // text as an error.
  return reader->call.problem.failure == png_failure_none;
}

bool png_reader_metadata(png_reader *reader, struct png_metadata *metadata) {
  const png_library *library = reader->call.library;
  memset(metadata, 0, sizeof *metadata);
  current = &reader->call;
  if (setjmp(reader->call.place)) return false;
  char *name;
  int compression, unit = 0, intent;
  uint8_t *bytes = NULL;
  if (library->png_get_iCCP(
          reader->png, reader->info, &name, &compression, &bytes, &metadata->profile_byte_count)) {
    metadata->profile = bytes;
  }
  bytes = NULL;
  if (library->png_get_eXIf_1(reader->png, reader->info, &metadata->exif_byte_count, &bytes)) metadata->exif = bytes;
  metadata->has_density = library->png_get_pHYs(
                              reader->png, reader->info, &metadata->horizontal_density, &metadata->vertical_density,
                              &unit) != 0;
  metadata->density_is_per_meter = unit == unit_meter;
  metadata->has_srgb = library->png_get_sRGB(reader->png, reader->info, &intent) != 0;
  metadata->has_gamma = library->png_get_gAMA_fixed(reader->png, reader->info, &metadata->gamma) != 0;
  int32_t *xy = metadata->chromaticities;
  metadata->has_chromaticities =
      library->png_get_cHRM_fixed(
          reader->png, reader->info, xy, xy + 1, xy + 2, xy + 3, xy + 4, xy + 5, xy + 6, xy + 7) != 0;
  metadata->text_count = library->png_get_text(reader->png, reader->info, &reader->texts, &reader->text_count);
  return true;
}

bool png_reader_text(png_reader *reader, int number, struct png_text_entry *text) {
  if (number < 0 || number >= reader->text_count) return false;
  const struct library_text *entry = &reader->texts[number];
  text->keyword = entry->keyword ? entry->keyword : "";
  text->text = entry->text ? entry->text : "";
  text->is_utf8 = entry->compression > 0;
  text->byte_count = strlen(text->text);
  text->has_language =
      text->is_utf8 && ((entry->language && *entry->language) || (entry->translated_keyword && *entry->translated_keyword));
  return true;
}

void png_reader_close(png_reader *reader) {
  current = &reader->call;
  if (reader->png && !setjmp(reader->call.place)) {
    reader->call.library->png_destroy_read_struct(&reader->png, &reader->info, NULL);
  }
  current = NULL;
  free(reader);
}

// ---- Writing

static void give_bytes(png_structure png, uint8_t *from, size_t count) {
  struct call *call = current;
  if (append_bytes(&call->output, from, count)) return;
  call->problem.failure = png_failure_memory;
  call->library->png_error(png, "there is not enough memory for the file");
}

static void keep_bytes(png_structure png) { (void)png; }

struct writer {
  struct call call;
  png_structure png;
  png_information info;
  const struct png_picture *picture;
  bool has_profile;
};

static bool write_all(struct writer *writer) {
  const png_library *library = writer->call.library;
  const struct png_picture *picture = writer->picture;
  if (setjmp(writer->call.place)) return false;
  writer->png =
      library->png_create_write_struct_2(interface_version, NULL, failed, warned, NULL, allocate, release);
  if (!writer->png) return false;
  writer->info = library->png_create_info_struct(writer->png);
  if (!writer->info) return false;
  // The library reports some properties of a valid color profile as errors, for example that the profile
  // describes sRGB, which has a chunk of its own. Such errors are benign: with this setting, they are
  // warnings, and the profile is written. Errors of the pixels and of the file are never benign.
  library->png_set_benign_errors(writer->png, 1);
  library->png_set_write_fn(writer->png, NULL, give_bytes, keep_bytes);
  library->png_set_user_limits(writer->png, 0x7FFFFFFF, 0x7FFFFFFF);
  int color_type = (picture->channels >= 3 ? mask_color : 0) | (picture->channels % 2 == 0 ? mask_alpha : 0);
  library->png_set_IHDR(
      writer->png, writer->info, picture->width, picture->height, picture->depth, color_type, 0, 0, 0);
  if (picture->profile) {
    // The library omits a color profile that does not match the picture, with a warning.
    library->png_set_iCCP(
        writer->png, writer->info, "ICC profile", 0, picture->profile, (uint32_t)picture->profile_byte_count);
    writer->has_profile = library->png_get_valid(writer->png, writer->info, info_profile) != 0;
  }
  library->png_write_info(writer->png, writer->info);
  for (size_t place = 0; place < picture->chunk_count; place++) {
    const struct png_chunk *chunk = &picture->chunks[place];
    library->png_write_chunk(writer->png, chunk->name, chunk->bytes, chunk->byte_count);
  }
  const uint16_t one = 1;
  if (picture->depth == 16 && *(const uint8_t *)&one) library->png_set_swap(writer->png);
  size_t row_size = (size_t)picture->width * picture->channels * (picture->depth / 8);
  for (uint32_t row = 0; row < picture->height; row++) {
    library->png_write_row(writer->png, picture->pixels + row * row_size);
  }
  library->png_write_end(writer->png, NULL);
  return true;
}

static void end_writing(struct writer *writer) {
  if (writer->png && !setjmp(writer->call.place)) {
    writer->call.library->png_destroy_write_struct(&writer->png, &writer->info);
  }
}

bool png_write(const png_library *library, const struct png_picture *picture, struct png_output *output) {
  memset(output, 0, sizeof *output);
  struct writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    output->problem.failure = png_failure_memory;
    return false;
  }
  writer->call.library = library;
  writer->call.memory = SIZE_MAX;
  writer->picture = picture;
  current = &writer->call;
  bool succeeds = write_all(writer);
  end_writing(writer);
  current = NULL;
  output->problem = writer->call.problem;
  if (succeeds) {
    // The unused capacity is released. If the block cannot be shrunk, it is kept unchanged.
    struct growing_bytes *written = &writer->call.output;
    uint8_t *shrunk = realloc(written->bytes, written->byte_count);
    output->bytes = shrunk ? shrunk : written->bytes;
    output->byte_count = written->byte_count;
    output->has_profile = writer->has_profile;
  } else {
    free(writer->call.output.bytes);
    if (output->problem.failure == png_failure_none) output->problem.failure = png_failure_memory;
  }
  free(writer);
  return succeeds;
}
