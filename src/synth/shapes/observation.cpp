#include "synth/shapes/observation.h"

#include <algorithm>
#include <functional>
#include <map>

namespace hrfcheck::inline synth {
namespace {

using Steps = std::vector<std::uint32_t>;

/// By location, the steps that write there.
std::vector<Steps> writersOf(const SynthShape& shape) {
  std::vector<Steps> writers(shape.locations);
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].writes()) {
      writers[shape.steps[s].location].push_back(s);
    }
  }
  return writers;
}

/// Every order of the writes to each location from `location` on.
void forEachCoherence(SynthCoherence& co, std::size_t location,
                      const std::function<void(const SynthCoherence&)>& visit) {
  if (location == co.size()) {
    visit(co);
    return;
  }
  std::ranges::sort(co[location]);
  do {
    forEachCoherence(co, location + 1, visit);
  } while (std::ranges::next_permutation(co[location]).found);
}

std::uint32_t renamedStep(std::uint32_t step, const SynthRenaming& to) {
  return step == kInitialStep ? step : to.steps[step];
}

}  // namespace

SynthObservation renamed(const SynthObservation& observation, const SynthShape& shape,
                         const SynthRenaming& to) {
  SynthObservation image = observation;
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    image.reads[to.steps[s]] = renamedStep(observation.reads[s], to);
  }
  for (std::size_t l = 0; l < shape.locations; ++l) {
    image.finals[to.locations[l]] = renamedStep(observation.finals[l], to);
  }
  return image;
}

std::uint64_t candidateExecutions(const SynthShape& shape) {
  const std::vector<Steps> writers = writersOf(shape);
  std::uint64_t count = 1;
  for (const Steps& ofLocation : writers) {
    for (std::uint64_t n = 2; n <= ofLocation.size(); ++n) {
      count *= n;
    }
  }
  for (const SynthStep& step : shape.steps) {
    if (step.reads()) {
      count *= writers[step.location].size() + (step.writes() ? 0 : 1);
    }
  }
  return count;
}

std::uint64_t sameBut(const ObservedExecutions& observed, const SynthShape& shape) {
  return (shape.symmetries.size() + 1) / (observed.symmetries.size() + 1);
}

namespace {

Steps lastWrites(const SynthCoherence& co) {
  Steps finals;
  for (const Steps& ofLocation : co) {
    finals.push_back(ofLocation.empty() ? kInitialStep : ofLocation.back());
  }
  return finals;
}

/// Finds the symmetries that keep the observation.
/// @returns whether it is the first of its class
bool isFirst(ObservedExecutions& observed, const SynthShape& shape) {
  for (const SynthRenaming& to : shape.symmetries) {
    const SynthObservation image = renamed(observed.observation, shape, to);
    if (image < observed.observation) {
      return false;
    }
    if (image == observed.observation) {
      observed.symmetries.push_back(to);
    }
  }
  return true;
}

/// By observation, the coherence orders.
using Found = std::map<SynthObservation, std::vector<SynthCoherence>>;

/// One of each class under the symmetries; by reads, those from initial writes first.
std::vector<ObservedExecutions> firstOfEach(const SynthShape& shape, Found found) {
  std::vector<ObservedExecutions> result;
  for (auto& [observation, coherence] : found) {
    ObservedExecutions observed{observation, std::move(coherence), {}};
    if (isFirst(observed, shape)) {
      result.push_back(std::move(observed));
    }
  }
  const auto rank = [](const ObservedExecutions& observed) {
    Steps reads = observed.observation.reads;
    std::ranges::transform(reads, reads.begin(), [](std::uint32_t step) { return step + 1; });
    return std::pair(reads, observed.observation.finals);
  };
  std::ranges::sort(result, {}, rank);
  return result;
}

/// Every choice of what the steps from `step` on read from, as long as the candidates are wanted.
void addReads(const SynthShape& shape, const std::vector<Steps>& writers, PartialCandidates& wanted,
              Steps& reads, std::uint32_t step, const std::function<void()>& visit) {
  while (step < shape.steps.size() && !shape.steps[step].reads()) {
    ++step;
  }
  if (step == shape.steps.size()) {
    if (wanted.whole()) {
      visit();
    }
    return;
  }
  const auto choose = [&](std::uint32_t source) {
    reads[step] = source;
    if (wanted.read(step, source)) {
      addReads(shape, writers, wanted, reads, step + 1, visit);
    }
    wanted.takeBack(step, source);
  };
  choose(kInitialStep);
  for (const std::uint32_t writer : writers[shape.steps[step].location]) {
    if (writer != step) {
      choose(writer);
    }
  }
  reads[step] = kInitialStep;
}

}  // namespace

std::vector<ObservedExecutions> observationsAmong(const SynthShape& shape, PartialCandidates& wanted) {
  const std::vector<Steps> writers = writersOf(shape);
  Found found;
  SynthCoherence co = writers;
  Steps reads(shape.steps.size(), kInitialStep);
  forEachCoherence(co, 0, [&](const SynthCoherence& order) {
    if (wanted.start(order)) {
      addReads(shape, writers, wanted, reads, 0, [&] { found[{reads, lastWrites(order)}].push_back(order); });
    }
  });
  return firstOfEach(shape, std::move(found));
}

namespace {

/// Wants everything.
class AllCandidates final : public PartialCandidates {
 public:
  explicit AllCandidates(const Deadline& deadline) : look_(deadline) {}

  bool start(const SynthCoherence& /*co*/) override { return true; }
  bool read(std::uint32_t /*step*/, std::uint32_t /*source*/) override {
    look_.spend(1);
    return true;
  }
  bool whole() override { return true; }
  void takeBack(std::uint32_t /*step*/, std::uint32_t /*source*/) override {}

 private:
  PacedLook look_;
};

}  // namespace

std::vector<ObservedExecutions> observationsOf(const SynthShape& shape, const Deadline& deadline) {
  if (candidateExecutions(shape) > kMostListedExecutions) {
    throw TooManyExecutions{};
  }
  AllCandidates all(deadline);
  return observationsAmong(shape, all);
}

}  // namespace hrfcheck::inline synth
