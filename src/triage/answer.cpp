// First the model is asked for races between the accesses of each pair, all pairs together. What has none is
// told apart by further questions: whether the two meet at all, whether they happen in one execution, whether
// each happens. An execution in which they meet shows what orders them.

#include "triage/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cat/model/undefining_checks.h"
#include "check/races/races.h"
#include "program/structure/circular_reach.h"
#include "triage/impossible.h"
#include "util/invariant.h"

namespace hrfcheck::inline triage {
namespace {

constexpr const char* kFlagOfPtx = "data-race";

std::size_t raceCheckOf(const Model& model) {
  const auto race = std::ranges::find_if(model.checks, isRaceFlag);
  INVARIANT(race != model.checks.end(), "the model says what a race is");
  return static_cast<std::size_t>(race - model.checks.begin());
}

/// What was not found on a line.
PairAnswer whatIsMissing(const ReportedAccess& line, const FoundAccesses& found) {
  if (found.otherKind) {
    return {PairVerdict::NotFound,
            fmt::format("no {} stands on {}, but other accesses", nameIn(kReportedKindNames, line.kind),
                        lineText(line)),
            {},
            {}};
  }
  if (found.notExecuted) {
    return {
        PairVerdict::NotReached, fmt::format("no thread of the launch gets to {}", lineText(line)), {}, {}};
  }
  return {PairVerdict::NotFound, fmt::format("the code has no access on {}", lineText(line)), {}, {}};
}

/// The accesses of both lines, and what is known without asking.
struct Question {
  std::vector<InstructionRef> first, second;
  Candidates candidates;
  std::optional<PairAnswer> missing;  ///< why one of the lists is empty
};

Question questionOf(const PreparedTest& test, const AccessLines& lines, const ReportedPair& pair,
                    const Deadline& deadline) {
  const Program& program = test.program();
  Question question;
  const auto look = [&](const ReportedAccess& line, std::vector<InstructionRef>& accesses) {
    FoundAccesses found = lines.at(program, line);
    if (found.accesses.empty() && !question.missing) {
      question.missing = whatIsMissing(line, found);
    }
    accesses = std::move(found.accesses);
  };
  look(pair.first, question.first);
  if (pair.second) {
    look(*pair.second, question.second);
  } else {
    question.second = allAccesses(program);
  }
  question.candidates = candidatesOf(test.structure(), question.first, question.second, deadline);
  return question;
}

/// Why that no race was found is no answer.
std::optional<std::string> whyOpen(const Verdict& verdict, const EventStructure& structure) {
  if (verdict.incomplete || verdict.notConsidered) {
    return verdict.whyOpen();
  }
  if (structure.circularValues() == CircularValues::Unknown && circularReach(structure).conflict) {
    return kThinAir;
  }
  if (verdict.raceStatus == RaceStatus::Vacuous) {
    return "there is no execution to judge";
  }
  return std::nullopt;
}

bool isMember(const FlagPair& pair, const std::vector<InstructionPair>& group) {
  return std::ranges::binary_search(group, InstructionPair{pair.first, pair.second});
}

std::optional<std::size_t> raceAmong(const Verdict& verdict, const std::vector<InstructionPair>& group) {
  const auto race = std::ranges::find_if(verdict.races, [&](const Race& one) {
    return std::ranges::binary_search(group, InstructionPair{one.first, one.second});
  });
  return race == verdict.races.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(race - verdict.races.begin()));
}

/// The analysis with one race of each question that has any.
Analysis withOneEach(Analysis analysis, std::size_t check, const std::vector<Question>& questions) {
  for (FlagFinding& finding : analysis.flags) {
    if (finding.check != check) {
      continue;
    }
    std::vector<FlagPair> told;
    for (const Question& question : questions) {
      const std::vector<InstructionPair>& group = question.candidates.conflicting;
      const auto ofGroup = [&](const FlagPair& pair) { return isMember(pair, group); };
      const auto found = std::ranges::find_if(finding.pairs, ofGroup);
      if (found != finding.pairs.end() && std::ranges::none_of(told, ofGroup)) {
        told.push_back(*found);
      }
    }
    std::ranges::sort(told, {}, [](const FlagPair& pair) { return std::pair(pair.first, pair.second); });
    finding.pairs = std::move(told);
  }
  return analysis;
}

/// The verdict on all races, of which those of the pairs are explained.
Verdict racesOf(Engine& engine, const PreparedTest& test, const std::vector<Question>& questions,
                CheckOptions options) {
  const bool explain = std::exchange(options.explain, false);
  Verdict verdict = checkProgram(engine, test, options);
  if (verdict.program != test.structure().programPtr()) {
    verdict.races.clear();  // of a variant, whose instructions may be others
    verdict.incomplete = test.program().openValues;
    return verdict;
  }
  options.explain = explain;
  verdict.races =
      explainRaces(engine, test, withOneEach(verdict.analysis, raceCheckOf(test.model()), questions), options,
                   verdict.notes);
  return verdict;
}

}  // namespace

TriageAnswer answerPairs(Engine& engine, const PreparedTest& test, const std::vector<ReportedPair>& pairs,
                         CheckOptions options) {
  const AccessLines lines(test.program().source, options.analysis.deadline);
  std::vector<Question> questions;
  for (const ReportedPair& pair : pairs) {
    questions.push_back(questionOf(test, lines, pair, options.analysis.deadline));
  }
  options.analysis.outcomes = OutcomeSearch::None;
  options.analysis.flags = true;
  TriageAnswer result{racesOf(engine, test, questions, options), {}};
  const auto open = whyOpen(result.verdict, test.structure());
  result.pairs.resize(questions.size());
  std::vector<OpenPair> unexplained;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    PairAnswer& answer = result.pairs[i];
    if (question.missing && question.missing->verdict == PairVerdict::NotFound) {
      answer = *question.missing;
    } else if (const auto race = raceAmong(result.verdict, question.candidates.conflicting)) {
      answer.verdict = PairVerdict::Race;
      answer.race = race;
    } else if (open) {
      answer.why = *open;
    } else if (question.missing) {
      answer = *question.missing;
    } else {
      unexplained.push_back({&pairs[i], question.candidates, &answer});
    }
  }
  explainImpossible(engine, test, lines, unexplained, options.analysis);
  return result;
}

Model withRaces(Model model) {
  const bool defined = std::ranges::any_of(model.checks, isRaceFlag);
  const auto flag = std::ranges::find_if(model.checks, [](const Check& check) {
    return check.role == CheckRole::Flag && check.name == kFlagOfPtx;
  });
  if (!defined && flag != model.checks.end()) {
    flag->writtenName = std::exchange(flag->name, kRaceFlag);
  }
  return model;
}

}  // namespace hrfcheck::inline triage
