// Animated WebP through libwebpdemux 2 and libwebpmux 3. The calls are in C, because the libraries use
// structures.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "WebPCalls.h"

// ---- Reading

// The functions of a loaded libwebpdemux.
typedef struct webp_demuxer webp_demuxer;

// Looks up the functions in a library loaded with dlopen. Returns NULL if a function is missing. The result
// is never freed.
const webp_demuxer *_Nullable webp_demuxer_find(void *_Nonnull library);

// Returns the version of the library: major, minor and revision number, one byte each.
int webp_demuxer_version(const webp_demuxer *_Nonnull library);

struct webp_animation {
  int width, height, frame_count;
  // The number of times that the animation is played; 0 means forever.
  int play_count;
};

typedef struct webp_animation_reader webp_animation_reader;

// Opens a file in memory. The bytes must stay valid until the reader is closed. Returns NULL if the bytes are
// not a valid file. The library allocates two pictures of the size of the animation.
webp_animation_reader *_Nullable webp_animation_reader_open(
    const webp_demuxer *_Nonnull library, const uint8_t *_Nullable bytes, size_t byte_count,
    struct webp_animation *_Nonnull animation);
// Returns the rows of RGBA of the next frame without gaps, as it is displayed, and the time at which it ends,
// in milliseconds. The pixels are valid until the next call. Returns NULL if the frame cannot be decoded.
const uint8_t *_Nullable webp_animation_reader_next(
    webp_animation_reader *_Nonnull reader, int *_Nonnull end_time);
void webp_animation_reader_close(webp_animation_reader *_Nonnull reader);

// ---- Writing

// The functions of a loaded libwebpmux.
typedef struct webp_muxer webp_muxer;

// Looks up the functions in a library loaded with dlopen, and the functions of libwebp, on which the library
// depends. Returns NULL if a function is missing. The result is never freed.
const webp_muxer *_Nullable webp_muxer_find(void *_Nonnull library);

// Returns the version of the library: major, minor and revision number, one byte each.
int webp_muxer_version(const webp_muxer *_Nonnull library);

typedef struct webp_animation_writer webp_animation_writer;

// Starts a file. A quality below zero selects lossless compression. Returns NULL if there is not enough
// memory, or if the library's structures have an incompatible version.
webp_animation_writer *_Nullable webp_animation_writer_open(
    const webp_muxer *_Nonnull library, int width, int height, int play_count, float quality);
// Adds a frame of rows of RGBA without gaps, which is shown from the given time in milliseconds.
bool webp_animation_writer_add(
    webp_animation_writer *_Nonnull writer, const uint8_t *_Nonnull pixels, int start_time);
// Ends the last frame at the given time and returns the file.
bool webp_animation_writer_finish(
    webp_animation_writer *_Nonnull writer, int end_time, struct webp_output *_Nonnull output);
// Returns the message for the last call that returned false; empty if the library has no message.
const char *_Nonnull webp_animation_writer_problem(webp_animation_writer *_Nonnull writer);
void webp_animation_writer_close(webp_animation_writer *_Nonnull writer);
