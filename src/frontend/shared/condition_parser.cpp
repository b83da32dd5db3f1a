#include "frontend/shared/condition_parser.h"

#include <fmt/format.h>

#include <optional>

#include "frontend/shared/initial_state.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/rows.h"
#include "program/expr/addresses.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

/// Limits that no written condition meets, so that no input makes the recursion here or in a visitor too
/// deep.
constexpr unsigned kMaxDepth = 200;
constexpr unsigned kMaxComparisons = 2000;
/// Comparisons, constants and signs before them: the tree of `a /\\ b /\\ c` is as deep as it is long.
constexpr unsigned kMaxParts = 4000;

template <typename Node>
ConditionPtr make(Node node) {
  return std::make_shared<const Condition>(Condition{std::move(node)});
}

/// Looks up the names of final states, and reports those that are not there.
class StateNames {
 public:
  StateNames(TokenCursor& in, Names& names) : in_(in), names_(names) {}

  /// `0:r1` or `P0:r1`. Nothing when it is unknown (and reported).
  std::optional<StateVariable> reg() {
    const Token first = in_.peek();
    const ThreadId thread = parseThreadPrefix(in_);
    const Token& name = in_.expectIdentifier("the name of a register");
    if (thread >= names_.program().threads.size()) {
      in_.error(first, fmt::format("there is no thread P{}", thread));
      return std::nullopt;
    }
    std::optional<RegisterId> found = names_.findRegister(thread, name.text);
    if (!found) {
      found = parameter(thread, name);
    }
    if (!found) {
      if (!names_.isDoubtful(name.text)) {
        in_.error(
            name,
            fmt::format("register '{}' occurs neither in P{} nor in the initial state", name.text, thread),
            didYouMean(name.text, names_.registerNames(thread)));
      }
      return std::nullopt;
    }
    return StateVariable{thread, *found, kNoLocation};
  }

  /// `x`, `x[2]`, `q.head`; the object, and the element asked for. Or `q`, where a struct is allowed.
  struct Reference {
    const MemoryObject* object = nullptr;
    std::optional<std::uint32_t> element;
    Token name;
    std::vector<const MemoryObject*> fields;
  };
  Reference location(bool structAllowed = false) {
    Reference result;
    result.name = parseLocationName(in_, "a location");
    result.object = names_.object(result.name.text);
    if (structAllowed) {
      result.fields = names_.fieldsOf(result.name.text);
    }
    if (result.object == nullptr && result.fields.empty()) {
      reportUnknown(result.name);
    }
    if (in_.accept("[")) {
      const Value index = in_.expectConstant();
      in_.expect("]", "after the index");
      element(result, index);
    }
    return result;
  }

 private:
  /// What the thread is given and does not change: a pointer, or a number.
  std::optional<RegisterId> parameter(ThreadId thread, const Token& name) {
    const std::optional<RegisterId> reg = names_.registerOfParameter(thread, name.text);
    const bool address =
        reg && names_.program().locationAt(names_.program().threads[thread].initialRegisters[*reg]);
    if (address) {
      in_.diagnostics().warning(
          in_.placeOf(name),
          fmt::format("'{}' is a parameter of P{}: it holds the address &{}", name.text, thread, name.text),
          fmt::format("write [{}] for the value at that address", name.text));
    }
    return reg;
  }

  void element(Reference& result, Value index) {
    if (result.object == nullptr) {
      structElement(result, index);
      return;
    }
    if (index < 0 || index >= result.object->size) {
      in_.error(result.name, fmt::format("index {} is out of bounds for '{}', which has {}", index,
                                         result.object->name, counted(result.object->size, "element")));
      result.object = nullptr;
    } else {
      result.element = static_cast<std::uint32_t>(index);
    }
  }

  /// `qs[1]` where `qs` is an array of structs.
  void structElement(Reference& result, Value index) const {
    if (result.fields.empty()) {
      return;
    }
    const std::string name = fmt::format("{}[{}]", result.name.text, index);
    result.fields = names_.fieldsOf(name);
    if (result.fields.empty()) {
      in_.error(result.name, fmt::format("there is no '{}'", name));
    }
  }

  void reportUnknown(const Token& name) {
    const std::vector<const MemoryObject*> fields = names_.fieldsOf(name.text);
    if (!fields.empty()) {
      in_.error(name, fmt::format("'{}' is a struct; expected one of its fields", name.text),
                fmt::format("write {}", fields.front()->name));
    } else if (!names_.isDoubtful(name.text.substr(0, name.text.find_first_of(".[")))) {
      in_.error(name, fmt::format("location '{}' is not declared", name.text), hintFor(name.text));
    }
  }

  std::string hintFor(std::string_view name) const {
    for (ThreadId t = 0; t < names_.program().threads.size(); ++t) {
      if (names_.findRegister(t, name)) {
        return fmt::format("a register is written with its thread: {}:{}", t, name);
      }
    }
    const std::string instance = fmt::format("{}@g0", name);
    if (names_.object(instance) != nullptr || !names_.fieldsOf(instance).empty()) {
      return fmt::format("it is local memory, one for each work-group: write {} for that of group 0",
                         instance);
    }
    return didYouMean(name, names_.objectNames());
  }

  TokenCursor& in_;
  Names& names_;
};

class ConditionParser {
 public:
  ConditionParser(TokenCursor& in, Names& names) : in_(in), names_(names), states_(in, names) {}

  ConditionPtr run() {
    if (in_.atEnd() || atSection(in_)) {
      return make(TrueCondition{});
    }
    return disjunction();
  }

 private:
  ConditionPtr disjunction() {
    ConditionPtr left = conjunction();
    while (in_.accept("\\/") || in_.accept("||")) {
      left = make(OrCondition{left, conjunction()});
    }
    return left;
  }

  ConditionPtr conjunction() {
    ConditionPtr left = negation();
    while (in_.accept("/\\") || in_.accept("&&")) {
      left = make(AndCondition{left, negation()});
    }
    return left;
  }

  ConditionPtr negation() {
    if (++parts_ > kMaxParts) {
      in_.fail(in_.peek(), fmt::format("a condition of more than {} parts", kMaxParts));
    }
    if (++depth_ > kMaxDepth) {
      in_.fail(in_.peek(), "this condition is nested too deeply");
    }
    ConditionPtr result;
    if (in_.accept("~") || in_.accept("!") || in_.acceptWord("not")) {
      result = make(NotCondition{negation()});
    } else if (in_.accept("(")) {
      result = in_.peek().isSymbol(")") ? make(TrueCondition{}) : disjunction();
      in_.expect(")", "in this condition");
    } else if (in_.acceptWord("true")) {
      result = make(TrueCondition{});
    } else if (in_.acceptWord("false")) {
      result = make(NotCondition{make(TrueCondition{})});
    } else {
      result = comparison();
    }
    --depth_;
    return result;
  }

  ConditionPtr comparison() {
    if (++comparisons_ > kMaxComparisons) {
      in_.fail(in_.peek(), fmt::format("more than {} comparisons", kMaxComparisons));
    }
    const Token first = in_.peek();
    const ConditionTerm left = term(false);
    for (const CompareSymbol& candidate : kCompareSymbols) {
      if (in_.accept(candidate.symbol)) {
        const ConditionTerm right = term(true);
        warnOfType(left, right, first);
        warnOfType(right, left, first);
        return make(CompareCondition{left, candidate.op, right});
      }
    }
    in_.failExpected("a comparison, such as '='");
  }

  /// `x=-1` where x is unsigned: a mistake that would be taken for a result.
  void warnOfType(const ConditionTerm& variable, const ConditionTerm& constant, const Token& first) {
    const auto* state = std::get_if<StateVariable>(&variable);
    const auto* value = std::get_if<Value>(&constant);
    const std::optional<IntegerKind> kind =
        state != nullptr && value != nullptr ? names_.kindOf(*state) : std::nullopt;
    if (!kind || isAddress(*value) || isIn(*value, *kind)) {
      return;
    }
    const std::string unsignedOne =
        kind->isSigned ? "" : fmt::format("; with the same lowest bits: {}", wrapped(*value, *kind));
    in_.diagnostics().warning(
        in_.placeFrom(first),
        fmt::format("{} does not fit into the type of '{}'", *value, names_.program().nameOf(*state)),
        fmt::format("it has {} bits{}{}", kind->bits, kind->isSigned ? " and a sign" : " and no sign",
                    unsignedOne));
  }

  /// A name that is unknown was reported; 0 stands for it.
  ConditionTerm term(bool right) {
    if (atThreadPrefix(in_)) {
      const std::optional<StateVariable> variable = states_.reg();
      return variable ? ConditionTerm(*variable) : ConditionTerm(Value{0});
    }
    if (in_.atConstant()) {
      return in_.expectConstant();
    }
    if (in_.accept("&")) {
      const StateNames::Reference reference = states_.location(true);
      if (reference.object == nullptr) {
        return reference.fields.empty() ? 0 : names_.addressOf(*reference.fields.front());
      }
      return names_.addressOf(*reference.object, reference.element.value_or(0));
    }
    if (in_.accept("[")) {
      const ConditionTerm value = memory(false);
      in_.expect("]", "after the location");
      return value;
    }
    if (in_.peek().kind != TokenKind::Identifier) {
      in_.failExpected("a register, a location or a constant");
    }
    return memory(right);
  }

  /// @param ambiguous where herd reads the address and Dartagnan the value
  ConditionTerm memory(bool ambiguous) {
    const StateNames::Reference reference = states_.location();
    if (reference.object == nullptr) {
      return Value{0};
    }
    if (ambiguous && !reference.element) {
      const std::string_view name = reference.name.text;
      in_.error(reference.name, fmt::format("'{}' on this side of a comparison is ambiguous", name),
                fmt::format("write [{}] for its value, &{} for its address", name, name));
    }
    if (reference.object->array && !reference.element) {
      in_.error(reference.name,
                fmt::format("'{}' is an array; expected one of its elements", reference.name.text),
                fmt::format("write {}[0]", reference.name.text));
    }
    return StateVariable{kNoThread, 0, reference.object->first + reference.element.value_or(0)};
  }

  TokenCursor& in_;
  Names& names_;
  StateNames states_;
  unsigned depth_ = 0;
  unsigned comparisons_ = 0;
  unsigned parts_ = 0;
};

void observe(const MemoryObject& object, std::optional<std::uint32_t> element,
             std::vector<StateVariable>& observed) {
  const std::uint32_t first = element.value_or(0);
  const std::uint32_t last = element.value_or(object.size - 1);
  for (std::uint32_t i = first; i <= last; ++i) {
    observed.push_back({kNoThread, 0, object.first + i});
  }
}

}  // namespace

ConditionPtr parseCondition(TokenCursor& in, Names& names) {
  return ConditionParser(in, names).run();
}

std::vector<StateVariable> parseLocations(TokenCursor& in, Names& names) {
  std::vector<StateVariable> result;
  StateNames states(in, names);
  in.expect("[", "after 'locations'");
  while (!in.accept("]")) {
    if (atThreadPrefix(in)) {
      if (const std::optional<StateVariable> variable = states.reg()) {
        result.push_back(*variable);
      }
    } else {
      const bool bracketed = in.accept("[");
      const StateNames::Reference reference = states.location(true);
      if (bracketed) {
        in.expect("]", "after the location");
      }
      if (reference.object != nullptr) {
        observe(*reference.object, reference.element, result);
      }
      for (const MemoryObject* field : reference.fields) {
        observe(*field, std::nullopt, result);
      }
    }
    if (!in.peek().isSymbol("]")) {
      in.expect(";", "after an entry of 'locations'");
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend
