#pragma once

// Textures (CUDA Programming Guide, "Texture Functions"): no thread writes to them, and what is read is any number. References
// (until CUDA 11; a text that has none may call something else so), variables of the host to clang, are asked for their type.

#include "any_number.h"

typedef unsigned long long cudaTextureObject_t;

#ifdef HRFCHECK_TEXTURE_REFERENCES
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3 };

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
};
template <typename T, int Dimensions = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture : textureReference {};

namespace hrfcheck {

template <typename Texture>
struct texel {};
template <typename T, int Dimensions>
struct texel<texture<T, Dimensions, cudaReadModeElementType>> {
  typedef T type;
};
template <int Dimensions, typename T>
struct texel<texture<T, Dimensions, cudaReadModeNormalizedFloat>> {
  typedef float type;
};
template <typename T, typename... Places>
HRFCHECK_DEVICE T read_texture(Places...) {
  return any<T>();
}

}  // namespace hrfcheck
#endif

template <typename T>
HRFCHECK_DEVICE T tex1Dfetch(cudaTextureObject_t, int) {
  return hrfcheck::any<T>();
}
template <typename T>
HRFCHECK_DEVICE T tex1D(cudaTextureObject_t, float) {
  return hrfcheck::any<T>();
}
template <typename T>
HRFCHECK_DEVICE T tex2D(cudaTextureObject_t, float, float) {
  return hrfcheck::any<T>();
}
template <typename T>
HRFCHECK_DEVICE T tex3D(cudaTextureObject_t, float, float, float) {
  return hrfcheck::any<T>();
}
#ifdef HRFCHECK_TEXTURE_REFERENCES
#define HRFCHECK_READ_TEXTURE(reference, ...) (hrfcheck::read_texture<typename hrfcheck::texel<decltype(reference)>::type>(__VA_ARGS__))
#define tex1Dfetch(reference, ...) HRFCHECK_READ_TEXTURE(reference, __VA_ARGS__)
#define tex1D(reference, ...) HRFCHECK_READ_TEXTURE(reference, __VA_ARGS__)
#define tex2D(reference, ...) HRFCHECK_READ_TEXTURE(reference, __VA_ARGS__)
#define tex3D(reference, ...) HRFCHECK_READ_TEXTURE(reference, __VA_ARGS__)
#endif
