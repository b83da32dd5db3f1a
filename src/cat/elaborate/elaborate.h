#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cat/elaborate/choice_table.h"
#include "cat/elaborate/environment.h"
#include "cat/elaborate/mistakes.h"
#include "cat/elaborate/node_table.h"
#include "cat/elaborate/prelude.h"
#include "cat/elaborate/value.h"

namespace hrfcheck::cat {

/// Turns expressions into nodes: looks names up, applies functions, types. A mistake is recorded and gives
/// Poison, so that every mistake is found and none is reported twice.
class Elaborator {
 public:
  Elaborator(NodeTable& table, ChoiceTable& choices, const Prelude& prelude, Mistakes& mistakes,
             Environments& environments, Budget& budget)
      : table_(table),
        choices_(choices),
        prelude_(prelude),
        mistakes_(&mistakes),
        environments_(environments),
        budget_(budget) {}

  Value evaluate(const Expr& expr, const Env& env);
  /// `env` with the bindings of a let added.
  Env bindAll(const std::vector<Binding>& bindings, bool recursive, const Env& env);
  /// `into` with one binding, evaluated in `from`. Functions point to the binding.
  Env bindOne(const Binding& binding, const Env& from, const Env& into);
  /// `env` with the names of a pattern bound to a value; `env` itself after a mistake.
  Env bindPattern(const Pattern& pattern, const Value& value, Env env, const Where& where);
  Value lookUp(const std::string& name, const Where& where, const Env& env);
  Env bind(Env env, const std::string& name, const Value& value) {
    return environments_.bind(env, name, value);
  }

  /// The node of a set or relation; an empty of open type becomes a relation. Nothing after a mistake;
  /// `what` begins its message ("'show' needs").
  std::optional<CatNodeId> node(const Value& value, const Where& where, const std::string& what);
  std::optional<CatNodeId> typed(const Value& value, CatType type, const Where& where,
                                 const std::string& what);

  /// The static equivalence of `classes(e)`, or of a static set, whose events then are a class each.
  std::optional<CatNodeId> classesOf(const Value& value, const Where& where);
  CatNodeId newClassVariable(const Where& where, ClassVariable& variable);

  /// The tags of an enumeration may be named from now on.
  void declareTags(const EnumStatement& enumeration);
  /// All tags of it.
  Value tagsOf(const EnumStatement& enumeration);
  /// A tag, or a list of them; nothing after a mistake.
  std::optional<std::vector<std::string>> tags(const Value& value, const Where& where,
                                               const std::string& what);
  /// What a function gives for a tag; nothing where that is a mistake, which is forgotten.
  /// @param tag with its quote; of some enumeration
  std::optional<Value> valueFor(const Value& function, const std::string& tag, const Where& where);

  /// From now on `co` is a strict partial order of the writes of each location.
  void makeCoherencePartial() { partialCoherence_ = true; }

  void mistake(const Where& where, const std::string& message, const std::string& hint = "");
  const std::vector<Diagnostic>& warnings() const { return warnings_; }
  /// Of a variant; none is ever set.
  static bool holds(const VariantCondition& condition);

 private:
  class Depth;
  Value evaluateNode(const Expr& expr, const Env& env);
  Value evaluateTuple(const TupleExpr& e, const Env& env);
  Value evaluateTag(const TagExpr& e, const Where& where);
  Value evaluateTagList(const TagListExpr& e, const Env& env);
  Value evaluateMatch(const MatchExpr& e, const Where& where, const Env& env);
  Value evaluateName(const NameExpr& e, const Where& where, const Env& env);
  Value evaluateUnary(const UnaryExpr& e, const Where& where, const Env& env);
  /// @param what begins the message where the operand is of another kind
  Value applyOperator(CatUnary op, const Value& operand, const Where& where, const Where& operandWhere,
                      const std::string& what);
  Value evaluateBinary(const BinaryExpr& e, const Where& where, const Env& env);
  Value combine(const BinaryExpr& e, const Value& left, const Value& right, const Where& where);
  void warnIfSplit(CatNodeId left, CatNodeId right, const Where& where);
  Value connect(const BinaryExpr& e, const Value& left, const Value& right, const Where& where);
  Value evaluateTry(const TryExpr& e, const Env& env);

  Value builtinValue(const Builtin& builtin, const Where& where);
  Value preludeValue(const std::string& name, const PreludeEntry& entry);
  Value partialCoherence(const Where& where);
  Value fenceOrder(const Where& where);
  CatNodeId relationOf(const std::string& name, const Where& where);
  CatNodeId combined(CatBinary op, CatNodeId left, CatNodeId right, const Where& where);
  Value unknownName(const std::string& name, const Where& where, const Env& env);

  Value apply(const Value& function, const Value& argument, const Where& where);
  Value applyClosure(const Closure& closure, const Value& argument, const Where& where);
  Value applyBody(const Closure& closure, const Value& argument, const Where& where);
  Value applyBuiltin(const Builtin& builtin, const Value& argument, const Where& where);
  Value ofTag(const Builtin& builtin, const Value& argument, const Where& where);
  Value makeClasses(const Value& argument, const Where& where);
  Value foldClasses(const Value& argument, const Where& where);
  std::optional<CatNodeId> sameFold(CatNodeId classes, ClassVariable variable, CatNodeId body);
  bool checkStatic(CatNodeId id, const Where& where);

  Env bindRecursive(const std::vector<Binding>& bindings, const Env& env);
  std::vector<CatType> inferTypes(const std::vector<Binding>& bindings, const Env& env);
  void checkMonotone(std::uint32_t group, CatNodeId first, const std::vector<Binding>& bindings);
  void rollBack(NodeTable::Mark mark);
  Value bindingValue(const Binding& binding, const Env& env);

  Value nodeValue(NodeTable::Node node, CatType type, const Where& where);
  const std::string& describe(const Value& value) const;

  struct Application {
    std::string_view name;
    Where where;
  };

  NodeTable& table_;
  ChoiceTable& choices_;
  const Prelude& prelude_;
  Mistakes* mistakes_;
  Environments& environments_;
  Budget& budget_;
  /// What functions have given for a node, under an even (odd) number of negations.
  std::map<std::tuple<const Closure*, CatNodeId, bool>, Value> applied_;
  unsigned depth_ = 0;
  unsigned hints_ = 0;  ///< given for unknown names
  ClassVariable nextVariable_ = 0;
  std::map<std::string, std::string, std::less<>> tags_;  ///< with their quotes, and the enumeration of each
  bool negative_ = false;                                 ///< under an odd number of negations
  bool partialCoherence_ = false;
  bool trial_ = false;                        ///< inferring types: an UntypedEmpty may be a recursive member
  std::map<std::uint32_t, bool> openGroups_;  ///< groups being defined, with `negative_` where they began
  std::vector<Application> applications_;
  std::vector<Diagnostic> warnings_;
  std::set<std::pair<const Source*, std::uint32_t>> warnedAt_;
};

}  // namespace hrfcheck::cat
