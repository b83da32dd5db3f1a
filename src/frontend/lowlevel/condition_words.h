#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "frontend/lowlevel/inputs.h"
#include "frontend/shared/names.h"
#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::lowlevel {

/// Words of conditions as a launch of compiled code has them: `1[0]` is an element of what parameter 1 points
/// to, `1[*]` stands for all of them (of structs, for all of their fields, and `1[*].x` for that of each),
/// and a number with a fraction is a float's bits where it is compared with memory; constants of the source
/// are their values. What is made points into this.
class ConditionWords {
 public:
  /// @param objectOf the name of an object by that of a parameter, or by its number; empty where there is
  /// none
  /// @param holdsFloats whether a location holds the bits of a float
  ConditionWords(const Names& names, const Constants& constants,
                 std::function<std::string(std::string_view)> objectOf,
                 std::function<bool(LocationId)> holdsFloats, SourcePtr source, Diagnostics& diagnostics)
      : names_(names),
        constants_(constants),
        objectOf_(std::move(objectOf)),
        holdsFloats_(std::move(holdsFloats)),
        source_(std::move(source)),
        diagnostics_(diagnostics) {}

  std::vector<Token> translated(std::vector<Token> tokens);

 private:
  bool atObject(const std::vector<Token>& tokens, std::size_t at) const;
  std::string launchedAt(const std::vector<Token>& tokens, std::size_t at) const;
  /// What follows a name, with its tokens.
  struct Step {
    std::string text;
    std::vector<Token> tokens;
  };
  std::vector<Step> steps(const std::vector<Token>& tokens, std::size_t at) const;
  const MemoryObject* objectAt(const std::string& name, const std::vector<Step>& steps,
                               std::size_t& taken) const;
  std::vector<const MemoryObject*> fieldsOfAll(const std::string& name, const std::vector<Step>& steps) const;
  std::size_t comparison(const std::vector<Token>& tokens, std::size_t at, std::vector<Token>& into);
  void alone(const MemoryObject* object, std::vector<Token>& path);
  std::vector<Token> number(const std::vector<Token>& tokens, std::size_t& at, const MemoryObject& object);
  std::vector<Token> numberOf(Value value, const Token& like);
  Token word(TokenKind kind, std::string text, const Token& like);

  const Names& names_;
  const Constants& constants_;
  std::function<std::string(std::string_view)> objectOf_;
  std::function<bool(LocationId)> holdsFloats_;
  SourcePtr source_;
  Diagnostics& diagnostics_;
  std::deque<std::string> texts_;
};

}  // namespace hrfcheck::frontend::lowlevel
