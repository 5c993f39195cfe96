// Reading animated WebP through libwebpdemux 2 (Source: demux.h of libwebp 1.2).

#include "WebPAnimationCalls.h"
#include "shared.h"

// The version of the interface in this file. The high byte is the major version of the structures.
enum { demux_interface = 0x0107 };

// The sample order of the decoder, `MODE_RGBA` in decode.h.
enum { mode_rgba = 1 };

struct data {
  const uint8_t *bytes;
  size_t byte_count;
};

struct options {
  int color_mode, uses_threads;
  uint32_t spare[7];
};

struct information {
  uint32_t width, height, play_count, background, frame_count;
  uint32_t spare[4];
};

#define FUNCTIONS(X)                                                                                                   \
  X(int, WebPGetDemuxVersion, (void))                                                                                 \
  X(int, WebPAnimDecoderOptionsInitInternal, (struct options *, int))                                                 \
  X(void *, WebPAnimDecoderNewInternal, (const struct data *, const struct options *, int))                           \
  X(int, WebPAnimDecoderGetInfo, (const void *, struct information *))                                                \
  X(int, WebPAnimDecoderGetNext, (void *, uint8_t **, int *))                                                         \
  X(void, WebPAnimDecoderDelete, (void *))

struct webp_demuxer {
  FUNCTIONS(FUNCTION_FIELD)
};

const webp_demuxer *webp_demuxer_find(void *handle) {
  webp_demuxer *library = malloc(sizeof *library);
  if (!library) return NULL;
  FUNCTIONS(FIND_FUNCTION)
  return library;
}

int webp_demuxer_version(const webp_demuxer *library) { return library->WebPGetDemuxVersion(); }

struct webp_animation_reader {
  const webp_demuxer *library;
  void *decoder;
};

webp_animation_reader *webp_animation_reader_open(
    const webp_demuxer *library, const uint8_t *bytes, size_t byte_count, struct webp_animation *animation) {
  // Space after the structures, for fields that a later version of the library adds.
  struct options options[4];
  struct information information[4];
  memset(options, 0, sizeof options);
  memset(information, 0, sizeof information);
  if (!library->WebPAnimDecoderOptionsInitInternal(options, demux_interface)) return NULL;
  options[0].color_mode = mode_rgba;
  webp_animation_reader *reader = malloc(sizeof *reader);
  if (!reader) return NULL;
  struct data data = {bytes, byte_count};
  reader->library = library;
  reader->decoder = library->WebPAnimDecoderNewInternal(&data, options, demux_interface);
  if (!reader->decoder || !library->WebPAnimDecoderGetInfo(reader->decoder, information)) {
    webp_animation_reader_close(reader);
    return NULL;
  }
  animation->width = (int)information[0].width;
  animation->height = (int)information[0].height;
  animation->frame_count = (int)information[0].frame_count;
  animation->play_count = (int)information[0].play_count;
  return reader;
}

const uint8_t *webp_animation_reader_next(webp_animation_reader *reader, int *end_time) {
  uint8_t *pixels = NULL;
  return reader->library->WebPAnimDecoderGetNext(reader->decoder, &pixels, end_time) ? pixels : NULL;
}

void webp_animation_reader_close(webp_animation_reader *reader) {
  if (reader->decoder) reader->library->WebPAnimDecoderDelete(reader->decoder);
  free(reader);
}
