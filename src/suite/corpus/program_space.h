#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "suite/corpus/grammar.h"
#include "suite/corpus/thread_shapes.h"

namespace hrfcheck::inline suite {

/// A program of the corpus: its number, the placement of its threads, and their operations.
struct SuiteProgram {
  std::uint64_t number = 0;
  std::vector<std::uint32_t> components, groups;  ///< by thread, as in ThreadShape
  std::vector<std::vector<SuiteOperation>> threads;
  bool amdgpu = false;  ///< of the dialect AMDGPU, else HSA

  std::size_t size() const;  ///< accesses in all
};

/// All programs of a grammar up to a size, each under a number. Smaller programs have smaller numbers. Of
/// programs that differ in the names of threads, work-groups, components and interchangeable locations alone,
/// one has a number; the other numbers stand for nothing.
class ProgramSpace {
 public:
  /// @param operations accesses in all threads together, at most
  /// @throws UserError where there are more programs than can be numbered, or none
  ProgramSpace(const SuiteGrammar& grammar, unsigned operations, unsigned threads);

  /// Numbers are below this.
  std::uint64_t numbers() const { return numbers_; }
  /// Nothing where this number stands for nothing.
  std::optional<SuiteProgram> at(std::uint64_t number) const;
  bool stands(std::uint64_t number) const;

 private:
  struct Block {
    ThreadShape shape;
    std::uint64_t first;  ///< of its numbers
  };
  using Word = std::vector<std::vector<std::uint32_t>>;  ///< by thread: places in the alphabet

  const Block& blockOf(std::uint64_t number) const;
  std::uint64_t radix(const ThreadShape& shape, ThreadId thread, std::uint32_t place) const;
  std::uint64_t wordsOf(const ThreadShape& shape) const;
  Word wordOf(const Block& block, std::uint64_t number) const;
  bool isFirst(const ThreadShape& shape, const Word& word) const;

  SuiteAlphabet alphabet_;
  bool amdgpu_;
  std::vector<Block> blocks_;
  std::uint64_t numbers_ = 0;
};

/// Data that one thread writes before it releases a flag, and another accesses where it has acquired the flag
/// and seen it set: what machines get wrong most easily.
bool passesMessage(const SuiteProgram& program);

}  // namespace hrfcheck::inline suite
