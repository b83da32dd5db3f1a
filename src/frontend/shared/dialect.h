#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shared/operands.h"
#include "frontend/shared/text/rows.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

namespace c {
struct Language;
}

/// A word for a scope level in headers, scope trees and suffixes ("wv", "wf", "work_group").
struct LevelName {
  std::string_view name;
  std::uint32_t level;
};

/// What an instruction means.
struct Meaning {
  Operation operation;
  std::vector<std::string> marks;  ///< Instruction::marks
};

/// An instruction of a column, with its operands resolved.
struct ResolvedRow {
  const RowInstruction& row;
  const std::vector<ResolvedOperand>& operands;
  const SourcePtr& source;
  Diagnostics& diagnostics;

  RegisterId target(std::size_t i) const { return operands[i].target.value_or(0); }
  const ExprPtr& expr(std::size_t i) const { return operands[i].expr; }
  void error(const Token& at, std::string message, std::string hint = "") const {
    diagnostics.error({source, at.span}, std::move(message), std::move(hint));
  }
};

/// All that distinguishes one dialect from another. The tables live in one file for each dialect
/// (hsa_table.h).
struct Dialect {
  std::string_view name;                     ///< first word of its files, in any case
  std::string_view summary;                  ///< one line
  Layout layout;                             ///< how its code is written
  std::span<const std::string_view> levels;  ///< inner to outer
  std::span<const LevelName> levelNames;     ///< all words for them
  std::uint32_t sharedFrom;                  ///< not named, levels from here outward have id 0
  /// Not named, an instance of this level holds one instance of the level inside it, and has its id; 0: no
  /// level is such.
  std::uint32_t oneInside = 0;

  /// Of dialects of C, whose layout is functions; null in others.
  const c::Language* c = nullptr;
  /// How the names of files end that hold kernels in it as their author wrote them.
  std::span<const std::string_view> kernelFiles = {};

  // Of dialects in columns; empty and null in others.
  std::span<const LevelName> ids =
      {};                        ///< `%wg`: the thread's id at that level; level 0 is the thread's number
  std::string_view laneId = {};  ///< `%lane`: the position in the instance of `laneLevel`
  std::uint32_t laneLevel = 0;
  bool pinsAddresses = false;  ///< `x@0x1000` in the initial state: where a location lies in shared memory

  bool plainRows = false;  ///< it has the instructions of columns/plain_rows.h, too
  /// The operands of an instruction, by its first word; nothing for an unknown word.
  std::optional<Signature> (*signature)(const RowInstruction& row) = nullptr;
  std::vector<std::string> (*mnemonics)() = nullptr;
  /// The meaning of an instruction. Mistakes in suffixes go to its diagnostics.
  Meaning (*build)(const ResolvedRow& row) = nullptr;

  CellReader readCell = nullptr;  ///< of cells in a form of their own
  MoreSections sections = {};     ///< words of sections that other dialects do not have
  bool levelsFromTree = false;    ///< the levels are those of the test's scope tree (columns/named_parts.h)
  std::span<const std::string_view> proxies = {};  ///< of `s @ surface aliases x`
  bool aliases = false;                            ///< `y aliases x` in the initial state
  bool systemSynchronizes = false;                 ///< `{ ssw 0 1; }` after the initial state
  Conventions conventions = {};                    ///< Program::conventions
};

std::optional<std::uint32_t> findLevel(const Dialect& dialect, std::string_view name);
/// "wi, wv, wg, cmp, sys"
std::string levelList(const Dialect& dialect);

/// Every dialect that can be read.
std::span<const Dialect* const> supportedDialects();
/// Whether litmus tests begin with that word, of a dialect that can be read or is known.
bool isDialectWord(const std::string& word);
/// The dialect whose files start with `word`.
/// @throws UserError at `place` when there is none, or it is not supported.
const Dialect& dialectOf(const std::string& word, const Place& place);

}  // namespace hrfcheck::frontend
