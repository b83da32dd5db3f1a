#include "batch/synth/judge.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cat/model/undefining_checks.h"
#include "util/enum_names.h"
#include "util/overloaded.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::array kAnswerNames{EnumName{SynthAnswer::Forbidden, "forbidden"},
                                  EnumName{SynthAnswer::Allowed, "allowed"},
                                  EnumName{SynthAnswer::Racy, "racy"}};
static_assert(coversUpTo(kAnswerNames, SynthAnswer::Racy), "every answer has its name");

/// Sets of events that follow from the kinds of steps alone.
constexpr std::array<std::string_view, 8> kPlainTags{"R", "W", "M", "IW", "F", "B", "ARRIVE", "DEPART"};
/// Static relations that annotations do not touch.
constexpr std::array kPlainStatics{static_relation::Po, static_relation::Rmw, static_relation::Int,
                                   static_relation::SameInstruction};

/// Finds the definitions that annotations cannot change; what is not known to be one is none.
class PlainNodes {
 public:
  explicit PlainNodes(const Model& model) : model_(model) {
    for (const CatNode& node : model.nodes) {  // operands have smaller ids
      plain_.push_back(isPlain(node));
    }
  }

  bool contains(CatNodeId node) const { return plain_[node]; }

 private:
  template <typename Range, typename Value>
  static bool has(const Range& range, const Value& value) {
    return std::ranges::find(range, value) != range.end();
  }

  bool isPlain(const CatNode& node) const {
    return std::visit(
        Overloaded{[](const TagNode& n) { return has(kPlainTags, n.tag); },
                   [](const BaseNode& n) {
                     return n.relation != BaseRelation::Static || has(kPlainStatics, n.name);
                   },
                   [](const EmptyNode&) { return true; }, [](const UniverseNode&) { return true; },
                   [](const IdentityNode&) { return true; },
                   [&](const UnaryNode& n) { return static_cast<bool>(plain_[n.operand]); },
                   [&](const BinaryNode& n) { return plain_[n.left] && plain_[n.right]; },
                   [](const RecursionNode&) { return false; }, [](const ClassVariableNode&) { return false; },
                   [](const ClassFoldNode&) { return false; }, [](const ChoiceNode&) { return false; }},
        node.node);
  }

  const Model& model_;
  std::vector<bool> plain_;
};

}  // namespace

const char* nameOf(SynthAnswer answer) {
  return nameIn(kAnswerNames, answer);
}

std::optional<SynthAnswer> synthAnswerNamed(const std::string& name) {
  return valueNamed(kAnswerNames, name);
}

bool tellApart(SynthAnswer first, SynthAnswer second) {
  const bool oneIsRacy = (first == SynthAnswer::Racy) != (second == SynthAnswer::Racy);
  return oneIsRacy || (first == SynthAnswer::Allowed && second == SynthAnswer::Forbidden);
}

Model withoutAnnotations(const Model& model) {
  const PlainNodes plain(model);
  Model result = model;
  std::erase_if(result.checks, [&](const Check& check) {
    return check.role != CheckRole::Require || !check.forall.empty() || !plain.contains(check.node);
  });
  result.choices.clear();
  return result;
}

SynthJudge::SynthJudge(const Model& model, const Skeleton& skeleton, const Deadline& deadline)
    : model_(model), evaluator_(model, skeleton, deadline) {}

SynthAnswer SynthJudge::judge(const std::vector<const Execution*>& executions) {
  SynthAnswer answer = SynthAnswer::Forbidden;
  for (const Execution* execution : executions) {
    const bool open = evaluator_.forEachChoice(
        *execution, [&](const std::vector<Relation>& /*choices*/, const Evaluation& evaluation) {
          if (!evaluation.consistent()) {
            return true;
          }
          answer = SynthAnswer::Allowed;
          const bool racy = std::ranges::any_of(evaluation.flags, [&](const RaisedFlag& flag) {
            return makesUndefined(model_.checks[flag.check]);
          });
          if (racy) {
            answer = SynthAnswer::Racy;
          }
          return !racy;
        });
    if (!open) {
      return answer;
    }
  }
  return answer;
}

bool SynthJudge::consistent(const Execution& execution) {
  return !evaluator_.forEachChoice(execution, [](const std::vector<Relation>& /*choices*/,
                                                 const Evaluation& e) { return !e.consistent(); });
}

}  // namespace hrfcheck::inline batch
