#pragma once

#include <algorithm>
#include <map>

#include "synth/brute_force.h"
#include "synth/shapes/bounds.h"

namespace hrfcheck::test {

/// The same programs for brute force: the instructions with their annotations, as text.
inline BruteBounds bruteBounds(const SynthBounds& bounds, unsigned events) {
  BruteBounds result{bounds.threads, events, bounds.locations, {}};
  const std::map<SynthKind, std::string> words{{SynthKind::Load, "ld"},
                                               {SynthKind::Store, "st"},
                                               {SynthKind::Exchange, "exch"},
                                               {SynthKind::Fence, "fence"}};
  for (const SynthKind kind : bounds.kinds) {
    for (const StepAnnotation& annotation : annotationsOf(kind, bounds)) {
      result.letters.push_back(words.at(kind) + (annotation ? "." + annotationText(annotation) : ""));
    }
  }
  result.ownGroups = std::ranges::count(bounds.levels, kGroupLevel) == 0;
  return result;
}

inline SynthBounds boundsOf(unsigned threads, unsigned events, unsigned locations,
                            std::vector<SynthKind> kinds, std::vector<SynthOrder> orders) {
  SynthBounds bounds;
  bounds.threads = threads;
  bounds.events = events;
  bounds.locations = locations;
  bounds.kinds = std::move(kinds);
  bounds.orders = std::move(orders);
  return bounds;
}

}  // namespace hrfcheck::test
