// WebP through libwebp 1 (Source: decode.h and encode.h of libwebp 1.2).

#include "WebPCalls.h"
#include "libwebp-structures.h"
#include "shared.h"

#define FUNCTIONS(X)                                                                                                   \
  X(int, WebPGetDecoderVersion, (void))                                                                               \
  X(int, WebPGetFeaturesInternal, (const uint8_t *, size_t, struct features *, int))                                  \
  X(uint8_t *, WebPDecodeRGBInto, (const uint8_t *, size_t, uint8_t *, size_t, int))                                  \
  X(uint8_t *, WebPDecodeRGBAInto, (const uint8_t *, size_t, uint8_t *, size_t, int))                                 \
  X(int, WebPConfigInitInternal, (struct configuration *, int, float, int))                                           \
  X(int, WebPValidateConfig, (const struct configuration *))                                                          \
  X(int, WebPPictureInitInternal, (struct picture *, int))                                                            \
  X(int, WebPPictureImportRGB, (struct picture *, const uint8_t *, int))                                              \
  X(int, WebPPictureImportRGBA, (struct picture *, const uint8_t *, int))                                             \
  X(int, WebPEncode, (const struct configuration *, struct picture *))                                                \
  X(void, WebPPictureFree, (struct picture *))

struct webp_library {
  FUNCTIONS(FUNCTION_FIELD)
};

const webp_library *webp_library_find(void *handle) {
  webp_library *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  union spacious_picture picture;
  if (!library->WebPPictureInitInternal(&picture.fields, encoder_interface)) {
    free(library);
    return NULL;
  }
  return library;
}

int webp_library_version(const webp_library *library) { return library->WebPGetDecoderVersion(); }

// ---- Reading

bool webp_read_header(
    const webp_library *library, const uint8_t *bytes, size_t byte_count, struct webp_header *header) {
  struct features features[4];
  memset(features, 0, sizeof features);
  if (library->WebPGetFeaturesInternal(bytes, byte_count, features, decoder_interface) != 0) return false;
  header->width = features[0].width;
  header->height = features[0].height;
  header->has_alpha = features[0].has_alpha != 0;
  return true;
}

bool webp_read_pixels(
    const webp_library *library, const uint8_t *bytes, size_t byte_count, bool has_alpha, uint8_t *pixels,
    size_t pixels_byte_count, int bytes_per_row) {
  return (has_alpha ? library->WebPDecodeRGBAInto : library->WebPDecodeRGBInto)(
             bytes, byte_count, pixels, pixels_byte_count, bytes_per_row) != NULL;
}

// ---- Writing

static int collect(const uint8_t *bytes, size_t byte_count, const struct picture *picture) {
  return append_bytes(picture->custom, bytes, byte_count);
}

bool webp_write(
    const webp_library *library, const uint8_t *pixels, int width, int height, bool has_alpha, float quality,
    struct webp_output *output) {
  // Source: encode.h, VP8_ENC_ERROR_OUT_OF_MEMORY and VP8_ENC_ERROR_INVALID_CONFIGURATION.
  enum { no_memory = 1, invalid = 4 };
  memset(output, 0, sizeof *output);
  union spacious_configuration configuration;
  union spacious_picture picture;
  memset(&configuration, 0, sizeof configuration);
  memset(&picture, 0, sizeof picture);
  bool is_lossless = quality < 0;
  output->error = invalid;
  if (!library->WebPConfigInitInternal(&configuration.fields, 0, is_lossless ? 75 : quality, encoder_interface) ||
      !library->WebPPictureInitInternal(&picture.fields, encoder_interface)) {
    return false;
  }
  configuration.fields.lossless = is_lossless;
  configuration.fields.exact = is_lossless;
  if (!library->WebPValidateConfig(&configuration.fields)) return false;

  struct growing_bytes collected = {NULL, 0, 0};
  picture.fields.use_argb = is_lossless;
  picture.fields.width = width;
  picture.fields.height = height;
  picture.fields.writer = collect;
  picture.fields.custom = &collected;
  bool succeeds =
      (has_alpha ? library->WebPPictureImportRGBA : library->WebPPictureImportRGB)(
          &picture.fields, pixels, width * (has_alpha ? 4 : 3)) &&
      library->WebPEncode(&configuration.fields, &picture.fields);
  output->error = succeeds ? 0 : picture.fields.error_code ? picture.fields.error_code : no_memory;
  library->WebPPictureFree(&picture.fields);
  if (succeeds) {
    output->bytes = collected.bytes;
    output->byte_count = collected.byte_count;
  } else {
    free(collected.bytes);
  }
  return succeeds;
}
