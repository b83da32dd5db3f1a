#include "check/probe.h"

#include <algorithm>
#include <utility>

namespace hrfcheck::inline check {
namespace {

CatNodeId append(Model& model, CatType type, decltype(CatNode::node) node) {
  model.nodes.push_back({std::move(node), type, {}, ""});
  return static_cast<CatNodeId>(model.nodes.size() - 1);
}

CatNodeId base(Model& model, BaseRelation relation) {
  return append(model, CatType::Relation, BaseNode{relation, ""});
}

/// The requirements of a model, and nothing that it flags.
Model requirementsOf(const Model& model) {
  Model bare = model;
  std::erase_if(bare.checks, [](const Check& check) { return check.role != CheckRole::Require; });
  return bare;
}

/// Whether some execution raises the last check, a flag.
std::optional<bool> raised(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton,
                           const Model& model, AnalysisOptions options) {
  options.outcomes = OutcomeSearch::None;
  options.flags = true;
  options.until.reset();
  options.dumpSmt2 = nullptr;
  const Analysis analysis = engine.analyse(skeleton, model, options);
  if (!analysis.flags.empty()) {
    return true;
  }
  const bool cut = std::ranges::any_of(analysis.incidents, [](const Incident& incident) {
    return incident.kind == IncidentKind::BoundReached;
  });
  return analysis.undecided || cut ? std::nullopt : std::optional(false);
}

}  // namespace

std::optional<bool> someExecutionCounts(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton,
                                        const Model& model, const AnalysisOptions& options) {
  if (skeleton->size() == 0) {
    AnalysisOptions states = options;  // without an event there is no flag, either
    states.flags = false;
    states.outcomes = OutcomeSearch::Condition;
    states.dumpSmt2 = nullptr;
    const Analysis analysis = engine.analyse(skeleton, model, states);
    return analysis.outcomes.empty() && analysis.undecided ? std::nullopt
                                                           : std::optional(!analysis.outcomes.empty());
  }
  Model asking = requirementsOf(model);
  const CatNodeId all = append(asking, CatType::Set, UniverseNode{});
  asking.checks.push_back({CheckRole::Flag, CheckKind::Empty, true, all, "some-execution", {}, {}});
  return raised(engine, skeleton, asking, options);
}

std::optional<bool> someValueCycle(Engine& engine, const std::shared_ptr<const Skeleton>& skeleton,
                                   const Model& model, const AnalysisOptions& options) {
  Model asking = requirementsOf(model);
  const CatNodeId rf = base(asking, BaseRelation::Rf);
  const CatNodeId data = base(asking, BaseRelation::Data);
  const CatNodeId addr = base(asking, BaseRelation::Addr);
  const CatNodeId ctrl = base(asking, BaseRelation::Ctrl);
  const CatNodeId values = append(asking, CatType::Relation, BinaryNode{CatBinary::Union, data, addr});
  const CatNodeId dependencies =
      append(asking, CatType::Relation, BinaryNode{CatBinary::Union, values, ctrl});
  const CatNodeId all = append(asking, CatType::Relation, BinaryNode{CatBinary::Union, rf, dependencies});
  asking.checks.push_back({CheckRole::Flag, CheckKind::Acyclic, true, all, "value-cycle", {}, {}});
  return raised(engine, skeleton, asking, options);
}

}  // namespace hrfcheck::inline check
