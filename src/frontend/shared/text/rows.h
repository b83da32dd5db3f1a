#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend {

/// One summand of a value or an index: a constant, a name (a register or a location), or an id (`%tid`).
struct Term {
  enum class Kind { Constant, Name, Id };
  Kind kind = Kind::Constant;
  bool negative = false;  ///< of names and ids; a constant has its sign in `value`
  Value value = 0;
  Token token;  ///< the constant's digits, the name, or the id without `%`
};

/// An operand of an instruction as written.
struct Operand {
  enum class Kind {
    Sum,        ///< `r1`, `5`, `x`, `%tid`
    Element,    ///< `q[%tid+1]`
    Indirect,   ///< `[r1]`, `[r1+1]`
    AddressOf,  ///< `&x`, `&q[2]`
  };
  Kind kind = Kind::Sum;
  Token name;               ///< of Element and AddressOf
  std::vector<Term> terms;  ///< the sum, the index, or what is in brackets
  Place place;
};

/// Whether it is one name and nothing else.
bool isSingleName(const Operand& operand);

/// One cell of a table of instructions, the same in every dialect that is written in columns:
/// `{LABEL:} [@[!]reg] word{.word} [operand {, operand}]`.
struct RowInstruction {
  std::vector<Token> labels;
  std::optional<Token> predicate;
  bool predicateNegated = false;
  std::vector<Token> mnemonic;          ///< the words between dots; none for a label alone
  std::vector<Token> annotations = {};  ///< LISA: the words in brackets behind the mnemonic
  std::vector<Operand> operands;
  Place place;
  std::string text;  ///< white space folded, without labels (but for a label alone)
  /// Every name of a cell that could not be understood: whatever it declares must not be reported as unknown
  /// later.
  std::vector<Token> doubtful;

  bool labelOnly() const { return mnemonic.empty(); }
};

/// Reads one cell; the tokens end with one of kind End. For dialects whose cells have another form.
using CellReader = RowInstruction (*)(TokenCursor& in, std::span<const Token> tokens);
/// Words of sections that a dialect has beside those of all.
using MoreSections = std::span<const std::string_view>;

/// The rows of the table, as one list of instructions for each column. A mistake in a cell costs that cell.
/// Reading ends at `atSection` tokens: what follows the program.
/// @param readCell null for the form above
std::vector<std::vector<RowInstruction>> parseRows(TokenCursor& in, std::size_t columns,
                                                   CellReader readCell = nullptr, MoreSections more = {});

/// Reads the labels of a cell. If there is nothing else in it, the instruction is complete: true.
bool readLabels(TokenCursor& in, RowInstruction& into);
/// The tokens from `begin` on as written, with one space where there was white space or a comment.
std::string foldedText(std::span<const Token> tokens, std::uint32_t begin);

/// Whether a section (`exists`, `locations`, ...) starts at the current token.
bool atSection(const TokenCursor& in, MoreSections more = {});
/// The words that start sections.
const std::vector<std::string>& sectionWords();

}  // namespace hrfcheck::frontend
