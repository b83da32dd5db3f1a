#pragma once

#include <cstdint>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// A part of a thread's code that control enters at `from`, and leaves for `end` or not at all.
struct CodePart {
  std::uint32_t from;
  std::uint32_t end;
};

/// The control flow of a thread, for what is run of it with what is known.
class CodeFlow {
 public:
  explicit CodeFlow(const Thread& thread);

  /// Where some loop begins: a jump leads back there.
  bool isHead(std::uint32_t instruction) const { return heads_[instruction]; }
  /// What has to be left as it is where the exit of an instruction is not known: from there to where its
  /// exits come together, or the whole of the loop that they may stay in.
  CodePart partAround(std::uint32_t instruction) const;
  /// Its instructions, sorted.
  std::vector<std::uint32_t> instructionsOf(CodePart part) const;

 private:
  std::vector<bool> reached(std::uint32_t from, std::uint32_t avoided) const;

  const Thread& thread_;
  std::vector<bool> heads_;
  mutable std::vector<std::uint32_t> postDominators_;  ///< when they are first needed
};

}  // namespace hrfcheck::inline program
