#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/shared/text/cursor.h"
#include "program/condition/condition.h"

/// The lines `; @...` of assembly, in which Dartagnan's tests say how a kernel is launched, what its memory
/// holds, and what is asked (github.com/hernanponcedeleon/Dat3M).
namespace hrfcheck::frontend::spirv {

/// A number, or several in braces.
struct InputValue {
  std::optional<Value> number;
  std::vector<InputValue> parts;
  Span span;
  bool flat = false;  ///< the parts are the numbers of an object in order, however deep
};

/// `; @Input: %x = {0, 1}`
struct InputLine {
  std::string_view name;  ///< with its %
  Span span;              ///< of the name
  InputValue value;
};

/// `%x[0][1]`
struct MemoryReference {
  std::string_view name;
  std::vector<std::uint32_t> path;
  Span span;
};

struct HeaderCondition;
using HeaderConditionPtr = std::shared_ptr<const HeaderCondition>;
using HeaderTerm = std::variant<Value, MemoryReference>;
/// What an operator of a condition joins.
enum class Joint { And, Or, Not };
/// A condition whose names are not looked up yet: a comparison, or a joint of others. A joint of none holds.
struct HeaderCondition {
  struct Comparison {
    HeaderTerm left;
    CompareOp op;
    HeaderTerm right;
  };
  std::optional<Comparison> comparison;
  Joint joint = Joint::And;
  std::vector<HeaderConditionPtr> parts;
};

/// `; @Output: forall (...)`
struct OutputLine {
  Quantifier quantifier;
  HeaderConditionPtr condition;
  Span span;
};

/// `; @Config: 2, 1, 2`
struct ConfigLine {
  std::uint32_t itemsPerSubGroup = 1;
  std::uint32_t subGroupsPerGroup = 1;
  std::uint32_t groups = 1;
  Span span;
};

/// All of them.
struct Header {
  std::optional<ConfigLine> config;
  std::vector<InputLine> inputs;
  std::vector<OutputLine> outputs;
  std::vector<HeaderConditionPtr> filters;
};

/// Reports what it does not understand.
Header readHeader(const SourcePtr& source, Diagnostics& diagnostics);

/// Calls `take` for every place in memory that a condition mentions.
void forEachReference(const HeaderCondition& condition,
                      const std::function<void(const MemoryReference&)>& take);

}  // namespace hrfcheck::frontend::spirv
