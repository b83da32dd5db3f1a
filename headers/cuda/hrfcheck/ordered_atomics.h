#pragma once

// Atomic accesses with orders and scopes, in instructions of PTX (PTX ISA, "Memory Consistency Model"). Sequentially
// consistent ones are an acquiring (or, of a store, a relaxed) access behind `fence.sc`, as libcu++ has them. Where
// instructions do not say the order of C++, `.pragma "hrfcheck.ORDER"` does, and of compare-exchanges the order on
// failure: models other than those of PTX judge the operation of C++.

#include "qualifiers.h"

namespace hrfcheck {

// As of C++: the numbers are those that compilers have for their builtins.
enum : int { relaxed = 0, consume = 1, acquire = 2, release = 3, acq_rel = 4, seq_cst = 5 };

#define HRFCHECK_WRITTEN(ORDERS) asm volatile(".pragma \"hrfcheck." ORDERS "\";" ::: "memory")

// The order of both outcomes of a compare-exchange.
HRFCHECK_MEMBER int joined(int success, int failure) {
  const bool both = (success == release && (failure == consume || failure == acquire)) || success == acq_rel;
  return success == seq_cst || failure == seq_cst ? seq_cst : both ? acq_rel : success == relaxed ? failure : success;
}

#define HRFCHECK_WRITTEN_PAIR(SUCCESS, NAME)     \
  if (success == SUCCESS && failure == relaxed) { \
    HRFCHECK_WRITTEN(NAME ".relaxed");            \
  } else if (success == SUCCESS && failure == seq_cst) { \
    HRFCHECK_WRITTEN(NAME ".seq_cst");            \
  } else if (success == SUCCESS) {                \
    HRFCHECK_WRITTEN(NAME ".acquire");            \
  }
HRFCHECK_MEMBER void written(int success, int failure) {
  HRFCHECK_WRITTEN_PAIR(relaxed, "relaxed")
  HRFCHECK_WRITTEN_PAIR(consume, "acquire")
  HRFCHECK_WRITTEN_PAIR(acquire, "acquire")
  HRFCHECK_WRITTEN_PAIR(release, "release")
  HRFCHECK_WRITTEN_PAIR(acq_rel, "acq_rel")
  HRFCHECK_WRITTEN_PAIR(seq_cst, "seq_cst")
}
#undef HRFCHECK_WRITTEN_PAIR

template <int Scope>
struct scoped;

template <__SIZE_TYPE__ Bytes>
struct bits_of;
template <>
struct bits_of<1> {
  using type = unsigned char;
};
template <>
struct bits_of<2> {
  using type = unsigned short;
};
template <>
struct bits_of<4> {
  using type = unsigned int;
};
template <>
struct bits_of<8> {
  using type = unsigned long long;
};

#define HRFCHECK_LOAD(T, R, TYPE, C, SCOPE)                                                                \
  static HRFCHECK_MEMBER T load(const volatile T* p, int order) {                                          \
    R value;                                                                                               \
    if (order == seq_cst) {                                                                                \
      HRFCHECK_WRITTEN("seq_cst");                                                                         \
      asm volatile("fence.sc." SCOPE ";" ::: "memory");                                                    \
    }                                                                                                      \
    if (order == relaxed) {                                                                                \
      asm volatile("ld.relaxed." SCOPE "." TYPE " %0, [%1];" : "=" C(value) : "l"(p) : "memory");          \
    } else {                                                                                               \
      asm volatile("ld.acquire." SCOPE "." TYPE " %0, [%1];" : "=" C(value) : "l"(p) : "memory");          \
    }                                                                                                      \
    return (T)value;                                                                                       \
  }                                                                                                        \
  static HRFCHECK_MEMBER void store(volatile T* p, T desired, int order) {                                 \
    const R value = (R)desired;                                                                            \
    if (order == seq_cst) {                                                                                \
      HRFCHECK_WRITTEN("seq_cst");                                                                         \
      asm volatile("fence.sc." SCOPE ";" ::: "memory");                                                    \
    }                                                                                                      \
    if (order == release) {                                                                                \
      asm volatile("st.release." SCOPE "." TYPE " [%0], %1;" ::"l"(p), C(value) : "memory");               \
    } else {                                                                                               \
      asm volatile("st.relaxed." SCOPE "." TYPE " [%0], %1;" ::"l"(p), C(value) : "memory");               \
    }                                                                                                      \
  }

#define HRFCHECK_UPDATE(NAME, T, TYPE, C, SCOPE)                                                           \
  static HRFCHECK_MEMBER T NAME(volatile T* p, T value, int order) {                                       \
    T old;                                                                                                 \
    if (order == seq_cst) {                                                                                \
      HRFCHECK_WRITTEN("seq_cst");                                                                         \
      asm volatile("fence.sc." SCOPE ";" ::: "memory");                                                    \
    }                                                                                                      \
    if (order == relaxed) {                                                                                \
      asm volatile("atom.relaxed." SCOPE "." TYPE " %0, [%1], %2;"                                         \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(value)                                                                      \
                   : "memory");                                                                            \
    } else if (order == release) {                                                                         \
      asm volatile("atom.release." SCOPE "." TYPE " %0, [%1], %2;"                                         \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(value)                                                                      \
                   : "memory");                                                                            \
    } else if (order == acq_rel) {                                                                         \
      asm volatile("atom.acq_rel." SCOPE "." TYPE " %0, [%1], %2;"                                         \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(value)                                                                      \
                   : "memory");                                                                            \
    } else {                                                                                               \
      asm volatile("atom.acquire." SCOPE "." TYPE " %0, [%1], %2;"                                         \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(value)                                                                      \
                   : "memory");                                                                            \
    }                                                                                                      \
    return old;                                                                                            \
  }

#define HRFCHECK_COMPARE(T, TYPE, C, SCOPE)                                                                \
  static HRFCHECK_MEMBER T exchange_if(volatile T* p, T expected, T value, int success, int failure) {     \
    T old;                                                                                                 \
    const int order = joined(success, failure);                                                            \
    written(success, failure);                                                                             \
    if (order == seq_cst) {                                                                                \
      asm volatile("fence.sc." SCOPE ";" ::: "memory");                                                    \
    }                                                                                                      \
    if (order == relaxed) {                                                                                \
      asm volatile("atom.relaxed." SCOPE ".cas." TYPE " %0, [%1], %2, %3;"                                 \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(expected), C(value)                                                         \
                   : "memory");                                                                            \
    } else if (order == release) {                                                                         \
      asm volatile("atom.release." SCOPE ".cas." TYPE " %0, [%1], %2, %3;"                                 \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(expected), C(value)                                                         \
                   : "memory");                                                                            \
    } else if (order == acq_rel) {                                                                         \
      asm volatile("atom.acq_rel." SCOPE ".cas." TYPE " %0, [%1], %2, %3;"                                 \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(expected), C(value)                                                         \
                   : "memory");                                                                            \
    } else {                                                                                               \
      asm volatile("atom.acquire." SCOPE ".cas." TYPE " %0, [%1], %2, %3;"                                 \
                   : "=" C(old)                                                                            \
                   : "l"(p), C(expected), C(value)                                                         \
                   : "memory");                                                                            \
    }                                                                                                      \
    return old;                                                                                            \
  }

#define HRFCHECK_WORD(T, S, BITS, C, SCOPE)                     \
  HRFCHECK_UPDATE(exchange, T, "exch.b" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_add, T, "add.u" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_and, T, "and.b" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_or, T, "or.b" BITS, C, SCOPE)           \
  HRFCHECK_UPDATE(fetch_xor, T, "xor.b" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_min, T, "min.u" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_max, T, "max.u" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_min, S, "min.s" BITS, C, SCOPE)         \
  HRFCHECK_UPDATE(fetch_max, S, "max.s" BITS, C, SCOPE)         \
  HRFCHECK_COMPARE(T, "b" BITS, C, SCOPE)

#define HRFCHECK_SCOPE(NUMBER, SCOPE)                                            \
  template <>                                                                    \
  struct scoped<NUMBER> {                                                        \
    HRFCHECK_LOAD(unsigned char, unsigned int, "u8", "r", SCOPE)                 \
    HRFCHECK_LOAD(unsigned short, unsigned short, "u16", "h", SCOPE)             \
    HRFCHECK_LOAD(unsigned int, unsigned int, "u32", "r", SCOPE)                 \
    HRFCHECK_LOAD(unsigned long long, unsigned long long, "u64", "l", SCOPE)     \
    HRFCHECK_WORD(unsigned int, int, "32", "r", SCOPE)                           \
    HRFCHECK_WORD(unsigned long long, long long, "64", "l", SCOPE)               \
    HRFCHECK_COMPARE(unsigned short, "b16", "h", SCOPE)                          \
    HRFCHECK_UPDATE(fetch_add, float, "add.f32", "f", SCOPE)                     \
    HRFCHECK_UPDATE(fetch_add, double, "add.f64", "d", SCOPE)                    \
    static HRFCHECK_MEMBER void fence(int order) {                               \
      if (order == seq_cst) {                                                    \
        asm volatile("fence.sc." SCOPE ";" ::: "memory");                        \
      } else if (order != relaxed) {                                             \
        if (order == release) {                                                  \
          HRFCHECK_WRITTEN("release");                                           \
        } else if (order != acq_rel) {                                           \
          HRFCHECK_WRITTEN("acquire");                                           \
        }                                                                        \
        asm volatile("fence.acq_rel." SCOPE ";" ::: "memory");                   \
      }                                                                          \
    }                                                                            \
  };

HRFCHECK_SCOPE(0, "sys")
HRFCHECK_SCOPE(1, "gpu")
HRFCHECK_SCOPE(2, "cta")
HRFCHECK_SCOPE(4, "cluster")
#undef HRFCHECK_SCOPE
#undef HRFCHECK_WORD
#undef HRFCHECK_COMPARE
#undef HRFCHECK_UPDATE
#undef HRFCHECK_LOAD
#undef HRFCHECK_WRITTEN

// No other thread takes part: the accesses of one thread, one behind the other.
template <>
struct scoped<3> {
  template <typename T>
  static HRFCHECK_MEMBER T load(const volatile T* p, int) {
    return *(const T*)p;
  }
  template <typename T>
  static HRFCHECK_MEMBER void store(volatile T* p, T value, int) {
    *(T*)p = value;
  }
#define HRFCHECK_ALONE(NAME, VALUE)                              \
  template <typename T>                                          \
  static HRFCHECK_MEMBER T NAME(volatile T* p, T value, int) {   \
    const T old = *(T*)p;                                        \
    *(T*)p = VALUE;                                              \
    return old;                                                  \
  }
  HRFCHECK_ALONE(exchange, value)
  HRFCHECK_ALONE(fetch_add, old + value)
  HRFCHECK_ALONE(fetch_and, old & value)
  HRFCHECK_ALONE(fetch_or, old | value)
  HRFCHECK_ALONE(fetch_xor, old ^ value)
  HRFCHECK_ALONE(fetch_min, value < old ? value : old)
  HRFCHECK_ALONE(fetch_max, old < value ? value : old)
#undef HRFCHECK_ALONE
  template <typename T>
  static HRFCHECK_MEMBER T exchange_if(volatile T* p, T expected, T value, int, int) {
    const T old = *(T*)p;
    if (old == expected) {
      *(T*)p = value;
    }
    return old;
  }
  static HRFCHECK_MEMBER void fence(int) {}
};

}  // namespace hrfcheck
