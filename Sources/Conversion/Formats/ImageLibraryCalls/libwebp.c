// WebP through libwebp 1 (Source: decode.h and encode.h of libwebp 1.2).
//
// The encoder's structures are declared in this file. The library initializes the structures, and fails if
// its own structures have another major version.

#include "WebPCalls.h"
#include "shared.h"

// The versions of the interfaces in this file. The high byte is the major version of the structures. A
// library with a higher low byte has added fields to these structures.
enum { decoder_interface = 0x0209, encoder_interface = 0x020f };

struct features {
  int width, height, has_alpha, has_animation, format;
  uint32_t spare[5];
};

struct configuration {
  int lossless;
  float quality;
  int method, image_hint, target_size;
  float target_psnr;
  int segments, sns_strength, filter_strength, filter_sharpness, filter_type, autofilter;
  int alpha_compression, alpha_filtering, alpha_quality, pass;
  int show_compressed, preprocessing, partitions, partition_limit, emulate_jpeg_size, thread_level, low_memory;
  int near_lossless, exact, use_delta_palette, use_sharp_yuv, least_quality, greatest_quality;
};

struct picture {
  int use_argb, colorspace, width, height;
  uint8_t *y, *u, *v;
  int y_stride, uv_stride;
  uint8_t *a;
  int a_stride;
  uint32_t spare1[2];
  uint32_t *argb;
  int argb_stride;
  uint32_t spare2[3];
  int (*writer)(const uint8_t *, size_t, const struct picture *);
  void *custom;
  int extra_info_type;
  uint8_t *extra_info;
  void *stats;
  int error_code;
  int (*progress)(int, const struct picture *);
  void *user_data;
  uint32_t spare3[3];
  uint8_t *spare4, *spare5;
  uint32_t spare6[8];
  void *memory, *argb_memory, *spare7[2];
};

// Space after a structure, for fields that a later version of the library adds.
enum { room = 256 };
union spacious_configuration {
  struct configuration fields;
  uint8_t bytes[sizeof(struct configuration) + room];
};
union spacious_picture {
  struct picture fields;
  uint8_t bytes[sizeof(struct picture) + room];
};

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
