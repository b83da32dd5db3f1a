#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "util/source.h"

namespace hrfcheck::inline machine {

/// A level of caches or the memory, in time and size. Sizes of 0 are those of memory: everything fits.
struct LevelTiming {
  std::string name;            ///< of the machine's level: "L1", "L2", "memory", "buffer"
  std::uint32_t bytes = 0;     ///< of each cache of the level
  std::uint32_t ways = 0;      ///< lines of a set, of which the least recently used is replaced
  std::uint32_t latency = 0;   ///< cycles that an access spends at the level
  std::uint32_t interval = 0;  ///< cycles between two lines or accesses that the level serves
};

/// How long the steps of a machine take, in cycles. docs/price.md says where each number is from.
struct LatencyTable {
  std::vector<LevelTiming> levels;
  std::uint32_t lineBytes = 64;
  std::uint32_t issue = 1;       ///< from an ordinary store, or from any other operation's end, to the next
  std::uint32_t message = 24;    ///< a marker or invalidation to another compute unit's cache, and its answer
  std::uint32_t invalidate = 1;  ///< the flash invalidation of a cache
  std::uint32_t scratchpad = 24;  ///< an access to a work-group's local memory, beside its passes
  std::uint32_t fifo = 0;         ///< dirty lines that a FIFO holds before it drains; 0: as many as the cache
  std::uint32_t drainAfter = 0;   ///< cycles after which a dirty line drains by itself; 0: never
  std::uint32_t jitter = 0;       ///< every duration is longer by up to this many cycles, at random

  /// Orr et al. 2015, Table 1, and where it says nothing our own.
  static LatencyTable ofPaper();
  /// The default with the lines of a file: `level NAME BYTES WAYS LATENCY INTERVAL`, or the name of another
  /// number and its value; # begins a comment.
  /// @throws UserError with the place of what is none of these
  static LatencyTable read(const SourcePtr& source);
  /// As `read` understands it, with where each number is from.
  std::string text() const;

  /// @throws UserError where the table does not have the level
  const LevelTiming& level(const std::string& name) const;
  std::uint32_t lineWords() const;
};

}  // namespace hrfcheck::inline machine
