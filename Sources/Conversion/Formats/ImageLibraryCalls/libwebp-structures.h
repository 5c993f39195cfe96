// The structures of libwebp's decoder and encoder (Source: decode.h and encode.h of libwebp 1.2).
//
// The library initializes the structures, and fails if its own structures have another major version.
#pragma once

#include <stddef.h>
#include <stdint.h>

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
