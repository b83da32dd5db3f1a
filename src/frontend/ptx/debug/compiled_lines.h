#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "program/ir/instruction.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend::ptx {

/// A line of a file, as a compiler names it in debugging information.
struct CodeLine {
  std::string file;
  std::uint32_t line = 0;

  friend auto operator<=>(const CodeLine&, const CodeLine&) = default;
};

/// Where compiled code comes from: its own line, the line that its function was inlined at, and so on
/// outwards.
using CodeLines = std::vector<CodeLine>;

/// What the debugging information of a module says of its instructions, beside the one line that reports show
/// of each: files that are not found, and the calls that functions were inlined at.
class CompiledLines {
 public:
  /// @param written Program::source: a module of PTX, or what a compiler made one of; of other texts nothing
  /// is known
  /// @throws OutOfTime
  explicit CompiledLines(const SourcePtr& written, const Deadline& deadline = {});

  /// Of an instruction of the program. Several, where the module has several instructions that reports show
  /// alike.
  const std::vector<CodeLines>& of(const Instruction& instruction) const;
  /// Of all instructions of the module that access memory, whether or not a thread executes them.
  const std::vector<CodeLines>& ofAccesses() const { return accesses_; }

 private:
  /// What reports show: the file, the line, the text.
  using Shown = std::tuple<std::string, std::uint32_t, std::string>;

  std::map<Shown, std::vector<CodeLines>> lines_;
  std::vector<CodeLines> accesses_;
  std::vector<CodeLines> none_;
};

}  // namespace hrfcheck::frontend::ptx
