#pragma once

#include "frontend/spirv/kernel/memory.h"
#include "frontend/spirv/module/header.h"

namespace hrfcheck::frontend::spirv {

/// Makes conditions of those of a header: their names are looked up in a module's memory.
class Questions {
 public:
  /// @param idOf the variable or parameter that a name means
  Questions(Memory& memory, const Names& names, std::function<std::optional<Id>(std::string_view)> idOf,
            const SourcePtr& source, Diagnostics& diagnostics)
      : memory_(memory), names_(names), idOf_(std::move(idOf)), source_(source), diagnostics_(diagnostics) {}

  /// Names that are not there are reported.
  ConditionPtr conditionOf(const HeaderCondition& condition);

 private:
  /// A term of a comparison: a number, or the locations that hold one, lowest bits first.
  struct Term {
    std::optional<Value> number;
    std::vector<LocationId> locations;
  };

  ConditionPtr comparison(const HeaderCondition::Comparison& comparison);
  std::optional<Term> termOf(const HeaderTerm& term);
  ConditionTerm pieceOf(const Term& term, std::size_t piece, const Term& other) const;

  Memory& memory_;
  const Names& names_;
  std::function<std::optional<Id>(std::string_view)> idOf_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
};

/// Reads the conditions and filters of a header into a program.
void readHeaderConditions(const Header& header, Memory& memory, const Names& names,
                          std::function<std::optional<Id>(std::string_view)> idOf, Program& program,
                          Diagnostics& diagnostics);

/// Equality with numbers that a location's type does not have, as with those that have the same lowest bits.
ConditionPtr withFittingNumbers(const ConditionPtr& condition, const Program& program);

}  // namespace hrfcheck::frontend::spirv
