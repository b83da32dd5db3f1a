#include "synth/programs/annotated_programs.h"

#include <functional>
#include <numeric>

namespace hrfcheck::inline synth {
namespace {

/// What is kept, at most.
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

std::shared_ptr<const AnnotatedPrograms> programsBy(const std::vector<std::size_t>& choices,
                                                    std::uint64_t programs) {
  auto result = std::make_shared<AnnotatedPrograms>();
  std::uint64_t stride = programs;
  for (const std::size_t count : choices) {
    stride /= count;
    auto& ofStep = result->emplace_back(count, ProgramSet(programs));
    for (std::uint64_t program = 0; program < programs; ++program) {
      ofStep[program / stride % count].insert(program);
    }
  }
  return result;
}

}  // namespace

std::shared_ptr<const AnnotatedPrograms> AnnotatedProgramsCache::of(const std::vector<std::size_t>& choices) {
  if (const auto known = known_.find(choices); known != known_.end()) {
    return known->second;
  }
  const auto programs =
      std::accumulate(choices.begin(), choices.end(), std::uint64_t{1}, std::multiplies<>());
  const std::size_t sets = std::accumulate(choices.begin(), choices.end(), std::size_t{0});
  const std::size_t bytes = sets * ProgramSet(programs).bytes();
  if (bytes_ + bytes > kMostBytes) {
    known_.clear();
    bytes_ = 0;
  }
  bytes_ += bytes;
  return known_[choices] = programsBy(choices, programs);
}

}  // namespace hrfcheck::inline synth
