#pragma once

#include <map>
#include <optional>
#include <string>

#include "frontend/c/syntax/ast.h"
#include "frontend/shared/placement.h"

namespace hrfcheck::frontend::c {

/// `launch 2x2 sub-group 4` before a kernel, in a litmus test.
struct LaunchLine {
  Token word;
  Token size;
  std::optional<Token> subGroup;
  std::optional<Token> kernel;  ///< the name of the kernel behind it
};

/// The unit, and for each of its threads (in the order of Unit::threads) where the header places it.
struct ParsedUnit {
  Unit unit;
  std::vector<HeaderCell> header;
  /// The names in statements that could not be read: whatever they declare must not be missed elsewhere.
  std::vector<Token> doubtful;
  std::optional<LaunchLine> launch;
  std::map<std::string_view, Literal> constants;  ///< by name: Unit::constants, enumerators among them
};

/// `-D N=4`: a constant that the code does not define, or defines otherwise; `-D T=int`: any other text,
/// which the preprocessor puts in place of the name.
struct Definition {
  Token name;
  Literal value = {};
  std::optional<std::string> text = {};  ///< where it is no number
};

/// What the text of a unit is.
struct UnitText {
  bool onlyCode = false;  ///< a kernel's file, without threads and sections
  std::vector<Definition> definitions = {};
};

/// Reads functions, structs, typedefs, enums, variables and threads up to the first section (`exists`, ...).
/// Mistakes go to the cursor's diagnostics; reading continues after the statement or the function.
/// Without mistakes the threads are P0, P1, ... without gap; a unit without threads has a kernel.
ParsedUnit parseUnit(TokenCursor& in, const Dialect& dialect, const UnitText& text = {});

}  // namespace hrfcheck::frontend::c
