#include "triage/meetings.h"

#include <algorithm>
#include <utility>

#include "cat/model/model.h"
#include "execution/evaluate/evaluate.h"
#include "util/invariant.h"

namespace hrfcheck::inline triage {
namespace {

CatNodeId append(Model& model, CatType type, decltype(CatNode::node) node) {
  model.nodes.push_back({std::move(node), type, {}, ""});
  return static_cast<CatNodeId>(model.nodes.size() - 1);
}

CatNodeId relation(Model& model, decltype(CatNode::node) node) {
  return append(model, CatType::Relation, std::move(node));
}

/// Pairs of a write and an access, either way, at one location, and of two threads.
CatNodeId conflict(Model& model) {
  const CatNodeId writes = append(model, CatType::Set, TagNode{"W"});
  const CatNodeId accesses = append(model, CatType::Set, TagNode{"M"});
  const CatNodeId there = relation(model, BinaryNode{CatBinary::Product, writes, accesses});
  const CatNodeId back = relation(model, BinaryNode{CatBinary::Product, accesses, writes});
  const CatNodeId both = relation(model, BinaryNode{CatBinary::Union, there, back});
  const CatNodeId loc = relation(model, BaseNode{BaseRelation::Loc, ""});
  const CatNodeId ofOne = relation(model, BaseNode{BaseRelation::Static, std::string(static_relation::Int)});
  const CatNodeId meeting = relation(model, BinaryNode{CatBinary::Intersection, both, loc});
  return relation(model, BinaryNode{CatBinary::Difference, meeting, ofOne});
}

bool isPair(const EventStructure& structure, EventId a, EventId b, const InstructionPair& pair) {
  return structure.instructionPair(a, b) == pair;
}

/// With the first choices of the model that the execution is consistent with.
void makeChoices(Execution& execution, const Model& model, const Deadline& deadline) {
  Evaluator evaluator(model, *execution.structure, deadline);
  std::optional<std::vector<Relation>> made;
  evaluator.forEachChoice(execution, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    if (evaluation.consistent()) {
      made = choices;
    }
    return !made;
  });
  INVARIANT(made, "an execution that was found is one of the model");
  execution.choices = *made;
}

FoundMeeting meetingOf(const FlagPair& found, std::size_t check, const Model& asking, const Model& model,
                       const Deadline& deadline) {
  FoundMeeting meeting{found.witness.execution()};
  const EventStructure& structure = *meeting.execution.structure;
  Evaluator evaluator(asking, structure, deadline);
  const Relation pairs = std::get<Relation>(evaluator.value(asking.checks[check].node, meeting.execution));
  const InstructionPair wanted{found.first, found.second};
  pairs.forEach([&](EventId a, EventId b) {
    if (meeting.first == kNoEvent && isPair(structure, a, b, wanted)) {
      const bool turned = structure.instructionOf(a) != wanted.first;
      meeting.first = turned ? b : a;
      meeting.second = turned ? a : b;
    }
  });
  INVARIANT(meeting.first != kNoEvent, "the witness of a meeting shows it");
  makeChoices(meeting.execution, model, deadline);
  return meeting;
}

std::optional<std::string> whyOpen(const Analysis& analysis) {
  const bool bound = std::ranges::any_of(analysis.incidents, [](const Incident& incident) {
    return incident.kind == IncidentKind::BoundReached;
  });
  return analysis.undecided ? analysis.undecided
         : bound            ? std::optional<std::string>("bound reached")
                            : std::nullopt;
}

}  // namespace

Model askingFor(const Model& model, PairMeeting meeting) {
  Model asking = model;
  std::erase_if(asking.checks, [](const Check& check) { return check.role != CheckRole::Require; });
  const CatNodeId node =
      meeting == PairMeeting::Conflict ? conflict(asking) : relation(asking, UniverseNode{});
  asking.checks.push_back({CheckRole::Flag, CheckKind::Empty, true, node, "meeting", {}, {}});
  return asking;
}

PairMeetings meetingsOf(Engine& engine, const PreparedTest& test, const Model& asking, const Model& model,
                        const std::vector<std::vector<InstructionPair>>& groups,
                        const AnalysisOptions& options) {
  AnalysisOptions question = options;
  question.outcomes = OutcomeSearch::None;
  question.flags = true;
  question.until.reset();
  question.dumpSmt2 = nullptr;
  const std::size_t check = asking.checks.size() - 1;
  const Analysis analysis = engine.analyse(test, question);
  PairMeetings meetings{std::vector<std::optional<FoundMeeting>>(groups.size()), whyOpen(analysis)};
  for (const FlagFinding& finding : analysis.flags) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto found = std::ranges::find_if(finding.pairs, [&](const FlagPair& pair) {
        return std::ranges::binary_search(groups[g], InstructionPair{pair.first, pair.second});
      });
      if (finding.check == check && found != finding.pairs.end()) {
        meetings.groups[g] = meetingOf(*found, finding.check, asking, model, options.deadline);
      }
    }
  }
  return meetings;
}

}  // namespace hrfcheck::inline triage
