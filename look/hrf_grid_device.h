/* What a launch of the harness is, and what the device does beside the kernel itself: it readies the memory
 * of the instances, disturbs them, and collects what they end in. */

/* Many instances in one graph: each is a launch of the kernel on memory of its own. All fields are 32 bits
 * wide. */
typedef struct {
  int streams; /* instances side by side */
  int rounds;  /* instances one after the other in each stream */
  int packed;  /* 0: objects on lines of their own, 1: those of an instance beside each other, 2: those of all
                  instances */
  int mixed;   /* instances lie in memory in another order than they are launched in */
  int noise;   /* blocks that disturb the instances */
  int pattern; /* 0: they read the memory of the instances, 1: they write other memory, 2: both */
  int gap;     /* nanoseconds that they pause */
  unsigned scale; /* multiplies the number of an instance: prime to their number */
  unsigned instances;
  int place; /* of locations, on several devices */
} HrfLaunch;

enum { kScratchLines = 4096, kNoiseThreads = 256, kNoiseWindow = 1 << 16, kNoiseRounds = 1 << 22 };

/* Where the objects of all instances lie. */
typedef struct {
  char* memory;
  unsigned long long base[HRF_OBJECTS + 1];  /* of an object of the first instance */
  unsigned long long pitch[HRF_OBJECTS + 1]; /* to that of the next one */
  unsigned image[HRF_OBJECTS + 1];           /* where it begins in the image of an instance, in words */
  unsigned words;                            /* of the image */
  unsigned instances, scale;
  unsigned long long bytes; /* in all */
} Layout;

/* A variable of the final state. */
typedef struct {
  int object;
  unsigned offset, bytes;
  int has_sign;
} Word;
typedef struct {
  Word words[HRF_VARIABLES];
} Words;

static __host__ __device__ char* object_of(const Layout& l, int object, unsigned instance) {
  const unsigned long long slot = (unsigned long long)instance * l.scale % l.instances;
  return l.memory + l.base[object] + slot * l.pitch[object];
}

/* Every word of every object holds what it is to hold. */
static __global__ void reset_instances(Layout l, const unsigned* image) {
  const unsigned all = l.instances * l.words;
  for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < all; at += gridDim.x * blockDim.x) {
    const unsigned instance = at / l.words, word = at % l.words;
    int object = 0;
    while (object + 1 < HRF_OBJECTS && l.image[object + 1] <= word) {
      ++object;
    }
    ((unsigned*)object_of(l, object, instance))[word - l.image[object]] = image[word];
  }
}

/* Reads bring lines of the instances to the caches of all multiprocessors, again and again; they change
 * nothing. Writes go to memory that belongs to nobody. */
static __global__ void disturb(Layout l, unsigned* scratch, volatile unsigned* stop, int pattern, int gap) {
  unsigned random = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1u;
  const unsigned long long span = l.bytes < kNoiseWindow ? l.bytes : kNoiseWindow;
  for (int n = 0; n < kNoiseRounds && *stop == 0; ++n) {
    const unsigned long long from =
        l.bytes > span ? (unsigned long long)n * 4099u * 32u % (l.bytes - span) : 0;
    if (pattern != 1) {
      for (unsigned long long at = threadIdx.x * 32u; at < span; at += blockDim.x * 32u) {
        unsigned seen;
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(seen) : "l"(l.memory + (from + at) / 32 * 32));
      }
    }
    if (pattern != 0) {
      random = random * 1664525u + 1013904223u;
      unsigned* word = scratch + (random >> 8) % kScratchLines * 32u;
      if ((random & 64u) != 0) {
        atomicAdd(word, 1u);
      } else {
        *(volatile unsigned*)word = random;
      }
    }
    if (gap > 0) {
      __nanosleep((unsigned)gap);
    }
  }
}

static __device__ long long value_of(const char* from, const Word& word) {
  unsigned long long bits = 0;
  for (unsigned b = 0; b < word.bytes; ++b) {
    bits |= (unsigned long long)((const unsigned char*)from)[b] << (8 * b);
  }
  const unsigned unused = 64 - 8 * word.bytes;
  return word.has_sign ? (long long)(bits << unused) >> unused : (long long)bits;
}

static __global__ void collect_states(Layout l, Words observed, long long* values) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < l.instances; i += gridDim.x * blockDim.x) {
    for (int v = 0; v < HRF_VARIABLES; ++v) {
      const Word word = observed.words[v];
      values[(unsigned long long)i * HRF_VARIABLES + v] =
          value_of(object_of(l, word.object, i) + word.offset, word);
    }
  }
}
