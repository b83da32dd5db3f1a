#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/values/flat_map.h"
#include "frontend/lowlevel/values/value.h"

namespace hrfcheck::frontend::lowlevel {

/// What a thread knows of a register or of bytes of its own: the number, or that it is in the register of the
/// made thread that stands for it, or that it is open; or all this of its parts, which have registers of
/// their own.
struct Content {
  ThreadValue::Kind kind = ThreadValue::Kind::Undefined;
  std::uint64_t bits = 0;
  Origins origins = {};
  std::uint32_t name = 0;  ///< of computed ones, as in ThreadValue
  bool held = false;       ///< in the register, too, though open: for what it hangs on
  unsigned width = 0;      ///< of a part, as in ThreadValue
  std::vector<Content> parts = {};
};

inline std::strong_ordering operator<=>(const Content& a, const Content& b) {
  const auto ofOne = [](const Content& c) {
    return std::tie(c.kind, c.bits, c.origins, c.name, c.held, c.width);
  };
  const std::strong_ordering order = ofOne(a) <=> ofOne(b);
  const auto compare = [](const Content& x, const Content& y) { return x <=> y; };
  return order != 0 ? order
                    : std::lexicographical_compare_three_way(a.parts.begin(), a.parts.end(), b.parts.begin(),
                                                             b.parts.end(), compare);
}
inline bool operator==(const Content& a, const Content& b) {
  return (a <=> b) == 0;
}

/// Whatever their names are.
inline bool sameNumber(const Content& a, const Content& b) {
  return a.kind == b.kind && a.bits == b.bits && a.origins == b.origins && a.width == b.width &&
         std::ranges::equal(a.parts, b.parts, sameNumber);
}

/// A function that is being executed, and where.
struct Frame {
  std::uint32_t function = 0;
  std::uint32_t at = 0;

  friend auto operator<=>(const Frame&, const Frame&) = default;
};

/// Bytes of an object of a thread.
struct OwnBytes {
  std::uint32_t object = 0;
  std::int64_t offset = 0;

  friend auto operator<=>(const OwnBytes&, const OwnBytes&) = default;
};
struct OwnContent {
  unsigned size = 0;
  Content content;

  friend auto operator<=>(const OwnContent&, const OwnContent&) = default;
};

/// A register of a function.
struct OwnRegister {
  std::uint32_t function = 0;
  std::uint32_t reg = 0;

  friend auto operator<=>(const OwnRegister&, const OwnRegister&) = default;
};

/// That a predicate is whether a number is, or is not, this one.
struct KnownTest {
  std::uint32_t of = 0;  ///< the number's name
  std::uint64_t number = 0;
  bool equal = true;

  friend auto operator<=>(const KnownTest&, const KnownTest&) = default;
};

/// A group of asynchronous copies of a thread, by their numbers.
struct AsyncGroup {
  std::vector<std::uint32_t> copies = {};
  bool sourcesRead = false;  ///< the thread has waited until what they copy is read

  friend auto operator<=>(const AsyncGroup&, const AsyncGroup&) = default;
};
struct AsyncGroups {
  std::vector<std::uint32_t> ungrouped = {};
  std::vector<AsyncGroup> groups = {};  ///< that nobody has waited for, the oldest first

  friend auto operator<=>(const AsyncGroups&, const AsyncGroups&) = default;
};

/// The asynchronous operations of a thread so far.
struct AsyncState {
  std::uint32_t issued = 0;
  AsyncGroups copies = {};
  AsyncGroups bulk = {};

  AsyncGroups& of(bool bulkCopies) { return bulkCopies ? bulk : copies; }

  friend auto operator<=>(const AsyncState&, const AsyncState&) = default;
};

/// What the next atomic access or fence is in the source, and the scope of the `fence.sc` that was passed
/// over since as a part of it.
struct OrderAhead {
  WrittenOrder written;
  std::optional<std::uint32_t> fenced = std::nullopt;

  friend auto operator<=>(const OrderAhead&, const OrderAhead&) = default;
};

/// What a thread knows at some point of its code.
struct ThreadState {
  std::vector<Frame> frames;
  FlatMap<OwnRegister, Content> registers;
  FlatMap<OwnBytes, OwnContent> memory;      ///< none overlap
  std::uint32_t exchanges = 0;               ///< of lanes, so far
  std::uint32_t names = 0;                   ///< that were given to numbers
  std::map<std::uint32_t, KnownTest> tests;  ///< by the name of the predicate
  AsyncState async = {};
  std::optional<OrderAhead> order = std::nullopt;
  std::optional<bool> arrived = std::nullopt;  ///< at the barrier of the cluster; whether that releases

  friend auto operator<=>(const ThreadState&, const ThreadState&) = default;
};

}  // namespace hrfcheck::frontend::lowlevel
