#include "synth/programs/read_filters.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace hrfcheck::inline synth {

ReadFilters filtersByReads(const SynthShape& shape) {
  std::vector<std::size_t> reads;
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].reads()) {
      reads.push_back(s);
    }
  }
  std::vector<unsigned> sets(std::size_t{1} << reads.size());
  std::iota(sets.begin(), sets.end(), 0U);
  std::ranges::stable_sort(sets, {}, [](unsigned set) { return std::popcount(set); });
  ReadFilters filters;
  for (const unsigned set : sets) {
    SynthFilter filter{std::vector<bool>(shape.steps.size(), false), false};
    for (std::size_t i = 0; i < reads.size(); ++i) {
      filter.reads[reads[i]] = ((set >> i) & 1U) != 0;
    }
    filters.push_back(set == 0 ? std::nullopt : std::optional(filter));
  }
  return filters;
}

}  // namespace hrfcheck::inline synth
