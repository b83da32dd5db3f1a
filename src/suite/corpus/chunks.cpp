#include "suite/corpus/chunks.h"

#include <algorithm>

#include "util/random.h"

namespace hrfcheck::inline suite {
namespace {

constexpr std::uint64_t kShortest = 32;
constexpr std::uint64_t kLongest = 1024;
constexpr std::uint64_t kPieces = 2000;  ///< wanted at least, so that workers end together

/// Every program that passes a message, and others: a program is drawn when it comes in for one of the places
/// left among those that are left (selection sampling).
std::vector<std::uint64_t> drawn(const ProgramSpace& corpus, const SuiteSample& sample) {
  std::vector<std::uint64_t> chosen, others;
  for (std::uint64_t number = 0; number < corpus.numbers(); ++number) {
    if (const auto program = corpus.at(number)) {
      (passesMessage(*program) ? chosen : others).push_back(number);
    }
  }
  Random random(sample.seed);
  std::uint64_t wanted = std::min<std::uint64_t>(sample.programs, others.size());
  for (std::size_t i = 0; wanted > 0; ++i) {
    if (random.below(others.size() - i) < wanted) {
      chosen.push_back(others[i]);
      --wanted;
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace

SuiteChunks::SuiteChunks(const ProgramSpace& corpus, const std::optional<SuiteSample>& sample) {
  if (sample) {
    sample_ = drawn(corpus, *sample);
  }
  listed_ = sample_ ? sample_->size() : corpus.numbers();
  length_ = std::clamp(listed_ / kPieces, kShortest, kLongest);
}

SuiteChunks::Piece SuiteChunks::piece(std::uint64_t index) const {
  return {index * length_, std::min((index + 1) * length_, listed_)};
}

}  // namespace hrfcheck::inline suite
