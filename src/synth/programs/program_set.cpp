#include "synth/programs/program_set.h"

namespace hrfcheck::inline synth {

void ProgramSet::insertAll(std::uint64_t first, const Bitslice& lanes) {
  for (std::size_t w = 0; w < Bitslice::kWords && first / 64 + w < words_.size(); ++w) {
    words_[first / 64 + w] |= lanes.words[w];
  }
}

bool ProgramSet::empty() const {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}

std::uint64_t ProgramSet::bitsFrom(std::int64_t first) const {
  const auto word = [&](std::int64_t w) {
    return w < 0 || w >= static_cast<std::int64_t>(words_.size()) ? 0 : words_[static_cast<std::size_t>(w)];
  };
  const std::int64_t w = first >= 0 ? first / 64 : -((63 - first) / 64);
  const auto shift = static_cast<unsigned>(first - 64 * w);
  return shift == 0 ? word(w) : (word(w) >> shift) | (word(w + 1) << (64 - shift));
}

void ProgramSet::removeWhereMoved(const ProgramSet& of, const ProgramSet& other, std::int64_t offset) {
  for (std::size_t w = 0; w < words_.size(); ++w) {
    if ((words_[w] & of.words_[w]) != 0) {
      words_[w] &= ~(of.words_[w] & other.bitsFrom(64 * static_cast<std::int64_t>(w) + offset));
    }
  }
}

}  // namespace hrfcheck::inline synth
