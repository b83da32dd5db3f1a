#include "synth/shapes/shape.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

// Two shapes of one ThreadShape are the same except for names when a symmetry of the ThreadShape, which
// permutes threads, and a renaming of locations lead from one to the other. Of all images under one
// permutation of threads the least is the one whose locations are numbered in the order of first use: where
// two images first differ, they differ in a location (their kinds agree), and there it has the least number
// that is not used yet. So it is enough to compare a word with one image for each symmetry of the threads.

namespace hrfcheck::inline synth {
namespace {

using Word = std::vector<SynthStep>;

/// Step by step, where each goes when thread t takes the place of thread to[t].
std::vector<std::uint32_t> stepsMoved(const ThreadShape& threads, const std::vector<ThreadId>& to) {
  std::vector<std::uint32_t> first(threads.sizes.size(), 0);
  std::exclusive_scan(threads.sizes.begin(), threads.sizes.end(), first.begin(), 0U);
  std::vector<std::uint32_t> moved;
  for (ThreadId t = 0; t < threads.sizes.size(); ++t) {
    for (std::uint32_t i = 0; i < threads.sizes[t]; ++i) {
      moved.push_back(first[to[t]] + i);
    }
  }
  return moved;
}

/// By old number, the number in the order of first use in the word.
std::map<std::uint32_t, std::uint32_t> byFirstUse(const Word& word) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const SynthStep& step : word) {
    if (step.kind != SynthKind::Fence) {
      numbers.emplace(step.location, static_cast<std::uint32_t>(numbers.size()));
    }
  }
  return numbers;
}

struct Image {
  Word word;
  SynthRenaming renaming;
};

Image imageOf(const Word& word, const std::vector<std::uint32_t>& moved) {
  Image image{Word(word.size()), {moved, {}}};
  for (std::size_t s = 0; s < word.size(); ++s) {
    image.word[moved[s]] = word[s];
  }
  const auto numbers = byFirstUse(image.word);
  for (SynthStep& step : image.word) {
    if (step.kind != SynthKind::Fence) {
      step.location = numbers.at(step.location);
    }
  }
  for (std::uint32_t old = 0; old < numbers.size(); ++old) {
    image.renaming.locations.push_back(numbers.at(old));
  }
  return image;
}

bool numberedByFirstUse(const Word& word) {
  const auto numbers = byFirstUse(word);
  return std::ranges::all_of(numbers, [](const auto& entry) { return entry.first == entry.second; });
}

bool namesGroups(const SynthBounds& bounds) {
  return std::ranges::find(bounds.levels, kGroupLevel) != bounds.levels.end();
}

bool inGroupsOfTheirOwn(const ThreadShape& shape) {
  return std::set<std::uint32_t>(shape.groups.begin(), shape.groups.end()).size() == shape.groups.size();
}

}  // namespace

ThreadId SynthShape::threadOf(std::size_t step) const {
  ThreadId t = 0;
  while (step >= threads.sizes[t]) {
    step -= threads.sizes[t++];
  }
  return t;
}

ShapeSpace::ShapeSpace(const SynthBounds& bounds, unsigned events)
    : locations_(bounds.locations), events_(events) {
  for (const SynthKind kind : bounds.kinds) {
    if (annotationsOf(kind, bounds).empty()) {
      continue;
    }
    for (std::uint32_t l = 0; l < (kind == SynthKind::Fence ? 1 : locations_); ++l) {
      letters_.push_back({kind, l});
    }
  }
  for (unsigned e = 0; e < events; ++e) {
    words_ *= letters_.size();
  }
  for (unsigned threads = 1; threads <= std::min(bounds.threads, events); ++threads) {
    for (const ThreadShape& shape : threadShapes(events, threads, false)) {
      if (namesGroups(bounds) || inGroupsOfTheirOwn(shape)) {
        blocks_.push_back(shape);
      }
    }
  }
}

std::optional<SynthShape> ShapeSpace::at(std::uint64_t number) const {
  Word word(events_);
  std::uint64_t rest = number % words_;
  for (auto step = word.rbegin(); step != word.rend(); ++step) {
    *step = letters_[rest % letters_.size()];
    rest /= letters_.size();
  }
  if (!numberedByFirstUse(word)) {
    return std::nullopt;
  }
  SynthShape shape{blocks_[number / words_], word, 0, {}};
  shape.locations = static_cast<std::uint32_t>(byFirstUse(word).size());
  for (const std::vector<ThreadId>& to : shape.threads.symmetries) {
    Image image = imageOf(word, stepsMoved(shape.threads, to));
    if (image.word < word) {
      return std::nullopt;
    }
    if (image.word == word) {
      shape.symmetries.push_back(std::move(image.renaming));
    }
  }
  return shape;
}

}  // namespace hrfcheck::inline synth
