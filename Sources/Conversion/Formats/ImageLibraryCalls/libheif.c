// HEIF through libheif 1.15 or later (Source: heif.h of libheif 1.15). The library applies the crop, rotation
// and mirroring declared in the file.

#include "HEIFCalls.h"
#include "shared.h"

struct library_error {
  int code;
  int subcode;
  const char *message;
};

// The first fields of the library's structure for colors.
struct named_colors {
  uint8_t version;
  int primaries, transfer, matrix;
};

struct library_writer {
  int version;
  struct library_error (*write)(void *, const void *, size_t, void *);
};

#define FUNCTIONS(X)                                                                                                   \
  X(const char *, heif_get_version, (void))                                                                           \
  X(struct library_error, heif_init, (void *))                                                                        \
  X(int, heif_have_encoder_for_format, (int))                                                                         \
  X(int, heif_have_decoder_for_format, (int))                                                                         \
  X(void *, heif_context_alloc, (void))                                                                               \
  X(void, heif_context_free, (void *))                                                                                \
  X(struct library_error, heif_context_read_from_memory_without_copy, (void *, const void *, size_t, const void *))   \
  X(int, heif_context_get_number_of_top_level_images, (void *))                                                       \
  X(struct library_error, heif_context_get_primary_image_handle, (void *, void **))                                   \
  X(void, heif_image_handle_release, (const void *))                                                                  \
  X(int, heif_image_handle_get_width, (const void *))                                                                 \
  X(int, heif_image_handle_get_height, (const void *))                                                                \
  X(int, heif_image_handle_has_alpha_channel, (const void *))                                                         \
  X(int, heif_image_handle_is_premultiplied_alpha, (const void *))                                                    \
  X(int, heif_image_handle_get_luma_bits_per_pixel, (const void *))                                                   \
  X(int, heif_image_handle_has_depth_image, (const void *))                                                           \
  X(int, heif_image_handle_get_number_of_thumbnails, (const void *))                                                  \
  X(int, heif_image_handle_get_number_of_auxiliary_images, (const void *, int))                                       \
  X(int, heif_image_handle_get_number_of_metadata_blocks, (const void *, const char *))                               \
  X(int, heif_image_handle_get_list_of_metadata_block_IDs, (const void *, const char *, uint32_t *, int))             \
  X(const char *, heif_image_handle_get_metadata_type, (const void *, uint32_t))                                      \
  X(const char *, heif_image_handle_get_metadata_content_type, (const void *, uint32_t))                              \
  X(size_t, heif_image_handle_get_metadata_size, (const void *, uint32_t))                                            \
  X(struct library_error, heif_image_handle_get_metadata, (const void *, uint32_t, void *))                           \
  X(size_t, heif_image_handle_get_raw_color_profile_size, (const void *))                                             \
  X(struct library_error, heif_image_handle_get_raw_color_profile, (const void *, void *))                            \
  X(struct library_error, heif_image_handle_get_nclx_color_profile, (const void *, struct named_colors **))           \
  X(void, heif_nclx_color_profile_free, (struct named_colors *))                                                      \
  X(struct library_error, heif_decode_image, (const void *, void **, int, int, const void *))                         \
  X(int, heif_image_get_width, (const void *, int))                                                                   \
  X(int, heif_image_get_height, (const void *, int))                                                                  \
  X(int, heif_image_get_bits_per_pixel_range, (const void *, int))                                                    \
  X(const uint8_t *, heif_image_get_plane_readonly, (const void *, int, int *))                                       \
  X(uint8_t *, heif_image_get_plane, (void *, int, int *))                                                            \
  X(void, heif_image_release, (const void *))                                                                         \
  X(struct library_error, heif_image_create, (int, int, int, int, void **))                                           \
  X(struct library_error, heif_image_add_plane, (void *, int, int, int, int))                                         \
  X(struct library_error, heif_image_set_raw_color_profile, (void *, const char *, const void *, size_t))             \
  X(struct library_error, heif_context_get_encoder_for_format, (void *, int, void **))                                \
  X(struct library_error, heif_encoder_set_lossy_quality, (void *, int))                                              \
  X(void, heif_encoder_release, (void *))                                                                             \
  X(struct library_error, heif_context_encode_image, (void *, const void *, void *, const void *, void **))           \
  X(struct library_error, heif_context_add_exif_metadata, (void *, const void *, const void *, int))                  \
  X(struct library_error, heif_context_add_XMP_metadata, (void *, const void *, const void *, int))                   \
  X(struct library_error, heif_context_write, (void *, struct library_writer *, void *))

struct heif_library {
  FUNCTIONS(FUNCTION_FIELD)
};

// Source: heif.h, the enumerations for color space, chroma, channels and auxiliary images.
enum {
  space_rgb = 1,
  interleaved_rgb = 10,
  interleaved_rgba = 11,
  interleaved_rgb_high_byte_first = 12,
  interleaved_rgba_high_byte_first = 13,
  channel_interleaved = 10,
  omit_alpha_and_depth = 6
};

const heif_library *heif_library_find(void *handle) {
  heif_library *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  // Loads the library's plugins. The plugins stay loaded as long as the library.
  library->heif_init(NULL);
  return library;
}

const char *heif_library_version(const heif_library *library) { return library->heif_get_version(); }

bool heif_library_can_read(const heif_library *library, int coding) {
  return library->heif_have_decoder_for_format(coding) != 0;
}

bool heif_library_can_write(const heif_library *library, int coding) {
  return library->heif_have_encoder_for_format(coding) != 0;
}

static bool keep(struct heif_problem *problem, struct library_error error) {
  if (error.code == 0) return true;
  problem->code = error.code;
  copy_message(problem->message, sizeof problem->message, error.message ? error.message : "unknown error");
  return false;
}

// ---- Reading

struct heif_reader {
  const heif_library *library;
  void *context;
  void *handle;
};

void heif_reader_close(heif_reader *reader) {
  if (reader->handle) reader->library->heif_image_handle_release(reader->handle);
  if (reader->context) reader->library->heif_context_free(reader->context);
  free(reader);
}

heif_reader *heif_reader_open(
    const heif_library *library, const uint8_t *bytes, size_t byte_count, struct heif_problem *problem) {
  memset(problem, 0, sizeof *problem);
  heif_reader *reader = calloc(1, sizeof *reader);
  if (reader) {
    reader->library = library;
    reader->context = library->heif_context_alloc();
  }
  if (!reader || !reader->context) {
    problem->code = heif_code_no_memory;
    free(reader);
    return NULL;
  }
  if (!keep(problem, library->heif_context_read_from_memory_without_copy(reader->context, bytes, byte_count, NULL)) ||
      !keep(problem, library->heif_context_get_primary_image_handle(reader->context, &reader->handle))) {
    heif_reader_close(reader);
    return NULL;
  }
  return reader;
}

void heif_reader_read_header(heif_reader *reader, struct heif_header *header) {
  const heif_library *library = reader->library;
  memset(header, 0, sizeof *header);
  header->width = library->heif_image_handle_get_width(reader->handle);
  header->height = library->heif_image_handle_get_height(reader->handle);
  header->channels = library->heif_image_handle_has_alpha_channel(reader->handle) ? 4 : 3;
  header->depth = library->heif_image_handle_get_luma_bits_per_pixel(reader->handle) > 8 ? 16 : 8;
  header->other_picture_count = library->heif_context_get_number_of_top_level_images(reader->context) - 1;
  header->has_depth_map = library->heif_image_handle_has_depth_image(reader->handle) != 0;
  header->preview_count = library->heif_image_handle_get_number_of_thumbnails(reader->handle);
  header->auxiliary_picture_count =
      library->heif_image_handle_get_number_of_auxiliary_images(reader->handle, omit_alpha_and_depth);
  struct named_colors *colors = NULL;
  // If a number in the file is undefined, the call returns an error, but still sets the structure.
  bool is_known = library->heif_image_handle_get_nclx_color_profile(reader->handle, &colors).code == 0;
  if (colors) {
    // Source: ITU-T H.273. Primaries: 1 is sRGB and 2 is unspecified. Transfer function: 13 is sRGB, 2 is
    // unspecified, and 1 and 6 are those of television, which programs treat as sRGB.
    bool has_primaries = colors->primaries == 1 || colors->primaries == 2;
    bool has_transfer =
        colors->transfer == 1 || colors->transfer == 2 || colors->transfer == 6 || colors->transfer == 13;
    header->has_other_colors = !is_known || !has_primaries || !has_transfer;
    library->heif_nclx_color_profile_free(colors);
  }
}

enum { metadata_limit = 64 };

// Returns the part to which an item of metadata belongs; -1 if the item belongs to no part.
static int part_of(heif_reader *reader, uint32_t item) {
  const char *type = reader->library->heif_image_handle_get_metadata_type(reader->handle, item);
  if (type && strcmp(type, "Exif") == 0) return heif_part_exif;
  const char *content = reader->library->heif_image_handle_get_metadata_content_type(reader->handle, item);
  if (type && strcmp(type, "mime") == 0 && content && strcmp(content, "application/rdf+xml") == 0) return heif_part_xmp;
  return -1;
}

static int items_of(heif_reader *reader, uint32_t items[metadata_limit]) {
  int count = reader->library->heif_image_handle_get_number_of_metadata_blocks(reader->handle, NULL);
  if (count > metadata_limit) count = metadata_limit;
  return count > 0
             ? reader->library->heif_image_handle_get_list_of_metadata_block_IDs(reader->handle, NULL, items, count)
             : 0;
}

size_t heif_reader_part_size(heif_reader *reader, enum heif_part part) {
  if (part == heif_part_profile) return reader->library->heif_image_handle_get_raw_color_profile_size(reader->handle);
  uint32_t items[metadata_limit];
  int count = items_of(reader, items);
  size_t size = 0;
  for (int place = 0; place < count; place++) {
    if (part_of(reader, items[place]) != (int)part) continue;
    size_t own = reader->library->heif_image_handle_get_metadata_size(reader->handle, items[place]);
    if (own > size) size = own;
  }
  return size;
}

struct heif_bytes heif_reader_part(heif_reader *reader, enum heif_part part, int *others) {
  const heif_library *library = reader->library;
  struct heif_bytes result = {NULL, 0};
  if (part == heif_part_profile) {
    size_t size = library->heif_image_handle_get_raw_color_profile_size(reader->handle);
    uint8_t *bytes = size > 0 ? malloc(size) : NULL;
    if (bytes && library->heif_image_handle_get_raw_color_profile(reader->handle, bytes).code == 0) {
      result.bytes = bytes;
      result.byte_count = size;
    } else {
      free(bytes);
      *others += size > 0;
    }
    return result;
  }
  uint32_t items[metadata_limit];
  int count = items_of(reader, items);
  if (part == heif_part_exif) {
    int all = library->heif_image_handle_get_number_of_metadata_blocks(reader->handle, NULL);
    if (all > count) *others += all - count;
  }
  for (int place = 0; place < count; place++) {
    int own = part_of(reader, items[place]);
    // Duplicates are counted, and so are items of another kind.
    if (own < 0) *others += part == heif_part_exif;
    if (own != (int)part) continue;
    if (result.bytes) {
      *others += 1;
      continue;
    }
    size_t size = library->heif_image_handle_get_metadata_size(reader->handle, items[place]);
    uint8_t *bytes = size > 0 ? malloc(size) : NULL;
    if (!bytes || library->heif_image_handle_get_metadata(reader->handle, items[place], bytes).code != 0) {
      free(bytes);
      *others += 1;
      continue;
    }
    // EXIF begins with a four-byte offset to its TIFF header, counted from the end of the offset.
    if (part == heif_part_exif) {
      size_t skipped = size < 4 ? size
                                : 4 + ((size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3]);
      if (skipped >= size) {
        free(bytes);
        *others += 1;
        continue;
      }
      memmove(bytes, bytes + skipped, size - skipped);
      size -= skipped;
    }
    result.bytes = bytes;
    result.byte_count = size;
  }
  return result;
}

bool heif_reader_read_pixels(
    heif_reader *reader, const struct heif_header *header, uint8_t *pixels, struct heif_problem *problem) {
  const heif_library *library = reader->library;
  memset(problem, 0, sizeof *problem);
  bool has_alpha = header->channels == 4;
  int chroma = header->depth == 8 ? (has_alpha ? interleaved_rgba : interleaved_rgb)
                                  : (has_alpha ? interleaved_rgba_high_byte_first : interleaved_rgb_high_byte_first);
  void *image = NULL;
  if (!keep(problem, library->heif_decode_image(reader->handle, &image, space_rgb, chroma, NULL))) return false;
  int stride = 0;
  const uint8_t *plane = library->heif_image_get_plane_readonly(image, channel_interleaved, &stride);
  size_t row_size = (size_t)header->width * header->channels * (header->depth / 8);
  if (!plane || stride < 0 || (size_t)stride < row_size ||
      library->heif_image_get_width(image, channel_interleaved) != header->width ||
      library->heif_image_get_height(image, channel_interleaved) != header->height) {
    library->heif_image_release(image);
    problem->code = heif_code_invalid_input;
    copy_message(problem->message, sizeof problem->message, "the image has another size than the file says");
    return false;
  }
  bool is_multiplied = has_alpha && library->heif_image_handle_is_premultiplied_alpha(reader->handle);
  int bits = library->heif_image_get_bits_per_pixel_range(image, channel_interleaved);
  uint32_t greatest = bits > 8 && bits <= 16 ? (1u << bits) - 1 : 65535;
  size_t count = (size_t)header->width * header->channels;
  for (int row = 0; row < header->height; row++) {
    const uint8_t *from = plane + (size_t)row * stride;
    uint8_t *to = pixels + (size_t)row * row_size;
    if (header->depth == 8) {
      memcpy(to, from, row_size);
    } else {
      for (size_t place = 0; place < count; place++) {
        uint32_t value = (uint32_t)from[2 * place] << 8 | from[2 * place + 1];
        if (value > greatest) value = greatest;
        uint16_t scaled = (uint16_t)((value * 65535ull + greatest / 2) / greatest);
        memcpy(to + 2 * place, &scaled, 2);
      }
    }
  }
  if (is_multiplied) {
    divide_by_alpha(pixels, (size_t)header->width * header->height, header->channels, header->depth);
  }
  library->heif_image_release(image);
  return true;
}

// ---- Writing

static struct library_error take_file(void *context, const void *bytes, size_t byte_count, void *user) {
  (void)context;
  struct heif_output *output = user;
  uint8_t *copy = malloc(byte_count ? byte_count : 1);
  struct library_error result = {copy ? 0 : heif_code_no_memory, 0, copy ? "" : "not enough memory"};
  if (copy) {
    memcpy(copy, bytes, byte_count);
    free(output->bytes);
    output->bytes = copy;
    output->byte_count = byte_count;
  }
  return result;
}

bool heif_write(const heif_library *library, const struct heif_picture *picture, struct heif_output *output) {
  memset(output, 0, sizeof *output);
  struct heif_problem *problem = &output->problem;
  void *context = library->heif_context_alloc(), *image = NULL, *encoder = NULL, *handle = NULL;
  if (!context) {
    problem->code = heif_code_no_memory;
    return false;
  }
  int chroma = picture->channels == 4 ? interleaved_rgba : interleaved_rgb;
  bool succeeds =
      keep(problem, library->heif_image_create(picture->width, picture->height, space_rgb, chroma, &image)) &&
      keep(problem, library->heif_image_add_plane(image, channel_interleaved, picture->width, picture->height, 8));
  if (succeeds) {
    int stride = 0;
    uint8_t *plane = library->heif_image_get_plane(image, channel_interleaved, &stride);
    size_t row_size = (size_t)picture->width * picture->channels;
    for (int row = 0; row < picture->height; row++) {
      memcpy(plane + (size_t)row * stride, picture->pixels + row * row_size, row_size);
    }
  }
  if (succeeds && picture->profile) {
    succeeds = keep(
        problem, library->heif_image_set_raw_color_profile(image, "prof", picture->profile, picture->profile_byte_count));
  }
  succeeds = succeeds && keep(problem, library->heif_context_get_encoder_for_format(context, picture->coding, &encoder)) &&
             keep(problem, library->heif_encoder_set_lossy_quality(encoder, picture->quality)) &&
             keep(problem, library->heif_context_encode_image(context, image, encoder, NULL, &handle));
  if (succeeds && picture->exif) {
    succeeds = keep(
        problem,
        library->heif_context_add_exif_metadata(context, handle, picture->exif, (int)picture->exif_byte_count));
  }
  if (succeeds && picture->xmp) {
    succeeds = keep(
        problem, library->heif_context_add_XMP_metadata(context, handle, picture->xmp, (int)picture->xmp_byte_count));
  }
  struct library_writer writer = {1, take_file};
  succeeds = succeeds && keep(problem, library->heif_context_write(context, &writer, output));
  if (handle) library->heif_image_handle_release(handle);
  if (encoder) library->heif_encoder_release(encoder);
  if (image) library->heif_image_release(image);
  library->heif_context_free(context);
  if (!succeeds) {
    free(output->bytes);
    output->bytes = NULL;
    output->byte_count = 0;
  }
  return succeeds;
}
