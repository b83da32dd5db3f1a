/// Expressions to nodes. Functions are applied by evaluating their body for each argument, with the types at
/// hand (so parameters may be sets or relations); hash-consing in NodeTable shares what comes out equal. The
/// value `0` has no type until an operator or a use gives it one.
#include "cat/elaborate/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cat/model/operators.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

constexpr const char* kIdentityHint = "[S] is the identity relation on a set S";
constexpr const char* kEndsHint = "domain(r) and range(r) are the sets of a relation";

/// How a mistake begins that an operand of another kind makes.
std::string needs(CatUnary op) {
  return op == CatUnary::Star ? "a postfix '*' needs" : fmt::format("'{}' needs", about(op).text);
}

std::string needs(CatBinary op) {
  return fmt::format("'{}' needs", about(op).text);
}

const char* nameOf(CatType type) {
  return type == CatType::Set ? "a set" : "a relation";
}

/// Expressions inside expressions, and in the functions that these apply: more endanger the stack.
constexpr unsigned kMaxDepth = 2000;

/// While it lives, names stand under one more negation.
class Negation {
 public:
  Negation(bool& negative, bool flips) : negative_(negative), before_(negative) {
    negative_ = before_ != flips;
  }
  ~Negation() { negative_ = before_; }
  Negation(const Negation&) = delete;
  Negation& operator=(const Negation&) = delete;

 private:
  bool& negative_;
  bool before_;
};

}  // namespace

/// While it lives, one more expression is being evaluated.
class Elaborator::Depth {
 public:
  Depth(Elaborator& elaborator, const Where& where) : depth_(elaborator.depth_) {
    if (depth_ >= kMaxDepth) {
      throw UserError(where, "expressions, and the functions in them, are nested too deeply here");
    }
    ++depth_;
  }
  ~Depth() { --depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  unsigned& depth_;
};

void Elaborator::rollBack(NodeTable::Mark mark) {
  applied_.clear();  // values may be nodes that are taken back
  table_.rollBack(mark);
  choices_.rollBack(mark);
}

Value Elaborator::nodeValue(NodeTable::Node node, CatType type, const Where& where) {
  return {NodeValue{table_.make(std::move(node), type, where)}};
}

void Elaborator::mistake(const Where& where, const std::string& message, const std::string& hint) {
  Where place = where;
  std::string text = message;
  std::string more = hint;
  std::size_t frames = applications_.size();
  // Mistakes inside the prelude are shown where the model applies it.
  while (frames > 0 && place.source == prelude_.source()) {
    const Application& application = applications_[--frames];
    text = fmt::format("in '{}': {}", application.name, text);
    place = application.where;
  }
  if (frames > 0 && applications_[frames - 1].where.known()) {
    const LineColumn at = applications_[frames - 1].where.position();
    more += fmt::format("{}in '{}', applied at {}:{}", more.empty() ? "" : "; ",
                        applications_[frames - 1].name, at.line, at.column);
  }
  mistakes_->add(Mistakes::Kind::Other, place, text, more);
}

const std::string& Elaborator::describe(const Value& value) const {
  static const std::string kSet = "a set";
  static const std::string kRelation = "a relation";
  static const std::string kFunction = "a function";
  static const std::string kClasses = "classes";
  static const std::string kTuple = "a tuple";
  static const std::string kProcedure = "a procedure";
  static const std::string kTag = "a tag";
  static const std::string kTagList = "a list of tags";
  return std::visit(Overloaded{
                        [&](const NodeValue& v) -> const std::string& {
                          return table_.typeOf(v.id) == CatType::Set ? kSet : kRelation;
                        },
                        [](const Poison&) -> const std::string& { return kRelation; },
                        [](const UntypedEmpty&) -> const std::string& { return kRelation; },
                        [](const ClassesValue&) -> const std::string& { return kClasses; },
                        [](const TagValue&) -> const std::string& { return kTag; },
                        [](const TagListValue&) -> const std::string& { return kTagList; },
                        [](const TupleValue&) -> const std::string& { return kTuple; },
                        [](const FunctionValue&) -> const std::string& { return kFunction; },
                        [](const BuiltinFunctionValue&) -> const std::string& { return kFunction; },
                        [](const ProcedureValue&) -> const std::string& { return kProcedure; },
                    },
                    value.it);
}

std::optional<CatNodeId> Elaborator::node(const Value& value, const Where& where, const std::string& what) {
  if (const auto* n = std::get_if<NodeValue>(&value.it)) return n->id;
  if (std::holds_alternative<UntypedEmpty>(value.it))
    return table_.make(EmptyNode{}, CatType::Relation, where);
  if (!std::holds_alternative<Poison>(value.it)) {
    mistake(where, fmt::format("{} a set or a relation, but this is {}", what, describe(value)));
  }
  return std::nullopt;
}

std::optional<CatNodeId> Elaborator::typed(const Value& value, CatType type, const Where& where,
                                           const std::string& what) {
  if (std::holds_alternative<Poison>(value.it)) return std::nullopt;
  if (std::holds_alternative<UntypedEmpty>(value.it)) return table_.make(EmptyNode{}, type, where);
  if (const auto* n = std::get_if<NodeValue>(&value.it); n && table_.typeOf(n->id) == type) return n->id;
  mistake(where, fmt::format("{} {}, but this is {}", what, nameOf(type), describe(value)),
          !std::holds_alternative<NodeValue>(value.it) ? ""
          : type == CatType::Set                       ? kEndsHint
                                                       : kIdentityHint);
  return std::nullopt;
}

Value Elaborator::evaluate(const Expr& expr, const Env& env) {
  budget_.spend(1);
  const Depth depth(*this, expr.where);
  return evaluateNode(expr, env);
}

Value Elaborator::evaluateTuple(const TupleExpr& e, const Env& env) {
  std::vector<Value> items;
  for (const ExprRef& item : e.items) items.push_back(evaluate(*item, env));
  // What a function makes of a tuple with a mistake in it would be another mistake.
  const auto wrong = [](const Value& item) { return std::holds_alternative<Poison>(item.it); };
  if (std::ranges::any_of(items, wrong)) return {Poison{}};
  return {TupleValue{environments_.keep(std::move(items))}};
}

Value Elaborator::evaluateNode(const Expr& expr, const Env& env) {
  const Where& where = expr.where;
  return std::visit(
      Overloaded{
          [&](const NameExpr& e) { return evaluateName(e, where, env); },
          [](const EmptyExpr&) { return Value{UntypedEmpty{}}; },
          [&](const UniverseExpr&) { return nodeValue(UniverseNode{}, CatType::Set, where); },
          [&](const TagExpr& e) { return evaluateTag(e, where); },
          [&](const TagListExpr& e) { return evaluateTagList(e, env); },
          [&](const MatchExpr& e) { return evaluateMatch(e, where, env); },
          [&](const TupleExpr& e) { return evaluateTuple(e, env); },
          [&](const UnaryExpr& e) { return evaluateUnary(e, where, env); },
          [&](const BinaryExpr& e) { return evaluateBinary(e, where, env); },
          [&](const ApplyExpr& e) {
            const Value function = evaluate(*e.function, env);
            return apply(function, evaluate(*e.argument, env), where);
          },
          [&](const FunExpr& e) {
            return Value{FunctionValue{environments_.keep(Closure{"", {&e.param, 1}, &*e.body, env})}};
          },
          [&](const LetExpr& e) { return evaluate(*e.body, bindAll(e.bindings, e.recursive, env)); },
          [&](const TryExpr& e) { return evaluateTry(e, env); },
          [&](const IfExpr& e) { return evaluate(holds(e.condition) ? *e.thenBranch : *e.elseBranch, env); },
      },
      expr.node);
}

Value Elaborator::evaluateName(const NameExpr& e, const Where& where, const Env& env) {
  Value value = lookUp(e.name, where, env);
  const auto* n = std::get_if<NodeValue>(&value.it);
  const auto* member = n ? std::get_if<RecursionNode>(&table_[n->id].node) : nullptr;
  if (member == nullptr) return value;
  const auto open = openGroups_.find(member->group);
  if (open == openGroups_.end() || open->second == negative_ || trial_) return value;
  const std::string& defined = table_[n->id].name;
  const std::string here = defined == e.name ? "" : fmt::format(" (here '{}')", e.name);
  mistake(where, fmt::format("'{}'{} is negated inside its own recursive definition", defined, here),
          "recursion must be monotone: not under '~', not right of '\\'");
  return {Poison{}};
}

Value Elaborator::evaluateUnary(const UnaryExpr& e, const Where& where, const Env& env) {
  const Negation negation(negative_, about(e.op).swaps);
  const Value operand = evaluate(*e.operand, env);
  if (!about(e.op).operand && trial_ && std::holds_alternative<UntypedEmpty>(operand.it)) return operand;
  return applyOperator(e.op, operand, where, e.operand->where, needs(e.op));
}

Value Elaborator::applyOperator(CatUnary op, const Value& operand, const Where& where,
                                const Where& operandWhere, const std::string& what) {
  const UnaryOperator& is = about(op);
  const auto id =
      is.operand ? typed(operand, *is.operand, operandWhere, what) : node(operand, operandWhere, what);
  if (!id) return {Poison{}};
  return nodeValue(UnaryNode{op, *id}, is.result.value_or(table_.typeOf(*id)), where);
}

Value Elaborator::evaluateBinary(const BinaryExpr& e, const Where& where, const Env& env) {
  const Value left = evaluate(*e.left, env);
  const Negation negation(negative_, about(e.op).swapsRight);
  const Value right = evaluate(*e.right, env);
  return about(e.op).operands ? connect(e, left, right, where) : combine(e, left, right, where);
}

/// Union, intersection, difference: both sides of one type.
Value Elaborator::combine(const BinaryExpr& e, const Value& left, const Value& right, const Where& where) {
  const auto isOpen = [](const Value& v) { return std::holds_alternative<UntypedEmpty>(v.it); };
  if (isOpen(left) && isOpen(right)) return left;
  const std::string what = needs(e.op);
  const auto side = [&](const Value& v, const Value& other, const ExprRef& expr) {
    const auto* typedOther = std::get_if<NodeValue>(&other.it);
    if (!isOpen(v) || typedOther == nullptr) return node(v, expr->where, what);
    return std::optional(table_.make(EmptyNode{}, table_.typeOf(typedOther->id), expr->where));
  };
  const auto l = side(left, right, e.left);
  const auto r = side(right, left, e.right);
  if (!l || !r) return {Poison{}};
  const CatType type = table_.typeOf(*l);
  if (table_.typeOf(*r) != type) {
    mistake(e.opWhere, fmt::format("'{}' of {} and {}", about(e.op).text, describe(left), describe(right)),
            kIdentityHint);
    return {Poison{}};
  }
  if (e.op == BinaryOp::Intersection) warnIfSplit(*l, *r, e.opWhere);
  return nodeValue(BinaryNode{e.op, *l, *r}, type, where);
}

/// herd's C models write `R & W` for the one event of a read-modify-write.
void Elaborator::warnIfSplit(CatNodeId left, CatNodeId right, const Where& where) {
  const auto are = [&](const char* l, const char* r) {
    return table_[left].isTag(l) && table_[right].isTag(r);
  };
  if (!are("R", "W") && !are("W", "R")) return;
  if (!warnedAt_.emplace(where.source.get(), where.span.begin).second) return;
  warnings_.push_back({Severity::Warning, where, "'R & W' is empty: a read-modify-write is two events here",
                       "RMW contains both, range(rmw) the writes"});
}

/// Sequence of relations, product of sets.
Value Elaborator::connect(const BinaryExpr& e, const Value& left, const Value& right, const Where& where) {
  const BinaryOperator& is = about(e.op);
  const auto l = typed(left, *is.operands, e.left->where, needs(e.op));
  const auto r = typed(right, *is.operands, e.right->where, needs(e.op));
  if (!l || !r) return {Poison{}};
  return nodeValue(BinaryNode{e.op, *l, *r}, is.result.value_or(*is.operands), where);
}

/// Only a name that means nothing leads to the fallback: a name that cannot be given yet is a mistake here
/// too.
Value Elaborator::evaluateTry(const TryExpr& e, const Env& env) {
  Mistakes inner;
  Mistakes* const outer = std::exchange(mistakes_, &inner);
  const NodeTable::Mark mark = table_.mark();
  Value value = evaluate(*e.attempt, env);
  mistakes_ = outer;
  if (inner.empty()) return value;
  if (inner.onlyUnknownNames()) {
    rollBack(mark);
    return evaluate(*e.fallback, env);
  }
  mistakes_->absorb(inner);
  return {Poison{}};
}

bool Elaborator::holds(const VariantCondition& condition) {
  const auto& parts = condition.parts;
  switch (condition.kind) {
    case VariantCondition::Kind::Name:
      return false;
    case VariantCondition::Kind::Not:
      return !holds(parts[0]);
    case VariantCondition::Kind::And:
      return std::all_of(parts.begin(), parts.end(), holds);
    case VariantCondition::Kind::Or:
      return std::any_of(parts.begin(), parts.end(), holds);
  }
  return false;
}

}  // namespace hrfcheck::cat
