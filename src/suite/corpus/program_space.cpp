#include "suite/corpus/program_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "util/diagnostic.h"
#include "util/invariant.h"

// Numbers are mixed-radix: the shape first, then a digit for each access, the first thread's first access the
// most significant. A digit counts through the alphabet; the last access of a thread cannot wait for
// anything, and has the smaller alphabet. So a number leads to its program without those before it, which
// lets shards and resumed runs begin anywhere.
//
// A word stands for its class when it is the smallest of its images under the symmetries of its shape
// (renamings of threads that keep sizes and places) and the exchange of the two locations. Shapes are
// themselves one of each class (shapes.cpp), and two words of different shapes are not renamings of each
// other: so each program comes once. The values that are stored depend on the places of accesses alone, and
// are different powers of two: which writes a final value is made of can be read off it, and no two programs
// differ in values alone.

namespace hrfcheck::inline suite {

std::size_t SuiteProgram::size() const {
  std::size_t sum = 0;
  for (const auto& thread : threads) {
    sum += thread.size();
  }
  return sum;
}

ProgramSpace::ProgramSpace(const SuiteGrammar& grammar, unsigned operations, unsigned threads)
    : alphabet_(alphabetOf(grammar)), amdgpu_(grammar.amdgpu) {
  for (unsigned n = threads; n <= operations; ++n) {
    for (ThreadShape& shape : threadShapes(n, threads, grammar.components)) {
      const std::uint64_t words = wordsOf(shape);
      if (words > std::numeric_limits<std::int64_t>::max() - numbers_) {
        throw UserError(fmt::format("programs of {} operations are too many to be numbered", n));
      }
      blocks_.push_back({std::move(shape), numbers_});
      numbers_ += words;
    }
  }
  if (blocks_.empty()) {
    throw UserError(fmt::format("there are no programs of {} threads and {} operations", threads, operations),
                    "every thread has an operation");
  }
}

std::uint64_t ProgramSpace::radix(const ThreadShape& shape, ThreadId thread, std::uint32_t place) const {
  return place + 1 == shape.sizes[thread] ? alphabet_.last : alphabet_.operations.size();
}

/// Saturates.
std::uint64_t ProgramSpace::wordsOf(const ThreadShape& shape) const {
  std::uint64_t product = 1;
  for (ThreadId t = 0; t < shape.sizes.size(); ++t) {
    for (std::uint32_t i = 0; i < shape.sizes[t]; ++i) {
      if (__builtin_mul_overflow(product, radix(shape, t, i), &product)) {
        return std::numeric_limits<std::uint64_t>::max();
      }
    }
  }
  return product;
}

const ProgramSpace::Block& ProgramSpace::blockOf(std::uint64_t number) const {
  INVARIANT(number < numbers_, "a number of the corpus");
  const auto behind = std::ranges::upper_bound(blocks_, number, {}, &Block::first);
  return *std::prev(behind);
}

ProgramSpace::Word ProgramSpace::wordOf(const Block& block, std::uint64_t number) const {
  std::uint64_t rest = number - block.first;
  Word word(block.shape.sizes.size());
  for (ThreadId t = static_cast<ThreadId>(word.size()); t-- > 0;) {
    word[t].resize(block.shape.sizes[t]);
    for (std::uint32_t i = block.shape.sizes[t]; i-- > 0;) {
      const std::uint64_t base = radix(block.shape, t, i);
      word[t][i] = static_cast<std::uint32_t>(rest % base);
      rest /= base;
    }
  }
  return word;
}

bool ProgramSpace::isFirst(const ThreadShape& shape, const Word& word) const {
  const auto mirror = [&](Word image) {
    for (auto& thread : image) {
      std::ranges::transform(thread, thread.begin(), [&](std::uint32_t o) { return alphabet_.mirrored[o]; });
    }
    return image;
  };
  const bool exchange = !alphabet_.mirrored.empty();
  if (exchange && mirror(word) < word) {
    return false;
  }
  return std::ranges::all_of(shape.symmetries, [&](const std::vector<ThreadId>& to) {
    Word image(word.size());
    for (ThreadId t = 0; t < to.size(); ++t) {
      image[to[t]] = word[t];
    }
    return word <= image && !(exchange && mirror(image) < word);
  });
}

bool ProgramSpace::stands(std::uint64_t number) const {
  const Block& block = blockOf(number);
  return isFirst(block.shape, wordOf(block, number));
}

std::optional<SuiteProgram> ProgramSpace::at(std::uint64_t number) const {
  const Block& block = blockOf(number);
  const Word word = wordOf(block, number);
  if (!isFirst(block.shape, word)) {
    return std::nullopt;
  }
  SuiteProgram program{number, block.shape.components, block.shape.groups, {}, amdgpu_};
  for (const std::vector<std::uint32_t>& thread : word) {
    std::vector<SuiteOperation>& operations = program.threads.emplace_back();
    for (const std::uint32_t o : thread) {
      operations.push_back(alphabet_.operations[o]);
    }
  }
  return program;
}

namespace {

using Thread = std::vector<SuiteOperation>;

/// Calls `visit` with each pair (a, b) of operations of which a comes before b.
template <typename Visit>
bool anyPair(const Thread& thread, const Visit& visit) {
  for (std::size_t b = 0; b < thread.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (visit(thread[a], thread[b])) {
        return true;
      }
    }
  }
  return false;
}

bool passes(const Thread& from, const Thread& to) {
  return anyPair(from, [&](const SuiteOperation& data, const SuiteOperation& release) {
    return !data.atomicity && release.releases() &&
           anyPair(to, [&](const SuiteOperation& acquire, const SuiteOperation& use) {
             return acquire.waits && acquire.location == release.location && !use.atomicity &&
                    use.location == data.location && use.location != acquire.location &&
                    (data.writes() || use.writes());
           });
  });
}

}  // namespace

bool passesMessage(const SuiteProgram& program) {
  for (ThreadId a = 0; a < program.threads.size(); ++a) {
    for (ThreadId b = 0; b < program.threads.size(); ++b) {
      if (a != b && passes(program.threads[a], program.threads[b])) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace hrfcheck::inline suite
