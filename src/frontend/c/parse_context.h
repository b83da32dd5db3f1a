#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "frontend/c/ast.h"
#include "frontend/shared/cursor.h"

namespace hrfcheck::frontend::c {

/// No written program comes near: so that no input exhausts the stack, here or in a visitor of the tree.
inline constexpr unsigned kMaxNesting = 200;
inline constexpr unsigned kMaxOperators = 500;

/// What the parsers of one file share: the words left, and the names that decide how words are read.
struct ParseContext {
  TokenCursor& in;
  std::map<std::string_view, Type> types;         ///< by the typedef's name, resolved
  std::set<std::string_view> structs;             ///< their tags
  std::map<std::string_view, Literal> constants;  ///< see Constant
  std::set<std::string_view> defined;             ///< constants of the command line: the file's yield to them
  std::vector<Token> doubtful;                    ///< ParsedUnit::doubtful
  std::vector<Struct> vectors = {};               ///< vector types that the text uses (vector_types.h)
  ShiftRule shifts = ShiftRule::C;                ///< of the language
  bool cpp = false;                               ///< the language is C++
  std::optional<GroupSize> groupSize = {};        ///< of the declaration that is read
  unsigned nesting = 0;
  unsigned operators = 0;         ///< of the expression that is read
  bool unclosedReported = false;  ///< of the body that is read: one missing `}` leaves many blocks open
};

/// One more level of nesting, while it lives.
class NestingGuard {
 public:
  explicit NestingGuard(ParseContext& context) : context_(context) {
    if (context_.nesting == kMaxNesting) {
      context_.in.fail(context_.in.peek(), "this is nested too deeply");
    }
    ++context_.nesting;
  }
  ~NestingGuard() { --context_.nesting; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

 private:
  ParseContext& context_;
};

}  // namespace hrfcheck::frontend::c
