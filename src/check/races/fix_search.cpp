#include "check/races/fix_search.h"

#include <algorithm>
#include <tuple>

#include "check/prepare/preparation.h"
#include "check/probe.h"
#include "check/races/annotation_edit.h"
#include "check/races/race_groups.h"
#include "program/flow/copied_instructions.h"
#include "program/ir/scope_levels.h"
#include "program/unroll/joint_waits.h"

// The candidates are all changes of the scope of one instruction; then of two instructions among those the
// race is about (the pair, and the chain that comes closest to ordering it); then the whole chain brought to
// one level. Where no scopes help, the orders of one or two of the instructions that the race is about are
// made stronger, and then those of all of them, at their scopes and at one level.
//
// Within a number of edits those that move fewest levels come first; among equals the one that leaves fewest
// races wins, then the one that touches instructions the race is about, then the one that widens. Scopes are
// narrowed only to levels that the test uses, for that can only help models that ask for equal scopes. A
// candidate counts only after the engine has answered about the changed test completely, so a fix that is
// shown has been checked; and only if something still happens in that test: a change after which no execution
// is consistent, or none passes the filter, orders nothing.
//
// The budget is a number of runs, which makes the answer the same every time; the clock is only there to stop
// a search on tests whose every run is slow.

namespace hrfcheck::inline check {
namespace {

constexpr unsigned kMaxRuns = 200;

bool isMade(const EventStructure& structure) {
  return writtenOf(structure.programPtr()) != structure.programPtr();
}

/// The edits in the code of which a program has copies (copied_instructions.h); nothing where a copy would
/// have to differ from another one.
std::optional<std::vector<AnnotationEdit>> asWritten(const Program& program,
                                                     const std::vector<AnnotationEdit>& edits) {
  std::set<AnnotationEdit> result;
  for (AnnotationEdit edit : edits) {
    edit.where.instruction = numberOf(program.threads[edit.where.thread], edit.where.instruction);
    result.insert(edit);
  }
  const auto twice = std::ranges::adjacent_find(result, {}, &AnnotationEdit::where);
  return twice == result.end() ? std::optional(std::vector(result.begin(), result.end())) : std::nullopt;
}

/// Whether the copies of instructions in two programs are the same: what is settled may depend on orders.
bool haveSameNumbers(const Program& a, const Program& b) {
  return std::ranges::equal(a.threads, b.threads, [](const Thread& x, const Thread& y) {
    if (x.instructions.size() != y.instructions.size()) {
      return false;
    }
    for (std::uint32_t i = 0; i < x.instructions.size(); ++i) {
      if (numberOf(x, i) != numberOf(y, i)) {
        return false;
      }
    }
    return true;
  });
}

/// The scoped instructions the race is about, sorted, each once.
std::vector<InstructionRef> relatedTo(const Race& race, const Program& program) {
  std::set<InstructionRef> result(race.chain.begin(), race.chain.end());
  result.insert({race.first, race.second});
  std::erase_if(result,
                [&](InstructionRef where) { return atomicityOf(instructionAt(program, where)) == nullptr; });
  return {result.begin(), result.end()};
}

}  // namespace

FixSearch::FixSearch(Engine& engine, const PreparedTest& test, std::size_t raceFlag,
                     const CheckOptions& options)
    : engine_(engine),
      test_(test),
      structure_(test.structure()),
      model_(test.model()),
      raceFlag_(raceFlag),
      options_(options),
      deadline_(options.analysis.deadline.atMost(options.explainSeconds)),
      look_(deadline_),
      runsLeft_(kMaxRuns) {
  for (const InstructionRef where : scopedInstructions(test.program())) {
    levelsInUse_.insert(atomicityOf(instructionAt(test.program(), where))->level);
  }
}

bool FixSearch::exhausted() const {
  return runsLeft_ == 0 || outOfTime();
}

FixSearch::Candidate FixSearch::candidate(const Race& race, Edits edits) const {
  Candidate result{std::move(edits), 0, 0, 0};
  const std::vector<InstructionRef> related = relatedTo(race, structure_.program());
  look_.spend(related.size() + result.edits.size());
  for (const AnnotationEdit& edit : result.edits) {
    const std::uint32_t old = atomicityOf(instructionAt(structure_.program(), edit.where))->level;
    result.distance += edit.level > old ? edit.level - old : old - edit.level;
    result.narrowed += edit.level < old ? 1 : 0;
    if (edit.order) {
      result.distance += strengthOf(*edit.order) -
                         strengthOf(atomicityOf(instructionAt(structure_.program(), edit.where))->order);
    }
    result.unrelated += std::binary_search(related.begin(), related.end(), edit.where) ? 0 : 1;
  }
  return result;
}

std::vector<AnnotationEdit> FixSearch::editsOf(InstructionRef where) const {
  const Program& program = structure_.program();
  const std::uint32_t old = atomicityOf(instructionAt(program, where))->level;
  std::vector<AnnotationEdit> edits;
  // At the level of the thread there is no synchronization with anybody.
  for (std::uint32_t level = kThreadLevel + 1; level <= outermostLevel(program.scopes); ++level) {
    if (level > old || (level < old && levelsInUse_.contains(level))) {
      edits.push_back({where, level});
    }
  }
  return edits;
}

std::vector<FixSearch::Candidate> FixSearch::singles(const Race& race) const {
  std::vector<Candidate> result;
  for (const InstructionRef where : scopedInstructions(structure_.program())) {
    for (const AnnotationEdit edit : editsOf(where)) {
      result.push_back(candidate(race, {edit}));
    }
  }
  return result;
}

std::vector<FixSearch::Candidate> FixSearch::pairs(const Race& race) const {
  std::vector<Candidate> result;
  const std::vector<InstructionRef> related = relatedTo(race, structure_.program());
  for (std::size_t i = 0; i < related.size(); ++i) {
    for (std::size_t j = i + 1; j < related.size(); ++j) {
      for (const AnnotationEdit one : editsOf(related[i])) {
        for (const AnnotationEdit other : editsOf(related[j])) {
          result.push_back(candidate(race, {one, other}));
        }
      }
    }
  }
  return result;
}

std::vector<FixSearch::Candidate> FixSearch::wholeChains(const Race& race) const {
  const Program& program = structure_.program();
  std::vector<Candidate> result;
  for (std::uint32_t level = kThreadLevel + 1; level <= outermostLevel(program.scopes); ++level) {
    Edits edits;
    for (const InstructionRef where : relatedTo(race, program)) {
      if (atomicityOf(instructionAt(program, where))->level != level) {
        edits.push_back({where, level});
      }
    }
    if (edits.size() > 2) {
      result.push_back(candidate(race, std::move(edits)));
    }
  }
  return result;
}

std::vector<AnnotationEdit> FixSearch::orderEditsOf(InstructionRef where) const {
  const std::uint32_t level = atomicityOf(instructionAt(structure_.program(), where))->level;
  std::vector<AnnotationEdit> edits;
  for (const Order order : strongerOrders(structure_.program(), where, level)) {
    edits.push_back({where, level, order});
  }
  return edits;
}

/// What the edits are in the source: of all instructions that are made of the same words of it, in other
/// threads and calls. Empty where the same words would have to be two things.
FixSearch::Edits FixSearch::atEveryCopy(const Edits& edits) const {
  const Program& program = structure_.program();
  std::set<AnnotationEdit> result(edits.begin(), edits.end());
  for (const AnnotationEdit& edit : edits) {
    const Instruction& written = instructionAt(program, edit.where);
    look_.spend(structure_.size());
    for (const InstructionRef where : sameLine(program, edit.where)) {
      const Instruction& copy = instructionAt(program, where);
      if (where == edit.where || copy.place.span != written.place.span || copy.code != written.code) {
        continue;
      }
      if (const auto there = editedThere(program, edit, where)) {
        result.insert(*there);
      }
    }
  }
  const auto same = std::ranges::adjacent_find(result, {}, &AnnotationEdit::where);
  return same == result.end() ? Edits(result.begin(), result.end()) : Edits{};
}

std::vector<FixSearch::Candidate> FixSearch::strongerSingles(const Race& race) const {
  std::vector<Candidate> result;
  for (const InstructionRef where : relatedTo(race, structure_.program())) {
    for (const AnnotationEdit& edit : orderEditsOf(where)) {
      result.push_back(candidate(race, atEveryCopy({edit})));
    }
  }
  return result;
}

/// A release and an acquire mostly; sequential consistency of two says no more of a single race.
std::vector<FixSearch::Candidate> FixSearch::strongerPairs(const Race& race) const {
  std::vector<Candidate> result;
  const std::vector<InstructionRef> related = relatedTo(race, structure_.program());
  const auto editsAt = [&](std::size_t i) {
    std::vector<AnnotationEdit> edits = orderEditsOf(related[i]);
    std::erase_if(edits, [](const AnnotationEdit& edit) { return edit.order == Order::SeqCst; });
    return edits;
  };
  for (std::size_t i = 0; i < related.size(); ++i) {
    for (std::size_t j = i + 1; j < related.size(); ++j) {
      for (const AnnotationEdit& one : editsAt(i)) {
        for (const AnnotationEdit& other : editsAt(j)) {
          if (Edits edits = atEveryCopy({one, other}); !edits.empty()) {
            result.push_back(candidate(race, std::move(edits)));
          }
        }
      }
    }
  }
  return result;
}

/// Everything that the race is about releases and acquires what it can, at its scope, or all at one level.
std::vector<FixSearch::Candidate> FixSearch::strongerChains(const Race& race) const {
  const Program& program = structure_.program();
  std::vector<Candidate> result;
  const auto chainAt = [&](std::optional<std::uint32_t> level) {
    Edits edits;
    for (const InstructionRef where : relatedTo(race, program)) {
      const Atomicity& now = *atomicityOf(instructionAt(program, where));
      const std::uint32_t to = level.value_or(now.level);
      std::vector<Order> orders = strongerOrders(program, where, to);
      std::erase(orders, Order::SeqCst);
      if (!orders.empty()) {
        edits.push_back({where, to, orders.back()});
      } else if (to != now.level && !instructionAt(program, where).scopeIsFixed) {
        edits.push_back({where, to});
      }
    }
    if (edits = atEveryCopy(edits); !edits.empty()) {
      result.push_back(candidate(race, std::move(edits)));
    }
  };
  chainAt(std::nullopt);
  if (!levelsInUse_.empty()) {
    for (std::uint32_t level = *levelsInUse_.begin(); level <= outermostLevel(program.scopes); ++level) {
      chainAt(level);
    }
  }
  return result;
}

/// Whether the pair races after the edits; an inconclusive answer is asked for again.
const std::optional<FixSearch::Answer>& FixSearch::ask(const Edits& edits, const Race& race) {
  const auto [it, fresh] = answers_.try_emplace(edits);
  std::optional<Answer>& answer = it->second;
  runsLeft_ -= fresh ? 1 : 0;
  if (fresh || (answer && !answer->complete && !answer->racing.contains({race.first, race.second}))) {
    answer = analyse(edits, race);
  }
  return answer;
}

/// All pairs that race after the edits, or some if this one is among them.
std::optional<FixSearch::Answer> FixSearch::analyse(const Edits& edits, const Race& race) {
  AnalysisOptions question;
  question.outcomes = OutcomeSearch::None;
  question.deadline = deadline_;
  question.candidateLimit = options_.analysis.candidateLimit;
  Analysis analysis;
  try {
    const std::optional<Edits> written = asWritten(structure_.program(), edits);
    if (!written) {
      return std::nullopt;
    }
    const PreparedTest changed =
        preparedWith(test_, withEdits(*writtenOf(structure_.programPtr()), *written), deadline_);
    if (isMade(changed.structure()) != isMade(structure_) ||
        !haveSameNumbers(changed.program(), structure_.program())) {
      return std::nullopt;  // its instructions are not those of the test any more
    }
    AnalysisOptions untilItRaces = question;
    untilItRaces.until = {raceFlag_, InstructionPair{race.first, race.second}};
    analysis = engine_.analyse(changed, untilItRaces);
    if (!analysis.undecided && changed.structure().circularValues() == CircularValues::Unknown) {
      return std::nullopt;
    }
    if (!analysis.undecided && !someExecutionCounts(engine_, changed, question).value_or(false)) {
      return std::nullopt;
    }
  } catch (const OutOfTime&) {
    return std::nullopt;  // the changed test was not even made
  }
  if (analysis.undecided && !analysis.foundUntil) {
    return std::nullopt;
  }
  Answer answer;
  answer.complete = !analysis.undecided;
  for (const FlagFinding& finding : analysis.flags) {
    if (finding.check == raceFlag_) {
      for (const FlagPair& pair : finding.pairs) {
        answer.racing.emplace(pair.first, pair.second);
      }
    }
  }
  answer.upToBound = std::any_of(analysis.incidents.begin(), analysis.incidents.end(),
                                 [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
  return answer;
}

bool FixSearch::tryAll(Race& race, std::vector<Candidate> candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.edits.size(), a.distance, a.unrelated, a.narrowed) <
           std::tuple(b.edits.size(), b.distance, b.unrelated, b.narrowed);
  });
  const Candidate* best = nullptr;
  std::size_t racesLeft = 0;
  for (const Candidate& c : candidates) {
    if ((best != nullptr && c.distance > best->distance) || (exhausted() && !answers_.contains(c.edits))) {
      break;
    }
    const std::optional<Answer>& answer = ask(c.edits, race);
    if (!answer || answer->racing.contains({race.first, race.second})) {
      continue;
    }
    if (best == nullptr || answer->racing.size() < racesLeft) {
      best = &c;
      racesLeft = answer->racing.size();
    }
  }
  if (best != nullptr) {
    race.fix = best->edits;
    race.fixUpToBound = answers_[best->edits]->upToBound;
  }
  return best != nullptr;
}

void FixSearch::find(Race& race) {
  for (const auto candidates :
       {&FixSearch::singles, &FixSearch::pairs, &FixSearch::wholeChains, &FixSearch::strongerSingles,
        &FixSearch::strongerPairs, &FixSearch::strongerChains}) {
    if (tryAll(race, (this->*candidates)(race))) {
      return;
    }
  }
}

bool FixSearch::adopt(const std::vector<AnnotationEdit>& edits, const Race& before, Race& race) {
  if (exhausted() && !answers_.contains(edits)) {
    return false;
  }
  ask(edits, race);
  if (!orders(edits, before) || !orders(edits, race)) {
    return false;
  }
  race.fix = edits;
  race.fixUpToBound = answers_[edits]->upToBound;
  return true;
}

bool FixSearch::orders(const std::vector<AnnotationEdit>& edits, const Race& race) {
  const auto answer = answers_.find(edits);
  return answer != answers_.end() && answer->second && answer->second->complete &&
         !answer->second->racing.contains({race.first, race.second});
}

}  // namespace hrfcheck::inline check
