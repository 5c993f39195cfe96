// Writing animated WebP through libwebpmux 3 (Source: mux.h of libwebp 1.2).

#include "WebPAnimationCalls.h"
#include "libwebp-structures.h"
#include "shared.h"

// The version of the interface in this file. The high byte is the major version of the structures.
enum { mux_interface = 0x0108 };

struct data {
  uint8_t *bytes;
  size_t byte_count;
};

struct options {
  uint32_t background;
  int play_count;
  int minimizes_size, least_key_distance, greatest_key_distance, allows_mixed, is_verbose;
  uint32_t spare[4];
};

#define FUNCTIONS(X)                                                                                                   \
  X(int, WebPGetMuxVersion, (void))                                                                                   \
  X(int, WebPAnimEncoderOptionsInitInternal, (struct options *, int))                                                 \
  X(void *, WebPAnimEncoderNewInternal, (int, int, const struct options *, int))                                      \
  X(int, WebPAnimEncoderAdd, (void *, struct picture *, int, const struct configuration *))                           \
  X(int, WebPAnimEncoderAssemble, (void *, struct data *))                                                            \
  X(const char *, WebPAnimEncoderGetError, (void *))                                                                  \
  X(void, WebPAnimEncoderDelete, (void *))                                                                            \
  X(int, WebPConfigInitInternal, (struct configuration *, int, float, int))                                           \
  X(int, WebPValidateConfig, (const struct configuration *))                                                          \
  X(int, WebPPictureInitInternal, (struct picture *, int))                                                            \
  X(int, WebPPictureImportRGBA, (struct picture *, const uint8_t *, int))                                             \
  X(void, WebPPictureFree, (struct picture *))                                                                        \
  X(void, WebPFree, (void *))

struct webp_muxer {
  FUNCTIONS(FUNCTION_FIELD)
};

const webp_muxer *webp_muxer_find(void *handle) {
  webp_muxer *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  return library;
}

int webp_muxer_version(const webp_muxer *library) { return library->WebPGetMuxVersion(); }

struct webp_animation_writer {
  const webp_muxer *library;
  void *encoder;
  int width, height;
  union spacious_configuration configuration;
};

webp_animation_writer *webp_animation_writer_open(
    const webp_muxer *library, int width, int height, int play_count, float quality) {
  webp_animation_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->library = library;
  writer->width = width;
  writer->height = height;
  bool is_lossless = quality < 0;
  // Space after the structure, for fields that a later version of the library adds.
  struct options options[4];
  memset(options, 0, sizeof options);
  if (library->WebPConfigInitInternal(
          &writer->configuration.fields, 0, is_lossless ? 75 : quality, encoder_interface) &&
      library->WebPAnimEncoderOptionsInitInternal(options, mux_interface)) {
    writer->configuration.fields.lossless = is_lossless;
    writer->configuration.fields.exact = is_lossless;
    options[0].play_count = play_count;
    // Transparent.
    options[0].background = 0;
    if (library->WebPValidateConfig(&writer->configuration.fields)) {
      writer->encoder = library->WebPAnimEncoderNewInternal(width, height, options, mux_interface);
    }
  }
  if (!writer->encoder) {
    free(writer);
    return NULL;
  }
  return writer;
}

bool webp_animation_writer_add(webp_animation_writer *writer, const uint8_t *pixels, int start_time) {
  const webp_muxer *library = writer->library;
  union spacious_picture picture;
  memset(&picture, 0, sizeof picture);
  if (!library->WebPPictureInitInternal(&picture.fields, encoder_interface)) return false;
  picture.fields.use_argb = 1;
  picture.fields.width = writer->width;
  picture.fields.height = writer->height;
  bool succeeds = library->WebPPictureImportRGBA(&picture.fields, pixels, writer->width * 4) &&
                  library->WebPAnimEncoderAdd(
                      writer->encoder, &picture.fields, start_time, &writer->configuration.fields);
  library->WebPPictureFree(&picture.fields);
  return succeeds;
}

bool webp_animation_writer_finish(webp_animation_writer *writer, int end_time, struct webp_output *output) {
  const webp_muxer *library = writer->library;
  memset(output, 0, sizeof *output);
  struct data data = {NULL, 0};
  bool succeeds = library->WebPAnimEncoderAdd(writer->encoder, NULL, end_time, NULL) &&
                  library->WebPAnimEncoderAssemble(writer->encoder, &data);
  // The file is copied, because the library's memory must be freed by the library.
  struct growing_bytes copy = {NULL, 0, 0};
  succeeds = succeeds && append_bytes(&copy, data.bytes, data.byte_count);
  library->WebPFree(data.bytes);
  if (succeeds) {
    output->bytes = copy.bytes;
    output->byte_count = copy.byte_count;
  }
  return succeeds;
}

const char *webp_animation_writer_problem(webp_animation_writer *writer) {
  const char *message = writer->library->WebPAnimEncoderGetError(writer->encoder);
  return message ? message : "";
}

void webp_animation_writer_close(webp_animation_writer *writer) {
  writer->library->WebPAnimEncoderDelete(writer->encoder);
  free(writer);
}
