/// `let rec`. The types of the members come first, from trial evaluations in which a member of unknown type
/// behaves like the empty value, whose type is open: what the bodies then turn out to be is the type, round
/// by round until nothing new is learnt (mutual definitions need more than one). A member that stays open is
/// a relation. Then the bodies are evaluated once more, for good.
#include <fmt/format.h>

#include <utility>

#include "cat/elaborate/analysis.h"
#include "cat/elaborate/elaborate.h"

namespace hrfcheck::cat {

std::vector<CatType> Elaborator::inferTypes(const std::vector<Binding>& bindings, const Env& env) {
  std::vector<std::optional<CatType>> types(bindings.size());
  const bool wasTrial = std::exchange(trial_, true);
  Mistakes ignored;
  Mistakes* const outer = std::exchange(mistakes_, &ignored);
  for (bool learnt = true; learnt;) {
    learnt = false;
    const NodeTable::Mark mark = table_.mark();
    const std::uint32_t group = table_.openRecursion();
    Env inside = env;
    for (std::uint32_t i = 0; i < bindings.size(); ++i) {
      Value member{UntypedEmpty{}};
      if (types[i]) member = nodeValue(RecursionNode{group, i}, *types[i], bindings[i].target.where);
      inside = bind(inside, bindings[i].target.names.front(), member);
    }
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (types[i]) continue;
      const Value body = evaluate(*bindings[i].value, inside);
      const auto* n = std::get_if<NodeValue>(&body.it);
      if (n == nullptr) continue;
      types[i] = table_.typeOf(n->id);
      learnt = true;
    }
    rollBack(mark);
  }
  mistakes_ = outer;
  trial_ = wasTrial;
  std::vector<CatType> result;
  for (const auto& type : types) result.push_back(type.value_or(CatType::Relation));
  return result;
}

Env Elaborator::bindRecursive(const std::vector<Binding>& bindings, const Env& env) {
  const std::vector<CatType> types = inferTypes(bindings, env);
  const std::uint32_t group = table_.openRecursion();
  std::vector<CatNodeId> members;
  Env inside = env;
  for (std::uint32_t i = 0; i < bindings.size(); ++i) {
    const std::string& name = bindings[i].target.names.front();
    members.push_back(table_.make(RecursionNode{group, i}, types[i], bindings[i].target.where));
    table_.giveName(members.back(), name);
    inside = bind(inside, name, {NodeValue{members.back()}});
  }
  if (trial_) return inside;  // types are all that is wanted: evaluating bodies again doubles the work
  openGroups_[group] = negative_;
  Recursion recursion;
  bool whole = true;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Expr& value = *bindings[i].value;
    const auto body =
        typed(evaluate(value, inside), types[i], value.where, "this recursive definition is used as");
    whole = whole && body.has_value();
    recursion.names.push_back(bindings[i].target.names.front());
    // After a mistake any body of the right type will do: the model is thrown away.
    recursion.bodies.push_back(body ? *body : table_.make(EmptyNode{}, types[i], value.where));
  }
  openGroups_.erase(group);
  table_.closeRecursion(group, std::move(recursion), members.front());
  if (whole) checkMonotone(group, members.front(), bindings);
  return inside;
}

void Elaborator::checkMonotone(std::uint32_t group, CatNodeId first, const std::vector<Binding>& bindings) {
  const Recursion& recursion = table_.recursions()[group];
  if (const auto use = negatedUse(table_, group, first, budget_)) {
    mistake(Where{table_[use->negation].place},
            fmt::format("'{}' is negated inside its own recursive definition", recursion.names[use->member]),
            "recursion must be monotone: not under '~', not right of '\\', not in classes(...)");
  }
  for (std::size_t i = 0; i < recursion.bodies.size(); ++i) {
    if (!table_.freeVariables(recursion.bodies[i]).empty()) {
      mistake(bindings[i].target.where, "a recursive definition that depends on a class is not supported",
              "define it outside the function over classes");
    }
  }
}

}  // namespace hrfcheck::cat
