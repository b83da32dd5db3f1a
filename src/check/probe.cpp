// Whether there is any execution is asked about the structure of the test itself: without some iterations of
// its loops an execution is consistent, and so there is one if there was one with them. A cycle may lead
// through an iteration that is left out, which has dependencies of control on everything behind the loop: for
// that question the test is prepared anew.

#include "check/probe.h"

#include <algorithm>
#include <utility>

#include "check/prepare/preparation.h"

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

/// Whether some execution raises the last check of the model, a flag.
std::optional<bool> raised(Engine& engine, const PreparedTest& test, AnalysisOptions options) {
  options.outcomes = OutcomeSearch::None;
  options.flags = true;
  options.until.reset();
  options.dumpSmt2 = nullptr;
  const Analysis analysis = engine.analyse(test, options);
  if (!analysis.flags.empty()) {
    return true;
  }
  const bool cut = std::ranges::any_of(analysis.incidents, [](const Incident& incident) {
    return incident.kind == IncidentKind::BoundReached;
  });
  return analysis.undecided || cut ? std::nullopt : std::optional(false);
}

}  // namespace

std::optional<bool> someExecutionCounts(Engine& engine, const PreparedTest& test,
                                        const AnalysisOptions& options) {
  if (test.structure().size() == 0) {
    AnalysisOptions states = options;  // without an event there is no flag, either
    states.flags = false;
    states.outcomes = OutcomeSearch::Condition;
    states.dumpSmt2 = nullptr;
    const Analysis analysis = engine.analyse(test, states);
    return analysis.outcomes.empty() && analysis.undecided ? std::nullopt
                                                           : std::optional(!analysis.outcomes.empty());
  }
  Model asking = requirementsOf(test.model());
  const CatNodeId all = append(asking, CatType::Set, UniverseNode{});
  asking.checks.push_back({CheckRole::Flag, CheckKind::Empty, true, all, "some-execution", {}, {}});
  return raised(engine, askedBesides(test, asking), options);
}

std::optional<bool> someValueCycle(Engine& engine, const PreparedTest& test, const AnalysisOptions& options) {
  Model asking = requirementsOf(test.model());
  const CatNodeId rf = base(asking, BaseRelation::Rf);
  const CatNodeId data = base(asking, BaseRelation::Data);
  const CatNodeId addr = base(asking, BaseRelation::Addr);
  const CatNodeId ctrl = base(asking, BaseRelation::Ctrl);
  const CatNodeId values = append(asking, CatType::Relation, BinaryNode{CatBinary::Union, data, addr});
  const CatNodeId dependencies =
      append(asking, CatType::Relation, BinaryNode{CatBinary::Union, values, ctrl});
  const CatNodeId all = append(asking, CatType::Relation, BinaryNode{CatBinary::Union, rf, dependencies});
  asking.checks.push_back({CheckRole::Flag, CheckKind::Acyclic, true, all, "value-cycle", {}, {}});
  try {
    return raised(engine, preparedAnew(test, asking, options.deadline), options);
  } catch (const OutOfTime&) {
    return std::nullopt;
  } catch (const UserError&) {
    return std::nullopt;  // as it is to be prepared for that, the test is too large
  }
}

}  // namespace hrfcheck::inline check
