#include "report/termination/simt_text.h"

#include <fmt/format.h>

#include "report/termination/counterexample.h"
#include "util/enum_names.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

constexpr std::array kCauseNames{EnumName{CauseKind::SelfAlias, "alias, self"},
                                 EnumName{CauseKind::Relock, "relock"},
                                 EnumName{CauseKind::SimtDeadlock, "SIMD deadlock"},
                                 EnumName{CauseKind::AliasAtBarrier, "alias at a barrier"},
                                 EnumName{CauseKind::LockAcrossBarrier, "lock across a barrier"},
                                 EnumName{CauseKind::LockOrder, "lock-order deadlock"},
                                 EnumName{CauseKind::BarrierDeadlock, "barrier deadlock"},
                                 EnumName{CauseKind::VoteDeadlock, "vote deadlock"},
                                 EnumName{CauseKind::AbandonedLock, "abandoned lock"},
                                 EnumName{CauseKind::WriteBehindBarrier, "write behind a barrier"},
                                 EnumName{CauseKind::NeverWritten, "value never written"}};
static_assert(coversUpTo(kCauseNames, CauseKind::NeverWritten), "every cause has its name");

std::string at(const Program& program, ThreadId thread, std::uint32_t instruction) {
  const std::vector<Instruction>& code = program.threads[thread].instructions;
  if (instruction >= code.size()) {
    return "its end";
  }
  const Instruction& there = code[instruction];
  const std::string text = cleaned(there.text, Controls::None);
  return there.place.known() ? fmt::format("{}, {}", program.lineText(there.place), text) : text;
}

std::string masks(const Program& program, const Cause& cause) {
  if (cause.masked.empty() && cause.active.size() < 2) {
    return "";
  }
  return fmt::format(" (active: {}; masked off: {})", threadNames(program, cause.active),
                     threadNames(program, cause.masked));
}

/// "P1 spins at line 6, ldslk p, _, x, on the lock bit of x, which P0 holds for y".
std::string wait(const Program& program, const Cause& cause) {
  const std::string lane = program.threadTitle(cause.lane);
  const std::string& word = program.locations[cause.word].name;
  const std::string spins = fmt::format("{} spins at {}", lane, at(program, cause.lane, cause.instruction));
  if (!cause.onLock) {
    return fmt::format("{}, until another value is in {}", spins, word);
  }
  const std::string holder =
      cause.other == cause.lane ? "it holds itself" : program.threadTitle(cause.other) + " holds";
  const std::string which = cause.otherWord == cause.word
                                ? ""
                                : fmt::format(" by locking {}, which has the same lock bit",
                                              program.locations[cause.otherWord].name);
  return fmt::format("{}, on the lock bit of {}, which {}{}", spins, word, holder, which);
}

std::string what(const Program& program, const Cause& cause) {
  const std::string waits = wait(program, cause);
  const std::string other = program.threadTitle(cause.other);
  const std::string there = at(program, cause.other, cause.otherAt);
  switch (cause.kind) {
    case CauseKind::SelfAlias:
    case CauseKind::Relock:
      return waits;
    case CauseKind::SimtDeadlock:
      return cause.onLock
                 ? fmt::format(
                       "{}; {} is masked off and continues at {} when the lanes of its wavefront reconverge{}",
                       waits, other, there, masks(program, cause))
                 : fmt::format(
                       "{}; {} would write it at {}, but is masked off until the lanes of its wavefront reconverge{}",
                       waits, other, there, masks(program, cause));
    case CauseKind::AliasAtBarrier:
    case CauseKind::LockAcrossBarrier:
      return fmt::format("{}; {} waits at a barrier, {}", waits, other, there);
    case CauseKind::LockOrder:
      return fmt::format("{}; {} waits, in the end, for {}", waits, other, program.threadTitle(cause.lane));
    case CauseKind::BarrierDeadlock:
    case CauseKind::VoteDeadlock:
      return fmt::format("{} waits at {}, and no thread that could still arrive is left",
                         program.threadTitle(cause.lane), at(program, cause.lane, cause.instruction));
    case CauseKind::AbandonedLock:
      return fmt::format("{} and has ended", waits);
    case CauseKind::WriteBehindBarrier:
      return fmt::format("{}; {} would write it at {}, after a barrier that it has not passed", waits, other,
                         there);
    case CauseKind::NeverWritten:
      return fmt::format("{}, and no other thread is left that could write it", waits);
  }
  failInvariant("kind", "every cause has its text");
}

std::string holderOf(const Program& program, const Finding& finding) {
  return finding.holder ? program.threadTitle(finding.holder->lane) : "nobody";
}

std::string consequence(const Program& program, const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::FreeRelease:
      return "releases a lock bit that is free";
    case FindingKind::NonOwner:
      return fmt::format("releases a lock bit that {} holds", holderOf(program, finding));
    case FindingKind::AliasRelease:
      return fmt::format("releases the lock bit that {} took by locking {}", holderOf(program, finding),
                         finding.holder ? program.locations[finding.holder->word].name : "");
    case FindingKind::LostLock:
      return fmt::format("does not get the lock bit, which {} holds, and does not check whether it did",
                         holderOf(program, finding));
    case FindingKind::Clobber:
      return "overwrites data that no thread has loaded while holding the lock";
    case FindingKind::BarDivergence:
      return "arrives at a barrier with some lanes of its wavefront masked off";
    case FindingKind::MutualExclusion:
      return fmt::format("enters the critical section of {}, in which {} is",
                         finding.holder ? program.locations[finding.holder->word].name : "",
                         holderOf(program, finding));
  }
  failInvariant("kind", "every finding has its text");
}

}  // namespace

const char* nameOf(CauseKind kind) {
  return nameIn(kCauseNames, kind);
}

std::string causeText(const Program& program, const Cause& cause) {
  const bool said = cause.kind == CauseKind::SelfAlias || cause.kind == CauseKind::AliasAtBarrier;
  return fmt::format("{}{}, {}: {}", nameOf(cause.kind), cause.alias && !said ? " by aliases" : "",
                     cause.must ? "in every run" : "in some runs", what(program, cause));
}

std::string findingText(const Program& program, const Finding& finding) {
  return fmt::format("{}: {} at {} {}", nameIn(kFindingNames, finding.kind),
                     program.threadTitle(finding.thread), at(program, finding.thread, finding.instruction),
                     consequence(program, finding));
}

std::string maskText(const ScheduleStep& step) {
  std::string text;
  for (std::uint32_t lane = 0; step.width > 1 && lane < step.width; ++lane) {
    const auto in = [&](LaneMask mask) { return (mask >> lane & 1U) != 0; };
    text += in(step.lanes) ? '#' : in(step.active) ? 'o' : in(step.live) ? '.' : '-';
  }
  return text;
}

}  // namespace hrfcheck::inline report
