#include "synth/shapes/skeleton.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

// The canonical form is the least image under the permutations of threads. As for shapes (shape.cpp), of the
// images under one permutation the least is the one whose locations are numbered in the order of first use.

namespace hrfcheck::inline synth {
namespace {

using StepNumbers = std::vector<std::uint32_t>;

/// The first step of each thread.
StepNumbers firstSteps(const StepNumbers& sizes) {
  StepNumbers first(sizes.size(), 0);
  std::exclusive_scan(sizes.begin(), sizes.end(), first.begin(), 0U);
  return first;
}

std::uint32_t movedTo(std::uint32_t step, const StepNumbers& to) {
  return step == kInitialStep ? step : to[step];
}

/// Numbers locations in the order of first use; those that no operation uses are gone.
void numberLocations(SynthSkeleton& skeleton) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (SynthStep& step : skeleton.steps) {
    if (step.kind != SynthKind::Fence) {
      step.location =
          numbers.emplace(step.location, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
  }
  StepNumbers finals(numbers.size(), kInitialStep);
  for (const auto& [old, now] : numbers) {
    finals[now] = skeleton.observation.finals[old];
  }
  skeleton.observation.finals = std::move(finals);
}

/// The image in which thread order[i] is the thread i.
SynthSkeleton imageUnder(const SynthSkeleton& skeleton, const StepNumbers& order) {
  const StepNumbers first = firstSteps(skeleton.sizes);
  SynthSkeleton image;
  StepNumbers to(skeleton.steps.size());
  for (const std::uint32_t thread : order) {
    for (std::uint32_t i = 0; i < skeleton.sizes[thread]; ++i) {
      to[first[thread] + i] = static_cast<std::uint32_t>(image.steps.size());
      image.steps.push_back(skeleton.steps[first[thread] + i]);
    }
    image.sizes.push_back(skeleton.sizes[thread]);
  }
  image.observation.reads.resize(to.size());
  for (std::size_t s = 0; s < to.size(); ++s) {
    image.observation.reads[to[s]] = movedTo(skeleton.observation.reads[s], to);
  }
  for (const std::uint32_t last : skeleton.observation.finals) {
    image.observation.finals.push_back(movedTo(last, to));
  }
  numberLocations(image);
  return image;
}

SynthSkeleton leastImage(const SynthSkeleton& skeleton) {
  StepNumbers order(skeleton.sizes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::optional<SynthSkeleton> least;
  do {
    SynthSkeleton image = imageUnder(skeleton, order);
    if (!least || image < *least) {
      least = std::move(image);
    }
  } while (std::ranges::next_permutation(order).found);
  return *least;
}

/// Steps that write a location, and the initial value.
StepNumbers sourcesOf(const SynthSkeleton& skeleton, std::uint32_t location) {
  StepNumbers sources{kInitialStep};
  for (std::uint32_t s = 0; s < skeleton.steps.size(); ++s) {
    if (skeleton.steps[s].writes() && skeleton.steps[s].location == location) {
      sources.push_back(s);
    }
  }
  return sources;
}

/// What is left without a step, where what depended on it is not chosen yet.
struct Remainder {
  SynthSkeleton skeleton;
  StepNumbers orphans;                    ///< steps whose reads have lost their source
  std::optional<std::uint32_t> location;  ///< that has lost its last write

  /// Every choice of values for them.
  void eachChoice(std::size_t from, std::set<SynthSkeleton>& into) {
    if (from < orphans.size()) {
      const std::uint32_t reader = orphans[from];
      for (const std::uint32_t source : sourcesOf(skeleton, skeleton.steps[reader].location)) {
        if (source != reader) {
          skeleton.observation.reads[reader] = source;
          eachChoice(from + 1, into);
        }
      }
      return;
    }
    if (!location) {
      into.insert(leastImage(skeleton));
      return;
    }
    const StepNumbers sources = sourcesOf(skeleton, *location);
    // A location that is written ends with one of the writes.
    for (std::size_t i = sources.size() > 1 ? 1 : 0; i < sources.size(); ++i) {
      skeleton.observation.finals[*location] = sources[i];
      into.insert(leastImage(skeleton));
    }
  }
};

Remainder without(const SynthSkeleton& skeleton, std::uint32_t removed) {
  const auto shifted = [removed](std::uint32_t step) {
    return step == kInitialStep || step < removed ? step : step - 1;
  };
  Remainder rest{skeleton, {}, std::nullopt};
  const StepNumbers first = firstSteps(skeleton.sizes);
  const auto thread = std::ranges::upper_bound(first, removed) - first.begin() - 1;
  if (--rest.skeleton.sizes[static_cast<std::size_t>(thread)] == 0) {
    rest.skeleton.sizes.erase(rest.skeleton.sizes.begin() + thread);
  }
  rest.skeleton.steps.erase(rest.skeleton.steps.begin() + removed);
  rest.skeleton.observation.reads.erase(rest.skeleton.observation.reads.begin() + removed);
  for (std::uint32_t s = 0; s < rest.skeleton.steps.size(); ++s) {
    std::uint32_t& source = rest.skeleton.observation.reads[s];
    if (source == removed) {
      rest.orphans.push_back(s);
    }
    source = source == removed ? kInitialStep : shifted(source);
  }
  for (std::uint32_t l = 0; l < rest.skeleton.observation.finals.size(); ++l) {
    std::uint32_t& last = rest.skeleton.observation.finals[l];
    if (last == removed) {
      rest.location = l;
    }
    last = last == removed ? kInitialStep : shifted(last);
  }
  return rest;
}

}  // namespace

SynthSkeleton skeletonOf(const SynthShape& shape, const SynthObservation& observation) {
  return leastImage({shape.threads.sizes, shape.steps, observation});
}

std::vector<SynthSkeleton> withoutOneOperation(const SynthSkeleton& skeleton) {
  std::set<SynthSkeleton> found;
  if (skeleton.steps.size() > 1) {
    for (std::uint32_t s = 0; s < skeleton.steps.size(); ++s) {
      without(skeleton, s).eachChoice(0, found);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace hrfcheck::inline synth
