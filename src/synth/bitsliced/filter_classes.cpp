#include "synth/bitsliced/filter_classes.h"

#include <map>

namespace hrfcheck::inline synth {

FilterClasses::FilterClasses(const SynthShape& shape, const std::vector<ObservedExecutions>& observations) {
  std::vector<std::size_t> reads;
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].reads()) {
      reads.push_back(s);
    }
  }
  std::map<std::pair<std::size_t, std::vector<std::uint32_t>>, std::size_t> numbers;
  for (const ObservedExecutions& observed : observations) {
    std::vector<std::size_t>& classes = classesOf_.emplace_back();
    for (std::size_t set = 0; set < std::size_t{1} << reads.size(); ++set) {
      std::vector<std::uint32_t> values;
      for (std::size_t i = 0; i < reads.size(); ++i) {
        if (((set >> i) & 1) != 0) {
          values.push_back(observed.observation.reads[reads[i]]);
        }
      }
      classes.push_back(numbers.try_emplace({set, values}, numbers.size()).first->second);
    }
  }
  classes_ = numbers.size();
}

std::vector<Bitslice> FilterClasses::meaningful(
    const std::vector<std::vector<BitslicedAnswers>>& answers) const {
  std::vector<Bitslice> usable(classes_, Bitslice::all());
  const std::size_t models = answers.empty() ? 0 : answers.front().size();
  for (std::size_t m = 0; m < models; ++m) {
    std::vector<BitslicedAnswers> ofClass(classes_);
    for (std::size_t o = 0; o < answers.size(); ++o) {
      for (const std::size_t c : classesOf_[o]) {
        ofClass[c].allowed |= answers[o][m].allowed;
        ofClass[c].racy |= answers[o][m].racy;
      }
    }
    for (std::size_t c = 0; c < classes_; ++c) {
      usable[c] &= ofClass[c].allowed - ofClass[c].racy;
    }
  }
  std::vector<Bitslice> result(answers.size());
  for (std::size_t o = 0; o < answers.size(); ++o) {
    for (const std::size_t c : classesOf_[o]) {
      result[o] |= usable[c];
    }
  }
  return result;
}

}  // namespace hrfcheck::inline synth
