#include "synth/search/weakening.h"

#include <algorithm>
#include <map>

#include "util/invariant.h"
#include "util/mapped.h"

namespace hrfcheck::inline synth {
namespace {

constexpr std::uint32_t kGone = ~std::uint32_t{0} - 1;

bool weakerOrSame(Order a, Order b) {
  if (a == b || a == Order::Relaxed || b == Order::SeqCst) {
    return true;
  }
  return b == Order::AcquireRelease && a != Order::SeqCst;
}

bool asksLess(const StepAnnotation& first, const StepAnnotation& second) {
  return asksNoMore(first, second) && !asksNoMore(second, first);
}

/// Numbers in the order of first use.
template <typename Number>
std::vector<Number> renumbered(const std::vector<Number>& numbers) {
  std::map<Number, Number> fresh;
  return mapped<Number>(numbers, [&](const Number number) {
    return fresh.try_emplace(number, static_cast<Number>(fresh.size())).first->second;
  });
}

/// Takes a step out of its thread, and the thread away when it was its only one.
ThreadShape threadsWithout(const SynthShape& shape, std::uint32_t step) {
  ThreadShape threads = shape.threads;
  threads.symmetries.clear();
  const ThreadId t = shape.threadOf(step);
  if (--threads.sizes[t] == 0) {
    threads.sizes.erase(threads.sizes.begin() + t);
    threads.components.erase(threads.components.begin() + t);
    threads.groups.erase(threads.groups.begin() + t);
    threads.groups = renumbered(threads.groups);
    threads.components = renumbered(threads.components);
  }
  return threads;
}

bool agrees(const std::vector<std::optional<std::uint32_t>>& part, const std::vector<std::uint32_t>& whole) {
  return std::ranges::equal(part, whole, [](const std::optional<std::uint32_t>& wanted, std::uint32_t is) {
    return !wanted || *wanted == is;
  });
}

StepAnnotation half(const StepAnnotation& annotation, Order mine) {
  INVARIANT(annotation.has_value(), "a read-modify-write has an order");
  Atomicity result = *annotation;
  if (result.order == Order::AcquireRelease) {
    result.order = mine;
  } else if (result.order != mine && result.order != Order::SeqCst) {
    result.order = Order::Relaxed;
    result.remote = false;  // there are no remote relaxed operations
  }
  return result;
}

}  // namespace

bool asksNoMore(const StepAnnotation& first, const StepAnnotation& second) {
  if (!first || !second) {
    return !first;
  }
  return weakerOrSame(first->order, second->order) && first->level <= second->level &&
         (!first->remote || second->remote);
}

std::vector<std::vector<std::uint32_t>> nextBelow(const std::vector<StepAnnotation>& annotations) {
  std::vector<std::vector<std::uint32_t>> result;
  for (const StepAnnotation& annotation : annotations) {
    auto& below = result.emplace_back();
    for (std::uint32_t b = 0; b < annotations.size(); ++b) {
      const bool between = std::ranges::any_of(annotations, [&](const StepAnnotation& other) {
        return asksLess(annotations[b], other) && asksLess(other, annotation);
      });
      if (asksLess(annotations[b], annotation) && !between) {
        below.push_back(b);
      }
    }
  }
  return result;
}

bool PartOfObservation::admits(const SynthObservation& observation, const SynthShape& shape) const {
  for (std::size_t s = 0; s < reads.size(); ++s) {
    if (shape.steps[s].reads() && reads[s] && *reads[s] != observation.reads[s]) {
      return false;
    }
  }
  return agrees(finals, observation.finals);
}

ShapeWithout without(const SynthShape& shape, std::uint32_t step) {
  ShapeWithout result{{threadsWithout(shape, step), {}, 0, {}},
                      std::vector<std::uint32_t>(shape.steps.size(), kGone),
                      std::vector<std::uint32_t>(shape.locations, kGone)};
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    if (s == step) {
      continue;
    }
    SynthStep moved = shape.steps[s];
    if (moved.kind != SynthKind::Fence) {
      std::uint32_t& location = result.locations[moved.location];
      location = location == kGone ? result.shape.locations++ : location;
      moved.location = location;
    }
    result.steps[s] = static_cast<std::uint32_t>(result.shape.steps.size());
    result.shape.steps.push_back(moved);
  }
  return result;
}

PartOfObservation restOf(const SynthObservation& observation, const SynthShape& shape, std::uint32_t step,
                         const ShapeWithout& rest) {
  PartOfObservation part;
  part.reads.resize(rest.shape.steps.size());
  part.finals.resize(rest.shape.locations);
  const auto moved = [&](std::uint32_t source) -> std::optional<std::uint32_t> {
    return source == step           ? std::nullopt
           : source == kInitialStep ? std::optional(source)
                                    : std::optional(rest.steps[source]);
  };
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    if (s != step) {
      part.reads[rest.steps[s]] = moved(observation.reads[s]);
    }
  }
  for (std::uint32_t l = 0; l < shape.locations; ++l) {
    if (rest.locations[l] != kGone) {
      part.finals[rest.locations[l]] = moved(observation.finals[l]);
    }
  }
  return part;
}

ShapeWithSplit splitAt(const SynthShape& shape, const SynthObservation& observation, std::uint32_t step) {
  ShapeWithSplit result{shape, observation};
  result.shape.symmetries.clear();
  result.shape.threads.symmetries.clear();
  ++result.shape.threads.sizes[shape.threadOf(step)];
  result.shape.steps[step].kind = SynthKind::Load;
  result.shape.steps.insert(result.shape.steps.begin() + step + 1,
                            SynthStep{SynthKind::Store, shape.steps[step].location});
  const auto moved = [&](std::uint32_t source) {
    return source == kInitialStep || source < step ? source : source + 1;
  };
  SynthObservation& split = result.observation;
  std::ranges::transform(split.reads, split.reads.begin(), moved);
  split.reads.insert(split.reads.begin() + step + 1, kInitialStep);
  std::ranges::transform(split.finals, split.finals.begin(), moved);
  return result;
}

StepAnnotation loadHalf(const StepAnnotation& annotation) {
  return half(annotation, Order::Acquire);
}

StepAnnotation storeHalf(const StepAnnotation& annotation) {
  return half(annotation, Order::Release);
}

}  // namespace hrfcheck::inline synth
