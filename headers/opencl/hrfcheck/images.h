#pragma once

// Image Read and Write Functions. An image is memory: seven words that say its sizes and its format, and from byte 64 on a
// cell of one byte for each pixel, in rows of 2^14 and layers of 2^28. An access to a pixel is one to its cell; what is read
// is a number that nobody computes. Coordinates that are floats are taken for the pixel that they lie in.

HRFCHECK_NUMBER float4 __hrfcheck_pixel_f(uint cell, size_t at);
HRFCHECK_NUMBER int4 __hrfcheck_pixel_i(uint cell, size_t at);
HRFCHECK_NUMBER uint4 __hrfcheck_pixel_ui(uint cell, size_t at);
HRFCHECK_NUMBER uint __hrfcheck_pixel_stored(int4 word);

#define HRFCHECK_WORD_OF(IMAGE, N) (((const __global int*)(size_t)__builtin_astype(IMAGE, const __constant void*))[N])
#define HRFCHECK_CELL_OF(IMAGE, AT) \
  (((__global uchar*)(size_t)__builtin_astype(IMAGE, const __constant void*)) + 64 + hrfcheck_cell(hrfcheck_at(AT)))

HRFCHECK_FUNCTION int4 hrfcheck_at(int x) { return (int4)(x, 0, 0, 0); }
HRFCHECK_FUNCTION int4 hrfcheck_at(int2 x) { return (int4)(x.x, x.y, 0, 0); }
HRFCHECK_FUNCTION int4 hrfcheck_at(int4 x) { return x; }
HRFCHECK_FUNCTION int4 hrfcheck_at(float x) { return (int4)((int)floor(x), 0, 0, 0); }
HRFCHECK_FUNCTION int4 hrfcheck_at(float2 x) { return (int4)((int)floor(x.x), (int)floor(x.y), 0, 0); }
HRFCHECK_FUNCTION int4 hrfcheck_at(float4 x) { return (int4)((int)floor(x.x), (int)floor(x.y), (int)floor(x.z), 0); }
HRFCHECK_PLAIN size_t hrfcheck_cell(int4 at) {
  return (size_t)(uint)at.x + ((size_t)(uint)at.y << 14) + ((size_t)(uint)at.z << 28);
}
#define HRFCHECK_SEEN(IMAGE, NAME, AT) __hrfcheck_pixel_##NAME(*HRFCHECK_CELL_OF(IMAGE, AT), hrfcheck_cell(hrfcheck_at(AT)))

// Reads with a sampler, by integers and by floats, and without one; of images with a level of detail, the first level.
#define HRFCHECK_READ_AS(IMAGE, R, NAME, C, F)                                                                          \
  HRFCHECK_FUNCTION R read_image##NAME(IMAGE image, sampler_t sampler, C at) { return HRFCHECK_SEEN(image, NAME, at); } \
  HRFCHECK_FUNCTION R read_image##NAME(IMAGE image, sampler_t sampler, F at) { return HRFCHECK_SEEN(image, NAME, at); } \
  HRFCHECK_READ_PLAINLY_AS(IMAGE, R, NAME, C)
#define HRFCHECK_READ_PLAINLY_AS(IMAGE, R, NAME, C) \
  HRFCHECK_FUNCTION R read_image##NAME(IMAGE image, C at) { return HRFCHECK_SEEN(image, NAME, at); }
#define HRFCHECK_READ(IMAGE, C, F)         \
  HRFCHECK_READ_AS(IMAGE, float4, f, C, F) \
  HRFCHECK_READ_AS(IMAGE, int4, i, C, F)   \
  HRFCHECK_READ_AS(IMAGE, uint4, ui, C, F) \
  HRFCHECK_SIZED(IMAGE)
#define HRFCHECK_READ_PLAINLY(IMAGE, C)         \
  HRFCHECK_READ_PLAINLY_AS(IMAGE, float4, f, C) \
  HRFCHECK_READ_PLAINLY_AS(IMAGE, int4, i, C)   \
  HRFCHECK_READ_PLAINLY_AS(IMAGE, uint4, ui, C)
#define HRFCHECK_WRITTEN(IMAGE, C)                                                                \
  HRFCHECK_FUNCTION void write_imagef(IMAGE image, C at, float4 color) {                          \
    *HRFCHECK_CELL_OF(image, at) = (uchar)__hrfcheck_pixel_stored(__builtin_astype(color, int4)); \
  }                                                                                               \
  HRFCHECK_FUNCTION void write_imagei(IMAGE image, C at, int4 color) {                            \
    *HRFCHECK_CELL_OF(image, at) = (uchar)__hrfcheck_pixel_stored(color);                         \
  }                                                                                               \
  HRFCHECK_FUNCTION void write_imageui(IMAGE image, C at, uint4 color) {                          \
    *HRFCHECK_CELL_OF(image, at) = (uchar)__hrfcheck_pixel_stored(__builtin_astype(color, int4)); \
  }                                                                                               \
  HRFCHECK_SIZED(IMAGE)
#define HRFCHECK_SIZED(IMAGE)                                                                               \
  HRFCHECK_FUNCTION int get_image_width(IMAGE image) { return HRFCHECK_WORD_OF(image, 0); }                 \
  HRFCHECK_FUNCTION int get_image_height(IMAGE image) { return HRFCHECK_WORD_OF(image, 1); }                \
  HRFCHECK_FUNCTION int get_image_depth(IMAGE image) { return HRFCHECK_WORD_OF(image, 2); }                 \
  HRFCHECK_FUNCTION size_t get_image_array_size(IMAGE image) { return (size_t)HRFCHECK_WORD_OF(image, 3); } \
  HRFCHECK_FUNCTION int get_image_channel_data_type(IMAGE image) { return HRFCHECK_WORD_OF(image, 4); }     \
  HRFCHECK_FUNCTION int get_image_channel_order(IMAGE image) { return HRFCHECK_WORD_OF(image, 5); }         \
  HRFCHECK_FUNCTION int get_image_num_mip_levels(IMAGE image) { return HRFCHECK_WORD_OF(image, 6); }
#define HRFCHECK_PLANE(IMAGE) \
  HRFCHECK_FUNCTION int2 get_image_dim(IMAGE image) { return (int2)(HRFCHECK_WORD_OF(image, 0), HRFCHECK_WORD_OF(image, 1)); }
#define HRFCHECK_SOLID(IMAGE)                                                                             \
  HRFCHECK_FUNCTION int4 get_image_dim(IMAGE image) {                                                     \
    return (int4)(HRFCHECK_WORD_OF(image, 0), HRFCHECK_WORD_OF(image, 1), HRFCHECK_WORD_OF(image, 2), 0); \
  }

HRFCHECK_READ(__read_only image1d_t, int, float)
HRFCHECK_READ(__read_only image1d_array_t, int2, float2)
HRFCHECK_READ(__read_only image2d_t, int2, float2)
HRFCHECK_READ(__read_only image2d_array_t, int4, float4)
HRFCHECK_READ(__read_only image3d_t, int4, float4)
HRFCHECK_READ_PLAINLY(__read_only image1d_buffer_t, int)
HRFCHECK_SIZED(__read_only image1d_buffer_t)
HRFCHECK_WRITTEN(__write_only image1d_t, int)
HRFCHECK_WRITTEN(__write_only image1d_buffer_t, int)
HRFCHECK_WRITTEN(__write_only image1d_array_t, int2)
HRFCHECK_WRITTEN(__write_only image2d_t, int2)
HRFCHECK_WRITTEN(__write_only image2d_array_t, int4)
HRFCHECK_WRITTEN(__write_only image3d_t, int4)
HRFCHECK_PLANE(__read_only image2d_t)
HRFCHECK_PLANE(__write_only image2d_t)
HRFCHECK_PLANE(__read_only image2d_array_t)
HRFCHECK_PLANE(__write_only image2d_array_t)
HRFCHECK_SOLID(__read_only image3d_t)
HRFCHECK_SOLID(__write_only image3d_t)
#ifdef __opencl_c_read_write_images
#define HRFCHECK_BOTH_WAYS(IMAGE, C) \
  HRFCHECK_READ_PLAINLY(IMAGE, C)    \
  HRFCHECK_WRITTEN(IMAGE, C)
HRFCHECK_BOTH_WAYS(__read_write image1d_t, int)
HRFCHECK_BOTH_WAYS(__read_write image1d_buffer_t, int)
HRFCHECK_BOTH_WAYS(__read_write image1d_array_t, int2)
HRFCHECK_BOTH_WAYS(__read_write image2d_t, int2)
HRFCHECK_BOTH_WAYS(__read_write image2d_array_t, int4)
HRFCHECK_BOTH_WAYS(__read_write image3d_t, int4)
HRFCHECK_PLANE(__read_write image2d_t)
HRFCHECK_PLANE(__read_write image2d_array_t)
HRFCHECK_SOLID(__read_write image3d_t)
#endif
