#include "triage/impossible.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "check/explain/race_order.h"
#include "check/prepare/preparation.h"
#include "check/races/sync_path.h"
#include "triage/lines.h"
#include "triage/meetings.h"

namespace hrfcheck::inline triage {
namespace {

constexpr const char* kNoRaceInAnyOrder =
    "the two are atomic and their scopes include each other: in whichever order they come, that is no race";

constexpr const char* kNoRaceToModel =
    "the model does not order the two in this execution, and does not call that a race";

/// What models of PTX call what orders operations on different locations: their order of races relates
/// accesses to one.
constexpr const char* kOrderOfAll = "base-causality";

/// Whether the model orders by each step, one after the other.
bool orders(WitnessOrder& order, const std::vector<RaceStep>& steps) {
  const Relation* all = order.definition(kOrderOfAll);
  return std::ranges::all_of(steps, [&](const RaceStep& step) {
    return step.status == RaceStep::Status::Ordered || (all != nullptr && all->contains(step.from, step.to));
  });
}

/// What orders two events that the model orders: releases and acquires, and barriers, where these alone do.
std::vector<RaceStep> chainBetween(WitnessOrder& order, EventId from, EventId to) {
  const std::vector<SyncLink> path = synchronizingPath(order, from, to);
  std::vector<RaceStep> steps = chainOf(order, from, to, path);
  return !path.empty() && orders(order, steps) ? steps
                                               : chainOf(order, from, to, bestSyncPath(order, from, to));
}

/// The two as the model asks about them: in a test that is prepared for the question.
struct Asked {
  std::vector<InstructionRef> first, second;
};

Asked accessesOf(const Program& program, const AccessLines& lines, const ReportedPair& pair) {
  return {lines.at(program, pair.first).accesses,
          pair.second ? lines.at(program, *pair.second).accesses : allAccesses(program)};
}

/// What the accesses alone say; nothing where they may conflict.
std::optional<PairAnswer> bySight(const ReportedPair& pair, const Candidates& candidates) {
  const auto answer = [](PairVerdict verdict, std::string why) {
    return PairAnswer{verdict, std::move(why), {}, {}};
  };
  if (!candidates.firstHappens || !candidates.secondHappens) {
    const ReportedAccess& line = !candidates.firstHappens ? pair.first : pair.second.value_or(pair.first);
    return answer(PairVerdict::NotReached, fmt::format("no thread of the launch gets to {}", lineText(line)));
  }
  if (candidates.concurrent.empty()) {
    return answer(PairVerdict::OneThread, "one thread alone executes them");
  }
  if (!candidates.someWrite) {
    return answer(PairVerdict::OnlyReads, "neither of them writes");
  }
  if (candidates.conflicting.empty()) {
    return answer(PairVerdict::Apart, "different threads access different locations there");
  }
  return std::nullopt;
}

class Explainer {
 public:
  Explainer(Engine& engine, const PreparedTest& test, const AccessLines& lines,
            const AnalysisOptions& options)
      : engine_(engine), test_(test), lines_(lines), options_(options) {}

  /// Those that meet, and what orders them. @returns the rest
  std::vector<OpenPair> conflicts(const std::vector<OpenPair>& pairs) {
    return ask(PairMeeting::Conflict, pairs, &Candidates::conflicting,
               [&](const OpenPair& pair, FoundMeeting found) { *pair.answer = ordered(std::move(found)); });
  }

  /// Those that happen together, elsewhere. @returns the rest
  std::vector<OpenPair> together(const std::vector<OpenPair>& pairs) {
    return ask(PairMeeting::Together, pairs, &Candidates::concurrent,
               [&](const OpenPair& pair, const FoundMeeting&) {
                 *pair.answer = {
                     PairVerdict::Apart, "whenever both happen, they access different locations", {}, {}};
               });
  }

  /// Those of which one never happens; the others exclude each other.
  void alone(const std::vector<OpenPair>& pairs) {
    const Model asking = askingFor(test_.model(), PairMeeting::Together);
    const PreparedTest anew = preparedAnew(test_, asking, options_.deadline);
    std::vector<std::vector<InstructionPair>> groups;
    for (const OpenPair& pair : pairs) {
      const Asked asked = accessesOf(anew.program(), lines_, *pair.pair);
      groups.push_back(withAnything(anew.structure(), asked.first));
      groups.push_back(withAnything(anew.structure(), asked.second));
    }
    const PairMeetings found = meetingsOf(engine_, anew, asking, test_.model(), groups, options_);
    for (std::size_t i = 0; i < pairs.size() && !found.undecided; ++i) {
      const auto& first = found.groups[2 * i];
      const auto& second = found.groups[2 * i + 1];
      const ReportedPair& pair = *pairs[i].pair;
      if (first && second) {
        *pairs[i].answer = {PairVerdict::Exclusive, whatDecides(*first, *second, pair), {}, {}};
      } else {
        const ReportedAccess& line = !first ? pair.first : pair.second.value_or(pair.first);
        *pairs[i].answer = {
            PairVerdict::NotReached, fmt::format("no execution gets to {}", lineText(line)), {}, {}};
      }
    }
  }

 private:
  /// @param of which pairs of the candidates
  template <typename Take>
  std::vector<OpenPair> ask(PairMeeting meeting, const std::vector<OpenPair>& pairs,
                            std::vector<InstructionPair> Candidates::*of, const Take& take) {
    if (pairs.empty()) {
      return {};
    }
    const Model asking = askingFor(test_.model(), meeting);
    const PreparedTest anew = preparedAnew(test_, asking, options_.deadline);
    std::vector<std::vector<InstructionPair>> groups;
    for (const OpenPair& pair : pairs) {
      const Asked asked = accessesOf(anew.program(), lines_, *pair.pair);
      groups.push_back(candidatesOf(anew.structure(), asked.first, asked.second, options_.deadline).*of);
      if (groups.back().empty()) {
        groups.back().push_back(noPair());
      }
    }
    PairMeetings found = meetingsOf(engine_, anew, asking, test_.model(), groups, options_);
    std::vector<OpenPair> rest;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (found.groups[i]) {
        take(pairs[i], std::move(*found.groups[i]));
      } else if (!found.undecided) {
        rest.push_back(pairs[i]);
      }
    }
    return rest;
  }

  /// Why the two do not race in an execution in which they conflict.
  PairAnswer ordered(FoundMeeting found) {
    Evaluator evaluator(test_.model(), *found.execution.structure, options_.deadline);
    WitnessOrder order(test_.model(), found.execution, evaluator, options_.deadline);
    const auto leads = [&](EventId from, EventId to) { return order.known() && order.orders(from, to); };
    if (!leads(found.first, found.second) && leads(found.second, found.first)) {
      std::swap(found.first, found.second);
    }
    ShownMeeting shown{found.execution, found.first, found.second, {}};
    const std::vector<Event>& events = found.execution.structure->events();
    const bool atomic = events[found.first].atomic && events[found.second].atomic;
    if (atomic || !leads(found.first, found.second)) {
      return {PairVerdict::Synchronizing, atomic ? kNoRaceInAnyOrder : kNoRaceToModel, {}, std::move(shown)};
    }
    shown.steps = chainBetween(order, found.first, found.second);
    return {PairVerdict::Ordered, "", {}, std::move(shown)};
  }

  /// The reads on which it depends whether accesses happen.
  void addDeciding(const FoundMeeting& found, const ReportedAccess& line,
                   std::set<std::string>& reads) const {
    const EventStructure& structure = *found.execution.structure;
    const Program& program = structure.program();
    const std::vector<InstructionRef> accesses = lines_.at(program, line).accesses;
    found.execution.ctrl.forEach([&](EventId read, EventId dependent) {
      const bool of = std::ranges::binary_search(accesses, structure.instructionOf(dependent));
      if (of && structure.events()[read].thread != kNoThread) {
        const InstructionRef where = structure.instructionOf(read);
        reads.insert(fmt::format(
            "{} ({})", program.instructionTitle(where.thread, where.instruction),
            program.lineText(program.threads[where.thread].instructions[where.instruction].place)));
      }
    });
  }

  std::string whatDecides(const FoundMeeting& first, const FoundMeeting& second,
                          const ReportedPair& pair) const {
    std::set<std::string> reads;
    addDeciding(first, pair.first, reads);
    addDeciding(second, pair.second.value_or(pair.first), reads);
    std::string text = "no execution has both";
    if (!reads.empty()) {
      text += ": which of them happens is decided by what is read at ";
      std::size_t said = 0;
      for (const std::string& read : reads) {
        text += said == 0 ? read : ", " + read;
        if (++said == kMostReads) {
          break;
        }
      }
    }
    return text;
  }

  static constexpr std::size_t kMostReads = 4;

  Engine& engine_;
  const PreparedTest& test_;
  const AccessLines& lines_;
  const AnalysisOptions& options_;
};

}  // namespace

void explainImpossible(Engine& engine, const PreparedTest& test, const AccessLines& lines,
                       const std::vector<OpenPair>& pairs, const AnalysisOptions& options) {
  std::vector<OpenPair> open;
  for (const OpenPair& pair : pairs) {
    if (auto answer = bySight(*pair.pair, pair.candidates)) {
      *pair.answer = std::move(*answer);
    } else {
      *pair.answer = {PairVerdict::Ordered, "no execution has a race; there was no time to say why", {}, {}};
      open.push_back(pair);
    }
  }
  if (open.empty()) {
    return;
  }
  try {
    Explainer explainer(engine, test, lines, options);
    open = explainer.conflicts(open);
    open = explainer.together(open);
    if (!open.empty()) {
      explainer.alone(open);
    }
  } catch (const OutOfTime&) {
    // That they do not race is known.
  } catch (const UserError&) {
    // Prepared for these questions, the test is too large.
  }
}

}  // namespace hrfcheck::inline triage
