/// `with x from ...`: linearisations(S, r[, e]), and what herd's cos.cat family writes to generate coherence.
/// There co is built from its least part co0; here every candidate has its co, so `generate_cos(co0)` is co,
/// and `generate_orders(S, co0)` for writes S is co on S: each order of S per location that contains co0 is
/// part of some co.
#include <fmt/format.h>

#include <map>

#include "cat/elaborate/model_builder.h"

namespace hrfcheck::cat {
namespace {

/// Whether a set is seen to hold writes alone: each node from its operands.
class OnlyWrites {
 public:
  OnlyWrites(const NodeTable& table, Budget& budget) : table_(table), budget_(budget) {}

  bool of(CatNodeId set) {
    std::vector<CatNodeId> open{set};
    while (!open.empty()) {
      const CatNodeId id = open.back();
      const std::size_t before = open.size();
      const auto* binary = std::get_if<BinaryNode>(&table_[id].node);
      for (const CatNodeId operand : binary != nullptr ? operandsOf(table_[id]) : std::vector<CatNodeId>{}) {
        if (!known_.contains(operand)) open.push_back(operand);
      }
      if (open.size() > before) continue;
      budget_.spend(1);
      known_[id] = binary != nullptr ? combined(*binary) : table_[id].isTag("W") || table_[id].isTag("IW");
      open.pop_back();
    }
    return known_.at(set);
  }

 private:
  bool combined(const BinaryNode& node) const {
    const bool left = known_.at(node.left);
    const bool right = known_.at(node.right);
    switch (node.op) {
      case CatBinary::Union:
        return left && right;
      case CatBinary::Intersection:
        return left || right;
      case CatBinary::Difference:
        return left;
      case CatBinary::Sequence:
      case CatBinary::Product:
        return false;
    }
    return false;
  }

  const NodeTable& table_;
  Budget& budget_;
  std::map<CatNodeId, bool> known_;
};

std::vector<ExprRef> argumentsOf(const ApplyExpr& application) {
  if (const auto* tuple = std::get_if<TupleExpr>(&application.argument->node)) return tuple->items;
  return {application.argument};
}

}  // namespace

void ModelBuilder::with(const WithStatement& s, const Where& where, Env& env) {
  ++beyondChecks_;
  Value value{Poison{}};
  const auto* application = std::get_if<ApplyExpr>(&s.from->node);
  const auto* function = application ? std::get_if<NameExpr>(&application->function->node) : nullptr;
  const Value named =
      function ? elaborator_.lookUp(function->name, application->function->where, env) : value;
  const auto* builtin = std::get_if<BuiltinFunctionValue>(&named.it);
  const std::string_view form = builtin ? builtin->builtin->name : "";
  if (!binders_.empty()) {
    elaborator_.mistake(where, "'with' inside 'forall' is not supported");
  } else if (form == "generate_cos") {
    value = generatedCoherence(argumentsOf(*application), where, env);
  } else if (form == "linearisations" || form == "generate_orders") {
    value = linearisation(s, *builtin->builtin, argumentsOf(*application), where, env);
  } else if (function == nullptr || !std::holds_alternative<Poison>(named.it)) {
    elaborator_.mistake(s.from->where,
                        "'with ... from' takes linearisations(S, r) or linearisations(S, r, e)");
  }
  if (const auto* n = std::get_if<NodeValue>(&value.it); n && blocks_ == 0)
    model_.definitions[s.name] = n->id;
  env = elaborator_.bind(env, s.name, value);
}

Value ModelBuilder::generatedCoherence(const std::vector<ExprRef>& arguments, const Where& where,
                                       const Env& env) {
  const Value given =
      arguments.size() == 1 ? elaborator_.evaluate(*arguments[0], env) : Value{UntypedEmpty{}};
  const auto* n = std::get_if<NodeValue>(&given.it);
  const Value least = elaborator_.lookUp("co0", where, nullptr);
  if (n != nullptr && n->id == std::get<NodeValue>(least.it).id)
    return elaborator_.lookUp("co", where, nullptr);
  if (!std::holds_alternative<Poison>(given.it)) {
    elaborator_.mistake(where, "generate_cos of anything but co0 is not supported",
                        "co is given here; express what it must contain by a check, 'empty r \\ co'");
  }
  return {Poison{}};
}

Value ModelBuilder::linearisation(const WithStatement& s, const Builtin& form,
                                  const std::vector<ExprRef>& arguments, const Where& where, const Env& env) {
  const bool perLocation = form.name == "generate_orders";
  const std::size_t most = perLocation ? 2 : 3;
  if (arguments.size() < 2 || arguments.size() > most) {
    elaborator_.mistake(s.from->where, fmt::format("{} takes a set and a relation{}", form.name,
                                                   perLocation ? "" : ", and perhaps an equivalence"));
    return {Poison{}};
  }
  const auto argument = [&](std::size_t i, CatType type) {
    return elaborator_.typed(elaborator_.evaluate(*arguments[i], env), type, arguments[i]->where,
                             fmt::format("argument {} of {} must be", i + 1, form.name));
  };
  const auto set = argument(0, CatType::Set);
  auto order = argument(1, CatType::Relation);
  auto within = arguments.size() == 3 ? argument(2, CatType::Relation) : std::nullopt;
  if (!set || !order || (arguments.size() == 3 && !within)) return {Poison{}};
  if (tooDeep(*set, where) || tooDeep(*order, where) || (within && tooDeep(*within, where)))
    return {Poison{}};
  if (perLocation) {
    const auto binary = [&](CatBinary op, CatNodeId l, CatNodeId r) {
      return table_.make(BinaryNode{op, l, r}, CatType::Relation, where);
    };
    const Value least = elaborator_.lookUp("co0", where, nullptr);
    if (*order == std::get<NodeValue>(least.it).id && OnlyWrites(table_, budget_).of(*set)) {
      const CatNodeId co = table_.make(BaseNode{BaseRelation::Co, ""}, CatType::Relation, where);
      return {NodeValue{binary(CatBinary::Intersection, co, binary(CatBinary::Product, *set, *set))}};
    }
    within = table_.make(BaseNode{BaseRelation::Loc, ""}, CatType::Relation, where);
    order = binary(CatBinary::Intersection, *order, *within);
  }
  return {NodeValue{choices_.add({s.name, *set, *order, within, where})}};
}

}  // namespace hrfcheck::cat
