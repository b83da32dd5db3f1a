#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hrfcheck::inline verify {

/// What stands between two operators: name, constant or operator with operands.
struct Term {
  enum class Kind {
    Name,
    All,   ///< `_`
    None,  ///< `0`, `{}`
    Union,
    Sequence,
    Difference,
    Intersection,
    Product,
    Inverse,
    Plus,
    Star,
    Optional,
    Complement,
    Diagonal,  ///< `[S]`
    Apply,     ///< operand 0 to the others
    Tuple,
    Let  ///< operand 0 named `name` (with `parameters`), in operand 1
  };
  Kind kind = Kind::None;
  std::string name = {};
  std::vector<std::shared_ptr<const Term>> operands = {};
  std::vector<std::string> parameters = {};
};
using TermPtr = std::shared_ptr<const Term>;

/// A statement of a model.
struct Statement {
  enum class Kind { Let, Check, Call, Procedure, With, Show };
  enum class Role { Require, Flag, UndefinedUnless };
  enum class Test { Acyclic, Irreflexive, Empty };
  Kind kind = Kind::Show;
  std::string name = {};  ///< defined, or of the check
  std::vector<std::string> parameters = {};
  TermPtr term = {};
  Role role = Role::Require;
  Test test = Test::Empty;
  bool negated = false;
  std::vector<Statement> body = {};  ///< of a procedure
  std::string file = {};             ///< where it stands
  std::size_t line = 0;
};

/// Reads a model: the part of cat that the models of the distribution use (docs/trust.md).
/// @param file the name of its file, "model/rsp.cat"; what it includes stands beside it
/// @param textOf the text of a file by its name
/// @throws Refused for anything else
std::vector<Statement> readModel(const std::string& file,
                                 const std::function<std::string(const std::string&)>& textOf);

}  // namespace hrfcheck::inline verify
