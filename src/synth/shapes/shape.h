#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "suite/corpus/thread_shapes.h"
#include "synth/shapes/bounds.h"

namespace hrfcheck::inline synth {

/// An operation of a shape: what it does, and where. Fences have location 0.
struct SynthStep {
  SynthKind kind = SynthKind::Load;
  std::uint32_t location = 0;

  bool reads() const { return kind == SynthKind::Load || kind == SynthKind::Exchange; }
  bool writes() const { return kind == SynthKind::Store || kind == SynthKind::Exchange; }
  friend auto operator<=>(const SynthStep&, const SynthStep&) = default;
};

/// A renaming of threads and locations: step s becomes steps[s], location l becomes locations[l].
struct SynthRenaming {
  std::vector<std::uint32_t> steps;
  std::vector<std::uint32_t> locations;
};

/// A test without annotations: threads, their places, and their steps, thread by thread.
struct SynthShape {
  ThreadShape threads;
  std::vector<SynthStep> steps;
  std::uint32_t locations = 0;            ///< numbered by first use
  std::vector<SynthRenaming> symmetries;  ///< that change nothing, without the identity

  ThreadId threadOf(std::size_t step) const;
};

/// The shapes of one number of events under bounds, each under a number; of those that differ in the names of
/// threads, work-groups and locations alone, one has a number, the other numbers stand for nothing. Where no
/// level of the bounds is that of work-groups, each thread has a work-group of its own.
class ShapeSpace {
 public:
  /// @param events in all threads together
  ShapeSpace(const SynthBounds& bounds, unsigned events);

  /// Numbers are below this.
  std::uint64_t numbers() const { return blocks_.size() * words_; }
  /// Nothing where this number stands for nothing.
  std::optional<SynthShape> at(std::uint64_t number) const;

 private:
  unsigned locations_;
  unsigned events_;
  std::vector<SynthStep> letters_;
  std::uint64_t words_ = 1;
  std::vector<ThreadShape> blocks_;
};

}  // namespace hrfcheck::inline synth
