#include "report/termination/promise_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/promise/termination.h"

namespace hrfcheck::inline report {
namespace {

std::string nameOf(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

const char* wordFor(WeakerAccess::Why why) {
  switch (why) {
    case WeakerAccess::Why::Fence:
      return "a fence";
    case WeakerAccess::Why::Barrier:
      return "a barrier";
    case WeakerAccess::Why::Remote:
      return "remote";
    case WeakerAccess::Why::Order:
      break;
  }
  return "weaker than sc";
}

/// "P0:1 (a fence), P1:0 (weaker than sc)": at most a few.
std::string weakerText(const Program& program, const std::vector<WeakerAccess>& weaker) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kMost, weaker.size()); ++i) {
    texts.push_back(fmt::format("{} ({})", nameOf(program, weaker[i].where), wordFor(weaker[i].why)));
  }
  const std::size_t more = weaker.size() - texts.size();
  return more == 0 ? fmt::format("{}", fmt::join(texts, ", "))
                   : fmt::format("{} and {} more", fmt::join(texts, ", "), more);
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

/// What is said after the promise of a file whose promise is not tested.
std::string declaredText(const Promise& promise) {
  return promise.differsFromBuiltIn
             ? fmt::format(
                   "the file declares this, but differs from the built-in {}, and hrfcheck has not "
                   "tested it",
                   promise.model)
             : "the model's file declares this, and hrfcheck has not tested it";
}

/// Which interleavings may be missing.
std::string notAllText(const Promise& promise) {
  return fmt::format("that every interleaving is an execution of {} is not shown ({})", promise.model,
                     promise.notShown);
}

/// Of a model whose definitions show that it has no executions but interleavings, and not that it has all.
std::string fewerText(const Promise& promise) {
  return fmt::format("{}every execution of {} is an interleaving, but {}",
                     promise.reason == PromiseReason::RaceFree ? "race-free, and " : "", promise.model,
                     notAllText(promise));
}

std::string interleavingsText(const Promise& promise) {
  const std::string& model = promise.model;
  if (!promise.everyInterleaving && promise.basis == PromiseBasis::Definitions) {
    return fewerText(promise);
  }
  const bool declared = promise.basis == PromiseBasis::Declared;
  switch (promise.reason) {
    case PromiseReason::OnlyInterleavings:
      return declared ? fmt::format("{} promises interleavings: {}", model, declaredText(promise))
                      : fmt::format("the executions of {} are the interleavings", model);
    case PromiseReason::CannotRace:
      return fmt::format("race-free under {}, since all accesses are atomics of one scope", model);
    default:
      break;
  }
  return declared ? fmt::format("race-free under {}, which promises interleavings to such programs: {}",
                                model, declaredText(promise))
                  : fmt::format("race-free under {}", model);
}

}  // namespace

std::string promiseText(const Program& program, const Promise& promise) {
  const std::string& model = promise.model;
  if (promise.kind == PromiseKind::Interleavings) {
    return interleavingsText(promise);
  }
  switch (promise.reason) {
    case PromiseReason::Racy:
      return promise.racing.empty() ? fmt::format("racy under {}", model)
                                    : fmt::format("{} under {}", racePairs(program, promise.racing), model);
    case PromiseReason::Undefined:
      return fmt::format("the behaviour of the test is undefined under {}", model);
    case PromiseReason::NoRacesDefined:
      return fmt::format("{} does not define races", model);
    case PromiseReason::NoExecution:
      return fmt::format("race freedom under {} is vacuous: there is no execution that could race", model);
    case PromiseReason::NoneDeclared:
      return promise.differsFromBuiltIn
                 ? fmt::format(
                       "race-free under {}, which differs from the built-in model of that name; it is "
                       "not known that race-free tests behave as interleavings under it",
                       model)
                 : fmt::format(
                       "race-free under {}, which is not known to promise interleavings to race-free tests",
                       model);
    case PromiseReason::WeakerAccesses:
      return fmt::format(
          "race-free under {}, which promises interleavings to sc accesses only; others here: {}", model,
          weakerText(program, promise.weaker));
    case PromiseReason::RacesUndecided:
      return fmt::format("not decided whether the test is race-free under {} ({})", model,
                         promise.undecided.value_or(""));
    case PromiseReason::NoModel:
      return program.notForModels;
    case PromiseReason::RaceFree:
    case PromiseReason::CannotRace:
    case PromiseReason::OnlyInterleavings:
      break;
  }
  return fmt::format("race-free under {}", model);
}

std::string hangText(const Program& program, const Promise& promise) {
  if (promise.kind == PromiseKind::NotApplicable) {
    return program.notForModels;
  }
  if (promise.everyInterleaving == PromiseBasis::Definitions) {
    return fmt::format("every interleaving is an execution of {}", promise.model);
  }
  if (hangIsCertain(promise)) {
    return promise.everyInterleaving
               ? fmt::format(
                     "every interleaving without a race is an execution of {}, and a test with one may do "
                     "anything",
                     promise.model)
               : fmt::format("{}, so that anything may happen", promiseText(program, promise));
  }
  return notAllText(promise);
}

std::vector<std::string> terminationAssumes(const Promise& promise) {
  if (promise.kind == PromiseKind::NotApplicable) {
    return {"a memory model promises interleavings to the test"};
  }
  std::vector<std::string> assumed;
  if (promise.kind != PromiseKind::Interleavings || promise.basis == PromiseBasis::Declared) {
    assumed.push_back(fmt::format("{} promises interleavings to the test", promise.model));
  }
  if (!promise.everyInterleaving) {
    assumed.push_back(fmt::format("every interleaving is an execution of {}", promise.model));
  }
  return assumed;
}

std::vector<std::string> hangAssumes(const Promise& promise) {
  if (hangIsCertain(promise)) {
    return {};
  }
  return {promise.kind == PromiseKind::NotApplicable
              ? "the interleaving that hangs is an execution under a memory model"
              : fmt::format("every interleaving is an execution of {}", promise.model)};
}

const char* nameOf(PromiseBasis basis) {
  switch (basis) {
    case PromiseBasis::Definitions:
      return "definitions";
    case PromiseBasis::Tested:
      return "tested";
    case PromiseBasis::Declared:
      return "declared";
  }
  return "";
}

}  // namespace hrfcheck::inline report
