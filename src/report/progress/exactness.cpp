#include "report/progress/exactness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cat/same_model.h"
#include "check/interleavings.h"
#include "check/scope_edit.h"

// When does termination under interleaving hold under a memory model, too? A model of the SC-for-HRF kind
// promises interleavings to programs without a race. There are two kinds of them here:
//
//  * Models that look at sequentially consistent executions only (sc, drf0, hrf0, hrf-direct, hrf-indirect):
//    one without a race has just those. Their definitions show it (check/interleavings.h).
//  * Models that look at weaker candidates, of which it is known that programs without a race, all of whose
//    atomics are sc, have just the outcomes of sc (docs/testing.md: laws that the differential test checks).
//    That is known of the models that come with the program, not of other files under their names.
//    Fences and barriers beside atomics are not part of that: through a barrier, sc accesses of different
//    locations are ordered by happens-before, which the order of the sc accesses need not respect. Without
//    atomics a race-free program has all its conflicting accesses in happens-before, which has no cycle.
//
// A model finds races in executions that end. A race in an execution that does not end is found all the same:
// where some scheduler makes the program terminate, the end can be reached from every state, so that whatever
// has happened goes on to some end, and accesses that are unordered stay so.

namespace hrfcheck {
namespace {

struct Law {
  const char* model;
  bool onlyC;  ///< the law is about C tests, whose scopes are all one
};

constexpr std::array kLaws{Law{"hrf-indirect-relaxed", false},
                           Law{"hsa", false},
                           Law{"rsp", false},
                           Law{"rsp-literal", false},
                           Law{"rsp-incl", false},
                           Law{"c11", true},
                           Law{"rc11", true},
                           Law{"opencl", true}};

bool lawCovers(const std::string& model, const Program& program) {
  return std::ranges::any_of(
      kLaws, [&](const Law& law) { return model == law.model && (!law.onlyC || program.dialect == "C"); });
}

bool isBuiltIn(const Model& model, const Model* builtIn) {
  return builtIn != nullptr && cat::sameModel(model, *builtIn);
}

/// Why race-free programs need not behave as interleavings under a model of weaker candidates, or empty.
std::string whyNoLaw(const Verdict& verdict, const Model& model, const Model* builtIn) {
  if (!lawCovers(model.name, *verdict.program)) {
    return fmt::format(
        "race-free under {}, of which it is not known that race-free tests behave as interleavings",
        verdict.model);
  }
  if (!isBuiltIn(model, builtIn)) {
    return fmt::format(
        "race-free under {}, which differs from the built-in model of that name; it is not known that "
        "race-free tests behave as interleavings under it",
        verdict.model);
  }
  return "";
}

std::string nameOf(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

bool hasAtomics(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return atomicityOf(instruction) != nullptr && !std::holds_alternative<FenceOp>(instruction.operation);
    });
  });
}

/// "P0:1 (a fence), P1:0 (weaker than sc)": what the law does not speak of; at most a few.
std::string whatIsWeaker(const Program& program) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> found;
  if (!hasAtomics(program)) {
    return "";
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const Atomicity* atomicity = atomicityOf(code[i]);
      const auto* rmw = std::get_if<RmwOperation>(&code[i].operation);
      const bool failure = rmw != nullptr && rmw->failureOrder && *rmw->failureOrder != Order::SeqCst;
      const char* what = std::holds_alternative<FenceOp>(code[i].operation)     ? "a fence"
                         : std::holds_alternative<BarrierOp>(code[i].operation) ? "a barrier"
                         : atomicity != nullptr && atomicity->remote            ? "remote"
                         : (atomicity != nullptr && atomicity->order != Order::SeqCst) || failure
                             ? "weaker than sc"
                             : nullptr;
      if (what != nullptr) {
        found.push_back(fmt::format("{} ({})", nameOf(program, {t, i}), what));
      }
    }
  }
  const std::size_t more = found.size() > kMost ? found.size() - kMost : 0;
  found.resize(found.size() - more);
  return more == 0 ? fmt::format("{}", fmt::join(found, ", "))
                   : fmt::format("{} and {} more", fmt::join(found, ", "), more);
}

std::string racePairs(const Program& program, const std::vector<InstructionPair>& pairs) {
  constexpr std::size_t kMost = 2;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kMost, pairs.size()); ++i) {
    texts.push_back(
        fmt::format("{} and {}", nameOf(program, pairs[i].first), nameOf(program, pairs[i].second)));
  }
  const std::size_t more = pairs.size() - texts.size();
  return fmt::format("{}{} race", fmt::join(texts, ", "),
                     more == 0 ? "" : fmt::format(" and {} more pairs", more));
}

/// No built-in model with scopes finds a race in it: every access is an atomic of the same scope, which all
/// threads are in. Asked where a loop bound keeps a model from an answer.
bool cannotRace(const Program& program) {
  std::optional<ScopeInstanceId> scope;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const bool access = std::holds_alternative<LoadOp>(code[i].operation) ||
                          std::holds_alternative<StoreOp>(code[i].operation) ||
                          std::holds_alternative<RmwOperation>(code[i].operation);
      if (!access) {
        continue;
      }
      const auto named = scopeOf(program, {t, i});
      if (!named || (scope && *scope != *named)) {
        return false;
      }
      scope = named;
    }
  }
  return scope && program.scopes.instances()[*scope].agents.size() == program.threads.size();
}

std::string whyNotExact(const Verdict& verdict, const Model& model, const Model* builtIn) {
  const Program& program = *verdict.program;
  const bool interleavings = hasOnlyInterleavings(model, program);
  if (verdict.undefined) {
    return fmt::format("{} does not define what the test does", verdict.model);
  }
  switch (verdict.raceStatus) {
    case RaceStatus::Undecided:
    case RaceStatus::NotAsked:
      if (isBuiltIn(model, builtIn) && cannotRace(program)) {
        break;
      }
      return fmt::format("race freedom under {} not decided ({})", verdict.model,
                         verdict.incomplete.value_or("not asked"));
    case RaceStatus::Vacuous:
      return fmt::format("race freedom under {} is vacuous: there is no execution that could race",
                         verdict.model);
    case RaceStatus::NotDefined:
      return interleavings ? "" : fmt::format("{} does not say what a race is", verdict.model);
    case RaceStatus::RaceFree:
    case RaceStatus::Racy:
      break;
  }
  if (interleavings) {
    return "";
  }
  if (std::string why = whyNoLaw(verdict, model, builtIn); !why.empty()) {
    return why;
  }
  const std::string weaker = whatIsWeaker(program);
  return weaker.empty()
             ? ""
             : fmt::format("race-free under {}, which promises interleavings to sc accesses alone; not so {}",
                           verdict.model, weaker);
}

}  // namespace

Exactness exactnessOf(const Verdict& verdict, const Model& model, const Model* builtIn) {
  Exactness result{verdict.model, false, "", verdict.raceStatus, {}};
  for (const Race& race : verdict.races) {
    result.racing.emplace_back(race.first, race.second);
  }
  if (verdict.racy) {
    result.why = result.racing.empty()
                     ? fmt::format("racy under {}", verdict.model)
                     : fmt::format("{} under {}", racePairs(*verdict.program, result.racing), verdict.model);
    return result;
  }
  result.why = whyNotExact(verdict, model, builtIn);
  if (result.why.empty()) {
    result.exact = true;
    result.why =
        verdict.raceStatus == RaceStatus::NotDefined
            ? fmt::format("the executions of {} are the interleavings", verdict.model)
        : verdict.raceStatus == RaceStatus::RaceFree
            ? fmt::format("race-free under {}", verdict.model)
            : fmt::format("race-free under {}, since all accesses are atomics of one scope", verdict.model);
  }
  return result;
}

std::optional<Exactness> exactnessWithoutModel(const ProgressResult& result) {
  const bool terminates = std::ranges::any_of(result.verdicts, [](const SchedulerVerdict& verdict) {
    return verdict.answer == ProgressAnswer::Terminates;
  });
  if (!terminates) {
    return Exactness{"", true, "", std::nullopt, {}};
  }
  if (!result.program->notForModels.empty()) {
    return Exactness{"", false, result.program->notForModels, std::nullopt, {}};
  }
  return std::nullopt;
}

}  // namespace hrfcheck
