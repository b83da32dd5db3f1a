#include "batch/synth/observation.h"

#include <algorithm>
#include <functional>
#include <map>

namespace hrfcheck::inline batch {
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

/// Every choice of what the steps from `step` on read from.
void forEachReads(const SynthShape& shape, const std::vector<Steps>& writers, Steps& reads, std::size_t step,
                  const std::function<void(const Steps&)>& visit) {
  if (step == shape.steps.size()) {
    visit(reads);
    return;
  }
  reads[step] = kInitialStep;
  forEachReads(shape, writers, reads, step + 1, visit);
  if (!shape.steps[step].reads()) {
    return;
  }
  for (const std::uint32_t writer : writers[shape.steps[step].location]) {
    if (writer != step) {
      reads[step] = writer;
      forEachReads(shape, writers, reads, step + 1, visit);
    }
  }
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

std::vector<ObservedExecutions> observationsOf(const SynthShape& shape) {
  const std::vector<Steps> writers = writersOf(shape);
  std::map<Steps, std::vector<SynthCoherence>> orders;  // by the last writes
  SynthCoherence co = writers;
  forEachCoherence(co, 0, [&](const SynthCoherence& order) {
    Steps finals;
    for (const Steps& ofLocation : order) {
      finals.push_back(ofLocation.empty() ? kInitialStep : ofLocation.back());
    }
    orders[finals].push_back(order);
  });
  std::vector<ObservedExecutions> result;
  Steps reads(shape.steps.size(), kInitialStep);
  forEachReads(shape, writers, reads, 0, [&](const Steps& sources) {
    for (const auto& [finals, coherence] : orders) {
      ObservedExecutions observed{{sources, finals}, coherence, {}};
      bool first = true;
      for (const SynthRenaming& to : shape.symmetries) {
        const SynthObservation image = renamed(observed.observation, shape, to);
        first = first && !(image < observed.observation);
        if (image == observed.observation) {
          observed.symmetries.push_back(to);
        }
      }
      if (first) {
        result.push_back(std::move(observed));
      }
    }
  });
  return result;
}

}  // namespace hrfcheck::inline batch
